"""Sessions that take messages of other forms than OpenAI chat."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from agents import BAD, GOOD, GUARD, TOOLS, call, session
from calls import user
from groundrules import Context, Form, InputError, Json, Limits, Session, SessionError, ToolCall
from groundrules.engine.feedback_mark import FEEDBACK_MARK


def item(order: str, id: str, *, tool: str = "cancel_order") -> Json:
    """A call as a Responses item."""
    return {"type": "function_call", "call_id": id, "name": tool, "arguments": f'{{"order_id": "{order}"}}'}


def said(text: str) -> Json:
    """An answer as a Responses item."""
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}


def content(name: str, order: str) -> Json:
    """A Gemini content with one call, which has no id."""
    return {"role": "model", "parts": [{"function_call": {"name": name, "args": {"order_id": order}}}]}


def response(name: str, text: str) -> Json:
    """The Gemini content that answers it."""
    return {"role": "user", "parts": [{"function_response": {"name": name, "response": {"output": text}}}]}


@dataclass
class Block:
    """A block of an answer as a client library has it."""

    type: str
    text: str = ""
    id: str = ""
    name: str = ""
    input: dict[str, str] | None = None


def test_joined_calls_are_judged_by_what_came_before_the_text() -> None:
    """A call that joins the assistant's text is known by that turn, and does not count among what came before it."""
    desk = session()
    desk.add(said(f"I will cancel {GOOD}."))
    desk.add(item(GOOD, "call_1"))
    desk.add(item(BAD, "call_2"))
    assert [each.order for each in desk.context.calls] == [1, 1]
    assert [desk.decide(call(GOOD)).decision.may_run, desk.decide(call(BAD, id="call_2")).decision.may_run] == [True, False]
    assert desk.decide(call(GOOD)).digests.context == session().context.digest


def test_joined_call_rests_on_parts_that_came_between() -> None:
    """After a search that the server ran between text and call, absence decides nothing."""
    plain, searched = session(), session()
    for desk in (plain, searched):
        desk.add(said("Let me see."))
    searched.add({"type": "web_search_call", "id": "ws_1", "status": "completed"})
    for desk in (plain, searched):
        desk.add(item("ORD-31313", "call_1"))
    ruled = [{each.outcome.value for each in desk.decide(call("ORD-31313")).items} for desk in (plain, searched)]
    assert "unsupported" in ruled[0]
    assert "unsupported" not in ruled[1]
    assert not searched.decide(call("ORD-31313")).decision.may_run


def test_numbers_go_on_after_dropped_and_rewritten_turns() -> None:
    """Calls without an id keep apart from those that went, and their outputs find them."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, form=Form.GEMINI, limits=Limits(max_turns=3))
    for _ in range(3):
        desk.add(content("get_order", GOOD))
        desk.add(response("get_order", "sent"))
    assert [each.id for each in desk.context.calls] == ["#2"]
    assert [index.source.answers for index in desk.context.sources] == [2]
    desk.sync([content("get_order", BAD), response("get_order", "gone")], on_rewrite="mark")
    assert [(each.id, each.number) for each in desk.context.calls] == [("#3", 3)]
    assert desk.context.sources[-1].source.call_id == "#3"


def test_call_without_an_id_has_one_answer() -> None:
    """Asked before and after its message came, a call that no id names is the same call."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, form=Form.GEMINI)
    desk.add({"role": "user", "parts": [{"text": f"Cancel {GOOD}."}]})
    first = desk.decide(ToolCall("cancel_order", {"order_id": GOOD}))
    desk.add(content("cancel_order", GOOD))
    assert desk.decide(ToolCall("cancel_order", {"order_id": GOOD})) is first
    desk.add(response("cancel_order", "done"))
    assert desk.decide(ToolCall("cancel_order", {"order_id": GOOD})) is not first


def test_answer_of_a_client_library_is_synced() -> None:
    """A message that holds objects is known again, and a change of it is found."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, form=Form.ANTHROPIC)

    def history(order: str) -> list[object]:
        blocks = [Block("text", "I will."), Block("tool_use", id="call_1", name="cancel_order", input={"order_id": order})]
        return [user(f"Cancel {GOOD}."), {"role": "assistant", "content": blocks}]

    assert [desk.sync(history(GOOD)), desk.sync(history(GOOD))] == [2, 0]
    with pytest.raises(SessionError, match="message 1"):
        desk.sync(history(BAD))
    assert desk.decide(call(GOOD)).decision.may_run


def test_system_turn_of_another_form_may_change() -> None:
    """What counts is who speaks, not how the form says so."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, form=Form.LANGCHAIN)
    desk.sync([{"type": "system", "content": "Be brief."}, {"type": "human", "content": "Hi."}])
    assert desk.sync([{"type": "system", "content": "Be kind."}, {"type": "human", "content": "Hi."}]) == 0
    assert desk.context.complete


def test_rounds_start_anew_when_the_user_speaks_in_any_form() -> None:
    """A user's words end the count of refusals; the guard's own, handed on by the user's role, do not."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, form=Form.GEMINI)
    desk.decide(call(BAD, id="a"))
    desk.add({"role": "user", "parts": [{"text": f'{{"error": "not run", "kind": "{FEEDBACK_MARK}"}}'}]})
    assert desk.ask(call(BAD, id="b")).round == 2
    desk.add({"role": "user", "parts": [{"text": "Go on."}]})
    assert desk.ask(call(BAD, id="c")).round == 1


def test_feedback_answers_no_call_of_another_role() -> None:
    """Feedback as a user turn leaves the open call open; as its output it answers it, and neither is evidence."""
    feedback = f'{{"error": "use {GOOD}", "kind": "{FEEDBACK_MARK}"}}'
    open_one = Context.from_messages([content("get_order", BAD), {"role": "user", "parts": [{"text": feedback}]}], form=Form.GEMINI)
    answered = Context.from_messages([content("get_order", BAD), response("get_order", feedback)], form=Form.GEMINI)
    assert [each.number for each in open_one.open_calls] == [0]
    assert answered.open_calls == ()
    for context in (open_one, answered):
        source = context.sources[-1].source
        assert (source.text, source.is_error) == ("", True)


def test_form_of_the_session_is_kept() -> None:
    """The form given once is the one that every message is read by, after a restore too."""
    desk = Session("c-1", guard=GUARD, registry=TOOLS, form=Form.GEMINI)
    back = Session.restore(desk.snapshot(), guard=GUARD, registry=TOOLS)
    for each in (desk, back):
        with pytest.raises(InputError):
            each.add(user("Hi."))
    with pytest.raises(InputError, match="list"):
        desk.sync("User: hi")
