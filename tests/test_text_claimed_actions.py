"""Claims to have acted, and the record that backs them."""

from __future__ import annotations

import pytest
from groundrules.engine.context import Context
from groundrules.engine.text.claimed_actions import backing_of, find_claimed_actions, records_of
from groundrules.engine.text.segments import lay_out
from groundrules.engine.types import Json


def _claims(text: str, question: str = "") -> list[str]:
    sentences = [segment.span for segment in lay_out(text).segments]
    return [claim.span.of(text) for claim in find_claimed_actions(text, sentences, question=question)]


def _logged(*lines: str) -> Context:
    return Context.from_openai([], evidence=[{"id": "tool_log", "text": "\n".join(lines)}])


def _is_backed(text: str, context: Context) -> bool:
    sentences = [segment.span for segment in lay_out(text).segments]
    (claim,) = find_claimed_actions(text, sentences)
    return backing_of(claim, records_of(context) or ()).backed


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("I have sent the letter.", ["I have sent"]),
        ("I've just booked the room.", ["I've just booked"]),
        ("I went ahead and deleted it.", ["I went ahead and deleted"]),
        ("Your refund has been processed.", ["Your refund has been processed"]),
        ("Your table is now booked.", ["Your table is now booked"]),
        ("Fixed and pushed as commit 9f3c2ab.", ["Fixed and pushed"]),
        ("Done!", ["Done"]),
        ("All tests passed.", ["All tests passed"]),
        ("The build is green.", ["The build is green"]),
    ],
)
def test_claim(text: str, claims: list[str]) -> None:
    """Perfect, past, passive and clipped forms claim an action."""
    assert _claims(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "I can send the letter. Shall I?",
        "I will have sent it by noon.",
        "I have not sent it.",
        "I haven't booked anything.",
        "Have I sent it?",
        "Once I have booked it, you get a mail.",
        "If I deleted it, it would be gone.",
        "Built in 1931, the bridge was closed.",
        "Created by Ada Moor, the garden is open.",
        "Sent to the board in May, the memo was ignored.",
        "The order has been cancelled by the vendor.",
    ],
)
def test_no_claim(text: str) -> None:
    """Offers, plans, denials, questions, conditions and other people's actions claim nothing."""
    assert not _claims(text)


def test_a_text_for_somebody_else_claims_nothing() -> None:
    """What the user asked to write speaks for the user."""
    assert not _claims("Dear Ada, I have sent the keys.", "Write a letter to Ada.")


@pytest.mark.parametrize(
    ("text", "line", "backed"),
    [
        ("I have emailed it.", "send_email(to=Ada) -> status: sent", True),
        ("I have emailed it.", "send_email(to=Ada) -> error: no such address", False),
        ("I have emailed it.", "send_email(to=Ada) -> queued", False),
        ("I have emailed it.", "lookup(id=7) -> ok", False),
        ("I have emailed it.", "calls of this turn: none", False),
        ("I have booked it.", "reserve_table(5) -> ok", True),
        ("It is done. Fixed.".partition(". ")[2], "git push -> ok", True),
        ("All tests passed.", "run(pytest) -> 3 failed, 41 passed", False),
        ("All tests passed.", "run(pytest) -> 0 failed, 44 passed", True),
        ("All tests passed.", "lookup(id=7) -> ok", False),
    ],
)
def test_backing_by_the_log(text: str, line: str, backed: bool) -> None:
    """A line of the log backs a claim of its sort where nothing in it failed or waits."""
    assert _is_backed(text, _logged(line)) is backed


@pytest.mark.parametrize(("is_error", "backed"), [(False, True), (True, False)])
def test_backing_by_a_call(is_error: bool, backed: bool) -> None:
    """A call of the conversation backs a claim where its result is no error."""
    call: Json = {"id": "c1", "type": "function", "function": {"name": "sendEmail", "arguments": "{}"}}
    messages: list[dict[str, Json]] = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "done", "is_error": is_error},
    ]
    assert _is_backed("I have sent it.", Context.from_openai(messages)) is backed


def test_a_call_without_a_result_backs_nothing_yet() -> None:
    """While nothing says how a call ended, the claim is pending."""
    call: Json = {"id": "c1", "type": "function", "function": {"name": "send_email", "arguments": "{}"}}
    records = records_of(Context.from_openai([{"role": "assistant", "content": None, "tool_calls": [call]}]))
    assert records is not None
    (claim,) = find_claimed_actions("I sent it.", [segment.span for segment in lay_out("I sent it.").segments])
    assert backing_of(claim, records).pending


def test_no_record_is_kept() -> None:
    """A context without log, calls and tool outputs keeps no record; an empty log is a record of nothing."""
    assert records_of(Context.from_openai([{"role": "user", "content": "hi"}])) is None
    assert records_of(_logged("none")) == ()
