"""Which outputs are errors, and what an echo of the model's own words is worth."""

from __future__ import annotations

import json

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.provenance import is_error_output
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Json, Outcome
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


@pytest.mark.parametrize("piece", ["!", "no ", "a", "\ud800", "[", '"'])
def test_hostile_outputs_are_no_errors(piece: str) -> None:
    """Two hundred thousand times one piece says nothing about an error."""
    assert not is_error_output(piece * 200_000 + "x")


def calling(arguments: dict[str, Json], *, identifier: str) -> dict[str, Json]:
    call: Json = {"id": identifier, "type": "function", "function": {"name": "get_order", "arguments": json.dumps(arguments)}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


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
