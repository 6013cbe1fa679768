"""`groundrules demo`: a few calls, good and bad, that show what a verdict looks like. The people and the shop are invented."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.types import Json

_CONVERSATION: tuple[dict[str, Json], ...] = (
    {"role": "user", "content": "I am Mina Okafor, mina.okafor@example.com. Please refund the bookshelf I ordered, all of it."},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "list_orders", "arguments": '{"email": "mina.okafor@example.com"}'}},
        ],
    },
    {
        "role": "tool",
        "tool_call_id": "c1",
        "content": '{"orders": [{"order_id": "WB-20417", "item": "bookshelf", "total": 189.5},'
        ' {"order_id": "WB-20455", "item": "desk lamp", "total": 34.9}]}',
    },
)


def _tool(name: str, description: str, properties: dict[str, Json], *required: str) -> Json:
    parameters: Json = {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


_TOOLS: tuple[Json, ...] = (
    _tool("list_orders", "List the orders of a customer.", {"email": {"type": "string", "format": "email"}}, "email"),
    _tool(
        "refund_order",
        "Pay money back for an order.",
        {"order_id": {"type": "string"}, "amount": {"type": "number"}, "notify": {"type": "string", "format": "email"}},
        "order_id",
        "amount",
    ),
)


@dataclass(frozen=True, slots=True)
class Scene:
    """One call of the demonstration, with a line on what it shows, in the case form."""

    title: str
    case: dict[str, Json]


def scenes() -> tuple[Scene, ...]:
    """The calls of the demonstration, the good one first."""
    return (
        _scene("every argument stands in what the model was given", order_id="WB-20417", amount=189.5, notify="mina.okafor@example.com"),
        _scene("one digit of the order id is wrong", order_id="WB-20477", amount=189.5),
        _scene("the amount and the address were made up", order_id="WB-20417", amount=245.0, notify="billing@example.org"),
        _scene("a required argument is missing", order_id="WB-20417"),
        _scene("nobody registered such a tool", "cancel_subscription", order_id="WB-20417"),
        _scene("the text of the arguments breaks off", arguments='{"order_id": "WB-20417", "amount": 18'),
    )


def _scene(title: str, name: str = "refund_order", *, arguments: Json = None, **given: Json) -> Scene:
    call: Json = {"name": name, "arguments": dict(given) if arguments is None else arguments}
    return Scene(title, {"messages": list(_CONVERSATION), "tools": list(_TOOLS), "evidence": [], "now": None, "call": call})
