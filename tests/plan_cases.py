"""Plans for tests: a small registry, and what the guard makes of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.plans.plan import Plan
from groundrules.engine.plans.plan_policy import PlanPolicy
from groundrules.engine.plans.plan_verdict import PlanVerdict
from groundrules.engine.plans.read_plan import PlanSource
from groundrules.engine.plans.snapshot_drift import RegistrySnapshot
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Json

NOW = datetime(2031, 5, 2, 9, 0, tzinfo=UTC)
NAMES = ("find_order", "cancel_order", "send_note")


def tools(*names: str) -> ToolRegistry:
    """A registry of tools without schemas."""
    return ToolRegistry.from_openai([{"name": name} for name in names or NAMES])


def step(identifier: str, *names: str, **more: Json) -> dict[str, Json]:
    """A step that names tools."""
    return {"step_id": identifier, "tools": [*names], **more}


@cache
def guard() -> Guard:
    """The guard with every rule."""
    return Guard()


def verdict_of(
    plan: Plan | PlanSource,
    *,
    registry: ToolRegistry | None = None,
    policy: PlanPolicy | None = None,
    context: Context | None = None,
    grounded_on: RegistrySnapshot | None = None,
    completed: Sequence[str] = (),
) -> PlanVerdict:
    """The verdict on a plan against the small registry."""
    return guard().check_plan(
        plan, registry=registry or tools(), policy=policy, context=context, now=NOW, grounded_on=grounded_on, completed=completed
    )
