"""One conversation with its ledger: what the model was given so far, which calls were decided how, what a person approved.

Theory of operation: the history and the ledger change only under one lock, and a verdict is worked out once per (call id, tool, digest of the arguments)
and kept: the same call again gives the very same answer, whatever has been said since. A call is judged against what came before the turn that makes
it. Whatever a limit drops makes the session incomplete, so that absence is undecided from then on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from .approvals import Approval, Review, ReviewItem
from .context import Context
from .deadline import Deadline
from .errors import ApprovalError, InputError, SessionError
from .forms import Form
from .history import History, print_of, roles_in
from .inputs import PastCall, scalar_text
from .inquiry import Inquiry, ToolCall
from .json_read import Saved
from .ledger import CallKey, CallState, Decided, ReadCall, evidence_digest, read_call
from .limits import DEFAULT_LIMITS, Limits
from .normalize import fold
from .precedents import NO_FIRST_USES, FirstUses, Precedents
from .registry import ToolRegistry
from .types import Json, Outcome, Role
from .verdict import Verdict

if TYPE_CHECKING:
    from .guard import Guard

SESSION_VERSION = "2.0"
"""Version of a session's snapshot; another one is refused."""
MAX_FIRST_USES = 100_000
"""How many values of dropped calls a session remembers; past it, it is full and takes no more turns."""

_REMEDY = "restore only what `Session.snapshot` of this version wrote"


class Session:
    """The ledger of one conversation, known by the host's id for it. Safe for several threads.

    Hosts that send only the last turn `add` each message; hosts that send the whole history each time `sync` it. `now` is the present time for relative
    dates; set it anew as time goes by. `clock` is a monotonic one in seconds, needed only for `limits.check_seconds`.

    Example:
        >>> from groundrules import Guard, Session, ToolCall, ToolRegistry
        >>> tools = ToolRegistry.from_openai([{"name": "track", "input_schema": {"properties": {"order_id": {"type": "string"}}}}])
        >>> session = Session("c-1", guard=Guard(), registry=tools)
        >>> session.add({"role": "user", "content": "Where is order ORD-12345?"})
        >>> first = session.decide(ToolCall("track", '{"order_id": "ORD-12354"}', "call_1"))
        >>> first.decision.value, session.decide(ToolCall("track", {"order_id": "ORD-12354"}, "call_1")) is first
        ('block', True)
    """

    def __init__(
        self,
        id: str,
        *,
        guard: Guard,
        registry: ToolRegistry,
        context: Context | None = None,
        form: Form = Form.AUTO,
        limits: Limits = DEFAULT_LIMITS,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`context` holds what was there before the first message: evidence, host facts, the present time, earlier turns, a system prompt kept apart.

        `form` is how the messages are written; `AUTO` takes that of the context, or else finds it message by message.

        Raises:
            InputError: the id is empty, or a time limit is set without a clock.
        """
        if not id:
            raise InputError("session.id", problem="it is empty", remedy="give the host's id of the conversation")
        if limits.check_seconds is not None and clock is None:
            raise InputError("session.clock", problem="a time limit needs a clock", remedy="pass one, such as `time.monotonic`")
        self.id = id
        self.guard = guard
        self.registry = registry
        self.limits = limits
        self._clock = clock
        self._lock = threading.RLock()
        given = context or Context()
        read_as = Form(form)
        self._history = History.of(given if read_as is Form.AUTO else replace(given, form=read_as))
        self._base: tuple[int, Context] | None = None
        self._first_uses = NO_FIRST_USES
        self._ledger: dict[CallKey, Decided] = {}
        self._ledger_size = 0
        self._by_id: dict[str, tuple[CallKey, ...]] = {}
        self._reviews: dict[CallKey, Review] = {}
        self._reviewed = 0
        self._approved: dict[str, Outcome] = {}
        self._rounds = 0
        self._round_turn: int | None = None

    # ---- the conversation -------------------------------------------------------------------------------------------------------------

    @property
    def context(self) -> Context:
        """What the model has been given so far."""
        return self._history.context

    def add(self, message: object) -> None:
        """One more message of the session's form, for hosts that send only the last turn.

        Raises:
            InputError: the message is not of the documented shape.
            SessionError: the session is full.
        """
        with self._lock:
            self._extend([message])

    def sync(self, messages: Sequence[object], *, on_rewrite: Literal["refuse", "mark"] = "refuse") -> int:
        """The whole conversation as the host sends it each time: what is new is added, and its number given back.

        System messages may change from time to time; the others may only become more. Where the host has rewritten or shortened them (to save space), `refuse`
        raises, and `mark` takes the new history for what the model sees, counted as incomplete; how values of calls that went were judged is kept.

        Raises:
            InputError: a message is not of the documented shape.
            SessionError: the history was rewritten and `on_rewrite` is `refuse`, or the session is full.
        """
        with self._lock:
            known, prints = self._history.prints, self._prints(messages)
            if prints[: len(known)] == known:
                self._extend(messages[len(known) :])
                return len(prints) - len(known)
            return self._resync(messages, prints, on_rewrite=on_rewrite)

    def add_evidence(self, passage: Mapping[str, Json]) -> None:
        """One more evidence passage `{"id", "text"}`. Raises InputError like `Context.with_evidence`."""
        with self._lock:
            self._keep(self._history.with_evidence(passage))

    def set_now(self, now: datetime) -> None:
        """The present time from here on, for relative dates."""
        with self._lock:
            self._history = replace(self._history, context=replace(self.context, now=now))

    def _prints(self, messages: Sequence[object]) -> tuple[str, ...]:
        if isinstance(messages, str | bytes | Mapping):
            raise InputError("messages", problem=f"expected a list, got {type(messages).__name__}", remedy="give a list of messages")
        return tuple(print_of(message, form=self.context.form, number=number) for number, message in enumerate(messages))

    def _extend(self, messages: Sequence[object]) -> None:
        history, base, spoke = self._history, self._base, False
        for message in messages:
            before = history.context
            history = history.with_message(message)
            if history.context.numbered > before.numbered:
                # A call that joins the turn before rests on less than all that was here.
                base = (before.turns, before) if before.turns in history.marks else None
            spoke = spoke or Role.USER in roles_in(before, history.context)
        self._keep(history, base=base)
        if spoke:
            self._rounds, self._round_turn = 0, None

    def _keep(self, history: History, *, base: tuple[int, Context] | None = None) -> None:
        """Take over a history once it is known to fit."""
        limits = self.limits
        kept = history.trimmed(max_turns=limits.max_turns, max_bytes=limits.max_bytes, judged=self._judged)
        if len(kept.first_uses) > MAX_FIRST_USES or sum(len(uttered.index.source.text) for uttered in kept.spoken) > limits.max_bytes:
            raise SessionError(self.id, problem="it remembers too many arguments of dropped calls", remedy="start a new session")
        if kept.first_uses is not self._history.first_uses or kept.spoken is not self._history.spoken:
            self._first_uses = self._uses(kept)
        self._history, self._base = kept, base if kept is history else None

    def _uses(self, history: History) -> FirstUses:
        calls = [uttered.call for uttered in history.spoken if uttered.call is not None]
        return FirstUses.of({**history.first_uses, **self._approved}, calls)

    def _resync(self, messages: Sequence[object], prints: tuple[str, ...], *, on_rewrite: Literal["refuse", "mark"]) -> int:
        old = self._history
        differing = [at for at, (new, known) in enumerate(zip(prints, old.prints, strict=False)) if new != known]
        is_kept = len(prints) >= len(old.prints) and not old.opening and all(self._is_system(messages[at], at) for at in differing)
        if not is_kept and on_rewrite == "refuse":
            gone = len(old.prints) - len(prints)
            problem = f"message {differing[0]} is not the one that was there before" if differing else f"the last {gone} messages are gone"
            raise SessionError(self.id, problem=problem, remedy='send the history unchanged, or pass `on_rewrite="mark"`')
        fresh = old.emptied(turns=0 if is_kept else old.context.turns)
        known, spoke = set(old.prints), False
        for message, new in zip(messages, prints, strict=True):
            before, fresh = fresh.context, fresh.with_message(message)
            spoke = spoke or (new not in known and Role.USER in roles_in(before, fresh.context))
        fresh = fresh.after(old, max_turns=self.limits.max_turns)
        complete = is_kept and old.context.complete
        uses = dict(old.first_uses) if is_kept else {**self._uses_of_gone(old, fresh), **old.first_uses}
        self._keep(replace(fresh, context=replace(fresh.context, complete=complete), first_uses=uses))
        if spoke:
            self._rounds, self._round_turn = 0, None
        return max(0, len(prints) - len(old.prints))

    def _is_system(self, message: object, number: int) -> bool:
        empty = Context(form=self.context.form, messages=number)
        return roles_in(empty, empty.with_message(message)) == frozenset((Role.SYSTEM,))

    def _uses_of_gone(self, old: History, fresh: History) -> dict[str, Outcome]:
        """How the values of the calls were judged that the new history no longer holds."""
        held = {(call.given_id, call.name, call.text) for call in fresh.context.calls}
        uses: dict[str, Outcome] = {}
        for call in old.context.calls:
            if (call.given_id, call.name, call.text) not in held:
                for value, outcome in self._judged(old.context, call).items():
                    uses.setdefault(value, outcome)
        return uses

    # ---- decisions ------------------------------------------------------------------------------------------------------------------------

    def decide(self, call: ToolCall, *, registry: ToolRegistry | None = None) -> Verdict:
        """The verdict on a call: worked out the first time, the same object ever after.

        A call without an id is known by the turn that makes it, so that the same words later are a new call.
        """
        return self.ask(call, registry=registry).verdict

    def ask(self, call: ToolCall, *, registry: ToolRegistry | None = None) -> Decided:
        """`decide`, with what the ledger keeps beside the verdict."""
        read = read_call(call)
        with self._lock:
            key, turn = self._located(read)
            known = self._ledger.get(key)
            if known is not None:
                return known
            verdict = self.guard.check_tool_call(
                replace(call, id=key.call_id),
                context=self._base_of(turn),
                registry=self.registry if registry is None else registry,
                precedents=Precedents(self._reuses(read.past, key, turn), self._first_uses),
                deadline=self._deadline(),
            )
            decided = Decided(key, read.arguments, verdict, 0 if verdict.decision.may_run else self._next_round(turn))
            self._remember(decided)
            return decided

    def decision(self, call: ToolCall | CallKey) -> Decided | None:
        """What the ledger holds of a call; None where it was not asked yet, or was dropped since."""
        with self._lock:
            return self._ledger.get(self._key(call))

    @property
    def decisions(self) -> tuple[Decided, ...]:
        """All that the ledger holds, oldest first."""
        with self._lock:
            return tuple(self._ledger.values())

    def note(self, call: ToolCall | CallKey, *, state: CallState | None = None, told: bool = False) -> None:
        """What became of a call: how far it came, and whether the host's sink has taken it. A call that the ledger does not hold is passed over."""
        with self._lock:
            key = self._key(call)
            decided = self._ledger.get(key)
            if decided is not None:
                self._ledger[key] = replace(decided, state=state or decided.state, told=told or decided.told)

    def _key(self, call: ToolCall | CallKey) -> CallKey:
        return call if isinstance(call, CallKey) else self._located(read_call(call))[0]

    def _located(self, read: ReadCall) -> tuple[CallKey, int | None]:
        """What a call is kept by, and the turn that makes it, where that is known. A call without an id gets that of the one that waits for its result."""
        past, digest = read.past, read.digest
        if past.id is not None:
            return CallKey(past.id, None, past.name, digest), self._history.turn_of(past)
        turn, identifier = self._history.waiting(past)
        if identifier is not None:
            return CallKey(identifier, None, past.name, digest), turn
        return CallKey(None, self.context.turns if turn is None else turn, past.name, digest), turn

    def _base_of(self, turn: int | None) -> Context:
        if turn is None:
            return self.context
        if self._base is None or self._base[0] != turn:
            self._base = (turn, self._history.base(turn))
        return replace(self._base[1], now=self.context.now)

    def _reuses(self, past: PastCall, key: CallKey, turn: int | None) -> tuple[PastCall, ...]:
        """The other calls known under the same id: decided before, or made by the same turn."""
        if key.call_id is None:
            return ()
        decided = [self._ledger[known].past for known in self._by_id.get(key.call_id, ()) if known != key]
        beside = [call for call in self._history.siblings(turn) if call.id == key.call_id and (call.name, call.text) != (past.name, past.text)]
        return tuple({(call.name, call.text): call for call in (*decided, *beside)}.values())

    def _deadline(self) -> Deadline | None:
        if self.limits.check_seconds is None or self._clock is None:
            return None
        return Deadline.after(self.limits.check_seconds, clock=self._clock)

    def _next_round(self, turn: int | None) -> int:
        """Siblings of one turn are one try; calls whose turn is not known are one each."""
        if turn is None or turn != self._round_turn:
            self._rounds, self._round_turn = self._rounds + 1, turn
        return self._rounds

    def _remember(self, decided: Decided) -> None:
        self._ledger[decided.key] = decided
        self._ledger_size += len(decided.arguments)
        if decided.key.call_id is not None:
            self._by_id[decided.key.call_id] = (*self._by_id.get(decided.key.call_id, ()), decided.key)
        while len(self._ledger) > self.limits.max_decisions or (self._ledger_size > self.limits.max_bytes and len(self._ledger) > 1):
            self._forget(next(iter(self._ledger)))

    def _forget(self, key: CallKey) -> None:
        self._ledger_size -= len(self._ledger.pop(key).arguments)
        self._reviews.pop(key, None)
        if key.call_id is not None:
            rest = tuple(known for known in self._by_id.pop(key.call_id) if known != key)
            if rest:
                self._by_id[key.call_id] = rest

    def _judged(self, context: Context, call: PastCall) -> Mapping[str, Outcome]:
        """How the values of a past call are judged, for when the context no longer holds it."""
        asked = Inquiry(
            ToolCall(call.name, dict(call.arguments or {}), call.id),
            context=context.before(call.order),
            registry=self.registry,
            policy=self.guard.policy,
            precedents=Precedents(first_uses=self._first_uses),
        )
        found = dict.fromkeys(call.passed, Outcome.UNDECIDED)
        for leaf, trace in asked.traces:
            value = fold(scalar_text(leaf.value))
            found[value] = min(trace.outcome, found.get(value, trace.outcome), key=lambda outcome: outcome.rank)
        return found

    # ---- approvals ----------------------------------------------------------------------------------------------------------------------

    @property
    def reviews(self) -> tuple[ReviewItem, ...]:
        """The items that wait for a person, oldest first."""
        with self._lock:
            return tuple(review.item for review in self._reviews.values() if review.approval is None)

    def review(self, call: ToolCall | CallKey) -> ReviewItem:
        """What a person is to be asked about a call that was refused; the same item while it waits, a new one after an approval was used.

        Raises:
            ApprovalError: the call was not decided in this session, or may run as it is.
        """
        with self._lock:
            key = self._key(call)
            decided = self._ledger.get(key)
            if decided is None:
                raise ApprovalError(self.id, 0, problem="the call was not decided here", remedy="ask for its verdict first")
            if decided.verdict.decision.may_run:
                raise ApprovalError(self.id, 0, problem="the call may run as it is", remedy="run it")
            review = self._reviews.get(key)
            if review is None or review.used:
                self._reviewed += 1
                review = self._reviews[key] = Review(self._item(decided, self._reviewed))
            return review.item

    def _item(self, decided: Decided, number: int) -> ReviewItem:
        verdict = decided.verdict
        stopped = {item.rule_id for item in verdict.items if item.item in verdict.reasons}
        return ReviewItem(
            session_id=self.id,
            number=number,
            call_id=decided.key.call_id,
            turn=decided.key.turn,
            tool=decided.key.tool,
            arguments=decided.arguments,
            arguments_digest=decided.key.arguments,
            rule_ids=tuple(sorted(stopped)),
            evidence_digest=evidence_digest(verdict),
            context_digest=verdict.digests.context,
        )

    def approve(self, item: ReviewItem, *, by: str, at: datetime) -> Approval:
        """The approval of exactly this item by a person; the call may then run once.

        Raises:
            ApprovalError: the item is not one of this session word for word, or was approved before.
            InputError: nobody is named, or the time has no zone.
        """
        if not by.strip():
            raise InputError("approval.by", problem="it names nobody", remedy="give the person who approves")
        if at.tzinfo is None:
            raise InputError("approval.at", problem="it has no zone", remedy="give a time with its zone")
        key = _key_of(item)
        with self._lock:
            review = self._reviews.get(key)
            if review is None or review.item != item:
                raise ApprovalError(self.id, item.number, problem="it is not an item of this session", remedy="review the call again")
            if review.approval is not None:
                raise ApprovalError(self.id, item.number, problem="it was approved before", remedy="review the call again once that was used")
            approval = Approval(item, by, at)
            self._reviews[key] = replace(review, approval=approval)
            return approval

    def claim(self, call: ToolCall | CallKey) -> Approval | None:
        """The approval of exactly this call, used up by this; None where nobody has approved it.

        Raises:
            ApprovalError: the call was approved, and that was used already.
        """
        with self._lock:
            key = self._key(call)
            review = self._reviews.get(key)
            if review is None or review.approval is None:
                return None
            if review.used:
                raise ApprovalError(self.id, review.item.number, problem="it was used already", remedy="review the call again")
            self._reviews[key] = replace(review, used=True)
            self._approved.update(dict.fromkeys(self._ledger[key].past.passed, Outcome.SUPPORTED))
            self._first_uses = self._uses(self._history)
            return review.approval

    # ---- saving ---------------------------------------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Json]:
        """The session as JSON, without guard, tools and limits, which the host hands in again when it restores."""
        with self._lock:
            return {
                "session_version": SESSION_VERSION,
                "id": self.id,
                "history": self._history.to_json(),
                "decisions": [decided.to_json() for decided in self._ledger.values()],
                "reviews": [review.to_json() for review in self._reviews.values()],
                "reviewed": self._reviewed,
                "approved": [*sorted(self._approved)],
                "rounds": self._rounds,
                "round_turn": self._round_turn,
            }

    @classmethod
    def restore(
        cls,
        snapshot: Json,
        *,
        guard: Guard,
        registry: ToolRegistry,
        limits: Limits = DEFAULT_LIMITS,
        clock: Callable[[], float] | None = None,
    ) -> Session:
        """The session that a snapshot holds: every kept answer is byte for byte what it was, and every later one what it would have been.

        Raises:
            InputError: the snapshot is not of this form or version, or its context was altered; the message names the place.
        """
        saved = Saved.of(snapshot, "session", remedy=_REMEDY)
        saved.require_version("session_version", SESSION_VERSION)
        session = cls(saved.text("id"), guard=guard, registry=registry, limits=limits, clock=clock)
        session._history = History.from_json(saved.one("history"))
        decisions = [Decided.from_json(each) for each in saved.each("decisions")]
        for decided in decisions:
            session._remember(decided)
        decided_keys = {decided.key for decided in decisions}
        for each in saved.each("reviews"):
            review = Review.from_json(each)
            key = _key_of(review.item)
            if review.item.session_id != session.id or key not in decided_keys:
                each.refuse("item", "it belongs to no decision of this session")
            if key in session._ledger:
                session._reviews[key] = review
        session._reviewed = saved.whole("reviewed")
        session._approved = dict.fromkeys(saved.texts("approved"), Outcome.SUPPORTED)
        session._first_uses = session._uses(session._history)
        session._rounds, session._round_turn = saved.whole("rounds"), saved.whole_or_none("round_turn")
        return session


def _key_of(item: ReviewItem) -> CallKey:
    return CallKey(item.call_id, item.turn, item.tool, item.arguments_digest)
