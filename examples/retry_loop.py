"""Between the model and the tools: run what may run, hand the feedback back where it may not, and give up after three tries.

The model here is a script: it gets an id wrong, reads the feedback and mends it. Put your own client in its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundrules import Context, Guard, Json, ToolCall, ToolRegistry

MAX_TRIES = 3
TOOLS: list[dict[str, Json]] = [
    {
        "type": "function",
        "function": {
            "name": "get_ticket",
            "parameters": {"type": "object", "properties": {"ticket_id": {"type": "string"}}, "required": ["ticket_id"]},
        },
    }
]


def scripted_model() -> Iterator[ToolCall]:
    """What the model proposes, try after try."""
    yield ToolCall("get_ticket", '{"ticket_id": "TCK-90318"}', id="call_1")
    yield ToolCall("get_ticket", '{"ticket_id": "TCK-90381"}', id="call_2")


def main() -> None:
    """Print each try with its verdict."""
    guard, registry = Guard(), ToolRegistry.from_openai(TOOLS)
    context = Context.from_openai([{"role": "user", "content": "What is the state of ticket TCK-90381?"}])
    for number, call in zip(range(1, MAX_TRIES + 1), scripted_model(), strict=False):
        verdict = guard.check_tool_call(call, context=context, registry=registry)
        print(f"try {number}: {call.arguments} -> {verdict.decision.value}")
        if verdict.decision.may_run:
            print("running the tool")
            return
        # For the model alone: feedback is never put into the context, so that it cannot ground the next try.
        print(f"  back to the model: {verdict.feedback or verdict.question}")
    print("giving up: a person decides")


if __name__ == "__main__":
    main()
