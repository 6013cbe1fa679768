"""A plan, or a part of it, cannot be read.

**Why.** A part that is passed over may name a tool. What could not be read is never what is safe.

**Silent when.** The plan is a list of steps, an object that holds one, or free text, and every step, tool, dependency and grounding in it has a form that is
documented in `docs/PLANS.md`. Keys that mean nothing to the guard may stand beside them.

**Not caught.** A tool under a key that is none of the documented ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import PlanInquiry
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.types import Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    ids = {step.id: number for number, step in reversed(list(enumerate(inquiry.plan.steps)))}
    for fault in inquiry.plan.faults:
        explanation = f"{fault.problem}; write the plan again"
        step = ids.get(fault.step_id, -1) if fault.step_id else -1
        yield PlanFinding(RULE.id, step, fault.place, PlanFlag.UNREADABLE, Outcome.UNDECIDED, Severity.HIGH, explanation)


_TOOLS = ("room_search",)

RULE = Rule(
    id="GR408",
    name="unreadable-plan",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("a list of steps in JSON", '[{"step_id": "a", "tool": "room_search"}]', tools=_TOOLS),
        PlanExample("JSON that breaks off", '[{"step_id": "a", "tool": "room_se', whole=True, tools=_TOOLS),
        PlanExample("a number", 7, whole=True, tools=_TOOLS),
        PlanExample("a step that is a number", [{"step_id": "a", "tool": "room_search"}, 7], ("2",), tools=_TOOLS),
        PlanExample("a call without a name", [{"step_id": "a", "tool_calls": [{"arguments": {}}]}], ("a",), tools=_TOOLS),
        PlanExample("near miss: a key that means nothing here", [{"step_id": "a", "tool": "room_search", "colour": 7}], tools=_TOOLS),
        PlanExample("one key twice", '[{"tool": "room_search", "tool": "room_book"}]', whole=True, tools=_TOOLS),
    ),
)
