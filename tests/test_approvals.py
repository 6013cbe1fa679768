"""Approvals: bound to one call of one session word for word, and used once."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import groundrules.engine
import pytest
from agents import BAD, GOOD, GUARD, TOOLS, call, made, result, session
from calls import user
from groundrules import ApprovalError, InputError, Json, Limits, ReviewItem, Session, ToolCall
from jsonschema import Draft202012Validator

AT = datetime(2031, 5, 1, 9, tzinfo=UTC)
SCHEMA = Path(str(groundrules.engine.__file__)).parent / "review_item.schema.json"


def waiting(desk: Session, asked: ToolCall) -> ReviewItem:
    """The review item of a call that was refused."""
    desk.decide(asked)
    return desk.review(asked)


def test_item_says_what_it_is_about() -> None:
    """Rules, call, arguments and digests, in the published form, and back."""
    desk = session()
    item = waiting(desk, call(BAD))
    assert (item.session_id, item.number, item.call_id, item.tool, item.rule_ids) == ("c-1", 1, "call_1", "cancel_order", ("GR201",))
    assert json.loads(item.arguments) == {"order_id": BAD}
    assert item.context_digest == desk.context.digest
    form = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert list(form.iter_errors(item.to_json())) == []  # pyright: ignore[reportUnknownMemberType]: half-typed stub
    assert ReviewItem.from_json(json.loads(json.dumps(item.to_json()))) == item
    assert desk.review(call(BAD)) is item


@pytest.mark.parametrize(("key", "value"), [("review_version", "2.0"), ("number", "1"), ("tool", None), ("rule_ids", [1])])
def test_item_of_another_shape_is_refused(key: str, value: Json) -> None:
    """With the part that is wrong."""
    written = {**waiting(session(), call(BAD)).to_json(), key: value}
    with pytest.raises(InputError, match=rf"review\.{key}"):
        ReviewItem.from_json(written)
    with pytest.raises(InputError, match="it is missing"):
        ReviewItem.from_json({name: part for name, part in waiting(session(), call(BAD)).to_json().items() if name != "arguments"})


def test_approval_is_used_once() -> None:
    """The second claim is refused; a new review gives a new item with a number of its own."""
    desk = session()
    item = waiting(desk, call(BAD))
    assert desk.claim(call(BAD)) is None
    approval = desk.approve(item, by="Ines", at=AT)
    assert desk.reviews == ()
    assert desk.claim(call(BAD)) == approval
    with pytest.raises(ApprovalError, match="used already"):
        desk.claim(call(BAD))
    again = desk.review(call(BAD))
    assert (again.number, replace(again, number=1)) == (2, item)
    with pytest.raises(ApprovalError, match="not an item of this session"):
        desk.approve(item, by="Ines", at=AT)


@pytest.mark.parametrize(
    "other",
    [call("ORD-77103"), call(BAD, tool="get_order"), call(BAD, id="call_2"), call(BAD, id=None)],
    ids=["arguments", "tool", "call", "no id"],
)
def test_approval_covers_no_other_call(other: ToolCall) -> None:
    """Other arguments, another tool and another call have none."""
    desk = session()
    desk.approve(waiting(desk, call(BAD)), by="Ines", at=AT)
    desk.decide(other)
    assert desk.claim(other) is None
    assert desk.claim(call(BAD)) is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"session_id": "c-2"},
        {"number": 9},
        {"call_id": "call_2"},
        {"tool": "get_order"},
        {"arguments": "{}"},
        {"arguments_digest": "0" * 64},
        {"rule_ids": ()},
        {"evidence_digest": "0" * 64},
        {"context_digest": "0" * 64},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_an_altered_item_cannot_be_approved(changes: dict[str, str]) -> None:
    """Every part of the item counts."""
    desk = session()
    item = waiting(desk, call(BAD))
    with pytest.raises(ApprovalError, match="not an item of this session"):
        desk.approve(replace(item, **changes), by="Ines", at=AT)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_an_item_of_another_session_cannot_be_approved() -> None:
    """Not even of one with the same id and the same words, past its first number."""
    desk, other = session(), Session("c-2", guard=GUARD, registry=TOOLS)
    waiting(desk, call(BAD))
    with pytest.raises(ApprovalError, match="session `c-1`"):
        desk.approve(waiting(other, call(BAD)), by="Ines", at=AT)


def test_what_needs_no_approval_gets_none() -> None:
    """A call that may run, and one that nobody asked about."""
    desk = session()
    desk.decide(call(GOOD))
    with pytest.raises(ApprovalError, match="may run as it is"):
        desk.review(call(GOOD))
    with pytest.raises(ApprovalError, match="was not decided here"):
        desk.review(call(BAD))


def test_approval_names_a_person_and_a_time() -> None:
    """An empty name and a time without a zone are refused, and a second approval before the first was used."""
    desk = session()
    item = waiting(desk, call(BAD))
    with pytest.raises(InputError, match="names nobody"):
        desk.approve(item, by=" ", at=AT)
    with pytest.raises(InputError, match="has no zone"):
        desk.approve(item, by="Ines", at=AT.replace(tzinfo=None))
    desk.approve(item, by="Ines", at=AT)
    with pytest.raises(ApprovalError, match="approved before"):
        desk.approve(item, by="Omar", at=AT)


def test_approval_outlives_the_turns_and_a_restart() -> None:
    """A person may take a while; the session may be saved meanwhile, and after the approval was used."""
    desk = session()
    item = waiting(desk, call(BAD))
    desk.add(user("Are you there?"))
    desk.approve(item, by="Ines", at=AT)
    desk = Session.restore(json.loads(json.dumps(desk.snapshot())), guard=GUARD, registry=TOOLS)
    approval = desk.claim(call(BAD))
    assert approval is not None
    assert (approval.by, approval.at) == ("Ines", AT)
    desk = Session.restore(json.loads(json.dumps(desk.snapshot())), guard=GUARD, registry=TOOLS)
    with pytest.raises(ApprovalError, match="used already"):
        desk.claim(call(BAD))


def test_approval_goes_with_its_decision() -> None:
    """One that is dropped by the limit holds no more."""
    desk = session(limits=Limits(max_decisions=1))
    item = waiting(desk, call(BAD))
    desk.decide(call(GOOD, id="call_2"))
    with pytest.raises(ApprovalError, match="not an item of this session"):
        desk.approve(item, by="Ines", at=AT)


def test_approved_values_count_at_their_first_use() -> None:
    """What a tool returns of them is evidence afterwards, here and after a restart; without the approval it is an echo."""
    echo = [made(call(BAD, tool="get_order")), result(f'{{"order_id": "{BAD}"}}')]
    desk, refused = session("Cancel my order."), session("Cancel my order.")
    desk.approve(waiting(desk, call(BAD, tool="get_order")), by="Ines", at=AT)
    desk.claim(call(BAD, tool="get_order"))
    for message in echo:
        desk.add(message)
        refused.add(message)
    back = Session.restore(desk.snapshot(), guard=GUARD, registry=TOOLS)
    assert not refused.decide(call(BAD, id="call_2")).decision.may_run
    assert desk.decide(call(BAD, id="call_2")).decision.may_run
    assert back.decide(call(BAD, id="call_2")).digests == desk.decide(call(BAD, id="call_2")).digests
    assert desk.decide(call(BAD, id="call_2")).digests.context != desk.context.digest
