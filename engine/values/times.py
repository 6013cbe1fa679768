"""Clock times: "6 pm", "18:00:30", "half past six", "17h30", "noon", with the zone that follows them.

An hour of one to twelve without a half of the day keeps both readings, the morning first; a word for the part of the day ("in the
evening") settles it. A named zone gives an offset only where it stands for one fixed offset; "ET", which moves with the season, gives none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from ..types import Kind, Span, Value
from .calendar_names import BELOW_TEN, END, ONES, S, alternation, either, glued_after, glued_before, number_of, pattern, plain

_OFFSETS = {
    "z": "+00:00", "zulu": "+00:00", "utc": "+00:00", "gmt": "+00:00", "wet": "+00:00",
    "cet": "+01:00", "bst": "+01:00", "west": "+01:00", "mez": "+01:00",
    "cest": "+02:00", "eet": "+02:00", "sast": "+02:00", "mesz": "+02:00",
    "eest": "+03:00", "msk": "+03:00", "eat": "+03:00",
    "pkt": "+05:00", "npt": "+05:45", "wib": "+07:00", "ict": "+07:00",
    "sgt": "+08:00", "hkt": "+08:00", "awst": "+08:00", "pht": "+08:00",
    "jst": "+09:00", "kst": "+09:00", "acst": "+09:30", "acdt": "+10:30", "aest": "+10:00", "aedt": "+11:00",
    "nzst": "+12:00", "nzdt": "+13:00",
    "brt": "-03:00", "adt": "-03:00", "nst": "-03:30", "ndt": "-02:30",
    "edt": "-04:00", "est": "-05:00", "cdt": "-05:00", "mdt": "-06:00", "mst": "-07:00",
    "pdt": "-07:00", "pst": "-08:00", "akdt": "-08:00", "akst": "-09:00", "hst": "-10:00",
}  # fmt: skip
_MOVING = ("et", "ct", "mt", "pt", "ist", "cst")
_MOVING_WORDS = rf"(?:us{S})?(?:eastern|central|mountain|pacific)(?:{S}(?:standard{S}|daylight{S})?(?:timezone|time{S}zone|time))"

_AP = r"(?:\s{0,2}|\s{1,3}in\s{1,3}the\s{1,3})(?P<ap>[ap])(?:\s?\.\s?m(?![^\W_])(?:\s?\.)?|\s?m(?![^\W_]))"
_DOTTED_AP = r"\.?(?P<ap>[ap])(?:\.m(?![^\W_])\.?|m(?![^\W_]))"
_SHORT_AP = r"\s?(?P<ap>[ap])(?![^\W_])"
_DAYPART = r"(?P<part>morning|afternoon|evening|night)"
_AFTER_PART = rf"{S}(?:in{S}the{S}(?:(?:early|late){S})?|at{S}(?=night)|(?:early|late){S}(?=morning|evening|afternoon)){_DAYPART}{END}"
_BEFORE_PART = rf"(?:in{S}the{S})?(?:(?:early|late){S})?{_DAYPART}{S}(?:(?:at|@|around){S})?"
_CLOCK = (
    r"(?P<h>[01]?[0-9]|2[0-4])\s?:\s?(?P<mi>[0-5][0-9])(?::(?P<s>[0-5][0-9]|60)(?P<f>[.,][0-9]{1,9})?)?(?![0-9]|:[0-9]|\s(?:aspect|ratio))"
)
_DOTTED = r"(?P<h>[01]?[0-9]|2[0-3])\.(?P<mi>[0-5][0-9])(?![0-9.])"
_H_FORM = r"(?P<h>[01]?[0-9]|2[0-3])h(?P<mi>[0-5][0-9])(?![^\W_]|\s?m)"
_H_FORM_LOOSE = (
    r"(?P<h>[01]?[0-9]|2[0-3])\s?h\s?(?P<mi>[0-5][0-9])(?:\s?(?:m|min|')?(?![^\W_])|m(?P<s>[0-5]?[0-9])(?P<f>\.[0-9]{1,9})?s?(?![^\W_]))"
)
_UHR = r"(?P<h>[01]?[0-9]|2[0-3])(?:[:.](?P<mi>[0-5][0-9]))?\s?uhr(?![^\W_])(?:\s(?P<after>[0-5][0-9])(?![^\W_]|[.,:][0-9]))?"
_HOURS_AFTER = r"\s?(?:h|uhr)(?![^\W_])"
_COMPACT = r"(?P<h>[01]?[0-9]|2[0-3])(?P<mi>[0-5][0-9])(?![^\W_])"
_MILITARY = rf"(?P<h>[01][0-9]|2[0-3])(?P<mi>[0-5][0-9])\s?(?:hours|hrs|hr|h|z)(?![^\W_])(?!{S}of\b)"
_HOUR_WORD = f"(?:{either(list(ONES)[1:13])})"
_MINUTE_WORD = rf"(?:(?:oh|o){S}{BELOW_TEN}|(?:twenty|thirty|forty|fifty)(?:[ -]{BELOW_TEN})?|{either(list(ONES)[10:])}){END}"
_HOUR = rf"(?P<h>[01]?[0-9]|2[0-3]|{_HOUR_WORD})(?:{END}|(?=[ap](?:\.?\s?m)?\.?(?![^\W_])))"
_SPOKEN = rf"(?P<h>{_HOUR_WORD})[ -]{{1,2}}(?P<mi>{_MINUTE_WORD})(?:{S}minutes?{END})?"
_OCLOCK = rf"{_HOUR}\s{{0,2}}o\s?'?\s?clock{END}"
_NAMED = rf"(?:12{S})?(?P<name>noon(?:ish)?|mid-?day|mid[ -]?night){END}"
_ISH = rf"(?P<h>[1-9]|1[0-2]|{_HOUR_WORD})\s?-?ish{END}"
_PAST = (
    rf"(?:an?{S})?(?P<n>half|quarter|(?:[1-9]|[1-5][0-9])(?={S}|\s?m)"
    rf"|(?:twenty|thirty|forty|fifty)(?:[ -]{BELOW_TEN})?|{either(list(ONES)[1:20])}){END}"
    rf"(?P<unit>\s{{0,3}}min(?:ute)?s?{END})?{S}(?P<dir>past|after|from|to|till|before|of){S}"
    rf"(?:{_HOUR}|(?P<name>noon|midday|mid[ -]?night){END})"
)
_HALF_HOUR = rf"half{S}(?P<h>{_HOUR_WORD}){END}"
_ZONE_OFFSET = r"(?P<sign>[+-])(?P<oh>0?[0-9]|1[0-4])(?::?(?P<om>[0-5][0-9]))?(?![0-9:])"
_ZONE = (
    rf"\s{{0,2}}\(?\s?(?:(?P<zone>{either(_OFFSETS)}|{either(_MOVING)}|{_MOVING_WORDS}|eastern){END}(?:\s?{_ZONE_OFFSET})?"
    rf"|(?<=[0-9])(?P<z>z){END})(?:\s?\))?"
)
_HOUR_H = r"(?P<h>[01]?[0-9]|2[0-3])\s?h(?![^\W_])"
# A bare hour is one only where no noun follows that it could count.
_CLOSED = (
    rf"\s?(?:$|[.!?;,)\]\n](?![0-9])|-{S})|{S}(?:on|in|at|and|or|to|until|till|with|for|by|if|but|sharp|please|today|tomorrow|tonight"
    rf"|this|next|every|when|{either(_OFFSETS)}){END}"
)
_BARE_OFFSET = r"\s?(?P<sign>[+-])(?P<oh>[01][0-9])(?::?(?P<om>[0-5][0-9]))(?![0-9:])"


# What can follow the first digits of a clock time; most numbers end here.
_DIGIT_GATE = (
    r"[0-9]{1,4}(?:\s?:\s?[0-9]|[.h][0-9]|\s{0,2}\.?\s?[ap](?![^\W_])|\s{0,2}\.?\s?[ap]\s?\.?\s?m"
    r"|\s{0,3}(?:o\s?'?\s?c|h|z|uhr|-?ish|m|past|after|from|to|till"
    r"|before|of|in\s|at\s|early|late|morning|noon))"
)
Match = re.Match[str]


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time at `[start, end)` of a folded text: its readings as `(hour, minute, seconds)`, preferred first, and its offset."""

    start: int
    end: int
    readings: tuple[tuple[int, int, str], ...]
    offset: str | None = None

    def keys(self) -> tuple[str, ...]:
        """The canonical key of each reading: `18:00`, `18:00:30`, `18:00+01:00`."""
        return tuple(dict.fromkeys(clock_key(reading) + (self.offset or "") for reading in self.readings))


def clock_key(reading: tuple[int, int, str]) -> str:
    """`18:00`, or `18:00:30` where the seconds are not zero."""
    hour, minute, second = reading
    trimmed = second.rstrip("0").rstrip(".") if "." in second else second
    return f"{hour:02d}:{minute:02d}" + (f":{trimmed}" if trimmed not in ("", "00") else "")


def offset_of(zone_word: str) -> str | None:
    """The fixed offset from UTC that a zone word stands for: `UTC+5:30` -> `+05:30`; None where it stands for none or for several."""
    word = plain(zone_word).strip()
    fixed = _OFFSETS.get(word)
    if fixed is not None:
        return fixed
    found = pattern(rf"(?:utc|gmt)?\s?{_ZONE_OFFSET}$").match(word)
    return _offset(found["sign"], found["oh"], found["om"]) if found is not None else None


def _offset(sign: str, hours: str, minutes: str | None) -> str:
    written = f"{int(hours):02d}:{minutes or '00'}"
    return "+00:00" if written == "00:00" else sign + written


def clock_at(low: str, start: int, *, bare: bool = False) -> Clock | None:
    """The clock time that starts at this offset of a folded text, with its zone, or None.

    With `bare`, forms count that only a neighbour makes a time: "tomorrow at 5", "Friday 2.30", "at three twenty".
    """
    first = low[start]
    forms = None
    if not first.isdigit():
        word = pattern(_FIRST_WORD).match(low, start)
        forms = None if word is None else _forms_of(word.group())
        if forms is None:
            return None
    clock = _part_first(low, start) if first in "imaenl" else None
    if clock is None:
        clock = _core_at(low, start, bare, forms)
        if clock is None:
            return None
        clock = _with_part(low, clock)
    return _with_zone(low, clock)


def _part_first(low: str, start: int) -> Clock | None:
    before = pattern(_BEFORE_PART).match(low, start)
    if before is None or before.end() >= len(low):
        return None
    clock = _core_at(low, before.end(), True, None)
    return replace(clock, start=start, readings=settle(clock.readings, before["part"])) if clock is not None else None


def _with_part(low: str, clock: Clock) -> Clock:
    after = pattern(_AFTER_PART).match(low, clock.end)
    if after is None:
        return clock
    return replace(clock, end=after.end(), readings=settle(clock.readings, after["part"]))


def settle(readings: tuple[tuple[int, int, str], ...], part: str) -> tuple[tuple[int, int, str], ...]:
    """The readings that a word for the part of the day leaves: `morning`, `afternoon`, `evening`, `night`."""
    (hour, minute, second), *others = readings
    if not others and (part not in ("afternoon", "evening") or not 1 <= hour <= 11):
        return readings
    small = hour % 12
    if part == "morning" or (part == "night" and small < 5):
        return ((small, minute, second),)
    if part in ("evening", "night") and small == 0:
        return ((0, minute, second),)
    return ((small + 12, minute, second),)


def _with_zone(low: str, clock: Clock) -> Clock:
    found = pattern(_ZONE).match(low, clock.end)
    if found is not None:
        end = found.end()
        if found["sign"] is not None:
            return replace(clock, end=end, offset=_offset(found["sign"], found["oh"], found["om"]))
        return replace(clock, end=end, offset=_OFFSETS.get(found["zone"] or "z"))
    found = pattern(_BARE_OFFSET).match(low, clock.end)
    if found is not None and low[clock.end - 1].isdigit():
        return replace(clock, end=found.end(), offset=_offset(found["sign"], found["oh"], found["om"]))
    return clock


def _core_at(low: str, start: int, bare: bool, forms: _Forms | None) -> Clock | None:
    sources = _WORD_FORMS if forms is None else forms
    if low[start].isdigit():
        if not bare and pattern(_DIGIT_GATE).match(low, start) is None:
            return None
        digits = pattern(r"[0-9]{1,4}\s{0,3}(?P<next>[^\s]?)").match(low, start)
        sources = _forms_before(digits["next"]) if digits is not None else _DIGIT_FORMS
    for source, reader in sources:
        found = pattern(source).match(low, start)
        if found is not None and (clock := reader(low, found, bare)) is not None:
            return clock
    return None


_HALF_STARTS = frozenset(".api")


def _half_of_day(low: str, end: int, *, attached: bool) -> tuple[str | None, int]:
    """The `a` or `p` that follows and where it ends; the lone letter of "8:45a" counts only where `attached`."""
    if low[end : end + 4].lstrip()[:1] not in _HALF_STARTS:
        return None, end
    for source in (_AP, _DOTTED_AP, _SHORT_AP) if attached else (_AP, _DOTTED_AP):
        found = pattern(source).match(low, end)
        if found is not None:
            return found["ap"], found.end()
    return None, end


def _clock(found: Match, end: int, half: str | None, *, settled: bool = False) -> Clock | None:
    groups = found.groupdict()
    hour = number_of(groups["h"])
    minute = number_of((groups.get("mi") or groups.get("after") or "0").removeprefix("oh ").removeprefix("o "))
    if hour is None or minute is None or hour > 24 or minute > 59 or (hour == 24 and minute):
        return None
    seconds = groups.get("s")
    fraction = (groups.get("f") or "").replace(",", ".")
    second = (seconds.zfill(2) if seconds else "") + fraction
    return Clock(found.start(), end, _readings(hour % 24, minute, second, half, settled=settled))


def _readings(hour: int, minute: int, second: str, half: str | None, *, settled: bool) -> tuple[tuple[int, int, str], ...]:
    if half is not None and hour <= 12:
        return ((hour % 12 + (12 if half == "p" else 0), minute, second),)
    if half is None and not settled and 1 <= hour <= 12:
        return ((hour, minute, second), ((hour + 12) % 24, minute, second))
    return ((hour, minute, second),)


def _colon(low: str, found: Match, bare: bool) -> Clock | None:
    del bare
    hours = pattern(_HOURS_AFTER).match(low, found.end())
    if hours is not None:
        return _clock(found, hours.end(), None, settled=True)
    half, end = _half_of_day(low, found.end(), attached=True)
    return _clock(found, end, half, settled=found["h"][0] == "0" or found["s"] is not None)


def _needs_half(low: str, found: Match, bare: bool) -> Clock | None:
    half, end = _half_of_day(low, found.end(), attached=bare)
    if half is None and not bare:
        return None
    return _clock(found, end, half)


def _hour(low: str, found: Match, bare: bool) -> Clock | None:
    clock = _needs_half(low, found, bare)
    if clock is not None and (not bare or clock.end > found.end()):
        return clock
    end = found.end()
    if pattern(_AFTER_PART).match(low, end) is None and not (bare and pattern(_CLOSED).match(low, end) is not None):
        return None
    return _clock(found, end, None)


def _settled(low: str, found: Match, bare: bool) -> Clock | None:
    del low, bare
    return _clock(found, found.end(), None, settled=True)


def _settled_if_bare(low: str, found: Match, bare: bool) -> Clock | None:
    return _settled(low, found, bare) if bare else None


def _hour_only(low: str, found: Match, bare: bool) -> Clock | None:
    half, end = _half_of_day(low, found.end(), attached=False)
    return _clock(found, end, half, settled=True) if bare or half is not None else None


def _oclock(low: str, found: Match, bare: bool) -> Clock | None:
    del bare
    half, end = _half_of_day(low, found.end(), attached=False)
    return _clock(found, end, half)


def _ish(low: str, found: Match, bare: bool) -> Clock | None:
    del low, bare
    return _clock(found, found.end(), None)


def _named(low: str, found: Match, bare: bool) -> Clock | None:
    del low, bare
    return Clock(found.start(), found.end(), (_name_reading(found["name"]),))


def _name_reading(name: str) -> tuple[int, int, str]:
    return (0 if name.endswith("night") else 12, 0, "")


def _past(low: str, found: Match, bare: bool) -> Clock | None:
    count = {"half": 30, "quarter": 15}.get(found["n"]) or number_of(found["n"])
    if count is None or count > 59:
        return None
    base, end = _base_of(low, found)
    if base is None:
        return None
    later = found["dir"] in ("past", "after", "from")
    sure = found["unit"] is not None or found["n"] in ("half", "quarter") or found["dir"] == "past"
    explicit = end > found.end() or found["name"] is not None or pattern(_AFTER_PART).match(low, end) is not None
    if not explicit and (found["dir"] in ("from", "of") or not (sure or bare)):
        return None
    readings = tuple(_shifted(reading, count if later else -count) for reading in base.readings)
    return Clock(found.start(), end, readings)


def _base_of(low: str, found: Match) -> tuple[Clock | None, int]:
    if found["name"] is not None:
        return Clock(found.start(), found.end(), (_name_reading(found["name"]),)), found.end()
    end = found.end()
    minutes = pattern(r":[0-5][0-9]").match(low, end)
    if minutes is not None:
        return None, end
    oclock = pattern(rf"\s{{0,2}}o\s?'?\s?clock{END}").match(low, end)
    half, end = _half_of_day(low, oclock.end() if oclock is not None else end, attached=False)
    return _clock(found, end, half), end


def _shifted(reading: tuple[int, int, str], minutes: int) -> tuple[int, int, str]:
    total = (reading[0] * 60 + reading[1] + minutes) % 1440
    return (total // 60, total % 60, reading[2])


def _half_hour(low: str, found: Match, bare: bool) -> Clock | None:
    del low
    clock = _clock(found, found.end(), None) if bare else None
    return replace(clock, readings=tuple(_shifted(reading, 30) for reading in clock.readings)) if clock is not None else None


_RANGE_START = r"(?P<h>[1-9]|1[0-2])(?:[:.](?P<mi>[0-5][0-9]))?(?:\s?-\s?|\s{1,2}(?:to|until|till|til|and|or|through)\s{1,2})(?=[0-9])"


def range_start(low: str, start: int) -> Clock | None:
    """The first hour of "9-11 am" or "2:30 to 4 pm", which takes its half of the day from the second; None elsewhere."""
    found = pattern(_RANGE_START).match(low, start)
    later = clock_at(low, found.end()) if found is not None else None
    if found is None or later is None or pattern(r"[^:]*[apm.]\Z").match(low[found.end() : later.end]) is None:
        return None
    last, *others = later.readings
    if others:
        return None
    hour, minute, end = int(found["h"]) % 12, int(found["mi"] or 0), found.end("mi") if found["mi"] is not None else found.end("h")
    first = (hour + 12, minute, "") if (hour + 12, minute) <= last[:2] else (hour, minute, "")
    return Clock(start, end, (first,), later.offset)


_Reader = Callable[[str, Match, bool], Clock | None]
_Forms: TypeAlias = tuple[tuple[str, _Reader], ...]
_DIGIT_FORMS: _Forms = (
    (_CLOCK, _colon),
    (_H_FORM, _settled),
    (_H_FORM_LOOSE, _settled_if_bare),
    (_UHR, _settled),
    (_MILITARY, _settled),
    (_PAST, _past),
    (_DOTTED, _needs_half),
    (_COMPACT, _needs_half),
    (_NAMED, _named),
    (_OCLOCK, _oclock),
    (_ISH, _ish),
    (_HOUR_H, _hour_only),
    (_HOUR, _hour),
)
# The first sign of what must stand after the digits, for the forms that do not take whatever follows.
_NEXT = {
    _CLOCK: ":", _H_FORM: "h", _H_FORM_LOOSE: "h", _UHR: ":.u", _MILITARY: "hz", _PAST: "mpaftbo", _DOTTED: ".", _NAMED: "nm", _OCLOCK: "o",
    _ISH: "-i", _HOUR_H: "h",
}  # fmt: skip


@cache
def _forms_before(sign: str) -> _Forms:
    return tuple(form for form in _DIGIT_FORMS if sign in _NEXT.get(form[0], sign))


_WORD_FORMS: _Forms = (
    (_NAMED, _named),
    (_PAST, _past),
    (_OCLOCK, _oclock),
    (_SPOKEN, _hour),
    (_HALF_HOUR, _half_hour),
    (_ISH, _ish),
    (_HOUR, _hour),
)

_ANCHOR = r"[0-9]|(?:{words})(?![^\W_])"
ANCHOR_WORDS = (
    *list(ONES)[1:20], "twenty", "thirty", "forty", "fifty", "noon", "noonish", "midday", "mid", "midnight", "half", "quarter", "in",
    "morning", "afternoon", "evening", "early", "late",
)  # fmt: skip
"""Words that a clock time may begin with."""
_FIRST_WORD = "[a-z]{1,20}"
_FIRST_FORMS: dict[str, _Forms] = {
    **dict.fromkeys((*ANCHOR_WORDS, "a", "an", "night"), ()),
    **dict.fromkeys(list(ONES)[1:13], ((_PAST, _past), (_OCLOCK, _oclock), (_SPOKEN, _hour), (_ISH, _ish), (_HOUR, _hour))),
    **dict.fromkeys((*list(ONES)[13:20], "twenty", "thirty", "forty", "fifty", "a", "an", "quarter"), ((_PAST, _past),)),
    **dict.fromkeys(("noon", "noonish", "midday", "mid", "midnight"), ((_NAMED, _named),)),
    "half": ((_PAST, _past), (_HALF_HOUR, _half_hour)),
}
"""The forms that begin with a word, for the words that a clock time can begin with."""


def _forms_of(word: str) -> _Forms | None:
    """The forms to try at a word, all of them where letters of a half of the day may be glued to it; None where none can match."""
    forms = _FIRST_FORMS.get(word)
    return forms if forms is not None or word[-1] not in "hmap" else _WORD_FORMS


def find_times(text: str) -> list[Value]:
    """Every clock time of a running text, sorted, without overlaps.

    Example:
        >>> [(value.text, value.keys) for value in find_times("from 9:30 until half past six in the evening")]
        [('9:30', ('09:30', '21:30')), ('half past six in the evening', ('18:30',))]
    """
    low = plain(text)
    found: list[Value] = []
    done = 0
    for anchor in pattern(_ANCHOR.replace("{words}", alternation(ANCHOR_WORDS))).finditer(low):
        start = anchor.start()
        if start < done or glued_before(low, start):
            continue
        first = range_start(low, start)
        clock = first or clock_at(low, start)
        if clock is not None and (first is not None or not glued_after(low, clock.end)):
            found.append(value_of(clock, text))
            done = clock.end
    return found


def parse_clock(low: str) -> Clock | None:
    """The clock time that a whole stripped, folded text is, or None."""
    lead = pattern(rf"(?:(?:at|@|by|around|about|approximately|circa|until|till|from|for){S}){{0,2}}").match(low)
    start = lead.end() if lead is not None else 0
    if start >= len(low):
        return None
    for bare in (False, True):
        clock = clock_at(low, start, bare=bare)
        if clock is not None and pattern(r"[.!]?$").match(low, clock.end) is not None and not (bare and low.isdigit() and len(low) < 3):
            return replace(clock, start=0, end=len(low))
    return None


def parse_time(text: str) -> Value | None:
    """The clock time that the whole text is, or None."""
    stripped = text.strip()
    clock = parse_clock(plain(stripped))
    return value_of(clock, stripped) if clock is not None else None


def value_of(clock: Clock, text: str) -> Value:
    """The clock time as a value of the original text."""
    span = Span(clock.start, clock.end)
    return Value(Kind.TIME, span, span.of(text), clock.keys())
