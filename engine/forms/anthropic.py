"""Anthropic messages: a string or blocks. Tool results stand in a user message, each a turn of its own.

Thinking is the model's own and no evidence, so it is left out. Images, documents and what the provider's own tools brought are named as unread.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import InputError
from ..inputs import Reading, Turn
from ..types import Json, Role
from .calls import anthropic_call, kept
from .gathering import Gathering
from .parts import CHAT_CALLS, CONTENT_FIELDS, fields_of, list_at, object_at, read_content, refuse_foreign, shown, text_at, text_or_none

_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM}
THINKING = ("thinking", "redacted_thinking")
TEXT_BLOCKS = ("text",)
_FOREIGN = ("parts", *CHAT_CALLS)


def read_anthropic(message: object, place: str) -> Reading:
    """The turns of one message, in the order of its blocks.

    Raises:
        InputError: unknown role, a block that is not of its shape; the message names the place.
    """
    fields = object_at(message, place, names=("role", "content", *_FOREIGN), what="a message {role, content}")
    refuse_foreign(fields, place, foreign=_FOREIGN)
    given = fields.get("role")
    role = _ROLES.get(given) if isinstance(given, str) else None
    if role is None:
        remedy = "use `user` or `assistant`, and hand the system prompt in as `system`"
        raise InputError(f"{place}.role", problem=f"`{shown(given)}` is not a role", remedy=remedy)
    content = fields.get("content")
    if content is None or isinstance(content, str):
        return Reading((Turn(role, content or ""),))
    gathered = Gathering(role)
    for number, block in enumerate(list_at(content, f"{place}.content", what="blocks")):
        _add(block, f"{place}.content[{number}]", gathered)
    return gathered.reading()


def _add(block: Json, place: str, gathered: Gathering) -> None:
    if isinstance(block, str):
        raise InputError(place, problem="expected a block, got a string", remedy="write it as {type: text, text}")
    fields = object_at(block, place, names=CONTENT_FIELDS, what="a block such as {type, text}")
    kind = fields.get("type")
    if kind == "text":
        gathered.say(text_at(fields.get("text"), f"{place}.text", what="the text of the block"))
    elif kind == "search_result":
        text, unread = search_result(fields, place)
        gathered.say(text)
        gathered.unread += unread
    elif kind == "tool_use":
        gathered.call(kept(anthropic_call(block, place)))
    elif kind == "tool_result":
        gathered.apart(_result(fields, place, gathered.unread))
    elif kind == "mid_conv_system":
        text, unread = read_content(fields.get("content"), f"{place}.content", texts=TEXT_BLOCKS)
        gathered.apart(Turn(Role.SYSTEM, text))
        gathered.unread += unread
    elif kind not in THINKING:
        gathered.unread.append(f"{place} ({shown(kind)})")


def _result(fields: Mapping[str, Json], place: str, unread: list[str]) -> Turn:
    content = fields.get("content")
    here = f"{place}.content"
    if content is not None and not isinstance(content, str):
        content = [_as_text(part, f"{here}[{number}]", unread) for number, part in enumerate(list_at(content, here, what="blocks"))]
    text, missing = read_content(content, here, texts=TEXT_BLOCKS)
    unread += missing
    call_id = text_or_none(fields.get("tool_use_id"))
    if call_id is None:
        raise InputError(f"{place}.tool_use_id", problem="it is missing, or no text", remedy="give the id of the tool_use block that this answers")
    return Turn(Role.TOOL, text, call_id=call_id, is_error=fields.get("is_error") is True)


def _as_text(part: Json, place: str, unread: list[str]) -> Json:
    fields = fields_of(part, CONTENT_FIELDS)
    if fields is None or fields.get("type") != "search_result":
        return part
    text, missing = search_result(fields, place)
    unread += missing
    return {"type": "text", "text": text}


def search_result(fields: Mapping[str, Json], place: str) -> tuple[str, tuple[str, ...]]:
    """The title, source and text of a search result that the host handed to the model.

    Raises:
        InputError: it is not of its shape.
    """
    text, unread = read_content(fields.get("content"), f"{place}.content", texts=TEXT_BLOCKS)
    heads = [text_at(fields.get(key), f"{place}.{key}", what=f"the {key} of the search result") for key in ("title", "source")]
    return "\n".join((*heads, text)), unread
