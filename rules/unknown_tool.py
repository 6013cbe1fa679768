"""A call names a tool that is not registered.

**Why.** Models call tools from other products, wrappers that do not exist, and near misses of a name that does: a dropped or doubled server
prefix, another case, a leaked channel marker. A call that a host "corrects" to the nearest name runs something that nobody asked for.

**Silent when.** The name is registered, is a declared alias, or follows a declared namespace such as `functions.`; a tool whose schema is
broken is known all the same.

**Not caught.** A registered tool that does not suit the task. Near names are told as suggestions only and are never called.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.inquiry import Inquiry
from ..engine.rule import Example, Rule, Status
from ..engine.schema_text import listed, shown_value
from ..engine.types import TOOL_ITEM, Finding, Flag, Json, Outcome, Severity


def _check(inquiry: Inquiry) -> Iterator[Finding]:
    if inquiry.tool is not None:
        return
    name, names = inquiry.call.name, inquiry.registry.names
    near = inquiry.registry.nearest(name)
    if near:
        hint = f"the names most like it are {listed(near)}, which are suggestions only"
    elif names:
        hint = f"call one of the registered tools: {listed(names)}"
    else:
        hint = "no tool is registered, answer without one"
    explanation = f"no tool named {shown_value(name)} is registered; {hint}"
    yield Finding(RULE.id, TOOL_ITEM, Outcome.UNSUPPORTED, Severity.CRITICAL, explanation, flag=Flag.UNKNOWN_TOOL)


_PARCEL: dict[str, Json] = {"name": "parcel_track", "input_schema": {"type": "object", "properties": {"code": {"type": "string"}}}}

RULE = Rule(
    id="GR101",
    name="unknown-tool",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    examples=(
        Example("a registered name", {"code": "RX-20"}, tools=(_PARCEL,), called="parcel_track", user="Track RX-20"),
        Example("a name of another product", {"city": "Quito"}, ("$tool",), tools=(_PARCEL,), called="weather_now", user="Weather in Quito?"),
        Example("near miss: one letter less", {"code": "RX-20"}, ("$tool",), tools=(_PARCEL,), called="parcel_trac", user="Track RX-20"),
        Example("near miss: another case", {"code": "RX-20"}, ("$tool",), tools=(_PARCEL,), called="Parcel_Track", user="Track RX-20"),
        Example("an undeclared namespace", {"code": "RX-20"}, ("$tool",), tools=(_PARCEL,), called="functions.parcel_track", user="Track RX-20"),
        Example(
            "near miss on the silent side: a dot and a dash inside the registered name",
            {"code": "RX-20"},
            tools=({"name": "post.parcel-track", "inputSchema": {"type": "object"}},),
            called="post.parcel-track",
            user="Track RX-20",
        ),
    ),
)
