"""A step names a tool and does not say what led to it, where the policy demands that.

**Why.** Where a tool was chosen from what was retrieved, from an earlier session or from a capability manifest, the choice can be followed up; one that
rests on nothing came out of the model alone.

**Silent when.** The policy does not require grounding, the step names no tool, or it names its grounding: `retrieval`, `prior_session`,
`capability_manifest`, a receipt, an earlier step.

**Not caught.** A grounding that was made up: that the evidence it names exists is for the host to check.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import PlanInquiry
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import shown_value
from ..engine.types import Json, Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    if not inquiry.plans.require_grounding:
        return
    for number in inquiry.ungrounded:
        step = inquiry.plan.steps[number]
        explanation = f"nothing grounds the tool of step {shown_value(step.id)}; name what led to it under `grounding`"
        yield PlanFinding(RULE.id, number, f"{step.place}/grounding", PlanFlag.UNGROUNDED_STEP, Outcome.UNSUPPORTED, Severity.HIGH, explanation)


_STRICT: dict[str, Json] = {"require_grounding": True}
_TOOLS = ("room_search",)

RULE = Rule(
    id="GR405",
    name="ungrounded-step",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("grounding missing", [{"step_id": "a", "tool": "room_search"}], ("a",), tools=_TOOLS, policy=_STRICT),
        PlanExample("grounding missing, and not required", [{"step_id": "a", "tool": "room_search"}], tools=_TOOLS),
        PlanExample("grounded", [{"step_id": "a", "tool": "room_search", "grounding": {"kind": "retrieval", "evidence": "doc-7"}}], tools=_TOOLS, policy=_STRICT),
        PlanExample("near miss: said to be ungrounded", [{"step_id": "a", "tool": "room_search", "grounding": "ungrounded"}], ("a",), tools=_TOOLS, policy=_STRICT),
        PlanExample("a step without a tool needs none", [{"step_id": "a", "tools": []}], tools=_TOOLS, policy=_STRICT),
    ),
)
