"""What can be wrong with the arguments of a call, and the look at an object that a host hands in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from .types import Json

MAX_DEPTH = 200
"""The deepest nesting of objects and arrays that is read."""
MAX_NODES = 500_000
"""The most values that an object handed in may hold; what is shared counts each time it stands."""
MAX_DIGITS = 4300
"""The longest integer that is read; Python converts no longer one by default."""
_MAX_BITS = 14_284  # the bit length of the largest integer of MAX_DIGITS digits
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class FaultCode(StrEnum):
    """What is wrong with the text or the object."""

    EMPTY = "empty"
    NOT_AN_OBJECT = "not_an_object"
    NOT_JSON = "not_json"
    TRUNCATED = "truncated"
    COMPRESSED_MARKER = "compressed_marker"
    LEADING_TEXT = "leading_text"
    TRAILING_TEXT = "trailing_text"
    TWO_OBJECTS = "two_objects"
    FENCED = "fenced"
    DOUBLE_ENCODED = "double_encoded"
    SURROUNDING_SPACE = "surrounding_space"
    CONTROL_CHARACTER = "control_character"
    PYTHON_LITERAL = "python_literal"
    NON_FINITE = "non_finite"
    INEXACT_NUMBER = "inexact_number"
    DUPLICATE_KEY = "duplicate_key"
    LONE_SURROGATE = "lone_surrogate"
    NOT_JSON_VALUE = "not_json_value"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"


@dataclass(frozen=True, slots=True)
class ArgumentFault:
    """One thing wrong with the arguments; `offset` is in code points of the text that was handed in, None inside a text that was unwrapped.

    `lossless` is True where the object was had all the same, without loss and without a guess.
    """

    code: FaultCode
    message: str
    offset: int | None = None
    lossless: bool = False


@dataclass(frozen=True, slots=True)
class ParsedArguments:
    """The arguments as an object, None where none could be had without loss, and the faults met on the way."""

    value: dict[str, Json] | None
    faults: tuple[ArgumentFault, ...] = ()

    @property
    def usable(self) -> bool:
        """True where there is an object and nothing was lost or guessed."""
        return self.value is not None and all(fault.lossless for fault in self.faults)


def refused(code: FaultCode, message: str, offset: int | None = None) -> ParsedArguments:
    """No object, and the one fault that says why."""
    return ParsedArguments(None, (ArgumentFault(code, message, offset),))


def too_deep(max_depth: int) -> ParsedArguments:
    """No object, because it nests too deeply."""
    return refused(FaultCode.TOO_DEEP, f"the arguments nest deeper than {max_depth} levels, or hold themselves; pass a flatter object")


_KINDS: dict[type, str] = {
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


def kind_of(value: object) -> str:
    """The JSON type of a value in words, such as `an array`."""
    return _KINDS.get(type(value), f"a Python {type(value).__name__[:60]}")


def shown(literal: str) -> str:
    """A short, printable form of text that was handed in."""
    text = literal if len(literal) <= 40 else f"{literal[:40]}…"
    return text.encode("utf-8", "backslashreplace").decode()


# Where a value stands: the place above, None at the top, and a key or an index.
_Place = tuple["_Place | None", str]
_Container = tuple["_Place | None", "dict[object, object] | list[object]"]


def check_object(value: dict[str, Json], *, max_depth: int = MAX_DEPTH) -> ParsedArguments:
    """The object as it is, after a level-by-level look at every member; what is shared or cyclic runs into the limits."""
    faults: list[ArgumentFault] = []
    level: list[_Container] = [(None, cast("dict[object, object]", value))]
    nodes = depth = 0
    while level and not faults:
        depth += 1
        if depth > max_depth:
            return too_deep(max_depth)
        below: list[_Container] = []
        for container in level:
            nodes += len(container[1])
            if nodes > MAX_NODES:
                return refused(FaultCode.TOO_LARGE, f"the arguments hold more than {MAX_NODES} values; pass large content by reference")
            _look_at(container, below=below, faults=faults)
        level = below
    kept = all(fault.code is FaultCode.LONE_SURROGATE for fault in faults)
    return ParsedArguments(value if kept else None, tuple(faults))


def _look_at(container: _Container, *, below: list[_Container], faults: list[ArgumentFault]) -> None:
    """Names what is wrong with the members of one container and queues the containers among them."""
    place, node = container
    members: Iterable[tuple[object, object]] = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in members:
        problem = _key_problem(key) if isinstance(node, dict) else None
        if problem is not None:
            faults.append(_fault(*problem, place))
        elif isinstance(child, (dict, list)):
            below.append(((place, str(key)), cast("dict[object, object] | list[object]", child)))
        elif child is not None and child is not True and child is not False:
            problem = _scalar_problem(child)
            if problem is not None:
                faults.append(_fault(*problem, (place, str(key))))


def _fault(code: FaultCode, problem: str, remedy: str, place: _Place | None) -> ArgumentFault:
    tokens: list[str] = []
    while place is not None:
        place, token = place
        tokens.append(shown(token).replace("~", "~0").replace("/", "~1"))
    where = "".join(f"/{token}" for token in reversed(tokens))
    return ArgumentFault(code, f"{problem} at `{where}`; {remedy}" if where else f"{problem}; {remedy}")


_Problem = tuple[FaultCode, str, str]


def _key_problem(key: object) -> _Problem | None:
    if not isinstance(key, str):
        return FaultCode.NOT_JSON_VALUE, f"{kind_of(key)} is used as a key", "name every member with a string"
    return (FaultCode.LONE_SURROGATE, "a key holds half of a surrogate pair", "write whole characters") if _is_broken_text(key) else None


def _scalar_problem(value: object) -> _Problem | None:
    if isinstance(value, str):
        return (FaultCode.LONE_SURROGATE, "half of a surrogate pair stands", "write whole characters") if _is_broken_text(value) else None
    if isinstance(value, int):
        problem = f"an integer of more than {MAX_DIGITS} digits stands"
        return (FaultCode.INEXACT_NUMBER, problem, "pass it as a string") if value.bit_length() > _MAX_BITS else None
    if isinstance(value, float):
        return None if math.isfinite(value) else (FaultCode.NON_FINITE, f"`{value}`, which is not JSON, stands", "pass a number or null")
    return FaultCode.NOT_JSON_VALUE, f"{kind_of(value)}, which is not JSON, stands", "pass a string, number, boolean, null, list or dict"


def _is_broken_text(text: str) -> bool:
    return not text.isascii() and _SURROGATE.search(text) is not None
