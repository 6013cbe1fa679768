"""Two steps of a plan share an id.

**Why.** A reference to a shared id may mean either step, and a receipt or a roll-back that names it cannot be followed.

**Silent when.** Each step has an id of its own, or none: then its number in the list is its id.

**Not caught.** Ids that differ only in case; they are different ids.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import PlanInquiry
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import shown_value
from ..engine.types import Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    for name, numbers in inquiry.duplicates:
        for number in numbers[1:]:
            place = f"{inquiry.plan.steps[number].place}/id"
            explanation = f"step {number + 1} has the id {shown_value(name)} of step {numbers[0] + 1}; give each step an id of its own"
            yield PlanFinding(RULE.id, number, place, PlanFlag.DUPLICATE_STEP_ID, Outcome.CONTRADICTED, Severity.HIGH, explanation)


RULE = Rule(
    id="GR404",
    name="duplicate-step-id",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("ids of their own", [{"step_id": "a", "tool": "room_search"}, {"step_id": "b", "tool": "room_search"}], tools=("room_search",)),
        PlanExample("one id twice", [{"step_id": "a", "tool": "room_search"}, {"step_id": "a", "tool": "room_search"}], ("a",), tools=("room_search",)),
        PlanExample("near miss: another case", [{"step_id": "a", "tool": "room_search"}, {"step_id": "A", "tool": "room_search"}], tools=("room_search",)),
        PlanExample("no ids at all", [{"tool": "room_search"}, {"tool": "room_search"}], tools=("room_search",)),
    ),
)
