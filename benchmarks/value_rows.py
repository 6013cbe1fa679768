"""Rows of value suites: how they are read, which of them count, and when a recognised value equals the expected one.

A recogniser, ours or a peer's, hands in `Found`: a span and its readings in the canonical form that the rows use (decimal strings, ISO
dates, `{"start", "end"}`, `{"amount", "currency"}`).
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import cast

from groundrules.engine.types import Json
from groundrules.engine.values import durations, money, units

Row = Mapping[str, Json]
Expected = Mapping[str, Json]

DEFAULT_LANGS = ("en", "und")
ASIDE_KINDS = ("code", "set", "numrange", "timezone", "hashtag", "mention")
MIN_ROWS = 50
"""Kinds with fewer rows are listed, not held to a bar."""
TIME_KINDS = ("date", "datetime", "daterange", "datetimerange", "time", "timerange", "duration")


@dataclass(frozen=True, slots=True)
class Found:
    """Something recognised: where it stands, and its readings in canonical form, the preferred one first; empty where it has none.

    `own` is False for what is of a neighbouring kind, as a duration in a row of dates: no false alarm, but no silence either.
    """

    start: int
    end: int
    readings: tuple[Json, ...]
    own: bool = True


def value_folder(data: Path) -> Path:
    """The folder of the value rows: `values` below the data, or the data itself."""
    inner = data / "values"
    return inner if inner.is_dir() else data


def read_rows(folder: Path) -> Iterator[Row]:
    """Every row of every `KIND.SOURCE.jsonl`, file by file."""
    for path in sorted(folder.glob("*.*.jsonl")):
        yield from _lines(path)


def read_pairs(folder: Path) -> Iterator[Row]:
    """Every pair of `equiv.jsonl`; none where the file is missing."""
    path = folder / "equiv.jsonl"
    if path.is_file():
        yield from _lines(path)


def _lines(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield cast(Row, json.loads(line))


def text_of(row: Row, key: str = "text") -> str:
    """A string field; empty where the row has none."""
    value = row.get(key)
    return value if isinstance(value, str) else ""


def expected_of(row: Row) -> list[Expected]:
    """What the row expects to be found."""
    expect = row.get("expect")
    listed = [cast(Expected, each) for each in expect if isinstance(each, dict)] if isinstance(expect, list) else []
    return [_trimmed(each) for each in listed] if row.get("task") == "find" else listed


def _trimmed(expected: Expected) -> Expected:
    """The same without the white space that some rows leave at the edges of a span."""
    text, (start, end) = text_of(expected), span_of(expected)
    body = text.strip()
    if body == text or not body or end - start != len(text):
        return expected
    lead = len(text) - len(text.lstrip())
    return {**expected, "text": body, "start": start + lead, "end": start + lead + len(body)}


def now_of(row: Row) -> datetime.datetime | None:
    """The present moment of the row."""
    now = row.get("now")
    return datetime.datetime.fromisoformat(now) if isinstance(now, str) else None


def is_scored(row: Row) -> bool:
    """A row of the default scoring, whatever its language."""
    return row.get("task") in ("find", "parse") and row.get("level") != "component" and row.get("mode") is None


def span_of(expected: Expected) -> tuple[int, int]:
    """The span that is expected."""
    start, end = expected.get("start"), expected.get("end")
    return (start, end) if isinstance(start, int) and isinstance(end, int) else (-1, -1)


def readings_wanted(expected: Expected) -> list[Json]:
    """The accepted values: the stated one and its alternatives."""
    alts = expected.get("alts")
    return [expected.get("value"), *(alts if isinstance(alts, list) else [])]


def is_right(kind: str, expected: Expected, found: Found, *, first: bool = False) -> bool:
    """Whether the span is exact and a reading (with `first` the preferred one) is accepted; a null value asks for the span only."""
    if (found.start, found.end) != span_of(expected):
        return False
    if expected.get("value") is None:
        return True
    readings = found.readings[:1] if first else found.readings
    unit = expected.get("unit")
    return any(
        same_value(kind, wanted, reading, unit=unit if isinstance(unit, str) else None)
        for wanted in readings_wanted(expected)
        for reading in readings
    )


def same_value(kind: str, wanted: Json, reading: Json, *, unit: str | None = None) -> bool:
    """Whether a reading is the wanted value of a kind."""
    if kind in ("number", "ordinal", "percent"):
        return _close(wanted, reading)
    if kind == "duration":
        return _close_seconds(wanted, reading)
    if kind == "money":
        return _same_money(wanted, reading)
    if kind == "unit":
        return _same_measure(wanted, reading, unit)
    if kind == "numrange":
        if not isinstance(wanted, dict) or not isinstance(reading, dict):
            return False
        return all(_close_or_open(wanted.get(end), reading.get(end)) for end in ("start", "end"))
    if kind.endswith("range"):
        return _same_range(wanted, reading)
    if kind in ("datetime", "time", "date"):
        return isinstance(wanted, str) and isinstance(reading, str) and _same_time(wanted, reading)
    return wanted == reading


def fraction_of(value: Json) -> Fraction | None:
    """A decimal string or number as a fraction; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return Fraction(Decimal(str(value)))
    except (InvalidOperation, ValueError, OverflowError):
        return None


def _close(wanted: Json, reading: Json) -> bool:
    a, b = fraction_of(wanted), fraction_of(reading)
    if a is None or b is None:
        return wanted == reading
    return abs(a - b) <= abs(a) * Fraction(1, 10**9)


def _close_seconds(wanted: Json, reading: Json) -> bool:
    # The suites tell a stretch of time without its sign, and cut it to whole seconds.
    a, b = fraction_of(wanted), fraction_of(reading)
    return a is not None and b is not None and abs(abs(a) - abs(b)) < 1


_CURRENCY_NAMES = {
    "£": "GBP", "Peseta": "ESP", "Finnish markka": "FIM", "Netherlands guilder": "NLG", "Sen": "JPY", "franc": "franc", "Libra": "GBP",
    "Livre": "GBP", "PTS": "ESP",
}  # fmt: skip
_HUNDREDTHS = ("cent", "penny", "Centavo", "Penique", "Pesewa")
_DOLLARS = frozenset(money.currencies("$"))


def _same_money(wanted: Json, reading: Json) -> bool:
    if not isinstance(wanted, dict) or not isinstance(reading, dict) or ("min" in wanted) != ("min" in reading):
        return False
    currency, other = wanted.get("currency"), reading.get("currency")
    if not isinstance(currency, str):
        return False
    factor = Fraction(1, 100) if currency in _HUNDREDTHS else Fraction(1)
    amounts = ("min", "max") if "min" in wanted else ("amount",)
    if any(not _close_or_open(wanted.get(name), reading.get(name), factor) for name in amounts):
        return False
    if currency in _HUNDREDTHS or currency == "unknown":
        return True
    currency = _CURRENCY_NAMES.get(currency, currency)
    named = money.named(currency) if len(currency) > 3 else None
    currency = currency if named is None else named.unit
    dollars = (currency == "$" and other in _DOLLARS) or (other == "$" and currency in _DOLLARS)
    return dollars or currency == other


def _close_or_open(wanted: Json, reading: Json, factor: Fraction = Fraction(1)) -> bool:
    a, b = fraction_of(wanted), fraction_of(reading)
    if a is None or b is None:
        return a is None and b is None
    return abs(a * factor - b) <= abs(a * factor) * Fraction(1, 10**9)


_UNIT_NAMES = {
    "degree": "°",
    "cubic_foot": "ft³",
    "square_meter": "m²",
    "metric_ton": "t",
    "barrel": "bbl",
    "kilometer_per_hour": "km/h",
    "fluid_ounce": "fl oz",
    "pie": "ft",
    "livre": "lb",
    "metro": "m",
}


def _same_measure(wanted: Json, reading: Json, unit: str | None) -> bool:
    if unit is None or not isinstance(reading, dict):
        return False
    own = reading.get("unit")
    length = durations.unit_of_word(unit)
    if length is not None:
        return isinstance(own, str) and _same_length(wanted, length, reading.get("value"), durations.unit_of_word(own))
    if not isinstance(own, str) or _base_unit(unit) is None or _base_unit(unit) != _base_unit(own):
        return False
    if isinstance(wanted, dict):
        return all(_close_or_open(_in_base(wanted.get(end), unit), _in_base(reading.get(end), own)) for end in ("min", "max"))
    return _close(_in_base(wanted, unit), _in_base(reading.get("value"), own))


def _same_length(wanted: Json, unit: str, value: Json, own: str | None) -> bool:
    a, b = fraction_of(wanted), fraction_of(value)
    for exact in (durations.SECONDS, durations.MONTHS_IN):
        if unit in exact and own in exact and own is not None and a is not None and b is not None:
            return a * Fraction(exact[unit]) == b * Fraction(exact[own])
    return False


def _unit(name: str) -> units.Unit | None:
    return units.unit_of(_UNIT_NAMES.get(name, name))


def _base_unit(name: str) -> str | None:
    unit = _unit(name)
    return None if unit is None else units.BASES[unit.dimension]


def _in_base(amount: Json, name: str) -> Json:
    unit, figure = _unit(name), fraction_of(amount)
    return None if unit is None or figure is None else units.key_of(figure, unit).partition(" ")[0]


# Times.

_STAMP = re.compile(r"(-?-?[\d-]+)T(\d\d):?(\d\d)?(?::(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?\Z")
_CLOCK = re.compile(r"T?(\d\d):?(\d\d)?(?::(\d\d(?:\.\d+)?))?(Z|[+-]\d\d:\d\d)?\Z")


def _same_time(wanted: str, reading: str) -> bool:
    if wanted == reading:
        return True
    a, b = _parts(wanted), _parts(reading)
    if a is None or b is None:
        return len(reading) == 7 and wanted.startswith(f"{reading}-")
    return a[:-1] == b[:-1] and (a[-1] == b[-1] or not a[-1] or not b[-1])


def _parts(text: str) -> tuple[str, ...] | None:
    match = _STAMP.match(text)
    day = ""
    if match is not None:
        day = match[1]
        clock: tuple[str | None, ...] = match.groups()[1:]
    else:
        match = _CLOCK.match(text)
        if match is None:
            return None
        clock = match.groups()
    hour, minute, second, offset = clock
    seconds = str(Decimal(second or "0").normalize()) if second else "0"
    return day, hour or "", minute or "00", "0" if seconds == "0" else seconds, "+00:00" if offset == "Z" else offset or ""


def _same_range(wanted: Json, reading: Json) -> bool:
    if not isinstance(wanted, dict) or not isinstance(reading, dict):
        return False
    return _same_end(wanted.get("start"), reading.get("start")) and (
        _same_end(wanted.get("end"), reading.get("end")) or _same_end(wanted.get("end"), _next_day(reading.get("end")))
    )


def _same_end(wanted: Json, reading: Json) -> bool:
    if not isinstance(wanted, str) or not isinstance(reading, str):
        return wanted is None and reading is None
    midnight = "T00:00:00"
    return _same_time(wanted, reading) or _same_time(wanted.removesuffix(midnight), reading.removesuffix(midnight))


def _next_day(end: Json) -> Json:
    """An inclusive last day as the exclusive end that the suites use for stretches of days."""
    if not isinstance(end, str) or len(end) != 10:
        return end
    try:
        return (datetime.date.fromisoformat(end) + datetime.timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return end
