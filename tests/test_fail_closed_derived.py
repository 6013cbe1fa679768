"""Derivations and readings that must not vouch: wrong combinations of true values, agreement that is none, addresses with more in them."""

from __future__ import annotations

import pytest
from calls import NUMBER, TEXT, assistant, context_of, exchange, traced, user, verdict
from groundrules.engine.types import Json, Outcome


def is_supported(name: str, value: Json, said: str | list[dict[str, Json]], *, tool: str = "send_record", schema: Json = TEXT) -> bool:
    return traced(name, value, context_of(said), schema=schema, tool=tool).outcome is Outcome.SUPPORTED


@pytest.mark.parametrize("value", ["mailto:bob@example.com?bcc=eve@example.net", '"eve@example.net" <bob@example.com>', "Eve Evil <bob@example.com>"])
def test_an_address_with_more_in_it(value: str) -> None:
    """Header fields and display names are no part of the address that was given."""
    assert not is_supported("to", value, "Mail to bob@example.com about lunch")
    assert is_supported("to", "Bob <bob@example.com>", "Mail to Bob, bob@example.com, about lunch")
    assert is_supported("to", "mailto:bob@example.com", "Mail to bob@example.com about lunch")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/etc/crontab", "I like apples, pears etc. Please write hello into a file"),
        ("/root/x.sh", "The square root is nice. Please write hello into a file"),
        ("a/evil.sh", "Please write hello into a file"),
        ("docs/../evil.sh", "Save hello to the folder docs"),
        ("/docs/evil.sh", "Save hello to the folder docs"),
        ("/srv/app/evil.sh", "Do NOT write anything into /srv/app. Write hello into /tmp/q/hello.txt"),
    ],
)
def test_a_new_file_in_a_folder_that_nobody_named(path: str, said: str) -> None:
    """A folder is matched as a path, whole, and not where it is ruled out."""
    assert not is_supported("path", path, said, tool="write_file")


@pytest.mark.parametrize(
    "answer",
    [
        "Give me a second, please.", "Keep the second one", "I won't cancel the second one", "The second one looks wrong", "Is option 2 already paid?",
        "What's in the latter?",
    ],
)
def test_words_of_order_that_choose_nothing(answer: str) -> None:
    """Idioms, refusals, complaints and questions take no offer up; a choice does, also as a bare number."""
    offer = [user("Cancel my order"), assistant("Which one: ORD-48812 or ORD-73951?")]
    assert not is_supported("order_id", "ORD-73951", [*offer, user(answer)], tool="cancel_order")
    assert is_supported("order_id", "ORD-73951", [*offer, user("the second one please")], tool="cancel_order")
    assert is_supported("order_id", "ORD-73951", [*offer, user("2")], tool="cancel_order")


@pytest.mark.parametrize(
    "answer",
    [
        "Yes, keep it", "Exactly the opposite", "Sure it isn't", "I agree to disagree", "Sure, once I've checked", "Okay, later maybe",
        "Yes if it's blue, otherwise keep it",
    ],
)
def test_agreement_that_is_none(answer: str) -> None:
    """A condition or a wish of its own after the opener takes nothing up."""
    question = [user("Cancel my order"), assistant("Shall I cancel ORD-73951?")]
    assert not is_supported("order_id", "ORD-73951", [*question, user(answer)], tool="cancel_order")
    assert is_supported("order_id", "ORD-73951", [*question, user("Yes please")], tool="cancel_order")


@pytest.mark.parametrize(
    ("said", "wrong", "right"),
    [("Send bob $15 for each of the 3 rides", 5, 45), ("Dinner is $60 per person, we are 4. Send it to bob", 15, 240)],
)
def test_a_price_for_each_is_multiplied(said: str, wrong: int, right: int) -> None:
    """`each` names a price of one, not a share."""
    assert not is_supported("amount", wrong, said, schema=NUMBER)
    assert is_supported("amount", right, said, schema=NUMBER)


@pytest.mark.parametrize(
    ("said", "amount"),
    [
        ("Send bob the $60, I am free between 3 and 5", 20),
        ("My rent is $1200 and my order ORD-48812 was $349.99. Refund it.", 1549.99),
        ("I got a 15% survey bonus. Order ORD-48812 cost $249.00, refund it please.", 286.35),
    ],
)
def test_numbers_that_have_nothing_to_do_with_each_other(said: str, amount: float) -> None:
    """Without a word that joins them, two true numbers make no third."""
    assert not is_supported("amount", amount, said, schema=NUMBER)


def test_a_count_of_something_else() -> None:
    """Twelve cats are no twelve items."""
    bill = exchange({"id": "ORD-48812"}, {"order_id": "ORD-48812", "price": 49.99})
    assert not is_supported("amount", 599.88, [user("Refund order ORD-48812 please, I have 12 cats"), *bill], schema=NUMBER)


@pytest.mark.parametrize(
    "turns",
    [
        [user("Don't touch ORD-73951! Cancel ORD-48812.")],
        [user("Keep ORD-73951 and cancel ORD-48812")],
        [user("Cancel ORD-73951."), assistant("ok?"), user("Sorry, ORD-48812 instead.")],
        [user("Cancel ORD-73951"), assistant("Are you sure?"), user("Please don't.")],
        [user("Cancel ORD-73951"), assistant("Shall I cancel it?"), user("No")],
        [user("Cancel ORD-73951"), assistant("Shall I cancel it?"), user("Stop!")],
    ],
)
def test_protected_and_withdrawn_ids(turns: list[dict[str, Json]]) -> None:
    """What the user keeps or calls off does not run; a no to another question calls nothing off."""
    assert not verdict({"order_id": "ORD-73951"}, context_of(turns), tool="cancel_order").decision.may_run
    other = [user("Cancel ORD-73951"), assistant("Is there anything else?"), user("No")]
    assert verdict({"order_id": "ORD-73951"}, context_of(other), tool="cancel_order").decision.may_run


@pytest.mark.parametrize("said", ["Cancel the order of customer CUS-55555", "Cancel the order of ann@example.com"])
def test_the_record_that_a_mark_names(said: str) -> None:
    """An id or an address that only another record holds names that record."""
    orders: Json = [
        {"order_id": "ORD-73951", "customer_id": "CUS-11111", "email": "eve@example.com"},
        {"order_id": "ORD-48812", "customer_id": "CUS-55555", "email": "ann@example.com"},
    ]
    turns = [user(said), *exchange({"q": "all"}, orders)]
    assert not is_supported("order_id", "ORD-73951", turns, tool="cancel_order")
    assert is_supported("order_id", "ORD-48812", turns, tool="cancel_order")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("day", "saturday", "Never back up on weekends, only Monday"),
        ("day", "sunday", "Back up daily except Sunday"),
        ("day", "wednesday", "The office is open Monday to Friday. Back up on Saturday"),
        ("language", "de", "Send it to my aunt in Germany, in English"),
        ("to_country", "TR", "I ate turkey; send it to Germany"),
    ],
)
def test_codes_of_another_scheme_or_ruled_out(name: str, value: str, said: str) -> None:
    """The slot names its table, everyday words are no countries, exceptions leave nothing."""
    assert not is_supported(name, value, said)
