"""Rivals: another value of the same kind where the slot of an argument is spoken of ("3 bedrooms" for `number_of_beds=2`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .index import Mention, SourceIndex
from .json_walk import Leaf
from .normalize import fold_words, name_words, stem
from .search import amounts_of
from .types import Kind, Role
from .values import Group

if TYPE_CHECKING:
    from .inquiry import Inquiry

_GENERIC = frozenset(stem(word) for word in "number num of count total amount no qty quantity value max min the a for in per is".split())
_BOUNDS = (
    (frozenset(("min", "minimum", "lower", "low", "least")), frozenset(("max", "maximum", "upper", "high", "most"))),
)
"""What the lower and the upper bound of one range are called."""
_LINKS = frozenset("of is are be was with a an the to equals at".split())
_CLAUSE_END = re.compile(r"[.,;?!](?:\s|$)")
_REACH = 3
"""How many words before or after a number its noun may stand."""
MIN_HEAD_CHARS, MAX_HEAD_CHARS = 3, 5
"""How many letters the second half of a compound has; fewer are an ending."""
_CLASSES = (
    (Kind.DURATION, "time duration interval period length years months weeks days hours minutes seconds term"),
    (Kind.QUANTITY, "distance radius length height width depth weight mass area volume speed velocity temperature"),
    (Kind.MONEY, "amount price cost budget fee salary loan principal rent income revenue payment deposit balance"),
    (Kind.PERCENT, "rate percent percentage yield discount interest ratio"),
)
"""Nouns that ask for a kind: any user figure of that kind is about such a slot."""
_PEOPLE = frozenset(stem(word) for word in "seats people persons guests party adults passengers travelers travellers tickets riders attendees".split())
"""Nouns that count the same heads."""
_KIND_OF = {word: kind for kind, words in _CLASSES for word in words.split()}


def rival_number(leaf: Leaf, inquiry: Inquiry) -> Mention | None:
    """A number in the user turns where this slot is spoken of, and is another; None where there is none, or where one of them is the same."""
    nouns = {stem(word) for word in name_words(leaf.name)} - _GENERIC
    nouns = {word for word in nouns if len(word) > 2}
    nouns |= _PEOPLE if nouns & _PEOPLE else set()
    kinds = {_KIND_OF[word] for word in name_words(leaf.name) if word in _KIND_OF}
    used = inquiry.leaf_amounts
    own = set(amounts_of(leaf.value))
    if not own or not (nouns or kinds):
        return None
    rival: Mention | None = None
    for mention in user_numbers(inquiry):
        if mention.value.kind in kinds or _is_beside(mention, mention.index, nouns):
            if mention.value.amount in own:
                return None
            if mention.value.amount not in used:
                rival = rival or mention
    return rival


def exchanged_number(leaf: Leaf, inquiry: Inquiry) -> tuple[Leaf, Mention] | None:
    """The argument that a number was exchanged with, and where the user says so ("base 10, height 5" for base 5 and height 10)."""
    nouns = _own_nouns(leaf)
    own = amounts_of(leaf.value)
    if not nouns or len(own) != 1:
        return None
    for other in inquiry.leaves:
        theirs, amounts = _own_nouns(other), amounts_of(other.value)
        if other.pointer == leaf.pointer or other.path[:-1] != leaf.path[:-1] or len(amounts) != 1 or amounts == own or not theirs or theirs & nouns:
            continue
        said = [mention for mention in user_numbers(inquiry) if mention.value.amount in (own[0], amounts[0])]
        ends = {(mention.value.amount == own[0], side) for mention in said for side in _named_by(mention, nouns, theirs)}
        if ends and ends <= {(True, "theirs"), (False, "own")} and len(ends) == 2:
            return other, next(mention for mention in said if mention.value.amount == own[0])
    return None


def crossed_bounds(leaf: Leaf, inquiry: Inquiry) -> Leaf | None:
    """The argument that is the other bound of the same range, where the lower bound is the greater one; None where they are in order."""
    words, own = frozenset(name_words(leaf.name)), amounts_of(leaf.value)
    for low, high in _BOUNDS:
        for mine, other_end, is_low in ((low, high, True), (high, low, False)):
            if len(own) != 1 or not words & mine:
                continue
            for other in inquiry.leaves:
                others, theirs = frozenset(name_words(other.name)), amounts_of(other.value)
                same_thing = other.path[:-1] == leaf.path[:-1] and words - mine == others - other_end
                if same_thing and others & other_end and len(theirs) == 1 and (own[0] > theirs[0] if is_low else own[0] < theirs[0]):
                    return other
    return None


def _own_nouns(leaf: Leaf) -> set[str]:
    return {word for word in (stem(word) for word in name_words(leaf.name)) if word not in _GENERIC and len(word) > 2}


def _named_by(mention: Mention, own: set[str], theirs: set[str]) -> Iterator[str]:
    """Whose noun stands right before the number, or, where none does, right after it."""
    content = mention.index.content
    before = fold_words(_CLAUSE_END.split(content[max(0, mention.span.start - 30) : mention.span.start])[-1])
    after = fold_words(_CLAUSE_END.split(content[mention.span.end : mention.span.end + 30])[0])
    for word in (next((word for word in reversed(before) if word not in _LINKS), ""), next((word for word in after if word not in _LINKS), "")):
        side = "own" if stem(word) in own else "theirs" if stem(word) in theirs else None
        if side is not None:
            yield side
            return


def user_numbers(inquiry: Inquiry) -> Iterator[Mention]:
    """The numbers and durations that the user named, in order."""
    for index in inquiry.context.sources:
        if index.source.role is Role.USER:
            for group in (Group.NUMERIC, Group.TEMPORAL):
                for mention in index.mentions(group):
                    if mention.value.amount is not None and mention.value.kind is not Kind.ORDINAL:
                        yield mention


def has_unused_number(inquiry: Inquiry) -> bool:
    """True where the user named a number that no argument of the call takes up."""
    used = inquiry.leaf_amounts
    return any(mention.value.amount not in used for mention in user_numbers(inquiry))


def _is_beside(mention: Mention, index: SourceIndex, nouns: set[str]) -> bool:
    own = fold_words(mention.value.text)
    after = fold_words(_CLAUSE_END.split(index.content[mention.span.end : mention.span.end + 40])[0])[:_REACH]
    before = fold_words(_CLAUSE_END.split(index.content[max(0, mention.span.start - 50) : mention.span.start])[-1])[-_REACH - 2 :]
    words = {stem(word) for word in (*own, *after, *before)}
    return any(word == noun or _is_compound(word, noun) for word in words for noun in nouns)


def _is_compound(word: str, noun: str) -> bool:
    """True for a closed compound that begins with the noun (`bedroom` for `bed`)."""
    return word.startswith(noun) and MIN_HEAD_CHARS <= len(word) - len(noun) <= MAX_HEAD_CHARS
