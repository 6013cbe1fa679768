"""A step rests on an output that no step of the plan can yield.

**Why.** A reference to a step that does not exist, or to a field that its tool does not return, fails only when the step before it has already run; and what
is filled in its place is made up.

**Silent when.** The reference names an earlier step by its id or its number, and that step's tool declares no output schema, or one that can hold the
field. A reference to a later step is `forward-reference`.

**Not caught.** A field that an undeclared or open output schema allows and the tool does not return. Notations other than those that `docs/PLANS.md` lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.plans.plan_findings import PlanFinding, PlanFlag
from ..engine.plans.plan_inquiry import InputFault, PlanInquiry, StepInput
from ..engine.rule import PlanExample, Rule, Status, Subject
from ..engine.schema_text import shown_value
from ..engine.types import Json, Outcome, Severity


def _check(inquiry: PlanInquiry) -> Iterator[PlanFinding]:
    for entry in inquiry.inputs:
        if entry.fault is None or entry.fault is InputFault.LATER:
            continue
        outcome = Outcome.UNDECIDED if entry.fault is InputFault.AMBIGUOUS else Outcome.UNSUPPORTED
        explanation = f"step {shown_value(inquiry.plan.steps[entry.step].id)} rests on {_told(entry)}"
        yield PlanFinding(RULE.id, entry.step, entry.place, PlanFlag.DANGLING_INPUT, outcome, Severity.HIGH, explanation)


def _told(entry: StepInput) -> str:
    named = shown_value(entry.named)
    if entry.fault is InputFault.MISSING:
        return f"{named}, which is no step of the plan; name an earlier step"
    if entry.fault is InputFault.AMBIGUOUS:
        return f"{named}, which several steps may be; name the step by its id"
    return f"{shown_value('.'.join(entry.path))} of step {named}, which its tool does not yield; name a field of its output"


_SEARCH: dict[str, Json] = {
    "name": "room_search",
    "outputSchema": {"type": "object", "properties": {"rooms": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}}},
}
_BOOK: dict[str, Json] = {"name": "room_book", "inputSchema": {"type": "object", "properties": {"room": {"type": "string"}}}}
_TOOLS = (_SEARCH, _BOOK)


def _plan(reference: str) -> Json:
    return [{"step_id": "find", "tool": "room_search"}, {"step_id": "book", "tool": "room_book", "arguments": {"room": reference}}]


RULE = Rule(
    id="GR402",
    name="dangling-step-input",
    since="0.1.0",
    status=Status.PREVIEW,
    check=_check,
    doc=__doc__ or "",
    subject=Subject.PLAN,
    plan_examples=(
        PlanExample("a field that the earlier tool yields", _plan("$find.output.rooms[0].id"), tools=_TOOLS),
        PlanExample("near miss: a field beside it", _plan("$find.output.rooms[0].code"), ("book",), tools=_TOOLS),
        PlanExample("a step that does not exist", _plan("{{steps.lookup.output}}"), ("book",), tools=_TOOLS),
        PlanExample("a step by its number", _plan("the output of step 1"), tools=_TOOLS),
        PlanExample("near miss: a number past the end", _plan("the output of step 3"), ("book",), tools=_TOOLS),
        PlanExample("a dependency on nothing", [{"step_id": "book", "tool": "room_book", "depends_on": ["find"]}], ("book",), tools=_TOOLS),
        PlanExample("an amount is no reference", _plan("$5.99"), tools=_TOOLS),
        PlanExample(
            "a tool without a declared output",
            [{"step_id": "a", "tool": "room_book"}, {"step_id": "b", "tool": "room_book", "arguments": {"room": "${a.result.any}"}}],
            tools=_TOOLS,
        ),
    ),
)
