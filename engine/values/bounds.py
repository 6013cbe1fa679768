"""Ranges and bounds of numbers, money, percentages and quantities: "3-5 km", "between 10 and 20 dollars", "at least 40 °C"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..types import Kind, Span, Value
from .numbers import find_numeric

_LEAD = re.compile(r"(?:\b(?:from|between|around|about|approximately|roughly)\s|~\s?|≈\s?)$", re.IGNORECASE)
_MIDDLE = re.compile(r"\s?[-‐‑–—]\s?~?|\s(?:to|and|through)\s(?:about\s|around\s|~)?", re.IGNORECASE)
_FLOOR = re.compile(
    r"(?<!no )(?<!not )\b(?:(?:more|greater|higher|larger|longer|heavier|bigger|no less|not less|no fewer|not fewer) than"
    r"|at least|over|above|exceed(?:s|ing)?|starting at|minimum of)\s$",
    re.IGNORECASE,
)
_CEILING = re.compile(
    r"(?<!no )(?<!not )\b(?:(?:less|lower|fewer|smaller|shorter|no more|not more|no greater) than|at most|under|below|up to"
    r"|maximum of)\s$",
    re.IGNORECASE,
)
_LEAD_CHARS = 24
_BASED = frozenset({Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY})


def find_bounds(text: str) -> list[Value]:
    """Every closed or open range of the text, in order; a key is `[low,high] unit` in base units, an open end is empty (`[5,] m`).

    The span covers the words that set the bounds. `amount` is None; the ends themselves are values of `find_numeric`.

    Example:
        >>> [(v.text, v.keys) for v in find_bounds("It takes 3-5 km, at most 80 kg.")]
        [('3-5 km', ('[3000,5000] m',)), ('at most 80 kg', ('[,80] kg',))]
    """
    values = [value for value in find_numeric(text) if value.kind in _BASED]
    found: list[Value] = []
    i = 0
    while i < len(values):
        closed = _closed(text, values, i)
        if closed is not None:
            found.append(closed)
            i += 2
            continue
        opened = _opened(text, values[i])
        if opened is not None:
            found.append(opened)
        i += 1
    return found


def parse_bounds(text: str) -> Value | None:
    """The one range that the whole text (but for outer space and an "of what") is, or None."""
    body = re.sub(r" of(?: [^\W\d]{2,20}){0,3}$", "", text.strip())
    found = find_bounds(body)
    if len(found) != 1 or found[0].span != Span(0, len(body)):
        return None
    start = len(text) - len(text.lstrip())
    return Value(found[0].kind, Span(start, len(text.rstrip())), text.strip(), found[0].keys, None, found[0].unit)


def _closed(text: str, values: Sequence[Value], i: int) -> Value | None:
    if i + 1 >= len(values):
        return None
    low, high = values[i], values[i + 1]
    if low.kind is not high.kind:
        return None
    gap = text[low.span.end : high.span.start]
    middle = _MIDDLE.fullmatch(gap) if len(gap) <= 14 else None
    if middle is None:
        return None
    lead = _LEAD.search(text, max(0, low.span.start - _LEAD_CHARS), low.span.start)
    if "and" in gap.lower() and (lead is None or lead.group().lower().strip() not in ("between", "from")):
        return None
    keys = _pairs(low.keys, high.keys)
    start = low.span.start if lead is None else lead.start()
    if lead is not None and lead.group().lower().strip() in ("around", "about", "~", "≈", "approximately", "roughly") and not keys:
        return None
    return _value(text, high, Span(start, high.span.end), keys) if keys else None


def _pairs(lows: Sequence[str], highs: Sequence[str]) -> tuple[str, ...]:
    """`[low,high] unit` for every currency or unit that both ends may have."""
    keys: list[str] = []
    for high in highs:
        figure, unit = _split(high)
        for low in lows:
            below, same = _split(low)
            key = f"[{below},{figure}]{unit}"
            if same == unit and float(below) <= float(figure) and key not in keys:
                keys.append(key)
    return tuple(keys)


def _split(key: str) -> tuple[str, str]:
    if key.endswith("%"):
        return key[:-1], " %"
    figure, space, unit = key.partition(" ")
    return figure, space + unit


def _opened(text: str, value: Value) -> Value | None:
    at = value.span.start
    floor = _FLOOR.search(text, max(0, at - _LEAD_CHARS), at)
    ceiling = None if floor else _CEILING.search(text, max(0, at - _LEAD_CHARS), at)
    lead = floor or ceiling
    if lead is None:
        return None
    parts = [_split(key) for key in value.keys]
    keys = tuple(f"[{figure},]{unit}" if floor else f"[,{figure}]{unit}" for figure, unit in parts)
    return _value(text, value, Span(lead.start(), value.span.end), keys)


def _value(text: str, like: Value, span: Span, keys: tuple[str, ...]) -> Value:
    return Value(like.kind, span, span.of(text), keys, None, like.unit)
