"""Ranges of dates, date-times and clock times in running text, absolute or relative to a present moment that the caller hands in.

"From May 5 to May 9", "9-11 am tomorrow", "last week", "Q1 2026", "since May", "before 2020", "tomorrow morning". A range is found from
the words and digits that one can begin with; its ends are what `relative` and `dates` read, and numbers that only the other end makes a
day or an hour. What a range means is worked out by `Range.resolve`.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from ..types import Span
from .calendar_names import glued_after, glued_before, pattern, plain
from .moments import Present
from .range_grammar import Place, range_at
from .range_model import RangeExpression, RangeReading
from .range_words import anchors

__all__ = ["Range", "RangeReading", "find_ranges", "parse_range"]

_MAX_READINGS = 12
_LEAD = r"(?:(?:on|at|by|around|about|for|during|since|the|in|from|throughout)\s{1,3}){1,3}"


@dataclass(frozen=True, slots=True)
class Range:
    """A range of time: where it stands, its text, and what it says."""

    span: Span
    text: str
    expression: RangeExpression

    def resolve(self, now: datetime.datetime, *, first_weekday: int = 0) -> tuple[RangeReading, ...]:
        """What the range means at `now`, the preferred reading first; empty where it falls outside the calendar.

        Example:
            >>> import datetime
            >>> [found] = find_ranges("Out from May 5 to May 9.")
            >>> found.resolve(datetime.datetime(2026, 3, 11))[0].key
            '2026-05-05/2026-05-09'
        """
        readings: dict[str, RangeReading] = {}
        for reading in self.expression.readings(Present(now, first_weekday)):
            readings.setdefault(reading.key, reading)
            if len(readings) >= _MAX_READINGS:
                break
        return tuple(readings.values())

    def clocks(self) -> tuple[RangeReading, ...]:
        """The clock times of a range that names no day, whatever the day; empty for every other range.

        Example:
            >>> [found] = find_ranges("Open 9-11 am.")
            >>> found.clocks()[0].key
            '09:00/11:00'
        """
        return tuple(self.expression.clocks())[:_MAX_READINGS]


def find_ranges(text: str) -> list[Range]:
    """Every range of time of a running text, sorted, without overlaps.

    Example:
        >>> [found.text for found in find_ranges("Closed last week, open 9-11 am tomorrow and again since May 5.")]
        ['last week', '9-11 am tomorrow', 'since May 5']
    """
    low = plain(text)
    found: list[Range] = []
    done = 0
    for anchor in anchors().finditer(f" {low}"):
        start = anchor.start()
        if start < done or glued_before(low, start):
            continue
        hit = range_at(Place(low, text, start))
        if hit is None or glued_after(low, hit.stop):
            continue
        span = Span(hit.start, hit.stop)
        found.append(Range(span, span.of(text), hit.expression))
        done = hit.stop
    return found


def parse_range(text: str) -> Range | None:
    """The range that the whole stripped text is, with or without a leading preposition, or None."""
    stripped = text.strip()
    low = plain(stripped)
    if not low or len(low) > 120:
        return None
    lead = pattern(_LEAD).match(low)
    for start in dict.fromkeys((0, lead.end() if lead is not None else 0)):
        hit = range_at(Place(low, stripped, start, whole=True)) if start < len(low) else None
        if hit is not None and pattern(r"\s?[.!?]?$").match(low, hit.stop) is not None:
            return Range(Span(0, len(stripped)), stripped, hit.expression)
    return None
