"""Recorded decisions checked again: what another policy, or other rules, would have decided."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from ..engine.entries import EntryKind
from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.inquiry import ToolCall
from ..engine.snapshot import context_from_json, registry_from_json
from ..engine.types import Decision, Json
from ..engine.verdict import Verdict
from .verify import records_of


@dataclass(frozen=True, slots=True)
class Change:
    """A decision that would be another one now; `line` counts the lines of the log from 1, `reasons` are those of the new verdict."""

    line: int
    session_id: str | None
    call_id: str | None
    tool_name: str
    before: Decision
    after: Decision
    reasons: tuple[str, ...]
    rule_ids: tuple[str, ...]


@dataclass(slots=True)
class Replay:
    """What came of a replay.

    `counts` maps (old decision, new decision) to how many; `bare` are the lines of decisions without a snapshot; `other_context` those whose
    snapshot has not the digest that was decided on, as after redaction (they are checked on what the snapshot holds); `unreadable` maps the
    lines that could not be replayed to why.
    """

    counts: Counter[tuple[Decision, Decision]] = field(default_factory=Counter[tuple[Decision, Decision]])
    changes: list[Change] = field(default_factory=list[Change])
    bare: list[int] = field(default_factory=list[int])
    other_context: list[int] = field(default_factory=list[int])
    unreadable: dict[int, str] = field(default_factory=dict[int, str])

    @property
    def replayed(self) -> int:
        """How many decisions were checked again."""
        return self.counts.total()


def replay_log(path: Path, guard: Guard) -> Replay:
    """Every decision of the log that carries its snapshot, checked again by the guard. The chain is not verified here.

    Raises:
        RecordError: the log cannot be read.
    """
    replay = Replay()
    for line, record in records_of(path):
        if isinstance(record, str):
            replay.unreadable[line] = record
        elif record.get("kind") == EntryKind.DECISION:
            _replay_one(replay, line, record, guard)
    return replay


def _replay_one(replay: Replay, line: int, record: Mapping[str, Json], guard: Guard) -> None:
    snapshot = record.get("snapshot")
    if snapshot is None:
        replay.bare.append(line)
        return
    try:
        before, call = _decision(record), _call(record)
        parts = snapshot if isinstance(snapshot, dict) else {}
        context = context_from_json(parts.get("context"), place="snapshot.context")
        registry = registry_from_json(parts.get("tools"), place="snapshot.tools")
        verdict = guard.check_tool_call(call, context=context, registry=registry)
    except InputError as error:
        replay.unreadable[line] = str(error)
        return
    digests = record.get("digests")
    decided_on = (digests.get("context"), digests.get("tools")) if isinstance(digests, dict) else (None, None)
    if decided_on != (verdict.digests.context, verdict.digests.tools):
        replay.other_context.append(line)
    replay.counts[before, verdict.decision] += 1
    if verdict.decision is not before:
        replay.changes.append(_change(line, record, before, verdict))


def _change(line: int, record: Mapping[str, Json], before: Decision, verdict: Verdict) -> Change:
    session = record.get("session_id")
    deciding = {item.rule_id for item in verdict.items if item.item in verdict.reasons}
    return Change(
        line,
        session if isinstance(session, str) else None,
        verdict.call_id,
        verdict.tool_name,
        before,
        verdict.decision,
        verdict.reasons,
        tuple(sorted(deciding)),
    )


def _decision(record: Mapping[str, Json]) -> Decision:
    word = record.get("decision")
    if word not in set(Decision):
        raise InputError("decision", problem="it is none of the decisions", remedy="replay a log that this version wrote")
    return Decision(str(word))


def _call(record: Mapping[str, Json]) -> ToolCall:
    name, text, form, identifier = (record.get(key) for key in ("tool_name", "arguments", "arguments_form", "call_id"))
    if not isinstance(name, str) or not isinstance(text, str) or form not in ("text", "json") or not isinstance(identifier, str | None):
        raise InputError("arguments", problem="the call is not of the recorded form", remedy="replay a log that this version wrote")
    if form == "text":
        return ToolCall(name, text, identifier)
    try:
        return ToolCall(name, cast("Json", json.loads(text)), identifier)
    except (ValueError, RecursionError) as error:
        raise InputError(
            "arguments", problem="they are not the JSON that was recorded", remedy="replay a log that this version wrote"
        ) from error
