"""What the model was given: an append-only, ordered set of indexed sources. Adding a turn costs only that turn."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from .errors import InputError
from .index import SourceIndex
from .inputs import PastCall, Turn, read_message
from .provenance import is_error_output
from .types import Json, Role, Source

EVIDENCE_ORDER = -1
_RESERVED = re.compile(r"m\d+|host")


@dataclass(frozen=True, slots=True)
class Context:
    """The sources (the turns in order, then the evidence passages by id), the tool calls made so far, and the present time.

    `complete` False, or anything in `unread` (images, audio, files that were not read), turns absence into undecided. Build one with
    `from_openai` or `from_turns`; every `with_*` method returns a new context that shares the index of the old one.
    """

    sources: tuple[SourceIndex, ...] = ()
    calls: tuple[PastCall, ...] = ()
    now: datetime | None = None
    complete: bool = True
    unread: tuple[str, ...] = ()
    turns: int = 0
    chain: str = ""
    passages: tuple[str, ...] = ()

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
            context = context._with_calls(tuple(made.get(order, ())))
        return replace(context, turns=turns)

    def with_message(self, message: Mapping[str, Json]) -> Context:
        """The context and one more OpenAI chat message. Raises InputError like `from_openai`."""
        return self._with_turn(read_message(message, place=f"messages[{self.turns}]", calls=self.calls))

    def with_evidence(self, passage: Mapping[str, Json], *, place: str = "evidence") -> Context:
        """The context and one more evidence passage `{"id", "text"}`. Raises InputError like `from_openai`."""
        identifier, text = passage.get("id"), passage.get("text")
        if not isinstance(identifier, str) or not isinstance(text, str):
            raise InputError(place, problem="an evidence passage needs a string `id` and a string `text`", remedy="give both")
        if _RESERVED.fullmatch(identifier):
            raise InputError(place, problem=f"the id `{identifier}` names a turn or the host facts", remedy="give the passage another id")
        if any(index.source.id == identifier for index in self.sources):
            raise InputError(place, problem=f"the id `{identifier}` is used twice", remedy="give each passage an id of its own")
        return self._with_source(Source(identifier, Role.EVIDENCE, EVIDENCE_ORDER, text))

    def _with_turn(self, turn: Turn) -> Context:
        context = self
        if turn.text or turn.role is not Role.ASSISTANT:
            is_error = turn.is_error or (turn.role is Role.TOOL and is_error_output(turn.text))
            source = Source(f"m{self.turns}", turn.role, self.turns, turn.text, tool=turn.tool, call_id=turn.call_id, is_error=is_error)
            context = self._with_source(source)
        calls = tuple(PastCall(self.turns, call.name, call.arguments, call.id, call.passed) for call in turn.calls)
        return replace(context._with_calls(calls), unread=context.unread + turn.unread, turns=self.turns + 1)

    def _with_calls(self, calls: tuple[PastCall, ...]) -> Context:
        if not calls:
            return self
        chain = _chain(self.chain, json.dumps([[call.name, call.text, call.id] for call in calls]))
        return replace(self, calls=self.calls + calls, chain=chain)

    def _with_source(self, source: Source) -> Context:
        entry = json.dumps([source.id, source.role, source.order, source.text, source.tool, source.call_id, source.is_error])
        evidence = [index for index in self.sources if index.source.role is Role.EVIDENCE]
        turns = self.sources[: len(self.sources) - len(evidence)]
        if source.role is Role.EVIDENCE:
            evidence = sorted((*evidence, SourceIndex(source)), key=lambda index: index.source.id)
            sources = (*turns, *evidence)
        else:
            sources = (*turns, SourceIndex(source), *evidence)
        if source.order == EVIDENCE_ORDER:
            return replace(self, sources=sources, passages=tuple(sorted((*self.passages, _chain("", entry)))))
        return replace(self, sources=sources, chain=_chain(self.chain, entry))

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
        kept = tuple(index for index in self.sources if index.source.order < order)
        return replace(self, sources=kept, calls=tuple(call for call in self.calls if call.order < order), turns=order)


def _chain(digest: str, entry: str) -> str:
    return hashlib.sha256(f"{digest}\n{entry}".encode()).hexdigest()


def _listed(items: object, place: str) -> Sequence[Mapping[str, Json]]:
    if isinstance(items, str | bytes) or not isinstance(items, Sequence):
        raise InputError(place, problem=f"expected a list, got {type(items).__name__}", remedy="give a list of objects")
    for number, item in enumerate(items):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]: checked here
        if not isinstance(item, Mapping):
            raise InputError(f"{place}[{number}]", problem="expected an object", remedy="give a list of objects")
    return items  # pyright: ignore[reportUnknownVariableType]: every item was checked
