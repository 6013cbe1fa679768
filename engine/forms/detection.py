"""Which forms a message can be of, by the keys and types that only some of them have.

A plain `{role, content}` fits several forms, and all of them read it alike; nothing is chosen by likelihood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import InputError
from ..types import Json
from .form import Form
from .langchain import is_type
from .parts import CONTENT_FIELDS, fields_of
from .transcript import opens_turn

_FIELDS = ("role", "content", "parts", "type", "tool_calls", "tool_call_id", "function_call")
_CHAT_KEYS = ("tool_calls", "tool_call_id", "function_call")
_CHAT, _RESPONSES, _ANTHROPIC = Form.OPENAI_CHAT, Form.OPENAI_RESPONSES, Form.ANTHROPIC
_BY_PART: Mapping[str, frozenset[Form]] = {
    "text": frozenset((_CHAT, _ANTHROPIC)),
    "refusal": frozenset((_CHAT, _RESPONSES)),
    **dict.fromkeys(("image_url", "input_audio", "file"), frozenset((_CHAT,))),
    **dict.fromkeys(("input_text", "output_text", "input_image", "input_file"), frozenset((_RESPONSES,))),
    **dict.fromkeys(
        ("tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "search_result", "server_tool_use", "mid_conv_system"),
        frozenset((_ANTHROPIC,)),
    ),
}
_BY_ROLE: Mapping[str, frozenset[Form]] = {
    "user": frozenset((_CHAT, _ANTHROPIC, _RESPONSES)),
    "assistant": frozenset((_CHAT, _ANTHROPIC, _RESPONSES)),
    "system": frozenset((_CHAT, _ANTHROPIC, _RESPONSES)),
    "developer": frozenset((_CHAT, _RESPONSES)),
}
NAMED = "name the form, such as `form=Form.OPENAI_CHAT`"


def detected(messages: Sequence[object], *, first: int = 0) -> frozenset[Form]:
    """The forms that all of these messages can be of; `first` is the number of the first one, for the place in a refusal.

    Raises:
        InputError: a message shows no form, or another one than those before it.
    """
    possible: frozenset[Form] | None = None
    for number, message in enumerate(messages, start=first):
        own = forms_of(message)
        place = f"messages[{number}]"
        if not own:
            problem = "it opens with no turn such as `User:`" if isinstance(message, str) else "no message form has these keys"
            raise InputError(place, problem=problem, remedy=NAMED)
        both = own if possible is None else own & possible
        if possible is not None and not both:
            problem = f"it is of the form {_listed(own)}, but those before it are {_listed(possible)}"
            raise InputError(place, problem=problem, remedy="bring all messages into one form, or add them one by one, each with its form")
        possible = both
    return possible if possible is not None else frozenset()


def _listed(forms: frozenset[Form]) -> str:
    return " or ".join(f"`{form}`" for form in Form if form in forms)


def forms_of(message: object) -> frozenset[Form]:
    """The forms that one message can be of; empty where none is known."""
    if isinstance(message, str):
        return frozenset((Form.TRANSCRIPT,)) if opens_turn(message) else frozenset()
    fields = fields_of(message, _FIELDS)
    if fields is None:
        return frozenset()
    if "parts" in fields:
        return frozenset((Form.GEMINI,))
    kind, role = fields.get("type"), fields.get("role")
    if "lc" in fields or is_type(kind):
        return frozenset((Form.LANGCHAIN,))
    if kind is not None or role is None:
        is_item = isinstance(kind, str) or (kind is None and isinstance(fields.get("id"), str))
        return frozenset((_RESPONSES,)) if is_item else frozenset()
    return _of_role(fields, role)


def _of_role(fields: Mapping[str, Json], role: Json) -> frozenset[Form]:
    # An unknown role is left to the chat reader, whose refusal lists the known ones.
    possible = _BY_ROLE.get(role, frozenset((_CHAT,))) if isinstance(role, str) else frozenset((_CHAT,))
    if any(fields.get(key) is not None for key in _CHAT_KEYS):
        possible &= {_CHAT}
    content = fields.get("content")
    for part in content if isinstance(content, list) else ():
        entry = fields_of(part, CONTENT_FIELDS)
        kind = None if entry is None else entry.get("type")
        possible &= _BY_PART.get(kind, possible) if isinstance(kind, str) else {_CHAT}
    return possible


def only(forms: frozenset[Form]) -> Form:
    """The one form, or `AUTO` where several are possible or none has shown yet."""
    return next(iter(forms)) if len(forms) == 1 else Form.AUTO


def settled(forms: frozenset[Form]) -> Form:
    """The form to read by: of several, which read alike, the first by name of `Form`."""
    return next((form for form in Form if form in forms), Form.OPENAI_CHAT)
