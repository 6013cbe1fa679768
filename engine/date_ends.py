"""The two ends of a stay, a trip or a period, exchanged: the day that the context gives for the one passed for the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from .derive_dates import day_and_clock, day_hits
from .json_walk import Leaf
from .normalize import name_words
from .search import Hit, same_value_hits
from .types import Kind, Role

if TYPE_CHECKING:
    from .inquiry import Inquiry


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two slots that belong together, by words of their names, with the words that the context puts before the day of each.

    `ordered`: the first is never later than the second.
    """

    first: frozenset[str]
    second: frozenset[str]
    says_first: re.Pattern[str]
    says_second: re.Pattern[str]
    ordered: bool


def _pair(first: str, second: str, says_first: str, says_second: str, *, ordered: bool = True) -> _Pair:
    cues = [re.compile(rf"\b(?:{words})\b(?:\W+(?:on|at|is|it|the|by|date|day|of|be|for|will)){{0,3}}\W*$", re.IGNORECASE) for words in (says_first, says_second)]
    return _Pair(frozenset(first.split()), frozenset(second.split()), cues[0], cues[1], ordered)


_STAYS = r"check(?:ing)?[ -]?in|arriv\w{1,4}|from|between|start\w{0,4}|begin\w{0,4}"
_LEAVES = r"check(?:ing)?[ -]?out|leav\w{1,4}|depart\w{0,5}|until|till|to|through|end\w{0,3}|and"
_GOES = r"depart\w{0,5}|leav\w{1,4}|outbound|from|going|fly(?:ing)?|pick[ -]?up"
_COMES_BACK = r"return\w{0,4}|back|inbound|until|till|to|drop[ -]?off"
_COMES, _DEPARTS = r"arriv\w{1,4}|check(?:ing)?[ -]?in|come|coming", r"depart\w{0,5}|leav\w{1,4}|check(?:ing)?[ -]?out"
_PAIRS = (
    _pair("checkin check_in", "checkout check_out", _STAYS, _LEAVES),
    _pair("outbound departure depart pickup", "inbound return returning dropoff", _GOES, _COMES_BACK),
    _pair("arrival arrive", "departure depart leave", _COMES, _DEPARTS, ordered=False),
    _pair("start begin from since after", "end finish to until till before", _STAYS, _LEAVES),
)
_LEAD_CHARS = 40


def exchanged_end(leaf: Leaf, inquiry: Inquiry) -> tuple[Leaf, Hit | None] | None:
    """The argument that this date was exchanged with, and where the context says so; None where nothing shows an exchange."""
    for sibling, pair, is_first in _partners(leaf, inquiry):
        first, second = (leaf, sibling) if is_first else (sibling, leaf)
        days = [day_and_clock(each)[0] for each in (first, second)]
        if not all(len(day) == 10 for day in days) or days[0] == days[1]:
            continue
        own = pair.says_first, pair.says_second
        hit = _said_otherwise(first, own[1], own[0], inquiry)
        if hit is not None and _said_otherwise(second, own[0], own[1], inquiry) is not None:
            return sibling, hit
        if pair.ordered and days[0] > days[1]:
            return sibling, None
    return None


def _partners(leaf: Leaf, inquiry: Inquiry) -> Iterator[tuple[Leaf, _Pair, bool]]:
    words = _words(leaf)
    for sibling, parsed in inquiry.dated_leaves:
        if sibling.pointer == leaf.pointer or sibling.path[:-1] != leaf.path[:-1] or parsed.kind not in (Kind.DATE, Kind.DATETIME):
            continue
        others = _words(sibling)
        for pair in _PAIRS:
            if words & pair.first and others & pair.second and words - pair.first == others - pair.second:
                yield sibling, pair, True
            elif words & pair.second and others & pair.first and words - pair.second == others - pair.first:
                yield sibling, pair, False


def _words(leaf: Leaf) -> frozenset[str]:
    words = name_words(leaf.name)
    joined = {f"{first}_{second}" for first, second in pairwise(words)} & {"check_in", "check_out"}
    return frozenset(words) - {"check", "in", "out"} | joined if joined else frozenset(words)


def _said_otherwise(leaf: Leaf, wrong: re.Pattern[str], right: re.Pattern[str], inquiry: Inquiry) -> Hit | None:
    """The first place where a user gives the day of the leaf behind the words of the other end, where none gives it behind those of its own."""
    users = tuple(index for index in inquiry.context.sources if index.source.role is Role.USER)
    hits = [*same_value_hits(users, Kind.DATE, leaf.value)] or [hit for hit in day_hits(day_and_clock(leaf)[0], inquiry) if hit.index.source.role is Role.USER]
    found: Hit | None = None
    for hit in hits:
        lead = hit.index.content[max(0, hit.span.start - _LEAD_CHARS) : hit.span.start]
        if right.search(lead):
            return None
        if wrong.search(lead):
            found = found or hit
    return found
