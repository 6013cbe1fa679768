"""Sessions by conversation id: as many and for as long as the limits say, and incomplete when they come back after that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from agents import GOOD, GUARD, TOOLS, call, session
from calls import user
from groundrules import InputError, Limits, SessionError, Sessions

START = datetime(2031, 5, 1, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def held(**limits: int) -> Sessions:
    """Sessions that are idle after an hour."""
    return Sessions(guard=GUARD, registry=TOOLS, limits=Limits(idle_seconds=3600, **limits))


def test_a_conversation_goes_on_in_its_session() -> None:
    """The same object while it is held, and complete."""
    sessions = held()
    first = sessions.start("c-1", at=START)
    assert sessions.resume("c-1", at=START + HOUR) is first
    assert sessions.get("c-1") is first
    assert first.context.complete
    with pytest.raises(SessionError, match="is held"):
        sessions.start("c-1", at=START + HOUR)


def test_what_was_idle_too_long_comes_back_incomplete() -> None:
    """Use puts it off; after that nothing is known of it."""
    sessions = held()
    first = sessions.start("c-1", at=START)
    sessions.resume("c-1", at=START + HOUR)
    assert sessions.expire(at=START + 2 * HOUR) == ()
    back = sessions.resume("c-1", at=START + 3 * HOUR)
    assert back is not first
    assert not back.context.complete
    back.add(user("Cancel it."))
    assert not back.decide(call(GOOD)).decision.may_run


def test_times_that_go_back_keep_nothing_alive() -> None:
    """A session is idle by its own last use, in whatever order the host's times come."""
    sessions = held()
    sessions.start("late", at=START + 5 * HOUR)
    early = sessions.start("early", at=START)
    assert sessions.resume("early", at=START + 2 * HOUR) is not early


def test_the_one_used_longest_ago_goes_first() -> None:
    """Past the number that may be held."""
    sessions = held(max_sessions=2)
    for name in ("a", "b"):
        sessions.start(name, at=START)
    sessions.resume("a", at=START)
    sessions.start("c", at=START)
    assert sessions.get("b") is None
    assert (len(sessions), sessions.resume("b", at=START).context.complete) == (2, False)


def test_sessions_are_kept_and_dropped_by_hand() -> None:
    """A restored one is taken in; a dropped one may be started anew."""
    sessions = held()
    restored = session()
    sessions.keep(restored, at=START)
    assert sessions.resume("c-1", at=START) is restored
    sessions.drop("c-1")
    sessions.drop("c-1")
    assert sessions.start("c-1", at=START).context.complete
    assert sessions.expire(at=START + 2 * HOUR) == ("c-1",)


def test_times_need_a_zone() -> None:
    """A time that means something else on another machine is refused."""
    with pytest.raises(InputError, match="no zone"):
        held().start("c-1", at=START.replace(tzinfo=None))
