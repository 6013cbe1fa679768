"""An exchange: what a model was given and what it answered, in OpenAI chat messages, and the rows that its tool calls become."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Never

from ...engine.errors import InputError
from ...engine.forms import Form
from ...engine.types import Json

Message = dict[str, Json]
Entries = Sequence[tuple[str, Mapping[str, Json]]]
"""The objects of a log, each with its place."""

UNLABELLED = "unlabelled"
REDACTED = ("__REDACTED__", "[REDACTED]")
"""What instrumentations put where they were told to hide a text."""
NO_TOOLS = "the log names no tools, so any arguments pass for those called"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request with its answers.

    `answers` are assistant messages, each an alternative; where the log holds none, the assistant turns within `messages` count instead.
    `tools` is None where the log does not say which there were.
    """

    place: str
    id: str | None
    messages: tuple[Message, ...]
    answers: tuple[Message, ...] | None
    tools: tuple[Json, ...] | None
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """An object of a log that could not be read, and why."""

    place: str
    problem: str


TraceReader = Callable[[Entries], Iterator[Exchange | Unread | None]]
"""A function from the objects of a log to exchanges, in order; None stands for an object that is read but no exchange."""


def rows_of(exchange: Exchange, *, source: str) -> Iterator[dict[str, Json]]:
    """A row of the form of `docs/ROWS.md`, without labels, for each tool call: the messages before it, the tools and the call."""
    for before, answer in _answers(exchange):
        for number, call in enumerate(_calls(answer)):
            tools, note = _tools(exchange, call)
            yield {
                "id": f"{exchange.id or exchange.place}/{len(before)}/{number}",
                "source": source,
                "origin": "model",
                "call_label": UNLABELLED,
                "labels": {},
                "mutation": None,
                "schema_valid": None,
                "note": note,
                "messages": [*before],
                "form": Form.OPENAI_CHAT.value,
                "tools": tools,
                "evidence": [],
                "now": None if exchange.now is None else exchange.now.isoformat(),
                "complete": not _is_cut(before),
                "call": call,
            }


def _answers(exchange: Exchange) -> Iterator[tuple[tuple[Message, ...], Message]]:
    if exchange.answers is not None:
        for answer in exchange.answers:
            yield exchange.messages, answer
        return
    for number, message in enumerate(exchange.messages):
        if message.get("role") == "assistant":
            yield exchange.messages[:number], message


def _calls(answer: Message) -> Iterator[dict[str, Json]]:
    listed = answer.get("tool_calls")
    entries = list(listed) if isinstance(listed, list) else []
    if answer.get("function_call") is not None:
        entries.append({"function": answer["function_call"]})
    for entry in entries:
        function = entry.get("function") if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(function, dict):
            continue
        call: dict[str, Json] = {"name": function.get("name"), "arguments": function.get("arguments")}
        if isinstance(entry.get("id"), str):
            call["id"] = entry["id"]
        yield call


def _tools(exchange: Exchange, call: Mapping[str, Json]) -> tuple[list[Json], str]:
    if exchange.tools is None:
        open_tool: Json = {"type": "function", "function": {"name": call.get("name")}}
        return [open_tool], NO_TOOLS
    named = [tool for tool in exchange.tools if _is_named(tool)]
    left_out = len(exchange.tools) - len(named)
    return named, f"{left_out} tools without a name were left out" if left_out else ""


def _is_named(tool: Json) -> bool:
    function = tool.get("function", tool) if isinstance(tool, dict) else None
    return isinstance(function, dict) and isinstance(function.get("name"), str)


def _is_cut(messages: Sequence[Message]) -> bool:
    return any(message.get("content") in REDACTED for message in messages)


# ---- reading, shared by the forms -------------------------------------------------------------------------------------------------------


def as_object(value: Json, place: str) -> dict[str, Json]:
    """The value, an object. Raises InputError."""
    return value if isinstance(value, dict) else refuse(place, f"expected an object, got {type(value).__name__}")


def as_list(value: Json, place: str) -> list[Json]:
    """The value, a list. Raises InputError."""
    return value if isinstance(value, list) else refuse(place, f"expected a list, got {type(value).__name__}")


def as_messages(value: Json, place: str) -> tuple[Message, ...]:
    """The value, a list of objects. Raises InputError."""
    return tuple(as_object(item, f"{place}[{number}]") for number, item in enumerate(as_list(value, place)))


def as_text(value: Json) -> str | None:
    """The value where it is a text, else None."""
    return value if isinstance(value, str) else None


def parsed(value: Json) -> Json:
    """The value behind a JSON text; any other value as it is."""
    if not isinstance(value, str):
        return value
    try:
        read: Json = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return read


def chat_call(name: Json, arguments: Json, identifier: Json) -> Json:
    """A tool call of a chat message."""
    call: dict[str, Json] = {"type": "function", "function": {"name": name, "arguments": arguments}}
    if isinstance(identifier, str):
        call["id"] = identifier
    return call


def moment_of(value: Json) -> datetime | None:
    """The time that a log gives as seconds since 1970 or in ISO 8601; None where it gives none. A time without offset counts as UTC."""
    try:
        if isinstance(value, str) and not value.isdigit():
            read = datetime.fromisoformat(value)
            return read if read.tzinfo is not None else read.replace(tzinfo=UTC)
        if isinstance(value, int | float | str) and not isinstance(value, bool):
            return datetime.fromtimestamp(float(value), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def refuse(place: str, problem: str) -> Never:
    """Raises InputError for a place of a log."""
    raise InputError(place, problem=problem, remedy="import logs of the form that you named")
