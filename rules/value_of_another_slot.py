"""A value that stands in the context, but for something else than this parameter.

**Why.** The value is real, so no absence check sees it: an item id passed as an order id, the receiver's id passed as the sender's, the id
of an earlier request, a sibling of the record that the user named, another person's address, origin and destination or check-in and check-out
exchanged.

**Silent when.** One of the places that hold the value names the entity of this parameter, or nothing in the context names another.

**Not caught.** Two identifiers of one kind that the context names alike; entities that the text calls by another word than the schema.
"""

from __future__ import annotations

from ..engine.rule import Example, Rule, Status
from ..engine.trace import Support
from ..engine.types import Json
from ._reports import by_support

_TEXT: Json = {"type": "string"}
_PEOPLE = '[{"name": "Ana", "email": "ana@example.com"}, {"name": "Bo", "email": "bo@example.com"}]'
_PERSON: dict[str, Json] = {"name": _TEXT, "email": _TEXT}
_TWO = "Check the warehouse with ID WH-003, then the sensor with ID SN-456."


def _output(text: str) -> tuple[dict[str, Json], ...]:
    return (
        {"role": "user", "content": "Track my order."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "get_orders", "arguments": "{}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": text},
    )


RULE = Rule(
    "GR221",
    "value-of-another-slot",
    "0.1.0",
    Status.PREVIEW,
    by_support("GR221", Support.WRONG_SLOT),
    __doc__ or "",
    (
        Example("the sensor's id for the warehouse", {"warehouse_id": "SN-456"}, ("/warehouse_id",), _TWO, parameters={"warehouse_id": _TEXT}),
        Example("the warehouse's own id", {"warehouse_id": "WH-003"}, (), _TWO, parameters={"warehouse_id": _TEXT}),
        Example(
            "ends exchanged",
            {"origin": "Turin", "destination": "Lyon"},
            ("/destination", "/origin"),
            "A train from Lyon to Turin, please.",
            parameters={"origin": _TEXT, "destination": _TEXT},
        ),
        Example(
            "ends as said",
            {"origin": "Lyon", "destination": "Turin"},
            (),
            "A train from Lyon to Turin, please.",
            parameters={"origin": _TEXT, "destination": _TEXT},
        ),
        Example(
            "check-in after check-out",
            {"check_in": "2026-05-09", "check_out": "2026-05-04"},
            ("/check_in", "/check_out"),
            "From 2026-05-04 to 2026-05-09.",
            parameters={"check_in": _TEXT, "check_out": _TEXT},
        ),
        Example(
            "check-in before check-out",
            {"check_in": "2026-05-04", "check_out": "2026-05-09"},
            (),
            "From 2026-05-04 to 2026-05-09.",
            parameters={"check_in": _TEXT, "check_out": _TEXT},
        ),
        Example("another person's address", {"name": "Ana", "email": "bo@example.com"}, ("/email",), messages=_output(_PEOPLE), parameters=_PERSON),
        Example("the same person's address", {"name": "Ana", "email": "ana@example.com"}, (), messages=_output(_PEOPLE), parameters=_PERSON),
        Example(
            "an item id as order id",
            {"order_id": "IT-77120"},
            ("/order_id",),
            messages=_output('{"order_id": "OR-10553", "lines": [{"item_id": "IT-77120"}]}'),
            parameters={"order_id": _TEXT},
        ),
        Example(
            "the order id",
            {"order_id": "OR-10553"},
            (),
            messages=_output('{"order_id": "OR-10553", "lines": [{"item_id": "IT-77120"}]}'),
            parameters={"order_id": _TEXT},
        ),
    ),
)
