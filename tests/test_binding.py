"""Python arguments as the JSON that is judged, and back."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from pathlib import PurePosixPath
from uuid import UUID

import pytest
from groundrules import InputError, Json
from groundrules.engine.binding import arguments_json, as_json, call_with, signature_of, tool_name
from pydantic import BaseModel


class Colour(Enum):
    """A closed choice."""

    RED = "red"


@dataclass
class Line:
    """A dataclass."""

    item: str
    count: int


class Order(BaseModel):
    """A model whose default nobody passed."""

    id: str
    note: str = "none"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2.5, None, True), [1, 2.5, None, True]),
        ({"b", "a"}, ["a", "b"]),
        (Colour.RED, "red"),
        (date(2031, 5, 1), "2031-05-01"),
        (datetime(2031, 5, 1, 9), "2031-05-01T09:00:00"),
        (Decimal("12.50"), 12.5),
        (Decimal("3.00"), 3),
        (Decimal("0.1000000000000000000001"), "0.1000000000000000000001"),
        (Decimal("1e400"), "1E+400"),
        (Decimal("NaN"), "NaN"),
        (UUID(int=0), "00000000-0000-0000-0000-000000000000"),
        (PurePosixPath("a/b"), "a/b"),
        ([Line("pen", 2)], [{"item": "pen", "count": 2}]),
        (Order(id="ORD-1"), {"id": "ORD-1"}),
    ],
    ids=repr,
)
def test_value_as_json(value: object, expected: Json) -> None:
    """What stands for it in JSON."""
    assert as_json(value, place="x") == expected


@pytest.mark.parametrize("value", [b"x", object(), {1: 2}, [print], Order], ids=repr)
def test_value_without_a_json_form(value: object) -> None:
    """It is refused, never passed by unjudged."""
    with pytest.raises(InputError, match="x"):
        as_json(value, place="x")


def test_nesting_has_an_end() -> None:
    """A list that holds itself does not hang."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InputError, match="nests deeper"):
        as_json(endless, place="x")


def _tool(a: int, /, b: int = 2, *c: int, d: int = 4, **e: int) -> None: ...


SIGNATURE = inspect.signature(_tool)


@pytest.mark.parametrize(
    ("args", "kwargs", "expected"),
    [
        ((1,), {}, {"a": 1}),
        ((1, 2, 3), {"d": 5, "z": 6}, {"a": 1, "b": 2, "c": [3], "d": 5, "z": 6}),
        ((), {"d": 5}, {"d": 5}),
    ],
)
def test_arguments_by_name(args: tuple[int, ...], kwargs: dict[str, int], expected: dict[str, Json]) -> None:
    """Only what was passed, and as far as it goes where the call does not fit."""
    assert arguments_json(SIGNATURE, args, kwargs) == expected


def test_too_many_arguments_are_kept() -> None:
    """What has no parameter is judged under `args`, where the schema refuses it."""

    def tool(a: int) -> int:
        return a

    assert arguments_json(inspect.signature(tool), (1, 2, 3), {}) == {"a": 1, "args": [2, 3]}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"a": 1, "b": 2}, ([1], {"b": 2})),
        ({"a": 1, "b": 2, "c": [3], "z": 6}, ([1, 2, 3], {"z": 6})),
    ],
)
def test_json_as_a_call(arguments: dict[str, Json], expected: tuple[list[Json], dict[str, Json]]) -> None:
    """By name where Python takes a name; the same arguments come back."""
    assert call_with(SIGNATURE, arguments) == expected
    assert arguments_json(SIGNATURE, tuple(expected[0]), expected[1]) == arguments


def test_name_and_signature() -> None:
    """A function has both; a lambda has no name, and some built-ins no signature."""
    assert tool_name(_tool) == "_tool"
    with pytest.raises(InputError, match="no name of its own"):
        tool_name(lambda: None)
    with pytest.raises(InputError, match="signature is not known"):
        signature_of(iter, "iter")
