"""The same conversation as five APIs write it: one context, one verdict. The tools come from a Python function."""

from __future__ import annotations

from groundrules import Context, Form, Guard, Json, ToolCall, ToolRegistry


def cancel_booking(booking_id: str, reason: str = "") -> str:
    """Cancel a booking.

    Args:
        booking_id: the id of the booking, as the list of bookings gives it
        reason: why, in the words of the customer
    """
    return f"cancelled {booking_id} {reason}"


FOUND = '{"bookings": [{"booking_id": "BK-7719-40", "nights": 3}]}'
CHAT: Json = [
    {"role": "user", "content": "Please cancel my stay."},
    {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "list_bookings", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": FOUND},
]
RESPONSES: Json = [
    {"role": "user", "content": [{"type": "input_text", "text": "Please cancel my stay."}]},
    {"type": "function_call", "call_id": "c1", "name": "list_bookings", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": FOUND},
]
ANTHROPIC: Json = [
    {"role": "user", "content": "Please cancel my stay."},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "list_bookings", "input": {}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": FOUND}]},
]
GEMINI: Json = [
    {"role": "user", "parts": [{"text": "Please cancel my stay."}]},
    {"role": "model", "parts": [{"functionCall": {"name": "list_bookings", "args": {}}}]},
    {"role": "user", "parts": [{"functionResponse": {"name": "list_bookings", "response": {"output": FOUND}}}]},
]
TRANSCRIPT = f"User: Please cancel my stay.\nCall(list_bookings): {{}}\nTool(list_bookings): {FOUND}"

PROPOSED = (
    ToolCall.from_openai({"id": "c2", "type": "function", "function": {"name": "cancel_booking", "arguments": '{"booking_id": "BK-7719-40"}'}}),
    ToolCall.from_anthropic({"type": "tool_use", "id": "c2", "name": "cancel_booking", "input": {"booking_id": "BK-7719-04"}}),
)


def main() -> None:
    """Check a right and a wrong call against the conversation in each form."""
    guard, registry = Guard(), ToolRegistry.from_callables([cancel_booking])
    digests: set[str] = set()
    for messages in (CHAT, RESPONSES, ANTHROPIC, GEMINI, TRANSCRIPT):
        context = Context.from_messages(messages if isinstance(messages, list | str) else [])
        verdicts = [guard.check_tool_call(call, context=context, registry=registry) for call in PROPOSED]
        print(f"{context.form.value}: {', '.join(verdict.decision.value for verdict in verdicts)}")
        digests.add(context.digest)
    print(f"{len(digests)} context digest")

    grown = Context.from_messages("User: Please cancel my stay.").with_message({"role": "user", "content": "BK-7719-40"}, form=Form.ANTHROPIC)
    print(f"{grown.turns} turns from two forms")


if __name__ == "__main__":
    main()
