"""The present time is taken from the conversation where it states one, and from nowhere else."""

from __future__ import annotations

from datetime import datetime

import pytest
from groundrules.engine.clock import stated_now
from groundrules.engine.context import Context
from groundrules.engine.index import SourceIndex
from groundrules.engine.types import Role, Source


def said(text: str, *, role: Role = Role.SYSTEM) -> datetime | None:
    return stated_now([SourceIndex(Source("s", role, 0, text))])


@pytest.mark.parametrize(
    "text",
    [
        "Today is 2026-03-04.",
        "today is March 4, 2026",
        "TODAY'S DATE: 4 March 2026",
        "Today is Wednesday, March 4, 2026.",
        "Current date: 2026-03-04",
        "Current date and time: 2026-03-04T10:30:00",
        "current time = 2026-03-04 10:30",
        "Current_date: 2026-03-04",
        "Be brief. Now: 2026-03-04",
        "Today (2026-03-04) is a holiday",
        '{"today": "2026-03-04", "zone": "UTC"}',
        '{"current_date": "2026-03-04"}',
        "Old trip: 2025-01-01. Today is 2026-03-04. New trip: 2027-01-01.",
    ],
)
def test_a_stated_day_is_today(text: str) -> None:
    """The full date that a text or a JSON member states as today's, at midnight."""
    assert said(text) == datetime(2026, 3, 4)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-03-04",
        "The trip starts 2026-03-04",
        "today is March 4",
        "today is Wednesday",
        "today is 2026-02-30",
        "today is 0000-01-01",
        "There was snow 2026-03-04",
        "I know 2026-03-04 is free",
        "Book it today, for 2026-03-04",
        "Todays date unknown; deadline 2026-03-04",
        '["book it now", {"until": "2026-03-04"}]',
        "today is \ud800\x00",
    ],
)
def test_other_dates_are_not(text: str) -> None:
    """A date that nothing states as today's, a partial or an impossible one, and a word that only ends in -now, say nothing."""
    assert said(text) is None


@pytest.mark.parametrize("role", list(Role))
def test_only_those_who_know_may_state_it(role: Role) -> None:
    """System, user and host state the day; what an assistant, a tool or a passage says is not the present."""
    told = said("Today is 2026-03-04", role=role)
    assert (told is not None) is (role in (Role.SYSTEM, Role.USER, Role.HOST))


def test_the_latest_statement_counts() -> None:
    """Sources are read in order, and the last day stated is the day."""
    context = Context.from_turns([(Role.SYSTEM, "Today is 2026-03-04"), (Role.USER, "It is later: today is 2026-03-06"), (Role.USER, "ok")])
    assert stated_now(context.sources) == datetime(2026, 3, 6)
    assert stated_now(()) is None


def test_host_facts_state_the_day() -> None:
    """A day among the host facts is the present."""
    assert stated_now(Context.from_openai([], host={"user": "Ana Ruiz", "today": "2026-03-04"}).sources) == datetime(2026, 3, 4)
