"""What a registry held at one moment, and what has changed since: a plan that was made for other tools is not safe with these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from ..errors import InputError
from ..registry import ToolRegistry, ToolSpec
from ..types import Json
from .digests import content_digest

LOCAL_REGISTRY = "local"
"""The id of a registry that nobody named."""


def schema_digest(tool: ToolSpec) -> str:
    """SHA-256 over the canonical JSON (RFC 8785) of what the tool declares: name, description, parameters, output, hints.

    The description belongs to it because a planner chooses by it: a tool whose description was exchanged is another tool.
    """
    declared: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.parameters),
        "output": dict(tool.output),
        "annotations": dict(tool.annotations),
        "unusable": tool.unusable,
    }
    return content_digest(declared)


@dataclass(frozen=True, slots=True)
class RegistrySnapshot:
    """The registry as it was: its id, its digest, and the digest of each tool's schema by name."""

    registry_id: str
    digest: str
    tools: Mapping[str, str]

    def to_json(self) -> dict[str, Json]:
        """The snapshot as JSON: `{"registry_id", "digest", "tools"}`."""
        return {"registry_id": self.registry_id, "digest": self.digest, "tools": dict(self.tools)}

    @classmethod
    def from_json(cls, content: Json, *, place: str = "snapshot") -> RegistrySnapshot:
        """The snapshot that `to_json` wrote.

        Raises:
            InputError: the content is not of that form.
        """
        if isinstance(content, dict):
            identifier, digest, tools = content.get("registry_id"), content.get("digest"), content.get("tools")
            if isinstance(identifier, str) and isinstance(digest, str) and isinstance(tools, dict):
                named = {name: value for name, value in tools.items() if isinstance(value, str)}
                if len(named) == len(tools):
                    return cls(identifier, digest, MappingProxyType(named))
        raise InputError(place, problem="it is not a registry snapshot", remedy="give `registry_id`, `digest` and `tools` as `to_json` writes them")


class DriftKind(StrEnum):
    """How a tool differs from the snapshot."""

    GONE = "gone"
    CHANGED = "changed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class ToolDrift:
    """One tool that is not as it was; a digest is None where the tool was not there."""

    tool: str
    kind: DriftKind
    before: str | None
    now: str | None


def snapshot_of(registry: ToolRegistry, *, registry_id: str = LOCAL_REGISTRY) -> RegistrySnapshot:
    """The snapshot of a registry as it is now.

    Example:
        >>> tools = ToolRegistry([ToolSpec("track")])
        >>> drift_of(snapshot_of(tools), ToolRegistry([ToolSpec("track", "Finds a parcel")]))[0].kind.value
        'changed'
    """
    tools = {name: schema_digest(spec) for name in registry.names if (spec := registry.resolve(name)) is not None}
    return RegistrySnapshot(registry_id, registry.digest, MappingProxyType(tools))


def drift_of(snapshot: RegistrySnapshot, registry: ToolRegistry, *, tools: Iterable[str] | None = None) -> tuple[ToolDrift, ...]:
    """The tools of the registry that are not as the snapshot has them, by name; `tools` limits the look to these names."""
    if tools is None and snapshot.digest == registry.digest:
        return ()
    names = sorted({*snapshot.tools, *registry.names} if tools is None else set(tools))
    return tuple(drift for name in names if (drift := _drift(name, snapshot, registry)) is not None)


def _drift(name: str, snapshot: RegistrySnapshot, registry: ToolRegistry) -> ToolDrift | None:
    spec = registry.resolve(name)
    before = snapshot.tools.get(name if spec is None else spec.name)
    now = None if spec is None else schema_digest(spec)
    if before == now:
        return None
    kind = DriftKind.GONE if now is None else DriftKind.ADDED if before is None else DriftKind.CHANGED
    return ToolDrift(name, kind, before, now)
