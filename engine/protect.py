"""A guard around tools: a call is decided before the tool runs, and what is not allowed does not run.

Theory of operation: one generator decides, the same for sync and async tools. It yields each host callback (sink, hook, handler) that has to run and is sent what
came of it; a driver runs them within their time. A tool is started only after the generator has admitted the call, so that no failure on the way there can
let it through.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import aclosing
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial, update_wrapper
from typing import Literal, TypeAlias, cast

from .arguments import parse_arguments
from .binding import arguments_json, call_with, signature_of, tool_name
from .callbacks import is_async, run_callback, run_callback_async
from .entries import EntryKind, FinalOutcome, Sink, decision_entry, detail_entry
from .errors import GroundrulesError, InputError, ToolCallBlocked
from .feedback import feedback_text
from .feedback_mark import FEEDBACK_MARK
from .inquiry import ToolCall
from .ledger import CallKey, CallState, Decided
from .registry import ToolRegistry
from .session import Session
from .types import Decision, Json
from .verdict import Verdict

_LOG = logging.getLogger("groundrules.protect")

Tool: TypeAlias = Callable[..., object]
Reply: TypeAlias = Callable[[ToolCall, Verdict], object]
"""A host's function of a refused call and its verdict; what it returns is given in place of the tool's result."""
OnBlock: TypeAlias = Literal["raise", "result"] | Reply


@dataclass(frozen=True, slots=True)
class Protection:
    """How the tools of a session are guarded; `Guard.protect` says what each setting means.

    Raises:
        InputError: a number is out of range, or `on_block` is neither a known word nor callable.
    """

    session: Session
    registry: ToolRegistry
    on_block: OnBlock = "raise"
    max_rounds: int = 3
    shadow: bool = False
    record: Sink | None = None
    hook: Reply | None = None
    callback_seconds: float = 5.0
    unrecorded: Literal["stop", "run"] = "stop"
    injected: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.on_block not in ("raise", "result") and not callable(self.on_block):
            raise InputError("protect.on_block", problem=f"`{self.on_block}` is not known", remedy='pass "raise", "result" or a function')
        if self.unrecorded not in ("stop", "run"):
            raise InputError("protect.unrecorded", problem=f"`{self.unrecorded}` is not known", remedy='pass "stop" or "run"')
        if self.max_rounds < 0 or self.callback_seconds <= 0:
            problem = "`max_rounds` is negative or `callback_seconds` is not above 0"
            raise InputError("protect", problem=problem, remedy="give numbers in range")

    def bind(self, name: str, signature: inspect.Signature, args: tuple[object, ...], kwargs: Mapping[str, object]) -> ToolCall | None:
        """A Python call as a tool call; None in shadow mode where it has no JSON form.

        Raises:
            InputError: it has no JSON form, and this is not shadow mode.
        """
        try:
            arguments = arguments_json(signature, args, kwargs, injected=self.injected)
        except InputError as error:
            self._let_pass(error, may_run=self.shadow)
            return None
        return ToolCall(name, cast("Json", arguments))

    def run(self, call: ToolCall | None, start: Callable[[], object]) -> object:
        """What the tool gives, or what is given in its place; without a call it just runs. Raises what `Guard.protect` names."""
        gate = self._drive(call)
        if not gate.admitted:
            return gate.given
        with _Watch(self.session, gate.key):
            return start()

    async def run_async(self, call: ToolCall | None, start: Callable[[], Awaitable[object]]) -> object:
        """`run` for an async tool."""
        gate = await self._drive_async(call)
        if not gate.admitted:
            return gate.given
        with _Watch(self.session, gate.key):
            return await start()

    def run_stream(self, call: ToolCall | None, start: Callable[[], Iterator[object]]) -> Iterator[object]:
        """The pieces that the tool gives; of a refused call the one thing that stands in their place."""
        gate = self._drive(call)
        if not gate.admitted:
            yield gate.given
            return
        with _Watch(self.session, gate.key):
            yield from start()

    async def run_stream_async(self, call: ToolCall | None, start: Callable[[], AsyncGenerator[object, None]]) -> AsyncGenerator[object, None]:
        """`run_stream` for an async generator."""
        gate = await self._drive_async(call)
        if not gate.admitted:
            yield gate.given
            return
        with _Watch(self.session, gate.key):
            async with aclosing(start()) as pieces:
                async for piece in pieces:
                    yield piece

    def _drive(self, call: ToolCall | None) -> _Gate:
        if call is None:
            return _Gate(None, admitted=True)
        steps = self._steps(call)
        try:
            step = next(steps)
            while True:
                try:
                    given = run_callback(step.name, step.callback, seconds=self.callback_seconds)
                except GroundrulesError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(given)
        except StopIteration as stop:
            return cast("_Gate", stop.value)

    async def _drive_async(self, call: ToolCall | None) -> _Gate:
        if call is None:
            return _Gate(None, admitted=True)
        steps = self._steps(call)
        try:
            step = next(steps)
            while True:
                try:
                    given = await run_callback_async(step.name, step.callback, coroutine=step.is_async, seconds=self.callback_seconds)
                except GroundrulesError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(given)
        except StopIteration as stop:
            return cast("_Gate", stop.value)

    def _steps(self, call: ToolCall) -> Generator[_Step, object, _Gate]:
        decided = self.session.ask(call, registry=self.registry)
        call = replace(call, id=decided.key.call_id)
        if not decided.told:
            yield from self._tell(call, decided)
        if self.shadow or decided.verdict.decision.may_run:
            return _Gate(decided.key, admitted=True)
        approval = self.session.claim(decided.key)
        if approval is None:
            given = yield from self._refuse(call, decided)
            return _Gate(decided.key, admitted=False, given=given)
        details: dict[str, Json] = {"review": approval.item.to_json(), "by": approval.by, "at": approval.at.isoformat()}
        yield from self._record(detail_entry(EntryKind.APPROVAL, details, session_id=self.session.id, call_id=call.id))
        return _Gate(decided.key, admitted=True)

    def _tell(self, call: ToolCall, decided: Decided) -> Generator[_Step, object, None]:
        outcome = FinalOutcome.SHADOW if self.shadow else None
        yield from self._record(decision_entry(call, decided.verdict, session_id=self.session.id, outcome=outcome))
        if self.hook is not None:
            try:
                yield _Step("hook", partial(self.hook, deepcopy(call), decided.verdict), is_async(self.hook))
            except GroundrulesError as error:
                self._let_pass(error, may_run=self.shadow)
        self.session.note(decided.key, told=True)

    def _record(self, entry: Mapping[str, Json]) -> Generator[_Step, object, None]:
        if self.record is None:
            return
        try:
            yield _Step("sink", partial(self.record.append, entry), is_async(self.record.append))
        except GroundrulesError as error:
            self._let_pass(error, may_run=self.shadow or self.unrecorded == "run")

    def _let_pass(self, error: GroundrulesError, *, may_run: bool) -> None:
        _LOG.error("a callback of session %s failed (%s)", self.session.id, type(error).__name__)
        if not may_run:
            raise error

    def _refuse(self, call: ToolCall, decided: Decided) -> Generator[_Step, object, object]:
        verdict = decided.verdict
        exhausted = decided.round > self.max_rounds
        review = self.session.review(decided.key) if exhausted or verdict.decision is Decision.HUMAN_REVIEW else None
        if exhausted or self.on_block == "raise":
            text = feedback_text(verdict, registry=self.registry)
            raise ToolCallBlocked(verdict, feedback=text, mark=FEEDBACK_MARK, review=review, exhausted=exhausted)
        if self.on_block == "result":
            return feedback_text(verdict, registry=self.registry)
        reply = self.on_block
        return (yield _Step("handler", partial(reply, deepcopy(call), verdict), is_async(reply)))


@dataclass(frozen=True, slots=True)
class _Gate:
    """What came of the decision: whether the tool may start, and what stands in its place."""

    key: CallKey | None
    admitted: bool
    given: object = None


@dataclass(frozen=True, slots=True)
class _Step:
    """A callback that has to run before it goes on."""

    name: str
    callback: Callable[[], object]
    is_async: bool


class _Watch:
    """Notes in the ledger that a call has started, and how it ended."""

    def __init__(self, session: Session, key: CallKey | None) -> None:
        self._session = session
        self._key = key

    def __enter__(self) -> None:
        self._note(CallState.STARTED)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._note(CallState.FINISHED if kind in (None, GeneratorExit) else CallState.FAILED)

    def _note(self, state: CallState) -> None:
        if self._key is not None:
            self._session.note(self._key, state=state)


class ProtectedTools(Mapping[str, Tool]):
    """Guarded tools by name. `call` and `call_async` run a call as the model wrote it, under its own id; an entry is the guarded callable alone."""

    def __init__(self, tools: Mapping[str, Tool], protection: Protection) -> None:
        self._tools = dict(tools)
        self._protection = protection
        self._guarded = {name: guarded(tool, protection, name=name) for name, tool in tools.items()}

    def __getitem__(self, name: str) -> Tool:
        return self._guarded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._guarded)

    def __len__(self) -> int:
        return len(self._guarded)

    def call(self, call: ToolCall) -> object:
        """What the tool gives for a call of the model, or what stands in its place.

        Raises:
            InputError: the tool is async, or no callable is here for a tool that may run.
            ToolCallBlocked, CallbackFailed, RecordError, ApprovalError: as `Guard.protect` says.
        """
        kept = deepcopy(call)
        return self._protection.run(kept, lambda: self._start(kept, asynchronous=False))

    async def call_async(self, call: ToolCall) -> object:
        """`call` for async tools; a sync one runs in the event loop's thread."""
        kept = deepcopy(call)

        async def start() -> object:
            given = self._start(kept, asynchronous=True)
            return await cast("Awaitable[object]", given) if inspect.isawaitable(given) else given

        return await self._protection.run_async(kept, start)

    def _start(self, call: ToolCall, *, asynchronous: bool) -> object:
        spec = self._protection.registry.resolve(call.name)
        name = call.name if spec is None else spec.name
        tool, arguments = self._tools.get(name), parse_arguments(call.arguments).value
        if tool is None or arguments is None:
            problem = "no callable is here for it" if tool is None else "its arguments cannot be read"
            raise InputError(f"call of `{call.name[:60]}`", problem=problem, remedy="register it, or have the model write the call again")
        if is_async(tool) and not asynchronous:
            raise InputError(f"call of `{name}`", problem="the tool is async", remedy="use `call_async`")
        own = {key: value for key, value in arguments.items() if key not in self._protection.injected}
        positional, named = call_with(signature_of(tool, name), own)
        return tool(*positional, **named)


def guarded(tool: Tool, protection: Protection, *, name: str | None = None) -> Tool:
    """The callable with the guard around it: of the same sort (plain, async, generator), name and signature.

    Raises:
        InputError: it has no name or signature, or the registry does not hold it.
    """
    known = name if name is not None else tool_name(tool)
    if protection.registry.resolve(known) is None:
        raise InputError(f"tools.{known}", problem="the registry does not hold it", remedy="register it, or pass a registry that does")
    signature = signature_of(tool, known)

    def call_of(args: tuple[object, ...], kwargs: Mapping[str, object]) -> ToolCall | None:
        return protection.bind(known, signature, args, kwargs)

    wrapper = update_wrapper(_wrapper(tool, protection, call_of), tool)
    wrapper.__signature__ = signature  # type: ignore[attr-defined]
    return wrapper


def _wrapper(tool: Tool, protection: Protection, call_of: Callable[[tuple[object, ...], Mapping[str, object]], ToolCall | None]) -> Tool:
    if inspect.isasyncgenfunction(tool):
        pieces = cast("Callable[..., AsyncGenerator[object, None]]", tool)

        async def streaming(*args: object, **kwargs: object) -> AsyncGenerator[object, None]:
            async with aclosing(protection.run_stream_async(call_of(args, kwargs), lambda: pieces(*args, **kwargs))) as guarded_pieces:
                async for piece in guarded_pieces:
                    yield piece

        return streaming
    if inspect.isgeneratorfunction(tool):
        parts = cast("Callable[..., Iterator[object]]", tool)

        def piecemeal(*args: object, **kwargs: object) -> Iterator[object]:
            yield from protection.run_stream(call_of(args, kwargs), lambda: parts(*args, **kwargs))

        return piecemeal
    if is_async(tool):
        coroutine = cast("Callable[..., Awaitable[object]]", tool)

        async def awaited(*args: object, **kwargs: object) -> object:
            return await protection.run_async(call_of(args, kwargs), lambda: coroutine(*args, **kwargs))

        return awaited

    def called(*args: object, **kwargs: object) -> object:
        return protection.run(call_of(args, kwargs), lambda: tool(*args, **kwargs))

    return called


def named_tools(tools: Mapping[str, Tool] | Sequence[Tool]) -> dict[str, Tool]:
    """Callables by name.

    Raises:
        InputError: one has no name of its own, or two share one.
    """
    if isinstance(tools, Mapping):
        return dict(tools)
    found: dict[str, Tool] = {}
    for number, tool in enumerate(tools):
        name = tool_name(tool)
        if name in found:
            raise InputError(f"tools[{number}]", problem=f"`{name}` is there twice", remedy="pass a dictionary from names of their own to callables")
        found[name] = tool
    return found
