"""Gemini contents: roles `user`, `model` and `function`, and parts, in snake or camel case, as mappings or objects of a client.

A function response is a turn of its own. Its `output` (or `result`, as the client libraries write it) is the text of the turn where it stands
alone, its `error` marks a failure; any other response is one JSON text. Thoughts are the model's own and left out; data, files and code that the
provider ran are named as unread.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import InputError
from ..inputs import Reading, Turn
from ..types import Json, Role
from .calls import gemini_call, kept
from .gathering import Gathering
from .parts import CHAT_CALLS, fields_of, list_at, object_at, refuse_foreign, shown, text_at, text_or_none
from .plain import json_text

_ROLES = {"user": Role.USER, "model": Role.ASSISTANT, "function": Role.TOOL, "tool": Role.TOOL, "system": Role.SYSTEM}
_PART_FIELDS = (
    "text",
    "thought",
    "function_call",
    "function_response",
    "inline_data",
    "file_data",
    "executable_code",
    "code_execution_result",
    "tool_call",
    "tool_response",
)
_CAMEL = {"functionCall": "function_call", "functionResponse": "function_response", "thoughtSignature": "thought_signature"}
_MARKS = ("thought", "thought_signature", "video_metadata", "videoMetadata", "part_metadata", "partMetadata", "media_resolution", "mediaResolution")
_FOREIGN = ("content", *CHAT_CALLS)
_ALONE = ("output", "result")


def read_gemini(content: object, place: str) -> Reading:
    """The turns of one content, in the order of its parts.

    Raises:
        InputError: unknown role, a part that is not of its shape; the message names the place.
    """
    if isinstance(content, str):
        return Reading((Turn(Role.USER, content),))
    fields = object_at(content, place, names=("role", "parts", *_FOREIGN), what="a content {role, parts}")
    refuse_foreign(fields, place, foreign=_FOREIGN)
    given = fields.get("role")
    role = Role.USER if given is None else _ROLES.get(given) if isinstance(given, str) else None
    if role is None:
        raise InputError(f"{place}.role", problem=f"`{shown(given)}` is not a role", remedy="use `user`, `model` or `function`")
    gathered = Gathering(role)
    for number, part in enumerate(_listed(fields.get("parts"), f"{place}.parts")):
        _add(part, f"{place}.parts[{number}]", gathered)
    return gathered.reading()


def _listed(parts: Json, place: str) -> list[Json]:
    return [parts] if isinstance(parts, str | Mapping) else list_at(parts, place, what="parts")


def _add(part: Json, place: str, gathered: Gathering) -> None:
    if isinstance(part, str):
        gathered.say(part)
        return
    given = object_at(part, place, names=_PART_FIELDS, what="a part such as {text}")
    fields = {_CAMEL.get(key, key): value for key, value in given.items() if value is not None}
    response = fields.pop("function_response", None)
    call = fields.pop("function_call", None)
    text = fields.pop("text", None)
    if response is not None:
        gathered.apart(_response(response, f"{place}.function_response", gathered.unread))
    if call is not None:
        gathered.call(kept(gemini_call(call, f"{place}.function_call")))
    if text is not None and fields.get("thought") is not True:
        gathered.say(text_at(text, f"{place}.text", what="the text of the part"))
    gathered.unread += [f"{place} ({shown(key)})" for key in fields if key not in _MARKS]


def _response(response: Json, place: str, unread: list[str]) -> Turn:
    fields = object_at(response, place, names=("id", "name", "response", "parts"), what="a function response {name, response}")
    tool = text_at(fields.get("name"), f"{place}.name", what="the name of the function that was called")
    if fields.get("parts"):
        unread.append(f"{place}.parts")
    text, is_error = _told(fields.get("response"), f"{place}.response")
    return Turn(Role.TOOL, text, tool=tool, call_id=text_or_none(fields.get("id")), is_error=is_error)


def _told(response: Json, place: str) -> tuple[str, bool]:
    """The text of a response, and whether it reports an error."""
    if response is None or isinstance(response, str):
        return response or "", False
    fields = fields_of(response, ())
    if fields is None:
        return json_text(response, place), False
    key = next(iter(fields)) if len(fields) == 1 else None
    alone = fields[key] if key in (*_ALONE, "error") else fields
    is_error = bool(fields.get("error")) or (key == "error" and isinstance(alone, str))
    return (alone if isinstance(alone, str) else json_text(alone, place)), is_error
