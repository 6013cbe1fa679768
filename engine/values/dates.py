"""Absolute dates, date-times, clock times and durations in running text or as the whole of a text.

Everything is matched in a folded copy of the same length, from cheap anchors: a digit, or one word out of a list that a date, a
time or a duration can begin with. What depends on the present moment is left to `relative`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache, lru_cache

from ..types import Kind, Span, Value
from .calendar_names import (
    ALL_WEEKDAYS,
    DAY_WORD,
    END,
    MONTH,
    MONTHS,
    ONES,
    ORDINALS,
    TENS,
    S,
    alternation,
    glued_after,
    glued_before,
    pattern,
    plain,
)
from .date_forms import DateForm, Reading, date_at, date_key, full_year, is_day, next_day_of_month, shared_month
from .durations import COUNTED_UNIT_WORDS, UNIT_WORDS, Length, length_at, parse_length
from .durations import value_of as length_value
from .times import ANCHOR_WORDS, Clock, clock_at, clock_key, parse_clock, range_start
from .times import value_of as clock_value

_STAMP = (
    r"(?P<y>[0-9]{4})(?P<sep>-?)(?P<m>[01][0-9])(?P=sep)(?P<d>[0-3][0-9])(?:t|_|\s(?=[0-9]{2}:?[0-9]{2}:?[0-9]{2}))(?P<h>[01][0-9]|2[0-4])"
    r"(?::?(?P<mi>[0-5][0-9])(?::?(?P<s>[0-5][0-9]|60)(?:[.,](?P<f>[0-9]{1,9}))?)?)?"
    r"(?:\s?(?P<z>z)|\s?(?P<o>[+-][01][0-9])(?::?(?P<om>[0-5][0-9]))?)?(?![^\W_]|[:+-][0-9])"
)
_TO_CLOCK = rf"\s?(?P<cue>@|,?{S}(?:at|by|around|about)(?:{S}(?:about|around))?){S}|,?{S}(?:for|from){S}|,?{S}(?:-{S})?|,|:(?=[0-9])|\st\s"
_TO_DATE = rf",?{S}(?:on{S}(?:the{S})?|of{S}|-{S})?|\s?[,/-]\s?"
_TRAILING_YEAR = r"\s(?P<y>(?:19|20)[0-9]{2})(?![^\W_]|[-/.:][0-9])"
_DATE_CUE = r"(?:\b(?:on|by|until|till|from|to|before|after|since|this|next|due|dated?:?|between|through|starting|ending)\s|(?:^|[\s(])\()$"
# "am 22.04", "le 20/11": the words that a day stands after in languages that write the day first.
_DAY_FIRST_CUE = r"\b(?:am|vom|zum|le|du|au|el|d[ií]a|il|dal|op)\s$"
# What can be a date at all where its neighbour makes it one.
_LOOSE_GATE = r"[0-9]{1,2}\s?[-/.]\s?[0-9]"
_LIST_CUE = r"^\s?(?:,|or|and|-|to|&|ou|et|oder|und|o|y|e|of|en)\s?(?:or\s|and\s)?$"
_DAY_FIRST = r"[0-3]?[0-9]/[01]?[0-9](?![^\W_]|[-/.:,%][0-9])|[0-3][0-9]\.\s?[01][0-9](?![^\W_]|[-/.:,%][0-9])"
_PADDED = r"(?:0[1-9]/[0-3][0-9]|[0-3][0-9]/0[1-9])(?![^\W_]|[-/.:,%][0-9])"
_MONTH_CUE = rf"\b(?:in|during|since|until|till|by|through|early|mid|late|of|from|before|after){S}$"
_BARE_MONTH = rf"{MONTH}(?!\s[0-9])"
_UNMISTAKABLE = {"january", "february", "september", "october", "november", "december"}
_CLOCK_CUE = r"\b(?:à|às|a\slas)\s$"
_ORDINAL = rf"[0-9]{{1,2}}(?:st|nd|rd|th)|{DAY_WORD}{END}"
_LEAD_IN = rf"(?:(?:on|in|by|since|until|till|for|from|at|the|around|about|le|el|am|dated?:?|recorded:|due:?){S}){{1,2}}"
_MAX_READINGS = 8

_SUFFIXES = (
    "am|pm|a m|p m|a.m|p.m|a .|p .|past|to|til|after|from|before|of|o'clock|o clock|oclock|o' clock|ish|uhr|and|or|through|thru"
    "|until|in the|at night|early|late|morning|day|de|di|do|hundred|thousand|more|additional|extra|fewer|less|full|whole|consecutive"
    "|straight|noon|noonish|mid|midday|midnight|quarter|quarters|½|¼|¾|q"
)
_AFTER_A = ("half", "quarter", "couple", "pair", "hundred", "thousand", "full", "whole", "additional", "extra")
# What can follow the digits of a date, a time or a duration; most numbers of a text end here.
_GATE = (
    r"(?:[-/](?=[0-9a-z])|\s[-/]\s?[0-9]|\s?-\s?[0-9]|\s?:\s?[0-5][0-9]|\s?/\s?[0-9]|(?:st|nd|rd|th|er|º|ª|°)(?![^\W_])"
    r"|(?:(?<=\sam\s[0-9]{2})|(?<=vom\s[0-9]{2})|(?<=zum\s[0-9]{2}))\.\s?[01][0-9](?![0-9])"
    r"|(?:(?<=\sà\s[0-9])|(?<=\sà\s[0-9]{2})|(?<=\sàs\s[0-9])|(?<=\sàs\s[0-9]{2})|(?<=a\slas\s[0-9])|(?<=a\slas\s[0-9]{2}))"
    r"(?:\s?h(?![^\W_])|\s?(?:$|[.!?;,]))"
    r"|[thwq][0-9]|[ap](?![^\W_])|(?<=[0-9]{4})\s[0-9]{1,2}\s[0-9a-z]|(?<=[^0-9\s][^0-9][0-3][0-9])\s[01][0-9]\s(?:19|20)[0-9]{2}(?![0-9])|,\s?[0-9]{1,2},?\s[a-z]"
    r"|\s?\.\s?[0-9]{1,2}\s?\.|\.[0-9]{2}(?:\s?[ap]|\s?uhr)|\.?\s?(?=[½¼¾])"
    r"|(?:[.,][0-9]{1,6}){0,3}\.?\s{0,3}[-,]?\s?\(?"
)


@cache
def _anchor() -> re.Pattern[str]:
    """One separator and what a find begins with; the separator lets the search skip from one to the next."""
    words = alternation({*MONTHS, *ALL_WEEKDAYS, *ONES, *ORDINALS, *TENS, *ANCHOR_WORDS, "couple", "thirtieth", "all", "full"} - {"in"})
    after_number = alternation({*MONTHS, *UNIT_WORDS, *COUNTED_UNIT_WORDS, *_SUFFIXES.split("|")})
    return re.compile(
        rf"[^a-z0-9_](?:[0-9]{{1,9}}+(?={_GATE}(?:{after_number})(?![^\W\d_])))|[½¼¾]|p(?=t?[0-9])|q(?=[1-4])|week(?=\s[0-9])"
        rf"|in(?=\sthe\s(?:early|late|morning|afternoon|evening))|an?(?=\s{{1,3}}(?:{alternation({*UNIT_WORDS, *_AFTER_A})}))"
        rf"|(?:{words})(?![^\W\d_]))"
    )


@dataclass(frozen=True, slots=True)
class Moment:
    """A day together with a clock time, at `[start, end)` of a folded text."""

    start: int
    end: int
    day: DateForm
    clock: Clock

    def keys(self) -> tuple[str, ...]:
        """The canonical key of each reading; with an offset, the same instant in UTC as well."""
        keys = [stamp for day in self.day.readings for time in self.clock.readings for stamp in _stamps(day, time, self.clock.offset)]
        return tuple(dict.fromkeys(keys))[:_MAX_READINGS]


Found = DateForm | Moment | Clock | Length


def _stamps(day: Reading, time: tuple[int, int, str], offset: str | None) -> Iterator[str]:
    yield f"{date_key(day)}T{clock_key(time)}{offset or ''}"
    if offset is not None and offset != "+00:00" and (stamp := in_utc(day, time, offset)) is not None:
        yield stamp


def in_utc(day: Reading, time: tuple[int, int, str], offset: str) -> str | None:
    """The key of the same instant in UTC, or None where the day is not wholly known or lies outside the calendar."""
    year, month, number = day
    if year is None or month is None or number is None:
        return None
    shift = (1 if offset[0] == "+" else -1) * (int(offset[1:3]) * 60 + int(offset[4:6]))
    days, minutes = divmod(time[0] * 60 + time[1] - shift, 1440)
    try:
        moved = date(year, month, number) + timedelta(days=days)
    except (OverflowError, ValueError):
        return None
    return f"{moved.isoformat()}T{clock_key((minutes // 60, minutes % 60, time[2]))}+00:00"


def find_temporal(text: str) -> list[Value]:
    """Every absolute date, date-time, clock time and duration of a running text, sorted, without overlaps.

    Example:
        >>> [(value.kind.value, value.keys) for value in find_temporal("Due March 3, 2026 at 6 pm, for 90 minutes.")]
        [('datetime', ('2026-03-03T18:00',)), ('duration', ('5400 s',))]
    """
    return [value_of(found, text) for found in _with_years(scanned(text), plain(text))]


@lru_cache(maxsize=2)
def scanned(text: str) -> tuple[Found, ...]:
    """The finds of a text; kept for the next question about the same text, since `find_relative` asks after `find_temporal` did."""
    return tuple(scan(plain(text), text))


def scan(low: str, text: str) -> Iterator[Found]:
    """The finds of a text and its folded copy, in order."""
    done = 0
    last_date = -1
    for anchor in _anchor().finditer(f" {low}"):  # padded by the one separator, so that offsets stay those of the text
        start = anchor.start()
        if start < done or glued_before(low, start):
            continue
        for found in _at(low, text, start, last_date):
            yield _with_article(low, found)
            done = found.end
            last_date = found.end if isinstance(found, DateForm) else last_date


def _with_article(low: str, found: Found) -> Found:
    """The find, with the "the" before a day that is written first: "the 9th of May"."""
    if isinstance(found, DateForm | Moment) and pattern(_ORDINAL).match(low, found.start) is not None:
        article = pattern(rf"\bthe{S}$").search(low, max(0, found.start - 6), found.start)
        if article is not None:
            return replace(found, start=article.start())
    return found


def _at(low: str, text: str, start: int, last_date: int) -> Iterator[Found]:
    digit = low[start].isdigit()
    loose = digit and pattern(_LOOSE_GATE).match(low, start) is not None and _is_cued(low, start, last_date)
    form = date_at(low, start, loose=loose)
    if form is not None and (_is_verb(form, low, text) or _is_season(low, form)):
        form = None
    moment = _stamp_at(low, start) if digit else None
    clock = None
    if moment is None and form is not None:
        moment = clock_after(low, form) if form.has_day else None
    elif moment is None:
        clock = clock_at(low, start, bare=digit and _is_hour(low, start))
        moment = _date_after(low, clock) if clock is not None else None
    if moment is not None and not glued_after(low, moment.end):
        yield moment
        return
    if form is not None and (not glued_after(low, form.end) or next_day_of_month(low, form.end) is not None):
        yield from _with_neighbours(low, form)
        return
    month = _bare_month(low, text, start)
    if month is not None:
        yield month
        return
    later = shared_month(low, start) if digit else None
    if later is not None and (other := date_at(low, later)) is not None:
        yield from _first_of_two(low, start, other)
        return
    found: Found | None = range_start(low, start) if digit else None
    if found is not None:
        yield found
        return
    if clock is None and form is not None:
        clock = clock_at(low, start)
    found = _longer(clock, length_at(low, start))
    if found is not None and not glued_after(low, found.end) and pattern(r"[0-9]+[DWY]").fullmatch(text, found.start, found.end) is None:
        yield found


def _longer(clock: Clock | None, length: Length | None) -> Clock | Length | None:
    if clock is None or length is None:
        return clock or length
    return length if length.end > clock.end else clock


def _is_hour(low: str, start: int) -> bool:
    """Whether the digits stand after a word of a Romance language that makes them an hour: "à 9h", "a las 5"."""
    before = pattern(_CLOCK_CUE).search(low, max(0, start - 7), start) if low[max(0, start - 2) : max(0, start - 1)] in ("à", "s") else None
    return before is not None and pattern(r"[0-9]{1,2}(?![0-9])").match(low, start) is not None


def _is_cued(low: str, start: int, last_date: int) -> bool:
    if pattern(_PADDED).match(low, start) is not None:
        return True
    before = low[max(0, start - 12) : start]
    if pattern(_DAY_FIRST_CUE).search(before) is not None and pattern(_DAY_FIRST).match(low, start) is not None:
        return True
    if pattern(_DATE_CUE).search(before) is not None:
        return pattern(r"[0-9]{1,2}\s?[-.]").match(low, start) is None
    return last_date >= start - 8 and last_date >= 0 and pattern(_LIST_CUE).match(low[last_date:start]) is not None


def _is_verb(form: DateForm, low: str, text: str) -> bool:
    """Whether the month is the verb in "of the 13 may be" rather than the month of "13 May"."""
    if form.has_year or not low[form.start].isdigit():
        return False
    word = text[form.end - 5 : form.end].rsplit(" ", 1)[-1]
    return word in ("may", "march", "mar") and text[form.start : form.end].replace(" ", "").removesuffix(word).isdigit()


def _is_season(low: str, form: DateForm) -> bool:
    """Whether "2009-10" can as well be two years as a month."""
    found = pattern(r"(?:19|20)([0-9]{2})-([0-9]{2})").fullmatch(low, form.start, form.end)
    return found is not None and int(found[2]) == int(found[1]) + 1


def _bare_month(low: str, text: str, start: int) -> DateForm | None:
    found = pattern(_BARE_MONTH).match(low, start) if text[start].isupper() else None
    if found is None or glued_after(low, found.end()):
        return None
    word = found.group()
    if word in _UNMISTAKABLE or pattern(_MONTH_CUE).search(low[max(0, start - 12) : start]) is not None:
        return DateForm(start, found.end(), ((None, MONTHS[word], None),))
    return None


def _first_of_two(low: str, start: int, later: DateForm) -> Iterator[DateForm]:
    number = pattern(r"[0-9]{1,2}(?:st|nd|rd|th)?").match(low, start)
    if number is None:
        return
    day = int(number.group().rstrip("stndrh"))
    readings = tuple((year, month, day) for year, month, _ in later.readings if month is not None and is_day(year, month, day))
    if readings:
        yield DateForm(start, number.end(), readings)
    yield later


def _with_neighbours(low: str, form: DateForm) -> Iterator[DateForm]:
    """The date, and the further days that share its month: "July 13-15, 2026"."""
    forms = [form]
    while form.has_day and not low[form.start].isdigit() and len(forms) < 12:
        further = next_day_of_month(low, forms[-1].end)
        if further is None:
            break
        start, end, day, year = further
        own_year, month, _ = form.readings[0]
        if month is None or not is_day(year or own_year, month, day) or (own_year is not None and year is not None):
            break
        forms.append(DateForm(start, end, ((year or own_year, month, day),)))
        if year is not None:
            forms = [replace(each, readings=tuple((year, *reading[1:]) for reading in each.readings)) for each in forms]
            break
    yield from forms


_RANGE = r"^\s?(?:-|to|through|thru|until|till|and)\s?(?:the\s)?$"


def _with_years(found: tuple[Found, ...], low: str) -> Iterator[Found]:
    """The finds, where the year at the end of a range is taken to hold for its begin: "May 5 to May 9, 2026"."""
    for number, each in enumerate(found):
        later = found[number + 1] if number + 1 < len(found) else None
        if isinstance(each, DateForm) and isinstance(later, DateForm) and not each.has_year and later.has_year and later.has_day:
            between = low[each.end : later.start]
            if len(between) < 12 and pattern(_RANGE).match(between) is not None:
                yield replace(each, readings=_dated(each.readings, later.readings[0][0]))
                continue
        yield each


def _dated(readings: Iterable[Reading], year: int | None) -> tuple[Reading, ...]:
    return tuple((year, month, day) for _, month, day in readings if month is not None and (day is None or is_day(year, month, day)))


def _stamp_at(low: str, start: int) -> Moment | None:
    found = pattern(_STAMP).match(low, start)
    if found is None or not is_day(int(found["y"]), int(found["m"]), int(found["d"])):
        return None
    offset = "+00:00" if found["z"] else f"{found['o']}:{found['om'] or '00'}" if found["o"] else None
    second = (found["s"] or "") + (f".{found['f']}" if found["f"] else "")
    clock = Clock(start, found.end(), ((int(found["h"]) % 24, int(found["mi"] or 0), second),), "+00:00" if offset == "-00:00" else offset)
    day = DateForm(start, found.end("d"), ((int(found["y"]), int(found["m"]), int(found["d"])),))
    return Moment(start, found.end(), day, clock)


def clock_after(low: str, form: DateForm, *, bare: bool = False) -> Moment | None:
    """The date together with the clock time that follows it, or None."""
    link = pattern(_TO_CLOCK).match(low, form.end)
    if link is None or link.end() >= len(low):
        return None
    clock = clock_at(low, link.end(), bare=bare or link["cue"] is not None) or (
        clock_at(low, link.end(), bare=True) if low[link.end()].isalpha() and link.group().isspace() and form.firm else None
    )
    if clock is None or glued_after(low, clock.end):
        return None
    if not form.has_year and form.readings:
        year = pattern(_TRAILING_YEAR).match(low, clock.end)
        if year is not None:
            return Moment(form.start, year.end(), replace(form, readings=_dated(form.readings, full_year(year["y"]))), clock)
    return Moment(form.start, clock.end, form, clock)


def _date_after(low: str, clock: Clock) -> Moment | None:
    link = pattern(_TO_DATE).match(low, clock.end)
    if link is None or link.end() >= len(low):
        return None
    form = date_at(low, link.end(), loose=low[link.end()].isdigit() and "on" in link.group())
    if form is None or not form.has_day or glued_after(low, form.end):
        return None
    return Moment(clock.start, form.end, form, clock)


def value_of(found: Found, text: str) -> Value:
    """A find as a value of the original text."""
    if isinstance(found, Clock):
        return clock_value(found, text)
    if isinstance(found, Length):
        return length_value(found, text)
    span = Span(found.start, found.end)
    return Value(Kind.DATE if isinstance(found, DateForm) else Kind.DATETIME, span, span.of(text), found.keys())


def parse_temporal(text: str, kind: Kind | None = None) -> Value | None:
    """The absolute date, date-time, clock time or duration that the whole stripped text is, or None.

    With a `kind` only that kind is tried, and forms count that nothing but the slot makes plain: "1800" as a time, "4:13" as a duration.

    Example:
        >>> parse_temporal("03/04/2026").keys
        ('2026-03-04', '2026-04-03')
    """
    stripped = text.strip()
    low = plain(stripped)
    if not low or len(low) > 80:
        return None
    for found in _whole(low, kind):
        value = value_of(found, stripped)
        if kind is None or value.kind is kind:
            return replace(value, span=Span(0, len(stripped)), text=stripped)
    return None


def _whole(low: str, kind: Kind | None) -> Iterator[Found]:
    if kind in (None, Kind.DATE, Kind.DATETIME):
        for start in _starts(low):
            yield from _whole_day(low, start, loose=kind is not None)
    if kind in (None, Kind.TIME) and (clock := parse_clock(low)) is not None and (kind is not None or not low.isdigit()):
        yield clock
    if kind in (None, Kind.DURATION):
        lead = pattern(rf"for{S}").match(low)
        body = low[lead.end() :] if lead is not None else low
        length = (parse_length(body) if kind is not None else length_at(body, 0)) if body else None
        if length is not None and length.end == len(body):
            yield length


def parse_whole(low: str) -> Iterator[Found]:
    """What a whole folded text may be, dates first, with the forms that only a slot makes plain."""
    for kind in (Kind.DATETIME, Kind.TIME):
        yield from _whole(low, kind)


def _starts(low: str) -> Iterator[int]:
    yield 0
    lead = pattern(_LEAD_IN).match(low)
    if lead is not None and lead.end() < len(low):
        yield lead.end()


def _whole_day(low: str, start: int, *, loose: bool) -> Iterator[Found]:
    forms = (date_at(low, start), date_at(low, start, loose=loose, whole=True))
    for form in forms:
        if form is not None and _is_whole(low, form.end):
            yield form
    month = pattern(rf"{MONTH}\.?{END}").fullmatch(low, start)
    if month is not None:
        yield DateForm(0, len(low), ((None, MONTHS[month.group().rstrip(".")], None),))
    moments = [_stamp_at(low, start), *(clock_after(low, form, bare=True) for form in forms if form is not None and form.has_day)]
    clock = clock_at(low, start) or clock_at(low, start, bare=True)
    moments.append(_date_after(low, clock) if clock is not None else None)
    for found in moments:
        if found is not None and _is_whole(low, found.end):
            yield found


def _is_whole(low: str, end: int) -> bool:
    return pattern(r"\s?[.!,;]?$").match(low, end) is not None
