"""Clock times keep every reading they admit and the offset they state."""

from __future__ import annotations

import pytest
from groundrules.engine.values.times import find_times, offset_of, parse_time

READ: list[tuple[str, tuple[str, ...] | None]] = [
    ("18:00", ("18:00",)),
    ("18:00:00", ("18:00",)),
    ("18:00:30", ("18:00:30",)),
    ("6 pm", ("18:00",)),
    ("6pm", ("18:00",)),
    ("6 p.m.", ("18:00",)),
    ("12am", ("00:00",)),
    ("12 pm", ("12:00",)),
    ("6:30", ("06:30", "18:30")),
    ("06:30", ("06:30",)),
    ("7.15 pm", ("19:15",)),
    ("715 pm", ("19:15",)),
    ("noon", ("12:00",)),
    ("midnight", ("00:00",)),
    ("5 o'clock", ("05:00", "17:00")),
    ("half past six", ("06:30", "18:30")),
    ("quarter to 5", ("04:45", "16:45")),
    ("twenty past eight in the evening", ("20:20",)),
    ("in the afternoon at 7", ("19:00",)),
    ("8 at night", ("20:00",)),
    ("17h30", ("17:30",)),
    ("18 Uhr", ("18:00",)),
    ("1730 hours", ("17:30",)),
    ("seven thirty-five pm", ("19:35",)),
    ("14:30:15.330", ("14:30:15.33",)),
    ("9 am (CET)", ("09:00+01:00",)),
    ("18:00 UTC+5:30", ("18:00+05:30",)),
    ("11:30Z", ("11:30+00:00", "23:30+00:00")),
    ("9 am ET", ("09:00",)),
    ("25:00", None),
    ("1:1", None),
    ("seven", ("07:00", "19:00")),
    ("", None),
]


@pytest.mark.parametrize(("text", "keys"), READ)
def test_whole_text_reads_as(text: str, keys: tuple[str, ...] | None) -> None:
    """Twelve-hour times without a half of the day keep both readings, everything else has one."""
    value = parse_time(text)
    assert (value.keys if value is not None else None) == keys


FOUND: list[tuple[str, list[tuple[str, str]]]] = [
    ("Call between 9 and 11 am or from 2:30 to 4 pm.", [("9", "09:00"), ("11 am", "11:00"), ("2:30", "14:30"), ("4 pm", "16:00")]),
    ("open 9-17, seats 3, ratio 16:10 ratio, five dogs, 1200 hours of film", []),
    ("I am 30 and 5 ante", []),
    ("at 7:05a.", [("7:05a", "07:05")]),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_found_in_running_text(text: str, expected: list[tuple[str, str]]) -> None:
    """A range gives both ends, the first with the half of the day of the second; bare numbers are no times."""
    assert [(value.text, value.keys[0]) for value in find_times(text)] == expected


ZONES = [("UTC", "+00:00"), ("z", "+00:00"), ("EST", "-05:00"), ("cest", "+02:00"), ("+0200", "+02:00"), ("GMT-3", "-03:00")]


@pytest.mark.parametrize(("word", "offset"), [*ZONES, ("ET", None), ("IST", None), ("dog", None), ("", None)])
def test_offset_of_zone_word(word: str, offset: str | None) -> None:
    """Only a zone that stands for one fixed offset has one."""
    assert offset_of(word) == offset
