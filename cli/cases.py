"""The case form: a conversation, the tools, the evidence, the time and one proposed call, as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import cast

from ..engine.context import Context
from ..engine.errors import InputError
from ..engine.forms import Form, form_called
from ..engine.guard import Guard
from ..engine.inquiry import ToolCall
from ..engine.policy import Policy, Risk
from ..engine.registry import ToolRegistry
from ..engine.types import Json
from ..rules import load_rules
from .files import read_text, type_word

NEEDED = ("messages", "tools", "call")


@dataclass(frozen=True, slots=True)
class Case:
    """What one check needs."""

    context: Context
    registry: ToolRegistry
    call: ToolCall


def read_case(content: Mapping[str, Json], place: str, *, complete: bool | None = None, base: Context | None = None) -> Case:
    """The case that an object holds. `base` is a context of evidence that the case's own sources are added to.

    Raises:
        InputError: the object is not of the documented form; the message names the place.
    """
    for key in NEEDED:
        if key not in content:
            remedy = f"give {_listed(NEEDED)}; `evidence`, `form`, `system` and `now` may be left out"
            raise InputError(place, problem=f"the field `{key}` is missing", remedy=remedy)
    try:
        context = context_of(content, complete=complete, base=base)
        return Case(context, registry_of(content["tools"]), _call(content["call"]))
    except InputError as error:
        raise InputError(f"{place} {error.place}", problem=error.problem, remedy=error.remedy) from error


def registry_of(tools: Json) -> ToolRegistry:
    """The registry of a list of tools of any form, or of an MCP listing; the same list is read once.

    Raises:
        InputError: the tools are not of the documented shape.
    """
    return _registry(json.dumps(tools))


def guard_of(policy_file: str | None, risk: Risk | None) -> Guard:
    """A guard with every shipped rule; `risk` wins over the policy file.

    Raises:
        InputError: the policy file cannot be read.
        PolicyError: the policy cannot be used.
    """
    policy = Policy() if policy_file is None else Policy.from_toml(read_text(policy_file))
    if risk is not None:
        policy = replace(policy, risk=risk)
    return Guard(rules=load_rules(), policy=policy)


def json_files(paths: Sequence[str]) -> tuple[Path, ...]:
    """The files named, and every `*.jsonl` below the folders named, in order.

    Raises:
        InputError: a path does not exist, or a folder holds no such file.
    """
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        inside = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
        if not path.exists():
            raise InputError(name, problem="no such file or folder", remedy="check the path")
        if not inside:
            raise InputError(name, problem="the folder holds no *.jsonl file", remedy="name a folder of JSON Lines files")
        found.extend(inside)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=256)
def _registry(tools: str) -> ToolRegistry:
    listed = cast("Json", json.loads(tools))
    if isinstance(listed, dict) and "tools" in listed:
        return ToolRegistry.from_mcp(listed)
    entries = _objects(listed, "tools")
    if any(key in entry for entry in entries for key in ("function_declarations", "functionDeclarations", "parametersJsonSchema")):
        return ToolRegistry.from_gemini(entries)
    return ToolRegistry.from_openai(entries)


def context_of(content: Mapping[str, Json], *, complete: bool | None, base: Context | None) -> Context:
    """The context that the messages, evidence and time of an object make. Raises InputError naming the place inside it."""
    whole = _complete(content) if complete is None else complete
    evidence = _objects(content.get("evidence") or [], "evidence")
    messages = content["messages"]
    started = replace(base or Context(), now=_now(content.get("now")), complete=whole, form=_form(content.get("form")))
    for number, passage in enumerate(evidence):
        started = started.with_evidence(passage, place=f"evidence[{number}]")
    system = content.get("system")
    if system is not None:
        started = started.with_system(system)
    return started.with_messages(messages if isinstance(messages, str) else _objects(messages, "messages"))


def _form(name: Json) -> Form:
    if name is None:
        return Form.AUTO
    if not isinstance(name, str):
        raise InputError("form", problem=f"expected a string, got {type_word(name)}", remedy="name a message form, or leave it out")
    return form_called(name)


def _complete(content: Mapping[str, Json]) -> bool:
    complete = content.get("complete", True)
    if not isinstance(complete, bool):
        raise InputError("complete", problem=f"expected true or false, got {type_word(complete)}", remedy="give a boolean, or leave it out")
    return complete


def _now(text: Json) -> datetime | None:
    if text is None:
        return None
    problem = f"expected an ISO 8601 time, got {type_word(text)}"
    if isinstance(text, str):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            problem = f"`{text}` is not an ISO 8601 time"
    raise InputError("now", problem=problem, remedy="write it such as 2030-05-31T09:00:00+02:00, or null")


def _call(content: Json) -> ToolCall:
    if not isinstance(content, dict):
        raise InputError("call", problem=f"expected an object, got {type_word(content)}", remedy="give `name` and `arguments`")
    name, identifier = content.get("name"), content.get("id")
    if not isinstance(name, str):
        raise InputError("call.name", problem=f"expected a string, got {type_word(name)}", remedy="give the name of the tool")
    if "arguments" not in content:
        remedy = "give the arguments as an object or as the model's JSON text"
        raise InputError("call", problem="the field `arguments` is missing", remedy=remedy)
    if identifier is not None and not isinstance(identifier, str):
        raise InputError("call.id", problem=f"expected a string, got {type_word(identifier)}", remedy="give a string, or leave it out")
    return ToolCall(name, content["arguments"], identifier)


def _objects(items: Json, place: str) -> list[dict[str, Json]]:
    if not isinstance(items, list):
        raise InputError(place, problem=f"expected a list, got {type_word(items)}", remedy="give a list of objects")
    objects: list[dict[str, Json]] = []
    for number, item in enumerate(items):
        if not isinstance(item, dict):
            raise InputError(f"{place}[{number}]", problem=f"expected an object, got {type_word(item)}", remedy="give a list of objects")
        objects.append(item)
    return objects


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
