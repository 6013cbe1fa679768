"""Near misses: what in the context a strict value almost is. Proof of fabrication for the value, and the best candidate for its repair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from .index import Mention
from .inputs import scalar_text
from .json_walk import Leaf
from .normalize import kept_when_short, stem
from .provenance import Standing
from .slots import STRICT_GROUPS, Slot
from .types import Kind, Scalar
from .values import addresses, identifiers, phones

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_CANDIDATES = 500


def candidates(kind: Kind, inquiry: Inquiry) -> Iterator[Mention]:
    """The admissible mentions of the group of a strict kind, in order; at most 500."""
    group = STRICT_GROUPS.get(kind)
    if group is None:
        return
    count = 0
    for index in inquiry.context.sources:
        if inquiry.standing(index) is Standing.ASSISTANT:
            continue
        for mention in index.mentions(group):
            yield mention
            count += 1
            if count >= MAX_CANDIDATES:
                return


def nearest(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> tuple[Mention | None, Scalar | None]:
    """The closest mention within a few edits, and the one value that fits the slot as a repair; None where there is no single one."""
    text = scalar_text(leaf.value)
    key = _key(slot.kind, text)
    limit = max(2, len(key) // 6)
    known: dict[str, Mention] = {}
    for mention in candidates(slot.kind, inquiry):
        known.setdefault(mention.value.keys[0], mention)
    known.pop(key, None)  # an echo of the value itself is no repair of it
    found = process.extractOne(key, known.keys(), processor=None, scorer=Levenshtein.distance, score_cutoff=limit)
    best, distance = (known[found[0]], int(found[1])) if found is not None else (None, limit + 1)
    fitting = {other: mention for other, mention in known.items() if _fits(key, mention, slot, shape=_shape(text))}
    repair = next(iter(fitting.values())) if len(fitting) == 1 else best
    if repair is None or (len(fitting) != 1 and _is_tied(key, distance, fitting or known)):
        return best, None
    return best, _as_type(leaf, repair.value.text)


def _fits(key: str, mention: Mention, slot: Slot, *, shape: str) -> bool:
    """True for an identifier of the same form or slot, an address of the same name, a link of the same host: the only one in sight is no reason."""
    if slot.kind is Kind.EMAIL:
        return key.partition("@")[0] == mention.value.keys[0].partition("@")[0]
    if slot.kind is Kind.URL:
        return addresses.url_host(key) == addresses.url_host(mention.value.keys[0])
    if slot.kind is Kind.PHONE:
        return False
    if _shape(mention.value.text) == shape:
        return True
    return slot.words <= {stem(word) for word in mention.index.key_words(mention.span.start)}


_shape = kept_when_short(65536)(identifiers.shape)


def _is_tied(key: str, distance: int, fitting: dict[str, Mention]) -> bool:
    return sum(1 for other in fitting if Levenshtein.distance(key, other, score_cutoff=distance) <= distance) != 1


def _key(kind: Kind, text: str) -> str:
    if kind is Kind.EMAIL:
        return addresses.email_key(text) or text
    if kind is Kind.URL:
        return addresses.url_key(text) or text
    if kind is Kind.PHONE:
        return next(iter(phones.phone_keys(text)), text)
    return identifiers.identifier_key(text)


def _as_type(leaf: Leaf, text: str) -> Scalar | None:
    if isinstance(leaf.value, str):
        return text if leaf.value.startswith("#") else text.lstrip("#")
    digits = "".join(char for char in text if char.isdigit())
    return int(digits) if digits and len(digits) < 40 else None
