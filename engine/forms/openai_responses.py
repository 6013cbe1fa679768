"""Items of the OpenAI Responses form: messages, function calls and their outputs, each an item of its own.

A call is written apart from the text that goes with it, so it joins an assistant turn right before it. Reasoning is the model's own and no
evidence, so it is left out. What refers to something that the server keeps (`item_reference`) or was run by the server (searches, files,
screens, compacted history) is named as unread. A host that knows that a tool failed may add `is_error: true` to its output.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..inputs import Reading, Turn
from ..types import Json, Role
from .calls import kept, responses_call
from .openai_chat import TEXT_PARTS, role_of
from .parts import CHAT_CALLS, object_at, read_content, refuse_foreign, shown, text_or_none

CALLS = ("function_call", "custom_tool_call")
OUTPUTS = ("function_call_output", "custom_tool_call_output")
_FOREIGN = ("parts", *CHAT_CALLS)
_ROLES = ("user", "assistant", "system", "developer")
_FIELDS = ("type", "role", "content", "call_id", "name", "arguments", "input", "output", "is_error", "id", *_FOREIGN)


def read_responses(item: object, place: str) -> Reading:
    """The turn of one item, if it holds one.

    Raises:
        InputError: a message, call or output that is not of its shape; the message names the place.
    """
    fields = object_at(item, place, names=_FIELDS, what="an item such as {type, role, content}")
    kind = fields.get("type")
    if kind in CALLS:
        return Reading((Turn(Role.ASSISTANT, "", (kept(responses_call(item, place)),), continues=True),))
    if kind in OUTPUTS:
        return _output(fields, place)
    if kind == "reasoning":
        return Reading()
    if kind is not None and kind != "message":
        return Reading(unread=(f"{place} ({shown(kind)})",))
    if "role" not in fields and "content" not in fields and text_or_none(fields.get("id")):
        return Reading(unread=(f"{place} (item_reference)",))
    refuse_foreign(fields, place, foreign=_FOREIGN)
    text, unread = read_content(fields.get("content"), f"{place}.content", texts=TEXT_PARTS)
    return Reading((Turn(role_of(fields, place, known=_ROLES), text),), unread)


def _output(fields: Mapping[str, Json], place: str) -> Reading:
    text, unread = read_content(fields.get("output"), f"{place}.output", texts=TEXT_PARTS)
    turn = Turn(
        Role.TOOL,
        text,
        tool=text_or_none(fields.get("name")),
        call_id=text_or_none(fields.get("call_id")),
        is_error=fields.get("is_error") is True,
    )
    return Reading((turn,), unread)
