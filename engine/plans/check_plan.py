"""One check of a plan, put together: inquiry, rules, gates, receipts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from ..context import Context
from ..policy import Policy
from ..registry import ToolRegistry
from ..rule import RuleSet, Subject
from ..slots import effect_of
from ..types import Effect, Json
from .digests import content_digest
from .plan import Plan, Step
from .plan_inquiry import PlanInquiry
from .plan_policy import PlanPolicy
from .plan_verdict import Judgement, PlanDigests, PlanVerdict, judge_plan
from .receipts import AbortReceipt, Attestation, Signer, StepGrounding, attest
from .run_plan import run_plan_rules
from .snapshot_drift import LOCAL_REGISTRY, RegistrySnapshot


@dataclass(frozen=True, slots=True)
class PlanCheck:
    """What a check of a plan rests on, besides the plan.

    `policy` judges the arguments, `plans` the plan; `registry_id` names the registry in receipts; `grounded_on` is the snapshot that the plan was made for;
    `completed` are the ids of the steps that have already run, in order: a fault found then aborts the run, and the verdict holds the receipt.
    """

    rules: RuleSet
    rules_digest: str
    policy: Policy
    plans: PlanPolicy
    registry: ToolRegistry
    engine_version: str
    registry_id: str = LOCAL_REGISTRY
    context: Context | None = None
    grounded_on: RegistrySnapshot | None = None
    completed: Sequence[str] = ()
    now: datetime | None = None
    signer: Signer | None = None

    def verdict(self, plan: Plan) -> PlanVerdict:
        """The verdict on a plan, with its receipts."""
        inquiry = PlanInquiry(
            plan,
            registry=self.registry,
            plans=self.plans,
            policy=self.policy,
            call_rules=self.rules.about(Subject.TOOL_CALL),
            context=self.context,
            grounded_on=self.grounded_on,
        )
        findings, errors = run_plan_rules(self.rules, inquiry)
        errors = (*errors, *inquiry.argument_check[1])
        judged = judge_plan(inquiry, findings, errors)
        return PlanVerdict(
            plan_id=plan.id,
            state=judged.state,
            directive=judged.directive,
            message=judged.message,
            hallucinated_tools=judged.hallucinated_tools,
            references=inquiry.references,
            findings=judged.findings,
            open=judged.open,
            invalid=tuple(dict.fromkeys(plan.steps[number].id for number in judged.invalid)),
            fallen=judged.fallen,
            suggestions=inquiry.suggestions,
            errors=errors,
            receipts=self._receipts(inquiry),
            groundings=self._groundings(plan),
            abort=self._abort(plan, judged) if self.completed and judged.directive.value != "PROCEED" else None,
            digests=self._digests(plan),
            engine_version=self.engine_version,
        )

    def abort_receipt(self, plan: Plan, step_id: str, *, reason: str, completed: Sequence[str], begun: bool = False) -> AbortReceipt:
        """The receipt of a run that stops before this step, or within it where it has `begun`, signed where there is a signer."""
        # Of a step with several calls that stopped at one of them, others may have run.
        several = {step.id for step in plan.steps if begun and step.id == step_id and len(step.calls) > 1}
        ran = {*completed, *several}
        done = [step for step in plan.steps if step.id in ran]
        undo = tuple(step.id for step in reversed(done) if _changes_something(step, self.registry))
        receipt = AbortReceipt(
            plan.id,
            plan.digest,
            step_id,
            completed[-1] if completed else None,
            reason,
            tuple(completed),
            undo,
            "" if self.now is None else self.now.isoformat(),
        )
        return receipt if self.signer is None else replace(receipt, signature=self.signer.sign(receipt.claims()))

    def _receipts(self, inquiry: PlanInquiry) -> tuple[Attestation, ...]:
        names = dict.fromkeys(reference.name for reference in inquiry.references)
        return tuple(
            attest(
                name,
                registry=self.registry,
                registry_id=self.registry_id,
                now=self.now,
                ttl_s=self.plans.receipt_ttl_s,
                signer=self.signer,
                closest_tools=inquiry.suggestions.get(name, ()),
            )
            for name in names
        )

    def _groundings(self, plan: Plan) -> tuple[StepGrounding, ...]:
        made: list[StepGrounding] = []
        for step, digest in zip(plan.steps, plan.step_digests, strict=True):
            grounding = StepGrounding(step.id, step.grounding.kind.value, step.grounding.evidence, digest)
            signed = grounding if self.signer is None else replace(grounding, signature=self.signer.sign(grounding.claims(plan.id)))
            made.append(signed)
        return tuple(made)

    def _abort(self, plan: Plan, judged: Judgement) -> AbortReceipt:
        done = set(self.completed)
        at = next((number for number in judged.invalid if plan.steps[number].id not in done), None)
        at = next((number for number, step in enumerate(plan.steps) if step.id not in done), None) if at is None else at
        step_id = "" if at is None else plan.steps[at].id
        return self.abort_receipt(plan, step_id, reason=judged.message, completed=self.completed)

    def _digests(self, plan: Plan) -> PlanDigests:
        settings: Json = asdict(self.plans)
        policy = content_digest([self.policy.digest, settings])
        context = "" if self.context is None else self.context.digest
        return PlanDigests(plan.digest, content_digest([self.registry_id, self.registry.digest]), policy, self.rules_digest, context)


def _changes_something(step: Step, registry: ToolRegistry) -> bool:
    """True where a call of the step may have changed something: all but tools that only read."""
    for call in (*step.calls, *step.fallbacks):
        tool = registry.resolve(call.tool)
        hints: Mapping[str, Json] = {} if tool is None else tool.annotations
        read_only, destructive = hints.get("readOnlyHint"), hints.get("destructiveHint")
        effect = effect_of(
            call.tool,
            read_only=read_only if isinstance(read_only, bool) else None,
            destructive=destructive if isinstance(destructive, bool) else None,
        )
        if effect is not Effect.READ:
            return True
    return False
