"""The English grammar of ranges: what stands at an offset of a folded text, as a `RangeExpression`.

A range begins with a word that opens it ("since", "between", "within"), with its first end, or with what takes its day from the second.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from . import range_words as words
from .calendar_names import END, ENGLISH_MONTH, YEAR_WORDS, S, number_of, pattern
from .date_forms import DateForm, date_at, full_year, is_day
from .durations import length_at
from .moments import Ahead, Away, Expression, Instant, Written
from .range_ends import OR_AND, SEPARATOR, Found, clock_pair_at, day_number_at, end_at, names_day
from .range_model import Between, End, Lasting, OpenFrom, OpenTo, RangeExpression, Whole
from .range_stretches import PARTS, FineRun, PartOf
from .range_terms import is_stretch
from .relative_words import SHIFT, UNITS, how_of
from .stretches import Edge, NamedMonth, NamedYear, Period, RestOf

_FOR = rf"for{S}"
_FULL_YEAR = rf"[0-9]{{4}}|{YEAR_WORDS}"


class Hit(NamedTuple):
    """A range at `[start, stop)`."""

    start: int
    stop: int
    expression: RangeExpression


class Place(NamedTuple):
    """An offset of a text and its folded copy; `whole` where all of the text must be one range."""

    low: str
    text: str
    start: int
    whole: bool = False

    def before(self, length: int) -> str:
        """The folded text before the place."""
        return self.low[max(0, self.start - length) : self.start]

    def match(self, source: str) -> re.Match[str] | None:
        """The match of a pattern at the place."""
        return pattern(source).match(self.low, self.start)


def range_at(place: Place) -> Hit | None:
    """The range that starts at the place, or None."""
    for rule in _rules_at(place):
        hit = rule(place)
        if hit is not None:
            return hit
    return None


def _numeric_pair(place: Place) -> Hit | None:
    """Two years, two dates in slashes or two ISO dates, with or without "from" or "between" before them."""
    lead = None if place.low[place.start].isdigit() else place.match(words.PAIR_CUE)
    at = lead.end() if lead is not None else place.start
    if at >= len(place.low) or not place.low[at].isdigit():
        return None
    cue = lead["cue"] if lead is not None else None
    if "/" not in place.low[at + 1 : at + 3] and not place.low[at : at + 4].isdigit():
        return None
    years = pattern(words.YEARS).match(place.low, at)
    if years is not None and int(years["a"]) <= int(years["b"]) and (years["and"] is None or cue == "between"):
        return Hit(place.start, years.end(), Between(End(NamedYear(int(years["a"]))), End(NamedYear(int(years["b"])))))
    iso = pattern(words.ISO_PAIR).match(place.low, at)
    if iso is not None:
        first, last = _iso_end(iso["a"]), _iso_end(iso["b"])
        return Hit(place.start, iso.end(), Between(first, last)) if first is not None and last is not None else None
    slashes = pattern(words.SLASHES).match(place.low, at)
    if slashes is not None and (cue is not None or place.whole or slashes["z"] is not None):
        return _slashed(slashes, place.start)
    return None


def _iso_end(written: str) -> End | None:
    found = end_at(written, 0)
    return found.end if found is not None and found.stop == len(written) else None


def _slashed(found: re.Match[str], start: int) -> Hit | None:
    last_year = full_year(found["z"]) if found["z"] is not None else None
    first_year = full_year(found["y"]) if found["y"] is not None else last_year
    a, b, c, d = (int(found[name]) for name in "abcd")
    for first, last in (((a, b), (c, d)), ((b, a), (d, c))):
        if is_day(first_year, *first) and is_day(last_year, *last):
            forms = DateForm(0, 0, ((first_year, *first),)), DateForm(0, 0, ((last_year, *last),))
            return Hit(start, found.end(), Between(End(Written(forms[0])), End(Written(forms[1]))))
    return None


def _opened(place: Place) -> Hit | None:
    """What a word opens: between, from, since, until, by, within."""
    low, start = place.low, place.start
    if not low[start].isalpha():
        return None
    cue = place.match(words.PAIR_CUE)
    if cue is not None and cue["cue"] is not None:
        pair = _pair_at(place, cue.end(), cue["cue"])
        if pair is not None:
            return pair
    if (since := place.match(words.FROM)) is not None:
        found = end_at(low, since.end(), cued=True)
        lasting = _lasting_from(low, start, found)
        if lasting is not None or found is None or _is_count(low, found) or (since["only"] is not None and not place.whole):
            return lasting
        return Hit(start, found.stop, OpenFrom(found.end, since["beyond"] is not None))
    if (to_date := place.match(words.TO_DATE)) is not None:
        return Hit(start, to_date.end(), OpenTo(End(Ahead(0))))
    if (until := place.match(words.TO)) is not None:
        found = end_at(low, until.end(), cued=True)
        if found is None or _is_count(low, found):
            return None
        return Hit(start, found.stop, OpenTo(found.end, until["short"] is not None, until["by"] is not None))
    within = place.match(words.WITHIN)
    length = length_at(low, within.end()) if within is not None and within.end() < len(low) else None
    if length is not None and pattern(rf"{S}(?:of|from|after){END}").match(low, length.end) is None:
        return Hit(start, length.end, Lasting(length))
    soon = place.match(words.SOON) if place.whole else None
    return Hit(start, soon.end(), OpenFrom(End(Instant()))) if soon is not None else None


def _is_count(low: str, found: Found) -> bool:
    """Whether the year is a number of something: "before 2000 visitors"."""
    return isinstance(found.end.expression, NamedYear) and found.weak and pattern(words.COUNTED_BY).match(low, found.stop) is not None


def _lasting_from(low: str, start: int, found: Found | None) -> Hit | None:
    """From an end for so long: "from 4 pm for half an hour"."""
    link = pattern(rf",?{S}for{S}(?:the{S}next{S})?").match(low, found.stop) if found is not None else None
    length = length_at(low, link.end()) if link is not None and link.end() < len(low) else None
    return Hit(start, length.end, Lasting(length, found.end)) if length is not None and found is not None else None


def _pair_at(place: Place, at: int, cue: str, first: Found | None = None) -> Hit | None:
    """The pair of ends that begins at `at`, with the word before it or without; `first` is the first end where it is known."""
    clocks = clock_pair_at(place.low, at, cue=cue)
    if clocks is not None:
        last = clocks.last if clocks.day is None else End(clocks.day, clocks.last.clock)
        return Hit(place.start, clocks.stop, Between(clocks.first, last))
    shared = _shared_month(place.low, at, cue)
    if shared is not None:
        return Hit(place.start, shared[1], shared[0])
    first = end_at(place.low, at, cued=True) if cue else first
    if first is None or (cue != "between" and pattern(words.MOVED).search(place.before(60)) is not None):
        return None
    return _second_of(place, first, cue)


def _second_of(place: Place, first: Found, cue: str) -> Hit | None:
    low, start = place.low, place.start
    between = pattern(OR_AND if cue == "between" else SEPARATOR).match(low, first.stop)
    if between is None or between.end() >= len(low):
        return None
    at = between.end()
    second = end_at(low, at, cued=True)
    if first.end.clock is not None and (second is None or second.end.expression is None):
        hours = clock_pair_at(f"12:00-{low[at : at + 40]}", 0, cue="from")
        clock = hours.last.clock if hours is not None else None
        stop = at + clock.end - len("12:00-") if clock is not None else at
        if clock is not None and pattern(words.COUNTED_DAY).match(low, stop) is None:
            return Hit(start, stop, Between(first.end, End(None, clock)))
    day = day_number_at(low, at)
    form = first.end.expression.form if isinstance(first.end.expression, Written) else None
    alone = day is not None and (second is None or second.stop <= day[1]) and pattern(words.COUNTED_DAY).match(low, day[1]) is None
    if day is not None and alone and form is not None and form.has_day:
        year = pattern(r",?\s(?P<y>(?:19|20)[0-9]{2})(?![^\W_]|[-/.:][0-9])").match(low, day[1])
        if year is None or form.has_year:
            return Hit(start, day[1], Between(first.end, End(None, day=day[0])))
        dated = replace(form, readings=tuple((int(year["y"]), *reading[1:]) for reading in form.readings))
        return Hit(start, year.end(), Between(End(Written(dated), first.end.clock), End(None, day=day[0])))
    if second is None or not _fit(first, second, cued=bool(cue)):
        return None
    return Hit(start, second.stop, Between(first.end, second.end))


def _fit(first: Found, second: Found, *, cued: bool) -> bool:
    """Whether two ends can bound one range: a clock time and a stretch cannot."""
    for one, other in ((first.end, second.end), (second.end, first.end)):
        if one.expression is None and other.clock is None and not isinstance(other.expression, Instant):
            return False
    return cued or not (first.weak and second.weak and isinstance(first.end.expression, NamedYear))


def _shared_month(low: str, at: int, cue: str) -> tuple[RangeExpression, int] | None:
    """A day that takes its month from the second: "13 to 15 July", "the ninth till the seventeenth of April"."""
    day = day_number_at(low, at)
    between = pattern(OR_AND if cue == "between" else SEPARATOR).match(low, day[1]) if day is not None else None
    form = date_at(low, between.end()) if between is not None and between.end() < len(low) else None
    if day is None or between is None or form is None or not form.has_day:
        return None
    if pattern(r"[0-9]{1,2}(?:st|nd|rd|th)?[\s-]|[a-z-]{4,14}\s(?:day\s)?of|twenty|thirty").match(low, between.end()) is None:
        return None
    return Between(End(None, day=day[0]), End(Written(form))), form.end


def _part_of_day(place: Place) -> Hit | None:
    """The part of a day that a word for it begins: "the morning of May 5", "late last night", "in the evening"."""
    low, start = place.low, place.start
    if (lead := place.match(words.PART_LEAD)) is not None:
        when = "late" if lead["when"] == "later" else lead["when"]
        found = end_at(low, lead.end())
        if found is not None and found.part is not None and found.has_day:
            return Hit(start, found.stop, PartOf(_part(found.part, when), found.end.expression))
        today = pattern(rf"today{END}").match(low, lead.end())
        part = PartOf(_part("day", "middle" if when == "mid" else when), Ahead(0))
        return Hit(start, today.end(), part) if today is not None else None
    if (of := place.match(words.PART_OF)) is not None:
        found = end_at(low, of.end(), cued=True)
        if found is None or not names_day(found):
            return None
        return Hit(start, found.stop, PartOf(_part(of["part"], of["when"]), found.end.expression))
    within = place.match(words.IN_PART)
    if within is None or pattern(words.CLOCK_BEFORE).search(place.before(12)) or pattern(words.CLOCK_AFTER).match(low, within.end()):
        return None
    return Hit(start, within.end(), PartOf(_part(within["part"], "late" if within["later"] else within["when"])))


def _part(part: str, when: str | None) -> str:
    named = f"{when} {part}" if when is not None else part
    return named if named in PARTS else part


def _compared(place: Place) -> Hit | None:
    """More or less than a length away from a day: "more than 2 weeks before today"."""
    more = place.match(words.MORE)
    length = length_at(place.low, more.end()) if more is not None and more.end() < len(place.low) else None
    away = pattern(words.AWAY).match(place.low, length.end) if length is not None else None
    found = end_at(place.low, away.end()) if away is not None else None
    if more is None or length is None or away is None or found is None or not found.has_day:
        return None
    sign = -1 if away["dir"] == "before" else 1
    far = End(Away(length, sign, found.end.expression))
    within, beyond = (Between(far, found.end), OpenTo(far)) if sign < 0 else (Between(found.end, far), OpenFrom(far))
    return Hit(place.start, found.stop, beyond if more["more"] == "more" else within)


def _counted(place: Place) -> Hit | None:
    """So long from a day, and runs of hours or less: "3 days starting next Monday", "the next 3 hours"."""
    if (fine := place.match(words.FINE)) is not None:
        count = fine["n"] or fine["m"] or "1"
        number = 2 if "couple" in count else number_of(count)
        sign = SHIFT[how_of(fine["how"] or fine["way"])]
        if number and sign and (number == 1 or fine["many"]):
            return Hit(place.start, fine.end(), FineRun(words.UNIT_SECONDS[fine["u"]], number, sign))
        return None
    lead = place.match(_FOR) if place.low.startswith("for", place.start) else None
    at = lead.end() if lead is not None else place.start
    length = length_at(place.low, at) if at < len(place.low) else None
    based = pattern(words.BASED).match(place.low, length.end) if length is not None else None
    if length is None or based is None or (lead is None and based["word"] == "from"):
        return None
    found = end_at(place.low, based.end(), cued=True)
    begin = place.start if place.whole or based["word"] == "from" else at
    return Hit(begin, found.stop, Lasting(length, found.end)) if found is not None else None


def _from_first_end(place: Place) -> Hit | None:
    """What begins with its first end: a pair, a day with its hours or a part, a stretch of the calendar."""
    low, start = place.low, place.start
    found = end_at(low, start)
    pair = _pair_at(place, start, "", found)
    if pair is not None:
        return pair
    present = place.match(words.PRESENT) if low.startswith("the", start) else None
    if present is not None and pattern(words.IN_PRESENT).search(place.before(14)) is not None:
        return Hit(start, present.end(), Whole(Period(UNITS[present["u"]])))
    if place.whole or _is_cued(place):
        found = end_at(low, start, cued=True)
    if found is None:
        return None
    lasting = _lasting_from(low, start, found) if found.end.clock is not None or names_day(found) else None
    hit = lasting or _day_first(low, start, found)
    if hit is not None:
        return hit
    suffix = pattern(words.SUFFIX).match(low, found.stop)
    if suffix is not None:
        return Hit(start, suffix.end(), OpenFrom(found.end) if suffix["earlier"] is None else OpenTo(found.end))
    expression = found.end.expression
    if expression is None or found.end.clock is not None or not is_stretch(expression) or not _stands(place, found):
        return None
    begin = _past_article(low, start) if not place.whole and isinstance(expression, Edge | RestOf) else start
    return Hit(begin, found.stop, Whole(expression))


def _past_article(low: str, start: int) -> int:
    article = pattern(rf"(?:at{S})?the{S}").match(low, start)
    return article.end() if article is not None else start


def _is_cued(place: Place) -> bool:
    if not place.low[max(0, place.start - 1) : place.start].isspace():
        return False
    before = place.before(14)
    if before[-2:-1] in words.ON_DAY_ENDS and pattern(words.ON_DAY).search(before) is not None:
        return True
    if not (place.low[place.start].isdigit() or place.low[place.start] in "efnst"):
        return False
    return place.match(_FULL_YEAR) is not None and pattern(words.YEAR_CUE).search(before) is not None


def _stands(place: Place, found: Found) -> bool:
    """Whether a bare month or year is one: by the word before it, or by its capital; the month of a day that is none is not."""
    if not place.whole and place.match(ENGLISH_MONTH) is not None and pattern(words.DAY_BEFORE).search(place.before(14)) is not None:
        return False
    if place.whole or not found.weak:
        return True
    expression = found.end.expression
    if isinstance(expression, NamedYear):
        return pattern(words.YEAR_CUE).search(place.before(14)) is not None and not _is_count(place.low, found)
    word = place.text[place.start : found.stop]
    if isinstance(expression, NamedMonth):
        capital = word[0].isupper() and word.lower() not in words.NO_NAMES and len(word) > 4
        return capital or pattern(words.MONTH_CUE).search(place.before(14)) is not None
    return isinstance(expression, Edge) and word.rsplit(maxsplit=1)[-1].isupper()


def _day_first(low: str, start: int, found: Found) -> Hit | None:
    """A day, then its hours: "Friday from 9 to 11", "May 5 after 2 pm", "tomorrow morning"."""
    expression = found.end.expression
    if expression is None or not names_day(found):
        return None
    link = pattern(rf",?{S}(?:(?:(?P<cue>from|between)|at|@){S})?").match(low, found.stop)
    if link is not None and link.end() < len(low):
        clocks = clock_pair_at(low, link.end(), cue=link["cue"] or "", dated=True, part=found.part)
        if clocks is not None:
            return Hit(start, clocks.stop, Between(End(expression, clocks.first.clock), clocks.last))
        bounded = _day_then_bound(low, start, expression, found.stop)
        if bounded is not None:
            return bounded
    if found.part is not None:
        when = pattern(r"\b(?:early|late)\b").search(low, start, found.stop)
        part = _part(found.part, when.group() if when is not None else None)
        return Hit(_past_article(low, start), found.stop, PartOf(part, expression))
    tail = pattern(words.PART_TAIL).match(low, found.stop)
    if tail is None:
        return None
    if tail["ap"] is not None:
        return Hit(start, tail.end(), PartOf("morning" if tail["ap"] == "a" else "afternoon", expression))
    return Hit(start, tail.end(), PartOf(_part(tail["part"], tail["hours"] or tail["when"]), expression))


def _day_then_bound(low: str, start: int, expression: Expression, at: int) -> Hit | None:
    space = pattern(rf",?{S}").match(low, at)
    if space is None:
        return None
    since = pattern(words.FROM).match(low, space.end())
    cue = since or pattern(words.TO).match(low, space.end())
    found = end_at(low, cue.end()) if cue is not None else None
    if found is None or found.end.expression is not None:
        return None
    end = End(expression, found.end.clock)
    if since is None:
        return Hit(start, found.stop, OpenTo(end))
    return _lasting_from(low, start, Found(end, found.stop)) or Hit(start, found.stop, OpenFrom(end))


_Rule = Callable[[Place], Hit | None]
_RULES: tuple[tuple[tuple[str, ...], _Rule], ...] = (
    (("from", "between", "in", "at"), _numeric_pair),
    (words.OPENING, _opened),
    (words.BEFORE_PART, _part_of_day),
    (("more", "less", "fewer"), _compared),
    (words.COUNTING, _counted),
)
"""The rules by the words that they can begin with; what begins with its first end is tried last, everywhere."""
_ALL_RULES = (*(rule for _, rule in _RULES), _from_first_end)
_NUMBER_RULES = (_numeric_pair, _counted, _from_first_end)


@cache
def _rules_of(word: str) -> tuple[_Rule, ...]:
    return (*(rule for first, rule in _RULES if word in first), _from_first_end)


@cache
def _known_words() -> frozenset[str]:
    return frozenset(word for first, _ in _RULES for word in first)


def _rules_at(place: Place) -> tuple[_Rule, ...]:
    if place.low[place.start].isdigit():
        return _NUMBER_RULES
    first = place.match("[a-z]+")
    if first is None:
        return _ALL_RULES
    return _rules_of(first.group()) if first.group() in _known_words() else (_from_first_end,)
