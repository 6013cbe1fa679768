"""Everyday calls of many domains, in words of our own: the good ones may run, the bad ones may not. The rows stand in `everyday.jsonl`."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from groundrules import Context, Guard, Json, ToolCall, ToolRegistry

ROWS = [cast("dict[str, Json]", json.loads(line)) for line in Path(__file__).with_name("everyday.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def guard() -> Guard:
    return Guard()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['id']}-{row['call_label']}")
def test_an_everyday_call(row: dict[str, Json]) -> None:
    """Every ok call may run at the default policy, and no bad one."""
    messages = cast("list[dict[str, Json]]", row["messages"])
    tools = cast("list[dict[str, Json]]", row["tools"])
    call = cast("dict[str, Json]", row["call"])
    context = Context.from_openai(messages, now=datetime.fromisoformat(str(row["now"])))
    found = guard().check_tool_call(ToolCall(str(call["name"]), call["arguments"]), context=context, registry=ToolRegistry.from_openai(tools))
    assert found.decision.may_run is (row["call_label"] == "ok"), [(item.item, item.outcome.value, item.explanation) for item in found.items]


def test_both_labels_are_well_represented() -> None:
    """A corpus of one label alone would pass a guard that always says the same."""
    labels = [row["call_label"] for row in ROWS]
    assert min(labels.count("ok"), labels.count("bad")) > 50
