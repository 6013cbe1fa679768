"""The guard: wires context, rules, policy and merge together. The only module that imports the rules."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar, overload

from .audit_merge import audited_answer, audited_call
from .audits import AsyncAuditor, AuditFault, Auditor, AuditReply, AuditRequest
from .context import Context
from .deadline import Deadline
from .errors import InputError
from .escalate import answer_request, call_request
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
from .precedents import NO_PRECEDENTS, Precedents
from .registry import ToolRegistry
from .rule import RuleSet
from .run import run_rules
from .text.answer import Answer
from .text.entities import Pipeline, load_pipeline
from .text.findings import TextDecision, TextFinding, TextVerdict
from .text.merge_text import merge_text
from .text.run_text import run_text_rules
from .text.text_inquiry import TextInquiry
from .types import Decision
from .verdict import Digests, Verdict
from .version import VERSION

if TYPE_CHECKING:
    from .entries import Sink
    from .protect import OnBlock, ProtectedTools, Reply, Tool
    from .session import Session
    from .text.answer import Answer
    from .text.entities import Pipeline
    from .text.findings import TextVerdict
    from .text.text_inquiry import TextInquiry

_Tool = TypeVar("_Tool", bound=Callable[..., object])

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

    def __init__(
        self,
        rules: RuleSet | None = None,
        policy: Policy | None = None,
        *,
        pipeline: Pipeline | None = None,
        auditor: Auditor | AsyncAuditor | None = None,
    ) -> None:
        """`pipeline` finds names in answers (a loaded spaCy pipeline); without one, the policy may name one to load.

        `auditor` is asked what the rules leave undecided, unless a verdict already blocks. An `AsyncAuditor` alone serves the async methods only.
        """
        self.auditor = auditor
        self._chosen = rules
        self.policy = policy or Policy()
        self._given_pipeline = pipeline

    @cached_property
    def _pipeline(self) -> Pipeline | None:
        if self._given_pipeline is not None or not self.policy.answers.pipeline:
            return self._given_pipeline

        return load_pipeline(self.policy.answers.pipeline)

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

    def check_tool_call(
        self,
        call: ToolCall,
        *,
        context: Context,
        registry: ToolRegistry,
        precedents: Precedents = NO_PRECEDENTS,
        deadline: Deadline | None = None,
    ) -> Verdict:
        """The verdict on a proposed call. Same input, same verdict, byte for byte; never raises on what a model wrote.

        `precedents` is what a session knows of earlier calls. A rule that is not done at the `deadline` leaves every item undecided.
        """
        inquiry, verdict = self._judged_call(call, context=context, registry=registry, precedents=precedents, deadline=deadline)
        request = self._call_request(inquiry, verdict)
        return verdict if request is None else audited_call(inquiry, verdict, request=request, reply=self._ask(request))

    async def check_tool_call_async(
        self,
        call: ToolCall,
        *,
        context: Context,
        registry: ToolRegistry,
        precedents: Precedents = NO_PRECEDENTS,
        deadline: Deadline | None = None,
    ) -> Verdict:
        """`check_tool_call` for async callers: the rules do no I/O and run in place, the auditor is awaited."""
        inquiry, verdict = self._judged_call(call, context=context, registry=registry, precedents=precedents, deadline=deadline)
        request = self._call_request(inquiry, verdict)
        return verdict if request is None else audited_call(inquiry, verdict, request=request, reply=await self._ask_async(request))

    def _judged_call(
        self, call: ToolCall, *, context: Context, registry: ToolRegistry, precedents: Precedents, deadline: Deadline | None
    ) -> tuple[Inquiry, Verdict]:
        inquiry = Inquiry(call, context=context, registry=registry, policy=self.policy, precedents=precedents, deadline=deadline)
        findings, errors = run_rules(self.rules, inquiry)
        rules_digest, policy_digest = self._digests
        digests = Digests(rules=rules_digest, policy=policy_digest, context=precedents.digest(context.digest), tools=registry.digest)
        return inquiry, merge(inquiry, findings, errors, digests=digests, engine_version=VERSION)

    def check_answer(self, answer: Answer | str, *, context: Context) -> TextVerdict:
        """The verdict on a generated answer, which is never modified; the evidence passages are sources of the context.

        Same input, same verdict; never raises on what a model wrote.

        Raises:
            MissingExtra: the policy names a pipeline for names that is not installed.
        """
        inquiry, findings, verdict = self._judged_answer(answer, context=context)
        request = self._answer_request(inquiry, findings, verdict)
        return verdict if request is None else audited_answer(inquiry, findings, verdict, request=request, reply=self._ask(request))

    async def check_answer_async(self, answer: Answer | str, *, context: Context) -> TextVerdict:
        """`check_answer` for async callers: the rules do no I/O and run in place, the auditor is awaited."""
        inquiry, findings, verdict = self._judged_answer(answer, context=context)
        request = self._answer_request(inquiry, findings, verdict)
        return verdict if request is None else audited_answer(inquiry, findings, verdict, request=request, reply=await self._ask_async(request))

    def begin_answer(self, answer: Answer, *, context: Context) -> TextInquiry:
        """An inquiry into an answer, of which nothing may have arrived yet (`AnswerStream`).

        Raises:
            MissingExtra: the policy names a pipeline for names that is not installed.
        """
        return TextInquiry(answer, context=context, policy=self.policy, pipeline=self._pipeline)

    def judge_answer(self, inquiry: TextInquiry) -> TextVerdict:
        """The verdict of the rules on the answer of an inquiry that `begin_answer` made, or one beside it; no auditor is asked."""
        return self._judged_by_rules(inquiry)[1]

    def _judged_answer(self, answer: Answer | str, *, context: Context) -> tuple[TextInquiry, tuple[TextFinding, ...], TextVerdict]:
        judged = Answer(answer) if isinstance(answer, str) else answer
        inquiry = self.begin_answer(judged, context=context)
        return inquiry, *self._judged_by_rules(inquiry)

    def _judged_by_rules(self, inquiry: TextInquiry) -> tuple[tuple[TextFinding, ...], TextVerdict]:
        findings, errors = run_text_rules(self.rules, inquiry)
        rules_digest, policy_digest = self._digests
        digests = Digests(rules=rules_digest, policy=policy_digest, context=inquiry.context.digest, tools="")
        return findings, merge_text(inquiry, findings, errors, digests=digests, engine_version=VERSION)

    def _call_request(self, inquiry: Inquiry, verdict: Verdict) -> AuditRequest | None:
        return None if self.auditor is None or verdict.decision is Decision.BLOCK else call_request(inquiry, verdict)

    def _answer_request(self, inquiry: TextInquiry, findings: tuple[TextFinding, ...], verdict: TextVerdict) -> AuditRequest | None:
        return None if self.auditor is None or verdict.decision is TextDecision.BLOCK else answer_request(inquiry, findings)

    def _ask(self, request: AuditRequest) -> AuditReply:
        if not isinstance(self.auditor, Auditor):
            raise InputError("auditor", problem="it can only be awaited", remedy="use the async methods of the guard, or an auditor with `audit`")
        try:
            reply = self.auditor.audit(request)
        except Exception:  # noqa: BLE001  the boundary around an auditor: whatever it raises is a failed audit
            return AuditReply(faults=(AuditFault.RAISED,))
        return _read_reply(reply)

    async def _ask_async(self, request: AuditRequest) -> AuditReply:
        if not isinstance(self.auditor, AsyncAuditor):
            return await asyncio.to_thread(self._ask, request)
        try:
            reply = await self.auditor.audit_async(request)
        except Exception:  # noqa: BLE001  the boundary around an auditor: whatever it raises is a failed audit
            return AuditReply(faults=(AuditFault.RAISED,))
        return _read_reply(reply)

    @overload
    def protect(
        self,
        tools: Mapping[str, Tool] | Sequence[Tool],
        *,
        session: Session,
        registry: ToolRegistry | None = None,
        on_block: OnBlock = "raise",
        max_rounds: int = 3,
        shadow: bool = False,
        record: Sink | None = None,
        hook: Reply | None = None,
        callback_seconds: float = 5.0,
        unrecorded: Literal["stop", "run"] = "stop",
        injected: Collection[str] = (),
    ) -> ProtectedTools: ...

    @overload
    def protect(
        self,
        tools: _Tool,
        *,
        session: Session,
        registry: ToolRegistry | None = None,
        on_block: OnBlock = "raise",
        max_rounds: int = 3,
        shadow: bool = False,
        record: Sink | None = None,
        hook: Reply | None = None,
        callback_seconds: float = 5.0,
        unrecorded: Literal["stop", "run"] = "stop",
        injected: Collection[str] = (),
    ) -> _Tool: ...

    def protect(
        self,
        tools: Tool | Mapping[str, Tool] | Sequence[Tool],
        *,
        session: Session,
        registry: ToolRegistry | None = None,
        on_block: OnBlock = "raise",
        max_rounds: int = 3,
        shadow: bool = False,
        record: Sink | None = None,
        hook: Reply | None = None,
        callback_seconds: float = 5.0,
        unrecorded: Literal["stop", "run"] = "stop",
        injected: Collection[str] = (),
    ) -> Tool | ProtectedTools:
        """The tool, or the tools by name, with this guard around them: what may not run does not run. `docs/AGENT.md` says what happens when.

        `registry` describes the tools, by default the session's. A refused call is raised as `ToolCallBlocked`, or answered by a `"result"`
        for the model, or by a function of call and verdict whose value stands in for the tool's; past `max_rounds` refusals since the user last spoke
        it is always raised, with a review item. `shadow` decides and records but never stops. `record` takes each decision once, `hook` sees it too; each gets
        `callback_seconds`, and where one fails the call does not run (`unrecorded="run"` lets it, where only the record failed). `injected`
        names parameters that the host fills, which are not judged.

        A guarded callable has the type of the tool, although a `"result"` or a function may put another value in the place of its own.

        Raises (when called):
            ToolCallBlocked: the call is not allowed.
            ApprovalError: its approval was used already.
            CallbackFailed, RecordError: a callback or the sink failed.
            InputError: an argument has no JSON form.

        Raises:
            InputError: a setting is out of range, a tool has no name, two share one, or the registry does not hold it; or the session is of another guard.
        """
        if session.guard is not self:
            raise InputError("protect.session", problem="it is of another guard", remedy="protect with the guard that the session was made with")
        from .protect import ProtectedTools, Protection, guarded, named_tools

        protection = Protection(
            session,
            session.registry if registry is None else registry,
            on_block,
            max_rounds,
            shadow,
            record,
            hook,
            callback_seconds,
            unrecorded,
            frozenset(injected),
        )
        if callable(tools):
            return guarded(tools, protection)
        return ProtectedTools(named_tools(tools), protection)

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


def _read_reply(reply: object) -> AuditReply:
    """What an auditor gave back; a failed audit where it is something else."""
    return reply if isinstance(reply, AuditReply) else AuditReply(faults=(AuditFault.WRONG_FORM,))
