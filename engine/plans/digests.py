"""Digests of JSON content: SHA-256 over its canonical text (RFC 8785), total over anything that a model or a host hands in."""

from __future__ import annotations

import math

from ..canonical import canonical_json, sha256_hex
from ..types import Json

MAX_DEPTH = 100
"""How deep the content of a plan may nest; deeper parts are refused when it is read."""


def content_digest(value: Json) -> str:
    """SHA-256 hex digest of a JSON value nested at most `MAX_DEPTH` levels; key order and white space do not matter.

    What canonical JSON has no text for (NaN, infinities, integers too long to print, two keys that are one text) is written in a form of its own
    that no canonical text equals.

    Example:
        >>> content_digest({"a": 1, "b": 2}) == content_digest({"b": 2, "a": 1.0})
        True
    """
    try:
        return sha256_hex(canonical_json(value))
    except ValueError:
        return sha256_hex("~" + canonical_json(_tagged(value)))


def _tagged(value: Json) -> Json:
    """The value with each scalar as a text that tells its type, and each object as a list of its members."""
    if isinstance(value, dict):
        return ["o", *([f"s{key!a}", _tagged(value[key])] for key in sorted(value))]
    if isinstance(value, list):
        return ["l", *map(_tagged, value)]
    if isinstance(value, str):
        return f"s{value!a}"
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return f"n{value:x}"
    return f"n{int(value):x}" if math.isfinite(value) and value.is_integer() else f"f{value!r}"
