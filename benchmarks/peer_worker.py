"""Asks public recognisers for values; runs alone, under an interpreter that has them installed, and imports nothing of the project.

Standard input: rows, one JSON object a line. Standard output: one line per recogniser that is installed, with what it found by row.
"""

from __future__ import annotations

import datetime
import importlib
import json
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

Found = tuple[int, int, list[object]]
Ask = Callable[[dict[str, Any]], Iterator[Found]]


def main() -> int:
    """Ask every recogniser that can be imported."""
    warnings.simplefilter("ignore")
    rows = [json.loads(line) for line in sys.stdin if line.strip()]
    for name, module, kinds, make in PEERS:
        try:
            ask = make(importlib.import_module(module))
        except ImportError:
            continue
        chosen = [row for row in rows if row["kind"] in kinds and (row["task"] == "parse" or not kinds[row["kind"]])]
        found: dict[str, list[Found]] = {}
        start = time.process_time()
        for row in chosen:
            found[row["id"]] = _answers(ask, row)
        seconds = time.process_time() - start
        print(json.dumps({"name": name, "kinds": kinds, "found": found, "seconds": seconds}))
    return 0


def _answers(ask: Ask, row: dict[str, Any]) -> list[Found]:
    # Some of them raise on texts they cannot read; that is no answer.
    try:
        return list(ask(row))
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError):
        return []


def _now(row: dict[str, Any]) -> datetime.datetime | None:
    return datetime.datetime.fromisoformat(row["now"]) if row.get("now") else None


_TIMES = ("date", "datetime", "daterange", "datetimerange", "time", "timerange", "duration")


def _suite(module: Any) -> Ask:
    by_kind = {
        "number": (module.recognize_number,),
        "ordinal": (module.recognize_ordinal,),
        "percent": (module.recognize_percentage,),
        "money": (module.recognize_currency,),
        "unit": (module.recognize_dimension, module.recognize_temperature, module.recognize_age),
        "phone": (module.recognize_phone_number,),
        "url": (module.recognize_url,),
        "email": (module.recognize_email,),
        "ip": (module.recognize_ip_address,),
    }

    def ask(row: dict[str, Any]) -> Iterator[Found]:
        kind = row["kind"]
        if kind in _TIMES:
            for hit in module.recognize_datetime(row["text"], "en-us", reference=_now(row) or datetime.datetime(2020, 1, 1)):
                resolution: dict[str, list[dict[str, Any]]] = hit.resolution or {}
                readings = [each for value in resolution.get("values") or [] for each in _time_value(kind, value)]
                if readings:
                    yield hit.start, hit.end + 1, readings
            return
        for recognise in by_kind[kind]:
            for hit in recognise(row["text"], "en-us"):
                yield hit.start, hit.end + 1, [_figure(kind, hit.resolution)]

    return ask


def _time_value(kind: str, value: dict[str, Any]) -> Iterator[object]:
    if value.get("type") != kind:
        return
    if kind.endswith("range"):
        yield {end: value[end].replace(" ", "T") if end in value else None for end in ("start", "end")}
    elif value.get("value") not in (None, "not resolved"):
        yield value["value"].replace(" ", "T")


def _figure(kind: str, resolution: dict[str, Any]) -> object:
    value = resolution.get("value")
    if kind == "money":
        return {"amount": value, "currency": resolution.get("isoCurrency") or resolution.get("unit")}
    if kind == "unit":
        unit = str(resolution.get("unit"))
        return {"value": value, "unit": {"C": "°C", "F": "°F", "Degree": "°"}.get(unit, unit)}
    return value.rstrip("%") if kind == "percent" and isinstance(value, str) else value


def _dateparser(module: Any) -> Ask:
    search = importlib.import_module("dateparser.search")

    def ask(row: dict[str, Any]) -> Iterator[Found]:
        now = _now(row)
        settings = {"RELATIVE_BASE": now} if now is not None else {}
        text = row["text"]
        if row["task"] == "parse":
            at = module.parse(text, languages=["en"], settings=settings)
            if at is not None:
                yield 0, len(text), _moment(row["kind"], at)
            return
        place = 0
        hits: list[tuple[str, datetime.datetime]] = search.search_dates(text, languages=["en"], settings=settings) or []
        for surface, at in hits:
            start = text.find(surface, place)
            if start >= 0:
                place = start + len(surface)
                yield start, place, _moment(row["kind"], at)

    return ask


def _moment(kind: str, at: datetime.datetime) -> list[object]:
    plain = at.replace(tzinfo=None).isoformat()
    return [plain[:10]] if kind == "date" else [plain[11:]] if kind == "time" else [plain]


def _datefinder(module: Any) -> Ask:
    def ask(row: dict[str, Any]) -> Iterator[Found]:
        for at, _, (start, end) in module.find_dates(row["text"], source=True, index=True, base_date=_now(row)):
            yield start, end, _moment(row["kind"], at)

    return ask


def _quantulum(module: Any) -> Ask:
    def ask(row: dict[str, Any]) -> Iterator[Found]:
        for found in module.parse(row["text"]):
            entity, unit = found.unit.entity.name, found.unit.name
            value = repr(round(found.value, 9))
            wanted = {"money": entity == "currency", "percent": unit == "percentage", "number": unit == "dimensionless"}
            if wanted.get(row["kind"], entity not in ("currency", "dimensionless")):
                reading: object = {"amount": value, "currency": unit} if row["kind"] == "money" else value
                start, end = found.span
                yield start, end, [{"value": value, "unit": unit} if row["kind"] == "unit" else reading]

    return ask


def _price(module: Any) -> Ask:
    def ask(row: dict[str, Any]) -> Iterator[Found]:
        price = module.Price.fromstring(row["text"])
        if price.amount is not None:
            yield 0, len(row["text"]), [{"amount": str(price.amount), "currency": price.currency}]

    return ask


def _number_parser(module: Any) -> Ask:
    def ask(row: dict[str, Any]) -> Iterator[Found]:
        value = module.parse_ordinal(row["text"]) if row["kind"] == "ordinal" else module.parse_number(row["text"])
        if value is not None:
            yield 0, len(row["text"]), [str(value)]

    return ask


def _phonenumbers(module: Any) -> Ask:
    e164 = module.PhoneNumberFormat.E164

    def ask(row: dict[str, Any]) -> Iterator[Found]:
        region, text = row.get("region") or "US", row["text"]
        if row["task"] == "parse":
            yield 0, len(text), [module.format_number(module.parse(text, region), e164)]
            return
        for match in module.PhoneNumberMatcher(text, region):
            yield match.start, match.end, [module.format_number(match.number, e164)]

    return ask


def _linkify(module: Any) -> Ask:
    linkify = module.LinkifyIt()

    def ask(row: dict[str, Any]) -> Iterator[Found]:
        matches: Any = linkify.match(row["text"]) or []
        for match in matches:
            if (match.schema == "mailto:") == (row["kind"] == "email"):
                yield match.index, match.last_index, [match.text, re.sub(r"^https?://", "", match.url).rstrip("/")]

    return ask


# Name, module, the kinds it offers (True: only as the whole of a text), and what asks it.
PEERS: tuple[tuple[str, str, dict[str, bool], Callable[[Any], Ask]], ...] = (
    (
        "recognizers-text-suite",
        "recognizers_suite",
        dict.fromkeys(("number", "ordinal", "percent", "money", "unit", "phone", "url", "email", "ip", *_TIMES), False),
        _suite,
    ),
    ("dateparser", "dateparser", {"date": False, "datetime": False, "time": False}, _dateparser),
    ("datefinder", "datefinder", {"date": False, "datetime": False}, _datefinder),
    ("quantulum3", "quantulum3.parser", {"unit": False, "money": False, "percent": False, "number": False}, _quantulum),
    ("price-parser", "price_parser", {"money": True}, _price),
    ("number-parser", "number_parser", {"number": True, "ordinal": True}, _number_parser),
    ("phonenumbers", "phonenumbers", {"phone": False}, _phonenumbers),
    ("linkify-it-py", "linkify_it", {"url": False, "email": False}, _linkify),
)

if __name__ == "__main__":
    sys.exit(main())
