"""What the rules for answers share: a finding for a span of an assertion, and when a claim is one at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..engine.text.findings import Claim, TextFinding
from ..engine.text.grounding import Grounding
from ..engine.text.reading import Reading
from ..engine.text.severity import severity_of
from ..engine.text.small_talk import is_empty_result, is_small_talk, reports_nothing
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Evidence, Kind, Outcome, Severity, Span

_ABSTAINS = re.compile(
    r"\b(?:(?:do|does|did|is|are|was|were|can|could)(?:n[o']t|n’t| not) (?:mention|say|state|specif|contain|provide|include|list|give|find|cover|explicitly)"
    r"|(?:find|found|see|have|contains?|there (?:is|are)) (?:no|nothing)\b|(?:no|not enough) (?:information|mention|evidence|details?|data)|unable to"
    r"|not (?:mentioned|stated|specified|provided|given|available|listed))",
    re.IGNORECASE,
)


def abstains(text: str) -> bool:
    """True where a sentence says that the sources do not say: it repeats a question and claims nothing of it."""
    return _ABSTAINS.search(text) is not None


def claims(inquiry: TextInquiry) -> Iterator[Reading]:
    """The readings that assert something: no questions, nothing that stands in the evidence word for word, nothing that only keeps up the conversation."""
    for reading in inquiry.readings:
        text = said(inquiry, reading)
        if not (reading.assertion.verbatim or text.rstrip().endswith("?") or is_small_talk(text) or _is_silent(inquiry, reading)):
            yield reading


def _is_silent(inquiry: TextInquiry, reading: Reading) -> bool:
    """True where the sentence abstains, reports nothing as an empty result does, or tells of an action that the record backs; no detail may be left open."""
    span = reading.assertion.span
    if any(_is_open(grounding, inquiry) for grounding in reading.groundings):
        return False
    if any(_within(action, span) for action in inquiry.backed_actions) or any(_within(span, reference) for reference in inquiry.standing_references):
        return True
    if any(each.span.start <= span.start and span.end <= each.span.end for each in inquiry.abstentions):
        return True
    return reports_nothing(said(inquiry, reading)) and any(not index.words or is_empty_result(index.source.text) for index in inquiry.passages)


def said(inquiry: TextInquiry, reading: Reading) -> str:
    """The text of an assertion, markup masked."""
    return reading.assertion.span.of(inquiry.layout.masked)


def _is_open(grounding: Grounding, inquiry: TextInquiry) -> bool:
    if grounding.outcome is Outcome.SUPPORTED or grounding.asked or grounding.detail.initial:
        return False
    return not any(_within(grounding.detail.span, reference) for reference in inquiry.standing_references)


def open_details(inquiry: TextInquiry) -> Iterator[tuple[Reading, Grounding]]:
    """The details that the evidence does not hold, with their readings; not those of the question that the answer says it cannot find."""
    for reading in claims(inquiry):
        unsaid = abstains(said(inquiry, reading))
        for grounding in reading.groundings:
            held = (unsaid and grounding.asked) or any(_within(grounding.detail.span, reference) for reference in inquiry.standing_references)
            if grounding.outcome is not Outcome.SUPPORTED and not held:
                yield reading, grounding


def _within(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end


def detail_finding(
    rule_id: str,
    inquiry: TextInquiry,
    reading: Reading,
    grounding: Grounding,
    *,
    outcome: Outcome,
    explanation: str,
    claim: Claim = Claim.FABRICATED,
    evidence: tuple[Evidence, ...] = (),
    suggestion: str | None = None,
    severity: Severity | None = None,
) -> TextFinding:
    """A finding on one detail, with the severity of its kind; an undecided one weighs at most `MEDIUM`."""
    weight = severity if severity is not None else severity_of(grounding.detail.kind, said(inquiry, reading), inquiry.policy)
    if outcome is Outcome.UNDECIDED:
        weight, claim = min(weight, Severity.MEDIUM), Claim.UNSUPPORTED_INFERENCE
    return TextFinding(
        rule_id,
        grounding.detail.span,
        claim,
        outcome,
        weight,
        explanation,
        kind=grounding.detail.kind,
        evidence=evidence,
        suggestion=suggestion,
    )


def prose_finding(
    rule_id: str,
    span: Span,
    *,
    outcome: Outcome,
    explanation: str,
    evidence: tuple[Evidence, ...],
    severity: Severity = Severity.MEDIUM,
    features: tuple[str, ...] = (),
) -> TextFinding:
    """A finding on a stretch of prose."""
    claims_of = {Outcome.UNDECIDED: Claim.UNSUPPORTED_INFERENCE, Outcome.UNSUPPORTED: Claim.UNSUPPORTED, Outcome.CONTRADICTED: Claim.CONTRADICTION}
    return TextFinding(rule_id, span, claims_of[outcome], outcome, severity, explanation, kind=Kind.TEXT, evidence=evidence, features=features)


def shown(text: str) -> str:
    """A text for an explanation: one line, cut."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
