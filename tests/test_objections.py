"""Right value, wrong place: identifiers of another slot, another entity, or since replaced."""

from __future__ import annotations

import pytest
from calls import READER, SUPPORTED, UNDECIDED, WRITER, Message, assistant, context_of, exchange, traced, user
from groundrules.engine.trace import Support
from groundrules.engine.types import Flag, Json

LISTED = exchange({}, {"ids": ["P-1001", "P-1002"]})


@pytest.mark.parametrize(
    ("name", "value", "turns", "suggestion"),
    [
        ("order_id", "IT-12345", exchange({}, {"item_id": "IT-12345"}), None),
        ("order_id", "A-2002", [user("invoice id A-2002 and order id A-1001")], "A-1001"),
        ("order_id", "A-1001", [user("order A-1001"), user("sorry, order id A-1002")], "A-1002"),
        ("receiver_id", "U-1001", [user("I log in as U-1001; write to U-2002")], "U-2002"),
        ("path", "https://example.com/a.txt", [user("get https://example.com/a.txt")], None),
    ],
)
def test_objection(name: str, value: str, turns: list[Message], suggestion: Json) -> None:
    """The value stands in the context, but for something else: undecided, and the one that the user named is offered."""
    trace = traced(name, value, context_of(turns))
    assert (trace.outcome, trace.support, trace.flag) == (UNDECIDED, Support.WRONG_SLOT, Flag.WRONG_SLOT)
    assert trace.suggestion == suggestion


@pytest.mark.parametrize(
    ("name", "value", "turns"),
    [
        ("order_id", "IT-12345", exchange({}, {"order_id": "IT-12345"})),
        ("order_id", "IT-12345", exchange({}, {"order": {"id": "IT-12345"}})),
        ("order_id", "IT-12345", exchange({}, {"item_id": "IT-12345", "text": "see IT-12345"})),
        ("order_id", "IT-12345", [*exchange({}, {"item_id": "IT-12345"}), user("take IT-12345")]),
        ("id", "IT-12345", exchange({}, {"item_id": "IT-12345"})),
        ("order_id", "A-1001", [user("invoice id A-2002 and order id A-1001")]),
        ("order_id", "A-1002", [user("order A-1001"), user("sorry, order id A-1002")]),
        ("order_id", "A-1001", [user("order A-1001"), user("and the item id A-1002")]),
        ("receiver_id", "U-2002", [user("I log in as U-1001; write to U-2002")]),
        ("sender_id", "U-1001", [user("I log in as U-1001; write to U-2002")]),
        ("receiver_id", "U-1001", [user("I log in as U-1001")]),
        ("receiver_id", "U-1001", [user("write to U-1001 and U-2002")]),
        ("receiver_id", "U-1001", [*exchange({}, {"receiver_id": "U-1001"}), user("not to U-2002")]),
        ("url", "https://example.com/a.txt", [user("get https://example.com/a.txt")]),
    ],
)
def test_no_objection(name: str, value: str, turns: list[Message]) -> None:
    """Under its own key, in prose, named for this slot, or with no other one named: the value may stand."""
    assert traced(name, value, context_of(turns)).outcome is SUPPORTED


def test_the_evidence_of_another_key_is_its_pointer() -> None:
    """The explanation names the key under which the value stands."""
    trace = traced("order_id", "IT-12345", context_of(exchange({}, {"item_id": "IT-12345"})))
    assert [quoted.key_path for quoted in trace.evidence] == ["/item_id"]
    assert "`/item_id`" in trace.explanation


def test_passed_over_by_a_tool_that_changes_something() -> None:
    """The user named one member of a list; a write with its sibling is undecided, a read is not, nor where the named one is passed too."""
    said = context_of([*LISTED, user("take P-1002")])
    wrong = traced("product_id", "P-1001", said, tool=WRITER)
    assert (wrong.outcome, wrong.suggestion) == (UNDECIDED, "P-1002")
    assert traced("product_id", "P-1002", said, tool=WRITER).outcome is SUPPORTED
    assert traced("product_id", "P-1001", said, tool=READER).outcome is SUPPORTED
    assert traced("product_id", "P-1001", said, tool=WRITER, beside={"other_id": "P-1002"}).outcome is SUPPORTED
    assert traced("product_id", "P-1001", context_of([*LISTED, user("take one")]), tool=WRITER).outcome is SUPPORTED


def test_the_assistant_cannot_object() -> None:
    """What the assistant called the value does not matter."""
    assert traced("order_id", "A-1001", context_of([user("take A-1001"), assistant("order id A-1002")])).outcome is SUPPORTED
