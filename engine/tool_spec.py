"""One tool as a registry holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from .tool_schema import CompiledSchema, SchemaFault
from .types import Json


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
