"""The conversation as a session holds it: the context, what was before each turn that makes calls, and what became of dropped turns.

Theory of operation: a call is judged against what came *before* the turn that makes it, so that no call is grounded by the results of its
siblings. For each such turn a `Mark` keeps how much had come by then. That context is always worked out from the present one and the mark, never kept
aside, so that a restored session finds the very same one; `base` keeps the last one it worked out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile

from .context import EVIDENCE_ORDER, Context, Sources, Utterance
from .forms import Form
from .index import SourceIndex
from .inputs import PastCall, past_call
from .json_read import Saved
from .log import Log
from .snapshot import context_from_json, context_to_json
from .types import Json, Outcome, Role, Source

KEPT_SHARE = 0.75
"""Past a limit, the oldest turns are dropped until this share of it is used, so that dropping is rare."""

FirstUses = Callable[[Context, PastCall], Mapping[str, Outcome]]
"""How the values of a call are judged where the context still holds it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What had come before a turn: how many parts that were not read, how many evidence passages."""

    unread: int
    passages: int


@dataclass(frozen=True, slots=True)
class Made:
    """A call that a turn makes, by the print of its arguments."""

    turn: int
    tool: str
    print: str


@dataclass(frozen=True, slots=True)
class History:
    """The turns of one conversation. `prints` tell its messages apart, `passages` are the evidence passages in the order they came.

    `opening` counts the turns that were there before the first message, `first` is the first turn that was not dropped. `spoken` are the calls of dropped
    turns, so that what repeats their arguments is still known for an echo; they stand in the context as utterances, too.
    """

    context: Context
    prints: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    made: Mapping[str, tuple[Made, ...]] = field(default_factory=dict[str, tuple[Made, ...]])
    first_uses: Mapping[str, Outcome] = field(default_factory=dict[str, Outcome])
    spoken: tuple[Utterance, ...] = ()
    opening: int = 0
    first: int = 0
    size: int = 0

    @classmethod
    def of(cls, context: Context) -> History:
        """The history that a context holds before any message is added; a call in it is found by its id."""
        passages = tuple(index.source.id for index in context.sources if index.source.role is Role.EVIDENCE)
        marks = {call.order: Mark(len(context.unread), len(passages)) for call in context.calls}
        whole = _rebuilt(context.sources, context.calls, context)
        return cls(whole, passages=passages, marks=marks, made=_by_id(context.calls), opening=context.turns, size=size_of(context))

    def emptied(self, *, turns: int) -> History:
        """What the history holds beside its turns: evidence, host facts, the present time. Turns count on from `turns`."""
        context = self.context
        kept = [index for index in context.sources if index.source.order == EVIDENCE_ORDER]
        numbered = context.numbered if turns else 0
        frame = replace(context, complete=True, unread=(), turns=turns, messages=0, numbered=numbered, speaker=None, open_calls=())
        rest = _rebuilt(kept, (), frame)
        return History(rest, passages=self.passages, first=turns, size=size_of(rest))

    def after(self, old: History, *, max_turns: int) -> History:
        """The history in place of an older one that was rewritten: the calls that went are still known, and judged against nothing."""
        held = {_call_print(uttered.call) for uttered in self.context.utterances if uttered.call is not None}
        spoken = tuple(uttered for uttered in old.context.utterances if uttered.call is not None and _call_print(uttered.call) not in held)
        shared = _speaking(with_known_indexes(self.context, old.context), spoken)
        marks = {turn: mark for turn, mark in old.marks.items() if turn >= old.context.turns - max_turns}
        made = _within(old.made, marks)
        return replace(self, context=shared, spoken=spoken, marks={**marks, **self.marks}, made={**made, **self.made})

    def with_message(self, message: object) -> History:
        """The history and one more message, of any form. Raises InputError like `Context.with_message`."""
        before, after = self.context, self.context.with_message(message)
        calls = tuple(reversed([*takewhile(lambda call: call.number >= before.numbered, reversed(after.made))]))
        come = Mark(len(before.unread), len(self.passages))
        marks = {**self.marks, **_marked(calls, come, self.marks)} if calls else self.marks
        added = sum(_bytes(index.source.text) for index in takewhile(lambda index: index.source.order >= before.turns, reversed(after.gathered.turns)))
        return replace(
            self,
            context=after,
            prints=(*self.prints, print_of(message, form=before.form, number=before.messages)),
            marks=marks,
            made=_by_id(calls, self.made) if calls else self.made,
            size=self.size + added + sum(_bytes(call.text) for call in calls),
        )

    def with_evidence(self, passage: Mapping[str, Json]) -> History:
        """The history and one more evidence passage. Raises InputError like `Context.with_evidence`."""
        context = self.context.with_evidence(passage)
        return replace(
            self, context=context, passages=(*self.passages, str(passage["id"])), size=self.size + _bytes(str(passage["text"]))
        )

    def turn_of(self, call: PastCall) -> int | None:
        """The turn that makes a call: where tool and arguments are the same too, else the last one with this id; None where none is known."""
        known = self.made.get(call.id, ()) if call.id is not None else ()
        text = _print(call.text)
        same = next((made.turn for made in known if made.tool == call.name and made.print == text), None)
        return same if same is not None else max((made.turn for made in known), default=None)

    def waiting(self, call: PastCall) -> tuple[int | None, str | None]:
        """The turn and the id of a call that came without one: of the last turn's calls of this tool that have no result yet.

        The id only where it came with one and the arguments are the same too; nothing where something other than a tool has spoken since.
        """
        turn = max(self.marks, default=None)
        if turn is None:
            return None, None
        since = [index.source for index in self.context.sources if index.source.order > turn]
        if any(source.role is not Role.TOOL for source in since):
            return None, None
        answered = {source.call_id for source in since if source.call_id is not None}
        waiting = [each for each in self.siblings(turn) if each.name == call.name and each.id not in answered]
        same = next((each for each in waiting if each.text == call.text), None)
        if same is not None:
            return turn, same.given_id
        return (turn if waiting else None), None

    def base(self, turn: int | None) -> Context:
        """What the model had been given before the turn; all that is here where it is None."""
        context, mark = self.context, self.marks.get(turn) if turn is not None else None
        if turn is None or mark is None or turn >= context.turns:
            return context
        shown = set(self.passages[: mark.passages])
        kept = [index for index in context.sources if index.source.order < turn and (index.source.role is not Role.EVIDENCE or index.source.id in shown)]
        calls = [call for call in context.calls if call.order < turn]
        rebuilt = _rebuilt(kept, calls, replace(context, unread=context.unread[: mark.unread], turns=turn, speaker=None, open_calls=()))
        return _speaking(rebuilt, tuple(uttered for uttered in self.spoken if uttered.order < turn))

    def siblings(self, turn: int | None) -> tuple[PastCall, ...]:
        """The calls that the turn makes."""
        return tuple(call for call in self.context.calls if call.order == turn)

    def trimmed(self, *, max_turns: int, max_bytes: int, judged: FirstUses) -> History:
        """The history within the limits. Where turns had to go it is incomplete, and keeps how the values of the calls that went were judged."""
        context = self.context
        if context.turns - self.first <= max_turns and self.size <= max_bytes:
            return self
        sizes, size, first = _sizes(context), self.size, self.first
        while first < context.turns and (context.turns - first > max_turns * KEPT_SHARE or size > max_bytes * KEPT_SHARE):
            size -= sizes.get(first, 0)
            first += 1
        gone = [call for call in context.calls if call.order < first]
        first_uses = dict(self.first_uses)
        for call in gone:
            for value, outcome in judged(context, call).items():
                first_uses.setdefault(value, outcome)
        kept = [index for index in context.sources if index.source.order >= first or index.source.order == EVIDENCE_ORDER]
        calls = [call for call in context.calls if call.order >= first]
        spoken = tuple(uttered for uttered in context.utterances if uttered.order < first and uttered.call is not None)
        still_open = tuple(call for call in context.open_calls if call.order >= first)
        context = _speaking(_rebuilt(kept, calls, replace(context, complete=False, open_calls=still_open)), spoken)
        marks = {turn: mark for turn, mark in self.marks.items() if turn >= first - max_turns}
        made = _within(self.made, marks)
        return replace(self, context=context, marks=marks, made=made, first_uses=first_uses, spoken=spoken, first=first, size=size)

    def to_json(self) -> dict[str, Json]:
        """The history as JSON; the context in the form of `engine.snapshot`."""
        return {
            "context": context_to_json(self.context),
            "context_digest": self.context.digest,
            "opening": self.opening,
            "first": self.first,
            "prints": list(self.prints),
            "passages": list(self.passages),
            "marks": [[order, mark.unread, mark.passages] for order, mark in sorted(self.marks.items())],
            "made": [
                {"call_id": identifier, "turn": call.turn, "tool": call.tool, "print": call.print}
                for identifier, calls in self.made.items()
                for call in calls
            ],
            "spoken": [_spoken_json(uttered.call) for uttered in self.spoken if uttered.call is not None],
            "first_uses": [[value, outcome.value] for value, outcome in sorted(self.first_uses.items())],
        }

    @classmethod
    def from_json(cls, saved: Saved) -> History:
        """The history that `to_json` wrote.

        Raises:
            InputError: it is not of that form, or the context is not the one that was written down.
        """
        context = context_from_json(saved.get("context"), place=f"{saved.place}.context")
        if context.digest != saved.text("context_digest"):
            saved.refuse("context_digest", "the context is not the one that was written down")
        spoken = tuple(_spoken(each) for each in saved.each("spoken"))
        return cls(
            _speaking(context, spoken),
            prints=saved.texts("prints"),
            passages=saved.texts("passages"),
            marks=_marks(saved),
            made=_made(saved),
            first_uses=_first_uses(saved),
            spoken=spoken,
            opening=saved.whole("opening"),
            first=saved.whole("first"),
            size=size_of(context),
        )


def print_of(message: object, *, form: Form = Form.AUTO, number: int = 0) -> str:
    """What a message is known by: a SHA-256 over its canonical JSON, or over what is read of it where it holds objects of a client library.

    Raises:
        InputError: the message is neither JSON nor of the form.
    """
    try:
        return _print(json.dumps(message, sort_keys=True))
    except (TypeError, ValueError, RecursionError):
        alone = Context(form=form, messages=number).with_message(message)
        ids = [[index.source.call_id for index in alone.sources], [call.given_id for call in alone.calls]]
        return _print(json.dumps([alone.chain, len(alone.unread), ids]))


def roles_in(before: Context, after: Context) -> frozenset[Role]:
    """Who speaks in the turns that one context has more than the other; the guard's own words count as a tool's."""
    said = takewhile(lambda index: index.source.order >= before.turns, reversed(after.gathered.turns))
    roles = {index.source.role for index in said}
    return frozenset(roles | {Role.ASSISTANT} if after.numbered > before.numbered else roles)


def with_known_indexes(context: Context, known: Context) -> Context:
    """The context, with the index of each source and utterance that the other one holds too: nothing is indexed twice."""
    indexes = {index.source: index for index in known.sources}
    gathered = Sources(
        Log(indexes.get(index.source, index) for index in context.gathered.turns.items),
        tuple(indexes.get(index.source, index) for index in context.gathered.evidence),
    )
    written = {uttered.index.source: uttered.index for uttered in known.utterances}
    said = Log(replace(uttered, index=written.get(uttered.index.source, uttered.index)) for uttered in context.utterances)
    return replace(context, gathered=gathered, said=said)


def _speaking(context: Context, spoken: tuple[Utterance, ...]) -> Context:
    """The context with what the model wrote in turns that are gone."""
    return replace(context, said=Log((*spoken, *context.utterances))) if spoken else context


def _marked(calls: Iterable[PastCall], come: Mark, known: Mapping[int, Mark]) -> dict[int, Mark]:
    """The marks of the turns that make these calls. Calls that join a turn may rest on parts that were not read since it began, not on evidence."""
    orders = {call.order for call in calls}
    return {order: Mark(come.unread, known[order].passages) if order in known else come for order in orders}


def _call_print(call: PastCall) -> tuple[str | None, str, str, str]:
    return call.given_id, call.name, call.text, call.written


def size_of(context: Context) -> int:
    """Bytes of text that a context holds."""
    return sum(_sizes(context).values())


def _rebuilt(kept: Iterable[SourceIndex], calls: Iterable[PastCall], like: Context) -> Context:
    return with_known_indexes(Context.from_parts([index.source for index in kept], list(calls), frame=like), like)


def _by_id(calls: Iterable[PastCall], known: Mapping[str, tuple[Made, ...]] | None = None) -> dict[str, tuple[Made, ...]]:
    made = dict(known or {})
    for call in calls:
        if call.id is not None:
            made[call.id] = (*made.get(call.id, ()), Made(call.order, call.name, _print(call.text)))
    return made


def _within(made: Mapping[str, tuple[Made, ...]], marks: Mapping[int, Mark]) -> dict[str, tuple[Made, ...]]:
    """The calls of the turns that are still marked."""
    kept = {identifier: tuple(call for call in calls if call.turn in marks) for identifier, calls in made.items()}
    return {identifier: calls for identifier, calls in kept.items() if calls}


def _print(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _sizes(context: Context) -> dict[int, int]:
    sizes: dict[int, int] = {}
    parts = chain(
        ((index.source.order, index.source.text) for index in context.sources), ((call.order, call.text) for call in context.calls)
    )
    for order, text in parts:
        sizes[order] = sizes.get(order, 0) + _bytes(text)
    return sizes


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _marks(saved: Saved) -> dict[int, Mark]:
    marks: dict[int, Mark] = {}
    for number, row in enumerate(saved.items("marks")):
        whole = [each for each in row if isinstance(each, int) and not isinstance(each, bool) and each >= 0] if isinstance(row, list) else []
        if not isinstance(row, list) or len(row) != 3 or len(whole) != 3:
            saved.refuse(f"marks[{number}]", "it is not three whole numbers")
        marks[whole[0]] = Mark(whole[1], whole[2])
    return marks


def _made(saved: Saved) -> dict[str, tuple[Made, ...]]:
    made: dict[str, tuple[Made, ...]] = {}
    for each in saved.each("made"):
        identifier = each.text("call_id")
        made[identifier] = (*made.get(identifier, ()), Made(each.whole("turn"), each.text("tool"), each.text("print")))
    return made


def _spoken_json(call: PastCall) -> dict[str, Json]:
    arguments = None if call.arguments is None else json.dumps(dict(call.arguments))
    return {"turn": call.order, "tool": call.name, "call_id": call.id, "number": call.number, "arguments": arguments, "written": call.written}


def _spoken(saved: Saved) -> Utterance:
    text = saved.text_or_none("arguments")
    try:
        arguments: Json = None if text is None else json.loads(text)
    except (ValueError, RecursionError):
        saved.refuse("arguments", "it is not a JSON text")
    if arguments is not None and not isinstance(arguments, dict):
        saved.refuse("arguments", "it is not an object")
    turn = saved.whole("turn")
    name, identifier, written = saved.text("tool"), saved.text_or_none("call_id"), saved.text("written")
    call = past_call(name, arguments, identifier, order=turn, number=saved.whole("number"), written=written)
    return Utterance(SourceIndex(Source(f"m{turn}", Role.ASSISTANT, turn, call.written or call.text)), call)


def _first_uses(saved: Saved) -> dict[str, Outcome]:
    uses: dict[str, Outcome] = {}
    for number, row in enumerate(saved.items("first_uses")):
        value, outcome = row if isinstance(row, list) and len(row) == 2 else (None, None)
        if not isinstance(value, str) or outcome not in set(Outcome):
            saved.refuse(f"first_uses[{number}]", "it is not a value and its outcome")
        uses[value] = Outcome(str(outcome))
    return uses
