"""A plan names a tool that is not registered.

**Why.** Planners invent tools, carry them over from another product or mode, and write a near miss of a name that exists. Found out in the middle of a run,
earlier steps have already changed something.

**Silent when.** Every tool that the step names, in its calls, its fallbacks and inside its arguments, is registered, is a declared alias, or follows a
declared namespace. Steps without tools are plain reasoning.

**Not caught.** A registered tool that does not suit the step. A tool that a text mentions without backticks, brackets or a verb such as "call".
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import PlanInquiry
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import listed, shown_value
from ..engine.types import Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    for reference in inquiry.unknown:
        near = inquiry.suggestions.get(reference.name, ())
        hint = f"; the names most like it are {listed(near)}, which are suggestions only" if near else "; plan again without it"
        explanation = f"no tool named {shown_value(reference.name)} is registered{hint}"
        yield PlanFinding(
            RULE.id,
            reference.step,
            reference.place,
            PlanFlag.UNKNOWN_TOOL,
            Outcome.UNSUPPORTED,
            Severity.CRITICAL,
            explanation,
            tool=reference.name,
            suggestions=near,
        )


_TOOLS = ("parcel_track", "parcel_cancel", "run_operation")

RULE = Rule(
    id="GR401",
    name="unknown-tool-in-plan",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("registered tools only", [{"step_id": "a", "tool": "parcel_track"}, {"step_id": "b", "tool": "parcel_cancel"}], tools=_TOOLS),
        PlanExample("a tool of another product", [{"step_id": "a", "tool": "parcel_track"}, {"step_id": "b", "tool": "Post.Cancel"}], ("b",), tools=_TOOLS),
        PlanExample("near miss: one letter less", [{"step_id": "a", "tools": ["parcel_trac"]}], ("a",), tools=_TOOLS),
        PlanExample("near miss: another case", [{"step_id": "a", "tools": ["Parcel_Track"]}], ("a",), tools=_TOOLS),
        PlanExample("a step without tools", [{"step_id": "a", "tools": []}], tools=_TOOLS),
        PlanExample("an unknown fallback", [{"step_id": "a", "tool": "parcel_track", "fallbacks": ["parcel_find"]}], ("a",), tools=_TOOLS),
        PlanExample(
            "a tool named inside the arguments of another",
            [{"step_id": "a", "tool": "run_operation", "arguments": {"tool_name": "parcel_lose"}}],
            ("a",),
            tools=_TOOLS,
        ),
        PlanExample("near miss on the silent side: a product called tool", [{"step_id": "a", "tool": "run_operation", "arguments": {"tool": "hammer"}}], tools=_TOOLS),
        PlanExample("free text, call-like", '1. Run `parcel_track`.\n2. Then parcel_lose(code="RX-20").', ("2",), tools=_TOOLS),
        PlanExample("free text that only talks of a tool", "1. Track the parcel(s) with parcel_track.\n2. Write a short note (two lines).", tools=_TOOLS),
    ),
)
