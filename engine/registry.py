"""The tools that a model may call. Names resolve exactly, through a declared alias or below a declared namespace, and in no other way."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType

from .callables import callable_specs
from .errors import InputError
from .schema_text import shown_value
from .tool_forms import gemini_specs, langchain_specs, listed_specs, mcp_specs
from .tool_schema import SchemaFault, nearest_names
from .tool_spec import ToolSpec
from .types import Json

__all__ = ["SchemaFault", "ToolRegistry", "ToolSpec"]

_SEPARATORS = (".", ":", "/", "__")


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
        return cls(listed_specs(tools), aliases=aliases, namespaces=namespaces)

    @classmethod
    def from_anthropic(cls, tools: Iterable[object], *, aliases: Mapping[str, str] | None = None, namespaces: Iterable[str] = ()) -> ToolRegistry:
        """The `tools` of an Anthropic request: `{name, description, input_schema}`, as mappings or objects of their client.

        Raises:
            InputError: an entry is not such a tool, holds what is not JSON, or repeats a name.
        """
        return cls(listed_specs(tools), aliases=aliases, namespaces=namespaces)

    @classmethod
    def from_mcp(
        cls,
        result: object,
        *,
        namespace: str = "",
        trust_hints: bool = False,
        aliases: Mapping[str, str] | None = None,
        namespaces: Iterable[str] = (),
    ) -> ToolRegistry:
        """The tools of an MCP server: a `tools/list` result, or the tools of all its pages as a list, as mappings or objects.

        `namespace` is what the host puts before each name, such as `files__`. A server says of itself what its tools do, so its hints only
        lower trust (`destructiveHint` true, `readOnlyHint` false) unless the host trusts the server.

        Raises:
            InputError: an entry is not a tool, or the result has a further page.
        """
        return cls(mcp_specs(result, namespace=namespace, trust_hints=trust_hints), aliases=aliases, namespaces=namespaces)

    @classmethod
    def from_gemini(cls, tools: Iterable[object], *, aliases: Mapping[str, str] | None = None, namespaces: Iterable[str] = ()) -> ToolRegistry:
        """The `tools` of a Gemini request, or function declarations by themselves, in snake or camel case.

        Raises:
            InputError: an entry is neither, holds what is not JSON, or repeats a name.
        """
        return cls(gemini_specs(tools), aliases=aliases, namespaces=namespaces)

    @classmethod
    def from_langchain(cls, tools: Iterable[object], *, aliases: Mapping[str, str] | None = None, namespaces: Iterable[str] = ()) -> ToolRegistry:
        """LangChain tools, without an import of it: objects with `name`, `description` and `tool_call_schema` or `args_schema`.

        Raises:
            InputError: an object is no such tool, or its schema cannot be had.
        """
        return cls(langchain_specs(tools), aliases=aliases, namespaces=namespaces)

    @classmethod
    def from_callables(
        cls,
        functions: Iterable[Callable[..., object]] | Mapping[str, Callable[..., object]],
        *,
        aliases: Mapping[str, str] | None = None,
        namespaces: Iterable[str] = (),
    ) -> ToolRegistry:
        """Python functions as tools, named after themselves or by the keys of a mapping.

        The schema comes from the signature: type hints as pydantic reads them, defaults, and descriptions from `Annotated` or from an
        `Args:` section of the docstring, whose text before it describes the tool.

        Raises:
            InputError: a parameter cannot be given by name (`*args`, `**kwargs`, positional-only), or its type has no JSON Schema.

        Example:
            >>> def track(order_id: str, days: int = 7) -> str:
            ...     "Where an order is."
            ...     return ""
            >>> ToolRegistry.from_callables([track]).resolve("track").parameters["required"]
            ['order_id']
        """
        return cls(callable_specs(functions), aliases=aliases, namespaces=namespaces)

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
