"""Relative expressions of time, found now and resolved against a present moment that the caller hands in.

"Next Friday" names no date; it names one once `now` is known. What can be taken two ways keeps both readings, none of them certain.
Dates without a year and clock times without a day are relative in this sense, too.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from ..types import Span
from .calendar_names import MONTHS, glued_after, glued_before, pattern, plain
from .date_forms import DateForm
from .dates import Moment, in_utc, parse_whole, scanned
from .moments import At, ClockOnly, Expression, Present, Reading, Weekday, Written
from .relative_grammar import Said, anchors
from .relative_timed import timed_at
from .stretches import Edge, NamedMonth
from .times import Clock, clock_key

__all__ = ["Reading", "Relative", "find_relative", "parse_relative", "year_of_yearless"]

_MAX_READINGS = 12
_ON = r"\b(?:on|by|until|till|since|before|after|this|next|last|from|through|every|for|and|or|to)\s$"


@dataclass(frozen=True, slots=True)
class Relative:
    """An expression of time that needs a present moment: where it stands, its text, and what it says."""

    span: Span
    text: str
    expression: Expression

    def resolve(self, now: datetime.datetime, *, first_weekday: int = 0) -> tuple[Reading, ...]:
        """What the expression means at `now`, the preferred reading first; empty where it falls outside the calendar.

        Days are those of `now` as it is handed in, in its own zone. `first_weekday` is the day a week begins with (0 is Monday).

        Example:
            >>> import datetime
            >>> [found] = find_relative("See you the day after tomorrow.")
            >>> found.resolve(datetime.datetime(2026, 3, 11))[0].key
            '2026-03-13'
        """
        readings: dict[str, Reading] = {}
        for spot in self.expression.spots(Present(now, first_weekday)):
            reading = spot.reading()
            kept = readings.get(reading.key)
            if kept is None:
                readings[reading.key] = reading
            elif kept.end != reading.end:
                readings[f"{reading.key}/{reading.end}"] = reading
            if spot.clock is not None and spot.offset is not None and spot.offset != "+00:00":
                same = in_utc((spot.first.year, spot.first.month, spot.first.day), spot.clock, spot.offset)
                if same is not None:
                    readings.setdefault(same, Reading(same, reading.certain))
            if len(readings) >= _MAX_READINGS:
                break
        return _zoned(tuple(readings.values()), now)


def _zoned(readings: tuple[Reading, ...], now: datetime.datetime) -> tuple[Reading, ...]:
    """The readings, and each clock time once more in the zone of `now`: with its offset, or as the same instant there."""
    if now.tzinfo is None:
        return readings
    extra: dict[str, Reading] = {}
    for reading in readings:
        if "T" not in reading.key:
            continue
        try:
            at = datetime.datetime.fromisoformat(reading.key)
            local = at.replace(tzinfo=now.tzinfo) if at.tzinfo is None else at.astimezone(now.tzinfo)
        except (OverflowError, ValueError):
            continue
        key = reading.key + local.isoformat()[-6:] if at.tzinfo is None else _stamp(local)
        extra.setdefault(key, Reading(key, reading.certain))
    known = {reading.key for reading in readings}
    return readings + tuple(reading for key, reading in extra.items() if key not in known)


def _stamp(at: datetime.datetime) -> str:
    return f"{at.date().isoformat()}T{clock_key((at.hour, at.minute, f'{at.second:02d}'))}{at.isoformat()[-6:]}"


def find_relative(text: str) -> list[Relative]:
    """Every expression of a running text that needs a present moment, sorted, without overlaps.

    Example:
        >>> [found.text for found in find_relative("Move it from next Friday at 5pm to March 3, or in two hours.")]
        ['next Friday at 5pm', 'March 3', 'in two hours']
    """
    low = plain(text)
    own = list(_own(low, text))
    found = [*own]
    taken = [(each.span.start, each.span.end) for each in own]
    place = 0
    for absolute in scanned(text):
        while place < len(taken) and taken[place][1] <= absolute.start:
            place += 1
        if place < len(taken) and taken[place][0] < absolute.end:
            continue
        expression = _of_absolute(absolute)
        if expression is not None:
            span = Span(absolute.start, absolute.end)
            found.append(Relative(span, span.of(text), expression))
    return sorted(found, key=lambda each: each.span)


def _own(low: str, text: str) -> list[Relative]:
    found: list[Relative] = []
    done = 0
    for anchor in pattern(anchors()).finditer(f" {low}"):
        start = anchor.start()
        if start < done or glued_before(low, start):
            continue
        said = timed_at(low, start)
        if said is None or glued_after(low, said.end) or not _stands(low, text, start, said):
            continue
        if _needs_present(said.expression):
            span = Span(start, said.end)
            found.append(Relative(span, span.of(text), said.expression))
        done = said.end
    return found


def _needs_present(expression: Expression) -> bool:
    """Whether it is more than a date written in full."""
    if isinstance(expression, At):
        return _needs_present(expression.base)
    return not (isinstance(expression, Written) and expression.form.has_year)


def _stands(low: str, text: str, start: int, said: Said) -> bool:
    if not said.weak:
        return True
    cued = pattern(_ON).search(low[max(0, start - 8) : start]) is not None
    word = low[start : said.end]
    if word[0].isdigit():
        return pattern(r"\bon\s$").search(low[max(0, start - 4) : start]) is not None
    if isinstance(said.expression, Edge):
        return text[start : said.end].rsplit(maxsplit=1)[-1].isupper()
    if word.startswith("the"):
        return True
    if not isinstance(said.expression, Weekday):
        return text[start : said.end].rsplit(maxsplit=1)[-1][0].isupper()
    return text[start].isupper() and (cued or word in ("mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri"))


def _of_absolute(found: object) -> Expression | None:
    if isinstance(found, DateForm):
        if found.other is not None or found.has_year:
            return None
        month = found.readings[0][1]
        return Written(found) if found.has_day or month is None else NamedMonth(month)
    if isinstance(found, Moment):
        return None if found.day.has_year else At(Written(found.day), found.clock)
    return ClockOnly(found) if isinstance(found, Clock) else None


def parse_relative(text: str) -> Relative | None:
    """The relative expression that the whole stripped text is, with or without a leading preposition, or None."""
    stripped = text.strip()
    low = plain(stripped)
    if not low or len(low) > 120:
        return None
    lead = pattern(r"(?:(?:on|at|by|around|about|for|during|since|the|in|from)\s{1,3}){1,3}").match(low)
    expression = None
    for start in dict.fromkeys((0, lead.end() if lead is not None else 0)):
        said = timed_at(low, start) if start < len(low) else None
        if said is not None and pattern(r"\s?[.!?]?$").match(low, said.end) is not None:
            expression = said.expression
            break
    if expression is None:
        expression = next((each for found in parse_whole(low) if (each := _of_absolute(found)) is not None), None)
    return Relative(Span(0, len(stripped)), stripped, expression) if expression is not None else None


def year_of_yearless(key: str, now: datetime.datetime) -> tuple[Reading, ...]:
    """The days that a key without a year (`--03-11`, `--03`, `--03-11T18:00`) may mean at `now`, this year's first."""
    found = pattern(r"--(?P<m>[0-9]{2})(?:-(?P<d>[0-9]{2}))?(?P<t>T.{5,30})?$").match(key)
    if found is None or int(found["m"]) not in MONTHS.values():
        return ()
    form = DateForm(0, 0, ((None, int(found["m"]), int(found["d"]) if found["d"] is not None else None),))
    days = [spot.reading() for spot in Written(form).spots(Present(now))]
    return tuple(Reading(day.key + (found["t"] or ""), day.certain, day.end) for day in days)
