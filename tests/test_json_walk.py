"""Leaves with their pointers and the part of the schema that applies, and how parameters are named."""

from __future__ import annotations

from typing import cast

import pytest
from groundrules.engine.json_walk import Leaf, SchemaView, is_open, parameter_name, pattern_fits, pointer_of, walk_leaves
from groundrules.engine.types import Json


def by_pointer(value: dict[str, Json], schema: dict[str, Json]) -> dict[str, Leaf]:
    return {leaf.pointer: leaf for leaf in walk_leaves(value, schema)}


def test_leaves_come_in_document_order_with_pointers() -> None:
    """Scalars, nulls and empty containers are leaves; keys are escaped as RFC 6901 says."""
    value: dict[str, Json] = {"z": 1, "a/b": {"~": None, "empty": {}}, "list": [[], "x", {"k": True}], "": "blank"}
    leaves = list(walk_leaves(value, {}))
    assert [leaf.pointer for leaf in leaves] == ["/z", "/a~1b/~0", "/a~1b/empty", "/list/0", "/list/1", "/list/2/k", "/"]
    assert [leaf.path for leaf in leaves][1] == ("a/b", "~")
    assert [leaf.name for leaf in leaves] == ["z", "~", "empty", "list", "list", "k", ""]
    assert all(pointer_of(leaf.path) == leaf.pointer for leaf in leaves)
    assert list(walk_leaves({}, {})) == []


def test_each_leaf_has_its_schema() -> None:
    """Through properties, items, prefixItems, patterns, additionalProperties, references and allOf."""
    schema: dict[str, Json] = {
        "$defs": {"email": {"type": "string", "format": "email"}, "chain": {"$ref": "#/$defs/email"}, "named": {"$anchor": "here", "minimum": 3}},
        "properties": {
            "to": {"$ref": "#/$defs/chain", "description": "whom to write to"},
            "rows": {"type": "array", "items": {"properties": {"id": {"type": "integer"}}, "required": ["id"]}},
            "pair": {"prefixItems": [{"type": "string"}], "items": {"type": "number"}},
            "old": {"items": [{"type": "string"}], "additionalItems": {"type": "number"}},
            "both": {"allOf": [{"minimum": 1}, {"maximum": 9}], "type": "integer"},
            "bound": {"$ref": "#here"},
            "any": True,
        },
        "patternProperties": {"^x-": {"const": 7}},
        "additionalProperties": {"type": "boolean"},
        "required": ["to", "rows"],
    }
    value: dict[str, Json] = {
        "to": "ann@example.com",
        "rows": [{"id": 1}],
        "pair": ["a", 2],
        "old": ["a", 2],
        "both": 5,
        "bound": 4,
        "any": 0,
        "x-n": 7,
        "other": True,
    }
    leaves = by_pointer(value, schema)
    assert leaves["/to"].schema == {"description": "whom to write to", "type": "string", "format": "email"}
    assert leaves["/rows/0/id"].schema == {"type": "integer"}
    assert leaves["/pair/0"].schema == {"type": "string"}
    assert leaves["/pair/1"].schema == {"type": "number"}
    assert leaves["/old/0"].schema == {"type": "string"}
    assert leaves["/old/1"].schema == {"type": "number"}
    assert leaves["/both"].schema == {"type": "integer", "minimum": 1, "maximum": 9}
    assert leaves["/bound"].schema["minimum"] == 3
    assert leaves["/any"].schema == {}
    assert leaves["/x-n"].schema == {"const": 7}
    assert leaves["/other"].schema == {"type": "boolean"}
    required = {pointer for pointer, leaf in leaves.items() if leaf.required}
    assert required == {"/to", "/rows/0/id"}


def test_the_alternative_that_fits_is_chosen() -> None:
    """By type, by a property that tells alternatives apart, by what is required and declared."""
    circle: Json = {"type": "object", "properties": {"kind": {"const": "circle"}, "size": {"description": "radius"}}, "required": ["kind", "size"]}
    square: Json = {"type": "object", "properties": {"kind": {"const": "square"}, "size": {"description": "side"}}, "required": ["kind", "size"]}
    schema: dict[str, Json] = {
        "properties": {
            "shape": {"oneOf": [circle, square]},
            "note": {"anyOf": [{"type": "null"}, {"type": "string", "description": "free"}]},
            "code": {"anyOf": [{"enum": ["a", "b"]}, {"type": "string", "title": "other"}]},
        }
    }
    leaves = by_pointer({"shape": {"kind": "square", "size": 2}, "note": "hi", "code": "c"}, schema)
    assert leaves["/shape/size"].schema == {"description": "side"}
    assert leaves["/note"].schema["description"] == "free"
    assert leaves["/code"].schema["title"] == "other"
    assert by_pointer({"note": None}, schema)["/note"].schema == {"type": "null"}
    assert by_pointer({"code": "b"}, schema)["/code"].schema == {"enum": ["a", "b"]}


def test_an_element_is_required_where_its_array_is() -> None:
    """And goes by the name of the array."""
    schema: dict[str, Json] = {"properties": {"cc": {"items": {"type": "string"}}}, "required": ["cc"]}
    (leaf,) = walk_leaves({"cc": ["Bo"]}, schema)
    assert (leaf.name, leaf.required) == ("cc", True)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}, {"$ref": "#"}]},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"$ref": "#/nowhere/0"},
        {"$ref": "https://example.com/elsewhere.json"},
        {"properties": {"a": {"anyOf": [{"$ref": "#/properties/a"}, {"$ref": "#"}]}}},
        {"properties": 5, "required": 7, "type": {}, "allOf": {}, "anyOf": [5, None], "$ref": 5, "patternProperties": {"(": {}}},
    ],
)
def test_odd_schemas_are_walked_all_the_same(schema: dict[str, Json]) -> None:
    """References in circles, references to nowhere, keywords of the wrong type: the leaves are there."""
    assert [leaf.pointer for leaf in walk_leaves({"a": {"a": [1]}}, schema)] == ["/a/a/0"]


def test_schemas_that_multiply_are_cut_off() -> None:
    """Each definition names the next one twice: looked at up to a limit, and then everything counts as declared."""
    definitions: dict[str, Json] = {f"n{place}": cast("Json", {"allOf": [{"$ref": f"#/$defs/n{place + 1}"}] * 2}) for place in range(40)}
    schema: dict[str, Json] = {"$defs": definitions, "$ref": "#/$defs/n0", "properties": {}}
    assert len(list(walk_leaves({"a": 1}, schema))) == 1
    assert is_open(SchemaView(schema).union(schema))


def test_every_row_of_a_long_list_has_its_schema() -> None:
    """Each of ten thousand leaves comes once, in order, with what the reference says of it."""
    schema: dict[str, Json] = {"$defs": {"row": {"properties": {"id": {"type": "integer"}}}}, "properties": {"rows": {"items": {"$ref": "#/$defs/row"}}}}
    leaves = list(walk_leaves({"rows": [{"id": place} for place in range(10_000)]}, schema))
    assert [(leaf.pointer, leaf.value) for leaf in leaves] == [(f"/rows/{place}/id", place) for place in range(10_000)]
    assert all(leaf.schema == {"type": "integer"} for leaf in leaves)


def test_a_container_below_the_depth_limit_is_a_leaf() -> None:
    """It is shown, not lost."""
    value: Json = {"x": 1}
    for _ in range(300):
        value = {"a": value}
    assert isinstance(value, dict)
    (leaf,) = walk_leaves(value, {})
    assert len(leaf.path) == 200
    assert isinstance(leaf.value, dict)


@pytest.mark.parametrize(
    ("pointer", "name"),
    [
        ("/to", "to"),
        ("/items/0/id", "/items/0/id"),
        ("/a~1b", "/a~1b"),
        ("/a~0b", "/a~0b"),
        ("/", "/"),
        ("/$tool", "/$tool"),
        ("$tool", "$tool"),
        ("$args", "$args"),
        ("", "$args"),
    ],
)
def test_parameters_are_named_without_confusion(pointer: str, name: str) -> None:
    """A plain name where it cannot be taken for anything else."""
    assert parameter_name(pointer) == name


def test_patterns_match_without_backtracking_or_not_at_all() -> None:
    """A pattern that only backtracking can match counts as not matching."""
    assert pattern_fits("^x-", "x-trace")
    assert not pattern_fits("^x-", "y-trace")
    assert not pattern_fits("(a)\\1", "aa")
    assert not pattern_fits("^(a+)+$", "a" * 50_000 + "b")
