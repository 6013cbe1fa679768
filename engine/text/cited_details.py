"""The details of a stretch that a citation vouches for, and whether one source holds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..admission import STOPWORDS
from ..index import SourceIndex
from ..normalize import fold_words, stem
from ..types import Span
from ..values import Group, finder, lookup_keys

_GROUPS = (Group.NUMERIC, Group.TEMPORAL, Group.EMAIL, Group.IDENTIFIER)
_NAME = re.compile(r"(?<![\w'’-])[A-ZÀ-ÖØ-Þ][\w'’-]{1,40}")
MIN_SPECIFIC_DIGITS = 3
"""A figure of fewer digits stands in many texts by chance."""


@dataclass(frozen=True, slots=True)
class CitedDetail:
    """A value or a name; `keys` are its canonical keys, or the folded words of a name. `specific` is False for what stands in many texts by chance."""

    span: Span
    text: str
    keys: tuple[str, ...]
    groups: tuple[Group, ...] = ()
    specific: bool = True


def details_in(masked: str, stretch: Span) -> tuple[CitedDetail, ...]:
    """The details of a stretch of an answer, its markup masked; the word that opens the stretch is no name."""
    return (*_values(masked, stretch), *_names(masked, stretch))


def _values(masked: str, stretch: Span) -> Iterator[CitedDetail]:
    text = stretch.of(masked)
    taken: list[Span] = []
    for group in _GROUPS:
        for value in finder(group)(text):
            if any(span.start < value.span.end and value.span.start < span.end for span in taken):
                continue
            taken.append(value.span)
            groups = (Group.NUMERIC, Group.TEMPORAL) if group in (Group.NUMERIC, Group.TEMPORAL) else (group,)
            specific = group in (Group.EMAIL, Group.IDENTIFIER) or sum(char.isdigit() for char in value.text) >= MIN_SPECIFIC_DIGITS
            span = Span(stretch.start + value.span.start, stretch.start + value.span.end)
            yield CitedDetail(span, value.text, tuple(dict.fromkeys(lookup_keys(value))), groups, specific)


def _names(masked: str, stretch: Span) -> Iterator[CitedDetail]:
    for match in _NAME.finditer(masked, stretch.start, stretch.end):
        before = masked[stretch.start : match.start()].rstrip()
        words = tuple(fold_words(match[0]))
        if before and before[-1] not in ".!?:|\n" and words and words[0] not in STOPWORDS:
            yield CitedDetail(Span(*match.span()), match[0], words)


def holds(detail: CitedDetail, index: SourceIndex) -> bool:
    """True where the source holds the value in any spelling, or every word of the name."""
    if not detail.groups:
        return all(word in index.word_set or stem(word) in index.stem_places for word in detail.keys)
    return any(key in index.table(group) for group in detail.groups for key in detail.keys)
