"""A verdict from its native form: every view of it is byte for byte what it was before."""

from __future__ import annotations

from .audit_read import audit_from_json
from .json_read import Saved
from .policy import Risk
from .types import Decision, Evidence, Finding, Flag, Json, Kind, Outcome, Role, Scalar, Severity, Span
from .verdict import VERDICT_VERSION, CheckError, Digests, ItemVerdict, Verdict

_REMEDY = "give what `verdict_json` of this version wrote"


def verdict_from_json(written: Json, *, place: str = "verdict") -> Verdict:
    """The verdict that `verdict_json` wrote. A value that JSON has no form for (NaN, a very long integer) stays the text that it was written as.

    Raises:
        InputError: it is not of this form or version; the message names the place.
    """
    saved = Saved.of(written, place, remedy=_REMEDY)
    saved.require_version("verdict_version", VERDICT_VERSION)
    digests = saved.one("digests")
    return Verdict(
        tool_name=saved.text("tool_name"),
        call_id=saved.text_or_none("call_id"),
        decision=saved.choice("decision", Decision),
        items=tuple(_item(item) for item in saved.each("items")),
        findings=tuple(_finding(finding) for finding in saved.each("findings")),
        reasons=saved.texts("reasons"),
        open=saved.texts("open"),
        errors=tuple(CheckError(error.text("place"), error.text("message")) for error in saved.each("errors")),
        question=saved.text_or_none("question"),
        feedback=saved.text_or_none("feedback"),
        digests=Digests(digests.text("rules"), digests.text("policy"), digests.text("context"), digests.text("tools")),
        risk=saved.choice("risk", Risk),
        engine_version=saved.text("engine_version"),
        audit=None if saved.content.get("audit") is None else audit_from_json(saved.one("audit")),
    )


def _item(saved: Saved) -> ItemVerdict:
    return ItemVerdict(
        item=saved.text("item"),
        value=saved.get("value"),
        kind=saved.choice("kind", Kind),
        outcome=saved.choice("outcome", Outcome),
        severity=_severity(saved),
        rule_id=saved.text("rule_id"),
        explanation=saved.text("explanation"),
        flag=_flag(saved),
        evidence=_evidence(saved),
        derivation=saved.text_or_none("derivation"),
        suggestion=_suggestion(saved),
        confidence=saved.fraction("confidence"),
    )


def _finding(saved: Saved) -> Finding:
    return Finding(
        rule_id=saved.text("rule_id"),
        item=saved.text("item"),
        outcome=saved.choice("outcome", Outcome),
        severity=_severity(saved),
        explanation=saved.text("explanation"),
        flag=_flag(saved),
        evidence=_evidence(saved),
        derivation=saved.text_or_none("derivation"),
        suggestion=_suggestion(saved),
        confidence=saved.fraction("confidence"),
    )


def _severity(saved: Saved) -> Severity:
    number = saved.whole("severity")
    if not 1 <= number <= 5:
        saved.refuse("severity", f"`{number}` is not between 1 and 5")
    return Severity(number)


def _flag(saved: Saved) -> Flag | None:
    return None if saved.get("flag") is None else saved.choice("flag", Flag)


def _suggestion(saved: Saved) -> Scalar | None:
    value = saved.get("suggestion")
    if isinstance(value, list | dict):
        saved.refuse("suggestion", "it is not a scalar")
    return value


def _evidence(saved: Saved) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            each.text("source_id"),
            each.choice("role", Role),
            Span(each.whole("start"), each.whole("end")),
            each.text("text"),
            each.text_or_none("key_path"),
        )
        for each in saved.each("evidence")
    )
