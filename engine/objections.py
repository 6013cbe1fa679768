"""Right value, wrong place: an identifier that stands in the context but belongs to another slot, another entity, or was replaced since."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from .date_ends import exchanged_end
from .directions import swapped_with
from .index import Mention, SourceIndex
from .inputs import scalar_text
from .json_walk import Leaf
from .normalize import fold_words, name_words, stem
from .polarity import asks_to_rule_out, is_refused
from .record_choice import passed_over
from .records import record_of_another
from .rivals import crossed_bounds, exchanged_number
from .schema_text import shown_value
from .search import NUMERIC, Hit, same_value_hits
from .slots import Slot
from .types import Effect, Evidence, Flag, Kind, Outcome, Role, Scalar, Severity, Span
from .uptake import is_called_off
from .values import Group, identifiers

if TYPE_CHECKING:
    from .inquiry import Inquiry

_NOT_ENTITIES = frozenset(
    stem(word)
    for word in "id ids uuid guid number num no code key token new old current ref reference target value primary secondary unique name list of the".split()
)
MAX_SAID = 32
_REACH = 7
"""How many words before an identifier may name what it identifies."""
_OTHER_PARTY = frozenset(stem(word) for word in "receiver recipient payee beneficiary addressee".split())
_SELF = frozenset("my your as me".split())
_IN_AS = frozenset(("in", "as"))
"""The end of "sign in as", "logged in as" and "check me in as", whatever stands between."""
_SIGNS = frozenset(stem(word) for word in "user id log login logging sign signed account".split())
_ENDS = ".;?!\n"
_ID_STEMS = frozenset(stem(word) for word in "id ids number no code reference".split())
_PATH_STEMS = frozenset(stem(word) for word in "path file filename filepath folder directory".split())
_JOINS = frozenset("and or plus id ids".split())


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a value that stands in the context does not ground this slot."""

    outcome: Outcome
    explanation: str
    evidence: tuple[Evidence, ...]
    flag: Flag = Flag.WRONG_SLOT
    severity: Severity = Severity.HIGH
    suggestion: Scalar | None = None


def objection_to(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Objection | None:
    """The objection to an identifier that was found; None where it may stand."""
    if slot.kind is Kind.URL and _PATH_STEMS & slot.words:
        return Objection(Outcome.UNDECIDED, f"{shown_value(leaf.value)} is a URL, and `{leaf.name}` asks for a file", ())
    refused = _refused(leaf, slot, inquiry) or _called_off(slot, inquiry)
    if refused is not None:
        return refused
    swapped = swapped_with(leaf, inquiry)
    if swapped is not None:
        other, hit = swapped
        explanation = f"{shown_value(leaf.value)} and the value of `{other.name}` are exchanged: the user says them the other way round"
        return Objection(Outcome.CONTRADICTED, explanation, (hit.evidence(),), suggestion=scalar_text(other.value))
    ends = exchanged_end(leaf, inquiry) if slot.kind in (Kind.DATE, Kind.DATETIME) else None
    if ends is not None:
        other, place = ends
        how = "the user says them the other way round" if place is not None else "the first day would lie after the last"
        explanation = f"{shown_value(leaf.value)} and the value of `{other.name}` are exchanged: {how}"
        evidence = () if place is None else (place.evidence(),)
        return Objection(Outcome.CONTRADICTED, explanation, evidence, suggestion=scalar_text(other.value))
    swapped_number = exchanged_number(leaf, inquiry) if slot.kind in NUMERIC else None
    if swapped_number is not None:
        other, mention = swapped_number
        explanation = f"{shown_value(leaf.value)} and the value of `{other.name}` are exchanged: the user says them the other way round"
        return Objection(Outcome.CONTRADICTED, explanation, (mention.evidence(),))
    crossed = crossed_bounds(leaf, inquiry) if slot.kind in NUMERIC else None
    if crossed is not None:
        explanation = f"{shown_value(leaf.value)} and the value of `{crossed.name}` are exchanged: the lower bound would lie above the upper one"
        return Objection(Outcome.CONTRADICTED, explanation, ())
    stranger = record_of_another(leaf, slot, inquiry) or passed_over(leaf, slot, inquiry)
    if stranger is not None:
        better = stranger.better
        explanation = f"{shown_value(leaf.value)} belongs to another record than `{stranger.named}`, which has `{better.text}`"
        suggestion = better.text if isinstance(leaf.value, str) else None
        return Objection(stranger.outcome, explanation, (better,), suggestion=suggestion)
    if slot.kind is not Kind.IDENTIFIER:
        return None
    entities = _entities(leaf.name)
    if not entities:
        return None
    own = _own_id_of_user(leaf, slot, inquiry)
    if own is not None:
        return own
    hits = [hit for hit in same_value_hits(inquiry.context.sources, slot.kind, leaf.value) if hit.index.source.role is not Role.ASSISTANT]
    said = [hit for hit in hits if hit.index.source.role is Role.USER]
    if said:
        return _named_otherwise(leaf, entities, said, inquiry)
    return _other_key(leaf, entities, hits) or _passed_over(leaf, hits, inquiry)


def _own_id_of_user(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Objection | None:
    """The id that the user signs in with, passed as that of the other party, while the user names another id of this form."""
    if not slot.words & _OTHER_PARTY:
        return None
    text = scalar_text(leaf.value)
    key, shape = identifiers.identifier_key(text), identifiers.shape(text)
    own, other = False, None
    for index in inquiry.context.sources:
        if index.source.role is Role.USER:
            for mention in _id_mentions(index):
                lead = lead_words(index, mention.span)
                if identifiers.identifier_key(mention.value.text) == key:
                    if not (lead & _SELF and lead & _SIGNS) and not lead >= _IN_AS:
                        return None
                    own = True
                elif identifiers.shape(mention.value.text) == shape:
                    other = mention
    if not own or other is None:
        return None
    evidence = other.evidence()
    explanation = f"{shown_value(text)} is the user's own id; the other one named in `{evidence.source_id}` is `{evidence.text}`"
    return Objection(Outcome.UNDECIDED, explanation, (evidence,), suggestion=evidence.text)


def _called_off(slot: Slot, inquiry: Inquiry) -> Objection | None:
    """For a tool that changes something: the user's last word was to take the request back."""
    if not slot.strict or inquiry.effect is Effect.READ:
        return None
    last = next((index for index in reversed(inquiry.context.gathered.turns) if index.source.role is Role.USER), None)
    if last is None or not is_called_off(last.source.text):
        return None
    evidence = last.evidence(Span(0, len(last.content)))
    return Objection(Outcome.UNDECIDED, f"the last word of the user (`{evidence.source_id}`) takes the request back", (evidence,))


def _refused(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Objection | None:
    """The user names the value only to rule it out, while another source holds it."""
    if slot.composed or slot.kind is Kind.BOOLEAN or asks_to_rule_out(slot.words):
        return None
    users = tuple(index for index in inquiry.context.sources if index.source.role is Role.USER)
    said = list(islice(same_value_hits(users, slot.kind, leaf.value), MAX_SAID))
    if not said or not all(is_refused(hit) for hit in said):
        return None
    evidence = said[-1].evidence()
    explanation = f"`{evidence.source_id}` speaks of `{evidence.text}` only to rule it out"
    return Objection(Outcome.UNDECIDED, explanation, (evidence,), Flag.CONTRADICTS_EVIDENCE)


def _entities(name: str) -> frozenset[str]:
    return frozenset(stem(word) for word in name_words(name)) - _NOT_ENTITIES


def _named_otherwise(leaf: Leaf, entities: frozenset[str], said: list[Hit], inquiry: Inquiry) -> Objection | None:
    """The user names another identifier of this form for this entity: later than this one, or this one for another entity."""
    text = scalar_text(leaf.value)
    own_key, shape = identifiers.identifier_key(text), identifiers.shape(text)
    last_turn = max(hit.index.source.order for hit in said)
    leads = [lead_words(hit.index, hit.span) for hit in said if hit.index.source.order == last_turn]
    named_here = any(entities & lead for lead in leads)
    named_elsewhere = bool(leads) and all(lead & _ID_STEMS and lead - _ID_STEMS and not entities & lead for lead in leads)
    others: list[Mention] = []
    for index in inquiry.context.sources:
        order = index.source.order
        if index.source.role is not Role.USER or not (order > last_turn if named_here else order >= last_turn and named_elsewhere):
            continue
        for mention in _id_mentions(index):
            if identifiers.identifier_key(mention.value.text) != own_key and identifiers.shape(mention.value.text) == shape:
                lead = lead_words(index, mention.span)
                if entities & lead and (lead & _ID_STEMS or not named_here):
                    others.append(mention)
    if not others:
        return None
    evidence = others[-1].evidence()
    explanation = f"{shown_value(text)} stands in the context, but `{evidence.source_id}` names `{evidence.text}` for this slot"
    suggestion = evidence.text if isinstance(leaf.value, str) and len({mention.value.keys[0] for mention in others}) == 1 else None
    return Objection(Outcome.UNDECIDED, explanation, (evidence,), suggestion=suggestion)


def _id_mentions(index: SourceIndex) -> list[Mention]:
    found = [mention for group in (Group.IDENTIFIER, Group.NUMERIC) for mention in index.mentions(group)]
    return sorted((mention for mention in found if mention.value.kind in (Kind.IDENTIFIER, Kind.NUMBER)), key=lambda mention: mention.span)


def lead_words(index: SourceIndex, span: Span) -> frozenset[str]:
    """The stems of the words that lead up to a place in its sentence; those of the first member where it stands in an enumeration."""
    lead = index.content[max(0, span.start - 80) : span.start]
    for end in _ENDS:
        lead = lead.rsplit(end, 1)[-1]
    words: list[str] = []
    for word in reversed(fold_words(lead)[-_REACH:]):
        if words and any(char.isdigit() for char in word) and not set(words) <= _JOINS:
            break
        words.append(word)
    return frozenset(stem(word) for word in words)


def _other_key(leaf: Leaf, entities: frozenset[str], hits: list[Hit]) -> Objection | None:
    """Every place that holds the value is a JSON member whose key names another entity (`item_id` for `order_id`)."""
    wrong: Hit | None = None
    for hit in hits:
        part = hit.index.part_at(hit.span.start)
        keys = [stem(word) for word in hit.index.key_words(hit.span.start)]
        own = _own_key_entities(part.pointer) if part is not None and not part.is_key else frozenset[str]()
        if part is None or not own or entities & set(keys):
            return None
        wrong = wrong or hit
    if wrong is None:
        return None
    evidence = wrong.evidence()
    explanation = f"{shown_value(leaf.value)} stands in the context only as `{evidence.key_path}`, another kind of identifier than `{leaf.name}`"
    return Objection(Outcome.UNDECIDED, explanation, (evidence,))


def _own_key_entities(pointer: str) -> frozenset[str]:
    key = next((step for step in reversed(pointer.split("/")) if not step.isdigit()), "")
    words = name_words(key)
    return _entities(key) if {"id", "ids", "number", "code"} & set(words) else frozenset()


def _passed_over(leaf: Leaf, hits: list[Hit], inquiry: Inquiry) -> Objection | None:
    """For a tool that changes something: the user named a sibling of this value in the same JSON list, and not this one."""
    if inquiry.effect is Effect.READ:
        return None
    shape = identifiers.shape(scalar_text(leaf.value))
    named = {
        mention.value.keys[0]: mention
        for index in inquiry.context.sources
        if index.source.role is Role.USER
        for mention in index.mentions(Group.IDENTIFIER)
        if identifiers.shape(mention.value.text) == shape
    }
    if len(named) != 1:
        return None
    key, mention = next(iter(named.items()))
    if any(key == identifiers.identifier_key(scalar_text(other.value)) for other in inquiry.leaves):
        return None
    if not any(_is_sibling(hit, mention) for hit in hits):
        return None
    evidence = mention.evidence()
    explanation = f"{shown_value(leaf.value)} stands in a list beside `{evidence.text}`, and that is the one the user named"
    return Objection(Outcome.UNDECIDED, explanation, (evidence,), suggestion=evidence.text if isinstance(leaf.value, str) else None)


def _is_sibling(hit: Hit, mention: Mention) -> bool:
    part = hit.index.part_at(hit.span.start)
    if part is None:
        return False
    shelf, wanted = _shelf(part.pointer), mention.value.keys[0]
    return any(other.content and identifiers.identifier_key(other.content) == wanted and _shelf(other.pointer) == shelf for other in hit.index.parts or ())


def _shelf(pointer: str) -> str:
    """A pointer with its array indices left open: the same for the members of one list, and for one field of its records."""
    return re.sub(r"/\d+(?=/|$)", "/*", pointer)
