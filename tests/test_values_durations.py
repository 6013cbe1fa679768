"""Durations come out in seconds or months, whatever way they are written."""

from __future__ import annotations

from decimal import Decimal

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values.durations import find_durations, parse_duration

SAME: list[tuple[str, str | None]] = [
    ("90 minutes", "5400 s"),
    ("90-minute", "5400 s"),
    ("1h 30m", "5400 s"),
    ("1h30", None),
    ("an hour and a half", "5400 s"),
    ("one and a half hours", "5400 s"),
    ("PT1H30M", "5400 s"),
    ("half an hour", "1800 s"),
    ("½ hour", "1800 s"),
    ("three quarters of an hour", "2700 s"),
    ("two and a quarter hours", "8100 s"),
    ("1,500 hours", "5400000 s"),
    ("0,5 hours", "1800 s"),
    ("a couple of days", "172800 s"),
    ("a fortnight", "1209600 s"),
    ("2 nights", "172800 s"),
    ("all day", "86400 s"),
    ("250 ms", "0.25 s"),
    ("18 months", "18 mo"),
    ("1.5 years", "18 mo"),
    ("P1Y6M", "18 mo"),
    ("3 quarters", "9 mo"),
    ("1 year, 2 days, 3 hours and 4 seconds", "12 mo 183604 s"),
    ("-32m", "-1920 s"),
    ("+2 days, 4:13:02", "187982 s"),
    ("4:13", "253 s"),
    ("some days", None),
    ("a few hours", None),
    ("five business days", None),
    ("3D", "259200 s"),
    ("hourly", None),
    ("P", None),
    ("PT", None),
]


@pytest.mark.parametrize(("text", "key"), SAME)
def test_whole_text_has_this_key(text: str, key: str | None) -> None:
    """Every spelling of a duration has the one canonical key; what names no number has none."""
    value = parse_duration(text)
    assert (value.keys[0] if value is not None else None) == key


def test_simple_duration_keeps_amount_and_unit_as_written() -> None:
    """A single part is told in its own unit, a compound in seconds."""
    simple, compound = parse_duration("2.5 hours"), parse_duration("1 h 15 min")
    assert simple is not None
    assert compound is not None
    assert (simple.amount, simple.unit) == (Decimal("2.5"), "h")
    assert (compound.amount, compound.unit) == (Decimal(4500), "s")


FOUND: list[tuple[str, list[str]]] = [
    ("Set it for an hour and a half, then 20 more minutes.", ["an hour and a half", "20 more minutes"]),
    ("A 45-minute slot, 2 days before the 3-week course", ["45-minute", "2 days", "3-week"]),
    ("the 1970s, the 90s, a second attempt, 5G and 3 metres", []),
    ("order AB-12h, item x5 min, 3 dogs", []),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_found_in_running_text(text: str, expected: list[str]) -> None:
    """Durations are found with their exact span; decades, ordinals and identifiers are none."""
    found = find_durations(text)
    assert [value.text for value in found] == expected
    assert all(value.kind is Kind.DURATION and value.span.of(text) == value.text for value in found)
