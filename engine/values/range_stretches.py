"""Stretches that only ranges speak of: halves, seasons, numbered weeks, decades, the parts of a day, the next three hours."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from .moments import Ahead, Expression, How, Present, Spot, Unit, plus_days, step
from .range_model import RangeReading
from .times import clock_key


class Fixed(NamedTuple):
    """A stretch that needs no present moment: the nineties, the first half of 2026, a week by its number."""

    first: date
    last: date
    unit: Unit = Unit.STRETCH
    certain: bool = True

    def spots(self, now: Present) -> Iterator[Spot]:
        """The one stretch."""
        del now
        yield Spot(self.first, self.last, self.unit, self.certain)


class FineRun(NamedTuple):
    """The next three hours, the last minute: counted from now, or in whole units from the next one."""

    seconds: int
    times: int
    sign: int

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """From now; then in whole units."""
        at = now.at.replace(tzinfo=None, microsecond=0)
        whole = at - timedelta(seconds=(at.hour * 3600 + at.minute * 60 + at.second) % self.seconds)
        edge = whole + timedelta(seconds=self.seconds) if self.sign > 0 else whole
        for base in (at, edge):
            try:
                moved = base + timedelta(seconds=self.sign * self.seconds * self.times)
            except OverflowError:
                continue
            first, last = sorted((base, moved))
            yield RangeReading(_moment_key(first), _moment_key(last), certain=False)

    def clocks(self) -> Iterator[RangeReading]:
        """None."""
        yield from ()


def _moment_key(at: datetime) -> str:
    return f"{at.date().isoformat()}T{clock_key((at.hour, at.minute, f'{at.second:02d}'))}"


PARTS: dict[str, tuple[tuple[int, int], ...]] = {
    "early morning": ((0, 9), (6, 10)),
    "morning": ((0, 12), (8, 12)),
    "late morning": ((10, 12),),
    "lunch": ((11, 13), (12, 14)),
    "early afternoon": ((12, 14),),
    "afternoon": ((12, 16), (12, 19)),
    "late afternoon": ((14, 16), (15, 18)),
    "early evening": ((16, 18), (17, 19)),
    "evening": ((18, 24), (16, 20)),
    "late evening": ((18, 20), (20, 24)),
    "dinner": ((16, 20),),
    "early night": ((20, 22),),
    "night": ((18, 24), (20, 24)),
    "late night": ((21, 24),),
    "day": ((8, 18),),
    "early day": ((0, 12),),
    "middle day": ((10, 14),),
    "late day": ((12, 24),),
}
"""The hours that the parts of a day are taken to cover, by two conventions where they differ; none is certain."""


class PartOf(NamedTuple):
    """The morning of a day; of no named day where `expression` is None."""

    part: str
    expression: Expression | None = None

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """The hours of each reading of the day."""
        for spot in (self.expression or Ahead(0)).spots(now):
            for first, last in PARTS[self.part]:
                day = plus_days(spot.first, last // 24)
                if day is not None:
                    end = f"{day.isoformat()}T{last % 24:02d}:00"
                    yield RangeReading(f"{spot.first.isoformat()}T{first:02d}:00", end, certain=False)

    def clocks(self) -> Iterator[RangeReading]:
        """The hours alone, where no day was said."""
        if self.expression is None:
            for first, last in PARTS[self.part]:
                yield RangeReading(f"{first:02d}:00", f"{last:02d}:00", certain=False)


class HalfOf(NamedTuple):
    """Earlier this month, later in the week: the first or the second half of a stretch."""

    base: Expression
    later: bool

    def spots(self, now: Present) -> Iterator[Spot]:
        """The half of each reading of the stretch."""
        for spot in self.base.spots(now):
            middle = _middle(spot)
            if middle is not None:
                first, last = (middle, spot.last) if self.later else (spot.first, middle - timedelta(days=1))
                yield Spot(first, last, Unit.STRETCH, certain=False)


def _middle(spot: Spot) -> date | None:
    if spot.unit is Unit.MONTH:
        return spot.first.replace(day=16)
    if spot.unit is Unit.YEAR:
        return spot.first.replace(month=7)
    return plus_days(spot.first, (spot.last - spot.first).days // 2) if spot.last > spot.first else None


_SEASONS = {"spring": (3, 20), "summer": (6, 21), "autumn": (9, 23), "fall": (9, 23), "winter": (12, 21)}
SEASONS = tuple(_SEASONS)
"""The names of the seasons."""
_SEASON_AFTER = {"spring": "summer", "summer": "autumn", "autumn": "winter", "fall": "winter", "winter": "spring"}


class Season(NamedTuple):
    """A season of the northern half of the world, of a year or the nearest one; never certain."""

    name: str
    how: How = How.BARE
    year: int | None = None

    def spots(self, now: Present) -> Iterator[Spot]:
        """The season that is meant; in words only, this year's first."""
        if self.year is not None:
            years = [self.year]
        else:
            spans = [(year, span) for year in (now.day.year - 1, now.day.year, now.day.year + 1) if (span := self._in(year)) is not None]
            later = [year for year, span in spans if span[0] > now.day]
            running = [year for year, span in spans if span[0] <= now.day <= span[1]]
            earlier = [year for year, span in spans if span[1] < now.day]
            choices = {How.LAST: earlier[-1:], How.PAST: earlier[-1:], How.NEXT: later[:1], How.COMING: later[:1]}
            years = choices.get(self.how, (running or later)[:1])
        for year in years:
            span = self._in(year)
            if span is not None:
                yield Spot(*span, Unit.STRETCH, certain=False)

    def _in(self, year: int) -> tuple[date, date] | None:
        if not 1 <= year < 9999:
            return None
        after = _SEASONS[_SEASON_AFTER[self.name]]
        return date(year, *_SEASONS[self.name]), date(year + (self.name == "winter"), *after) - timedelta(days=1)


class NumberedWeek(NamedTuple):
    """Week 23, of this year or of one that is said."""

    week: int
    year: int | None = None
    year_shift: int = 0

    def spots(self, now: Present) -> Iterator[Spot]:
        """The ISO week of that number."""
        try:
            first = date.fromisocalendar(self.year if self.year is not None else now.day.year + self.year_shift, self.week, 1)
        except ValueError:
            return
        last = plus_days(first, 6)
        if last is not None:
            yield Spot(first, last, Unit.WEEK, certain=self.year is not None)


class NthMonth(NamedTuple):
    """The third month of a year or a quarter."""

    which: int
    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The month in each reading of the stretch."""
        for spot in self.base.spots(now):
            first = step(spot.first.replace(day=1), Unit.MONTH, self.which - 1)
            after = step(first, Unit.MONTH, 1) if first is not None else None
            if first is not None and after is not None and first <= spot.last:
                yield Spot(first, after - timedelta(days=1), Unit.MONTH, spot.certain)


class NthWeekend(NamedTuple):
    """The last weekend of a stretch: the one whose Saturday is the last."""

    saturday: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """The weekend of each reading of the Saturday."""
        for spot in self.saturday.spots(now):
            sunday = plus_days(spot.first, 1)
            if sunday is not None:
                yield Spot(spot.first, sunday, Unit.WEEKEND, spot.certain)
