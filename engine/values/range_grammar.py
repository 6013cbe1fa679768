"""The English grammar of ranges: what stands at an offset of a folded text, as a `RangeExpression`.

A range begins with a word that opens it ("since", "between", "within"), with its first end, or with what takes its day from the second.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .calendar_names import ALL_WEEKDAYS, END, MONTHS, ONES, ORDINALS, YEAR_WORDS, S, alternation, number_of, pattern
from .date_forms import date_at, full_year, is_day
from .durations import UNIT_WORDS, length_at
from .feasts import FEASTS
from .moments import Ahead, Away, Expression, Instant, Written
from .range_ends import OR_AND, SEPARATOR, Found, clock_pair_at, day_number_at, end_at, names_day
from .range_model import Between, End, Lasting, OpenFrom, OpenTo, RangeExpression, Whole
from .range_stretches import PARTS, FineRun, PartOf
from .range_terms import is_stretch
from .relative_words import DAYS, EDGES, HOWS, NUMBER, POINT, SHIFT, SHORT_EDGES, UNITS, how_of
from .stretches import Edge, NamedMonth, NamedYear, Period, RestOf
from .times import ANCHOR_WORDS

Match = re.Match[str]


class Hit(NamedTuple):
    """A range at `[start, stop)`."""

    start: int
    stop: int
    expression: RangeExpression


_ABOUT = rf"(?:(?:around|about|approximately){S})?"
_FROM = (
    rf"(?:(?P<beyond>(?:later|more{S}recent){S}than|after)|since|(?:starting|beginning|effective)(?:{S}(?:on|from|in|as{S}of))?"
    rf"|as{S}(?:early{S}as|of|from)|(?:no|not){S}earlier{S}than|not{S}before|on{S}or{S}after|(?P<only>from)){S}(?:the{S}year{S}(?=[0-9]))?{_ABOUT}"
)
_TO = (
    rf"(?:(?P<short>before|prior{S}to|earlier{S}than)|until+|till?|(?P<by>by)|(?:no|not){S}later{S}than|as{S}late{S}as|up{S}(?:to|until)"
    rf"|on{S}or{S}before|not{S}after){S}(?:the{S}year{S}(?=[0-9]))?{_ABOUT}"
)
_TO_DATE = rf"(?:un)?til?l?{S}(?:date|now){END}|to{S}date{END}"
_PAIR_CUE = rf"(?:(?P<cue>from|between)|in|at){S}(?:the{S})?"
_SUFFIX = rf",?{S}(?:(?:and|or){S}(?:(?P<later>later|after|newer|onwards?|beyond|up)|(?P<earlier>earlier|before|older))|(?P<on>onwards?)){END}(?!{S}[0-9])"
_BASED = rf",?{S}(?:starting|beginning|from)(?:{S}(?:on|from))?{S}"
_WITHIN = rf"within{S}(?:the{S}next{S}|the{S}coming{S})?"
_UNIT_SECONDS = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600}
_FINE = (
    rf"(?:{POINT}{S}(?:(?P<n>{NUMBER}|one){S})?|(?P<m>{NUMBER}|one){S}(?P<way>next|coming|upcoming|past|last|previous){S})"
    rf"(?P<u>{alternation(_UNIT_SECONDS)})(?P<many>s?){END}"
)
_PART = r"(?P<part>morning|afternoon|evening|night|lunch|dinner)"
_PART_LEAD = rf"(?P<when>early|late|mid|later)(?:{S}in)?(?:{S}|-)(?=to|this|last|yester|the{S}day)"
_PART_OF = rf"(?:in{S})?(?:the{S})?(?:(?P<when>early|late){S})?{_PART}{S}(?:of|on){S}(?:the{S})?"
_IN_PART = rf"(?:in{S}the{S}(?:(?P<when>early|late|later{S}in{S}the){S})?|later{S}in{S}the{S}){_PART}s?{END}(?!{S}of)"
_HOUR_WORD = rf"(?:[0-9]|(?:{'|'.join(list(ONES)[1:13])}|thirty|fifteen|twenty|quarter|half){END})"
_CLOCK_BEFORE = rf"(?:[0-9]|clock|[ap]\.?m\.?|{_HOUR_WORD}),?\s$"
_CLOCK_AFTER = rf",?{S}(?:at{S}|around{S}|by{S})?{_HOUR_WORD}"
_PART_TAIL = (
    rf",?{S}(?:in{S}the{S})?(?:(?P<when>early|late){S}(?:in{S}the{S}|hours{S}of{S}the{S})?)?(?:early{S}hours{S}of{S}the{S})?"
    rf"(?:{_PART}|(?P<ap>[ap])m){END}"
)
_YEARS = (
    r"(?P<a>1[0-9]{3}|20[0-9]{2})(?:\s?[-~]\s?|\s{1,3}(?:to|through|thru|until|till|(?P<and>and))\s{1,3})"
    r"(?P<b>1[0-9]{3}|20[0-9]{2})(?![^\W_]|[-/.:%][0-9]|,[0-9])"
)
_SLASHES = (
    r"(?P<a>[0-9]{1,2})/(?P<b>[0-9]{1,2})(?:/(?P<y>[0-9]{4}|[0-9]{2}))?(?:\s?[-~]\s?|\s{1,3}(?:to|through|thru|until|till|and)\s{1,3})"
    r"(?P<c>[0-9]{1,2})/(?P<d>[0-9]{1,2})(?:(?:/|,\s)(?P<z>[0-9]{4}|(?<=/)[0-9]{2}))?(?![^\W_]|[-/.:%][0-9])"
)
_ISO_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[t\s][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:z|[+-][0-9]{2}:?[0-9]{2})?)?"
_ISO_PAIR = rf"(?P<a>{_ISO_DAY})(?:/|--|\s-\s)(?P<b>{_ISO_DAY})(?![^\W_]|[-/.:%][0-9])"
_MOVED = (
    r"\b(?:mov|chang|shift|reschedul|switch|push|postpon|brought|bring|updat|transferr?|swap)(?:e|es|ed|ing)?\b[^.!?;\n]{0,40}$"
)
_MONTH_CUE = r"\b(?:in|during|since|until|till|by|through|throughout|early|mid|late|of|from|before|after|for|last|next|this)\s(?:the\s)?$"
_YEAR_CUE = r"\b(?:in|during|since|year|throughout|of|until|by|not|around|circa|between|early|late|mid|back\sto)\s$"
_PRESENT = rf"the{S}(?P<u>week|month|year|fortnight){END}(?!\s?-|{S}(?:of|after|before|that|when|ago|ahead|prior|which|in|\d|with|was|is|to|end))"
_IN_PRESENT = r"\b(?:in|for|during|throughout|over)\s$"
_LOWER_MONTHS = ("may", "march", "mar", "jan", "jun", "april", "june", "august", "sep", "dec")


def range_at(low: str, text: str, start: int, *, whole: bool = False) -> Hit | None:
    """The range that starts at this offset of a folded text, or None; `whole` admits what is one only as all of a text."""
    for rule in (_numeric_pair, _opened, _dated_part, _compared, _counted, _from_first_end):
        hit = rule(low, text, start, whole)
        if hit is not None:
            return hit
    return None


def _numeric_pair(low: str, text: str, start: int, whole: bool) -> Hit | None:
    """Two years, two dates in slashes or two ISO dates, with or without "from" or "between" before them."""
    del text
    lead = pattern(_PAIR_CUE).match(low, start)
    at = lead.end() if lead is not None else start
    if at >= len(low) or not low[at].isdigit():
        return None
    cue = lead["cue"] if lead is not None else None
    years = pattern(_YEARS).match(low, at)
    if years is not None and int(years["a"]) <= int(years["b"]) and (years["and"] is None or cue == "between"):
        ends = End(NamedYear(int(years["a"]))), End(NamedYear(int(years["b"])))
        return Hit(start, years.end(), Between(*ends))
    iso = pattern(_ISO_PAIR).match(low, at)
    if iso is not None:
        first, last = _iso_end(iso["a"]), _iso_end(iso["b"])
        return Hit(start, iso.end(), Between(first, last)) if first is not None and last is not None else None
    slashes = pattern(_SLASHES).match(low, at)
    if slashes is not None and (cue is not None or whole or slashes["z"] is not None):
        return _slashed(slashes, start)
    return None


def _iso_end(written: str) -> End | None:
    found = end_at(written, 0)
    return found.end if found is not None and found.stop == len(written) else None


def _slashed(found: Match, start: int) -> Hit | None:
    from .date_forms import DateForm

    last_year = full_year(found["z"]) if found["z"] is not None else None
    first_year = full_year(found["y"]) if found["y"] is not None else last_year
    a, b, c, d = (int(found[name]) for name in "abcd")
    for flip in (False, True):
        first, last = ((b, a), (d, c)) if flip else ((a, b), (c, d))
        if is_day(first_year, *first) and is_day(last_year, *last):
            forms = DateForm(0, 0, ((first_year, *first),)), DateForm(0, 0, ((last_year, *last),))
            return Hit(start, found.end(), Between(End(Written(forms[0])), End(Written(forms[1]))))
    return None


def _opened(low: str, text: str, start: int, whole: bool) -> Hit | None:
    """What a word opens: between, from, since, until, by, within."""
    if not low[start].isalpha():
        return None
    cue = pattern(_PAIR_CUE).match(low, start)
    if cue is not None and cue["cue"] is not None:
        pair = _pair_at(low, text, start, cue.end(), cue["cue"])
        if pair is not None:
            return pair
    since = pattern(_FROM).match(low, start)
    if since is not None:
        found = end_at(low, since.end(), cued=True)
        lasting = _lasting_from(low, start, found)
        if lasting is not None:
            return lasting
        only = since["only"] is not None and not whole
        if found is not None and _can_bound(low, found) and not only:
            return Hit(start, _stop_of(found), OpenFrom(_bound(found), since["beyond"] is not None))
        return None
    to_date = pattern(_TO_DATE).match(low, start)
    if to_date is not None:
        return Hit(start, to_date.end(), OpenTo(End(Ahead(0))))
    until = pattern(_TO).match(low, start)
    if until is not None:
        found = end_at(low, until.end(), cued=True)
        if found is not None and _can_bound(low, found):
            return Hit(start, _stop_of(found), OpenTo(_bound(found), until["short"] is not None, until["by"] is not None))
        return None
    within = pattern(_WITHIN).match(low, start)
    length = length_at(low, within.end()) if within is not None and within.end() < len(low) else None
    if length is not None and pattern(rf"{S}(?:of|from|after){END}").match(low, length.end) is None:
        return Hit(start, length.end, Lasting(length))
    soon = pattern(rf"(?:asap|as{S}soon{S}as{S}possible){END}").match(low, start) if whole else None
    return Hit(start, soon.end(), OpenFrom(End(Instant()))) if soon is not None else None


def _can_bound(low: str, found: Found) -> bool:
    """Whether the end is more than a number: not "before 2000 people"."""
    if isinstance(found.end.expression, NamedYear) and found.weak:
        return pattern(rf"{S}(?!was|is|has|does|this|us|as)[a-z]{{2,14}}s{END}").match(low, found.stop) is None
    return True


def _bound(found: Found) -> End:
    return found.end


def _stop_of(found: Found) -> int:
    return found.stop


def _lasting_from(low: str, start: int, found: Found | None) -> Hit | None:
    """From an end for so long: "from 4 pm for half an hour"."""
    if found is None or (found.end.clock is None and found.end.expression is None):
        return None
    link = pattern(rf",?{S}for{S}(?:the{S}next{S})?").match(low, found.stop)
    length = length_at(low, link.end()) if link is not None and link.end() < len(low) else None
    return Hit(start, length.end, Lasting(length, found.end)) if length is not None else None


def _pair_at(low: str, text: str, start: int, at: int, cue: str) -> Hit | None:
    """The pair of ends that begins at `at`, with the word before it or without."""
    clocks = clock_pair_at(low, at, cue=cue)
    if clocks is not None:
        first, last, stop, day = clocks
        return Hit(start, stop, Between(first, last if day is None else End(day, last.clock)))
    shared = _shared_month(low, at, cue)
    if shared is not None:
        return Hit(start, shared[1], shared[0])
    first_end = end_at(low, at, cued=bool(cue))
    if first_end is None or (not cue and pattern(_MOVED).search(low[max(0, start - 60) : start]) is not None):
        return None
    return _second_of(low, start, first_end, cue)


def _second_of(low: str, start: int, first: Found, cue: str) -> Hit | None:
    between = pattern(OR_AND if cue == "between" else SEPARATOR).match(low, first.stop)
    if between is None or between.end() >= len(low):
        return None
    at = between.end()
    second = end_at(low, at, cued=True)
    if first.end.clock is not None:
        hours = clock_pair_at(f"12:00-{low[at : at + 40]}", 0, cue="from")
        if hours is not None and hours[1].clock is not None and (second is None or second.stop < at + hours[2] - 6):
            clock = hours[1].clock
            if second is None or second.end.expression is None:
                return Hit(start, at + clock.end - 6, Between(first.end, End(None, clock)))
    day = day_number_at(low, at)
    form_day = isinstance(first.end.expression, Written) and first.end.expression.form.has_day
    if day is not None and form_day and (second is None or second.stop <= day[1]) and not _is_counted(low, day[1]):
        return Hit(start, day[1], Between(first.end, End(None, day=day[0])))
    if second is None or not _fit(first, second, bool(cue)):
        return None
    return Hit(start, second.stop, Between(first.end, second.end))


def _is_counted(low: str, stop: int) -> bool:
    return pattern(rf"\s?%|{S}(?!and|or|in|on|at|for|with|to|from|by|of|the|is|are|was|were|next|this|last|we|i)[a-z]{{2,20}}s{END}").match(low, stop) is not None


def _fit(first: Found, second: Found, cued: bool) -> bool:
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


def _dated_part(low: str, text: str, start: int, whole: bool) -> Hit | None:
    """The part of a day: "tomorrow morning", "the morning of May 5", "late last night"."""
    del text
    lead = pattern(_PART_LEAD).match(low, start)
    at = lead.end() if lead is not None else start
    when = {"later": "late"}.get(lead["when"], lead["when"]) if lead is not None else None
    if lead is None and (of := pattern(_PART_OF).match(low, start)) is not None:
        found = end_at(low, of.end(), cued=True)
        if found is not None and names_day(found):
            return Hit(start, found.stop, PartOf(_part(of["part"], of["when"]), found.end.expression))
        return None
    in_part = pattern(_IN_PART).match(low, start)
    if in_part is not None:
        if pattern(_CLOCK_BEFORE).search(low[max(0, start - 12) : start]) or pattern(_CLOCK_AFTER).match(low, in_part.end()):
            return None
        return Hit(start, in_part.end(), PartOf(_part(in_part["part"], "late" if "later" in in_part.group() else in_part["when"])))
    if lead is not None:
        found = end_at(low, at)
        if found is not None and found.part is not None and found.has_day and found.end.expression is not None:
            return Hit(start, found.stop, PartOf(_part(found.part, when), found.end.expression))
    if lead is not None and (today := pattern(rf"today{END}").match(low, at)) is not None:
        return Hit(start, today.end(), PartOf(_part("day", "middle" if when == "mid" else when), Ahead(0)))
    del whole
    return None


def _part(part: str, when: str | None) -> str:
    named = f"{when} {part}" if when is not None else part
    return named if named in PARTS else part


_MORE = rf"(?P<more>more|less|fewer){S}than{S}"
_AWAY = rf"{S}(?P<dir>before|after|from|since){S}"


def _compared(low: str, text: str, start: int, whole: bool) -> Hit | None:
    """More or less than a length away from a day: "more than 2 weeks before today"."""
    del text, whole
    more = pattern(_MORE).match(low, start)
    length = length_at(low, more.end()) if more is not None and more.end() < len(low) else None
    away = pattern(_AWAY).match(low, length.end) if length is not None else None
    found = end_at(low, away.end()) if away is not None else None
    if more is None or length is None or away is None or found is None or found.end.expression is None or found.end.clock is not None:
        return None
    sign = -1 if away["dir"] == "before" else 1
    far = End(Away(length, sign, found.end.expression))
    if more["more"] == "more":
        return Hit(start, found.stop, OpenTo(far) if sign < 0 else OpenFrom(far))
    return Hit(start, found.stop, Between(far, found.end) if sign < 0 else Between(found.end, far))


def _counted(low: str, text: str, start: int, whole: bool) -> Hit | None:
    """So long from a day, and runs of hours or less: "3 days starting next Monday", "the next 3 hours"."""
    del text
    fine = pattern(_FINE).match(low, start)
    if fine is not None:
        words = fine["n"] or fine["m"] or "1"
        number = 2 if "couple" in words else number_of(words)
        sign = SHIFT[how_of(fine["how"] or fine["way"])]
        if number and sign and (number == 1 or fine["many"]):
            return Hit(start, fine.end(), FineRun(_UNIT_SECONDS[fine["u"]], number, sign))
        return None
    lead = pattern(rf"for{S}").match(low, start)
    at = lead.end() if lead is not None else start
    length = length_at(low, at) if at < len(low) else None
    based = pattern(_BASED).match(low, length.end) if length is not None else None
    if length is None or based is None:
        return None
    if lead is None and "from" in based.group() and "start" not in based.group() and "begin" not in based.group():
        return None
    found = end_at(low, based.end(), cued=True)
    if found is None:
        return None
    begin = at if "start" in based.group() or "begin" in based.group() else start
    return Hit(start if whole else begin, found.stop, Lasting(length, found.end))


def _from_first_end(low: str, text: str, start: int, whole: bool) -> Hit | None:
    """What begins with its first end: a pair, a day with a pair of clock times or a part, a stretch of the calendar."""
    pair = _pair_at(low, text, start, start, "")
    if pair is not None:
        return pair
    before = low[max(0, start - 14) : start]
    cued = whole or pattern(r"\b(?:on|the|in|since|from|by|until)\s$").search(before) is not None or _is_year(low, start, before)
    present = pattern(_PRESENT).match(low, start)
    if present is not None and pattern(_IN_PRESENT).search(before) is not None:
        return Hit(start, present.end(), Whole(Period(UNITS[present["u"]])))
    found = end_at(low, start, cued=cued)
    if found is None:
        return None
    lasting = _lasting_from(low, start, found)
    if lasting is not None and (found.end.clock is not None or names_day(found)):
        return lasting
    day = _day_first(low, start, found)
    if day is not None:
        return day
    suffix = pattern(_SUFFIX).match(low, found.stop)
    if suffix is not None and (found.end.expression is not None or found.end.clock is not None):
        later = suffix["earlier"] is None
        return Hit(start, suffix.end(), OpenFrom(found.end) if later else OpenTo(found.end))
    expression = found.end.expression
    if expression is None or found.end.clock is not None or not is_stretch(expression):
        return None
    if not _stands(low, text, start, found, whole):
        return None
    begin = start
    if not whole and isinstance(expression, Edge | RestOf):
        begin = _past_article(low, start)
    return Hit(begin, found.stop, Whole(expression))


def _past_article(low: str, start: int) -> int:
    article = pattern(rf"(?:at{S})?the{S}").match(low, start)
    return article.end() if article is not None else start


def _is_year(low: str, start: int, before: str) -> bool:
    return pattern(rf"[0-9]{{4}}|{YEAR_WORDS}").match(low, start) is not None and pattern(_YEAR_CUE).search(before) is not None


def _stands(low: str, text: str, start: int, found: Found, whole: bool) -> bool:
    """Whether a bare month or year is one: by the word before it, or by its capital."""
    expression = found.end.expression
    if whole or not found.weak:
        return True
    before = low[max(0, start - 14) : start]
    if isinstance(expression, NamedYear):
        return pattern(_YEAR_CUE).search(before) is not None and _can_bound(low, found)
    if isinstance(expression, NamedMonth):
        word = low[start : found.stop]
        return pattern(_MONTH_CUE).search(before) is not None or (text[start].isupper() and word not in _LOWER_MONTHS and len(word) > 4)
    return isinstance(expression, Edge) and text[start : found.stop].rsplit(maxsplit=1)[-1].isupper()


def _day_first(low: str, start: int, found: Found) -> Hit | None:
    """A day, then its hours: "Friday from 9 to 11", "May 5 after 2 pm", "tomorrow morning"."""
    expression = found.end.expression
    if not names_day(found) or expression is None:
        return None
    stop = found.stop
    link = pattern(rf",?{S}(?:(?:(?P<cue>from|between)|at|@){S})?").match(low, stop)
    if link is not None and link.end() < len(low):
        pair = clock_pair_at(low, link.end(), cue=link["cue"] or "", dated=True, part=found.part)
        if pair is not None:
            first, last, end, _ = pair
            return Hit(start, end, Between(End(expression, first.clock), last))
        bounded = _day_then_bound(low, start, expression, link.start())
        if bounded is not None:
            return bounded
    if found.part is not None:
        spoken = low[start:stop]
        when = "early" if re.search(r"\bearly\b", spoken) else "late" if re.search(r"\blate\b", spoken) else None
        return Hit(_past_article(low, start), stop, PartOf(_part(found.part, when), expression))
    tail = pattern(_PART_TAIL).match(low, stop)
    if tail is not None:
        if tail["ap"] is not None:
            return Hit(start, tail.end(), PartOf("morning" if tail["ap"] == "a" else "afternoon", expression))
        when = "early" if "early" in tail.group() else tail["when"]
        return Hit(start, tail.end(), PartOf(_part(tail["part"], when), expression))
    return None


def _day_then_bound(low: str, start: int, expression: Expression, at: int) -> Hit | None:
    space = pattern(rf",?{S}").match(low, at)
    if space is None:
        return None
    since = pattern(_FROM).match(low, space.end())
    until = pattern(_TO).match(low, space.end())
    cue = since or until
    found = end_at(low, cue.end()) if cue is not None else None
    if found is None or found.end.expression is not None:
        return None
    end = End(expression, found.end.clock)
    if since is None:
        return Hit(start, found.stop, OpenTo(end))
    lasting = _lasting_from(low, start, Found(end, found.stop))
    return lasting or Hit(start, found.stop, OpenFrom(end))


_CUES = (
    "from between since after before until till til untill by within starting beginning effective as no not on later earlier prior up "
    "to for early late mid all year cy week weekend asap in h"
)


FEAST_WORDS = tuple(sorted({re.split(r"[^a-z]", name)[0] for name in FEASTS}))


@cache
def anchors() -> re.Pattern[str]:
    """One separator and what a range begins with; most numbers of a text fail it at once."""
    words = {
        *_CUES.split(), *HOWS, *EDGES, *SHORT_EDGES, *DAYS, *MONTHS, *ALL_WEEKDAYS, *ORDINALS, *list(ONES)[1:20], "twenty", *ANCHOR_WORDS,
        "tonite", "couple", "rest", "remainder", "remaining", "spring", "summer", "autumn", "fall", "winter", "twenties", "thirties", "forties",
        *FEAST_WORDS, "more", "less", "fewer", "eom", "tomorrow", "fifties", "sixties", "seventies", "eighties", "nineties", "christmas", "easter", "thanksgiving", "half",
    }  # fmt: skip
    single = alternation(sorted(word for word in words if word.isalpha()))
    follows = alternation({*UNIT_WORDS, *MONTHS, "next", "past", "coming", "upcoming", "last", "previous", "to", "and", "till", "until", "through", "thru", "am", "pm", "a.m", "p.m", "o'clock"})
    number = rf"[0-9]{{1,4}}(?:st|nd|rd|th)?(?:[:.h][0-9]{{2}})?(?=\s{{0,2}}[-~/]|[-:.][0-9]|'?s|q[1-4]|h[12]|\s{{0,3}}\(?(?:{follows})|\s?h[12]|\s(?:month|week|century|half|quarter)|(?<=[0-9]{{4}})(?![^\W_]))"
    return re.compile(rf"[^a-z0-9_](?:{number}|q[1-4]|h[12]|'[0-9]0s|w(?=/c)|the(?=\s{{1,3}}[a-z0-9'])|(?:{single})(?![^\W\d_]))")
