"""A hard detail inside a composed text that stands nowhere in the context.

**Why.** The model is asked to write a subject, a message or a query, so its words need no source; an address, a number or a date inside it
does, and an invented one leaves the system with the text.

**Silent when.** Every e-mail address, URL, phone number, identifier, amount and date inside the text stands in the context; small numbers
and ordinals are not judged.

**Not caught.** Invented names and claims in prose.
"""

from __future__ import annotations

from ..engine.rule import Example, Rule, Status
from ..engine.trace import Support
from ..engine.types import Json
from ._reports import by_support

_BODY: Json = {"type": "string"}

RULE = Rule(
    "GR211",
    "ungrounded-detail",
    "0.1.0",
    Status.PREVIEW,
    by_support("GR211", Support.DETAIL, Support.COMPOSED),
    __doc__ or "",
    (
        Example("invented phone", {"body": "Running late, call me on (212) 555-0142."}, ("/body",), "Tell Bo I am late.", parameters={"body": _BODY}),
        Example("pure composition", {"body": "Hi Bo, I am running late. Sorry!"}, (), "Tell Bo I am late.", parameters={"body": _BODY}),
        Example("known detail", {"body": "Mail me at bo@example.com."}, (), "Tell Ina my address is bo@example.com.", parameters={"body": _BODY}),
    ),
)
