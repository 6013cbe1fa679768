"""Which of the places that hold a value may vouch for it: the first admissible and strong one, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .inputs import scalar_text
from .normalize import fold, fold_words, stem
from .provenance import Standing, first_use, standing_of
from .search import NUMERIC, TEMPORAL, Hit
from .slots import Slot
from .types import Json, Kind, Outcome, Role

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_HITS = 200
"""How many places of one value are looked at."""
STOPWORDS = frozenset(
    "a an and are as at be been but by can could did do does for from get had has have he her him his how i if in into is it its just let like"
    " make may me might my need new no not now of off ok on one or our out please put s she should so some that the their them then there these"
    " they this to up us want was we were what when where which who will with would yes you your".split()
)
_SURROUND = 10
_NEXT = 4


@dataclass(frozen=True, slots=True)
class Admission:
    """The outcome of a hearing: `given` where a place vouches, else the best of what does not, by reason."""

    given: Hit | None = None
    standing: Standing | None = None
    weak: Hit | None = None
    assistant: Hit | None = None
    echo: Hit | None = None
    echo_outcome: Outcome | None = None


def admit(hits: Iterable[Hit], *, slot: Slot, value: Json, inquiry: Inquiry) -> Admission:
    """The first hit that may vouch for the value; where none may, one of each kind of those that may not."""
    weak = assistant = echo = None
    echo_outcome: Outcome | None = None
    folded = fold(scalar_text(value))
    for count, hit in enumerate(hits):
        if count >= MAX_HITS:
            break
        standing = standing_of(hit.index, inquiry.context)
        if hit.index.source.role is Role.TOOL:
            earlier = inquiry.first_use_outcome(folded, before=hit.index.source.order)
            if earlier not in (None, Outcome.SUPPORTED):
                echo, echo_outcome = echo or hit, echo_outcome or earlier
                continue
        if standing is Standing.ASSISTANT or (standing is Standing.REFERRED and slot.strict):
            assistant = assistant or hit
        elif is_weak(hit, slot=slot, inquiry=inquiry):
            weak = weak or hit
        else:
            return Admission(given=hit, standing=standing)
    return Admission(weak=weak, assistant=assistant, echo=echo, echo_outcome=echo_outcome)


def is_weak(hit: Hit, *, slot: Slot, inquiry: Inquiry) -> bool:
    """True where the match is too common to vouch: a short value far from anything that concerns the call.

    A user turn speaks to the call; a strict value is too rare to stand somewhere by chance. Elsewhere a number, a date, a short word or a
    closed choice needs its slot's own words next to it, or two of the words of the request around it.
    """
    role = hit.index.source.role
    if slot.kind is Kind.IDENTIFIER and hit.index.is_dated(hit.span):
        return True
    if role in (Role.USER, Role.HOST, Role.ASSISTANT) or (slot.kind in _RARE and len(hit.evidence().text) >= 4):
        return False
    if role is Role.TOOL and not _is_common(hit, slot):
        return False
    around = hit.index.window(hit.span, chars=90)
    words = [stem(word) for word in fold_words(around)]
    keys = {stem(word) for word in hit.index.key_words(hit.span.start)}
    if slot.words & keys:
        return False
    if role is Role.TOOL and hit.index.parts is not None:
        return _is_common(hit, slot) and not slot.hints & keys
    own = set(fold_words(hit.evidence().text))
    near = set(words) - own - STOPWORDS
    if slot.words & near and role is not Role.EVIDENCE:
        return False
    return len(inquiry.request_stems & near) < 2


_RARE = frozenset((Kind.IDENTIFIER, Kind.EMAIL, Kind.URL, Kind.PHONE, Kind.PATH))


def _is_common(hit: Hit, slot: Slot) -> bool:
    text = hit.evidence().text
    if slot.kind in NUMERIC or slot.kind is Kind.IDENTIFIER:
        return sum(char.isdigit() for char in text) < 3
    if slot.kind in TEMPORAL:
        return False
    return len(text) < 4


def has_exact_case(hit: Hit, text: str) -> bool:
    """True unless the value is a common short word in lower case that only looks like a code (`us` for `US`)."""
    return fold(text) not in STOPWORDS or text in hit.evidence().text


__all__ = ["MAX_HITS", "STOPWORDS", "Admission", "admit", "first_use", "has_exact_case", "is_weak"]
