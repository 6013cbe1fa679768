"""Abstentions: what an answer does not claim."""

from __future__ import annotations

import pytest
from groundrules.engine.text.abstention import Abstaining, find_abstentions, find_admissions, is_abstention
from groundrules.engine.text.segments import lay_out
from groundrules.engine.types import Span


def _sentences(text: str) -> list[Span]:
    return [segment.span for segment in lay_out(text).segments]


@pytest.mark.parametrize(
    "text",
    [
        "The documents do not say how long it takes.",
        "The passages don't mention a fee.",
        "There is no information about the fee.",
        "No details are given about the fee in the report.",
        "The fee is not specified.",
        "This is not stated in the given passages.",
        "I could not find the fee.",
        "I don't know.",
        "I'm not sure.",
        "It is not possible to say.",
        "Unable to answer based on the given passages.",
        "The fee cannot be determined from the context.",
        "I'm sorry, but I can't help with that.",
        "As an AI, I cannot recommend medicines.",
        "I find nothing about a fee. Please contact the office.",
        "Dazu liegen keine Angaben vor.",
        "Le document ne précise pas la date.",
        "El contrato no menciona la fecha.",
    ],
)
def test_abstention(text: str) -> None:
    """The answer says that the sources are silent, that it does not know, or that it will not."""
    assert is_abstention(text, _sentences(text))


@pytest.mark.parametrize(
    "text",
    [
        "I could not find the fee, but it is usually 40 euros.",
        "The policy does not mention a limit; the limit is 30 days.",
        "I cannot say. The fee is 40 euros.",
        "The pump did not fail.",
        "The café does not take cards.",
        "WiFi is not available.",
        "There is no evidence for this theory.",
        "Deck repairs do not exist at our yard.",
        "Nothing is planned.",
        "Please contact the office on 555-0142.",
        "Based on the report, guests do not have access.",
        "",
    ],
)
def test_claim(text: str) -> None:
    """A denial, a plain negation, and what follows an abstention are claims."""
    assert not is_abstention(text, _sentences(text))


def test_the_clause_ends_where_the_sentence_turns() -> None:
    """Only the clause that abstains is covered, so a figure behind it is judged."""
    text = "The policy does not state a limit, but most people claim 40 euros."
    assert [found.span.of(text) for found in find_abstentions(text, _sentences(text))] == ["The policy does not state a limit"]


def test_a_figure_of_the_question_may_be_repeated() -> None:
    """An abstention may name the figure it was asked about, and no other."""
    text = "I find nothing about a 62% fall."
    assert is_abstention(text, _sentences(text), question="Did it fall by 62%?")
    assert not is_abstention(text, _sentences(text), question="Did it fall?")


def test_kinds() -> None:
    """Silence of the sources, not knowing and not wanting are told apart."""
    text = "The documents do not say. I don't know. I can't help with that."
    assert [found.kind for found in find_abstentions(text, _sentences(text))] == [Abstaining.NO_EVIDENCE, Abstaining.UNKNOWN, Abstaining.REFUSAL]


def test_admissions() -> None:
    """A bracket that gives up what stands before it is found; another bracket is not."""
    text = "It bans fires, kites [not stated in the sources] and boats (small ones)."
    assert [found.span.of(text) for found in find_admissions(text)] == ["[not stated in the sources]"]
    assert not find_abstentions(text, _sentences(text))
