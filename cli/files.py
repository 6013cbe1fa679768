"""Reading of JSON and JSON Lines files, with errors that name the file, the line and the place, and say what to do."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONDecodeError
from pathlib import Path
from typing import NoReturn, cast

from ..engine.errors import InputError
from ..engine.types import Json

STDIN = "-"
MAX_INTEGER_DIGITS = 4_000
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object of a file and where it stands (`cases.jsonl:3`); or, with `content` None, the error that reading it met."""

    place: str
    content: dict[str, Json] | None
    error: str = ""


def read_text(path: str) -> str:
    """The text of a file (`-`: standard input), without a leading byte-order mark.

    Raises:
        InputError: the file cannot be read, is not UTF-8, or holds a NUL byte.
    """
    name = shown_name(path)
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        raise InputError(name, problem=f"cannot be read ({error.strerror or error})", remedy="check path and permissions") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{raw[error.start]:02x} at offset {error.start} (line {line})"
        raise InputError(name, problem=f"{byte} is not UTF-8", remedy="save the file as UTF-8") from error
    if "\0" in text:
        offset = raw.index(b"\0")
        line = raw.count(b"\n", 0, offset) + 1
        problem = f"a NUL byte at offset {offset} (line {line})"
        raise InputError(name, problem=problem, remedy="remove it, or write it as \\u0000 inside a string")
    return text


def read_rows(path: str) -> Iterator[Row]:
    """The objects of a JSON or JSON Lines file, one after the other; a row that is broken holds its error, the others still come.

    Raises:
        InputError: the file as a whole cannot be read, or is empty.
    """
    text = read_text(path)
    name = shown_name(path)
    if not text.strip():
        raise InputError(name, problem="the file is empty", remedy="give one JSON object, or one a line")
    if not path.endswith(".jsonl") and not _is_lines(text):
        yield _row(text, name, line=1)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _row(line, f"{name}:{number}", line=number)


def parse_object(text: str, place: str, *, line: int = 1) -> dict[str, Json]:
    """The JSON object that a text holds, nothing lost: no key twice, no number cut, no broken character. `line` numbers its first line.

    Raises:
        InputError: the text is not such an object; the message names the place.
    """
    try:
        content = cast("Json", json.loads(text, object_pairs_hook=_unique, parse_int=_exact_integer, parse_constant=_no_constant))
    except JSONDecodeError as error:
        where = f"line {line + error.lineno - 1} column {error.colno} (offset {error.pos})"
        problem = f"broken JSON, {error.msg[:1].lower()}{error.msg[1:]}"
        raise InputError(f"{place} {where}", problem=problem, remedy="fix the JSON there") from error
    except RecursionError as error:
        raise InputError(place, problem="the JSON is nested too deeply to read", remedy="give `arguments` as a JSON text") from error
    except ValueError as error:
        remedy = "fix it, or give `arguments` as a JSON text exactly as the model wrote it"
        raise InputError(place, problem=str(error), remedy=remedy) from error
    if not isinstance(content, dict):
        raise InputError(place, problem=f"expected a JSON object, got {type_word(content)}", remedy="give one object a file or one a line")
    if "\\u" in text:
        _refuse_surrogates(content, place)
    return content


def shown_name(path: str) -> str:
    """The name by which messages call the file."""
    return "<stdin>" if path == STDIN else path


def type_word(value: object) -> str:
    """The JSON word for the type of a value."""
    words: dict[type, str] = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}
    return "null" if value is None else words.get(type(value), type(value).__name__)


def _row(text: str, place: str, *, line: int) -> Row:
    try:
        return Row(place, parse_object(text, place, line=line))
    except InputError as error:
        return Row(place, None, str(error))


def _is_lines(text: str) -> bool:
    """True where the text is several documents: more follows the first, or some later line is a whole case by itself."""
    decoder = json.JSONDecoder()
    start = len(text) - len(text.lstrip())
    try:
        _, end = decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return any(_is_case(line) for line in text.split("\n") if line.startswith("{"))
    following = text[end:].strip()
    return following.startswith("{") and "\n" in text[end:].rstrip()


def _is_case(line: str) -> bool:
    try:
        content = cast("Json", json.loads(line))
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and "call" in content


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    content = dict(pairs)
    if len(content) != len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise ValueError(f"the key `{twice}` stands twice in one object, so one of its values would be lost")
    return content


def _exact_integer(digits: str) -> int:
    if len(digits) > MAX_INTEGER_DIGITS:
        raise ValueError(f"an integer of {len(digits)} digits is too long to read")
    return int(digits)


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"broken JSON, `{word}` is no JSON number")


def _refuse_surrogates(content: Json, place: str) -> None:
    pending: list[tuple[str, Json]] = [("", content)]
    while pending:
        pointer, value = pending.pop()
        if isinstance(value, str):
            _refuse_surrogate(value, f"{place} {pointer}")
        elif isinstance(value, list):
            pending.extend((f"{pointer}/{number}", part) for number, part in enumerate(value))
        elif isinstance(value, dict):
            for key, part in value.items():
                _refuse_surrogate(key, f"{place} {pointer}")
                pending.append((f"{pointer}/{key}", part))


def _refuse_surrogate(text: str, place: str) -> None:
    found = _SURROGATE.search(text)
    if found:
        problem = f"a lone surrogate \\u{ord(found[0]):04x} at offset {found.start()} is no character"
        raise InputError(place, problem=problem, remedy="write the whole surrogate pair, or replace it with \\ufffd")
