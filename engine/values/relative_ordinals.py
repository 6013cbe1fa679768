"""Places told from an end or from here: "last", "next to last", "the previous one"."""

from __future__ import annotations

import re

from ..types import Kind, Span, Value

_ONE = r"(?: one(?!\w))?"
_PLACES = re.compile(
    r"\b(?:(?P<before_last>(?:the )?(?:one before the last(?: one)?|last but one)|next to last|second to last|second last|penultimate)"
    r"|(?P<third_last>(?:the )?last but two|third to last|third last|antepenultimate)"
    r"|(?P<last>last(?! (?:night|week|month|year|time (?:we|i|you))\b))"
    rf"|(?P<next>next{_ONE})|(?P<previous>previous{_ONE})|(?P<current>current{_ONE}))(?!\w)"
)
_KEYS = {
    "before_last": "end-1",
    "third_last": "end-2",
    "last": "end+0",
    "next": "current+1",
    "previous": "current-1",
    "current": "current+0",
}


def find_relative_ordinals(text: str) -> list[Value]:
    """Every place told from the end or from the current one; keys `end-1`, `current+1`; no amount, since nothing says of how many.

    Example:
        >>> [(v.text, v.keys) for v in find_relative_ordinals("Open the next to last tab, then the previous one.")]
        [('next to last', ('end-1',)), ('previous one', ('current-1',))]
    """
    found: list[Value] = []
    low = text.lower()
    if len(low) != len(text):
        low = text
    for match in _PLACES.finditer(low):
        start, end = match.span()
        place = match.lastgroup
        if place is not None:
            found.append(Value(Kind.ORDINAL, Span(start, end), text[start:end], (_KEYS[place],)))
    return found
