"""Registered tools that an unknown name may have meant, by name, description and schema. Suggestions only: nothing here is ever called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from rapidfuzz import fuzz, process

from ..normalize import name_words
from ..registry import ToolRegistry

MAX_SUGGESTED_NAMES = 50
"""How many unknown names of one plan get suggestions; a plan with more of them is beyond repair by name."""

_CUTOFF = 70.0
_DESCRIPTION_WEIGHT = 0.9
_SCHEMA_POINTS = 12.0
_SEPARATORS = re.compile(r"[.:/]|__")


class Suggester:
    """Finds near names in one registry, which it reads once. The order of the tools does not matter."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._names = tuple(sorted(registry.names))
        specs = [registry.resolve(name) for name in self._names]
        self._plain = [_plain(name) for name in self._names]
        self._endings = [_ending(name) for name in self._names]
        self._told = [" ".join((*name_words(name), *_words(spec.description if spec else ""))) for name, spec in zip(self._names, specs, strict=True)]
        self._keys = [_keys(spec.parameters.get("properties") if spec else None) for spec in specs]

    def closest(self, name: str, *, arguments: Iterable[str] = (), limit: int = 3) -> tuple[str, ...]:
        """At most `limit` registered names, the likeliest first. `arguments` are the names of the arguments that the plan gives the tool."""
        wanted, ending = _plain(name), _ending(name)
        said = " ".join(name_words(name[:200]))
        scores: dict[int, float] = {}
        for _, score, at in process.extract(wanted, self._plain, scorer=fuzz.ratio, score_cutoff=_CUTOFF, limit=limit * 3):
            scores[at] = score
        if said:
            for _, score, at in process.extract(said, self._told, scorer=fuzz.token_set_ratio, score_cutoff=_CUTOFF / _DESCRIPTION_WEIGHT, limit=limit * 3):
                scores[at] = max(scores.get(at, 0.0), score * _DESCRIPTION_WEIGHT)
        for at, known in enumerate(self._endings):
            if ending and known == ending:
                scores[at] = 100.0
        given = frozenset(arguments)
        ranked = sorted(scores, key=lambda at: (-scores[at] - _shared(given, self._keys[at]), self._names[at]))
        return tuple(self._names[at] for at in ranked[:limit])


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name[:200].casefold())


def _ending(name: str) -> str:
    return _SEPARATORS.split(name[:200])[-1].casefold()


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]{3,30}", text[:400].casefold())


def _keys(properties: object) -> frozenset[str]:
    return frozenset(cast("dict[str, object]", properties)) if isinstance(properties, dict) else frozenset()


def _shared(given: frozenset[str], declared: frozenset[str]) -> float:
    return _SCHEMA_POINTS * len(given & declared) / len(given) if given else 0.0
