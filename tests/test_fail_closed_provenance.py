"""Real values in the wrong hands: echoes, refusals, examples, exchanged ends and records. Found by attack; each with the right value beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import groundrules.engine
import pytest
from calls import Message, assistant, context_of, exchange, item_of, system, traced, user, verdict
from groundrules import Json, Outcome
from groundrules.engine.trace import Support

STRING: Json = {"type": "string"}
NUMBER: Json = {"type": "number"}
DAY: Json = {"type": "string", "format": "date"}
FLAG: Json = {"type": "boolean"}
ACTS = "cancel_order"
FOUND: Json = {"order_id": "ORD-99887", "state": "open"}
UNREADABLE: list[Message] = [
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "t", "arguments": '{"id": "ORD-99887"'}}]},
    {"role": "tool", "tool_call_id": "c1", "content": '{"order_id": "ORD-99887"}'},
]


def is_grounded(name: str, value: Json, said: str | Sequence[Message], *, schema: Json = None, tool: str = ACTS, now: str | None = None) -> bool:
    """Whether the value of one parameter of a tool is supported."""
    return traced(name, value, context_of(said, now=now), schema=schema, tool=tool).outcome is Outcome.SUPPORTED


# ---- echoes -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "turns",
    [
        exchange({"query": "status of ORD-99887"}, {"results": [FOUND]}),
        exchange({"order": "ord99887"}, FOUND),
        exchange({"orders": {"ORD-99887": True}}, FOUND),
        UNREADABLE,
    ],
    ids=["inside a text", "other spelling", "object key", "unreadable arguments"],
)
def test_an_echo_is_known_however_it_was_passed(turns: list[Message]) -> None:
    """An id that the model coined and a tool then returned is an echo; one that the user gave first is not."""
    coined = traced("order_id", "ORD-99887", context_of([user("find my order"), *turns]), tool=ACTS)
    assert (coined.outcome, coined.support) == (Outcome.UNDECIDED, Support.ECHO)
    assert is_grounded("order_id", "ORD-99887", [user("find order ORD-99887"), *turns])


def test_the_models_prose_is_echoed_too() -> None:
    """An id that the model said and a tool output then repeats has no other source than the model."""
    turns = [assistant("I think it is ORD-99887."), *exchange({"q": "orders"}, FOUND)]
    assert not is_grounded("order_id", "ORD-99887", [user("find my order"), *turns])


def test_an_echo_keeps_its_kind() -> None:
    """A number passed and returned as text, an amount and a date in another notation, and an address in a query are echoes too."""
    said = user("find it")
    assert not is_grounded("order_id", "#99887", [said, *exchange({"order": 99887}, {"order_id": "#99887"})])
    assert not is_grounded("amount", 4711.5, [said, *exchange({"amount": "$4,711.50"}, {"amount": 4711.5})], schema=NUMBER)
    assert not is_grounded("date", "2031-05-04", [said, *exchange({"day": "May 4, 2031"}, {"date": "2031-05-04"})], schema=DAY)
    assert not is_grounded("to", "zed@example.com", [said, *exchange({"query": "contact zed@example.com"}, [{"mail": "zed@example.com"}])])


def test_what_a_tool_told_first_is_no_echo() -> None:
    """The model may repeat what a tool gave it, and a tool may give that again."""
    turns = [user("find my order"), *exchange({"q": "mine"}, FOUND), assistant("It is ORD-99887."), *exchange({"q": "again"}, FOUND)]
    assert is_grounded("order_id", "ORD-99887", turns)


# ---- names of members -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("schema", [{"type": "object", "additionalProperties": NUMBER}, {"type": "object", "patternProperties": {"^O": NUMBER}}, {"type": "object"}])
def test_a_name_that_is_data_is_judged(schema: Json) -> None:
    """A member that no schema declares has a name that may be an id; its item is `$key` and the pointer of the member."""
    arguments: Json = {"amounts": {"ORD-1": 5}}
    bad = verdict(arguments, context_of("add 5 to my order"), parameters={"amounts": schema})
    assert item_of(bad, "$key/amounts/ORD-1").outcome is Outcome.UNSUPPORTED
    assert bad.question == "Before `get_record` runs: Is the key in `amounts` really `ORD-1`?"
    assert verdict(arguments, context_of("add 5 to ORD-1"), parameters={"amounts": schema}).decision.may_run


@pytest.mark.parametrize("key", ["note", "line_2", "sha256", "address1", "a b 12345"])
def test_a_name_of_a_field_is_not_data(key: str) -> None:
    """Words, numbered fields and names of algorithms are names."""
    made = verdict({"fields": {key: 5}}, context_of("set it to 5"), parameters={"fields": {"type": "object"}})
    assert made.decision.may_run
    assert not any(item.item.startswith("$key") for item in made.items)


def test_a_declared_name_is_not_data() -> None:
    """A name that the schema lists is the schema's."""
    schema: Json = {"type": "object", "properties": {"ORD-1": NUMBER}, "additionalProperties": NUMBER}
    assert verdict({"amounts": {"ORD-1": 5}}, context_of("add 5"), parameters={"amounts": schema}).decision.may_run


def test_an_unknown_name_is_told_once() -> None:
    """Where the schema takes no other members, a name is an unknown parameter and nothing else."""
    closed: Json = {"type": "object", "properties": {"note": STRING}, "additionalProperties": False}
    made = verdict({"fields": {"ORD-1": 5}}, context_of("add 5"), parameters={"fields": closed})
    assert item_of(made, "/fields/ORD-1").rule_id == "GR102"
    assert not any(item.item.startswith("$key") for item in made.items)


def test_a_key_item_is_of_the_documented_form() -> None:
    """The native verdict form knows the items of names that are data."""
    made = verdict({"amounts": {"ORD-1": 5}}, context_of("add 5"), parameters={"amounts": {"type": "object"}})
    assert made.reasons == ("$key/amounts/ORD-1",)
    form = json.loads((Path(str(groundrules.engine.__file__)).parent / "verdict.schema.json").read_text(encoding="utf-8"))
    assert all(re.match(form["$defs"]["place"]["pattern"], item.item) for item in made.items)


# ---- closed choices and examples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "schema", "said", "value"),
    [
        ("order_id", {"enum": ["ORDER-4711"]}, "cancel my order", "ORDER-4711"),
        ("order_id", {"const": "ORD-4711"}, "cancel my ord", "ORD-4711"),
        ("to", {"enum": ["sales@example.com", "help@example.com"]}, "mail the sales people", "sales@example.com"),
        ("url", {"enum": ["https://example.com/billing", "https://example.com/x"]}, "post to billing", "https://example.com/billing"),
    ],
)
def test_intent_chooses_no_id(name: str, schema: Mapping[str, Json], said: str, value: str) -> None:
    """A member of a closed choice that is a record's id, a contact or a link needs to be named, not only a word like it."""
    assert not is_grounded(name, value, said, schema={"type": "string", **schema})
    assert is_grounded(name, value, f"use {value}", schema={"type": "string", **schema})


@pytest.mark.parametrize(
    "told", ["Ids look like ORD-12345.", "e.g. ORD-12345", "For example ORD-12345.", "ids such as ORD-12345", "an id (example: ORD-12345)", "of the form ORD-12345"]
)
def test_an_example_is_no_evidence(told: str) -> None:
    """An id that a system turn gives to show a form grounds nothing; one that it states does."""
    assert not is_grounded("order_id", "ORD-12345", [system(told), user("cancel my order")])
    assert is_grounded("order_id", "ORD-12345", [system("The open order is ORD-12345."), user("cancel my order")])


@pytest.mark.parametrize("key", ["deleted_order_ids", "cancelled", "invalid_ids", "old_id", "previous_order_id", "rejected"])
def test_a_stale_key_is_weak(key: str) -> None:
    """What a result lists as deleted, old or rejected is open for a tool that acts, and at hand for one that reads."""
    turns = [user("ship my order"), *exchange({}, {key: ["ORD-11111"], "order_ids": ["ORD-22222"]})]
    assert not is_grounded("order_id", "ORD-11111", turns, tool="ship_order")
    assert is_grounded("order_id", "ORD-22222", turns, tool="ship_order")


def test_a_slot_may_ask_for_the_stale_one() -> None:
    """A parameter that is named after the same word takes it."""
    assert is_grounded("old_order_id", "ORD-11111", [user("go"), *exchange({}, {"old_order_id": "ORD-11111"})], tool="replace_order")


# ---- negation ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["transfer not 500, 300", "transfer 300 instead of 500", "instead of 500, transfer 300", "transfer 300 rather than 500"])
def test_a_negated_number_is_not_grounded(said: str) -> None:
    """The number that is ruled out is open, with the better one named; that one is grounded."""
    refused = traced("amount", 500, context_of(said), schema=NUMBER, tool="send_money")
    assert (refused.outcome, refused.support) == (Outcome.UNDECIDED, Support.RETRACTED)
    assert "`300`" in refused.explanation
    assert is_grounded("amount", 300, said, schema=NUMBER, tool="send_money")


@pytest.mark.parametrize(
    ("name", "value", "said", "schema"),
    [
        ("date", "2031-05-04", "book 2031-05-05, not 2031-05-04", DAY),
        ("cabin", "business", "anything but business class", {"type": "string", "enum": ["economy", "business"]}),
        ("city", "Rome", "any city except Rome", STRING),
        ("city", "Rome", "a flight to Milan rather than Rome", STRING),
        ("city", "Rome", "a flight not to Rome but to Milan", STRING),
        ("order_id", "ORD-11111", "don't use ORD-11111, use ORD-22222", STRING),
        ("order_id", "ORD-11111", "ORD-11111 is wrong, it is ORD-22222", STRING),
        ("order_id", "ORD-11111", "cancel ORD-11111, I mean ORD-22222", STRING),
        ("order_id", "ORD-11111", "cancel ORD-11111... no wait, make it ORD-22222", STRING),
        ("order_id", "ORD-11111", "cancel everything except for order ORD-11111", STRING),
        ("to", "bob@example.com", "do not mail bob@example.com; mail ana@example.com", STRING),
        ("refundable", True, "a non-refundable ticket", FLAG),
        ("refundable", True, "a nonrefundable ticket", FLAG),
    ],
)
def test_a_negated_value_is_not_grounded(name: str, value: Json, said: str, schema: Json) -> None:
    """What the user rules out grounds nothing, whatever its kind and whatever the tool does."""
    assert not is_grounded(name, value, said, schema=schema, tool="book_flight")
    assert not is_grounded(name, value, said, schema=schema, tool="get_flight")


@pytest.mark.parametrize(
    ("name", "value", "said", "schema"),
    [
        ("city", "Rome", "Why not fly to Rome?", STRING),
        ("city", "Milan", "a flight not to Rome but to Milan", STRING),
        ("amount", 500, "not only 500 but also the tax", NUMBER),
        ("max_price", 500, "not more than 500", NUMBER),
        ("date", "2031-05-04", "no later than 2031-05-04", DAY),
        ("order_id", "ORD-11111", "don't forget ORD-11111", STRING),
        ("order_id", "ORD-11111", "No, ORD-11111", STRING),
        ("order_id", "ORD-11111", "cancel ORD-11111. No rush, I mean it kindly", STRING),
        ("order_id", "ORD-11111", "cancel ORD-11111, make it quick", STRING),
        ("order_id", "ORD-22222", "cancel ORD-11111, I mean ORD-22222", STRING),
        ("avoid", "tolls", "drive there without tolls", STRING),
        ("refundable", False, "a non-refundable ticket", FLAG),
        ("refundable", True, "a refundable ticket", FLAG),
    ],
)
def test_not_every_negation_rules_out(name: str, value: Json, said: str, schema: Json) -> None:
    """Bounds, questions, reminders, an answer and a parameter for what is to be avoided leave the value grounded."""
    assert is_grounded(name, value, said, schema=schema, tool="book_flight")


def test_a_tool_does_not_outvote_the_user() -> None:
    """A value that a tool lists and the user rules out is open."""
    turns = [user("cancel one of mine"), *exchange({}, {"order_ids": ["ORD-11111", "ORD-22222"]}), user("not ORD-11111")]
    assert not is_grounded("order_id", "ORD-11111", turns)


# ---- addresses, numbers, names ----------------------------------------------------------------------------------------------------------


def test_a_link_keeps_its_scheme() -> None:
    """A better scheme and `www.` are named as a derivation; giving protection up is open for a tool that acts."""
    better = traced("url", "https://example.com/a", context_of("open http://example.com/a"), tool="post_hook")
    assert (better.outcome, better.derivation) == (Outcome.SUPPORTED, "https in place of http")
    assert traced("url", "https://www.example.com/a", context_of("open example.com/a")).derivation == "the same address with or without `www.`"
    assert not is_grounded("url", "http://example.com/a", "post to https://example.com/a", tool="post_hook")
    assert is_grounded("url", "http://example.com/a", "open https://example.com/a", tool="fetch_page")
    assert is_grounded("url", "http://example.com/a", "not https://example.com/a but http://example.com/a", tool="post_hook")


@pytest.mark.parametrize("beside", ["I live in the UK. ", "My other number is +44 20 7946 0019. "])
def test_a_country_code_follows_from_the_context(beside: str) -> None:
    """A country code that was not told needs the country, or another number of it."""
    assert not is_grounded("phone", "+442079460018", "call me on 020 7946 0018", tool="send_sms")
    assert is_grounded("phone", "+442079460018", f"{beside}call me on 020 7946 0018", tool="send_sms")


def test_a_usual_reading_needs_no_country() -> None:
    """A number of the form of one country only may get its code, and a code may be left out."""
    assert is_grounded("phone", "+12125550142", "call me on (212) 555-0142", tool="send_sms")
    assert is_grounded("phone", "020 7946 0018", "call me on +442079460018", tool="send_sms")
    host = context_of("call me on 020 7946 0018", host={"locale": "en-GB"})
    assert traced("phone", "+442079460018", host, tool="send_sms").outcome is Outcome.SUPPORTED


def test_a_thousandfold_reading_is_open() -> None:
    """`1,234` is not 1.234 unless another number of the user shows that a comma is their decimal mark."""
    assert not is_grounded("weight", 1.234, "it weighs 1,234", schema=NUMBER)
    assert is_grounded("weight", 1234, "it weighs 1,234", schema=NUMBER)
    assert is_grounded("weight", 1.234, "it costs 3,50 and weighs 1,234", schema=NUMBER)


@pytest.mark.parametrize(
    ("name", "schema", "right"),
    [
        ("rate_percent", NUMBER, 0.5),
        ("rate", {"type": "number", "description": "The rate in percent"}, 0.5),
        ("rate", {"type": "number", "description": "The rate as a decimal fraction"}, 0.005),
        ("rate", {"type": "number", "minimum": 0, "maximum": 1}, 0.005),
        ("rate", NUMBER, None),
    ],
)
def test_a_share_below_one_percent(name: str, schema: Json, right: float | None) -> None:
    """The slot's words tell percent from fraction; without any both readings are open."""
    assert [is_grounded(name, value, "a rate of 0.5%", schema=schema) for value in (0.5, 0.005)] == [right == 0.5, right == 0.005]
    if right is None:
        assert [is_grounded(name, value, "a rate of 5%", schema=schema) for value in (5, 0.05)] == [True, True]


@pytest.mark.parametrize("said", ["Thanks, Ana. Bob needs a ticket.", "Is this Ana? Bob needs a ticket.", "Ana\nBob"])
def test_a_name_does_not_cross_a_sentence(said: str) -> None:
    """Two names on both sides of a full stop are two people."""
    assert not is_grounded("name", "Ana Bob", said, tool="book_ticket")


@pytest.mark.parametrize(("name", "said"), [("John F Smith", "for John F. Smith."), ("Dr Ana Brandt", "for Dr. Ana Brandt"), ("St Louis", "to St. Louis.")])
def test_an_abbreviation_ends_no_sentence(name: str, said: str) -> None:
    """Initials and the usual abbreviations belong to the name."""
    assert is_grounded("name", name, said, tool="book_ticket")


def test_a_name_inside_a_longer_word() -> None:
    """A few characters of an unspaced script are a name only where a particle, a mark or an end stands beside them."""
    assert not is_grounded("city", "\u4eac\u90fd", "\u4e1c\u4eac\u90fd", tool="book_ticket")
    assert not is_grounded("name", "\u674e\u660e", "\u5e2e\u674e\u660e\u534e\u8ba2\u7968", tool="book_ticket")
    assert is_grounded("city", "\u4eac\u90fd", "\u6211\u8981\u53bb\u4eac\u90fd", tool="book_ticket")
    assert is_grounded("city", "\u4eac\u90fd", "\u4e1c\u4eac\u90fd\u3001\u4eac\u90fd", tool="book_ticket")


# ---- exchanged ends and records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("check_in", "check_out", "check-in 2031-05-04 and check-out 2031-05-09"),
        ("checkin_date", "checkout_date", "check in on May 4, 2031 and check out May 9, 2031"),
        ("start_date", "end_date", "from 2031-05-04 to 2031-05-09"),
        ("start_date", "end_date", "2031-05-04 - 2031-05-09"),
        ("from_date", "to_date", "from 2031-05-04 until 2031-05-09"),
        ("arrival_date", "departure_date", "I arrive 2031-05-04 and leave on 2031-05-09"),
        ("departure_date", "return_date", "leaving on 2031-05-04, returning 2031-05-09"),
    ],
)
def test_ends_exchanged(first: str, second: str, said: str) -> None:
    """The two days of a stay, a trip or a period, passed the other way round than said, or out of order."""
    early, late = "2031-05-04", "2031-05-09"
    schemas = {first: DAY, second: DAY}
    assert verdict({first: early, second: late}, context_of(said), tool="book_room", parameters=schemas).decision.may_run
    swapped = verdict({first: late, second: early}, context_of(said), tool="book_room", parameters=schemas)
    assert {item_of(swapped, f"/{name}").outcome for name in (first, second)} == {Outcome.CONTRADICTED}
    assert item_of(swapped, f"/{first}").suggestion == early


PEOPLE: Json = {
    "people": [
        {"id": "U-1001", "name": "Ana Brandt", "email": "ana@example.com", "phone": "212-555-0101"},
        {"id": "U-1002", "name": "Bob Rossi", "email": "bob@example.com", "phone": "212-555-0199"},
    ]
}


@pytest.mark.parametrize(
    ("arguments", "wrong", "suggestion"),
    [
        ({"name": "Ana Brandt", "email": "bob@example.com"}, "/email", "ana@example.com"),
        ({"user_id": "U-1001", "email": "bob@example.com"}, "/email", "ana@example.com"),
        ({"name": "Ana Brandt", "phone": "212-555-0199"}, "/phone", "212-555-0101"),
        ({"email": "bob@example.com"}, "/email", "ana@example.com"),
    ],
)
def test_the_contact_of_another_record(arguments: dict[str, Json], wrong: str, suggestion: str) -> None:
    """A contact from the record beside the one that the call or the user names is stopped, with the right one suggested."""
    context = context_of([user("mail Ana Brandt the invoice"), *exchange({}, PEOPLE)])
    item = item_of(verdict(arguments, context, tool="send_mail"), wrong)
    assert item.outcome is not Outcome.SUPPORTED
    assert item.suggestion == suggestion


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "Ana Brandt", "email": "ana@example.com"},
        {"user_id": "U-1001", "email": "ana@example.com", "phone": "212-555-0101"},
        {"email": "ana@example.com", "cc": "bob@example.com"},
    ],
)
def test_the_contact_of_the_same_record(arguments: dict[str, Json]) -> None:
    """Values of one record go together, and a second person's may be added."""
    context = context_of([user("mail Ana Brandt the invoice, Bob Rossi in copy"), *exchange({}, PEOPLE)])
    assert verdict(arguments, context, tool="send_mail").decision.may_run


@pytest.mark.parametrize("arguments", [{"user_id": "ana_7", "email": "bob@example.com"}, {"name": "Ana Brandt", "email": "bob@example.com"}])
def test_the_contact_of_a_record_under_another_key(arguments: dict[str, Json]) -> None:
    """Records that go by a key of their own are told apart by the key and by what stands in them."""
    users: Json = {"users": {"ana_7": {"name": "Ana Brandt", "email": "ana@example.com"}, "bob_9": {"name": "Bob Rossi", "email": "bob@example.com"}}}
    context = context_of([user("mail it to her, account ana_7"), *exchange({}, users)])
    assert item_of(verdict(arguments, context, tool="send_mail"), "/email").suggestion == "ana@example.com"
    assert verdict({**arguments, "email": "ana@example.com"}, context, tool="send_mail").decision.may_run


def test_the_contact_of_another_person_in_prose() -> None:
    """In a sentence the contact behind the name is that person's."""
    said = context_of("Ana Brandt is ana@example.com and Bob Rossi is bob@example.com. Mail Ana Brandt.")
    assert not verdict({"name": "Ana Brandt", "email": "bob@example.com"}, said, tool="send_mail").decision.may_run
    assert verdict({"name": "Ana Brandt", "email": "ana@example.com"}, said, tool="send_mail").decision.may_run


def test_a_booking_in_the_past() -> None:
    """A day without its year is no day in the past for a tool that plans ahead, unless the text says so; a record of what was is."""
    now = "2031-06-01T09:00:00"
    assert not is_grounded("date", "2031-03-10", "book it for March 10", schema=DAY, tool="book_room", now=now)
    assert is_grounded("date", "2031-03-10", "book it for 2031-03-10", schema=DAY, tool="book_room", now=now)
    assert is_grounded("date", "2031-05-31", "record the expense of yesterday", schema=DAY, tool="add_expense", now=now)
