"""Which places may vouch: standing of the source, echoes, and how close a match is to the call."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from calls import (
    CONTRADICTED,
    INTEGER,
    SUPPORTED,
    TEXT,
    UNDECIDED,
    UNSUPPORTED,
    Message,
    assistant,
    context_of,
    exchange,
    inquiry,
    leaf_of,
    system,
    traced,
    user,
)
from groundrules.engine.admission import MAX_HITS, Admission, admit
from groundrules.engine.context import Context
from groundrules.engine.search import same_value_hits
from groundrules.engine.trace import Support
from groundrules.engine.types import Json, Outcome, Role


def heard(name: str, value: Json, context: Context) -> Admission:
    """The hearing of all places that hold the value in some spelling."""
    asked = inquiry({name: value}, context)
    leaf = leaf_of(asked)
    slot = asked.slot(leaf)
    return admit(same_value_hits(context.sources, slot.kind, value), slot=slot, value=value, inquiry=asked)


@pytest.mark.parametrize(
    ("answer", "supported"),
    [
        ("Yes, please.", True),
        ("Sounds good", True),
        ("ok great, go ahead", True),
        ("No, that is wrong", False),
        ("Not that one", False),
        ("That one", False),
        ("What is the weather like?", False),
        (None, False),
    ],
)
def test_take_up_of_an_identifier(answer: str | None, *, supported: bool) -> None:
    """What only the assistant said is evidence where the user's next turn agrees; a bare reference is too vague for an identifier."""
    turns = [user("Track my order"), assistant("Is it ORD-99887?"), *([user(answer)] if answer else [])]
    trace = traced("order_id", "ORD-99887", context_of(turns))
    assert trace.outcome is (SUPPORTED if supported else UNDECIDED)
    assert trace.support is (Support.FOUND if supported else Support.ASSISTANT_ONLY)


def test_take_up_by_reference() -> None:
    """`The first one` takes up a name, which is no strict value; a change of subject does not."""
    turns = [user("Where to?"), assistant("Bern or Basel?")]
    assert traced("city", "Bern", context_of([*turns, user("The first one")])).outcome is SUPPORTED
    assert traced("city", "Bern", context_of([*turns, user("How is the weather?")])).outcome is UNDECIDED


def test_take_up_counts_only_in_the_next_turn() -> None:
    """An agreement after another exchange is about that exchange."""
    turns = [user("Hi"), assistant("Is it ORD-99887?"), user("Let me think"), assistant("Shall I wait?"), user("Yes")]
    assert traced("order_id", "ORD-99887", context_of(turns)).outcome is UNDECIDED


def passed(value: Json, output: Json) -> list[Message]:
    """A first turn, then a call with the value and its output."""
    return [user("Find it"), *exchange({"order_id": value}, output)]


@pytest.mark.parametrize(
    ("turns", "outcome"),
    [
        (passed("ORD-99887", {"order_id": "ORD-99887", "state": "open"}), UNDECIDED),
        (passed("ORD-99887", {"error": "there is no order ORD-99887"}), UNSUPPORTED),
        (passed("ORD-11111", {"error": "no such order, did you mean ORD-99887?"}), SUPPORTED),
        (passed("ORD-11111", {"order_id": "ORD-99887"}), SUPPORTED),
        ([*passed("ORD-99887", {"order_id": "ORD-99887"}), user("go on with ORD-99887")], SUPPORTED),
        ([user("Find ORD-99887"), *exchange({"order_id": "ORD-99887"}, {"order_id": "ORD-99887"})], SUPPORTED),
        ([*exchange({}, {"order_id": "ORD-99887"}), *passed("ORD-99887", {"order_id": "ORD-99887"})], SUPPORTED),
    ],
)
def test_echoes(turns: Sequence[Message], outcome: Outcome) -> None:
    """An output that repeats what the model passed adds nothing to its first use; other values in it are evidence, in an error too."""
    assert traced("order_id", "ORD-99887", context_of(turns)).outcome is outcome


def test_an_echo_in_another_spelling_is_an_echo() -> None:
    """Case, spacing and punctuation of the repeated value do not matter."""
    turns = [user("Find it"), *exchange({"city": "new town"}, {"city": "New-Town"})]
    assert heard("city", "New Town", context_of(turns)).given is None
    assert heard("city", "New Town", context_of(turns)).echo is not None


def test_an_echo_inherits_an_open_first_use() -> None:
    """A small count that nobody named was undecided when it was passed, and its echo under the very slot does not settle it."""
    turns = [user("Find a table"), *exchange({"seats": 4}, {"seats": 4})]
    assert traced("seats", 4, context_of(turns)).support is Support.ECHO
    assert traced("seats", 4, context_of([user("Find a table"), *exchange({}, {"seats": 4})])).outcome is SUPPORTED


def test_an_echo_inherits_a_derivation() -> None:
    """A value that was derived at its first use may be used again from the output."""
    turns = [user("Ship it to Germany"), *exchange({"country": "DE"}, {"country": "DE"})]
    assert traced("country", "DE", context_of(turns)).outcome is SUPPORTED


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("quantity", 1, "There is 1 thing"),
        ("quantity", 12, "12 monkeys"),
        ("order_id", "A1", "room A1 is free"),
        ("country", "US", "US rules apply"),
    ],
)
def test_common_values_are_weak_far_from_the_slot(name: str, value: Json, text: str) -> None:
    """A short value in a tool output, a system turn or a passage that has nothing to do with the call never vouches."""
    returned = context_of([user("Go"), *exchange({}, text)])
    for context in (returned, context_of([system(text), user("Go")]), context_of("Go", evidence=[text])):
        assert heard(name, value, context).given is None
    weak = heard(name, value, returned).weak
    assert weak is not None
    assert weak.evidence().text == str(value)
    assert heard(name, value, context_of(text)).given is not None


@pytest.mark.parametrize(
    ("schema", "output", "supported"),
    [
        (INTEGER, {"quantity": 12}, True),
        (INTEGER, {"quantities": [12]}, True),
        (INTEGER, {"pages": 12}, False),
        ({"type": "integer", "description": "How many pages."}, {"pages": 12}, True),
        (INTEGER, "the quantity is 12", True),
        (INTEGER, "the page is 12", False),
        (INTEGER, {"pages": 1250}, False),
    ],
)
def test_common_numbers_need_their_slot(schema: Json, output: Json, *, supported: bool) -> None:
    """A short number in a tool output vouches beside the words of its slot: its own key, a described key, or the words around it."""
    context = context_of([user("Go"), *exchange({}, output)])
    assert (traced("quantity", 12, context, schema=schema).outcome is SUPPORTED) is supported


def test_specific_numbers_of_tools_need_no_slot() -> None:
    """Three digits in a tool output are not there by chance."""
    context = context_of([user("Go"), *exchange({}, {"pages": 1250})])
    assert traced("quantity", 1250, context, schema=INTEGER).outcome is SUPPORTED


@pytest.mark.parametrize(
    ("said", "supported"),
    [("Pay the invoice of Mara Brandt", True), ("Pay the plumber", False), ("What about Mara?", False)],
)
def test_numbers_of_evidence_need_the_request(said: str, *, supported: bool) -> None:
    """A figure of a passage vouches where two words of the request stand around it."""
    context = context_of(said, evidence=["The invoice for Mara Brandt comes to 1250."])
    assert (traced("amount", 1250, context).outcome is SUPPORTED) is supported


@pytest.mark.parametrize(("value", "supported"), [("A123", True), ("A12", False)])
def test_short_codes_are_weak_below_four_characters(value: str, *, supported: bool) -> None:
    """An identifier of four characters is rare enough to vouch anywhere; of three it is not."""
    context = context_of("Go", evidence=[f"the room {value} is free"])
    assert (heard("order_id", value, context).given is not None) is supported


def test_digits_of_a_date_are_no_identifier() -> None:
    """`2026` inside a date does not ground an id, wherever it stands; on its own it does."""
    assert traced("order_id", "2026", context_of("on 2026-05-05"), schema=TEXT).outcome is UNSUPPORTED
    assert traced("order_id", "2026", context_of("order 2026"), schema=TEXT).outcome is SUPPORTED


def test_many_chance_places_do_not_hide_the_user() -> None:
    """A value that stands hundreds of times in other sources is still found in the user's turn."""
    crowd = " ".join(["12"] * (MAX_HITS + 50))
    said = user("12 seats, please")
    for context in (context_of([said], evidence=[crowd]), context_of([system(crowd), said]), context_of([*exchange({}, crowd), said])):
        given = heard("quantity", 12, context).given
        assert given is not None
        assert given.index.source.role is Role.USER


def test_lower_case_words_are_no_codes() -> None:
    """`us` in prose is not the country; `US` and a lower-case name are what they say."""
    assert traced("country", "US", context_of("tell us more")).outcome is not SUPPORTED
    assert traced("country", "US", context_of("ship to the US")).outcome is SUPPORTED
    assert traced("city", "Bern", context_of("off to bern")).outcome is SUPPORTED


def test_host_facts_are_given() -> None:
    """Facts of the host, such as the signed-in user, vouch like a user turn."""
    assert traced("user_id", "U-1001", context_of("Go", host={"user_id": "U-1001"})).outcome is SUPPORTED
    assert traced("user_id", "U-1002", context_of("Go", host={"user_id": "U-1001"})).outcome not in (SUPPORTED, CONTRADICTED)
