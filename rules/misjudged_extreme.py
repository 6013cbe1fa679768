"""A superlative or comparison that the figures of one table or list of the evidence do not bear out.

**Why.** "The cheapest", "more than" reads as the result of a look at all rows; whoever chooses by it chooses wrongly.

**Silent when.** The figures agree, or the statement says anything beside its rows, one column and a word of size, which may narrow the choice; where the question
says more, it is undecided.

**Not caught.** Words of size that name their own column (cheapest, oldest); rows of several sources; ranks beyond the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.normalize import fold_words
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.extremes import Misjudged, misjudged, tables_of
from ..engine.text.findings import TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.words import FUNCTION_WORDS, root
from ..engine.types import Outcome, Severity
from ._texts import prose_finding


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each statement that the figures contradict."""
    tables = [table for index in inquiry.passages if index.is_structured for table in tables_of(index)]
    for reading in inquiry.claimed if tables else ():
        found = misjudged(reading.assertion.words, tables)
        if found is not None:
            yield prose_finding(
                "GR331",
                reading.assertion.span,
                outcome=Outcome.UNDECIDED if _may_narrow(inquiry, found) else Outcome.CONTRADICTED,
                explanation=f"the answer says `{found.word}`, and the figures of `{found.column}` say otherwise",
                evidence=found.evidence,
                severity=Severity.MEDIUM if _may_narrow(inquiry, found) else Severity.HIGH,
                features=("recomputed",),
            )


def _may_narrow(inquiry: TextInquiry, found: Misjudged) -> bool:
    """True where the question holds a content word of its own, which may say that only some rows are meant."""
    asked = fold_words(inquiry.question.content) if inquiry.question is not None else []
    known = {root(word) for word in (*fold_words(inquiry.layout.masked), *found.known)}
    return any(root(word) not in known for word in asked if word not in FUNCTION_WORDS)


_LIST = ('[{"pier": "Vexley", "visitors": 4120}, {"pier": "Orra", "visitors": 3980}, {"pier": "Tilda Hill", "visitors": 510}]',)
_TABLE = ("| Pier | Visitors | Fee |\n|---|---|---|\n| Vexley | 4,120 | 3.50 |\n| Orra | 3,980 | 4.00 |\n| Tilda Hill | 510 | 2.00 |",)

RULE = Rule(
    "GR331",
    "misjudged-extreme",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("not the highest", "⟦Orra had the most visitors.⟧", _LIST),
        TextExample("the highest", "Vexley had the most visitors.", _LIST),
        TextExample("not the lowest of a table", "⟦Vexley has the lowest fee.⟧", _TABLE),
        TextExample("the lowest of a table", "Tilda Hill has the lowest fee.", _TABLE),
        TextExample("turned comparison", "⟦Orra had more visitors than Vexley.⟧", _TABLE),
        TextExample("right comparison", "Tilda Hill had fewer visitors than Orra.", _TABLE),
        TextExample("the question asks the same", "⟦Orra had the most visitors.⟧", _LIST, question="Which pier had the most visitors?"),
        TextExample("the question may narrow it", "⟦Orra had the most visitors.⟧", _LIST, question="Which wooden pier had the most visitors?"),
        TextExample("a choice that is narrowed", "Among wooden piers, Orra had the most visitors.", _LIST),
    ),
)
