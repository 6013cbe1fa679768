"""Running the rules for answers on one inquiry. A rule that raises becomes an error and an undecided finding, never a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

from ..data.precision import PRECISION
from ..rule import Rule, RuleSet, Subject
from ..types import Outcome, Severity, Span
from ..verdict import CheckError
from .constraints import constrained
from .findings import Claim, TextFinding
from .text_inquiry import TextInquiry

UNDECIDED_CONFIDENCE = 0.5
PRIOR_CONFIDENCE = 0.9


def run_text_rules(rules: RuleSet, inquiry: TextInquiry) -> tuple[tuple[TextFinding, ...], tuple[CheckError, ...]]:
    """The findings of all rules for answers in order of their ids, and what went wrong."""
    findings: list[TextFinding] = []
    errors: list[CheckError] = []
    for rule in rules:
        if rule.subject is Subject.ANSWER:
            found, error = _run(rule, inquiry)
            findings.extend(replace(finding, confidence=_confidence(finding)) for finding in found)
            if error is not None:
                errors.append(error)
    return constrained(findings, inquiry), tuple(errors)


def _confidence(finding: TextFinding) -> float:
    if finding.outcome is Outcome.UNDECIDED:
        return min(finding.confidence, UNDECIDED_CONFIDENCE)
    return PRECISION.get((finding.rule_id, finding.outcome.value), PRIOR_CONFIDENCE)


def _checked(finding: object, inquiry: TextInquiry) -> TextFinding:
    """The finding, or a TypeError or ValueError where a rule yields something else or a span outside the answer."""
    if not isinstance(finding, TextFinding):
        raise TypeError(f"it yields {type(finding).__name__} in place of a text finding")
    if not 0 <= finding.span.start <= finding.span.end <= len(inquiry.answer.text):
        raise ValueError(f"its span {finding.span.start}:{finding.span.end} is not in the answer")
    if Outcome(finding.outcome) is Outcome.SUPPORTED:
        raise ValueError("it reports something supported")
    return replace(finding, claim=Claim(finding.claim), severity=Severity(finding.severity))


def _run(rule: Rule, inquiry: TextInquiry) -> tuple[list[TextFinding], CheckError | None]:
    found: list[TextFinding] = []
    try:
        check = cast("Callable[[TextInquiry], Iterable[TextFinding]]", rule.check)
        found.extend(_checked(finding, inquiry) for finding in check(inquiry))
    except Exception as error:  # noqa: BLE001  the boundary around a rule's check: whatever it raises leaves the answer undecided
        message = f"rule `{rule.id}` failed with {type(error).__name__}: {error}"
        explanation = f"{message}; the answer stays undecided, report it as a bug"
        failed = TextFinding(rule.id, Span(0, 0), Claim.INSUFFICIENT_EVIDENCE, Outcome.UNDECIDED, Severity.HIGH, explanation)
        return [*found, failed], CheckError(rule.id, message)
    return found, None
