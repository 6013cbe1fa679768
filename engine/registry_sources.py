"""Registries from other places than a tool list in hand: an MCP server's answer, Python callables, a file."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from .errors import InputError
from .registry import ToolRegistry
from .types import Json


def registry_from_mcp(result: Json, *, aliases: Mapping[str, str] | None = None, namespaces: Iterable[str] = ()) -> ToolRegistry:
    """The tools of a whole `tools/list` result of an MCP server: `{"tools": [...]}`, or the JSON-RPC answer around it.

    Raises:
        InputError: it is not of that form, or is one page of several: a registry that lacks tools would call good ones invented.

    Example:
        >>> registry_from_mcp({"tools": [{"name": "track", "inputSchema": {"type": "object"}}]}).names
        ('track',)
    """
    content = result
    if isinstance(content, dict) and isinstance(content.get("result"), dict):
        content = content["result"]
    if not isinstance(content, dict) or not isinstance(content.get("tools"), list):
        raise InputError("tools/list", problem="it holds no list `tools`", remedy="pass the result of a `tools/list` request")
    if content.get("nextCursor") is not None:
        raise InputError("tools/list.nextCursor", problem="more pages follow", remedy="fetch them all and pass their tools as one list")
    return ToolRegistry.from_openai(cast("list[Json]", content["tools"]), aliases=aliases, namespaces=namespaces)


def registry_from_callables(functions: Iterable[Callable[..., object]] | Mapping[str, Callable[..., object]]) -> ToolRegistry:
    """The tools that Python functions are: name, docstring, and the JSON Schema of their annotations; a mapping gives them other names.

    Raises:
        InputError: a function has a parameter that no JSON object can give, or an annotation that has no JSON Schema.

    Example:
        >>> def track(order_id: str, days: int = 7) -> str:
        ...     "Finds a parcel."
        ...     return order_id
        >>> tools = registry_from_callables([track])
        >>> [fault.pointer for fault in tools.resolve("track").faults({"days": 2})]
        ['/order_id']
    """
    if isinstance(functions, Mapping):
        listed = cast("Mapping[str, Callable[..., object]]", functions)
        return ToolRegistry.from_openai([_definition(name, function) for name, function in listed.items()])
    return ToolRegistry.from_openai([_definition(_name(function, number), function) for number, function in enumerate(functions)])


def registry_from_file(path: str | Path) -> ToolRegistry:
    """The tools of a JSON file: a list of definitions, an object with `tools`, or a saved `tools/list` answer.

    Raises:
        InputError: the file holds none of these.
        OSError: the file cannot be read.
    """
    text = Path(path).read_bytes()
    try:
        content = cast("Json", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise InputError(str(path), problem=f"it is not JSON ({str(error)[:120]})", remedy="save the tool definitions as JSON") from error
    return ToolRegistry.from_openai(content) if isinstance(content, list) else registry_from_mcp(content)


def _name(function: Callable[..., object], number: int) -> str:
    name: object = getattr(function, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        raise InputError(f"functions[{number}]", problem="it has no name of its own", remedy="pass a mapping from names to functions")
    return name


def _definition(name: str, function: Callable[..., object]) -> dict[str, Json]:
    from pydantic.errors import PydanticUserError

    try:
        schema = _json_schema(function)
    except (PydanticUserError, NameError, TypeError, ValueError) as error:
        reason = str(error).partition("\n")[0][:160]
        raise InputError(name, problem=f"its parameters have no JSON Schema ({reason})", remedy="annotate them with JSON types, or pass a definition") from error
    if schema.get("type") != "object":
        raise InputError(name, problem="it takes arguments by position only", remedy="let its parameters be given by name, or pass a definition")
    return {"name": name, "description": inspect.getdoc(function) or "", "parameters": schema, "outputSchema": _output(function)}


def _output(function: Callable[..., object]) -> Json:
    """The schema of what an annotated function returns, where that is an object; else nothing is known of it."""
    from pydantic.errors import PydanticUserError

    try:
        returned: object = inspect.signature(function, eval_str=True).return_annotation
        if returned is inspect.Signature.empty:
            return {}
        schema = _json_schema(returned)
    except (PydanticUserError, NameError, TypeError, ValueError):
        return {}
    return schema if schema.get("type") in ("object", "array") else {}


def _json_schema(described: object) -> dict[str, Json]:
    """The JSON Schema of a type, or of the arguments of a function, as pydantic reads it."""
    from pydantic import TypeAdapter

    adapter = TypeAdapter(cast("type[object]", described))
    return cast("dict[str, Json]", adapter.json_schema())
