"""The tools that a model may call. Names resolve exactly, through a declared alias or below a declared namespace, and in no other way."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import cast

from .errors import InputError
from .schema_dialect import MAX_SCHEMA_DEPTH, is_too_deep, standard_schema
from .schema_text import shown_value
from .tool_schema import CompiledSchema, SchemaFault, nearest_names
from .types import Json

__all__ = ["SchemaFault", "ToolRegistry", "ToolSpec"]

_OPEN: dict[str, Json] = {}
_SEPARATORS = (".", ":", "/", "__")


@dataclass(frozen=True)
class ToolSpec:
    """One tool: its name, its parameters as JSON Schema and the hints of its server.

    `parameters` is empty where the tool declares none: then anything goes. `notes` say what was read in a way other than JSON Schema's own.
    `output` is the JSON Schema of what the tool yields, empty where it declares none.
    The schema is checked and compiled when first asked about, and kept.
    """

    name: str
    description: str = ""
    parameters: Mapping[str, Json] = field(default_factory=dict[str, Json], hash=False)
    annotations: Mapping[str, Json] = field(default_factory=dict[str, Json], hash=False)
    notes: tuple[str, ...] = ()
    unusable: str | None = None
    output: Mapping[str, Json] = field(default_factory=dict[str, Json], hash=False)

    @cached_property
    def _compiled(self) -> CompiledSchema:
        return CompiledSchema(cast("dict[str, Json]", self.parameters))

    @property
    def broken(self) -> str | None:
        """Why the schema cannot be used, or None."""
        return self.unusable or self._compiled.broken

    @property
    def draft(self) -> str:
        """The draft of JSON Schema that the parameters were read as, such as `2020-12`."""
        return self._compiled.draft

    def faults(self, arguments: dict[str, Json]) -> tuple[SchemaFault, ...]:
        """Where the arguments break the schema, sorted by pointer; nothing where the schema is broken.

        A property that an object schema with `properties` does not list counts as a fault unless the schema expressly allows it
        (`additionalProperties` true or a schema, or a `patternProperties` that matches).

        Example:
            >>> track = ToolSpec("track", parameters={"type": "object", "properties": {"days": {"type": "integer"}}})
            >>> [(fault.keyword, fault.pointer) for fault in track.faults({"days": "two", "city": "Quito"})]
            [('additionalProperties', '/city'), ('type', '/days')]
        """
        return () if self.unusable else self._compiled.faults(arguments)


class ToolRegistry:
    """An immutable set of tools by name."""

    def __init__(self, tools: Iterable[ToolSpec] = (), *, aliases: Mapping[str, str] | None = None, namespaces: Iterable[str] = ()) -> None:
        """`aliases` maps other names to registered ones; `namespaces` are prefixes, such as `functions.`, that may stand before a name.

        Raises:
            InputError: two tools share a name, an alias hides a tool or leads to none, or a namespace is empty.
        """
        self._tools: dict[str, ToolSpec] = {}
        for index, tool in enumerate(tools):
            if tool.name in self._tools:
                raise InputError(f"tools[{index}].name", problem=f"{shown_value(tool.name)} is registered twice", remedy="give each tool a name of its own")
            self._tools[tool.name] = tool
        self._aliases = dict(aliases or {})
        self._namespaces = tuple(namespaces)
        self._check_other_names()

    @classmethod
    def from_openai(cls, tools: Iterable[Json], *, aliases: Mapping[str, str] | None = None, namespaces: Iterable[str] = ()) -> ToolRegistry:
        """The tools of an API request or of an MCP server: OpenAI chat and responses, Anthropic (`input_schema`) and MCP (`inputSchema`) forms.

        A schema that cannot be used is no error here: its tool is `broken`, and calls of it are refused.

        Raises:
            InputError: an entry is not a tool in one of these forms, holds what is not JSON, or repeats a name.
        """
        if isinstance(tools, (str, bytes, Mapping)):
            raise InputError("tools", problem="it is not a list", remedy="pass a list of tool definitions")
        specs = [_tool(tool, f"tools[{index}]") for index, tool in enumerate(tools)]
        return cls(specs, aliases=aliases, namespaces=namespaces)

    def _check_other_names(self) -> None:
        for alias, target in self._aliases.items():
            place = f"aliases[{shown_value(alias)}]"
            if target not in self._tools:
                raise InputError(place, problem=f"{shown_value(target)} is not a registered tool", remedy="point the alias at a registered name")
            if alias in self._tools:
                raise InputError(place, problem="a tool of this name is registered", remedy="remove the alias or rename the tool")
        for index, namespace in enumerate(self._namespaces):
            if not namespace:
                raise InputError(f"namespaces[{index}]", problem="it is empty", remedy="declare the prefix as it is written, such as `functions.`")

    @property
    def names(self) -> tuple[str, ...]:
        """The registered names, in the order of the tools."""
        return tuple(self._tools)

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names of registered tools."""
        return MappingProxyType(self._aliases)

    @property
    def namespaces(self) -> tuple[str, ...]:
        """Prefixes that may stand before a registered name."""
        return self._namespaces

    def __len__(self) -> int:
        return len(self._tools)

    def resolve(self, name: str) -> ToolSpec | None:
        """The tool of exactly this name, of this alias, or of what follows a declared namespace; None where no or several tools fit.

        Example:
            >>> tools = ToolRegistry([ToolSpec("track")], aliases={"trace": "track"}, namespaces=["functions."])
            >>> [tool and tool.name for tool in map(tools.resolve, ["track", "trace", "functions.track", "Track"])]
            ['track', 'track', 'track', None]
        """
        found = self._tools.get(name)
        if found is not None:
            return found
        target = self._aliases.get(name)
        if target is not None:
            return self._tools[target]
        below = {name[len(namespace) :] for namespace in self._namespaces if name.startswith(namespace)}
        fitting = [self._tools[rest] for rest in sorted(below) if rest in self._tools]
        return fitting[0] if len(fitting) == 1 else None

    def nearest(self, name: str, limit: int = 3) -> tuple[str, ...]:
        """Registered names that look like this one, for suggestions only: first those that end alike after a separator, then similar ones."""
        ending = _last_part(name[:200])
        alike = tuple(known for known in self._tools if ending and _last_part(known) == ending)
        similar = nearest_names(name, self.names, limit=limit)
        return tuple(dict.fromkeys((*alike, *similar)))[:limit]

    @cached_property
    def digest(self) -> str:
        """SHA-256 hex digest of the tools, aliases and namespaces; the order of the tools does not matter."""
        tools = [_content(self._tools[name]) for name in sorted(self._tools)]
        return hashlib.sha256(_canonical([tools, self._aliases, sorted(self._namespaces)]).encode()).hexdigest()


def _last_part(name: str) -> str:
    for separator in _SEPARATORS:
        name = name.rsplit(separator, 1)[-1]
    return name.casefold()


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _content(tool: ToolSpec) -> list[object]:
    declared: list[object] = [tool.name, tool.description, dict(tool.parameters), dict(tool.annotations), tool.unusable]
    return [*declared, dict(tool.output)] if tool.output else declared


# ---- reading --------------------------------------------------------------------------------------------------------------------------


def _tool(tool: Json, place: str) -> ToolSpec:
    if not isinstance(tool, Mapping):
        raise InputError(place, problem="it is not an object", remedy="pass each tool as an object with a name and a schema")
    entry, place = _entry(_copied(tool, place), place)
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
    parameters, notes, unusable = _parameters(entry)
    output = entry.get("outputSchema") or entry.get("output_schema")
    return ToolSpec(name, description, parameters, annotations, notes, unusable, output if isinstance(output, dict) else {})


def _copied(tool: Mapping[str, Json], place: str) -> dict[str, Json]:
    """A copy of our own: later changes by the host do not reach it."""
    try:
        return cast("dict[str, Json]", json.loads(json.dumps(dict(tool), allow_nan=False)))
    except (TypeError, ValueError, RecursionError) as error:
        problem = f"it is not JSON ({str(error)[:120]})"
        raise InputError(place, problem=problem, remedy="define the tool with strings, numbers, booleans, null, lists and dicts only") from error


def _entry(tool: dict[str, Json], place: str) -> tuple[dict[str, Json], str]:
    if "function" not in tool or "name" in tool:
        return tool, place
    function = tool["function"]
    if not isinstance(function, dict):
        raise InputError(f"{place}.function", problem="it is not an object", remedy="put the name and the parameters of the tool there")
    return {"annotations": tool.get("annotations"), **function}, f"{place}.function"


def _parameters(entry: dict[str, Json]) -> tuple[dict[str, Json], tuple[str, ...], str | None]:
    """The schema in standard form, notes on how it was read, and why it cannot be used, if so."""
    key = next((key for key in ("parameters", "input_schema", "inputSchema") if entry.get(key) is not None), None)
    schema = entry[key] if key is not None else True
    if schema is True:
        return _OPEN, (), None
    if not isinstance(schema, dict):
        return _OPEN, (), f"`{key}` is {shown_value(schema)}, not a schema; pass an object schema"
    if is_too_deep(schema):
        return _OPEN, (), f"its schema nests deeper than {MAX_SCHEMA_DEPTH} levels; flatten it"
    standard, notes = standard_schema(schema)
    return standard, notes, None
