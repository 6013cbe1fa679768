"""A tool of the plan is no longer what it was when the plan was made.

**Why.** A plan chooses tools and writes arguments for the schemas and descriptions it was shown. A server that exchanges them afterwards, by a release or
on purpose, gets calls that were meant for another tool.

**Silent when.** No snapshot was handed in, or the tools that the plan names are declared exactly as the snapshot has them; other tools may change freely.

**Not caught.** A tool whose behaviour changes while its declaration stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import PlanInquiry
from ..engine.plans.snapshot_drift import DriftKind
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import shown_value
from ..engine.types import Json, Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    if not inquiry.drift:
        return
    for reference in inquiry.references:
        drift = inquiry.drift.get(reference.name)
        if drift is not None and reference.tool is not None:
            how = "was not there" if drift.kind is DriftKind.ADDED else "was declared otherwise"
            explanation = f"the tool {shown_value(reference.name)} {how} when the plan was made; plan again with the present one"
            yield PlanFinding(
                RULE.id,
                reference.step,
                reference.place,
                PlanFlag.DRIFTED_TOOL,
                Outcome.CONTRADICTED,
                Severity.HIGH,
                explanation,
                tool=reference.name,
            )


_NOW: dict[str, Json] = {"name": "room_book", "description": "Books a room.", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}
_PLAN: Json = [{"step_id": "a", "tool": "room_book"}]

RULE = Rule(
    id="GR406",
    name="drifted-tool",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("the same declaration", _PLAN, tools=(_NOW,), before=(_NOW,)),
        PlanExample("another description", _PLAN, ("a",), tools=(_NOW,), before=({**_NOW, "description": "Finds a room."},)),
        PlanExample("another schema", _PLAN, ("a",), tools=(_NOW,), before=({**_NOW, "inputSchema": {"type": "object"}},)),
        PlanExample("a tool that was not there", _PLAN, ("a",), tools=(_NOW,), before=("room_search",)),
        PlanExample("near miss: another tool changed", _PLAN, tools=(_NOW, "room_search"), before=(_NOW,)),
        PlanExample("near miss: the keys in another order", _PLAN, tools=(_NOW,), before=(dict(reversed(_NOW.items())),)),
    ),
)
