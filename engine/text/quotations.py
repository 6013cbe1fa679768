"""Quotations of an answer held against the sources: verbatim up to typography, altered, or nowhere.

A quotation is folded like every text (case, accents, width, quotation marks, dashes, soft hyphens and Markdown do not count), cut at an editor's
ellipsis or [insertion], and each piece must stand in one source in order. Figures inside it must be the same figures. Where a piece does not stand,
the place that shares most of its words is the nearest passage; only a few such places are compared letter by letter, so the cost stays linear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

from ..admission import STOPWORDS
from ..index import SourceIndex
from ..normalize import fold, fold_words, is_unspaced, stem
from ..types import Span

MIN_WORDS = 4
"""A shorter quoted stretch is a title, a term or a scare quote, unless a word of saying stands before it."""
MIN_REPORTED_WORDS = 3
MIN_UNSPACED_CHARS = 4
ALTERED_SHARE = 0.75
"""From this similarity (0-1) on, the nearest passage is what the quotation was made from; below it the quotation is invented."""
RESTATED_SHARE = 0.5
"""From this similarity on, a quoted question is the user's own put straight."""
MAX_GAP_CHARS = 2000
"""How much of a source an ellipsis may leave out."""
MAX_BREAKS = 4
MAX_BREAK_CHARS = 200
"""How often, and for how long, words of saying may break a quotation in the source."""
MIN_RUN_WORDS = 2
_MAX_PLACES = 200
_MAX_QUOTE_WORDS = 400

_STYLES = (
    ("“", re.compile(r"“([^“”]{1,3000})”")),
    ("„", re.compile(r"„([^„“”]{1,3000})[“”]")),
    ("«", re.compile(r"«\s{0,2}([^«»]{1,3000})»")),
    ("»", re.compile(r"»(?=\S)([^«»]{1,3000})«")),
    ("「", re.compile(r"「([^「」]{1,3000})」")),
    ("『", re.compile(r"『([^『』]{1,3000})』")),
    ("‹", re.compile(r"‹([^‹›]{1,3000})›")),
    ("‘", re.compile(r"‘(?<![\w'’]‘)([^‘\n]{1,600})’(?!\w)")),
    ('"', re.compile(r"\"(?<![\w\"]\")(?![\s\"])([^\"]{1,3000})\"(?!\w)")),
)
_SINGLE_OPENS = re.compile(r"'(?<![\w']')(?![\s'])")
_SINGLE = re.compile(r"'(?<![\w']')(?![\s']|(?:s|m|t|d|re|ll|ve)\b)([^'\n]{1,400}(?:\w'\w[^'\n]{0,300}){0,6})'(?!\w)")
_BLOCK_QUOTE = re.compile(r"(?:^[ ]{0,3}>[^\n]{0,2000}(?:\n|\Z))+", re.MULTILINE)
_BLOCK_MARK = re.compile(r"^[ ]{0,3}>[ \t]?", re.MULTILINE)
_CUT = re.compile(r"\[(?:\.{3,4}|…)\]|\((?:\.{3}|…)\)|\.{3,4}|…|\[[^\[\]\n]{0,60}\]")
_NUMBER = re.compile(r"(?:(?<![\w.)])[-−+])?\d+(?:[.,:/'’]\d+)*")
_SAYING = re.compile(
    r"(?:\b(?:says?|said|states?|stated|reads?|writes?|wrote|quotes?|quoted|notes?|noted|reports?|reported|claims?|claimed|according to|verbatim|wording|phrases?"
    r"|added|adds|argued|argues|declared|sagte|schrieb|heißt|lautet|dit|écrit|dijo|dice)\b[^.\n\"“„«]{0,40}|[:：])\s{0,3}\Z",
    re.I,
)
_INSTRUCTION = re.compile(
    r"\b(?:say|type|enter|write|reply|respond|answer|ask|click|press|choose|select|search(?: for)?|tap|open|called|titled|entitled|named|labell?ed|known as|mean|means"
    r"|so-called|send|subject(?: line)?|button|tab|menu|option|use|try|such as|like|e\.g\.|for example|rewrite|rephrase|instead of)[\s,:]{1,3}(?:the |a "
    r"|an |with |as |this:? )?\Z",
    re.I,
)
_SMALL = frozenset("a an and as at but by for from in into nor of on or over the to up via with vs und der die das de la le et y el los des du".split())


_INTERJECTION = re.compile(r"[^\w\"”’'»]{0,4}[\"”’'»][^\"“”«»]{0,180}[\"“‘'«][^\w]{0,4}")
_SMALL_WORDS = STOPWORDS - {"not", "no", "now", "off", "out", "up", "new"} | _SMALL
_TURNING = frozenset(map(stem, ("not", "no", "never", "none", "nor", "without", "only", "hardly", "barely", "almost", "nearly", "unless", "except")))


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quoted stretch; `inner` is what stands between the marks. `block` marks a Markdown block quotation."""

    span: Span
    inner: Span
    block: bool = False


class Standing(StrEnum):
    """How a quotation stands in the sources: word for word, as the user's question put straight, with other small words only, changed, or not at all."""

    VERBATIM = "verbatim"
    RESTATED = "restated"
    SLIGHT = "slight"
    ALTERED = "altered"
    INVENTED = "invented"


@dataclass(frozen=True, slots=True)
class QuoteMatch:
    """How a quotation stands; `index` and `place` (a span of `index.content`) say where, `similarity` is between 0 and 1."""

    standing: Standing
    index: SourceIndex | None = None
    place: Span | None = None
    similarity: float = 0.0


def find_quotations(text: str) -> tuple[Quotation, ...]:
    """The quoted stretches of a text in any style of marks, in order, not inside one another."""
    found = list(_found(text))
    found.sort(key=lambda quotation: (quotation.span.start, -quotation.span.end))
    kept: list[Quotation] = []
    for quotation in found:
        if not kept or quotation.span.start >= kept[-1].span.end:
            kept.append(quotation)
    return tuple(kept)


def _found(text: str) -> Iterator[Quotation]:
    styles = [pattern for mark, pattern in _STYLES if mark in text]
    if "'" in text and _SINGLE_OPENS.search(text) is not None:
        styles.append(_SINGLE)
    for start, end in _paragraphs(text) if styles else ():
        for pattern in styles:
            for match in pattern.finditer(text, start, end):
                yield Quotation(Span(*match.span()), Span(*match.span(1)))
    if ">" in text:
        for match in _BLOCK_QUOTE.finditer(text):
            yield Quotation(Span(*match.span()), Span(*match.span()), block=True)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Stretches between blank lines: no quotation mark is paired with one of another paragraph."""
    start = 0
    for gap in re.finditer(r"\n[ \t]{0,80}\n", text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def quoted_text(text: str, quotation: Quotation) -> str:
    """What is quoted, without the marks of a block quotation."""
    inner = quotation.inner.of(text)
    return _BLOCK_MARK.sub("", inner) if quotation.block else inner


def is_judged(text: str, quotation: Quotation) -> bool:
    """True where the quoted stretch claims to repeat somebody's words: long enough, no title, and not what the reader is told to say or click."""
    inner = quoted_text(text, quotation)
    before = text[max(0, quotation.span.start - 80) : quotation.span.start]
    if is_unspaced(inner):
        return sum(char.isalnum() for char in inner) >= MIN_UNSPACED_CHARS
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", inner)
    reported = _SAYING.search(before) is not None
    if len(words) < (MIN_REPORTED_WORDS if reported and not before.rstrip().endswith((":", "：")) else MIN_WORDS):
        return False
    return not (_INSTRUCTION.search(before) is not None or (not reported and _is_title(words)))


def _is_title(words: Sequence[str]) -> bool:
    telling = [word for word in words if word.casefold() not in _SMALL]
    return bool(telling) and all(word[0].isupper() or word[0].isdigit() for word in telling) and len(words) <= 16


def match_quotation(quoted: str, sources: Iterable[SourceIndex]) -> QuoteMatch:
    """How a quoted text stands in the sources, the best standing of all of them."""
    pieces = [piece for piece in (fold(piece) for piece in _CUT.split(quoted)) if piece]
    if not pieces:
        return QuoteMatch(Standing.VERBATIM)
    listed = tuple(sources)
    numbers = _numbers(_CUT.sub(" ", quoted))
    for index in listed:
        place = _verbatim(pieces, index)
        if place is not None and not numbers - _numbers(_around(index, place)):
            return QuoteMatch(Standing.VERBATIM, index, place, 1.0)
    best = max((_nearest(pieces, index) for index in listed), key=lambda match: match.similarity, default=QuoteMatch(Standing.INVENTED))
    if quoted.rstrip().endswith(("?", "？")) and best.similarity >= RESTATED_SHARE:
        return QuoteMatch(Standing.RESTATED, best.index, best.place, best.similarity)
    if best.similarity < ALTERED_SHARE or best.index is None or best.place is None:
        return QuoteMatch(Standing.INVENTED, similarity=best.similarity)
    slight = _is_slight(pieces, numbers, _around(best.index, best.place))
    return QuoteMatch(Standing.SLIGHT if slight else Standing.ALTERED, best.index, best.place, best.similarity)


def _is_slight(pieces: list[str], numbers: Counter[str], passage: str) -> bool:
    """True where only small words or endings differ: every telling word, figure and negation of the quotation stands in the passage, and none is lost."""
    quoted = {stem(word) for piece in pieces for word in piece.split() if word not in _SMALL_WORDS}
    stood = {stem(word) for word in fold_words(passage) if word not in _SMALL_WORDS}
    return quoted <= stood and len(stood - quoted) <= 1 and not (stood - quoted) & _TURNING and not numbers - _numbers(passage)


def _verbatim(pieces: list[str], index: SourceIndex) -> Span | None:
    """Where all pieces stand in order, from the first to the end of the last; a piece may be broken by words of saying between quotation marks."""
    found = _in_order(pieces, index, gap=MAX_GAP_CHARS)
    if found is not None or len(pieces) != 1 or len(pieces[0].split()) < 2 * MIN_WORDS:
        return found
    return _interrupted(pieces[0].split(), index)


def _interrupted(words: list[str], index: SourceIndex) -> Span | None:
    """Where the words stand broken once or more by an attribution: `... the geese," she said. "They bite"`."""
    start, first, end = 0, None, 0
    for _ in range(MAX_BREAKS):
        length = _longest(words[start:], index, after=end)
        if length is None or length[0] < MIN_RUN_WORDS:
            return None
        place = length[1]
        if first is not None and not _INTERJECTION.fullmatch(index.content[end : place.start]):
            return None
        first = place.start if first is None else first
        start, end = start + length[0], place.end
        if start == len(words):
            return Span(first, end)
    return None


def _longest(words: list[str], index: SourceIndex, *, after: int) -> tuple[int, Span] | None:
    """How many of the first words stand together shortly behind `after`, and where; found by halving, since fewer words stand where more do."""
    last = after + MAX_BREAK_CHARS if after else len(index.content)
    low, high = 0, len(words)
    best: Span | None = None
    while low < high:
        middle = (low + high + 1) // 2
        place = next((place for place in index.phrase(" ".join(words[:middle])) if after <= place.start <= last), None)
        if place is None:
            high = middle - 1
        else:
            low, best = middle, place
    return None if best is None else (low, best)


def _in_order(pieces: list[str], index: SourceIndex, *, gap: int) -> Span | None:
    for first in _places(pieces[0], index):
        end = first.end
        for piece in pieces[1:]:
            following = next((place for place in _places(piece, index) if end <= place.start <= end + gap), None)
            if following is None:
                break
            end = following.end
        else:
            return Span(first.start, end)
    return None


def _places(piece: str, index: SourceIndex) -> list[Span]:
    found = index.phrase(piece)
    if found:
        return found
    squashed = piece.replace(" ", "")
    if len(squashed) < 8 or any(char.isdigit() for char in squashed):
        return []
    at = index.squashed.find(squashed)
    place = index.squashed_span(at, len(squashed)) if at >= 0 else None
    return [] if place is None else [place]


def _numbers(text: str) -> Counter[str]:
    return Counter(match[0].replace("−", "-").lstrip("+") for match in _NUMBER.finditer(text))


def _around(index: SourceIndex, place: Span) -> str:
    """The text of a place with the sign before it and the rest of a number behind it."""
    return index.content[max(0, place.start - 1) : place.end]


def _nearest(pieces: list[str], index: SourceIndex) -> QuoteMatch:
    """The window of a source that shares most words with the quotation, compared letter by letter."""
    words = " ".join(pieces).split()[:_MAX_QUOTE_WORDS]
    votes: Counter[int] = Counter()
    for at, word in enumerate(words):
        places = index.stem_places.get(stem(word), ())
        if 0 < len(places) <= _MAX_PLACES:
            votes.update(max(0, place - at) // 4 for place in places)
    best = QuoteMatch(Standing.INVENTED)
    for slot, _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0]))[:3]:
        start = max(0, slot * 4 - 3)
        stop = min(len(index.words), slot * 4 + len(words) + 6)
        window = " ".join(index.words[start:stop])
        aligned = fuzz.partial_ratio_alignment(" ".join(words), window, processor=None, score_cutoff=0)
        if aligned is None or aligned.score / 100 <= best.similarity:
            continue
        first = start + window.count(" ", 0, aligned.dest_start)
        last = min(stop - 1, start + window.count(" ", 0, max(aligned.dest_start, aligned.dest_end - 1)))
        place = Span(index.word_places[first][0], index.word_places[last][1])
        best = QuoteMatch(Standing.ALTERED, index, place, aligned.score / 100)
    return best


def copied(text: str, sources: Iterable[SourceIndex]) -> bool:
    """True where the text, folded, stands word for word in one of the sources."""
    words = " ".join(fold_words(text))
    return bool(words) and any(index.phrase(words) for index in sources)
