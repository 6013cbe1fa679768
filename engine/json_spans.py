"""The scalars and keys of a JSON text, each with its JSON Pointer and its span in that text. A printed Python dict or list counts as one too."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass
from typing import cast

from .types import Json, Span

MAX_DEPTH = 200
MAX_POINTER = 1000
"""A longer pointer is not worth its repetition at every element below it: the text is read as prose."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}\[\]:,]')
_PYTHON_TOKEN = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d[\d.eE+-]*|True|False|None|[{}\[\]:,]""")
_PYTHON_START = re.compile(r"\s*(?:\[\s*)*\{\s*['\"]")
_PYTHON_ESCAPE = re.compile(r"\\[xU'a0v]")
_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}


@dataclass(frozen=True, slots=True)
class JsonPart:
    """A scalar or a key of a JSON text.

    `span` covers the content (inside the quotes of a string). `pointer` leads to the scalar, or for a key to the member it opens.
    `plain` is True where the text under the span is the content itself, without escapes.
    """

    pointer: str
    span: Span
    content: str
    is_key: bool
    plain: bool


def json_parts(text: str) -> tuple[JsonPart, ...] | None:
    """The keys and scalars of a text that is one JSON object or array, or a printed Python one, in document order; None where it is neither."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        json.loads(text, parse_int=str, parse_float=str, strict=False)
    except (ValueError, RecursionError):
        return _scan(text, _PYTHON_TOKEN) if _is_python(text) else None
    return _scan(text, _TOKEN)


def _is_python(text: str) -> bool:
    """True for printed dicts and lists of plain scalars, and nothing else."""
    if _PYTHON_START.match(text) is None or _PYTHON_TOKEN.sub("", text).strip():
        return False
    try:
        value: object = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return _is_plain(value)


def _is_plain(value: object) -> bool:
    """True where no set stands among the dicts and lists."""
    rest = [value]
    while rest:
        each = rest.pop()
        if isinstance(each, set):
            return False
        if isinstance(each, dict):
            rest.extend(cast("dict[object, object]", each).values())
        elif isinstance(each, list):
            rest.extend(cast("list[object]", each))
    return True


def _scan(text: str, tokens: re.Pattern[str]) -> tuple[JsonPart, ...] | None:
    parts: list[JsonPart] = []
    path: list[str | int] = []
    pointers = [""]
    expects_key = False
    for match in tokens.finditer(text):
        token = match.group()
        first = token[0]
        if first in "{[":
            if len(path) >= MAX_DEPTH:
                return None
            path.append("" if first == "{" else 0)
            pointers.append("" if first == "{" else f"{pointers[-1]}/0")
            expects_key = first == "{"
        elif first in "}]":
            path.pop()
            pointers.pop()
            expects_key = False
        elif first == ",":
            place = path[-1]
            if isinstance(place, int):
                path[-1] = place + 1
                pointers[-1] = f"{pointers[-2]}/{place + 1}"
            else:
                expects_key = True
        elif first == ":":
            expects_key = False
        else:
            span, content, plain = _content(token, match.start())
            if expects_key:
                pointers[-1] = f"{pointers[-2]}/{content.replace('~', '~0').replace('/', '~1')}"
                if len(pointers[-1]) > MAX_POINTER:
                    return None
            parts.append(JsonPart(pointers[-1], span, content, expects_key, plain))
    return tuple(parts)


def _content(token: str, start: int) -> tuple[Span, str, bool]:
    if token[0] not in "\"'":
        return Span(start, start + len(token)), _PYTHON_WORDS.get(token, token), token not in _PYTHON_WORDS
    inner = Span(start + 1, start + len(token) - 1)
    if "\\" not in token:
        return inner, token[1:-1], True
    if token[0] == "'" or _PYTHON_ESCAPE.search(token):
        return inner, str(ast.literal_eval(token)), False
    decoded: Json = json.loads(token, strict=False)
    return inner, str(decoded), False
