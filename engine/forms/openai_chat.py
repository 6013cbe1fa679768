"""OpenAI chat messages, as sent to `/chat/completions`: role, content, tool calls; a tool message answers the call whose id it names.

A host that knows that a tool failed may add `is_error: true` to its message, which the wire form has no field for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..errors import InputError
from ..inputs import PastCall, Reading, Turn
from ..types import Json, Role
from .calls import chat_call, kept
from .parts import list_at, object_at, read_content, refuse_foreign, shown, text_or_none

ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
TEXT_PARTS = ("text", "input_text", "output_text", "refusal")
_FIELDS = ("role", "content", "tool_calls", "function_call", "tool_call_id", "name", "is_error", "parts")


def read_chat(message: object, place: str) -> Reading:
    """The turn of one message.

    Raises:
        InputError: unknown role, content of the wrong type, malformed tool calls; the message names the place.
    """
    fields = object_at(message, place, names=_FIELDS, what="a chat message such as {role, content}")
    refuse_foreign(fields, place, foreign=("parts",))
    role = role_of(fields, place)
    text, unread = read_content(fields.get("content"), f"{place}.content", texts=TEXT_PARTS)
    if role is not Role.TOOL:
        return Reading((Turn(role, text, tuple(_calls(fields, place))),), unread)
    turn = Turn(
        role,
        text,
        tool=text_or_none(fields.get("name")),
        call_id=text_or_none(fields.get("tool_call_id")),
        is_error=fields.get("is_error") is True,
    )
    return Reading((turn,), unread)


def role_of(fields: Mapping[str, Json], place: str, *, known: Collection[str] = tuple(ROLES)) -> Role:
    """The role that a message names, one of the `known`. Raises InputError for any other."""
    given = fields.get("role")
    if not isinstance(given, str) or given not in known:
        listed = ", ".join(f"`{name}`" for name in known)
        raise InputError(f"{place}.role", problem=f"`{shown(given)}` is not a role", remedy=f"use one of {listed}")
    return ROLES[given]


def _calls(fields: Mapping[str, Json], place: str) -> list[PastCall]:
    listed = list_at(fields.get("tool_calls") or None, f"{place}.tool_calls", what="tool calls")
    calls = [kept(chat_call(call, f"{place}.tool_calls[{number}]")) for number, call in enumerate(listed)]
    legacy = fields.get("function_call")
    if legacy is not None:
        calls.append(kept(chat_call({"function": legacy}, f"{place}.function_call")))
    return calls
