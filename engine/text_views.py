"""A verdict on an answer written in the forms that others read: the native form, GuardrailDecision, ClaimAudit, FabricatedDetails.

Views compute nothing new.
"""

from __future__ import annotations

from .text.findings import AssertionVerdict, Claim, DetailVerdict, TextDecision, TextFinding, TextVerdict
from .types import Evidence, Json, Kind, Outcome, Severity
from .views import audit_json, evidence_json

SEVERITY_NAMES = {
    Severity.COSMETIC: "LOW",
    Severity.LOW: "LOW",
    Severity.MEDIUM: "MEDIUM",
    Severity.HIGH: "HIGH",
    Severity.CRITICAL: "CRITICAL",
}
DETAIL_TYPES = {
    Kind.NAME: "name",
    Kind.NUMBER: "number",
    Kind.ORDINAL: "number",
    Kind.MONEY: "number",
    Kind.PERCENT: "number",
    Kind.QUANTITY: "number",
    Kind.PHONE: "number",
    Kind.DURATION: "number",
    Kind.DATE: "date",
    Kind.TIME: "date",
    Kind.DATETIME: "date",
    Kind.URL: "url",
    Kind.TEXT: "claim",
}
"""The detail type of each kind; `entity` for what is not named."""
_SCORE_ONE_HARMFUL = 4
_SCORE_SEVERAL = 5


def text_verdict_json(verdict: TextVerdict) -> dict[str, Json]:
    """The native form: everything the verdict holds."""
    written: dict[str, Json] = {
        "verdict_version": verdict.verdict_version,
        "engine_version": verdict.engine_version,
        "answer_id": verdict.answer_id,
        "answer": verdict.text,
        "decision": verdict.decision.value,
        "requires_human_review": verdict.requires_human_review,
        "block_reason": verdict.block_reason,
        "findings": [_finding_json(finding, verdict.text) for finding in verdict.findings],
        "open": [_finding_json(finding, verdict.text) for finding in verdict.open],
        "details": [_detail_json(detail, verdict.text) for detail in verdict.details],
        "assertions": [_assertion_json(assertion, verdict.text) for assertion in verdict.assertions],
        "reasons": list(verdict.reasons),
        "notes": list(verdict.notes),
        "errors": [{"place": error.place, "message": error.message} for error in verdict.errors],
        "digests": {"rules": verdict.digests.rules, "policy": verdict.digests.policy, "context": verdict.digests.context},
    }
    if verdict.audit is not None:
        written["audit"] = audit_json(verdict.audit)
    return written


def guardrail_decision(verdict: TextVerdict) -> dict[str, Json]:
    """The GuardrailDecision form: PASS without findings, FLAG, or BLOCK with its reason and a person to look at it."""
    return {
        "decision": verdict.decision.value,
        "decision_rationale": _rationale(verdict),
        "findings": [] if verdict.decision is TextDecision.PASS else [_claim_json(finding, verdict.text) for finding in verdict.findings],
        "block_reason": verdict.block_reason,
        "requires_human_review": verdict.requires_human_review,
    }


def claim_audit(verdict: TextVerdict) -> dict[str, Json]:
    """The ClaimAudit form: each assertion with a verbatim excerpt, the severity score, and at 4 and 5 the payload of an escalation."""
    score = severity_score(verdict)
    wrong = [finding for finding in verdict.findings if finding.outcome is not Outcome.UNDECIDED]
    action = "BLOCK" if verdict.decision is TextDecision.BLOCK else "PUBLISH" if score == 1 else "FLAG_FOR_REVIEW"
    quotes = [finding.span.of(verdict.text) for finding in wrong]
    reason = verdict.reasons[0] if verdict.reasons else "several claims are not supported"
    payload: Json = {"reason": reason, "unsupported_claims": [*quotes], "recommended_action": action}
    return {
        "assertions": [_audit_row(assertion, verdict.text) for assertion in verdict.assertions],
        "severity_score": score,
        "severity": _score_word(score),
        "unsupported_claims": [
            {"quote": finding.span.of(verdict.text), "conflicting_evidence": _excerpt(finding.evidence) if finding.claim is Claim.CONTRADICTION else None}
            for finding in wrong
        ],
        "action": action,
        "reasoning": _rationale(verdict),
        "escalation_required": score >= _SCORE_ONE_HARMFUL,
        "escalation_payload": payload if score >= _SCORE_ONE_HARMFUL else None,
        "notes": "; ".join(verdict.notes) or None,
    }


def severity_score(verdict: TextVerdict) -> int:
    """1 where all is supported, 2 for minor doubts, 3 where a part could mislead, 4 for one claim that can do harm, 5 for several or a critical one."""
    wrong = [finding for finding in verdict.findings if finding.outcome is not Outcome.UNDECIDED]
    harmful = [finding for finding in wrong if finding.severity >= Severity.HIGH]
    if len(harmful) > 1 or any(finding.severity is Severity.CRITICAL for finding in harmful):
        return _SCORE_SEVERAL
    if harmful or verdict.decision is TextDecision.BLOCK:
        return _SCORE_ONE_HARMFUL
    if wrong or any(finding.severity >= Severity.MEDIUM for finding in verdict.findings):
        return 3
    return 2 if verdict.findings or verdict.decision is not TextDecision.PASS else 1


def fabricated_details(verdict: TextVerdict) -> dict[str, Json]:
    """The FabricatedDetails form: what stands nowhere or is contradicted; what is merely undecided is left out of the list and of the count."""
    found = [finding for finding in verdict.findings if finding.outcome is not Outcome.UNDECIDED and finding.span.start < finding.span.end]
    rows: list[Json] = [_fabricated_json(finding, verdict.text) for finding in found]
    settled = [detail for detail in verdict.details if detail.outcome is not Outcome.UNDECIDED]
    supported = sum(detail.outcome is Outcome.SUPPORTED for detail in settled)
    return {
        "fabricated_details": rows,
        "total_fabricated": len(rows),
        "output_grounding_score": supported / len(settled) if settled else 1.0,
    }


def _fabricated_json(finding: TextFinding, text: str) -> dict[str, Json]:
    return {
        "span": finding.span.of(text),
        "detail_type": DETAIL_TYPES.get(finding.kind, "entity"),
        "confidence": finding.confidence,
        "closest_source_match": finding.suggestion if finding.suggestion is not None else _excerpt(finding.evidence),
        "explanation": finding.explanation or "not supported by the evidence",
    }


def _claim_json(finding: TextFinding, text: str) -> dict[str, Json]:
    return {
        "claim": finding.span.of(text),
        "claim_type": finding.claim.value,
        "source_reference": _excerpt(finding.evidence),
        "severity": SEVERITY_NAMES[finding.severity],
        "explanation": finding.explanation or "not supported by the evidence",
    }


def _audit_row(assertion: AssertionVerdict, text: str) -> dict[str, Json]:
    status = {Outcome.SUPPORTED: "SUPPORTED", Outcome.UNDECIDED: "PARTIALLY_SUPPORTED"}.get(assertion.outcome, "UNSUPPORTED")
    return {"claim_text": assertion.span.of(text), "support_status": status, "evidence_excerpt": _excerpt(assertion.evidence)}


def _excerpt(evidence: tuple[Evidence, ...]) -> str | None:
    return evidence[0].text if evidence else None


def _score_word(score: int) -> str:
    return {1: "LOW", 2: "LOW", 3: "MEDIUM", 4: "HIGH", 5: "CRITICAL"}[score]


def _rationale(verdict: TextVerdict) -> str:
    if verdict.reasons:
        rest = len(verdict.reasons) - 1
        return verdict.reasons[0] + (f" (and {rest} more)" if rest else "")
    if verdict.errors:
        return f"a rule failed: {verdict.errors[0].message}"
    return "every assertion that was checked is supported by the evidence" if verdict.assertions else "the answer asserts nothing"


def _finding_json(finding: TextFinding, text: str) -> dict[str, Json]:
    return {
        "rule_id": finding.rule_id,
        "start": finding.span.start,
        "end": finding.span.end,
        "text": finding.span.of(text),
        "claim": finding.claim.value,
        "kind": finding.kind.value,
        "outcome": finding.outcome.value,
        "severity": int(finding.severity),
        "explanation": finding.explanation,
        "evidence": [evidence_json(evidence) for evidence in finding.evidence],
        "derivation": finding.derivation,
        "features": list(finding.features),
        "suggestion": finding.suggestion,
        "confidence": finding.confidence,
    }


def _detail_json(detail: DetailVerdict, text: str) -> dict[str, Json]:
    return {
        "start": detail.span.start,
        "end": detail.span.end,
        "text": detail.span.of(text),
        "kind": detail.kind.value,
        "outcome": detail.outcome.value,
        "explanation": detail.explanation,
        "evidence": [evidence_json(evidence) for evidence in detail.evidence],
        "derivation": detail.derivation,
    }


def _assertion_json(assertion: AssertionVerdict, text: str) -> dict[str, Json]:
    return {
        "start": assertion.span.start,
        "end": assertion.span.end,
        "text": assertion.span.of(text),
        "outcome": assertion.outcome.value,
        "evidence": [evidence_json(evidence) for evidence in assertion.evidence],
        "note": assertion.note,
    }
