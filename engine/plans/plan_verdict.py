"""Findings on a plan and its policy to a verdict: pure, total, independent of the order of findings.

Theory of operation: the gates are asked in order, and the first that holds decides. No tools: nothing can run, proceed. Unknown tools that neither the
sandbox nor a fallback excuses: plan again, or halt. Grounding demanded and missing: halt. Anything still open (an argument, a reference between steps, a
step id, a tool that drifted, a check that failed): plan again, or halt. Else the plan is safe. Which tools are unknown and which steps are ungrounded is
read off the plan itself, so that leaving a rule out never opens a gate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..errors import PlanRefusedError, UnknownToolError
from ..schema_text import listed, shown_value
from ..types import Outcome
from ..verdict import CheckError
from .plan import Plan
from .plan_findings import PlanFinding, PlanFlag
from .plan_inquiry import PlanInquiry, ToolReference
from .receipts import AbortReceipt, Attestation, StepGrounding

PLAN_VERDICT_VERSION = "1.0"


class PlanState(StrEnum):
    """What is known of a plan's tools, in the vocabulary of the PlanManifest form."""

    NO_TOOLS = "NO_TOOLS"
    ALL_TOOLS_VERIFIED = "ALL_TOOLS_VERIFIED"
    HALLUCINATED_TOOLS_DETECTED = "HALLUCINATED_TOOLS_DETECTED"
    PLAN_SAFE_TO_EXECUTE = "PLAN_SAFE_TO_EXECUTE"


class Directive(StrEnum):
    """What the host should do with the plan, mildest first: run it, have it planned again, or stop."""

    PROCEED = "PROCEED"
    ACTION = "ACTION"
    HALT = "HALT"


@dataclass(frozen=True, slots=True)
class FallenStep:
    """A step that cannot stand because it rests on an invalid one: `because` is the invalid step that it rests on in the end."""

    step: int
    step_id: str
    because: str


@dataclass(frozen=True, slots=True)
class PlanDigests:
    """SHA-256 hex digests of what decided: the plan, the registry, the policy, the rules chosen and the context (empty where there was none)."""

    plan: str
    registry: str
    policy: str
    rules: str
    context: str


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """The answer to one check of a plan. Nothing in it was executed, and no name was replaced.

    `message` is the directive with its reason (`ACTION: re-plan without ...`). `open` are the places that keep the plan from being safe; `invalid` the steps
    at fault, `fallen` those that rest on them. `suggestions` maps unknown names to near ones, never applied.
    """

    plan_id: str
    state: PlanState
    directive: Directive
    message: str
    hallucinated_tools: tuple[str, ...]
    references: tuple[ToolReference, ...]
    findings: tuple[PlanFinding, ...]
    open: tuple[str, ...]
    invalid: tuple[str, ...]
    fallen: tuple[FallenStep, ...]
    suggestions: Mapping[str, tuple[str, ...]]
    errors: tuple[CheckError, ...]
    receipts: tuple[Attestation, ...]
    groundings: tuple[StepGrounding, ...]
    abort: AbortReceipt | None
    digests: PlanDigests
    engine_version: str
    verdict_version: str = PLAN_VERDICT_VERSION

    @property
    def may_run(self) -> bool:
        """True where the directive is to proceed."""
        return self.directive is Directive.PROCEED

    def require(self) -> None:
        """Nothing where the plan may run.

        Raises:
            UnknownToolError: it names a tool that is not registered; not retryable.
            PlanRefusedError: it may not run for another reason; not retryable.
        """
        if self.may_run:
            return
        if self.hallucinated_tools:
            name = self.hallucinated_tools[0]
            raise UnknownToolError(name, suggestions=self.suggestions.get(name, ()))
        raise PlanRefusedError(self.message)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the gates come to, before receipts are made."""

    state: PlanState
    directive: Directive
    message: str
    hallucinated_tools: tuple[str, ...]
    findings: tuple[PlanFinding, ...]
    open: tuple[str, ...]
    invalid: tuple[int, ...]
    fallen: tuple[FallenStep, ...]


def judge_plan(inquiry: PlanInquiry, findings: Iterable[PlanFinding], errors: tuple[CheckError, ...]) -> Judgement:
    """The state and the directive of a plan, by the gates in order."""
    ordered = tuple(sorted(set(findings), key=_order))
    at_fault = [finding for finding in ordered if finding.outcome is not Outcome.SUPPORTED]
    still_open = [finding for finding in at_fault if finding.flag not in (PlanFlag.UNKNOWN_TOOL, PlanFlag.UNGROUNDED_STEP)]
    places = tuple(dict.fromkeys((*(finding.place for finding in still_open), *(fault.place for fault in inquiry.plan.faults))))
    blocking = [reference for reference in inquiry.unknown if not _is_excused(reference, inquiry)]
    ungrounded = inquiry.ungrounded if inquiry.plans.require_grounding else ()
    invalid = {reference.step for reference in blocking} | {finding.step for finding in still_open if finding.step >= 0} | set(ungrounded)
    state, directive, reason = _gates(inquiry, blocking, ungrounded, still_open, errors)
    return Judgement(
        state,
        directive,
        f"{directive.value}: {reason}",
        tuple(dict.fromkeys(reference.name for reference in inquiry.unknown)),
        ordered,
        places,
        tuple(sorted(invalid)),
        tuple(_fallen(inquiry, invalid)),
    )


def _gates(
    inquiry: PlanInquiry, blocking: list[ToolReference], ungrounded: tuple[int, ...], still_open: list[PlanFinding], errors: tuple[CheckError, ...]
) -> tuple[PlanState, Directive, str]:
    plan, policy = inquiry.plan, inquiry.plans
    again = Directive.ACTION if policy.allow_replanning else Directive.HALT
    if not inquiry.references:
        if plan.faults or errors:
            return PlanState.NO_TOOLS, again, f"{_how(again)}, for {_not_read(plan, errors)}"
        return PlanState.NO_TOOLS, Directive.PROCEED, "no step names a tool"
    state = PlanState.HALLUCINATED_TOOLS_DETECTED if inquiry.unknown else PlanState.ALL_TOOLS_VERIFIED
    if blocking:
        return state, again, _without(blocking, inquiry, again)
    if ungrounded:
        named = listed([plan.steps[number].id for number in ungrounded])
        return state, Directive.HALT, f"grounding is required and nothing grounds {_steps(len(ungrounded))} {named}"
    if still_open or plan.faults or errors:
        reasons = [finding.explanation for finding in still_open[:3]] or [_not_read(plan, errors)]
        more = len(still_open) - 3
        rest = f"; and {more} more" if more > 0 else ""
        return state, again, f"{_how(again)}; every tool exists, but {'; '.join(reasons)}{rest}" if not inquiry.unknown else f"{_how(again)}; {'; '.join(reasons)}{rest}"
    if inquiry.unknown:
        return state, Directive.PROCEED, _excuse(inquiry)
    return PlanState.PLAN_SAFE_TO_EXECUTE, Directive.PROCEED, "every tool is registered and nothing is open"


def _how(directive: Directive) -> str:
    return "re-plan" if directive is Directive.ACTION else "re-planning is not allowed"


def _steps(count: int) -> str:
    return "step" if count == 1 else "the steps"


def _not_read(plan: Plan, errors: tuple[CheckError, ...]) -> str:
    if plan.faults:
        fault = plan.faults[0]
        return f"the plan cannot be read at `{fault.place}`: {fault.problem}" if fault.place else f"the plan cannot be read: {fault.problem}"
    return f"a check failed at {errors[0].place}"


def _without(blocking: list[ToolReference], inquiry: PlanInquiry, again: Directive) -> str:
    names = list(dict.fromkeys(reference.name for reference in blocking))
    near = [f"{shown_value(name)} -> {listed(inquiry.suggestions[name])}" for name in names[:3] if inquiry.suggestions.get(name)]
    hint = f"; near names, as suggestions only: {'; '.join(near)}" if near else ""
    if again is Directive.ACTION:
        return f"re-plan without {listed(names)}, which no tool is registered as{hint}"
    return f"no tool is registered as {listed(names)}, and re-planning is not allowed{hint}"


def _excuse(inquiry: PlanInquiry) -> str:
    names = listed(list(dict.fromkeys(reference.name for reference in inquiry.unknown)))
    if inquiry.plans.sandbox:
        return f"in the sandbox, with {names} not registered"
    steps = listed(list(dict.fromkeys(reference.step_id for reference in inquiry.unknown)))
    return f"with the declared fallbacks of {steps} in place of {names}, which no tool is registered as"


def _is_excused(reference: ToolReference, inquiry: PlanInquiry) -> bool:
    return inquiry.plans.sandbox or (inquiry.plans.fallbacks and reference.step in inquiry.with_fallback)


def _fallen(inquiry: PlanInquiry, invalid: set[int]) -> Iterable[FallenStep]:
    """The steps that rest on an invalid one, directly or through others, in order."""
    users: dict[int, list[int]] = {}
    for entry in inquiry.inputs:
        if entry.target is not None and entry.target != entry.step:
            users.setdefault(entry.target, []).append(entry.step)
    because: dict[int, int] = {}
    waiting = [(step, step) for step in sorted(invalid, reverse=True)]
    while waiting:
        step, cause = waiting.pop()
        for user in users.get(step, ()):
            if user not in because and user not in invalid:
                because[user] = cause
                waiting.append((user, cause))
    steps = inquiry.plan.steps
    return [FallenStep(step, steps[step].id, steps[because[step]].id) for step in sorted(because)]


def _order(finding: PlanFinding) -> tuple[int, str, str, str, int, int, str]:
    return finding.step, finding.place, finding.rule_id, finding.flag, -finding.outcome.rank, -finding.severity, finding.explanation
