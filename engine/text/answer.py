"""What is judged: one generated answer, exactly as the model wrote it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """A generated text with the question it answers (empty where there is none); the evidence is in the context, never in here."""

    text: str
    question: str = ""
    id: str | None = None
