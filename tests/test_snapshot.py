"""Snapshots: nothing of a context or a registry is left out, and what does not fit is refused with its place."""

from __future__ import annotations

import dataclasses
import math
from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from calls import exchange, user
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.inputs import PastCall
from groundrules.engine.registry import ToolRegistry, ToolSpec
from groundrules.engine.snapshot import context_from_json, context_to_json, registry_from_json, registry_to_json
from groundrules.engine.types import Json, Source

SAID = [user("Track ORD-55120."), *exchange({"id": "ORD-55120"}, {"state": "sent"}), user("And now?")]


def test_every_field_of_the_parts_is_kept() -> None:
    """A field that somebody adds must be added to the snapshot too: this test names the fields it knows."""
    assert {field.name for field in dataclasses.fields(Source)} == {"id", "role", "order", "text", "tool", "call_id", "is_error", "answers"}
    assert {field.name for field in dataclasses.fields(PastCall)} == {"order", "name", "arguments", "id", "passed", "text", "written", "number"}
    held = {"sources", "calls", "now", "complete", "unread", "turns", "form", "messages", "numbered", "speaker"}
    kept_otherwise = {"gathered", "made", "said", "chain", "passages", "open_calls"}
    assert {field.name for field in dataclasses.fields(Context)} == held - {"sources", "calls"} | kept_otherwise
    assert held | {"unanswered"} < context_to_json(Context()).keys()
    assert {field.name for field in dataclasses.fields(ToolSpec)} == {
        "name",
        "description",
        "parameters",
        "annotations",
        "notes",
        "unusable",
        "output",
    }


def test_hosts_word_on_an_error_is_kept() -> None:
    """An output that only the host calls an error stays one."""
    context = Context.from_openai(
        [*exchange({}, "fine"), {"role": "tool", "tool_call_id": "call_1", "content": "fine too", "is_error": True}]
    )
    restored = context_from_json(context_to_json(context))
    assert [index.source.is_error for index in restored.sources] == [False, True]


def test_numbers_that_json_does_not_know() -> None:
    """NaN and an infinity in the arguments of a past call come back as they were."""
    call: Json = {"id": "a", "function": {"name": "plot", "arguments": '{"low": NaN, "high": Infinity, "whole": 1.0}'}}
    context = Context.from_openai([{"role": "assistant", "content": None, "tool_calls": [call]}])
    arguments = context_from_json(context_to_json(context)).calls[0].arguments
    assert arguments is not None
    assert math.isnan(float(str(arguments["low"])))
    assert (arguments["high"], repr(arguments["whole"])) == (math.inf, "1.0")


def test_zone_is_kept_by_name() -> None:
    """A named zone comes back with its rules, on either side of a change of the clocks."""
    autumn = datetime(2031, 10, 26, 2, 30, tzinfo=ZoneInfo("Europe/Paris"), fold=1)
    now = context_from_json(context_to_json(Context(now=autumn))).now
    assert now is not None
    assert (now.isoformat(), now.fold, (now + timedelta(days=200)).isoformat()) == (
        autumn.isoformat(),
        1,
        (autumn + timedelta(days=200)).isoformat(),
    )


def test_zone_with_other_rules_keeps_the_offset_that_was_meant() -> None:
    """Where the named zone has another offset by now, the written one counts, and so does the digest."""
    context = Context(now=datetime(2031, 1, 5, 9, tzinfo=ZoneInfo("Europe/Paris")))

    def moved(_: str) -> tzinfo:
        return ZoneInfo("Asia/Tokyo")

    assert context_from_json(context_to_json(context), zone=moved).digest == context.digest


def test_order_of_parameters_is_kept() -> None:
    """The parameters of a tool stand in the order of its schema."""
    names = ("zone", "area", "mile")
    registry = ToolRegistry.from_openai([{"name": "go", "parameters": {"type": "object", "properties": {name: {} for name in names}}}])
    tool = registry_from_json(registry_to_json(registry)).resolve("go")
    assert tool is not None
    properties = tool.parameters["properties"]
    assert isinstance(properties, dict)
    assert tuple(properties) == names


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"version": "1.0"}, "context.version"),
        ({"turns": True}, "context.turns"),
        ({"turns": -1}, "context.turns"),
        ({"turns": 10**12}, "context.turns"),
        ({"complete": None}, "context.complete"),
        ({"unread": ["a", 1]}, "context.unread[1]"),
        ({"now": "yesterday"}, "context.now"),
        ({"fold": 2, "now": "2031-01-05T09:00:00"}, "context.fold"),
        ({"now": "2031-01-05T09:00:00+01:00", "zone": "../../etc/passwd"}, "context.zone"),
        ({"now": "2031-01-05T09:00:00+01:00", "zone": "Europe"}, "context.zone"),
        ({"sources": {}}, "context.sources"),
        ({"calls": [1]}, "context.calls[0]"),
        ({"form": "morse"}, "context.form"),
        ({"messages": -1}, "context.messages"),
        ({"numbered": None}, "context.numbered"),
        ({"numbered": 0}, "context.sources[1].answers"),
        ({"numbered": 0, "sources": []}, "context.calls[0].number"),
        ({"speaker": "narrator"}, "context.speaker"),
        ({"unanswered": [3]}, "context.unanswered[0]"),
        ({"unanswered": [False]}, "context.unanswered[0]"),
    ],
)
def test_fields_that_do_not_fit(change: dict[str, Json], place: str) -> None:
    """Each field is checked, and the message names it."""
    with pytest.raises(InputError) as caught:
        context_from_json(context_to_json(Context.from_openai(SAID)) | change)
    assert caught.value.place == place


@pytest.mark.parametrize(
    "change",
    [
        {"role": "narrator"},
        {"role": "evidence"},
        {"id": "m1"},
        {"id": "host", "role": "host"},
        {"order": 9, "id": "m9"},
        {"order": -1},
        {"text": None},
        {"is_error": 1},
        {"tool": 5},
        {"answers": 1},
        {"answers": "0"},
    ],
)
def test_sources_that_do_not_fit(change: dict[str, Json]) -> None:
    """A source must be one that a context can hold: its id and order belong to its role."""
    snapshot = context_to_json(Context.from_openai(SAID))
    sources = snapshot["sources"]
    assert isinstance(sources, list)
    assert isinstance(sources[0], dict)
    sources[0] |= change
    with pytest.raises(InputError, match=r"context\.sources\[0\]"):
        context_from_json(snapshot)


def test_source_twice() -> None:
    """One turn cannot have two texts."""
    snapshot = context_to_json(Context.from_openai(SAID))
    sources = snapshot["sources"]
    assert isinstance(sources, list)
    sources.append(sources[0])
    with pytest.raises(InputError, match="used twice"):
        context_from_json(snapshot)


def test_output_schemas_are_kept() -> None:
    """What a tool yields comes back, and with it the digest; a snapshot of before, without it, is read as it was."""
    registry = ToolRegistry.from_openai([{"name": "track", "outputSchema": {"type": "object"}}, {"name": "send"}])
    restored = registry_from_json(registry_to_json(registry))
    assert restored.digest == registry.digest
    assert [dict(tool.output) for name in restored.names if (tool := restored.resolve(name)) is not None] == [{"type": "object"}, {}]


def test_registry_that_does_not_fit() -> None:
    """Broken schemas and aliases are refused with their place."""
    snapshot = registry_to_json(ToolRegistry([ToolSpec("a")], aliases={"b": "a"}))
    tools = snapshot["tools"]
    assert isinstance(tools, list)
    assert isinstance(tools[0], dict)
    changes: list[tuple[str, Json, str]] = [
        ("aliases", [["b"]], "tools.aliases[0]"),
        ("tools", [{**tools[0], "parameters": "{"}], "tools.tools[0].parameters"),
        ("tools", [{**tools[0], "parameters": "[]"}], "tools.tools[0].parameters"),
        ("tools", [{**tools[0], "parameters": '{"default": NaN}'}], "tools.tools[0].parameters"),
        ("namespaces", "x.", "tools.namespaces"),
    ]
    for key, value, place in changes:
        with pytest.raises(InputError) as caught:
            registry_from_json({**snapshot, key: value})
        assert caught.value.place == place
