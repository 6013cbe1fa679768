"""Anthropic message logs: a request beside its response, message batches, and conversations that hold the calls themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ...engine.errors import InputError
from ...engine.types import Json
from .exchanges import Entries, Exchange, Message, Unread, as_list, as_object, as_text, chat_call, moment_of, refuse
from .pairs import Pair, paired

_THOUGHTS = ("thinking", "redacted_thinking")


def read_anthropic(entries: Entries) -> Iterator[Exchange | Unread | None]:
    """The exchanges of a log; the requests and results of a batch are joined by their `custom_id`."""
    for pair in paired(entries, request_keys=("messages",), response_keys=("content", "role")):
        try:
            yield _exchange(pair)
        except InputError as error:
            yield Unread(pair.place, f"{error.place}: {error.problem}")


def _exchange(pair: Pair) -> Exchange:
    request, response = pair.request, pair.response
    if request is None:
        refuse("messages", "there is no request with `messages`")
    messages = [message for message in [_system(request.get("system"))] if message is not None]
    for number, item in enumerate(as_list(request.get("messages"), "messages")):
        place = f"messages[{number}]"
        messages += chat_messages(as_object(item, place), place)
    answers = (
        None if response is None else tuple(message for message in chat_messages(response, "response") if message["role"] == "assistant")
    )
    tools = request.get("tools")
    return Exchange(
        pair.place,
        pair.id or as_text((response or {}).get("id")),
        tuple(messages),
        answers,
        None if tools is None else tuple(as_list(tools, "tools")),
        moment_of((response or request).get("created_at")),
    )


def _system(system: Json) -> Message | None:
    if system is None:
        return None
    return {"role": "system", "content": system if isinstance(system, str) else as_list(system, "system")}


def chat_messages(message: Mapping[str, Json], place: str) -> list[Message]:
    """The OpenAI chat messages that an Anthropic message comes to: tool results become tool messages, in their order.

    Raises:
        InputError: it is not of the documented shape.
    """
    role, content = message.get("role"), message.get("content")
    if role not in ("user", "assistant"):
        refuse(f"{place}.role", f"`{str(role)[:40]}` is neither `user` nor `assistant`")
    if isinstance(content, str):
        return [{"role": role, "content": content}]
    blocks = [as_object(block, f"{place}.content[{number}]") for number, block in enumerate(as_list(content, f"{place}.content"))]
    return [_assistant(blocks)] if role == "assistant" else list(_user(blocks))


def _assistant(blocks: list[Message]) -> Message:
    parts: list[Json] = [block for block in blocks if block.get("type") != "tool_use" and block.get("type") not in _THOUGHTS]
    calls = [
        chat_call(block.get("name"), json.dumps(block.get("input")), block.get("id")) for block in blocks if block.get("type") == "tool_use"
    ]
    message: Message = {"role": "assistant", "content": parts or None}
    if calls:
        message["tool_calls"] = calls
    return message


def _user(blocks: list[Message]) -> Iterator[Message]:
    parts: list[Json] = []
    for block in blocks:
        if block.get("type") != "tool_result":
            parts.append(block)
            continue
        if parts:
            yield {"role": "user", "content": parts}
            parts = []
        result: Message = {"role": "tool", "tool_call_id": block.get("tool_use_id"), "content": block.get("content")}
        if block.get("is_error") is True:
            result["is_error"] = True
        yield result
    if parts:
        yield {"role": "user", "content": parts}
