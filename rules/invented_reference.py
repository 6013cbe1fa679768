"""A DOI, arXiv, RFC, CVE, ISBN or case number, section, line of a file or commit that no source holds.

**Why.** A reference looks checked. One changed digit is another work, another law, another line; a made-up one sends the reader nowhere.

**Silent when.** A source holds the same reference in any spelling, a longer commit hash that begins with it, a heading with that section number, or says
the line of that file in words. What the question itself names is the user's.

**Not caught.** Works named by title only; a real reference behind a claim that it does not make; URLs, e-mail addresses and plain ids (judged as values).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.references import Reference, ReferenceKind, line_limit
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Evidence, Kind, Outcome, Severity
from ._answers import absent, gap_note

_PARTS = (ReferenceKind.SECTION, ReferenceKind.ARTICLE)


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each reference that stands nowhere; undecided where only what it is a part of stands."""
    for reference, standing in inquiry.references if inquiry.passages else ():
        if standing.stands:
            continue
        limit = _beyond_the_end(reference, inquiry)
        if limit is not None:
            yield _finding(reference, Claim.CONTRADICTION, Outcome.CONTRADICTED, limit[0], evidence=(limit[1],))
            continue
        near = standing.near
        evidence = (standing.near_index.evidence(near.span),) if near is not None and standing.near_index is not None else ()
        if standing.broader and near is not None:
            explanation = f"the sources hold `{near.text}`, but not its part `{reference.text}`"
            yield _finding(reference, Claim.UNSUPPORTED_INFERENCE, Outcome.UNDECIDED, explanation, evidence=evidence)
        elif near is not None and reference.kind not in _PARTS:
            explanation = f"`{reference.text}` stands in no source; the nearest is `{near.text}`"
            yield _finding(reference, Claim.CITATION_FABRICATION, absent(inquiry), explanation, evidence=evidence, suggestion=near.text)
        else:
            fault = f", and {reference.fault}" if reference.fault else ""
            yield _finding(reference, Claim.CITATION_FABRICATION, absent(inquiry), f"`{reference.text}` stands in no source{fault}{gap_note(inquiry)}")


def _beyond_the_end(reference: Reference, inquiry: TextInquiry) -> tuple[str, Evidence] | None:
    """Where a source counts the lines of the file and the reference lies behind the last one."""
    for index in inquiry.passages:
        limit = line_limit(reference, index)
        if limit is not None and int(reference.key.rpartition(":")[2]) > limit[0]:
            return f"`{reference.text}` lies beyond the end of the file, which has {limit[0]} lines", index.evidence(limit[1])
    return None


def _finding(
    reference: Reference, claim: Claim, outcome: Outcome, explanation: str, *, evidence: tuple[Evidence, ...] = (), suggestion: str | None = None
) -> TextFinding:
    return TextFinding(
        "GR321", reference.span, claim, outcome, Severity.HIGH, explanation, Kind.IDENTIFIER, evidence=evidence, suggestion=suggestion
    )


_LAW = ("Section 12 of the Harbour Act covers moorings. See Orra Shipping v. Lind, 123 F.3d 456 and doi:10.5555/harbour.7.",)

RULE = Rule(
    "GR321",
    "invented-reference",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("a case nobody decided", "This was settled in ⟦Moor v. Harbour Board⟧.", _LAW),
        TextExample("one digit of a DOI", "See ⟦doi:10.5555/harbour.9⟧.", _LAW),
        TextExample("another page of the reports", "See Orra Shipping v. Lind, ⟦123 F.3d 465⟧.", _LAW),
        TextExample("a section nobody gave", "Moorings fall under ⟦Section 14⟧.", _LAW),
        TextExample("a part of a section that stands", "Moorings fall under ⟦§ 12(b)⟧.", _LAW),
        TextExample("a line beyond the end of the file", "It is set in ⟦parser.py:212⟧.", ("parser.py has 40 lines; the class is on line 12.",)),
        TextExample("a line the source names", "It is set in parser.py:12.", ("parser.py has 40 lines; the class is on line 12.",)),
        TextExample("the same references otherwise written", "§ 12, Orra Shipping vs Lind (123 F. 3d 456), https://doi.org/10.5555/HARBOUR.7.", _LAW),
        TextExample("a numbered heading", "See Section 4.2.", ("4.1 Scope\nAll boats.\n4.2 Returns\nWithin 14 days.",)),
        TextExample("the start of a longer hash", "Pushed as commit 9f3c2ab.", ("git push: new head 9f3c2ab41d77e0b5",)),
        TextExample("another hash", "Pushed as commit ⟦9f3c2ac⟧.", ("git push: new head 9f3c2ab41d77e0b5",)),
        TextExample("the user named it", "I cannot find RFC 9110 in the files.", _LAW, question="Does RFC 9110 apply?"),
        TextExample("another RFC", "⟦RFC 9111⟧ applies.", ("RFC 9110 defines the methods.",)),
    ),
)
