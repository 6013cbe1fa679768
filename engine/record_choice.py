"""The record of a list that the user chooses, by words of its own ("the red cap") or by rank ("the cheaper one"), against the one that was passed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from .admission import STOPWORDS
from .index import SourceIndex
from .inputs import scalar_text
from .json_spans import JsonPart
from .json_walk import Leaf
from .normalize import fold, fold_words, name_words, stem
from .records import MAX_PLACES, Stranger, record_of, same_field, siblings
from .search import Hit, same_value_hits
from .slots import Slot
from .types import Effect, Kind, Outcome, Role
from .values.dates import parse_temporal

if TYPE_CHECKING:
    from .inquiry import Inquiry

MIN_MARK = 4
MAX_MARK = 80
MAX_RECORDS = 12
"""A longer list is rarely chosen from by a word or a rank alone."""
_RANKS: tuple[tuple[re.Pattern[str], Callable[[list[str]], str], bool], ...] = (
    (re.compile(r"\b(?:cheap(?:er|est)|least expensive|lower(?:est)?[- ]priced?|lowest)\b", re.IGNORECASE), min, True),
    (re.compile(r"\b(?:most expensive|pric(?:ier|iest)|dear(?:er|est))\b", re.IGNORECASE), max, True),
    (re.compile(r"\b(?:earli(?:er|est)|soonest|oldest)\b", re.IGNORECASE), min, False),
    (re.compile(r"\b(?:lat(?:er|est)|newest|most recent)\b", re.IGNORECASE), max, False),
)
"""Words of rank, which end of the order they mean, and whether it is one of prices; else it is one of times."""
_NAMING_KEYS = frozenset("name title label product subject".split())
"""Fields whose words name a record; the words of others (a status, a note) are said for many reasons."""
_PRICE_KEYS = frozenset("price cost fare rate amount total fee".split())


def passed_over(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Stranger | None:
    """For a tool that changes something: the record that the user means, where the id of another one of the same list was passed."""
    if slot.kind is not Kind.IDENTIFIER or inquiry.effect is Effect.READ or isinstance(leaf.value, list | dict):
        return None
    outputs = tuple(index for index in inquiry.context.sources if index.source.role is Role.TOOL and index.parts is not None)
    hits = list(islice(same_value_hits(outputs, slot.kind, leaf.value), MAX_PLACES))
    spoken = [index for index in inquiry.context.sources if index.source.role is Role.USER]
    if not hits or not spoken:
        return None
    hit, own = hits[-1], record_of(hits[-1])
    if own is None or any(index.literal(scalar_text(leaf.value)) for index in spoken):
        return None
    records: dict[str, list[JsonPart]] = {}
    for member, part in siblings(hit.index, own):
        records.setdefault(member, []).append(part)
    if not 2 <= len(records) <= MAX_RECORDS:
        return None
    used = {fold(scalar_text(other.value)) for other in inquiry.leaves if not isinstance(other.value, list | dict)}
    return _by_marks(hit, own, records, spoken[-1], used) or _by_words(hit, own, records, spoken[-1], used) or _by_rank(hit, own, records, spoken[-1], used)


def _by_marks(hit: Hit, own: str, records: dict[str, list[JsonPart]], said: SourceIndex, used: set[str]) -> Stranger | None:
    """The user's last turn names an id or an address that only one other record holds."""
    marked: dict[str, str] = {}
    for member, parts in records.items():
        for part in parts:
            text = part.content
            if MIN_MARK <= len(text) <= MAX_MARK and any(char.isdigit() or char == "@" for char in text) and said.literal(text):
                others = any(text == other.content for known, rest in records.items() if known != member for other in rest)
                if not others:
                    marked[member] = text
    if own in marked or len(marked) != 1:
        return None
    member, mark = next(iter(marked.items()))
    better = same_field(hit, own, member, used)
    return None if better is None else Stranger(mark, better, Outcome.UNDECIDED)


def _by_words(hit: Hit, own: str, records: dict[str, list[JsonPart]], said: SourceIndex, used: set[str]) -> Stranger | None:
    """The user's last turn has words that only one other record has, and none that only this one has."""
    words = {member: set(_words(parts)) for member, parts in records.items()}
    telling = {member: {word for word in stems if sum(word in other for other in words.values()) == 1} for member, stems in words.items()}
    meant = {member: stems & said.stem_places.keys() for member, stems in telling.items()}
    named = [member for member, stems in meant.items() if stems]
    if meant[own] or len(named) != 1:
        return None
    better = same_field(hit, own, named[0], used)
    return None if better is None else Stranger(" ".join(sorted(meant[named[0]])), better, Outcome.UNDECIDED)


def _words(parts: list[JsonPart]) -> Iterator[str]:
    for part in parts:
        if not _NAMING_KEYS.intersection(name_words(part.pointer.rpartition("/")[2])):
            continue
        for word in fold_words(part.content):
            if word.isalpha() and len(word) > 2 and word not in STOPWORDS:
                yield stem(word)


def _by_rank(hit: Hit, own: str, records: dict[str, list[JsonPart]], said: SourceIndex, used: set[str]) -> Stranger | None:
    """The user saw the list, and then asked for the first or last of it by price or by time."""
    if said.source.order <= hit.index.source.order:
        return None
    for pattern, end, by_price in _RANKS:
        match = pattern.search(said.content)
        ranks = {member: _ranks(parts, by_price=by_price) for member, parts in records.items()} if match is not None else {}
        if match is None or not all(len(keys) == 1 for keys in ranks.values()):
            continue
        first = end([keys[0] for keys in ranks.values()])
        winners = [member for member, keys in ranks.items() if keys[0] == first]
        if len(winners) != 1 or winners[0] == own:
            continue
        better = same_field(hit, own, winners[0], used)
        if better is not None:
            return Stranger(match.group(), better, Outcome.UNDECIDED)
    return None


def _ranks(parts: list[JsonPart], *, by_price: bool) -> list[str]:
    """The prices, or the moments, of a record as texts that sort like them."""
    found: list[str] = []
    for part in parts:
        if by_price:
            key = part.pointer.rpartition("/")[2]
            if _PRICE_KEYS.intersection(name_words(key)) and re.fullmatch(r"\d{1,12}(?:\.\d{1,6})?", part.content):
                found.append(f"{float(part.content):020.6f}")
        elif len(part.content) <= 40:
            moment = parse_temporal(part.content)
            if moment is not None and moment.kind in (Kind.DATE, Kind.DATETIME):
                found.append(moment.keys[0])
    return found
