"""An argument of a planned call would not pass as the call stands.

**Why.** An argument that breaks its schema or was made up is as wrong in a plan as in a call, and found before the first step it costs nothing.

**Silent when.** The rules for tool calls let the argument run under the policy; the argument is a reference to an earlier step's output, whose value is not
known yet; the step states no arguments; or there is no context, for then only the structure is judged.

**Not caught.** What the rules for tool calls do not catch. A value that an earlier step will make true, or untrue.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import PlanInquiry
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import shown_value
from ..engine.types import Json, Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    faults, errors = inquiry.argument_check
    for fault in faults:
        found = fault.finding
        explanation = f"{shown_value(inquiry.plan.steps[fault.step].id)}, {found.rule_id}: {found.explanation}"
        near = () if found.suggestion is None else (str(found.suggestion),)
        yield PlanFinding(
            RULE.id, fault.step, fault.place, PlanFlag.OPEN_ARGUMENT, found.outcome, found.severity, explanation, tool=fault.tool, suggestions=near
        )
    for error in errors:
        yield PlanFinding(RULE.id, -1, error.place, PlanFlag.CHECK_FAILURE, Outcome.UNDECIDED, Severity.HIGH, f"a check failed: {error.message}")


_CANCEL: dict[str, Json] = {
    "name": "cancel_order",
    "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}, "reason": {"enum": ["late", "broken"]}}, "required": ["order_id"]},
}
_FIND: Json = {"step_id": "find", "tool": "find_order"}


def _plan(arguments: Json) -> Json:
    return [_FIND, {"step_id": "cancel", "tool": "cancel_order", "arguments": arguments}]


_TOOLS = (_CANCEL, "find_order")

RULE = Rule(
    id="GR407",
    name="open-plan-argument",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("a value of the user", _plan({"order_id": "ORD-48812"}), tools=_TOOLS, user="Cancel my order ORD-48812."),
        PlanExample("near miss: two digits swapped", _plan({"order_id": "ORD-48821"}), ("cancel",), tools=_TOOLS, user="Cancel my order ORD-48812."),
        PlanExample("near miss: no context to hold it against", _plan({"order_id": "ORD-48821"}), tools=_TOOLS),
        PlanExample("a reference to an earlier output", _plan({"order_id": "{{find.output.id}}"}), tools=_TOOLS, user="Cancel my last order."),
        PlanExample("structure, without a context", _plan({"order": "ORD-48812"}), ("cancel",), tools=_TOOLS),
        PlanExample("a reference in a closed choice", _plan({"order_id": "$find.output.id", "reason": "$find.output.why"}), tools=_TOOLS),
        PlanExample("no arguments stated", [{"step_id": "cancel", "tool": "cancel_order"}], tools=_TOOLS, user="Cancel it."),
    ),
)
