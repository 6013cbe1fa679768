"""Replies of a model: what is read, and which fault the rest is."""

from __future__ import annotations

import pytest
from groundrules.cli.judge_rows import judge_reply_case, read_judgement
from groundrules.cli.rows import judge_row
from groundrules.engine.audits import AuditFault
from groundrules.engine.guard import Guard
from groundrules.engine.types import Json
from groundrules.llm_fallback.replies import MAX_REPLY_CHARS, Disposition, parse_reply
from hypothesis import given
from hypothesis import strategies as st

SCHEMA: dict[str, Json] = {
    "type": "object",
    "required": ["colour", "weight", "ripe"],
    "additionalProperties": False,
    "properties": {
        "colour": {"type": "string", "enum": ["red", "green"]},
        "weight": {"type": "integer", "minimum": 1, "maximum": 9},
        "ripe": {"type": "boolean"},
    },
}
PEAR = '{"colour": "green", "weight": 3, "ripe": true}'
READ: dict[str, Json] = {"colour": "green", "weight": 3, "ripe": True}


@pytest.mark.parametrize(
    "reply",
    [
        PEAR,
        f"\ufeff\n {PEAR}\n",
        f"```json\n{PEAR}\n```",
        f"```\n{PEAR}\n```\n",
        f"Here is my answer:\n{PEAR}",
        f"<think>a {{pear}} or an apple?</think>{PEAR}",
        f"The form {{colour, weight}} filled in: {PEAR}",
        PEAR.replace("green", " GREEN"),
    ],
)
def test_reply_is_read_without_loss(reply: str) -> None:
    """Fences, blanks, a reasoning block and a short preamble go; the case of a closed choice does not matter."""
    assert parse_reply(reply, SCHEMA).value == READ


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("", AuditFault.EMPTY),
        (" \n", AuditFault.EMPTY),
        ("It is green and ripe.", AuditFault.NO_JSON),
        ("I'm sorry, I cannot help with pears.", AuditFault.REFUSAL),
        ('{"colour": "gre', AuditFault.TRUNCATED),
        (PEAR.replace('"', "'"), AuditFault.MALFORMED_JSON),
        (PEAR.replace("}", ",}"), AuditFault.MALFORMED_JSON),
        ("<html><body>502</body></html>", AuditFault.TRANSPORT_PAGE),
        ('{"error": {"message": "slow down"}}', AuditFault.ERROR_BODY),
        (f"[{PEAR[1:-1]}]", AuditFault.NOT_AN_OBJECT),
        ('{"colour": "green", "weight": 3}', AuditFault.MISSING_FIELD),
        (PEAR.replace("}", ', "size": 1}'), AuditFault.UNKNOWN_FIELD),
        (PEAR.replace("green", "blue"), AuditFault.UNKNOWN_WORD),
        (PEAR.replace("green", "unsure"), AuditFault.ABSTAINED),
        (PEAR.replace("3", '"3"'), AuditFault.TEXT_NUMBER),
        (PEAR.replace("true", '"True"'), AuditFault.TEXT_BOOLEAN),
        (PEAR.replace("3", "null"), AuditFault.WRONG_TYPE),
        (PEAR.replace("3", "true"), AuditFault.WRONG_TYPE),
        (PEAR.replace("3", "NaN"), AuditFault.WRONG_TYPE),
        (PEAR.replace("3", "12"), AuditFault.OUT_OF_RANGE),
        (PEAR.replace('"weight"', '"ripe": false, "weight"'), AuditFault.DUPLICATE_KEY),
        (f"{PEAR}\n{PEAR.replace('green', 'red')}", AuditFault.TWO_ANSWERS),
        (f"{PEAR} But on second thoughts it is red.", AuditFault.SURROUNDED),
        ("x" * 500 + PEAR, AuditFault.SURROUNDED),
        ("x" * (MAX_REPLY_CHARS + 1), AuditFault.SURROUNDED),
    ],
)
def test_fault_has_a_name(reply: str, fault: AuditFault) -> None:
    """Each kind of broken reply is told apart, gives no value and says what to mend."""
    parsed = parse_reply(reply, SCHEMA)
    assert (parsed.fault, parsed.value) == (fault, None)
    assert parsed.problem
    assert parsed.disposition is not Disposition.ACCEPT


@given(st.text(max_size=200) | st.recursive(st.sampled_from(["{", "}", '"colour"', ":", PEAR, "```", "<think>"]), lambda part: st.tuples(part, part).map("".join)))
def test_no_reply_raises(reply: str) -> None:
    """Whatever a model writes is a value of the schema or a fault."""
    parsed = parse_reply(reply, SCHEMA)
    assert (parsed.value is None) == (parsed.fault is not None)
    assert parsed.value is None or set(parsed.value) == {"colour", "weight", "ripe"}


def test_cut_reply_never_reads_as_an_answer() -> None:
    """No proper beginning of a reply has a value."""
    assert all(parse_reply(PEAR[:cut], SCHEMA).value is None for cut in range(len(PEAR)))


@pytest.mark.parametrize(
    ("raw", "disposition"),
    [
        ('{"verdict": "PASS", "severity": 1, "reason": "every figure stands in the report"}', Disposition.ACCEPT),
        ('{"verdict": "PASS", "severity": 1, "reason": "nothing is invented and there is no contradiction"}', Disposition.ACCEPT),
        ('{"verdict": "PASS", "severity": 5, "reason": "fine"}', Disposition.REVIEW),
        ('{"verdict": "PASS", "severity": 1, "reason": "the price is not in the report"}', Disposition.REVIEW),
        ('{"verdict": "BLOCK", "severity": 1, "reason": "all well"}', Disposition.REVIEW),
        ('{"verdict": "BLOCK", "severity": 5, "reason": "the price is not in the report"}', Disposition.ACCEPT),
    ],
)
def test_judgement_that_contradicts_itself_goes_to_a_person(raw: str, disposition: Disposition) -> None:
    """A pass with a grave severity or a reason that finds fault is no pass."""
    assert read_judgement(raw).disposition is disposition


def test_judge_rows_are_scored() -> None:
    """A row is right where the disposition is the expected one or another that is right too."""
    row: dict[str, Json] = {"id": "j1", "kind": "judge", "raw": "fine by me", "expect": "review", "also_ok": ["retry"]}
    result = judge_row(row, "rows:1", guard=Guard())
    assert result.case is not None
    assert (result.case["ok"], result.case["got"], result.case["fault"]) == (True, "retry", "no_json")
    case, missed = judge_reply_case({**row, "also_ok": []}, "rows:1")
    assert case["ok"] is False
    assert missed is not None
