"""Closed choices and flags grounded by intent: the stem or a plain synonym of the value in what the user asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .admission import STOPWORDS
from .index import SourceIndex
from .inputs import scalar_text
from .json_walk import Leaf
from .normalize import name_words, stem
from .polarity import negation_in
from .search import Hit
from .slots import Slot
from .types import Json, Role, Span

if TYPE_CHECKING:
    from .inquiry import Inquiry

_GENERIC = frozenset(
    stem(word) for word in "is has have with include included includes want need use enable enabled show get set allow flag only should do true value type".split()
)
_SYNONYMS = (
    "buy purchase order get acquire", "sell dispose", "delete remove erase", "cancel abort drop call_off", "cheap economy budget affordable",
    "expensive premium luxury upscale", "quick fast express rush", "urgent critical high immediately asap", "descending highest top largest most latest newest best",
    "ascending lowest smallest least oldest earliest cheapest", "movie film cinema", "car automobile vehicle", "song music track", "kid child children",
    "adult grownup", "female woman women she girl", "male man men he boy", "warm hot heat", "cold cool", "start begin open turn_on activate switch_on launch",
    "stop end close turn_off deactivate switch_off", "celsius metric centigrade c", "fahrenheit imperial f", "kilometer km kilometre", "mile mi miles",
    "show concert gig performance", "game match sports", "doctor physician", "apartment flat", "house home", "vegetarian veggie meatless", "round_trip return roundtrip",
    "one_way single oneway", "weekly week", "daily day", "monthly month", "yearly annual year annually", "email mail", "sms text",
)  # fmt: skip
_RINGS: dict[str, set[str]] = {}
for _ring in _SYNONYMS:
    _members = {stem(word.replace("_", " ")) for word in _ring.split()}
    for _member in _members:
        _RINGS.setdefault(_member, set()).update(_members)


def choice_hits(leaf: Leaf, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the user asks for this member of a closed choice, and for no other one as clearly."""
    value = scalar_text(leaf.value)
    wanted = _content(name_words(value.replace(" ", "_")))
    if not wanted:
        return
    siblings = [_content(name_words(scalar_text(other).replace(" ", "_"))) for other in _members_of(leaf) if other != leaf.value]
    common = set[str]().union(*siblings) if siblings else set[str]()
    telling = wanted - common or wanted
    for index in _asking(inquiry):
        for how, words in (("stem", telling), ("synonym", set[str]().union(*(_RINGS.get(word, set()) for word in telling)) - common)):
            place = next((index.stem_places[word][0] for word in sorted(words) if word in index.stem_places), None)
            if place is not None and not _is_negated(index, place):
                yield Hit(index, Span(*index.word_places[place]), f"intent ({how})")


def _members_of(leaf: Leaf) -> list[Json]:
    members = leaf.schema.get("enum")
    return members if isinstance(members, list) else []


def _content(words: tuple[str, ...]) -> set[str]:
    return {stem(word) for word in words if word not in STOPWORDS and len(word) > 1}


def _asking(inquiry: Inquiry) -> Iterator[SourceIndex]:
    users = [index for index in inquiry.context.sources if index.source.role is Role.USER]
    yield from reversed(users)


def _is_negated(index: SourceIndex, place: int) -> bool:
    start = index.word_places[max(0, place - 3)][0]
    return negation_in(index.content[start : index.word_places[place][0]])


def boolean_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the user speaks of what a flag stands for: in the affirmative for true, in the negative for false."""
    truth = leaf.value is True or (isinstance(leaf.value, str) and leaf.value.strip().lower() in ("true", "yes"))
    cues = {word for word in slot.words - _GENERIC if len(word) > 2}
    if not cues:
        return
    for index in _asking(inquiry):
        places = [index.stem_places[word][0] for cue in cues for word in {cue} | _RINGS.get(cue, set()) if word in index.stem_places]
        if places and _is_negated(index, min(places)) is not truth:
            yield Hit(index, Span(*index.word_places[min(places)]), "a cue of the flag")
        joined = [index.stem_places[word][0] for cue in cues for word in (f"non{cue}", f"un{cue}") if word in index.stem_places]
        if joined and not truth:
            yield Hit(index, Span(*index.word_places[min(joined)]), "the opposite of the flag")

