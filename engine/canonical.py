"""One text for one JSON value: RFC 8785, with two additions for values that it leaves out.

Theory of operation: the C encoder of the standard library writes all but three things as RFC 8785 asks: floats, which are then put in ECMAScript's
form, and the order of keys and the lone surrogates beyond U+D800, for which the text is written value by value.

Keys sorted by UTF-16 code units, no white space, strings escaped as little as JSON allows, floats in the shortest form as ECMAScript prints them (1.0 is
`1`). Beyond RFC 8785: an integer of any size is written in full, exactly, and a lone surrogate as its `\\udxxx` escape.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from decimal import Decimal

from .types import Json

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?')
_FLOAT = re.compile(r"\d(?:\.\d|e[+-]?\d)")
"""Stands in every text that holds a float."""
_DIGITS = re.compile(r"-?\d+")
_BEYOND_CODE_UNITS = re.compile("[\ud800-\U0010ffff]")
"""Characters from which on the order of code points is not that of UTF-16 code units, and surrogates."""
_SURROGATES = re.compile("[\ud800-\udfff]")
_MAX_PLAIN = 21
_MIN_PLAIN = -6


def canonical_json(value: Json) -> str:
    """The canonical text of a JSON value.

    Raises:
        ValueError: it holds NaN, an infinity or an integer too long to print, or two keys become one.
        TypeError: it is not JSON.
        RecursionError: it is nested too deeply.

    Example:
        >>> canonical_json({"b": [1.0, 1e21, 0.000001], "a": None})
        '{"a":null,"b":[1,1e+21,0.000001]}'
    """
    text = _ENCODER.encode(value)
    if not text.isascii() and _BEYOND_CODE_UNITS.search(text):
        return written_out(value)
    return _TOKENS.sub(_as_ecmascript, text) if _FLOAT.search(text) else text


def sha256_hex(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def written_out(value: Json) -> str:
    """The canonical text of a JSON value, written value by value: the reference for the fast path. Raises like `canonical_json`."""
    out: list[str] = []
    _write(value, out)
    return "".join(out)


def _as_ecmascript(token: re.Match[str]) -> str:
    written = token[0]
    return _number(float(written)) if written[0] != '"' and not _DIGITS.fullmatch(written) else written


def _write(value: Json, out: list[str]) -> None:
    if isinstance(value, str):
        out.append(_string(value))
    elif value is None or isinstance(value, bool):
        out.append("null" if value is None else "true" if value else "false")
    elif isinstance(value, int):
        out.append(int.__repr__(value))
    elif isinstance(value, float):
        out.append(_number(value))
    elif isinstance(value, list):
        _write_list(value, out)
    elif isinstance(value, dict):  # pyright: ignore[reportUnnecessaryIsInstance]: a hook may hand over anything
        _write_object(value, out)
    else:
        raise TypeError(f"{type(value).__name__} is not JSON")


def _write_list(value: list[Json], out: list[str]) -> None:
    out.append("[")
    for number, part in enumerate(value):
        if number:
            out.append(",")
        _write(part, out)
    out.append("]")


def _write_object(value: dict[str, Json], out: list[str]) -> None:
    members = {_paired(key): part for key, part in value.items()}
    if len(members) != len(value):
        raise ValueError("two keys of one object are the same text")
    out.append("{")
    for number, key in enumerate(sorted(members, key=_utf16)):
        out.append(("," if number else "") + _string(key) + ":")
        _write(members[key], out)
    out.append("}")


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")


def _paired(text: str) -> str:
    """The text with each surrogate pair as the one character that a JSON reader makes of it."""
    if text.isascii() or not _SURROGATES.search(text):
        return text
    return _utf16(text).decode("utf-16-be", "surrogatepass")


def _string(text: str) -> str:
    written = json.dumps(_paired(text), ensure_ascii=False)
    return written if written.isascii() else _SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _number(value: float) -> str:
    """A float as ECMAScript prints it (ECMA-262, Number::toString)."""
    if not math.isfinite(value):
        raise ValueError("NaN and infinities are no JSON numbers")
    if value == 0:
        return "0"
    sign, parts, exponent = Decimal(float.__repr__(value)).as_tuple()
    stripped = "".join(map(str, parts)).rstrip("0")
    digits, minus = stripped.lstrip("0"), "-" if sign else ""
    point = len(parts) + int(exponent) - (len(stripped) - len(digits))
    if len(digits) <= point <= _MAX_PLAIN:
        return minus + digits + "0" * (point - len(digits))
    if 0 < point <= _MAX_PLAIN:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if _MIN_PLAIN < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{fraction}e{point - 1:+d}"
