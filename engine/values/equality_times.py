"""Whether two dates, clock times or date-times are the same: the grain is respected, and a missing year or zone is asked of `now`."""

from __future__ import annotations

import datetime
import re
from calendar import monthrange
from collections.abc import Iterator

from ..types import Kind, Value
from .dates import in_utc
from .relative import year_of_yearless

_OFFSET = re.compile(r"[+-]\d\d:\d\d\Z")
_MONTH = re.compile(r"(\d{4})-(\d\d)\Z")
_QUARTER = re.compile(r"(\d{4})-Q([1-4])\Z")
_WEEK = re.compile(r"(\d{4})-W(\d\d)\Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_YEAR = re.compile(r"\d{4}\Z")

Answer = tuple[bool | None, str]
Days = tuple[datetime.date, datetime.date]


def compare_times(a: Value, b: Value, now: datetime.datetime | None) -> Answer:
    """The answer and its reason for two values of time."""
    shared = [key for key in a.keys if key in b.keys]
    if shared:
        return _on_a_reading(a, b, shared)
    left, right = (dict.fromkeys(_completed(value, now)) for value in (a, b))
    common = next((key for key in left if key in right), None)
    if common is not None and now is not None:
        return True, f"both are {common}, seen from {now.date().isoformat()}"
    loose = _without_year_or_zone(a, b)
    if loose is not None:
        return None, loose
    return _by_grain(a, b, tuple(left), tuple(right))


def _on_a_reading(a: Value, b: Value, shared: list[str]) -> Answer:
    if a.keys[0] == b.keys[0]:
        return True, f"both are {shared[0]}"
    if any("T" in key and key.endswith("+00:00") for key in shared):
        return True, f"both are {shared[-1]}, told in two zones"
    left, right = set(a.keys), set(b.keys)
    if len(left) > 1 and len(right) > 1 and not (left < right or right < left):
        return None, f"`{a.text}` and `{b.text}` share the reading {shared[0]}, but neither is sure of it"
    return True, f"both are {shared[0]}, which is one reading of `{a.text if len(left) > 1 else b.text}`"


def _completed(value: Value, now: datetime.datetime | None) -> Iterator[str]:
    """The keys, with a missing year and a missing offset filled in from `now`."""
    for key in value.keys:
        yield key
        if now is None:
            continue
        dated = [reading.key for reading in year_of_yearless(key, now)[:1]] if key.startswith("--") else [key]
        for each in dated:
            yield each
            if now.tzinfo is not None and "T" in each and _OFFSET.search(each) is None and each[:4].isdigit():
                yield from _with_offset(each, now.tzinfo)


def _with_offset(key: str, zone: datetime.tzinfo) -> Iterator[str]:
    try:
        offset = datetime.datetime.fromisoformat(key[:16]).replace(tzinfo=zone).isoformat()[-6:]
    except (ValueError, OverflowError):
        return
    if _OFFSET.fullmatch(offset) is None:
        return
    yield key + offset
    day = (int(key[:4]), int(key[5:7]), int(key[8:10]))
    same = in_utc(day, (int(key[11:13]), int(key[14:16]), key[17:]), offset)
    if same is not None:
        yield same


def _without_year_or_zone(a: Value, b: Value) -> str | None:
    """Why the two cannot be told apart where one lacks a year or an offset that the other has."""
    if any(_yearless(x) == _yearless(y) and x.startswith("--") != y.startswith("--") for x in a.keys for y in b.keys):
        return f"`{a.text}` and `{b.text}` agree but for the year, which only one of them has"
    for x in a.keys:
        for y in b.keys:
            zoned = ":" in x and ":" in y and (_OFFSET.search(x) is None) != (_OFFSET.search(y) is None)
            if zoned and _OFFSET.sub("", x) == _OFFSET.sub("", y):
                return f"`{a.text}` and `{b.text}` agree but for the zone, which only one of them has"
    return None


def _yearless(key: str) -> str:
    return key[1:] if key.startswith("--") else key[4:] if key[:4].isdigit() else key


def _by_grain(a: Value, b: Value, left: tuple[str, ...], right: tuple[str, ...]) -> Answer:
    if a.kind is Kind.TIME or b.kind is Kind.TIME:
        return _clocks(a, b, left, right)
    for x in left:
        for y in right:
            if ("T" in x) == ("T" in y) and "T" in x:
                if x.startswith(y) or y.startswith(x):
                    return None, f"`{a.text}` and `{b.text}` agree as far as the coarser of them goes"
                continue
            coarse, fine = _days(x), _days(y)
            if coarse is not None and fine is not None and coarse != fine and (_holds(coarse, fine) or _holds(fine, coarse)):
                return None, f"`{a.text}` and `{b.text}` differ in grain: one lies within the other"
            if coarse is not None and coarse == fine:
                if "T" in x + y:
                    return None, f"`{a.text}` and `{b.text}` are one day, but only one has a time"
                return True, f"both are {x}"
    return False, f"{a.keys[0]} is not {b.keys[0]}"


def _clocks(a: Value, b: Value, left: tuple[str, ...], right: tuple[str, ...]) -> Answer:
    for x in left:
        for y in right:
            clocks = (x.rpartition("T")[2], y.rpartition("T")[2])
            if ":" in clocks[0] and ":" in clocks[1] and (clocks[0].startswith(clocks[1]) or clocks[1].startswith(clocks[0])):
                missing = "the day" if ("T" in x) != ("T" in y) else "the seconds or the zone"
                return None, f"`{a.text}` and `{b.text}` agree, but only one of them has {missing}"
    return False, f"{a.keys[0]} is not {b.keys[0]}"


def _holds(outer: Days, inner: Days) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _days(key: str) -> Days | None:
    """The first and last day that a key stands for, or None where it has no year."""
    head, slash, tail = key.partition("/")
    if slash:
        first, last = _days(head), _days(tail)
        return (first[0], last[1]) if first is not None and last is not None else None
    head = head.partition("T")[0]
    try:
        return _calendar_days(head)
    except ValueError:
        return None


def _calendar_days(key: str) -> Days | None:
    if _DAY.match(key):
        day = datetime.date.fromisoformat(key)
        return day, day
    if _YEAR.match(key):
        return datetime.date(int(key), 1, 1), datetime.date(int(key), 12, 31)
    month = _MONTH.match(key)
    if month is not None:
        return _months(int(month[1]), int(month[2]), 1)
    quarter = _QUARTER.match(key)
    if quarter is not None:
        return _months(int(quarter[1]), 3 * int(quarter[2]) - 2, 3)
    week = _WEEK.match(key)
    if week is not None:
        first = datetime.date.fromisocalendar(int(week[1]), int(week[2]), 1)
        return first, first + datetime.timedelta(days=6)
    return None


def _months(year: int, month: int, count: int) -> Days:
    last = month + count - 1
    return datetime.date(year, month, 1), datetime.date(year, last, monthrange(year, last)[1])
