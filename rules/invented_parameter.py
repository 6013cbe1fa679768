"""An argument is given for a parameter that the tool does not declare.

**Why.** Models add parameters that would be handy. Many servers drop what they do not know and answer another question than was asked; some
refuse the call. JSON Schema leaves objects open unless told otherwise, so that a validator alone says nothing about it.

**Silent when.** The schema declares the property anywhere that applies (also inside `allOf`, `anyOf`, `oneOf` or a `$ref`), expressly allows
others (`additionalProperties` true or a schema, a `patternProperties` that matches), or lists no properties at all. Nested objects alike.

**Not caught.** A declared parameter that means something else than the model thought. A typing mistake in a required name is reported
twice, here and as missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.inquiry import Inquiry
from ..engine.rule import Example, Rule, Status
from ..engine.types import Finding, Flag, Outcome, Severity

_KEYWORDS = frozenset(("additionalProperties", "unevaluatedProperties"))


def _check(inquiry: Inquiry) -> Iterator[Finding]:
    for fault in inquiry.schema_faults:
        if fault.keyword in _KEYWORDS:
            yield Finding(RULE.id, fault.pointer, Outcome.UNSUPPORTED, Severity.HIGH, fault.message, flag=Flag.UNKNOWN_PARAMETER)


RULE = Rule(
    id="GR102",
    name="invented-parameter",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    examples=(
        Example("only declared parameters", {"city": "Quito"}, parameters={"city": {"type": "string"}}, user="Weather in Quito?"),
        Example("one parameter too many", {"city": "Quito", "units": "C"}, ("/units",), parameters={"city": {"type": "string"}}, user="Weather in Quito?"),
        Example("near miss: plural for singular", {"cities": "Quito"}, ("/cities",), parameters={"city": {"type": "string"}}, user="Weather in Quito?"),
        Example(
            "near miss on the silent side: the schema allows others",
            {"city": "Quito", "mood": "calm"},
            schema={"type": "object", "properties": {"city": {"type": "string"}}, "additionalProperties": True},
            user="Quito, mood calm",
        ),
        Example("no properties listed: anything goes", {"city": "Quito"}, schema={"type": "object"}, user="Weather in Quito?"),
        Example(
            "declared in one of the alternatives",
            {"city": "Quito"},
            schema={"type": "object", "properties": {}, "anyOf": [{"properties": {"city": {"type": "string"}}}, {"properties": {"zip": {}}}]},
            user="Weather in Quito?",
        ),
        Example(
            "invented inside an element",
            {"lines": [{"sku": "A7"}, {"sku": "B2", "gift": True}]},
            ("/lines/1/gift",),
            parameters={"lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}}},
            user="Order A7 and B2",
        ),
        Example(
            "a name that a pattern allows",
            {"x-trace": "7", "y-trace": "8"},
            ("/y-trace",),
            schema={"type": "object", "properties": {}, "patternProperties": {"^x-": {"type": "string"}}},
            user="Trace 7 and 8",
        ),
    ),
)
