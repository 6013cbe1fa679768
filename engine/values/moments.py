"""Calendar arithmetic and the expressions that a present moment resolves: "in 3 days", "next Friday", "the first Monday of May".

An expression holds what was said; `spots` works out the days it may mean, the preferred one first. Nothing here reads a clock.
A day that falls outside the calendar simply drops out of the readings.

The expressions are named tuples and not dataclasses, which take several times as long to create at import.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple, Protocol

from .date_forms import DateForm, is_day
from .durations import Length
from .feasts import feast_day
from .times import Clock, clock_key


class Unit(StrEnum):
    """The stretch of the calendar that an expression names."""

    DAY = "day"
    WEEK = "week"
    WORKWEEK = "workweek"
    WEEKEND = "weekend"
    FORTNIGHT = "fortnight"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    STRETCH = "stretch"


class How(StrEnum):
    """The word that points: this, next, last, or none."""

    BARE = "bare"
    THIS = "this"
    COMING = "coming"
    NEXT = "next"
    PAST = "past"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing an expression may mean: a canonical key, whether it is the sure one, and the last day (inclusive) of a range."""

    key: str
    certain: bool = True
    end: str | None = None


class Present(NamedTuple):
    """The moment that expressions are resolved against."""

    at: datetime
    first_weekday: int = 0

    @property
    def day(self) -> date:
        """Today."""
        return self.at.date()


@dataclass(frozen=True, slots=True)
class Spot:
    """A day, or a stretch of days from `first` to `last`, with a clock time where one was said."""

    first: date
    last: date
    unit: Unit = Unit.DAY
    certain: bool = True
    clock: tuple[int, int, str] | None = None
    offset: str | None = None

    def reading(self) -> Reading:
        """The spot in canonical keys."""
        if self.clock is not None:
            return Reading(f"{self.first.isoformat()}T{clock_key(self.clock)}{self.offset or ''}", self.certain)
        if self.unit is Unit.DAY:
            return Reading(self.first.isoformat(), self.certain)
        return Reading(_stretch_key(self), self.certain, self.last.isoformat())


def _stretch_key(spot: Spot) -> str:
    if spot.unit is Unit.MONTH:
        return spot.first.isoformat()[:7]
    if spot.unit is Unit.QUARTER:
        return f"{spot.first.year:04d}-Q{(spot.first.month + 2) // 3}"
    return f"{spot.first.year:04d}" if spot.unit is Unit.YEAR else spot.first.isoformat()


class Expression(Protocol):
    """What was said, ready to be resolved."""

    def spots(self, now: Present) -> Iterator[Spot]:
        """The days it may mean, the preferred one first."""
        ...


def plus_days(day: date, days: int) -> date | None:
    """The day so many days later, or None outside the calendar."""
    ordinal = day.toordinal() + days
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None


def plus_months(day: date, months: int) -> date | None:
    """The same day so many months later, cut to the length of that month; None outside the calendar."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1])) if 1 <= year <= 9999 else None


def _day(day: date | None, *, certain: bool = True) -> Iterator[Spot]:
    if day is not None:
        yield Spot(day, day, certain=certain)


def stretch_around(day: date, unit: Unit, first_weekday: int) -> Spot:
    """The calendar stretch of this unit that holds the day."""
    if unit in (Unit.WEEK, Unit.FORTNIGHT):
        first = plus_days(day, -((day.weekday() - first_weekday) % 7)) or day
        return Spot(first, plus_days(first, 6 if unit is Unit.WEEK else 13) or day, unit)
    if unit is Unit.WORKWEEK:
        first = plus_days(day, -day.weekday()) or day
        return Spot(first, plus_days(first, 4) or day, unit)
    if unit is Unit.WEEKEND:
        first = plus_days(day, 5 - day.weekday()) or day
        return Spot(first, plus_days(first, 1) or first, unit)
    if unit is Unit.MONTH:
        return Spot(day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1]), unit)
    if unit is Unit.QUARTER:
        first = date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
        return Spot(first, date(day.year, first.month + 2, monthrange(day.year, first.month + 2)[1]), unit)
    if unit is Unit.YEAR:
        return Spot(date(day.year, 1, 1), date(day.year, 12, 31), unit)
    if unit is Unit.DECADE:
        first = date(max(day.year // 10 * 10, 1), 1, 1)
        return Spot(first, date(min(first.year // 10 * 10 + 9, 9999), 12, 31), unit)
    return Spot(day, day)


_MONTHS_OF = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12, Unit.DECADE: 120}
_DAYS_OF = {Unit.DAY: 1, Unit.WEEK: 7, Unit.WORKWEEK: 7, Unit.WEEKEND: 7, Unit.FORTNIGHT: 14}


def step(day: date, unit: Unit, count: int) -> date | None:
    """The day so many units later."""
    if unit in _MONTHS_OF:
        return plus_months(day, count * _MONTHS_OF[unit])
    return plus_days(day, count * _DAYS_OF.get(unit, 1))


class Ahead(NamedTuple):
    """Today, tomorrow, yesterday and their neighbours."""

    days: int
    certain: bool = True

    def spots(self, now: Present) -> Iterator[Spot]:
        """The one day."""
        yield from _day(plus_days(now.day, self.days), certain=self.certain)


class Instant(NamedTuple):
    """Now."""

    def spots(self, now: Present) -> Iterator[Spot]:
        """The moment itself, with its clock time."""
        yield _instant(now.at)


def _instant(at: datetime) -> Spot:
    return Spot(at.date(), at.date(), clock=(at.hour, at.minute, f"{at.second:02d}"))


class Away(NamedTuple):
    """A duration before (`sign` -1) or after (1) a base, or the present where there is none."""

    length: Length
    sign: int
    base: Expression | None = None

    @property
    def is_fine(self) -> bool:
        """Whether hours or less are counted."""
        return any(unit in ("ms", "s", "min", "h") for _, unit in self.length.parts)

    def spots(self, now: Present) -> Iterator[Spot]:
        """For each reading of the base, the day, or the moment where hours or less are counted."""
        fine = self.is_fine
        for spot in (_instant(now.at),) if self.base is None else self.base.spots(now):
            clock = spot.clock if self.base is not None or fine else None
            moved = self._moved(spot, now, fine)
            if moved is not None:
                yield replace(moved, certain=spot.certain, offset=spot.offset, clock=moved.clock if fine else clock)

    def _moved(self, spot: Spot, now: Present, fine: bool) -> Spot | None:
        months = int(self.length.months)
        seconds = self.length.seconds + (self.length.months - months) * 2_592_000
        day = plus_months(spot.first, self.sign * months)
        if day is None:
            return None
        hour, minute, second = spot.clock if spot.clock is not None else (0, 0, "")
        at = datetime(day.year, day.month, day.day, hour, minute, min(int(Decimal(second or 0)), 59))
        zone = now.at.tzinfo if self.base is None and fine else None
        try:
            moved = at + timedelta(seconds=float(self.sign * seconds))
            if zone is not None:
                start = at.replace(tzinfo=zone, fold=now.at.fold).astimezone(UTC)
                moved = (start + timedelta(seconds=float(self.sign * seconds))).astimezone(zone)
        except (OverflowError, ValueError):
            return None
        return _instant(moved)


class Weekday(NamedTuple):
    """A weekday, bare or pointed at; `week` counts calendar weeks from this one ("Monday of next week")."""

    number: int
    how: How = How.BARE
    week: int | None = None

    def spots(self, now: Present) -> Iterator[Spot]:
        """One or two days; both uncertain where "next" and "last" can be taken two ways."""
        this_week = stretch_around(now.day, Unit.WEEK, now.first_weekday).first
        within = (self.number - now.first_weekday) % 7
        if self.week is not None:
            yield from _day(plus_days(this_week, 7 * self.week + within))
            return
        ahead = plus_days(now.day, (self.number - now.day.weekday() - 1) % 7 + 1)
        behind = plus_days(now.day, -((now.day.weekday() - self.number - 1) % 7 + 1))
        pairs = {
            How.NEXT: (plus_days(this_week, 7 + within), ahead),
            How.LAST: (plus_days(this_week, within - 7), behind),
            How.COMING: (ahead, ahead),
            How.PAST: (behind, behind),
            How.THIS: (ahead, plus_days(this_week, within)),
        }
        if self.how is How.BARE:
            yield from self._bare(now.day, ahead, behind)
            return
        first, second = pairs[self.how]
        yield from _day(first, certain=first == second)
        if first != second:
            yield from _day(second, certain=False)

    def _bare(self, today: date, ahead: date | None, behind: date | None) -> Iterator[Spot]:
        is_today = today.weekday() == self.number
        yield from _day(ahead, certain=not is_today)
        if is_today:
            yield from _day(today, certain=False)
        yield from _day(behind, certain=False)


class CountedWeekday(NamedTuple):
    """Three Fridays from now; Friday week."""

    number: int
    times: int

    def spots(self, now: Present) -> Iterator[Spot]:
        """The one day."""
        if self.times > 0:
            ahead = (self.number - now.day.weekday() - 1) % 7 + 1
            yield from _day(plus_days(now.day, ahead + 7 * (self.times - 1)))
        else:
            behind = (now.day.weekday() - self.number - 1) % 7 + 1
            yield from _day(plus_days(now.day, -behind + 7 * (self.times + 1)))


class WeekdayNear(NamedTuple):
    """The weekday in the week of another expression: "Monday two weeks from now"."""

    number: int
    base: Expression

    def spots(self, now: Present) -> Iterator[Spot]:
        """One day for each reading of the base."""
        for spot in self.base.spots(now):
            week = stretch_around(spot.first, Unit.WEEK, now.first_weekday).first
            yield from _day(plus_days(week, (self.number - now.first_weekday) % 7), certain=spot.certain)


class DayOfMonth(NamedTuple):
    """The 21st; with `months` of the month so many away; with `weekday` of the nearest month where the two agree."""

    day: int
    months: int | None = None
    weekday: int | None = None

    def spots(self, now: Present) -> Iterator[Spot]:
        """The day in this month and, where that is passed, in the next."""
        this_month = now.day.replace(day=1)
        if self.months is not None:
            yield from _day(self._in(plus_months(this_month, self.months)))
        elif self.weekday is not None:
            ahead = (self._in(plus_months(this_month, number)) for number in range(25))
            behind = (self._in(plus_months(this_month, -number)) for number in range(25))
            first = next((day for day in ahead if day is not None and day.weekday() == self.weekday and day >= now.day), None)
            last = next((day for day in behind if day is not None and day.weekday() == self.weekday and day < now.day), None)
            yield from _day(first)
            yield from _day(last, certain=first is None)
        else:
            days = [day for number in (-1, 0, 1, 2) if (day := self._in(plus_months(this_month, number))) is not None]
            later = next((day for day in days if day >= now.day), None)
            earlier = next((day for day in reversed(days) if day < now.day), None)
            in_month = later is not None and later.month == now.day.month
            yield from _day(later, certain=in_month)
            yield from _day(earlier, certain=False)

    def _in(self, month: date | None) -> date | None:
        return month.replace(day=self.day) if month is not None and is_day(month.year, month.month, self.day) else None


class Written(NamedTuple):
    """A date as it is written, with its year or without; `how` points at the year ("next 6th of April")."""

    form: DateForm
    how: How = How.BARE

    def spots(self, now: Present) -> Iterator[Spot]:
        """The days of each reading; without a year, of this year first."""
        for year, month, day in self.form.readings:
            if month is None:
                continue
            if year is not None:
                yield from _dated(year, month, day, certain=len(self.form.readings) == 1)
            else:
                yield from self._yearless(now, month, day)

    def _yearless(self, now: Present, month: int, day: int | None) -> Iterator[Spot]:
        years = list(years_near(now.day, month, day))
        alone = len(self.form.readings) == 1
        if self.form.weekday is not None and day is not None:
            possible = (year for year in _outward(now.day.year) if is_day(year, month, day))
            agreeing = [year for year in possible if date(year, month, day).weekday() == self.form.weekday]
            alone = alone and bool(agreeing) and abs(agreeing[0] - now.day.year) < 2
            years = [*agreeing[:2], now.day.year] if alone else [*years, *agreeing[:1]]
        if self.how is not How.BARE:
            passed = (month, day or 1) <= (now.day.month, now.day.day if day is not None else 1)
            shift = int(passed) if self.how in (How.NEXT, How.COMING) else int(passed) - 1 if self.how in (How.LAST, How.PAST) else 0
            years = [now.day.year + shift]
        for place, year in enumerate(years):
            yield from _dated(year, month, day, certain=alone and not place and is_nearest(now.day, year, month, day))


def _dated(year: int, month: int, day: int | None, *, certain: bool) -> Iterator[Spot]:
    if not 1 <= year <= 9999:
        return
    if day is None:
        yield replace(stretch_around(date(year, month, 1), Unit.MONTH, 0), certain=certain)
    elif is_day(year, month, day):
        yield from _day(date(year, month, day), certain=certain)


def _outward(year: int) -> Iterator[int]:
    yield year
    for away in range(1, 12):
        yield from (each for each in (year + away, year - away) if 1 <= each <= 9999)


def years_near(today: date, month: int, day: int | None) -> Iterator[int]:
    """The years a date without one may belong to: this year, then the next where it is passed, or the one before where it is not."""
    passed = (month, day or 28) < (today.month, today.day)
    found = [year for year in (today.year, today.year + (1 if passed else -1)) if 1 <= year <= 9999]
    if day is None or any(is_day(year, month, day) for year in found):
        yield from (year for year in found if day is None or is_day(year, month, day))
    else:
        yield from [year for year in _outward(today.year) if is_day(year, month, day)][:2]


def is_nearest(today: date, year: int, month: int, day: int | None) -> bool:
    """Whether the day of this year lies within half a year of today."""
    return abs((date(year, month, day or 15) - today).days) <= 183 if is_day(year, month, day or 15) else False


class Feast(NamedTuple):
    """A holiday by name, of a year or the nearest one."""

    name: str
    year: int | None = None
    how: How = How.BARE

    def spots(self, now: Present) -> Iterator[Spot]:
        """The coming one first, then the one before."""
        if self.year is not None:
            yield from _day(feast_day(self.name, self.year))
            return
        days = [day for year in range(now.day.year - 1, now.day.year + 3) if (day := feast_day(self.name, year)) is not None]
        later = [day for day in days if day >= now.day]
        earlier = [day for day in days if day < now.day]
        if self.how in (How.LAST, How.PAST):
            yield from _day(earlier[-1] if earlier else None)
            return
        yield from _day(later[0] if later else None)
        if self.how is How.BARE:
            yield from _day(earlier[-1] if earlier else None, certain=False)


class At(NamedTuple):
    """A day with a clock time; the day's own clock, if any, gives way."""

    base: Expression
    clock: Clock

    def spots(self, now: Present) -> Iterator[Spot]:
        """Every reading of the day with every reading of the clock."""
        for spot in self.base.spots(now):
            for time in self.clock.readings:
                certain = spot.certain and len(self.clock.readings) == 1
                yield Spot(spot.first, spot.first, certain=certain, clock=time, offset=self.clock.offset)


class ClockOnly(NamedTuple):
    """A clock time on no named day: today, or tomorrow where it is passed."""

    clock: Clock

    def spots(self, now: Present) -> Iterator[Spot]:
        """The next such moment first, then the one of today or the day before."""
        later: list[Spot] = []
        earlier: list[Spot] = []
        for time in self.clock.readings:
            passed = (time[0], time[1]) < (now.at.hour, now.at.minute)
            for days in (0, 1, -1):
                day = plus_days(now.day, days)
                if day is not None and days != (-1 if passed else 1):
                    spot = Spot(day, day, certain=False, clock=time, offset=self.clock.offset)
                    (later if days == int(passed) else earlier).append(spot)
        yield from sorted(later, key=lambda spot: (spot.first, spot.clock or (0, 0, "")))
        yield from earlier
