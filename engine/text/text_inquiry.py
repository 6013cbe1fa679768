"""One answer laid out for the text rules: everything a check may look at, worked out once and shared."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import TypeAlias

from ..clock import stated_now
from ..context import Context
from ..index import Mention, SourceIndex
from ..policy import Policy
from ..types import Kind, Outcome, Role, Source, Span
from .abstention import Abstention, find_abstentions, is_abstention
from .alignment import Anchor, Assertion, EvidenceBase, align
from .answer import Answer
from .citation_marks import CitationMark, MarkStyle, find_marks
from .citation_targets import CitableSources, Resolution
from .claimed_actions import ClaimedAction, backing_of, find_claimed_actions, records_of
from .details import Detail, find_details
from .entities import Pipeline
from .grounding import Grounding, ground
from .prose_score import doubtful
from .quotations import Quotation, Standing, find_quotations, match_quotation, quoted_text
from .reading import Reading, read_assertions
from .references import Reference, ReferenceStanding, find_references, standing_of
from .rivals_text import rival_of
from .segments import Layout, SegmentKind, lay_out
from .small_talk import is_empty_result, is_small_talk, reports_nothing
from .tone import notes_of

QUESTION_ID = "question"
MAX_LEAD_LETTERS = 12
"""How many letters beside a quotation only introduce it ("It says:")."""
_Reading: TypeAlias = tuple[tuple[str, ...], Decimal | None, str | None]


class TextInquiry:
    """What the text rules see. Attributes are computed on first use and never change afterwards."""

    def __init__(self, answer: Answer, *, context: Context, policy: Policy, pipeline: Pipeline | None = None) -> None:
        self.answer = answer
        self.context = context
        self.policy = policy
        self.pipeline = pipeline
        self._grounded: dict[tuple[object, ...], Grounding] = {}

    def beside(self, text: str) -> TextInquiry:
        """An inquiry into another text over the same evidence, which is not read again."""
        other = TextInquiry(replace(self.answer, text=text), context=self.context, policy=self.policy, pipeline=self.pipeline)
        other.passages, other.question, other.evidence, other.citable = self.passages, self.question, self.evidence, self.citable
        other._grounded = self._grounded
        return other

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
        return tuple(self._ground(detail) for detail in find_details(self.layout, self.pipeline))

    def _ground(self, detail: Detail) -> Grounding:
        """The grounding of a detail, looked up once for all texts that are checked beside each other: it does not rest on where the detail stands."""
        key = detail.likeness
        known = self._grounded.get(key)
        if known is None:
            known = self._grounded[key] = ground(detail, self.passages, self.question)
        return known if known.detail.span == detail.span else replace(known, detail=detail)

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
        if not self.readings:
            return ()
        return tuple(self.readings[at] for at in doubtful([reading.score for reading in self.readings], self.readings[0].profile))

    @cached_property
    def claimed(self) -> tuple[Reading, ...]:
        """The readings that assert something: no questions, nothing that stands in the evidence word for word, nothing that only keeps up the conversation."""
        return tuple(reading for reading in self.readings if not reading.assertion.verbatim and not self._is_silent(reading))

    def _is_silent(self, reading: Reading) -> bool:
        """True where a sentence asks, abstains, reports nothing as an empty result does, or tells of an action that the record backs; no detail may be open."""
        span = reading.assertion.span
        text = span.of(self.layout.masked)
        if text.rstrip().endswith("?") or is_small_talk(text):
            return True
        if any(self._is_open(grounding) for grounding in reading.groundings):
            return False
        if any(_within(action, span) for action in self.backed_actions) or any(_within(span, reference) for reference in self.standing_references):
            return True
        if any(_within(span, abstention.span) for abstention in self.abstentions) or self._only_quotes(span):
            return True
        return self._came_back_empty and reports_nothing(text)

    @cached_property
    def _came_back_empty(self) -> bool:
        """True where some passage says nothing but that there is nothing."""
        return any(not index.words or is_empty_result(index.source.text) for index in self.passages)

    def _only_quotes(self, span: Span) -> bool:
        """True where a stretch is a quotation that stands in a passage, with no more than a few letters around it."""
        for quotation in self.quotations:
            if _within(quotation.span, span):
                around = self.layout.masked[span.start : quotation.span.start] + self.layout.masked[quotation.span.end : span.end]
                if sum(map(str.isalpha, around)) <= MAX_LEAD_LETTERS and not any(map(str.isdigit, around)):
                    return match_quotation(quoted_text(self.answer.text, quotation), self.passages).standing is Standing.VERBATIM
        return False

    def _is_open(self, grounding: Grounding) -> bool:
        """True for a detail that neither the evidence nor the question holds; a word that may be no name is none."""
        if grounding.outcome is Outcome.SUPPORTED or grounding.asked or grounding.detail.initial:
            return False
        return not self._is_referred(grounding)

    def _is_referred(self, grounding: Grounding) -> bool:
        return any(_within(grounding.detail.span, reference) for reference in self.standing_references)

    @cached_property
    def open_details(self) -> tuple[tuple[Reading, Grounding, Mention | None], ...]:
        """The details that the evidence does not hold, with their readings and the rival that the evidence has in the same frame."""
        return tuple(
            (reading, grounding, rival_of(grounding, reading.assertion))
            for reading in self.claimed
            for grounding in reading.groundings
            if grounding.outcome is not Outcome.SUPPORTED and not self._is_referred(grounding)
        )

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The spans of everything that is no code: sentences, items, rows and headings."""
        return tuple(segment.span for segment in self.layout.segments if segment.kind is not SegmentKind.CODE)

    def sentence_of(self, span: Span) -> Span:
        """The sentence that a span begins in; the span itself where it begins in none."""
        at = bisect_right(self.sentences, span.start, key=lambda sentence: sentence.start) - 1
        return self.sentences[at] if at >= 0 and span.start < self.sentences[at].end else span

    @cached_property
    def citable(self) -> CitableSources:
        """What the answer may cite."""
        return CitableSources((*self.passages, *((self.question,) if self.question is not None else ())))

    @cached_property
    def marks(self) -> tuple[CitationMark, ...]:
        """The citation marks of the answer in order."""
        return find_marks(self.answer.text, ids=self.citable.ids)

    @cached_property
    def quotations(self) -> tuple[Quotation, ...]:
        """The quoted stretches of the answer in order."""
        return find_quotations(self.answer.text)

    @cached_property
    def abstentions(self) -> tuple[Abstention, ...]:
        """The clauses of the answer that claim nothing."""
        return find_abstentions(self.layout.masked, self.sentences)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What the answer is beside a report: opinion, and text made up on request."""
        return notes_of(self.layout.masked, self.sentences, question=self.question.content if self.question is not None else "")

    @cached_property
    def abstains(self) -> bool:
        """True where the answer as a whole claims nothing."""
        question = self.question.content if self.question is not None else ""
        return is_abstention(self.layout.masked, self.sentences, question=question)

    @cached_property
    def references(self) -> tuple[tuple[Reference, ReferenceStanding], ...]:
        """The references of the answer (DOIs, sections, hashes, lines of files) with where they stand, in order."""
        sources = (*self.passages, *((self.question,) if self.question is not None else ()))
        return tuple((reference, standing_of(reference, sources)) for reference in find_references(self.answer.text))

    @cached_property
    def standing_references(self) -> tuple[Span, ...]:
        """The spans of the references and URLs that a source holds: no detail inside one is absent."""
        urls = (mark for mark in self.marks if mark.style is MarkStyle.URL and self.citable.resolve(mark)[0].resolution is Resolution.RESOLVED)
        return (*(reference.span for reference, standing in self.references if standing.stands), *(mark.span for mark in urls))

    @cached_property
    def claimed_actions(self) -> tuple[ClaimedAction, ...]:
        """What the answer claims to have done, in order."""
        question = self.question.content if self.question is not None else ""
        return find_claimed_actions(self.layout.masked, self.sentences, question=question)

    @cached_property
    def backed_actions(self) -> tuple[Span, ...]:
        """The spans of the claimed actions that the record of tool calls backs."""
        records = records_of(self.context) if self.claimed_actions else None
        return () if records is None else tuple(claim.span for claim in self.claimed_actions if backing_of(claim, records).backed)


def _within(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end
