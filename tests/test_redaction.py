"""Masking: stable tokens wherever a value stands, the form of the record kept, and refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from calls import context_of, exchange, registry_of
from groundrules.engine.context import Context
from groundrules.engine.entries import EntryKind, decision_entry, detail_entry
from groundrules.engine.errors import InputError
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.snapshot import context_from_json, context_to_json
from groundrules.engine.types import Json, Kind
from groundrules.record import JsonLinesSink, mask_values, replay_log, verify_log
from hypothesis import given
from hypothesis import strategies as st
from logs import GUARD, stopped_clock
from strategies import argument_texts, planted_emails, planted_phones

KEY = b"a key for tests only"
CONTACTS = (Kind.EMAIL, Kind.PHONE)
TOKEN = re.compile(r"\[(\w+):[0-9a-f]{16}\]")


def masked(details: Json, *kinds: Kind, key: bytes = KEY) -> Json:
    """What becomes of the details of an entry."""
    inner = mask_values(kinds or CONTACTS, key)({"kind": "outcome", "details": details})
    return inner["details"]


def test_one_value_has_one_token() -> None:
    """Other spellings of a value have the same token, other values and other keys another."""
    here, again, other = (str(masked(f"mail to {address} now")) for address in ("Li@example.com", "li@EXAMPLE.com", "lo@example.com"))
    assert TOKEN.fullmatch(here.removeprefix("mail to ").removesuffix(" now"))
    assert here == again
    assert here != other
    assert here != masked("mail to Li@example.com now", key=b"another key for tests")


def test_json_inside_texts_is_masked_too() -> None:
    """A value that an escape hides, a key, and a number are found inside a JSON text; a text without values stays byte for byte."""
    hidden = '{"to": "li\\u0040example.com", "li@example.com": 1, "deep": ["{\\"cc\\": \\"lo@example.com\\"}"]}'
    found = str(masked(hidden))
    assert "example.com" not in json.dumps(json.loads(found))
    assert len(TOKEN.findall(found)) == 3
    assert masked('{"n":   [1, 2]}') == '{"n":   [1, 2]}'
    assert masked('{"broken": "li@example.com"') != '{"broken": "li@example.com"'


def test_numbers_are_masked_by_kind() -> None:
    """A number is masked where its kind is asked for."""
    found = masked({"amount": 12.5, "flag": True}, Kind.NUMBER)
    assert isinstance(found, dict)
    assert TOKEN.fullmatch(str(found["amount"]))
    assert found["flag"] is True
    assert masked({"amount": 12.5}) == {"amount": 12.5}


def test_too_deep_for_its_parts_is_masked_as_text() -> None:
    """Hostile nesting raises nothing, and hides nothing."""
    deep = "[" * 5000 + '"li@example.com"' + "]" * 5000
    assert "li@example.com" not in str(masked(deep))
    assert "li@example.com" not in str(masked("[" * 900 + '"li@example.com"' + "]" * 900))


@pytest.mark.parametrize(("kinds", "key"), [((Kind.NAME,), KEY), ((Kind.TEXT,), KEY), ((Kind.EMAIL,), b"short")])
def test_refusals(kinds: tuple[Kind, ...], key: bytes) -> None:
    """A kind that nothing recognizes and a key that is too short are refused when the hook is made."""
    with pytest.raises(InputError):
        mask_values(kinds, key)


def recorded(address: str, passed: str, path: Path) -> str:
    """A log with one masked decision, in a conversation that names the address and a tool output that repeats it."""
    context = context_of(f"Write to {address}, please.", evidence=[json.dumps({"contact": address})], now="2031-05-06T07:08:09+00:00")
    registry = registry_of({"to": "x"}, tool="send_record")
    call = ToolCall("send_record", {"to": passed}, "call_1")
    verdict = GUARD.check_tool_call(call, context=context, registry=registry)
    entry = decision_entry(call, verdict, session_id="s1", context=context, registry=registry)
    JsonLinesSink(path, redact=mask_values(CONTACTS, KEY), clock=stopped_clock, fsync=False).append(entry)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("passed", ["li.ann@example.com", "lo.ann@example.com"])
def test_masked_decision_keeps_its_form_and_replays(tmp_path: Path, passed: str) -> None:
    """No address is left in the log; ids, digests and decisions are; the replay decides as before and says that the context is another."""
    path = tmp_path / "log"
    text = recorded("li.ann@example.com", passed, path)
    assert "ann@example.com" not in text
    assert verify_log(path).is_whole
    record = json.loads(text.splitlines()[1])
    assert (record["call_id"], record["session_id"], record["snapshot"]["context"]["now"]) == ("call_1", "s1", "2031-05-06T07:08:09+00:00")
    assert record["digests"] == record["verdict"]["digests"]
    replay = replay_log(path, GUARD)
    assert (replay.replayed, replay.changes, replay.other_context, replay.unreadable) == (1, [], [2], {})


@given(
    email=planted_emails(),
    phone=planted_phones(),
    arguments=argument_texts(),
    where=st.sampled_from(["{}", '{{"a": "{}"}}', "x {} y", "[[{}]]"]),
)
def test_masking_finds_what_it_should_and_never_raises(email: object, phone: object, arguments: Json, where: str) -> None:
    """Whatever stands around it, a whole address or number that the recognizers see is gone; any arguments are taken."""
    for planted in (email, phone):
        value = str(getattr(planted, "value", ""))
        assert value not in json.dumps(masked(where.format(value)))
    entry = detail_entry(EntryKind.OUTCOME, {"arguments": arguments})
    again = mask_values(CONTACTS, KEY)
    assert again(again(entry)).keys() == entry.keys()


def test_numbers_of_calls_stay() -> None:
    """Masking numbers leaves those by which a snapshot counts turns, messages and calls."""
    context = Context.from_openai(exchange({"n": 31313}, "44.5 of 31313"))
    entry = mask_values([Kind.NUMBER, Kind.IDENTIFIER], KEY)({"kind": "decision", "snapshot": {"context": context_to_json(context)}})
    snapshot = entry["snapshot"]
    assert isinstance(snapshot, dict)
    read = context_from_json(snapshot["context"])
    assert "31313" not in read.sources[0].source.text
    assert (read.numbered, read.messages, read.speaker, read.sources[0].source.answers) == (1, 2, context.speaker, 0)
