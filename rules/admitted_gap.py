"""A claim that the answer itself marks as not found in the sources.

**Why.** "... and barbecues [not stated in the sources]" gives the claim and takes it back: a reader keeps the claim.

**Silent when.** The whole clause abstains ("the sources do not say whether barbecues are banned"); the bracket stands in the evidence.

**Not caught.** Hedges without a bracket ("probably", "usually").
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.abstention import find_admissions
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Severity, Span
from ._answers import is_copied


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One undecided finding on what stands before each admission: the list item or clause that it gives up."""
    text = inquiry.answer.text
    for admission in find_admissions(text):
        if is_copied(admission.span, inquiry):
            continue
        sentence = inquiry.sentence_of(admission.span)
        start = max(sentence.start, *(text.rfind(mark, sentence.start, admission.span.start) + 1 for mark in ",;:"))
        claim = _trimmed(text, Span(start, admission.span.start))
        abstains = any(each.span.start <= claim.start < each.span.end for each in inquiry.abstentions)
        if claim.start < claim.end and not abstains:
            explanation = f"the answer gives `{claim.of(text)[:120]}` and says that the sources do not: {admission.span.of(text)}"
            yield TextFinding("GR329", claim, Claim.UNSUPPORTED, Outcome.UNDECIDED, Severity.MEDIUM, explanation)


def _trimmed(text: str, span: Span) -> Span:
    inner = span.of(text)
    start = span.start + len(inner) - len(inner.lstrip())
    for lead in ("and ", "or ", "but "):
        if text.startswith(lead, start):
            start += len(lead)
    return Span(start, max(start, span.start + len(inner.rstrip())))


_RULES = ("Rule 8 bans open fires and fireworks.",)

RULE = Rule(
    "GR329",
    "admitted-gap",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("an item of a list", "It bans open fires, fireworks, and ⟦kites⟧ [not found in the sources].", _RULES),
        TextExample("a whole sentence", "⟦Kites are banned on Sundays⟧ (no source given).", _RULES),
        TextExample("an ordinary aside", "It bans open fires [also small ones] and fireworks.", _RULES),
        TextExample("an abstention", "The sources do not say whether kites are banned (not mentioned in rule 8).", _RULES),
        TextExample("as the evidence has it", "Kites are banned (not verified).", ("Kites are banned (not verified).",)),
    ),
)
