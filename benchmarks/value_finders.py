"""Our own finders, asked for the values of one kind of row, in the canonical form of the rows."""

from __future__ import annotations

import datetime
import re
from calendar import monthrange
from collections.abc import Callable, Iterator

from groundrules.engine.tables import codes_of, same_thing
from groundrules.engine.types import Json, Kind, Span, Value
from groundrules.engine.values import addresses, bounds, dates, identifiers, numbers, phones, ranges, relative, relative_ordinals

from .value_rows import Expected, Found, Row, now_of, text_of

NUMERIC = {"number": Kind.NUMBER, "ordinal": Kind.ORDINAL, "percent": Kind.PERCENT, "money": Kind.MONEY, "unit": Kind.QUANTITY}
TEMPORAL = {"date": Kind.DATE, "datetime": Kind.DATETIME, "time": Kind.TIME, "duration": Kind.DURATION}
IDENTIFIERS = ("iban", "ip", "id", "guid", "creditcard", "mac")
ADDRESSES: dict[str, Callable[[str], list[Value]]] = {
    "email": addresses.find_emails,
    "url": addresses.find_urls,
    "phone": phones.find_phones,
}
_DIGIT_LANGS = ("en", "und")


def found_in(row: Row) -> list[Found]:
    """What our finders recognise of the row's kind; a row of task `parse` is read as the whole of a slot."""
    kind, text = text_of(row, "kind"), text_of(row)
    lang = text_of(row, "lang")
    lang = "en" if lang in _DIGIT_LANGS else lang
    whole = row.get("task") == "parse"
    if kind in NUMERIC:
        return list(_numeric(kind, text, lang=lang, whole=whole))
    if kind == "code":
        return _codes(row, text)
    if kind == "numrange":
        return [Found(value.span.start, value.span.end, tuple(map(_number_range, value.keys))) for value in bounds.find_bounds(text)]
    if kind in TEMPORAL or kind.endswith("range"):
        return list(_temporal(kind, text, now_of(row), whole=whole))
    return list(_keyed(kind, text, row, whole=whole))


# Figures.


def _numeric(kind: str, text: str, *, lang: str, whole: bool) -> Iterator[Found]:
    wanted = NUMERIC[kind]
    values = [numbers.parse_numeric(text, lang=lang)] if whole else [*numbers.find_numeric(text, lang=lang, measures=kind != "number")]
    if whole and (values[0] is None or values[0].kind is not wanted):
        values = [bounds.parse_bounds(text), *_age_of_duration(text, kind)]
    if kind == "ordinal":
        values += relative_ordinals.find_relative_ordinals(text)
    if kind == "unit" and not whole:
        values += _durations(text)
    for value in values:
        if value is not None and (value.kind is wanted or (kind == "unit" and value.kind is Kind.DURATION)):
            span = (0, len(text)) if whole else (value.span.start, value.span.end)
            yield Found(*span, tuple(_figure(kind, key, value) for key in value.keys))


def _age_of_duration(text: str, kind: str) -> list[Value]:
    value = dates.parse_temporal(text, Kind.DURATION) if kind == "unit" else None
    return [] if value is None else [value]


def _durations(text: str) -> list[Value]:
    return [value for value in dates.find_temporal(text) if value.kind is Kind.DURATION]


def _figure(kind: str, key: str, value: Value) -> Json:
    if kind == "money":
        amount, _, currency = key.partition(" ")
        ends = _ends(amount)
        return {"amount": amount, "currency": currency} if ends is None else {**ends, "currency": currency}
    if kind == "unit":
        figure, _, unit = key.partition(" ")
        ends = _ends(figure)
        name = {"K": "K", "mo": "month", "s": "second"}.get(unit, unit)
        return {"value": figure, "unit": name} if ends is None else {**ends, "unit": name}
    return key.removesuffix("%") if value.kind is Kind.PERCENT else key


def _number_range(key: str) -> Json:
    low, _, high = key.partition(" ")[0][1:-1].partition(",")
    return {"start": low or None, "end": high or None}


def _codes(row: Row, text: str) -> list[Found]:
    readings = tuple(code.code for code in codes_of(text))
    return [Found(0, len(text), readings)] if readings or same_thing(text, text, numeric=row.get("scheme") == "territory") else []


def _ends(figure: str) -> dict[str, Json] | None:
    if not figure.startswith("["):
        return None
    low, _, high = figure[1:-1].partition(",")
    return {"min": low or None, "max": high or None}


# Times.


def _temporal(kind: str, text: str, now: datetime.datetime | None, *, whole: bool) -> Iterator[Found]:
    if kind.endswith("range"):
        yield from _ranges(kind, text, now, whole=whole)
        if kind != "daterange":
            return
    value = dates.parse_temporal(text, TEMPORAL.get(kind, Kind.DATE)) if whole else None
    said = relative.parse_relative(text) if whole else None
    absolute = [] if value is None else [value]
    relatives = [] if said is None else [said]
    if not whole:
        absolute, relatives = dates.find_temporal(text), relative.find_relative(text)
    for value in absolute:
        if (value.kind is Kind.DURATION) == (kind == "duration"):
            readings = tuple(_time_readings(kind, [(key, None) for key in value.keys]))
            yield from _at(value.span, text, readings, kind=kind, whole=whole, own=value.kind is TEMPORAL.get(kind))
    for each in relatives if kind != "duration" else ():
        resolved = [(reading.key, reading.end) for reading in each.resolve(now)] if now is not None else []
        readings = tuple(_time_readings(kind, resolved))
        own = bool(readings) or (now is None and kind in ("date", "datetime"))
        yield from _at(each.span, text, readings, kind=kind, whole=whole, own=own)


def _at(span: Span, text: str, readings: tuple[Json, ...], *, kind: str, whole: bool, own: bool) -> Iterator[Found]:
    """What was found; in a row of ranges only where it is a stretch of days."""
    if readings or kind != "daterange":
        start, end = (0, len(text)) if whole else (span.start, span.end)
        yield Found(start, end, readings, own=own)


def _ranges(kind: str, text: str, now: datetime.datetime | None, *, whole: bool) -> Iterator[Found]:
    said = ranges.parse_range(text) if whole else None
    for each in [said] if said is not None else [] if whole else ranges.find_ranges(text):
        resolved = each.clocks() if kind == "timerange" else each.resolve(now) if now is not None else ()
        readings: tuple[Json, ...] = tuple({"start": reading.first, "end": reading.last} for reading in resolved)
        yield Found(*((0, len(text)) if whole else (each.span.start, each.span.end)), readings)


def _time_readings(kind: str, readings: list[tuple[str, str | None]]) -> Iterator[Json]:
    for key, end in readings:
        if kind == "duration":
            seconds = duration_seconds(key)
            if seconds is not None:
                yield seconds
        elif kind == "daterange":
            stretch = stretch_of(key, end)
            if stretch is not None:
                yield stretch
        elif kind == "time":
            if ":" in key and "T" not in key:
                yield key
        elif end is None or kind != "datetime":
            yield key


_LENGTH = re.compile(r"(-?[\d.]+) (mo|s)")


def duration_seconds(key: str) -> str | None:
    """The seconds of a duration key, with months of 30 days and years of 365, as the suites count them."""
    parts = _LENGTH.findall(key)
    if not parts:
        return None
    total = 0.0
    for figure, unit in parts:
        number = float(figure)
        total += number if unit == "s" else number // 12 * 31_536_000 + number % 12 * 2_592_000
    return str(int(total)) if total == int(total) else repr(total)


_QUARTER = re.compile(r"(\d{4})-Q([1-4])\Z")
_WEEK = re.compile(r"(\d{4})-W(\d\d)\Z")


def stretch_of(key: str, end: str | None) -> Json:
    """The first and last day of a stretch; None for a single day, and where the key has no year."""
    if "T" in key or (len(key) == 10 and end is None):
        return None
    try:
        first, last = _days(key)
    except ValueError:
        return None
    return {"start": first, "end": end or last}


def _days(key: str) -> tuple[str, str]:
    if re.fullmatch(r"\d{4}", key):
        return f"{key}-01-01", f"{key}-12-31"
    if re.fullmatch(r"\d{4}-\d\d", key):
        return f"{key}-01", f"{key}-{monthrange(int(key[:4]), int(key[5:]))[1]:02d}"
    quarter = _QUARTER.match(key)
    if quarter is not None:
        year, last = int(quarter[1]), 3 * int(quarter[2])
        return f"{year:04d}-{last - 2:02d}-01", f"{year:04d}-{last:02d}-{monthrange(year, last)[1]:02d}"
    week = _WEEK.match(key)
    if week is not None:
        first = datetime.date.fromisocalendar(int(week[1]), int(week[2]), 1)
        return first.isoformat(), (first + datetime.timedelta(days=6)).isoformat()
    return datetime.date.fromisoformat(key).isoformat(), key


# What is compared by its key.


def _keyed(kind: str, text: str, row: Row, *, whole: bool) -> Iterator[Found]:
    if whole:
        keys = whole_keys(kind, text, region=text_of(row, "region") or None)
        if keys:
            yield Found(0, len(text), keys)
        return
    finder = ADDRESSES.get(kind, identifiers.find_identifiers)
    for value in finder(text):
        if kind in IDENTIFIERS and not _fits(kind, value.text):
            continue
        yield Found(value.span.start, value.span.end, value.keys)


def _fits(kind: str, text: str) -> bool:
    scheme = identifiers.scheme_of(text)
    wanted = {"guid": "uuid", "creditcard": "card"}.get(kind, kind)
    return kind == "id" or scheme == wanted


def whole_keys(kind: str, text: str, *, region: str | None = None) -> tuple[str, ...]:
    """The canonical keys of a text that is one value of the kind; empty where it is none."""
    if kind == "phone":
        return phones.phone_keys(text, region=region)
    if kind == "code":
        return tuple(code.code for code in codes_of(text))
    if kind == "email":
        key = addresses.email_key(text)
    elif kind in ("url", "domain", "hostname"):
        key = addresses.url_key(text)
    elif kind in IDENTIFIERS:
        key = identifiers.identifier_key(text) if _fits(kind, text) else None
    else:
        key = None
    return () if key is None else (key,)


def is_right_key(row: Row, expected: Expected, found: Found) -> bool:
    """Whether what was found has the key of the expected spelling, or is spelled like it."""
    value = expected.get("value")
    if not isinstance(value, str):
        return False
    if value in found.readings or text_of(row)[found.start : found.end] == value:
        return True
    extension = expected.get("ext")
    wanted = f"{value};ext={extension}" if isinstance(extension, str) else value
    keys = whole_keys(text_of(row, "kind"), wanted, region=text_of(row, "region") or None)
    return bool(set(keys) & set(map(str, found.readings)))


FINDERS: tuple[Callable[[str], object], ...] = (
    numbers.find_numeric,
    dates.find_temporal,
    relative.find_relative,
    ranges.find_ranges,
    bounds.find_bounds,
    relative_ordinals.find_relative_ordinals,
    addresses.find_emails,
    addresses.find_urls,
    phones.find_phones,
    identifiers.find_identifiers,
)
"""Every finder there is: what "all kinds at once" means."""
