"""The registry: forms of tool definitions, resolution of names, and where arguments break a schema."""

from __future__ import annotations

import copy
from typing import cast

import pytest
from groundrules.engine.errors import InputError
from groundrules.engine.registry import SchemaFault, ToolRegistry, ToolSpec
from groundrules.engine.types import Json


def spec(schema: Json) -> ToolSpec:
    tool = ToolRegistry.from_openai([{"name": "sample", "input_schema": schema}]).resolve("sample")
    assert tool is not None
    return tool


def faults(schema: Json, arguments: dict[str, Json]) -> list[tuple[str, str]]:
    tool = spec(schema)
    assert tool.broken is None, tool.broken
    return [(fault.keyword, fault.pointer) for fault in tool.faults(arguments)]


def only(schema: Json, arguments: dict[str, Json]) -> SchemaFault:
    (fault,) = spec(schema).faults(arguments)
    return fault


# ---- reading tools


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "function", "function": {"name": "track", "description": "Tracks.", "parameters": {"type": "object", "properties": {"a": {}}}}},
        {"type": "function", "name": "track", "description": "Tracks.", "parameters": {"type": "object", "properties": {"a": {}}}},
        {"name": "track", "description": "Tracks.", "input_schema": {"type": "object", "properties": {"a": {}}}},
        {"name": "track", "description": "Tracks.", "inputSchema": {"type": "object", "properties": {"a": {}}}, "annotations": None},
    ],
)
def test_tools_come_in_four_forms(tool: Json) -> None:
    """OpenAI chat and responses, Anthropic, MCP: one tool."""
    registry = ToolRegistry.from_openai([tool])
    assert registry.resolve("track") == ToolSpec("track", "Tracks.", {"type": "object", "properties": {"a": {}}})
    assert registry.digest == ToolRegistry([ToolSpec("track", "Tracks.", {"type": "object", "properties": {"a": {}}})]).digest


def test_hints_of_a_server_are_kept() -> None:
    """The annotations of MCP."""
    tool = ToolRegistry.from_openai([{"name": "read", "annotations": {"readOnlyHint": True}}]).resolve("read")
    assert tool is not None
    assert tool.annotations == {"readOnlyHint": True}


@pytest.mark.parametrize("tool", [{"name": "ping"}, {"name": "ping", "parameters": None}, {"name": "ping", "parameters": {}}, {"name": "ping", "parameters": True}])
def test_no_schema_accepts_anything(tool: Json) -> None:
    """A tool without parameters declares nothing, so nothing is invented."""
    found = ToolRegistry.from_openai([tool]).resolve("ping")
    assert found is not None
    assert found.broken is None
    assert found.faults({"a": [1, {"b": 2}]}) == ()


@pytest.mark.parametrize(
    ("tools", "place"),
    [
        ([{"name": "a"}, 5], "tools[1]"),
        ([{"type": "function", "function": {"description": "x"}}], "tools[0].function.name"),
        ([{"type": "function", "function": 5}], "tools[0].function"),
        ([{"name": ""}], "tools[0].name"),
        ([{"name": 5}], "tools[0].name"),
        ([{"type": "web_search"}], "tools[0].name"),
        ([{"name": "a", "description": 5}], "tools[0].description"),
        ([{"name": "a", "annotations": [1]}], "tools[0].annotations"),
        ([{"name": "a"}, {"name": "a"}], "tools[1].name"),
        ([{"name": "a", "parameters": {"default": {1, 2}}}], "tools[0]"),
        ([{"name": "a", "parameters": {"default": float("nan")}}], "tools[0]"),
        ({"name": "a"}, "tools"),
        ("a", "tools"),
    ],
)
def test_wrong_shapes_name_their_place(tools: object, place: str) -> None:
    """The error says where and what to do."""
    with pytest.raises(InputError) as caught:
        ToolRegistry.from_openai(cast("list[Json]", tools))
    assert caught.value.place == place
    assert caught.value.remedy


def test_a_cyclic_tool_is_refused() -> None:
    """As not JSON, without a RecursionError."""
    cyclic: dict[str, Json] = {"name": "a"}
    cyclic["parameters"] = cyclic
    with pytest.raises(InputError):
        ToolRegistry.from_openai([cyclic])


def test_the_registry_keeps_a_copy() -> None:
    """What the host changes later does not reach it, and reading changes nothing of the host's."""
    tool: dict[str, Json] = {"name": "a", "parameters": {"type": "dict", "properties": {"n": {"type": "int"}}}}
    before = copy.deepcopy(tool)
    registry = ToolRegistry.from_openai([tool])
    digest = registry.digest
    assert tool == before
    cast("dict[str, Json]", tool["parameters"])["properties"] = {}
    found = registry.resolve("a")
    assert found is not None
    assert found.faults({"n": 1}) == ()
    assert digest == ToolRegistry.from_openai([before]).digest


def test_the_digest_covers_all_that_decides() -> None:
    """Schema, description, aliases and namespaces; not the order of tools."""
    tools: list[Json] = [{"name": "a", "parameters": {"type": "object"}}, {"name": "b", "description": "x"}]
    base = ToolRegistry.from_openai(tools)
    assert base.digest == ToolRegistry.from_openai(tools[::-1]).digest
    others = [
        ToolRegistry.from_openai(tools[:1]),
        ToolRegistry.from_openai(tools, aliases={"c": "a"}),
        ToolRegistry.from_openai(tools, namespaces=["x."]),
        ToolRegistry.from_openai([{"name": "a"}, {"name": "b", "description": "x"}]),
    ]
    assert len({base.digest, *(other.digest for other in others)}) == 5


# ---- names


def test_names_resolve_in_declared_ways_only() -> None:
    """Exact, alias, namespace; neither case nor a lost prefix nor white space."""
    tools = [ToolSpec("files.read"), ToolSpec("track")]
    registry = ToolRegistry(tools, aliases={"trace": "track"}, namespaces=("functions.", "mcp__files__"))
    for name, found in {"track": "track", "trace": "track", "functions.track": "track", "mcp__files__files.read": "files.read"}.items():
        tool = registry.resolve(name)
        assert tool is not None
        assert tool.name == found
    for name in ("Track", "track ", "read", "functions.trace", "functions.functions.track", "functions.", "other.track", "", "tráck", "\ud800"):
        assert registry.resolve(name) is None
    assert registry.names == ("files.read", "track")
    assert dict(registry.aliases) == {"trace": "track"}
    assert registry.namespaces == ("functions.", "mcp__files__")


def test_a_name_below_two_namespaces_is_not_guessed() -> None:
    """Where two tools fit, none is chosen."""
    registry = ToolRegistry([ToolSpec("x"), ToolSpec("b.x")], namespaces=("a.", "a.b."))
    assert registry.resolve("a.b.x") is None


@pytest.mark.parametrize(
    ("aliases", "namespaces", "place"),
    [({"b": "nowhere"}, (), "aliases[`b`]"), ({"a": "a"}, (), "aliases[`a`]"), ({}, ("x.", ""), "namespaces[1]")],
)
def test_aliases_and_namespaces_are_checked(aliases: dict[str, str], namespaces: tuple[str, ...], place: str) -> None:
    """They lead to a tool and hide none."""
    with pytest.raises(InputError) as caught:
        ToolRegistry([ToolSpec("a")], aliases=aliases, namespaces=namespaces)
    assert caught.value.place == place


def test_nearest_names_suggest() -> None:
    """Same last part first, then alike; nothing where nothing is."""
    registry = ToolRegistry([ToolSpec(name) for name in ("drive__files__read", "mail.send", "order_status", "order_state")])
    assert registry.nearest("read") == ("drive__files__read",)
    assert registry.nearest("functions.send")[0] == "mail.send"
    assert registry.nearest("orderStatus", limit=1) == ("order_status",)
    assert registry.nearest("teleport") == ()
    assert registry.nearest("\ud800" * 100_000) == ()


# ---- schemas


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "quux"}, "not valid JSON Schema"),
        ({"type": "object", "properties": {"a": 5}}, "/properties/a"),
        ({"type": "object", "required": "a"}, "/required"),
        ({"properties": {"a": {"$ref": "https://example.com/a.json"}}}, "never fetched"),
        ({"properties": {"a": {"$ref": "file:///etc/hosts"}}}, "never fetched"),
        ({"properties": {"a": {"$ref": "#/$defs/none"}}}, "/$defs/none"),
        ({"properties": {"a": {"pattern": "(?=x)y"}}}, "linear time"),
        ({"properties": {"a": {"pattern": "["}}}, "linear time"),
        ({"$schema": "https://example.com/own", "type": "object"}, "unknown draft"),
        ({"$schema": 5}, "unknown draft"),
        ({"type": "string"}, "not an object"),
        ({"city": {"type": "string"}}, "under `properties`"),
        (5, "not a schema"),
        ([], "not a schema"),
        ("object", "not a schema"),
    ],
)
def test_a_broken_schema_says_why_and_what_to_do(schema: Json, words: str) -> None:
    """The tool is known, its schema is not used."""
    tool = spec(schema)
    assert tool.broken is not None
    assert words in tool.broken
    assert "; " in tool.broken
    assert tool.faults({"a": 1}) == ()


def test_a_schema_that_nests_too_deeply_is_broken() -> None:
    """Without a RecursionError."""
    schema: Json = {"type": "object"}
    for _ in range(150):
        schema = {"properties": {"a": schema}}
    broken = spec(schema).broken
    assert broken is not None
    assert "deeper" in broken


@pytest.mark.parametrize(
    ("schema", "draft"),
    [
        ({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}, "7"),
        ({"$schema": "http://json-schema.org/draft-06/schema#", "type": "object"}, "6"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "type": "object"}, "4"),
        ({"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object"}, "2019-09"),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema#", "type": "object"}, "2020-12"),
        ({"type": "object"}, "2020-12"),
        ({"properties": {"pair": {"items": [{"type": "string"}]}}}, "7"),
        ({"properties": {"n": {"minimum": 0, "exclusiveMinimum": True}}}, "4"),
    ],
)
def test_drafts(schema: Json, draft: str) -> None:
    """The declared one, else the newest that the schema is valid under."""
    tool = spec(schema)
    assert tool.broken is None
    assert tool.draft == draft


def test_each_draft_means_its_own() -> None:
    """Tuples in `items`, boolean bounds, dependencies."""
    assert faults({"properties": {"pair": {"items": [{"type": "string"}], "additionalItems": False}}}, {"pair": ["a", 1]}) == [("additionalItems", "/pair")]
    assert faults({"properties": {"n": {"minimum": 0, "exclusiveMinimum": True}}}, {"n": 0}) == [("exclusiveMinimum", "/n")]
    draft7: Json = {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {}, "b": {}}, "dependencies": {"a": ["b"]}}
    assert faults(draft7, {"a": 1}) == [("required", "/b")]


@pytest.mark.parametrize(
    ("written", "arguments"),
    [
        ({"type": "dict"}, {"v": {}}),
        ({"type": "float"}, {"v": 1.5}),
        ({"type": "str"}, {"v": "x"}),
        ({"type": "STRING"}, {"v": "x"}),
        ({"type": "tuple"}, {"v": [1]}),
        ({"type": "any"}, {"v": 1}),
        ({"type": ["str", "NoneType"]}, {"v": None}),
        ({"type": "string", "nullable": True}, {"v": None}),
    ],
)
def test_well_known_departures_are_read_and_noted(written: Json, arguments: dict[str, Json]) -> None:
    """Python type names, other cases, `any` and `nullable`."""
    tool = spec({"type": "dict", "properties": {"v": written}})
    assert tool.broken is None
    assert tool.faults(arguments) == ()
    assert any("/properties/v" in note for note in tool.notes)


def test_departures_are_read_in_schemas_only() -> None:
    """A default, an enum or a property named `type` is data."""
    schema: Json = {"type": "object", "properties": {"type": {"type": "string", "enum": ["dict"], "default": {"type": "str"}}}}
    tool = spec(schema)
    assert tool.parameters == schema
    assert tool.notes == ()


# ---- faults


def test_faults_have_precise_places() -> None:
    """One for each offending item; a missing property and an extra one are named themselves."""
    schema: Json = {
        "type": "object",
        "properties": {
            "count": {"type": "integer", "minimum": 1},
            "day": {"type": "string", "format": "date"},
            "to": {"type": "object", "properties": {"a/b": {"type": "string"}}, "required": ["a/b"], "additionalProperties": False},
            "tags": {"type": "array", "items": {"type": "string", "maxLength": 3}, "uniqueItems": True},
        },
        "required": ["count", "day"],
    }
    arguments: dict[str, Json] = {"count": 0, "to": {"x": 1, "y": 2}, "tags": ["long tag", 5, 5]}
    assert faults(schema, arguments) == [
        ("minimum", "/count"),
        ("required", "/day"),
        ("uniqueItems", "/tags"),
        ("maxLength", "/tags/0"),
        ("type", "/tags/1"),
        ("type", "/tags/2"),
        ("required", "/to/a~1b"),
        ("additionalProperties", "/to/x"),
        ("additionalProperties", "/to/y"),
    ]
    assert faults(schema, {"count": 1, "day": "2028-02-29", "to": {"a/b": "x"}, "tags": []}) == []


INVENTED: tuple[tuple[Json, dict[str, Json], list[str]], ...] = (
    ({"properties": {"a": {}}}, {"b": 1}, ["/b"]),
    ({"properties": {}}, {"b": 1}, ["/b"]),
    ({"properties": {"a": {}}, "additionalProperties": True}, {"b": 1}, []),
    ({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}, {"b": 1}, []),
    ({"properties": {"a": {}}, "unevaluatedProperties": True}, {"b": 1}, []),
    ({"properties": {"a": {}}, "patternProperties": {"^b": {}}}, {"b": 1, "c": 1}, ["/c"]),
    ({"type": "object"}, {"b": 1}, []),
    ({"properties": {"a": {"type": "object"}}}, {"a": {"b": 1}}, []),
    ({"properties": {"a": {"properties": {"c": {}}}}}, {"a": {"b": 1}}, ["/a/b"]),
    ({"properties": {"a": {"items": {"properties": {"c": {}}}}}}, {"a": [{"c": 1}, {"b": 1}]}, ["/a/1/b"]),
    ({"properties": {"a": {}}, "allOf": [{"properties": {"b": {}}}]}, {"b": 1}, []),
    ({"properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}, {"properties": {"c": {}}}]}, {"b": 1, "d": 1}, ["/d"]),
    ({"$defs": {"x": {"properties": {"b": {}}}}, "$ref": "#/$defs/x", "properties": {"a": {}}}, {"a": 1, "b": 1, "c": 1}, ["/c"]),
    ({"properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"properties": {"b": {}}}}, {"a": 1, "b": 1}, []),
    ({"properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1, "b": 1}, ["/b"]),
    ({"properties": {"a": {"anyOf": [{"type": "object"}, {"type": "object", "properties": {"c": {}}}]}}}, {"a": {"b": 1}}, []),
    ({"properties": {"a": {}}, "additionalProperties": False}, {"b": 1}, ["/b"]),
    ({"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False}, {"b": 1}, ["/b"]),
)


@pytest.mark.parametrize(("schema", "arguments", "invented"), INVENTED)
def test_undeclared_properties_are_invented_unless_allowed(schema: Json, arguments: dict[str, Json], invented: list[str]) -> None:
    """The default of JSON Schema, which leaves objects open, is no permission."""
    assert faults(schema, arguments) == [("additionalProperties", pointer) for pointer in invented]


def test_alternatives_report_the_one_that_was_meant() -> None:
    """By type, by the property that tells them apart, else one fault at the value."""
    circle: Json = {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]}
    square: Json = {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]}
    shape: Json = {"properties": {"shape": {"oneOf": [circle, square, {"type": "null"}]}}}
    assert faults(shape, {"shape": {"kind": "square", "side": "2"}}) == [("type", "/shape/side")]
    assert faults(shape, {"shape": {"kind": "circle"}}) == [("required", "/shape/radius")]
    assert faults(shape, {"shape": 7}) == [("type", "/shape")]
    assert faults(shape, {"shape": {"kind": "line"}}) == [("oneOf", "/shape")]
    optional: Json = {"properties": {"n": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]}}}
    assert faults(optional, {"n": 0}) == [("minimum", "/n")]
    assert faults(optional, {"n": None}) == []
    message = only(optional, {"n": "one"}).message
    assert "an integer or null" in message
    assert "`one`" in message
    choices: Json = {"properties": {"c": {"anyOf": [{"enum": ["a", "b"]}, {"const": "z"}]}}}
    assert only(choices, {"c": "q"}).allowed == ("a", "b", "z")
    assert faults({"properties": {"n": {"oneOf": [{"type": "integer"}, {"type": "number"}]}}}, {"n": 1}) == [("oneOf", "/n")]


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"enum": ["low", "high"]}, "urgent", ["`urgent`", "`low`, `high`"]),
        ({"const": 7}, 8, ["`8`", "`7`"]),
        ({"type": "integer"}, "3", ["`3`", "a string", "an integer"]),
        ({"type": "array"}, "[1]", ["an array itself, not a text"]),
        ({"minimum": 3}, 2, ["`2`", "at least `3`"]),
        ({"format": "email"}, "ann at example", ["format `email`"]),
        ({"pattern": "^A"}, "b", ["pattern `^A`"]),
        ({"type": "string", "maxLength": 2}, "x" * 500, ["…", "at most `2`"]),
        ({"not": {"const": 1}}, 1, ["ruled out"]),
        ({"propertyNames": {"maxLength": 2}}, {"long": 1}, ["`long`", "at most `2`"]),
        (False, 1, ["leave it out"]),
    ],
)
def test_messages_name_the_value_and_what_is_allowed(schema: Json, value: Json, words: list[str]) -> None:
    """One short lower-case sentence that can be printed."""
    fault = only({"properties": {"v": schema}}, {"v": value})
    assert all(word in fault.message for word in words), fault.message
    assert len(fault.message) < 400
    assert "\n" not in fault.message


@pytest.mark.parametrize(
    ("format_name", "good", "bad"),
    [
        ("date", "2028-02-29", "2027-02-29"),
        ("date-time", "2027-03-01T10:00:00Z", "2027-03-01 10 o'clock"),
        ("time", "10:00:00Z", "25:00:00Z"),
        ("email", "ann@example.com", "ann.example.com"),
        ("uri", "https://example.com/a", "example"),
        ("uuid", "123e4567-e89b-42d3-a456-426614174000", "123e4567"),
        ("ipv4", "192.0.2.1", "192.0.2.256"),
        ("phone", "anything", None),
    ],
)
def test_formats_are_asserted(format_name: str, good: str, bad: str | None) -> None:
    """Those of JSON Schema; others are not known and say nothing."""
    schema: Json = {"properties": {"v": {"type": "string", "format": format_name}}}
    assert faults(schema, {"v": good}) == []
    if bad is not None:
        assert faults(schema, {"v": bad}) == [("format", "/v")]


def test_integers_of_any_size_are_compared_exactly() -> None:
    """Beyond 64 bits, no float in between."""
    huge = 10**40
    assert faults({"properties": {"n": {"type": "integer", "maximum": huge}}}, {"n": huge}) == []
    assert faults({"properties": {"n": {"type": "integer", "maximum": huge}}}, {"n": huge + 1}) == [("maximum", "/n")]
    assert faults({"properties": {"n": {"enum": [huge]}}}, {"n": huge + 1}) == [("enum", "/n")]
    assert faults({"properties": {"n": {"type": "integer"}}}, {"n": 10**4000}) == []


def test_half_surrogate_pairs_do_not_stop_the_check() -> None:
    """The rest is still checked."""
    schema: Json = {"properties": {"a": {"type": "string", "maxLength": 1}, "n": {"type": "integer"}}, "required": ["a"]}
    assert faults(schema, {"a": "\ud800", "n": "x"}) == [("type", "/n")]


def test_a_catastrophic_pattern_is_harmless() -> None:
    """It is matched without backtracking, and what does not fit is told."""
    assert faults({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * 50_000 + "!"}) == [("pattern", "/a")]


def test_alternatives_that_multiply_are_not_followed() -> None:
    """Neither definitions that double nor a recursion that branches can hold the check up; it says that it could not tell."""
    doubling: dict[str, Json] = {f"n{place}": cast("Json", {"allOf": [{"$ref": f"#/$defs/n{place + 1}"}] * 2}) for place in range(40)}
    doubling["n40"] = {"type": "string"}
    branch: Json = {"anyOf": [{"properties": {"a": {"$ref": "#/$defs/n"}}, "required": [name]} for name in ("b", "c")]}
    value: Json = {}
    for _ in range(150):
        value = {"a": value}
    assert ("limit", "") in faults({"$defs": doubling, "properties": {"v": {"$ref": "#/$defs/n0"}}}, {"v": 1})
    assert ("limit", "") in faults({"$defs": {"n": branch}, "properties": {"v": {"$ref": "#/$defs/n"}}}, {"v": value})


def test_a_recursive_schema_is_followed() -> None:
    """A tree of filters, checked down to its leaves."""
    node: Json = {
        "oneOf": [
            {"type": "object", "properties": {"op": {"enum": ["and", "or"]}, "args": {"type": "array", "items": {"$ref": "#/$defs/node"}}}, "required": ["op", "args"]},
            {"type": "object", "properties": {"op": {"const": "eq"}, "value": {"type": "integer"}}, "required": ["op", "value"]},
        ]
    }
    schema: Json = {"$defs": {"node": node}, "properties": {"where": {"$ref": "#/$defs/node"}}, "required": ["where"]}
    good: Json = {"op": "and", "args": [{"op": "eq", "value": 1}, {"op": "or", "args": [{"op": "eq", "value": 2}]}]}
    bad: Json = {"op": "and", "args": [{"op": "eq", "value": 1}, {"op": "or", "args": [{"op": "eq", "value": "2"}]}]}
    assert faults(schema, {"where": good}) == []
    assert faults(schema, {"where": bad}) == [("type", "/where/args/1/args/0/value")]


def test_ten_thousand_tools_load() -> None:
    """Each is found by its name and checks its own arguments."""
    schema: Json = {"type": "object", "properties": {name: {"type": "string"} for name in "abcdef"}}
    tools: list[Json] = [{"name": f"tool_{place}", "parameters": schema} for place in range(10_000)]
    registry = ToolRegistry.from_openai(tools)
    assert len(registry) == 10_000
    last = registry.resolve("tool_9999")
    assert last is not None
    assert [fault.keyword for fault in last.faults({"a": 1})] == ["type"]
