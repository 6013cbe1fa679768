"""The arguments of a Python call as the JSON that is judged, and JSON arguments as a Python call."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, time
from decimal import Decimal
from enum import Enum
from pathlib import PurePath
from typing import cast
from uuid import UUID

from .errors import InputError
from .types import Json

MAX_DEPTH = 100
"""How deep Python arguments may nest."""

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def tool_name(tool: Callable[..., object]) -> str:
    """The name that a callable goes by.

    Raises:
        InputError: it has none of its own (a partial, a lambda): hand such tools in by name.
    """
    name: object = getattr(tool, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        raise InputError("tools", problem=f"{type(tool).__name__} has no name of its own", remedy="pass a dictionary from names to callables")
    return name


def signature_of(tool: Callable[..., object], name: str) -> inspect.Signature:
    """How the callable may be called.

    Raises:
        InputError: Python does not know (some built-in functions).
    """
    try:
        return inspect.signature(tool)
    except (TypeError, ValueError) as error:
        raise InputError(f"tools.{name}", problem="its signature is not known", remedy="wrap it in a Python function") from error


def arguments_json(
    signature: inspect.Signature, args: tuple[object, ...], kwargs: Mapping[str, object], *, injected: Collection[str] = ()
) -> dict[str, Json]:
    """What was passed, by parameter name; defaults that were not passed and `injected` parameters are left out.

    `*args` is a list under its name, `**kwargs` are members like any other. A call that does not fit the signature is taken as far as it goes, so that
    the judgement can name what is wrong with it.

    Raises:
        InputError: an argument has no JSON form.
    """
    try:
        bound: Mapping[str, object] = signature.bind(*args, **kwargs).arguments
    except TypeError:
        names = [parameter.name for parameter in signature.parameters.values() if parameter.kind in _POSITIONAL]
        rest = {"args": args[len(names) :]} if len(args) > len(names) else {}
        bound = {**dict(zip(names, args, strict=False)), **rest, **kwargs}
    given: dict[str, object] = {}
    for name, value in bound.items():
        parameter = signature.parameters.get(name)
        if parameter is not None and parameter.kind is inspect.Parameter.VAR_KEYWORD and isinstance(value, Mapping):
            given.update(cast("Mapping[str, object]", value))
        else:
            given[name] = value
    return {name: as_json(value, place=f"arguments.{name}") for name, value in given.items() if name not in injected}


def call_with(signature: inspect.Signature, arguments: Mapping[str, Json]) -> tuple[list[Json], dict[str, Json]]:
    """JSON arguments as positional and keyword ones: positional only where the signature takes no name."""
    named = dict(arguments)
    positional: list[Json] = []
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.POSITIONAL_ONLY and parameter.name in named:
            positional.append(named.pop(parameter.name))
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL and isinstance(named.get(parameter.name), list):
            positional += _before(signature, named) + cast("list[Json]", named.pop(parameter.name))
    return positional, named


def _before(signature: inspect.Signature, named: dict[str, Json]) -> list[Json]:
    """The parameters that stand before `*args`, taken out of the named ones."""
    taken: list[Json] = []
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            break
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD and parameter.name in named:
            taken.append(named.pop(parameter.name))
    return taken


def as_json(value: object, *, place: str, depth: int = 0) -> Json:
    """A Python value as JSON: containers, dates, decimals, enums, paths, UUIDs, dataclasses and what has `model_dump` (pydantic).

    Raises:
        InputError: it has no JSON form, or nests too deep.
    """
    if depth > MAX_DEPTH:
        raise InputError(place, problem=f"it nests deeper than {MAX_DEPTH} levels", remedy="flatten it")
    if isinstance(value, Enum):
        return as_json(cast("object", value.value), place=place, depth=depth + 1)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return _object(cast("Mapping[object, object]", value), place, depth)
    if isinstance(value, list | tuple):
        listed = cast("list[object] | tuple[object, ...]", value)
        return [as_json(part, place=f"{place}[{number}]", depth=depth + 1) for number, part in enumerate(listed)]
    if isinstance(value, set | frozenset):
        members = [as_json(part, place=place, depth=depth + 1) for part in cast("set[object] | frozenset[object]", value)]
        return sorted(members, key=lambda member: json.dumps(member, sort_keys=True))
    return _scalar(value, place, depth)


def _scalar(value: object, place: str, depth: int) -> Json:
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, UUID | PurePath):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        members = {field.name: cast("object", getattr(value, field.name)) for field in fields(value)}
        return _object(cast("Mapping[object, object]", members), place, depth)
    dump: object = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return as_json(dump(mode="json", exclude_unset=True), place=place, depth=depth + 1)
    problem = f"{type(value).__name__} has no JSON form, so that it cannot be judged"
    raise InputError(place, problem=problem, remedy="pass JSON values, or name the parameter in `injected` where the host fills it")


def _object(value: Mapping[object, object], place: str, depth: int) -> dict[str, Json]:
    members: dict[str, Json] = {}
    for name, part in value.items():
        if not isinstance(name, str):
            raise InputError(place, problem="a key is not a text", remedy="use texts as keys")
        members[name] = as_json(part, place=f"{place}.{name}", depth=depth + 1)
    return members


def _decimal(value: Decimal) -> Json:
    """A number where a number says exactly this, else its text."""
    if not value.is_finite():
        return str(value)
    if value == value.to_integral_value() and value.adjusted() < 40:
        return int(value)
    number = float(value)
    return number if Decimal(repr(number)) == value else str(value)
