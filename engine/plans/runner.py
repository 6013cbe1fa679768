"""A guard around a host's own executor: it checks the plan before the first step and the registry before each, and stops with a receipt.

It executes nothing itself: the host's executor runs each step and is called only with steps of a plan that may proceed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from ..context import Context
from ..errors import UnknownToolError
from ..guard import Guard
from ..registry import ToolRegistry
from .check_plan import PlanCheck
from .plan import Plan, PlannedCall, Step
from .plan_inquiry import ToolRole
from .plan_policy import PlanPolicy
from .plan_verdict import PlanVerdict
from .read_plan import PlanSource, read_plan
from .receipts import AbortReceipt, Attestation, Signer, Verifier, attestation_fault
from .snapshot_drift import LOCAL_REGISTRY, RegistrySnapshot, drift_of, snapshot_of

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class StepRun(Generic[ResultT]):
    """What an executor is handed: the step, the calls that may run, and the results of the steps before it, by step id.

    `calls` are the step's own, or its first registered fallback where one of them is not registered; in a sandbox an unknown one stays.
    """

    step: Step
    calls: tuple[PlannedCall, ...]
    results: dict[str, ResultT]


@dataclass(frozen=True, slots=True)
class PlanRun(Generic[ResultT]):
    """What came of a run: the verdict on the plan, the result of each step that ran, and the receipt where it was broken off."""

    verdict: PlanVerdict
    results: dict[str, ResultT] = field(default_factory=dict[str, ResultT])
    abort: AbortReceipt | None = None

    @property
    def completed(self) -> bool:
        """True where every step ran."""
        return self.abort is None


class PlanRunner(Generic[ResultT]):
    """Runs plans through an executor of the host, step by step, as long as each step is what was checked.

    `registry` is asked anew before each step; `clock` gives the present time with an offset. With a `verifier`, the attestation of each tool is verified on
    use: one that has expired, was tampered with or names another schema stops the run. `attestations` are those that the registry issued beforehand; without
    them the ones that `signer` makes at the start count.

    Example:
        >>> from datetime import UTC, datetime
        >>> tools = ToolRegistry.from_openai([{"name": "track"}])
        >>> runner = PlanRunner(Guard(), lambda run: run.calls[0].tool, registry=lambda: tools, clock=lambda: datetime(2031, 5, 2, tzinfo=UTC))
        >>> runner.run([{"step_id": "s1", "tool": "track"}]).results
        {'s1': 'track'}
    """

    def __init__(
        self,
        guard: Guard,
        executor: Callable[[StepRun[ResultT]], ResultT],
        *,
        registry: Callable[[], ToolRegistry],
        clock: Callable[[], datetime],
        context: Context | None = None,
        policy: PlanPolicy | None = None,
        registry_id: str = LOCAL_REGISTRY,
        grounded_on: RegistrySnapshot | None = None,
        signer: Signer | None = None,
        verifier: Verifier | None = None,
        attestations: Sequence[Attestation] = (),
    ) -> None:
        self._executor = executor
        self._gate = _Gate(guard, registry, clock, context, policy, registry_id, grounded_on, signer, verifier, tuple(attestations))

    def run(self, plan: Plan | PlanSource) -> PlanRun[ResultT]:
        """Run the steps in order; nothing runs where the plan may not proceed. What the executor raises is the host's, but for UnknownToolError.

        An UnknownToolError stops the run with a receipt, for trying again cannot help.
        """
        passage = self._gate.open(plan)
        results: dict[str, ResultT] = {}
        if not passage.verdict.may_run:
            return PlanRun(passage.verdict, results, self._gate.refusal(passage))
        for number, step in enumerate(passage.plan.steps):
            abort = self._gate.stop(passage, number, tuple(results))
            if abort is not None:
                return PlanRun(passage.verdict, results, abort)
            try:
                results[step.id] = self._executor(StepRun(step, passage.calls(step), dict(results)))
            except UnknownToolError as error:
                return PlanRun(passage.verdict, results, self._gate.abort(passage, step, str(error), tuple(results), begun=True))
        return PlanRun(passage.verdict, results)


class AsyncPlanRunner(Generic[ResultT]):
    """`PlanRunner` for an async executor; the steps run one after the other."""

    def __init__(
        self,
        guard: Guard,
        executor: Callable[[StepRun[ResultT]], Awaitable[ResultT]],
        *,
        registry: Callable[[], ToolRegistry],
        clock: Callable[[], datetime],
        context: Context | None = None,
        policy: PlanPolicy | None = None,
        registry_id: str = LOCAL_REGISTRY,
        grounded_on: RegistrySnapshot | None = None,
        signer: Signer | None = None,
        verifier: Verifier | None = None,
        attestations: Sequence[Attestation] = (),
    ) -> None:
        self._executor = executor
        self._gate = _Gate(guard, registry, clock, context, policy, registry_id, grounded_on, signer, verifier, tuple(attestations))

    async def run(self, plan: Plan | PlanSource) -> PlanRun[ResultT]:
        """Run the steps in order, as `PlanRunner.run` does."""
        passage = self._gate.open(plan)
        results: dict[str, ResultT] = {}
        if not passage.verdict.may_run:
            return PlanRun(passage.verdict, results, self._gate.refusal(passage))
        for number, step in enumerate(passage.plan.steps):
            abort = self._gate.stop(passage, number, tuple(results))
            if abort is not None:
                return PlanRun(passage.verdict, results, abort)
            try:
                results[step.id] = await self._executor(StepRun(step, passage.calls(step), dict(results)))
            except UnknownToolError as error:
                return PlanRun(passage.verdict, results, self._gate.abort(passage, step, str(error), tuple(results), begun=True))
        return PlanRun(passage.verdict, results)


@dataclass(frozen=True, slots=True)
class _Passage:
    """A plan that was checked, with the registry as it was then."""

    plan: Plan
    verdict: PlanVerdict
    snapshot: RegistrySnapshot
    registry: ToolRegistry
    receipts: dict[str, Attestation]
    nested: dict[int, list[str]]

    def calls(self, step: Step) -> tuple[PlannedCall, ...]:
        """The calls of a step that may run."""
        if all(self.registry.resolve(call.tool) is not None for call in step.calls):
            return step.calls
        known = next((call for call in step.fallbacks if self.registry.resolve(call.tool) is not None), None)
        if known is None:
            return step.calls
        if known.stated or len(step.calls) != 1:
            return (known,)
        return (PlannedCall(known.tool, step.calls[0].arguments, step.calls[0].stated, known.place),)


@dataclass(frozen=True, slots=True)
class _Gate:
    """The checks of a run, shared by both runners."""

    guard: Guard
    registry: Callable[[], ToolRegistry]
    clock: Callable[[], datetime]
    context: Context | None
    policy: PlanPolicy | None
    registry_id: str
    grounded_on: RegistrySnapshot | None
    signer: Signer | None
    verifier: Verifier | None
    attestations: tuple[Attestation, ...]

    def open(self, plan: Plan | PlanSource) -> _Passage:
        registry = self.registry()
        read = plan if isinstance(plan, Plan) else read_plan(plan, registry=registry)
        verdict = self._check(registry).verdict(read)
        snapshot = snapshot_of(registry, registry_id=self.registry_id)
        nested: dict[int, list[str]] = {}
        for reference in verdict.references:
            if reference.role is ToolRole.ARGUMENT:
                nested.setdefault(reference.step, []).append(reference.name)
        receipts = {receipt.tool_id: receipt for receipt in (*verdict.receipts, *self.attestations)}
        return _Passage(read, verdict, snapshot, registry, receipts, nested)

    def refusal(self, passage: _Passage) -> AbortReceipt:
        """The receipt of a plan that never started."""
        first = next(iter(passage.verdict.invalid), passage.plan.steps[0].id if passage.plan.steps else "")
        return self._check(passage.registry).abort_receipt(passage.plan, first, reason=passage.verdict.message, completed=())

    def stop(self, passage: _Passage, number: int, done: Sequence[str]) -> AbortReceipt | None:
        """The receipt where the step is no longer what was checked; None where it may run."""
        registry, step = self.registry(), passage.plan.steps[number]
        names = [*(call.tool for call in passage.calls(step)), *passage.nested.get(number, ())]
        known = [name for name in names if passage.registry.resolve(name) is not None]
        drift = drift_of(passage.snapshot, registry, tools=known) if registry is not passage.registry else ()
        if drift:
            return self.abort(passage, step, f"the tool `{drift[0].tool}` is {drift[0].kind.value} since the plan was checked", done)
        if self.verifier is not None:
            for name in known:
                receipt, now = passage.receipts[name], self.clock()
                fault = attestation_fault(receipt, registry=registry, registry_id=self.registry_id, now=now, verifier=self.verifier)
                if fault is not None:
                    return self.abort(passage, step, f"the attestation of `{name}` does not count: {fault.value}", done)
        return None

    def abort(self, passage: _Passage, step: Step, reason: str, done: Sequence[str], *, begun: bool = False) -> AbortReceipt:
        """The receipt of a run that stops at this step."""
        return self._check(passage.registry).abort_receipt(passage.plan, step.id, reason=reason, completed=done, begun=begun)

    def _check(self, registry: ToolRegistry) -> PlanCheck:
        return self.guard.plan_check(
            registry=registry,
            context=self.context,
            policy=self.policy,
            now=self.clock(),
            signer=self.signer,
            registry_id=self.registry_id,
            grounded_on=self.grounded_on,
        )
