"""A value whose only evidence is a tool output that repeats what the model itself had passed.

**Why.** An invented argument comes back in the error message or in the result, perhaps in another spelling; taken as evidence, it would make the identical retry pass.

**Silent when.** The value was grounded when the model first used it, or stands in another source that the model did not feed.

**Not caught.** A value that the model put together from parts of what it had passed.
"""

from __future__ import annotations

from ..engine.rule import Example, Rule, Status
from ..engine.trace import Support
from ..engine.types import Json
from ._reports import by_support

_TEXT: Json = {"type": "string"}


def _lookup(ticket: str, answer: str) -> tuple[dict[str, Json], ...]:
    function: Json = {"name": "get_ticket", "arguments": f'{{"ticket_id": "{ticket}"}}'}
    return (
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "c1", "content": answer},
    )


RULE = Rule(
    "GR213",
    "ungrounded-echo",
    "0.1.0",
    Status.PREVIEW,
    by_support("GR213", Support.ECHO),
    __doc__ or "",
    (
        Example(
            "error repeats the guess",
            {"ticket_id": "TK-4471"},
            ("/ticket_id",),
            messages=({"role": "user", "content": "Close my ticket."}, *_lookup("TK-4471", "No ticket TK-4471.")),
            parameters={"ticket_id": _TEXT},
        ),
        Example(
            "inside a longer text",
            {"ticket_id": "TK-4471"},
            ("/ticket_id",),
            messages=({"role": "user", "content": "Close my ticket."}, *_lookup("state of tk4471", '{"id": "TK-4471"}')),
            parameters={"ticket_id": _TEXT},
        ),
        Example(
            "the user gave it first",
            {"ticket_id": "TK-4471"},
            (),
            messages=({"role": "user", "content": "Close TK-4471."}, *_lookup("TK-4471", '{"id": "TK-4471", "state": "open"}')),
            parameters={"ticket_id": _TEXT},
        ),
    ),
)
