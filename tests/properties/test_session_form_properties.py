"""What holds for contexts and sessions in every message form: saved or grown item by item, they are those of the chat form."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from agents import GUARD
from groundrules import Context, Form, Json, Limits, Session, ToolCall, ToolRegistry, verdict_json
from groundrules.engine.context import Sources
from groundrules.engine.inputs import PastCall
from groundrules.engine.log import Log
from groundrules.engine.snapshot import context_from_json, context_to_json
from hypothesis import given
from hypothesis import strategies as st
from renderings import RENDERERS, Said, conversations_with_calls, transcript
from renderings import TOOLS as NAMES
from strategies import function_tool

TOOLS = ToolRegistry.from_openai([function_tool(name, {"type": "object", "properties": {}}) for name in NAMES])
LIMITS = Limits(max_turns=4)


def _rendered(name: str, turns: list[Said]) -> tuple[Form, list[object], Json]:
    form, render = RENDERERS[name]
    if form is Form.TRANSCRIPT:
        return form, [transcript([said])[0] for said in turns], None
    messages, system = render(turns)
    return form, list(messages), system


def _session(form: Form, system: Json, *, limits: Limits | None = None) -> Session:
    context = Context.from_messages((), form=form, system=system)
    return Session("c-1", guard=GUARD, registry=TOOLS, context=context, form=form, limits=limits or Limits())


def _parts(context: Context) -> list[object]:
    """All that a context holds, the indexes by their sources."""
    said = [(uttered.index.source, None if uttered.call is None else uttered.call.number) for uttered in context.utterances]
    waiting = [call.number for call in context.open_calls]
    rest = replace(context, gathered=Sources(Log()), said=Log(), made=Log(), open_calls=())
    return [rest, context.digest, [index.source for index in context.sources], [_call_parts(call) for call in context.calls], said, waiting]


def _call_parts(call: PastCall) -> list[object]:
    """All of a call; its arguments may hold NaN, which equals nothing."""
    return [call.order, call.number, call.name, call.id, repr(call.arguments), sorted(call.passed), call.text, call.written]


def _through_text(value: Json) -> Json:
    written: Json = json.loads(json.dumps(value, sort_keys=True, allow_nan=False))
    return written


@pytest.mark.parametrize("name", RENDERERS)
@given(case=conversations_with_calls(), cut=st.integers(0, 8))
def test_snapshot_is_the_context_in_every_form(name: str, case: tuple[list[Said], ToolCall], cut: int) -> None:
    """Every part of a context survives, numbers and open calls too, and what comes later is read as it would have been."""
    form, messages, system = _rendered(name, case[0])
    context = Context.from_messages((), form=form, system=system)
    for message in messages[:cut]:
        context = context.with_message(message)
    restored = context_from_json(_through_text(context_to_json(context)))
    assert _parts(restored) == _parts(context)
    for message in messages[cut:]:
        context, restored = context.with_message(message), restored.with_message(message)
    assert _parts(restored) == _parts(context)


def _decided(name: str, turns: list[Said]) -> list[str]:
    """The verdicts on all calls of a conversation, each asked for once its message has come."""
    form, messages, system = _rendered(name, turns)
    desk, verdicts = _session(form, system), list[str]()
    for message in messages:
        known = desk.context.numbered
        desk.add(message)
        for call in desk.context.calls[known:]:
            written = verdict_json(desk.decide(ToolCall(call.name, dict(call.arguments or {}))))
            verdicts.append(json.dumps({**written, "call_id": None}))
    return [*verdicts, desk.context.digest]


@given(conversations_with_calls())
def test_session_decides_alike_in_every_form(case: tuple[list[Said], ToolCall]) -> None:
    """The verdicts on the calls of a conversation are the same byte for byte, and so is the context in the end."""
    expected = _decided("chat", case[0])
    for name in RENDERERS:
        assert _decided(name, case[0]) == expected, name


@pytest.mark.parametrize("name", RENDERERS)
@given(case=conversations_with_calls(), cut=st.integers(0, 8))
def test_restored_session_goes_on_in_every_form(name: str, case: tuple[list[Said], ToolCall], cut: int) -> None:
    """With turns dropped or not: what is saved is what is restored, and no two calls share a number."""
    form, messages, system = _rendered(name, case[0])
    desk = _session(form, system, limits=LIMITS)
    desk.sync(messages[:cut])
    back = Session.restore(_through_text(desk.snapshot()), guard=GUARD, registry=TOOLS, limits=LIMITS)
    assert _parts(back.context) == _parts(desk.context)
    for each in (desk, back):
        assert each.sync(messages) == len(messages[cut:])
    assert _parts(back.context) == _parts(desk.context)
    assert verdict_json(back.decide(case[1])) == verdict_json(desk.decide(case[1]))
    assert json.dumps(back.snapshot()) == json.dumps(desk.snapshot())
    assert len({call.number for call in desk.context.calls}) == len(desk.context.calls)
