"""Plans in free text: numbered steps, and the tools that each one names.

Theory of operation: a text is cut at its numbered lines, else at its bullets, else it is one step. A tool is named by call-like syntax (`name(...)`), by a
verb of calling before a name (`call name`, "use the name tool"), or by a registered name that is no plain word. A name that is not registered counts only
where its form or its surroundings say that it is a tool: in backticks after such a verb, before "(" with arguments, or with an underscore, dot or
capital inside.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from json import JSONDecodeError
from typing import cast

from ..registry import ToolRegistry
from ..types import Json
from .plan import PlannedCall, Step

MAX_ARGUMENTS_CHARS = 4_000
"""How far a closing bracket is looked for behind `name(`."""
MAX_SCANNED_CHARS = 400_000
"""How many characters of one plan are gone through for closing brackets; arguments past that count as unreadable."""

_NUMBERED = re.compile(r"^[ \t]{0,12}(?:[-*][ \t]{1,4})?(?:\*\*|#{1,4}[ \t]{1,4})?(?:step[ \t]{0,4})?#?(\d{1,4})(?:[.)][ \t]|[ \t]{0,4}:)", re.IGNORECASE | re.MULTILINE)
_BULLET = re.compile(r"^[ \t]{0,12}[-*\u2022][ \t]{1,8}", re.MULTILINE)
_NAME = r"[A-Za-z_](?:[\w./:-]{0,120}\w)?"
_CALL = re.compile(r"(?<![\w./:-])(" + _NAME + r")`{0,3}\(", re.ASCII)
_VERB = re.compile(
    r"\b(call|calls|calling|invoke|invokes|invoking|run|runs|running|execute|executes|use|uses|using|trigger|triggers|query|queries|via)"
    r"[ \t]{1,4}(the[ \t]{1,4}|a[ \t]{1,4})?((?:tool|function|api)[ \t]{1,4}(?:named[ \t]{1,4}|called[ \t]{1,4})?)?(`{0,3})(" + _NAME + r")(`{0,3})"
    r"(?=([ \t]{1,4}(?:tool|function|api)\b)?([ \t]{1,4}(?:from|of|as|in|returned|obtained|given)\b)?)",
    re.ASCII | re.IGNORECASE,
)
_SOFT_VERBS = ("use", "uses", "using", "via")
_TICKED = re.compile(r"`(" + _NAME + r")`[ \t]{1,4}(?:tool|function|api)\b|\b(?:tool|function)[ \t]{0,2}:?[ \t]{0,4}`(" + _NAME + r")`", re.ASCII | re.IGNORECASE)
_WORD = re.compile(r"[^\s\"'`,;()\[\]{}<>]{1,200}")
_PLAIN_WORD = re.compile(r"[A-Za-z][a-z]*")
_PLURALS = ("s)", "es)", "ies)", "d)", "ed)", "n)")
_WITH = re.compile(r"`{0,3}[ \t]{0,4}(?:with|using|arguments?|args|parameters?|input|:|=|->|[ \t]){0,4}[ \t]{0,4}(?=\{)", re.IGNORECASE)
_KEYWORD = re.compile(r"\s{0,20}([A-Za-z_]\w{0,80})\s{0,8}=(?!=)")
_LITERALS: dict[str, Json] = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}


class ProseReader:
    """Reads the steps of a text, with the names of a registry at hand."""

    def __init__(self, registry: ToolRegistry) -> None:
        self._registry = registry
        self._left = MAX_SCANNED_CHARS

    @cached_property
    def _parameters(self) -> frozenset[str]:
        """The names of all parameters: `order_id` in backticks is one of them rather than a tool."""
        specs = [self._registry.resolve(name) for name in self._registry.names]
        listed = [spec.parameters.get("properties") for spec in specs if spec is not None]
        return frozenset(name for properties in listed if isinstance(properties, dict) for name in properties)

    def steps(self, text: str) -> tuple[Step, ...]:
        """The steps of a plan in free text."""
        return tuple(self.with_calls(step) for step in _cut(text))

    def with_calls(self, step: Step) -> Step:
        """A step in prose with the calls that its text names, each tool once for each set of arguments."""
        found: dict[str, PlannedCall] = {}
        seen: set[str] = set()
        for _, end, name in sorted(self._named(step.text)):
            call = self._with_arguments(step.text, name, end, place=f"{step.place}/calls/{len(found)}")
            key = name if not call.stated else f"{name} {json.dumps(call.arguments, sort_keys=True)}"
            if not call.stated and name in seen:
                continue
            seen.add(name)
            bare = found.get(name)
            if bare is not None and call.stated:
                found[name] = replace(call, place=bare.place)
            else:
                found.setdefault(key, call)
        return replace(step, calls=tuple(found.values()))

    def _named(self, text: str) -> Iterator[tuple[int, int, str]]:
        taken: set[int] = set()
        for start, end, name in (*self._called(text), *self._after_verbs(text), *self._registered(text)):
            if start not in taken:
                taken.add(start)
                yield start, end, name

    def _called(self, text: str) -> Iterator[tuple[int, int, str]]:
        for found in _CALL.finditer(text):
            name = found[1]
            if text.startswith(_PLURALS, found.end()):
                continue
            if self._knows(name) or _is_identifier(name) or _looks_like_arguments(text, found.end()):
                yield found.start(1), found.end(1), name

    def _after_verbs(self, text: str) -> Iterator[tuple[int, int, str]]:
        for found in _VERB.finditer(text):
            name = found[5]
            ticked = bool(found[4]) and bool(found[6])
            said = bool(found[3]) or bool(found[7])
            # "use order_no from step 1" speaks of a value, "use order_finder to ..." of a tool.
            is_value = name in self._parameters or (bool(found[8]) and found[1].lower() in _SOFT_VERBS)
            if self._knows(name) or said or ((ticked or _is_identifier(name)) and not is_value):
                yield found.start(5), found.end(5), name
        for found in _TICKED.finditer(text):
            group = 1 if found[1] else 2
            yield found.start(group), found.end(group), found[group]

    def _registered(self, text: str) -> Iterator[tuple[int, int, str]]:
        for found in _WORD.finditer(text):
            name = found[0].rstrip(".:!?*")
            start = found.start() + len(name) - len(name.lstrip("*"))
            name = name.lstrip("*")
            if name and self._knows(name) and not _PLAIN_WORD.fullmatch(name):
                yield start, start + len(name), name
        for name in (*self._registry.names, *self._registry.aliases):
            if " " in name and (at := text.find(name)) >= 0:
                yield at, at + len(name), name

    def _knows(self, name: str) -> bool:
        return self._registry.resolve(name) is not None

    def _with_arguments(self, text: str, name: str, end: int, *, place: str) -> PlannedCall:
        behind = end
        while behind < end + 3 and text.startswith("`", behind):
            behind += 1
        if text.startswith("(", behind):
            stop = min(len(text), behind + 1 + min(MAX_ARGUMENTS_CHARS, self._left))
            parts = _inside(text, behind + 1, stop)
            self._left -= stop - behind if parts is None else sum(map(len, parts))
            if parts is None:
                return PlannedCall(name, text[behind : behind + 200], stated=True, place=place)
            return _from_call(name, parts, place)
        found = _WITH.match(text, end)
        if found is None or text.startswith("{{", found.end()):
            return PlannedCall(name, place=place)
        try:
            value, length = json.JSONDecoder().raw_decode(text[found.end() : found.end() + MAX_ARGUMENTS_CHARS])
        except (JSONDecodeError, RecursionError):
            return PlannedCall(name, text[found.end() : found.end() + 200], stated=True, place=place)
        self._left -= length
        return PlannedCall(name, cast("Json", value), stated=True, place=place)


def _cut(text: str) -> list[Step]:
    marks = list(_NUMBERED.finditer(text))
    numbers = [found[1].lstrip("0") or "0" for found in marks]
    if len(marks) > 1 and len(set(numbers)) == 1:
        numbers = []  # Markdown counts by itself where every line says 1
    if not marks:
        marks = list(_BULLET.finditer(text))
    if not marks:
        return [_step("1", text, 0)] if text.strip() else []
    ends = [*(found.start() for found in marks[1:]), len(text)]
    named = numbers or [str(number) for number in range(1, len(marks) + 1)]
    head = text[: marks[0].start()]
    steps = [_step(name, text[found.end() : end], at) for at, (name, found, end) in enumerate(zip(named, marks, ends, strict=True))]
    if head.strip():
        # What stands before the first step may name tools as well; it is a step of its own, which no number refers to.
        return [_step("preamble", head, 0), *(replace(step, place=f"/steps/{at + 1}") for at, step in enumerate(steps))]
    return steps


def _step(name: str, text: str, at: int) -> Step:
    told = " ".join(text.split())
    return Step(name, text=text.strip(), is_prose=True, place=f"/steps/{at}", source=told)


def _is_identifier(name: str) -> bool:
    """True for a name of the sort that programs have: `send_mail`, `mail.send`, `sendMail`."""
    if not name.isascii() or name.lower() in ("e.g", "i.e", "and/or", "etc", "a.m", "p.m", "vs"):
        return False
    inner = name[1:]
    return "_" in name or "::" in name or ("." in inner and "/" not in name) or any(a.islower() and b.isupper() for a, b in pairwise(name))


def _looks_like_arguments(text: str, at: int) -> bool:
    head = text[at : at + 60].lstrip()
    return head.startswith((")", "{", '"', "'", "$")) or _KEYWORD.match(head) is not None


def _from_call(name: str, parts: list[str], place: str) -> PlannedCall:
    """The arguments of `name(...)`: keywords, or one JSON object; positional ones stay unread, for nothing says what they are for."""
    whole = ",".join(parts).strip()
    if whole.startswith("{"):
        return PlannedCall(name, whole, stated=True, place=place)
    arguments: dict[str, Json] = {}
    for part in parts if whole else ():
        found = _KEYWORD.match(part)
        if found is not None:
            arguments[found[1]] = _value(part[found.end() :].strip())
        elif part.strip():
            return PlannedCall(name, place=place)
    return PlannedCall(name, arguments, stated=True, place=place)


def _inside(text: str, at: int, stop: int) -> list[str] | None:
    """What stands between the bracket before `at` and the one that closes it, cut at the commas outside inner brackets and quotes.

    None where it stays open up to `stop`.
    """
    parts: list[str] = []
    depth, quote, start = 1, "", at
    for place in range(at, stop):
        char = text[place]
        if quote:
            quote = "" if char == quote and text[place - 1] != "\\" else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if not depth:
                return [*parts, text[start:place]]
        elif char == "," and depth == 1:
            parts.append(text[start:place])
            start = place + 1
    return None


def _value(text: str) -> Json:
    """A literal of JSON or Python, else the text itself."""
    if text in _LITERALS:
        return _LITERALS[text]
    try:
        return cast("Json", json.loads(text))
    except (ValueError, RecursionError):
        pass
    try:
        value: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return text
    return cast("Json", value) if isinstance(value, (str, int, float)) else _as_json(value, text)


def _as_json(value: object, text: str) -> Json:
    try:
        return cast("Json", json.loads(json.dumps(value)))
    except (TypeError, ValueError):
        return text
