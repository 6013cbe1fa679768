"""A verdict written in the forms that others read: the native form, ToolCallAudit, HallucinationReport and a short text.

Views compute nothing new. Every number and text they hold is safe for any JSON writer: a number that JSON has no form for (NaN, an
infinity, an integer too long to print) is given as its text, and nesting past `MAX_DEPTH` levels as a note.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from decimal import Decimal

from .audits import AuditedItem, AuditNote
from .inputs import MAX_INT_BITS
from .json_walk import parameter_name
from .policy import Risk
from .types import ARGUMENTS_ITEM, TOOL_ITEM, Evidence, Finding, Flag, Json, Outcome, Severity
from .verdict import Decision, ItemVerdict, Verdict

MAX_DEPTH = 100
MAX_SHOWN_CHARS = 120
"""How much of a value or an evidence text the short human-readable form shows."""

LEAF_VERDICTS = {
    Outcome.SUPPORTED: "GROUNDED",
    Outcome.UNSUPPORTED: "HALLUCINATED",
    Outcome.CONTRADICTED: "HALLUCINATED",
    Outcome.UNDECIDED: "UNCERTAIN",
}
SEVERITY_WORDS = {
    Severity.COSMETIC: "low",
    Severity.LOW: "low",
    Severity.MEDIUM: "medium",
    Severity.HIGH: "high",
    Severity.CRITICAL: "critical",
}
STRUCTURAL_FLAGS = frozenset(
    {
        Flag.UNKNOWN_TOOL,
        Flag.MALFORMED_ARGUMENTS,
        Flag.UNKNOWN_PARAMETER,
        Flag.MISSING_REQUIRED,
        Flag.TYPE_MISMATCH,
        Flag.UNSUPPORTED_ENUM,
        Flag.FORMAT_VIOLATION,
    }
)
_NO_EXPLANATION = {
    Outcome.SUPPORTED: "supported by the context",
    Outcome.UNDECIDED: "could not be decided from the context",
    Outcome.UNSUPPORTED: "stands nowhere in the context",
    Outcome.CONTRADICTED: "conflicts with the context",
}


def is_hallucinated(outcome: Outcome) -> bool:
    """True where the views call the outcome HALLUCINATED."""
    return LEAF_VERDICTS[outcome] == "HALLUCINATED"


def verdict_json(verdict: Verdict) -> dict[str, Json]:
    """The native form, as `verdict.schema.json` describes it: everything the verdict holds."""
    written: dict[str, Json] = {
        "verdict_version": verdict.verdict_version,
        "engine_version": verdict.engine_version,
        "tool_name": verdict.tool_name,
        "call_id": verdict.call_id,
        "decision": verdict.decision.value,
        "may_run": verdict.decision.may_run,
        "risk": verdict.risk.value,
        "items": [_item_json(item) for item in verdict.items],
        "findings": [_finding_json(finding) for finding in verdict.findings],
        "reasons": list(verdict.reasons),
        "open": list(verdict.open),
        "errors": [{"place": error.place, "message": error.message} for error in verdict.errors],
        "question": verdict.question,
        "feedback": verdict.feedback,
        "digests": {
            "rules": verdict.digests.rules,
            "policy": verdict.digests.policy,
            "context": verdict.digests.context,
            "tools": verdict.digests.tools,
        },
    }
    if verdict.audit is not None:
        written["audit"] = audit_json(verdict.audit)
    return written


def audit_json(note: AuditNote) -> dict[str, Json]:
    """What an auditor was asked about a verdict and what it said."""
    return {
        "task": note.task.value,
        "model": note.model,
        "prompt_version": note.prompt_version,
        "prompt_digest": note.prompt_digest,
        "request_digest": note.request_digest,
        "items": [_audited_json(item) for item in note.items],
        "faults": [fault.value for fault in note.faults],
        "left_out": list(note.left_out),
        "omitted_windows": note.omitted_windows,
        "raw": note.raw,
    }


def _audited_json(item: AuditedItem) -> dict[str, Json]:
    return {
        "item": item.item,
        "answer": None if item.answer is None else item.answer.value,
        "outcome": item.outcome.value,
        "fault": None if item.fault is None else item.fault.value,
        "quote": item.quote,
        "source_id": item.source_id,
        "reason": item.reason,
        "disagrees": item.disagrees,
    }


def tool_call_audit(verdict: Verdict) -> dict[str, Json]:
    """The ToolCallAudit form: one row per leaf argument; the tool and the arguments as a whole only where they are not supported."""
    rows = [item for item in verdict.items if _is_audited(item)]
    overall, recommendation = _overall(verdict)
    return {
        "tool_name": verdict.tool_name,
        "overall_verdict": overall,
        "arguments_audit": [_audit_row(item) for item in rows],
        "hallucinated_parameters": [parameter_name(item.item) for item in rows if is_hallucinated(item.outcome)],
        "recommendation": recommendation,
    }


def hallucination_report(verdict: Verdict) -> dict[str, Json]:
    """The HallucinationReport form: one flag per fault of an item that is not supported, in the order of the items."""
    flags: list[Json] = []
    for item in verdict.items:
        if item.outcome is not Outcome.SUPPORTED:
            flags.extend(_flag_json(item, fault) for fault in _faults(item, verdict.findings))
    return {
        "tool_name": verdict.tool_name,
        "hallucination_flags": flags,
        "decision": verdict.decision.value,
        "requires_human_review": _needs_review(verdict),
        "feedback": verdict.feedback,
    }


def text(verdict: Verdict) -> str:
    """A few lines for a person: the decision, then one line per item, worst first; safe to print on a terminal."""
    lines = [f"{_shown(verdict.tool_name)}: {verdict.decision.value.replace('_', ' ')}"]
    ranked = sorted(verdict.items, key=lambda item: (-item.outcome.rank, -item.severity))
    lines += [_item_line(item) for item in ranked if _is_audited(item)]
    lines += [f"  error at {printable(error.place)}: {printable(error.message)}" for error in verdict.errors]
    if verdict.question is not None:
        lines.append(f"  ask: {printable(verdict.question)}")
    return "\n".join(lines)


def printable(value: str) -> str:
    """The text on one line, with control characters, direction marks and lone surrogates written as escapes."""
    return "".join(char if char.isprintable() or char == " " else char.encode("unicode_escape").decode("ascii") for char in value)


def _item_json(item: ItemVerdict) -> dict[str, Json]:
    return {
        "item": item.item,
        "parameter": parameter_name(item.item),
        "value": plain(item.value),
        "kind": item.kind.value,
        "outcome": item.outcome.value,
        "severity": int(item.severity),
        "rule_id": item.rule_id,
        "flag": None if item.flag is None else item.flag.value,
        "explanation": _explained(item),
        "evidence": [evidence_json(evidence) for evidence in item.evidence],
        "derivation": item.derivation,
        "suggestion": plain(item.suggestion),
        "confidence": item.confidence,
    }


def _finding_json(finding: Finding) -> dict[str, Json]:
    return {
        "item": finding.item,
        "rule_id": finding.rule_id,
        "outcome": finding.outcome.value,
        "severity": int(finding.severity),
        "flag": None if finding.flag is None else finding.flag.value,
        "explanation": _explained(finding),
        "evidence": [evidence_json(evidence) for evidence in finding.evidence],
        "derivation": finding.derivation,
        "suggestion": plain(finding.suggestion),
        "confidence": finding.confidence,
    }


def evidence_json(evidence: Evidence) -> dict[str, Json]:
    """A span of a source as JSON."""
    return {
        "source_id": evidence.source_id,
        "role": evidence.role.value,
        "start": evidence.span.start,
        "end": evidence.span.end,
        "text": evidence.text,
        "key_path": evidence.key_path,
    }


def _is_audited(item: ItemVerdict) -> bool:
    return item.item not in (TOOL_ITEM, ARGUMENTS_ITEM) or item.outcome is not Outcome.SUPPORTED


def _audit_row(item: ItemVerdict) -> dict[str, Json]:
    return {
        "parameter": parameter_name(item.item),
        "provided_value": _flat(item.value),
        "verdict": LEAF_VERDICTS[item.outcome],
        "evidence_span": item.evidence[0].text if item.evidence else None,
        "explanation": _explained(item),
    }


def _overall(verdict: Verdict) -> tuple[str, str]:
    """The decision table of the ToolCallAudit form: overall verdict and recommendation."""
    if verdict.decision is Decision.ALLOW:
        return "PASS", "PROCEED"
    if verdict.decision is Decision.ALLOW_WITH_WARNING:
        return "UNCERTAIN", "PROCEED"
    at_fault = [item for item in verdict.items if item.outcome is not Outcome.SUPPORTED]
    flagged = [item for item in at_fault if is_hallucinated(item.outcome) or item.flag in STRUCTURAL_FLAGS]
    undecided = "BLOCK" if verdict.risk is Risk.HIGH else "REQUEST_CLARIFICATION"
    if not flagged:
        return "UNCERTAIN", undecided
    if any(is_hallucinated(item.outcome) or item.flag is not Flag.MISSING_REQUIRED for item in flagged):
        return "FLAG", "BLOCK"
    return "FLAG", "REQUEST_CLARIFICATION" if len(flagged) == len(at_fault) else undecided


def _needs_review(verdict: Verdict) -> bool:
    blocked_at_high_risk = verdict.decision is Decision.BLOCK and verdict.risk is Risk.HIGH
    return verdict.decision is Decision.HUMAN_REVIEW or (blocked_at_high_risk and bool(verdict.open))


def _faults(item: ItemVerdict, findings: Iterable[Finding]) -> list[ItemVerdict | Finding]:
    """The findings against an item, one per kind of flag and the worst of each; the item itself where no finding is left."""
    worst: dict[Flag, Finding] = {}
    for finding in findings:
        if finding.item != item.item or finding.outcome is Outcome.SUPPORTED:
            continue
        kept = worst.get(_flag_of(finding))
        if kept is None or (finding.outcome.rank, finding.severity) > (kept.outcome.rank, kept.severity):
            worst[_flag_of(finding)] = finding
    return list(worst.values()) or [item]


def _flag_json(item: ItemVerdict, fault: ItemVerdict | Finding) -> dict[str, Json]:
    row: dict[str, Json] = {
        "parameter_path": parameter_name(item.item),
        "claimed_value": plain(item.value),
        "flag_type": _flag_of(fault).value,
        "severity": SEVERITY_WORDS[fault.severity],
        "explanation": _explained(fault),
    }
    if fault.suggestion is not None:
        row["suggested_value"] = plain(fault.suggestion)
    return row


def _flag_of(fault: ItemVerdict | Finding) -> Flag:
    return Flag.NO_EVIDENCE if fault.flag is None else fault.flag


def _explained(fault: ItemVerdict | Finding) -> str:
    return fault.explanation or _NO_EXPLANATION[fault.outcome]


def _item_line(item: ItemVerdict) -> str:
    name = parameter_name(item.item)
    given = "" if item.item == ARGUMENTS_ITEM else f" = {_shown(_compact(item.value))}"
    if item.flag is Flag.MISSING_REQUIRED:
        given = " (missing)"
    line = f"  {LEAF_VERDICTS[item.outcome]:<12} {_shown(name)}{given}"
    if item.outcome is Outcome.SUPPORTED:
        return line + _origin(item)
    line += f"\n      {item.rule_id} ({SEVERITY_WORDS[item.severity]}): {printable(_explained(item))}"
    if item.suggestion is not None:
        line += f"\n      did you mean {_shown(_compact(item.suggestion))}?"
    return line


def _origin(item: ItemVerdict) -> str:
    how = "" if item.derivation is None else f" ({printable(item.derivation)})"
    if not item.evidence:
        return how
    first = item.evidence[0]
    return f"  <- {printable(first.source_id)} [{first.span.start}:{first.span.end}] {_shown(_compact(first.text))}{how}"


def _shown(value: str) -> str:
    cut = value if len(value) <= MAX_SHOWN_CHARS else value[: MAX_SHOWN_CHARS - 1] + "…"
    return printable(cut)


def _compact(value: Json) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def _flat(value: Json) -> Json:
    return _compact(value) if isinstance(value, list | dict) else plain(value)


def plain(value: Json, *, depth: int = 0) -> Json:
    """The value with every number that JSON cannot hold given as its text."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_INT_BITS else format(Decimal(value), "f")
    if isinstance(value, float):
        return value if math.isfinite(value) else _float_text(value)
    if depth >= MAX_DEPTH:
        return f"[nested more than {MAX_DEPTH} levels deep]"
    if isinstance(value, list):
        return [plain(part, depth=depth + 1) for part in value]
    return {key: plain(part, depth=depth + 1) for key, part in value.items()}


def _float_text(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"
