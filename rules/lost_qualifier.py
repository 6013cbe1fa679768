"""A figure of an answer without the bound that the evidence puts on it, or with another one."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.binding import lost_bound
from ..engine.text.findings import TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Severity
from ..engine.values.shown import Hedge
from ._texts import detail_finding, shown


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    for reading in inquiry.claimed:
        for grounding in reading.groundings:
            if grounding.outcome is not Outcome.SUPPORTED or grounding.how:
                continue
            lost = lost_bound(grounding.detail, grounding.hits, inquiry.layout.masked)
            if lost is not None:
                hit, own, other = lost
                yield detail_finding(
                    "GR310",
                    inquiry,
                    reading,
                    grounding,
                    outcome=Outcome.UNDECIDED,
                    explanation=f"the passage says {_named(other)} `{shown(grounding.detail.text)}`, the answer {_named(own)}",
                    evidence=(hit.evidence(),),
                    severity=Severity.MEDIUM,
                )


def _named(hedge: Hedge) -> str:
    return hedge.value


_DOC = """A figure that the evidence bounds ("up to", "at least", "over") and the answer tells as exact.

**Why.** "Up to 40%" is a ceiling; "40%" is a promise.

**Silent when.** Some place holds the figure under the same bound; "over" and "at least" are one, and so are "under", "at most" and "up to".

**Not caught.** A bound that the answer adds; qualifiers that are no bounds on a figure (former, some, usually); figures of records and tables."""

RULE = Rule(
    id="GR310",
    name="lost-qualifier",
    since="0.2.0",
    status=Status.PREVIEW,
    check=_check,
    doc=_DOC,
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("ceiling lost", "⟦40%⟧ of heating energy is saved.", ("Up to 40% of heating energy can be saved.",)),
        TextExample("ceiling kept", "You save up to 40% of heating energy.", ("Up to 40% of heating energy can be saved.",)),
        TextExample("same bound in other words", "More than 200 people attended.", ("Over 200 people attended.",)),
        TextExample("exact on both sides", "Then 200 people attended.", ("200 people attended.",)),
    ),
)
