"""Days that are an end of a stretch of time in the user's words ("the past six months", "Q1", "July 6 to 17").

Such words often have several readings. One of them counts where the call holds both of its ends, or where it is certain and the parameter
asks for that end.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from .json_walk import Leaf
from .normalize import name_words
from .search import Hit
from .types import Role, Span
from .values import temporal_parts
from .values.ranges import Range

if TYPE_CHECKING:
    from .inquiry import Inquiry

_START_WORDS = frozenset("start from since begin beginning after min".split())
_END_WORDS = frozenset("end to until till before max".split())
"""What a parameter that asks for an end of a stretch is called; any other date needs both ends in the call."""
MAX_SPREAD = 3
"""Days between the beginnings of the readings of one stretch, up to which they are the same stretch counted in another way; further apart (the last
two years, by the calendar or up to today) nobody knows which is meant."""
_BARE_QUARTER = re.compile(r"\bQ([1-4])\b(?!\s?(?:of\s)?'?\d)")
_QUARTER = re.compile(r"(\d{4})-Q([1-4])")


@dataclass(frozen=True, slots=True)
class _Stretch:
    first: date
    last: date
    certain: bool


def stretch_hits(day: str, inquiry: Inquiry, *, leaf: Leaf | None) -> Iterator[Hit]:
    """The stretches that the day `YYYY-MM-DD` begins or ends."""
    if inquiry.now is None:
        return
    words = frozenset(name_words(leaf.name)) if leaf is not None else frozenset[str]()
    others = {temporal_parts(key)[0] for _, parsed in inquiry.dated_leaves for key in parsed.keys}
    for index in inquiry.context.sources:
        if index.source.role is not Role.USER:
            continue
        for span, stretch in _stretches(index.content, index.ranges, inquiry):
            both = _holds_both(stretch, others)
            for end, bound, names in (("first", stretch.first, _START_WORDS), ("last", stretch.last, _END_WORDS)):
                if day == bound.isoformat() and (both or (stretch.certain and names & words)):
                    yield Hit(index, span, f"the {end} day of `{span.of(index.content)}`")


def lately_hits(moment: str, inquiry: Inquiry) -> Iterator[Hit]:
    """The stretches that begin or end at the moment `YYYY-MM-DDTHH:MM` ("the last hour")."""
    if inquiry.now is None:
        return
    for index in inquiry.context.sources:
        if index.source.role is Role.USER:
            for found in index.ranges:
                for reading in found.resolve(inquiry.now):
                    if moment in ("T".join(temporal_parts(key)) for key in (reading.start, reading.end) if key is not None and "T" in key):
                        yield Hit(index, found.span, f"an end of `{found.text}`")


def _holds_both(stretch: _Stretch, days: set[str]) -> bool:
    following = stretch.last + timedelta(days=1) if stretch.last < date.max else stretch.last
    return stretch.first.isoformat() in days and not days.isdisjoint((stretch.last.isoformat(), following.isoformat()))


def _stretches(content: str, ranges: Iterable[Range], inquiry: Inquiry) -> Iterator[tuple[Span, _Stretch]]:
    now = inquiry.now
    if now is None:
        return
    for found in ranges:
        stretches: list[_Stretch] = []
        for reading in found.resolve(now):
            first, last = _bound(reading.start, last=False), _bound(reading.end, last=True)
            if first is not None and last is not None:
                stretches.append(_Stretch(first, last, reading.certain))
        open_ones = [stretch.first for stretch in stretches if not stretch.certain]
        is_close = not open_ones or (max(open_ones) - min(open_ones)).days <= MAX_SPREAD
        yield from ((found.span, stretch) for stretch in stretches if stretch.certain or is_close)
    for match in _BARE_QUARTER.finditer(content):
        month = 3 * int(match.group(1))
        last = date(now.year, month, calendar.monthrange(now.year, month)[1])
        yield Span(*match.span()), _Stretch(date(now.year, month - 2, 1), last, certain=False)


def _bound(key: str | None, *, last: bool) -> date | None:
    """The first or the last day of a moment's grain: a day, a month, a quarter or a year."""
    if key is None:
        return None
    quarter = _QUARTER.fullmatch(key)
    day = temporal_parts(key)[0]
    try:
        if quarter is not None:
            year, month = int(quarter.group(1)), 3 * int(quarter.group(2))
            return date(year, month, calendar.monthrange(year, month)[1]) if last else date(year, month - 2, 1)
        if len(day) == 4 and day.isdecimal():
            return date(int(day), 12, 31) if last else date(int(day), 1, 1)
        if len(day) == 7:
            year, month = int(day[:4]), int(day[5:])
            return date(year, month, calendar.monthrange(year, month)[1] if last else 1)
        return date.fromisoformat(day)
    except ValueError:
        return None
