"""Opinion and text made up on request are noted, and never flagged for it."""

from __future__ import annotations

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.tone import notes_of
from groundrules.engine.text_views import claim_audit
from groundrules.engine.types import Span


@pytest.mark.parametrize(
    ("text", "question", "noted"),
    [
        ("In my opinion the pier is too long.", "", "opinion: `In my opinion the pier is too long.`"),
        ("What a lovely pier.", "", "opinion: `What a lovely pier.`"),
        ("The gulls sang of salt.", "Please write a short poem about the pier.", "creative text: the question asks for something made up"),
        ("Once upon a time a pier grew legs.", "", "creative text: the answer opens as a tale"),
    ],
)
def test_noted(text: str, question: str, noted: str) -> None:
    """Words of judgement, and a question or an opening that asks for invention, give one note."""
    assert notes_of(text, [Span(0, len(text))], question=question) == (noted,)


@pytest.mark.parametrize("text", ["The pier is 410 m long.", "The board thinks that the pier is safe.", "The story of the pier began in 1911."])
def test_a_report_is_not_noted(text: str) -> None:
    """Facts, and what others think, are no opinion of the answer."""
    assert notes_of(text, [Span(0, len(text))], question="Tell me about the pier.") == ()


def test_the_audit_shows_the_notes() -> None:
    """The notes stand in the audit, beside the decision and not in it."""
    context = Context.from_openai((), evidence=[{"id": "p1", "text": "The pier at Vexley is 410 m long."}])
    verdict = Guard().check_answer(Answer("The pier at Vexley is 410 m long. I think it is lovely.", "How long is it?"), context=context)
    assert claim_audit(verdict)["notes"] == "opinion: `I think it is lovely.`"
    assert not any("opinion" in reason for reason in verdict.reasons)
