"""The ends that a range can have: what stands at an offset of a folded text, as an `End`, and pairs of clock times."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from .calendar_names import DAY_WORD, END, ENGLISH_MONTH, MONTHS, ONES, WEEKDAY, WEEKDAYS, YEAR_WORDS, S, either, pattern, year_of_words
from .date_forms import date_at
from .dates import clock_after
from .moments import At, Expression, How, Unit, Weekday, Written
from .range_model import End, day_bounds
from .range_stretches import Fixed
from .range_terms import is_stretch, term_at
from .range_words import COUNTED_DAY
from .relative_grammar import Said
from .relative_timed import timed_at
from .relative_words import PART_AFTER, PARTS, POINT, SHIFT, YEAR, how_of, ordinal_of
from .stretches import NamedMonth, NamedYear
from .times import Clock, clock_at, settle

SEPARATOR = rf"(?:\s?(?:-{{1,2}}|~)\s?|{S}(?:to|through|thru|tills?|til|untill?|up{S}to){S})(?:the{S})?"
"""What stands between two ends; "and" does only after "between"."""
OR_AND = rf"(?:{SEPARATOR}|{S}and{S}(?:the{S})?)"
DAY_NUMBER = rf"(?P<d>(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?|{DAY_WORD}){END}"
_HOUR_WORD = f"(?:{either(list(ONES)[1:13])})"
_BARE_CLOCK = (
    rf"(?P<h>[01]?[0-9]|2[0-4]|{_HOUR_WORD}(?![^\W_]))(?:(?:[:.h]|(?<=0[0-9]))(?P<mi>[0-5][0-9]))?"
    r"(?:\s?(?P<ap>[ap])(?:\s?\.\s?m(?![^\W_])\.?|\s?m(?![^\W_])|(?![^\W_.])))?(?![^\W_]|[:.][0-9])"
)
_MONTH_OF_YEAR = rf"(?P<m>{ENGLISH_MONTH})\.?(?:,?{S}(?:of{S}|in{S})?(?:{YEAR}|{POINT}{S}year{END})|[-/](?P<y>[12][0-9]{{3}}){END})?"
_LONELY_YEAR = r"(?P<y>1[5-9][0-9]{2}|20[0-9]{2})(?![^\W_]|[.:/-][0-9:]|,[0-9]|%|\s?[°$€£])"
# The two numbers after a weekday are hours here rather than a month and a day.
_WEEKDAY_HOURS = (
    rf"(?:{POINT}{S})?(?P<wd>{WEEKDAY})(?:{S}{PARTS})?"
    rf"(?=,?{S}[0-9]{{1,2}}(?::[0-9]{{2}})?\s?-\s?[0-9]{{1,2}}(?:[:.][0-9]{{2}})?(?!-|/|[^\W_ap]))"
)
_DAY_AFTER_CLOCK = rf",?{S}(?:on{S}|of{S}|in{S})?(?:the{S})?"


@dataclass(frozen=True, slots=True)
class Found:
    """An end at `[start, stop)`, with the part of the day beside it; `weak` where only a neighbour makes it one."""

    end: End
    stop: int
    part: str | None = None
    weak: bool = False

    @property
    def has_day(self) -> bool:
        """Whether a clock time can join it."""
        return self.end.expression is not None and self.end.clock is None


def end_at(low: str, start: int, *, cued: bool = False) -> Found | None:
    """The longest end that starts at this offset of a folded text, or None; with `cued` also what only a preposition makes one."""
    if start >= len(low):
        return None
    weekday = None if low[start].isdigit() else pattern(_WEEKDAY_HOURS).match(low, start)
    if weekday is not None:
        how = how_of(weekday["how"]) if weekday["how"] is not None else How.BARE
        return Found(End(Weekday(WEEKDAYS[weekday["wd"]], how)), weekday.end(), weekday["part"])
    found = [each for each in (_date_end(low, start, cued), _said_end(low, start, cued), _other_end(low, start, cued)) if each is not None]
    return max(found, key=lambda each: each.stop) if found else None


def _date_end(low: str, start: int, cued: bool) -> Found | None:
    form = date_at(low, start, loose=cued)
    if form is None:
        return None
    if form.other is not None:
        return Found(End(_fixed(form.other)), form.end)
    if not form.has_day:
        return Found(End(Written(form)), form.end)
    moment = clock_after(low, form)
    if moment is not None:
        return Found(End(Written(moment.day), moment.clock), moment.end)
    part = pattern(PART_AFTER).match(low, form.end)
    if part is not None:
        return Found(End(Written(form)), part.end(), part["part"])
    return Found(End(Written(form)), form.end)


def _fixed(key: str) -> Expression:
    if "W" in key:
        first = date.fromisocalendar(int(key[:4]), int(key[6:8]), 1)
        return Fixed(first, date.fromordinal(min(first.toordinal() + 6, date.max.toordinal())), Unit.WEEK)
    first, last = (date.fromisoformat(each) for each in day_bounds(key))
    return Fixed(first, last, Unit.QUARTER)


def _said_end(low: str, start: int, cued: bool) -> Found | None:
    said: Said | None = timed_at(low, start)
    if said is None or (said.weak and not cued):
        return None
    if isinstance(said.expression, At):
        return Found(End(said.expression.base, said.expression.clock), said.end, said.part)
    return Found(End(said.expression), said.end, said.part, said.weak)


def _other_end(low: str, start: int, cued: bool) -> Found | None:
    term = term_at(low, start)
    if term is not None:
        return Found(End(term[0]), term[1])
    month = None if low[start].isdigit() else pattern(_MONTH_OF_YEAR).match(low, start)
    if month is not None:
        year = month["year"] or month["y"]
        shift = SHIFT[how_of(month["how"])] if month["how"] is not None else None
        named = NamedMonth(MONTHS[month["m"]], year=int(year) if year is not None else None, year_shift=shift)
        stop = month.end() - (low[month.end() - 1] == ".")
        return Found(End(named), stop, weak=year is None and shift is None)
    year_alone = pattern(_LONELY_YEAR).match(low, start) if cued else None
    if year_alone is not None:
        return Found(End(NamedYear(int(year_alone["y"]))), year_alone.end(), weak=True)
    words = pattern(YEAR_WORDS).match(low, start) if cued else None
    spelled = year_of_words(words.group()) if words is not None else None
    if words is not None and spelled is not None:
        return Found(End(NamedYear(spelled)), words.end(), weak=True)
    clock = clock_at(low, start)
    return Found(End(None, clock), clock.end) if clock is not None else None


def day_number_at(low: str, start: int) -> tuple[int, int] | None:
    """The day of a month that starts here without its month, and where it ends."""
    found = pattern(DAY_NUMBER).match(low, start) if low[start : start + 1] in "0123456789efnst" else None
    day = ordinal_of(found["d"]) if found is not None else None
    return (day, found.end()) if found is not None and day is not None and 1 <= day <= 31 else None


@dataclass(frozen=True, slots=True)
class _Hour:
    clock: Clock
    firm: bool
    minutes: bool


def _hour_at(low: str, start: int, *, second: bool = False, spoken: bool = False) -> _Hour | None:
    """A clock time, or a number that is one beside another."""
    if spoken and low[start].isalpha():
        told = clock_at(low, start, bare=True)
        past = told is None or pattern(r"\bto\b").search(low, start, told.end) is not None
        if told is not None and not past and pattern(OR_AND).match(low, told.end) is not None:
            return _Hour(told, len(told.readings) == 1, " " in low[start : told.end])
    found = pattern(_BARE_CLOCK).match(low, start) if low[start : start + 1] in "0123456789efnost" else None
    clock = clock_at(low, start, bare=second) if start < len(low) else None
    if found is not None and (clock is None or clock.end <= found.end() or not second):
        hour = ONES[found["h"]] if found["h"] in ONES else int(found["h"])
        own = _clock_of(found, hour)
        if own is not None and (second or clock is None or own.end >= clock.end or pattern(OR_AND).match(low, own.end) is not None):
            zone = clock if clock is not None and clock.end > own.end and second else None
            apart = found["mi"] is not None and not low[start : found.end("mi")].isdigit()
            return _Hour(zone or own, found["ap"] is not None, apart)
    if clock is None:
        return None
    written = low[start : clock.end]
    firm = len(clock.readings) == 1 and pattern(r"[0-9]+(?:\s?[+-][0-9]+)?").fullmatch(written) is None
    return _Hour(clock, firm, ":" in written or firm)


def _clock_of(found: re.Match[str], hour: int) -> Clock | None:
    minute = int(found["mi"] or 0)
    if hour > 24 or (found["ap"] is not None and not 1 <= hour <= 12):
        return None
    if found["ap"] is not None:
        readings: tuple[tuple[int, int, str], ...] = ((hour % 12 + 12 * (found["ap"] == "p"), minute, ""),)
    elif 1 <= hour <= 12 and found["h"][0] != "0":
        readings = ((hour, minute, ""), ((hour + 12) % 24, minute, ""))
    else:
        readings = ((hour % 24, minute, ""),)
    return Clock(found.start(), found.end(), readings)


@dataclass(frozen=True, slots=True)
class ClockPair:
    """Two clock times, where they stop, and the day that follows them, if any."""

    first: End
    last: End
    stop: int
    day: Expression | None


def clock_pair_at(low: str, start: int, *, cue: str = "", dated: bool = False, part: str | None = None) -> ClockPair | None:
    """Two clock times with a separator between them; bare numbers count beside a word or a day that makes them hours."""
    first = _hour_at(low, start, spoken=bool(cue)) if start < len(low) else None
    if first is None:
        return None
    between = pattern(OR_AND if cue == "between" else SEPARATOR).match(low, first.clock.end)
    second = _hour_at(low, between.end(), second=True) if between is not None and between.end() < len(low) else None
    if second is None or pattern(r"[-/.]?[0-9]").match(low, second.clock.end) is not None:
        return None
    if not second.firm and not second.minutes and pattern(COUNTED_DAY).match(low, second.clock.end) is not None:
        return None
    day = _day_after(low, second.clock.end)
    if not (first.firm or second.firm or (first.minutes and second.minutes)):
        stops = pattern(rf"\s?(?:[.!?;,)]|$)|{S}(?:on|and|or|with|for|at|in|to|please|if|but){END}").match(low, second.clock.end)
        loose = dated and (stops is not None or first.minutes or second.minutes)
        if not loose and not (cue and (first.minutes or second.minutes or _is_compact(low, start))) and (day is None or not cue):
            return None
    ends = (End(None, _settled(first.clock, part)), End(None, _settled(second.clock, part)))
    return ClockPair(*ends, second.clock.end if day is None or dated else day.stop, day.end.expression if day is not None else None)


def _is_compact(low: str, start: int) -> bool:
    return pattern(r"0[0-9]{3}\s?(?:-|to|and|till?|until)\s?[0-2][0-9]{3}(?![0-9])").match(low, start) is not None


def _settled(clock: Clock, part: str | None) -> Clock:
    return replace(clock, readings=settle(clock.readings, part)) if part is not None and len(clock.readings) > 1 else clock


def _day_after(low: str, start: int) -> Found | None:
    link = pattern(_DAY_AFTER_CLOCK).match(low, start)
    if link is None:
        return None
    day = end_at(low, link.end(), cued="on" in link.group())
    return day if day is not None and day.has_day and _names_day(day.end.expression) and (not day.weak or "on" in link.group()) else None


def _names_day(expression: Expression | None) -> bool:
    if isinstance(expression, Written):
        return expression.form.has_day
    return expression is not None and not is_stretch(expression)


def names_day(found: Found) -> bool:
    """Whether the end is a day without a clock time."""
    return found.has_day and _names_day(found.end.expression)
