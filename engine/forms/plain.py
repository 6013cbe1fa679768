"""JSON out of what a client library hands over: mappings and sequences of its own kinds become dicts and lists."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from ..argument_faults import MAX_DEPTH
from ..errors import InputError
from ..types import Json


def plain_json(value: object, place: str) -> Json:
    """The value as plain JSON: a copy of containers, scalars as they are.

    Raises:
        InputError: it holds what JSON has no word for, or nests deeper than 200 levels.
    """
    return _plain(value, place, MAX_DEPTH)


def _plain(value: object, place: str, depth: int) -> Json:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if depth == 0:
        raise InputError(place, problem=f"it nests deeper than {MAX_DEPTH} levels", remedy="flatten it, or give it as a text")
    if isinstance(value, Mapping):
        entries = cast("Mapping[object, object]", value)
        return {_key(key, place): _plain(part, place, depth - 1) for key, part in entries.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [_plain(part, place, depth - 1) for part in cast("Sequence[object]", value)]
    raise InputError(place, problem=f"a {type(value).__name__} is not JSON", remedy="use strings, numbers, booleans, null, lists and objects only")


def _key(key: object, place: str) -> str:
    if not isinstance(key, str):
        raise InputError(place, problem=f"a key of type {type(key).__name__} is not JSON", remedy="use strings as keys")
    return str.__str__(key)


def json_text(value: object, place: str) -> str:
    """One JSON text of a value, its characters unescaped.

    Raises:
        InputError: it cannot be written as JSON.
    """
    try:
        return json.dumps(plain_json(value, place), ensure_ascii=False)
    except ValueError as error:
        raise InputError(place, problem="it holds a number that is too long to write", remedy="give it as a text") from error
