"""Plans in JSON: our own form and the step lists that planners and frameworks write. Reading never raises: what cannot be read is a fault of the plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..json_walk import pointer_of
from ..schema_text import shown_value
from ..types import Json
from .plan import UNGROUNDED, Grounding, GroundingKind, PlannedCall, ReadingFault, Step

STEP_LISTS = ("steps", "plan", "tasks", "actions", "nodes", "tool_calls", "output")
PLAN_IDS = ("plan_id", "id")
_IDS = ("step_id", "id", "task_id", "idx", "step", "step_number", "call_id", "tool_call_id", "tool_use_id", "name")
_LOOSE_KEYS = ("action", "skill", "capability", "operation", "api")
"""Keys that hold a tool's name, or else what to do in words."""
_TOOL_KEYS = ("tool", "tool_name", "tool_id", "function", "function_name", "recipient_name", *_LOOSE_KEYS)
_TOOL_LISTS = ("tools", "tool_calls", "calls", "functions", "actions", "tool_uses")
_LIST_KEYS = frozenset(_TOOL_LISTS)
_ARGUMENTS = ("arguments", "args", "input", "tool_input", "action_input", "parameters", "params", "inputs", "kwargs")
_DEPENDENCIES = ("depends_on", "dependencies", "deps", "after", "needs")
_FALLBACKS = ("fallbacks", "fallback")
_TEXTS = ("description", "task", "instruction", "text", *_LOOSE_KEYS, "title", "thought", "step", "content")
_NAMES = ("name", "tool", "tool_name", "tool_id", "id", "function_name")
_CALL_TYPES = ("function_call", "tool_use", "tool_call", "server_tool_use")
_KINDS: dict[str, GroundingKind] = {kind.value: kind for kind in GroundingKind} | {"receipt": GroundingKind.PRIOR_SESSION}


class StepReader:
    """Reads one list of steps; `faults` gathers what could not be read."""

    def __init__(self) -> None:
        self.faults: list[ReadingFault] = []

    def step(self, entry: Json, number: int) -> Step:
        """The step that an entry of the list is; `number` counts from 1 and names a step that has no id."""
        place = f"/steps/{number - 1}"
        if isinstance(entry, str):
            return Step(str(number), text=entry, is_prose=True, place=place, source=entry)
        if not isinstance(entry, dict):
            self._fault(place, f"a step is {shown_value(entry)}, not an object or a text", str(number))
            return Step(str(number), place=place, source=entry)
        identifier = self._id(entry, number, place)
        calls = tuple(self._calls(entry, place, identifier))
        text = first_text(entry, _TEXTS) or ""
        return Step(
            identifier,
            calls,
            tuple(self._fallbacks(entry, place, identifier)),
            tuple(self._dependencies(entry, place, identifier)),
            self._grounding(entry.get("grounding"), place, identifier),
            text,
            is_prose=not calls and not _names_tools(entry),
            place=place,
            source=entry,
        )

    def _id(self, entry: dict[str, Json], number: int, place: str) -> str:
        for key in _IDS:
            value = entry.get(key)
            if value is None or (key == "name" and (entry.get("type") in _CALL_TYPES or _is_call(entry))):
                continue
            if isinstance(value, str) and value and (key != "step" or len(value) <= 40 and " " not in value):
                return value
            if isinstance(value, int) and not isinstance(value, bool):
                return str(value)[:40] if value.bit_length() < 128 else str(number)
            if key in ("step_id", "id"):
                self._fault(f"{place}/{key}", f"the id of a step is {shown_value(value)}, not a text or a whole number", str(number))
        return str(number)

    def _calls(self, entry: dict[str, Json], place: str, step_id: str) -> Iterator[PlannedCall]:
        if entry.get("type") in _CALL_TYPES or _is_call(entry):
            yield from self._call(entry, place, step_id)
            return
        shared = next((key for key in _ARGUMENTS if key in entry), None)
        for key in _TOOL_KEYS:
            value = entry.get(key)
            if value is None or value == "" or _is_prose(key, value):
                continue
            if isinstance(value, str):
                yield PlannedCall(value, entry[shared] if shared else None, stated=bool(shared), place=f"{place}/{key}")
            else:
                yield from self._call(value, f"{place}/{key}", step_id)
        listed = [(key, entry[key]) for key in _TOOL_LISTS if entry.get(key) is not None] if not _LIST_KEYS.isdisjoint(entry) else []
        for key, value in listed:
            entries = value if isinstance(value, list) else [value]
            alone = len(listed) == 1 and len(entries) == 1 and shared is not None
            for index, call in enumerate(entries):
                here = f"{place}/{key}/{index}"
                if isinstance(call, str) and call:
                    yield PlannedCall(call, entry[shared] if shared and alone else None, stated=alone, place=here)
                else:
                    yield from self._call(call, here, step_id)

    def _call(self, call: Json, place: str, step_id: str) -> Iterator[PlannedCall]:
        """A call object in the OpenAI, Anthropic, LangChain or plain form; a fault where it names no tool."""
        if isinstance(call, str) and call:
            yield PlannedCall(call, place=place)
            return
        if isinstance(call, dict) and isinstance(call.get("function"), dict):
            call = call["function"]
        if not isinstance(call, dict):
            self._fault(place, f"a tool is named by {shown_value(call)}, not by a text or a call", step_id)
            return
        name = first_text(call, _NAMES)
        if name is None:
            self._fault(place, "a call names no tool", step_id)
            return
        key = next((key for key in _ARGUMENTS if key in call), None)
        yield PlannedCall(name, call[key] if key else None, stated=key is not None, place=place)

    def _fallbacks(self, entry: dict[str, Json], place: str, step_id: str) -> Iterator[PlannedCall]:
        for key in _FALLBACKS:
            value = entry.get(key)
            if value is None:
                continue
            for index, call in enumerate(value if isinstance(value, list) else [value]):
                yield from self._call(call, f"{place}/{key}/{index}", step_id)

    def _dependencies(self, entry: dict[str, Json], place: str, step_id: str) -> Iterator[str]:
        for key in _DEPENDENCIES:
            value = entry.get(key)
            if value is None:
                continue
            for index, named in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(named, str) and named:
                    yield named
                elif isinstance(named, int) and not isinstance(named, bool) and named.bit_length() < 128:
                    yield str(named)
                else:
                    self._fault(f"{place}/{key}/{index}", f"a dependency is {shown_value(named)}, not the id of a step", step_id)

    def _grounding(self, value: Json, place: str, step_id: str) -> Grounding:
        if value is None:
            return UNGROUNDED
        if isinstance(value, str):
            return _grounding_of(value)
        if isinstance(value, dict):
            kind = first_text(value, ("kind", "type", "grounding", "source"))
            named = first_text(value, ("evidence", "id", "ref", "reference"))
            if kind is not None and kind in _KINDS:
                return Grounding(_KINDS[kind], named)
            if named or kind:
                return Grounding(GroundingKind.RETRIEVAL, named or kind)
        if isinstance(value, list) and value and all(isinstance(item, str) and item for item in value):
            return Grounding(_grounding_of(str(value[0])).kind, ", ".join(map(str, value)))
        self._fault(f"{place}/grounding", f"the grounding is {shown_value(value)}, which names nothing", step_id)
        return UNGROUNDED

    def _fault(self, place: str, problem: str, step_id: str) -> None:
        self.faults.append(ReadingFault(place, problem, step_id))


def _names_tools(entry: dict[str, Json]) -> bool:
    return any(entry.get(key) not in (None, "") and not _is_prose(key, entry[key]) for key in (*_TOOL_KEYS, *_TOOL_LISTS))


def _is_prose(key: str, value: Json) -> bool:
    return key in _LOOSE_KEYS and isinstance(value, str) and any(char.isspace() for char in value.strip())


def _is_call(entry: dict[str, Json]) -> bool:
    """True for an entry that is itself a call: a name with arguments, or an OpenAI call object."""
    if entry.get("type") == "function" and isinstance(entry.get("function"), dict):
        return True
    if not isinstance(entry.get("name"), str):
        return False
    return any(key in entry for key in ("arguments", "args", "input")) and not any(key in entry for key in (*_TOOL_KEYS, *_TOOL_LISTS))


def _grounding_of(text: str) -> Grounding:
    """`retrieval`, `receipt:call_01`, or the id of whatever grounded the step."""
    kind, colon, evidence = text.partition(":")
    known = _KINDS.get(kind.strip())
    if known is not None and (evidence.strip() or not colon):
        return Grounding(known, (text if kind.strip() == "receipt" else evidence).strip() or None)
    return Grounding(GroundingKind.RETRIEVAL, text) if text.strip() else UNGROUNDED


def first_text(entry: dict[str, Json], keys: Sequence[str]) -> str | None:
    """The first text that is not empty under one of the keys, in their order."""
    for key in keys:
        value = entry.get(key)
        if isinstance(value, str) and value:
            return value
    return None


def step_list(content: dict[str, Json]) -> tuple[str, list[Json]] | None:
    """The key and the list of steps of a plan object; nodes of a graph by their names; None where there is no list."""
    for key in STEP_LISTS:
        value = content.get(key)
        if isinstance(value, list):
            return key, value
        if isinstance(value, dict) and key in ("steps", "nodes", "tasks"):
            return key, [{"id": name, **part} if isinstance(part, dict) else part for name, part in value.items()]
    return None


def too_deep_at(value: Json, limit: int) -> str | None:
    """The pointer of the first part that nests deeper than `limit` levels, or None."""
    if not _is_deeper(value, limit):
        return None
    stack: list[tuple[Json, tuple[str, ...]]] = [(value, ())]
    while stack:
        part, path = stack.pop()
        if not isinstance(part, (dict, list)):
            continue
        if len(path) >= limit:
            return pointer_of(path[:8])
        inner = part.items() if isinstance(part, dict) else enumerate(part)
        stack.extend((child, (*path, str(key))) for key, child in inner if isinstance(child, (dict, list)))
    return None


def _is_deeper(value: Json, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [child for part in level for child in _containers(part)]
        if not level:
            return False
    return any(isinstance(part, (dict, list)) for part in level)


def _containers(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return [child for child in value.values() if isinstance(child, (dict, list))]
    return [child for child in value if isinstance(child, (dict, list))] if isinstance(value, list) else []
