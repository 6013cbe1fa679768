"""One conversation written in every message form: what an engineer would send to each API, made from one plain description."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from groundrules.engine.forms import Form
from groundrules.engine.forms.calls import ToolCall
from groundrules.engine.types import Json
from hypothesis import strategies as st
from strategies import json_values, planted_values, texts


@dataclass(frozen=True)
class Call:
    """A call of the assistant: its arguments as an object, and an id."""

    name: str
    arguments: dict[str, Json]
    id: str


@dataclass(frozen=True)
class Said:
    """One turn: who says what, the calls of an assistant, the call that a tool answers and whether it failed. Several `texts` are several parts."""

    role: str
    texts: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    answers: Call | None = None
    is_error: bool = False

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self.texts)


@dataclass
class Message:
    """A message object as client libraries have them: fields as attributes."""

    type: str
    content: Json
    tool_calls: list[Json] = field(default_factory=list[Json])
    tool_call_id: str | None = None
    status: str = "success"
    name: str | None = None


Rendered = tuple[Sequence[object] | str, Json]
"""The messages, and the system prompt where the form keeps it apart."""


def _parts(said: Said, kind: str) -> Json:
    parts: list[Json] = [{"type": kind, "text": text} for text in said.texts]
    return said.texts[0] if len(said.texts) == 1 else parts


def _function(call: Call) -> Json:
    return {"name": call.name, "arguments": json.dumps(call.arguments)}


def chat(turns: Sequence[Said]) -> Rendered:
    """OpenAI chat messages."""
    messages: list[Json] = []
    for said in turns:
        message: dict[str, Json] = {"role": said.role, "content": _parts(said, "text") if said.texts else None}
        if said.calls:
            message["tool_calls"] = [{"id": call.id, "type": "function", "function": _function(call)} for call in said.calls]
        if said.answers is not None:
            message |= {"tool_call_id": said.answers.id} | ({"is_error": True} if said.is_error else {})
        messages.append(message)
    return messages, None


def responses(turns: Sequence[Said]) -> Rendered:
    """OpenAI Responses items."""
    items: list[Json] = []
    for said in turns:
        kind = "output_text" if said.role == "assistant" else "input_text"
        if said.answers is not None:
            output: dict[str, Json] = {"type": "function_call_output", "call_id": said.answers.id, "output": _parts(said, "input_text")}
            items.append(output | ({"is_error": True} if said.is_error else {}))
            continue
        if said.texts or not said.calls:
            items.append({"type": "message", "role": said.role, "content": _parts(said, kind)})
        if said.role == "assistant":
            items.append({"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "thinking of ORD-99999"}]})
        for call in said.calls:
            items.append({"type": "function_call", "call_id": call.id, "name": call.name, "arguments": json.dumps(call.arguments)})
    return items, None


def anthropic(turns: Sequence[Said]) -> Rendered:
    """Anthropic messages: the system prompt apart, and the results of one assistant turn together in a user message."""
    system, rest = _apart(turns)
    messages: list[dict[str, Json]] = []
    results: list[Json] = []
    for said in rest:
        if said.answers is not None:
            result: dict[str, Json] = {"type": "tool_result", "tool_use_id": said.answers.id, "content": _parts(said, "text")}
            results.append(result | ({"is_error": True} if said.is_error else {}))
            if len(results) == 1:
                messages.append({"role": "user", "content": results})
            continue
        if said.role == "user" and results:
            results.extend({"type": "text", "text": text} for text in said.texts)
            results = []
            continue
        results = []
        blocks: list[Json] = [{"type": "text", "text": text} for text in said.texts]
        blocks.extend({"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)} for call in said.calls)
        content: Json = said.text if len(said.texts) == 1 and not said.calls else blocks
        messages.append({"role": said.role, "content": content})
    return messages, None if system is None else [{"type": "text", "text": text} for text in system.texts]


def gemini(turns: Sequence[Said], *, with_ids: bool = False, camel: bool = False) -> Rendered:
    """Gemini contents: the system prompt apart; calls without ids, as the API gives them by default."""
    system, rest = _apart(turns)
    names = ("functionCall", "functionResponse") if camel else ("function_call", "function_response")
    contents: list[dict[str, Json]] = []
    for said in rest:
        parts: list[Json] = [{"text": text} for text in said.texts]
        for call in said.calls:
            function: dict[str, Json] = {"name": call.name, "args": dict(call.arguments)}
            parts.append({names[0]: function | ({"id": call.id} if with_ids else {})})
        if said.answers is not None:
            response: dict[str, Json] = {"name": said.answers.name, "response": {"error" if said.is_error else "output": said.text}}
            parts = [{names[1]: response | ({"id": said.answers.id} if with_ids else {})}]
        contents.append({"role": {"assistant": "model"}.get(said.role, "user"), "parts": parts})
    return contents, None if system is None else {"parts": [{"text": text} for text in system.texts]}


def _langchain_fields(said: Said) -> Message:
    kind = {"user": "human", "assistant": "ai"}.get(said.role, said.role)
    message = Message(kind, _parts(said, "text") if said.texts else "")
    message.tool_calls = [{"name": call.name, "args": dict(call.arguments), "id": call.id, "type": "tool_call"} for call in said.calls]
    if said.answers is not None:
        message.tool_call_id, message.status = said.answers.id, "error" if said.is_error else "success"
    return message


def langchain(turns: Sequence[Said]) -> Rendered:
    """LangChain message objects."""
    return [_langchain_fields(said) for said in turns], None


def langchain_dumped(turns: Sequence[Said]) -> Rendered:
    """The dumps of LangChain messages, with the raw calls beside the read ones."""
    dumped: list[Json] = []
    for said in turns:
        message = _langchain_fields(said)
        raw: list[Json] = [{"id": call.id, "type": "function", "function": _function(call)} for call in said.calls]
        extra: dict[str, Json] = {"tool_calls": raw} if raw else {}
        data: dict[str, Json] = {**vars(message), "additional_kwargs": extra}
        dumped.append({"type": message.type, "data": data})
    return dumped, None


def transcript(turns: Sequence[Said]) -> Rendered:
    """A plain transcript."""
    lines: list[str] = []
    for said in turns:
        failed = " error" if said.is_error else ""
        head = said.role.capitalize() if said.answers is None else f"Tool({said.answers.name}){failed}"
        if said.texts or not said.calls:
            lines.append(f"{head}: {_quoted(said.text)}")
        lines += [f"Call({call.name}): {json.dumps(call.arguments)}" for call in said.calls]
    return "\n".join(lines), None


_HEAD_LINE = re.compile(r"\\*(?:System|User|Human|Assistant|AI|Call\([^()\n]{1,200}\)|Tool(?:\([^()\n]{1,200}\))?(?: error)?):")


def _quoted(text: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join((first, *(f"\\{line}" if _HEAD_LINE.match(line) else line for line in rest)))


def _apart(turns: Sequence[Said]) -> tuple[Said | None, Sequence[Said]]:
    return (turns[0], turns[1:]) if turns and turns[0].role == "system" else (None, turns)


RENDERERS: Mapping[str, tuple[Form, Callable[[Sequence[Said]], Rendered]]] = {
    "chat": (Form.OPENAI_CHAT, chat),
    "responses": (Form.OPENAI_RESPONSES, responses),
    "anthropic": (Form.ANTHROPIC, anthropic),
    "langchain": (Form.LANGCHAIN, langchain),
    "langchain_dumped": (Form.LANGCHAIN, langchain_dumped),
    "gemini": (Form.GEMINI, gemini),
    "gemini_ids": (Form.GEMINI, lambda turns: gemini(turns, with_ids=True, camel=True)),
    "transcript": (Form.TRANSCRIPT, transcript),
}

TOOLS = ("get_order", "find_people")


def stripped(parts: Sequence[str]) -> tuple[str, ...]:
    """The parts without the spaces around them, empty ones left out."""
    return tuple(part for part in (part.strip() for part in parts) if part)


@st.composite
def conversations_with_calls(draw: st.DrawFn) -> tuple[list[Said], ToolCall]:
    """A conversation with several calls in a turn, errors and text in parts, and a call whose values it may hold."""
    pool = draw(st.lists(planted_values(), min_size=1, max_size=4))
    values = st.sampled_from(pool)
    said = st.one_of(texts(20), values.map(lambda planted: f"it is about {planted.value}, please"), st.just("yes, go ahead"))
    parts = st.lists(said, min_size=1, max_size=2).map(stripped)
    arguments = st.one_of(values.map(lambda planted: cast("dict[str, Json]", {planted.parameter: planted.value})), st.dictionaries(texts(8), json_values(3), max_size=2))
    results = st.one_of(values.map(lambda planted: json.dumps({planted.parameter: planted.value})), said, st.just("Error: no such order"))
    turns = [Said("system", ("be brief",))] if draw(st.booleans()) else []
    number = 0
    for _ in range(draw(st.integers(min_value=0, max_value=3))):
        turns.append(Said("user", draw(parts) or ("hm",)))
        if draw(st.booleans()):
            calls = tuple(Call(draw(st.sampled_from(TOOLS)), draw(arguments), f"call_{number + each}") for each in range(draw(st.integers(1, 3))))
            number += len(calls)
            turns.append(Said("assistant", draw(st.one_of(st.just(()), parts)), calls))
            turns += [Said("tool", stripped((draw(results),)), answers=call, is_error=draw(st.booleans())) for call in calls]
        turns += [Said("assistant", answered) for answered in draw(st.lists(parts, max_size=1)) if answered]
    planted = draw(values)
    changed = planted.value if draw(st.booleans()) else planted.changed(draw(st.integers(0, 9)), draw(st.integers(0, 9)))
    return turns, ToolCall(draw(st.sampled_from(TOOLS)), {planted.parameter: changed, "note": draw(texts(8))}, "call_x")
