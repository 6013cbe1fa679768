"""A placeholder or template residue in the place of a value.

**Why.** `<order_id>`, `YOUR_API_KEY` or `user@example.com` is what a model writes when it has no value; the tool takes it for one.

**Silent when.** The same text stands in an admissible source: then it is a value like any other.

**Not caught.** Invented values that look real; those have rules of their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.inquiry import Inquiry
from ..engine.rule import Example, Rule, Status
from ..engine.schema_text import shown_value
from ..engine.types import Finding, Flag, Json, Kind, Outcome, Severity
from ..engine.values.placeholders import is_placeholder

_TEXT: Json = {"type": "string"}
_WEAK_KINDS = (Kind.IDENTIFIER, Kind.EMAIL, Kind.PHONE, Kind.URL, Kind.NAME)


MAX_TEXT_CHARS = 300
"""A longer composed text is a document; what looks like a template inside it may be its subject."""


def check(inquiry: Inquiry) -> Iterator[Finding]:
    """One finding for each leaf that is a placeholder and does not stand in the context."""
    for leaf, trace in inquiry.traces:
        if not isinstance(leaf.value, str) or (trace.outcome is Outcome.SUPPORTED and trace.evidence):
            continue
        if trace.slot.composed and len(leaf.value) > MAX_TEXT_CHARS:
            continue
        placeholder = is_placeholder(leaf.value)
        if placeholder is None or not (placeholder.sure or trace.slot.kind in _WEAK_KINDS):
            continue
        if trace.derivation is not None and not placeholder.sure:
            continue
        explanation = f"{shown_value(leaf.value)} is a placeholder ({placeholder.reason}) and stands nowhere in the context"
        yield Finding("GR214", leaf.pointer, Outcome.UNSUPPORTED, Severity.CRITICAL, explanation, Flag.PLACEHOLDER_VALUE)


RULE = Rule(
    "GR214",
    "placeholder-value",
    "0.1.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    (
        Example("template", {"order_id": "<order_id>"}, ("/order_id",), "Track my order.", parameters={"order_id": _TEXT}),
        Example("documentation key", {"api_key": "YOUR_API_KEY"}, ("/api_key",), "Fetch the metrics.", parameters={"api_key": _TEXT}),
        Example("the user named it", {"to": "user@example.com"}, (), "Send a test to user@example.com.", parameters={"to": _TEXT}),
        Example("a real value", {"order_id": "ORD-77120"}, (), "Track ORD-77120.", parameters={"order_id": _TEXT}),
    ),
)
