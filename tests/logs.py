"""Audit logs for tests: entries, a clock that stands still, and a small log on disk."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from calls import context_of, registry_of
from groundrules.engine.entries import EntryKind, FinalOutcome, decision_entry, detail_entry
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.types import Json
from groundrules.record import Head, JsonLinesSink

MOMENT = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)
GUARD = Guard()
SAID = "Where is order ORD-55120? Write to mara@example.com."


def stopped_clock() -> datetime:
    """A clock that always says the same."""
    return MOMENT


def sink_at(path: Path) -> JsonLinesSink:
    """A sink for tests: the clock stands still, and nothing waits for the disk."""
    return JsonLinesSink(path, clock=stopped_clock, fsync=False)


def decision(
    arguments: Json,
    *,
    call_id: str | None = "call_1",
    session: str | None = "s1",
    snapshot: bool = False,
    outcome: FinalOutcome | None = None,
) -> dict[str, Json]:
    """The entry of one decision about `get_record`, in a conversation that names one order and one address."""
    context, registry = context_of(SAID), registry_of({"id": "x"}, required=["id"])
    call = ToolCall("get_record", arguments, call_id)
    verdict = GUARD.check_tool_call(call, context=context, registry=registry)
    kept = {"context": context, "registry": registry} if snapshot else {}
    return decision_entry(call, verdict, session_id=session, outcome=outcome, **kept)  # type: ignore[arg-type]


def note(number: int, text: str = "") -> dict[str, Json]:
    """A small entry."""
    return detail_entry(EntryKind.OUTCOME, {"number": number, "text": text})


def log_of(path: Path, count: int, text: str = "") -> Head:
    """A log of the genesis and so many small entries."""
    sink = sink_at(path)
    head = Head()
    for number in range(count):
        head = sink.append(note(number, text))
    return head
