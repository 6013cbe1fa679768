"""Slots: what kind of value a leaf asks for, by schema, shape and name; and what running a tool does."""

from __future__ import annotations

import pytest
from groundrules.engine.json_walk import Leaf
from groundrules.engine.normalize import stem
from groundrules.engine.slots import MIN_NUMERIC_ID, Slot, effect_of, is_name_slot, slot_of
from groundrules.engine.types import Effect, Json, Kind
from groundrules.engine.values import Group, finder, lookup_keys, temporal_parts


def slot(name: str, value: Json, **schema: Json) -> Slot:
    return slot_of(Leaf(f"/{name}", value, schema, name, (name,), required=True))


@pytest.mark.parametrize(
    ("name", "value", "schema", "kind"),
    [
        ("status", "pending", {"enum": ["pending"]}, Kind.CHOICE),
        ("unit", "c", {"const": "c"}, Kind.CHOICE),
        ("size", "12", {"enum": ["12", "14"]}, Kind.NUMBER),
        ("flag", True, {"enum": [True]}, Kind.CHOICE),
        ("x", "2026-03-04", {"format": "date"}, Kind.DATE),
        ("x", "whenever", {"format": "date-time"}, Kind.DATETIME),
        ("x", "nobody", {"format": "email"}, Kind.EMAIL),
        ("x", "a", {"format": "uri"}, Kind.URL),
        ("x", "a", {"format": "uuid"}, Kind.IDENTIFIER),
        ("x", "P1D", {"format": "duration"}, Kind.DURATION),
        ("host", "example.com", {"format": "hostname"}, Kind.URL),
        ("city", "Springfield", {"format": "hostname"}, Kind.NAME),
        ("x", "word", {"format": "made-up"}, Kind.WORD),
        ("x", "word", {"format": 3}, Kind.WORD),
    ],
)
def test_the_schema_speaks_first(name: str, value: Json, schema: dict[str, Json], kind: Kind) -> None:
    """An enum, a const or a known format decides the kind whatever the value looks like; an unknown format does not."""
    assert slot(name, value, **schema).kind is kind


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("x", None, Kind.NULL),
        ("x", [], Kind.TEXT),
        ("x", {}, Kind.TEXT),
        ("x", True, Kind.BOOLEAN),
        ("x", "yes", Kind.BOOLEAN),
        ("x", "FALSE", Kind.BOOLEAN),
        ("x", 3, Kind.NUMBER),
        ("x", 2.5, Kind.NUMBER),
        ("x", float("nan"), Kind.NUMBER),
        ("x", "", Kind.TEXT),
        ("x", "  ", Kind.TEXT),
        ("x", "alex@example.com", Kind.EMAIL),
        ("x", "https://example.com/a", Kind.URL),
        ("x", "www.example.com", Kind.URL),
        ("x", "March 4, 2026", Kind.DATE),
        ("x", "2026-03-04", Kind.DATE),
        ("x", "10:30", Kind.TIME),
        ("x", "2026-03-04T10:30", Kind.DATETIME),
        ("x", "$1,250", Kind.MONEY),
        ("x", "12 %", Kind.PERCENT),
        ("x", "42", Kind.NUMBER),
        ("x", "042", Kind.IDENTIFIER),
        ("x", "3.99", Kind.NUMBER),
        ("x", "AB-1234", Kind.IDENTIFIER),
        ("x", "@alex", Kind.IDENTIFIER),
        ("x", "docs/report.pdf", Kind.PATH),
        ("x", "report.pdf", Kind.PATH),
        ("x", "Ana Ruiz", Kind.NAME),
        ("x", "blue", Kind.WORD),
        ("x", "blue and green", Kind.TEXT),
        ("x", "\ud800", Kind.WORD),
        ("timezone", "Europe/Madrid", Kind.CODE),
        ("city", "springfield", Kind.NAME),
    ],
)
def test_then_the_shape_of_the_value(name: str, value: Json, kind: Kind) -> None:
    """Without a schema the shape of the value decides."""
    assert slot(name, value).kind is kind


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("zip", "90210", Kind.IDENTIFIER),
        ("count", "90210", Kind.NUMBER),
        ("order_id", 58213, Kind.IDENTIFIER),
        ("order_id", MIN_NUMERIC_ID, Kind.IDENTIFIER),
        ("order_id", MIN_NUMERIC_ID - 1, Kind.NUMBER),
        ("order_id", -MIN_NUMERIC_ID, Kind.IDENTIFIER),
        ("order_id", 58213.5, Kind.NUMBER),
        ("flight_number", "512", Kind.IDENTIFIER),
        ("number", "512", Kind.NUMBER),
        ("number_of_beds", "3", Kind.NUMBER),
        ("phone", "202 555 0143", Kind.PHONE),
        ("phone", "office", Kind.WORD),
        ("order_id", "abc", Kind.IDENTIFIER),
        ("api_key", "2026-03-04", Kind.IDENTIFIER),
        ("day", "20260304", Kind.DATE),
        ("folder", "docs/old", Kind.PATH),
        ("subject", "Order AB-1234 arrived", Kind.TEXT),
        ("subject", "AB-1234", Kind.IDENTIFIER),
        ("note", "hello", Kind.TEXT),
        ("expression", "2+3*4", Kind.TEXT),
    ],
)
def test_the_name_decides_what_the_shape_leaves_open(name: str, value: Json, kind: Kind) -> None:
    """The same characters are an identifier under `zip` and a number under `count`; a short integer under an id's name stays a number."""
    assert slot(name, value).kind is kind


def test_a_slot_knows_its_words_and_hints() -> None:
    """The stems of the parameter's own name and of its description; a description that is no text gives none."""
    made = slot("shippingAddresses", "x", description="Where the orders are shipped.")
    assert "ship" in made.words
    assert {stem("order"), "ship"} <= made.hints
    assert slot("x", "y", description=7).hints == frozenset()


@pytest.mark.parametrize(
    ("name", "value", "strict"),
    [
        ("order_id", "AB-1", True),
        ("to", "alex@example.com", True),
        ("link", "https://example.com", True),
        ("phone", "202 555 0143", True),
        ("city", "Springfield", False),
        ("n", 3, False),
    ],
)
def test_only_ids_and_contacts_are_strict(name: str, value: Json, strict: bool) -> None:
    """Identifiers, e-mail addresses, URLs and phones are grounded by the exact value only."""
    assert slot(name, value).strict is strict


@pytest.mark.parametrize(
    ("name", "value", "composed", "formula"),
    [
        ("body", "Dear Ana", True, False),
        ("place", "one two three four five six seven eight", True, False),
        ("place", "one two\nthree", True, False),
        ("place", "one two three", False, False),
        ("expression", "2+3", True, True),
        ("subject", "AB-1234", False, False),
        ("n", 3, False, False),
    ],
)
def test_what_the_model_is_asked_to_write(name: str, value: Json, composed: bool, formula: bool) -> None:
    """Messages, notes and long texts are composed; an expression is a formula, of which each figure counts."""
    made = slot(name, value)
    assert (made.composed, made.formula) == (composed, formula)


@pytest.mark.parametrize(("name", "answer"), [("city", True), ("customerName", True), ("order_id", False), ("", False)])
def test_name_slots(name: str, answer: bool) -> None:
    """A parameter whose name asks for a person, place or organisation."""
    assert is_name_slot(name) is answer


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("get_order", Effect.READ),
        ("searchFlights", Effect.READ),
        ("send_email", Effect.WRITE),
        ("update_and_get", Effect.WRITE),
        ("get_and_update", Effect.WRITE),
        ("delete_record", Effect.DESTRUCTIVE),
        ("get_or_delete", Effect.DESTRUCTIVE),
        ("cancelOrder", Effect.DESTRUCTIVE),
        ("frobnicate", Effect.WRITE),
        ("", Effect.WRITE),
    ],
)
def test_the_name_of_a_tool_tells_its_effect(name: str, effect: Effect) -> None:
    """A destructive verb anywhere, else the first verb known; a name without one counts as a write."""
    assert effect_of(name) is effect


def test_hints_decide_before_the_name() -> None:
    """MCP hints win over verbs; read-only does not hide a destructive hint, and without hints the name counts."""
    assert effect_of("delete_record", read_only=True) is Effect.DESTRUCTIVE
    assert effect_of("get_order", destructive=True) is Effect.DESTRUCTIVE
    assert effect_of("get_order", read_only=True, destructive=True) is Effect.DESTRUCTIVE
    assert effect_of("send_email", read_only=True) is Effect.READ
    assert effect_of("delete_record", read_only=False, destructive=False) is Effect.DESTRUCTIVE


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        ("a.", Kind.WORD),
        ("/a", Kind.PATH),
        ("Aa/", Kind.PATH),
        ("\\", Kind.PATH),
        ("1,", Kind.WORD),
        ("@", Kind.IDENTIFIER),
        ("www.", Kind.IDENTIFIER),
        ("x ", Kind.TEXT),
        ("\ud800", Kind.WORD),
    ],
)
def test_a_hostile_value_has_a_kind(piece: str, kind: Kind) -> None:
    """Two hundred thousand characters of one piece have the kind that their shape says."""
    assert slot("x", piece * (200_000 // len(piece))).kind is kind


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("2026-03-04", ("2026-03-04", "")),
        ("--03-04", ("--03-04", "")),
        ("2026-03", ("2026-03", "")),
        ("10:30", ("", "10:30")),
        ("10:30:15", ("", "10:30:15")),
        ("2026-03-04T10:30", ("2026-03-04", "10:30")),
        ("2026-03-04T10:30:15", ("2026-03-04", "10:30:15")),
        ("2026-03-04T10:30+02:00", ("2026-03-04", "10:30")),
        ("2026-03-04T10:30:15-05:00", ("2026-03-04", "10:30:15")),
        ("2026-03-04T10:30Z", ("2026-03-04", "10:30")),
        ("10:30+02:00", ("", "10:30")),
        ("10:30:15+00:00", ("", "10:30:15")),
        ("", ("", "")),
    ],
)
def test_the_parts_of_a_temporal_key(key: str, parts: tuple[str, str]) -> None:
    """The day and the clock time without offset, empty where the key has none."""
    assert temporal_parts(key) == parts


@pytest.mark.parametrize(
    ("group", "text", "keys"),
    [
        (Group.NUMERIC, "1250", {"1250", "#1250"}),
        (Group.NUMERIC, "1.234", {"1.234", "1234", "#1.234", "#1234"}),
        (Group.NUMERIC, "$1,250.50", {"#1250.5"}),
        (Group.TEMPORAL, "2026-03-04", {"2026-03-04", "d:2026-03-04"}),
        (Group.TEMPORAL, "10:30 am", {"10:30", "t:10:30"}),
        (Group.TEMPORAL, "at 10:30 am UTC", {"10:30+00:00", "t:10:30"}),
        (Group.TEMPORAL, "2026-03-04T10:30", {"2026-03-04T10:30", "d:2026-03-04", "t:10:30"}),
        (Group.EMAIL, "alex@example.com", {"alex@example.com"}),
    ],
)
def test_a_mention_is_filed_under_its_keys_and_their_parts(group: Group, text: str, keys: set[str]) -> None:
    """The canonical keys, bare amounts in every reading, and for dates and times the day and the clock time alone."""
    (value,) = finder(group)(text)
    assert keys <= set(lookup_keys(value))
    assert set(value.keys) <= set(lookup_keys(value))
