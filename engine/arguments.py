"""The arguments of a call as an object, with every fault of their text named.

Theory of operation: a valid JSON text is read once by the C decoder, whose hooks raise at the first loss (a duplicate key, `NaN`, a number
that a float cannot hold). Only then is the text read again, slowly, to say what is wrong and where. What can be unwrapped without loss is
unwrapped and named; a repair that loses or guesses is never made: then `value` is None, or is the complete object beside a fault that is
not lossless, so that its leaves can still be judged but the call may not run.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import NoReturn, cast

from .argument_faults import (
    MAX_DEPTH,
    MAX_DIGITS,
    ArgumentFault,
    FaultCode,
    ParsedArguments,
    check_object,
    kind_of,
    refused,
    shown,
    too_deep,
)
from .types import Json

__all__ = ["MAX_CHARS", "MAX_DEPTH", "MAX_DIGITS", "ArgumentFault", "FaultCode", "ParsedArguments", "parse_arguments"]

MAX_CHARS = 10_000_000
"""The longest argument text that is read, in characters."""
_MAX_UNWRAPS = 3
_WINDOW = 200
_MAX_NAMED = 10


def parse_arguments(arguments: Json, *, max_chars: int = MAX_CHARS, max_depth: int = MAX_DEPTH) -> ParsedArguments:
    r"""The object behind arguments as a model wrote them: a JSON text or an object. Never raises.

    Nothing at all (None, an empty text, `null`) is read as an object without members and named `empty`.

    Example:
        >>> parse_arguments('{"to": "ann@example.com"}').value
        {'to': 'ann@example.com'}
        >>> [fault.code.value for fault in parse_arguments('{"to": "ann@exam').faults]
        ['truncated']
    """
    if isinstance(arguments, str):
        return _from_text(arguments, max_chars=max_chars, max_depth=max_depth)
    if isinstance(arguments, dict):
        return check_object(arguments, max_depth=max_depth)
    if arguments is None:
        return _empty()
    return refused(FaultCode.NOT_AN_OBJECT, f"the arguments are {kind_of(arguments)}, not an object; {_PASS_OBJECT}")


_PASS_OBJECT = "pass a JSON object whose members are the parameters"
_REGENERATE = "have the model write the call again"


def _empty() -> ParsedArguments:
    message = "there are no arguments; they were read as an object without members, pass `{}` to say so"
    return ParsedArguments({}, (ArgumentFault(FaultCode.EMPTY, message, lossless=True),))


# ---- the fast path ----------------------------------------------------------------------------------------------------------------------


class _Lossy(Exception):
    """Raised inside the decoder at the first loss: the text is then read again to name it."""


def _exact_pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Lossy
    return members


def _exact_float(literal: str) -> float:
    number = float(literal)
    if repr(number) != literal and not _holds(number, literal):
        raise _Lossy
    return number


def _exact_int(literal: str) -> int:
    if len(literal) > MAX_DIGITS:
        raise _Lossy
    try:
        return int(literal)
    except ValueError:  # a host may have lowered Python's own limit
        raise _Lossy from None


def _refuse(literal: str) -> NoReturn:
    raise _Lossy(literal)


_STRICT = json.JSONDecoder(object_pairs_hook=_exact_pairs, parse_float=_exact_float, parse_int=_exact_int, parse_constant=_refuse)
_SUSPECT = re.compile(r"[\ud800-\udfff]|\\u[dD]")


def _holds(number: float, literal: str) -> bool:
    """True where printing the float to as many digits gives the literal back: nothing that was written is lost."""
    if not math.isfinite(number) or len(literal) > MAX_DIGITS:
        return False
    try:
        written = Decimal(literal)
    except InvalidOperation:  # an exponent of more digits than Decimal takes
        return False
    digits = max(len(written.as_tuple().digits), 1)
    return written == Decimal(f"{number:.{digits - 1}e}")


def _from_text(text: str, *, max_chars: int, max_depth: int) -> ParsedArguments:
    if len(text) > max_chars:
        problem = f"the arguments are {len(text)} characters long, more than the {max_chars} that are read"
        return refused(FaultCode.TOO_LARGE, f"{problem}; pass large content by reference")
    try:
        value: object = _STRICT.decode(text)
    except (_Lossy, ValueError, RecursionError):
        return _read(_Piece(text, 0, max_depth))
    if type(value) is dict and text.count("{") + text.count("[") <= max_depth and _free_of_surrogates(text):
        return ParsedArguments(cast("dict[str, Json]", value))
    return _read(_Piece(text, 0, max_depth))


def _free_of_surrogates(text: str) -> bool:
    return (text.isascii() and "\\u" not in text) or _SUSPECT.search(text) is None


# ---- the slow path ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the text and the offset at which it stands; inside an unwrapped string offsets count from that string's start."""

    text: str
    start: int
    max_depth: int
    unwraps: int = 0

    def part(self, start: int, end: int) -> _Piece:
        return replace(self, text=self.text[start:end], start=self.start + start)

    def refuse(self, code: FaultCode, message: str, at: int) -> ParsedArguments:
        return ParsedArguments(None, (self.fault(code, message, at),))

    def fault(self, code: FaultCode, message: str, at: int | None, *, lossless: bool = False) -> ArgumentFault:
        """`@` in the message becomes the place."""
        offset = None if at is None else self.start + at
        return ArgumentFault(code, message.replace("@", "" if offset is None else f"at offset {offset}", 1), offset, lossless)


def _read(piece: _Piece) -> ParsedArguments:
    """Reads a text that the fast path did not take, and names what is wrong."""
    bare, notes = _bare(piece)
    body = bare.text
    if not body:
        return _empty()
    fenced = _FENCE.fullmatch(body) if body.startswith("```") and body.endswith("```") else None
    if fenced is None or bare.unwraps >= _MAX_UNWRAPS:
        return _with_notes(notes, _decode(bare))
    notes.append(bare.fault(FaultCode.FENCED, "the object stands in a Markdown fence @; pass it bare", 0, lossless=True))
    return _with_notes(notes, _read(replace(bare.part(*fenced.span("body")), unwraps=bare.unwraps + 1)))


# Tried only where the text ends with a fence, so that the greedy body gives back three characters at most: linear.
_FENCE = re.compile(r"```[A-Za-z0-9]{0,20}[ \t]{0,20}\r?\n?(?P<body>.*)```", re.DOTALL)
_BLANK = " \t\r\n"


def _bare(piece: _Piece) -> tuple[_Piece, list[ArgumentFault]]:
    """The piece without surrounding space, and a note where more than JSON's own white space was taken off."""
    text = piece.text
    body = text.strip().strip("\ufeff").strip()
    start = text.find(body[0]) if body else 0
    bare = piece.part(start, start + len(body))
    if not body or text.strip(_BLANK) == body:
        return bare, []
    message = "characters that JSON does not count as white space surround the object, which stands @; leave them out"
    return bare, [bare.fault(FaultCode.SURROUNDING_SPACE, message, 0, lossless=True)]


def _with_notes(notes: list[ArgumentFault], found: ParsedArguments) -> ParsedArguments:
    return ParsedArguments(found.value, (*notes, *found.faults))


@dataclass(frozen=True, slots=True)
class _Losses:
    """What the hooks of one slow reading met: code and the literal or key that caused it."""

    met: list[tuple[FaultCode, str]]

    def pairs(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        members: dict[str, Json] = {}
        for key, value in pairs:
            if key in members:
                self.met.append((FaultCode.DUPLICATE_KEY, key))
            members[key] = value
        return members

    def number(self, literal: str) -> float:
        number = float(literal)
        if not _holds(number, literal):
            self.met.append((FaultCode.INEXACT_NUMBER, literal))
        return number

    def integer(self, literal: str) -> int:
        try:
            return _exact_int(literal)
        except _Lossy:
            self.met.append((FaultCode.INEXACT_NUMBER, literal))
            return 0

    def constant(self, literal: str) -> None:
        self.met.append((FaultCode.NON_FINITE, literal))

    def decoder(self) -> json.JSONDecoder:
        return json.JSONDecoder(
            strict=False, object_pairs_hook=self.pairs, parse_float=self.number, parse_int=self.integer, parse_constant=self.constant
        )


def _decode(piece: _Piece) -> ParsedArguments:
    losses = _Losses([])
    try:
        value, end = cast("tuple[Json, int]", losses.decoder().raw_decode(piece.text))
    except json.JSONDecodeError as error:
        return _unreadable(piece, error)
    except RecursionError:
        return too_deep(piece.max_depth)
    rest = piece.text[end:].lstrip()
    at = len(piece.text) - len(rest)
    if isinstance(value, dict):
        if rest.lstrip(",; \t\r\n").startswith(("{", "[")):
            message = "more than one object is written, the next one @; write each call on its own, none was chosen"
            return piece.refuse(FaultCode.TWO_OBJECTS, message, at)
        return _finished(value, piece, losses=losses, rest_at=at)
    if rest:
        return piece.refuse(FaultCode.NOT_JSON, f"the arguments are not JSON: more follows {kind_of(value)} @; {_REGENERATE}", at)
    if isinstance(value, str):
        return _unwrap(value, piece)
    if value is None and not losses.met:
        return _empty()
    return piece.refuse(FaultCode.NOT_AN_OBJECT, f"the arguments are {kind_of(value)}, not an object; {_PASS_OBJECT}", 0)


def _unwrap(value: str, piece: _Piece) -> ParsedArguments:
    if piece.unwraps >= _MAX_UNWRAPS or not value.lstrip(" \t\r\n\ufeff").startswith(("{", '"', "```")):
        return piece.refuse(FaultCode.NOT_AN_OBJECT, f"the arguments are a string, not an object; {_PASS_OBJECT}", 0)
    message = "the object is encoded as a JSON string once more; pass the object itself, any further offset counts inside that string"
    note = piece.fault(FaultCode.DOUBLE_ENCODED, message, 0, lossless=True)
    inner = _read(_Piece(value, 0, piece.max_depth, piece.unwraps + 1))
    return ParsedArguments(inner.value, (note, *(replace(fault, offset=None) for fault in inner.faults)))


def _finished(value: dict[str, Json], piece: _Piece, *, losses: _Losses, rest_at: int) -> ParsedArguments:
    faults = list(_losses_named(losses.met, piece))
    if faults:
        return ParsedArguments(None, tuple(faults))
    checked = check_object(value, max_depth=piece.max_depth)
    if checked.value is None:
        return checked
    faults += [*checked.faults, *_control_character(piece)]
    if rest_at < len(piece.text):
        faults.append(piece.fault(FaultCode.TRAILING_TEXT, f"text follows the object @; {_REGENERATE} with the object alone", rest_at))
    return ParsedArguments(value, tuple(faults))


_PLAIN = json.JSONDecoder(parse_int=len, parse_constant=str)


def _control_character(piece: _Piece) -> Iterator[ArgumentFault]:
    try:
        _PLAIN.raw_decode(piece.text)
    except json.JSONDecodeError as error:
        message = "a string holds a raw control character @; it was kept, escape it"
        yield piece.fault(FaultCode.CONTROL_CHARACTER, message, error.pos, lossless=True)


# ---- what was lost, and where -----------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|-?Infinity|NaN|-?[0-9][0-9.eE+-]*+', re.DOTALL)


def _losses_named(met: Iterable[tuple[FaultCode, str]], piece: _Piece) -> Iterator[ArgumentFault]:
    for code, literal in list(dict.fromkeys(met))[:_MAX_NAMED]:
        at = _second_place(piece.text, literal) if code is FaultCode.DUPLICATE_KEY else _place_of(piece.text, literal)
        name = shown(literal).replace("@", "(at)")
        if code is FaultCode.DUPLICATE_KEY:
            message = f"the key `{name}` stands twice in one object, again @; {_REGENERATE} with one value"
        elif code is FaultCode.NON_FINITE:
            message = f"`{name}`, which is not a JSON value, stands @; {_REGENERATE} with a number or null"
        else:
            message = f"the number `{name}` @ cannot be kept exactly; pass it as a string or with fewer digits"
        yield piece.fault(code, message, at)


def _place_of(text: str, literal: str) -> int | None:
    return next((token.start() for token in _TOKEN.finditer(text) if token[0] == literal), None)


def _second_place(text: str, key: str) -> int | None:
    """Where the key stands for the second time in one object."""
    seen: list[bool] = []
    last: re.Match[str] | None = None
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in ("{", "["):
            seen.append(False)
        elif mark in ("}", "]") and seen:
            seen.pop()
        elif mark == ":" and last is not None and seen and json.loads(last[0], strict=False) == key:
            if seen[-1]:
                return last.start()
            seen[-1] = True
        last = token if mark[0] == '"' else None
    return None


# ---- texts that do not parse ------------------------------------------------------------------------------------------------------------

_MARKER = re.compile(
    r"[\[<(][ .…0-9a-z]{0,30}(?:truncated|omitted|elided|redacted|snipped|compressed|trimmed|clipped)[^\[\]<>()]{0,40}[\]>)]", re.IGNORECASE
)
_PYTHON = re.compile(r"'|[uUbBfFrR]'|(?:True|False|None)\b")
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKETS = re.compile(r"[{}\[\]]")
_CUT_NUMBER = re.compile(r"-|\.|[eE][+-]?")


def _unreadable(piece: _Piece, error: json.JSONDecodeError) -> ParsedArguments:
    body, at = piece.text, error.pos
    if error.msg.startswith("Illegal trailing comma"):  # Python 3.13 points at the comma, older ones at the bracket behind it
        at += len(body[at:]) - len(body[at:].lstrip(", \t\r\n"))
    if _depth(body[:at]) > piece.max_depth:
        return too_deep(piece.max_depth)
    if body[0] not in '{["' and "{" in body:
        return _after_prose(piece, at)
    near = body[max(0, at - _WINDOW) : at + _WINDOW] + "\n" + body[-_WINDOW:]
    if _MARKER.search(near):
        message = f"a marker of shortened text stands among the arguments, which break off @; {_REGENERATE} in full"
        return piece.refuse(FaultCode.COMPRESSED_MARKER, message, at)
    if _PYTHON.match(body, at):
        message = f"this is a Python literal, not JSON, as the text shows @; {_REGENERATE} with double quotes, true, false and null"
        return piece.refuse(FaultCode.PYTHON_LITERAL, message, at)
    if _cut_off(body, error):
        message = f"the arguments end before the object does: what starts @ is not finished; {_REGENERATE} in full"
        return piece.refuse(FaultCode.TRUNCATED, message, at)
    return piece.refuse(FaultCode.NOT_JSON, f"the arguments are not JSON: {_misplaced(body, at)} @; {_REGENERATE}", at)


def _depth(text: str) -> int:
    """How deep the brackets outside strings nest."""
    deepest = level = 0
    for bracket in _BRACKETS.findall(_STRINGS.sub("", text)):
        level += 1 if bracket in "{[" else -1
        deepest = max(deepest, level)
    return deepest


def _after_prose(piece: _Piece, at: int) -> ParsedArguments:
    brace = piece.text.index("{")
    found = _decode(piece.part(brace, len(piece.text)))
    if found.value is None and found.faults[0].code is not FaultCode.TWO_OBJECTS:
        return piece.refuse(FaultCode.NOT_JSON, f"the arguments are not JSON: {_misplaced(piece.text, at)} @; {_REGENERATE}", at)
    message = f"text stands before the object, beginning @; {_REGENERATE} with the object alone"
    return _with_notes([piece.fault(FaultCode.LEADING_TEXT, message, 0)], found)


def _cut_off(body: str, error: json.JSONDecodeError) -> bool:
    rest = body[error.pos :].rstrip()
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\u"):
        return len(rest) < 6 and '"' not in rest
    return _CUT_NUMBER.fullmatch(rest) is not None or any(word.startswith(rest) for word in ("true", "false", "null", "NaN", "Infinity"))


def _misplaced(body: str, at: int) -> str:
    before = body[max(0, at - _WINDOW) : at].rstrip()[-1:]
    here = body[at : at + 1]
    if before == "," and here in ("}", "]"):
        return "a comma stands before the closing bracket"
    if here == "/":
        return "a comment stands"
    if here == "\\" or before == "\\":
        return "an escape that JSON does not know stands"
    if before in ("{", ","):
        return "a key or a value without double quotes stands"
    return "a value is missing" if before in (":", "") else "a comma or a closing bracket is missing"
