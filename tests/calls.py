"""Calls for tests: one tool, one conversation, and what the engine makes of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache

from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import Inquiry, ToolCall
from groundrules.engine.json_walk import Leaf
from groundrules.engine.policy import ParameterSettings, Policy
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.trace import Trace
from groundrules.engine.types import Json, Outcome
from groundrules.engine.verdict import ItemVerdict, Verdict
from strategies import function_tool

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "number"}
INTEGER: Json = {"type": "integer"}
FLAG: Json = {"type": "boolean"}

Message = dict[str, Json]

SUPPORTED, UNDECIDED, UNSUPPORTED, CONTRADICTED = Outcome
READER = "get_record"
"""A tool that only reads."""
WRITER = "send_record"
"""A tool that changes something."""


def user(text: str) -> Message:
    """A user turn."""
    return {"role": "user", "content": text}


def assistant(text: str) -> Message:
    """An assistant turn."""
    return {"role": "assistant", "content": text}


def system(text: str) -> Message:
    """A system turn."""
    return {"role": "system", "content": text}


def exchange(arguments: Json, output: Json, *, tool: str = READER, call_id: str = "call_1") -> list[Message]:
    """An assistant turn with one call, and the output of that call."""
    call: Json = {"id": call_id, "type": "function", "function": {"name": tool, "arguments": json.dumps(arguments)}}
    content = output if isinstance(output, str) else json.dumps(output)
    return [{"role": "assistant", "content": None, "tool_calls": [call]}, {"role": "tool", "tool_call_id": call_id, "content": content}]


def choice(*members: Json) -> Json:
    """The schema of a closed choice."""
    return {"type": "string", "enum": list(members)}


def schema_of(value: Json) -> Json:
    """A schema that says only the type of a value."""
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object", type(None): "null"}
    return {"type": names[type(value)]}


def policy_for(parameter: str, settings: ParameterSettings) -> Policy:
    """The default policy with settings for one parameter of every tool."""
    return Policy(parameters={f"*.{parameter}": settings})


@cache
def _guard() -> Guard:
    return Guard()


def context_of(
    said: str | Sequence[Message] = "",
    *,
    evidence: Sequence[str] = (),
    now: str | None = None,
    complete: bool = True,
    host: Mapping[str, Json] | None = None,
) -> Context:
    """A context of one user turn, or of messages, with evidence passages `e1`, `e2`, ... and an ISO present time."""
    messages = [user(said)] if isinstance(said, str) else said
    passages: list[Message] = [{"id": f"e{number}", "text": text} for number, text in enumerate(evidence, start=1)]
    moment = datetime.fromisoformat(now) if now is not None else None
    return Context.from_openai(messages, evidence=passages, now=moment, complete=complete, host=host)


def registry_of(
    arguments: Json,
    *,
    tool: str = READER,
    parameters: Mapping[str, Json] | None = None,
    required: Sequence[str] | None = None,
    description: str = "",
) -> ToolRegistry:
    """A registry with one tool; the arguments stand for parameters that are not given, and are all required unless said otherwise."""
    given = arguments if isinstance(arguments, dict) else {}
    properties = {name: schema_of(value) for name, value in given.items()} | dict(parameters or {})
    needed: list[Json] = [*given] if required is None else [*required]
    schema: Json = {"type": "object", "properties": properties, "required": needed}
    return ToolRegistry.from_openai([function_tool(tool, schema, description=description)])


def inquiry(
    arguments: Json,
    context: Context,
    *,
    tool: str = READER,
    parameters: Mapping[str, Json] | None = None,
    required: Sequence[str] | None = None,
    description: str = "",
    policy: Policy | None = None,
) -> Inquiry:
    """A call laid out for the rules."""
    registry = registry_of(arguments, tool=tool, parameters=parameters, required=required, description=description)
    return Inquiry(ToolCall(tool, arguments), context=context, registry=registry, policy=policy or Policy())


def verdict(
    arguments: Json,
    context: Context,
    *,
    tool: str = READER,
    parameters: Mapping[str, Json] | None = None,
    required: Sequence[str] | None = None,
    description: str = "",
    policy: Policy | None = None,
) -> Verdict:
    """The verdict of the shipped rules on a call; it has met no error."""
    guard = _guard() if policy is None else Guard(policy=policy)
    registry = registry_of(arguments, tool=tool, parameters=parameters, required=required, description=description)
    found = guard.check_tool_call(ToolCall(tool, arguments), context=context, registry=registry)
    if found.errors:
        raise AssertionError(found.errors)
    return found


def item_of(found: Verdict, item: str) -> ItemVerdict:
    """How one item of a verdict ended."""
    return next(each for each in found.items if each.item == item)


def leaf_of(asked: Inquiry, pointer: str | None = None) -> Leaf:
    """The leaf at a pointer, the first one by default."""
    return next(leaf for leaf in asked.leaves if pointer in (None, leaf.pointer))


def traced(
    name: str,
    value: Json,
    context: Context,
    *,
    schema: Json = None,
    tool: str = READER,
    beside: Mapping[str, Json] | None = None,
    required: bool = True,
    settings: ParameterSettings | None = None,
    description: str = "",
) -> Trace:
    """Where the value of one parameter comes from; `beside` holds the other arguments of the call."""
    arguments: dict[str, Json] = {**(beside or {}), name: value}
    asked = inquiry(
        arguments,
        context,
        tool=tool,
        parameters={} if schema is None else {name: schema},
        required=(name,) if required else (),
        description=description,
        policy=policy_for(name, settings) if settings is not None else None,
    )
    return asked.trace(leaf_of(asked, f"/{name}"))


def ending(trace: Trace) -> tuple[Outcome, str | None]:
    """The outcome of a trace and the derivation it names: what most tests look at."""
    return trace.outcome, trace.derivation
