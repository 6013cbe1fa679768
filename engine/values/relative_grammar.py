"""The English grammar of relative expressions: what stands at an offset of a folded text, as an `Expression`.

Each rule is one bounded pattern and a builder; rules are looked up by the first word, so that a word that begins none costs one look.
Expressions nest ("the first Monday of next month", "two weeks before Christmas") only `_DEPTH` deep, which keeps hostile text linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from .calendar_names import END, ENGLISH_MONTH, MONTHS, ORDINALS, WEEKDAY, WEEKDAYS, S, alternation, number_of, pattern
from .date_forms import DateForm, date_at
from .durations import Length, length_at
from .feasts import FEAST, FEASTS
from .moments import Ahead, Away, CountedWeekday, DayOfMonth, Expression, Feast, How, Instant, Unit, Weekday, WeekdayNear, Written
from .relative_words import (
    COUNTS,
    DAYS,
    EDGES,
    HOWS,
    NTH,
    NUMBER,
    OF,
    PARTS,
    POINT,
    SHIFT,
    SHORT_EDGES,
    UNIT,
    UNITS,
    YEAR,
    anchor_pattern,
    how_of,
    ordinal_of,
)
from .stretches import Edge, NamedMonth, NamedQuarter, NamedYear, NthDay, NthWeek, NthWeekday, Period, RestOf, Run, WeekdayAfter, WeekOf

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


# What a counted weekday or unit and a day of a month begin with; any other number can only be a length.
_COUNTED = r"[0-9]{1,3}\s{1,3}[cdflmnopstuw]"


def expression_at(low: str, start: int, depth: int = 0) -> Said | None:
    """The relative expression that starts at this offset of a folded text, without its clock time, or None."""
    if depth > _DEPTH or start >= len(low):
        return None
    word = pattern(r"(?P<th>[0-9]{1,2}(?:st|nd|rd|th))|(?P<n>[0-9½])|[a-z]{1,20}").match(low, start)
    if word is None:
        return None
    if word.lastgroup == "n" and pattern(_COUNTED).match(low, start) is None:
        return _length_said(low, start, depth)
    for source, build in _by_first_word().get({"th": "0th", "n": "0"}.get(word.lastgroup or "", word.group()), ()):
        found = pattern(source).match(low, start)
        if found is not None and (said := build(low, found, depth)) is not None:
            return said
    return None


def _named_day(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    word = found["day"]
    return Said(Ahead(DAYS[word]), found.end(), "night" if word in ("tonight", "tonite") else None)


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
    of_week = pattern(rf"\.?(?:{S}{PARTS})?(?:\s?,)?{S}(?:(?:of|from|in|on){S})?(?:the{S})?{POINT}{S}week{END}").match(low, end)
    if of_week is not None:
        return Said(Weekday(number, week=SHIFT[how_of(of_week["how"])]), of_week.end(), of_week["part"])
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


_NTH_AFTER_WEEKDAY = (
    rf"(?:(?<!day)\.)?,?{S}(?:the{S}{NTH}{END}|(?P<d>[0-9]{{1,2}}(?:st|nd|rd|th){END}|[0-9]{{1,2}}(?=\s?[.!?;)]|$)))"
)


def _dated_weekday(low: str, number: int, end: int) -> Said | None:
    day = pattern(_NTH_AFTER_WEEKDAY).match(low, end)
    written = ordinal_of(day["nth"] or day["d"]) if day is not None else None
    if day is None or written is None or not 1 <= written <= 31:
        return None
    return Said(DayOfMonth(written, weekday=number), day.end())


def _pointed_weekday(low: str, found: Match, depth: int) -> Said | None:
    del depth
    date = date_at(low, found.start("wd"), loose=True)
    if date is not None and date.has_day and not date.has_year:
        return Said(Written(date), date.end)
    return Said(Weekday(WEEKDAYS[found["wd"]], how_of(found["how"])), found.end())


def _week_then_day(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    return Said(Weekday(WEEKDAYS[found["wd"]], week=SHIFT[how_of(found["how"])]), found.end())


def _pointed_unit(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    how, unit = how_of(found["how"]), UNITS[found["unit"]]
    count = found["n"]
    if count is not None:
        number = 2 if "couple" in count else number_of(count)
        return Said(Run(unit, number, SHIFT[how] or 1), found.end(), day=False) if number else None
    if unit is Unit.DAY:
        return Said(Ahead(SHIFT[how], certain=False), found.end()) if how is How.NEXT else None
    return Said(Period(unit, SHIFT[how]), found.end(), day=False)


def _pointed_date(low: str, found: Match, depth: int) -> Said | None:
    del depth
    date = date_at(low, found.end(), loose=True)
    if date is None or not date.has_day or date.has_year:
        return None
    return Said(Written(date, how_of(found["how"])), date.end)


def _pointed_month(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    month = NamedMonth(MONTHS[found["month"]], how_of(found["how"]))
    return Said(month, found.end(), day=False, weak=found["month"] in ("may", "march", "mar"))


def _pointed_feast(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    return Said(Feast(found["feast"], how=how_of(found["how"])), found.end())


def _feast(low: str, found: Match, depth: int) -> Said | None:
    del depth
    year = pattern(rf",?{S}(?:of{S}|in{S})?{YEAR}").match(low, found.end())
    return Said(Feast(found["feast"], int(year["year"])), year.end()) if year is not None else Said(Feast(found["feast"]), found.end())


def _after_next(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    unit = UNITS[found["unit"]]
    return None if unit is Unit.DAY else Said(Period(unit, 2 if found["dir"].startswith("after") else -2), found.end(), day=False)


def _week_of(low: str, found: Match, depth: int) -> Said | None:
    base = date_or_expression(low, found.end(), depth + 1)
    unit = Unit.WEEKEND if "weekend" in found.group() else Unit.WEEK
    return Said(WeekOf(base.expression, unit), base.end, day=False) if base is not None else None


def _feast_weekend(low: str, found: Match, depth: int) -> Said | None:
    del depth
    year = pattern(rf"{S}{YEAR}").match(low, found.end())
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
    if number != 1 and not found["many"]:
        return None
    return Said(Run(UNITS[found["unit"]], number, SHIFT[how_of(found["how"])] or 1), found.end(), day=False) if number else None


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
    return Said(NthWeekday(which, WEEKDAYS[found["wd"]], base.expression), base.end, found["part"])


def _which(nth: str | None, last: str | None) -> int | None:
    number = ordinal_of(nth) if nth is not None else 1
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
    day = ordinal_of(written)
    if day is None or not 1 <= day <= 31:
        return None
    return Said(DayOfMonth(day, SHIFT[how_of(found["how"])] if found["how"] is not None else 0), found.end())


def _bare_nth(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    day = ordinal_of(found["nth"])
    return Said(DayOfMonth(day), found.end(), weak=True) if day is not None and 1 <= day <= 31 else None


def _nth_quarter(low: str, found: Match, depth: int) -> Said | None:
    del depth
    number = _which(found["nth"], None)
    year = pattern(rf"{OF}(?:{POINT}{S})?year{END}").match(low, found.end())
    if number is None or not 1 <= number <= 4:
        return None
    shift = SHIFT[how_of(year["how"])] if year is not None and year["how"] is not None else 0
    return Said(NamedQuarter(number, shift), year.end() if year is not None else found.end(), day=False)


def _edge(low: str, found: Match, depth: int) -> Said | None:
    word = found["edge"] or found["early"]
    base = stretch_at(low, found.end(), depth)
    if base is None or (word in ("early", "late", "mid") and not isinstance(base.expression, NamedMonth | NamedYear | Period)):
        return None
    return Said(Edge(EDGES[word], base.expression, early=word in ("early", "late")), base.end, day=False)


def _short_edge(low: str, found: Match, depth: int) -> Said | None:
    del low, depth
    part, unit = SHORT_EDGES[found["edge"]]
    return None if found["edge"] == "boy" and not found["the"] else Said(Edge(part, Period(unit)), found.end(), day=False, weak=True)


def _rest(low: str, found: Match, depth: int) -> Said | None:
    base = stretch_at(low, found.end(), depth)
    return Said(RestOf(base.expression), base.end, day=False) if base is not None else None


def _month(low: str, found: Match, depth: int) -> Said | None:
    del depth
    number = MONTHS[found["month"]]
    year = pattern(rf"(?:,|{S}of|{S}in)?{S}{POINT}{S}(?:year|yr){END}").match(low, found.end())
    if year is not None:
        return Said(NamedMonth(number, year_shift=SHIFT[how_of(year["how"])]), year.end(), day=False)
    ahead = pattern(rf"{S}in{S}(?=[0-9a])").match(low, found.end())
    length = length_at(low, ahead.end()) if ahead is not None else None
    if length is not None and length.months and length.months % 12 == 0:
        return Said(NamedMonth(number, year_shift=int(length.months) // 12), length.end, day=False)
    return None


def stretch_at(low: str, start: int, depth: int = 0) -> Said | None:
    """The stretch of the calendar after "of": "the month", "next week", "May 2026", "2018"; or None."""
    if depth >= _DEPTH or start >= len(low):
        return None
    unit = pattern(rf"(?:around{S})?(?:the{S})?(?:{POINT}{S})?{UNIT}{END}").match(low, start)
    if unit is not None and unit["unit"] != "day":
        return Said(Period(UNITS[unit["unit"]], SHIFT[how_of(unit["how"])] if unit["how"] is not None else 0), unit.end(), day=False)
    year = pattern(YEAR).match(low, start)
    if year is not None:
        return Said(NamedYear(int(year["year"])), year.end(), day=False)
    month = pattern(rf"(?:{POINT}{S})?(?P<month>{ENGLISH_MONTH})\.?(?:{S}(?:of{S})?{YEAR})?").match(low, start)
    if month is None:
        return None
    pointed = None if month["how"] is not None or month["year"] is not None else _month(low, month, depth)
    if pointed is not None:
        return pointed
    how = how_of(month["how"]) if month["how"] is not None else How.BARE
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


_Build = Callable[[str, Match, int], Said | None]
_THE = rf"(?:the{S})?"
_AFTER_NTH = rf"-{S}|(?:at|around|until|through|for|from|by){S}|(?:in|and|or|to){S}the|of{S}(?:this|next|last)"
_ORDINAL_FIRST = ("the", "0th", *ORDINALS, "twenty", "thirty", "thirtieth")
_POINTS = tuple(HOWS)
_FEAST_FIRST = tuple(sorted({re.split(r"[^a-z]", name)[0] for name in FEASTS}))
_RULES: tuple[tuple[tuple[str, ...], str, _Build], ...] = (
    (tuple({word.split()[0]: 0 for word in (*DAYS, "the")}), rf"{_THE}(?P<day>{alternation(DAYS)}){END}", _named_day),
    (("this", "last"), rf"(?P<how>this|last){S}(?:(?:early|late){S})?{PARTS}{END}", _part_of_day),
    (("now", "right", "just"), rf"(?:(?:right|just){S})?now{END}(?!')", _now),
    (("at",), rf"at{S}(?:the{S}moment|present|this{S}(?:time|moment)){END}", _now),
    (tuple(WEEKDAYS), rf"(?P<wd>{WEEKDAY})(?!'s?{S}[a-z]|-[a-z])", _weekday),
    (_POINTS, rf"{POINT}{S}week(?:'s|{S}on|\s?-|\s?,)?\s{{0,2}}(?P<wd>{WEEKDAY})", _week_then_day),
    (_POINTS, rf"{POINT}{S}(?P<wd>{WEEKDAY})(?!{OF}(?:{ENGLISH_MONTH}|(?:this|next|last|the|that){S}(?:month|year)))", _pointed_weekday),
    (("the", "last", *_ORDINAL_FIRST), rf"{_THE}(?:{NTH}{S})?(?P<last>last{S})?(?P<wd>{WEEKDAY})(?:{S}{PARTS})?{OF}", _nth_weekday),
    (_ORDINAL_FIRST, rf"{_THE}{NTH}{S}(?P<wd>{WEEKDAY}){S}(?P<dir>after|before){S}", _nth_weekday_after),
    (("last", *_ORDINAL_FIRST), rf"{_THE}(?:{NTH}{S}(?P<last>last{S})?|(?P<only>last{S}))(?P<unit>day|week){OF}", _nth_day),
    (_POINTS, rf"{POINT}{S}(?:(?P<n>{NUMBER}){S})?{UNIT}s?{END}(?!{S}of{S}(?:the|[a-z]))", _pointed_unit),
    (_POINTS, rf"{POINT}{S}{FEAST}", _pointed_feast),
    (_POINTS, rf"{POINT}{S}(?P<month>{ENGLISH_MONTH})(?!{S}[0-9]{{1,2}}(?![0-9]))", _pointed_month),
    (("next", "this", "last"), rf"(?P<how>next|this|last){S}(?=[0-9a-z])", _pointed_date),
    (_FEAST_FIRST, rf"{FEAST}{S}weekend{END}", _feast_weekend),
    (_FEAST_FIRST, FEAST, _feast),
    (("the", "week", "weekend"), rf"{_THE}week(?:end)?{S}(?:of|beginning|starting|commencing)(?:{S}on)?{S}(?:the{S})?", _week_of),
    (("w",), rf"w/c{S}", _week_of),
    ((*UNITS, "the"), rf"{_THE}{UNIT}{S}(?P<dir>after{S}next|before{S}last){END}", _after_next),
    (("the", "weekend"), rf"{_THE}weekend{END}", _bare_weekend),
    (COUNTS, rf"(?P<n>{NUMBER}){S}(?P<wd>{WEEKDAY[:-len(END)]})s?{END}{S}(?P<dir>ago|from{S}now|hence|later)", _counted_weekdays),
    (COUNTS, rf"(?P<n>{NUMBER}){S}(?P<how>next|upcoming|coming|past|last|previous){S}{UNIT}(?P<many>s?){END}", _counted_units),
    (COUNTS, r"", _length),
    (("in", "within"), rf"in{S}(?:(?:about|around|roughly|approximately){S})?(?=[0-9½a-z])", _in_length),
    ((*_ORDINAL_FIRST, "0"), rf"{_THE}(?:{NTH}|(?P<d>[0-9]{{1,2}}))(?:{S}day)?{S}of{S}(?:the{S})?(?:{POINT}{S})?month{END}", _day_of_month),
    (_ORDINAL_FIRST, rf"{_THE}{NTH}{S}(?:quarter|qtr){END}(?!{S}(?:of{S})?[0-9])", _nth_quarter),
    (("the", "0th"), rf"{_THE}(?P<nth>[0-9]{{1,2}}(?:st|nd|rd|th)){END}(?!-|{S}(?!{_AFTER_NTH}))", _bare_nth),
    (("the", *EDGES), rf"{_THE}(?P<edge>end|beginning|start|middle|close){S}of{S}(?:the{S})?|(?P<early>early|late|mid)(?:{S}|-)", _edge),
    (("the", *SHORT_EDGES), rf"(?P<the>the{S}|at{S})?(?P<edge>eom|bom|eoy|boy|eow){END}", _short_edge),
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
    """A pattern for the separator before the places where an expression can begin."""
    return anchor_pattern(_by_first_word())
