"""Names and words that follow from the context: parts and joins of names, codes and short forms from tables, inflected or reordered words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import DamerauLevenshtein

from . import tables
from .admission import STOPWORDS
from .derive_codes import code_hits, listed_path_hits, moved_path_hits
from .index import SourceIndex
from .inputs import scalar_text
from .json_walk import Leaf
from .normalize import fold_words, stem
from .polarity import negation_in
from .search import Hit, path_hits, phrase_hits
from .slots import Slot
from .types import Effect, Kind, Role, Span

if TYPE_CHECKING:
    from .inquiry import Inquiry

MIN_JOINED = 5
"""A joined word shorter than this could be found across any two words."""
MIN_HYPHENED = 4
"""From this length on, two words that a hyphen joins (`wi-fi`) are one."""
_CLAUSE = re.compile(r"[.;!?]\s|\n")
MAX_WORDS = 12
_CREATES = ("create", "write", "save", "new", "export")


def name_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """The places that a name, a word or a short phrase follows from."""
    text = scalar_text(leaf.value)
    words = fold_words(text)
    if not words or len(words) > MAX_WORDS:
        return
    sources = inquiry.context.sources
    if slot.kind is Kind.PATH:
        yield from listed_path_hits(text, inquiry)
        yield from moved_path_hits(leaf, inquiry)
        yield from _new_file_hits(text, inquiry)
        return
    yield from _joined_hits("".join(words), sources)
    yield from table_hits(text, sources, schemes=_schemes_of(slot))
    yield from code_hits(text, slot, inquiry)
    yield from _initial_hits(text, sources)
    if "," in text:
        yield from _parted_hits(text, inquiry)
    yield from _stem_hits(words, slot, sources)
    if slot.kind is Kind.NAME:
        yield from _typo_hits(words, sources)


def _new_file_hits(text: str, inquiry: Inquiry) -> Iterator[Hit]:
    """A new file of a tool that creates one, in a folder that the context knows and beside no file of nearly the same name."""
    folder, mark, name = text.replace("\\", "/").rpartition("/")
    if not mark or not makes_files(inquiry):
        return
    if any(_is_near(name.lower(), word) for index in inquiry.context.sources for word in index.lowered.replace("/", " ").split()):
        return
    if ".." in folder.split("/") or folder in STOPWORDS:
        return
    for hit in path_hits(inquiry.context.sources, folder):
        clause = _CLAUSE.split(hit.index.content[max(0, hit.span.start - 60) : hit.span.start])[-1]
        if not negation_in(clause) and ("/" in folder or _is_folder(hit)):
            yield Hit(hit.index, hit.span, "a new file in a known folder")


def _is_folder(hit: Hit) -> bool:
    """True where a slash or a word says that the single name is a folder, or a path of the same text begins with it."""
    content = hit.index.lowered
    if re.search(rf"(?<![\w/.~-]){re.escape(hit.span.of(content))}[/\\]", content):
        return True
    around = fold_words(content[max(0, hit.span.start - 24) : hit.span.start])[-2:] + fold_words(content[hit.span.end : hit.span.end + 16])[:1]
    return bool({"folder", "directory", "dir", "folders", "directories", "into", "path"}.intersection(around))


def makes_files(inquiry: Inquiry) -> bool:
    """True for a tool that writes, and whose name or description speaks of making something new."""
    tool = inquiry.tool
    purpose = f"{inquiry.call.name} {tool.description if tool is not None else ''}".lower()
    return inquiry.effect is Effect.WRITE and any(verb in purpose for verb in _CREATES)


def _is_near(name: str, word: str) -> bool:
    return name != word and abs(len(name) - len(word)) <= 2 and DamerauLevenshtein.distance(name, word, score_cutoff=2) <= 2


def _joined_hits(joined: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """The same letters, written with other spacing (`JohnDoe`, `john_doe`, `John Doe`)."""
    if len(joined) < MIN_HYPHENED:
        return
    for index in sources:
        squashed = index.squashed
        at = squashed.find(joined)
        while at >= 0:
            span = index.squashed_span(at, len(joined))
            if span is not None and (len(joined) >= MIN_JOINED or _is_hyphened(span.of(index.content))):
                yield Hit(index, span, "other spacing")
                break
            at = squashed.find(joined, at + 1)


def _is_hyphened(text: str) -> bool:
    return "-" in text and " " not in text


_SCHEMES = (
    (frozenset(stem(word) for word in ("language", "lang", "locale")), frozenset((tables.LANGUAGE,))),
    (frozenset((stem("currency"),)), frozenset((tables.CURRENCY, tables.CRYPTO))),
    (frozenset((stem("country"), stem("nation"), stem("nationality"))), frozenset((tables.COUNTRY, tables.DEMONYM))),
)
"""Slots that name the table their values come from."""
_HOMOGRAPHS = frozenset("turkey china jordan chad polish won real turk".split())
"""Names in the tables that are everyday words in lower case."""


def _schemes_of(slot: Slot) -> frozenset[str]:
    return next((schemes for words, schemes in _SCHEMES if words & slot.words), frozenset[str]())


def table_hits(text: str, sources: tuple[SourceIndex, ...], *, schemes: frozenset[str] = frozenset()) -> Iterator[Hit]:
    """Where another form of the same thing stands, as the code tables know it; of some tables only, where the slot names them."""
    for form, code in tables.forms_of(text):
        if schemes and code.scheme not in schemes:
            continue
        for hit in phrase_hits(sources, form):
            said = hit.evidence().text
            if (len(form) > 3 or form in said) and not (said.islower() and said in _HOMOGRAPHS):
                yield Hit(hit.index, hit.span, f"{code.scheme}: {form}")


def _initial_hits(text: str, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """A run of capitalised words whose initials are the value (`San Diego` for `SD`)."""
    if not (2 <= len(text) <= 5 and text.isalpha() and text.isupper()):
        return
    pattern = _initials(text)
    for index in sources:
        for match in pattern.finditer(index.content):
            if not tables.given_name_forms(match.group().partition(" ")[0]):
                yield Hit(index, Span(*match.span()), "initials")


@lru_cache(maxsize=256)
def _initials(text: str) -> re.Pattern[str]:
    return re.compile(r"\b" + r"[ -]".join(rf"{letter}[a-z]{{1,30}}" for letter in text) + r"\b(?![ -][A-Z])")


def _parted_hits(text: str, inquiry: Inquiry) -> Iterator[Hit]:
    """A list or a place with its region (`Reno, NV`): every part stands in the context, in some form that the tables know."""
    sources = inquiry.context.sources
    first: Hit | None = None
    for part in text.split(","):
        hit = next(phrase_hits(sources, part), None) or next(table_hits(part.strip(), sources), None)
        if hit is None:
            return
        first = first or hit
    if first is not None:
        yield Hit(first.index, first.span, "its parts")


def _stem_hits(words: list[str], slot: Slot, sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """The same words, inflected or in another order, close together in one source."""
    wanted = {stem(word) for word in words if word not in STOPWORDS}
    if not wanted or any(word.isdigit() for word in wanted) or all(len(word) < 3 for word in wanted):
        return
    for index in sources:
        places = [index.stem_places.get(word) for word in wanted]
        if all(places):
            firsts = [row[0] for row in places if row]
            window = max(firsts) - min(firsts)
            if window <= len(words) * 6 + 6 or slot.kind is not Kind.NAME:
                spans = sorted(index.word_places[at] for at in firsts)
                yield Hit(index, Span(spans[0][0], spans[-1][1] if window <= len(words) * 4 + 4 else spans[0][1]), "the same words, inflected or reordered")


def _typo_hits(words: list[str], sources: tuple[SourceIndex, ...]) -> Iterator[Hit]:
    """A name one edit away, first letter and length kept, in a user turn: a typo or a variant, never for identifiers."""
    if any(len(word) < 5 or not word.isalpha() for word in words):
        return
    for index in sources:
        if index.source.role is not Role.USER:
            continue
        spans: list[tuple[int, int]] = []
        for word in words:
            close = next((at for at, other in enumerate(index.words) if _is_variant(word, other)), None)
            if close is None:
                break
            spans.append(index.word_places[close])
        else:
            yield Hit(index, Span(spans[0][0], spans[0][1]), "a spelling variant")


def _is_variant(word: str, other: str) -> bool:
    if word == other:
        return True
    if word[0] != other[:1] or len(other) < 5 or abs(len(word) - len(other)) > 1 or not other.isalpha():
        return False
    return DamerauLevenshtein.distance(word, other, score_cutoff=1) <= 1

