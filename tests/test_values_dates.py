"""Absolute dates and date-times are recognised in every common written form, and nothing else is."""

from __future__ import annotations

from itertools import pairwise

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values.dates import find_temporal, parse_temporal
from groundrules.engine.values.relative import find_relative

DATES: list[tuple[str, tuple[str, ...] | None]] = [
    ("2026-03-11", ("2026-03-11",)),
    ("2026/3/11", ("2026-03-11",)),
    ("11.03.2026", ("2026-11-03", "2026-03-11")),
    ("25/02/2026", ("2026-02-25",)),
    ("03/04/2026", ("2026-03-04", "2026-04-03")),
    ("3/4/68", ("2068-03-04", "2068-04-03")),
    ("3/4/69", ("1969-03-04", "1969-04-03")),
    ("20260311", ("2026-03-11",)),
    ("March 11, 2026", ("2026-03-11",)),
    ("March 11th 2026", ("2026-03-11",)),
    ("11th of March 2026", ("2026-03-11",)),
    ("the eleventh of March, 2026", ("2026-03-11",)),
    ("Wed, 11 Mar 2026", ("2026-03-11",)),
    ("11-Mar-26", ("2026-03-11",)),
    ("Mar. 11, '26", ("2026-03-11",)),
    ("2026 March 11", ("2026-03-11",)),
    ("march eleven two thousand twenty six", ("2026-03-11",)),
    ("june two thousand and five", ("2005-06",)),
    ("Mar 11", ("--03-11",)),
    ("11. März 2026", ("2026-03-11",)),
    ("11 mars 2026", ("2026-03-11",)),
    ("1er mars 2026", ("2026-03-01",)),
    ("11 de marzo de 2026", ("2026-03-11",)),
    ("11 marzo 2026", ("2026-03-11",)),
    ("11 de março de 2026", ("2026-03-11",)),
    ("11 maart 2026", ("2026-03-11",)),
    ("March 2026", ("2026-03",)),
    ("2026-03", ("2026-03",)),
    ("Q1 2026", ("2026-Q1",)),
    ("first quarter of 2026", ("2026-Q1",)),
    ("2026-W11", ("2026-W11",)),
    ("2026-W11-3", ("2026-03-11",)),
    ("204-5-16", None),
    ("2026-13-01", None),
    ("Feb 30 2026", None),
    ("2026", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "keys"), DATES)
def test_whole_text_is_a_date(text: str, keys: tuple[str, ...] | None) -> None:
    """The keys of a date, every admissible reading, the preferred one first."""
    value = parse_temporal(text)
    assert (value.keys if value is not None else None) == keys
    assert value is None or value.kind is Kind.DATE


MOMENTS = [
    ("2026-03-26 11:00:00", ("2026-03-26T11:00",)),
    ("2026-03-11T09:30:00Z", ("2026-03-11T09:30+00:00",)),
    ("2026-03-11T09:30:00+05:30", ("2026-03-11T09:30+05:30", "2026-03-11T04:00+00:00")),
    ("20260311T093015", ("2026-03-11T09:30:15",)),
    ("March 11, 2026 at 6 pm", ("2026-03-11T18:00",)),
    ("8:25 a.m. Mar. 11, 2026", ("2026-03-11T08:25",)),
    ("Wed, 11 Mar 2026 09:30:00 GMT", ("2026-03-11T09:30+00:00",)),
    ("Wed Mar 11 09:30:05 2026", ("2026-03-11T09:30:05",)),
    ("11/Mar/2026:13:55:36 +0000", ("2026-03-11T13:55:36+00:00",)),
    ("March 11 at 18:00", ("--03-11T18:00",)),
    ("2026-12-31T23:30-01:00", ("2026-12-31T23:30-01:00", "2027-01-01T00:30+00:00")),
]


@pytest.mark.parametrize(("text", "keys"), MOMENTS)
def test_whole_text_is_a_moment(text: str, keys: tuple[str, ...]) -> None:
    """A date and a clock time are one value; with an offset the same instant in UTC is a second key."""
    value = parse_temporal(text)
    assert value is not None
    assert (value.kind, value.keys) == (Kind.DATETIME, keys)


def test_kind_admits_what_only_the_slot_makes_plain() -> None:
    """Digits alone and yearless numbers are read only where the kind is given."""
    assert parse_temporal("1800") is None
    assert parse_temporal("3/4") is None
    expected = {Kind.TIME: ("1800", "18:00"), Kind.DATE: ("3/4", "--03-04"), Kind.DURATION: ("4:13", "253 s")}
    for kind, (text, key) in expected.items():
        value = parse_temporal(text, kind)
        assert value is not None
        assert value.keys[0] == key


FOUND: list[tuple[str, list[tuple[str, str]]]] = [
    ("From May 5 to May 9, 2026.", [("May 5", "2026-05-05"), ("May 9, 2026", "2026-05-09")]),
    ("July 13-15, 2026 only", [("July 13", "2026-07-13"), ("15, 2026", "2026-07-15")]),
    ("on 13 to 15 July", [("13", "--07-13"), ("15 July", "--07-15")]),
    ("due on 11/20, 11/22 or 11/25", [("11/20", "--11-20"), ("11/22", "--11-22"), ("11/25", "--11-25")]),
    ("closed in October, open Friday 7.6", [("October", "--10"), ("Friday 7.6", "--07-06")]),
    ("at 2026-03-11 18:00 EST for 2 hours", [("2026-03-11 18:00 EST", "2026-03-11T18:00-05:00"), ("2 hours", "7200 s")]),
    ("see the 9th of May for 2 nights", [("the 9th of May", "--05-09"), ("2 nights", "172800 s")]),
    ("2026-01-21,0.007", [("2026-01-21", "2026-01-21")]),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_found_in_running_text(text: str, expected: list[tuple[str, str]]) -> None:
    """Every value once, with its exact span, in order."""
    found = find_temporal(text)
    assert [(value.text, value.keys[0]) for value in found] == expected
    assert all(value.span.of(text) == value.text for value in found)


NOTHING = [
    "order ORD-2024-0312, #20240311, ref 133-03-03-2020",
    "call +1 555-0134 or 650.555.0188",
    "version 1.2.3 and 10.0.0.1",
    "3/4 of them, 24/7, a 3-2 win, page 12/40",
    "May I ask? They may. Of the 13 may be late. March on!",
    "the sun sat on the second mon ami, in HAT202",
    "the 2009-10 season of the 1970s",
    "0.8/15 and 8/1.5 and 30/4.85",
    "the year 2026 and 1800 words",
    "feb 30 2026 and 2026-02-30",
]


@pytest.mark.parametrize("text", NOTHING)
def test_not_a_date(text: str) -> None:
    """Identifiers, phones, versions, fractions, scores and words that look like names of months are no dates."""
    assert [value.text for value in find_temporal(text) if value.kind in (Kind.DATE, Kind.DATETIME)] == []


HOSTILE = ["1", "1/1/", "monday ", "1:1:", "12.12.", "1 ", "the 1st of ", "3 days after ", "2026-", "12:30 on ", "\n1", "p1y", "half past "]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_read(piece: str) -> None:
    """Whatever is found in 40 000 characters of one piece slices back and does not overlap."""
    text = (piece * 40_000)[:40_000]
    for spans in ([value.span for value in find_temporal(text)], [each.span for each in find_relative(text)]):
        assert all(left.end <= right.start for left, right in pairwise(spans))
    assert all(value.span.of(text) == value.text for value in find_temporal(text))
    assert all(each.span.of(text) == each.text for each in find_relative(text))


ODD = ["\ud800 5 pm \x00", "\u202e11 Mar 2026", "İ 11 Mar 2026", "２０２６-０３-１１", "11\u00a0Mar\u00a02026", "2026\u201103\u201111"]


@pytest.mark.parametrize("text", ODD)
def test_odd_characters(text: str) -> None:
    """Surrogates, controls, full-width digits and odd spaces neither raise nor shift a span."""
    found = find_temporal(text)
    assert len(found) == 1
    assert all(value.span.of(text) == value.text for value in found)
