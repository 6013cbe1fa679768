"""A deadline: what is not finished by then is undecided, and named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from agents import BAD, GOOD, GUARD, TOOLS, call
from calls import context_of, item_of
from groundrules import Context, Deadline, Json, Outcome, ToolCall, ToolRegistry, Verdict
from groundrules.engine.deadline import DeadlinePassed
from hypothesis import given
from hypothesis import strategies as st
from strategies import function_tool

CONTEXT = context_of(f"Cancel order {GOOD}.")


def ticking(ticks: int) -> Deadline:
    """A deadline that passes at the reading after so many."""
    readings: Iterator[int] = count()
    return Deadline(lambda: float(next(readings)), float(ticks))


def within(ticks: int, order: str, context: Context = CONTEXT) -> Verdict:
    """The verdict on a call in so many readings of the clock."""
    return GUARD.check_tool_call(call(order), context=context, registry=TOOLS, deadline=ticking(ticks))


def test_deadline_passes_at_its_time() -> None:
    """From the very reading on."""
    readings = iter([10.0, 11.9, 12.0])
    deadline = Deadline.after(2.0, clock=lambda: next(readings))
    assert not deadline.has_passed
    with pytest.raises(DeadlinePassed, match="ran out"):
        deadline.require()


def test_no_time_leaves_everything_undecided() -> None:
    """Every item, whatever is known of it, and every rule is named."""
    verdict = within(0, GOOD)
    assert {item.outcome for item in verdict.items} == {Outcome.UNDECIDED}
    assert not verdict.decision.may_run
    assert {error.place for error in verdict.errors} >= {"GR101", "GR201", "GR232"}


def test_time_enough_changes_nothing() -> None:
    """The verdict is the one without a deadline."""
    assert within(10_000, BAD) == GUARD.check_tool_call(call(BAD), context=CONTEXT, registry=TOOLS)


@given(st.integers(min_value=0, max_value=60), st.sampled_from([GOOD, BAD]))
def test_running_out_never_allows(ticks: int, order: str) -> None:
    """Wherever it stops: allowed only what is finished and allowed, and a fault that was found stays one."""
    verdict, whole = within(ticks, order), within(10_000, order)
    assert verdict == whole or not verdict.decision.may_run
    if verdict.errors:
        assert all(item.outcome is not Outcome.SUPPORTED for item in verdict.items)
    if any(finding.outcome is Outcome.UNSUPPORTED for finding in verdict.findings):
        assert item_of(verdict, "/order_id").outcome is Outcome.UNSUPPORTED


def test_it_stops_between_the_leaves_of_one_rule() -> None:
    """A call of many arguments does not have to be finished rule by rule."""
    names = [f"id_{number}" for number in range(50)]
    text: Json = {"type": "string"}
    tools = ToolRegistry.from_openai([function_tool("get_all", {"type": "object", "properties": dict.fromkeys(names, text)})])
    deadline = ticking(30)
    GUARD.check_tool_call(ToolCall("get_all", dict.fromkeys(names, BAD)), context=CONTEXT, registry=tools, deadline=deadline)
    assert deadline.clock() < 90, "the clock was read once a rule after it had passed, and no leaf was begun"
