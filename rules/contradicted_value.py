"""An answer that says another value than the passage which says the same thing."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Scope, Status, Subject, TextExample
from ..engine.text.features import is_small
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Kind, Outcome
from ._texts import detail_finding, open_details, shown


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    for reading, grounding, rival in open_details(inquiry):
        if rival is None:
            continue
        loose = grounding.detail.kind in (Kind.ORDINAL, Kind.DURATION) or is_small(grounding)
        outcome = Outcome.UNDECIDED if loose and reading.assertion.covered[0] < CERTAIN else Outcome.CONTRADICTED
        explanation = f"the passage has `{shown(rival.value.text)}` where the answer has `{shown(grounding.detail.text)}`"
        yield detail_finding(
            "GR303",
            inquiry,
            reading,
            grounding,
            outcome=outcome,
            explanation=explanation,
            claim=Claim.CONTRADICTION,
            evidence=reading.nearest,
            suggestion=rival.value.text,
        )


CERTAIN = 0.7
"""The share of the assertion that the passage must say before a small count or an ordinal is called contradicted."""

_DOC = """A value of the answer that the passage contradicts: it says the same thing with another value of the kind.

**Why.** It is the fault that readers never see: everything around the value is right.

**Silent when.** The value stands in the evidence, follows from it, or the passage has several values of the kind.

**Not caught.** Two values of one passage exchanged for each other."""

RULE = Rule(
    id="GR303",
    name="contradicted-value",
    since="0.2.0",
    status=Status.PREVIEW,
    check=_check,
    doc=_DOC,
    subject=Subject.ANSWER,
    scope=Scope.SENTENCE,
    text_examples=(
        TextExample("another figure", "The lake holds ⟦930⟧ species of fish.", ("Lake Orra holds 58 species of fish.",)),
        TextExample("number word", "They run ⟦twenty⟧ sites.", ("They run 12 sites.",)),
        TextExample("bold digits", "The lake holds **⟦930⟧** species of fish.", ("Lake Orra holds 58 species of fish.",)),
        TextExample("same figure", "The lake holds 58 species of fish.", ("Lake Orra holds 58 species of fish.",)),
        TextExample("no frame", "The river is 930 km long.", ("Lake Orra holds 58 species of fish.",)),
    ),
)
