"""What a range of time may mean against a present moment: between two ends, open on one side, so long from a start, a part of a day.

An end that names no year, week or day of its own ("from Nov to Feb 2017", "9 to 11 am tomorrow") takes it from the other end; where both
leave it open, the readings of the first are tried in turn and the second follows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple, Protocol

from .date_forms import is_day
from .durations import Length
from .moments import Ahead, Away, DayOfMonth, Expression, Feast, How, Instant, Present, Spot, Unit, Weekday, Written, plus_days, plus_months
from .stretches import Edge, NamedMonth, NamedQuarter, NthWeek, NthWeekday, WeekOf
from .times import Clock, clock_key

Time = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class RangeReading:
    """One thing a range may mean; an end that is open is None.

    `start` and `end` are keys at the grain that was said: `2026`, `2026-Q2`, `2026-05`, `2026-05-09`, `2026-05-09T11:00`; without a day,
    `11:00`. Both belong to the range: an `end` of `2026-05` means that all of May does.
    """

    start: str | None
    end: str | None
    certain: bool = True

    @property
    def first(self) -> str | None:
        """The first day, or the moment it begins."""
        return None if self.start is None else day_bounds(self.start)[0]

    @property
    def last(self) -> str | None:
        """The last day, inclusive, or the moment it ends."""
        return None if self.end is None else day_bounds(self.end)[1]

    @property
    def key(self) -> str:
        """The range as an ISO 8601 interval of days or moments; `..` stands for an open end.

        Example:
            >>> RangeReading("2026-05", None).key
            '2026-05-01/..'
        """
        return f"{self.first or '..'}/{self.last or '..'}"


def day_bounds(key: str) -> tuple[str, str]:
    """The first and the last day of a key at any grain; a moment is both of its own bounds."""
    if ":" in key or len(key) == 10:
        return key, key
    year = int(key[:4])
    if len(key) == 4:
        return f"{key}-01-01", f"{key}-12-31"
    first, count = (3 * int(key[6]) - 2, 3) if key[5] == "Q" else (int(key[5:7]), 1)
    begin = date(year, first, 1)
    after = plus_months(begin, count)
    return begin.isoformat(), (after - timedelta(days=1)).isoformat() if after is not None else f"{year:04d}-12-31"


class RangeExpression(Protocol):
    """A range that was said, ready to be resolved."""

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """What it may mean, the preferred reading first."""
        ...

    def clocks(self) -> Iterator[RangeReading]:
        """The clock times of a range that names no day."""
        ...


class End(NamedTuple):
    """One end: a day or a stretch, a clock time, or both; `day` alone for a number that takes its month from the other end."""

    expression: Expression | None
    clock: Clock | None = None
    day: int | None = None

    @property
    def times(self) -> tuple[Time | None, ...]:
        """The readings of its clock time; one None where it has none."""
        return self.clock.readings if self.clock is not None else (None,)


def _start_key(spot: Spot) -> str:
    return _key(spot, spot.first)


def _end_key(spot: Spot) -> str:
    return _key(spot, spot.last)


def _key(spot: Spot, day: date) -> str:
    if spot.clock is not None:
        return f"{day.isoformat()}T{clock_key(spot.clock)}{spot.offset or ''}"
    if spot.unit is Unit.MONTH:
        return day.isoformat()[:7]
    if spot.unit is Unit.QUARTER:
        return f"{day.year:04d}-Q{(day.month + 2) // 3}"
    return f"{day.year:04d}" if spot.unit is Unit.YEAR else day.isoformat()


class Whole(NamedTuple):
    """A stretch of the calendar as a whole: last week, May 2026."""

    expression: Expression

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """Its stretches; days that it may mean as well are no ranges."""
        for spot in self.expression.spots(now):
            if spot.unit is not Unit.DAY and spot.clock is None:
                yield RangeReading(_start_key(spot), _end_key(spot), spot.certain)
                evening = plus_days(spot.first, -1) if spot.unit is Unit.WEEKEND else None
                monday = plus_days(spot.last, 1)
                if evening is not None and monday is not None:
                    yield RangeReading(f"{evening.isoformat()}T18:00", f"{monday.isoformat()}T00:00", certain=False)

    def clocks(self) -> Iterator[RangeReading]:
        """None."""
        yield from ()


def is_free(expression: Expression) -> bool:
    """Whether another year, month or week would fit what was said as well."""
    if isinstance(expression, Written):
        return not expression.form.has_year and expression.how is How.BARE
    if isinstance(expression, Weekday):
        return expression.how is How.BARE and expression.week is None
    if isinstance(expression, NamedMonth):
        return expression.how is How.BARE and expression.year is None and expression.year_shift is None
    if isinstance(expression, DayOfMonth):
        return expression.months is None
    if isinstance(expression, Feast):
        return expression.year is None and expression.how is How.BARE
    if isinstance(expression, NamedQuarter):
        return not expression.year_shift
    return isinstance(expression, Edge | NthWeek | NthWeekday | WeekOf) and is_free(expression.base)


def _around(expression: Expression, now: Present, day: date) -> Iterator[Spot]:
    """The spots of a free expression that lie around a day."""
    at = datetime(day.year, day.month, day.day)
    for spot in _bounds(expression, Present(at, now.first_weekday)):
        yield replace(spot, certain=True)


def _bounds(expression: Expression, now: Present) -> Iterator[Spot]:
    """The spots of what bounds a range: of the end of May its last day, and not the last third of May."""
    outermost = isinstance(expression, Edge) and not expression.early and expression.part != "middle"
    for spot in expression.spots(now):
        if not outermost or spot.unit is Unit.DAY:
            yield spot


def _told(end: End, other: End, now: Present) -> End:
    """The end, where "now" is told as today, or with its clock time beside another one."""
    if not isinstance(end.expression, Instant):
        return end
    if other.clock is None and not (isinstance(other.expression, Away) and other.expression.is_fine):
        return End(Ahead(0))
    return End(Ahead(0), Clock(0, 0, ((now.at.hour, now.at.minute, ""),)))


class Between(NamedTuple):
    """From one end to the other, both included."""

    start: End
    end: End

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """Each pair of days with each pair of clock times that fit together."""
        start, end = _told(self.start, self.end, now), _told(self.end, self.start, now)
        if (start, end) != (self.start, self.end):
            yield from Between(start, end).readings(now)
            return
        if start.expression is None and end.expression is None and start.day is None:
            yield from _today(self, now)
            return
        for first, last in self._days(now):
            yield from _with_clocks(first, last, start, end)

    def clocks(self) -> Iterator[RangeReading]:
        """The clock times where no day was said."""
        if self.start.expression is not None or self.end.expression is not None:
            return
        for first, last, _ in _clock_pairs(self.start, self.end):
            if first is not None and last is not None:
                offset = self.offset()
                yield RangeReading(clock_key(first) + offset, clock_key(last) + offset, certain=len(self.start.times) == 1)

    def offset(self) -> str:
        """The offset from UTC that was said with either clock time."""
        clocks = (self.end.clock, self.start.clock)
        return next((clock.offset for clock in clocks if clock is not None and clock.offset is not None), "")

    def _days(self, now: Present) -> Iterator[tuple[Spot, Spot]]:
        start, end = self.start.expression, self.end.expression
        if start is None or end is None:
            yield from self._borrowed(start or end, now)
            return
        if is_free(end):
            for first in _bounds(start, now):
                later = sorted((spot for spot in _around(end, now, first.first) if spot.last >= first.last), key=_begin)
                pick = next((spot for spot in later if spot.first > first.first), later[0] if later else None)
                if pick is not None:
                    yield first, replace(pick, certain=pick.certain)
            return
        for last in _bounds(end, now):
            if is_free(start):
                earlier = sorted((spot for spot in _around(start, now, last.first) if spot.first <= last.last), key=_begin)
                if earlier:
                    yield earlier[-1], last
                continue
            for first in _bounds(start, now):
                if first.first <= last.last:
                    yield first, last

    def _borrowed(self, expression: Expression | None, now: Present) -> Iterator[tuple[Spot, Spot]]:
        if expression is None:
            return
        for spot in expression.spots(now):
            if self.start.day is not None:
                first = _day_near(spot.first, self.start.day, -1)
                if first is not None:
                    yield replace(spot, first=first, last=first), spot
            elif self.end.day is not None:
                last = _day_near(spot.first, self.end.day, 1)
                if last is not None:
                    yield spot, replace(spot, first=last, last=last)
            else:
                yield replace(spot, last=spot.first), replace(spot, last=spot.first)


def _begin(spot: Spot) -> date:
    return spot.first


def _day_near(day: date, number: int, sign: int) -> date | None:
    """The day of this number in the month of `day`, or in the month after (1) or before (-1) where it would lie on the wrong side."""
    for months in (0, sign, 2 * sign):
        month = plus_months(day.replace(day=1), months)
        if month is not None and is_day(month.year, month.month, number):
            found = month.replace(day=number)
            if (found > day) == (sign > 0) and found != day:
                return found
    return None


def _minutes(time: Time) -> tuple[int, int, str]:
    return (time[0], time[1], time[2] or "00")


def _clock_pairs(start: End, end: End) -> Iterator[tuple[Time | None, Time | None, int]]:
    """The clock times that fit together, with the days between them: an unclear half of the day follows the clear one."""
    if start.clock is None or end.clock is None:
        for first in start.times:
            for last in end.times:
                yield first, last, 0
        return
    firsts, lasts = start.clock.readings, end.clock.readings
    if len(firsts) > 1 and len(lasts) == 1:
        before = [first for first in firsts if _minutes(first) < _minutes(lasts[0])]
        yield (max(before, key=_minutes), lasts[0], 0) if before else (firsts[-1], lasts[0], 1)
        return
    for first in firsts:
        after = [last for last in lasts if _minutes(last) > _minutes(first)]
        yield (first, min(after, key=_minutes), 0) if after else (first, min(lasts, key=_minutes), 1)


def _with_clocks(first: Spot, last: Spot, start: End, end: End) -> Iterator[RangeReading]:
    same_day = first.first == last.first
    pairs = _clock_pairs(start, end) if same_day else ((one, two, 0) for one in start.times for two in end.times)
    for begin, finish, days in pairs:
        day = plus_days(last.last, days) if start.expression is None or end.expression is None else last.last
        if day is None:
            continue
        one = _timed(first, begin, start.clock or end.clock)
        two = replace(_timed(last, finish, end.clock or start.clock), last=day)
        certain = one.certain and two.certain and len(start.times) * len(end.times) == 1
        yield RangeReading(_start_key(one), _end_key(two), certain)


def _timed(spot: Spot, time: Time | None, clock: Clock | None) -> Spot:
    if time is None:
        return spot
    return replace(spot, unit=Unit.DAY, clock=time, offset=clock.offset if clock is not None else None)


def _today(between: Between, now: Present) -> Iterator[RangeReading]:
    """Clock times on no named day: today, or tomorrow where they are over, and today again."""
    offset = between.offset()
    late: list[RangeReading] = []
    for first, last, days in _clock_pairs(between.start, between.end):
        if first is None or last is None:
            continue
        over = (last[0], last[1]) < (now.at.hour, now.at.minute) and not days
        for shift in (0, 1):
            day, until = plus_days(now.day, shift), plus_days(now.day, shift + days)
            if day is not None and until is not None:
                start = f"{day.isoformat()}T{clock_key(first)}{offset}"
                reading = RangeReading(start, f"{until.isoformat()}T{clock_key(last)}{offset}", certain=False)
                if shift == int(over):
                    yield reading
                else:
                    late.append(reading)
    yield from late


class OpenFrom(NamedTuple):
    """Since, from or after an end; `beyond` leaves the end itself out."""

    end: End
    beyond: bool = False

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """From each reading of the end on."""
        for spot in _spots_of(self.end, now):
            if self.beyond and spot.clock is None:
                day = plus_days(spot.last, 1)
                if day is not None:
                    yield RangeReading(_whole_key(spot, day), None, spot.certain)
            else:
                yield RangeReading(_start_key(spot), None, spot.certain)

    def clocks(self) -> Iterator[RangeReading]:
        """From each clock time on, where no day was said."""
        for time in _bare_times(self.end):
            yield RangeReading(time, None, certain=len(self.end.times) == 1)


class OpenTo(NamedTuple):
    """Until, by or before an end; `short` leaves the end itself out; `now` is where it can be meant to begin."""

    end: End
    short: bool = False
    from_now: bool = False

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """From now up to each reading of the end where it is a deadline; then from any time up to it."""
        for spot in _spots_of(self.end, now):
            end: str | None = _end_key(spot)
            if self.short and spot.clock is None:
                day = plus_days(spot.first, -1)
                end = _whole_key(spot, day) if day is not None else None
            if end is not None:
                if self.from_now:
                    moment = f"{now.day.isoformat()}T{now.at.hour:02d}:{now.at.minute:02d}"
                    yield RangeReading(moment, end, certain=False)
                yield RangeReading(None, end, spot.certain and not self.from_now)

    def clocks(self) -> Iterator[RangeReading]:
        """Up to each clock time, where no day was said."""
        for time in _bare_times(self.end):
            yield RangeReading(None, time, certain=len(self.end.times) == 1)


def _whole_key(spot: Spot, day: date) -> str:
    """The key of the neighbouring unit that holds the day: the year after 2019, the day before May 5."""
    return _key(spot if spot.unit in (Unit.MONTH, Unit.QUARTER, Unit.YEAR) else replace(spot, unit=Unit.DAY), day)


def _bare_times(end: End) -> Iterator[str]:
    if end.expression is None and end.clock is not None:
        for time in end.clock.readings:
            yield clock_key(time) + (end.clock.offset or "")


def _spots_of(end: End, now: Present) -> Iterator[Spot]:
    if isinstance(end.expression, Instant):
        yield Spot(now.day, now.day, certain=False, clock=(now.at.hour, now.at.minute, ""))
        yield Spot(now.day, now.day, certain=False)
        return
    for spot in _bounds(end.expression or Ahead(0), now):
        for time in end.times:
            yield replace(_timed(spot, time, end.clock), certain=spot.certain and len(end.times) == 1)


class Lasting(NamedTuple):
    """So long from an end: ten days from May 3, half an hour from 4 pm; from now where there is no end."""

    length: Length
    end: End | None = None

    def readings(self, now: Present) -> Iterator[RangeReading]:
        """The days or the moments that it takes."""
        fine = any(unit in ("ms", "s", "min", "h") for _, unit in self.length.parts)
        base = self.end
        if base is None:
            base = End(Instant()) if fine else End(Ahead(0))
        spots = base.expression.spots(now) if isinstance(base.expression, Instant) and fine else _spots_of(base, now)
        for spot in spots:
            moved = self._moved(spot)
            if moved is None:
                continue
            if spot.clock is not None:
                ends = (_start_key(spot), f"{moved.date().isoformat()}T{clock_key((moved.hour, moved.minute, f'{moved.second:02d}'))}")
                yield RangeReading(*ends, spot.certain)
            elif not fine:
                day = moved.date() if self.end is None else plus_days(moved.date(), -1)
                if day is not None:
                    yield RangeReading(_start_key(spot), day.isoformat(), spot.certain)

    def clocks(self) -> Iterator[RangeReading]:
        """The clock times where no day was said."""
        if self.end is None or self.end.expression is not None or self.end.clock is None:
            return
        for time in self.end.clock.readings:
            moved = self._moved(Spot(date(2000, 1, 1), date(2000, 1, 1), clock=time))
            if moved is not None:
                key = clock_key((moved.hour, moved.minute, f"{moved.second:02d}"))
                yield RangeReading(clock_key(time), key, certain=len(self.end.times) == 1)

    def _moved(self, spot: Spot) -> datetime | None:
        months = int(self.length.months)
        day = plus_months(spot.first, months)
        if day is None:
            return None
        hour, minute, second = spot.clock if spot.clock is not None else (0, 0, "")
        at = datetime(day.year, day.month, day.day, hour, minute, min(int(Decimal(second or 0)), 59))
        try:
            return at + timedelta(seconds=float(self.length.seconds))
        except (OverflowError, ValueError):
            return None
