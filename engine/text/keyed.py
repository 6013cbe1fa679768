"""What a JSON record says of its own keys: yes, no, or nothing at all. An assertion that speaks of the key must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..json_spans import JsonPart
from ..normalize import name_words
from .words import FUNCTION_WORDS, NEGATIONS, root

MAX_FACTS = 400
MAX_CONTENT = 400
SHARED = 3
"""A word that opens so many keys ("restaurants...") says nothing of any one of them."""
_NO = frozenset(("false", "no", "none", "0"))
_YES = frozenset(("true", "yes"))
_EMPTY = frozenset(("null", "", "n/a", "unknown"))


@dataclass(frozen=True, slots=True)
class KeyFact:
    """A key of a record with its words rooted, what its value says (True, False, or None for nothing), its place among the
    parts, and the roots of the key above it.
    """

    roots: frozenset[str]
    squashed: str
    says: bool | None
    place: int
    above: frozenset[str] = frozenset()


def key_facts(parts: tuple[JsonPart, ...]) -> tuple[KeyFact, ...]:
    """The keys whose value is a plain yes, no or nothing; not the empty ones whose name stands elsewhere in the record too."""
    rows = list(_rows(parts))
    shared = Counter(word for words, _, _ in rows for word in set(words))
    told = Counter(own for part in parts for own in {root(word) for word in name_words(part.content[:MAX_CONTENT])})
    facts: list[KeyFact] = []
    for words, says, number in rows[:MAX_FACTS]:
        own = [word for word in words if shared[word] < SHARED or len(words) == 1]
        if says is None and own and all(told[root(word)] > 1 for word in own):
            continue
        if any(word not in FUNCTION_WORDS and not word.isdigit() for word in own):
            above = parts[number].pointer.rsplit("/", 2)[-2] if parts[number].pointer.count("/") > 1 else ""
            facts.append(KeyFact(frozenset(map(root, own)), root("".join(own)), says, number, frozenset(map(root, name_words(above)))))
    return tuple(facts)


def _rows(parts: tuple[JsonPart, ...]) -> Iterator[tuple[tuple[str, ...], bool | None, int]]:
    for number, part in enumerate(parts[:-1]):
        value = parts[number + 1]
        if not part.is_key or value.is_key or value.pointer != part.pointer:
            continue
        content = value.content.strip().lower()
        says = False if content in _NO else True if content in _YES else None
        if says is not None or content in _EMPTY:
            yield name_words(_named_by(parts, number)), says, number


def _named_by(parts: tuple[JsonPart, ...], number: int) -> str:
    """The name of a key: its own, or for "value" beside "name" what the name says."""
    key = parts[number].content
    if key.lower() in _VALUES and number > 1 and parts[number - 2].is_key and parts[number - 2].content.lower() in _KEYS and not parts[number - 1].is_key:
        return parts[number - 1].content
    return key


_VALUES = frozenset(("value", "val"))
_KEYS = frozenset(("name", "key", "field", "label", "property", "attribute"))


_AFFIRM = frozenset("offer offers provide provides allow allows accommodate accommodates have has is are features includes caters catering accepts".split())
_BREAKS = frozenset("but however while though although whereas despite yet".split())
"""Words that end the reach of a negation."""


def key_conflicts(words: Sequence[str], facts: Sequence[KeyFact]) -> tuple[tuple[KeyFact, ...], tuple[KeyFact, ...]]:
    """The keys that an assertion speaks of and their records deny (or affirm, where it denies them), and those that their records leave empty."""
    denied: list[KeyFact] = []
    empty: list[KeyFact] = []
    roots = [root(word) for word in words]
    have = frozenset(roots)
    for fact in facts:
        if not (fact.roots <= have or fact.squashed in have):
            continue
        first = next(at for at, own in enumerate(roots) if own in fact.roots or own == fact.squashed)
        negated = any(word in NEGATIONS for word in _clause(words, first))
        if fact.says is None:
            if not negated:
                empty.append(fact)
        elif fact.says is negated:
            denied.append(fact)
    return tuple(denied), tuple(empty)


def _clause(words: Sequence[str], at: int) -> Sequence[str]:
    """The words around a place, up to the next ones that break a clause."""
    start, end = at, at
    while start > 0 and not _breaks(words, start - 1):
        start -= 1
    while end < len(words) and not _breaks(words, end):
        end += 1
    return words[start:end]


def _breaks(words: Sequence[str], at: int) -> bool:
    """True for a word that ends the reach of a negation: "but", or a verb that affirms something anew."""
    word = words[at]
    return word in _BREAKS or (word in _AFFIRM and not any(before in NEGATIONS for before in words[max(0, at - 2) : at]))


def is_firm(fact: KeyFact, words: Sequence[str]) -> bool:
    """True where the assertion names the key for sure: by two words, or by one and a word of the key above it."""
    if len(fact.roots) > 1:
        return True
    have = {root(word) for word in words}
    return any(word in have or any(word.endswith(own) for own in have if len(own) > MIN_ENDING) for word in fact.above)


MIN_ENDING = 3
