"""Whether a value of an answer belongs to what it is told of: the bound around it, and the row or the subject that it stands with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..index import SourceIndex
from ..normalize import fold_words
from ..search import Hit
from ..types import Kind, Outcome
from ..values.shown import Hedge, hedge_of
from .alignment import Assertion, EvidenceBase, WindowRef
from .details import Detail
from .grounding import Grounding
from .tables import Misplaced, Named, misplaced, named_rows
from .words import FUNCTION_WORDS, root

BEFORE, AFTER = 24, 16
"""How many characters around a figure may hold the words that bound it."""
_CUE = re.compile(
    r"[<>≤≥]|\b(?:over|above|below|beneath|beyond|past|under|than|exceed\w*|surpass\w*|upwards|least|most|up to|minimum|maximum|short of"
    r"|or (?:more|less|fewer|over|above|under|below))\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_BOUNDS = frozenset((Hedge.OVER, Hedge.AT_LEAST, Hedge.UNDER, Hedge.AT_MOST))
MIN_REST = 2
"""How much else an assertion must say for its subject to be compared."""
_FLOORS = frozenset((Hedge.OVER, Hedge.AT_LEAST))
_FIGURES = frozenset((Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.DURATION))
_BOUND_VALUES = frozenset((Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.DATE, Kind.TIME))


def bound_at(text: str, start: int, end: int) -> Hedge:
    """The bound that the words around a figure put on it; `NONE` for an exact or merely hedged one."""
    before = text[max(0, start - BEFORE) : start]
    if not _CUE.search(before) and not _CUE.search(text, end, end + AFTER):
        return Hedge.NONE
    words = before.rpartition(",")[2].rpartition(".")[2].split()
    for count in range(1, min(4, len(words)) + 1):
        if words[-count].lower() in ("from", "until", "past"):
            break
        hedge = hedge_of(f"{' '.join(words[-count:])} {text[start:end]}")
        if hedge in _BOUNDS:
            return hedge
    after = hedge_of(text[start : end + AFTER].partition(",")[0])
    return after if after in _BOUNDS else Hedge.NONE


def lost_bound(detail: Detail, hits: tuple[Hit, ...], text: str) -> tuple[Hit, Hedge, Hedge] | None:
    """The place that bounds the figure otherwise than the answer does, where every place that holds it does so."""
    if detail.kind not in _FIGURES or not hits or _YEAR.fullmatch(detail.text):
        return None
    own = bound_at(text, detail.span.start, detail.span.end)
    if own is not Hedge.NONE or any(hit.index.is_structured for hit in hits):
        return None
    theirs = bound_at(hits[0].index.content, hits[0].span.start, hits[0].span.end)
    if _agree(own, theirs) or any(_agree(own, bound_at(hit.index.content, hit.span.start, hit.span.end)) for hit in hits[1:]):
        return None
    return hits[0], own, theirs


def _agree(own: Hedge, other: Hedge) -> bool:
    return own is other or (own in _FLOORS and other in _FLOORS) or (own in _BOUNDS - _FLOORS and other in _BOUNDS - _FLOORS)


@dataclass(frozen=True, slots=True)
class Detached:
    """A value that stands with something else: the word that it is told of, the window of that word, and the place of the value."""

    word: str
    window: WindowRef
    hit: Hit


def detached_from_row(grounding: Grounding, assertion: Assertion, base: EvidenceBase) -> Detached | None:
    """Where the assertion names a row or record by a word that only one of them has, and its value stands in others only."""
    if grounding.detail.kind not in _BOUND_VALUES or grounding.outcome is not Outcome.SUPPORTED or not grounding.hits or grounding.how:
        return None
    for word, number, window in _row_words(assertion, base):
        index = base.passages[number]
        places = [hit for hit in grounding.hits if hit.index is index]
        if places and len(places) == len(grounding.hits) and all(index.windows.window_over(hit.span.start) != window for hit in places):
            return Detached(word, WindowRef(index, window), places[0])
    return None


def _row_words(assertion: Assertion, base: EvidenceBase) -> Iterator[tuple[str, int, int]]:
    """The words of the assertion that stand in exactly one window of all, which is a row or a record; names and codes only."""
    for word in assertion.words:
        if word in FUNCTION_WORDS or not (any(char.isdigit() for char in word) and any(char.isalpha() for char in word)):
            continue
        found = base.places(root(word))
        if len(found) == 1 and len(found[0][1]) == 1 and _heads_row(base.passages[found[0][0]], found[0][1][0], word):
            yield word, found[0][0], found[0][1][0]


def _heads_row(index: SourceIndex, number: int, word: str) -> bool:
    """True where the word stands in the first cell of a table row."""
    span = index.windows.spans[number]
    row = index.content[max(0, span.start - 2) : span.end + 2]
    return "|" in row and word in fold_words(row.strip(" |\n").partition("|")[0])


def other_subject(assertion: Assertion, names: tuple[Detail, ...]) -> tuple[Detail, WindowRef, str] | None:
    """Where a window says all that the assertion says but opens with another subject, and the subject of the assertion stands elsewhere only."""
    if not names or not assertion.best or names[0].span.start > assertion.span.start + 4:
        return None
    subject = names[0]
    own = [root(word) for word, (start, _) in zip(assertion.words, assertion.places, strict=True) if start < subject.span.end and word not in FUNCTION_WORDS]
    rest = [name for name in assertion.content if name not in own]
    for ref in assertion.best:
        held = frozenset(ref.index.windows.roots_of(ref.number))
        told = [name for name in rest if name in held or _is_anchor_in(name, ref, assertion)]
        if rest and len(rest) >= MIN_REST and len(told) == len(rest) and not any(name in held for name in own):
            other = _opener(ref.index, ref.number)
            if other and other not in assertion.words:
                return subject, ref, other
    return None


def _is_anchor_in(name: str, ref: WindowRef, assertion: Assertion) -> bool:
    return name.startswith("#") and (ref.index, ref.number) in assertion.anchored.get(name, frozenset())


def _opener(index: SourceIndex, number: int) -> str:
    """The word that opens a window, where it is a name by its capital and is no function word."""
    first, last = index.windows.ranges[number]
    start, _ = index.word_places[first]
    word = index.words[first]
    if last - first < 3 or not index.content[start].isupper() or word in FUNCTION_WORDS:
        return ""
    second = index.word_places[first + 1][0]
    return word if index.content[second].isupper() else ""


_PRONOUNS = frozenset(("he", "she"))


def misplaced_figures(
    reading_order: Sequence[tuple[Assertion, tuple[Grounding, ...]]], base: EvidenceBase
) -> Iterator[tuple[Assertion, Grounding, SourceIndex, Misplaced]]:
    """The figures of an answer that stand in another cell of the row that they are told of, in order; a pronoun that opens a sentence is the row named last."""
    tables = [(index, table) for index in base.passages for table in index.tables]
    owners = {id(table): index for index, table in tables}
    last: list[Named] = []
    for assertion, groundings in reading_order if tables else ():
        named = named_rows(assertion.words, [table for _, table in tables])
        if not named and last and assertion.words[:1] and assertion.words[0] in _PRONOUNS:
            named = [Named(last[-1].table, last[-1].row, -1)]
        last = named
        for grounding in groundings if named else ():
            value = grounding.detail.value
            if grounding.detail.kind not in _FIGURES or value is None or value.amount is None:
                continue
            span = grounding.detail.span
            inside = [at for at, (start, end) in enumerate(assertion.places) if span.start < end and start < span.end]
            if inside:
                after = next((at for at, (start, _) in enumerate(assertion.places) if start >= span.end), len(assertion.words))
                found = misplaced(value.amount, inside[0], words=assertion.words, after=after if value.kind is Kind.NUMBER else inside[-1], named=named)
                if found is not None:
                    yield assertion, grounding, owners[id(named[-1].table)], found
