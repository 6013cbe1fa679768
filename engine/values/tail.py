"""Which part of a text that is still arriving is settled: no finder's result in it can change any more, however the text goes on.

Finders read a text from left to right and look ahead only so far: an expression crosses white space within `REACH` characters (digits
said in words, `SPOKEN_REACH`), and everything else ends with the unbroken run of characters it stands in (a URL, a token, a run of
digits). So what ends that far before the end, and before the run that stands there, is settled.
"""

from __future__ import annotations

import re

REACH = 256
"""How far a finder looks ahead across white space."""
SPOKEN_REACH = 1024
"""How far one looks ahead where repeated digits are said in words ("double five")."""

# What ends every run: white space, quotation marks and angle brackets, and the full-width marks of sentences.
_BREAK = re.compile(r"[\s<>\"“”„«»‹›、。，；！？」』】》｜]")
_REPEATED = re.compile(r"double|triple|treble|hundred", re.IGNORECASE)
_STEP = 256


def stable_until(text: str) -> int:
    """The offset before which no finder's result can still change; 0 where nothing is settled yet.

    A value that ends at or before it is found, the same, in every text that begins with this one, and no other value will end there. It
    lies at most `REACH` characters before the last one that is not white space (`SPOKEN_REACH` where digits are said in words there), and
    before the run that reaches across that place.

    Example:
        >>> stable_until("It costs 5")
        0
        >>> text = "It costs 5 dollars. " * 100
        >>> len(text.rstrip()) - stable_until(text) <= REACH + len("dollars.")
        True
    """
    end = len(text.rstrip())
    cut = end - REACH
    if cut > 0 and _REPEATED.search(text, max(0, end - SPOKEN_REACH)) is not None:
        cut = end - SPOKEN_REACH
    return _run_start(text, cut) if cut > 0 else 0


def _run_start(text: str, cut: int) -> int:
    """Where the unbroken run begins that holds the characters on both sides of the cut."""
    start = cut
    while start > 0:
        floor = max(0, start - _STEP)
        breaks = [found.end() for found in _BREAK.finditer(text, floor, start)]
        if breaks:
            return breaks[-1]
        start = floor
    return 0
