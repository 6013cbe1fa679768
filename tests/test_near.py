"""Near misses of strict values, and the one repair that fits."""

from __future__ import annotations

import pytest
from calls import UNSUPPORTED, assistant, context_of, exchange, inquiry, traced, user
from groundrules.engine.near import MAX_CANDIDATES, candidates
from groundrules.engine.types import Json, Kind


@pytest.mark.parametrize(
    ("name", "value", "said", "suggestion"),
    [
        ("order_id", "ORD-12354", "Where is ORD-12345?", "ORD-12345"),
        ("order_id", "ORD-12354", "Where is ORD-12345, or ORD-77777?", "ORD-12345"),
        ("order_id", "ORD-99999", "Where is ORD-12345?", "ORD-12345"),
        ("order_id", "12354", "Where is order #12345?", "12345"),
        ("order_id", "#12354", "Where is order #12345?", "#12345"),
        ("order_id", 123454, "Where is order 123445?", 123445),
        ("to", "mara@example.net", "mail mara@example.com", "mara@example.com"),
        ("phone", "+1 202 555 0143", "call +1 202 555 0134", "+1 202 555 0134"),
        ("url", "https://example.com/teams", "see https://example.com/team", "https://example.com/team"),
    ],
)
def test_one_repair(name: str, value: Json, said: str, suggestion: Json) -> None:
    """Exactly one value of the context fits the slot: it is offered, in the type of the argument, and nothing is grounded."""
    trace = traced(name, value, context_of(said))
    assert (trace.outcome, trace.suggestion) == (UNSUPPORTED, suggestion)
    assert type(trace.suggestion) is type(value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("order_id", "ORD-99999", "Where is ORD-12345 or ORD-54321?"),
        ("order_id", "ORD-12345", "Where is ORD-12346 or ORD-12344?"),
        ("order_id", "ORD-99999", "Where is 88-1?"),
        ("order_id", "ORD-99999", "Where is my order?"),
        ("to", "mara@example.net", "mail ines@example.com or bo@example.org"),
        ("phone", "+1 202 555 0143", "mail mara@example.com"),
    ],
)
def test_no_repair(name: str, value: Json, said: str) -> None:
    """Two that fit as well, another shape, another kind, or nothing: no repair is offered."""
    assert traced(name, value, context_of(said)).suggestion is None


def test_the_near_place_is_quoted() -> None:
    """The explanation names the near value and its source."""
    explanation = traced("order_id", "ORD-12354", context_of("Where is ORD-12345?")).explanation
    assert "`ORD-12345`" in explanation
    assert "`m0`" in explanation


def test_a_key_of_the_slot_makes_another_shape_fit() -> None:
    """In JSON a value under the slot's own key fits whatever its shape."""
    assert traced("order_id", "ORD-9", context_of(exchange({}, {"order_id": "98765-AB"}))).suggestion == "98765-AB"
    assert traced("order_id", "ORD-9", context_of(exchange({}, {"item_id": "98765-AB"}))).suggestion is None


def test_an_echo_is_no_repair_of_itself() -> None:
    """The value that a tool only repeated is never offered in its own place."""
    turns = [user("Find it"), *exchange({"order_id": "ORD-99887"}, {"order_id": "ORD-99887"})]
    assert traced("order_id", "ORD-99887", context_of(turns)).suggestion is None


def test_candidates_are_admissible_and_bounded() -> None:
    """Neither the assistant's own values nor other kinds are candidates, and there are at most MAX_CANDIDATES."""
    many = " ".join(f"ORD-{number}" for number in range(10_000, 10_000 + MAX_CANDIDATES + 20))
    asked = inquiry({}, context_of([user("see AB-1234"), assistant("or CD-1234")]))
    assert [mention.value.text for mention in candidates(Kind.IDENTIFIER, asked)] == ["AB-1234"]
    assert list(candidates(Kind.NAME, asked)) == []
    assert len(list(candidates(Kind.IDENTIFIER, inquiry({}, context_of(many))))) == MAX_CANDIDATES
