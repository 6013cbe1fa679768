"""Number words of German, French, Spanish, Italian, Portuguese and Dutch, read by text2num."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Protocol, TypeAlias

from .number_words import WordNumber

_LANGUAGES = frozenset({"de", "fr", "es", "it", "pt", "nl"})
_FOREIGN_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_FOREIGN_FIGURE = re.compile(r"-?\d+(?:[.,]\d+)?")


class _Piece:
    """A word or a gap in the form that text2num asks for."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def nt_separated(self, previous: _Piece) -> bool:
        del previous
        return False

    def not_a_number_part(self) -> bool:
        return any(ch.isdigit() for ch in self._text)


class _Hit(Protocol):
    start: int
    end: int
    text: str
    is_ordinal: bool


_Find: TypeAlias = Callable[[list[_Piece], str, float], list[_Hit]]
SMALLEST = 2.0
"""A lone word for one is nearly always the article, which these languages spell alike."""


def foreign_numbers(text: str, lang: str) -> list[WordNumber]:
    """Numbers in words of German, French, Spanish, Italian, Portuguese or Dutch; an empty list for any other language."""
    if lang not in _LANGUAGES:
        return []
    find: _Find = import_module("text_to_num").find_numbers  # costs 50 ms, so only for those who ask
    spans = [match.span() for match in _FOREIGN_TOKEN.finditer(text)]
    found: list[WordNumber] = []
    pieces = [_Piece(text[start:end].encode("utf-8", "replace").decode("utf-8")) for start, end in spans]
    for hit in find(pieces, lang, SMALLEST):
        figure = _FOREIGN_FIGURE.match(hit.text)
        if figure is not None:
            value = Fraction(figure.group().replace(",", "."))
            found.append(WordNumber(spans[hit.start][0], spans[hit.end - 1][1], value, hit.is_ordinal))
    return found
