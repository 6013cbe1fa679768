"""An answer that says the opposite of the passage which says the same thing."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import TextFinding
from ..engine.text.polarity import Turn, negation_turn, turns_of
from ..engine.text.reading import Reading
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.words import root
from ..engine.types import Outcome, Severity, Span
from ._texts import prose_finding


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    for reading in inquiry.claimed:
        turn = next(turns_of(reading.assertion), None) or negation_turn(reading.assertion)
        if turn is not None:
            yield prose_finding(
                "GR304",
                _span(reading, turn),
                outcome=Outcome.CONTRADICTED if turn.sure else Outcome.UNDECIDED,
                explanation=f"the answer has `{turn.word}` where the passage has `{turn.other}`",
                evidence=(turn.window.index.evidence(turn.window.span),),
                severity=Severity.HIGH if turn.sure else Severity.MEDIUM,
                features=("opposite",),
            )


def _span(reading: Reading, turn: Turn) -> Span:
    """The turned word; the whole assertion where the turn is a negation that it lacks."""
    for word, (start, end) in zip(reading.assertion.words, reading.assertion.places, strict=True):
        if turn.word in (word, root(word)):
            return Span(start, end)
    return reading.assertion.span


_DOC = """A statement that turns the passage into its opposite: a negation more or less, an antonym, a negating prefix.

**Why.** One small word turns a grounded sentence into a false one.

**Silent when.** The passage says less than most of the statement, or both sides are negated.

**Not caught.** Irony, and opposites that no general table knows."""

RULE = Rule(
    id="GR304",
    name="flipped-polarity",
    since="0.2.0",
    status=Status.PREVIEW,
    check=_check,
    doc=_DOC,
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("prefix lost", "The list is ⟦exhaustive⟧.", ("The following list is non-exhaustive.",)),
        TextExample("antonym", "Quarterly sales ⟦fell⟧ in Norvania.", ("Quarterly sales rose in Norvania.",)),
        TextExample("same word", "Quarterly sales rose in Norvania.", ("Quarterly sales rose sharply in Norvania.",)),
        TextExample("negation added", "⟦The pump did not fail at night.⟧", ("The pump failed at night.",)),
        TextExample("other subject", "The weather fell apart.", ("Quarterly sales rose in Norvania.",)),
    ),
)
