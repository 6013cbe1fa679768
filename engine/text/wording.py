"""Many needles in one pass: the terms of a policy found in a text at word boundaries, whatever their case, accents and inflection.

The words of the text are read once. Each word is looked up among the first words of all terms, and only the few terms that begin with it are compared
further, so the time is linear in the text for any number of terms. Inflection is English (plural, third person, past, -ing); other languages match
as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..normalize import fold_words, word_spans
from ..types import Span

_NEGATION = re.compile(
    r"\b(?:no|not|never|none|neither|nor|cannot|without|nobody|nothing|isn['’]?t|aren['’]?t|wasn['’]?t|doesn['’]?t|don['’]?t|didn['’]?t|won['’]?t|can['’]?t|couldn['’]?t|hardly"
    r"|nicht|kein\w{0,2}|niemals|ne|pas|jamais|aucun|nunca|ningún|beware|myth|false(?:ly)?|illegal|prohibited|avoid|claims? that)\b",
    re.I,
)
_NEGATION_AFTER = re.compile(r"^[\w\s,]{0,24}?\b(?:not|never|no|isn['’]?t|aren['’]?t|cannot|impossible|illegal|a myth|false)\b", re.I)
NEGATION_CHARS = 48
"""How far before a term a negation may stand."""


@dataclass(frozen=True, slots=True)
class TermHit:
    """A term of a list at a span of the text."""

    span: Span
    term: str


@lru_cache(maxsize=8192)
def inflection_root(word: str) -> str:
    """A folded word without its English inflection: *guarantees*, *guaranteed* and *guaranteeing* are one; *better* is not *bet*."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    for suffix, put in (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3 and not (suffix == "s" and word[-2] in "su"):
            word = word[: -len(suffix)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    while len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word


class TermMatcher:
    """A list of terms, made ready once."""

    __slots__ = ("_exact", "_starts")

    def __init__(self, terms: Iterable[str], *, exact: bool = False) -> None:
        self._exact = exact
        self._starts: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for term in dict.fromkeys(terms):
            words = tuple(self._form(word) for word in fold_words(term))
            if words:
                self._starts.setdefault(words[0], []).append((words, term))

    def _form(self, word: str) -> str:
        return word if self._exact else inflection_root(word)

    def find(self, text: str) -> Iterator[TermHit]:
        """The terms in the text in order; of two that begin together the longer one."""
        if not self._starts:
            return
        words = [self._form(word) for word in fold_words(text)]
        places: Sequence[tuple[int, int]] = ()
        at = 0
        while at < len(words):
            best: tuple[int, str] | None = None
            for needle, term in self._starts.get(words[at], ()):
                if (best is None or len(needle) > best[0]) and tuple(words[at : at + len(needle)]) == needle:
                    best = len(needle), term
            if best is None:
                at += 1
                continue
            places = places or word_spans(text)
            yield TermHit(Span(places[at][0], places[at + best[0] - 1][1]), best[1])
            at += best[0]

    def holds(self, text: str) -> bool:
        """True where any term stands in the text."""
        return next(self.find(text), None) is not None


@lru_cache(maxsize=256)
def matcher_of(terms: tuple[str, ...], *, exact: bool = False) -> TermMatcher:
    """The matcher of a list of terms, kept for the next call."""
    return TermMatcher(terms, exact=exact)


def is_negated(text: str, hit: Span, sentence: Span) -> bool:
    """True where the sentence denies the term: a negation shortly before it, or right behind it ("returns are not guaranteed")."""
    before = text[max(sentence.start, hit.start - NEGATION_CHARS) : hit.start]
    return _NEGATION.search(before) is not None or _NEGATION_AFTER.search(text[hit.end : min(sentence.end, hit.end + 40)]) is not None
