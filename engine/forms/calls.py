"""One tool call in each of the forms that models write it in. The arguments stay exactly as the model wrote them: a JSON text or an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..errors import InputError
from ..inputs import PastCall, past_call
from ..types import Json
from .parts import fields_of, object_at, text_at, text_or_none
from .plain import plain_json

_CALL_FIELDS = ("type", "id", "call_id", "name", "arguments", "args", "input", "function", "custom", "function_call", "functionCall")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A proposed call: the tool's name and the arguments exactly as the model wrote them (a JSON text or an object)."""

    name: str
    arguments: Json
    id: str | None = None

    @classmethod
    def from_openai(cls, call: object, *, place: str = "call") -> ToolCall:
        """From an entry of `tool_calls` of an OpenAI chat message, as a mapping or an object of their client.

        A call of a custom tool, which takes free text, gets the arguments `{"input": text}`.

        Raises:
            InputError: it is not such an entry; the message names the place.

        Example:
            >>> ToolCall.from_openai({"id": "call_1", "type": "function", "function": {"name": "track", "arguments": '{"days": 2}'}})
            ToolCall(name='track', arguments='{"days": 2}', id='call_1')
        """
        return chat_call(call, place)

    @classmethod
    def from_responses(cls, item: object, *, place: str = "call") -> ToolCall:
        """From a `function_call` or `custom_tool_call` item of the OpenAI Responses form.

        A call of a custom tool, which takes free text, gets the arguments `{"input": text}`.

        Raises:
            InputError: it is not such an item.
        """
        return responses_call(item, place)

    @classmethod
    def from_anthropic(cls, block: object, *, place: str = "call") -> ToolCall:
        """From a `tool_use` block of an Anthropic message.

        Raises:
            InputError: it is not such a block.
        """
        return anthropic_call(block, place)

    @classmethod
    def from_gemini(cls, part: object, *, place: str = "call") -> ToolCall:
        """From a Gemini function call, or the part that holds it. No `args` are an empty object.

        Raises:
            InputError: it is not such a call.
        """
        return gemini_call(part, place)

    @classmethod
    def from_langchain(cls, call: object, *, place: str = "call") -> ToolCall:
        """From an entry of `tool_calls` or `invalid_tool_calls` of a LangChain message.

        Raises:
            InputError: it is not such an entry.
        """
        return langchain_call(call, place)


def kept(call: ToolCall) -> PastCall:
    """The call as a conversation keeps it."""
    return past_call(call.name, call.arguments, call.id)


def chat_call(call: object, place: str) -> ToolCall:
    """See `ToolCall.from_openai`."""
    what = "an OpenAI tool call"
    fields = object_at(call, place, names=_CALL_FIELDS, what=what)
    custom = fields_of(fields.get("custom"), _CALL_FIELDS)
    if fields.get("type") == "custom" and custom is not None:
        return ToolCall(_name(custom, f"{place}.custom", what), _free_text(custom, f"{place}.custom"), text_or_none(fields.get("id")))
    function = fields_of(fields.get("function"), _CALL_FIELDS)
    if function is None or not isinstance(function.get("name"), str):
        raise InputError(place, problem="expected an object with `function.name`", remedy=f"give {what}")
    return ToolCall(str(function["name"]), function.get("arguments"), text_or_none(fields.get("id")))


def responses_call(item: object, place: str) -> ToolCall:
    """See `ToolCall.from_responses`."""
    what = "a function_call item"
    fields = object_at(item, place, names=_CALL_FIELDS, what=what)
    kind = fields.get("type")
    if kind not in ("function_call", "custom_tool_call"):
        raise InputError(f"{place}.type", problem="it is neither `function_call` nor `custom_tool_call`", remedy=f"give {what}")
    arguments = _free_text(fields, place) if kind == "custom_tool_call" else fields.get("arguments")
    return ToolCall(_name(fields, place, what), arguments, text_or_none(fields.get("call_id")))


def anthropic_call(block: object, place: str) -> ToolCall:
    """See `ToolCall.from_anthropic`."""
    what = "a tool_use block"
    fields = object_at(block, place, names=_CALL_FIELDS, what=what)
    if fields.get("type") != "tool_use":
        raise InputError(f"{place}.type", problem="it is not `tool_use`", remedy=f"give {what}")
    return ToolCall(_name(fields, place, what), _arguments(fields.get("input"), f"{place}.input"), text_or_none(fields.get("id")))


def gemini_call(part: object, place: str) -> ToolCall:
    """See `ToolCall.from_gemini`."""
    what = "a function call {name, args}"
    fields = object_at(part, place, names=_CALL_FIELDS, what=what)
    for key in ("function_call", "functionCall"):
        if fields.get(key) is not None:
            place = f"{place}.{key}"
            fields = object_at(fields[key], place, names=_CALL_FIELDS, what=what)
            break
    arguments = fields.get("args")
    read: Json = {} if arguments is None else _arguments(arguments, f"{place}.args")
    return ToolCall(_name(fields, place, what), read, text_or_none(fields.get("id")))


def langchain_call(call: object, place: str) -> ToolCall:
    """See `ToolCall.from_langchain`."""
    what = "a tool call {name, args, id}"
    fields = object_at(call, place, names=_CALL_FIELDS, what=what)
    if "args" not in fields:
        raise InputError(f"{place}.args", problem="it is missing", remedy=f"give {what}")
    arguments = fields["args"]
    # LangChain keeps null where the model wrote no readable arguments; that is a malformed call, not a malformed message.
    read = None if arguments is None else _arguments(arguments, f"{place}.args")
    return ToolCall(_name(fields, place, what), read, text_or_none(fields.get("id")))


def _name(fields: Mapping[str, Json], place: str, what: str) -> str:
    return text_at(fields.get("name"), f"{place}.name", what=f"{what} with the name of the tool")


def _free_text(fields: Mapping[str, Json], place: str) -> dict[str, Json]:
    return {"input": text_at(fields.get("input"), f"{place}.input", what="the text that the model wrote for the tool")}


def _arguments(value: Json, place: str) -> Json:
    """The arguments as an object or, from a host that keeps them raw, the model's JSON text. What a dict holds is looked at when the call is."""
    if isinstance(value, str | dict):
        return value
    if not isinstance(value, Mapping):
        raise InputError(place, problem=f"expected an object, got {type(value).__name__}", remedy="give the arguments as an object, or as the model's text")
    return plain_json(value, place)
