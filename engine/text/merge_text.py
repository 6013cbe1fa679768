"""Findings on an answer and the policy to PASS, FLAG or BLOCK: pure, total, independent of the order of findings, and monotone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from ..answer_policy import Ruling
from ..policy import Risk
from ..types import Outcome, Severity, Span
from ..verdict import CheckError, Digests
from .findings import AssertionVerdict, Claim, DetailVerdict, TextDecision, TextFinding, TextVerdict
from .text_inquiry import TextInquiry

_ALWAYS_BLOCK = frozenset((Claim.POLICY_VIOLATION, Claim.INSUFFICIENT_EVIDENCE))


def merge_text(
    inquiry: TextInquiry,
    findings: Iterable[TextFinding],
    errors: tuple[CheckError, ...],
    *,
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
        details=tuple(_details(inquiry, ordered)),
        assertions=tuple(_assertions(inquiry, ordered)),
        reasons=reasons,
        block_reason=reasons[0] if decision is TextDecision.BLOCK else None,
        requires_human_review=decision is TextDecision.BLOCK or regulated or high or bool(errors),
        notes=inquiry.notes,
        errors=errors,
        digests=digests,
        engine_version=engine_version,
        answer_id=inquiry.answer.id,
    )


def _details(inquiry: TextInquiry, findings: Sequence[TextFinding]) -> Iterator[DetailVerdict]:
    """Each detail with the worst that a finding on its span says, or else as the search for it ended."""
    by_span: dict[Span, TextFinding] = {}
    for finding in findings:
        kept = by_span.get(finding.span)
        if kept is None or finding.outcome.rank > kept.outcome.rank:
            by_span[finding.span] = finding
    verbatim = {
        grounding.detail.span for reading in inquiry.readings if reading.assertion.verbatim for grounding in reading.groundings
    }
    for grounding in inquiry.groundings:
        span = grounding.detail.span
        worst = by_span.get(span)
        evidence = tuple(hit.evidence() for hit in grounding.hits[:1])
        if worst is not None:
            yield DetailVerdict(span, grounding.detail.kind, worst.outcome, worst.explanation, worst.evidence or evidence, None)
        elif grounding.outcome is Outcome.SUPPORTED or span in verbatim:
            yield DetailVerdict(span, grounding.detail.kind, Outcome.SUPPORTED, grounding.how or "stands in the evidence", evidence, grounding.how)
        else:
            yield DetailVerdict(span, grounding.detail.kind, Outcome.UNDECIDED, "stands in no passage; no rule reports it", evidence, None)


def _assertions(inquiry: TextInquiry, findings: Sequence[TextFinding]) -> Iterator[AssertionVerdict]:
    """Each assertion with the worst finding that overlaps it."""
    starts = [finding.span.start for finding in findings]
    longest = max((finding.span.end - finding.span.start for finding in findings), default=0)
    for reading in inquiry.readings:
        span = reading.assertion.span
        near = findings[bisect_left(starts, span.start - longest) : bisect_left(starts, span.end)]
        own = [finding for finding in near if finding.span.start < span.end and span.start < finding.span.end]
        worst = max(own, key=lambda finding: (finding.outcome.rank, finding.severity), default=None)
        evidence = worst.evidence if worst is not None and worst.evidence else reading.nearest
        yield AssertionVerdict(span, Outcome.SUPPORTED if worst is None else worst.outcome, evidence, None if worst is None else worst.explanation)


def ruling_of(finding: TextFinding, inquiry: TextInquiry) -> Ruling:
    """What the policy makes of one finding; a policy violation or insufficient evidence that is settled always blocks."""
    ruling = inquiry.policy.answers.ruling(finding.outcome, finding.severity)
    if finding.claim in _ALWAYS_BLOCK and finding.outcome is not Outcome.UNDECIDED:
        return Ruling.BLOCK
    return ruling


def _order(finding: TextFinding) -> tuple[int, int, str, int, Severity, str, str]:
    return finding.span.start, finding.span.end, finding.rule_id, -finding.outcome.rank, finding.severity, finding.claim, finding.explanation
