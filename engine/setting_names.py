"""The names that a settings file may use at a place, read from the types of the settings; the nearest one to a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import get_args, get_origin, get_type_hints

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

MIN_SIMILARITY = 0.6


def setting_names(settings: type, path: Sequence[int | str]) -> tuple[str, ...]:
    """The names that stand at a place, given as the keys and list numbers that lead to it; empty where any name may stand."""
    kind: object = settings
    for step in path:
        kind = _inside(kind, step)
        if kind is None:
            return ()
    return tuple(each.name for each in fields(kind)) if isinstance(kind, type) and is_dataclass(kind) else ()


def nearest_setting(settings: type, path: Sequence[int | str]) -> str | None:
    """The known name that the last step of a path is most like, or None where none comes near."""
    return nearest_name(str(path[-1]), setting_names(settings, path[:-1]))


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The name of `known` that is most like the given one, or None where none comes near."""
    found = process.extractOne(name, sorted(known), scorer=DamerauLevenshtein.normalized_similarity, processor=None, score_cutoff=MIN_SIMILARITY)
    return None if found is None else found[0]


def _inside(kind: object, step: int | str) -> object | None:
    """The type of what a step leads to: a field, an entry of a list, a value of a mapping."""
    if isinstance(kind, type) and is_dataclass(kind):
        hints: dict[str, object] = get_type_hints(kind)
        return hints.get(str(step))
    arguments: tuple[object, ...] = get_args(kind)
    origin = get_origin(kind)
    if origin is tuple and arguments and isinstance(step, int):
        return arguments[0]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return arguments[1]
    return None
