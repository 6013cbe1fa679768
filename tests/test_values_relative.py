"""Relative expressions resolve against the present moment handed in; what is ambiguous stays so."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from groundrules.engine.values.feasts import easter
from groundrules.engine.values.relative import find_relative, parse_relative, year_of_yearless

WEDNESDAY = datetime(2026, 3, 11, 9, 30)

FIRST: list[tuple[str, str | None]] = [
    ("today", "2026-03-11"),
    ("tomorrow", "2026-03-12"),
    ("yesterday", "2026-03-10"),
    ("the day after tomorrow", "2026-03-13"),
    ("in 3 days", "2026-03-14"),
    ("3 days ago", "2026-03-08"),
    ("two weeks from now", "2026-03-25"),
    ("two weeks from tomorrow", "2026-03-26"),
    ("a week from Friday", "2026-03-20"),
    ("3 days after March 30", "2026-04-02"),
    ("in one month", "2026-04-11"),
    ("Friday", "2026-03-13"),
    ("on Friday", "2026-03-13"),
    ("Friday week", "2026-03-20"),
    ("this Friday", "2026-03-13"),
    ("past Monday", "2026-03-09"),
    ("Monday of next week", "2026-03-16"),
    ("next week on Tuesday", "2026-03-17"),
    ("Friday, March 13", "2026-03-13"),
    ("Friday the 13th", "2026-03-13"),
    ("three fridays from now", "2026-03-27"),
    ("the 21st", "2026-03-21"),
    ("the 5th", "2026-04-05"),
    ("20th of next month", "2026-04-20"),
    ("first Monday of May", "2026-05-04"),
    ("last Sunday of March 2014", "2014-03-30"),
    ("the second to last day", None),
    ("end of the month", "2026-03-31"),
    ("beginning of next month", "2026-04-01"),
    ("March 30", "2026-03-30"),
    ("in May", "2026-05"),
    ("next March", "2027-03"),
    ("March of last year", "2025-03"),
    ("next quarter", "2026-Q2"),
    ("last year", "2025"),
    ("Christmas", "2026-12-25"),
    ("New Year's Eve", "2026-12-31"),
    ("Easter", "2026-04-05"),
    ("Easter 2018", "2018-04-01"),
    ("Thanksgiving", "2026-11-26"),
    ("a week before Christmas", "2026-12-18"),
    ("next Tuesday at 5pm", "2026-03-17T17:00"),
    ("5pm tomorrow", "2026-03-12T17:00"),
    ("tomorrow morning", "2026-03-12"),
    ("tomorrow afternoon at 5", "2026-03-12T17:00"),
    ("last night at 8", "2026-03-10T20:00"),
    ("last night at 2", "2026-03-11T02:00"),
    ("tonight at 1 am", "2026-03-12T01:00"),
    ("this evening at 12", "2026-03-12T00:00"),
    ("Friday evening next week at 8", "2026-03-20T20:00"),
    ("in two hours", "2026-03-11T11:30"),
    ("30 minutes ago", "2026-03-11T09:00"),
    ("now", "2026-03-11T09:30"),
    ("6 pm", "2026-03-11T18:00"),
    ("8 am", "2026-03-12T08:00"),
    ("2013 years ago", "0013-03-11"),
    ("3000 years ago", None),
]


@pytest.mark.parametrize(("text", "key"), FIRST)
def test_preferred_reading(text: str, key: str | None) -> None:
    """The first reading on a Wednesday morning; nothing outside the calendar."""
    relative = parse_relative(text)
    readings = relative.resolve(WEDNESDAY) if relative is not None else ()
    assert (readings[0].key if readings else None) == key


RANGES = [
    ("this week", "2026-03-09", "2026-03-15"),
    ("last week", "2026-03-02", "2026-03-08"),
    ("this weekend", "2026-03-14", "2026-03-15"),
    ("next month", "2026-04", "2026-04-30"),
    ("the last 7 days", "2026-03-04", "2026-03-10"),
    ("past two years", "2024-01-01", "2025-12-31"),
    ("week after next", "2026-03-23", "2026-03-29"),
    ("early April", "2026-04-01", "2026-04-10"),
    ("rest of the week", "2026-03-11", "2026-03-15"),
    ("next workweek", "2026-03-16", "2026-03-20"),
    ("Memorial Day weekend", "2026-05-23", "2026-05-25"),
]


@pytest.mark.parametrize(("text", "start", "end"), RANGES)
def test_range_has_an_inclusive_last_day(text: str, start: str, end: str) -> None:
    """A stretch is told by its first key and its last day."""
    relative = parse_relative(text)
    assert relative is not None
    first = relative.resolve(WEDNESDAY)[0]
    assert (first.key, first.end) == (start, end)


def test_next_weekday_is_two_days_on_a_wednesday_and_one_on_a_saturday() -> None:
    """Both Fridays are kept, neither certain, unless they are the same day."""
    relative = parse_relative("next Friday")
    assert relative is not None
    assert {(reading.key, reading.certain) for reading in relative.resolve(WEDNESDAY)} == {("2026-03-13", False), ("2026-03-20", False)}
    assert [(reading.key, reading.certain) for reading in relative.resolve(datetime(2026, 3, 14))] == [("2026-03-20", True)]


def test_weekday_named_on_that_weekday_keeps_today() -> None:
    """Wednesday said on a Wednesday is the next one or today."""
    relative = parse_relative("Wednesday")
    assert relative is not None
    assert [reading.key for reading in relative.resolve(WEDNESDAY)][:2] == ["2026-03-18", "2026-03-11"]


def test_week_begins_where_the_caller_says() -> None:
    """A week that begins on Sunday holds the Sunday before."""
    relative = parse_relative("this week")
    assert relative is not None
    assert relative.resolve(WEDNESDAY, first_weekday=6)[0].key == "2026-03-08"


def test_zone_of_now_is_kept() -> None:
    """An hour is an hour across the change of the clocks, and the offset is a further reading."""
    berlin = ZoneInfo("Europe/Berlin")
    relative = parse_relative("in 2 hours")
    assert relative is not None
    keys = [reading.key for reading in relative.resolve(datetime(2026, 3, 29, 1, 30, tzinfo=berlin))]
    assert keys == ["2026-03-29T04:30", "2026-03-29T04:30+02:00"]
    fixed = datetime(2026, 3, 11, 23, 0, tzinfo=timezone(timedelta(hours=-5)))
    today = parse_relative("today")
    assert today is not None
    assert today.resolve(fixed)[0].key == "2026-03-11"


def test_stated_offset_is_also_told_in_utc() -> None:
    """A clock time with a zone is one instant under two keys."""
    relative = parse_relative("tomorrow at 9 am EST")
    assert relative is not None
    assert [reading.key for reading in relative.resolve(WEDNESDAY)] == ["2026-03-12T09:00-05:00", "2026-03-12T14:00+00:00"]


def test_instant_is_also_told_in_the_zone_of_now() -> None:
    """A clock time with an offset is the same instant where the caller is."""
    relative = parse_relative("tomorrow at 9 am EST")
    assert relative is not None
    now = datetime(2026, 3, 11, 9, 30, tzinfo=timezone(timedelta(hours=1)))
    keys = [reading.key for reading in relative.resolve(now)]
    assert keys == ["2026-03-12T09:00-05:00", "2026-03-12T14:00+00:00", "2026-03-12T15:00+01:00"]


def test_small_hours_of_a_night_keep_the_letter() -> None:
    """Two o'clock tonight is tomorrow by the calendar, and today by the letter."""
    relative = parse_relative("tonight at 2")
    assert relative is not None
    readings = relative.resolve(WEDNESDAY)
    assert [(reading.key, reading.certain) for reading in readings] == [("2026-03-12T02:00", False), ("2026-03-11T02:00", False)]


FOUND: list[tuple[str, list[str]]] = [
    ("Move it from next Friday at 5pm to March 3, or in two hours.", ["next Friday at 5pm", "March 3", "in two hours"]),
    ("Let us meet on tuesday, or the 21st, or the day after tomorrow", ["tuesday", "the 21st", "the day after tomorrow"]),
    ("He may go. This may work. The sun is up, she sat, the boy ran, the first time, the 3rd floor.", []),
    ("Signed on Friday, March 13, 2026 and 2026-03-11.", []),
    ("in the house, at the table, last of all, next to it", []),
    ("every dog in 3 rooms, 5 days, 20 minutes", []),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_found_in_running_text(text: str, expected: list[str]) -> None:
    """Only what needs a present moment is found; common words are left alone."""
    found = find_relative(text)
    assert [each.text for each in found] == expected
    assert all(each.span.of(text) == each.text for each in found)


def test_year_of_a_yearless_key() -> None:
    """This year first; the next one where the day is passed, the one before where it is not."""
    assert [reading.key for reading in year_of_yearless("--03-12", WEDNESDAY)] == ["2026-03-12", "2025-03-12"]
    assert [reading.key for reading in year_of_yearless("--03-10", WEDNESDAY)] == ["2026-03-10", "2027-03-10"]
    assert [reading.key for reading in year_of_yearless("--02-29", WEDNESDAY)] == ["2028-02-29", "2024-02-29"]
    assert year_of_yearless("--05", WEDNESDAY)[0].end == "2026-05-31"
    assert year_of_yearless("--03-12T18:00", WEDNESDAY)[0].key == "2026-03-12T18:00"
    assert year_of_yearless("2026-03-12", WEDNESDAY) == ()


def test_weekday_picks_the_year() -> None:
    """A weekday beside a date without a year names the year in which they agree."""
    relative = parse_relative("Friday, July 18")
    assert relative is not None
    assert relative.resolve(datetime(2013, 2, 12))[0].key == "2014-07-18"


@pytest.mark.parametrize(("year", "month", "day"), [(1818, 3, 22), (2000, 4, 23), (2024, 3, 31), (2038, 4, 25)])
def test_easter(year: int, month: int, day: int) -> None:
    """Easter Sunday at its bounds and in between."""
    assert (easter(year).month, easter(year).day) == (month, day)
