"""Sentences that claim nothing are not judged as prose or details: abstentions, small talk, empty results, backed actions, references that stand."""

from __future__ import annotations

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.findings import TextDecision


def _decision(answer: str, question: str, *passages: tuple[str, str]) -> TextDecision:
    context = Context.from_openai([], evidence=[{"id": identifier, "text": text} for identifier, text in passages])
    return Guard().check_answer(Answer(answer, question), context=context).decision


@pytest.mark.parametrize(
    ("answer", "question", "passage"),
    [
        ("I find nothing about a 31% rise in fees.", "Did fees rise by 31%?", ("1", "The report covers moorings.")),
        ("Hello! How can I help?", "hi", ("1", "The report covers moorings.")),
        ("I can delete it for you. Shall I?", "Delete the old rota?", ("tool_log", "calls of this turn: none")),
        ("Nothing is planned.", "What is on the rota?", ("rota", "[]")),
        ("There are no guests from Pula.", "Who is from Pula?", ("rows", "0 rows")),
        ("Fixed and pushed as commit 9f3c2ab.", "Fix the typo and push.", ("tool_log", "git push -> ok, new head 9f3c2ab41d77e0b5")),
        ("It says: “**wait at the gate**” [1].", "What does it say?", ("1", "Guests must wait at the gate.")),
        ("https://docs.example.org/moorings", "Where is it?", ("1", "https://docs.example.org/moor\u200bings")),
    ],
)
def test_passes(answer: str, question: str, passage: tuple[str, str]) -> None:
    """What tells nothing, or only what the record shows, passes."""
    assert _decision(answer, question, passage) is TextDecision.PASS


@pytest.mark.parametrize(
    ("answer", "question", "passage"),
    [
        ("I find nothing about it, but fees rose by 31%.", "Did fees rise?", ("1", "The report covers moorings.")),
        ("You have a meeting with Ada Lind at 11:30.", "What is on the rota?", ("rota", "[]")),
        ("Three guests are from Pula: Ala, Bo and Cyl.", "Who is from Pula?", ("rows", "0 rows")),
        ("Fixed and pushed as commit 9f3c2ac.", "Fix the typo and push.", ("tool_log", "git push -> ok, new head 9f3c2ab41d77e0b5")),
        ("It says: “**wait at the door**” [1].", "What does it say?", ("1", "Guests must wait at the gate.")),
        ("https://docs.example.org/moorings-2", "Where is it?", ("1", "https://docs.example.org/moor\u200bings")),
    ],
)
def test_does_not_pass(answer: str, question: str, passage: tuple[str, str]) -> None:
    """A detail behind an abstention, in an empty result or beside a record is judged."""
    assert _decision(answer, question, passage) is not TextDecision.PASS
