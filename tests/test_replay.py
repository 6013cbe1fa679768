"""Replay: the same decisions under the same guard, others under another, and what cannot be replayed is named."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from calls import context_of, registry_of
from groundrules.engine.context import Context
from groundrules.engine.entries import decision_entry
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.policy import Policy, Risk
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Decision, Json
from groundrules.record import replay_log
from hypothesis import given
from logs import GUARD, decision, log_of, note, sink_at
from strategies import ToolUse, argument_texts, conversations, tool_uses

LOW = Guard(policy=Policy(risk=Risk.LOW))


def test_same_guard_decides_the_same(tmp_path: Path) -> None:
    """Under what was decided with, nothing changes; entries that are no decisions are passed over."""
    sink = sink_at(tmp_path / "log")
    given_arguments: list[Json] = [{"id": "ORD-55120"}, '{"id": "ORD-55210"}', "{broken", {"id": float("nan")}]
    for arguments in given_arguments:
        sink.append(decision(arguments, snapshot=True))
    sink.append(note(1))
    replay = replay_log(tmp_path / "log", GUARD)
    assert (replay.replayed, replay.changes, replay.bare, replay.other_context, replay.unreadable) == (4, [], [], [], {})


def test_other_policy_shows_what_would_change(tmp_path: Path) -> None:
    """A change names the line, the call, both decisions, the reasons and the rules."""
    context, registry = context_of("Please send it."), registry_of({"copies": 1}, tool="send_record")
    call = ToolCall("send_record", {"copies": 3}, "c9")
    verdict = Guard(policy=Policy(risk=Risk.HIGH)).check_tool_call(call, context=context, registry=registry)
    sink = sink_at(tmp_path / "log")
    sink.append(decision({"id": "ORD-55120"}))
    sink.append(decision_entry(call, verdict, session_id="s7", context=context, registry=registry))
    replay = replay_log(tmp_path / "log", LOW)
    (change,) = replay.changes
    assert (change.line, change.session_id, change.call_id, change.tool_name, change.reasons) == (
        3,
        "s7",
        "c9",
        "send_record",
        ("/copies",),
    )
    assert change.before is verdict.decision
    assert change.after.rank < change.before.rank
    assert replay.counts == {(change.before, change.after): 1}
    assert all(rule.startswith("GR") for rule in change.rule_ids)
    assert replay.bare == [2]


def test_what_cannot_be_replayed_is_named(tmp_path: Path) -> None:
    """Broken lines, snapshots of another version and calls of no known form are named with their lines; the others are replayed."""
    path = tmp_path / "log"
    sink = sink_at(path)
    good = decision({"id": "ORD-55120"}, snapshot=True)
    odd: list[dict[str, Json]] = [
        {"snapshot": 5},
        {"decision": "maybe"},
        {"arguments_form": "yaml"},
        {"arguments": "{"},
        {"tool_name": None},
    ]
    for change in odd:
        sink.append({**good, **change})
    sink.append(good)
    path.write_bytes(path.read_bytes() + b"\xff\n")
    replay = replay_log(path, GUARD)
    assert replay.counts == {(Decision.ALLOW, Decision.ALLOW): 1}
    assert list(replay.unreadable) == [2, 3, 4, 5, 6, 8]
    assert "snapshot.context" in replay.unreadable[2]
    assert "not UTF-8" in replay.unreadable[8]


def test_changed_snapshot_is_not_passed_off_as_what_was_decided_on(tmp_path: Path) -> None:
    """A snapshot that another digest was written down for is replayed and named."""
    entry = decision({"id": "ORD-55120"}, snapshot=True)
    changed = json.loads(json.dumps(entry).replace("order ORD-55120?", "order ORD-55121?"))
    sink_at(tmp_path / "log").append(changed)
    replay = replay_log(tmp_path / "log", GUARD)
    assert replay.other_context == [2]
    assert [change.after for change in replay.changes] == [Decision.BLOCK]


def test_log_without_decisions(tmp_path: Path) -> None:
    """Nothing to replay is no error here."""
    log_of(tmp_path / "log", 2)
    assert replay_log(tmp_path / "log", GUARD).replayed == 0


@given(messages=conversations(), use=tool_uses(), arguments=argument_texts())
def test_every_recorded_decision_replays_to_itself(messages: list[dict[str, Json]], use: ToolUse, arguments: Json) -> None:
    """Through the record and back, each decision is the same, on the same digests."""
    context, registry = Context.from_openai(messages), ToolRegistry.from_openai([use.tool])
    with tempfile.TemporaryDirectory() as folder:
        sink = sink_at(Path(folder) / "log")
        for call in (ToolCall(use.name, arguments), ToolCall(use.name, dict(use.arguments), "c")):
            verdict = GUARD.check_tool_call(call, context=context, registry=registry)
            sink.append(decision_entry(call, verdict, context=context, registry=registry))
        replay = replay_log(Path(folder) / "log", GUARD)
    assert (replay.replayed, replay.changes, replay.other_context, replay.unreadable) == (2, [], [], {})
