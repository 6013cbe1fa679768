"""Which outputs are errors, which assistant turns the user takes up, and where the model first used a value."""

from __future__ import annotations

import json
from time import perf_counter

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.provenance import Standing, is_error_output
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Json, Outcome, Role
from strategies import function_tool


@pytest.mark.parametrize(
    "text",
    [
        "Error: order not found",
        "  ERROR - gone",
        "[ERROR] gone",
        '"error: gone"',
        "Exception in thread main",
        "Traceback (most recent call last)",
        "Failed to connect",
        "Failure",
        "Invalid order id",
        "Not found",
        "Order not found",
        "user does not exist",
        "No such order",
        "No results",
        "No matches for this query",
        "No flights found",
        "Nothing found",
        "Unauthorized",
        "Unauthorised",
        "forbidden",
        "Bad request",
        "Could not reach the server",
        "Cannot read it",
        "can't read it",
        "Unable to comply",
        "Denied: no access",
        "Timed out",
        "timeout after 30 s",
        "404 Not Found",
        "400 Bad Request",
        "401 Unauthorized",
        "403 Forbidden",
        "500 Internal Server Error",
        "500 error",
        '{"error": "gone"}',
        '{"error": {"code": 1}}',
        '{"errors": ["gone"], "data": null}',
        '{"exception": "KeyError"}',
        '{"error_message": "gone"}',
        '{"success": false}',
        '{"ok": false, "id": 7}',
        '{"status": 404}',
        '{"status": 400}',
        '{"status": 599}',
        '{"status_code": 503, "id": 7}',
        '{"code": 404, "message": "gone"}',
        '{"status": "error"}',
        '{"status": "failed"}',
        '{"status": "failure"}',
        ' \n{"error": "ctrl\tchar"}',
    ],
)
def test_failures_are_errors(text: str) -> None:
    """A JSON error field, a false success, a status of 400 to 599 or an error word first make an output an error."""
    assert is_error_output(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "The order was shipped; the last error was fixed in May.",
        "Result: no error",
        "3 results, none failed",
        "Your flight is booked. A refund is not possible.",
        "Known issues: 404 not found on old links",
        "Notable people: Ana Ruiz",
        "450 for two nights",
        "500 international visitors",
        "404 notes",
        "500 unique visitors",
        "Novel by Ana Ruiz",
        "Erroneous readings were removed",
        '{"error": null, "id": 7}',
        '{"error": "", "id": 7}',
        '{"errors": [], "data": {"id": 7}}',
        '{"error": false}',
        '{"error": 0}',
        '{"success": true, "note": "an error was fixed"}',
        '{"ok": true}',
        '{"ok": null}',
        '{"message": "error: gone"}',
        '{"status": 200}',
        '{"status": 399}',
        '{"status": 600}',
        '{"status": true}',
        '{"status": "shipped"}',
        '{"status": "done", "code": 404}',
        '{"status": ["error"]}',
        '{"code": 94103, "city": "Springfield"}',
        '{"data": {"error": "gone"}}',
        '[{"error": null, "id": 7}]',
        '[{"unknown": 1}]',
        '{"error": "cut off',
        "{" * 100_000,
    ],
)
def test_ordinary_outputs_are_no_errors(text: str) -> None:
    """An output that only mentions an error later, holds an empty error field or a figure that is no status is an ordinary one."""
    assert not is_error_output(text)


def test_the_detector_is_linear() -> None:
    """Two hundred thousand hostile characters take no time to speak of."""
    started = perf_counter()
    for piece in ("!", "no ", "a", "\ud800", "[", '"'):
        assert not is_error_output(piece * 200_000 + "x")
    assert perf_counter() - started < 2


def uptake(text: str | None, *, between: Role | None = None) -> Standing:
    """What an assistant's proposal is worth after the user's next turn."""
    turns = [(Role.USER, "find me a table"), (Role.ASSISTANT, "How about the Blue Room at 7 pm, table T-77?")]
    if between is not None:
        turns.append((between, "Yes, done"))
    if text is not None:
        turns.append((Role.USER, text))
    context = Context.from_turns(turns)
    return standing_of(context.sources[1], context)


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        "yes, please.",
        "Great, yes!",
        "Oh well, sure",
        "OK book it",
        "Correct",
        "Sounds good",
        "Looks great",
        "Please proceed",
        "Go ahead",
        "That works for me",
        "I'll take it",
        "Thank you, that's right",
        "Perfect",
        "\n - Yep -",
        "Yes, the casino please",
        "Yes, two pianos and a kimono",
        "Sure, in Milano",
    ],
)
def test_a_yes_takes_the_proposal_up(text: str) -> None:
    """Agreement in the user's next turn makes the assistant's text as good as the user's own; a word that merely ends in -no is no refusal."""
    assert uptake(text) is Standing.TAKEN_UP


@pytest.mark.parametrize(
    "text",
    ["No", "no, thanks", "Nope.", "Wrong table", "Not that one", "Never mind", "Don't book it", "Stop", "Wait, that one?", "Well, that is not right", "Yes? No, wait"],
)
def test_a_no_does_not(text: str) -> None:
    """A refusal leaves the proposal with the assistant, even where it also refers to it."""
    assert uptake(text) is Standing.ASSISTANT


@pytest.mark.parametrize("text", ["Book the second one", "how far is it from here?", "I prefer the latter", "Both", "is there a later option"])
def test_a_reference_refers(text: str) -> None:
    """A turn that points back without agreeing refers to the proposal."""
    assert uptake(text) is Standing.REFERRED


@pytest.mark.parametrize("text", ["What about Springfield", "Find a hotel near a lake", "yesterday", "", "\ud800\x00", "Items needed: onesies"])
def test_anything_else_leaves_it_with_the_assistant(text: str) -> None:
    """A turn about something else neither agrees nor refers; words that only begin like one do not count."""
    assert uptake(text) is Standing.ASSISTANT


def test_only_the_very_next_turn_counts() -> None:
    """No answer, or something between the proposal and the yes, takes nothing up."""
    assert uptake(None) is Standing.ASSISTANT
    assert uptake("Yes", between=Role.TOOL) is Standing.ASSISTANT
    assert uptake("Yes", between=Role.ASSISTANT) is Standing.ASSISTANT
    assert uptake("Yes", between=Role.SYSTEM) is Standing.ASSISTANT


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ASSISTANT])
def test_every_other_source_is_given(role: Role) -> None:
    """System and user turns, outputs, passages and host facts are given, whatever follows."""
    context = Context.from_turns([(role, "T-77"), (Role.USER, "No")])
    assert standing_of(context.sources[0], context) is Standing.GIVEN


def test_uptake_is_linear() -> None:
    """A long hostile answer is read in bounded time."""
    started = perf_counter()
    for piece in ("great, ", "thank you ", "!", "well and so ", "all right "):
        assert uptake(piece * 40_000) in Standing
    assert perf_counter() - started < 3


def calling(arguments: dict[str, Json], *, identifier: str) -> dict[str, Json]:
    call: Json = {"id": identifier, "type": "function", "function": {"name": "get_order", "arguments": json.dumps(arguments)}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def test_the_first_use_of_a_value() -> None:
    """The earliest call that passed the folded value, at any depth, strictly before the turn; None where there is none."""
    messages: list[dict[str, Json]] = [
        calling({"order_id": "AB-1234"}, identifier="one"),
        {"role": "tool", "tool_call_id": "one", "content": "AB-1234: shipped"},
        calling({"deep": [{"id": "ab 1234"}], "n": 5.0}, identifier="two"),
    ]
    context = Context.from_openai(messages)
    found = first_use("ab 1234", context, before=3)
    assert found is not None
    assert found.id == "one"
    assert first_use("ab 1234", context, before=0) is None
    later = first_use("5", context, before=3)
    assert later is not None
    assert later.id == "two"
    assert first_use("5", context, before=2) is None
    assert first_use("order id", context, before=3) is None


def order_verdict(said: str, *, output: str, is_error: bool = False) -> Outcome:
    """How an order id ends that the model passed before, and that a tool then returned."""
    tools = [function_tool("get_order", {"type": "object", "properties": {"order_id": {"type": "string"}}})]
    messages: list[dict[str, Json]] = [
        {"role": "user", "content": said},
        calling({"order_id": "ORD-58213"}, identifier="one"),
        {"role": "tool", "tool_call_id": "one", "content": output, "is_error": is_error},
        {"role": "user", "content": "And now?"},
    ]
    call = ToolCall("get_order", {"order_id": "ORD-58213"})
    verdict = Guard().check_tool_call(call, context=Context.from_openai(messages), registry=ToolRegistry.from_openai(tools))
    (item,) = [item for item in verdict.items if item.item == "/order_id"]
    return item.outcome


@pytest.mark.parametrize("is_error", [False, True])
def test_an_echo_inherits_the_judgement_of_its_first_use(is_error: bool) -> None:
    """An id that the model made up is not supported by the output that repeats it; one that the user gave still is."""
    output = '{"order_id": "ORD-58213", "status": "shipped"}'
    assert order_verdict("Where is my order?", output=output, is_error=is_error) is not Outcome.SUPPORTED
    assert order_verdict("Where is my order ORD-58213?", output=output, is_error=is_error) is Outcome.SUPPORTED


def test_an_echo_in_an_error_is_a_fabrication() -> None:
    """Where the output that repeats a made-up id reports a failure, the id is unsupported."""
    assert order_verdict("Where is my order?", output="Error: no order ORD-58213") is Outcome.UNSUPPORTED
