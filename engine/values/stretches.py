"""Stretches of the calendar against a present moment, and days picked out of them: "last week", "the first Monday of next month"."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from .feasts import nth_weekday
from .moments import Expression, How, Present, Spot, Unit, is_nearest, plus_days, step, stretch_around, years_near

_CALENDAR_UNITS = (Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE)


class Period(NamedTuple):
    """This week, next month, the quarter after next: the stretch `shift` units from the present one."""

    unit: Unit
    shift: int = 0

    def spots(self, now: Present) -> Iterator[Spot]:
        """The one stretch; for a weekend that has begun, the one that follows as well."""
        day = step(now.day, self.unit, self.shift)
        if day is None:
            return
        spot = stretch_around(day, self.unit, now.first_weekday)
        ambiguous = self.unit is Unit.WEEKEND and self.shift > 0 and now.day.weekday() < 5
        yield replace(spot, certain=not ambiguous)
        earlier = step(now.day, self.unit, self.shift - 1) if ambiguous else None
        if earlier is not None:
            yield replace(stretch_around(earlier, self.unit, now.first_weekday), certain=False)


class Run(NamedTuple):
    """The last 7 days, the next two months: so many units before (`sign` -1) or after (1) the present."""

    unit: Unit
    times: int
    sign: int

    def spots(self, now: Present) -> Iterator[Spot]:
        """Whole calendar units first, then the same length counted from today."""
        near, far = step(now.day, self.unit, self.sign), step(now.day, self.unit, self.sign * self.times)
        edge = plus_days(now.day, self.sign)
        if near is None or far is None or edge is None:
            return
        if self.unit in _CALENDAR_UNITS:
            ends = (stretch_around(near, self.unit, now.first_weekday), stretch_around(far, self.unit, now.first_weekday))
            yield _stretch(min(spot.first for spot in ends), max(spot.last for spot in ends), certain=False)
            yield _stretch(min(edge, far), max(edge, far), certain=False)
        else:
            yield _stretch(min(edge, far), max(edge, far), certain=self.sign > 0)
        inner = plus_days(far, -self.sign)
        if inner is not None:
            yield _stretch(min(now.day, inner), max(now.day, inner), certain=False)
        yield _stretch(min(now.day, far), max(now.day, far), certain=False)


def _stretch(first: date, last: date, *, certain: bool = True) -> Spot:
    return Spot(first, last, Unit.STRETCH, certain)


class NamedMonth(NamedTuple):
    """May, next May, March of last year: a month by name in the nearest year, a pointed one, or a written one."""

    month: int
    how: How = How.BARE
    year: int | None = None
    year_shift: int | None = None

    def spots(self, now: Present) -> Iterator[Spot]:
        """The month of this year first, then of the next or the one before."""
        if self.year is not None or self.year_shift is not None:
            years = [self.year if self.year is not None else now.day.year + (self.year_shift or 0)]
        elif self.how is How.BARE:
            years = list(years_near(now.day, self.month, None))[:2]
        elif self.how in (How.NEXT, How.COMING):
            years = [now.day.year + (self.month <= now.day.month)]
        elif self.how in (How.LAST, How.PAST):
            years = [now.day.year - (self.month >= now.day.month)]
        else:
            years = [now.day.year]
        for place, year in enumerate(years):
            if 1 <= year <= 9999:
                sure = self.how is not How.BARE or len(years) == 1 or is_nearest(now.day, year, self.month, None)
                yield replace(stretch_around(date(year, self.month, 1), Unit.MONTH, 0), certain=sure and not place)


class NamedYear(NamedTuple):
    """A year by its number, as the "2018" of "the second Sunday of 2018"."""

    year: int

    def spots(self, now: Present) -> Iterator[Spot]:
        """The one year."""
        del now
        yield Spot(date(self.year, 1, 1), date(self.year, 12, 31), Unit.YEAR)


class NamedQuarter(NamedTuple):
    """The third quarter, of this year where no other is said."""

    quarter: int
    year_shift: int = 0

    def spots(self, now: Present) -> Iterator[Spot]:
        """The one quarter."""
        year = now.day.year + self.year_shift
        if 1 <= year <= 9999:
            yield replace(stretch_around(date(year, 3 * self.quarter, 1), Unit.QUARTER, 0), certain=False)


class Edge(NamedTuple):
    """The start, middle or end of a stretch; `early` for "early March", which is a stretch and no day."""

    part: str
    base: Expression
    early: bool = False

    def spots(self, now: Present) -> Iterator[Spot]:
        """Its outermost day first, then the third of it that is meant loosely; none of them certain."""
        for spot in self.base.spots(now):
            first, last = _third(spot, self.part)
            if not self.early and self.part != "middle":
                day = spot.first if self.part == "start" else spot.last
                yield Spot(day, day, certain=False)
            yield _stretch(first, last, certain=False)


def _third(spot: Spot, part: str) -> tuple[date, date]:
    if spot.unit is Unit.MONTH:
        bounds = {"start": (1, 10), "middle": (11, 20), "end": (21, spot.last.day)}[part]
        return spot.first.replace(day=bounds[0]), spot.first.replace(day=bounds[1])
    if spot.unit is Unit.YEAR:
        months = {"start": (1, 3), "middle": (5, 8), "end": (9, 12)}[part]
        return spot.first.replace(month=months[0]), spot.first.replace(month=months[1], day=monthrange(spot.first.year, months[1])[1])
    days = (spot.last - spot.first).days
    size = max(1, round((days + 1) / 3))
    first = {"start": 0, "middle": size, "end": days - size}[part]
    last = {"start": size, "middle": 2 * size - 1, "end": days}[part]
    return plus_days(spot.first, first) or spot.first, plus_days(spot.first, last) or spot.last


class NthWeekday(NamedTuple):
    """The second (2) or last (-1) such weekday of a stretch."""

    which: int
    weekday: int
    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The day in each reading of the stretch."""
        for spot in self.base.spots(now):
            day = self._in(spot)
            if day is not None:
                yield Spot(day, day, certain=spot.certain)

    def _in(self, spot: Spot) -> date | None:
        if spot.unit is Unit.MONTH:
            return nth_weekday(spot.first.year, spot.first.month, self.weekday, self.which)
        edge = spot.first if self.which > 0 else spot.last
        away = (self.weekday - edge.weekday()) % 7 if self.which > 0 else -((edge.weekday() - self.weekday) % 7)
        day = plus_days(edge, away + 7 * (self.which - 1 if self.which > 0 else self.which + 1))
        return day if day is not None and spot.first <= day <= spot.last else None


class WeekdayAfter(NamedTuple):
    """The third Tuesday after a day (`sign` 1), or before it."""

    which: int
    weekday: int
    sign: int
    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The day for each reading of the base."""
        for spot in self.base.spots(now):
            away = (self.sign * (self.weekday - spot.first.weekday()) - 1) % 7 + 1
            day = plus_days(spot.first, self.sign * (away + 7 * (self.which - 1)))
            if day is not None:
                yield Spot(day, day, certain=spot.certain)


class NthDay(NamedTuple):
    """The third or the fifth last (-5) day of a stretch."""

    which: int
    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The day in each reading of the stretch."""
        for spot in self.base.spots(now):
            day = plus_days(spot.first, self.which - 1) if self.which > 0 else plus_days(spot.last, self.which + 1)
            if day is not None and spot.first <= day <= spot.last:
                yield Spot(day, day, certain=spot.certain)


class NthWeek(NamedTuple):
    """The first or the second last (-2) week of a stretch: the one that holds its first day, or the first whole one."""

    which: int
    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The whole week first, then the one cut by the edge."""
        for spot in self.base.spots(now):
            edge = stretch_around(spot.first if self.which > 0 else spot.last, Unit.WEEK, now.first_weekday)
            whole = edge.first >= spot.first if self.which > 0 else edge.last <= spot.last
            count = self.which - 1 if self.which > 0 else self.which + 1
            for extra in (0,) if whole else (1 if self.which > 0 else -1, 0):
                first = plus_days(edge.first, 7 * (count + extra))
                last = plus_days(edge.last, 7 * (count + extra))
                if first is not None and last is not None:
                    yield Spot(first, last, Unit.WEEK, certain=False)


class WeekOf(NamedTuple):
    """The week, or the weekend, that holds a day."""

    base: Expression
    unit: Unit = Unit.WEEK

    def spots(self, now: Present) -> Iterator[Spot]:
        """The stretch around each reading of the base."""
        for spot in self.base.spots(now):
            if self.unit is Unit.WEEKEND:
                yield replace(_weekend_by(spot.first), certain=spot.certain)
            else:
                yield replace(stretch_around(spot.first, self.unit, now.first_weekday), certain=spot.certain)


def _weekend_by(day: date) -> Spot:
    """The weekend nearest to the day, with the Friday or the Monday that the day is."""
    saturday = plus_days(day, 5 - day.weekday() if day.weekday() > 2 else -2 - day.weekday()) or day
    sunday = plus_days(saturday, 1) or saturday
    return Spot(min(saturday, day) if day.weekday() == 4 else saturday, day if day.weekday() == 0 else sunday, Unit.WEEKEND)


class RestOf(NamedTuple):
    """What is left of a stretch, today included."""

    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """From today to its last day."""
        for spot in self.base.spots(now):
            if spot.last >= now.day:
                yield _stretch(max(now.day, spot.first), spot.last, certain=spot.certain)


class SmallHours(NamedTuple):
    """The day whose small hours belong to the evening or the night of another: "tonight at 2", "midnight on Friday night"."""

    evening: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The day after each reading of the evening; then, taken by the letter, that day itself."""
        for spot in self.evening.spots(now):
            after = plus_days(spot.first, 1)
            if after is not None:
                yield Spot(after, after, certain=False)
            yield replace(spot, certain=False)
