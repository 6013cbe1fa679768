"""Assertions that go beyond what any passage says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..engine.normalize import is_unspaced
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import TextFinding
from ..engine.text.prose_score import reasons
from ..engine.text.reading import Reading
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.words import FUNCTION_WORDS, NEGATIONS, PLAIN_ROOTS, root
from ..engine.types import Outcome, Severity
from ._texts import abstains, prose_finding, said, shown


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    doubts = frozenset(id(reading) for reading in inquiry.doubtful)
    for reading in inquiry.claimed:
        if _is_uncovered(inquiry, reading):
            explanation = "most of it stands in no passage, in a script that is compared letter by letter only"
            yield prose_finding("GR312", reading.assertion.span, outcome=Outcome.UNDECIDED, explanation=explanation, evidence=reading.nearest, features=("script",))
            continue
        if id(reading) not in doubts or not _asserts(reading) or _is_reply(inquiry, reading):
            continue
        named = reasons(reading.features, reading.profile)
        new = [word for word in reading.assertion.novel if root(word) not in PLAIN_ROOTS][:4]
        what = f"no passage has {', '.join(f'`{word}`' for word in new)}" if new else "no passage says all of it"
        yield prose_finding(
            "GR312",
            reading.assertion.span,
            outcome=Outcome.UNDECIDED,
            explanation=f"`{shown(said(inquiry, reading))}` goes beyond the evidence: {what} (score {reading.score:.2f}: {', '.join(named)})",
            evidence=reading.nearest,
            severity=Severity.MEDIUM if reading.score > STRONG else Severity.LOW,
            features=named,
        )


def _is_uncovered(inquiry: TextInquiry, reading: Reading) -> bool:
    """True for a script that the recognizers do not cover: without spaces, and with less than half of its pairs of letters in the evidence."""
    text = "".join(said(inquiry, reading).split())
    if not is_unspaced(text):
        return False
    pairs = {first + second for first, second in pairwise(text)}
    held = sum(any(pair in index.content for index in inquiry.passages) for pair in pairs)
    return held * 2 < len(pairs)


def _is_reply(inquiry: TextInquiry, reading: Reading) -> bool:
    """True for an abstention that brings in no detail of its own, an offer, and "nothing is there" said of an empty result."""
    text = said(inquiry, reading)
    if all(grounding.asked or grounding.outcome is Outcome.SUPPORTED for grounding in reading.groundings):
        if abstains(text) or _OFFERS.match(text):
            return True
        return any(word in NEGATIONS for word in reading.assertion.words) and all(len(index.words) <= EMPTY_WORDS for index in inquiry.passages)
    return False


def _asserts(reading: Reading) -> bool:
    """True where the words are more than small talk: some are specific, or a detail is."""
    details = any(not grounding.detail.initial for grounding in reading.groundings)
    return details or any(word not in FUNCTION_WORDS and root(word) not in PLAIN_ROOTS for word in reading.assertion.words)


STRONG = 0.75
EMPTY_WORDS = 3
"""A passage of so few words is an empty result."""
_OFFERS = re.compile(r"(?:I|we) (?:can|could|will|would|am happy|'d)\b|(?:shall|should|would|let|please|sure)\b", re.IGNORECASE)

_DOC = """An assertion that goes beyond every passage: its words, their company or its details stand in none.

**Why.** Half of what models make up is plain prose without one checkable detail.

**Silent when.** The chance that any assertion of the answer goes beyond the evidence is at most one half, by the scores of all of them. The score is logistic
over named features (share of the assertion that the best one, two and three passages say, new words, new word pairs, absent details, negation and so on) with
weights measured on development data; each finding names the features that made it.

**Not caught.** A wrong relation between things that the passage names together; a paraphrase in other words is flagged at times, and stays undecided."""

RULE = Rule(
    id="GR312",
    name="unsupported-prose",
    since="0.2.0",
    status=Status.PREVIEW,
    check=_check,
    doc=_DOC,
    subject=Subject.ANSWER,
    text_examples=(
        TextExample(
            "invented story",
            "⟦The heron stole a trumpet and flooded the basement of Vexley castle with marmalade.⟧",
            ("The council met on the new budget for roads.",),
        ),
        TextExample("said there", "The council met on the budget for roads.", ("The council met on the new budget for roads.",)),
        TextExample("small talk", "Hello! How can I help?", ("The council met on the new budget for roads.",)),
    ),
)
