"""A plan from whatever a planner wrote: JSON of several forms, or free text. Never raises: what cannot be read makes the plan unsafe, not the caller."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from ..registry import ToolRegistry
from ..schema_text import shown_value
from ..types import Json
from .digests import MAX_DEPTH, content_digest
from .plan import Plan, ReadingFault, Step
from .read_prose import ProseReader
from .read_steps import PLAN_IDS, StepReader, first_text, step_list, too_deep_at

PlanSource: TypeAlias = Json | Sequence[Json] | Mapping[str, Json]
"""What a planner may hand over: free text, JSON text, or JSON."""
MAX_CHARS = 20_000_000
"""The longest plan that is read, in characters."""
_FENCE = re.compile(r"```[ \t]{0,4}(?:json)?[ \t]{0,4}\n(.{1,2000000}?)\n[ \t]{0,8}```", re.DOTALL | re.IGNORECASE)
_NO_TOOLS = ToolRegistry()


def read_plan(source: PlanSource, *, registry: ToolRegistry | None = None, plan_id: str | None = None) -> Plan:
    """The plan that a planner wrote: a JSON value, its text, or free text with numbered steps.

    In JSON a plan is a list of steps, or an object with such a list (`steps`, `plan`, `tasks`, `actions`, `tool_calls`); a step is an object with an id, its
    tools (`tools`, `tool`, `tool_calls`, a call in the form of OpenAI, Anthropic or LangChain), `arguments`, `depends_on`, `grounding` and `fallbacks`,
    or a text. The registry is needed for free text, whose tools are found by its names. Without an id the plan goes by the beginning of its digest.

    Example:
        >>> plan = read_plan([{"step_id": "s1", "tool": "track", "arguments": {"order_id": "ORD-12345"}}])
        >>> plan.steps[0].id, plan.steps[0].calls[0].tool
        ('s1', 'track')
    """
    prose = ProseReader(registry or _NO_TOOLS)
    if not isinstance(source, str):
        return _named(_from_value(_copied(source), prose), plan_id)
    if len(source) > MAX_CHARS:
        return _named(_unreadable(f"it is {len(source)} characters long, more than the {MAX_CHARS} that are read", source[:200]), plan_id)
    body = source.strip().removeprefix("\ufeff").strip()
    if body.startswith(("{", "[", '"')):
        return _named(_from_text(body, prose), plan_id)
    fenced = _FENCE.findall(body) if body.count("```") == 2 else []
    if len(fenced) == 1 and fenced[0].strip().startswith(("{", "[")):
        plan = _from_text(fenced[0].strip(), prose)
        around = ProseReader.steps(prose, _FENCE.sub("", body))
        named = [step for step in around if step.calls]
        return _named(_joined(plan, named), plan_id)
    return _named(Plan("", prose.steps(body)), plan_id)


def _joined(plan: Plan, around: list[Step]) -> Plan:
    """The plan of a fenced block; tools that the prose around it names beside those of the block are one more step."""
    known = {call.tool for step in plan.steps for call in step.calls}
    calls = tuple(call for step in around for call in step.calls if call.tool not in known)
    if not calls:
        return plan
    extra = Step("around", calls, text=" ".join(step.text for step in around), place=f"/steps/{len(plan.steps)}", source=[step.source for step in around])
    return Plan(plan.id, (*plan.steps, extra), plan.faults, plan.source)


def _named(plan: Plan, plan_id: str | None) -> Plan:
    if plan_id is not None or plan.id:
        return Plan(plan_id if plan_id is not None else plan.id, plan.steps, plan.faults, plan.source)
    return Plan(f"plan-{plan.digest[:16]}", plan.steps, plan.faults, plan.source)


def _unreadable(problem: str, source: Json = None) -> Plan:
    return Plan("", (), (ReadingFault("", problem),), source)


class _Twice(Exception):
    """Raised inside the decoder where an object holds a key twice."""


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Twice
    return members


def _from_text(text: str, prose: ProseReader) -> Plan:
    try:
        value = cast("Json", json.loads(text, object_pairs_hook=_unique))
    except _Twice:
        return _unreadable("an object holds one key twice, so that it has two readings", text)
    except (ValueError, RecursionError) as error:
        reason = "it nests too deeply" if isinstance(error, RecursionError) else f"it is broken JSON ({str(error)[:120]})"
        return _unreadable(reason, text)
    if isinstance(value, str):
        inner = value.strip()
        return _from_text(inner, prose) if inner.startswith(("{", "[")) else Plan("", prose.steps(inner), source=value)
    return _from_value(value, prose)


def _copied(source: PlanSource) -> Json | ReadingFault:
    """A copy of our own, so that what was checked is what stays checked."""
    try:
        return cast("Json", json.loads(json.dumps(source, default=_plain)))
    except (TypeError, ValueError, RecursionError) as error:
        return ReadingFault("", f"it is not JSON ({str(error)[:120]})")


def _plain(value: object) -> object:
    """What json asks about: other mappings and sequences than its own."""
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, object]", value))
    if isinstance(value, tuple | Sequence) and not isinstance(value, bytes | bytearray):
        return list(cast("Sequence[object]", value))
    raise TypeError(f"{type(value).__name__} is not JSON")


def _from_value(value: Json | ReadingFault, prose: ProseReader) -> Plan:
    if isinstance(value, ReadingFault):
        return Plan("", (), (value,))
    deep = too_deep_at(value, MAX_DEPTH)
    if deep is not None:
        return _unreadable(f"it nests more than {MAX_DEPTH} levels deep at `{deep}`")
    if isinstance(value, list):
        return _of_steps(value, prose)
    if not isinstance(value, dict):
        return _unreadable(f"it is {shown_value(value)}, not a list of steps", value)
    listed = step_list(value)
    if listed is None:
        if any(isinstance(value.get(key), (str, dict, list)) for key in ("tool", "tools", "tool_name", "function", "action", "name")):
            return _of_steps([value], prose)
        text = first_text(value, ("plan", "steps", "text"))
        return Plan("", prose.steps(text), source=value) if text else _unreadable("it holds no list of steps", value)
    key, entries = listed
    identifier = first_text(value, PLAN_IDS) or ""
    rest: dict[str, Json] = {name: part for name, part in value.items() if name != key}
    # A second list of steps in one object is not passed over in silence.
    other = step_list({name: part for name, part in rest.items() if isinstance(part, list)})
    plan = _of_steps(entries, prose)
    faults = plan.faults if other is None or not other[1] else (*plan.faults, ReadingFault(f"/{other[0]}", f"the plan has two lists of steps, `{key}` and `{other[0]}`"))
    return Plan(identifier, plan.steps, faults, [key, content_digest(rest)])


def _of_steps(entries: list[Json], prose: ProseReader) -> Plan:
    reader = StepReader()
    steps = [reader.step(entry, number) for number, entry in enumerate(entries, start=1)]
    read = tuple(prose.with_calls(step) if step.is_prose else step for step in steps)
    return Plan("", read, tuple(reader.faults))
