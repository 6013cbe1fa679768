"""A quotation whose words stand in no source, or stand there otherwise.

**Why.** Quotation marks promise somebody's very words. One changed word puts words into a mouth; the nearest passage shows what was said.

**Silent when.** The words stand in a source, or in the question, up to typography: case, accents, quotation marks, dashes, soft hyphens and Markdown do not
count; an editor's ellipsis and [insertions] may stand for what was left out, and words of saying in the source may break them.
Fewer than four words are a title or a term unless a word of saying stands before them; titles, and what the reader is told to say, type or click, are no quotations.

**Not caught.** A verbatim quotation put into the wrong mouth; quotations without marks; a cut that turns the meaning round.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.index import SourceIndex
from ..engine.normalize import fold_words
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.abstention import find_abstentions
from ..engine.text.citation_marks import code_spans
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.quotations import QuoteMatch, Standing, is_judged, match_quotation, quoted_text
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Role, Severity, Span
from ._answers import absent, gap_note

SURE_WORDS = 6
"""Shorter words between marks may be emphasis or a label: that they stand nowhere leaves them undecided."""


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
        quoted = quoted_text(text, quotation)
        match = match_quotation(quoted, sources)
        if match.standing not in (Standing.VERBATIM, Standing.RESTATED) and not find_abstentions(quoted, [Span(0, len(quoted))]):
            yield _finding(quotation.inner, match, inquiry)


def _quotable(inquiry: TextInquiry) -> tuple[SourceIndex, ...]:
    """Everything that may be quoted: what supports, the question, and earlier turns of the conversation."""
    turns = [index for index in inquiry.context.sources if index.source.role is not Role.ASSISTANT]
    extra = [inquiry.question] if inquiry.question is not None else []
    return tuple(dict.fromkeys((*inquiry.passages, *turns, *extra)))


def _finding(span: Span, match: QuoteMatch, inquiry: TextInquiry) -> TextFinding:
    if match.index is None or match.place is None:
        short = len(fold_words(span.of(inquiry.answer.text))) < SURE_WORDS
        outcome = Outcome.UNDECIDED if short else absent(inquiry)
        severity = Severity.MEDIUM if short else Severity.HIGH
        return TextFinding("GR302", span, Claim.FABRICATED, outcome, severity, f"the quoted words stand in no source{gap_note(inquiry)}")
    evidence = match.index.evidence(match.place)
    if match.standing is Standing.SLIGHT:
        explanation = f"the quotation differs from the source in small words; the source says `{evidence.text[:200]}`"
        claim, outcome, severity = Claim.UNSUPPORTED_INFERENCE, Outcome.UNDECIDED, Severity.LOW
    else:
        explanation = f"the quotation is not verbatim; the source says `{evidence.text[:200]}`"
        claim, outcome, severity = Claim.CONTRADICTION, Outcome.CONTRADICTED, Severity.HIGH
    return TextFinding("GR302", span, claim, outcome, severity, explanation, evidence=(evidence,), suggestion=evidence.text)


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
        TextExample("broken by words of saying", '"The geese bite those who run, so walk slowly there."',
            ('"The geese bite those who run," said Lind. "So walk slowly there."',)),
        TextExample("another small word", '"⟦Visitors were asked to wait by a gate until noon.⟧"', _NOTICE),
        TextExample("a negation lost", '"⟦Visitors were told to feed the geese at noon.⟧"', ("Visitors were told not to feed the geese at noon.",)),
        TextExample("the question put straight", 'For "Where do the geese sleep at night?" see the map.', _NOTICE, question="where geese sleep at night"),
        TextExample("an insertion", '"Visitors were asked to wait at the [north] gate until noon."', _NOTICE),
        TextExample("three words are a term", 'They call it the "silent goose rule".', _NOTICE),
        TextExample("four words are a quotation", 'They call on "⟦the goose keepers there⟧".', _NOTICE),
        TextExample("a title", 'See "The Long Way Around the Lake".', _NOTICE),
        TextExample("words for the reader", 'At the gate say "I would like to wait here".', _NOTICE),
        TextExample("the user's own words", 'You asked about "a fee that nobody pays".', _NOTICE, question="Is there a fee that nobody pays?"),
        TextExample("a block quotation", "It says:\n\n> Visitors were asked to wait at the gate\n> until noon.", _NOTICE),
    ),
)
