"""Codes and short words that follow from the context: the currency of an amount, the zone of a city, the country of a state, the days of a
stretch of the week, a file that a listing named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from . import tables
from .index import SourceIndex
from .inputs import scalars
from .json_walk import Leaf
from .normalize import fold, stem
from .search import Hit, path_hits, phrase_hits
from .slots import Slot
from .types import Kind, Role, Span
from .values import Group
from .values.money import currencies
from .values.units import names_of, unit_of

if TYPE_CHECKING:
    from .inquiry import Inquiry

_ZONE = re.compile(r"[A-Za-z]{2,20}(?:/[A-Za-z_+-]{2,30}){1,2}")
_SELF_WORDS = frozenset(("me", "self", "myself", "current_user", "currentuser"))
_OWN = re.compile(r"\b(?:my|me|mine|I|I'm)\b")
_TAG = re.compile(r"([A-Za-z]{2,3})[-_]([A-Za-z]{2})")
MAX_TAG_GAP = 12
"""Characters between the language and its country (`Portuguese from Brazil`)."""
_DAYS: tuple[str, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = r"(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?"
_STRETCH = re.compile(rf"\b{_DAY}\.?\s*(?:to|through|thru|until|till|-|–)\s*{_DAY}\b", re.IGNORECASE)
_ONE_DAY = re.compile(rf"\b{_DAY}\b", re.IGNORECASE)
_EXCEPTS = re.compile(r"\b(?:except|excluding|other than|but not|not on|never)\b", re.IGNORECASE)
"""Where a stretch of the week has an exception, or is ruled out, nothing follows from it."""
_NAMED_STRETCHES = (
    (re.compile(r"\b(?:weekdays?|workdays?|working days?|business days?)\b", re.IGNORECASE), frozenset(_DAYS[:5])),
    (re.compile(r"\bweekends?\b", re.IGNORECASE), frozenset(_DAYS[5:])),
    (re.compile(r"\b(?:every ?day|daily|each day|all week|seven days a week)\b", re.IGNORECASE), frozenset(_DAYS)),
)
MAX_UNIT_CHARS = 30
_UNIT_SLOTS = frozenset(stem(word) for word in "unit units scale system".split())
"""Only here is a single letter a unit: elsewhere `m` and `F` mean many things."""
_STATES_OF = {"US state": "US", "Canadian province": "CA", "Australian state": "AU"}
_DOLLAR_READING = "USD"


def code_hits(text: str, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """The places that a code, a zone or the name of a weekday follows from."""
    sources = inquiry.context.sources
    yield from _currency_hits(text, sources)
    if len(text) > 1 or slot.words & _UNIT_SLOTS:
        yield from _unit_hits(text, sources)
    yield from _zone_hits(text, sources)
    yield from _tag_hits(text, sources)
    if text.casefold().lstrip("@") in _SELF_WORDS:
        yield from _self_hits(sources)
    yield from _weekday_hits(text, sources)
    if slot.kind is Kind.NAME or stem("country") in slot.words:
        yield from _country_hits(text, sources)


def _currency_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """The amounts in this currency; a bare `$` is read as US dollars, the usual meaning, and as no other dollar."""
    code = next((code.code for code in tables.codes_of(text) if code.scheme == tables.CURRENCY), None)
    if code is None:
        return
    for index in sources:
        for mention in index.mentions(Group.NUMERIC):
            value = mention.value
            if value.kind is not Kind.MONEY or value.unit is None:
                continue
            readings = currencies(value.unit)
            if readings == (code,) or (code == _DOLLAR_READING and value.unit == "$"):
                yield Hit(index, mention.span, "the currency of an amount", mention)


def _unit_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """The quantities in this unit, and the unit's other names where they stand alone."""
    unit = unit_of(text) if len(text) <= MAX_UNIT_CHARS else None
    if unit is None:
        return
    for index in sources:
        for mention in index.mentions(Group.NUMERIC):
            if mention.value.kind is Kind.QUANTITY and mention.value.unit == unit.symbol:
                yield Hit(index, mention.span, "the unit of a quantity", mention)
    for name in names_of(unit):
        if len(name) > 1:
            for hit in phrase_hits(sources, name):
                yield Hit(hit.index, hit.span, f"another name of the unit `{unit.symbol}`")


def _self_hits(sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """Where the user speaks of what is their own."""
    for index in sources:
        match = _OWN.search(index.content) if index.source.role is Role.USER else None
        if match is not None:
            yield Hit(index, Span(*match.span()), "the user's own")


def _tag_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """The language and the country of a tag such as `pt-BR`: both stand, in any form that the tables know, close together."""
    match = _TAG.fullmatch(text)
    if match is None:
        return
    languages = _forms(match.group(1), tables.LANGUAGE)
    countries = _forms(match.group(2).upper(), tables.COUNTRY) | _forms(match.group(2).upper(), tables.DEMONYM)
    for index in sources:
        places = [[span for form in forms if len(form) > 2 for span in index.phrase(fold(form))] for forms in (languages, countries)]
        for language in places[0]:
            for country in places[1]:
                if min(abs(country.start - language.end), abs(language.start - country.end)) <= MAX_TAG_GAP:
                    yield Hit(index, Span(min(language.start, country.start), max(language.end, country.end)), "the tag of a language")


def _forms(code: str, scheme: str) -> set[str]:
    return {form for form, known in tables.forms_of(code) if known.scheme == scheme and known.code.casefold() == code.casefold()}


def _zone_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """The city that an IANA time zone is named after."""
    if "/" in text and _ZONE.fullmatch(text):
        for hit in phrase_hits(sources, text.rpartition("/")[2].replace("_", " ")):
            yield Hit(hit.index, hit.span, "the time zone of a city")


def _weekday_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """A stretch of the week (`weekdays`, `Monday to Friday`) that holds this day."""
    day = _day_of(text)
    if day is None:
        return
    for index in sources:
        if _EXCEPTS.search(index.content):
            continue
        for pattern, days in _NAMED_STRETCHES:
            if day in days:
                yield from (Hit(index, Span(*match.span()), f"a day of `{match.group()}`") for match in pattern.finditer(index.content))
        for match in _STRETCH.finditer(index.content):
            first, last = (_day_of(end) for end in match.groups())
            elsewhere = index.content[: match.start()] + " " + index.content[match.end() :]
            if first and last and _is_between(day, first, last) and _ONE_DAY.search(elsewhere) is None:
                yield Hit(index, Span(*match.span()), f"a day of `{match.group()}`")


@lru_cache(maxsize=64)
def _day_of(text: str) -> str | None:
    folded = text.strip().casefold().rstrip(".")
    return next((day for day in _DAYS if len(folded) >= 3 and (day.startswith(folded) or folded == f"{day}s")), None)


def _is_between(day: str, first: str, last: str) -> bool:
    start = _DAYS.index(first)
    return (_DAYS.index(day) - start) % 7 <= (_DAYS.index(last) - start) % 7


def _country_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """A state or province, by its full name, of the country."""
    wanted = {code.code for code in tables.codes_of(text) if code.scheme == tables.COUNTRY}
    for scheme, country in _STATES_OF.items():
        if country in wanted:
            for name in tables.names_in(scheme):
                for hit in phrase_hits(sources, name):
                    yield Hit(hit.index, hit.span, f"the country of a {scheme}")


def listed_path_hits(text: str, inquiry: Inquiry) -> Iterator[Hit]:
    """A path joined from a folder that an earlier call was given and a name that its result lists."""
    folder, mark, name = text.replace("\\", "/").rpartition("/")
    if not mark or not name:
        return
    listings = {call.id for call in inquiry.context.calls if call.id and _was_given(call.arguments, folder)}
    for index in inquiry.context.sources:
        if index.source.role is Role.TOOL and index.source.call_id in listings and not index.source.is_error:
            for hit in path_hits((index,), name):
                yield Hit(hit.index, hit.span, "a file of a listed folder")


def moved_path_hits(leaf: Leaf, inquiry: Inquiry) -> Iterator[Hit]:
    """The name of another path of the call in a folder that the user names: where a file goes when it is moved or copied."""
    text = str(leaf.value)
    folder, mark, name = text.replace("\\", "/").rpartition("/")
    others = [other for other in inquiry.leaves if other.pointer != leaf.pointer and isinstance(other.value, str)]
    if not mark or not any(str(other.value).replace("\\", "/").rpartition("/")[2] == name and inquiry.is_grounded(other) for other in others):
        return
    users = tuple(index for index in inquiry.context.sources if index.source.role is Role.USER)
    for hit in path_hits(users, folder):
        yield Hit(hit.index, hit.span, "the same name in a named folder")


def _was_given(arguments: object, folder: str) -> bool:
    wanted = _plain_path(folder)
    return any(isinstance(value, str) and _plain_path(value) == wanted for value in scalars(arguments))  # type: ignore[arg-type]


def _plain_path(path: str) -> str:
    return fold(path.replace("\\", "/").removeprefix("./").rstrip("/"))


def joined_token_hits(leaf: Leaf, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """A long identifier that the context prints in groups (`1Z 999 AA1 01 2345 6784`)."""
    text = leaf.value
    if not isinstance(text, str) or not MIN_GROUPED <= len(text) <= MAX_GROUPED or not text.isascii() or not text.isalnum():
        return
    if not any(map(str.isdigit, text)) or not any(map(str.isalpha, text)):
        return
    pattern = _grouped(text.casefold())
    for index in sources:
        if text[:1].casefold() in index.lowered:
            for match in pattern.finditer(index.lowered):
                span = Span(*match.span())
                groups = re.split(r"[ -]", span.of(index.content))
                regular = len(groups) > 2 and all(len(group) <= MAX_GROUP and group.upper() == group for group in groups)
                dated = any(mention.span.start < span.end and span.start < mention.span.end for mention in index.mentions(Group.TEMPORAL))
                if regular and not dated and index.is_free(span) and not _has_more(index.content, span):
                    yield Hit(index, span, "printed in groups")


def _has_more(content: str, span: Span) -> bool:
    """True where another group with a digit stands right before or after: then the id is longer than the match."""
    before = re.search(r"(\w*\d\w*)[ -]$", content[max(0, span.start - 12) : span.start])
    after = re.match(r"[ -]\w*\d", content[span.end : span.end + 12])
    return before is not None or after is not None


MIN_GROUPED = 10
"""A shorter identifier could be put together from neighbouring numbers."""
MAX_GROUPED = 64
"""A longer one is not printed in groups; the longest in use, an IBAN, has 34 characters."""
MAX_GROUP = 4
"""Characters of one printed group."""


@lru_cache(maxsize=256)
def _grouped(text: str) -> re.Pattern[str]:
    return re.compile("[ -]?".join(map(re.escape, text)))
