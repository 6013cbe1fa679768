"""A call id that was used before, for another call.

**Why.** Answers and approvals are kept by call id; a call that changes under its id could pass for the one that was looked at.

**Silent when.** The call has no id, the id is new, or tool and arguments are those of the earlier call.

**Not caught.** An id that comes back after the session has dropped the call it belonged to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..engine.inquiry import Inquiry
from ..engine.rule import Example, Rule, Status
from ..engine.types import ARGUMENTS_ITEM, TOOL_ITEM, Effect, Finding, Flag, Json, Outcome, Severity


def check(inquiry: Inquiry) -> Iterator[Finding]:
    """At most one finding: on the tool where the earlier call was of another one, else on the arguments."""
    identifier = inquiry.call.id
    if identifier is None:
        return
    text = json.dumps(inquiry.arguments.value, sort_keys=True)
    for call in (*inquiry.context.calls, *inquiry.precedents.calls):
        if call.id != identifier or (call.name == inquiry.call.name and call.text == text):
            continue
        severity = Severity.LOW if inquiry.effect is Effect.READ else Severity.HIGH
        item, other = (TOOL_ITEM, "tool") if call.name != inquiry.call.name else (ARGUMENTS_ITEM, "arguments")
        explanation = f"the call id was used before for another call, with other {other}"
        yield Finding("GR232", item, Outcome.UNDECIDED, severity, explanation, Flag.NO_EVIDENCE)
        return


def _history(order: str) -> tuple[dict[str, Json], ...]:
    function: Json = {"name": "cancel_order", "arguments": json.dumps({"order_id": order})}
    return (
        {"role": "user", "content": "Cancel ORD-77120 and ORD-77121."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "call_1", "content": "Done."},
        {"role": "user", "content": "Go on."},
    )


_ID: Json = {"type": "string"}

RULE = Rule(
    "GR232",
    "reused-call-id",
    "0.1.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    (
        Example(
            "same id, other order",
            {"order_id": "ORD-77121"},
            ("$args",),
            messages=_history("ORD-77120"),
            parameters={"order_id": _ID},
            tool="cancel_order",
            call_id="call_1",
        ),
        Example(
            "same id, other tool",
            {"order_id": "ORD-77120"},
            ("$tool",),
            messages=_history("ORD-77120"),
            parameters={"order_id": _ID},
            tool="refund_order",
            call_id="call_1",
        ),
        Example(
            "an id of its own",
            {"order_id": "ORD-77121"},
            (),
            messages=_history("ORD-77120"),
            parameters={"order_id": _ID},
            tool="cancel_order",
            call_id="call_2",
        ),
        Example(
            "the same call",
            {"order_id": "ORD-77120"},
            (),
            messages=_history("ORD-77120"),
            parameters={"order_id": _ID},
            tool="cancel_order",
            call_id="call_1",
        ),
    ),
)
