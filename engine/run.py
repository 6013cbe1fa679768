"""Running the chosen rules on one inquiry. A rule that raises becomes an error and an undecided item, never a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from .data.precision import PRECISION
from .deadline import DeadlinePassed
from .inquiry import Inquiry
from .rule import Rule, RuleSet, Subject
from .types import ARGUMENTS_ITEM, TOOL_ITEM, Finding, Flag, Outcome, Severity
from .verdict import CheckError

UNDECIDED_CONFIDENCE = 0.5
PRIOR_CONFIDENCE = 0.9


def run_rules(rules: RuleSet, inquiry: Inquiry) -> tuple[tuple[Finding, ...], tuple[CheckError, ...]]:
    """The findings of all rules for tool calls in order of their ids, and what went wrong."""
    findings: list[Finding] = []
    errors: list[CheckError] = []
    unfinished: list[Rule] = []
    for rule in rules:
        if rule.subject is not Subject.TOOL_CALL:
            continue
        try:
            if inquiry.deadline is not None:
                inquiry.deadline.require()
            found, error = _run(rule, inquiry)
        except DeadlinePassed:
            unfinished.append(rule)
            continue
        findings.extend(replace(finding, confidence=confidence_of(finding)) for finding in found)
        if error is not None:
            errors.append(error)
    errors.extend(CheckError(rule.id, f"rule `{rule.id}` did not finish: the time for this check ran out") for rule in unfinished)
    return (*findings, *_left_open(unfinished, inquiry)), tuple(errors)


def _left_open(unfinished: list[Rule], inquiry: Inquiry) -> Iterator[Finding]:
    """Every item as undecided where a rule did not finish: what it would have said of the item is not known."""
    if not unfinished:
        return
    explanation = f"the time for this check ran out before `{unfinished[0].id}` had finished; nothing is known to be fine"
    for item in (TOOL_ITEM, ARGUMENTS_ITEM, *(leaf.pointer for leaf in inquiry.leaves)):
        yield Finding(
            unfinished[0].id, item, Outcome.UNDECIDED, Severity.CRITICAL, explanation, Flag.AUDIT_FAILURE, confidence=UNDECIDED_CONFIDENCE
        )


def confidence_of(finding: Finding) -> float:
    """The measured precision of the rule for this outcome; 1 for rules of structure, else the prior where none was measured."""
    if finding.rule_id.startswith("GR1"):
        return 1.0
    if finding.outcome is Outcome.UNDECIDED:
        return UNDECIDED_CONFIDENCE
    return PRECISION.get((finding.rule_id, finding.outcome.value), PRIOR_CONFIDENCE)


def _checked(finding: object) -> Finding:
    """The finding, or a TypeError or ValueError where a rule yields something else."""
    if not isinstance(finding, Finding):
        raise TypeError(f"it yields {type(finding).__name__} in place of a finding")
    return replace(finding, outcome=Outcome(finding.outcome), severity=Severity(finding.severity))


def _run(rule: Rule, inquiry: Inquiry) -> tuple[list[Finding], CheckError | None]:
    found: list[Finding] = []
    try:
        check = cast("Callable[[Inquiry], Iterable[Finding]]", rule.check)
        found.extend(_checked(finding) for finding in check(inquiry))
    except DeadlinePassed:
        raise
    except Exception as error:  # noqa: BLE001  the boundary around a rule's check: whatever it raises leaves the call undecided
        message = f"rule `{rule.id}` failed with {type(error).__name__}: {error}"
        failed = Finding(
            rule.id, TOOL_ITEM, Outcome.UNDECIDED, Severity.HIGH, f"{message}; the call stays undecided, report it as a bug", Flag.AUDIT_FAILURE
        )
        return [*found, failed], CheckError(rule.id, message)
    return found, None
