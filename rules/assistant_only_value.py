"""A value that only the assistant itself ever said.

**Why.** A model that reads its own earlier guess as a fact makes the same call pass the second time; its own words are no evidence.

**Silent when.** The user's next turn takes the value up (agrees, or chooses it among several) and no later one takes that back, or it stands in
another source as well.

**Not caught.** A user who agrees to something they did not read.
"""

from __future__ import annotations

from ..engine.rule import Example, Rule, Status
from ..engine.trace import Support
from ..engine.types import Json
from ._reports import by_support

_TEXT: Json = {"type": "string"}
_OFFER: tuple[dict[str, Json], ...] = (
    {"role": "user", "content": "Ship my last order."},
    {"role": "assistant", "content": "I see ORD-12345 and ORD-67890. Which one?"},
    {"role": "user", "content": "The second one."},
)
_PROPOSAL: tuple[dict[str, Json], ...] = (
    {"role": "user", "content": "Ship my last order."},
    {"role": "assistant", "content": "That would be ORD-12345. Shall I ship it?"},
)

RULE = Rule(
    "GR212",
    "assistant-only-value",
    "0.1.0",
    Status.PREVIEW,
    by_support("GR212", Support.ASSISTANT_ONLY),
    __doc__ or "",
    (
        Example(
            "not taken up",
            {"order_id": "ORD-12345"},
            ("/order_id",),
            messages=(*_PROPOSAL, {"role": "user", "content": "What is the weather like?"}),
            parameters={"order_id": _TEXT},
        ),
        Example(
            "rejected",
            {"order_id": "ORD-12345"},
            ("/order_id",),
            messages=(*_PROPOSAL, {"role": "user", "content": "No, the other one."}),
            parameters={"order_id": _TEXT},
        ),
        Example("the offer that was not chosen", {"order_id": "ORD-12345"}, ("/order_id",), messages=_OFFER, parameters={"order_id": _TEXT}),
        Example("the chosen offer", {"order_id": "ORD-67890"}, (), messages=_OFFER, parameters={"order_id": _TEXT}),
        Example(
            "taken up",
            {"order_id": "ORD-12345"},
            (),
            messages=(*_PROPOSAL, {"role": "user", "content": "Yes, go ahead."}),
            parameters={"order_id": _TEXT},
        ),
    ),
)
