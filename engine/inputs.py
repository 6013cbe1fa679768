"""A conversation as the engine knows it, whatever form it came in: turns, and the tool calls made in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from .normalize import fold
from .types import Json, Role

MAX_INT_BITS = 13_000
"""Python prints integers of up to 4 300 digits; 13 000 bits stay below that, and a longer one is printed as a Decimal."""


@dataclass(frozen=True, slots=True)
class PastCall:
    """A tool call that the assistant made in turn `order`; `arguments` is None where they could not be read as an object.

    `passed` holds the folded texts of its leaf values, `text` the arguments in one canonical JSON text, and `written` what the model wrote
    where that could not be read. `number` counts the calls of the conversation.
    """

    order: int
    name: str
    arguments: Mapping[str, Json] | None
    id: str | None
    passed: frozenset[str] = frozenset()
    text: str = ""
    written: str = ""
    number: int = 0

    def __post_init__(self) -> None:
        if not self.text:
            object.__setattr__(self, "text", json.dumps(self.arguments, sort_keys=True))

    @property
    def given_id(self) -> str | None:
        """The id that it came with."""
        return None if self.id == unnamed_id(self.number) else self.id


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, read: its text and the calls it makes; for a tool output the tool and call that it answers, as far as the message names them.

    `continues` means that the form writes a call apart from the assistant's text: the call belongs to an assistant turn right before it.
    """

    role: Role
    text: str
    calls: tuple[PastCall, ...] = ()
    tool: str | None = None
    call_id: str | None = None
    is_error: bool = False
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """The turns that one message holds, in order, and the places of the parts that were not read."""

    turns: tuple[Turn, ...] = ()
    unread: tuple[str, ...] = ()


def past_call(name: str, arguments: Json, identifier: str | None, *, order: int = 0, number: int = 0, written: str = "") -> PastCall:
    """A call as a conversation keeps it, with the folded texts of its leaf values; a context gives it its order and number."""
    read, text = _read_arguments(arguments)
    passed = frozenset(fold(scalar_text(value)) for value in scalars(read))
    raw = arguments if read is None and isinstance(arguments, str) else written
    return PastCall(order, name, read, identifier or None, passed, text, raw, number)


def unnamed_id(number: int) -> str:
    """The id by which a context knows a call that came without one."""
    return f"#{number}"


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
