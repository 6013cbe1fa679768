"""Values and types of JSON in words, short enough for one sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from .types import Json

_MAX_SHOWN = 60
_MAX_LISTED = 12
_TYPE_WORDS = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "a boolean",
    "array": "an array",
    "object": "an object",
    "null": "null",
}


def shown_value(value: object) -> str:
    """A value in backticks, on one line and shortened; half surrogate pairs and control characters are escaped.

    Example:
        >>> shown_value("north"), shown_value([1, None])
        ('`north`', '`[1, null]`')
    """
    if isinstance(value, str):
        text = value[: _MAX_SHOWN + 1]
    elif isinstance(value, (dict, list)):
        text = _outline(cast("Json", value), 3)[: _MAX_SHOWN + 1]
    else:
        text = _scalar(value)[: _MAX_SHOWN + 1]
    cut = f"{text[:_MAX_SHOWN]}…" if len(text) > _MAX_SHOWN else text
    return f"`{''.join(character if character.isprintable() else _escape(character) for character in cut).replace('`', chr(39))}`"


def listed(values: Sequence[object]) -> str:
    """Values in backticks, the first dozen of them.

    Example:
        >>> listed(["low", "high"])
        '`low`, `high`'
    """
    more = len(values) - _MAX_LISTED
    return ", ".join(shown_value(value) for value in values[:_MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def type_words(types: Sequence[str]) -> str:
    """JSON types in words.

    Example:
        >>> type_words(["string", "null"])
        'a string or null'
    """
    return " or ".join(_TYPE_WORDS.get(name, f"`{name}`") for name in types) or "another type"


def _scalar(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > 1000:
        return f"an integer of {value.bit_length()} bits"
    return "null" if value is None else json.dumps(value, default=str)


def _outline(value: Json, depth: int) -> str:
    """JSON text of the first few members, without writing out what would be cut anyway."""
    if not isinstance(value, (dict, list)):
        return json.dumps(value[:_MAX_SHOWN], ensure_ascii=False) if isinstance(value, str) else _scalar(value)
    if not depth:
        return "…"
    if isinstance(value, list):
        return "[" + ", ".join(_outline(each, depth - 1) for each in value[:10]) + (", …]" if len(value) > 10 else "]")
    names = list(value)[:10]
    inner = ", ".join(f"{json.dumps(name[:_MAX_SHOWN], ensure_ascii=False)}: {_outline(value[name], depth - 1)}" for name in names)
    return "{" + inner + (", …}" if len(value) > 10 else "}")


def _escape(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode()
