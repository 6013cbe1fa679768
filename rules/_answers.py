"""What the rules for answers share: stretches copied from the evidence, and what absence proves in an incomplete context."""

from __future__ import annotations

from ..engine.text.quotations import Standing, copied, match_quotation, quoted_text
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Span

COPIED_CHARS = 60
"""How much before a stretch must stand in a source with it for the stretch to count as copied."""


def absent(inquiry: TextInquiry) -> Outcome:
    """What it proves that something stands nowhere: nothing where the context is not complete."""
    return Outcome.UNDECIDED if inquiry.context.gaps else Outcome.UNSUPPORTED


def gap_note(inquiry: TextInquiry) -> str:
    """The end of an explanation that says why absence proves nothing; empty where it does."""
    return f", but the context has gaps: {inquiry.context.gaps}" if inquiry.context.gaps else ""


def is_copied(span: Span, inquiry: TextInquiry) -> bool:
    """True where a stretch stands in a source together with the words before it in its sentence: then it is the source's, not the answer's."""
    text = inquiry.answer.text
    sentence = inquiry.sentence_of(span)
    start = max(min(sentence.start, span.start), span.start - COPIED_CHARS)
    while start > sentence.start and start < span.start and text[start - 1].isalnum():
        start += 1
    before = text[start : span.start]
    return sum(char.isalpha() for char in before) >= 3 and copied(f"{before}{span.of(text)}", inquiry.passages)


def is_quoted_verbatim(span: Span, inquiry: TextInquiry) -> bool:
    """True where a stretch is part of a quotation that stands word for word in a source."""
    for quotation in inquiry.quotations:
        if quotation.span.start <= span.start and span.end <= quotation.span.end:
            quoted = quoted_text(inquiry.answer.text, quotation)
            return match_quotation(quoted, inquiry.passages).standing is Standing.VERBATIM
    return False
