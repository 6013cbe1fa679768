"""Sessions for tests: tools of an order desk, and the messages of an agent that uses them."""

from __future__ import annotations

import json

from calls import TEXT, Message, user
from groundrules import Context, Guard, Json, Limits, Session, ToolCall, ToolRegistry
from strategies import function_tool

GUARD = Guard()
TOOLS = ToolRegistry.from_openai(
    [
        function_tool(name, {"type": "object", "properties": {"order_id": TEXT}, "required": ["order_id"]})
        for name in ("get_order", "cancel_order", "refund_order")
    ]
)
GOOD, BAD = "ORD-77120", "ORD-77102"


def session(*said: str, limits: Limits | None = None, context: Context | None = None, guard: Guard = GUARD) -> Session:
    """A session in which the user has said these things."""
    made = Session("c-1", guard=guard, registry=TOOLS, context=context, limits=limits or Limits())
    for text in said or (f"Cancel order {GOOD}.",):
        made.add(user(text))
    return made


def call(order: str = GOOD, *, tool: str = "cancel_order", id: str | None = "call_1") -> ToolCall:
    """A call of a tool of the desk."""
    return ToolCall(tool, json.dumps({"order_id": order}), id)


def made(*calls: ToolCall) -> Message:
    """The assistant message that makes the calls."""
    listed: list[Json] = [{"id": each.id, "type": "function", "function": {"name": each.name, "arguments": each.arguments}} for each in calls]
    return {"role": "assistant", "content": None, "tool_calls": listed}


def result(content: str, *, id: str = "call_1") -> Message:
    """The message that answers a call."""
    return {"role": "tool", "tool_call_id": id, "content": content}
