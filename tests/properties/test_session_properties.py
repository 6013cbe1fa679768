"""What holds for every course of a session: saved and restored at any point, it goes on as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

from agents import GUARD, TOOLS, call, made, result
from calls import Message, assistant, user
from groundrules import GroundrulesError, Json, Limits, Session, ToolCall, verdict_from_json, verdict_json
from hypothesis import given
from hypothesis import strategies as st
from strategies import argument_texts

Step = Callable[[Session], object]

ORDERS = ("ORD-77120", "ORD-77102", "ORD-77121")
LIMITS = Limits(max_turns=8, max_decisions=6)


def _adding(message: Message) -> Step:
    return lambda desk: desk.add(message)


def _deciding(asked: ToolCall) -> Step:
    return lambda desk: desk.decide(asked)


def _approving(asked: ToolCall) -> Step:
    def step(desk: Session) -> object:
        try:
            desk.decide(asked)
            desk.approve(desk.review(asked), by="Ines", at=datetime(2031, 5, 1, tzinfo=UTC))
            return desk.claim(asked)
        except GroundrulesError as error:
            return error

    return step


def _rewriting(order: str) -> Step:
    return lambda desk: desk.sync([user(f"Summary: {order}.")], on_rewrite="mark")


def _call(order: str, tool: str, id: str | None) -> ToolCall:
    return call(order, tool=tool, id=id)


def _result(order: str, id: str) -> Message:
    return result(json.dumps({"order_id": order}), id=id)


def _made(calls: list[ToolCall]) -> Message:
    return made(*calls)


def _said(text: str, order: str) -> Message:
    return user(text.format(order))


def _asked(order: str) -> Message:
    return assistant(f"Shall I cancel {order}?")


def _steps() -> st.SearchStrategy[Step]:
    orders, ids = st.sampled_from(ORDERS), st.sampled_from(["a", "b", "c"])
    calls = st.builds(_call, orders, st.sampled_from(["get_order", "cancel_order"]), st.one_of(ids, st.none()))
    messages = st.one_of(
        st.builds(_said, st.sampled_from(["Cancel {}.", "Yes, please.", "No, not {}."]), orders),
        st.builds(_asked, orders),
        st.lists(calls, min_size=1, max_size=3).map(_made),
        st.builds(_result, orders, ids),
    )
    return st.one_of(messages.map(_adding), messages.map(_adding), calls.map(_deciding), calls.map(_approving), orders.map(_rewriting))


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
def test_any_arguments_are_decided_once_and_read_back(first: Json, second: Json) -> None:
    """Whatever a model writes: the same again is the same answer, and a verdict read back has the same views."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS)
    for arguments in (first, second):
        asked = ToolCall("cancel_order", arguments, "call_1")
        verdict = desk.decide(asked)
        assert desk.decide(asked) is verdict
        written = json.dumps(verdict_json(verdict))
        assert json.dumps(verdict_json(verdict_from_json(json.loads(written)))) == written
    saved = json.loads(json.dumps(desk.snapshot()))
    assert Session.restore(saved, guard=GUARD, registry=TOOLS).snapshot() == desk.snapshot()
