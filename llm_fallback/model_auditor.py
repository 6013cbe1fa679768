"""An auditor over any transport: prompts, retries, limits, cache, masking and record in one place. Every failure ends as a named fault of the reply.

All requests run on the one event loop of a `Worker`. Two kinds of retry are kept apart: the wire is tried again after a pause (back-off with jitter,
or as long as the server asks), and a reply that cannot be used is asked for again with what was wrong with it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..engine.audits import Answer, AuditAnswer, AuditFault, AuditReply, AuditRequest, AuditTask
from ..engine.entries import EntryKind, Sink, detail_entry
from ..engine.errors import MissingExtra, RecordError
from ..engine.escalate import estimated_tokens
from ..engine.settle import reply_faults
from ..engine.types import Json
from .breaker import Breaker, BreakerSettings
from .budget import Budget, Usage
from .cache import Cache, MemoryCache
from .masking import Mask
from .prompts import EXAMPLES, PROMPT_VERSION, FewShot, messages_of, prompt_digest, reply_schema
from .replies import parse_reply
from .transport import ChatRequest, Completion, ReplyForm, Transport, TransportError
from .worker import Worker

if TYPE_CHECKING:
    from tenacity import RetryCallState

RETRIES = {AuditTask.TOOL_ARGUMENTS: 1, AuditTask.ANSWER: 1, AuditTask.CLAIMS: 2}
"""How often a reply that cannot be used is asked for again."""
TOKENS_PER_ITEM = 160
BASE_TOKENS = 200
_STEP_DOWN = {ReplyForm.SCHEMA: ReplyForm.OBJECT, ReplyForm.OBJECT: ReplyForm.TEXT}


@dataclass(frozen=True, slots=True)
class AuditLimits:
    """The limits of an auditor: seconds for one request and for one subject with all its retries, requests under way at once, tries on the wire, and the
    pauses between them (seconds; a server that asks for a longer one than `max_pause_s` is not waited for).
    """

    request_s: float = 20.0
    total_s: float = 60.0
    concurrency: int = 8
    wire_tries: int = 3
    first_pause_s: float = 0.5
    max_pause_s: float = 20.0


class ModelAuditor:
    """Answers requests with a model. `usage` counts, `breaker` shows its state; both belong to the run, not to a subject.

    Raises:
        MissingExtra: the extra `llm` is not installed.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        limits: AuditLimits | None = None,
        budget: Budget | None = None,
        breaker: BreakerSettings | None = None,
        cache: Cache | None = None,
        examples: Sequence[FewShot] = EXAMPLES,
        mask: bool = False,
        private: Iterable[str] = (),
        record: Sink | None = None,
        form: ReplyForm = ReplyForm.SCHEMA,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        try:
            import tenacity
        except ImportError as error:
            raise MissingExtra("llm", purpose="an auditor model") from error
        self._transport = transport
        self._limits = limits or AuditLimits()
        self._budget = budget or Budget()
        self._cache = MemoryCache() if cache is None else cache
        self._examples = tuple(examples)
        self._mask = mask
        self._private = tuple(private)
        self._record = record
        self._form = form
        self._clock = clock
        self._worker = Worker()
        self._gate = asyncio.Semaphore(self._limits.concurrency)
        self._under_way: dict[str, tuple[asyncio.Task[AuditReply], list[int]]] = {}
        self._jitter = tenacity.wait_exponential(
            multiplier=self._limits.first_pause_s, max=self._limits.max_pause_s
        ) + tenacity.wait_random(0, self._limits.first_pause_s)
        self.usage = Usage()
        self.breaker = Breaker(breaker or BreakerSettings(), clock=clock)
        self.prompt_digest = prompt_digest(self._examples)

    def audit(self, request: AuditRequest) -> AuditReply:
        """The reply; never raises on what a model or a server does."""
        return self._worker.submit(self._joined(request)).result()

    async def audit_async(self, request: AuditRequest) -> AuditReply:
        """As `audit`; cancelling it cancels the request unless another caller waits for the same."""
        return await asyncio.wrap_future(self._worker.submit(self._joined(request)))

    def close(self) -> None:
        """End what is under way and let go of the connections."""
        self._worker.submit(self._transport.close()).result(timeout=10)
        self._worker.close()

    async def _joined(self, request: AuditRequest) -> AuditReply:
        """The reply from the cache, from an equal request under way, or from the model."""
        self.usage.audits += 1
        self.usage.items += len(request.items)
        key = self._key(request)
        cached = self._cache.get(key)
        if cached is not None:
            self.usage.cached += 1
            return cached
        known = self._under_way.get(key)
        if known is None:
            known = self._under_way[key] = (asyncio.create_task(self._answered(request, key)), [0])
        else:
            self.usage.joined += 1
        task, waiting = known
        waiting[0] += 1
        try:
            return await asyncio.shield(task)
        finally:
            waiting[0] -= 1
            if waiting[0] == 0:
                task.cancel()
                if self._under_way.get(key) is known:
                    del self._under_way[key]

    def _key(self, request: AuditRequest) -> str:
        parts = (self._transport.name, PROMPT_VERSION, self.prompt_digest, str(self._mask), *self._private, request.digest)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    async def _answered(self, request: AuditRequest, key: str) -> AuditReply:
        try:
            async with asyncio.timeout(self._limits.total_s):
                reply = await self._conversation(request)
        except TimeoutError:
            reply = self._failed(AuditFault.TIMEOUT)
        except TransportError as error:
            reply = self._failed(error.fault)
        except RecordError:
            reply = self._failed(AuditFault.UNRECORDED)
        if not reply.faults and not reply_faults(request, reply.answers):
            self._cache.put(key, reply)
        self.usage.faults.update(reply.faults)
        return reply

    def _failed(self, fault: AuditFault) -> AuditReply:
        return AuditReply((), (fault,), self._transport.name, PROMPT_VERSION, self.prompt_digest)

    async def _conversation(self, request: AuditRequest) -> AuditReply:
        """Ask, and ask again where the reply cannot be used; the last reply stands, with whatever is wrong with it."""
        mask = Mask(self._private) if self._mask else None
        sent = request if mask is None else mask.masked(request)
        reply = self._failed(AuditFault.EMPTY)
        last, problem = "", ""
        for _ in range(1 + RETRIES[request.task]):
            completion = await self._completed(sent, last, problem)
            reply = self._read(completion, sent)
            if mask is not None:
                reply = mask.unmasked(reply)
            last = completion.text
            problem = reply.notes.get("", "")
            reply = replace(reply, notes={})
            if not reply.faults:
                wrong = reply_faults(request, reply.answers)
                problem = "; ".join(f"{fault.value.replace('_', ' ')} for item {_name(request, item)}" for fault, item in wrong)
                self.usage.faults.update(fault for fault, _ in wrong)
            if not problem:
                return reply
        return replace(reply, raw=last if mask is None else mask.show(last))

    def _read(self, completion: Completion, request: AuditRequest) -> AuditReply:
        """The answers of a completion; a reply that is no answer is a fault, with its problem under the empty name of the notes."""
        if completion.fault is not None:
            return replace(self._failed(completion.fault), notes={"": completion.fault.value.replace("_", " ")}, model=completion.model)
        parsed = parse_reply(completion.text, reply_schema(request))
        if parsed.value is None or parsed.fault is not None:
            return replace(self._failed(parsed.fault or AuditFault.EMPTY), notes={"": parsed.problem or "no answer"}, model=completion.model)
        listed = parsed.value["answers"]
        rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
        answers = tuple(_answer(row, request) for row in rows)
        return AuditReply(answers, (), completion.model, PROMPT_VERSION, self.prompt_digest)

    async def _completed(self, request: AuditRequest, last: str, problem: str) -> Completion:
        """The completion, in the strictest form that the server takes."""
        form = self._form
        while True:
            messages = tuple(messages_of(request, examples=self._examples, last_reply=last, problem=problem))
            max_tokens = BASE_TOKENS + TOKENS_PER_ITEM * len(request.items)
            chat = ChatRequest(messages, reply_schema(request), form, max_tokens, self._limits.request_s)
            try:
                completion = await self._sent(chat, request.subject_id)
            except TransportError as error:
                if form is ReplyForm.TEXT or not error.may_be_the_form:
                    raise
                form = _STEP_DOWN[form]
                continue
            self._form = form
            return completion

    async def _sent(self, chat: ChatRequest, subject_id: str) -> Completion:
        """The completion, tried again after a pause where the wire failed."""
        import tenacity

        tries = tenacity.AsyncRetrying(
            stop=tenacity.stop_after_attempt(self._limits.wire_tries),
            wait=self._pause,
            retry=tenacity.retry_if_exception(lambda error: self._is_worth_another_try(error, chat.form)),
            reraise=True,
        )
        return await tries(self._attempt, chat, subject_id)

    def _is_worth_another_try(self, error: BaseException, form: ReplyForm) -> bool:
        if not isinstance(error, TransportError) or not error.transient:
            return False
        if error.may_be_the_form and form is not ReplyForm.TEXT:
            return False
        return error.retry_after_s is None or error.retry_after_s <= self._limits.max_pause_s

    def _pause(self, state: RetryCallState) -> float:
        error = None if state.outcome is None else state.outcome.exception()
        asked = error.retry_after_s if isinstance(error, TransportError) else None
        return self._jitter(state) if asked is None else max(0.0, asked)

    async def _attempt(self, chat: ChatRequest, subject_id: str) -> Completion:
        """One request on the wire, within the limits, recorded."""
        async with self._gate:
            if not self.breaker.admits():
                raise TransportError(AuditFault.CIRCUIT_OPEN, problem="too many requests in a row have failed")
            told = sum(estimated_tokens(message["content"]) for message in chat.messages)
            if not self.usage.reserve(self._budget, tokens_in=told, tokens_out=chat.max_tokens):
                self.breaker.released()
                raise TransportError(AuditFault.OVER_BUDGET, problem="the budget of this run is used up")
            completion, error, start = None, None, self._clock()
            try:
                completion = await self._exchange(chat)
            except TransportError as failed:
                error = failed
            finally:
                spent = (completion.tokens_in or told, completion.tokens_out) if completion is not None else (0, 0)
                self.usage.requests += 1
                self.usage.settle(self._budget, reserved=told + chat.max_tokens, tokens_in=spent[0], tokens_out=spent[1])
                if completion is None and error is None:
                    self.breaker.released()
            self._keep(chat, subject_id, completion, error, latency_s=self._clock() - start)
            if error is not None:
                raise error
            if completion is None:
                raise TransportError(AuditFault.EMPTY)
            return completion

    async def _exchange(self, chat: ChatRequest) -> Completion:
        """The transport's answer; whatever else it raises is a fault too. The breaker hears of both."""
        try:
            async with asyncio.timeout(chat.timeout_s):
                completion = await self._transport.complete(chat)
        except TransportError as error:
            failed = error
        except TimeoutError:
            failed = TransportError(AuditFault.TIMEOUT, problem=f"no answer within {chat.timeout_s:g} s")
        except Exception as error:  # noqa: BLE001  the boundary around a transport: whatever it raises is a failed request
            failed = TransportError(AuditFault.RAISED, problem=type(error).__name__)
        else:
            self.breaker.succeeded()
            return completion
        if failed.transient and not (failed.may_be_the_form and chat.form is not ReplyForm.TEXT):
            self.breaker.failed(failed.fault)
        else:
            self.breaker.released()
        raise failed

    def _keep(self, chat: ChatRequest, subject_id: str, completion: Completion | None, error: TransportError | None, *, latency_s: float) -> None:
        if self._record is None:
            return
        fault = error.fault if error is not None else None if completion is None else completion.fault
        messages: list[Json] = [dict(message) for message in chat.messages]
        details: dict[str, Json] = {
            "model": self._transport.name if completion is None else completion.model,
            "prompt_version": PROMPT_VERSION,
            "prompt_digest": self.prompt_digest,
            "form": chat.form.value,
            "messages": messages,
            "reply": None if completion is None else completion.text,
            "fault": None if fault is None else fault.value,
            "latency_ms": round(latency_s * 1000, 1),
            "tokens_in": 0 if completion is None else completion.tokens_in,
            "tokens_out": 0 if completion is None else completion.tokens_out,
        }
        self._record.append(detail_entry(EntryKind.AUDITOR, details, call_id=subject_id))


def _answer(row: dict[str, Json], request: AuditRequest) -> AuditAnswer:
    number = int(str(row["id"])[1:]) - 1
    quote = row["quote"]
    return AuditAnswer(request.items[number].item, Answer(str(row["answer"])), quote if isinstance(quote, str) else None, str(row["reason"]))


def _name(request: AuditRequest, item: str) -> str:
    return next((f"i{number}" for number, each in enumerate(request.items, start=1) if each.item == item), item)
