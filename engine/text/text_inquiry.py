"""One answer laid out for the text rules: everything a check may look at, worked out once and shared."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property

from ..clock import stated_now
from ..context import Context
from ..index import Mention, SourceIndex
from ..policy import Policy
from ..types import Kind, Outcome, Role, Source
from .alignment import Anchor, Assertion, EvidenceBase, align
from .answer import Answer
from .details import find_details
from .entities import Pipeline
from .grounding import Grounding, ground
from .prose_score import doubtful
from .reading import Reading, read_assertions
from .rivals_text import rival_of
from .segments import Layout, lay_out

QUESTION_ID = "question"


class TextInquiry:
    """What the text rules see. Attributes are computed on first use and never change afterwards."""

    def __init__(self, answer: Answer, *, context: Context, policy: Policy, pipeline: Pipeline | None = None) -> None:
        self.answer = answer
        self.context = context
        self.policy = policy
        self.pipeline = pipeline

    @cached_property
    def layout(self) -> Layout:
        """The answer with its markup masked, and its segments."""
        return lay_out(self.answer.text)

    @cached_property
    def passages(self) -> tuple[SourceIndex, ...]:
        """What may support a claim: evidence passages, successful tool outputs, host facts and system turns; user turns but for the question.

        Assistant turns and error outputs support nothing.
        """
        return tuple(index for index in self.context.sources if self._may_support(index))

    def _may_support(self, index: SourceIndex) -> bool:
        source = index.source
        if source.role in (Role.EVIDENCE, Role.HOST, Role.SYSTEM):
            return True
        if source.role is Role.TOOL:
            return not source.is_error
        return source.role is Role.USER and index is not self._asking_turn

    @cached_property
    def _asking_turn(self) -> SourceIndex | None:
        """The user turn that the answer replies to: the last one, where the answer names no question of its own."""
        if self.answer.question:
            return None
        turns = [index for index in self.context.sources if index.source.role is Role.USER]
        return turns[-1] if turns else None

    @cached_property
    def question(self) -> SourceIndex | None:
        """The question, indexed; None where there is none. Its premises are the user's: they support nothing, and repeating them claims nothing."""
        if self.answer.question:
            return SourceIndex(Source(QUESTION_ID, Role.USER, self.context.turns, self.answer.question))
        return self._asking_turn

    @cached_property
    def now(self) -> datetime | None:
        """The present time: as handed in, else as a system or user turn states it."""
        return self.context.now or stated_now(self.context.sources)

    @cached_property
    def evidence(self) -> EvidenceBase:
        """The passages, searchable by word root."""
        return EvidenceBase(self.passages, self.question)

    @cached_property
    def groundings(self) -> tuple[Grounding, ...]:
        """Each detail of the answer with where it stands, in order."""
        return tuple(ground(detail, self.passages, self.question) for detail in find_details(self.layout, self.pipeline))

    @cached_property
    def assertions(self) -> tuple[Assertion, ...]:
        """The assertions of the answer, each with its best windows."""
        return tuple(align(self.layout, self.evidence, self._anchors))

    @cached_property
    def _anchors(self) -> tuple[Anchor, ...]:
        """The values of the answer that a finder read, with the windows that hold them."""
        return tuple(Anchor(grounding.detail.span, self._windows_of(grounding)) for grounding in self.groundings if grounding.detail.kind is not Kind.NAME)

    def _windows_of(self, grounding: Grounding) -> tuple[tuple[int, tuple[int, ...]], ...]:
        places: dict[int, set[int]] = {}
        numbers = {id(index): number for number, index in enumerate(self.passages)}
        for hit in grounding.hits:
            places.setdefault(numbers[id(hit.index)], set()).add(hit.index.windows.window_over(hit.span.start))
        return tuple((passage, tuple(sorted(windows))) for passage, windows in sorted(places.items()))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Each assertion with its details, features and score, in order."""
        return tuple(read_assertions(self.assertions, self.groundings, self.evidence))

    @cached_property
    def doubtful(self) -> tuple[Reading, ...]:
        """The assertions whose prose goes beyond the evidence, by the scores of all of them together."""
        return tuple(self.readings[at] for at in doubtful([reading.score for reading in self.readings]))

    @cached_property
    def claimed(self) -> tuple[Reading, ...]:
        """The readings that assert something: no questions, nothing that stands in the evidence word for word."""
        masked = self.layout.masked
        return tuple(
            reading for reading in self.readings if not reading.assertion.verbatim and not reading.assertion.span.of(masked).rstrip().endswith("?")
        )

    @cached_property
    def open_details(self) -> tuple[tuple[Reading, Grounding, Mention | None], ...]:
        """The details that the evidence does not hold, with their readings and the rival that the evidence has in the same frame."""
        return tuple(
            (reading, grounding, rival_of(grounding, reading.assertion))
            for reading in self.claimed
            for grounding in reading.groundings
            if grounding.outcome is not Outcome.SUPPORTED
        )
