"""The answer form: a question, evidence passages and a generated answer, as one JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..engine.context import Context
from ..engine.errors import InputError
from ..engine.text.answer import Answer
from ..engine.types import Json
from .cases import context_of
from .files import type_word


@dataclass(frozen=True, slots=True)
class AnswerCase:
    """What one check of an answer needs."""

    answer: Answer
    context: Context


def is_answer(content: Mapping[str, Json]) -> bool:
    """True for an object that holds an answer and no tool call."""
    return "answer" in content and "call" not in content


def read_answer(content: Mapping[str, Json], place: str, *, complete: bool | None = None, base: Context | None = None) -> AnswerCase:
    """The answer that an object holds, `{"question", "evidence", "answer"}`; `messages` and `now` may be given as well.

    Raises:
        InputError: the object is not of the documented form; the message names the place.
    """
    answer, question, identifier = content.get("answer"), content.get("question"), content.get("id")
    for name, value in (("answer", answer), ("question", question or "")):
        if not isinstance(value, str):
            raise InputError(f"{place} {name}", problem=f"expected a string, got {type_word(value)}", remedy="give a string")
    try:
        context = context_of({"messages": [], **content}, complete=complete, base=base)
    except InputError as error:
        raise InputError(f"{place} {error.place}", problem=error.problem, remedy=error.remedy) from error
    return AnswerCase(Answer(str(answer), str(question or ""), identifier if isinstance(identifier, str) else None), context)
