"""A citation mark that leads to none of the given sources.

**Why.** `[5]` behind a sentence tells the reader that a source was read. Where only three were given, nothing was: the mark is invented, and often the claim too.

**Silent when.** The mark names a source by its id, by the number that ends its id, by a label inside a source that holds several documents, by author and
year, or by a title; ids that say nothing of order take any number up to the count of passages. Brackets in code, list numbers, intervals and
checkboxes are no marks; years, films and asides in brackets count only where they resolve. A mark that was copied or quoted with its sentence is the source's.

**Not caught.** A live mark behind a claim that its source lacks (`citation-lacks-claim`); links and URLs (judged as values); sources named in words.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Scope, Status, Subject, TextExample
from ..engine.text.citation_marks import MarkStyle
from ..engine.text.citation_targets import Resolution
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Severity
from ._answers import absent, gap_note, is_copied, is_quoted_verbatim

_JUDGED_ELSEWHERE = (MarkStyle.LINK, MarkStyle.URL)


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each mark of which some cite is dead; undecided where no passage was given to cite, and for authors told of in the sentence."""
    for mark in inquiry.marks:
        if mark.style in _JUDGED_ELSEWHERE:
            continue
        dead = [target.cite for target in inquiry.citable.resolve(mark) if target.resolution is Resolution.DEAD]
        if not dead or is_quoted_verbatim(mark.span, inquiry) or is_copied(mark.span, inquiry):
            continue
        given = len(inquiry.citable.passages)
        told = mark.style is MarkStyle.AUTHOR_YEAR and not mark.text.startswith(("(", "（"))
        outcome = absent(inquiry) if given and not told else Outcome.UNDECIDED
        known = f"none of the {given} given sources" if given > 1 else "not the one given source"
        explanation = f"`{mark.text}` cites `{', '.join(dead)}`, which is {known}" if given else f"`{mark.text}` cites a source, and none was given"
        yield TextFinding("GR301", mark.span, Claim.CITATION_FABRICATION, outcome, Severity.HIGH, explanation + gap_note(inquiry))


_BRIDGE = ("The footbridge was opened in 1931.", "It is 412 m long.")

RULE = Rule(
    "GR301",
    "dead-citation",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    scope=Scope.SENTENCE,
    text_examples=(
        TextExample("a number beyond the list", "It was opened in 1931 [1] and is 412 m long ⟦[5]⟧.", _BRIDGE),
        TextExample("a range that reaches beyond the list", "It was opened in 1931 and is 412 m long ⟦[1-3]⟧.", _BRIDGE),
        TextExample("a footnote that nobody wrote", "It is 412 m long.⟦[^9]⟧", _BRIDGE),
        TextExample("an author who stands nowhere", "It was opened in 1931 ⟦(Lind et al., 2019)⟧.", _BRIDGE),
        TextExample("an author told of", "⟦Lind and Moor (2019)⟧ say that it was opened in 1931.", _BRIDGE),
        TextExample("the last number of the list", "It was opened in 1931 [1] and is 412 m long [2].", _BRIDGE),
        TextExample("an author and year in the text", "Most larvae drift (Lind et al., 2019).", ("Lind and Moor (2019) found that most larvae drift.",)),
        TextExample("a label with a word", "It is 412 m long [doc-2].", _BRIDGE, ids=("doc-1", "doc-2")),
        TextExample("a place among ids without order", "It is 412 m long [2].", _BRIDGE, ids=("leaflet", "survey")),
        TextExample("a place beyond the ids without order", "It is 412 m long ⟦[3]⟧.", _BRIDGE, ids=("leaflet", "survey")),
        TextExample("a label inside a passage", "It is 412 m long [2].", ("[1] It was opened in 1931.\n[2] It is 412 m long.",), ids=("search",)),
        TextExample("an index in code", "Use `rows[7]`:\n```\nfirst = rows[7]\n```", _BRIDGE),
        TextExample("an interval", "The ratio was 2.1 (95% CI [5, 8]).", ("Ratio 2.1 (95% CI 5 to 8).",)),
        TextExample("a year in brackets", "It was opened then [1931].", _BRIDGE),
        TextExample("quoted with its marks", 'It says "Only the larvae carried it [7], not the eggs".', ("Only the larvae carried it [7], not the eggs.",)),
        TextExample("the context has gaps", "It is 412 m long ⟦[5]⟧.", _BRIDGE, complete=False),
    ),
)
