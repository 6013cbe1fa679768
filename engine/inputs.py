"""Reading of conversations at the border: OpenAI chat messages become turns, with what was not read named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Reversible
from dataclasses import dataclass
from decimal import Decimal

from .errors import InputError
from .normalize import fold
from .types import Json, Role

_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
MAX_INT_BITS = 13_000
"""Python prints integers of up to 4 300 digits; 13 000 bits stay below that, and a longer one is printed as a Decimal."""
_TEXT_PARTS = ("text", "input_text", "output_text", "refusal")


@dataclass(frozen=True, slots=True)
class PastCall:
    """A tool call that the assistant made in turn `order`; `arguments` is None where they could not be read as an object.

    `passed` holds the folded texts of its leaf values, `text` the arguments in one canonical JSON text, and `written` what the model wrote
    where that could not be read.
    """

    order: int
    name: str
    arguments: Mapping[str, Json] | None
    id: str | None
    passed: frozenset[str] = frozenset()
    text: str = ""
    written: str = ""

    def __post_init__(self) -> None:
        if not self.text:
            object.__setattr__(self, "text", json.dumps(self.arguments, sort_keys=True))


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, read: its text, the calls it makes, and the parts that were not read."""

    role: Role
    text: str
    calls: tuple[PastCall, ...] = ()
    unread: tuple[str, ...] = ()
    tool: str | None = None
    call_id: str | None = None
    is_error: bool = False


def read_message(message: Mapping[str, Json], *, place: str, calls: Reversible[PastCall] = ()) -> Turn:
    """A turn from one OpenAI chat message. `calls` are the earlier calls, by which a tool message finds its tool.

    Raises:
        InputError: unknown role, content of the wrong type, malformed tool calls; the message names the place.
    """
    role = _ROLES.get(str(message.get("role")))
    if role is None:
        known = ", ".join(f"`{name}`" for name in _ROLES)
        raise InputError(f"{place}.role", problem=f"`{message.get('role')}` is not a role", remedy=f"use one of {known}")
    text, unread = _read_content(message.get("content"), f"{place}.content")
    if role is not Role.TOOL:
        return Turn(role, text, _read_calls(message, place), unread)
    call_id = message.get("tool_call_id")
    call_id = call_id if isinstance(call_id, str) else None
    name = message.get("name")
    tool = name if isinstance(name, str) else next((call.name for call in reversed(calls) if call.id == call_id and call_id), None)
    return Turn(role, text, unread=unread, tool=tool, call_id=call_id, is_error=message.get("is_error") is True)


def _read_content(content: Json, place: str) -> tuple[str, tuple[str, ...]]:
    if content is None:
        return "", ()
    if isinstance(content, str):
        return content, ()
    if not isinstance(content, list):
        raise InputError(place, problem=f"expected a text or a list of parts, got {type(content).__name__}", remedy="give a string, null or parts")
    texts: list[str] = []
    unread: list[str] = []
    for number, part in enumerate(content):
        here = f"{place}[{number}]"
        if isinstance(part, str):
            texts.append(part)
        elif not isinstance(part, dict):
            raise InputError(here, problem="expected an object or a text", remedy="give a content part such as {type, text}")
        elif part.get("type") in _TEXT_PARTS:
            texts.append(_part_text(part, here))
        else:
            unread.append(f"{here} ({part.get('type')})")
    return "\n".join(texts), tuple(unread)


def _part_text(part: Mapping[str, Json], place: str) -> str:
    text = part.get("text", part.get("refusal"))
    if not isinstance(text, str):
        raise InputError(f"{place}.text", problem="expected a string", remedy="give the text of the part")
    return text


def _read_calls(message: Mapping[str, Json], place: str) -> tuple[PastCall, ...]:
    listed = message.get("tool_calls") or []
    if not isinstance(listed, list):
        raise InputError(f"{place}.tool_calls", problem="expected a list", remedy="give a list of tool calls")
    calls = [_read_call(call, f"{place}.tool_calls[{number}]") for number, call in enumerate(listed)]
    legacy = message.get("function_call")
    if legacy is not None:
        calls.append(_read_call({"function": legacy}, f"{place}.function_call"))
    return tuple(calls)


def _read_call(call: Json, place: str) -> PastCall:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(call, dict) or not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise InputError(place, problem="expected an object with `function.name`", remedy="give an OpenAI tool call")
    identifier = call.get("id")
    given = function.get("arguments")
    arguments, text = _read_arguments(given)
    written = given if arguments is None and isinstance(given, str) else ""
    return past_call(str(function["name"]), arguments, identifier if isinstance(identifier, str) else None, text=text, written=written)


def past_call(
    name: str, arguments: Mapping[str, Json] | None, identifier: str | None, *, order: int = 0, text: str = "", written: str = ""
) -> PastCall:
    """A call of turn `order`, with the folded texts of its leaf values."""
    passed = frozenset(fold(scalar_text(value)) for value in scalars(arguments or {}))
    return PastCall(order, name, arguments, identifier, passed, text, written)


def scalar_text(value: Json) -> str:
    """A scalar as the text that stands for it in a context: 5.0 as `5`, True as `true`."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > MAX_INT_BITS:
        return format(Decimal(value), "f")
    return json.dumps(value)


def scalars(value: Json | Mapping[str, Json]) -> Iterator[Json]:
    """The scalars of a JSON value, null left out, in no particular order."""
    stack: list[object] = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, Mapping):
            stack.extend(item.values())  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]: any JSON
        elif isinstance(item, list):
            stack.extend(item)  # pyright: ignore[reportUnknownArgumentType]: any JSON
        elif item is not None:
            yield item  # type: ignore[misc]


def _read_arguments(arguments: Json) -> tuple[Mapping[str, Json] | None, str]:
    """The arguments and their canonical text; None where they are no JSON object."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return None, "null"
    if not isinstance(arguments, dict):
        return None, "null"
    try:
        return arguments, json.dumps(arguments, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return None, "null"
