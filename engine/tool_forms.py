"""Tool definitions in the forms of APIs and frameworks, read into one: OpenAI chat and Responses, Anthropic, MCP, Gemini, LangChain.

The same tool gives the same `ToolSpec` whatever form it came in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import cast

from .errors import InputError
from .forms.parts import fields_of, list_at
from .forms.plain import plain_json
from .schema_dialect import MAX_SCHEMA_DEPTH, bare_schema, gemini_schema, is_too_deep, standard_schema
from .schema_text import shown_value
from .tool_spec import ToolSpec
from .types import Json

_OPEN: dict[str, Json] = {}
_FIELDS = ("type", "name", "description", "parameters", "input_schema", "inputSchema", "annotations", "function", "custom")
_SCHEMAS = ("parameters", "input_schema", "inputSchema")
_HINTS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_DECLARATIONS = ("function_declarations", "functionDeclarations")
_LOWERING: Mapping[str, bool] = {"destructiveHint": True, "readOnlyHint": False, "idempotentHint": False, "openWorldHint": True}
"""The hints that make a tool look more dangerous than their absence does."""
_FREE_TEXT: dict[str, Json] = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
"""The arguments of a custom tool, which takes free text, as `ToolCall.from_openai` gives them."""


def listed_specs(tools: object) -> list[ToolSpec]:
    """The tools of an API request: OpenAI chat and Responses, Anthropic (`input_schema`) and MCP (`inputSchema`) forms.

    Raises:
        InputError: an entry is not a tool in one of these forms, or holds what is not JSON.
    """
    return [_tool(tool, f"tools[{index}]") for index, tool in enumerate(_entries(tools))]


def mcp_specs(result: object, *, namespace: str = "", trust_hints: bool = False) -> list[ToolSpec]:
    """The tools of a `tools/list` result, or of a list of tools. See `ToolRegistry.from_mcp`."""
    listing = fields_of(result, ("tools", "nextCursor"))
    if listing is not None:
        if listing.get("nextCursor"):
            raise InputError("nextCursor", problem="the server has more tools on a further page", remedy="pass the tools of all pages as one list")
        if "tools" not in listing:
            raise InputError("tools", problem="it is missing", remedy="pass the result of `tools/list`, or its list of tools")
    specs = listed_specs(result if listing is None else listing["tools"])
    return [_hinted(replace(spec, name=f"{namespace}{spec.name}"), trust_hints=trust_hints) for spec in specs]


def _hinted(spec: ToolSpec, *, trust_hints: bool) -> ToolSpec:
    if trust_hints:
        return spec
    return replace(spec, annotations={name: hint for name, hint in spec.annotations.items() if name in _LOWERING and hint is _LOWERING[name]})


def gemini_specs(tools: object) -> list[ToolSpec]:
    """The function declarations of Gemini tools. See `ToolRegistry.from_gemini`."""
    specs: list[ToolSpec] = []
    for index, tool in enumerate(_entries(tools)):
        place = f"tools[{index}]"
        entry = _mapping(tool, place)
        key = next((key for key in _DECLARATIONS if entry.get(key) is not None), None)
        if key is None:
            specs.append(_declaration(entry, place))
            continue
        listed = list_at(entry[key], f"{place}.{key}", what="function declarations")
        specs += [_declaration(_mapping(one, f"{place}.{key}[{number}]"), f"{place}.{key}[{number}]") for number, one in enumerate(listed)]
    return specs


def _declaration(entry: Mapping[str, Json], place: str) -> ToolSpec:
    schema = next((entry[key] for key in ("parameters_json_schema", "parametersJsonSchema") if entry.get(key) is not None), None)
    if schema is None and entry.get("parameters") is not None:
        schema = gemini_schema(plain_json(entry["parameters"], f"{place}.parameters"))
    return _tool({"name": entry.get("name"), "description": entry.get("description"), "parameters": schema}, place)


def langchain_specs(tools: object) -> list[ToolSpec]:
    """LangChain tools by duck typing. See `ToolRegistry.from_langchain`."""
    specs: list[ToolSpec] = []
    for index, tool in enumerate(_entries(tools)):
        place = f"tools[{index}]"
        fields = fields_of(tool, ("name", "description", "tool_call_schema", "args_schema"))
        if fields is None or "name" not in fields:
            raise InputError(place, problem="it is no tool", remedy="pass objects with `name`, `description` and `args_schema`")
        schema = next((fields[key] for key in ("tool_call_schema", "args_schema") if fields.get(key) is not None), None)
        written = None if schema is None else bare_schema(_written_schema(schema, f"{place}.args_schema"))
        if isinstance(written, dict):
            written.pop("description", None)
        specs.append(_tool({"name": fields["name"], "description": fields.get("description"), "parameters": written}, place))
    return specs


def _written_schema(schema: object, place: str) -> Json:
    """The JSON Schema of a mapping or of a model class of either pydantic."""
    if isinstance(schema, Mapping):
        return plain_json(cast("object", schema), place)
    for name in ("model_json_schema", "schema"):
        method = cast("Callable[[], object] | None", getattr(schema, name, None))
        if callable(method):
            return _generated(method, place)
    raise InputError(place, problem=f"a {type(schema).__name__} has no JSON Schema", remedy="give a mapping or a pydantic model")


def _generated(method: Callable[[], object], place: str) -> Json:
    try:
        return plain_json(method(), place)
    except (TypeError, NameError, RuntimeError) as error:
        raise InputError(place, problem=f"its JSON Schema cannot be had ({str(error)[:120]})", remedy="give the schema as a mapping") from error


def _entries(tools: object) -> Iterable[object]:
    if isinstance(tools, str | bytes | Mapping) or not isinstance(tools, Iterable):
        raise InputError("tools", problem="it is not a list", remedy="pass a list of tool definitions")
    return cast("Iterable[object]", tools)


def _mapping(tool: object, place: str) -> Mapping[str, Json]:
    """The fields of a tool, those of an object by its own dump where it has one."""
    dump = cast("Callable[..., object] | None", getattr(tool, "model_dump", None))
    fields = fields_of(dump(exclude_none=True) if callable(dump) else tool, (*_FIELDS, *_DECLARATIONS, "parameters_json_schema"))
    if fields is None:
        raise InputError(place, problem="it is not an object", remedy="pass each tool as an object with a name and a schema")
    return fields


# ---- one definition -------------------------------------------------------------------------------------------------------------------


def _tool(tool: object, place: str) -> ToolSpec:
    entry, place = _entry(_copied(_mapping(tool, place), place), place)
    name = entry.get("name")
    if not isinstance(name, str) or not name:
        problem = "it is missing" if name is None else "it is not a text, or empty"
        raise InputError(f"{place}.name", problem=problem, remedy="name the tool as the model is to call it; leave out tools that the provider runs itself")
    description = entry.get("description") or ""
    if not isinstance(description, str):
        raise InputError(f"{place}.description", problem="it is not a text", remedy="describe the tool in a string")
    annotations = entry.get("annotations") or {}
    if not isinstance(annotations, dict):
        raise InputError(f"{place}.annotations", problem="it is not an object", remedy="pass the server's hints as an object")
    annotations = {key: hint for key, hint in annotations.items() if hint is not None}
    parameters, notes, unusable = _parameters(entry)
    output = entry.get("outputSchema") or entry.get("output_schema")
    return ToolSpec(name, description, parameters, annotations, notes, unusable, output if isinstance(output, dict) else {})


def _copied(tool: Mapping[str, Json], place: str) -> dict[str, Json]:
    """A copy of our own: later changes by the host do not reach it."""
    try:
        return cast("dict[str, Json]", json.loads(json.dumps(dict(tool), allow_nan=False, default=_hints)))
    except (TypeError, ValueError, RecursionError) as error:
        problem = f"it is not JSON ({str(error)[:120]})"
        raise InputError(place, problem=problem, remedy="define the tool with strings, numbers, booleans, null, lists and dicts only") from error


def _hints(value: object) -> Json:
    name = type(value).__name__
    fields = None if isinstance(value, Mapping) else fields_of(value, _HINTS)
    if fields is None:
        raise TypeError(f"a {name} is no JSON")
    return dict(fields)


def _entry(tool: dict[str, Json], place: str) -> tuple[dict[str, Json], str]:
    if tool.get("type") == "custom" and not any(tool.get(key) is not None for key in _SCHEMAS):
        custom = tool.get("custom")
        return {**(custom if isinstance(custom, dict) else tool), "parameters": dict(_FREE_TEXT)}, place
    if "function" not in tool or "name" in tool:
        return tool, place
    function = tool["function"]
    if not isinstance(function, dict):
        raise InputError(f"{place}.function", problem="it is not an object", remedy="put the name and the parameters of the tool there")
    return {"annotations": tool.get("annotations"), **function}, f"{place}.function"


def _parameters(entry: dict[str, Json]) -> tuple[dict[str, Json], tuple[str, ...], str | None]:
    """The schema in standard form, notes on how it was read, and why it cannot be used, if so."""
    key = next((key for key in _SCHEMAS if entry.get(key) is not None), None)
    schema = entry[key] if key is not None else True
    if schema is True:
        return _OPEN, (), None
    if not isinstance(schema, dict):
        return _OPEN, (), f"`{key}` is {shown_value(schema)}, not a schema; pass an object schema"
    if is_too_deep(schema):
        return _OPEN, (), f"its schema nests deeper than {MAX_SCHEMA_DEPTH} levels; flatten it"
    standard, notes = standard_schema(schema)
    return standard, notes, None
