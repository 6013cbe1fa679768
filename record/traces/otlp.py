"""The spans and log records of an export, whichever way it wraps them: OTLP JSON, one span a line, or rows of a table of spans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...engine.errors import InputError
from ...engine.types import Json
from .exchanges import Entries, Unread, as_list, as_object, as_text, refuse

_GROUPS = (
    (("resourceSpans", "resource_spans"), ("scopeSpans", "scope_spans", "instrumentationLibrarySpans"), ("spans",)),
    (("resourceLogs", "resource_logs"), ("scopeLogs", "scope_logs"), ("logRecords", "log_records")),
)
_SCALARS = ("stringValue", "boolValue", "doubleValue", "bytesValue")
_MAX_DEPTH = 60
_NANOS = 1_000_000_000


@dataclass(slots=True)
class Record:
    """One span, or the log records that belong to one span: its attributes by name and its events, each a name and its fields."""

    place: str
    id: str | None
    time: Json
    attributes: dict[str, Json]
    events: list[tuple[str, dict[str, Json]]] = field(default_factory=list[tuple[str, dict[str, Json]]])


def records_of_entries(entries: Entries) -> Iterator[Record | Unread]:
    """The spans of an export in order, then the log records, joined by their trace and span."""
    logged: dict[tuple[str, str], Record] = {}
    for place, entry in entries:
        try:
            for where, item, is_log in _items(place, entry):
                record = _record(item, where)
                if is_log:
                    _join(logged, record, item)
                else:
                    yield record
        except InputError as error:
            yield Unread(place, f"{error.place}: {error.problem}")
    yield from logged.values()


def _items(place: str, entry: Mapping[str, Json]) -> Iterator[tuple[str, Mapping[str, Json], bool]]:
    wrapped = False
    for is_log, (outer, middle, inner) in enumerate(_GROUPS):
        for resource in _below(entry, outer, ""):
            wrapped = True
            for scope in _below(resource, middle, outer[0]):
                for number, item in enumerate(_below(scope, inner, middle[0])):
                    yield f"{place} {inner[0]}[{number}]", item, bool(is_log)
    if not wrapped:
        yield place, entry, "body" in entry or "eventName" in entry or "event_name" in entry


def _below(entry: Mapping[str, Json], names: tuple[str, ...], place: str) -> list[dict[str, Json]]:
    for name in names:
        if name in entry:
            here = f"{place}.{name}".lstrip(".")
            return [as_object(item, f"{here}[{number}]") for number, item in enumerate(as_list(entry[name], here))]
    return []


def _record(item: Mapping[str, Json], place: str) -> Record:
    given = item.get("attributes")
    attributes = _attributes(given, "attributes") if given is not None else {}
    # A table of spans has a column for each attribute.
    attributes |= {key.removeprefix("attributes."): value for key, value in item.items() if key.startswith("attributes.")}
    events: list[tuple[str, dict[str, Json]]] = []
    listed = item.get("events")
    for number, event in enumerate(listed if isinstance(listed, list) else []):
        fields = as_object(event, f"events[{number}]")
        events.append((as_text(fields.get("name")) or "", _attributes(fields.get("attributes") or {}, f"events[{number}].attributes")))
    context = item.get("context")
    inside = context if isinstance(context, dict) else {}
    identifier = next(
        (found for key in ("spanId", "span_id", "context.span_id", "id") if (found := as_text(item.get(key, inside.get(key))))), None
    )
    return Record(place, identifier, _time(item), attributes, events)


def _join(logged: dict[tuple[str, str], Record], record: Record, item: Mapping[str, Json]) -> None:
    """Put a log record to those of its span: a GenAI event is a name, in one of three places, and a body."""
    name = as_text(item.get("eventName", item.get("event_name"))) or as_text(record.attributes.get("event.name")) or ""
    body = _value(item.get("body"), 0)
    fields = {**record.attributes, **body} if isinstance(body, dict) else {**record.attributes, "content": body}
    trace, span = as_text(item.get("traceId", item.get("trace_id"))) or "", record.id or ""
    key = (trace, span) if trace or span else ("", record.place)
    kept = logged.setdefault(key, record)
    if kept is not record:
        kept.attributes |= record.attributes
    kept.events.append((name, fields))
    if isinstance(body, dict):
        kept.attributes |= {name: value for name, value in body.items() if name.startswith("gen_ai.")}


def _time(item: Mapping[str, Json]) -> Json:
    for key in ("startTimeUnixNano", "start_time_unix_nano", "timeUnixNano", "time_unix_nano"):
        nanos = item.get(key)
        if isinstance(nanos, str | int) and not isinstance(nanos, bool) and str(nanos).isdigit() and len(str(nanos)) < 25:
            return int(nanos) / _NANOS
    return item.get("start_time", item.get("startTime", item.get("timestamp")))


def _attributes(value: Json, place: str) -> dict[str, Json]:
    if isinstance(value, dict):
        return value
    pairs = [as_object(pair, f"{place}[{number}]") for number, pair in enumerate(as_list(value, place))]
    return {as_text(pair.get("key")) or "": _value(pair.get("value"), 0) for pair in pairs}


def _value(value: Json, depth: int) -> Json:
    """An OTLP value as the JSON value that it stands for; any other value as it is."""
    if depth > _MAX_DEPTH:
        refuse("attributes", f"a value is nested deeper than {_MAX_DEPTH} levels")
    if not isinstance(value, dict) or len(value) != 1:
        return value
    (kind, inner), *_ = value.items()
    if kind in _SCALARS:
        return inner
    if kind == "intValue":
        return int(inner) if isinstance(inner, str) and inner.lstrip("-").isdecimal() and len(inner) < 25 else inner
    listed = inner.get("values", []) if isinstance(inner, dict) else None
    if kind == "arrayValue" and isinstance(listed, list):
        return [_value(part, depth + 1) for part in listed]
    if kind == "kvlistValue" and isinstance(listed, list):
        pairs = [as_object(pair, "kvlistValue") for pair in listed]
        return {as_text(pair.get("key")) or "": _value(pair.get("value"), depth + 1) for pair in pairs}
    return value
