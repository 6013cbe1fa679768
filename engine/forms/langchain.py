"""LangChain messages, without an import of it: the objects, their dumps (`{"type", "data"}` or flat), and the `lc` form of its serializer.

Tool calls are read from `tool_calls` and `invalid_tool_calls`, and where both are empty from `additional_kwargs`. Blocks inside the content
that repeat a call, and the model's thinking, are left out.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import InputError
from ..inputs import PastCall, Reading, Turn
from ..types import Json, Role
from .calls import chat_call, kept, langchain_call
from .openai_chat import ROLES
from .parts import fields_of, list_at, object_at, read_content, refuse_foreign, shown, text_or_none

TYPES = {
    "human": Role.USER,
    "user": Role.USER,
    "ai": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
    "HumanMessage": Role.USER,
    "AIMessage": Role.ASSISTANT,
    "SystemMessage": Role.SYSTEM,
    "ToolMessage": Role.TOOL,
    "FunctionMessage": Role.TOOL,
}
CHAT_TYPES = ("chat", "ChatMessage")
_CHUNK = "Chunk"
FIELDS = ("type", "content", "tool_calls", "invalid_tool_calls", "tool_call_id", "status", "name", "additional_kwargs", "role", "parts")
_TEXT_PARTS = ("text", "input_text", "output_text", "refusal")
_THINKING = ("thinking", "redacted_thinking", "reasoning", "reasoning_content")
_CALL_PARTS = ("tool_use", "tool_call", "function_call", "input_json_delta", "tool_call_chunk", "invalid_tool_call")


def is_type(name: object) -> bool:
    """True for the type of a LangChain message."""
    bare = name.removesuffix(_CHUNK) if isinstance(name, str) else None
    return bare in TYPES or bare in CHAT_TYPES


def read_langchain(message: object, place: str) -> Reading:
    """The turn of one message.

    Raises:
        InputError: unknown type, content of the wrong type, malformed tool calls; the message names the place.
    """
    fields, kind, place = _unwrapped(message, place)
    refuse_foreign(fields, place, foreign=("parts",))
    role = _role(fields, kind, place)
    calls = _calls(fields, place) if role is Role.ASSISTANT else []
    left_out = (*_THINKING, *_CALL_PARTS) if calls else _THINKING
    text, unread = read_content(fields.get("content"), f"{place}.content", texts=_TEXT_PARTS, left_out=left_out)
    if role is not Role.TOOL:
        return Reading((Turn(role, text, tuple(calls)),), unread)
    turn = Turn(
        role,
        text,
        tool=text_or_none(fields.get("name")),
        call_id=text_or_none(fields.get("tool_call_id")),
        is_error=fields.get("status") == "error",
    )
    return Reading((turn,), unread)


def _unwrapped(message: object, place: str) -> tuple[Mapping[str, Json], Json, str]:
    """The fields of the message itself, its type, and where they stand."""
    outer = object_at(message, place, names=FIELDS, what="a LangChain message, or its dump {type, data}")
    if "lc" in outer:
        names = list_at(outer.get("id"), f"{place}.id", what="names")
        inner = object_at(outer.get("kwargs"), f"{place}.kwargs", names=(), what="the fields of the message")
        return inner, names[-1] if names else None, f"{place}.kwargs"
    if "data" in outer:
        return object_at(outer["data"], f"{place}.data", names=FIELDS, what="the fields of the message"), outer.get("type"), f"{place}.data"
    return outer, outer.get("type"), place


def _role(fields: Mapping[str, Json], kind: Json, place: str) -> Role:
    bare = kind.removesuffix(_CHUNK) if isinstance(kind, str) else ""
    given = fields.get("role") if bare in CHAT_TYPES else None
    role = ROLES.get(given) if isinstance(given, str) else TYPES.get(bare)
    if role is None:
        remedy = "give a human, ai, system, tool, function or chat message; leave out messages that only remove others"
        raise InputError(f"{place}.type", problem=f"`{shown(given or kind)}` is not the type of a message with content", remedy=remedy)
    return role


def _calls(fields: Mapping[str, Json], place: str) -> list[PastCall]:
    calls: list[PastCall] = []
    for key in ("tool_calls", "invalid_tool_calls"):
        listed = list_at(fields.get(key), f"{place}.{key}", what="tool calls")
        calls += [kept(langchain_call(call, f"{place}.{key}[{number}]")) for number, call in enumerate(listed)]
    extra = fields_of(fields.get("additional_kwargs"), ())
    if calls or extra is None:
        return calls
    here = f"{place}.additional_kwargs"
    listed = list_at(extra.get("tool_calls"), f"{here}.tool_calls", what="tool calls")
    calls = [kept(chat_call(call, f"{here}.tool_calls[{number}]")) for number, call in enumerate(listed)]
    legacy = extra.get("function_call")
    if legacy is not None:
        calls.append(kept(chat_call({"function": legacy}, f"{here}.function_call")))
    return calls
