"""Closed choices and flags grounded by intent: the stem or a plain synonym of the value in what the user asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from .admission import STOPWORDS
from .index import SourceIndex
from .inputs import scalar_text
from .json_walk import Leaf
from .normalize import fold, name_words, stem
from .polarity import negation_in
from .search import Hit
from .slots import Slot
from .types import Json, Role, Span

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_MEMBERS = 24
MIN_SHORT_FORM = 4
"""A choice of fewer letters could begin many words."""
_GENERIC = frozenset(
    stem(word) for word in "is has have with include included includes want need use enable enabled show get set allow flag only should do true value type".split()
)
_RECURRING_WORDS = frozenset("recurring recurrent recurrence repeat repeats repeating subscription".split())
_AGAIN_AND_AGAIN = re.compile(
    r"\b(?:every|each|per) (?:\w+ )?(?:day|week|month|quarter|year|\w+day)s?\b|\b(?:daily|weekly|monthly|quarterly|yearly|annually)\b",
    re.IGNORECASE,
)
_POWER_WORDS = frozenset(("on", "power", "powered", "enabled", "active", "state"))
"""Names of flags that say whether something runs."""
_TURNED_ON = re.compile(r"\b(?:turn|switch|power)(?:ed)?\b(?: \w+){0,5}? on\b|\b(?:enable|activate)\b", re.IGNORECASE)
_TURNED_OFF = re.compile(r"\b(?:turn|switch|power|shut)(?:ed)?\b(?: \w+){0,5}? (?:off|down)\b|\b(?:disable|deactivate)\b", re.IGNORECASE)
_SYNONYMS = (
    "buy purchase order get acquire", "sell dispose", "delete remove erase", "cancel abort drop call_off", "cheap economy budget affordable",
    "expensive premium luxury upscale", "quick fast express rush", "urgent critical high immediately asap important top_priority",
    "xs extra_small", "s small", "m medium", "l large", "xl extra_large x_large", "descending desc highest top largest most latest newest best",
    "ascending asc lowest smallest least oldest earliest cheapest", "movie film cinema", "car automobile vehicle", "song music track", "kid child children",
    "adult grownup", "female woman women she girl", "male man men he boy", "warm hot heat", "cold cool", "start begin open turn_on activate switch_on launch",
    "stop end close turn_off deactivate switch_off", "celsius metric centigrade c", "fahrenheit imperial f", "kilometer km kilometre", "mile mi miles",
    "show concert gig performance", "game match sports", "doctor physician", "apartment flat", "house home", "vegetarian veggie meatless", "round_trip return roundtrip",
    "one_way single oneway",
    "gte at_least no_less_than or_more minimum", "lte at_most no_more_than or_less maximum up_to",
    "gt more_than over above greater_than exceeding", "lt less_than under below fewer_than", "eq equals equal exactly",
    "weekly week", "daily day", "monthly month", "yearly annual year annually", "email mail", "sms text",
)  # fmt: skip
_RINGS: dict[str, set[str]] = {}
"""Stemmed words and phrases, each with those that can stand for it."""
for _ring in _SYNONYMS:
    _members = {" ".join(stem(word) for word in entry.split("_")) for entry in _ring.split()}
    for _member in _members:
        _RINGS.setdefault(_member, set()).update(_members - {_member})


def choice_hits(leaf: Leaf, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the user asks for this member of a closed choice, and for no other one as clearly."""
    value = scalar_text(leaf.value)
    wanted = _content(name_words(value.replace(" ", "_")))
    if not wanted:
        return
    siblings = [_content(name_words(scalar_text(other).replace(" ", "_"))) for other in _members_of(leaf) if other != leaf.value]
    common = set[str]().union(*siblings) if siblings else set[str]()
    telling = wanted - common or wanted
    whole = " ".join(stem(word) for word in name_words(value.replace(" ", "_")))
    meant = _RINGS.get(whole, set()).union(*(_RINGS.get(word, set()) for word in telling)) - common
    for index in _asking(inquiry):
        for how, words in (("stem", telling), ("synonym", meant), ("short form", _long_forms(whole, siblings, index))):
            place = next(filter(None, (_place_of(word, index) for word in sorted(words))), None)
            if place is not None and not _is_negated(index, place[0]):
                yield Hit(index, Span(index.word_places[place[0]][0], index.word_places[place[1]][1]), f"intent ({how})")


def other_choice(leaf: Leaf, inquiry: Inquiry) -> Hit | None:
    """Where the user asks for another member of the closed choice than the leaf holds; None where for none."""
    others = [member for member in _members_of(leaf) if member != leaf.value][:MAX_MEMBERS]
    asked = ((member, hit) for member in others for hit in choice_hits(replace(leaf, value=member), inquiry))
    return next((hit for member, hit in asked if hit.how != "intent (stem)" or _is_inflected(hit.evidence().text, scalar_text(member))), None)


def _is_inflected(word: str, member: str) -> bool:
    """True where the word is one of the member's, but for its last two letters: a shared stem alone (`acted`, `action`) asks for nothing."""
    return any(fold(word).startswith(part[: max(4, len(part) - 2)]) for part in name_words(member.replace(" ", "_")))


def _place_of(words: str, index: SourceIndex) -> tuple[int, int] | None:
    """The places of the first and the last word of stemmed words that follow each other; a single letter is no word."""
    first, *others = words.split()
    if len(first) < 2:
        return None
    for at in index.stem_places.get(first, ()):
        if all(at + step in index.stem_places.get(word, ()) for step, word in enumerate(others, 1)):
            return at, at + len(others)
    return None


def _long_forms(value: str, siblings: list[set[str]], index: SourceIndex) -> set[str]:
    """The words of the text that the choice cuts short (`administrator` for `admin`), where it is the only choice that does."""
    if len(value) < MIN_SHORT_FORM or not value.isalpha() or any(value.startswith(word[:MIN_SHORT_FORM]) for words in siblings for word in words):
        return set()
    return {word for word in index.stem_places if word.startswith(value) and len(word) > len(value) + 2}


def _members_of(leaf: Leaf) -> list[Json]:
    members = leaf.schema.get("enum")
    return members if isinstance(members, list) else []


def _content(words: tuple[str, ...]) -> set[str]:
    return {stem(word) for word in words if word not in STOPWORDS and (len(word) > 1 or len(words) == 1)}


def _asking(inquiry: Inquiry) -> Iterator[SourceIndex]:
    users = [index for index in inquiry.context.sources if index.source.role is Role.USER]
    yield from reversed(users)


def _is_negated(index: SourceIndex, place: int) -> bool:
    start = index.word_places[max(0, place - 3)][0]
    return negation_in(index.content[start : index.word_places[place][0]])


def boolean_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the user speaks of what a flag stands for: in the affirmative for true, in the negative for false."""
    truth = leaf.value is True or (isinstance(leaf.value, str) and leaf.value.strip().lower() in ("true", "yes"))
    if _RECURRING_WORDS.intersection(name_words(leaf.name)):
        yield from _recurrence_hits(truth=truth, inquiry=inquiry)
    if _POWER_WORDS.intersection(name_words(leaf.name)):
        yield from _power_hits(truth=truth, inquiry=inquiry)
    cues = {word for word in slot.words - _GENERIC if len(word) > 2}
    if not cues:
        return
    for index in _asking(inquiry):
        found = (_place_of(word, index) for cue in cues for word in {cue} | _RINGS.get(cue, set()))
        places = [place[0] for place in found if place is not None]
        if places and _is_negated(index, min(places)) is not truth:
            yield Hit(index, Span(*index.word_places[min(places)]), "a cue of the flag")
        joined = [index.stem_places[word][0] for cue in cues for word in (f"non{cue}", f"un{cue}") if word in index.stem_places]
        if joined and not truth:
            yield Hit(index, Span(*index.word_places[min(joined)]), "the opposite of the flag")


def _power_hits(*, truth: bool, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the user wants something turned on, for true, or off, for false; a turn that speaks of both tells nothing."""
    wanted, other = (_TURNED_ON, _TURNED_OFF) if truth else (_TURNED_OFF, _TURNED_ON)
    for index in _asking(inquiry):
        match = wanted.search(index.content)
        if match is not None and other.search(index.content) is None:
            yield Hit(index, Span(*match.span()), "a cue of the flag")


def _recurrence_hits(*, truth: bool, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the user wants something again and again."""
    for index in _asking(inquiry):
        match = _AGAIN_AND_AGAIN.search(index.content)
        if truth and match is not None:
            yield Hit(index, Span(*match.span()), "a cue of the flag")
