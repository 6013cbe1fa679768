"""Ends of stretches of time in the user's words."""

from __future__ import annotations

import pytest
from calls import context_of, exchange, traced, user
from groundrules.engine.types import Json, Outcome

TEXT: Json = {"type": "string"}
NOW = "2031-05-02T10:00:00"


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("stock over the past six months", "2030-11-02", "2031-05-02"),
        ("export the Q1 report", "2031-01-01", "2031-03-31"),
        ("Q3 2029 figures", "2029-07-01", "2029-09-30"),
        ("I'm off from July 6 to 17", "2031-07-06", "2031-07-17"),
        ("all orders of last quarter", "2031-01-01", "2031-03-31"),
    ],
)
def test_both_ends_follow(said: str, start: str, end: str) -> None:
    """A stretch grounds its first and its last day where the call holds both."""
    context = context_of(said, now=NOW)
    assert traced("start", start, context, schema=TEXT, beside={"end": end}).outcome is Outcome.SUPPORTED
    assert traced("end", end, context, schema=TEXT, beside={"start": start}).outcome is Outcome.SUPPORTED


@pytest.mark.parametrize(
    ("said", "start", "end"),
    [
        ("export the Q1 report", "2031-01-01", "2031-04-30"),
        ("export the Q1 report", "2031-04-01", "2031-06-30"),
        ("stock over the past six months", "2030-10-02", "2031-05-02"),
    ],
)
def test_another_end_does_not(said: str, start: str, end: str) -> None:
    """One end that is off leaves the call undecided or worse."""
    context = context_of(said, now=NOW)
    ends = [traced("start", start, context, schema=TEXT, beside={"end": end}), traced("end", end, context, schema=TEXT, beside={"start": start})]
    assert any(trace.outcome is not Outcome.SUPPORTED for trace in ends)


def test_a_time_moved_by_a_duration_from_a_tool_output() -> None:
    """The time that a tool told, moved as the user asks."""
    context = context_of([user("push my budget meeting by two hours"), *exchange({"q": "budget"}, [{"id": "ev_31", "start": "2031-05-05T14:00:00"}])], now=NOW)
    assert traced("new_start", "2031-05-05T16:00:00", context, schema=TEXT).outcome is Outcome.SUPPORTED
    assert traced("new_start", "2031-05-05T17:00:00", context, schema=TEXT).outcome is not Outcome.SUPPORTED


def test_readings_far_apart_decide_nothing() -> None:
    """Two years back from today, or the last two calendar years: both are in use."""
    context = context_of("incidents of the last two years", now="2031-05-20T10:00:00")
    for start, end in (("2029-05-20", "2031-05-20"), ("2029-01-01", "2030-12-31")):
        assert traced("start", start, context, schema=TEXT, beside={"end": end}).outcome is not Outcome.SUPPORTED


def test_the_last_hour() -> None:
    """A moment that a stretch of hours begins at."""
    context = context_of("errors in checkout in the last hour", now=NOW)
    assert traced("since", "2031-05-02T09:00:00", context, schema=TEXT).outcome is Outcome.SUPPORTED
    assert traced("since", "2031-05-02T08:00:00", context, schema=TEXT).outcome is not Outcome.SUPPORTED
