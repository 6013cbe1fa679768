"""What is timed on hostile text, and the hostile text: units that a pattern with one loop too many reads again and again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from typing import cast

from groundrules.cli.dilution import unrelated_passages
from groundrules.engine.arguments import parse_arguments
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.index import SourceIndex
from groundrules.engine.json_spans import json_parts
from groundrules.engine.json_walk import Leaf, pattern_fits, walk_leaves
from groundrules.engine.normalize import fold, lower_in_place, word_spans
from groundrules.engine.plans.read_plan import read_plan
from groundrules.engine.plans.step_references import find_references
from groundrules.engine.provenance import is_error_output
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.slots import slot_of
from groundrules.engine.stream import AnswerStream, StreamMode
from groundrules.engine.stream_calls import CallDelta, CallStream
from groundrules.engine.types import Json, Role, Source
from groundrules.engine.uptake import standing_of
from groundrules.engine.values import Group
from groundrules.engine.values.addresses import email_key, find_emails, find_urls, url_key
from groundrules.engine.values.bounds import find_bounds
from groundrules.engine.values.dates import find_temporal, parse_temporal
from groundrules.engine.values.durations import find_durations, parse_duration
from groundrules.engine.values.identifiers import find_identifiers, identifier_key, scheme_of, shape
from groundrules.engine.values.numbers import find_numeric, parse_numeric
from groundrules.engine.values.phones import find_phones, phone_keys
from groundrules.engine.values.placeholders import is_placeholder
from groundrules.engine.values.ranges import find_ranges, parse_range
from groundrules.engine.values.relative import find_relative, parse_relative
from groundrules.engine.values.relative_ordinals import find_relative_ordinals
from groundrules.engine.values.tail import stable_until
from groundrules.engine.values.times import find_times, parse_time

_ASKED: dict[str, Json] = {"role": "user", "content": "When does the ferry leave?"}
Work = Callable[[int], Callable[[], object]]
"""A length in characters -> what is to be timed, ready to run."""

UNITS: tuple[str, ...] = (
    *("1", "1 ", "1,", "1, ", "1.", "1-", "(1", "1(", "(1)", "-1 ", "1 000 ", "[1", "0", "+", "+1 ", ".", "½", "$", "$1", "5 ft ", '5"', "5'", "1\u0301"),
    *("one ", "one hundred and ", "a half ", "double ", "call 1", "555-555-5555x", "1/1/", "1:1:", "12.12.", "2026-", "\n1", "p1y"),
    *("monday ", "the 1st of ", "3 days after ", "12:30 on ", "half past ", "from ", "between 9 and ", "1-1/1-", "may 5 to ", "the ", "2026-01-01/"),
    *("since last ", "1 day from ", "\u0130 ", "@", "a@", "a.", "a.a@", "(", "/", "://", "http://a,", "http://a)", "a@b.example", " at a dot a", "www."),
    *("\ud800", "\ud800@", "\ud8001", "é.", "é1", "x@a.", "[](", "'", "a1", "a1-", "1:", "ab:", "f1.", "DE12 ", "4111 ", "#1", "@a", "::1", "_1", "-"),
    *("id: 1", "A", "x=1", "\\u0", "{", "<a ", "[A ", "x", "X-", "your-", "_", "A_", "a-here", "${", "key ", "[AB ", "a", "a-", "/a", "Aa/", "\\", "x "),
    *("!", "no ", "[", '"', "great, ", "thank you ", "well and so ", "all right ", " ", "e\u0301\u0301\u0301ﷺ\u202e\ud800Σ'"),
)
"""Repeated without end, each leads some pattern into the beginning of a value over and over."""
PLAN_UNITS = (
    *("{{steps.1", "{{s1['", "$s1.output", "${s1[", "<s1.", "#E1", "a_b(", "a(", "f(x=", "call `", "step 1 of ", "output of step ", "\n1. ", "\n- call a.b "),
    *("use the tool ", "```\n", "`a_b` with {", "a_1 ", "(a_b", "step 1's ", "desk.mail ", "desk.mail("),
)
JSON_UNITS = ("{", "[", '"', "\\", "`", "```", '{"a":', "\ud800", "1", "-", '{"a":1,', '["', "<truncated", "(", "NaN", " ", "\ufeff", "'", "\\u", "/")
JSON_OPENINGS = ("", '{"a":"', "```", '"')


@dataclass(frozen=True, slots=True)
class Subject:
    """One function: ordinary text or values of a given length, and hostile ones by their unit."""

    name: str
    ordinary: Work
    hostile: Mapping[str, Work]


def subjects() -> tuple[Subject, ...]:
    """Everything that reads what a model, a user or a tool wrote."""
    return (*_of_text(), *_of_plans(), *_of_json(), *_of_schemas(), *_of_streams())


def prose(chars: int) -> str:
    """Ordinary text, rich in numbers and names."""
    return " ".join(str(passage["text"]) for passage in unrelated_passages(1 + chars // 1_000))[:chars]


def repeated(unit: str, chars: int) -> str:
    """A unit as often as it fits."""
    return unit * (chars // len(unit))


def _of_text() -> tuple[Subject, ...]:
    finders: tuple[Callable[[str], object], ...] = (
        *(find_numeric, find_temporal, find_times, find_durations, find_bounds, find_relative, find_relative_ordinals, find_ranges),
        *(find_emails, find_urls, find_phones, find_identifiers),
    )
    readers: tuple[Callable[[str], object], ...] = (
        *(parse_numeric, parse_temporal, parse_time, parse_duration, parse_relative, parse_range, email_key, url_key, phone_keys, identifier_key),
        *(shape, scheme_of, is_placeholder, stable_until, fold, word_spans, lower_in_place, is_error_output, json_parts, parse_arguments),
    )
    named = {function.__name__: function for function in (*finders, *readers)}
    return tuple(_text_subject(name, read) for name, read in {**named, "uptake": _uptake, "slot": _slot, "index": _index}.items())


def _text_subject(name: str, read: Callable[[str], object]) -> Subject:
    if name in ("parse_arguments", "json_parts"):
        openings = {opening + unit: (opening, unit) for opening in JSON_OPENINGS for unit in JSON_UNITS}
        return Subject(name, partial(_on_made, read, _rows), {shown: partial(_on_repeated, read, *parts) for shown, parts in openings.items()})
    return Subject(name, partial(_on_made, read, prose), {unit: partial(_on_repeated, read, "", unit) for unit in UNITS})


def _of_plans() -> tuple[Subject, ...]:
    registry = ToolRegistry.from_openai([{"name": "desk.mail"}, {"name": "book a room"}, {"name": "book"}])
    readers: dict[str, Callable[[str], object]] = {"read_plan": lambda text: read_plan(text, registry=registry), "find_references": find_references}
    units = (*UNITS, *PLAN_UNITS)
    return tuple(Subject(name, partial(_on_made, read, prose), {unit: partial(_on_repeated, read, "1. ", unit) for unit in units}) for name, read in readers.items())


def _on_made(read: Callable[[str], object], text_of: Callable[[int], str], chars: int) -> Callable[[], object]:
    return partial(read, text_of(chars))


def _on_repeated(read: Callable[[str], object], opening: str, unit: str, chars: int) -> Callable[[], object]:
    return partial(read, opening + repeated(unit, chars))


def _uptake(text: str) -> object:
    context = Context.from_turns([(Role.USER, "find me a table"), (Role.ASSISTANT, "How about the Blue Room at 7 pm?"), (Role.USER, text)])
    return standing_of(context.sources[1], context)


def _slot(text: str) -> object:
    return slot_of(Leaf("/x", text, {}, "x", ("x",), required=True))


def _index(text: str) -> object:
    index = SourceIndex(Source("s", Role.USER, 0, text))
    return [index.table(group) for group in Group], index.relatives, index.stem_places, index.squashed


def _rows(chars: int) -> str:
    row = {"id": "TR-77120", "guest": "Ines Marchetti", "seats": 3, "note": "by the window"}
    return json.dumps({"rows": [row] * (chars // len(json.dumps(row)))})


def _of_json() -> tuple[Subject, ...]:
    escapes: Json = {"a\\": '"' * 8, "b": [7, None, "\\" * 8]}
    return (
        Subject("json_parts of JSON", lambda chars: partial(json_parts, _rows(chars)), {"escapes": lambda chars: partial(json_parts, _many(escapes, chars))}),
        Subject("index of JSON", lambda chars: partial(_index, _rows(chars)), {"escapes": lambda chars: partial(_index, _many(escapes, chars))}),
        Subject(
            "literal",
            lambda chars: partial(SourceIndex(Source("s", Role.USER, 0, prose(chars))).literal, "TR-77120"),
            {"half of a": partial(_literal, "a"), "half of a-": partial(_literal, "a-")},
        ),
        Subject("walk_leaves", _walk_flat, {"rows by reference": _walk_rows, "choices by reference": _walk_choices}),
    )


def _many(row: Json, chars: int) -> str:
    return json.dumps([row] * (chars // len(json.dumps(row))))


def _literal(unit: str, chars: int) -> Callable[[], object]:
    return partial(SourceIndex(Source("s", Role.USER, 0, repeated(unit, chars))).literal, repeated(unit, chars // 2) + unit[0])


def _walk(value: dict[str, Json], schema: dict[str, Json]) -> Callable[[], object]:
    return lambda: sum(1 for _ in walk_leaves(value, schema))


def _walk_flat(chars: int) -> Callable[[], object]:
    names = [f"p{place}" for place in range(chars // 16)]
    return _walk(dict.fromkeys(names, 1), {"properties": {name: {"type": "integer"} for name in names}})


def _walk_rows(chars: int) -> Callable[[], object]:
    schema: dict[str, Json] = {"$defs": {"row": {"properties": {"id": {"type": "integer"}}}}, "properties": {"rows": {"items": {"$ref": "#/$defs/row"}}}}
    return _walk({"rows": [{"id": place} for place in range(chars // 16)]}, schema)


def _walk_choices(chars: int) -> Callable[[], object]:
    branches: list[Json] = [{"properties": {"kind": {"const": name}, "id": {"type": "integer"}}, "required": ["kind"]} for name in "abcdefgh"]
    schema: dict[str, Json] = {"$defs": {"row": {"anyOf": branches}}, "properties": {"rows": {"items": {"$ref": "#/$defs/row"}}}}
    return _walk({"rows": [{"kind": name, "id": 1} for name in islice(cycle("abcdefgh"), chars // 32)]}, schema)


def _of_streams() -> tuple[Subject, ...]:
    """Streams fed in pieces of 50 characters: ordinary text in mode observe, in which nothing stops them."""
    return (
        Subject("answer stream", lambda chars: partial(_fed, prose(chars)), {unit: partial(_stream_of, unit) for unit in STREAM_UNITS}),
        Subject("call stream", lambda chars: partial(_called, _rows(chars)), {unit: partial(_call_of, unit) for unit in JSON_UNITS}),
    )


STREAM_UNITS = (*UNITS, "Ab. ", "abc. A", "```\n", "\n\n", "abc [", "abc. \u201c", "\n- a", "\u3002", "word ")
_STREAMED = 50
_SAMPLE_CONTEXT = Context.from_openai((_ASKED,), evidence=({"id": "1", "text": "The ferry leaves at 9:15."},))


def _fed(text: str) -> object:
    stream = AnswerStream(Guard(), context=_SAMPLE_CONTEXT, mode=StreamMode.OBSERVE)
    for start in range(0, len(text), _STREAMED):
        stream.feed(text[start : start + _STREAMED])
    return stream


def _stream_of(unit: str, chars: int) -> Callable[[], object]:
    return partial(_fed, repeated(unit, chars))


def _called(text: str) -> object:
    stream = CallStream(Guard(), context=_SAMPLE_CONTEXT, registry=ToolRegistry())
    for start in range(0, len(text), _STREAMED):
        stream.feed(CallDelta("0", text[start : start + _STREAMED], name="" if start else "sample"))
    return stream.close()


def _call_of(unit: str, chars: int) -> Callable[[], object]:
    return partial(_called, '{"a": "' + repeated(unit, chars))


def _of_schemas() -> tuple[Subject, ...]:
    return (
        Subject("pattern_fits", lambda chars: partial(pattern_fits, "^[a-z ]+$", "a " * (chars // 2)), {"(a+)+": _backtracking}),
        Subject("registry build", partial(_registry, False), {"nested definitions": partial(_registry, True)}),
        Subject("schema check", _check_rows, {"(a+)+": _check_pattern, "definitions that double": _check_doubling, "branches that recur": _check_branching}),
    )


def _backtracking(chars: int) -> Callable[[], object]:
    return partial(pattern_fits, "^(a+)+$", "a" * chars + "b")


def _registry(nested: bool, chars: int) -> Callable[[], object]:
    schema: dict[str, Json] = {"type": "object", "properties": {name: {"type": "string"} for name in "abcdef"}}
    definition: dict[str, Json] = {"type": "object"}
    for place in range(20 if nested else 0):
        definition = {"type": "object", "properties": {f"n{place}": cast("Json", definition)}}
    parameters: Json = {**schema, "properties": {"deep": definition}} if nested else schema
    tools: list[Json] = [{"name": f"tool_{place}", "parameters": parameters} for place in range(chars // len(json.dumps(parameters)))]
    return partial(ToolRegistry.from_openai, tools)


def _checked(schema: Json, value: dict[str, Json]) -> Callable[[], object]:
    tool = ToolRegistry.from_openai([{"name": "sample", "parameters": schema}]).resolve("sample")
    if tool is None:
        raise LookupError("the sample tool is not in the registry that was made of it; report it")
    return partial(tool.faults, value)


def _check_rows(chars: int) -> Callable[[], object]:
    row: Json = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string", "maxLength": 40}}, "required": ["id"]}
    rows: Sequence[Json] = [{"id": place, "name": "a" * 10} for place in range(chars // 32)]
    return _checked({"properties": {"rows": {"type": "array", "items": row}}}, {"rows": list(rows)})


def _check_pattern(chars: int) -> Callable[[], object]:
    return _checked({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * chars + "!"})


def _check_doubling(chars: int) -> Callable[[], object]:
    count = chars // 1_000
    definitions: dict[str, Json] = {f"n{place}": cast("Json", {"allOf": [{"$ref": f"#/$defs/n{place + 1}"}] * 2}) for place in range(count)}
    definitions[f"n{count}"] = {"type": "string"}
    return _checked({"$defs": definitions, "properties": {"v": {"$ref": "#/$defs/n0"}}}, {"v": 1})


def _check_branching(chars: int) -> Callable[[], object]:
    branch: Json = {"anyOf": [{"properties": {"a": {"$ref": "#/$defs/n"}}, "required": [name]} for name in ("b", "c")]}
    value: Json = {}
    for _ in range(chars // 1_000):
        value = {"a": value}
    return _checked({"$defs": {"n": branch}, "properties": {"v": {"$ref": "#/$defs/n"}}}, {"v": value})
