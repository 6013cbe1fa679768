"""Two ends of one way, exchanged: the origin that the user named passed as the destination and the other way round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .derive_names import table_hits
from .inputs import scalar_text
from .json_walk import Leaf
from .normalize import fold_words, name_words
from .search import Hit, phrase_hits
from .types import Role

if TYPE_CHECKING:
    from .inquiry import Inquiry

_FROM = frozenset("from origin source departure start sender pickup leaving".split())
_TO = frozenset("to destination target arrival end receiver recipient dropoff going".split())
_SAYS_FROM = frozenset("from leaving departing".split())
_SAYS_TO = frozenset("to into towards toward reaching arriving".split())
_REACH = 2


def swapped_with(leaf: Leaf, inquiry: Inquiry) -> tuple[Leaf, Hit] | None:
    """The argument that this one was exchanged with, and where the user says so; None where nothing shows an exchange.

    Both must stand in the user's words only behind the other's preposition ("from Lyon to Turin" for origin Turin, destination Lyon).
    """
    end = _end_of(leaf)
    if end is None:
        return None
    other = next((sibling for sibling in inquiry.leaves if sibling.path[:-1] == leaf.path[:-1] and _end_of(sibling) == (not end)), None)
    if other is None or scalar_text(other.value) == scalar_text(leaf.value):
        return None
    own_hit, own_ends = _said_ends(leaf, inquiry)
    _, other_ends = _said_ends(other, inquiry)
    return (other, own_hit) if own_hit is not None and own_ends == {not end} and other_ends == {end} else None


def _end_of(leaf: Leaf) -> bool | None:
    """True for a slot that asks for the far end, False for the near one, None for neither or both."""
    words = set(name_words(leaf.name))
    far, near = bool(words & _TO), bool(words & _FROM)
    return None if far == near or not isinstance(leaf.value, str) else far


def _said_ends(leaf: Leaf, inquiry: Inquiry) -> tuple[Hit | None, set[bool]]:
    """The first place where the user says the value, and the ends that the prepositions before its places speak of."""
    sources = tuple(index for index in inquiry.context.sources if index.source.role is Role.USER)
    text = scalar_text(leaf.value)
    hits = list(phrase_hits(sources, text)) or list(table_hits(text, sources))
    ends: set[bool] = set()
    for hit in hits:
        lead = set(fold_words(hit.index.content[max(0, hit.span.start - 24) : hit.span.start])[-_REACH:])
        if lead & _SAYS_FROM != lead & _SAYS_TO:
            ends.add(bool(lead & _SAYS_TO))
    return (hits[0] if hits else None), ends
