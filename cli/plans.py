"""Plans on the command line: the case form `{"plan", "registry" or "tools"}`, how a verdict on a plan is written, and reported cases of plans."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ..engine.context import Context
from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.plans.manifest import plan_manifest
from ..engine.plans.plan_verdict import Directive, PlanVerdict
from ..engine.plans.snapshot_drift import LOCAL_REGISTRY, RegistrySnapshot
from ..engine.registry import ToolRegistry
from ..engine.types import Decision, Json, Outcome
from ..engine.views import printable
from .cases import read_case, registry_of
from .files import type_word

if TYPE_CHECKING:
    from ..engine.plans.receipts import Signer

PLAN_KIND = "plan"
OUTCOMES = {Directive.PROCEED: "proceed", Directive.ACTION: "replan", Directive.HALT: "halt"}
DECISIONS = {Directive.PROCEED: Decision.ALLOW, Directive.ACTION: Decision.REGENERATE, Directive.HALT: Decision.BLOCK}


@dataclass(frozen=True, slots=True)
class PlanCase:
    """What one check of a plan needs."""

    plan: Json
    registry: ToolRegistry
    registry_id: str = LOCAL_REGISTRY
    context: Context | None = None
    grounded_on: RegistrySnapshot | None = None
    plan_id: str | None = None


def is_plan(content: Mapping[str, Json]) -> bool:
    """True for a case that holds a plan."""
    return "plan" in content and "call" not in content


def is_plan_case(row: Mapping[str, Json]) -> bool:
    """True for a reported case of a plan."""
    return row.get("kind") == PLAN_KIND and "expect" in row and "plan" in row


def read_plan_case(content: Mapping[str, Json], place: str, *, complete: bool | None = None) -> PlanCase:
    """The case that an object holds: `plan`, `tools` (or `registry`, names or definitions), and optional `messages`, `evidence`, `now` and `grounded_on`.

    Raises:
        InputError: the object is not of the documented form; the message names the place.
    """
    key = next((key for key in ("tools", "registry") if key in content), None)
    if key is None:
        raise InputError(place, problem="the field `tools` is missing", remedy="give the tools as definitions or as names")
    try:
        registry = registry_of(_definitions(content[key], key))
        snapshot = None if content.get("grounded_on") is None else RegistrySnapshot.from_json(content["grounded_on"], place="grounded_on")
        context = None
        if "messages" in content:
            whole: dict[str, Json] = {**content, "tools": [], "call": {"name": "plan", "arguments": {}}}
            context = read_case(whole, "", complete=complete).context
    except InputError as error:
        raise InputError(f"{place} {error.place.strip()}", problem=error.problem, remedy=error.remedy) from error
    named, identifier = content.get("registry_id"), content.get("plan_id")
    return PlanCase(
        content["plan"],
        registry,
        named if isinstance(named, str) else LOCAL_REGISTRY,
        context,
        snapshot,
        identifier if isinstance(identifier, str) else None,
    )


def checked_plan(case: PlanCase, *, guard: Guard, now: datetime | None = None, signer: Signer | None = None) -> PlanVerdict:
    """The verdict on the plan of a case; `now` dates the receipts where the case states no time."""
    from ..engine.plans.read_plan import read_plan

    stated = None if case.context is None else case.context.now
    time = stated if stated is not None and stated.tzinfo is not None else now
    return guard.check_plan(
        read_plan(case.plan, registry=case.registry, plan_id=case.plan_id),
        registry=case.registry,
        context=case.context,
        registry_id=case.registry_id,
        grounded_on=case.grounded_on,
        now=time,
        signer=signer,
    )


def present_time() -> datetime:
    """The present time in UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def plan_text(verdict: PlanVerdict) -> str:
    """A few lines for a person: the directive, then what keeps the plan from being safe; safe to print on a terminal."""
    lines = [f"{printable(verdict.plan_id)}: {DECISIONS[verdict.directive].value.replace('_', ' ')}"]
    lines.append(f"  {verdict.state.value}, {printable(verdict.message)}")
    for finding in verdict.findings:
        if finding.outcome is not Outcome.SUPPORTED:
            lines.append(f"  {printable(finding.place or 'plan')}\n      {finding.rule_id}: {printable(finding.explanation)}")
    lines += [f"  {printable(fallen.step_id)} falls with {printable(fallen.because)}" for fallen in verdict.fallen]
    lines += [f"  error at {printable(error.place)}: {printable(error.message)}" for error in verdict.errors]
    return "\n".join(lines)


def plan_written(verdict: PlanVerdict, *, as_text: bool, single: bool) -> str:
    """The verdict as text for a person, or as a PlanManifest."""
    return plan_text(verdict) if as_text else json.dumps(plan_manifest(verdict), indent=2 if single else None)


def judge_plan_case(row: Mapping[str, Json], place: str, *, guard: Guard) -> tuple[dict[str, Json], dict[str, Json] | None]:
    """What the guard makes of a reported case, and the miss, if it is one.

    A case is right where the directive is the expected one, or one of `also_ok`, and a plan that may not run is held back for exactly the tools and steps
    that the case names.
    """
    verdict = checked_plan(read_plan_case(row, place), guard=guard)
    got, expect = OUTCOMES[verdict.directive], row["expect"]
    bad, also_ok = _names(row, "bad", place), _names(row, "also_ok", place)
    found = named_faults(verdict)
    fits = got == expect or got in also_ok
    result: dict[str, Json] = {
        "id": row.get("id"),
        "kind": PLAN_KIND,
        "topic": row.get("topic"),
        "expect": expect,
        "got": got,
        "ok": fits and (verdict.may_run or found == set(bad)),
        "bad_found": set(bad) <= found,
    }
    if result["ok"]:
        return result, None
    told: dict[str, Json] = {**result, "place": place, "why": "case decided wrongly", "bad": list(bad), "found": [*sorted(found)], "reason": row.get("why")}
    return result, {**told, "plan": row["plan"], "manifest": plan_manifest(verdict)}


def named_faults(verdict: PlanVerdict) -> set[str]:
    """What keeps a plan from running: the unknown tools, and the ids of the steps that are invalid for another reason."""
    steps = {
        verdict.groundings[finding.step].step_id
        for finding in verdict.findings
        if finding.step >= 0 and finding.outcome is not Outcome.SUPPORTED and finding.tool not in verdict.hallucinated_tools
    }
    return {*verdict.hallucinated_tools, *steps}


def _definitions(tools: Json, key: str) -> list[Json]:
    if not isinstance(tools, list):
        raise InputError(key, problem=f"expected a list, got {type_word(tools)}", remedy="give a list of names or definitions")
    return [{"name": tool} if isinstance(tool, str) else tool for tool in tools]


def _names(row: Mapping[str, Json], key: str, place: str) -> tuple[str, ...]:
    values = row.get(key) or []
    if not isinstance(values, list):
        raise InputError(f"{place} {key}", problem=f"expected a list, got {type_word(values)}", remedy="give a list of strings")
    return tuple(str(value) for value in values)
