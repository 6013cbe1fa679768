"""Values that the user took back: a later turn corrects the only value of its kind in an earlier one ("no, make it Tuesday")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .index import SourceIndex
from .objections import lead_words
from .polarity import is_refused
from .search import NUMERIC, TEMPORAL, Hit
from .slots import STRICT_GROUPS, Slot, is_strict
from .types import Evidence, Kind, Role, Scalar, Span
from .values import Group, identifiers

if TYPE_CHECKING:
    from .inquiry import Inquiry

_CORRECTS = re.compile(
    r"\b(?:make (?:it|that)|change (?:it|that|the \w+|my \w+) to|i meant|i mean|scratch that|correction|rather than|instead(?: of)?|(?:no|sorry|actually|wait)\W+\w+)\b",
    re.IGNORECASE,
)
_CORRECTS_FIRMLY = re.compile(r"\b(?:make (?:it|that)|i meant|scratch that|correction|instead of)\b", re.IGNORECASE)
MAX_ALIKE = 24
"""A turn with more values of a kind holds a list, not the one value that a later turn takes back."""


def replacement_of(hit: Hit, slot: Slot, inquiry: Inquiry) -> Hit | None:
    """Where a later user turn puts another value of the same kind in the place of the one at `hit`; None where none does.

    Only the sole value of its kind in its turn can be replaced so, and one that the turn names for this slot ("returning on ...") only by
    one that is named so too: otherwise nobody knows which value was meant.
    """
    index = hit.index
    if index.source.role is not Role.USER:
        return None
    own = _alike(index, hit, slot)
    if len(own) != 1 or not own[0].start < hit.span.end or not hit.span.start < own[0].end:
        return None
    text = own[0].of(index.content).casefold()
    named = slot.words & lead_words(index, own[0])
    cue = _CORRECTS if not is_strict(slot.kind) else _CORRECTS_FIRMLY
    for later in inquiry.context.sources:
        if later.source.role is Role.USER and later.source.order > index.source.order and cue.search(later.content):
            spans = _alike(later, hit, slot)
            if spans and not any(span.of(later.content).casefold() == text for span in spans):
                return Hit(later, spans[0]) if not named or named & lead_words(later, spans[0]) else None
    return None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a value that the user names only to rule it out is not grounded, with the one value of its kind that the same turn names instead."""

    explanation: str
    evidence: tuple[Evidence, ...]
    suggestion: Scalar | None = None


def refusal_of(hit: Hit, slot: Slot) -> Refusal:
    """What to say of a value that a user turn rules out at `hit`."""
    index = hit.index
    evidence = hit.evidence()
    head = f"`{evidence.source_id}` speaks of `{evidence.text}` only to rule it out"
    own = hit.span.of(index.content).casefold()
    wanted = [span for span in _alike(index, hit, slot) if span.of(index.content).casefold() != own and not is_refused(Hit(index, span))]
    if len({span.of(index.content).casefold() for span in wanted}) != 1:
        return Refusal(head, (evidence,))
    better = index.evidence(wanted[0])
    return Refusal(f"{head}, and names `{better.text}`", (evidence, better), better.text if is_strict(slot.kind) else None)


def _alike(index: SourceIndex, hit: Hit, slot: Slot) -> list[Span]:
    """The values of one source that could stand for each other in this slot."""
    if slot.kind in TEMPORAL:
        if slot.kind is Kind.TIME:
            return [mention.span for mention in index.mentions(Group.TEMPORAL) if mention.value.kind is Kind.TIME]
        days = [mention.span for mention in index.mentions(Group.TEMPORAL) if mention.value.kind in (Kind.DATE, Kind.DATETIME)]
        return _merged([*days, *(relative.span for relative in index.relatives if not _is_clock(relative.text))])
    if is_strict(slot.kind):
        mentions = index.mentions(STRICT_GROUPS[slot.kind])
        if len(mentions) > MAX_ALIKE:
            return []
        if slot.kind is Kind.IDENTIFIER:
            shape = identifiers.shape(hit.span.of(hit.index.content))
            mentions = [mention for mention in mentions if identifiers.shape(mention.value.text) == shape]
        return [mention.span for mention in mentions]
    if slot.kind in NUMERIC and hit.mention is not None and hit.mention.value.kind in (Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.NUMBER):
        kind = hit.mention.value.kind
        return [mention.span for mention in index.mentions(Group.NUMERIC) if mention.value.kind is kind]
    return []


def _is_clock(text: str) -> bool:
    return ":" in text or text.rstrip(".").lower().endswith(("am", "pm", "a.m", "p.m"))


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged
