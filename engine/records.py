"""Two people's details exchanged: a contact or id that belongs to another record than the one that the rest of the call names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from .index import SourceIndex
from .inputs import scalar_text
from .json_spans import JsonPart
from .json_walk import Leaf
from .normalize import fold, fold_words, name_words, stem
from .search import Hit, phrase_hits, same_value_hits
from .slots import STRICT_GROUPS, Slot
from .types import Effect, Evidence, Kind, Outcome, Role

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_PLACES = 8
MAX_SCALARS = 4000
"""How many scalars of one output are looked through for names that the user says."""
MIN_NAME_CHARS = 3
MAX_AWAY = 40
"""How many characters after a name its contact may stand in prose."""
_BREAKS = re.compile(r"[.!?;]\s|\n")
_PLAIN_SLOT = frozenset(
    stem(word) for word in "e email mail address phone number telephone tel mobile cell to recipient contact user customer client person id".split()
)
_KINDS = frozenset((Kind.EMAIL, Kind.PHONE, Kind.IDENTIFIER))


@dataclass(frozen=True, slots=True)
class Stranger:
    """The record that the call names, by one of its values, and what stands there for the field that was filled from another record."""

    named: str
    better: Evidence
    outcome: Outcome


def record_of_another(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Stranger | None:
    """The record that a contact or id should have come from; None where nothing shows that it is another one's."""
    if slot.kind not in _KINDS or isinstance(leaf.value, list | dict):
        return None
    if slot.kind is Kind.IDENTIFIER and not any(_is_naming(other) for other in inquiry.leaves if other.pointer != leaf.pointer):
        return None
    sources = tuple(index for index in inquiry.context.sources if index.source.role is not Role.ASSISTANT)
    hits = list(islice(same_value_hits(sources, slot.kind, leaf.value), MAX_PLACES))
    used = {fold(scalar_text(other.value)) for other in inquiry.leaves if not isinstance(other.value, list | dict)}
    if not hits or any(hit.index.parts is None for hit in hits):
        return _in_prose(leaf, slot, hits, used, inquiry)
    found: Stranger | None = None
    for hit in hits:
        record = record_of(hit)
        if record is None:
            return None
        stranger = _named_by_call(leaf, hit, record, used, inquiry) or _named_by_user(slot, hit, record, used, inquiry)
        if stranger is None:
            return None
        found = found or stranger
    return found


def record_of(hit: Hit) -> str | None:
    """The pointer of the record that holds the place: the innermost member of a list, else an object beside others with the same field."""
    part = hit.index.part_at(hit.span.start)
    if part is None or part.is_key:
        return None
    steps = part.pointer.split("/")
    last = next((at for at in range(len(steps) - 2, 0, -1) if steps[at].isdigit()), None)
    if last is not None:
        return "/".join(steps[: last + 1])
    shelf, field = "/".join(steps[:-2]) + "/", f"/{steps[-1]}"
    depth = len(steps) - 1
    is_one_of = any(
        pointer.startswith(shelf) and pointer.endswith(field) and pointer.count("/") == depth and pointer != part.pointer
        for pointer in islice(hit.index.scalar_at, MAX_SCALARS)
    )
    return "/".join(steps[:-1]) if len(steps) > 2 and is_one_of else None


def _member_of(pointer: str, shelf: str) -> str | None:
    """The pointer of the member of the list at `shelf` that holds the scalar at `pointer`."""
    return shelf + pointer[len(shelf) :].partition("/")[0] if pointer.startswith(shelf) else None


def siblings(index: SourceIndex, record: str) -> Iterator[tuple[str, JsonPart]]:
    """The scalars of the records beside this one, and its own, each with the pointer of its record."""
    shelf = record.rpartition("/")[0] + "/"
    for pointer, part in islice(index.scalar_at.items(), MAX_SCALARS):
        member = _member_of(pointer, shelf)
        if member is not None:
            yield member, part


def _named_by_call(leaf: Leaf, hit: Hit, record: str, used: set[str], inquiry: Inquiry) -> Stranger | None:
    """Another argument of the same object stands in a sibling record, and in this one not."""
    shelf = record.rpartition("/")[0] + "/"
    homes: dict[str, set[str]] = {}
    keyed = _members_by_key(hit, record, shelf)
    for other in inquiry.leaves:
        if other.pointer != leaf.pointer and leaf.path[: len(other.path) - 1] == other.path[:-1] and _is_naming(other):
            text = scalar_text(other.value)
            members = {_member_of(part.pointer, shelf) for part in hit.index.scalars.get(fold(text), ())} - {None}
            homes[text] = {member for member in members if member is not None} | keyed.get(fold(text), set())
    if any(record in members for members in homes.values()):
        return None
    named = {next(iter(members)): text for text, members in homes.items() if len(members) == 1}
    if len(named) != 1:
        return None
    member, text = next(iter(named.items()))
    better = same_field(hit, record, member, used)
    return None if better is None else Stranger(text, better, Outcome.CONTRADICTED)


def _members_by_key(hit: Hit, record: str, shelf: str) -> dict[str, set[str]]:
    """The records beside this one that go by a key of their own, by the folded key; none in a list."""
    if record.rpartition("/")[2].isdigit():
        return {}
    members = {_member_of(pointer, shelf) for pointer in islice(hit.index.scalar_at, MAX_SCALARS)} - {None}
    named: dict[str, set[str]] = {}
    for member in members:
        if member is not None:
            named.setdefault(fold(member.rpartition("/")[2].replace("~1", "/").replace("~0", "~")), set()).add(member)
    return named


def _is_naming(leaf: Leaf) -> bool:
    return isinstance(leaf.value, str) and len(leaf.value) >= MIN_NAME_CHARS or (isinstance(leaf.value, int) and abs(leaf.value) >= 100)


def _named_by_user(slot: Slot, hit: Hit, record: str, used: set[str], inquiry: Inquiry) -> Stranger | None:
    """For a tool that changes something: the user names a sibling record by its name, and this one not."""
    if inquiry.effect is Effect.READ or slot.kind is Kind.IDENTIFIER:
        return None
    shelf = record.rpartition("/")[0] + "/"
    named: dict[str, str] = {}
    for pointer, part in islice(hit.index.scalar_at.items(), MAX_SCALARS):
        member = _member_of(pointer, shelf)
        if member is not None and _is_name_field(pointer) and len(part.content) >= MIN_NAME_CHARS and _says(part.content, inquiry):
            named[member] = part.content
    if record in named or len(named) != 1:
        return None
    member, name = next(iter(named.items()))
    better = same_field(hit, record, member, used)
    return None if better is None else Stranger(name, better, Outcome.UNDECIDED)


def same_field(hit: Hit, record: str, member: str, used: set[str]) -> Evidence | None:
    """What the other record has where this one has the value; None where it has nothing there, or the call uses that too."""
    own = hit.index.part_at(hit.span.start)
    wanted = member + own.pointer[len(record) :] if own is not None else ""
    part = hit.index.scalar_at.get(wanted)
    if part is None or not part.content or fold(part.content) in used:
        return None
    source = hit.index.source
    return Evidence(source.id, source.role, part.span, part.content, part.pointer)


def _is_name_field(pointer: str) -> bool:
    return "name" in name_words(next((step for step in reversed(pointer.split("/")) if not step.isdigit()), ""))


def _says(name: str, inquiry: Inquiry) -> bool:
    """True where a user turn says the name."""
    words = fold_words(name)
    users = tuple(index for index in inquiry.context.sources if index.source.role is Role.USER and index.word_set.issuperset(words))
    return bool(words) and next(phrase_hits(users, name), None) is not None


def _in_prose(leaf: Leaf, slot: Slot, hits: list[Hit], used: set[str], inquiry: Inquiry) -> Stranger | None:
    """The name that the call passes is followed, in the same sentence, by another contact of this kind, and this one stands elsewhere."""
    if slot.kind is Kind.IDENTIFIER or not hits or not slot.words <= _PLAIN_SLOT or any(hit.index.parts is not None for hit in hits):
        return None
    own = {hit.span for hit in hits}
    for other in inquiry.leaves:
        if other.path[:-1] != leaf.path[:-1] or inquiry.kind_of(other) is not Kind.NAME or not isinstance(other.value, str):
            continue
        sources = tuple({id(hit.index): hit.index for hit in hits}.values())
        beside = [_contact_after(place, slot) for place in phrase_hits(sources, other.value)]
        contacts = [contact for contact in beside if contact is not None]
        if contacts and not any(contact.span in own for contact in contacts) and not any(fold(contact.span.of(contact.index.content)) in used for contact in contacts):
            return Stranger(other.value, contacts[0].evidence(), Outcome.UNDECIDED)
    return None


def _contact_after(place: Hit, slot: Slot) -> Hit | None:
    mentions = place.index.mentions(STRICT_GROUPS[slot.kind])
    after = next((mention for mention in mentions if mention.span.start >= place.span.end), None)
    if after is None or after.span.start - place.span.end > MAX_AWAY:
        return None
    between = place.index.content[place.span.end : after.span.start]
    return None if _BREAKS.search(between) else Hit(place.index, after.span, mention=after)
