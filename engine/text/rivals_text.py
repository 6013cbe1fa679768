"""Another value of the same kind in the same frame: what the evidence says where the answer says something else."""

from __future__ import annotations

from ..index import Mention
from ..types import Kind
from ..values import Group
from ..values.equality import compare
from .alignment import Assertion, WindowRef
from .grounding import Grounding
from .words import FUNCTION_WORDS, root

FRAME = 0.5
"""The share of the assertion, the value aside, that one window must say to be its frame."""
_SAME = {
    Kind.NUMBER: frozenset((Kind.NUMBER,)),
    Kind.ORDINAL: frozenset((Kind.ORDINAL,)),
    Kind.MONEY: frozenset((Kind.MONEY,)),
    Kind.PERCENT: frozenset((Kind.PERCENT,)),
    Kind.QUANTITY: frozenset((Kind.QUANTITY,)),
    Kind.DATE: frozenset((Kind.DATE, Kind.DATETIME)),
    Kind.DATETIME: frozenset((Kind.DATE, Kind.DATETIME)),
    Kind.TIME: frozenset((Kind.TIME, Kind.DATETIME)),
    Kind.DURATION: frozenset((Kind.DURATION,)),
}


def rival_of(grounding: Grounding, assertion: Assertion) -> Mention | None:
    """The one other value of the kind in the window that frames the assertion; None where there is none, or more than one."""
    value, group = grounding.detail.value, grounding.detail.group
    if value is None or group is None or value.kind not in _SAME:
        return None
    for ref in assertion.best[:1]:
        if _frame_share(assertion, grounding, ref) < FRAME:
            continue
        found = [mention for mention in _mentions_in(ref, group) if mention.value.kind in _SAME[value.kind] and mention.value.unit == value.unit]
        distinct = {mention.value.keys[0]: mention for mention in found}
        if len(distinct) == 1:
            only = next(iter(distinct.values()))
            return only if compare(value, only.value).same is False else None
    return None


def _mentions_in(ref: WindowRef, group: Group) -> list[Mention]:
    span = ref.span
    return [mention for mention in ref.index.mentions(group) if span.start <= mention.span.start < span.end]


def _frame_share(assertion: Assertion, grounding: Grounding, ref: WindowRef) -> float:
    span = grounding.detail.span
    around = {
        word
        for word, (start, end) in zip(assertion.words, assertion.places, strict=True)
        if word not in FUNCTION_WORDS and not (span.start < end and start < span.end)
    }
    held = frozenset(ref.index.windows.words_of(ref.number))
    roots = frozenset(ref.index.windows.roots_of(ref.number))
    said = sum(word in held or root(word) in roots for word in around)
    return said / len(around) if around else 0.0
