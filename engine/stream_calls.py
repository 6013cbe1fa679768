"""Tool calls checked while their arguments arrive: a verdict for each call as soon as it is complete, not when the message is.

A call may run only with its verdict. What arrives for a call that was complete, or more than the limits allow, ends in a verdict that blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from .arguments import MAX_CHARS, parse_arguments
from .context import Context
from .errors import InputError
from .guard import Guard
from .inquiry import ToolCall
from .registry import ToolRegistry
from .types import ARGUMENTS_ITEM, Decision
from .verdict import CheckError, Verdict


class CallStreamState(StrEnum):
    """Where one call is; a `FAILED` one stays failed."""

    ARRIVING = "arriving"
    DECIDED = "decided"
    FAILED = "failed"


NEXT_CALL_STATES: Mapping[CallStreamState, frozenset[CallStreamState]] = {
    CallStreamState.ARRIVING: frozenset((CallStreamState.DECIDED, CallStreamState.FAILED)),
    CallStreamState.DECIDED: frozenset((CallStreamState.FAILED,)),
    CallStreamState.FAILED: frozenset(),
}
"""The states that may follow each state of a call."""


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """How much the calls of one message may be: `max_chars` of arguments for one call and for all together, `max_calls`.

    Raises:
        InputError: a limit is not positive.
    """

    max_chars: int = MAX_CHARS
    max_calls: int = 128

    def __post_init__(self) -> None:
        if self.max_chars <= 0 or self.max_calls <= 0:
            raise InputError("stream limits", problem="a limit is not positive", remedy="give numbers above 0")


DEFAULT_STREAM_LIMITS = StreamLimits()


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of one call. `key` tells the calls of a message apart; `whole` is the full argument text where the host sends it at the end.

    `done` completes the call; `opens` says that the calls before it are complete.
    """

    key: str
    arguments: str = ""
    name: str = ""
    call_id: str | None = None
    whole: str | None = None
    done: bool = False
    opens: bool = False


@dataclass(frozen=True, slots=True)
class CallDecided:
    """The verdict on a call that is complete: `verdict.decision.may_run` says whether it may run, with exactly these arguments."""

    key: str
    call: ToolCall
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CallFailed:
    """A call that cannot be checked, or that changed after its verdict; it must not run, and its `verdict` blocks."""

    key: str
    call: ToolCall
    verdict: Verdict
    error: CheckError


CallEvent: TypeAlias = CallDecided | CallFailed


@dataclass(slots=True)
class _Arriving:
    name: str = ""
    call_id: str | None = None
    pieces: list[str] = field(default_factory=list[str])
    length: int = 0
    state: CallStreamState = CallStreamState.ARRIVING

    @property
    def text(self) -> str:
        if len(self.pieces) > 1:
            self.pieces = ["".join(self.pieces)]
        return self.pieces[0] if self.pieces else ""

    @property
    def call(self) -> ToolCall:
        return ToolCall(self.name, self.text, self.call_id)


class CallStream:
    """Checks the tool calls of one message while they arrive. One stream is one message, and belongs to one thread at a time.

    Example:
        >>> from groundrules import CallDelta, CallStream, Context, Guard, ToolRegistry
        >>> tools = ToolRegistry.from_openai([{"name": "track", "input_schema": {"properties": {"order_id": {"type": "string"}}}}])
        >>> context = Context.from_openai([{"role": "user", "content": "Where is order ORD-12345?"}])
        >>> stream = CallStream(Guard(), context=context, registry=tools)
        >>> stream.feed(CallDelta("0", '{"order_id": "ORD-', name="track"))
        ()
        >>> [event.verdict.decision.value for event in stream.feed(CallDelta("0", '12345"}', done=True))]
        ['allow']
    """

    def __init__(self, guard: Guard, *, context: Context, registry: ToolRegistry, limits: StreamLimits = DEFAULT_STREAM_LIMITS) -> None:
        self.limits = limits
        self._guard, self._context, self._registry = guard, context, registry
        self._calls: dict[str, _Arriving] = {}
        self._length = 0
        self._closed = False

    def states(self) -> dict[str, CallStreamState]:
        """The state of each call by its key, in order of arrival."""
        return {key: call.state for key, call in self._calls.items()}

    def feed(self, delta: CallDelta) -> tuple[CallEvent, ...]:
        """The events that a further piece leads to: at most one for each call that it completes or fails.

        Raises:
            InputError: the stream is closed.
        """
        if self._closed:
            raise InputError("stream", problem="it is closed", remedy="make a new stream for each message")
        if not (delta.name or delta.arguments or delta.whole is not None or delta.key in self._calls):
            return ()
        events: list[CallEvent] = []
        if delta.opens and delta.key not in self._calls:
            events += [self._decide(key) for key, call in self._calls.items() if call.state is CallStreamState.ARRIVING and _is_complete(call)]
        events += self._take(delta)
        return tuple(events)

    def close(self) -> tuple[CallEvent, ...]:
        """The events of the calls that were not complete: what has arrived is judged as it is. Nothing, where it is closed already."""
        self._closed = True
        return tuple(self._decide(key) for key, call in self._calls.items() if call.state is CallStreamState.ARRIVING)

    def _take(self, delta: CallDelta) -> list[CallEvent]:
        call = self._calls.get(delta.key)
        if call is None:
            call = self._calls[delta.key] = _Arriving()
            if len(self._calls) > self.limits.max_calls:
                return [self._fail(delta.key, f"there are more than {self.limits.max_calls} calls in one message; raise `max_calls`")]
        if call.state is CallStreamState.FAILED:
            return []
        changed = delta.whole is not None and bool(call.pieces) and delta.whole != call.text
        if call.state is CallStreamState.DECIDED:
            late = bool(delta.arguments) or changed or delta.name not in ("", call.name)
            return [self._fail(delta.key, "it went on after it was complete; have the model write it again")] if late else []
        call.name += delta.name
        call.call_id = call.call_id or delta.call_id
        added = delta.arguments if delta.whole is None or call.pieces else delta.whole
        if added:
            call.pieces.append(added)
            call.length += len(added)
            self._length += len(added)
        if changed:
            return [self._fail(delta.key, "the whole argument text is not that of its pieces; have the model write it again")]
        if self._length > self.limits.max_chars:
            return [self._fail(delta.key, f"the arguments are longer than {self.limits.max_chars} characters; raise `max_chars`")]
        return [self._decide(delta.key)] if delta.done else []

    def _decide(self, key: str) -> CallDecided:
        call = self._calls[key]
        _move(call, CallStreamState.DECIDED)
        return CallDecided(key, call.call, self._guard.check_tool_call(call.call, context=self._context, registry=self._registry))

    def _fail(self, key: str, reason: str) -> CallFailed:
        call = self._calls[key]
        _move(call, CallStreamState.FAILED)
        if self._length > self.limits.max_chars:
            call.pieces = []
        error = CheckError("stream", f"the call `{call.name[:80]}` cannot be checked: {reason}")
        verdict = self._guard.check_tool_call(call.call, context=self._context, registry=self._registry)
        reasons = (ARGUMENTS_ITEM, *(reason for reason in verdict.reasons if reason != ARGUMENTS_ITEM))
        blocked = replace(verdict, decision=Decision.BLOCK, errors=(*verdict.errors, error), reasons=reasons, feedback=error.message)
        return CallFailed(key, call.call, blocked, error)


def _is_complete(call: _Arriving) -> bool:
    return parse_arguments(call.text).usable


def _move(call: _Arriving, state: CallStreamState) -> None:
    if state not in NEXT_CALL_STATES[call.state]:
        raise InputError("stream", problem=f"a call cannot go from `{call.state}` to `{state}`", remedy="report it as a bug")
    call.state = state
