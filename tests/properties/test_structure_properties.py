"""What holds for every argument text, every object and every schema."""

from __future__ import annotations

import json
from typing import Protocol, cast

from groundrules.engine.arguments import parse_arguments
from groundrules.engine.errors import InputError
from groundrules.engine.json_walk import parameter_name, pointer_of, walk_leaves
from groundrules.engine.registry import ToolRegistry, ToolSpec
from groundrules.engine.types import Json
from hypothesis import assume, example, given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from strategies import argument_texts, json_values, texts

_KEYS: tuple[str, ...] = ("a", "b", "c", "x/y", "~")


def plain_json(max_leaves: int = 10) -> st.SearchStrategy[Json]:
    """JSON that every reader agrees on: whole numbers, printable text, few keys."""
    leaf: st.SearchStrategy[Json] = st.none() | st.booleans() | st.integers(-5, 5) | st.integers() | st.sampled_from(["", "a", "ab", "abc", "1", "é"])
    return st.recursive(leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_key(), inner, max_size=3), max_leaves=max_leaves)


def _key() -> st.SearchStrategy[str]:
    return st.sampled_from(_KEYS)


def objects() -> st.SearchStrategy[dict[str, Json]]:
    return st.dictionaries(st.sampled_from(_KEYS), plain_json(), max_size=4)


_TYPES = st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null"])


def _typed() -> st.SearchStrategy[Json]:
    return st.booleans() | _TYPES.map(_of_type)


def _listed(names: list[str]) -> Json:
    return [*names]


def _of_type(name: str) -> Json:
    return {"type": name}


@st.composite
def _keywords(draw: st.DrawFn, inner: st.SearchStrategy[Json]) -> Json:
    named = st.dictionaries(_key(), inner, max_size=3)
    some = st.lists(inner, min_size=1, max_size=3)
    size: st.SearchStrategy[Json] = st.integers(0, 3)
    whole: st.SearchStrategy[Json] = st.integers(-5, 5)
    choices: dict[str, st.SearchStrategy[Json]] = {
        "type": _TYPES | st.lists(_TYPES, min_size=1, max_size=3, unique=True).map(_listed),
        "enum": st.lists(plain_json(3), min_size=1, max_size=3),
        "const": plain_json(3),
        "minimum": whole,
        "exclusiveMaximum": whole,
        "multipleOf": st.integers(1, 4),
        "minLength": size,
        "maxLength": size,
        "pattern": st.sampled_from(["^a", "b$", "[0-9]", "^$"]),
        "minItems": size,
        "maxItems": size,
        "uniqueItems": st.booleans(),
        "items": inner,
        "contains": inner,
        "properties": named,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "y$"]), inner, max_size=2),
        "additionalProperties": inner,
        "propertyNames": size.map(lambda length: {"maxLength": length}),
        "required": st.lists(_key(), max_size=2, unique=True).map(_listed),
        "minProperties": size,
        "maxProperties": size,
        "allOf": some,
        "anyOf": some,
        "oneOf": some,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "$ref": st.sampled_from(["#/$defs/one", "#/$defs/two"]),
    }
    chosen = draw(st.lists(st.sampled_from([*choices]), max_size=4, unique=True))
    return {keyword: draw(choices[keyword]) for keyword in chosen}


@st.composite
def schemas(draw: st.DrawFn) -> dict[str, Json]:
    """Valid schemas of objects, with references into two definitions."""
    fragment = st.recursive(_typed(), _keywords, max_leaves=6)
    body = draw(_keywords(fragment))
    two = draw(fragment.filter(lambda found: "$ref" not in json.dumps(found)))
    return {**(body if isinstance(body, dict) else {}), "type": "object", "$defs": {"one": draw(_typed()), "two": two}}


def _child(parent: Json, token: str) -> Json:
    if isinstance(parent, list):
        return parent[int(token)]
    assert isinstance(parent, dict)
    return parent[token]


class _Reference(Protocol):
    def is_valid(self, instance: object) -> bool: ...


def _accepts(validator: object, value: dict[str, Json]) -> bool:
    return cast("_Reference", validator).is_valid(value)


def _tool(schema: Json) -> ToolSpec:
    tool = ToolRegistry.from_openai([{"name": "sample", "parameters": schema}]).resolve("sample")
    assert tool is not None
    return tool


@given(argument_texts())
def test_any_arguments_are_read_without_an_exception(arguments: Json) -> None:
    """And twice the same."""
    parsed = parse_arguments(arguments)
    again = parse_arguments(arguments)
    assert parsed.faults == again.faults
    assert repr(parsed.value) == repr(again.value)
    assert parsed.value is not None or parsed.faults
    for fault in parsed.faults:
        fault.message.encode("utf-8")
        assert fault.offset is None or (isinstance(arguments, str) and 0 <= fault.offset <= len(arguments))


@given(objects(), st.sampled_from(["", " ", "\n", "\ufeff", "\u00a0"]))
def test_a_json_text_gives_its_object_back(value: dict[str, Json], around: str) -> None:
    """Bare, in a fence, encoded once more, and between blanks."""
    text = json.dumps(value)
    for written in (text, around + text + around, f"```json\n{text}\n```", json.dumps(text), json.dumps(value, ensure_ascii=False, indent=2)):
        parsed = parse_arguments(written)
        assert parsed.usable
        assert parsed.value == value


@given(objects(), st.data())
def test_a_text_that_is_cut_off_never_gives_an_object(value: dict[str, Json], data: st.DataObject) -> None:
    """Whatever the place of the cut."""
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert parse_arguments(text[:cut]).value is None


@given(objects(), texts())
def test_text_after_an_object_never_runs(value: dict[str, Json], tail: str) -> None:
    """The object may be shown, but is not usable."""
    assume(tail.strip().strip("\ufeff").strip())
    assert not parse_arguments(json.dumps(value) + tail).usable


@given(st.dictionaries(texts(10), json_values(), max_size=4), json_values())
def test_leaves_cover_the_object(value: dict[str, Json], schema: Json) -> None:
    """Each pointer leads to its value, no two are alike, and any schema will do."""
    leaves = list(walk_leaves(value, schema if isinstance(schema, dict) else {}))
    for leaf in leaves:
        found: Json = value
        for token in leaf.path:
            found = _child(found, token)
        assert found is leaf.value
        assert pointer_of(leaf.path) == leaf.pointer
    assert len({leaf.pointer for leaf in leaves}) == len(leaves)
    assert len({parameter_name(leaf.pointer) for leaf in leaves}) == len(leaves)
    assert bool(leaves) == bool(value)


@given(json_values(), st.dictionaries(texts(10), json_values(), max_size=4))
@example({"type": "object", "patternProperties": {"(": {}}, "properties": {"a": {"$ref": "#"}}}, {"b": 1})
def test_any_schema_is_read_without_an_exception(schema: Json, value: dict[str, Json]) -> None:
    """It is used, or broken for a reason; what is not JSON is refused at the border."""
    try:
        tool = _tool(schema)
    except InputError:
        return
    broken = tool.broken
    found = tool.faults(value)
    assert broken is None or (not found and "; " in broken)
    assert found == _tool(schema).faults(value)
    for fault in found:
        fault.message.encode("utf-8")


@given(schemas())
def test_a_schema_is_broken_exactly_where_the_reference_says_so(schema: dict[str, Json]) -> None:
    """Our schemas are valid by the metaschema, so none is broken."""
    Draft202012Validator.check_schema(schema)
    assert _tool(schema).broken is None


@given(schemas(), objects())
def test_validity_agrees_with_the_reference_validator(schema: dict[str, Json], value: dict[str, Json]) -> None:
    """Faults but for undeclared properties exactly where the Python validator finds the value invalid."""
    ours = [fault for fault in _tool(schema).faults(value) if fault.keyword != "limit"]
    if _accepts(Draft202012Validator(schema), value):
        assert all(fault.keyword == "additionalProperties" for fault in ours), ours
    else:
        assert ours


@given(schemas(), objects())
def test_draft_7_agrees_with_the_reference_validator(schema: dict[str, Json], value: dict[str, Json]) -> None:
    """The declared draft decides: what stands beside a `$ref` counts for nothing in draft 7."""
    declared: dict[str, Json] = {"$schema": "http://json-schema.org/draft-07/schema#", **schema}
    tool = _tool(declared)
    assert tool.broken is None
    ours = tool.faults(value)
    if _accepts(Draft7Validator(declared), value):
        assert all(fault.keyword == "additionalProperties" for fault in ours), ours
    else:
        assert ours


@given(schemas(), objects())
def test_every_fault_points_into_the_arguments(schema: dict[str, Json], value: dict[str, Json]) -> None:
    """At a value, at a property that is missing, or at the whole; no fault is told twice."""
    found = _tool(schema).faults(value)
    assert len(set(found)) == len(found)
    for fault in found:
        parent: Json = value
        tokens = [token.replace("~1", "/").replace("~0", "~") for token in fault.pointer.split("/")[1:]]
        for token in tokens[:-1]:
            parent = _child(parent, token)
        if tokens and fault.keyword != "required":
            assert (isinstance(parent, list) and int(tokens[-1]) < len(parent)) or (isinstance(parent, dict) and tokens[-1] in parent)
