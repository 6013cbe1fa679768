"""The English grammar of relative expressions: what stands at an offset of a folded text, as an `Expression`.

Each rule is one bounded pattern and a builder; rules are looked up by the first word, so that a word that begins none costs one look.
Expressions nest ("the first Monday of next month", "two weeks before Christmas") only `_DEPTH` deep, which keeps hostile text linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from .calendar_names import BELOW_TEN, DAY_WORD, END, ENGLISH_MONTH, MONTHS, ORDINALS, WEEKDAY, WEEKDAYS, S, alternation, number_of, pattern
from .date_forms import DateForm, date_at
from .durations import UNIT_WORDS, Length, length_at
from .feasts import FEAST, FEASTS
from .moments import Ahead, At, Away, CountedWeekday, DayOfMonth, Expression, Feast, How, Instant, Unit, Weekday, WeekdayNear, Written
from .stretches import Edge, NamedMonth, NamedQuarter, NamedYear, NthDay, NthWeek, NthWeekday, Period, RestOf, Run, WeekdayAfter, WeekOf
from .times import ANCHOR_WORDS, Clock, clock_at, settle

Match = re.Match[str]
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Said:
    """An expression up to `end`, with the part of the day it names, if any, and whether it names a day that a clock time can join.

    `weak` marks what only the words around it make an expression of time ("sat", "the first").
    """

    expression: Expression
    end: int
    part: str | None = None
    day: bool = True
    weak: bool = False


_HOWS = {
    "this": How.THIS, "current": How.THIS, "next": How.NEXT, "following": How.NEXT, "coming": How.COMING, "upcoming": How.COMING,
    "last": How.LAST, "previous": How.LAST, "past": How.PAST, "prior": How.LAST,
}  # fmt: skip
_SHIFT = {How.THIS: 0, How.BARE: 0, How.NEXT: 1, How.COMING: 1, How.LAST: -1, How.PAST: -1}
_POINT = rf"(?P<how>this{S}(?:coming|upcoming|next|past|last)|{'|'.join(_HOWS)})"
_UNITS = {
    "day": Unit.DAY, "week": Unit.WEEK, "workweek": Unit.WEEK, "work week": Unit.WEEK, "working week": Unit.WEEK, "weekend": Unit.WEEKEND,
    "wk": Unit.WEEK, "fortnight": Unit.FORTNIGHT, "month": Unit.MONTH, "mth": Unit.MONTH, "quarter": Unit.QUARTER, "qtr": Unit.QUARTER,
    "year": Unit.YEAR, "yr": Unit.YEAR, "decade": Unit.DECADE,
}  # fmt: skip
_UNIT = rf"(?P<unit>{alternation(_UNITS)})"
_NUMBER = rf"(?:[0-9]{{1,3}}|{BELOW_TEN}|ten|eleven|twelve|an?{S}couple(?:{S}of)?|couple(?:{S}of)?)"
_NTH = rf"(?P<nth>[0-9]{{1,2}}(?:st|nd|rd|th)|{DAY_WORD})"
_DAYS = {
    "today": 0, "tonight": 0, "tomorrow": 1, "tomorrows": 1, "tmrw": 1, "tmr": 1, "yesterday": -1,
    "day after tomorrow": 2, "day before yesterday": -2,
}  # fmt: skip
_PARTS = r"(?P<part>morning|afternoon|evening|night)"
_PART_AFTER = rf",?{S}(?:in{S}the{S})?(?:(?:early|late){S})?{_PARTS}{END}"
_LINK = rf"(?P<cue>\s?,?\s{{1,2}}(?:at|by|around|about)(?:{S}(?:about|around))?{S}|\s?@\s?)|{S}(?:for|from){S}|\s?,\s?|{S}(?:-{S})?"
_OF = rf"{S}(?:of|in|from){S}(?:the{S})?"
_YEAR = r"(?P<year>[12][0-9]{3})(?![^\W_]|[-/.:][0-9])"


def expression_at(low: str, start: int, depth: int = 0) -> Said | None:
    """The relative expression that starts at this offset of a folded text, without its clock time, or None."""
    if depth > _DEPTH or start >= len(low):
        return None
    word = pattern(r"[0-9½]|[a-z]+").match(low, start)
    if word is None:
        return None
    for source, build in _by_first_word().get(word.group() if word.group().isalpha() else "0", ()):
        found = pattern(source).match(low, start)
        if found is not None and (said := build(low, found, depth)) is not None:
            return said
    return None


def timed_at(low: str, start: int) -> Said | None:
    """The expression at this offset with the clock time before or after it, or None."""
    word = pattern(r"[0-9]|[a-z]+").match(low, start)
    if word is not None and (word.group() in _CLOCK_WORDS or word.group().isdigit()):
        said = _clock_first(low, start)
        if said is not None:
            return said
    said = expression_at(low, start)
    return _clock_joined(low, said) if said is not None and said.day else said


def _clock_joined(low: str, said: Said) -> Said:
    part = said.part
    at = said.end
    after = pattern(_PART_AFTER).match(low, at)
    if after is not None and part is None:
        part, at = after["part"], after.end()
    link = pattern(_LINK).match(low, at)
    clock = None
    if link is not None and link.end() < len(low):
        clock = clock_at(low, link.end(), bare=link["cue"] is not None or (link.group().isspace() and low[link.end()].isalpha() and not said.weak))
    if clock is None or (low[clock.end - 1].isdigit() and pattern(r"[.:/-][0-9]|\s?%").match(low, clock.end) is not None):
        return replace(said, end=at, part=part)
    return Said(At(said.expression, _settled(clock, part)), clock.end, None, day=False)


def _settled(clock: Clock, part: str | None) -> Clock:
    return replace(clock, readings=settle(clock.readings, part)) if part is not None else clock


def _clock_first(low: str, start: int) -> Said | None:
    clock = clock_at(low, start)
    if clock is None and pattern(r"[0-9]{1,4}\b|[a-z]").match(low, start) is not None:
        clock = clock_at(low, start, bare=True)
        if clock is not None and pattern(rf",?{S}(?:today|tonight|tomorrow|yesterday|this{S}(?:morning|afternoon|evening)){END}").match(low, clock.end) is None:
            return None
    if clock is None:
        return None
    link = pattern(rf",?{S}(?:on{S}|of{S})?(?:the{S})?").match(low, clock.end)
    said = expression_at(low, link.end(), 1) if link is not None else None
    if said is None or not said.day or (said.weak and link is not None and "on" not in link.group()):
        return None
    after = pattern(_PART_AFTER).match(low, said.end)
    part = said.part or (after["part"] if after is not None else None)
    return Said(At(said.expression, _settled(clock, part)), after.end() if after is not None else said.end, None, day=False)


def _how(word: str) -> How:
    return _HOWS[word.split()[-1]] if not word.startswith("this ") or word.split()[-1] != "next" else How.COMING


def _named_day(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    word = found["day"]
    return Said(Ahead(_DAYS[word]), found.end(), "night" if word == "tonight" else None)


def _part_of_day(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    how = found["how"]
    if how == "last" and found["part"] != "night":
        return None
    return Said(Ahead(-1 if how == "last" else 0), found.end(), found["part"])


def _now(low: str, found: Match, depth: int) -> Said | None:
    del depth
    step = pattern(r"\s?(?P<sign>[+-])\s?(?=[0-9])").match(low, found.end())
    length = length_at(low, step.end()) if step is not None else None
    if step is not None and length is not None:
        return Said(Away(length, 1 if step["sign"] == "+" else -1), length.end, day=False)
    return Said(Instant(), found.end(), day=False)


def _weekday(low: str, found: Match, depth: int) -> Said | None:
    number, end = WEEKDAYS[found["wd"]], found.end()
    of_week = pattern(rf"\.?(?:\s?,)?{S}(?:(?:of|from|in|on){S})?(?:the{S})?{_POINT}{S}week{END}").match(low, end)
    if of_week is not None:
        return Said(Weekday(number, week=_SHIFT[_how(of_week["how"])]), of_week.end())
    counted = pattern(rf"{S}(?:week{END}(?!{S}of)|after{S}next{END})").match(low, end)
    if counted is not None:
        return Said(CountedWeekday(number, 2), counted.end())
    date = date_at(low, found.start(), loose=True)
    if date is not None and date.has_day:
        return Said(Written(date), date.end)
    dated = _dated_weekday(low, number, end)
    if dated is not None:
        return dated
    away = pattern(rf",?{S}(?:in{S})?(?=[0-9a-z])").match(low, end)
    said = _length_said(low, away.end(), depth + 1) if away is not None and depth < 2 else None
    if said is not None and isinstance(said.expression, Away):
        return Said(WeekdayNear(number, said.expression), said.end)
    dot = end + 1 if len(found["wd"]) < 6 and low.startswith(". ", end) else end
    return Said(Weekday(number), dot if dot < len(low) and low[dot : dot + 3].lstrip()[:1].isdigit() else end, weak=len(found["wd"]) < 6)


def _dated_weekday(low: str, number: int, end: int) -> Said | None:
    day = pattern(rf"(?:(?<!day)\.)?,?{S}(?:the{S}){_NTH}{END}|(?:(?<!day)\.)?,?{S}(?P<d>[0-9]{{1,2}}(?:st|nd|rd|th){END}|[0-9]{{1,2}}(?=\s?[.!?;)]|$))").match(low, end)
    written = None if day is None else number_of((day["nth"] or day["d"]).removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th") if (day["nth"] or day["d"])[0].isdigit() else day["nth"])
    if day is None or written is None or not 1 <= written <= 31:
        return None
    return Said(DayOfMonth(written, weekday=number), day.end())


def _pointed_weekday(low: str, found: Match, depth: int) -> Said | None:
    del depth
    date = date_at(low, found.start("wd"), loose=True)
    if date is not None and date.has_day and not date.has_year:
        return Said(Written(date), date.end)
    return Said(Weekday(WEEKDAYS[found["wd"]], _how(found["how"])), found.end())


def _week_then_day(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    return Said(Weekday(WEEKDAYS[found["wd"]], week=_SHIFT[_how(found["how"])]), found.end())


def _pointed_unit(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    how, unit = _how(found["how"]), _UNITS[found["unit"]]
    count = found["n"]
    if count is not None:
        number = 2 if "couple" in count else number_of(count)
        return Said(Run(unit, number, _SHIFT[how] or 1), found.end(), day=False) if number else None
    if unit is Unit.DAY:
        return Said(Ahead(_SHIFT[how], certain=False), found.end()) if how is How.NEXT else None
    return Said(Period(unit, _SHIFT[how]), found.end(), day=False)


def _pointed_date(low: str, found: Match, depth: int) -> Said | None:
    del depth
    date = date_at(low, found.end(), loose=True)
    if date is None or not date.has_day or date.has_year:
        return None
    return Said(Written(date, _how(found["how"])), date.end)


def _pointed_month(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    return Said(NamedMonth(MONTHS[found["month"]], _how(found["how"])), found.end(), day=False, weak=found["month"] in ("may", "march", "mar"))


def _pointed_feast(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    return Said(Feast(found["feast"], how=_how(found["how"])), found.end())


def _feast(low: str, found: Match, depth: int) -> Said | None:
    del depth
    year = pattern(rf",?{S}(?:of{S}|in{S})?{_YEAR}").match(low, found.end())
    return Said(Feast(found["feast"], int(year["year"])), year.end()) if year is not None else Said(Feast(found["feast"]), found.end())


def _after_next(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    unit = _UNITS[found["unit"]]
    return None if unit is Unit.DAY else Said(Period(unit, 2 if found["dir"].startswith("after") else -2), found.end(), day=False)


def _week_of(low: str, found: Match, depth: int) -> Said | None:
    base = date_or_expression(low, found.end(), depth + 1)
    return Said(WeekOf(base.expression, Unit.WEEKEND if found.group().startswith(("weekend", "the weekend")) else Unit.WEEK), base.end, day=False) if base is not None else None


def _feast_weekend(low: str, found: Match, depth: int) -> Said | None:
    del depth
    year = pattern(rf"{S}{_YEAR}").match(low, found.end())
    feast = Feast(found["feast"], int(year["year"]) if year is not None else None)
    return Said(WeekOf(feast, Unit.WEEKEND), year.end() if year is not None else found.end(), day=False)


def _bare_weekend(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    return Said(Period(Unit.WEEKEND), found.end(), day=False)


def _counted_weekdays(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    count = 2 if "couple" in found["n"] else number_of(found["n"])
    return Said(CountedWeekday(WEEKDAYS[found["wd"]], count if found["dir"] != "ago" else -count), found.end()) if count else None


def _counted_units(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    number = 2 if "couple" in found["n"] else number_of(found["n"])
    return Said(Run(_UNITS[found["unit"]], number, _SHIFT[_how(found["how"])] or 1), found.end(), day=False) if number else None


def _length_said(low: str, start: int, depth: int) -> Said | None:
    length = length_at(low, start)
    if length is None:
        return None
    plain_tail = pattern(rf"{S}(?:(?P<past>ago|earlier)|hence|later|from{S}(?:now|today))(?![^\W_])").match(low, length.end)
    if plain_tail is not None:
        return _away(length, -1 if plain_tail["past"] else 1, plain_tail.end())
    based = pattern(rf"{S}(?P<dir>from|after|before|since|prior{S}to){S}(?:the{S})?").match(low, length.end)
    base = date_or_expression(low, based.end(), depth + 1) if based is not None else None
    if based is None or base is None:
        return None
    fine = any(unit in ("ms", "s", "min", "h") for _, unit in length.parts)
    if fine and not isinstance(base.expression, Instant):
        return None
    away = Away(length, -1 if based["dir"].startswith(("before", "prior")) else 1, base.expression)
    return _on_weekday(low, Said(away, base.end, day=not fine))


def _on_weekday(low: str, said: Said) -> Said:
    weekday = pattern(rf"{S}on{S}(?:an?{S})?(?P<wd>{WEEKDAY})").match(low, said.end) if said.day else None
    return Said(WeekdayNear(WEEKDAYS[weekday["wd"]], said.expression), weekday.end()) if weekday is not None else said


def _away(length: Length, sign: int, end: int) -> Said:
    fine = any(unit in ("ms", "s", "min", "h") for _, unit in length.parts)
    return Said(Away(length, sign), end, day=not fine)


def _length(low: str, found: Match, depth: int) -> Said | None:
    return _length_said(low, found.start(), depth)


def _in_length(low: str, found: Match, depth: int) -> Said | None:
    length = length_at(low, found.end())
    if length is None:
        return None
    based = _length_said(low, found.end(), depth)
    if based is not None:
        return based
    return _on_weekday(low, _away(length, 1, length.end))


def _nth_weekday(low: str, found: Match, depth: int) -> Said | None:
    which = _which(found["nth"], found["last"])
    base = stretch_at(low, found.end(), depth)
    if which is None or base is None:
        return None
    return Said(NthWeekday(which, WEEKDAYS[found["wd"]], base.expression), base.end)


def _which(nth: str | None, last: str | None) -> int | None:
    number = number_of(nth.rstrip("stndrh") if nth[0].isdigit() else nth) if nth is not None else 1
    return -number if last is not None and number is not None else number


def _nth_weekday_after(low: str, found: Match, depth: int) -> Said | None:
    which = _which(found["nth"], None)
    base = date_or_expression(low, found.end(), depth + 1)
    if which is None or base is None:
        return None
    return Said(WeekdayAfter(which, WEEKDAYS[found["wd"]], 1 if found["dir"] == "after" else -1, base.expression), base.end)


def _nth_day(low: str, found: Match, depth: int) -> Said | None:
    which = _which(found["nth"], found["last"] or found["only"])
    base = stretch_at(low, found.end(), depth)
    if which is None or base is None:
        return None
    if found["unit"] == "week":
        on_day = pattern(rf",?{S}on{S}(?P<wd>{WEEKDAY})").match(low, base.end)
        week = NthWeek(which, base.expression)
        return Said(WeekdayNear(WEEKDAYS[on_day["wd"]], week), on_day.end()) if on_day is not None else Said(week, base.end, day=False)
    return Said(NthDay(which, base.expression), base.end)


def _day_of_month(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    written = found["nth"] or found["d"]
    day = number_of(written.rstrip("stndrh") if written[0].isdigit() else written)
    if day is None or not 1 <= day <= 31:
        return None
    return Said(DayOfMonth(day, _SHIFT[_how(found["how"])] if found["how"] is not None else 0), found.end())


def _bare_nth(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    day = number_of(found["nth"].rstrip("stndrh"))
    return Said(DayOfMonth(day), found.end(), weak=True) if day is not None and 1 <= day <= 31 else None


def _nth_quarter(low: str, found: Match, depth: int) -> Said | None:
    del depth
    number = _which(found["nth"], None)
    year = pattern(rf"{_OF}(?:{_POINT}{S})?year{END}").match(low, found.end())
    if number is None or not 1 <= number <= 4:
        return None
    shift = _SHIFT[_how(year["how"])] if year is not None and year["how"] is not None else 0
    return Said(NamedQuarter(number, shift), year.end() if year is not None else found.end(), day=False)


_EDGES = {"end": "end", "beginning": "start", "start": "start", "middle": "middle", "mid": "middle", "early": "start", "late": "end", "close": "end"}
_SHORT_EDGES = {"eom": ("end", Unit.MONTH), "bom": ("start", Unit.MONTH), "eoy": ("end", Unit.YEAR), "boy": ("start", Unit.YEAR), "eow": ("end", Unit.WEEK)}


def _edge(low: str, found: Match, depth: int) -> Said | None:
    word = found["edge"] or found["early"]
    base = stretch_at(low, found.end(), depth)
    if base is None or (word in ("early", "late", "mid") and not isinstance(base.expression, NamedMonth | NamedYear | Period)):
        return None
    return Said(Edge(_EDGES[word], base.expression, early=word in ("early", "late")), base.end, day=False)


def _short_edge(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    part, unit = _SHORT_EDGES[found["edge"]]
    return None if found["edge"] == "boy" and not found["the"] else Said(Edge(part, Period(unit)), found.end(), day=False, weak=True)


def _rest(low: str, found: Match, depth: int) -> Said | None:
    base = stretch_at(low, found.end(), depth)
    return Said(RestOf(base.expression), base.end, day=False) if base is not None else None


def _month(low: str, found: Match, depth: int) -> Said | None:
    del depth
    number = MONTHS[found["month"]]
    year = pattern(rf"(?:,|{S}of|{S}in)?{S}{_POINT}{S}(?:year|yr){END}").match(low, found.end())
    if year is not None:
        return Said(NamedMonth(number, year_shift=_SHIFT[_how(year["how"])]), year.end(), day=False)
    ahead = pattern(rf"{S}in{S}(?=[0-9a])").match(low, found.end())
    length = length_at(low, ahead.end()) if ahead is not None else None
    if length is not None and length.months and length.months % 12 == 0:
        return Said(NamedMonth(number, year_shift=int(length.months) // 12), length.end, day=False)
    return None


def stretch_at(low: str, start: int, depth: int = 0) -> Said | None:
    """The stretch of the calendar after "of": "the month", "next week", "May 2026", "2018"; or None."""
    if depth >= _DEPTH or start >= len(low):
        return None
    unit = pattern(rf"(?:around{S})?(?:the{S})?(?:{_POINT}{S})?{_UNIT}{END}").match(low, start)
    if unit is not None and unit["unit"] != "day":
        return Said(Period(_UNITS[unit["unit"]], _SHIFT[_how(unit["how"])] if unit["how"] is not None else 0), unit.end(), day=False)
    year = pattern(_YEAR).match(low, start)
    if year is not None:
        return Said(NamedYear(int(year["year"])), year.end(), day=False)
    month = pattern(rf"(?:{_POINT}{S})?(?P<month>{ENGLISH_MONTH})\.?(?:{S}(?:of{S})?{_YEAR})?").match(low, start)
    if month is None:
        return None
    pointed = None if month["how"] is not None or month["year"] is not None else _month(low, month, depth)
    if pointed is not None:
        return pointed
    how = _how(month["how"]) if month["how"] is not None else How.BARE
    end = month.end() - (low[month.end() - 1] == ".")
    return Said(NamedMonth(MONTHS[month["month"]], how, int(month["year"]) if month["year"] is not None else None), end, day=False)


def date_or_expression(low: str, start: int, depth: int) -> Said | None:
    """What an expression is counted from: a written date, a holiday, or another expression."""
    if depth > _DEPTH or start >= len(low):
        return None
    form: DateForm | None = date_at(low, start, loose=True)
    if form is not None and form.has_day:
        return Said(Written(form), form.end)
    return expression_at(low, start, depth)


_CLOCK_WORDS = frozenset(ANCHOR_WORDS)
_Build = Callable[[str, Match, int], Said | None]
_THE = rf"(?:the{S})?"
_ORDINAL_FIRST = ("the", "0", *ORDINALS, "twenty", "thirty", "thirtieth")
_POINTS = tuple(_HOWS)
_COUNTS = ("0", "½", "a", "an", "half", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
           "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty",
           "seventy", "eighty", "ninety", "couple")  # fmt: skip
_RULES: tuple[tuple[tuple[str, ...], str, _Build], ...] = (
    (("today", "tonight", "tomorrow", "tomorrows", "tmrw", "tmr", "yesterday", "day", "the"), rf"{_THE}(?P<day>{alternation(_DAYS)}){END}", _named_day),
    (("this", "last"), rf"(?P<how>this|last){S}(?:(?:early|late){S})?{_PARTS}{END}", _part_of_day),
    (("now", "right", "just", "at"), rf"(?:(?:right|just){S})?now{END}(?!')|at{S}(?:the{S}moment|present|this{S}(?:time|moment)){END}", _now),
    (tuple(WEEKDAYS), rf"(?P<wd>{WEEKDAY})(?!'s?{S}[a-z]|-[a-z])", _weekday),
    (_POINTS, rf"{_POINT}{S}week(?:'s|{S}on|\s?-|\s?,)?\s{{0,2}}(?P<wd>{WEEKDAY})", _week_then_day),
    (_POINTS, rf"{_POINT}{S}(?P<wd>{WEEKDAY})(?!{_OF}(?:{ENGLISH_MONTH}|(?:this|next|last|the|that){S}(?:month|year)))", _pointed_weekday),
    (("the", "last", *_ORDINAL_FIRST), rf"{_THE}(?:{_NTH}{S})?(?P<last>last{S})?(?P<wd>{WEEKDAY}){_OF}", _nth_weekday),
    (_ORDINAL_FIRST, rf"{_THE}{_NTH}{S}(?P<wd>{WEEKDAY}){S}(?P<dir>after|before){S}", _nth_weekday_after),
    (("last", *_ORDINAL_FIRST), rf"{_THE}(?:{_NTH}{S}(?P<last>last{S})?|(?P<only>last{S}))(?P<unit>day|week){_OF}", _nth_day),
    (_POINTS, rf"{_POINT}{S}(?:(?P<n>{_NUMBER}){S})?{_UNIT}s?{END}(?!{S}of{S}(?:the|[a-z]))", _pointed_unit),
    (_POINTS, rf"{_POINT}{S}{FEAST}", _pointed_feast),
    (_POINTS, rf"{_POINT}{S}(?P<month>{ENGLISH_MONTH})(?!{S}[0-9]{{1,2}}(?![0-9]))", _pointed_month),
    (("next", "this", "last"), rf"(?P<how>next|this|last){S}(?=[0-9a-z])", _pointed_date),
    (tuple(sorted({re.split(r"[^a-z]", name)[0] for name in FEASTS})), rf"{FEAST}{S}weekend{END}", _feast_weekend),
    (tuple(sorted({re.split(r"[^a-z]", name)[0] for name in FEASTS})), FEAST, _feast),
    (("the", "week", "weekend", "w"), rf"{_THE}(?:week(?:end)?{S}(?:of|beginning|starting|commencing)|w/c)(?:{S}on)?{S}(?:the{S})?", _week_of),
    (("week", "month", "quarter", "year", "weekend", "fortnight", "the"), rf"{_THE}{_UNIT}{S}(?P<dir>after{S}next|before{S}last){END}", _after_next),
    (("the", "weekend"), rf"{_THE}weekend{END}", _bare_weekend),
    (_COUNTS, rf"(?P<n>{_NUMBER}){S}(?P<wd>{WEEKDAY[:-len(END)]})s?{END}{S}(?P<dir>ago|from{S}now|hence|later)", _counted_weekdays),
    (_COUNTS, rf"(?P<n>{_NUMBER}){S}(?P<how>next|upcoming|coming|past|last|previous){S}{_UNIT}s?{END}", _counted_units),
    (_COUNTS, r"", _length),
    (("in", "within"), rf"in{S}(?:(?:about|around|roughly|approximately){S})?(?=[0-9½a-z])", _in_length),
    (_ORDINAL_FIRST, rf"{_THE}(?:{_NTH}|(?P<d>[0-9]{{1,2}}))(?:{S}day)?{S}of{S}(?:the{S})?(?:{_POINT}{S})?month{END}", _day_of_month),
    (_ORDINAL_FIRST, rf"{_THE}(?P<nth>[1-4](?:st|nd|rd|th)|first|second|third|fourth){S}(?:quarter|qtr){END}(?!{S}(?:of{S})?[0-9])", _nth_quarter),
    (("the", "0"), rf"{_THE}(?P<nth>[0-9]{{1,2}}(?:st|nd|rd|th)){END}(?!-|{S}(?!-{S}|at{S}|in{S}the{S}|and{S}the|or{S}the|around{S}|to{S}the|until{S}|through{S}|for{S}|from{S}|by{S}|of{S}(?:this|next|last)))", _bare_nth),
    (("the", *_EDGES), rf"{_THE}(?P<edge>end|beginning|start|middle|close){_OF}|(?P<early>early|late|mid)(?:{S}|-)", _edge),
    (("the", *_SHORT_EDGES), rf"(?P<the>the{S}|at{S})?(?P<edge>eom|bom|eoy|boy|eow){END}", _short_edge),
    (("the", "rest", "remainder", "remaining"), rf"{_THE}(?:rest|remainder|remaining){S}(?:of{S})?(?:the{S})?", _rest),
    (tuple(name for name in MONTHS if name.isascii()), rf"(?P<month>{ENGLISH_MONTH})", _month),
)  # fmt: skip


@cache
def _by_first_word() -> dict[str, tuple[tuple[str, _Build], ...]]:
    table: dict[str, list[tuple[str, _Build]]] = {}
    for words, source, build in _RULES:
        for word in dict.fromkeys(words):
            table.setdefault(word, []).append((source, build))
    return {word: tuple(rules) for word, rules in table.items()}


@cache
def anchors() -> str:
    """A pattern for the separator before the places where an expression can begin; most articles and numbers of a text fail it at once."""
    units = alternation({*UNIT_WORDS, "half", "quarter", "couple", "pair", "hundred", "full"})
    after_number = alternation(
        {*UNIT_WORDS, *WEEKDAYS, "am", "pm", "a m", "p m", "a.m", "p.m", "past", "to", "after", "next", "upcoming", "coming", "last", "previous", "of",
         "o'clock", "oclock", "ish", "in the", "at night", "today", "tomorrow", "tonight", "yesterday", "this", "more", "additional", "extra", "and", "hundred",
         "thousand", "½", "day"}
    )  # fmt: skip
    number = rf"[0-9]{{1,9}}+(?=(?:[.,][0-9]{{1,6}}){{0,3}}(?:st|nd|rd|th|:[0-5][0-9]|\.[0-9]{{2}}\s?[ap]|/[24]\s?[a-z]|h[0-9]|\s{{0,3}}-?\s?(?:{after_number})))"
    after_the = alternation({"day", "week", "weekend", "end", "beginning", "start", "middle", "close", "rest", "remainder", "remaining", "last",
                             "fortnight", "month", "quarter", "year", *_SHORT_EDGES, *ORDINALS, "twenty", "thirty", "ides"})  # fmt: skip
    counts = alternation({*_COUNTS} - {"0", "a", "an"})
    plain_words = alternation(word for word in _by_first_word() if word.isalpha() and word not in ("a", "an", "the", "in", "at", "within", "w"))
    clock_words = alternation(_CLOCK_WORDS - {"in"})
    return (
        rf"[^a-z0-9_](?:{number}|½|an?(?={S}(?:{units}))|the(?={S}(?:{after_the}|[0-9]))|w(?=/c)|at(?={S}(?:the{S}moment|present|this))"
        rf"|in(?={S}(?:[0-9½]|an?(?![^\W_])|about|around|roughly|approx|{counts}|the{S}(?:early|late|morning|afternoon|evening)))|(?:{plain_words}|{clock_words})(?![^\W\d_]))"
    )
