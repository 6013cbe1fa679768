"""One invented conversation, as each kind of log writes it."""

from __future__ import annotations

import json
from collections.abc import Callable

from groundrules.engine.types import Json

SYSTEM, ASKED, ANSWERED = "Help with bookings.", "Move booking KX-20931 to 4 May 2031.", {"booking": "KX-20931", "room": "R-114"}
SCHEMA: Json = {"type": "object", "properties": {"booking_id": {"type": "string"}, "room": {"type": "string"}}, "required": ["booking_id"]}
FIRST: dict[str, Json] = {"booking_id": "KX-20931"}
SECOND: dict[str, Json] = {"booking_id": "KX-20931", "room": "R-114"}
SECONDS = 1_935_000_000
NOW = "2031-04-26T20:00:00+00:00"

Entry = dict[str, Json]


def _tool(name: str) -> Entry:
    return {"name": name, "description": "A tool.", "parameters": SCHEMA}


def _chat_call(name: str, arguments: Json, identifier: str) -> Json:
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}


CHAT_TOOLS: list[Json] = [{"type": "function", "function": _tool(name)} for name in ("get_booking", "move_booking")]
CHAT_MESSAGES: list[Json] = [
    {"role": "system", "content": SYSTEM},
    {"role": "user", "content": ASKED},
    {"role": "assistant", "content": None, "tool_calls": [_chat_call("get_booking", FIRST, "call_1")]},
    {"role": "tool", "tool_call_id": "call_1", "content": json.dumps(ANSWERED)},
]
CHAT_REQUEST: Entry = {"model": "m", "messages": CHAT_MESSAGES, "tools": CHAT_TOOLS}
CHAT_REPLY: Entry = {"role": "assistant", "content": None, "tool_calls": [_chat_call("move_booking", SECOND, "call_2")]}
CHAT_RESPONSE: Entry = {"id": "cmpl-1", "object": "chat.completion", "created": SECONDS, "choices": [{"index": 0, "message": CHAT_REPLY}]}

ANTHROPIC_REQUEST: Entry = {
    "system": [{"type": "text", "text": SYSTEM}],
    "tools": [{"name": name, "description": "A tool.", "input_schema": SCHEMA} for name in ("get_booking", "move_booking")],
    "messages": [
        {"role": "user", "content": ASKED},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "KX-99999"},
                {"type": "tool_use", "id": "call_1", "name": "get_booking", "input": FIRST},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "call_1",
                    "content": [{"type": "text", "text": json.dumps(ANSWERED)}],
                    "is_error": False,
                }
            ],
        },
    ],
}
ANTHROPIC_RESPONSE: Entry = {
    "id": "msg_1",
    "role": "assistant",
    "created_at": NOW,
    "content": [{"type": "tool_use", "id": "call_2", "name": "move_booking", "input": SECOND}],
}


def openai_logs() -> dict[str, list[Entry]]:
    """Chat completion logs by the way they are wrapped."""
    body: Json = {"status_code": 200, "request_id": "r", "body": CHAT_RESPONSE}
    return {
        "request and response": [{"request": CHAT_REQUEST, "response": CHAT_RESPONSE}],
        "response beside the messages": [{**CHAT_REQUEST, "response": CHAT_RESPONSE}],
        "choices beside the messages": [{**CHAT_REQUEST, **CHAT_RESPONSE}],
        "batch": [
            {"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": CHAT_REQUEST},
            {"id": "batch_1", "custom_id": "a", "response": body, "error": None},
        ],
        "batch, answer first": [{"custom_id": "a", "response": body}, {"custom_id": "a", "body": CHAT_REQUEST}],
    }


def anthropic_logs() -> dict[str, list[Entry]]:
    """Anthropic logs by the way they are wrapped."""
    return {
        "request and response": [{"request": ANTHROPIC_REQUEST, "response": ANTHROPIC_RESPONSE}],
        "response beside the messages": [{**ANTHROPIC_REQUEST, "response": ANTHROPIC_RESPONSE}],
        "batch": [
            {"custom_id": "a", "params": ANTHROPIC_REQUEST},
            {"custom_id": "a", "result": {"type": "succeeded", "message": ANTHROPIC_RESPONSE}},
        ],
    }


def _part(kind: str, **fields: Json) -> Json:
    return {"type": kind, **fields}


GENAI_INPUT: list[Json] = [
    {"role": "user", "parts": [_part("text", content=ASKED)]},
    {
        "role": "assistant",
        "parts": [_part("reasoning", content="KX-99999"), _part("tool_call", id="call_1", name="get_booking", arguments=FIRST)],
    },
    {"role": "tool", "parts": [_part("tool_call_response", id="call_1", response=dict(ANSWERED))]},
]
GENAI: Entry = {
    "gen_ai.system_instructions": [_part("text", content=SYSTEM)],
    "gen_ai.input.messages": GENAI_INPUT,
    "gen_ai.output.messages": [
        {
            "role": "assistant",
            "parts": [_part("tool_call", id="call_2", name="move_booking", arguments=SECOND)],
            "finish_reason": "tool_call",
        }
    ],
    "gen_ai.tool.definitions": [{"type": "function", **_tool(name)} for name in ("get_booking", "move_booking")],
}
OPENINFERENCE: Entry = {
    "openinference.span.kind": "LLM",
    "llm.input_messages.0.message.role": "system",
    "llm.input_messages.0.message.content": SYSTEM,
    "llm.input_messages.1.message.role": "user",
    "llm.input_messages.1.message.contents.0.message_content.type": "text",
    "llm.input_messages.1.message.contents.0.message_content.text": ASKED,
    "llm.input_messages.2.message.role": "assistant",
    "llm.input_messages.2.message.tool_calls.0.tool_call.id": "call_1",
    "llm.input_messages.2.message.tool_calls.0.tool_call.function.name": "get_booking",
    "llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments": json.dumps(FIRST),
    "llm.input_messages.3.message.role": "tool",
    "llm.input_messages.3.message.tool_call_id": "call_1",
    "llm.input_messages.3.message.content": json.dumps(ANSWERED),
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.tool_calls.0.tool_call.id": "call_2",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "move_booking",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": json.dumps(SECOND),
    "llm.tools.0.tool.json_schema": json.dumps(CHAT_TOOLS[0]),
    "llm.tools.1.tool.name": "move_booking",
    "llm.tools.1.tool.description": "A tool.",
    "llm.tools.1.tool.json_schema": json.dumps(SCHEMA),
}
OPENLLMETRY: Entry = {
    "gen_ai.prompt.0.role": "system",
    "gen_ai.prompt.0.content": SYSTEM,
    "gen_ai.prompt.1.role": "user",
    "gen_ai.prompt.1.content": json.dumps([{"type": "text", "text": ASKED}]),
    "gen_ai.prompt.2.role": "assistant",
    "gen_ai.prompt.2.tool_calls.0.id": "call_1",
    "gen_ai.prompt.2.tool_calls.0.name": "get_booking",
    "gen_ai.prompt.2.tool_calls.0.arguments": json.dumps(FIRST),
    "gen_ai.prompt.3.role": "tool",
    "gen_ai.prompt.3.tool_call_id": "call_1",
    "gen_ai.prompt.3.content": json.dumps(ANSWERED),
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.finish_reason": "tool_calls",
    "gen_ai.completion.0.tool_calls.0.id": "call_2",
    "gen_ai.completion.0.tool_calls.0.name": "move_booking",
    "gen_ai.completion.0.tool_calls.0.arguments": json.dumps(SECOND),
    **{
        f"llm.request.functions.{number}.{key}": value if isinstance(value, str) else json.dumps(value)
        for number, name in enumerate(("get_booking", "move_booking"))
        for key, value in _tool(name).items()
    },
}
NESTED: Entry = {
    "llm.input_messages": [
        {"message.role": "system", "message.content": SYSTEM},
        {"message.role": "user", "message.content": ASKED},
        {
            "message.role": "assistant",
            "message.tool_calls": [
                {"tool_call.id": "call_1", "tool_call.function.name": "get_booking", "tool_call.function.arguments": json.dumps(FIRST)}
            ],
        },
        {"message.role": "tool", "message.tool_call_id": "call_1", "message.content": json.dumps(ANSWERED)},
    ],
    "llm.output_messages": [
        {
            "message": {
                "role": "assistant",
                "tool_calls": [{"tool_call": {"id": "call_2", "function": {"name": "move_booking", "arguments": json.dumps(SECOND)}}}],
            }
        }
    ],
    "llm.tools": [{"tool.json_schema": json.dumps(tool)} for tool in CHAT_TOOLS],
}
EVENTS: list[tuple[str, Entry]] = [
    ("gen_ai.system.message", {"content": SYSTEM}),
    ("gen_ai.user.message", {"content": ASKED}),
    ("gen_ai.assistant.message", {"tool_calls": [_chat_call("get_booking", FIRST, "call_1")]}),
    ("gen_ai.tool.message", {"id": "call_1", "content": dict(ANSWERED)}),
    (
        "gen_ai.choice",
        {"index": 0, "finish_reason": "tool_calls", "message": {"tool_calls": [_chat_call("move_booking", SECOND, "call_2")]}},
    ),
]


def otlp(value: Json) -> Json:
    """A value as OTLP JSON writes it."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, str):
        return {"stringValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [otlp(part) for part in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": otlp_pairs(value)}}
    return {}


def otlp_pairs(fields: Entry) -> list[Json]:
    """Attributes as OTLP JSON writes them."""
    return [{"key": key, "value": otlp(value)} for key, value in fields.items()]


def _texts(fields: Entry) -> Entry:
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in fields.items()}


def _span(attributes: Json, **more: Json) -> Entry:
    return {"name": "chat", "context": {"trace_id": "t1", "span_id": "s1"}, "start_time": NOW, "attributes": attributes, **more}


def _otlp_span(fields: Entry) -> Entry:
    nanos = str(SECONDS * 10**9)
    span: Json = {"traceId": "t1", "spanId": "s1", "startTimeUnixNano": nanos, "attributes": otlp_pairs(fields), "events": []}
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": [span]}]}]}


def _log_records(make: Callable[[str, Entry], Entry]) -> list[Entry]:
    records: list[Json] = [{"traceId": "t1", "spanId": "s1", "timeUnixNano": SECONDS * 10**9, **make(name, body)} for name, body in EVENTS]
    return [{"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}]


def _details(_name: str, _body: Entry) -> Entry:
    return {"eventName": "gen_ai.client.inference.operation.details", "attributes": otlp_pairs(GENAI)}


def span_logs() -> dict[str, list[Entry]]:
    """Exports of spans and events, by convention and wrapping; those of the events name no tools."""
    return {
        "genai": [_span(GENAI)],
        "genai, texts": [_span(_texts(GENAI))],
        "genai, otlp": [_otlp_span(_texts(GENAI))],
        "genai, otlp structured": [_otlp_span(GENAI)],
        "genai, system among the messages": [
            _span(
                {
                    **{key: value for key, value in GENAI.items() if key != "gen_ai.system_instructions"},
                    "gen_ai.input.messages": [{"role": "system", "parts": [_part("text", content=SYSTEM)]}, *GENAI_INPUT],
                }
            )
        ],
        "openinference": [_span(OPENINFERENCE)],
        "openinference, nested": [_span(NESTED)],
        "openinference, otlp": [_otlp_span(OPENINFERENCE)],
        "openinference, table": [
            {"context.span_id": "s1", "start_time": NOW, **{f"attributes.{key}": value for key, value in NESTED.items()}}
        ],
        "openllmetry": [_span(OPENLLMETRY)],
        "openllmetry, otlp": [_otlp_span(OPENLLMETRY)],
        "events of a span": [_span({}, events=[{"name": name, "attributes": _texts(fields)} for name, fields in EVENTS])],
        "log records": _log_records(lambda name, body: {"eventName": name, "body": otlp(body)}),
        "log records, named by attribute": _log_records(
            lambda name, body: {"attributes": otlp_pairs({"event.name": name}), "body": otlp(body)}
        ),
        "details event": _log_records(_details)[:1],
    }
