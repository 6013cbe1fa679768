"""The written forms of an absolute date: numeric, with a month name, spelled out, month and year, quarter, ISO week.

A date whose day and month could be either keeps both readings, month first; without a year it is known by month and day only.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from .calendar_names import (
    ALL_WEEKDAYS,
    ANY_WEEKDAY,
    DAY_COUNT,
    DAY_WORD,
    END,
    ENGLISH_MONTHS,
    MONTH,
    MONTHS,
    ONES,
    ORDINALS,
    YEAR_WORDS,
    S,
    number_of,
    pattern,
    year_of_words,
)

Match = re.Match[str]
Reading = tuple[int | None, int | None, int | None]
"""Year, month, day; a month without a day is a month as a whole."""

_DAY = r"(?P<d>0?[1-9]|[12][0-9]|3[01])(?:(?:st|nd|rd|th|er|º|°|ª)(?![^\W_]))?"
_DAY_END = r"(?![^\W_]|[.:/][0-9])"
_OF = rf"(?:{S}day)?{S}(?:of{S}(?:the{S})?|de{S}|di{S}|do{S})?"
_YEAR4 = r"(?P<y>[12][0-9]{3})(?![^\W_]|\.[0-9])"
_YEAR2 = r"'(?P<y2>[0-9]{2})(?![^\W_])"
_YEAR = rf"(?:{_YEAR4}|{_YEAR2}|(?P<yw>{YEAR_WORDS}))"
_YEAR_LEAD = rf"(?:\s{{0,2}},\s{{0,2}}|{S}(?:of{S}|de{S}|del{S}|in{S})?|[-/.])"
_ERA = rf"(?:{S}(?:ad|ce|year)(?![^\W_]))?"
_SEP = rf"(?:{S}|-|/|\.|\s?,\s?)"
_D_M_Y = (
    rf"(?:{_DAY}(?![^\S\n]{{0,3}}\n)|(?P<dw>{DAY_WORD}|{DAY_COUNT}(?={S}(?!may|mar))){END})"
    rf"(?:{_OF}|[-/.]|\.\s|\s-\s|\s?,\s|(?<=[0-9]))\(?(?P<m>{MONTH})\.?\)?"
    rf"(?:{_YEAR_LEAD}{_YEAR}|[-/](?P<ys>[0-9]{{2}})(?![^\W_]|[-/.:][0-9])|{S}of{S}(?P<yo>[0-9]{{2}})(?![^\W_]))?{_ERA}"
)
_M_D_Y = (
    rf"\[?(?P<m>{MONTH})\]?\.?(?:{S}(?:the{S})?|-|/|\s?,\s|(?<=\.)|(?<=[a-z])(?=[0-9]))"
    rf"(?:{_DAY}{_DAY_END}|(?P<dw>{DAY_WORD}|{DAY_COUNT}){END}(?!{S}(?:thousand|hundred)))"
    rf"(?:{_YEAR_LEAD}{_YEAR}|{S}of{S}(?P<yo>[0-9]{{2}})(?![^\W_]))?{_ERA}"
)
_M_D_YS = rf"(?P<m>{MONTH})(?P<sep>[-/]){_DAY}(?P=sep)(?P<ys>[0-9]{{2}})(?![^\W_]|[-/.:][0-9])"
_M_Y_D = rf"(?P<m>{MONTH})[-/](?P<y>[12][0-9]{{3}})[-/]{_DAY}{_DAY_END}"
_Y_M_D = rf"(?P<y>[12][0-9]{{3}})(?:{_SEP})(?P<m>{MONTH})\.?(?:{_SEP}){_DAY}{_DAY_END}{_ERA}"
_Y_D_M = rf"(?P<y>[12][0-9]{{3}}){S}{_DAY}{S}(?P<m>{MONTH})"
_M_Y = rf"(?P<m>{MONTH})\.?(?:{S}(?:of{S}|de{S}|del{S})?|-|/|\s?,\s?)(?:{_YEAR4}|{_YEAR2}|(?P<yw>{YEAR_WORDS}))"
_M_YO = rf"(?P<m>{MONTH}){S}of{S}(?P<yo>[0-9]{{2}})(?![^\W_])"
_Y_M = rf"(?P<y>[12][0-9]{{3}})(?:\s?,\s?|-|/|{S})(?P<m>{MONTH})(?!\.?{S}[0-9])"
_ISO = r"(?P<y>[0-9]{4})(?P<sep>[-/.])(?P<m>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})(?![0-9]|[-/.][0-9])"
_NUMERIC = r"(?P<a>[0-9]{1,2})(?P<sep>[-/.]|\s?/\s?|\s-\s)(?P<b>[0-9]{1,2})(?P=sep)(?P<y>[0-9]{4}|[0-9]{2})(?![0-9]|[-/.][0-9])"
_YEAR_MONTH = r"(?P<y>(?:19|20)[0-9]{2})(?P<sep>[-/])(?P<m>0[1-9]|1[0-2])(?![0-9]|[-/.:][0-9])"
_MONTH_YEAR = r"(?P<m>0?[1-9]|1[0-2])/(?P<y>(?:19|20)[0-9]{2})(?![0-9]|[-/.][0-9])"
_QUARTER = rf"q(?P<q>[1-4])(?:\s?[-/]?\s?|{S}of{S})'?(?P<y>(?:19|20)[0-9]{{2}}|(?<=')[0-9]{{2}})(?![^\W_])"
_QUARTER_AFTER = r"(?P<y>(?:19|20)[0-9]{2})\s?[-/]?\s?q(?P<q>[1-4])(?![^\W_])"
_QUARTER_WORDS = rf"(?P<qw>first|second|third|fourth|1st|2nd|3rd|4th){S}(?:quarter|qtr\.?){S}(?:of{S})?(?P<y>(?:19|20)[0-9]{{2}})(?![^\W_])"
_ISO_WEEK = r"(?P<y>(?:19|20)[0-9]{2})-?w(?P<w>[0-5][0-9])(?:-?(?P<wd>[1-7]))?(?![^\W_])"
_WEEK_OF = rf"week{S}(?P<w>[0-5]?[0-9])(?:,?{S}(?:of{S})?)(?P<y>(?:19|20)[0-9]{{2}})(?![^\W_])"
_LEAD = rf"(?P<wd>{ANY_WEEKDAY})(?:\.(?=\s))?(?:\s?,\s?|{S}|\s?-\s?|\.|\s?\()(?:the{S}|den{S}|le{S}|el{S})?"
_TRAIL = rf"\s?,\s?(?P<wd>{ANY_WEEKDAY})|\s?\((?P<wd2>{ANY_WEEKDAY})\.?\)"
_SLASHED = r"(?P<a>[0-9]{1,2})(?P<sep>/|\s/\s)(?P<b>[0-9]{1,2})(?![0-9]|[-/.:,%][0-9]|[^\W_])"
_DASHED = r"(?P<a>[0-9]{1,2})(?P<sep>\s?-\s?|\.\s?)(?P<b>[0-9]{1,2})(?![0-9]|[-/.:,%][0-9]|[^\W_])"
_SPACED = r"(?P<a>[0-9]{1,2})(?P<sep>\s)(?P<b>[0-9]{1,2})\s(?P<y>[0-9]{4}|[0-9]{2})(?![0-9])"
_ISO_SPACED = r"(?P<y>(?:19|20)[0-9]{2})\s(?P<m>0[1-9]|1[0-2])\s(?P<d>0[1-9]|[12][0-9]|3[01])(?![0-9]|[-/.:]|\s?[0-9])"
_DAY_SPACED = r"(?P<a>0[1-9]|[12][0-9]|3[01])\s(?P<b>0[1-9]|[12][0-9]|3[01])\s(?P<y>(?:19|20)[0-9]{2})(?![0-9]|[-/.:]|\s?[0-9])"
_COMPACT = r"(?P<y>(?:1[6-9]|20)[0-9]{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12][0-9]|3[01])(?![0-9])"
_COMPACT_TAIL = r"(?P<a>[0-3][0-9])(?P<b>[0-3][0-9])(?P<y>(?:19|20)[0-9]{2})(?![0-9])"
_DOTS_SPACED = r"(?P<a>[0-9]{1,2})\s?\.\s{0,2}(?P<b>[0-9]{1,2})\s?\.\s{0,2}(?P<y>[0-9]{4}|[0-9]{2})(?![0-9])"
_TWO_DIGIT_YEAR = rf"{S}(?P<y>[0-9]{{2}})$"
_TO_NEXT = rf"\s?-\s?|{S}(?:to|through|thru|until|till|and|or){S}(?:the{S})?"
_SHARED_MONTH = rf"(?P<d>0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?(?:{_TO_NEXT}|\s?,\s?)"
# What can follow the first digits of a date; most numbers end here.
_DIGIT_GATE = (
    rf"[0-9]{{1,4}}(?:\s?[-/.]\s{{0,2}}[0-9]|-?w[0-9]|\s?[-/]?\s?q[1-4]|[1-4]?(?:st|nd|rd|th)\s{{1,3}}q|\s[0-9]{{1,2}}\s"
    rf"|(?:st|nd|rd|th|er|º|°|ª)?\W{{0,3}}(?:(?:day|of|de|di|do|the){S}){{0,3}}\(?{MONTH})"
)


@dataclass(frozen=True, slots=True)
class DateForm:
    """A date at `[start, end)` of a folded text: its readings, preferred first; `other` is the key of a quarter or an ISO week.

    `weekday` is the one that stands beside it (0 is Monday). `firm` is False where only a neighbour makes it a date ("on 3/4").
    """

    start: int
    end: int
    readings: tuple[Reading, ...]
    weekday: int | None = None
    other: str | None = None
    firm: bool = True

    def keys(self) -> tuple[str, ...]:
        """The canonical key of each reading."""
        return (self.other,) if self.other is not None else tuple(dict.fromkeys(date_key(reading) for reading in self.readings))

    @property
    def has_day(self) -> bool:
        """Whether it names a day."""
        return self.other is None and self.readings[0][2] is not None

    @property
    def has_year(self) -> bool:
        """Whether it names a year."""
        return self.other is not None or self.readings[0][0] is not None


def date_key(reading: Reading) -> str:
    """`2026-03-11`, `--03-11`, `2026-03` or `--03`."""
    year, month, day = reading
    head = f"{year:04d}" if year is not None else "-"
    return f"{head}-{month:02d}" + (f"-{day:02d}" if day is not None else "")


def full_year(digits: str) -> int:
    """The year that digits mean; two of them lie between 1969 and 2068."""
    year = int(digits)
    return year if len(digits) > 2 else year + (2000 if year < 69 else 1900)


def is_day(year: int | None, month: int, day: int) -> bool:
    """Whether the calendar has this day; without a year, whether any year has it."""
    return 1 <= month <= 12 and 1 <= day <= monthrange(year or 2000, month)[1] if year is None or 1 <= year <= 9999 else False


def _year(found: Match) -> int | None:
    groups = found.groupdict()
    for name in ("y", "y2", "ys", "yo"):
        if groups.get(name) is not None:
            return full_year(groups[name])
    return year_of_words(groups["yw"]) if groups.get("yw") is not None else None


def _named(found: Match) -> tuple[Reading, ...]:
    groups = found.groupdict()
    month, year = MONTHS[groups["m"]], _year(found)
    day = number_of(groups["d"] or groups["dw"])
    return ((year, month, day),) if day is not None and is_day(year, month, day) else ()


def _day_first(found: Match) -> tuple[Reading, ...]:
    short_day = found["d"] is not None and found.end("d") == found.start("m")
    if found["m"] not in ENGLISH_MONTHS and (short_day or (len(found["m"]) < 5 and found["y"] is None)):
        return ()
    return _named(found)


def _month_first(found: Match) -> tuple[Reading, ...]:
    return _named(found) if found["m"] in ENGLISH_MONTHS else ()


def _month_year(found: Match) -> tuple[Reading, ...]:
    return ((_year(found), MONTHS[found["m"]], None),) if found["m"] in ENGLISH_MONTHS or len(found["m"]) > 4 else ()


def _digits(found: Match) -> tuple[Reading, ...]:
    year, month, day = int(found["y"]), int(found["m"]), int(found["d"])
    return ((year, month, day),) if is_day(year, month, day) else ()


def _digit_month(found: Match) -> tuple[Reading, ...]:
    return ((int(found["y"]), int(found["m"]), None),)


def _either_order(found: Match) -> tuple[Reading, ...]:
    first, second = int(found["a"]), int(found["b"])
    written = found.groupdict().get("y")
    if written is not None and len(written) == 2 and found.groupdict().get("sep") == "." and not (len(found["a"]) == len(found["b"]) == 2):
        return ()
    year = full_year(written) if written is not None else None
    readings = [(year, month, day) for month, day in ((first, second), (second, first)) if is_day(year, month, day)]
    if written is not None and len(written) == 2 and (readings == [] or first > 12) and is_day(full_year(found["a"]), second, int(written)):
        readings.append((full_year(found["a"]), second, int(written)))
    return tuple(dict.fromkeys(readings))


_Reader = Callable[[Match], tuple[Reading, ...]]
_DIGIT_FORMS: tuple[tuple[str, _Reader], ...] = (
    (_ISO, _digits),
    (_NUMERIC, _either_order),
    (_D_M_Y, _day_first),
    (_Y_M_D, _named),
    (_Y_D_M, _named),
    (_Y_M, _month_year),
    (_YEAR_MONTH, _digit_month),
    (_MONTH_YEAR, _digit_month),
    (_ISO_SPACED, _digits),
    (_DAY_SPACED, _either_order),
)
_DAY_FORMS: tuple[tuple[str, _Reader], ...] = ((_D_M_Y, _day_first),)
_MONTH_FORMS: tuple[tuple[str, _Reader], ...] = (
    (_M_Y_D, _named),
    (_M_D_YS, _named),
    (_M_D_Y, _month_first),
    (_M_Y, _month_year),
    (_M_YO, _month_year),
)
_LOOSE_FORMS: tuple[tuple[str, _Reader], ...] = (
    (_SLASHED, _either_order),
    (_DASHED, _either_order),
)
_WHOLE_FORMS: tuple[tuple[str, _Reader], ...] = (
    (_SPACED, _either_order),
    (_DOTS_SPACED, _either_order),
    (_COMPACT, _digits),
    (_COMPACT_TAIL, _either_order),
)


def date_at(low: str, start: int, *, loose: bool = False, whole: bool = False) -> DateForm | None:
    """The date that starts at this offset of a folded text, with the weekday beside it, or None.

    `loose` admits what only a neighbour makes a date ("Friday 7.6"); `whole` what is a date only as all of a text ("20260311").
    """
    found = None if low[start] in _ASCII_DIGITS else pattern(_FIRST_WORD).match(low, start)
    word = "" if found is None else found.group()
    if word and not (word in MONTHS or word in _WEEKDAY_WORDS or word in _FIRST_WORDS):
        return None
    lead = pattern(_LEAD).match(low, start) if word in _WEEKDAY_WORDS else None
    if lead is not None and lead.end() < len(low):
        form = _form_at(low, lead.end(), True, whole)
        if form is None:
            return None
        end = form.end + 1 if low[lead.end() - 1] == "(" and low.startswith(")", form.end) else form.end
        return DateForm(start, end, form.readings, ALL_WEEKDAYS[lead["wd"]], form.other)
    form = _form_at(low, start, loose, whole)
    trail = pattern(_TRAIL).match(low, form.end) if form is not None and form.has_day else None
    if form is None or trail is None:
        return form
    return DateForm(start, trail.end(), form.readings, ALL_WEEKDAYS[trail["wd"] or trail["wd2"]], form.other)


def _form_at(low: str, start: int, loose: bool, whole: bool) -> DateForm | None:
    digit = low[start].isdigit()
    if digit:
        if not whole and pattern(_DIGIT_GATE).match(low, start) is None:
            return None
        forms = _DIGIT_FORMS
        if loose or whole:
            forms = (*forms, *(_LOOSE_FORMS if loose else ()), *(_WHOLE_FORMS if whole else ()))
    else:
        word = pattern(_FIRST_WORD).match(low, start)
        if word is not None and word.group() not in MONTHS:
            if word.group() not in _FIRST_WORDS:
                return None
            forms = _DAY_FORMS if word.group() in _DAY_WORDS else ()
        else:
            forms = _MONTH_FORMS
    for source, reader in forms:
        found = pattern(source).match(low, start)
        if found is not None and (readings := reader(found)):
            end = found.end() - (low[found.end() - 1] == ".")
            if whole and readings[0][0] is None and (year := pattern(_TWO_DIGIT_YEAR).match(low, end)) is not None:
                month, day = readings[0][1], readings[0][2]
                return DateForm(start, year.end(), ((full_year(year["y"]), month, day),))
            return DateForm(start, end, readings, firm=source not in (_SLASHED, _DASHED))
    return _week_or_quarter(low, start)


_ASCII_DIGITS = "0123456789"
_FIRST_WORD = r"[^\W\d_]{1,20}"
_WEEKDAY_WORDS = frozenset(name.split("-")[0] for name in ALL_WEEKDAYS)
_DAY_WORDS = frozenset((*ORDINALS, *list(ONES)[1:20], "twenty", "thirty", "thirtieth"))
_FIRST_WORDS = _DAY_WORDS | {"q", "week"}
_QUARTER_NUMBERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}


_PERIOD_GATE = r"[0-9]{4}\s?[-/]?\s?[qw]|q[1-4]|week\s|(?:[1-4](?:st|nd|rd|th)|first|second|third|fourth)\s{1,3}q"


def _week_or_quarter(low: str, start: int) -> DateForm | None:
    if pattern(_PERIOD_GATE).match(low, start) is None:
        return None
    for source in (_QUARTER, _QUARTER_AFTER, _QUARTER_WORDS):
        found = pattern(source).match(low, start)
        if found is not None:
            groups = found.groupdict()
            number = groups.get("q") or _QUARTER_NUMBERS[groups["qw"]]
            return DateForm(start, found.end(), (), other=f"{full_year(found['y'])}-Q{number}")
    for source in (_ISO_WEEK, _WEEK_OF):
        found = pattern(source).match(low, start)
        if found is not None and 1 <= int(found["w"]) <= 53:
            return _week(found, start)
    return None


def _week(found: Match, start: int) -> DateForm | None:
    year, week, weekday = int(found["y"]), int(found["w"]), found.groupdict().get("wd")
    if weekday is None:
        return DateForm(start, found.end(), (), other=f"{year}-W{week:02d}")
    try:
        day = date.fromisocalendar(year, week, int(weekday))
    except ValueError:
        return None
    return DateForm(start, found.end(), ((day.year, day.month, day.day),))


def shared_month(low: str, start: int) -> int | None:
    """Where the later date begins whose month the day at this offset shares ("13 to 15 July", "9th and 10th of May"), or None."""
    found = pattern(_SHARED_MONTH).match(low, start)
    if found is None:
        return None
    later = pattern(_D_M_Y).match(low, found.end())
    return found.end() if later is not None and later["d"] is not None and _day_first(later) else None


_NEXT_DAY = (
    rf"(?:{_TO_NEXT}|,\s?(?:and{S}|or{S})){_DAY}(?:,\s?{_YEAR4})?"
    rf"(?![^\W_]|[-/.:][0-9]|{S}(?:{MONTH}|of{S}{MONTH}|[ap]\.?m))"
)


def next_day_of_month(low: str, end: int) -> tuple[int, int, int, int | None] | None:
    """A further day of the month just read, as "15" in "July 13-15, 2026": its start, end, day and the year written after it."""
    found = pattern(_NEXT_DAY).match(low, end)
    if found is None:
        return None
    return found.start("d"), found.end(), int(found["d"]), int(found["y"]) if found["y"] is not None else None
