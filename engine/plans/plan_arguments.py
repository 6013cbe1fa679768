"""The arguments of a planned call: which leaves are references to earlier outputs, what is left to judge, and the tools that are named inside."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

from ..arguments import parse_arguments
from ..json_walk import pointer_of
from ..types import Json
from .plan import PlannedCall
from .step_references import StepReference, find_references, reference_of

_FILLER = re.compile(r"[\s\"'`.<>{}()\[\]]|\b(?:the|use|using|from|see|to be taken)\b", re.IGNORECASE)
_SURE_KEYS = frozenset(("tool_name", "recipient_name", "function_name", "tool_id"))
_TOOL_KEYS = frozenset(("tool", "tools", "tool_names", "function", "functions", "allowed_tools", *_SURE_KEYS))
_CALL_KEYS = ("arguments", "args", "parameters", "input")
_MAX_NAME_CHARS = 200


@dataclass(frozen=True, slots=True)
class NestedTool:
    """A tool named inside arguments, at a pointer below them."""

    name: str
    pointer: str


@dataclass(slots=True)
class BoundArguments:
    """Arguments with their references told apart.

    `whole` holds the pointers of leaves that are a reference and nothing else: their value is not known before the run. `judged` is what is left: a
    leaf that holds a reference among other words keeps the other words. `clean` says that the arguments were read without loss.
    """

    judged: Json
    clean: bool = False
    references: list[tuple[str, StepReference]] = field(default_factory=list[tuple[str, StepReference]])
    whole: set[str] = field(default_factory=set[str])
    nested: dict[NestedTool, None] = field(default_factory=dict[NestedTool, None])

    def is_reference(self, item: str) -> bool:
        """True where the item of a finding is, or lies inside, a leaf that is a reference."""
        if not self.whole:
            return False
        at = len(item)
        while at > 0:
            if item[:at] in self.whole:
                return True
            at = item.rfind("/", 0, at)
        return False


class Binder:
    """Tells references and nested tools apart in the arguments of one plan's calls."""

    def __init__(self, *, is_step: Callable[[str], bool], is_tool: Callable[[str], bool]) -> None:
        self._is_step = is_step
        self._is_tool = is_tool

    def bind(self, call: PlannedCall) -> BoundArguments:
        """The arguments of a call as they can be judged before the run. A JSON text that does not parse without loss stays as it is."""
        if not call.stated:
            return BoundArguments(None)
        given = call.arguments
        parsed = parse_arguments(given)
        if parsed.value is None:
            bound = BoundArguments(given)
            self._text(given if isinstance(given, str) else "", (), bound)
            return bound
        bound = BoundArguments(given)
        left = self._walk(parsed.value, (), bound)
        if not parsed.faults:
            bound.judged, bound.clean = left, True
        return bound

    def references(self, text: str, *, with_order: bool = False) -> tuple[StepReference, ...]:
        """The references in a text that are ones in this plan."""
        return tuple(found for found in find_references(text, with_order=with_order) if found.explicit or self._is_step(found.step))

    def _walk(self, value: Json, path: tuple[str, ...], bound: BoundArguments) -> Json:
        if isinstance(value, str):
            return self._text(value, path, bound)
        if isinstance(value, list):
            return [self._walk(part, (*path, str(number)), bound) for number, part in enumerate(value)]
        if not isinstance(value, dict):
            return value
        reference = reference_of(value) if path else None
        if reference is not None and (reference.explicit or self._is_step(reference.step)):
            pointer = pointer_of(path)
            bound.references.append((pointer, reference))
            bound.whole.add(pointer)
            return value
        self._nested(value, path, bound)
        return {key: self._walk(part, (*path, key), bound) for key, part in value.items()}

    def _text(self, text: str, path: tuple[str, ...], bound: BoundArguments) -> Json:
        if path and len(text) <= _MAX_NAME_CHARS and not text.isalpha() and self._is_tool(text):
            bound.nested[NestedTool(text, pointer_of(path))] = None
            return text
        found = self.references(text)
        if not found:
            return text
        pointer = pointer_of(path)
        bound.references.extend((pointer, reference) for reference in found)
        pieces: list[str] = []
        at = 0
        for reference in found:
            pieces.append(text[at : reference.start])
            at = reference.end
        left = "".join((*pieces, text[at:]))
        if not _FILLER.sub("", left):
            bound.whole.add(pointer)
            return text
        return left

    def _nested(self, value: dict[str, Json], path: tuple[str, ...], bound: BoundArguments) -> None:
        name = value.get("name")
        if path and isinstance(name, str) and any(isinstance(value.get(key), dict) for key in _CALL_KEYS) and self._names_tool(name, sure=False):
            self._add(name, (*path, "name"), bound)
        for key in _TOOL_KEYS.intersection(value):
            part = value[key]
            for number, each in enumerate(part if isinstance(part, list) else [part]):
                here = (*path, key, str(number)) if isinstance(part, list) else (*path, key)
                if isinstance(each, str) and not self._is_tool(each) and self._names_tool(each, sure=key in _SURE_KEYS):
                    self._add(each, here, bound)
                elif isinstance(each, str) and each.isalpha() and self._is_tool(each):
                    self._add(each, here, bound)  # other registered names are met by `_text`

    def _names_tool(self, text: str, *, sure: bool) -> bool:
        """True for a text in the place of a tool's name that can be one: any name where the key is sure, else one with a sign inside, or a known one."""
        if not text or len(text) > _MAX_NAME_CHARS or any(char.isspace() for char in text) or self.references(text):
            return False
        signed = any(char in "_.:/-" for char in text[1:]) or any(a.islower() and b.isupper() for a, b in pairwise(text))
        return sure or self._is_tool(text) or (signed and not text.startswith(("http:", "https:", "/")))

    @staticmethod
    def _add(name: str, path: tuple[str, ...], bound: BoundArguments) -> None:
        bound.nested[NestedTool(name, pointer_of(path))] = None
