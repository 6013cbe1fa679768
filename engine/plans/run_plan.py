"""Running the rules for plans on one inquiry. A rule that raises becomes an error, and the plan stays open, never safe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from ..rule import Rule, RuleSet, Subject
from ..types import Outcome, Severity
from ..verdict import CheckError
from .plan_findings import PlanFinding, PlanFlag
from .plan_inquiry import PlanInquiry


def run_plan_rules(rules: RuleSet, inquiry: PlanInquiry) -> tuple[tuple[PlanFinding, ...], tuple[CheckError, ...]]:
    """The findings of all rules for plans in order of their ids, and what went wrong."""
    findings: list[PlanFinding] = []
    errors: list[CheckError] = []
    for rule in rules:
        if rule.subject is Subject.PLAN:
            error = _run(rule, inquiry, findings)
            if error is not None:
                errors.append(error)
    return tuple(findings), tuple(errors)


def _run(rule: Rule, inquiry: PlanInquiry, findings: list[PlanFinding]) -> CheckError | None:
    check = cast("Callable[[PlanInquiry], Iterable[PlanFinding]]", rule.check)
    try:
        findings.extend(_checked(finding) for finding in check(inquiry))
    except Exception as error:  # noqa: BLE001  the boundary around a rule's check: whatever it raises leaves the plan open
        message = f"rule `{rule.id}` failed with {type(error).__name__}: {error}"
        explanation = f"{message}; the plan stays open, report it as a bug"
        findings.append(PlanFinding(rule.id, -1, "", PlanFlag.CHECK_FAILURE, Outcome.UNDECIDED, Severity.HIGH, explanation))
        return CheckError(rule.id, message)
    return None


def _checked(finding: object) -> PlanFinding:
    """The finding, or a TypeError where a rule yields something else."""
    if not isinstance(finding, PlanFinding):
        raise TypeError(f"it yields {type(finding).__name__} in place of a plan finding")
    return finding
