"""A value of an answer that stands in the evidence, but with something else."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.binding import detached_from_row, other_subject
from ..engine.text.findings import TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Kind, Outcome, Severity
from ._texts import detail_finding, prose_finding, shown


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
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


_DOC = """A value or a statement that the evidence holds, but of something else: another row, another record, another subject.

**Why.** Every word is there, so a search for the words finds nothing wrong.

**Silent when.** The value stands in the row or record that the answer names, or the passage names the subject at all.

**Not caught.** Rows that share the word by which the answer names one; roles exchanged inside one sentence."""

_TABLE = "| Unit | Rent |\n|---|---|\n| B07 | EUR 1,180.00 |\n| B08 | EUR 990.50 |\n| B09 | EUR 870 |"

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
        TextExample("another subject", "⟦Norra Chips ordered 40 engines.⟧", ("Norra Chips will build a plant in Porto.", "Velo Air ordered 40 engines.")),
        TextExample("the same subject", "Velo Air ordered 40 engines.", ("Norra Chips will build a plant in Porto.", "Velo Air ordered 40 engines last May.")),
    ),
)
