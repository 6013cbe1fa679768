"""A complete agent loop: the model invents an id, gets the feedback in place of a result, corrects itself, and answers.

The model here is a script. Put your own client in its place: what it gets are OpenAI chat messages, and what it gives is one.
"""

from __future__ import annotations

import json

from groundrules import Guard, Json, Session, ToolCall, ToolRegistry

TOOLS: list[Json] = [
    {
        "type": "function",
        "function": {
            "name": "get_ticket",
            "parameters": {"type": "object", "properties": {"ticket_id": {"type": "string"}}, "required": ["ticket_id"]},
        },
    },
]
TICKETS = {"TCK-90381": {"state": "open", "owner": "Rosa Blum"}}


def get_ticket(ticket_id: str) -> dict[str, str]:
    """The ticket of this id."""
    print(f"  (get_ticket runs for {ticket_id})")
    return TICKETS[ticket_id]


def scripted_model(messages: list[dict[str, Json]]) -> dict[str, Json]:
    """The next assistant message: a wrong call, then the call with the value that the feedback names, then an answer."""
    last = messages[-1]
    if last["role"] == "user":
        return _calling("call_1", "TCK-90318")
    result = json.loads(str(last["content"]))
    if "error" in result:
        return _calling("call_2", result["faults"][0]["admissible"][0])
    return {"role": "assistant", "content": f"The ticket is {result['state']}; {result['owner']} has it."}


def _calling(call_id: str, ticket: str) -> dict[str, Json]:
    function: Json = {"name": "get_ticket", "arguments": json.dumps({"ticket_id": ticket})}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": call_id, "type": "function", "function": function}]}


def main() -> None:
    """Run the loop until the model answers."""
    guard = Guard()
    session = Session("conversation-1", guard=guard, registry=ToolRegistry.from_openai(TOOLS))
    tools = guard.protect({"get_ticket": get_ticket}, session=session, on_block="result")
    messages: list[dict[str, Json]] = [{"role": "user", "content": "What is the state of ticket TCK-90381?"}]
    while True:
        reply = scripted_model(messages)
        messages.append(reply)
        session.sync(messages)
        calls = reply.get("tool_calls")
        if not isinstance(calls, list):
            print(f"model: {reply['content']}")
            return
        for call in calls:
            if not isinstance(call, dict) or not isinstance(call["function"], dict):
                continue
            function = call["function"]
            print(f"model calls {function['name']} with {function['arguments']}")
            result = tools.call(ToolCall(str(function["name"]), function["arguments"], str(call["id"])))
            content = result if isinstance(result, str) else json.dumps(result)
            print(f"  -> {content}")
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})


if __name__ == "__main__":
    main()
