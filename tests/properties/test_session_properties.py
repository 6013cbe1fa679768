"""What holds for every course of a session: saved and restored at any point, it goes on as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

from agents import GUARD, TOOLS, call, made, result
from calls import assistant, user
from groundrules import GroundrulesError, Limits, Session, ToolCall, verdict_json
from groundrules.engine.ledger import arguments_of
from groundrules.engine.verdict_read import verdict_from_json
from hypothesis import given
from hypothesis import strategies as st
from strategies import argument_texts

Step = Callable[[Session], object]

ORDERS = ("ORD-77120", "ORD-77102", "ORD-77121")
LIMITS = Limits(max_turns=8, max_decisions=6)


def _approve(desk: Session, asked: ToolCall) -> object:
    try:
        desk.decide(asked)
        desk.approve(desk.review(asked), by="Ines", at=datetime(2031, 5, 1, tzinfo=UTC))
        return desk.claim(asked)
    except GroundrulesError as error:
        return type(error).__name__, str(error)


def _steps() -> st.SearchStrategy[Step]:
    orders, ids = st.sampled_from(ORDERS), st.sampled_from(["a", "b", "c", None])
    tools = st.sampled_from(["get_order", "cancel_order"])
    calls = st.builds(lambda order, tool, id: call(order, tool=tool, id=id), orders, tools, ids)
    messages = st.one_of(
        orders.map(lambda order: user(f"Cancel {order}.")),
        orders.map(lambda order: assistant(f"Shall I cancel {order}?")),
        st.just(user("Yes, please.")),
        st.lists(calls, min_size=1, max_size=3).map(lambda listed: made(*listed)),
        st.builds(lambda order, id: result(json.dumps({"order_id": order}), id=id or "a"), orders, ids),
    )
    return st.one_of(
        messages.map(lambda message: lambda desk: desk.add(message)),
        calls.map(lambda asked: lambda desk: desk.decide(asked)),
        calls.map(lambda asked: lambda desk: _approve(desk, asked)),
        st.just(lambda desk: desk.sync([user("Summary: an order.")], on_rewrite="mark")),
    )


@given(st.lists(_steps(), max_size=24), st.integers(min_value=0, max_value=24), st.lists(st.sampled_from(ORDERS), min_size=1, max_size=3))
def test_restored_session_goes_on_as_before(steps: list[Step], cut: int, last: list[str]) -> None:
    """Every verdict after the restore is byte for byte the one that the session itself gives, and so is the next snapshot."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, limits=LIMITS)
    for step in steps[:cut]:
        step(desk)
    back = Session.restore(json.loads(json.dumps(desk.snapshot(), sort_keys=True)), guard=GUARD, registry=TOOLS, limits=LIMITS)
    for step in steps[cut:]:
        for each in (desk, back):
            step(each)
    for number, order in enumerate(last):
        asked = call(order, id=f"last_{number}")
        assert json.dumps(verdict_json(back.decide(asked))) == json.dumps(verdict_json(desk.decide(asked)))
    assert json.dumps(back.snapshot()) == json.dumps(desk.snapshot())


@given(argument_texts(), argument_texts())
def test_any_arguments_are_decided_once_and_read_back(first: object, second: object) -> None:
    """Whatever a model writes: the same again is the same answer, and a verdict read back has the same views."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS)
    for arguments in (first, second):
        asked = ToolCall("cancel_order", arguments, "call_1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]: any JSON
        verdict = desk.decide(asked)
        assert desk.decide(asked) is verdict
        written = json.dumps(verdict_json(verdict))
        assert json.dumps(verdict_json(verdict_from_json(json.loads(written)))) == written
        assert arguments_of(asked)[1] == arguments_of(asked)[1]
    saved = json.loads(json.dumps(desk.snapshot()))
    assert Session.restore(saved, guard=GUARD, registry=TOOLS).snapshot() == desk.snapshot()
