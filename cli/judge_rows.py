"""One raw reply of a judge model, and what to do with it: accept, try again, or hand to a person."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..engine.audits import AuditFault
from ..engine.errors import InputError
from ..engine.types import Json
from ..llm_fallback.replies import Parsed, parse_reply

JUDGE_KIND = "judge"
JUDGE_SCHEMA: dict[str, Json] = {
    "type": "object",
    "required": ["verdict", "severity", "reason"],
    "properties": {
        "verdict": {"type": "string", "enum": ["PASS", "FLAG", "BLOCK"]},
        "severity": {"type": "integer", "minimum": 1, "maximum": 5},
        "reason": {"type": "string"},
    },
}
"""The reply form of judge rows: a verdict, a severity from 1 (cosmetic) to 5, and a reason."""
_MILD, _GRAVE = 2, 3
_FAULT_WORDS = re.compile(r"\b(?:contradict\w*|fabricat\w+|invented|unsupported|hallucinat\w+|ungrounded)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:no|not|nothing|none|never|without|neither|nor)\b[^.;]*\Z|n't\b[^.;]*\Z", re.IGNORECASE)
_DENIED = re.compile(r"\bnot (?:in|supported|found|grounded|backed|stated|mentioned)\b", re.IGNORECASE)
_BEFORE = 30



def is_judge_case(row: Mapping[str, Json]) -> bool:
    """True for a raw reply with what is expected of it."""
    return row.get("kind") == JUDGE_KIND and "raw" in row and "expect" in row


def read_judgement(raw: str) -> Parsed:
    """The reply of a judge, or what is wrong with it; one whose verdict denies its severity or its reason contradicts itself."""
    parsed = parse_reply(raw, JUDGE_SCHEMA)
    value = parsed.value
    if value is None:
        return parsed
    severity = value["severity"]
    grave = isinstance(severity, int | float) and severity >= _GRAVE
    mild = isinstance(severity, int | float) and severity < _MILD
    reason = str(value["reason"])
    if (value["verdict"] == "PASS" and (grave or _finds_fault(reason))) or (value["verdict"] == "BLOCK" and mild):
        return Parsed(None, AuditFault.CONTRADICTS_ITSELF, "the verdict denies the severity or the reason")
    return parsed


def _finds_fault(reason: str) -> bool:
    """True where a reason names a fault, and does not say that there is none."""
    named = any(_NEGATED.search(reason[max(0, found.start() - _BEFORE) : found.start()]) is None for found in _FAULT_WORDS.finditer(reason))
    return named or _DENIED.search(reason) is not None


def judge_reply_case(row: Mapping[str, Json], place: str) -> tuple[dict[str, Json], dict[str, Json] | None]:
    """The case row, and the miss where it was decided wrongly.

    Raises:
        InputError: the reply is no text.
    """
    raw, also = row["raw"], row.get("also_ok")
    if not isinstance(raw, str):
        raise InputError(f"{place} raw", problem="expected a string", remedy="give the reply as the model wrote it")
    parsed = read_judgement(raw)
    got = parsed.disposition.value
    fits = got == row["expect"] or (isinstance(also, list) and got in also)
    result: dict[str, Json] = {
        "id": row.get("id"),
        "kind": JUDGE_KIND,
        "topic": row.get("topic"),
        "expect": row["expect"],
        "got": got,
        "fault": None if parsed.fault is None else parsed.fault.value,
        "ok": fits,
    }
    missed: dict[str, Json] = {**result, "place": place, "why": "reply read wrongly", "problem": parsed.problem, "reason": row.get("why")}
    return result, None if fits else missed
