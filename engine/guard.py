"""The guard: wires context, rules, policy and merge together. The only module that imports the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property

from .context import Context
from .inquiry import Inquiry, ToolCall
from .merge import merge
from .plans.check_plan import PlanCheck
from .plans.plan import Plan
from .plans.plan_policy import PlanPolicy
from .plans.plan_verdict import PlanVerdict
from .plans.read_plan import PlanSource, read_plan
from .plans.receipts import Signer
from .plans.snapshot_drift import LOCAL_REGISTRY, RegistrySnapshot
from .policy import Policy
from .registry import ToolRegistry
from .rule import RuleSet
from .run import run_rules
from .text.answer import Answer
from .text.findings import TextVerdict
from .text.merge_text import merge_text
from .text.run_text import run_text_rules
from .text.text_inquiry import TextInquiry
from .verdict import Digests, Verdict
from .version import VERSION


class Guard:
    """Checks what a model is about to do against what it was given. Holds no state of its own: one guard serves all threads.

    Example:
        >>> from groundrules import Context, Guard, ToolCall, ToolRegistry
        >>> tools = ToolRegistry.from_openai([{"name": "track", "input_schema": {"properties": {"order_id": {"type": "string"}}}}])
        >>> context = Context.from_openai([{"role": "user", "content": "Where is order ORD-12345?"}])
        >>> verdict = Guard().check_tool_call(ToolCall("track", {"order_id": "ORD-12354"}), context=context, registry=tools)
        >>> verdict.decision.value, verdict.reasons
        ('block', ('/order_id',))
    """

    def __init__(self, rules: RuleSet | None = None, policy: Policy | None = None) -> None:
        self._chosen = rules
        self.policy = policy or Policy()

    @cached_property
    def rules(self) -> RuleSet:
        """The rules in use: those given, else all that ship."""
        if self._chosen is not None:
            return self._chosen
        from ..rules import load_rules

        return load_rules()

    @cached_property
    def _digests(self) -> tuple[str, str]:
        listed = "\n".join(f"{rule.id} {rule.name} {rule.since}" for rule in self.rules)
        return hashlib.sha256(f"{VERSION}\n{listed}".encode()).hexdigest(), self.policy.digest

    def check_tool_call(self, call: ToolCall, *, context: Context, registry: ToolRegistry) -> Verdict:
        """The verdict on a proposed call. Same input, same verdict, byte for byte; never raises on what a model wrote."""
        inquiry = Inquiry(call, context=context, registry=registry, policy=self.policy)
        findings, errors = run_rules(self.rules, inquiry)
        rules_digest, policy_digest = self._digests
        digests = Digests(rules=rules_digest, policy=policy_digest, context=context.digest, tools=registry.digest)
        return merge(inquiry, findings, errors, digests=digests, engine_version=VERSION)

    def check_answer(self, answer: Answer | str, *, context: Context) -> TextVerdict:
        """The verdict on a generated answer, which is never modified; the evidence passages are sources of the context.

        Same input, same verdict; never raises on what a model wrote.
        """
        judged = Answer(answer) if isinstance(answer, str) else answer
        inquiry = TextInquiry(judged, context=context, policy=self.policy)
        findings, errors = run_text_rules(self.rules, inquiry)
        rules_digest, policy_digest = self._digests
        digests = Digests(rules=rules_digest, policy=policy_digest, context=context.digest, tools="")
        return merge_text(inquiry, findings, errors, details=(), assertions=(), digests=digests, engine_version=VERSION)

    async def check_answer_async(self, answer: Answer | str, *, context: Context) -> TextVerdict:
        """`check_answer` for async callers; the rules do no I/O, so it runs in place."""
        return self.check_answer(answer, context=context)

    async def check_tool_call_async(self, call: ToolCall, *, context: Context, registry: ToolRegistry) -> Verdict:
        """`check_tool_call` for async callers; the rules do no I/O, so it runs in place."""
        return self.check_tool_call(call, context=context, registry=registry)

    def check_plan(
        self,
        plan: Plan | PlanSource,
        *,
        registry: ToolRegistry,
        context: Context | None = None,
        policy: PlanPolicy | None = None,
        now: datetime | None = None,
        signer: Signer | None = None,
        registry_id: str = LOCAL_REGISTRY,
        grounded_on: RegistrySnapshot | None = None,
        completed: Sequence[str] = (),
    ) -> PlanVerdict:
        """The verdict on a plan before anything of it runs. Same input, same verdict; never raises on what a planner wrote, and never runs a tool.

        `plan` is read by `read_plan` where it is not a Plan. Argument values are checked where there is a `context`, their structure always. `policy` is the
        `plans` part of the guard's policy unless given. `now` (the context's, unless given) dates the receipts, which `signer` signs. `grounded_on` is the
        registry as it was when the plan was made; `completed` the ids of the steps that have run by now.

        Raises:
            InputError: there is a signer but no present time with an offset.

        Example:
            >>> from groundrules import Guard, ToolRegistry
            >>> tools = ToolRegistry.from_openai([{"name": "get_ticket"}])
            >>> verdict = Guard().check_plan([{"step_id": "s1", "tool": "close_ticket"}], registry=tools)
            >>> verdict.state.value, verdict.directive.value, verdict.hallucinated_tools
            ('HALLUCINATED_TOOLS_DETECTED', 'ACTION', ('close_ticket',))
        """
        return self.plan_check(
            registry=registry,
            context=context,
            policy=policy,
            now=now,
            signer=signer,
            registry_id=registry_id,
            grounded_on=grounded_on,
            completed=completed,
        ).verdict(plan if isinstance(plan, Plan) else read_plan(plan, registry=registry))

    async def check_plan_async(
        self,
        plan: Plan | PlanSource,
        *,
        registry: ToolRegistry,
        context: Context | None = None,
        policy: PlanPolicy | None = None,
        now: datetime | None = None,
        signer: Signer | None = None,
    ) -> PlanVerdict:
        """`check_plan` for async callers; the rules do no I/O, so it runs in place."""
        return self.check_plan(plan, registry=registry, context=context, policy=policy, now=now, signer=signer)

    def plan_check(
        self,
        *,
        registry: ToolRegistry,
        context: Context | None = None,
        policy: PlanPolicy | None = None,
        now: datetime | None = None,
        signer: Signer | None = None,
        registry_id: str = LOCAL_REGISTRY,
        grounded_on: RegistrySnapshot | None = None,
        completed: Sequence[str] = (),
    ) -> PlanCheck:
        """What `check_plan` rests on, for one who checks several plans or makes abort receipts."""
        return PlanCheck(
            self.rules,
            self._digests[0],
            self.policy,
            self.policy.plans if policy is None else policy,
            registry,
            VERSION,
            registry_id,
            context,
            grounded_on,
            tuple(completed),
            now if now is not None or context is None else context.now,
            signer,
        )
