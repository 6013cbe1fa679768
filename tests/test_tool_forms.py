"""Registries from every form of tool definitions: the same tool is the same entry, and what is no tool is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Annotated, Literal, Optional, cast

import pytest
from groundrules.engine.errors import InputError
from groundrules.engine.registry import ToolRegistry, ToolSpec
from groundrules.engine.slots import effect_of
from groundrules.engine.types import Effect, Json
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field
from strategies import ToolUse, function_of, tool_uses
from typing_extensions import TypedDict

SCHEMA: dict[str, Json] = {"type": "object", "properties": {"order_id": {"type": "string"}, "days": {"type": "integer"}}, "required": ["order_id"]}


@dataclass
class Tool:
    """A tool object as LangChain has them; only the names of the fields count."""

    name: str
    description: str
    args_schema: object


def only(registry: ToolRegistry) -> ToolSpec:
    (name,) = registry.names
    tool = registry.resolve(name)
    assert tool is not None
    return tool


def _capitals(schema: Json) -> Json:
    """A schema as Gemini writes it: types in capitals."""
    if isinstance(schema, list):
        return [_capitals(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: value.upper() if key == "type" and isinstance(value, str) else _capitals(value) for key, value in schema.items()}


FORMS: dict[str, Callable[[str, str, dict[str, Json]], ToolRegistry]] = {
    "chat": lambda name, text, schema: ToolRegistry.from_openai(
        [{"type": "function", "function": {"name": name, "description": text, "parameters": schema}}]
    ),
    "responses": lambda name, text, schema: ToolRegistry.from_openai([{"type": "function", "name": name, "description": text, "parameters": schema}]),
    "anthropic": lambda name, text, schema: ToolRegistry.from_anthropic([{"name": name, "description": text, "input_schema": schema}]),
    "mcp": lambda name, text, schema: ToolRegistry.from_mcp({"tools": [{"name": name, "description": text, "inputSchema": schema}]}),
    "gemini": lambda name, text, schema: ToolRegistry.from_gemini(
        [{"function_declarations": [{"name": name, "description": text, "parameters": _capitals(schema)}]}]
    ),
    "gemini_json": lambda name, text, schema: ToolRegistry.from_gemini([{"name": name, "description": text, "parametersJsonSchema": schema}]),
    "langchain": lambda name, text, schema: ToolRegistry.from_langchain([Tool(name, text, {"title": name, "description": text, **schema})]),
}


@given(tool_uses(), st.sampled_from(("", "Looks it up.")))
def test_the_same_tool_in_every_form_is_the_same_registry(use: ToolUse, description: str) -> None:
    """One digest, whatever the form."""
    schema = cast("dict[str, Json]", function_of(use.tool)["parameters"])
    digests = {name: build(use.name, description, json.loads(json.dumps(schema))).digest for name, build in FORMS.items()}
    assert len(set(digests.values())) == 1, digests


class Speed(Enum):
    FAST = "fast"
    SLOW = "slow"


class Address(BaseModel):
    """Where it goes."""

    city: str
    title: str = Field(default="", description="how to greet")


@dataclass
class Parcel:
    weight: float


class Extra(TypedDict, total=False):
    note: str


def ship(
    order_id: str,
    to: Address,
    parcels: list[Parcel],
    speed: Speed = Speed.SLOW,
    size: Literal["s", "m"] = "s",
    days: Annotated[int, "how many days it may take"] = 3,
    insured: Annotated[bool, Field(description="whether it is insured")] = False,
    price: Optional[float] = None,  # noqa: UP045
    tags: dict[str, int] | None = None,
    extra: Extra | None = None,
) -> str:
    """Send an order.

    It goes out today.

    Args:
        order_id: the id of the order,
            as the shop prints it
        days: not this text
        speed (Speed): how fast

    Returns:
        A number.
    """
    return f"{order_id}{to}{parcels}{speed}{size}{days}{insured}{price}{tags}{extra}"


def test_a_function_becomes_the_tool_that_one_would_write_by_hand() -> None:
    """Types, enums, models, dataclasses, defaults and descriptions."""
    tool = only(ToolRegistry.from_callables([ship]))
    assert (tool.name, tool.description) == ("ship", "Send an order.\n\nIt goes out today.")
    assert tool.broken is None
    assert tool.parameters == {
        "type": "object",
        "properties": {
            "order_id": {"type": "string", "description": "the id of the order, as the shop prints it"},
            "to": {"$ref": "#/$defs/Address"},
            "parcels": {"type": "array", "items": {"$ref": "#/$defs/Parcel"}},
            "speed": {"$ref": "#/$defs/Speed", "description": "how fast", "default": "slow"},
            "size": {"type": "string", "enum": ["s", "m"], "default": "s"},
            "days": {"type": "integer", "description": "how many days it may take", "default": 3},
            "insured": {"type": "boolean", "description": "whether it is insured", "default": False},
            "price": {"anyOf": [{"type": "number"}, {"type": "null"}], "default": None},
            "tags": {"anyOf": [{"type": "object", "additionalProperties": {"type": "integer"}}, {"type": "null"}], "default": None},
            "extra": {"anyOf": [{"$ref": "#/$defs/Extra"}, {"type": "null"}], "default": None},
        },
        "required": ["order_id", "to", "parcels"],
        "$defs": {
            "Address": {
                "type": "object",
                "description": "Where it goes.",
                "properties": {"city": {"type": "string"}, "title": {"type": "string", "default": "", "description": "how to greet"}},
                "required": ["city"],
            },
            "Parcel": {"type": "object", "properties": {"weight": {"type": "number"}}, "required": ["weight"]},
            "Speed": {"type": "string", "enum": ["fast", "slow"]},
            "Extra": {"type": "object", "properties": {"note": {"type": "string"}}},
        },
    }
    assert tool.faults({"order_id": "A", "to": {"city": "Quito"}, "parcels": [{"weight": 1.5}]}) == ()
    assert [fault.pointer for fault in tool.faults({"order_id": "A", "to": {}, "parcels": [], "size": "xl"})] == ["/size", "/to/city"]


def test_a_function_is_the_same_tool_as_its_schema_in_any_form() -> None:
    """The registry of a function has the digest of what an API would be sent for it."""
    tool = only(ToolRegistry.from_callables([ship]))
    for name, build in FORMS.items():
        if name != "gemini":
            assert build(tool.name, tool.description, dict(tool.parameters)).digest == ToolRegistry.from_callables([ship]).digest, name


class Shop:
    def track(self, order_id: str) -> str:
        """Where it is.

        :param order_id: the id
        """
        return order_id

    def __call__(self, city: str) -> str:
        return city


def test_methods_partials_and_callable_objects_have_their_own_parameters() -> None:
    """`self` and what is already bound are none; a mapping names what has no name, and untyped parameters take anything."""

    def untyped(first: object, *, second: object = ()) -> object:
        return first, second

    untyped.__annotations__.clear()
    named: dict[str, Callable[..., object]] = {"track": Shop().track, "call": Shop(), "ship": partial(ship, days=5), "any": untyped}
    registry = ToolRegistry.from_callables(named)
    names = {name: list(cast("dict[str, Json]", tool.parameters["properties"])) for name in registry.names if (tool := registry.resolve(name)) is not None}
    assert (names["track"], names["call"], names["any"]) == (["order_id"], ["city"], ["first", "second"])
    track, anything = registry.resolve("track"), registry.resolve("any")
    assert track is not None
    assert anything is not None
    assert track.description == "Where it is."
    assert track.parameters["properties"] == {"order_id": {"type": "string", "description": "the id"}}
    assert anything.faults({"first": [1]}) == ()


def _variadic(*values: str) -> None: ...
def _keywords(**values: str) -> None: ...
def _positional(value: str, /) -> None: ...
def _opaque(value: Callable[[], int]) -> None: ...
def _object(value: Shop) -> None: ...
def _unknown(value: object) -> None: ...


_unknown.__annotations__["value"] = "NotThere"


@pytest.mark.parametrize(
    ("functions", "place"),
    [
        ([_variadic], "tools[0].values"),
        ([ship, _keywords], "tools[1].values"),
        ([_positional], "tools[0].value"),
        ([_opaque], "tools[0].value"),
        ([_object], "tools[0].value"),
        ([_unknown], "tools[0]"),
        ([lambda: None], "tools[0]"),
        ([7], "tools[0]"),
        ({"a": 7}, "tools[a]"),
        (ship, "tools"),
        (7, "tools"),
        ([ship, ship], "tools[1].name"),
    ],
)
def test_functions_that_are_no_tools_are_refused(functions: object, place: str) -> None:
    """The place names the parameter; the error says what to do."""
    with pytest.raises(InputError) as caught:
        ToolRegistry.from_callables(cast("list[Callable[..., object]]", functions))
    assert caught.value.place == place
    assert caught.value.remedy


def test_hints_of_a_server_only_lower_trust() -> None:
    """A server's word makes a tool no safer unless the host trusts it; its word that a tool destroys or writes counts."""
    hints: Json = {"title": "x", "readOnlyHint": True, "destructiveHint": False, "idempotentHint": None, "openWorldHint": True}
    listing: Json = {"tools": [{"name": "purge", "inputSchema": SCHEMA, "annotations": hints}]}
    assert only(ToolRegistry.from_mcp(listing)).annotations == {"openWorldHint": True}
    assert only(ToolRegistry.from_mcp(listing, trust_hints=True)).annotations["readOnlyHint"] is True
    warned: Json = {"tools": [{"name": "get_order", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": False, "destructiveHint": True}}]}
    assert only(ToolRegistry.from_mcp(warned)).annotations == {"readOnlyHint": False, "destructiveHint": True}
    assert effect_of("get_order", read_only=False) is Effect.WRITE


@dataclass
class Hints:
    readOnlyHint: bool
    destructiveHint: bool | None = None


@dataclass
class ServerTool:
    name: str
    inputSchema: dict[str, Json]
    annotations: Hints
    description: str | None = None


@dataclass
class Listing:
    tools: list[ServerTool]
    nextCursor: str | None = None


def test_a_server_listing_may_be_objects_and_gets_its_prefix() -> None:
    """The objects of a client library read like the JSON; names get the host's prefix exactly."""
    listing = Listing([ServerTool("track", SCHEMA, Hints(readOnlyHint=False))])
    registry = ToolRegistry.from_mcp(listing, namespace="shop__")
    assert registry.names == ("shop__track",)
    assert only(registry).annotations == {"readOnlyHint": False}
    assert registry.digest == ToolRegistry.from_mcp([{"name": "track", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": False}}], namespace="shop__").digest


class Arguments(BaseModel):
    """What the model sees."""

    order_id: str = Field(description="the id")


class Old:
    @staticmethod
    def schema() -> dict[str, Json]:
        return {"title": "Old", **SCHEMA}


def test_langchain_tools_have_their_schema_as_a_model_or_a_mapping() -> None:
    """A pydantic model, a model of the old pydantic, and a mapping; the titles and the text of the model itself are left out."""
    tools = ToolRegistry.from_langchain([Tool("new", "x", Arguments), Tool("old", "x", Old), Tool("plain", "x", SCHEMA), Tool("open", "x", None)])
    new, old, opened = tools.resolve("new"), tools.resolve("old"), tools.resolve("open")
    assert new is not None
    assert old is not None
    assert opened is not None
    assert new.parameters == {"type": "object", "properties": {"order_id": {"type": "string", "description": "the id"}}, "required": ["order_id"]}
    assert old.parameters == SCHEMA
    assert opened.faults({"a": 1}) == ()


def test_gemini_schemas_are_read_in_both_cases() -> None:
    """Snake and camel case, several tools, counts as texts, the order of properties."""
    snake: Json = {"type": "OBJECT", "properties": {"a": {"any_of": [{"type": "STRING"}], "min_length": "2"}}, "property_ordering": ["a"]}
    camel: Json = {"type": "OBJECT", "properties": {"a": {"anyOf": [{"type": "STRING"}], "minLength": "2"}}, "propertyOrdering": ["a"]}
    one = ToolRegistry.from_gemini([{"functionDeclarations": [{"name": "f", "parameters": camel}]}, {"function_declarations": [{"name": "g"}]}])
    other = ToolRegistry.from_gemini([{"name": "g"}, {"name": "f", "parameters": snake}])
    assert one.digest == other.digest
    tool = one.resolve("f")
    assert tool is not None
    assert [fault.keyword for fault in tool.faults({"a": "x"})] == ["minLength"]


def test_a_custom_tool_takes_one_text() -> None:
    """Both ways in which OpenAI writes a tool of free text."""
    flat, nested = ToolRegistry.from_openai([{"type": "custom", "name": "run"}]), ToolRegistry.from_openai([{"type": "custom", "custom": {"name": "run"}}])
    assert flat.digest == nested.digest
    assert only(flat).faults({"input": "print(1)"}) == ()
    assert [fault.pointer for fault in only(flat).faults({})] == ["/input"]


REFUSED: list[tuple[str, object, str]] = [
    ("mcp", {"tools": [{"name": "a"}], "nextCursor": "p2"}, "nextCursor"),
    ("mcp", {"result": {}}, "tools"),
    ("mcp", {"tools": {"name": "a"}}, "tools"),
    ("mcp", {"tools": [{"inputSchema": {}}]}, "tools[0].name"),
    ("mcp", [{"name": "a"}, 5], "tools[1]"),
    ("mcp", None, "tools"),
    ("anthropic", [{"input_schema": {}}], "tools[0].name"),
    ("anthropic", [None], "tools[0]"),
    ("gemini", [{"function_declarations": {"name": "a"}}], "tools[0].function_declarations"),
    ("gemini", [{"function_declarations": [5]}], "tools[0].function_declarations[0]"),
    ("gemini", [{"google_search": {}}], "tools[0].name"),
    ("gemini", [{"name": "a", "parameters": {"x": b"1"}}], "tools[0].parameters"),
    ("langchain", [{"description": "x"}], "tools[0]"),
    ("langchain", ["x"], "tools[0]"),
    ("langchain", [Tool("a", "x", 7)], "tools[0].args_schema"),
    ("langchain", {"name": "a"}, "tools"),
]


@pytest.mark.parametrize(("build", "tools", "place"), REFUSED)
def test_what_is_no_tool_is_refused_with_its_place(build: str, tools: object, place: str) -> None:
    """In every form."""
    with pytest.raises(InputError) as caught:
        getattr(ToolRegistry, f"from_{build}")(tools)
    assert caught.value.place == place
    assert caught.value.remedy
