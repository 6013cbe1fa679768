"""A context and a registry as versioned JSON, and back: the same digest, and the same verdict byte for byte.

What a reader or writer of JSON may change on the way is kept as JSON *text*: the arguments of past calls (which may hold NaN) and the schemas of
tools (whose order of keys is shown to people). So a snapshot survives canonical JSON with sorted keys. Reading checks the shape and works the digest
out anew; whether it is still the digest that was written down is for the caller to compare.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from enum import StrEnum
from typing import Never, TypeVar, cast
from zoneinfo import ZoneInfo

from .context import EVIDENCE_ORDER, Context
from .errors import InputError
from .forms import Form
from .inputs import PastCall, past_call
from .registry import ToolRegistry, ToolSpec
from .types import Json, Role, Source

SNAPSHOT_VERSION = "2.0"
"""Version of both forms; another one is refused."""
MAX_TURNS = 10_000_000
"""The most turns, messages and calls that a snapshot may count."""

_REMEDY = "restore only what `context_to_json` or `registry_to_json` of this version wrote"
_TURN_ROLES = (Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL)
_TURN_ID = re.compile(r"m\d+")
_Word = TypeVar("_Word", str, bool, int)
_Choice = TypeVar("_Choice", bound=StrEnum)


def context_to_json(context: Context) -> dict[str, Json]:
    """The context as JSON: `{"version", "now", "zone", "fold", "complete", "unread", "turns", "form", "messages", "numbered",
    "speaker", "unanswered", "sources", "calls"}`; `unanswered` holds the numbers of the calls without an output.

    A zone other than an IANA zone or a fixed offset is kept as its present offset. A context cut by `before` comes back with a digest of its own.
    """
    now = context.now
    zone = getattr(now.tzinfo, "key", None) if now is not None else None
    return {
        "version": SNAPSHOT_VERSION,
        "now": None if now is None else now.isoformat(),
        "zone": zone if isinstance(zone, str) else None,
        "fold": 0 if now is None else now.fold,
        "complete": context.complete,
        "unread": list(context.unread),
        "turns": context.turns,
        "form": context.form.value,
        "messages": context.messages,
        "numbered": context.numbered,
        "speaker": None if context.speaker is None else context.speaker.value,
        "unanswered": [call.number for call in context.open_calls],
        "sources": [_source_json(index.source) for index in context.sources],
        "calls": [_call_json(call) for call in context.calls],
    }


def context_from_json(snapshot: Json, *, zone: Callable[[str], tzinfo] = ZoneInfo, place: str = "context") -> Context:
    """The context that a snapshot holds; `zone` gives the IANA zone of a name.

    Raises:
        InputError: the snapshot is not of this form or version, or names an unknown zone; the message names the place.

    Example:
        >>> context = Context.from_openai([{"role": "user", "content": "Where is order ORD-12345?"}])
        >>> context_from_json(context_to_json(context)).digest == context.digest
        True
    """
    content = _versioned(snapshot, place)
    turns, numbered = _count(content, "turns", place), _count(content, "numbered", place)
    sources = [_source(item, turns, f"{place}.sources[{number}]") for number, item in enumerate(_list(content, "sources", place))]
    _refuse_doubles(sources, place)
    for at, source in enumerate(sources):
        if source.answers is not None and not 0 <= source.answers < numbered:
            _refuse(f"{place}.sources[{at}].answers", f"there is no call {source.answers}")
    calls = [_call(item, turns, f"{place}.calls[{number}]") for number, item in enumerate(_list(content, "calls", place))]
    _refuse_unordered(calls, numbered, place)
    frame = Context(
        now=_now(content, zone, place),
        complete=_get(content, "complete", bool, place),
        unread=_texts(content, "unread", place),
        turns=turns,
        form=_word_of(Form, content, "form", place),
        messages=_count(content, "messages", place),
        numbered=numbered,
        speaker=None if content.get("speaker") is None else _word_of(Role, content, "speaker", place),
        open_calls=_unanswered(content, calls, place),
    )
    return Context.from_parts(sources, calls, frame=frame)


def registry_to_json(registry: ToolRegistry) -> dict[str, Json]:
    """The registry as JSON: `{"version", "tools", "aliases", "namespaces"}`; the aliases are pairs, in their order."""
    tools = [registry.resolve(name) for name in registry.names]
    return {
        "version": SNAPSHOT_VERSION,
        "tools": [_tool_json(tool) for tool in tools if tool is not None],
        "aliases": [[alias, name] for alias, name in registry.aliases.items()],
        "namespaces": list(registry.namespaces),
    }


def registry_from_json(snapshot: Json, *, place: str = "tools") -> ToolRegistry:
    """The registry that a snapshot holds.

    Raises:
        InputError: the snapshot is not of this form or version; the message names the place.
    """
    content = _versioned(snapshot, place)
    tools = [_tool(item, f"{place}.tools[{number}]") for number, item in enumerate(_list(content, "tools", place))]
    aliases: dict[str, str] = {}
    for number, pair in enumerate(_list(content, "aliases", place)):
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str) or not isinstance(pair[1], str):
            _refuse(f"{place}.aliases[{number}]", "it is not a pair of names")
        aliases[pair[0]] = pair[1]
    return ToolRegistry(tools, aliases=aliases, namespaces=_texts(content, "namespaces", place))


# ---- writing ----------------------------------------------------------------------------------------------------------------------------


def _source_json(source: Source) -> dict[str, Json]:
    return {
        "id": source.id,
        "role": source.role.value,
        "order": source.order,
        "text": source.text,
        "tool": source.tool,
        "call_id": source.call_id,
        "is_error": source.is_error,
        "answers": source.answers,
    }


def _call_json(call: PastCall) -> dict[str, Json]:
    arguments = None if call.arguments is None else json.dumps(dict(call.arguments))
    return {"order": call.order, "name": call.name, "arguments": arguments, "written": call.written, "id": call.id, "number": call.number}


def _tool_json(tool: ToolSpec) -> dict[str, Json]:
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": json.dumps(dict(tool.parameters)),
        "annotations": json.dumps(dict(tool.annotations)),
        "notes": list(tool.notes),
        "unusable": tool.unusable,
        **({"output": json.dumps(dict(tool.output))} if tool.output else {}),
    }


# ---- reading ----------------------------------------------------------------------------------------------------------------------------


def _source(item: Json, turns: int, place: str) -> Source:
    entry = _object(item, place)
    role, identifier, order = _word_of(Role, entry, "role", place), _get(entry, "id", str, place), _get(entry, "order", int, place)
    if role in _TURN_ROLES:
        fits = 0 <= order < turns and identifier == f"m{order}"
    else:
        fits = order == EVIDENCE_ORDER and (
            identifier == "host" if role is Role.HOST else identifier != "host" and not _TURN_ID.fullmatch(identifier)
        )
    if not fits:
        _refuse(place, f"the id `{identifier[:60]}` and the order {order} do not belong to a source of the role `{role}`")
    text, is_error = _get(entry, "text", str, place), _get(entry, "is_error", bool, place)
    answers = None if entry.get("answers") is None else _get(entry, "answers", int, place)
    tool, call_id = _optional(entry, "tool", place), _optional(entry, "call_id", place)
    return Source(identifier, role, order, text, tool=tool, call_id=call_id, is_error=is_error, answers=answers)


def _refuse_doubles(sources: list[Source], place: str) -> None:
    seen: set[str] = set()
    for number, source in enumerate(sources):
        if source.id in seen:
            _refuse(f"{place}.sources[{number}].id", f"`{source.id[:60]}` is used twice")
        seen.add(source.id)


def _call(item: Json, turns: int, place: str) -> PastCall:
    entry = _object(item, place)
    order, arguments = _get(entry, "order", int, place), _optional(entry, "arguments", place)
    if not 0 <= order < turns:
        _refuse(f"{place}.order", f"there is no turn {order}")
    parsed = None if arguments is None else _parsed(arguments, f"{place}.arguments")
    name, identifier, written = _get(entry, "name", str, place), _optional(entry, "id", place), _get(entry, "written", str, place)
    return past_call(name, parsed, identifier, order=order, number=_get(entry, "number", int, place), written=written)


def _refuse_unordered(calls: list[PastCall], numbered: int, place: str) -> None:
    """The calls of a context are counted in order."""
    least = 0
    for at, call in enumerate(calls):
        if not least <= call.number < numbered:
            _refuse(f"{place}.calls[{at}].number", f"`{call.number}` is not the number of a call here")
        least = call.number + 1


def _unanswered(content: Mapping[str, Json], calls: list[PastCall], place: str) -> tuple[PastCall, ...]:
    by_number: dict[Json, PastCall] = {call.number: call for call in calls}
    found: list[PastCall] = []
    for at, number in enumerate(_list(content, "unanswered", place)):
        if isinstance(number, bool) or not isinstance(number, int) or number not in by_number:
            _refuse(f"{place}.unanswered[{at}]", "it is not the number of a call here")
        found.append(by_number[number])
    return tuple(found)


def _tool(item: Json, place: str) -> ToolSpec:
    entry = _object(item, place)
    return ToolSpec(
        _get(entry, "name", str, place),
        _get(entry, "description", str, place),
        _parsed(_get(entry, "parameters", str, place), f"{place}.parameters", constant=_no_constant),
        _parsed(_get(entry, "annotations", str, place), f"{place}.annotations", constant=_no_constant),
        _texts(entry, "notes", place),
        _optional(entry, "unusable", place),
        _parsed(_optional(entry, "output", place) or "{}", f"{place}.output", constant=_no_constant),
    )


def _now(content: Mapping[str, Json], zone: Callable[[str], tzinfo], place: str) -> datetime | None:
    text, name, fold = _optional(content, "now", place), _optional(content, "zone", place), _get(content, "fold", int, place)
    if text is None:
        return None
    if fold not in (0, 1):
        _refuse(f"{place}.fold", f"`{fold}` is neither 0 nor 1")
    try:
        now = datetime.fromisoformat(text).replace(fold=fold)
    except ValueError:
        _refuse(f"{place}.now", f"`{text[:60]}` is not an ISO 8601 time")
    if name is None:
        return now
    try:
        zoned = now.replace(tzinfo=zone(name))
    except (LookupError, ValueError, OSError):
        _refuse(f"{place}.zone", f"`{name[:60]}` is not a time zone known here")
    # Where the rules of the zone have changed since, the offset that was written is the one that was meant.
    return zoned if zoned.isoformat() == text else now


def _versioned(snapshot: Json, place: str) -> dict[str, Json]:
    content = _object(snapshot, place)
    version = content.get("version")
    if version != SNAPSHOT_VERSION:
        shown = version[:20] if isinstance(version, str) else type(version).__name__
        _refuse(f"{place}.version", f"`{shown}` is not the version `{SNAPSHOT_VERSION}`")
    return content


def _parsed(text: str, place: str, *, constant: Callable[[str], float] = float) -> dict[str, Json]:
    try:
        value = cast("Json", json.loads(text, parse_constant=constant))
    except (ValueError, RecursionError):
        _refuse(place, "it is not a JSON text")
    return _object(value, place)


def _no_constant(word: str) -> Never:
    raise ValueError(word)


def _object(value: Json, place: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        _refuse(place, "it is not an object")
    return value


def _list(content: Mapping[str, Json], key: str, place: str) -> list[Json]:
    value = content.get(key)
    if not isinstance(value, list):
        _refuse(f"{place}.{key}", "it is not a list")
    return value


def _count(content: Mapping[str, Json], key: str, place: str) -> int:
    value = _get(content, key, int, place)
    if not 0 <= value <= MAX_TURNS:
        _refuse(f"{place}.{key}", f"`{value}` is not a number of {'calls' if key == 'numbered' else key}")
    return value


def _word_of(kind: type[_Choice], content: Mapping[str, Json], key: str, place: str) -> _Choice:
    word = _get(content, key, str, place)
    if word not in set(kind):
        _refuse(f"{place}.{key}", f"`{word[:60]}` is not a {kind.__name__.lower()}")
    return kind(word)


def _texts(content: Mapping[str, Json], key: str, place: str) -> tuple[str, ...]:
    texts: list[str] = []
    for number, text in enumerate(_list(content, key, place)):
        if not isinstance(text, str):
            _refuse(f"{place}.{key}[{number}]", "it is not a text")
        texts.append(text)
    return tuple(texts)


def _get(content: Mapping[str, Json], key: str, kind: type[_Word], place: str) -> _Word:
    value = content.get(key)
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        _refuse(f"{place}.{key}", f"it is not of the type {kind.__name__}")
    return value


def _optional(content: Mapping[str, Json], key: str, place: str) -> str | None:
    return None if content.get(key) is None else _get(content, key, str, place)


def _refuse(place: str, problem: str) -> Never:
    raise InputError(place, problem=problem, remedy=_REMEDY)
