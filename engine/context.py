"""What the model was given: an append-only, ordered set of indexed sources. Adding a turn costs only that turn."""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from .errors import InputError
from .feedback_mark import holds_feedback
from .index import SourceIndex
from .inputs import PastCall, Turn, read_message
from .log import Log
from .provenance import is_error_output
from .types import Json, Role, Source

EVIDENCE_ORDER = -1
_RESERVED = re.compile(r"m\d+|host")


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something that the model itself wrote: an assistant text, or the arguments of a `call`. Searchable like a source, and evidence for nothing."""

    index: SourceIndex
    call: PastCall | None = None

    @property
    def order(self) -> int:
        """The turn it was written in."""
        return self.index.source.order


class Sources:
    """The turns in order, then the evidence passages by id; `items` is the whole as a tuple, put together once."""

    __slots__ = ("_items", "evidence", "turns")

    def __init__(self, turns: Log[SourceIndex], evidence: tuple[SourceIndex, ...] = ()) -> None:
        self.turns = turns
        self.evidence = evidence
        self._items: tuple[SourceIndex, ...] | None = None

    @property
    def items(self) -> tuple[SourceIndex, ...]:
        """All sources in order."""
        if self._items is None:
            self._items = (*self.turns.items, *self.evidence)
        return self._items

    def with_turn(self, index: SourceIndex) -> Sources:
        """The sources and one more turn."""
        return Sources(self.turns.appended(index), self.evidence)

    def with_passage(self, index: SourceIndex) -> Sources:
        """The sources and one more passage."""
        at = bisect_left(self.evidence, index.source.id, key=_id_of)
        return Sources(self.turns, (*self.evidence[:at], index, *self.evidence[at:]))

    def passage(self, identifier: str) -> SourceIndex | None:
        """The passage of this id."""
        at = bisect_left(self.evidence, identifier, key=_id_of)
        return self.evidence[at] if at < len(self.evidence) and self.evidence[at].source.id == identifier else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sources) and self.items == other.items

    def __hash__(self) -> int:
        return hash(self.items)


def _id_of(index: SourceIndex) -> str:
    return index.source.id


def _order_of(index: SourceIndex) -> int:
    return index.source.order


@dataclass(frozen=True, slots=True)
class Context:
    """The sources (the turns in order, then the evidence passages by id), the tool calls made so far, and the present time.

    `complete` False, or anything in `unread` (images, audio, files that were not read), turns absence into undecided. Build one with
    `from_openai` or `from_turns`; every `with_*` method returns a new context that shares the index of the old one.
    """

    gathered: Sources = field(default_factory=lambda: Sources(Log()))
    made: Log[PastCall] = field(default_factory=Log[PastCall])
    said: Log[Utterance] = field(default_factory=Log[Utterance])
    now: datetime | None = None
    complete: bool = True
    unread: tuple[str, ...] = ()
    turns: int = 0
    chain: str = ""
    passages: tuple[str, ...] = ()

    @property
    def sources(self) -> tuple[SourceIndex, ...]:
        """The turns in order (host facts first), then the evidence passages by id."""
        return self.gathered.items

    @property
    def calls(self) -> tuple[PastCall, ...]:
        """The tool calls that the model has made, in order."""
        return self.made.items

    @property
    def utterances(self) -> tuple[Utterance, ...]:
        """What the model itself wrote, texts and arguments, in order."""
        return self.said.items

    def following(self, order: int) -> SourceIndex | None:
        """The first source of a later turn than `order`."""
        turns = self.gathered.turns.items
        at = bisect_right(turns, order, key=_order_of)
        return turns[at] if at < len(turns) else None

    @classmethod
    def from_openai(
        cls,
        messages: Sequence[Mapping[str, Json]],
        *,
        evidence: Sequence[Mapping[str, Json]] = (),
        now: datetime | None = None,
        complete: bool = True,
        host: Mapping[str, Json] | None = None,
    ) -> Context:
        """A context from OpenAI chat messages, evidence passages `{"id", "text"}` and host facts (signed-in user, tenant, zone).

        Raises:
            InputError: a message or passage is not of the documented shape; the message names the place.
        """
        context = cls(now=now, complete=complete)
        passages = [(str(passage.get("id")), number, passage) for number, passage in enumerate(_listed(evidence, "evidence"))]
        for _, number, passage in sorted(passages, key=lambda entry: entry[:2]):
            context = context.with_evidence(passage, place=f"evidence[{number}]")
        if host:
            context = context._with_source(Source("host", Role.HOST, EVIDENCE_ORDER, json.dumps(host, ensure_ascii=False)))
        for message in _listed(messages, "messages"):
            context = context.with_message(message)
        return context

    @classmethod
    def from_turns(
        cls, turns: Sequence[tuple[Role, str]], *, evidence: Sequence[Mapping[str, Json]] = (), now: datetime | None = None, complete: bool = True
    ) -> Context:
        """A context from plain `(role, text)` turns."""
        context = cls.from_openai((), evidence=evidence, now=now, complete=complete)
        for number, (role, text) in enumerate(turns):
            if role not in set(Role):
                allowed = ", ".join(f"`{known}`" for known in Role)
                raise InputError(f"turns[{number}]", problem=f"`{role}` is not a role", remedy=f"use one of {allowed}")
            context = context._with_turn(Turn(Role(role), text))
        return context

    @classmethod
    def from_parts(
        cls,
        sources: Sequence[Source],
        calls: Sequence[PastCall],
        *,
        now: datetime | None,
        complete: bool,
        unread: tuple[str, ...],
        turns: int,
    ) -> Context:
        """A context from what another one held, as `engine.snapshot` keeps it: the digest is worked out anew."""
        context = cls(now=now, complete=complete, unread=unread)
        made: dict[int, list[PastCall]] = {}
        for call in calls:
            made.setdefault(call.order, []).append(call)
        said = {source.order: source for source in sources if source.order != EVIDENCE_ORDER}
        for source in sources:
            if source.order == EVIDENCE_ORDER:
                context = context._with_source(source)
        for order in sorted(said.keys() | made.keys()):
            if order in said:
                context = context._with_source(said[order])
            spoke = order in said and said[order].role is Role.ASSISTANT
            context = context._with_written(tuple(made.get(order, ())), order=order, spoke=spoke)
        return replace(context, turns=turns)

    def with_message(self, message: Mapping[str, Json]) -> Context:
        """The context and one more OpenAI chat message. Raises InputError like `from_openai`."""
        return self._with_turn(read_message(message, place=f"messages[{self.turns}]", calls=self.made))

    def with_evidence(self, passage: Mapping[str, Json], *, place: str = "evidence") -> Context:
        """The context and one more evidence passage `{"id", "text"}`. Raises InputError like `from_openai`."""
        identifier, text = passage.get("id"), passage.get("text")
        if not isinstance(identifier, str) or not isinstance(text, str):
            raise InputError(place, problem="an evidence passage needs a string `id` and a string `text`", remedy="give both")
        if _RESERVED.fullmatch(identifier):
            raise InputError(place, problem=f"the id `{identifier}` names a turn or the host facts", remedy="give the passage another id")
        if self.gathered.passage(identifier) is not None:
            raise InputError(place, problem=f"the id `{identifier}` is used twice", remedy="give each passage an id of its own")
        return self._with_source(Source(identifier, Role.EVIDENCE, EVIDENCE_ORDER, text))

    def _with_turn(self, turn: Turn) -> Context:
        context = self
        if turn.text or turn.role is not Role.ASSISTANT:
            is_own = holds_feedback(turn.role, turn.text)
            is_error = is_own or turn.is_error or (turn.role is Role.TOOL and is_error_output(turn.text))
            role, given = (Role.TOOL, "") if is_own else (turn.role, turn.text)
            source = Source(f"m{self.turns}", role, self.turns, given, tool=turn.tool, call_id=turn.call_id, is_error=is_error)
            context = self._with_source(source)
        calls = tuple(replace(call, order=self.turns) for call in turn.calls)
        written = context._with_written(calls, order=self.turns, spoke=turn.role is Role.ASSISTANT and bool(turn.text))
        return replace(written, unread=context.unread + turn.unread, turns=self.turns + 1)

    def _with_written(self, calls: tuple[PastCall, ...], *, order: int, spoke: bool) -> Context:
        """The context and what the model wrote in a turn: its text, which is the last source where it `spoke`, and its calls."""
        said = [Utterance(self.gathered.turns.last)] if spoke else []
        said += [Utterance(SourceIndex(Source(f"m{order}", Role.ASSISTANT, order, call.written or call.text)), call) for call in calls]
        chain = _chain(self.chain, json.dumps([[call.name, call.text, call.id] for call in calls])) if calls else self.chain
        return replace(self, made=self.made.appended(*calls), said=self.said.appended(*said), chain=chain)

    def _with_source(self, source: Source) -> Context:
        entry = json.dumps([source.id, source.role, source.order, source.text, source.tool, source.call_id, source.is_error])
        index = SourceIndex(source)
        gathered = self.gathered.with_passage(index) if source.role is Role.EVIDENCE else self.gathered.with_turn(index)
        if source.order == EVIDENCE_ORDER:
            passages = list(self.passages)
            insort(passages, _chain("", entry))
            return replace(self, gathered=gathered, passages=tuple(passages))
        return replace(self, gathered=gathered, chain=_chain(self.chain, entry))

    @property
    def digest(self) -> str:
        """SHA-256 of everything that a verdict may depend on: the sources and calls in order, the present time, and what is missing."""
        return _chain(self.chain, json.dumps([self.passages, None if self.now is None else self.now.isoformat(), self.complete, self.unread]))

    @property
    def gaps(self) -> str:
        """Why absence decides nothing in this context; empty where it is complete and was read whole."""
        reasons = [] if self.complete else ["the host says that parts are missing"]
        return ", ".join([*reasons, *(f"{part} was not read" for part in self.unread)])

    def before(self, order: int) -> Context:
        """What the model had been given before the turn `order`."""
        turns = self.gathered.turns.items
        gathered = Sources(Log(turns[: bisect_left(turns, order, key=_order_of)]), self.gathered.evidence)
        made = Log(call for call in self.calls if call.order < order)
        said = Log(uttered for uttered in self.utterances if uttered.order < order)
        return replace(self, gathered=gathered, made=made, said=said, turns=order)


def _chain(digest: str, entry: str) -> str:
    return hashlib.sha256(f"{digest}\n{entry}".encode()).hexdigest()


def _listed(items: object, place: str) -> Sequence[Mapping[str, Json]]:
    if isinstance(items, str | bytes) or not isinstance(items, Sequence):
        raise InputError(place, problem=f"expected a list, got {type(items).__name__}", remedy="give a list of objects")
    for number, item in enumerate(items):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]: checked here
        if not isinstance(item, Mapping):
            raise InputError(f"{place}[{number}]", problem="expected an object", remedy="give a list of objects")
    return items  # pyright: ignore[reportUnknownVariableType]: every item was checked
