"""What holds for every snapshot: the digest and the verdict survive it, and damage is refused with an error of ours."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.snapshot import context_from_json, context_to_json, registry_from_json, registry_to_json
from groundrules.engine.types import Json
from groundrules.engine.views import verdict_json
from hypothesis import given
from hypothesis import strategies as st
from strategies import ToolUse, argument_texts, conversations, evidence_passages, json_values, texts, tool_uses

GUARD = Guard()
ZONES = (UTC, timezone(timedelta(hours=-3, minutes=-30)), ZoneInfo("Europe/Paris"))
RANGE = (datetime(1990, 1, 1), datetime(2060, 1, 1))
NOWS = st.one_of(st.none(), st.datetimes(*RANGE), st.datetimes(*RANGE, timezones=st.sampled_from(ZONES)))


def through_sorted_text(value: Json) -> Json:
    """What a strict JSON writer that sorts keys makes of a value."""
    written: Json = json.loads(json.dumps(value, sort_keys=True, allow_nan=False))
    return written


@given(
    messages=conversations(),
    evidence=evidence_passages(),
    now=NOWS,
    complete=st.booleans(),
    host=st.none() | st.dictionaries(texts(8), json_values(2), max_size=2),
    use=tool_uses(),
    arguments=argument_texts(),
)
def test_digest_and_verdict_survive(
    messages: list[dict[str, Json]],
    evidence: list[dict[str, Json]],
    now: datetime | None,
    complete: bool,
    host: dict[str, Json] | None,
    use: ToolUse,
    arguments: Json,
) -> None:
    """A context and a registry written and read again have their digests, their parts and the same verdict, byte for byte."""
    context = Context.from_openai(messages, evidence=evidence, now=now, complete=complete, host=host)
    registry = ToolRegistry.from_openai([use.tool], aliases={"other": use.name}, namespaces=["functions."])
    restored = context_from_json(through_sorted_text(context_to_json(context)))
    tools = registry_from_json(through_sorted_text(registry_to_json(registry)))
    assert (restored.digest, tools.digest) == (context.digest, registry.digest)
    assert [index.source for index in restored.sources] == [index.source for index in context.sources]
    assert (restored.now, restored.turns, restored.unread, restored.passages) == (
        context.now,
        context.turns,
        context.unread,
        context.passages,
    )
    assert [(call.order, call.name, call.text, call.id, call.passed) for call in restored.calls] == [
        (call.order, call.name, call.text, call.id, call.passed) for call in context.calls
    ]
    for call in (
        ToolCall(use.name, arguments, "c1"),
        ToolCall("functions.other", dict(use.arguments)),
        ToolCall("other", dict(use.arguments)),
    ):
        before = GUARD.check_tool_call(call, context=context, registry=registry)
        after = GUARD.check_tool_call(call, context=restored, registry=tools)
        assert json.dumps(verdict_json(before)) == json.dumps(verdict_json(after))


@given(messages=conversations(), more=conversations())
def test_restored_context_grows_alike(messages: list[dict[str, Json]], more: list[dict[str, Json]]) -> None:
    """Turns added after a restore give the digest that they would have given without it."""
    grown = context = Context.from_openai(messages)
    restored = context_from_json(context_to_json(context))
    for message in more:
        grown, restored = grown.with_message(message), restored.with_message(message)
    assert restored.digest == grown.digest


@given(messages=conversations(), key=st.integers(0, 8), value=json_values(4), use=tool_uses())
def test_damage_is_an_input_error_or_harmless(messages: list[dict[str, Json]], key: int, value: Json, use: ToolUse) -> None:
    """Whatever stands in a field of a snapshot, reading it gives a context or an InputError, and nothing else."""
    snapshot = context_to_json(Context.from_openai(messages))
    tools = registry_to_json(ToolRegistry.from_openai([use.tool]))
    snapshot[sorted(snapshot)[key % len(snapshot)]] = value
    tools[sorted(tools)[key % len(tools)]] = value
    for read, damaged in ((context_from_json, snapshot), (registry_from_json, tools)):
        with suppress(InputError):
            assert len(read(damaged).digest) == 64


@given(value=json_values())
def test_any_json_is_refused(value: Json) -> None:
    """JSON of any other shape is refused."""
    for read in (context_from_json, registry_from_json):
        try:
            read(value)
        except InputError:
            continue
        raise AssertionError(value)
