"""One plan laid out for the rules: the tools it names, the references between its steps, what its arguments come to, and what has drifted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from ..context import Context
from ..inquiry import Inquiry, ToolCall
from ..merge import UNJUDGED
from ..policy import Policy
from ..registry import ToolRegistry, ToolSpec
from ..rule import RuleSet
from ..run import run_rules
from ..types import KEY_ITEM, Finding, Flag, Json, Outcome, Severity
from ..verdict import CheckError
from .plan import GroundingKind, Plan, PlannedCall, Step
from .plan_arguments import Binder, BoundArguments
from .plan_policy import PlanPolicy
from .snapshot_drift import RegistrySnapshot, ToolDrift, drift_of
from .step_references import StepReference
from .suggestions import MAX_SUGGESTED_NAMES, Suggester

_NUMBERED = re.compile(r"(?:step|s|task|t|e)?[\s_-]{0,2}#?(\d{1,6})", re.IGNORECASE | re.ASCII)
_ENDING = re.compile(r"[A-Za-z_\s-]{1,40}(\d{1,6})", re.ASCII)
_BEGINNINGS = frozenset(("__start__", "START"))


class ToolRole(StrEnum):
    """How a step names a tool."""

    CALL = "call"
    FALLBACK = "fallback"
    ARGUMENT = "argument"


@dataclass(frozen=True, slots=True)
class ToolReference:
    """A tool that a step names. `tool` is what the registry resolves the name to; None where it holds no such tool."""

    step: int
    step_id: str
    name: str
    role: ToolRole
    place: str
    tool: ToolSpec | None


class InputFault(StrEnum):
    """Why a reference between steps cannot be followed."""

    MISSING = "missing"
    AMBIGUOUS = "ambiguous"
    LATER = "later"
    NO_FIELD = "no_field"


@dataclass(frozen=True, slots=True)
class StepInput:
    """A reference from one step to another. `target` is the index of the step it points to, None where there is no single one."""

    step: int
    place: str
    named: str
    path: tuple[str, ...]
    target: int | None
    fault: InputFault | None


@dataclass(frozen=True, slots=True)
class ArgumentFault:
    """A finding of the tool-call engine on an argument of a planned call that its policy does not let run."""

    step: int
    place: str
    tool: str
    finding: Finding


class PlanInquiry:
    """What plan rules see. Attributes are computed on first use and never change afterwards."""

    def __init__(
        self,
        plan: Plan,
        *,
        registry: ToolRegistry,
        plans: PlanPolicy,
        policy: Policy,
        call_rules: RuleSet,
        context: Context | None = None,
        grounded_on: RegistrySnapshot | None = None,
    ) -> None:
        self.plan = plan
        self.registry = registry
        self.plans = plans
        self.policy = policy
        self.context = context
        self.grounded_on = grounded_on
        self._call_rules = call_rules
        self._binder = Binder(is_step=self._is_step, is_tool=lambda name: self.resolve(name) is not None)
        self._resolved: dict[str, ToolSpec | None] = {}

    def resolve(self, name: str) -> ToolSpec | None:
        """The registered tool of this name, looked up once."""
        if name not in self._resolved:
            self._resolved[name] = self.registry.resolve(name)
        return self._resolved[name]

    # ---- tools --------------------------------------------------------------------------------------------------------------------------

    @cached_property
    def bound(self) -> tuple[tuple[BoundArguments, ...], ...]:
        """The arguments of each step's calls, then of its fallbacks, with the references told apart."""
        return tuple(tuple(self._binder.bind(call) for call in (*step.calls, *step.fallbacks)) for step in self.plan.steps)

    @cached_property
    def references(self) -> tuple[ToolReference, ...]:
        """Every tool that every step names, in order: its calls, its fallbacks, and tools inside arguments."""
        return tuple(self._references())

    def _references(self) -> Iterator[ToolReference]:
        for number, step in enumerate(self.plan.steps):
            for role, calls in ((ToolRole.CALL, step.calls), (ToolRole.FALLBACK, step.fallbacks)):
                for call in calls:
                    yield ToolReference(number, step.id, call.tool, role, call.place, self.resolve(call.tool))
            for call, bound in zip((*step.calls, *step.fallbacks), self.bound[number], strict=True):
                for nested in bound.nested:
                    place = f"{call.place}/arguments{nested.pointer}"
                    yield ToolReference(number, step.id, nested.name, ToolRole.ARGUMENT, place, self.resolve(nested.name))

    @cached_property
    def unknown(self) -> tuple[ToolReference, ...]:
        """The references to tools that are not registered."""
        return tuple(reference for reference in self.references if reference.tool is None)

    @cached_property
    def with_fallback(self) -> frozenset[int]:
        """The steps that declare a fallback which is registered."""
        return frozenset(reference.step for reference in self.references if reference.role is ToolRole.FALLBACK and reference.tool is not None)

    @cached_property
    def suggestions(self) -> Mapping[str, tuple[str, ...]]:
        """Near names for the first 50 unknown names; never applied."""
        names = list(dict.fromkeys(reference.name for reference in self.unknown))[:MAX_SUGGESTED_NAMES]
        if not names:
            return {}
        keys: dict[str, set[str]] = {name: set() for name in names}
        for step in self.plan.steps:
            for call in (*step.calls, *step.fallbacks):
                if call.tool in keys and isinstance(call.arguments, dict):
                    keys[call.tool].update(call.arguments)
        suggester = Suggester(self.registry)
        return {name: suggester.closest(name, arguments=keys[name]) for name in names}

    @cached_property
    def drift(self) -> Mapping[str, ToolDrift]:
        """The named tools that are not as the snapshot has them which grounded the plan, by the name in the plan."""
        if self.grounded_on is None or self.grounded_on.digest == self.registry.digest:
            return {}
        names = {reference.name for reference in self.references if reference.tool is not None}
        return {drift.tool: drift for drift in drift_of(self.grounded_on, self.registry, tools=names)}

    @cached_property
    def ungrounded(self) -> tuple[int, ...]:
        """The steps that name a tool and do not say what led to it."""
        naming = {reference.step for reference in self.references}
        return tuple(number for number in sorted(naming) if self.plan.steps[number].grounding.kind is GroundingKind.UNGROUNDED)

    # ---- steps --------------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _ids(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, step in enumerate(self.plan.steps):
            found.setdefault(step.id, []).append(number)
        return found

    @cached_property
    def _endings(self) -> Mapping[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, step in enumerate(self.plan.steps):
            ending = _ENDING.fullmatch(step.id)
            if ending is not None:
                found.setdefault(int(ending[1]), []).append(number)
        return found

    @cached_property
    def duplicates(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The ids that several steps share, with those steps."""
        return tuple((name, tuple(numbers)) for name, numbers in self._ids.items() if len(numbers) > 1)

    @cached_property
    def inputs(self) -> tuple[StepInput, ...]:
        """Every reference from one step to another: in arguments, dependencies, grounding, and the text of a step in prose."""
        return tuple(self._inputs())

    def _is_step(self, name: str) -> bool:
        return name in self._ids

    def _inputs(self) -> Iterator[StepInput]:
        for number, step in enumerate(self.plan.steps):
            seen: set[tuple[str, tuple[str, ...]]] = set()
            for call, bound in zip((*step.calls, *step.fallbacks), self.bound[number], strict=True):
                for pointer, reference in bound.references:
                    seen.add((reference.step, reference.path))
                    yield self._input(number, f"{call.place}/arguments{pointer}", reference)
            for at, name in enumerate(step.depends_on):
                if name not in _BEGINNINGS:
                    yield self._input(number, f"{step.place}/depends_on/{at}", StepReference(name, (), 0, 0, explicit=True))
            yield from self._grounding_inputs(number, step)
            if step.is_prose:
                for reference in self._binder.references(step.text, with_order=True):
                    if (reference.step, reference.path) not in seen:
                        yield self._input(number, step.place, reference)

    def _grounding_inputs(self, number: int, step: Step) -> Iterator[StepInput]:
        evidence = step.grounding.evidence
        if evidence is None or step.grounding.kind is not GroundingKind.RETRIEVAL:
            return  # a receipt or an earlier session is no step of this plan
        place = f"{step.place}/grounding"
        named = [evidence] if self._is_step(evidence) else [part for part in evidence.split(", ") if self._is_step(part)]
        for name in named:
            yield self._input(number, place, StepReference(name, (), 0, 0, explicit=True))
        if not named:
            for reference in self._binder.references(evidence):
                yield self._input(number, place, reference)

    def _input(self, number: int, place: str, reference: StepReference) -> StepInput:
        targets = self._targets(reference)
        if len(targets) != 1:
            unclear = InputFault.AMBIGUOUS if targets else InputFault.MISSING
            return StepInput(number, place, reference.step, reference.path, None, unclear)
        target = targets[0]
        fault = InputFault.LATER if target >= number else None if self._yields(target, reference.path) else InputFault.NO_FIELD
        return StepInput(number, place, reference.step, reference.path, target, fault)

    def _targets(self, reference: StepReference) -> list[int]:
        """The steps that a name may stand for: of this id; else whose id ends in this number; else at this place of the list."""
        exact = self._ids.get(reference.step)
        if exact is not None:
            return exact[:1]
        numbered = _NUMBERED.fullmatch(reference.step)
        if numbered is None:
            return []
        number = int(numbered[1])
        if not reference.zero_based:
            ending = self._endings.get(number)
            if ending is not None:
                return ending
            if str(number) in self._ids:
                return self._ids[str(number)][:1]
        at = number if reference.zero_based else number - 1
        # Where the steps are numbered in some way of their own, a place in the list is a guess.
        return [at] if 0 <= at < len(self.plan.steps) and (reference.zero_based or not self._endings) else []

    def _yields(self, target: int, path: tuple[str, ...]) -> bool:
        """False where every tool of the step declares an output that cannot hold the path."""
        tools = [tool for call in self.plan.steps[target].calls if (tool := self.resolve(call.tool)) is not None]
        return not tools or any(_can_yield(tool.output, path) for tool in tools)

    # ---- arguments ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def argument_check(self) -> tuple[tuple[ArgumentFault, ...], tuple[CheckError, ...]]:
        """What the rules for tool calls say of the stated arguments that may not run as they are, and what went wrong.

        Without a context only structure is judged. A leaf that is a reference to an earlier output is not judged.
        """
        faults: list[ArgumentFault] = []
        errors: list[CheckError] = []
        rules = self._call_rules.select("GR1") if self.context is None else self._call_rules
        context = Context() if self.context is None else self.context
        for number, step in enumerate(self.plan.steps):
            for call, bound in self._judged(step, number):
                if self.context is None and self._is_sound(call, bound):
                    continue
                inquiry = Inquiry(ToolCall(call.tool, bound.judged), context=context, registry=self.registry, policy=self.policy)
                found, failed = run_rules(rules, inquiry)
                errors.extend(CheckError(f"{call.place}: {error.place}", error.message) for error in failed)
                faults.extend(self._faults(number, call, bound, inquiry, found))
        return tuple(faults), tuple(errors)

    def _judged(self, step: Step, number: int) -> Iterator[tuple[PlannedCall, BoundArguments]]:
        """The calls of registered tools with stated arguments; a fallback of an unknown tool that states none gets those of the call it stands in for."""
        for call, bound in zip((*step.calls, *step.fallbacks), self.bound[number], strict=True):
            if call.stated and self.resolve(call.tool) is not None:
                yield call, bound
        if len(step.calls) == 1 and step.calls[0].stated and self.resolve(step.calls[0].tool) is None:
            for fallback in step.fallbacks:
                if not fallback.stated and self.resolve(fallback.tool) is not None:
                    yield replace(step.calls[0], tool=fallback.tool), self.bound[number][0]

    def _is_sound(self, call: PlannedCall, bound: BoundArguments) -> bool:
        """True where the rules of structure have nothing to say: the schema can be used, and the arguments were read without loss and fit it."""
        tool = self.resolve(call.tool)
        return tool is not None and bound.clean and not tool.broken and isinstance(bound.judged, dict) and not tool.faults(bound.judged)

    def _faults(
        self, number: int, call: PlannedCall, bound: BoundArguments, inquiry: Inquiry, found: tuple[Finding, ...]
    ) -> Iterator[ArgumentFault]:
        judged = {finding.item for finding in found}
        for finding in found:
            if finding.outcome is Outcome.SUPPORTED or bound.is_reference(finding.item):
                continue
            if not self.policy.decide(finding.outcome, finding.severity, inquiry.effect).may_run:
                item = finding.item.removeprefix(KEY_ITEM) if finding.item.startswith(("/", KEY_ITEM)) else ""
                yield ArgumentFault(number, f"{call.place}/arguments{item}", call.tool, finding)
        if self.context is not None:
            yield from self._unjudged(number, call, bound, inquiry, judged)

    def _unjudged(self, number: int, call: PlannedCall, bound: BoundArguments, inquiry: Inquiry, judged: set[str]) -> Iterator[ArgumentFault]:
        """An argument that no rule judged is undecided, as in a call."""
        for leaf in inquiry.leaves:
            if leaf.pointer not in judged and not bound.is_reference(leaf.pointer):
                finding = unjudged_finding(leaf.pointer)
                if not self.policy.decide(finding.outcome, finding.severity, inquiry.effect).may_run:
                    yield ArgumentFault(number, f"{call.place}/arguments{leaf.pointer}", call.tool, finding)


def unjudged_finding(pointer: str) -> Finding:
    """The finding that stands for an argument which no rule judged."""
    return Finding(UNJUDGED, pointer, Outcome.UNDECIDED, Severity.HIGH, "no rule judged this value", flag=Flag.NO_EVIDENCE)


def _can_yield(schema: Mapping[str, Json], path: tuple[str, ...]) -> bool:
    """False where a schema rules the path out. A property counts as ruled out where others are listed and none is expressly allowed beside them."""
    here: Json = dict(schema)
    for number in range(len(path) + 1):
        if not isinstance(here, dict) or not here or any(key in here for key in ("$ref", "anyOf", "oneOf", "allOf")):
            return True
        if here.get("type") == "null":
            return False
        if number == len(path):
            return True
        here = _part(here, path[number])
        if here is False:
            return False
    return True


def _part(schema: dict[str, Json], token: str) -> Json:
    properties, items, kind = schema.get("properties"), schema.get("items"), schema.get("type")
    if token.isdigit() and (kind == "array" or items is not None):
        return items if isinstance(items, dict) else True
    if isinstance(properties, dict):
        if token in properties:
            return properties[token]
        extra = schema.get("additionalProperties")
        return extra if isinstance(extra, dict) else extra is True or "patternProperties" in schema
    return not (isinstance(kind, str) and kind in ("string", "integer", "number", "boolean"))
