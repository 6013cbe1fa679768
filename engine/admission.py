"""Which of the places that hold a value may vouch for it: the first admissible and strong one, or why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from .doubts import doubt_about
from .inputs import scalar_text
from .normalize import fold, fold_words, stem
from .polarity import asks_to_rule_out, is_example, is_refused
from .provenance import Standing
from .search import NUMERIC, TEMPORAL, Hit
from .slots import Slot, is_strict
from .types import Effect, Json, Kind, Outcome, Role

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_HITS = 200
"""How many places of one value are looked at."""
STOPWORDS = frozenset(
    "a an and are as at be been but by can could did do does for from get had has have he her him his how i if in into is it its just let like"
    " make may me might my need new no not now of off ok on one or our out please put s she should so some that the their them then there these"
    " they this to up us want was we were what when where which who will with would yes you your".split()
)


@dataclass(frozen=True, slots=True)
class Admission:
    """The outcome of a hearing: `given` where a place vouches, else the best of what does not, by reason.

    `refused`: the user rules the value out there. `set_aside`: the place is an example of a form, or its JSON key says that it holds no more.
    `doubted`: it holds the value only under an assumption that nothing decides, which `doubt` tells.
    """

    given: Hit | None = None
    standing: Standing | None = None
    weak: Hit | None = None
    assistant: Hit | None = None
    echo: Hit | None = None
    echo_outcome: Outcome | None = None
    refused: Hit | None = None
    set_aside: Hit | None = None
    doubted: Hit | None = None
    doubt: str | None = None


class Bond(StrEnum):
    """How closely a place that holds a value is bound to the call."""

    FIRM = "firm"
    WEAK = "weak"
    CHANCE = "chance"


def admit(hits: Iterable[Hit], *, slot: Slot, value: Json, inquiry: Inquiry) -> Admission:
    """The first hit that may vouch for the value; where none may, one of each kind of those that may not."""
    weak = assistant = echo = refused = set_aside = doubted = None
    doubts: str | None = None
    echo_outcome: Outcome | None = None
    folded = fold(scalar_text(value))
    heeds_refusals = slot.kind is not Kind.BOOLEAN and not slot.composed and not asks_to_rule_out(slot.words)
    for count, hit in enumerate(hits):
        if count >= MAX_HITS and hit.index.source.role not in (Role.USER, Role.HOST):
            continue
        if heeds_refusals and is_refused(hit):
            refused = refused or hit
            continue
        if (slot.strict and is_example(hit)) or _is_stale(hit, slot, inquiry):
            set_aside = set_aside or hit
            continue
        standing = inquiry.standing_at(hit)
        if hit.index.source.role is Role.TOOL:
            earlier = inquiry.first_use_outcome(folded, value=value, slot=slot, before=hit.index.source.order)
            if earlier not in (None, Outcome.SUPPORTED):
                echo, echo_outcome = echo or hit, echo_outcome or earlier
                continue
        if standing is Standing.ASSISTANT or (standing is Standing.REFERRED and slot.strict):
            assistant = assistant or hit
            continue
        bond = bond_of(hit, slot=slot, value=folded, inquiry=inquiry)
        doubt = doubt_about(hit, value, slot, inquiry) if bond is Bond.FIRM else None
        if doubt is not None:
            doubted, doubts = doubted or hit, doubts or doubt
        elif bond is Bond.FIRM:
            return Admission(given=hit, standing=standing)
        if bond is Bond.WEAK:
            weak = weak or hit
    return Admission(
        weak=weak, assistant=assistant, echo=echo, echo_outcome=echo_outcome, refused=refused, set_aside=set_aside, doubted=doubted, doubt=doubts
    )


_STALE = frozenset(
    stem(word)
    for word in "deleted removed cancelled canceled invalid old previous former rejected expired revoked obsolete deprecated superseded replaced voided".split()
)


def _is_stale(hit: Hit, slot: Slot, inquiry: Inquiry) -> bool:
    """For a tool that changes something: the JSON key says that the value holds no more, and the parameter asks for no such value."""
    if inquiry.effect is Effect.READ or hit.index.parts is None:
        return False
    said = _STALE.intersection(stem(word) for word in hit.index.key_words(hit.span.start))
    return bool(said) and not said & (slot.words | slot.hints)


def bond_of(hit: Hit, *, slot: Slot, value: str, inquiry: Inquiry) -> Bond:
    """How closely a place is bound to the call; `value` is the folded text of the leaf.

    A user turn speaks to the call, and a strict value is too rare to stand somewhere by chance. Elsewhere a number, a date, a short word or
    a closed choice needs its slot's own words at its JSON key or next to it, or two words of the request around it; in an evidence passage
    without either the match is chance.
    """
    role = hit.index.source.role
    if slot.kind is Kind.IDENTIFIER and hit.index.is_dated(hit.span):
        return Bond.CHANCE if role is Role.EVIDENCE else Bond.WEAK
    if slot.kind is Kind.IDENTIFIER and not _is_marked(hit, slot):
        return Bond.CHANCE if role is Role.EVIDENCE else Bond.WEAK
    if role in (Role.USER, Role.HOST, Role.ASSISTANT) or ((is_strict(slot.kind) or slot.kind is Kind.PATH) and len(value) >= MIN_RARE_CHARS):
        return Bond.FIRM
    if role is Role.TOOL and not _is_common(hit, slot):
        return Bond.FIRM
    keys = {stem(word) for word in hit.index.key_words(hit.span.start)}
    if slot.words & keys:
        return Bond.FIRM
    if role is Role.TOOL and hit.index.parts is not None:
        return Bond.FIRM if slot.hints & keys else Bond.WEAK
    own = {stem(word) for word in (*fold_words(hit.evidence().text), *value.split())}
    near = {stem(word) for word in fold_words(hit.index.window(hit.span, chars=WINDOW_CHARS))} - own - STOPWORDS
    shared = len(inquiry.request_stems & near)
    if shared >= 2 or (slot.words & near and role is not Role.EVIDENCE):
        return Bond.FIRM
    named = any(len(word) > 2 and not word.isdigit() for word in slot.words & near)
    return Bond.WEAK if named or role is not Role.EVIDENCE else Bond.CHANCE


MIN_RARE_CHARS = 4
WINDOW_CHARS = 90


def _is_marked(hit: Hit, slot: Slot) -> bool:
    """True where the place shows that its text is an identifier: digits and letters, a capital or `_` inside, quotes, or an id's word before it."""
    text = hit.evidence().text
    part = hit.index.part_at(hit.span.start)
    if part is not None:
        return not part.is_key or any(char.isdigit() for char in text)
    if text.isdigit():
        if len(text) >= MIN_BARE_DIGITS or slot.words & _UNLABELLED:
            return True
    elif any(char.isdigit() or char == "_" for char in text) or any(char.isupper() for char in text[1:]):
        return True
    before, after = hit.index.content[hit.span.start - 1 : hit.span.start], hit.index.content[hit.span.end : hit.span.end + 1]
    if before and before in "\"'`#(=:" or after and after in "\"'`":
        return True
    lead = {stem(word) for word in fold_words(hit.index.content[max(0, hit.span.start - 50) : hit.span.start])[-6:]}
    return bool(lead & (slot.words | _ID_CUES))


_ID_CUES = frozenset(
    stem(word) for word in "id identifier number no code key token password passcode pin reference ticket order case booking reservation account user username".split()
)
_UNLABELLED = frozenset(stem(word) for word in "zip zipcode postal postcode".split())
"""Slots whose values are said without a word for them."""
MIN_BARE_DIGITS = 6
"""A shorter run of digits in prose is an identifier only where a word says so."""


def _is_common(hit: Hit, slot: Slot) -> bool:
    text = hit.evidence().text
    if slot.kind is Kind.IDENTIFIER:
        return len(text) < MIN_RARE_CHARS
    if slot.kind in NUMERIC:
        return sum(char.isdigit() for char in text) < 3
    return slot.kind not in TEMPORAL and len(text) < MIN_RARE_CHARS


def has_exact_case(hit: Hit, text: str) -> bool:
    """True unless the value is a common short word in lower case that only looks like a code (`us` for `US`)."""
    return fold(text) not in STOPWORDS or text in hit.evidence().text

