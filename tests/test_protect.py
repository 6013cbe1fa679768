"""Guarded tools: what is not allowed does not run, whatever else fails; what is allowed runs as if no guard were there."""

from __future__ import annotations

import asyncio
import errno
import inspect
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from typing import Literal

import pytest
from agents import BAD, GOOD, GUARD, TOOLS, call, made, result, session
from calls import TEXT, user
from groundrules import (
    ApprovalError,
    CallbackFailed,
    CallState,
    Context,
    Guard,
    InputError,
    Json,
    RecordError,
    Session,
    ToolCall,
    ToolCallBlocked,
    ToolRegistry,
    Verdict,
)
from groundrules.engine.feedback_mark import FEEDBACK_MARK
from strategies import function_tool

AT = datetime(2031, 5, 1, 9, tzinfo=UTC)
SOON = 0.05


class Desk:
    """Tools that write down what they ran."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def cancel_order(self, order_id: str) -> str:
        """Cancel an order."""
        self.ran.append(order_id)
        return f"cancelled {order_id}"

    async def refund_order(self, order_id: str) -> str:
        """Refund an order."""
        await asyncio.sleep(0)
        self.ran.append(order_id)
        return f"refunded {order_id}"

    def get_order(self, order_id: str) -> Iterator[str]:
        """The order in pieces."""
        self.ran.append(order_id)
        yield "order "
        yield order_id


class Log:
    """A sink that keeps its entries, and may fail first."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.entries: list[Mapping[str, Json]] = []
        self.fault = fault

    def append(self, entry: Mapping[str, Json], /) -> None:
        """Keep the entry."""
        if self.fault is not None:
            raise self.fault
        self.entries.append(entry)


DISK_FULL = OSError(errno.ENOSPC, "No space left on device")


def test_a_good_call_runs_and_a_bad_one_is_raised() -> None:
    """The error holds the verdict and text for the model, and is not worth a retry."""
    desk, talk = Desk(), session()
    cancel = GUARD.protect(desk.cancel_order, session=talk)
    assert cancel(GOOD) == f"cancelled {GOOD}"
    with pytest.raises(ToolCallBlocked, match="was not run: the decision is block") as blocked:
        cancel(order_id=BAD)
    assert desk.ran == [GOOD]
    assert blocked.value.verdict.reasons == ("/order_id",)
    assert not blocked.value.retryable
    assert GOOD in blocked.value.feedback
    assert GOOD not in str(blocked.value)
    assert BAD not in str(blocked.value)


def test_the_result_names_what_would_do_and_never_becomes_evidence() -> None:
    """The model may take the value from it only because the user gave it."""
    talk = session()
    tools = GUARD.protect({"cancel_order": Desk().cancel_order}, session=talk, on_block="result")
    told = json.loads(str(tools.call(call(BAD))))
    assert told["error"] == "the call of cancel_order was not run"
    assert told["faults"] == [{"parameter": "order_id", "problem": told["faults"][0]["problem"], "admissible": [GOOD]}]
    stranger = session("Hello.")
    stranger.add(made(call(BAD)))
    for text in (json.dumps(told), f"Tool failed: {json.dumps(json.dumps(told))}", str(ToolCallBlocked(talk.decide(call(BAD)), feedback="", mark=FEEDBACK_MARK))):
        stranger.add(result(f"{text} {GOOD}"))
    stranger.add(user(json.dumps(told)))
    assert not stranger.decide(call(GOOD, id="call_2")).decision.may_run


def test_a_function_may_answer_for_the_tool() -> None:
    """It sees call and verdict, and its value stands in for the tool's."""
    seen: list[tuple[ToolCall, Verdict]] = []

    def answer(asked: ToolCall, verdict: Verdict) -> str:
        seen.append((asked, verdict))
        return "please ask the user"

    desk = Desk()
    tools = GUARD.protect([desk.cancel_order], session=session(), on_block=answer)
    assert tools.call(call(BAD)) == "please ask the user"
    assert (seen[0][0].id, seen[0][1].decision.may_run, desk.ran) == ("call_1", False, [])


def test_past_the_rounds_it_is_raised_with_a_review_item() -> None:
    """The model has its tries; then a person decides."""
    talk = session()
    tools = GUARD.protect({"cancel_order": Desk().cancel_order}, session=talk, on_block="result", max_rounds=2)
    for number in range(2):
        assert FEEDBACK_MARK in str(tools.call(call(BAD, id=f"call_{number}")))
    with pytest.raises(ToolCallBlocked, match="tries of this turn are used up") as blocked:
        tools.call(call(BAD, id="call_9"))
    assert blocked.value.exhausted
    assert blocked.value.review in talk.reviews
    assert FEEDBACK_MARK in str(tools.call(call(BAD, id="call_0"))), "a replay is the same again"
    talk.add(user("Try once more."))
    assert FEEDBACK_MARK in str(tools.call(call(BAD, id="call_10")))


def test_shadow_decides_and_records_but_never_stops() -> None:
    """Not for a bad call, nor for a sink or a hook that fails, nor for arguments that cannot be judged."""
    desk, log = Desk(), Log()
    tools = GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), shadow=True, record=log)
    tools.call(call(BAD))
    assert (desk.ran, [(entry["decision"], entry["outcome"]) for entry in log.entries]) == ([BAD], [("block", "shadow")])

    def hook(*_: object) -> None:
        raise KeyError("nobody")

    cancel = GUARD.protect(desk.cancel_order, session=session(), shadow=True, record=Log(DISK_FULL), hook=hook)
    cancel(BAD)
    cancel(object())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]: what a host may do
    assert len(desk.ran) == 3


def test_each_decision_is_recorded_once() -> None:
    """Replays bring nothing new; a call that runs and one that does not are told apart."""
    log = Log()
    tools = GUARD.protect({"cancel_order": Desk().cancel_order}, session=session(), on_block="result", record=log)
    for asked in (call(), call(BAD, id="call_2"), call(), call(BAD, id="call_2")):
        tools.call(asked)
    assert [(entry["call_id"], entry["outcome"]) for entry in log.entries] == [("call_1", "allowed"), ("call_2", "blocked")]


@pytest.mark.parametrize(("fault", "error"), [(DISK_FULL, CallbackFailed), (RecordError("log", problem="full", remedy="make room"), RecordError)])
def test_what_cannot_be_recorded_does_not_run(fault: Exception, error: type[Exception]) -> None:
    """Not even when asked again; once the sink works, it runs."""
    desk, log = Desk(), Log(fault)
    tools = GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), record=log)
    for _ in range(2):
        with pytest.raises(error):
            tools.call(call())
    assert desk.ran == []
    log.fault = None
    tools.call(call())
    assert (desk.ran, len(log.entries)) == ([GOOD], 1)


def test_a_host_may_choose_to_run_unrecorded(caplog: pytest.LogCaptureFixture) -> None:
    """Then the fault is logged, without any of the user's text; a bad call is stopped all the same."""
    desk = Desk()
    tools = GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), record=Log(DISK_FULL), unrecorded="run")
    tools.call(call())
    with pytest.raises(ToolCallBlocked):
        tools.call(call(BAD, id="call_2"))
    assert desk.ran == [GOOD]
    assert "CallbackFailed" in caplog.text
    assert GOOD not in caplog.text


def _raising(*_: object) -> None:
    raise KeyError("nobody")


def _hanging(*_: object) -> None:
    threading.Event().wait(30)


async def _raising_async(*_: object) -> None:
    await asyncio.sleep(0)
    raise KeyError("nobody")


async def _hanging_async(*_: object) -> None:
    try:
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        await asyncio.sleep(30)


FAULTS: list[tuple[Callable[..., object], str]] = [(_raising, "raised KeyError"), (_hanging, "did not return within")]
FAULTS_ASYNC: list[tuple[Callable[..., object], str]] = [*FAULTS, (_raising_async, "raised KeyError"), (_hanging_async, "did not return within")]


@pytest.mark.parametrize(("callback", "problem"), [*FAULTS, (_raising_async, "gave an awaitable")])
def test_a_failing_callback_stops_the_call(callback: Callable[..., object], problem: str) -> None:
    """A hook stops the good call, a handler stands in for nothing, and both say what they did."""
    desk = Desk()
    hooked = GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), hook=callback, callback_seconds=SOON)
    with pytest.raises(CallbackFailed, match=f"the hook {problem}"):
        hooked.call(call())
    handled = GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), on_block=callback, callback_seconds=SOON)
    with pytest.raises(CallbackFailed, match=f"the handler {problem}"):
        handled.call(call(BAD))
    assert desk.ran == []


@pytest.mark.parametrize(("callback", "problem"), FAULTS_ASYNC)
def test_a_failing_callback_stops_the_async_call(callback: Callable[..., object], problem: str) -> None:
    """The same in an event loop, which goes on even where a coroutine will not be cancelled."""
    desk = Desk()

    async def main() -> None:
        hooked = GUARD.protect(desk.refund_order, session=session(), hook=callback, callback_seconds=SOON)
        with pytest.raises(CallbackFailed, match=f"the hook {problem}"):
            await hooked(GOOD)
        handled = GUARD.protect(desk.refund_order, session=session(), on_block=callback, callback_seconds=SOON)
        with pytest.raises(CallbackFailed, match=f"the handler {problem}"):
            await handled(BAD)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(main())
    assert desk.ran == []


def test_async_tools_have_the_same_semantics() -> None:
    """A good call runs, a bad one is raised, answered, or handled by a coroutine."""
    desk = Desk()

    async def answer(asked: ToolCall, verdict: Verdict) -> str:
        await asyncio.sleep(0)
        return f"{asked.name}: {verdict.decision}"

    async def main() -> None:
        refund = GUARD.protect(desk.refund_order, session=session())
        assert inspect.iscoroutinefunction(refund)
        assert await refund(GOOD) == f"refunded {GOOD}"
        with pytest.raises(ToolCallBlocked):
            await refund(BAD)
        handled = GUARD.protect({"refund_order": desk.refund_order, "cancel_order": desk.cancel_order}, session=session(), on_block=answer)
        assert await handled.call_async(call(BAD, tool="refund_order")) == "refund_order: block"
        assert await handled.call_async(call(GOOD, tool="refund_order", id="b")) == f"refunded {GOOD}"
        assert await handled.call_async(call(GOOD, id="c")) == f"cancelled {GOOD}"
        with pytest.raises(InputError, match="the tool is async"):
            handled.call(call(GOOD, tool="refund_order", id="d"))

    asyncio.run(main())


def test_streaming_tools_stay_generators() -> None:
    """The check comes before the first piece; a refused call gives the one text in place of the pieces."""
    desk = Desk()

    async def pieces(order_id: str) -> AsyncIterator[str]:
        desk.ran.append(order_id)
        yield order_id

    async def main() -> None:
        stream = GUARD.protect({"get_order": pieces}, session=session(), on_block="result")["get_order"]
        assert inspect.isasyncgenfunction(stream)
        assert [piece async for piece in stream(GOOD)] == [GOOD]
        assert [FEEDBACK_MARK in piece async for piece in stream(BAD)] == [True]

    get = GUARD.protect(desk.get_order, session=session())
    assert inspect.isgeneratorfunction(get)
    assert list(get(GOOD)) == ["order ", GOOD]
    with pytest.raises(ToolCallBlocked):
        next(get(BAD))
    asyncio.run(main())
    assert desk.ran == [GOOD, GOOD]


def _registry(*names: str, **properties: Json) -> ToolRegistry:
    return ToolRegistry.from_openai([function_tool(name, {"type": "object", "properties": dict(properties)}) for name in names])


def _talk(registry: ToolRegistry, said: str = f"Cancel order {GOOD}.") -> Session:
    return Session("c-1", guard=GUARD, registry=registry, context=Context.from_openai([user(said)]))


def test_arguments_bind_as_python_binds_them() -> None:
    """Positional only, defaults that were not passed, and what the host fills are no arguments of the model."""
    registry = _registry("note_order", order_id=TEXT, reason=TEXT, tags={"type": "array", "items": TEXT})
    talk = _talk(registry)

    def note_order(order_id: str, /, reason: str = "made up by nobody", *tags: str, database: object = None) -> str:
        return f"{order_id} {reason} {tags} {database}"

    note = GUARD.protect(note_order, session=talk, injected=["database"])
    assert note(GOOD, database=len) == f"{GOOD} made up by nobody () {len}"
    assert [item.item for item in talk.decisions[-1].verdict.items] == ["$tool", "$args", "/order_id"]
    tools = GUARD.protect([note_order], session=_talk(registry, f"Tag {GOOD} as urgent, late."), injected=["database"])
    asked = ToolCall("note_order", {"order_id": GOOD, "reason": "late", "tags": ["urgent"]}, "call_1")
    assert tools.call(asked) == f"{GOOD} late ('urgent',) None"


def test_a_call_that_does_not_fit_is_judged_as_it_stands() -> None:
    """An unknown parameter is a finding, not a crash before the guard."""
    cancel = GUARD.protect({"cancel_order": Desk().cancel_order}, session=session())["cancel_order"]
    with pytest.raises(ToolCallBlocked) as blocked:
        cancel(GOOD, colour="red")
    assert "/colour" in blocked.value.verdict.reasons
    with pytest.raises(ToolCallBlocked) as blocked:
        cancel()
    assert [item.rule_id for item in blocked.value.verdict.items if item.item == "/order_id"] == ["GR104"]


def test_what_cannot_be_judged_does_not_run() -> None:
    """An argument without a JSON form is refused, and the place named."""
    desk = Desk()
    with pytest.raises(InputError, match=r"arguments\.order_id: object has no JSON form"):
        GUARD.protect(desk.cancel_order, session=session())(object())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert desk.ran == []


def test_partials_are_handed_in_by_name() -> None:
    """What they fix is the host's and not judged; without a name they are refused, and so are two tools of one name."""
    desk, registry = Desk(), _registry("cancel", reason=TEXT)

    def cancel(order_id: str, reason: str) -> str:
        return f"{order_id}: {reason}"

    fixed = partial(cancel, BAD)
    tools = GUARD.protect({"cancel": fixed}, session=_talk(registry, "It came late."))
    assert tools["cancel"](reason="late") == f"{BAD}: late"
    assert tools.call(ToolCall("cancel", '{"reason": "late"}', "call_1")) == f"{BAD}: late"
    with pytest.raises(InputError, match="no name of its own"):
        GUARD.protect(fixed, session=_talk(registry))
    with pytest.raises(InputError, match="is there twice"):
        GUARD.protect([desk.cancel_order, Desk().cancel_order], session=session())
    with pytest.raises(InputError, match="the registry does not hold it"):
        GUARD.protect(cancel, session=session())


def test_a_guarded_callable_looks_like_the_tool() -> None:
    """Name, documentation and signature are what frameworks read."""
    desk = Desk()
    cancel = GUARD.protect(desk.cancel_order, session=session())
    assert (cancel.__name__, cancel.__doc__) == ("cancel_order", "Cancel an order.")
    assert inspect.signature(cancel) == inspect.signature(desk.cancel_order)
    tools = GUARD.protect([desk.cancel_order, desk.refund_order], session=session())
    assert (list(tools), len(tools)) == (["cancel_order", "refund_order"], 2)


def test_an_unknown_tool_and_damaged_arguments_do_not_run() -> None:
    """Nothing is called for them, whatever the host chose."""
    desk = Desk()
    tools = GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), on_block="result")
    assert "not run" in str(tools.call(ToolCall("cancel_orders", {"order_id": GOOD}, "a")))
    assert "not run" in str(tools.call(ToolCall("cancel_order", f'{{"order_id": "{GOOD}"', "b")))
    with pytest.raises(InputError, match="no callable is here"):
        tools.call(call(GOOD, tool="get_order", id="c"))
    assert desk.ran == []


def test_later_changes_to_the_arguments_do_not_reach_the_tool() -> None:
    """What runs is what was judged, even where a hook changes the object that it is given."""
    desk = Desk()
    arguments: dict[str, Json] = {"order_id": GOOD}

    def hook(asked: ToolCall, _: Verdict) -> None:
        arguments["order_id"] = BAD
        if isinstance(asked.arguments, dict):
            asked.arguments["order_id"] = BAD

    GUARD.protect({"cancel_order": desk.cancel_order}, session=session(), hook=hook).call(ToolCall("cancel_order", arguments, "call_1"))
    assert desk.ran == [GOOD]


def test_the_ledger_tells_how_a_call_ended() -> None:
    """Started and finished, or failed; the tool's own error is handed on as it is."""
    talk = session()

    def cancel_order(order_id: str) -> str:
        raise LookupError(order_id)

    with pytest.raises(LookupError):
        GUARD.protect({"cancel_order": cancel_order}, session=talk).call(call())
    GUARD.protect({"get_order": Desk().get_order}, session=talk).call(call(tool="get_order", id="b"))
    assert [decided.state for decided in talk.decisions] == [CallState.FAILED, CallState.FINISHED]


def test_an_approved_call_runs_once() -> None:
    """Exactly this call; its echo then counts as given, and a second run needs a new approval."""
    desk, talk, log = Desk(), session("Cancel my order."), Log()
    tools = GUARD.protect({"cancel_order": desk.cancel_order, "refund_order": desk.refund_order}, session=talk, on_block="result", record=log)
    assert "not run" in str(tools.call(call(BAD)))
    talk.approve(talk.review(call(BAD)), by="Ines", at=AT)
    assert "not run" in str(tools.call(call("ORD-77121")))
    assert "not run" in str(tools.call(call(BAD, id="call_2")))
    assert tools.call(call(BAD)) == f"cancelled {BAD}"
    with pytest.raises(ApprovalError, match="was used already"):
        tools.call(call(BAD))
    assert desk.ran == [BAD]
    assert [entry["kind"] for entry in log.entries].count("approval") == 1


def test_an_approval_is_used_once_by_many_threads() -> None:
    """Eight threads make the approved call at once: it runs one time."""
    desk, talk = Desk(), session("Cancel my order.")
    tools = GUARD.protect({"cancel_order": desk.cancel_order}, session=talk)
    talk.decide(call(BAD))
    talk.approve(talk.review(call(BAD)), by="Ines", at=AT)

    def run(_: int) -> str:
        try:
            return str(tools.call(call(BAD)))
        except ApprovalError:
            return "refused"

    with ThreadPoolExecutor(8) as pool:
        told = sorted(pool.map(run, range(8)))
    assert (desk.ran, told) == ([BAD], [f"cancelled {BAD}", *["refused"] * 7])


@pytest.mark.parametrize(
    ("settings", "problem"),
    [({"on_block": "ignore"}, "`ignore` is not known"), ({"unrecorded": "go"}, "`go` is not known"), ({"max_rounds": -1}, "numbers in range")],
)
def test_settings_are_checked(settings: dict[str, Literal["raise"]], problem: str) -> None:
    """A word that is not known and a number out of range are refused when the tools are guarded."""
    with pytest.raises(InputError, match=problem):
        GUARD.protect(Desk().cancel_order, session=session(), **settings)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    with pytest.raises(InputError, match="of another guard"):
        Guard().protect(Desk().cancel_order, session=session())
    assert TOOLS.resolve("cancel_order") is not None
