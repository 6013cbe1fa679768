"""A value of an answer that stands in the evidence, but with something else."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.binding import detached_from_row, misplaced_figures, other_subject
from ..engine.text.findings import TextFinding
from ..engine.text.tables import false_comparison
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Kind, Outcome, Severity
from ._texts import detail_finding, prose_finding, shown


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    yield from _in_tables(inquiry)
    for reading in inquiry.claimed:
        for grounding in reading.groundings:
            found = detached_from_row(grounding, reading.assertion, inquiry.evidence)
            if found is not None:
                yield detail_finding(
                    "GR309",
                    inquiry,
                    reading,
                    grounding,
                    outcome=Outcome.UNDECIDED,
                    explanation=f"`{shown(grounding.detail.text)}` does not stand with `{found.word}`, but with another row or record",
                    evidence=(found.window.index.evidence(found.window.span), found.hit.evidence()),
                )
        names = tuple(grounding.detail for grounding in reading.groundings if grounding.detail.kind is Kind.NAME)
        swapped = other_subject(reading.assertion, names)
        if swapped is not None:
            subject, ref, other = swapped
            yield prose_finding(
                "GR309",
                reading.assertion.span,
                outcome=Outcome.UNDECIDED,
                explanation=f"what the answer says of `{shown(subject.text)}`, the passage says of `{other}`",
                evidence=(ref.index.evidence(ref.span),),
                severity=Severity.MEDIUM,
                features=("other_subject",),
            )


def _in_tables(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """Figures in another cell than the one they are told of, and comparisons that no column bears out."""
    readings = {id(reading.assertion): reading for reading in inquiry.claimed}
    order = [(reading.assertion, reading.groundings) for reading in inquiry.readings]
    for assertion, grounding, index, place in misplaced_figures(order, inquiry.evidence):
        if id(assertion) in readings:
            yield detail_finding(
                "GR309",
                inquiry,
                readings[id(assertion)],
                grounding,
                outcome=Outcome.UNDECIDED,
                explanation=f"the row of `{' '.join(place.row.label)}` has `{shown(place.cell)}` there, not `{shown(grounding.detail.text)}`",
                evidence=(index.evidence(place.row.span),),
            )
    for index in inquiry.passages:
        for reading in inquiry.claimed if index.tables else ():
            wrong = false_comparison(reading.assertion.words, index.tables)
            if wrong is not None:
                yield prose_finding(
                    "GR309",
                    reading.assertion.span,
                    outcome=Outcome.UNDECIDED,
                    explanation=f"`{wrong.word}` does not hold of `{' '.join(wrong.row.label)}` beside `{' '.join(wrong.against.label)}` in any column",
                    evidence=(index.evidence(wrong.row.span), index.evidence(wrong.against.span)),
                    severity=Severity.MEDIUM,
                    features=("comparison",),
                )


_DOC = """A value or a statement that the evidence holds, but of something else: another cell, another row, another subject; or a comparison of rows that
no column bears out.

**Why.** Every word is there, so a search for the words finds nothing wrong.

**Silent when.** The value stands in the row or record that the answer names, or the passage names the subject at all.

A comparison counts only where one row is named by its whole label before it, and no negation stands in the sentence.

**Not caught.** Comparisons of columns and of groups of rows; rows that share the word by which the answer names one; roles exchanged inside one sentence."""

_TABLE = "| Unit | Rent |\n|---|---|\n| B07 | EUR 1,180.00 |\n| B08 | EUR 990.50 |\n| B09 | EUR 870 |"

_SCORES = "PLAYER | PTS | REB\nAda Lind | 9 | 4\nBo Marsh | 7 | 2\nCyl Orr | 3 | 1"

RULE = Rule(
    id="GR309",
    name="detached-value",
    since="0.2.0",
    status=Status.PREVIEW,
    check=_check,
    doc=_DOC,
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("the row below", "Unit B07 rents for ⟦EUR 990.50⟧.", (_TABLE,)),
        TextExample("the right row", "Unit B08 rents for EUR 990.50.", (_TABLE,)),
        TextExample("another column", "Ada Lind took ⟦9⟧ rebounds.", (_SCORES,)),
        TextExample("the right column", "Ada Lind took 4 rebounds and scored 9 points.", (_SCORES,)),
        TextExample("no column bears it out", "⟦Bo Marsh scored more than Ada Lind.⟧", (_SCORES,)),
        TextExample("it does", "Ada Lind scored more than Bo Marsh.", (_SCORES,)),
        TextExample("another subject", "⟦Norra Chips ordered 40 engines.⟧", ("Norra Chips will build a plant in Porto.", "Velo Air ordered 40 engines.")),
        TextExample("the same subject", "Velo Air ordered 40 engines.", ("Norra Chips will build a plant in Porto.", "Velo Air ordered 40 engines last May.")),
    ),
)
