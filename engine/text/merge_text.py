"""Findings on an answer and the policy to PASS, FLAG or BLOCK: pure, total, independent of the order of findings, and monotone."""

from __future__ import annotations

from collections.abc import Iterable

from ..answer_policy import Ruling
from ..policy import Risk
from ..types import Outcome, Severity
from ..verdict import CheckError, Digests
from .findings import AssertionVerdict, Claim, DetailVerdict, TextDecision, TextFinding, TextVerdict
from .text_inquiry import TextInquiry

_ALWAYS_BLOCK = frozenset((Claim.POLICY_VIOLATION, Claim.INSUFFICIENT_EVIDENCE))


def merge_text(
    inquiry: TextInquiry,
    findings: Iterable[TextFinding],
    errors: tuple[CheckError, ...],
    *,
    details: tuple[DetailVerdict, ...],
    assertions: tuple[AssertionVerdict, ...],
    digests: Digests,
    engine_version: str,
) -> TextVerdict:
    """The verdict on an answer: the strictest ruling of any finding. A rule that failed never passes: it flags, and asks for a person."""
    ordered = sorted(set(findings), key=_order)
    rulings = {finding: ruling_of(finding, inquiry) for finding in ordered}
    counted = tuple(finding for finding in ordered if rulings[finding] is not Ruling.LEAVE)
    worst = max((rulings[finding].rank for finding in counted), default=0)
    if errors:
        worst = max(worst, Ruling.FLAG.rank)
    decision = (TextDecision.PASS, TextDecision.FLAG, TextDecision.BLOCK)[worst]
    ranked = sorted(counted, key=lambda finding: (-rulings[finding].rank, -finding.severity, -finding.outcome.rank, _order(finding)))
    reasons = tuple(finding.explanation for finding in ranked)
    regulated = inquiry.policy.domain.regulated and decision is not TextDecision.PASS
    high = inquiry.policy.risk is Risk.HIGH and decision is not TextDecision.PASS
    return TextVerdict(
        text=inquiry.answer.text,
        decision=decision,
        findings=counted,
        open=tuple(finding for finding in ordered if finding.outcome is Outcome.UNDECIDED),
        details=details,
        assertions=assertions,
        reasons=reasons,
        block_reason=reasons[0] if decision is TextDecision.BLOCK else None,
        requires_human_review=decision is TextDecision.BLOCK or regulated or high or bool(errors),
        notes=(),
        errors=errors,
        digests=digests,
        engine_version=engine_version,
        answer_id=inquiry.answer.id,
    )


def ruling_of(finding: TextFinding, inquiry: TextInquiry) -> Ruling:
    """What the policy makes of one finding; a policy violation or insufficient evidence that is settled always blocks."""
    ruling = inquiry.policy.answers.ruling(finding.outcome, finding.severity)
    if finding.claim in _ALWAYS_BLOCK and finding.outcome is not Outcome.UNDECIDED:
        return Ruling.BLOCK
    return ruling


def _order(finding: TextFinding) -> tuple[int, int, str, int, Severity, str, str]:
    return finding.span.start, finding.span.end, finding.rule_id, -finding.outcome.rank, finding.severity, finding.claim, finding.explanation
