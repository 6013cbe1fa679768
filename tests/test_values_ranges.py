"""Ranges of time are found with their exact spans and resolved against the present moment handed in."""

from __future__ import annotations

from datetime import datetime

import pytest
from groundrules.engine.values.ranges import RangeReading, find_ranges, parse_range

WEDNESDAY = datetime(2026, 3, 11, 9, 30)

FIRST: list[tuple[str, str]] = [
    ("from May 5 to May 9", "2026-05-05/2026-05-09"),
    ("July 13-15, 2026", "2026-07-13/2026-07-15"),
    ("13 to 15 July", "2026-07-13/2026-07-15"),
    ("from the ninth till the seventeenth of April", "2026-04-09/2026-04-17"),
    ("April 27th through the 3rd", "2026-04-27/2026-05-03"),
    ("Nov-Feb 2017", "2016-11-01/2017-02-28"),
    ("from May to October 2027", "2027-05-01/2027-10-31"),
    ("from November to March", "2026-11-01/2027-03-31"),
    ("Monday to Friday", "2026-03-16/2026-03-20"),
    ("between January 20 and now", "2026-01-20/2026-03-11"),
    ("between now and June 3", "2026-03-11/2026-06-03"),
    ("from today until next Friday", "2026-03-11/2026-03-20"),
    ("2014-2018", "2014-01-01/2018-12-31"),
    ("from 2007 to the end of 2008", "2007-01-01/2008-12-31"),
    ("from 2007 to the start of 2008", "2007-01-01/2008-01-01"),
    ("from Q1 2026 to Q3 2026", "2026-01-01/2026-09-30"),
    ("10/1/2026-10/7/2026", "2026-10-01/2026-10-07"),
    ("from 5/1 to 5/7, 2027", "2027-05-01/2027-05-07"),
    ("2026-04-01/2026-04-15", "2026-04-01/2026-04-15"),
    ("2026-04-01 09:00/2026-04-02 17:30", "2026-04-01T09:00/2026-04-02T17:30"),
    ("last week", "2026-03-02/2026-03-08"),
    ("next 3 days", "2026-03-12/2026-03-14"),
    ("next forty days", "2026-03-12/2026-04-20"),
    ("this weekend", "2026-03-14/2026-03-15"),
    ("this working week", "2026-03-09/2026-03-13"),
    ("Memorial Day weekend", "2026-05-23/2026-05-25"),
    ("the last weekend of May", "2026-05-30/2026-05-31"),
    ("Q1 2026", "2026-01-01/2026-03-31"),
    ("Q3 of last year", "2025-07-01/2025-09-30"),
    ("H2 2025", "2025-07-01/2025-12-31"),
    ("week 23", "2026-06-01/2026-06-07"),
    ("week 27 of last year", "2025-06-30/2025-07-06"),
    ("the third month of 2027", "2027-03-01/2027-03-31"),
    ("in 2019", "2019-01-01/2019-12-31"),
    ("the year 2019", "2019-01-01/2019-12-31"),
    ("in 476 AD", "0476-01-01/0476-12-31"),
    ("in two thousand and five", "2005-01-01/2005-12-31"),
    ("June two thousand and five", "2005-06-01/2005-06-30"),
    ("the 90s", "1990-01-01/1999-12-31"),
    ("the sixties", "1960-01-01/1969-12-31"),
    ("the 18th century", "1700-01-01/1799-12-31"),
    ("early next month", "2026-04-01/2026-04-10"),
    ("earlier this month", "2026-03-01/2026-03-15"),
    ("later in the year", "2026-07-01/2026-12-31"),
    ("end of the month", "2026-03-21/2026-03-31"),
    ("next summer", "2026-06-21/2026-09-22"),
    ("rest of the week", "2026-03-11/2026-03-15"),
    ("since May 5, 2025", "2025-05-05/.."),
    ("starting on April 7", "2026-04-07/.."),
    ("after 2018", "2019-01-01/.."),
    ("after May 5, 2025", "2025-05-06/.."),
    ("2018 or later", "2018-01-01/.."),
    ("until Friday", "../2026-03-13"),
    ("before 2020", "../2019-12-31"),
    ("no later than April 7", "../2026-04-07"),
    ("by the end of the month", "2026-03-11T09:30/2026-03-31"),
    ("more than 2 weeks before today", "../2026-02-25"),
    ("less than 3 days after tomorrow", "2026-03-12/2026-03-15"),
    ("for 10 days from May 3", "2026-05-03/2026-05-12"),
    ("3 days starting next Monday", "2026-03-16/2026-03-18"),
    ("within 2 weeks", "2026-03-11/2026-03-25"),
    ("between 9 and 11 am tomorrow", "2026-03-12T09:00/2026-03-12T11:00"),
    ("between 2 and 4:30pm tomorrow", "2026-03-12T14:00/2026-03-12T16:30"),
    ("9:30 - 11:00 on Thursday", "2026-03-12T09:30/2026-03-12T11:00"),
    ("Thursday from 9:30 to 11:00", "2026-03-12T09:30/2026-03-12T11:00"),
    ("next Monday 1-3 pm", "2026-03-16T13:00/2026-03-16T15:00"),
    ("May 5 from 9:30am for 7 hours", "2026-05-05T09:30/2026-05-05T16:30"),
    ("May 5, 1:00 PM - 1:15 PM", "2026-05-05T13:00/2026-05-05T13:15"),
    ("this evening from 7 to 7:30", "2026-03-11T19:00/2026-03-11T19:30"),
    ("between now and three o'clock", "2026-03-11T09:30/2026-03-11T15:00"),
    ("from now until 20 minutes later", "2026-03-11T09:30/2026-03-11T09:50"),
    ("tomorrow after 5 pm", "2026-03-12T17:00/.."),
    ("Friday before 2pm", "../2026-03-13T14:00"),
    ("10 pm to 2 am", "2026-03-11T22:00/2026-03-12T02:00"),
    ("3-4pm", "2026-03-11T15:00/2026-03-11T16:00"),
    ("8am until 6", "2026-03-11T08:00/2026-03-11T18:00"),
    ("next 3 hours", "2026-03-11T09:30/2026-03-11T12:30"),
    ("within 20 minutes", "2026-03-11T09:30/2026-03-11T09:50"),
    ("tomorrow morning", "2026-03-12T00:00/2026-03-12T12:00"),
    ("the evening of May 5", "2026-05-05T18:00/2026-05-06T00:00"),
    ("late last night", "2026-03-10T21:00/2026-03-11T00:00"),
    ("Friday evening next week", "2026-03-20T18:00/2026-03-21T00:00"),
]


@pytest.mark.parametrize(("text", "key"), FIRST)
def test_preferred_reading(text: str, key: str) -> None:
    """The first reading on a Wednesday morning, as an interval of whole days or of moments."""
    found = parse_range(text)
    assert found is not None
    keys = [reading.key for reading in found.resolve(WEDNESDAY)]
    assert keys[:1] == [key]


ALSO: list[tuple[str, str]] = [
    ("5 past years", "2021-03-11/2026-03-10"),
    ("this weekend", "2026-03-13T18:00/2026-03-16T00:00"),
    ("tomorrow afternoon", "2026-03-12T12:00/2026-03-12T19:00"),
    ("by 2 pm", "../2026-03-11T14:00"),
    ("next 3 hours", "2026-03-11T10:00/2026-03-11T13:00"),
]


@pytest.mark.parametrize(("text", "key"), ALSO)
def test_further_readings(text: str, key: str) -> None:
    """What can be taken two ways keeps both, none of them certain."""
    found = parse_range(text)
    assert found is not None
    assert [reading.certain for reading in found.resolve(WEDNESDAY) if reading.key == key] == [False]


FOUND: list[tuple[str, list[str]]] = [
    ("We are open from May 5 to May 9 and again 9-11 am tomorrow.", ["from May 5 to May 9", "9-11 am tomorrow"]),
    ("Sales before 2010 or after 2018, but not 2014.", ["before 2010", "after 2018", "2014"]),
    ("Bring it in the next two days, at the end of the week.", ["next two days", "end of the week"]),
    ("It ran 3 next week, 13 last minute.", ["next week", "last minute"]),
    ("Book a room for 3 days starting tomorrow.", ["3 days starting tomorrow"]),
    ("See you next Monday 1-3 pm or 5-6 pm.", ["next Monday 1-3 pm", "5-6 pm"]),
    ("Lunch on 1/2/2026 and after 6PM.", ["after 6PM"]),
    ("It starts in May, she may march.", ["May"]),
    ("Move it from Monday to Friday.", []),
    ("Due 31 June 2015; a table at 6:30 pm to 4 people.", []),
    ("Call 0800-000-0000 or 1800 123 456, dial 2001:db8::1.", []),
    ("They need from 100 to 1000 parts, before 2000 visitors came, page 3-5.", []),
    ("See me at 7 in the morning, in the evening at 8.", []),
    ("In the house, since you asked, until then, after all, by the way.", []),
    ("The partner of the week said that the week of rain is over.", []),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_found_in_running_text(text: str, expected: list[str]) -> None:
    """Spans hold the words that make the range and nothing else; numbers, counts and moves are left alone."""
    found = find_ranges(text)
    assert [each.text for each in found] == expected
    assert all(each.span.of(text) == each.text for each in found)


def test_clock_times_without_a_day() -> None:
    """Hours on no named day are told as clock times as well, in both halves of the day where it is open."""
    found = parse_range("9:30 to 11:00")
    assert found is not None
    assert [reading.key for reading in found.clocks()] == ["09:30/11:00", "21:30/23:00"]
    lasting = parse_range("from 4 pm for half an hour")
    assert lasting is not None
    assert [reading.key for reading in lasting.clocks()] == ["16:00/16:30"]
    dated = parse_range("tomorrow 9-11 am")
    assert dated is not None
    assert dated.clocks() == ()


def test_grain_is_kept_in_the_keys() -> None:
    """The ends keep the grain that was said; the interval is told in whole days."""
    found = parse_range("from 2014 to May 2018")
    assert found is not None
    assert found.resolve(WEDNESDAY) == (RangeReading("2014", "2018-05"),)
    assert RangeReading("2026-Q2", "2026-Q2").key == "2026-04-01/2026-06-30"
    assert RangeReading(None, "9999-12").key == "../9999-12-31"


HOSTILE = ("from ", "between 9 and ", "1-1/1-", "the ", "2026-01-01/", "since last ", "1 day from ", "\u0130 ")


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_range_that_only_begins_is_none(unit: str) -> None:
    """However often it begins."""
    assert find_ranges(unit * (40_000 // len(unit))) == []


def test_chained_ranges_are_taken_in_pairs() -> None:
    """A range begins anew where the last one ended, and each slices back."""
    text = "may 5 to " * 4_000
    found = find_ranges(text)
    assert {each.text for each in found} == {"may 5 to may 5"}
    assert len(found) == 2_000
    assert all(each.span.of(text) == each.text for each in found)


ODD = ("", " ", "\ud800 from May 5 to \udfff", "\x00since\x00 May", "from", "between and", "9999-12-31/", "until 31 February", "after 9999")


@pytest.mark.parametrize("text", ODD)
def test_odd_text_is_no_error(text: str) -> None:
    """Whatever the text, finding and resolving raise nothing."""
    found = find_ranges(text)
    parsed = parse_range(text)
    for each in [*found, *([parsed] if parsed is not None else [])]:
        for now in (datetime(1, 1, 1), datetime(9999, 12, 31)):
            assert isinstance(each.resolve(now), tuple)


@pytest.mark.parametrize("text", ["open from ", "from 5 to ", "between the ", "May 5 - "])
def test_text_that_ends_where_an_end_is_awaited(text: str) -> None:
    """A text may stop after the word that announces an end."""
    assert all(found.span.end <= len(text.rstrip()) for found in find_ranges(text))
    assert find_ranges("the " * 50 + "last week")[0].text == "last week"
