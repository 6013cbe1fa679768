"""An answer checked while it arrives: `feed` deltas, get events; the last one holds the verdict, which is that of the whole answer.

Theory of operation: the text is cut into units (`stream_units.py`), each judged once, alone, as soon as its end is known, against evidence that is
read once for the stream. Only what rests on one sentence (`Scope.SENTENCE`) and is settled is reported early; everything else, and the verdict, comes
from one check of the whole at the end. The stream does no I/O and reads no clock; adapters pull and push.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from .answer_policy import Ruling
from .context import Context
from .errors import InputError
from .guard import Guard
from .rule import RuleSet, Scope
from .stream_units import next_unit
from .text.answer import Answer
from .text.findings import TextDecision, TextFinding, TextVerdict
from .text.grounding import Grounding
from .text.merge_text import ruling_of
from .text.run_text import run_text_rules
from .text.text_inquiry import TextInquiry
from .types import Outcome, Span
from .verdict import CheckError

MAX_HELD = 8_192
"""The longest stretch, in characters, that is held back while its end is not known; past it the stream fails."""
MAX_CHARS = 10_000_000
"""The longest answer, in characters."""
_FENCE = "```\n"


class StreamMode(StrEnum):
    """What leaves the stream: everything at once; only what was verified; or everything up to the first finding that blocks."""

    OBSERVE = "observe"
    HOLD_BACK = "hold_back"
    CUT = "cut"


class StreamState(StrEnum):
    """Where a stream is. `WITHHOLDING`: something unverified was met, nothing more leaves before the end. `CUT` and `FAILED` take no more text."""

    OPEN = "open"
    WITHHOLDING = "withholding"
    CUT = "cut"
    FAILED = "failed"
    DONE = "done"


NEXT_STATES: Mapping[StreamState, frozenset[StreamState]] = {
    StreamState.OPEN: frozenset((StreamState.WITHHOLDING, StreamState.CUT, StreamState.FAILED, StreamState.DONE)),
    StreamState.WITHHOLDING: frozenset((StreamState.FAILED, StreamState.DONE)),
    StreamState.CUT: frozenset((StreamState.DONE,)),
    StreamState.FAILED: frozenset((StreamState.DONE,)),
    StreamState.DONE: frozenset(),
}
"""The states that may follow each state."""


@dataclass(frozen=True, slots=True)
class Released:
    """Text that may be shown, verbatim; `start` is its offset in the answer. Joined in order the pieces are the answer as far as it was released."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Found:
    """A finding that will stand in the verdict."""

    finding: TextFinding


@dataclass(frozen=True, slots=True)
class Held:
    """From `start` on nothing leaves before the end; `text` is what had arrived of it."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The stream cannot check what arrives, and stays failed."""

    error: CheckError


@dataclass(frozen=True, slots=True)
class Done:
    """The verdict on the whole answer; for a cut stream, on the answer up to the end of the unit that was cut."""

    verdict: TextVerdict


StreamEvent: TypeAlias = Released | Found | Held | Failed | Done


class AnswerStream:
    """Checks one answer while it arrives. One stream is one answer, and belongs to one thread at a time.

    Example:
        >>> from groundrules import AnswerStream, Context, Guard
        >>> context = Context.from_openai([{"role": "user", "content": "When?"}], evidence=[{"id": "1", "text": "It opened in 1931."}])
        >>> stream = AnswerStream(Guard(), context=context)
        >>> [event.text for delta in ("It opened", " in 19", "31.") for event in stream.feed(delta)]
        []
        >>> stream.close().decision.value, stream.released
        ('PASS', 'It opened in 1931.')
    """

    def __init__(
        self,
        guard: Guard,
        *,
        context: Context,
        question: str = "",
        mode: StreamMode = StreamMode.HOLD_BACK,
        max_held: int = MAX_HELD,
        max_chars: int = MAX_CHARS,
    ) -> None:
        """`max_held` and `max_chars` are in characters; the first has no effect in mode observe.

        Raises:
            InputError: a limit is not positive.
            MissingExtra: the policy names a pipeline for names that is not installed.
        """
        if max_held <= 0 or max_chars <= 0:
            raise InputError("stream", problem="a limit is not positive", remedy="give `max_held` and `max_chars` in characters, above 0")
        self.mode = StreamMode(mode)
        self.state = StreamState.OPEN
        self.verdict: TextVerdict | None = None
        self._guard = guard
        self._max_held, self._max_chars = max_held, max_chars
        self._base = guard.begin_answer(Answer("", question), context=context)
        self._pieces: list[str] = []
        self._length = 0  # of what arrived
        self._tail = ""  # what arrived and was not judged, from `_start` on
        self._start = 0
        self._seen = 0  # so much of the tail was searched for an end
        self._fenced = self._broken = False
        self._out = 0  # so much was released
        self._error: CheckError | None = None
        self._early: list[TextFinding] = []

    @property
    def text(self) -> str:
        """What arrived, verbatim."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    @property
    def released(self) -> str:
        """What was released so far: the beginning of the text."""
        return self.text[: self._out]

    @property
    def held_chars(self) -> int:
        """How many characters arrived and were not released."""
        return self._length - self._out

    def feed(self, delta: str) -> tuple[StreamEvent, ...]:
        """The events that a further piece of text leads to. A stream that was cut or failed takes no more text and gives no event.

        Raises:
            InputError: the stream is closed.
        """
        if self.state is StreamState.DONE:
            raise InputError("stream", problem="it is closed", remedy="make a new stream for each answer")
        if self.state in (StreamState.CUT, StreamState.FAILED) or not delta:
            return ()
        self._pieces.append(delta)
        self._length += len(delta)
        self._tail += delta
        if self._length > self._max_chars:
            return self._fail(f"the answer is longer than {self._max_chars} characters; raise `max_chars`, or let the model write less")
        events: list[StreamEvent] = []
        if self.mode is StreamMode.OBSERVE:
            events.append(self._release(self._length))
        while self.state in (StreamState.OPEN, StreamState.WITHHOLDING):
            unit = next_unit(self._tail, fenced=self._fenced, seen=self._seen)
            if unit is None or unit.end > self._max_held:
                break
            events += self._judge(unit.end, forced=unit.forced)
            self._fenced = unit.fenced
        self._seen = len(self._tail)
        if len(self._tail) > self._max_held:
            events += self._overrun()
        return tuple(events)

    def finish(self) -> tuple[StreamEvent, ...]:
        """The last events: what is left of the findings and the text, then `Done` with the verdict. Nothing, where it is closed already."""
        if self.state is StreamState.DONE:
            return ()
        verdict = self._final()
        reported = set(self._early)
        events: list[StreamEvent] = [Found(finding) for finding in verdict.findings if finding not in reported]
        if self._out < self._length and self.state not in (StreamState.CUT, StreamState.FAILED):
            events.append(self._release(self._length) if self._is_clear(verdict) else Held(self.text[self._out :], self._out))
        self._move(StreamState.DONE)
        self.verdict = verdict
        return (*events, Done(verdict))

    def close(self) -> TextVerdict:
        """The verdict on the whole answer, the same as `Guard.check_answer` gives for its text; a failed stream is blocked, with its error."""
        self.finish()
        assert self.verdict is not None
        return self.verdict

    # ---- one unit ---------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _rules(self) -> RuleSet:
        return RuleSet(rule for rule in self._guard.rules if rule.scope is Scope.SENTENCE)

    def _judge(self, end: int, *, forced: bool) -> list[StreamEvent]:
        """The events of the unit at the start of the tail, which it takes away."""
        unit, start = self._tail[:end], self._start
        lead = _FENCE if self._fenced else ""
        partial = forced or self._broken
        inquiry = self._base.beside(lead + unit)
        self._tail, self._start, self._seen, self._broken = self._tail[end:], start + end, 0, forced
        events: list[StreamEvent] = []
        findings, errors = self._findings(inquiry)
        settled = [] if partial or errors else [_moved(each, start - len(lead)) for each in findings if self._is_settled(each)]
        self._early += settled
        events += [Found(finding) for finding in settled]
        if self.mode is StreamMode.OBSERVE or self.state is not StreamState.OPEN:
            return events
        if self._stops(inquiry, findings, failed=bool(errors)):
            cut = self.mode is StreamMode.CUT
            self._move(StreamState.CUT if cut else StreamState.WITHHOLDING)
            if cut:
                self._pieces, self._length, self._tail = [self.text[: self._start]], self._start, ""
            events.append(Held(self.text[self._out :], self._out))
        else:
            events.append(self._release(self._start))
        return events

    def _findings(self, inquiry: TextInquiry) -> tuple[tuple[TextFinding, ...], tuple[CheckError, ...]]:
        if not _has_open(inquiry) and not inquiry.marks:
            return (), ()
        return run_text_rules(self._rules, inquiry)

    def _is_settled(self, finding: TextFinding) -> bool:
        """True for a finding that no further sentence can change: not for a doubt, nor where the script of the whole answer counts."""
        if finding.outcome is Outcome.UNDECIDED or any(index.is_foreign for index in self._base.passages):
            return False
        return ruling_of(finding, self._base) is not Ruling.LEAVE

    def _stops(self, inquiry: TextInquiry, findings: tuple[TextFinding, ...], *, failed: bool) -> bool:
        if failed:
            return True
        rulings = {ruling_of(finding, self._base) for finding in findings}
        if self.mode is StreamMode.CUT:
            return Ruling.BLOCK in rulings
        leaves_doubts = self._base.policy.answers.ruling(Outcome.UNDECIDED, 3) is Ruling.LEAVE
        unverified = not leaves_doubts and _has_open(inquiry) and any(_is_open(grounding) for _, grounding, _ in inquiry.open_details)
        return unverified or bool(rulings - {Ruling.LEAVE})

    # ---- what leaves ------------------------------------------------------------------------------------------------------------------

    def _release(self, end: int) -> Released:
        piece = Released(self.text[self._out : end] if self.mode is not StreamMode.OBSERVE else self._pieces[-1], self._out)
        self._out = end
        return piece

    def _overrun(self) -> tuple[StreamEvent, ...]:
        """A unit that is longer than what may be held: nothing is known of it before the end."""
        if self.mode is not StreamMode.OBSERVE and self.state is StreamState.OPEN:
            return self._fail(f"no sentence ends within {self._max_held} characters; raise `max_held`, or check the answer when it is complete")
        self._start += len(self._tail)
        self._tail, self._seen, self._broken = "", 0, True
        return ()

    def _fail(self, reason: str) -> tuple[StreamEvent, ...]:
        self._move(StreamState.FAILED)
        self._error = CheckError("stream", reason)
        self._tail = ""
        return (Failed(self._error),)

    def _move(self, state: StreamState) -> None:
        if state not in NEXT_STATES[self.state]:
            raise InputError("stream", problem=f"it cannot go from `{self.state}` to `{state}`", remedy="report it as a bug")
        self.state = state

    def _final(self) -> TextVerdict:
        if self._error is None:
            return self._guard.judge_answer(self._base.beside(self.text))
        verdict = self._guard.judge_answer(self._base.beside(self.released))
        return replace(
            verdict,
            decision=TextDecision.BLOCK,
            reasons=(self._error.message, *verdict.reasons),
            block_reason=self._error.message,
            requires_human_review=True,
            errors=(*verdict.errors, self._error),
        )

    def _is_clear(self, verdict: TextVerdict) -> bool:
        """True where what was not released may leave with the verdict known."""
        if verdict.errors or verdict.decision is TextDecision.BLOCK:
            return False
        if self.mode is StreamMode.CUT:
            return True
        return not any(finding.span.end > self._out or finding.span == Span(0, 0) for finding in verdict.findings)


def _has_open(inquiry: TextInquiry) -> bool:
    """True where some detail is not supported; a word that may be no name is at most a doubt."""
    return any(grounding.outcome is not Outcome.SUPPORTED and not grounding.detail.initial for grounding in inquiry.groundings)


def _is_open(grounding: Grounding) -> bool:
    """True for a detail that is none of the question's; a word that may be no name is none."""
    return not (grounding.asked or grounding.detail.initial)


def _moved(finding: TextFinding, by: int) -> TextFinding:
    return replace(finding, span=Span(finding.span.start + by, finding.span.end + by))
