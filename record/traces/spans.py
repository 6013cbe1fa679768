"""Spans and log records of model calls: OpenInference attributes, GenAI attributes of either generation, and GenAI events.

Sources of the names: the OpenInference specification (`llm.input_messages.N.message...`, `llm.tools.N.tool.json_schema`), the GenAI semantic
conventions of OpenTelemetry (`gen_ai.input.messages`, `gen_ai.output.messages`, `gen_ai.system_instructions`, `gen_ai.tool.definitions`; before 1.37 the
events `gen_ai.user.message` ... `gen_ai.choice`), and OpenLLMetry (`gen_ai.prompt.N...`, `gen_ai.completion.N...`, `llm.request.functions.N...`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...engine.errors import InputError
from ...engine.types import Json
from .attributes import Node, children, tree_of
from .exchanges import Entries, Exchange, Message, Unread, as_list, as_messages, as_object, as_text, chat_call, moment_of, parsed, refuse
from .otlp import Record, records_of_entries

_ROLES = {"human": "user", "ai": "assistant", "model": "assistant", "bot": "assistant", "developer": "system", "function": "tool"}
_EVENTS = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_CHOICE = "gen_ai.choice"
_THOUGHTS = ("reasoning", "thinking")


def read_spans(entries: Entries) -> Iterator[Exchange | Unread | None]:
    """The exchanges of an export, one for each span or record of a model call; None for any other span."""
    for record in records_of_entries(entries):
        if isinstance(record, Unread):
            yield record
            continue
        try:
            yield _exchange(record)
        except InputError as error:
            yield Unread(record.place, f"{error.place}: {error.problem}")


def _exchange(record: Record) -> Exchange | None:
    for read in (_genai, _openinference, _openllmetry, _events):
        found = read(record)
        if found is not None:
            messages, answers, tools = found
            return Exchange(record.place, record.id, tuple(messages), tuple(answers), tools, moment_of(record.time))
    return None


_Found = tuple[list[Message], list[Message], tuple[Json, ...] | None]


# ---- GenAI attributes that hold whole messages -----------------------------------------------------------------------------------------


def _genai(record: Record) -> _Found | None:
    given, answered = record.attributes.get("gen_ai.input.messages"), record.attributes.get("gen_ai.output.messages")
    if given is None and answered is None:
        return None
    messages: list[Message] = []
    system = parsed(record.attributes.get("gen_ai.system_instructions"))
    if system is not None:
        messages += _parts_messages("system", system, "gen_ai.system_instructions")
    for key, into in (("gen_ai.input.messages", messages), ("gen_ai.output.messages", answers := list[Message]())):
        for number, message in enumerate(as_messages(parsed(record.attributes.get(key, [])), key)):
            place = f"{key}[{number}]"
            into += _parts_messages(_role(message.get("role"), place), message.get("parts", message.get("content")), place)
    return messages, answers, _definitions(record.attributes.get("gen_ai.tool.definitions"))


def _definitions(value: Json) -> tuple[Json, ...] | None:
    definitions = parsed(value)
    return None if definitions is None else tuple(parsed(tool) for tool in as_list(definitions, "gen_ai.tool.definitions"))


def _parts_messages(role: str, parts: Json, place: str) -> list[Message]:
    """The chat messages of one message with parts; each tool response is a message of its own."""
    if parts is None or isinstance(parts, str):
        return [{"role": role, "content": parts}]
    texts: list[Json] = []
    calls: list[Json] = []
    results: list[Message] = []
    for number, item in enumerate(as_list(parts, place)):
        part = as_object(item, f"{place}.parts[{number}]")
        kind = part.get("type")
        if kind == "text":
            texts.append({"type": "text", "text": part.get("content", part.get("text"))})
        elif kind == "tool_call":
            calls.append(chat_call(part.get("name"), part.get("arguments"), part.get("id")))
        elif kind == "tool_call_response":
            results.append({"role": "tool", "tool_call_id": part.get("id"), "content": _written(part.get("response", part.get("result")))})
        elif kind not in _THOUGHTS:
            texts.append({"type": kind})
    own: list[Message] = []
    if texts or calls or not results:
        message: Message = {"role": role, "content": texts or None}
        if calls:
            message["tool_calls"] = calls
        own.append(message)
    return results + own


def _written(value: Json) -> Json:
    from ...engine.canonical import canonical_json

    if value is None or isinstance(value, str):
        return value
    try:
        return canonical_json(value)
    except (ValueError, TypeError, RecursionError):
        return refuse("response", "it cannot be written as JSON")


# ---- flat attributes --------------------------------------------------------------------------------------------------------------------


def _openinference(record: Record) -> _Found | None:
    llm = children(tree_of(record.attributes, ("llm.input_messages", "llm.output_messages", "llm.tools")).get("llm"))
    if "input_messages" not in llm and "output_messages" not in llm:
        return None
    read = {
        key: [_inference_message(children(node), f"llm.{key}") for node in _listed(llm.get(key))]
        for key in ("input_messages", "output_messages")
    }
    tools = [_inference_tool(children(children(node).get("tool"))) for node in _listed(llm.get("tools"))]
    return read["input_messages"], read["output_messages"], tuple(tools) if "tools" in llm else None


def _inference_message(node: Mapping[str, Node], place: str) -> Message:
    fields = children(node.get("message"))
    message: Message = {"role": _role(_leaf(fields.get("role")), place), "content": _content(_leaf(fields.get("content")))}
    contents = [children(children(part).get("message_content")) for part in _listed(fields.get("contents"))]
    if contents:
        message["content"] = [
            {"type": "text", "text": _leaf(part.get("text"))} if _leaf(part.get("type")) == "text" else {"type": _leaf(part.get("type"))}
            for part in contents
        ]
    calls: list[Json] = []
    for entry in _listed(fields.get("tool_calls")):
        call = children(children(entry).get("tool_call"))
        function = children(call.get("function"))
        calls.append(chat_call(_leaf(function.get("name")), _leaf(function.get("arguments")), _leaf(call.get("id"))))
    if "function_call_name" in fields:
        calls.append(chat_call(_leaf(fields["function_call_name"]), _leaf(fields.get("function_call_arguments_json")), None))
    if calls:
        message["tool_calls"] = calls
    return _with_names(message, fields)


def _inference_tool(fields: Mapping[str, Node]) -> Json:
    schema = parsed(_leaf(fields.get("json_schema")))
    name = _leaf(fields.get("name"))
    if isinstance(schema, dict) and isinstance(name, str) and "function" not in schema and "name" not in schema:
        declared = schema.get("input_schema", schema.get("parameters", schema))
        return {"type": "function", "function": {"name": name, "description": _leaf(fields.get("description")), "parameters": declared}}
    return schema


def _openllmetry(record: Record) -> _Found | None:
    tree = tree_of(record.attributes, ("gen_ai.prompt", "gen_ai.completion", "llm.request.functions"))
    genai = children(tree.get("gen_ai"))
    given, answered = _listed(genai.get("prompt")), _listed(genai.get("completion"))
    if not given and not answered:
        return None
    functions = _listed(children(children(tree.get("llm")).get("request")).get("functions"))
    tools: list[Json] = []
    for node in functions:
        fields = children(node)
        declared = {
            "name": _leaf(fields.get("name")),
            "description": _leaf(fields.get("description")),
            "parameters": parsed(_leaf(fields.get("parameters"))),
        }
        tools.append({"type": "function", "function": {key: value for key, value in declared.items() if value is not None}})
    messages = [_metry_message(children(node), "user", "gen_ai.prompt") for node in given]
    answers = [_metry_message(children(node), "assistant", "gen_ai.completion") for node in answered]
    return messages, answers, tuple(tools) if functions else None


def _metry_message(fields: Mapping[str, Node], role: str, place: str) -> Message:
    message: Message = {"role": _role(_leaf(fields.get("role")) or role, place), "content": _content(_leaf(fields.get("content")))}
    listed = [children(entry) for entry in _listed(fields.get("tool_calls"))]
    if "function_call" in fields:
        listed.append(children(fields["function_call"]))
    if listed:
        message["tool_calls"] = [chat_call(_leaf(call.get("name")), _leaf(call.get("arguments")), _leaf(call.get("id"))) for call in listed]
    return _with_names(message, fields)


def _with_names(message: Message, fields: Mapping[str, Node]) -> Message:
    for key in ("tool_call_id", "name"):
        if as_text(_leaf(fields.get(key))) is not None:
            message[key] = _leaf(fields.get(key))
    return message


def _content(value: Json) -> Json:
    """A content as it stands, or its parts where it is the JSON text of content parts."""
    listed = parsed(value) if isinstance(value, str) and value.lstrip().startswith("[{") else None
    return listed if isinstance(listed, list) and all(isinstance(part, dict) and "type" in part for part in listed) else value


def _leaf(node: Node | None) -> Json:
    return None if node is None or isinstance(node, dict) else node[0]


def _listed(node: Node | None) -> list[Node]:
    numbered = [(int(key), child) for key, child in children(node).items() if key.isascii() and key.isdigit() and len(key) < 10]
    return [child for _, child in sorted(numbered, key=lambda pair: pair[0])]


# ---- events -----------------------------------------------------------------------------------------------------------------------------


def _events(record: Record) -> _Found | None:
    messages: list[Message] = []
    answers: list[Message] = []
    for name, fields in record.events:
        if name in _EVENTS:
            messages.append(_event_message(_EVENTS[name], fields))
        elif name == _CHOICE:
            inner = parsed(fields.get("message"))
            answers.append(_event_message("assistant", inner if isinstance(inner, dict) else fields))
    return (messages, answers, _definitions(record.attributes.get("gen_ai.tool.definitions"))) if messages or answers else None


def _event_message(role: str, fields: Mapping[str, Json]) -> Message:
    message: Message = {"role": role, "content": _content(fields.get("content"))}
    if role == "tool":
        message["tool_call_id"] = fields.get("id")
        message["content"] = _written(fields.get("content"))
    calls = parsed(fields.get("tool_calls"))
    if calls is not None:
        message["tool_calls"] = as_list(calls, "tool_calls")
    return message


def _role(role: Json, place: str) -> str:
    word = role.lower() if isinstance(role, str) else ""
    word = _ROLES.get(word, word)
    return word if word in ("system", "user", "assistant", "tool") else refuse(f"{place}.role", f"`{str(role)[:40]}` is not a role")
