"""What an audit record says, before a sink numbers, dates and chains it. Pure: nothing is written here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from .context import Context
from .inquiry import ToolCall
from .registry import ToolRegistry
from .snapshot import context_to_json, registry_to_json
from .types import Decision, Json
from .verdict import Verdict
from .views import plain, verdict_json


class EntryKind(StrEnum):
    """What a record is about."""

    DECISION = "decision"
    APPROVAL = "approval"
    AUDITOR = "auditor"
    OUTCOME = "outcome"


class FinalOutcome(StrEnum):
    """What became of a call. `SHADOW`: it was decided and recorded, and ran whatever the decision."""

    ALLOWED = "allowed"
    WARNED = "warned"
    BLOCKED = "blocked"
    REVIEWED = "reviewed"
    REPAIRED = "repaired"
    SHADOW = "shadow"


class Sink(Protocol):
    """Where records go. A sink that could not keep an entry raises `RecordError`; then the call must not run as if it had been recorded."""

    def append(self, entry: Mapping[str, Json], /) -> object:
        """Keep one entry for good."""
        ...


_OUTCOMES = {
    Decision.ALLOW: FinalOutcome.ALLOWED,
    Decision.ALLOW_WITH_WARNING: FinalOutcome.WARNED,
    Decision.REGENERATE: FinalOutcome.BLOCKED,
    Decision.HUMAN_REVIEW: FinalOutcome.REVIEWED,
    Decision.BLOCK: FinalOutcome.BLOCKED,
}


def decision_entry(
    call: ToolCall,
    verdict: Verdict,
    *,
    session_id: str | None = None,
    outcome: FinalOutcome | None = None,
    context: Context | None = None,
    registry: ToolRegistry | None = None,
) -> dict[str, Json]:
    """The entry of one decision; without `outcome` it is the one that the decision asks for.

    With `context` and `registry` the entry holds a snapshot of both, so that the decision can be replayed; it then holds all that the model was given.
    """
    text, form = arguments_text(call.arguments)
    written = verdict_json(verdict)
    snapshot: dict[str, Json] | None = None
    if context is not None and registry is not None:
        snapshot = {"context": context_to_json(context), "tools": registry_to_json(registry)}
    return {
        "kind": EntryKind.DECISION.value,
        "session_id": session_id,
        "call_id": call.id,
        "tool_name": call.name,
        "arguments": text,
        "arguments_form": form,
        "decision": verdict.decision.value,
        "outcome": (outcome or _OUTCOMES[verdict.decision]).value,
        "verdict": written,
        "digests": written["digests"],
        "snapshot": snapshot,
    }


def detail_entry(
    kind: EntryKind, details: Mapping[str, Json], *, session_id: str | None = None, call_id: str | None = None
) -> dict[str, Json]:
    """The entry of anything else that belongs to a call: an approval, an auditor's answer, what came of the call."""
    return {"kind": kind.value, "session_id": session_id, "call_id": call_id, "details": plain(dict(details))}


def arguments_text(arguments: Json) -> tuple[str, str]:
    """The arguments as one text and its form: `text` where the model wrote a text, kept as it is, else `json`."""
    if isinstance(arguments, str):
        return arguments, "text"
    try:
        return json.dumps(arguments), "json"
    except (ValueError, RecursionError):
        return json.dumps(plain(arguments)), "json"
