"""What a session keeps of each call: the decision by call id, tool and digest of the arguments, and what became of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from enum import StrEnum

from .arguments import parse_arguments
from .inputs import PastCall, past_call
from .inquiry import ToolCall
from .json_read import Saved
from .types import Json
from .verdict import Verdict
from .verdict_read import verdict_from_json
from .views import plain, verdict_json


class CallState(StrEnum):
    """How far a call has come."""

    DECIDED = "decided"
    STARTED = "started"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CallKey:
    """What a decision is kept by. `turn` counts the turns before a call that has no id; `arguments` is a SHA-256 hex digest."""

    call_id: str | None
    turn: int | None
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of a session: `arguments` in one text, `round` counts the refusals since the user last spoke, this one included (0: it may run).

    `told` is true once the host's sink and hook have taken it.
    """

    key: CallKey
    arguments: str
    verdict: Verdict
    round: int
    state: CallState = CallState.DECIDED
    told: bool = False

    def with_state(self, state: CallState) -> Decided:
        """The decision, the call having come that far."""
        return replace(self, state=state)

    @property
    def past(self) -> PastCall:
        """The call as an earlier one."""
        return past_call(self.key.tool, parse_arguments(self.arguments).value, self.key.call_id)

    def to_json(self) -> dict[str, Json]:
        """The decision as JSON; the verdict is one text, so that nothing on the way can rewrite it."""
        return {
            "call_id": self.key.call_id,
            "turn": self.key.turn,
            "tool": self.key.tool,
            "arguments_digest": self.key.arguments,
            "arguments": self.arguments,
            "verdict": json.dumps(verdict_json(self.verdict)),
            "round": self.round,
            "state": self.state.value,
            "told": self.told,
        }

    @classmethod
    def from_json(cls, saved: Saved) -> Decided:
        """The decision that `to_json` wrote. Raises InputError where it is not of that form."""
        try:
            written: Json = json.loads(saved.text("verdict"))
        except (ValueError, RecursionError):
            saved.refuse("verdict", "it is not a JSON text")
        key = CallKey(saved.text_or_none("call_id"), saved.whole_or_none("turn"), saved.text("tool"), saved.text("arguments_digest"))
        verdict = verdict_from_json(written, place=f"{saved.place}.verdict")
        if verdict.tool_name != key.tool:
            saved.refuse("verdict", "it is the verdict on another call")
        return cls(key, saved.text("arguments"), verdict, saved.whole("round"), saved.choice("state", CallState), saved.flag("told"))


@dataclass(frozen=True, slots=True)
class ReadCall:
    """A proposed call, read once: as a call of the past, its arguments in one text, and the digest that they are known by."""

    past: PastCall
    arguments: str
    digest: str


def read_call(call: ToolCall) -> ReadCall:
    """The call, read. Arguments that are read without loss are known by their canonical JSON, however they were written; others by their very text."""
    parsed = parse_arguments(call.arguments)
    past = past_call(call.name, parsed.value, call.id)
    if parsed.value is not None and all(fault.lossless for fault in parsed.faults):
        text = json.dumps(plain(parsed.value), sort_keys=True)
        return ReadCall(past, text, _digest(f"json\n{text}"))
    raw = call.arguments if isinstance(call.arguments, str) else json.dumps(plain(call.arguments))
    return ReadCall(past, raw, _digest(f"text\n{raw}"))


def evidence_digest(verdict: Verdict) -> str:
    """SHA-256 over the places that ground the items of a verdict."""
    items = verdict_json(verdict)["items"]
    listed = [[item["item"], item["evidence"]] for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return _digest(json.dumps(listed, sort_keys=True))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
