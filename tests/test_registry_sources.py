"""Registries from MCP answers, Python callables and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from groundrules.engine.errors import InputError
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.registry_sources import registry_from_callables, registry_from_file, registry_from_mcp
from groundrules.engine.types import Json

LISTED: dict[str, Json] = {
    "tools": [{"name": "track", "description": "Finds a parcel.", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {"at": {}}}}]
}


@dataclass
class Parcel:
    """What a parcel is."""

    code: str
    weight_kg: float


def track(parcel: Parcel, days: int = 7) -> Parcel:
    """Finds a parcel."""
    return Parcel(parcel.code, parcel.weight_kg + days)


class Opaque:
    """Something that JSON cannot give."""


def test_mcp_answers() -> None:
    """The result, or the JSON-RPC answer around it, with descriptions and output schemas."""
    answers: list[Json] = [LISTED, {"jsonrpc": "2.0", "id": 1, "result": LISTED}, {**LISTED, "nextCursor": None}]
    for content in answers:
        tool = registry_from_mcp(content).resolve("track")
        assert tool is not None
        assert (tool.description, tool.output) == ("Finds a parcel.", {"type": "object", "properties": {"at": {}}})


@pytest.mark.parametrize("content", [None, [], {}, {"tools": {}}, {"result": {}}, {**LISTED, "nextCursor": "p2"}])
def test_what_is_no_whole_answer(content: Json) -> None:
    """One page of several would make good tools look invented."""
    with pytest.raises(InputError):
        registry_from_mcp(content)


def test_callables() -> None:
    """Names, docstrings and schemas come from the functions; their defaults make parameters optional."""
    registry = registry_from_callables([track])
    tool = registry.resolve("track")
    assert tool is not None
    assert (tool.description, tool.broken) == ("Finds a parcel.", None)
    assert tool.faults({"parcel": {"code": "RX-20", "weight_kg": 2}}) == ()
    assert [fault.pointer for fault in tool.faults({"parcel": {"code": 3, "weight_kg": 2}, "day": 1})] == ["/day", "/parcel/code"]
    assert "code" in json.dumps(dict(tool.output))
    assert registry_from_callables({"desk.track": track}).names == ("desk.track",)


def test_callables_that_cannot_be_tools() -> None:
    """By position only, without a name, or with an annotation that has no schema."""

    def by_position(code: str, /) -> None:
        del code

    def odd(value: Opaque) -> None:
        del value

    functions: list[Callable[..., object]] = [by_position, lambda: None, odd]
    for function in functions:
        with pytest.raises(InputError):
            registry_from_callables([function])


def test_files(tmp_path: Path) -> None:
    """A list, an object with tools; anything else is refused by name."""
    path = tmp_path / "tools.json"
    for content in (LISTED, LISTED["tools"]):
        path.write_text(json.dumps(content), encoding="utf-8")
        assert registry_from_file(path).names == ("track",)
    path.write_text("[", encoding="utf-8")
    with pytest.raises(InputError, match=r"tools\.json"):
        registry_from_file(path)


def test_an_output_schema_belongs_to_the_digest() -> None:
    """A registry whose tool yields something else is another registry; one without output schemas keeps its digest."""
    assert registry_from_mcp(LISTED).digest != ToolRegistry.from_openai([{"name": "track", "description": "Finds a parcel.", "inputSchema": {"type": "object"}}]).digest
