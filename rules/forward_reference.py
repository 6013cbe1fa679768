"""A step rests on a step that comes after it, or on itself.

**Why.** Steps run in order: what a later step yields is not there yet, so the value would be made up, and a circle of steps can never run.

**Silent when.** Every reference, in arguments, dependencies, grounding or the text of a step, points backwards.

**Not caught.** An order that is wrong although nothing refers to anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import InputFault, PlanInquiry
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import shown_value
from ..engine.types import Json, Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    for entry in inquiry.inputs:
        if entry.fault is InputFault.LATER:
            own = shown_value(inquiry.plan.steps[entry.step].id)
            whom = "itself" if entry.target == entry.step else f"{shown_value(entry.named)}, which comes after it"
            explanation = f"step {own} rests on {whom}; put what it needs before it"
            yield PlanFinding(RULE.id, entry.step, entry.place, PlanFlag.FORWARD_REFERENCE, Outcome.CONTRADICTED, Severity.HIGH, explanation)


_SEARCH: Json = {"step_id": "b", "tool": "room_search"}
_TOOLS = ("room_search", "room_book")

RULE = Rule(
    id="GR403",
    name="forward-reference",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("backwards", [{"step_id": "a", "tool": "room_search"}, {"step_id": "b", "tool": "room_book", "depends_on": ["a"]}], tools=_TOOLS),
        PlanExample("forwards", [{"step_id": "a", "tool": "room_book", "depends_on": ["b"]}, {"step_id": "b", "tool": "room_search"}], ("a",), tools=_TOOLS),
        PlanExample("on itself", [{"step_id": "a", "tool": "room_book", "arguments": {"room": "{{a.output}}"}}], ("a",), tools=_TOOLS),
        PlanExample("grounded in a later step", [{"step_id": "a", "tool": "room_book", "grounding": "b"}, _SEARCH], ("a",), tools=_TOOLS),
        PlanExample("near miss: grounded in a receipt", [{"step_id": "a", "tool": "room_book", "grounding": "receipt:b"}, _SEARCH], tools=_TOOLS),
        PlanExample("free text", "1. call room_book with the output of step 2\n2. call room_search", ("1",), tools=_TOOLS),
    ),
)
