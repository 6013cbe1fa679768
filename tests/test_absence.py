"""What absence means: by kind, by slot, and by how complete the context is."""

from __future__ import annotations

import pytest
from calls import (
    CONTRADICTED,
    INTEGER,
    READER,
    SUPPORTED,
    UNDECIDED,
    UNSUPPORTED,
    WRITER,
    assistant,
    choice,
    context_of,
    exchange,
    traced,
    user,
)
from groundrules.engine.absence import SMALL_COUNT
from groundrules.engine.trace import Support
from groundrules.engine.types import Flag, Json, Outcome, Severity

IMAGE: Json = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
SPECIFIC: list[tuple[str, Json, Flag]] = [
    ("order_id", "ORD-99887", Flag.FABRICATED_ID),
    ("to", "mara@example.com", Flag.FABRICATED_CONTACT),
    ("phone", "+1 202 555 0134", Flag.FABRICATED_CONTACT),
    ("url", "https://example.com/a", Flag.FABRICATED_URL),
    ("amount", 1520.5, Flag.FABRICATED_NUMBER),
    ("date", "2026-09-19", Flag.FABRICATED_DATE),
    ("city", "Bern", Flag.FABRICATED_NAME),
    ("path", "src/main.py", Flag.FABRICATED_DETAIL),
]


@pytest.mark.parametrize(("name", "value", "flag"), SPECIFIC)
def test_specific_kinds_are_unsupported(name: str, value: Json, flag: Flag) -> None:
    """An id, contact, link, exact amount, date, name or path that stands nowhere is fabricated, under the flag of its kind."""
    trace = traced(name, value, context_of("Please go on."))
    assert (trace.outcome, trace.flag, trace.support) == (UNSUPPORTED, flag, Support.ABSENT)
    assert trace.severity is (Severity.CRITICAL if name in ("order_id", "to", "phone", "url") else Severity.HIGH)


@pytest.mark.parametrize(("name", "value", "_flag"), SPECIFIC)
def test_an_incomplete_context_decides_nothing(name: str, value: Json, _flag: Flag) -> None:
    """Where parts are missing or were not read, absence is undecided with the same severity, and the explanation says so."""
    whole = traced(name, value, context_of("Please go on."))
    cut = traced(name, value, context_of("Please go on.", complete=False))
    seen = traced(name, value, context_of([{"role": "user", "content": [{"type": "text", "text": "Please go on."}, IMAGE]}]))
    for trace in (cut, seen):
        assert (trace.outcome, trace.flag, trace.severity) == (UNDECIDED, Flag.NO_EVIDENCE, whole.severity)
    assert "not complete" in cut.explanation
    assert "image_url" in seen.explanation


def test_presence_does_not_need_a_complete_context() -> None:
    """What stands in an incomplete context is grounded all the same."""
    assert traced("order_id", "ORD-99887", context_of("ORD-99887", complete=False)).outcome is SUPPORTED


@pytest.mark.parametrize(
    ("name", "value", "schema"),
    [
        ("gift", True, None),
        ("seat", "aisle", choice("aisle", "window")),
        ("seats", 4, None),
        ("style", "baroque", None),
        ("limit", 50, INTEGER),
    ],
)
def test_unspecific_kinds_are_undecided(name: str, value: Json, schema: Json) -> None:
    """A flag, a closed choice, a small count, a word or a setting of the tool says too little to be a fabrication."""
    trace = traced(name, value, context_of("Please go on."), schema=schema)
    assert (trace.outcome, trace.flag) == (UNDECIDED, Flag.NO_EVIDENCE)
    assert trace.severity <= Severity.MEDIUM


@pytest.mark.parametrize(
    ("value", "outcome"),
    [(SMALL_COUNT, UNDECIDED), (SMALL_COUNT + 1, UNSUPPORTED), (-SMALL_COUNT, UNDECIDED), (2.5, UNSUPPORTED)],
)
def test_small_counts(value: Json, outcome: Outcome) -> None:
    """Whole numbers up to SMALL_COUNT are small; the next one and any fraction is not."""
    assert traced("amount", value, context_of("Please go on.")).outcome is outcome


def test_a_small_count_beside_an_unused_number_weighs_more() -> None:
    """Where the user named a number that the call does not use, a small invented count is of medium severity."""
    assert traced("seats", 4, context_of("Please go on.")).severity is Severity.LOW
    assert traced("seats", 4, context_of("We met 7 times. Please go on.")).severity is Severity.MEDIUM
    assert traced("seats", 4, context_of("We met 7 times. Please go on."), beside={"times": 7}).severity is Severity.LOW


@pytest.mark.parametrize(("value", "required", "outcome"), [(40, True, UNSUPPORTED), (40, False, UNDECIDED), (123, False, UNSUPPORTED)])
def test_optional_round_numbers_are_undecided(value: int, *, required: bool, outcome: Outcome) -> None:
    """An optional round number may be a harmless default; three telling digits, or a required slot, are not."""
    assert traced("amount", value, context_of("Please go on."), required=required).outcome is outcome


@pytest.mark.parametrize(("tool", "outcome"), [(READER, UNSUPPORTED), (WRITER, UNSUPPORTED), ("create_file", UNDECIDED)])
def test_paths(tool: str, outcome: Outcome) -> None:
    """A path to read must exist; the name of a file to write is the model's to choose."""
    assert traced("path", "src/main.py", context_of("Please go on."), tool=tool).outcome is outcome


def test_closed_choices_of_names() -> None:
    """Of a closed choice of names, one is invented where the context names none of them; where it names another, that is undecided."""
    cities = choice("Lyon", "Bern")
    assert traced("city", "Lyon", context_of("Book it."), schema=cities).outcome is UNSUPPORTED
    assert traced("city", "Lyon", context_of("Not in Bern."), schema=cities).outcome is UNDECIDED
    assert traced("city", "lyon", context_of("Book it."), schema=choice("lyon", "bern")).outcome is UNDECIDED
    assert traced("seat", "Aisle", context_of("Book it."), schema=choice("Aisle", "Window")).outcome is UNDECIDED


def test_half_known_names() -> None:
    """Of a name only a part stands in the context: undecided; not where the model itself passed it before."""
    assert traced("name", "Konrad Brandt", context_of("Add Mr Brandt.")).outcome is UNDECIDED
    assert traced("name", "Konrad Brandt", context_of("Add Mr Keller.")).outcome is UNSUPPORTED
    again = context_of([user("Add Mr Brandt."), *exchange({"name": "Konrad Brandt"}, "done")])
    assert traced("name", "Konrad Brandt", again).outcome is UNSUPPORTED


def test_wordy_identifiers() -> None:
    """An identifier made of words, some of which stand in the context, may be a label: undecided."""
    assert traced("playlist_id", "road_trip", context_of("songs for the trip")).outcome is UNDECIDED
    assert traced("playlist_id", "road_trip", context_of("songs for the day")).outcome is UNSUPPORTED
    assert traced("playlist_id", "trip_4711", context_of("songs for the trip")).outcome is UNSUPPORTED


def test_a_rival_contradicts() -> None:
    """Another number where the slot is spoken of contradicts the argument, quotes the place and offers it."""
    trace = traced("number_of_beds", 2, context_of("a flat with 3 bedrooms"))
    assert (trace.outcome, trace.flag, trace.suggestion) == (CONTRADICTED, Flag.CONTRADICTS_EVIDENCE, 3)
    assert [quoted.text for quoted in trace.evidence] == ["3"]


def test_what_only_the_assistant_said() -> None:
    """A value of the assistant's own is undecided with a flag of its own, whatever its kind."""
    trace = traced("order_id", "ORD-99887", context_of([user("Go"), assistant("I will take ORD-99887.")]))
    assert (trace.outcome, trace.flag) == (UNDECIDED, Flag.ASSISTANT_ONLY_EVIDENCE)
    assert [quoted.text for quoted in trace.evidence] == ["ORD-99887"]
