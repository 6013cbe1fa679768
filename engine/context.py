"""What the model was given: an append-only, ordered set of indexed sources. Adding a turn costs only that turn."""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import cast

from .errors import InputError
from .feedback_mark import holds_feedback
from .forms import Form, detected, only, read_message, read_system, settled
from .index import SourceIndex
from .inputs import PastCall, Turn, unnamed_id
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
    `from_messages`, `from_openai` or `from_turns`; every `with_*` method returns a new context that shares the index of the old one.
    `form` is how its messages are written, `messages` how many it has read, `numbered` how many calls; `open_calls` are the latest calls
    without an output.
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
    form: Form = Form.AUTO
    messages: int = 0
    numbered: int = 0
    speaker: Role | None = None
    open_calls: tuple[PastCall, ...] = ()

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
        return cls.from_messages(messages, form=Form.OPENAI_CHAT, evidence=evidence, now=now, complete=complete, host=host)

    @classmethod
    def from_messages(
        cls,
        messages: Sequence[object] | str,
        *,
        form: Form = Form.AUTO,
        system: object = None,
        evidence: Sequence[Mapping[str, Json]] = (),
        now: datetime | None = None,
        complete: bool = True,
        host: Mapping[str, Json] | None = None,
        previous_response_id: str | None = None,
    ) -> Context:
        """A context from messages of any form, as mappings or as objects of a client library; a transcript is one text.

        The same conversation gives the same context in every form. `AUTO` finds the form by what only one form has, and never guesses.
        `system` is the system prompt where the form keeps it apart (Anthropic, Gemini, the `instructions` of OpenAI Responses). With a
        `previous_response_id` the server keeps earlier turns, so the context is not complete.

        Raises:
            InputError: a message, passage or system prompt is not of its shape, or no single form fits; the message names the place.

        Example:
            >>> said = Context.from_messages([{"role": "user", "parts": [{"text": "Where is order ORD-12345?"}]}])
            >>> said.form.value, said.sources[0].source.text
            ('gemini', 'Where is order ORD-12345?')
        """
        read_as = Form(form)
        context = cls(now=now, complete=complete and previous_response_id is None, form=read_as)
        passages = [(str(passage.get("id")), number, passage) for number, passage in enumerate(_listed(evidence, "evidence"))]
        for _, number, passage in sorted(passages, key=lambda entry: entry[:2]):
            context = context.with_evidence(passage, place=f"evidence[{number}]")
        if host:
            context = context._with_source(Source("host", Role.HOST, EVIDENCE_ORDER, json.dumps(host, ensure_ascii=False)))
        if system is not None:
            context = context.with_system(system)
        return context.with_messages(messages)

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
    def from_parts(cls, sources: Sequence[Source], calls: Sequence[PastCall], *, frame: Context) -> Context:
        """A context of what another one held, sources and numbered calls, in a `frame` that gives all else: the digest is worked out anew."""
        context = cls()
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
            if order in said and said[order].role is Role.ASSISTANT:
                context = context._with_last_said()
            context = context._with_written(made.get(order, ()))
        return replace(frame, gathered=context.gathered, made=context.made, said=context.said, chain=context.chain, passages=context.passages)

    def with_system(self, system: object) -> Context:
        """The context and a system prompt that the form keeps apart from its messages: a text, text blocks, or a content with parts."""
        return self._with_turn(read_system(system))

    def with_messages(self, messages: Sequence[object] | str) -> Context:
        """The context and further messages of its form. Raises InputError like `from_messages`."""
        listed = _list_of(messages, self.form)
        found = detected(listed, first=self.messages) if self.form is Form.AUTO else frozenset((self.form,))
        return replace(self._with_read(listed, settled(found)), form=only(found))

    def with_message(self, message: object, *, form: Form | None = None) -> Context:
        """The context and one more message, of the context's own form where none is named. Raises InputError like `from_messages`."""
        chosen = self.form if form is None else Form(form)
        if chosen is Form.AUTO:
            chosen = settled(detected((message,), first=self.messages))
        return self._with_read((message,), chosen)

    def _with_read(self, messages: Sequence[object], form: Form) -> Context:
        context = self
        unread: list[str] = []
        for number, message in enumerate(messages, start=self.messages):
            reading = read_message(message, form=form, place=f"messages[{number}]")
            unread += reading.unread
            for turn in reading.turns:
                context = context._with_turn(turn)
        return replace(context, unread=(*context.unread, *unread), messages=self.messages + len(messages))

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
        if turn.role is Role.TOOL:
            return self._with_output(turn)
        if holds_feedback(turn.role, turn.text):
            return self._with_feedback(turn)
        joins = turn.continues and self.speaker is Role.ASSISTANT
        order = self.turns - 1 if joins else self.turns
        context = self
        if not joins and (turn.text or turn.role is not Role.ASSISTANT):
            context = self._with_source(Source(f"m{order}", turn.role, order, turn.text))
            if turn.role is Role.ASSISTANT:
                context = context._with_last_said()
        opened = replace(context, turns=order + 1, speaker=turn.role)
        return opened._with_calls(turn.calls, order) if turn.calls else opened

    def _with_feedback(self, turn: Turn) -> Context:
        """The guard's own words, handed on as a turn of their own: they stand as an output that says nothing and answers no call."""
        context = self._with_source(Source(f"m{self.turns}", Role.TOOL, self.turns, "", is_error=True))
        return replace(context, turns=self.turns + 1, speaker=turn.role)

    def _with_calls(self, calls: Sequence[PastCall], order: int) -> Context:
        still_open = self.open_calls if self.open_calls and self.open_calls[-1].order >= order - 1 else ()
        numbered = [
            replace(call, order=order, number=number, id=call.id or unnamed_id(number)) for number, call in enumerate(calls, start=self.numbered)
        ]
        return replace(self._with_written(numbered), numbered=self.numbered + len(calls), open_calls=(*still_open, *numbered))

    def _with_written(self, calls: Sequence[PastCall]) -> Context:
        """The context and numbered calls that the model wrote."""
        if not calls:
            return self
        said = [Utterance(SourceIndex(Source(f"m{call.order}", Role.ASSISTANT, call.order, call.written or call.text)), call) for call in calls]
        chain = self.chain
        for call in calls:
            chain = _chain(chain, json.dumps([call.order, call.name, call.text, call.written]))
        return replace(self, made=self.made.appended(*calls), said=self.said.appended(*said), chain=chain)

    def _with_last_said(self) -> Context:
        """The context, its last source being the model's own."""
        return replace(self, said=self.said.appended(Utterance(self.gathered.turns.last)))

    def _with_output(self, turn: Turn) -> Context:
        call = self._answered(turn)
        tool = turn.tool if turn.tool is not None or call is None else call.name
        call_id = turn.call_id if turn.call_id is not None or call is None else call.id
        answers = None if call is None else call.number
        is_own = holds_feedback(turn.role, turn.text)
        is_error = is_own or turn.is_error or is_error_output(turn.text)
        text = "" if is_own else turn.text
        source = Source(f"m{self.turns}", Role.TOOL, self.turns, text, tool=tool, call_id=call_id, is_error=is_error, answers=answers)
        still_open = tuple(other for other in self.open_calls if other.number != answers)
        return replace(self._with_source(source), turns=self.turns + 1, speaker=Role.TOOL, open_calls=still_open)

    def _answered(self, turn: Turn) -> PastCall | None:
        """The call that an output answers: the latest of its id; without an id the first open one of its name, or the only open one."""
        if turn.call_id is not None:
            return next((call for call in reversed(self.made) if call.id == turn.call_id), None)
        if turn.tool is not None:
            return next((call for call in self.open_calls if call.name == turn.tool), None)
        return self.open_calls[0] if len(self.open_calls) == 1 else None

    def _with_source(self, source: Source) -> Context:
        # An id of a call may be anything, and some forms have none: only what it joins counts.
        entry = json.dumps([source.id, source.role, source.order, source.text, source.tool, source.answers, source.is_error])
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
        return replace(self, gathered=gathered, made=made, said=said, turns=order, speaker=None, open_calls=())


def _chain(digest: str, entry: str) -> str:
    return hashlib.sha256(f"{digest}\n{entry}".encode()).hexdigest()


def _listed(items: object, place: str) -> Sequence[Mapping[str, Json]]:
    if isinstance(items, str | bytes) or not isinstance(items, Sequence):
        raise InputError(place, problem=f"expected a list, got {type(items).__name__}", remedy="give a list of objects")
    for number, item in enumerate(items):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]: checked here
        if not isinstance(item, Mapping):
            raise InputError(f"{place}[{number}]", problem="expected an object", remedy="give a list of objects")
    return items  # pyright: ignore[reportUnknownVariableType]: every item was checked


def _list_of(messages: object, form: Form) -> Sequence[object]:
    if isinstance(messages, str):
        if form is Form.OPENAI_RESPONSES:
            return ({"role": "user", "content": messages},)
        if form in (Form.TRANSCRIPT, Form.GEMINI, Form.AUTO):
            return (messages,)
        raise InputError("messages", problem="expected a list, got a text", remedy="give a list of messages, or name the form `transcript`")
    given = type(messages).__name__
    if isinstance(messages, bytes | Mapping) or not isinstance(messages, Sequence):
        raise InputError("messages", problem=f"expected a list, got {given}", remedy="give a list of messages")
    return cast("Sequence[object]", messages)
