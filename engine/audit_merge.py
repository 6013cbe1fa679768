"""The answers of an auditor put into a verdict: pure. Only what was undecided moves, hard verdicts stand, and a failure never ends milder than the policy says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .answer_policy import Ruling
from .audits import Answer, AuditedItem, AuditNote, AuditReply, AuditRequest
from .escalate import span_item
from .inquiry import Inquiry
from .merge import merge
from .settle import Settled, settle
from .text.findings import Claim, TextDecision, TextFinding, TextVerdict
from .text.merge_text import merge_text
from .text.text_inquiry import TextInquiry
from .types import Finding, Flag, Outcome, Severity, Span
from .verdict import CheckError, Verdict

AUDITOR_RULE = "GR900"
"""Stands as the rule of a finding that an auditor made."""
AUDITOR_CONFIDENCE = 0.6
AUDITOR_PLACE = "auditor"


def audited_call(inquiry: Inquiry, verdict: Verdict, *, request: AuditRequest, reply: AuditReply) -> Verdict:
    """The verdict after the audit. A `yes` that counts replaces the undecided findings of its item; a `no` is added as unsupported."""
    settled = settle(request, reply)
    said = {each.item.item: each for each in settled if each.answer is not None and each.answer.answer is not Answer.UNCLEAR}
    findings: list[Finding] = []
    for finding in verdict.findings:
        each = said.get(finding.item)
        if each is None or _says(each, Answer.NO) or finding.outcome is not Outcome.UNDECIDED:
            findings.append(finding)
    findings.extend(_finding(each, verdict) for each in said.values())
    note = _note(request, reply, settled)
    errors = (*verdict.errors, *_errors(note))
    merged = merge(inquiry, findings, errors, digests=verdict.digests, engine_version=verdict.engine_version)
    merged = replace(merged, audit=note)
    return _held_back(merged, note, inquiry) if note.failed else merged


def _held_back(verdict: Verdict, note: AuditNote, inquiry: Inquiry) -> Verdict:
    """The verdict with at least the decision that the policy has for a failed audit."""
    floor = inquiry.policy.auditor.failed_call
    if verdict.decision.rank >= floor.rank:
        return verdict
    failed = tuple(item.item for item in note.items if item.fault is not None)
    names = ", ".join(f"`{item}`" for item in failed[:3])
    stopped = f"The call of `{verdict.tool_name}` was not run: whether {names} follows from the context could not be settled. Ask the user."
    return replace(verdict, decision=floor, reasons=failed or verdict.reasons, feedback=verdict.feedback or stopped)


def _finding(each: Settled, verdict: Verdict) -> Finding:
    evidence = () if each.evidence is None else (each.evidence,)
    if _says(each, Answer.YES):
        explanation = f"an auditor found it in the evidence: {_reason(each)}"
        return Finding(
            AUDITOR_RULE, each.item.item, Outcome.SUPPORTED, Severity.COSMETIC, explanation, None, evidence, "audited", confidence=AUDITOR_CONFIDENCE
        )
    severity = max((item.severity for item in verdict.items if item.item == each.item.item), default=Severity.HIGH)
    explanation = f"an auditor did not find it in the evidence: {_reason(each)}"
    return Finding(
        AUDITOR_RULE, each.item.item, Outcome.UNSUPPORTED, severity, explanation, Flag.NO_EVIDENCE, evidence, confidence=AUDITOR_CONFIDENCE
    )


def audited_answer(
    inquiry: TextInquiry,
    findings: Sequence[TextFinding],
    verdict: TextVerdict,
    *,
    request: AuditRequest,
    reply: AuditReply,
) -> TextVerdict:
    """The verdict on an answer after the audit; `findings` are all that the rules found, `verdict` what they came to."""
    settled = settle(request, reply)
    said = {each.item.item: each for each in settled if each.answer is not None and each.answer.answer is not Answer.UNCLEAR}
    hard = [finding.span for finding in findings if finding.outcome is not Outcome.UNDECIDED]
    kept: list[TextFinding] = []
    for finding in findings:
        each = said.get(span_item(finding.span)) if finding.outcome is Outcome.UNDECIDED else None
        if each is None:
            kept.append(finding)
        elif _says(each, Answer.NO):
            kept.append(_unsupported(finding, each))
    note = _note(request, reply, settled, hard=hard)
    errors = (*verdict.errors, *_errors(note))
    merged = merge_text(inquiry, kept, errors, digests=verdict.digests, engine_version=verdict.engine_version)
    merged = replace(merged, audit=note)
    if not note.failed or inquiry.policy.auditor.failed_answer is not Ruling.BLOCK:
        return merged
    blocked = merged.block_reason or "the audit failed, and the policy blocks an answer that could not be audited"
    return replace(merged, decision=TextDecision.BLOCK, block_reason=blocked, requires_human_review=True)


def _unsupported(finding: TextFinding, each: Settled) -> TextFinding:
    claim = Claim.UNSUPPORTED if finding.claim is Claim.UNSUPPORTED_INFERENCE else finding.claim
    evidence = finding.evidence if each.evidence is None else (each.evidence,)
    explanation = f"an auditor did not find it in the evidence: {_reason(each)} ({finding.explanation})"
    return replace(
        finding,
        rule_id=AUDITOR_RULE,
        outcome=Outcome.UNSUPPORTED,
        claim=claim,
        explanation=explanation,
        evidence=evidence,
        confidence=AUDITOR_CONFIDENCE,
    )


def _says(each: Settled, answer: Answer) -> bool:
    return each.answer is not None and each.answer.answer is answer


def _reason(each: Settled) -> str:
    reason = each.answer.reason if each.answer is not None else ""
    shown = " ".join("".join(char if char.isprintable() else " " for char in reason[:300]).split())
    return shown or "it gave no reason"


def _errors(note: AuditNote) -> Iterable[CheckError]:
    for fault in note.faults:
        yield CheckError(AUDITOR_PLACE, f"the audit failed ({fault}); what was open stays undecided")
    for item in note.items:
        if item.fault is not None and item.fault not in note.faults:
            yield CheckError(AUDITOR_PLACE, f"the answer on `{item.item}` does not count ({item.fault}); it stays undecided")


def _note(request: AuditRequest, reply: AuditReply, settled: Iterable[Settled], *, hard: Sequence[Span] = ()) -> AuditNote:
    items: list[AuditedItem] = []
    for each in settled:
        outcome = Outcome.UNDECIDED
        if each.answer is not None and each.answer.answer is not Answer.UNCLEAR:
            outcome = Outcome.SUPPORTED if each.answer.answer is Answer.YES else Outcome.UNSUPPORTED
        given = next((answer for answer in reply.answers if answer.item == each.item.item), None)
        items.append(
            AuditedItem(
                each.item.item,
                None if given is None else given.answer,
                outcome,
                each.fault,
                None if given is None else given.quote,
                None if each.evidence is None else each.evidence.source_id,
                reply.notes.get(each.item.item, "" if given is None else given.reason),
                disagrees=outcome is Outcome.SUPPORTED and any(_meets(each.item.item, span) for span in hard),
            )
        )
    return AuditNote(
        request.task,
        reply.model,
        reply.prompt_version,
        reply.prompt_digest,
        request.digest,
        tuple(items),
        reply.faults,
        request.left_out,
        request.omitted_windows,
        reply.raw,
    )


def _meets(item: str, span: Span) -> bool:
    start, _, end = item.partition(":")
    return start.isdigit() and end.isdigit() and int(start) < span.end and span.start < int(end)
