"""Message forms: one reader each, all of which give the same turns for the same conversation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import InputError
from ..inputs import Reading, Turn
from ..types import Json, Role
from .anthropic import read_anthropic
from .calls import ToolCall
from .detection import detected, only, settled
from .form import Form
from .gemini import read_gemini
from .langchain import read_langchain
from .openai_chat import read_chat
from .openai_responses import read_responses
from .parts import CONTENT_FIELDS, fields_of, list_at, text_at
from .transcript import read_transcript

__all__ = ["Form", "ToolCall", "detected", "form_called", "only", "read_message", "read_system", "settled"]

_READERS: Mapping[Form, Callable[[object, str], Reading]] = {
    Form.OPENAI_CHAT: read_chat,
    Form.OPENAI_RESPONSES: read_responses,
    Form.ANTHROPIC: read_anthropic,
    Form.LANGCHAIN: read_langchain,
    Form.GEMINI: read_gemini,
    Form.TRANSCRIPT: read_transcript,
}


def read_message(message: object, *, form: Form, place: str) -> Reading:
    """The turns of one message of a form.

    Raises:
        InputError: the message is not of this form; the error names the place.
    """
    reader = _READERS.get(form)
    if reader is None:
        raise InputError("form", problem=f"`{form}` is not a form that can be read", remedy=f"use one of {_names()}")
    return reader(message, place)


def form_called(name: str) -> Form:
    """The form of a name.

    Raises:
        InputError: there is none.
    """
    try:
        return Form(name)
    except ValueError as error:
        raise InputError("form", problem=f"`{name[:60]}` is not a message form", remedy=f"use one of {_names()}, or `{Form.AUTO}`") from error


def _names() -> str:
    return ", ".join(f"`{form}`" for form in Form if form is not Form.AUTO)


def read_system(system: object, *, place: str = "system") -> Turn:
    """The system prompt where the form keeps it apart: a text, text blocks (Anthropic), or a content or parts (Gemini).

    Raises:
        InputError: it is none of these; parts that hold no text are refused too.
    """
    return Turn(Role.SYSTEM, "\n".join(_system_texts(system, place)))


def _system_texts(system: object, place: str) -> list[str]:
    if isinstance(system, str):
        return [system]
    fields = fields_of(system, ("parts", *CONTENT_FIELDS))
    if fields is None:
        return [text for number, part in enumerate(list_at(system, place, what="texts")) for text in _system_texts_of(part, f"{place}[{number}]")]
    if "parts" in fields:
        parts = fields["parts"]
        listed: list[Json] = parts if isinstance(parts, list) else [parts]
        return [text for number, part in enumerate(listed) for text in _system_texts_of(part, f"{place}.parts[{number}]")]
    return _system_texts_of(system, place)


def _system_texts_of(part: object, place: str) -> list[str]:
    if isinstance(part, str):
        return [part]
    fields = fields_of(part, CONTENT_FIELDS)
    if fields is None:
        raise InputError(place, problem=f"expected a text or a block, got {type(part).__name__}", remedy="give the system prompt as text")
    return [text_at(fields.get("text"), f"{place}.text", what="the text of the system prompt")]
