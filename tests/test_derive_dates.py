"""Dates and times that follow from the context: each derivation with a value that follows and a neighbour that does not."""

from __future__ import annotations

import pytest
from calls import CONTRADICTED, SUPPORTED, UNDECIDED, UNSUPPORTED, context_of, ending, exchange, inquiry, leaf_of, system, traced, user
from groundrules.engine.derive_dates import date_hits, is_foreign_wall_time, is_open_day, local_key
from groundrules.engine.types import Flag, Json, Outcome

NOW = "2026-03-11T09:00:00"
"""A Wednesday."""
ZONED = "2026-03-11T09:00:00+01:00"


@pytest.mark.parametrize(
    ("name", "value", "said", "how"),
    [
        ("date", "2026-03-12", "Book it for tomorrow.", "the relative date `tomorrow`"),
        ("date", "2026-03-13", "See you on Friday.", "the relative date `Friday`"),
        ("date", "2026-04-05", "the 5th of next month", "the relative date `the 5th of next month`"),
        ("date", "2026-04-15", "next month, the 15th", "the day 15 of `next month`"),
        ("date", "2026-04-05", "Arrive on April 5.", "the year of the present time"),
        ("start_date", "2026-02-01", "A report for last month", "the relative date `last month`"),
        ("end_date", "2026-02-28", "A report for last month", "the relative date `last month`"),
        ("start_date", "2026-04-01", "Rain in April?", "the relative date `April`"),
        ("end_date", "2026-04-30", "Rain in April?", "the relative date `April`"),
        ("start", "2026-03-12T15:00:00", "Tomorrow at 3pm", "the relative date `Tomorrow at 3pm` and time"),
    ],
)
def test_follows_from_now(name: str, value: str, said: str, how: str) -> None:
    """A date relative to the present time, or one that lacks its year, is supported and the derivation is named."""
    assert ending(traced(name, value, context_of(said, now=NOW))) == (SUPPORTED, how)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("date", "2026-03-13", "Book it for tomorrow."),
        ("date", "2026-03-14", "See you on Friday."),
        ("date", "2026-03-14", "See you next Friday."),
        ("date", "2026-05-05", "the 5th of next month"),
        ("date", "2026-04-16", "next month, the 15th"),
        ("date", "2026-04-06", "Arrive on April 5."),
        ("date", "2023-04-05", "Arrive on April 5."),
        ("end_date", "2026-02-27", "A report for last month"),
        ("end_date", "2026-04-29", "Rain in April?"),
        ("start", "2026-03-13T15:00:00", "Tomorrow at 3pm"),
        ("start", "2026-03-12T16:00:00", "Tomorrow at 3pm"),
    ],
)
def test_does_not_follow_from_now(name: str, value: str, said: str) -> None:
    """A day, an hour or a few years off: nothing vouches for the date."""
    assert traced(name, value, context_of(said, now=NOW)).outcome is not SUPPORTED


@pytest.mark.parametrize(("value", "outcome"), [("2026-03-12", UNDECIDED), ("2026-03-13", UNDECIDED)])
def test_without_the_present_time_a_relative_date_is_open(value: str, outcome: Outcome) -> None:
    """`tomorrow` could be any day while the present time is not given: undecided, not fabricated."""
    assert traced("date", value, context_of("Book it for tomorrow.")).outcome is outcome


def test_the_conversation_may_state_the_present_time() -> None:
    """A system turn that says what day it is counts as the present time."""
    said = context_of([system("Today is 2026-03-11."), user("Book it for tomorrow.")])
    assert traced("date", "2026-03-12", said).outcome is SUPPORTED
    assert traced("date", "2026-03-13", said).outcome is UNSUPPORTED


def test_relative_dates_of_stored_texts_are_not_relative_to_now() -> None:
    """`tomorrow` in a passage or an instruction was written on another day, however close it is to the request."""
    stored = "The delivery for Mara Brandt is tomorrow."
    asked = user("When is the delivery for Mara Brandt?")
    for said in (context_of([asked], evidence=[stored], now=NOW), context_of([system(stored), asked], now=NOW)):
        assert traced("date", "2026-03-12", said).outcome is not SUPPORTED
    assert traced("date", "2026-03-12", context_of(stored, now=NOW)).outcome is SUPPORTED


def test_a_year_that_the_context_names() -> None:
    """Without a present time a date takes its year from one that the context names, and from no other."""
    said = context_of("Arrive on April 5. It is 2026.")
    assert ending(traced("date", "2026-04-05", said)) == (SUPPORTED, "a year that the context names")
    assert traced("date", "2025-04-05", said).outcome is UNDECIDED
    assert traced("date", "2026-04-05", context_of("Arrive on April 5.")).outcome is UNDECIDED


@pytest.mark.parametrize(
    ("value", "said", "how"),
    [
        ("2026-04-01", "A report for April 2026.", "the first day of the month"),
        ("2026-04-30", "A report for April 2026.", "the last day of the month"),
        ("2024-02-29", "A report for February 2024.", "the last day of the month"),
        ("2026-01-01", "A report for 2026.", "the first day of the year"),
        ("2026-12-31", "A report for 2026.", "the last day of the year"),
        ("2026-05-13", "From May 10, 2026 for 3 nights", "the date `May 10, 2026` and the duration `3 nights`"),
        ("2026-05-24", "From May 10, 2026 for two weeks", "the date `May 10, 2026` and the duration `two weeks`"),
        ("2026-04-05T00:00:00", "on April 5, 2026", "date at the start of the day"),
        ("2026-04-05T23:59:59", "on April 5, 2026", "date at the end of the day"),
    ],
)
def test_follows_from_a_stated_date(value: str, said: str, how: str) -> None:
    """Ends of months, years and days, and a date with a duration, follow without a present time."""
    assert ending(traced("end_date", value, context_of(said))) == (SUPPORTED, how)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("2026-04-29", "A report for April 2026."),
        ("2025-02-28", "A report for February 2024."),
        ("2026-02-01", "A report for 2026."),
        ("2026-12-30", "A report for 2026."),
        ("2026-05-14", "From May 10, 2026 for 3 nights"),
        ("2026-05-13", "From May 10, 2026 for 3 people"),
        ("2026-05-10", "on April 5, 2026"),
        ("2026-04-05T12:00:00", "on April 5, 2026"),
    ],
)
def test_does_not_follow_from_a_stated_date(value: str, said: str) -> None:
    """A day beside the end, another count of days, an hour that nobody named: not supported."""
    assert traced("end_date", value, context_of(said)).outcome is not SUPPORTED


def test_a_day_without_its_time_is_undecided() -> None:
    """The day stands in the context, the clock time does not: half of the value is known."""
    assert traced("start", "2026-04-05T12:00:00", context_of("on April 5, 2026")).outcome is UNDECIDED
    assert traced("start", "2026-04-06T12:00:00", context_of("on April 5, 2026")).outcome is UNSUPPORTED


def test_a_grounded_sibling_and_a_duration() -> None:
    """A check-out follows from the check-in argument and the nights; not where the check-in is itself invented."""
    said = context_of("From tomorrow for 3 nights", now=NOW)
    follows = traced("check_out", "2026-03-15", said, beside={"check_in": "2026-03-12"})
    assert ending(follows) == (SUPPORTED, "the argument `check_in` and the duration `3 nights`")
    assert traced("check_out", "2026-03-16", said, beside={"check_in": "2026-03-12"}).outcome is not SUPPORTED
    assert traced("check_out", "2026-03-23", said, beside={"check_in": "2026-03-20"}).outcome is not SUPPORTED


def test_a_start_time_and_a_duration() -> None:
    """An end time follows from the start argument and the duration that the user named."""
    said = context_of("A meeting at 3 for 30 minutes")
    follows = traced("end_time", "15:30", said, beside={"start_time": "15:00"})
    assert ending(follows) == (SUPPORTED, "the argument `start_time` and the duration `30 minutes`")
    assert traced("end_time", "15:45", said, beside={"start_time": "15:00"}).outcome is not SUPPORTED
    assert traced("end_time", "16:30", said, beside={"start_time": "16:00"}).outcome is not SUPPORTED


def test_a_stated_time_and_a_duration() -> None:
    """An end time follows from the clock time and the duration that the user named, without a start argument."""
    said = context_of("A meeting at 3pm for 30 minutes")
    assert ending(traced("end_time", "15:30", said)) == (SUPPORTED, "the time 15:00 and the duration `30 minutes`")
    assert traced("end_time", "15:45", said).outcome is not SUPPORTED


@pytest.mark.parametrize(
    ("value", "said", "supported"),
    [
        ("15:00", "Meet at 3pm", True),
        ("15:00", "Meet at 3", True),
        ("03:00", "Meet at 3", True),
        ("16:00", "Meet at 3", False),
        ("15:00", "It costs 3", False),
        ("15:30", "Meet at 3", False),
    ],
)
def test_hours(value: str, said: str, *, supported: bool) -> None:
    """A bare number is an hour only behind a word of time, and may be of either half of the day."""
    assert (traced("time", value, context_of(said)).outcome is SUPPORTED) is supported


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        ("2026-03-12T15:00:00+01:00", SUPPORTED),
        ("2026-03-12T14:00:00Z", SUPPORTED),
        ("2026-03-12T15:00:00", SUPPORTED),
        ("2026-03-12T15:00:00Z", CONTRADICTED),
        ("2026-03-12T15:00:00+02:00", CONTRADICTED),
        ("2026-03-12T13:00:00Z", UNDECIDED),
    ],
)
def test_zones(value: str, outcome: Outcome) -> None:
    """A moment may be told in any offset; the wall time of the user stamped with another offset is another moment."""
    trace = traced("start", value, context_of("Tomorrow at 3pm", now=ZONED))
    assert trace.outcome is outcome
    assert (trace.flag is Flag.CONTRADICTS_EVIDENCE) is (outcome is CONTRADICTED)


def test_is_foreign_wall_time_needs_an_offset_and_the_digits() -> None:
    """Only a stamped time whose digits stand in the context is a foreign wall time."""
    said = context_of("Tomorrow at 3pm", now=ZONED)
    found = {value: is_foreign_wall_time(leaf_of(asked), asked) for value in ("2026-03-12T15:00Z", "2026-03-12T15:00", "2026-03-12T16:00Z")
             if (asked := inquiry({"start": value}, said))}  # fmt: skip
    assert found == {"2026-03-12T15:00Z": True, "2026-03-12T15:00": False, "2026-03-12T16:00Z": False}


def test_local_key() -> None:
    """A key with an offset is told in the zone of the present time; others stay."""
    now = context_of("", now=ZONED).now
    assert local_key("2026-03-12T14:00+00:00", now) == "2026-03-12T15:00"
    assert local_key("2026-03-12T23:30+00:00", now) == "2026-03-13T00:30"
    assert local_key("2026-03-12T14:00", now) == "2026-03-12T14:00"
    assert local_key("2026-03-12T14:00+00:00", None) == "2026-03-12T14:00+00:00"


def test_is_open_day_looks_at_user_and_tool() -> None:
    """A day is open where a user or a tool speaks of it without its year, or of any day relative to now; evidence does not open it."""
    cases: list[tuple[Json, bool]] = [("on April 5", True), ("on April 6", False), ("see you tomorrow", True), ("on April 5, 2026", False)]
    for said, is_open in cases:
        assert is_open_day("2026-04-05", inquiry({}, context_of(str(said)))) is is_open, said
    assert not is_open_day("2026-04-05", inquiry({}, context_of("Go.", evidence=["on April 5"])))
    assert is_open_day("2026-04-05", inquiry({}, context_of(exchange({}, "on April 5"))))


@pytest.mark.parametrize("value", ["soon", "", "2026-02-30", 7])
def test_what_is_no_date_follows_from_nothing(value: Json) -> None:
    """A leaf that does not parse as a date or time has no derivation."""
    asked = inquiry({"date": value}, context_of("tomorrow, April 5, 7 days, 2026", now=NOW))
    assert list(date_hits(leaf_of(asked), asked.slot(leaf_of(asked)), asked)) == []
