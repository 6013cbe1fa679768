"""The session: one answer per call, a call judged against what came before its turn, limits that fail closed."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from agents import BAD, GOOD, GUARD, TOOLS, call, made, result, session
from calls import assistant, item_of, system, user
from groundrules import (
    CallState,
    Context,
    Decision,
    InputError,
    Json,
    Limits,
    Outcome,
    Session,
    SessionError,
    ToolCall,
    Verdict,
    verdict_json,
)


def test_the_same_call_gives_the_same_answer() -> None:
    """The very same object, however the arguments are written and whatever was said since."""
    desk = session()
    first = desk.decide(call(BAD))
    desk.add(user(f"I mean {BAD}."))
    assert desk.decide(ToolCall("cancel_order", {"order_id": BAD}, "call_1")) is first
    assert not first.decision.may_run
    assert desk.decide(call(BAD, id="call_2")).decision.may_run


def test_the_same_id_with_other_arguments_is_a_new_decision_and_a_finding() -> None:
    """GR232 names it, and the first answer stays."""
    desk = session(f"Cancel {GOOD} and ORD-77121.")
    first = desk.decide(call(GOOD))
    second = desk.decide(call("ORD-77121"))
    assert first.decision.may_run
    assert [finding.rule_id for finding in second.findings if finding.outcome is Outcome.UNDECIDED] == ["GR232"]
    assert not second.decision.may_run
    assert desk.decide(call(GOOD)) is first


def test_other_text_of_damaged_arguments_is_another_call() -> None:
    """An answer to clean arguments does not cover a text that holds the key twice."""
    desk = session()
    assert desk.decide(call(GOOD)).decision.may_run
    doubled = ToolCall("cancel_order", f'{{"order_id": "{BAD}", "order_id": "{GOOD}"}}', "call_1")
    assert not desk.decide(doubled).decision.may_run


def test_a_call_is_not_grounded_by_its_siblings() -> None:
    """The result of one call of a turn is no evidence for another call of it, and is for the next turn."""
    desk = session("Look at my orders.")
    look, cancel = call(GOOD, tool="get_order", id="call_1"), call(BAD, id="call_2")
    desk.add(made(look, cancel))
    desk.add(result(f'{{"also": "{BAD}"}}', id="call_1"))
    assert not desk.decide(cancel).decision.may_run
    desk.add(result("not run", id="call_2"))
    assert item_of(desk.decide(call(BAD, tool="get_order", id="call_3")), "/order_id").outcome is not Outcome.SUPPORTED
    desk = session("Look at my orders.")
    desk.add(made(call("list", tool="get_order", id="call_1")))
    desk.add(result(f'{{"order_id": "{BAD}"}}', id="call_1"))
    assert desk.decide(call(BAD, id="call_2")).decision.may_run


def test_the_message_that_makes_the_call_is_not_a_call_before_it() -> None:
    """A call whose own message is in the context already is not taken for a repetition."""
    desk = session()
    desk.add(made(call()))
    assert desk.decide(call()).decision is Decision.ALLOW


def test_what_a_sibling_left_unread_does_not_matter() -> None:
    """An image in the result of one call makes nothing undecided for another call of the turn."""
    desk = session()
    desk.add(made(call(GOOD, tool="get_order", id="a"), call(BAD, id="b")))
    before = verdict_json(session().decide(call(BAD, id="b")))
    desk.add({"role": "tool", "tool_call_id": "a", "content": [{"type": "image_url", "image_url": {"url": "x"}}]})
    assert desk.context.gaps
    assert verdict_json(desk.decide(call(BAD, id="b"))) == before


def test_order_of_asking_siblings_does_not_matter() -> None:
    """Each is judged against what came before the turn, results of the others or not."""
    first, second = call(GOOD, id="a"), call(GOOD, tool="get_order", id="b")
    desk, other = session(), session()
    for each in (desk, other):
        each.add(made(first, second))
    told = [verdict_json(desk.decide(first)), verdict_json(desk.decide(second))]
    later = other.decide(second)
    other.add(result(f'{{"order_id": "{GOOD}"}}', id="b"))
    assert [verdict_json(other.decide(first)), verdict_json(later)] == told


def test_two_calls_of_one_turn_under_one_id_are_both_found() -> None:
    """Neither passes for the other, whichever is asked first."""
    first, second = call(GOOD), call("ORD-77121")
    for order in ((first, second), (second, first)):
        desk = session(f"Cancel {GOOD} and ORD-77121.")
        desk.add(made(first, second))
        found = [{finding.rule_id for finding in desk.decide(each).findings} for each in order]
        assert all("GR232" in rules for rules in found)


def test_a_call_without_an_id_takes_that_of_the_one_that_waits() -> None:
    """A bare function call is the one that the last message makes; once it is answered, the same words are a new call."""
    desk = session()
    desk.add(made(call()))
    assert desk.ask(call(id=None)).key.call_id == "call_1"
    desk.add(result("done"))
    assert desk.ask(call(id=None)).key.call_id is None


def test_a_call_without_an_id_is_known_by_its_turn() -> None:
    """The same words in the same place are the same call; later they are a new one."""
    desk = session()
    first = desk.decide(call(BAD, id=None))
    assert desk.decide(call(BAD, id=None)) is first
    desk.add(user(f"Yes, {BAD}."))
    assert desk.decide(call(BAD, id=None)).decision.may_run


def test_sync_adds_only_what_is_new() -> None:
    """The whole history may be sent each time."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS)
    messages = [user(f"Cancel {GOOD}."), assistant("Which one?")]
    assert desk.sync(messages) == 2
    assert desk.sync([*messages, user("That one.")]) == 1
    assert desk.context.digest == Context.from_openai([*messages, user("That one.")]).digest


def test_sync_takes_a_new_system_message() -> None:
    """A system message that tells the time may change; nothing counts as missing, and nothing is indexed anew."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS)
    desk.sync([system("It is nine."), user(f"Cancel {GOOD}.")])
    before = desk.context.sources[1]
    desk.sync([system("It is ten."), user(f"Cancel {GOOD}."), assistant("Fine.")])
    assert desk.context.complete
    assert desk.context.sources[0].source.text == "It is ten."
    assert desk.context.sources[1] is before


def test_sync_refuses_a_history_that_was_rewritten() -> None:
    """What was there before must be there still, and nothing is taken over."""
    desk = session()
    digest = desk.context.digest
    with pytest.raises(SessionError, match="message 0 is not the one"):
        desk.sync([user(f"Cancel {BAD}.")])
    with pytest.raises(SessionError, match="are gone"):
        desk.sync([])
    assert desk.context.digest == digest


def test_sync_marks_a_history_that_was_rewritten() -> None:
    """The new history counts as incomplete: what is absent is undecided."""
    desk = session()
    desk.sync([user("Summary: the user has an order.")], on_rewrite="mark")
    assert not desk.context.complete
    verdict = desk.decide(call())
    assert item_of(verdict, "/order_id").outcome is Outcome.UNDECIDED
    assert not verdict.decision.may_run


def test_an_invented_value_stays_one_when_its_first_use_is_gone() -> None:
    """An echo is not laundered by dropping the message in which the model invented it; one that was grounded stays grounded."""
    for order, expected in ((BAD, False), (GOOD, True)):
        desk = session()
        answer = result(f'{{"order_id": "{order}", "state": "open"}}')
        desk.sync([user(f"Cancel order {GOOD}."), made(call(order, tool="get_order")), answer])
        desk.sync([answer, user("Go on.")], on_rewrite="mark")
        assert desk.decide(call(order, id="call_2")).decision.may_run is expected


def test_a_value_from_a_dropped_turn_is_undecided() -> None:
    """Past the limit the oldest turns go, and the context says that it is not complete."""
    desk = session(limits=Limits(max_turns=4))
    for number in range(6):
        desk.add(user(f"Thing {number}."))
    assert not desk.context.complete
    assert len(desk.context.sources) <= 4
    assert item_of(desk.decide(call()), "/order_id").outcome is Outcome.UNDECIDED


def test_dropping_turns_does_not_launder_an_echo() -> None:
    """The same for turns that the limit drops."""
    desk = session(limits=Limits(max_turns=4))
    desk.add(made(call(BAD, tool="get_order")))
    for number in range(3):
        desk.add(result(f'{{"order_id": "{BAD}", "page": {number}}}'))
    desk.add(user("Go on."))
    assert not any(past.id == "call_1" for past in desk.context.calls)
    assert any(BAD in index.source.text for index in desk.context.sources)
    assert not desk.decide(call(BAD, id="call_2")).decision.may_run


def test_a_dropped_call_is_still_known_in_other_words() -> None:
    """A value inside a longer argument of a dropped call is an echo where a tool returns it; without that call it is evidence."""
    for said, expected in ((f"the one called {BAD}", False), ("the last one", True)):
        desk = session(limits=Limits(max_turns=4))
        desk.add(made(call(said, tool="get_order")))
        for number in range(3):
            desk.add(result(f'{{"order_id": "{BAD}", "page": {number}}}'))
        desk.add(user("Go on."))
        assert desk.context.calls == ()
        for each in (desk, Session.restore(desk.snapshot(), guard=GUARD, registry=TOOLS)):
            assert each.decide(call(BAD, id="call_2")).decision.may_run is expected


def test_a_message_larger_than_the_limit_is_dropped() -> None:
    """Nothing of it is evidence, and the context is incomplete."""
    desk = session(limits=Limits(max_bytes=200))
    desk.add(user(f"{BAD} " + "x" * 400))
    assert not desk.context.complete
    assert not desk.decide(call(BAD)).decision.may_run


def test_a_sibling_of_a_turn_that_was_dropped_is_judged_against_nothing() -> None:
    """A turn whose results are too large to keep still does not ground its own calls by them."""
    desk = session(limits=Limits(max_bytes=300))
    desk.add(made(call("x", tool="get_order", id="a"), call(BAD, id="b")))
    desk.add(result("y" * 250 + f" {BAD}", id="a"))
    assert not desk.decide(call(BAD, id="b")).decision.may_run


def test_decisions_past_the_limit_are_dropped() -> None:
    """The oldest goes; asked again it is judged as before."""
    desk = session(limits=Limits(max_decisions=2))
    first = desk.decide(call(BAD, id="a"))
    for identifier in "bc":
        desk.decide(call(BAD, id=identifier))
    assert [decided.key.call_id for decided in desk.decisions] == ["b", "c"]
    again = desk.decide(call(BAD, id="a"))
    assert again is not first
    assert verdict_json(again) == verdict_json(first)


def test_large_arguments_crowd_out_older_decisions() -> None:
    """The ledger is bounded in size, too; the newest decision always stays."""
    desk = session(limits=Limits(max_bytes=2000))
    for identifier in "ab":
        desk.decide(call("x" * 3000, id=identifier))
    assert [decided.key.call_id for decided in desk.decisions] == ["b"]


def test_a_session_may_be_restored_under_smaller_limits() -> None:
    """What no longer fits goes, with its review."""
    desk = session()
    for identifier in "abc":
        desk.decide(call(BAD, id=identifier))
        desk.review(call(BAD, id=identifier))
    back = Session.restore(desk.snapshot(), guard=GUARD, registry=TOOLS, limits=Limits(max_decisions=1))
    assert [item.call_id for item in back.reviews] == ["c"]


def test_limits_are_checked() -> None:
    """A limit of nothing is refused, and a time limit needs a clock."""
    with pytest.raises(InputError, match=r"limits\.max_turns"):
        Limits(max_turns=0)
    with pytest.raises(InputError, match="needs a clock"):
        Session("c-1", guard=GUARD, registry=TOOLS, limits=Limits(check_seconds=1))
    with pytest.raises(InputError, match="it is empty"):
        Session("", guard=GUARD, registry=TOOLS)


def test_no_time_at_all_leaves_everything_undecided() -> None:
    """A check that may take no time allows nothing, and every rule is named as unfinished."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, limits=Limits(check_seconds=0), clock=lambda: 0.0)
    desk.add(user(f"Cancel {GOOD}."))
    verdict = desk.decide(call())
    assert {item.outcome for item in verdict.items} == {Outcome.UNDECIDED}
    assert not verdict.decision.may_run
    assert "GR201" in {error.place for error in verdict.errors}


def test_a_bad_message_leaves_the_session_as_it_was() -> None:
    """Nothing of a list is taken over when one message of it cannot be read."""
    desk = session()
    digest = desk.context.digest
    with pytest.raises(InputError):
        desk.sync([user(f"Cancel order {GOOD}."), user("More."), {"role": "wizard", "content": ""}])
    assert desk.context.digest == digest
    with pytest.raises(InputError):
        desk.add({"role": "user", "content": {1, 2}})
    assert desk.context.digest == digest


def test_rounds_count_refusals_since_the_user_spoke() -> None:
    """Calls of one turn are one try; feedback handed on as a user turn does not start anew."""
    desk = session()
    desk.add(made(call(BAD, id="a"), call("ORD-00000", id="b")))
    assert [desk.ask(call(BAD, id="a")).round, desk.ask(call("ORD-00000", id="b")).round] == [1, 1]
    assert desk.ask(call(BAD, id="c")).round == 2
    desk.add(user('{"error": "not run", "kind": "groundrules.feedback.v1"}'))
    assert desk.ask(call(BAD, id="d")).round == 3
    desk.add(user("Go on."))
    assert desk.ask(call(BAD, id="e")).round == 1
    assert desk.ask(call(GOOD, id="f")).round == 0
    desk.sync([user("Summary."), user("Go on.")], on_rewrite="mark")
    assert desk.ask(call(BAD, id="g")).round == 1
    desk.sync([user("Go on.")], on_rewrite="mark")
    assert desk.ask(call(BAD, id="h")).round == 2, "nobody has said anything new"


def test_what_became_of_a_call_is_noted() -> None:
    """The state is kept with the decision; a call that nobody asked about is passed over."""
    desk = session()
    desk.decide(call())
    desk.note(call(), state=CallState.FINISHED, told=True)
    desk.note(call(id="never"), state=CallState.FINISHED)
    decided = desk.decision(call())
    assert decided is not None
    assert (decided.state, decided.told) == (CallState.FINISHED, True)
    assert desk.decision(call(id="never")) is None


def test_evidence_and_the_present_time_can_come_later() -> None:
    """A passage that comes after a turn grounds only what comes after it."""
    desk = session("Cancel it.")
    desk.add(made(call(BAD, id="a")))
    desk.add_evidence({"id": "e1", "text": f"The open order is {BAD}, an order to cancel."})
    assert not desk.decide(call(BAD, id="a")).decision.may_run
    desk.add(user("Go on."))
    assert desk.decide(call(BAD, id="b")).decision.may_run


def _many() -> list[ToolCall]:
    orders = [GOOD, BAD, "ORD-77121", "ORD-99999"]
    return [call(orders[number % 4], tool=("get_order", "cancel_order")[number % 2], id=f"call_{number // 2}") for number in range(200)]


def test_eight_threads_give_what_one_gives() -> None:
    """Two hundred calls, each asked by every thread: one verdict object per call, and byte for byte those of a serial run."""
    said = [user(f"Cancel {GOOD} and ORD-77121."), made(*_many()[:40])]
    serial, shared = session(), session()
    for desk in (serial, shared):
        for message in said:
            desk.add(message)
    # Calls that share an id would be judged by which came first: each id is asked for one tool only.
    asked = [each for each in _many() if each.name == "get_order"] + [call(GOOD, id=f"own_{number}") for number in range(100)]
    expected = [json.dumps(verdict_json(serial.decide(each))) for each in asked]

    def run(_: int) -> list[Verdict]:
        return [shared.decide(each) for each in asked]

    with ThreadPoolExecutor(8) as pool:
        rounds = list(pool.map(run, range(8)))
    assert [json.dumps(verdict_json(verdict)) for verdict in rounds[0]] == expected
    assert len({id(verdict) for verdicts in rounds for verdict in verdicts}) == len(asked) == 200


def test_snapshot_survives_the_way_through_json() -> None:
    """A session that comes back holds the same context, decisions and reviews."""
    desk = session()
    desk.decide(call(BAD))
    desk.review(call(BAD))
    saved: Json = json.loads(json.dumps(desk.snapshot(), sort_keys=True))
    back = Session.restore(saved, guard=GUARD, registry=TOOLS)
    assert back.snapshot() == desk.snapshot()
    assert back.context.digest == desk.context.digest
    assert back.reviews == desk.reviews


def _altered(path: str, value: Json) -> Json:
    desk = session()
    desk.decide(call(BAD))
    desk.review(call(BAD))
    saved: Json = json.loads(json.dumps(desk.snapshot()))
    *steps, last = path.split(".")
    part: Json = saved
    for step in steps:
        part = part[int(step)] if isinstance(part, list) else part[step] if isinstance(part, dict) else None
    if isinstance(part, dict):
        part[last] = value
    elif isinstance(part, list):
        part[int(last)] = value
    return saved


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("session_version", "0.9"),
        ("id", 7),
        ("id", ""),
        ("history", []),
        ("history.context_digest", "0" * 64),
        ("history.context.sources.0.text", f"Cancel {BAD}."),
        ("history.marks", [[1, 2]]),
        ("history.first_uses", [["x", "fine"]]),
        ("decisions.0.state", "paused"),
        ("decisions.0.verdict", "{"),
        ("decisions.0.verdict", "{}"),
        ("decisions.0.tool", "get_order"),
        ("decisions.0.round", -1),
        ("reviews.0.item.session_id", "c-2"),
        ("reviews.0.item.review_version", "2"),
        ("reviews.0.used", True),
        ("approved", [1]),
        ("rounds", "1"),
    ],
)
def test_a_snapshot_of_another_shape_is_refused(path: str, value: Json) -> None:
    """With the place that is wrong."""
    with pytest.raises(InputError, match=r"session|context"):
        Session.restore(_altered(path, value), guard=GUARD, registry=TOOLS)


def test_a_snapshot_has_to_be_an_object() -> None:
    """Anything else is refused."""
    with pytest.raises(InputError, match="not an object"):
        Session.restore([], guard=GUARD, registry=TOOLS)
