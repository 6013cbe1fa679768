"""A quotation whose words stand in no source, or stand there otherwise.

**Why.** Quotation marks promise somebody's very words. One changed word puts words into a mouth; the nearest passage shows what was said.

**Silent when.** The words stand in a source, or in the question, up to typography: case, accents, quotation marks, dashes, soft hyphens and Markdown do not
count; an editor's ellipsis and [insertions] may stand for what was left out. Fewer than four words are a title or a term unless a word of saying stands
before them; titles, and what the reader is told to say, type or click, are no quotations.

**Not caught.** A verbatim quotation put into the wrong mouth; quotations without marks; a cut that turns the meaning round.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.index import SourceIndex
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.citation_marks import code_spans
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.quotations import QuoteMatch, Standing, is_judged, match_quotation, quoted_text
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Role, Severity, Span
from ._answers import absent, gap_note


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each judged quotation that no source holds; none where no source was given."""
    sources = _quotable(inquiry)
    if not inquiry.passages:
        return
    code = code_spans(inquiry.answer.text)
    for quotation in inquiry.quotations:
        text = inquiry.answer.text
        if not is_judged(text, quotation) or any(span.start < quotation.span.end and quotation.span.start < span.end for span in code):
            continue
        match = match_quotation(quoted_text(text, quotation), sources)
        if match.standing is not Standing.VERBATIM:
            yield _finding(quotation.inner, match, inquiry)


def _quotable(inquiry: TextInquiry) -> tuple[SourceIndex, ...]:
    """Everything that may be quoted: what supports, the question, and earlier turns of the conversation."""
    turns = [index for index in inquiry.context.sources if index.source.role is not Role.ASSISTANT]
    extra = [inquiry.question] if inquiry.question is not None else []
    return tuple(dict.fromkeys((*inquiry.passages, *turns, *extra)))


def _finding(span: Span, match: QuoteMatch, inquiry: TextInquiry) -> TextFinding:
    if match.standing is Standing.ALTERED and match.index is not None and match.place is not None:
        evidence = match.index.evidence(match.place)
        explanation = f"the quotation is not verbatim; the source says `{evidence.text[:200]}`"
        return TextFinding(
            "GR302", span, Claim.CONTRADICTION, Outcome.CONTRADICTED, Severity.HIGH, explanation, evidence=(evidence,), suggestion=evidence.text
        )
    explanation = f"the quoted words stand in no source{gap_note(inquiry)}"
    return TextFinding("GR302", span, Claim.FABRICATED, absent(inquiry), Severity.HIGH, explanation)


_NOTICE = ("The notice reads: “Don’t feed the geese — they bite”. Visitors were asked to wait at the gate until noon.",)

RULE = Rule(
    "GR302",
    "altered-quote",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("one word changed", 'The report says: "⟦The pump failed at dawn.⟧"', ("The pump failed at night.",)),
        TextExample("invented", "It reads “⟦Enter at your own risk, always⟧” in red.", _NOTICE),
        TextExample("a figure changed", 'It says "⟦the fee is 45 euros a month⟧".', ("From May on the fee is 54 euros a month.",)),
        TextExample("typography only", 'It reads: "Don\'t feed the geese - they bite".', _NOTICE),
        TextExample("an ellipsis", '"Visitors were asked to wait ... until noon."', _NOTICE),
        TextExample("an ellipsis over words of another order", '"⟦until noon at the gate ... visitors were waiting⟧"', _NOTICE),
        TextExample("an insertion", '"Visitors were asked to wait at the [north] gate until noon."', _NOTICE),
        TextExample("three words are a term", 'They call it the "silent goose rule".', _NOTICE),
        TextExample("four words are a quotation", 'They call on "⟦the goose keepers there⟧".', _NOTICE),
        TextExample("a title", 'See "The Long Way Around the Lake".', _NOTICE),
        TextExample("words for the reader", 'At the gate say "I would like to wait here".', _NOTICE),
        TextExample("the user's own words", 'You asked about "a fee that nobody pays".', _NOTICE, question="Is there a fee that nobody pays?"),
        TextExample("a block quotation", "It says:\n\n> Visitors were asked to wait at the gate\n> until noon.", _NOTICE),
    ),
)
