"""Rivals: another value of the same kind where the slot of an argument is spoken of ("3 bedrooms" for `number_of_beds=2`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .index import Mention, SourceIndex
from .json_walk import Leaf
from .normalize import fold_words, name_words, stem
from .search import amounts_of
from .slots import Slot
from .types import Kind, Role
from .values import Group

if TYPE_CHECKING:
    from .inquiry import Inquiry

_GENERIC = frozenset(stem(word) for word in "number num of count total amount no qty quantity value max min the a for in per is".split())
_REACH = 3
"""How many words before or after a number its noun may stand."""


def rival_number(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Mention | None:
    """The one number in the user turns that stands beside this slot's own words and is another; None where there is none or more than one."""
    nouns = {stem(word) for word in name_words(leaf.name)} - _GENERIC
    nouns = {word for word in nouns if len(word) > 2}
    own = set(amounts_of(leaf.value))
    if not nouns or not own:
        return None
    rivals: dict[str, Mention] = {}
    for index in inquiry.context.sources:
        if index.source.role is Role.USER:
            for mention in index.mentions(Group.NUMERIC):
                if mention.value.amount is None or mention.value.kind is Kind.ORDINAL or not _is_beside(mention, index, nouns):
                    continue
                if mention.value.amount in own:
                    return None
                rivals[mention.value.keys[0]] = mention
    return next(iter(rivals.values())) if len(rivals) == 1 else None


def _is_beside(mention: Mention, index: SourceIndex, nouns: set[str]) -> bool:
    after = fold_words(index.content[mention.span.end : mention.span.end + 40].split(".")[0].split(",")[0])[:_REACH]
    before = fold_words(index.content[max(0, mention.span.start - 40) : mention.span.start].split(". ")[-1])[-_REACH:]
    return bool(nouns & {_noun(word) for word in (*after, *before)})


def _noun(word: str) -> str:
    """The stem of a noun, without the head of a common compound (`bedrooms` -> `bed`)."""
    stemmed = stem(word)
    return stemmed[: -len("room")] if stemmed.endswith("room") and len(stemmed) > 5 else stemmed
