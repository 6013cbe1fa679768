"""Folding of text for comparison. Case, accents, width, punctuation and spacing go; positions in the original stay reachable.

A text becomes a *word stream*: its folded words, joined and framed by single spaces, so that a phrase is found by one substring search
that can only hit at word boundaries. A NUL in the text is kept as a word of its own, the barrier that no phrase crosses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

BARRIER = "\x00"

_WORD = re.compile(r"\x00|[^\W_](?:[^\W_]|[\u0300-\u036f])*")
_MARKS = re.compile(r"[\u0300-\u036f]+")
_MARKS_AND_SPACES = re.compile(r"[\u0300-\u036f\s]+")  # a few letters decompose into several words
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def fold_word(word: str) -> str:
    """One word without case, accents or width."""
    if word.isascii():
        return word.lower()
    return _MARKS_AND_SPACES.sub("", unicodedata.normalize("NFKD", word)).casefold()


def fold_words(text: str) -> list[str]:
    """The folded words of a text, in order."""
    if text.isascii():
        return _WORD.findall(text.lower())
    return [fold_word(word) for word in _WORD.findall(text)]


def fold(text: str) -> str:
    """The folded words joined by single spaces; two prose values are the same when this is equal."""
    return " ".join(fold_words(text))


def word_spans(text: str) -> list[tuple[int, int]]:
    """Half-open offsets of the words that `fold_words` yields."""
    return [match.span() for match in _WORD.finditer(text)]


def lower_in_place(text: str) -> str:
    """Lower case that keeps every offset: a letter whose lower case is longer stays as it is, and every sigma is the same."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return lowered.replace("\u03c2", "\u03c3")


def is_unspaced(text: str) -> bool:
    """True where the text holds a script that writes no spaces between words, so that word boundaries mean nothing."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def is_mainly_foreign(text: str) -> bool:
    """True where more than a third of the letters are of another script than Latin."""
    if text.isascii():
        return False
    letters = [char for char in text[:2000] if char.isalpha()]
    return bool(letters) and sum(char > "\u024f" and not "\u1e00" <= char <= "\u1eff" for char in letters) * 3 > len(letters)


MAX_CACHED_CHARS = 256
"""A longer text is worked out anew each time rather than kept."""


Answer = TypeVar("Answer")


def kept_when_short(maxsize: int) -> Callable[[Callable[[str], Answer]], Callable[[str], Answer]]:
    """A cache of `maxsize` answers for a function of one text, which keeps none for a long one: a hostile text stays in memory no longer than its call."""

    def wrapped(function: Callable[[str], Answer]) -> Callable[[str], Answer]:
        known = lru_cache(maxsize)(function)

        @wraps(known)
        def answer(text: str) -> Answer:
            return known(text) if len(text) <= MAX_CACHED_CHARS else function(text)

        return answer

    return wrapped


@kept_when_short(4096)
def name_words(name: str) -> tuple[str, ...]:
    """The folded words of a parameter or tool name: `maxPrice_usd` -> max, price, usd."""
    plain = name if name.isascii() else _MARKS.sub("", unicodedata.normalize("NFKD", name))
    return tuple(fold_word(word) for word in _CAMEL.findall(plain))


MAX_STEM_CHARS = 40
"""A longer word is no English word, and is its own stem."""

_SUFFIXES = (
    ("ations", "at"), ("ation", "at"), ("nesses", ""), ("ness", ""), ("ments", ""), ("ment", ""), ("ingly", ""), ("edly", ""),
    ("ies", "y"), ("ied", "y"), ("ing", ""), ("ers", ""), ("ors", ""), ("ed", ""), ("er", ""), ("or", ""), ("ly", ""), ("es", ""), ("al", ""), ("ion", ""), ("s", ""),
)  # fmt: skip


def stem(word: str) -> str:
    """A crude stem of a folded English word: enough to see ship, ships, shipped and shipping as one.

    Strips at most one inflectional or derivational suffix, then a doubled last consonant and a final e; words under four letters stay.
    """
    return _stem(word) if len(word) <= MAX_STEM_CHARS else word


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    if len(word) < 4 or not word.isascii() or not word.isalpha() or word.endswith("ss"):
        return word
    for suffix, put in () if word.endswith("ous") else _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeious":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word
