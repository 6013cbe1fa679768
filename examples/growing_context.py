"""A conversation that grows: each turn is indexed once, and a tool's output grounds what the next call takes from it."""

from __future__ import annotations

import json

from groundrules import Context, Guard, Json, ToolCall, ToolRegistry

TOOLS: list[dict[str, Json]] = [
    {
        "type": "function",
        "function": {"name": name, "parameters": {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}},
    }
    for name, key in (("find_customer", "email"), ("get_invoice", "invoice_id"))
]


def main() -> None:
    """Check the same call before and after the tool output that holds its value."""
    guard, registry = Guard(), ToolRegistry.from_openai(TOOLS)
    proposed = ToolCall("get_invoice", {"invoice_id": "INV-2031-0077"})
    context = Context.from_openai([{"role": "user", "content": "Show me the last invoice of rosa.blum@example.com."}])

    verdict = guard.check_tool_call(proposed, context=context, registry=registry)
    print(f"before the look-up: {verdict.decision.value}")

    call: Json = {"id": "call_1", "type": "function", "function": {"name": "find_customer", "arguments": '{"email": "rosa.blum@example.com"}'}}
    output = json.dumps({"name": "Rosa Blum", "invoices": [{"invoice_id": "INV-2031-0077", "total": 312.4}]})
    context = context.with_message({"role": "assistant", "content": None, "tool_calls": [call]})
    context = context.with_message({"role": "tool", "tool_call_id": "call_1", "content": output})

    verdict = guard.check_tool_call(proposed, context=context, registry=registry)
    (item,) = (item for item in verdict.items if item.item == "/invoice_id")
    print(f"after the look-up: {verdict.decision.value}, from {item.evidence[0].source_id}{item.evidence[0].key_path}")


if __name__ == "__main__":
    main()
