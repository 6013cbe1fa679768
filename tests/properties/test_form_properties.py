"""What holds for every message form: the same conversation is the same context, and no input is anything but read or refused with its place."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import cast

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.forms import Form
from groundrules.engine.forms.calls import ToolCall
from groundrules.engine.forms.detection import forms_of
from groundrules.engine.guard import Guard
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Json
from groundrules.engine.verdict import Verdict
from groundrules.engine.views import verdict_json
from hypothesis import given, settings
from hypothesis import strategies as st
from renderings import RENDERERS, TOOLS, Call, Said, chat, conversations_with_calls, stripped
from strategies import function_tool, json_values, texts

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = Path(os.environ.get("GROUNDRULES_DATA", ROOT.parent / "shared" / "data")) / "toolcalls"
READERS = [form for form in Form if form is not Form.AUTO]
SCHEMA: Json = {"type": "object", "properties": {name: {"type": "string"} for name in ("order_id", "email", "url", "phone", "note")}}


@cache
def guard() -> Guard:
    return Guard()


@cache
def registry() -> ToolRegistry:
    return ToolRegistry.from_openai([function_tool(name, SCHEMA) for name in TOOLS])


def context_in(name: str, turns: Sequence[Said], *, named: bool = True) -> Context:
    form, render = RENDERERS[name]
    messages, system = render(turns)
    return Context.from_messages(messages, form=form if named else Form.AUTO, system=system)


def judged(call: ToolCall, context: Context, tools: ToolRegistry) -> Verdict:
    return guard().check_tool_call(call, context=context, registry=tools)


@settings(max_examples=200)
@given(conversations_with_calls())
def test_the_same_conversation_is_the_same_in_every_form(case: tuple[list[Said], ToolCall]) -> None:
    """Context digest, sources and the whole verdict are equal, byte for byte, whether the form is named or found out."""
    turns, call = case
    plain = context_in("chat", turns)
    expected = verdict_json(judged(call, plain, registry()))
    for name in RENDERERS:
        context = context_in(name, turns)
        assert context.digest == plain.digest, name
        assert [replaced(index.source) for index in context.sources] == [replaced(index.source) for index in plain.sources], name
        assert verdict_json(judged(call, context, registry())) == expected, name
        assert not context.unread
        if turns:
            assert context_in(name, turns, named=False).digest == plain.digest, name


def replaced(source: object) -> list[object]:
    """All of a source but the id of its call."""
    return [getattr(source, name) for name in ("id", "role", "order", "text", "tool", "is_error")]


@given(conversations_with_calls(), st.sampled_from(list(RENDERERS)))
def test_message_by_message_is_the_whole_in_every_form(case: tuple[list[Said], ToolCall], name: str) -> None:
    """A context that grows message by message, its form found anew each time or named, equals the one read at once."""
    turns, _ = case
    form, render = RENDERERS[name]
    messages, system = render(turns)
    whole = Context.from_messages(messages, form=form, system=system)
    pieces = (messages,) if isinstance(messages, str) else messages
    named, found = (Context.from_messages((), system=system) for _ in range(2))
    for piece in pieces:
        named = named.with_message(piece, form=form)
        found = found.with_message(piece) if form is not Form.TRANSCRIPT or piece else found
    assert named.digest == found.digest == whole.digest
    assert named.messages == whole.messages


def _said(message: dict[str, Json], calls: dict[str, Call]) -> Said | None:
    content, role = message.get("content"), str(message["role"])
    if content is not None and not isinstance(content, str):
        return None
    lines = stripped((content or "",))
    made: list[Call] = []
    for entry in cast("list[dict[str, Json]]", message.get("tool_calls") or []):
        function = cast("dict[str, Json]", entry["function"])
        arguments = json.loads(str(function["arguments"]))
        if not isinstance(arguments, dict) or str(entry["id"]) in calls:
            return None
        made.append(Call(str(function["name"]), cast("dict[str, Json]", arguments), str(entry["id"])))
        calls[made[-1].id] = made[-1]
    answers = calls.get(str(message.get("tool_call_id"))) if role == "tool" else None
    return None if role == "tool" and answers is None else Said(role, lines, tuple(made), answers)


def _conversation(messages: list[dict[str, Json]]) -> list[Said] | None:
    """The conversation of a row; None where one of the forms has no way to write it: a later system turn, a call id used twice."""
    calls: dict[str, Call] = {}
    turns = [_said(message, calls) for message in messages]
    whole = [said for said in turns if said is not None and (said.texts or said.calls or said.role != "assistant")]
    return None if None in turns or any(said.role == "system" for said in whole[1:]) else whole


def _rows() -> Iterator[tuple[list[Said], dict[str, Json]]]:
    """Rows of the public data that have a conversation, in turn from each file."""

    def of_file(path: Path) -> Iterator[tuple[list[Said], dict[str, Json]]]:
        with path.open(encoding="utf-8") as lines:
            for line in islice(lines, 60):
                row = cast("dict[str, Json]", json.loads(line))
                turns = _conversation(cast("list[dict[str, Json]]", row["messages"]))
                if turns:
                    yield turns, row

    return chain.from_iterable(islice(of_file(path), 12) for path in sorted(DATA.glob("*.jsonl")))


def _settled(verdict: Verdict) -> object:
    return verdict.decision, [(item.item, item.outcome, item.flag, item.suggestion) for item in verdict.items]


def test_public_conversations_have_the_same_verdict_in_every_form() -> None:
    """Over 200 conversations of the public folder. Items that join a call to the text before it keep the verdict, not the numbering."""
    if not DATA.is_dir():
        pytest.skip(f"no public data at {DATA}: set GROUNDRULES_DATA to its folder")
    rows = list(islice(_rows(), 200))
    assert len(rows) == 200
    for turns, row in rows:
        call = cast("dict[str, Json]", row["call"])
        tools = ToolRegistry.from_openai(cast("list[Json]", row["tools"]))
        proposed = ToolCall(str(call["name"]), call["arguments"])
        plain = context_in("chat", turns)
        expected = judged(proposed, plain, tools)
        is_joined = any(first.role == second.role == "assistant" and not second.texts for first, second in pairwise(turns))
        for name in RENDERERS:
            context = context_in(name, turns)
            assert _settled(judged(proposed, context, tools)) == _settled(expected), (name, row["id"])
            assert context.digest == plain.digest or (is_joined and name in ("responses", "transcript")), (name, row["id"])


KEYS: st.SearchStrategy[str] = st.sampled_from(
    "role content type text parts data tool_calls function name arguments args input id call_id tool_call_id tool_use_id is_error output lc kwargs"
    " function_call functionCall function_response functionResponse response status additional_kwargs invalid_tool_calls thought".split()
)
WORDS: st.SearchStrategy[str] = st.sampled_from(
    "user assistant model system tool function human ai text tool_use tool_result function_call function_call_output message image thinking"
    " reasoning item_reference constructor AIMessageChunk chat custom_tool_call search_result mid_conv_system input_text User: Tool(x):".split()
)


def messagelike() -> st.SearchStrategy[Json]:
    """JSON with the keys and words that the readers look for, in any arrangement."""
    leaf: st.SearchStrategy[Json] = st.one_of(WORDS, st.none(), st.booleans(), st.integers(0, 3), texts(8))
    return st.recursive(leaf, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=5)), max_leaves=16)


@settings(max_examples=400)
@given(st.one_of(st.lists(messagelike(), max_size=3), messagelike(), json_values()), st.sampled_from(list(Form)))
def test_anything_is_read_or_refused_with_its_place(messages: Json, form: Form) -> None:
    """Arbitrary JSON in any form gives a context or an InputError that names a place and a remedy, and never another error."""
    try:
        context = Context.from_messages(cast("list[object]", messages), form=form)
    except InputError as error:
        assert error.place.split("[")[0].split(" ")[0].split(".")[0] in ("messages", "form"), error  # noqa: PT017
        assert error.problem  # noqa: PT017
        assert error.remedy  # noqa: PT017
    else:
        assert len(context.digest) == 64
        assert judged(ToolCall("get_order", {"order_id": "ORD-1"}), context, registry()).decision


@settings(max_examples=200)
@given(messagelike(), st.sampled_from(["openai", "responses", "anthropic", "gemini", "langchain"]))
def test_any_call_is_read_or_refused_with_its_place(call: Json, name: str) -> None:
    """The same for a call by itself."""
    try:
        read = getattr(ToolCall, f"from_{name}")(call)
    except InputError as error:
        assert error.place.startswith("call")  # noqa: PT017
    else:
        assert isinstance(read.name, str)


@settings(max_examples=200)
@given(messagelike())
def test_forms_that_fit_a_message_read_it_alike(message: Json) -> None:
    """Where a message can be of several forms it makes no difference which one it is read by."""
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for form in forms_of(message):
        try:
            context = Context.from_messages((message,), form=form)
        except InputError as error:
            seen.add((error.place, ()))
        else:
            seen.add((context.digest, context.unread))
    assert len(seen) <= 1


@given(st.one_of(messagelike(), json_values()))
def test_any_system_prompt_is_read_or_refused(system: Json) -> None:
    """A system prompt is a text in one of its forms, or refused."""
    try:
        context = Context.from_messages((), system=system)
    except InputError as error:
        assert error.place.startswith("system")  # noqa: PT017
    else:
        assert context.turns == (0 if system is None else 1)


def test_chat_is_what_the_renderings_start_from() -> None:
    """A rendering by itself: a turn with two calls and their outputs is three chat messages."""
    calls = (Call("get_order", {"order_id": "ORD-1"}, "a"), Call("get_order", {"order_id": "ORD-2"}, "b"))
    messages, system = chat([Said("assistant", (), calls), *(Said("tool", ("x",), answers=call) for call in calls)])
    assert (len(messages), system) == (3, None)
    assert READERS
