"""What the rules for answers share: a finding for a span of an assertion, and when a claim is one at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..engine.index import Mention
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.grounding import Grounding
from ..engine.text.reading import Reading
from ..engine.text.severity import severity_of
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


def said(inquiry: TextInquiry, reading: Reading) -> str:
    """The text of an assertion, markup masked."""
    return reading.assertion.span.of(inquiry.layout.masked)


def open_details(inquiry: TextInquiry) -> Iterator[tuple[Reading, Grounding, Mention | None]]:
    """The details that the evidence does not hold, with readings and rivals; not those of the question that the answer says it cannot find."""
    for reading, grounding, rival in inquiry.open_details:
        if not (grounding.asked and abstains(said(inquiry, reading))):
            yield reading, grounding, rival


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
