"""Stretches of the calendar that only ranges speak of, in their English forms: "the 90s", "H2 2019", "week 23", "next summer"."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from .calendar_names import END, S, either, pattern
from .date_forms import full_year
from .moments import Expression, How, Written
from .range_stretches import SEASONS, Fixed, HalfOf, NthMonth, NthWeekend, NumberedWeek, Season
from .range_words import DECADES
from .relative_grammar import stretch_at
from .relative_words import NTH, OF, POINT, SHIFT, UNITS, YEAR, how_of, ordinal_of
from .stretches import Edge, NamedMonth, NamedQuarter, NamedYear, NthWeek, NthWeekday, Period, RestOf, Run, WeekOf

Match = re.Match[str]
Term = tuple[Expression, int]
_STRETCHES = (Edge, NamedMonth, NamedQuarter, NamedYear, NthWeek, Period, RestOf, Run, WeekOf, Fixed, HalfOf, NthMonth, NthWeekend)
_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}


def is_stretch(expression: Expression) -> bool:
    """Whether the expression names a stretch of days rather than one."""
    if isinstance(expression, Written):
        return not expression.form.has_day
    return isinstance(expression, (*_STRETCHES, Season, NumberedWeek))


def term_at(low: str, start: int) -> Term | None:
    """The stretch that starts at this offset of a folded text, and where it ends, or None."""
    word = pattern(r"(?P<th>[0-9]{1,2}(?:st|nd|rd|th))|'?[0-9]{2}|[a-z]").match(low, start)
    if word is None:
        return None
    for source, build in _BY_FIRST.get("th" if word["th"] is not None else word.group()[:1], ()):
        found = pattern(source).match(low, start)
        if found is not None and (term := build(low, found)) is not None:
            return term
    return None


def _decade(low: str, found: Match) -> Term | None:
    del low
    digits = found["y"]
    word: str | None = found["word"]
    if word is not None:
        digits = str(20 + 10 * DECADES.index(word))
    first = int(digits) if len(digits) == 4 else 1900 + int(digits) if int(digits) >= 30 else 2000 + int(digits)
    return Fixed(date(first, 1, 1), date(first + 9, 12, 31)), found.end()


def _century(low: str, found: Match) -> Term | None:
    del low
    number = ordinal_of(found["nth"])
    if number is None or not 1 < number < 100:
        return None
    return Fixed(date(100 * (number - 1), 1, 1), date(100 * number - 1, 12, 31)), found.end()


def _half(low: str, found: Match) -> Term | None:
    del low
    groups = found.groupdict()
    year = full_year(groups.get("y") or groups["y2"])
    later = (groups.get("n") or groups.get("n2") or groups.get("nw")) in ("2", "second", "2nd", "last")
    if not 1 <= year <= 9999:
        return None
    return (Fixed(date(year, 7, 1), date(year, 12, 31)) if later else Fixed(date(year, 1, 1), date(year, 6, 30))), found.end()


def _week(low: str, found: Match) -> Term | None:
    del low
    number = int(found["w"])
    if not 1 <= number <= 53:
        return None
    shift = SHIFT[how_of(found["how"])] if found["how"] is not None else 0
    return NumberedWeek(number, int(found["year"]) if found["year"] is not None else None, shift), found.end()


def _year(low: str, found: Match) -> Term | None:
    del low
    written = found["y"]
    year = full_year(written)
    return (NamedYear(year), found.end()) if 1 <= year <= 9999 else None


def _year_of_era(low: str, found: Match) -> Term | None:
    del low
    year = int(found["y"])
    return (NamedYear(year), found.end()) if year else None


def _season(low: str, found: Match) -> Term | None:
    del low
    how = how_of(found["how"]) if found["how"] is not None else How.BARE
    year = int(found["year"]) if found["year"] is not None else None
    return (Season(found["season"], how, year), found.end()) if found["how"] is not None or year is not None else None


def _half_said(low: str, found: Match) -> Term | None:
    base = stretch_at(low, found.end())
    if base is None or not isinstance(base.expression, Period):
        return None
    return HalfOf(base.expression, found["when"] == "later"), base.end


def _nth_month(low: str, found: Match) -> Term | None:
    which = ordinal_of(found["nth"])
    base = stretch_at(low, found.end())
    if which is None or base is None or not 1 <= which <= 12:
        return None
    return NthMonth(which, base.expression), base.end


def _nth_weekend(low: str, found: Match) -> Term | None:
    which = -1 if found["last"] is not None else ordinal_of(found["nth"])
    base = stretch_at(low, found.end())
    return (NthWeekend(NthWeekday(which, 5, base.expression)), base.end) if base is not None and which is not None else None


def _quarter(low: str, found: Match) -> Term | None:
    del low
    groups = found.groupdict()
    number = int(groups["q"]) if groups["q"] is not None else _QUARTERS[groups["qw"]]
    return NamedQuarter(number, SHIFT[how_of(groups["how"])] if groups["how"] is not None else 0), found.end()


def _all_of(low: str, found: Match) -> Term | None:
    del low
    return Period(UNITS[found["u"]]), found.end()


_Build = Callable[[str, Match], Term | None]
_HALVES = (
    r"h(?P<n>[12])(?:\s?[-/]?\s?|\sof\s)'?(?P<y>(?:19|20)[0-9]{2})(?![^\W_])",
    r"(?P<y2>(?:19|20)[0-9]{2})\s?-?\s?h(?P<n2>[12])(?![^\W_])",
    rf"(?:the{S})?(?P<nw>first|second|1st|2nd|last){S}half{S}of{S}(?P<y>(?:19|20)[0-9]{{2}})(?![^\W_])",
)
_RULES: tuple[tuple[str, str, _Build], ...] = (
    ("'0123456789t", r"(?:the\s)?'?(?P<y>(?:1[0-9]|20)[0-9]0|[2-9]0|(?<=')[01]0)(?:'?s)(?![^\W_])(?P<word>zz)?", _decade),
    ("tfsen", rf"(?:the\s)?(?P<y>zz)?(?P<word>{either(DECADES)})(?![^\W_])", _decade),
    ("0123456789tfsen", rf"(?:the{S})?{NTH}\s{{1,3}}century{END}", _century),
    ("h", _HALVES[0], _half),
    ("12", _HALVES[1], _half),
    ("tfsl12", _HALVES[2], _half),
    ("w", rf"week{S}(?P<w>[0-5]?[0-9]){END}(?:,?{OF}(?:{YEAR}|{POINT}{S}year{END}))?", _week),
    ("0123456789", r"(?P<y>[0-9]{1,4})\s?(?:a\.?\s?d|c\.?\s?e)(?![^\W_])\.?", _year_of_era),
    ("yc", rf"(?:year{S}|cy\s?)(?P<y>[12][0-9]{{3}}|(?<=cy)[0-9]{{2}})(?![^\W_]|[-/.:][0-9]|\s[0-9])", _year),
    ("tlncpufws", rf"(?:{POINT}{S})?(?P<season>{either(SEASONS)}){END}(?:{S}(?:of{S}|in{S})?{YEAR})?", _season),
    ("el", rf"(?P<when>earlier|later){S}(?:in{S})?(?=the{S}|this{S}|current|last{S}|next{S}|previous)", _half_said),
    ("0123456789tfsen", rf"(?:the{S})?{NTH}{S}month{OF}", _nth_month),
    ("0123456789tfsenl", rf"(?:the{S})?(?:{NTH}|(?P<last>last)){S}(?:weekend|week{S}end|wkend){S}(?:of|in){S}", _nth_weekend),
    (
        "qtfsl1234",
        rf"(?:q(?P<q>[1-4])|(?:the{S})?(?P<qw>{either(_QUARTERS)}){S}(?:quarter|qtr)){OF}?\s{{0,3}}{POINT}{S}year{END}",
        _quarter,
    ),
    ("a", rf"all{S}(?P<u>week|month|year){END}(?!{S}long)", _all_of),
)


def _by_first() -> dict[str, tuple[tuple[str, _Build], ...]]:
    table: dict[str, list[tuple[str, _Build]]] = {}
    for letters, source, build in _RULES:
        counted = NTH in source or "1st" in source
        for letter in letters:
            if not (counted and letter.isdigit()):
                table.setdefault(letter, []).append((source, build))
        if counted:
            table.setdefault("th", []).append((source, build))
    return {letter: tuple(rules) for letter, rules in table.items()}


_BY_FIRST = _by_first()
