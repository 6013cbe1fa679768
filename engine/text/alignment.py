"""Each assertion of an answer beside the windows of the evidence that say most of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import fsum, log

from ..index import SourceIndex
from ..normalize import fold_words, word_spans
from ..types import Span
from .segments import Layout, Segment, SegmentKind
from .words import FUNCTION_WORDS, root

MAX_POSTINGS = 80
"""A root in more windows than this says nothing about which one is meant."""
TOP = 3
CANDIDATES = 8
"""How many of the best windows are weighed against each other."""


@dataclass(frozen=True, slots=True)
class WindowRef:
    """One window of one passage."""

    index: SourceIndex
    number: int

    @property
    def span(self) -> Span:
        """Where it stands in the content of its source."""
        return self.index.windows.spans[self.number]


@dataclass(frozen=True, slots=True)
class Assertion:
    """One assertion: its words folded and rooted, what of it stands nowhere (`novel`), and its best windows, with the share of it that the
    first one, two and three of them say (`covered`). A value counts as one piece of content, `anchored` to the windows that hold it.
    """

    segment: Segment
    span: Span
    words: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    content: tuple[str, ...]
    weights: tuple[float, ...]
    novel: tuple[str, ...]
    best: tuple[WindowRef, ...]
    covered: tuple[float, ...]
    pairs: float
    triples: float
    verbatim: bool
    leads_in: bool
    substituted: tuple[tuple[str, str], ...]
    anchored: Mapping[str, frozenset[tuple[SourceIndex, int]]]

    @property
    def window_words(self) -> tuple[frozenset[str], frozenset[str]]:
        """The folded words of all best windows together, and of the best one."""
        if not self.best:
            return frozenset(), frozenset()
        first = frozenset(self.best[0].index.windows.words_of(self.best[0].number))
        rest = (ref.index.windows.words_of(ref.number) for ref in self.best[1:])
        return first.union(*rest), first


class EvidenceBase:
    """The passages of one inquiry, searchable by word root."""

    def __init__(self, passages: tuple[SourceIndex, ...], question: SourceIndex | None) -> None:
        self.passages = passages
        self.question = question
        self.windows = [index.windows for index in passages]
        self.facts = tuple(fact for index in passages for fact in index.key_facts)
        self.structured = any(index.is_structured for index in passages)
        self.total = max(1, sum(len(windows.ranges) for windows in self.windows))
        self.asked = question.windows.postings if question is not None else {}
        self._postings = [(number, windows.postings) for number, windows in enumerate(self.windows)]
        self._places: dict[str, list[tuple[int, list[int]]]] = {}
        self._offsets = list(accumulate((len(windows.ranges) for windows in self.windows), initial=0))
        self._numbers: dict[str, list[int]] = {}

    def places(self, own: str) -> list[tuple[int, list[int]]]:
        """The passages that hold a root, with its windows in each."""
        found = self._places.get(own)
        if found is None:
            found = self._places[own] = [(number, postings[own]) for number, postings in self._postings if own in postings]
        return found

    def numbers(self, own: str) -> list[int]:
        """The windows that hold a root, numbered through all passages."""
        found = self._numbers.get(own)
        if found is None:
            found = self._numbers[own] = [self.number(passage, window) for passage, row in self.places(own) for window in row]
        return found

    def number(self, passage: int, window: int) -> int:
        """The number of a window of a passage, counted through all passages."""
        return self._offsets[passage] + window

    def window(self, number: int) -> tuple[int, int]:
        """The passage and the window of it that have this number."""
        passage = bisect_right(self._offsets, number) - 1
        return passage, number - self._offsets[passage]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A value of the answer as one unit of content, whatever its spelling: its span, and the windows that hold it by passage."""

    span: Span
    places: tuple[tuple[int, tuple[int, ...]], ...]


def align(layout: Layout, base: EvidenceBase, anchors: Sequence[Anchor]) -> Iterator[Assertion]:
    """The assertions of an answer in order, each with its best windows; `anchors` are its values in order."""
    at = 0
    for segment in layout.segments:
        if segment.kind in (SegmentKind.HEADING, SegmentKind.CODE):
            continue
        while at < len(anchors) and anchors[at].span.end <= segment.span.start:
            at += 1
        last = at
        while last < len(anchors) and anchors[last].span.start < segment.span.end:
            last += 1
        yield _aligned(layout, segment, base, anchors[at:last])


def _anchored(places: list[tuple[int, int]], offset: int, anchors: Sequence[Anchor]) -> list[Anchor | None]:
    """The anchor that each word is part of."""
    found: list[Anchor | None] = [None] * len(places)
    for anchor in anchors:
        at = max(0, bisect_left(places, (anchor.span.start - offset, 0)) - 1)
        while at < len(places) and offset + places[at][0] < anchor.span.end:
            if anchor.span.start < offset + places[at][1]:
                found[at] = anchor
            at += 1
    return found


def _aligned(layout: Layout, segment: Segment, base: EvidenceBase, anchors: Sequence[Anchor]) -> Assertion:
    text = segment.span.of(layout.masked)
    words = fold_words(text)
    spots = word_spans(text)
    held = _anchored(spots, segment.span.start, anchors) if anchors else [None] * len(words)
    roots = [root(word) for word in words]
    content: list[str] = []
    weights: list[float] = []
    novel: list[str] = []
    rows: dict[str, list[tuple[int, list[int]]]] = {}
    scores: dict[int, float] = {}
    chain_of: list[str] = []
    before = ""
    pairs: list[tuple[str, str]] = []
    for word, own, anchor in zip(words, roots, held, strict=True):
        if anchor is not None:
            own = f"#{anchor.span.start}"
            if own not in rows:
                rows[own] = [(passage, list(numbers)) for passage, numbers in anchor.places]
                content.append(own)
                weights.append(log(1 + base.total))
                for passage, numbers in anchor.places:
                    for number in numbers:
                        place = base.number(passage, number)
                        scores[place] = scores.get(place, 0.0) + log(1 + base.total)
            before = ""
            continue
        if word in FUNCTION_WORDS or len(word) < 2 and not word.isdigit() and word.isascii():
            continue
        if before:
            pairs.append((before, own))
        before = own
        chain_of.append(own)
        if own in rows:
            continue
        found = rows[own] = base.places(own)
        if not found and own in base.asked:
            continue
        content.append(own)
        count = sum(len(row) for _, row in found)
        weight = log(1 + base.total / count) if count else log(1 + base.total)
        weights.append(weight)
        if not found:
            novel.append(word)
            continue
        if count <= MAX_POSTINGS:
            for place in base.numbers(own):
                scores[place] = scores.get(place, 0.0) + weight
    best, covered = _greedy(content, weights, rows, [base.window(place) for place in _best_scored(scores)])
    triples = [f"{words[at]} {words[at + 1]} {words[at + 2]}" for at in range(len(words) - 2)]
    lost_pairs, lost_triples = set(pairs), set(triples)
    for windows in base.windows:
        lost_pairs = lost_pairs - windows.pairs  # never in place, which would walk the whole passage
        lost_triples = lost_triples - windows.triples
    new_pairs = [pair for pair in pairs if pair in lost_pairs]
    new_triples = [triple for triple in triples if triple in lost_triples]
    share = 1 - len(new_triples) / len(triples) if triples else 0.0
    verbatim = bool(words) and (not new_triples and _stands(words, base) or _is_copied(segment.span.of(layout.text), text, base))
    offset = segment.span.start
    return Assertion(
        segment=segment,
        span=segment.span,
        words=tuple(words),
        places=tuple((offset + start, offset + end) for start, end in spots),
        content=tuple(content),
        weights=tuple(weights),
        novel=tuple(novel),
        best=tuple(WindowRef(base.passages[passage], number) for passage, number in best),
        covered=covered,
        pairs=1 - len(new_pairs) / len(pairs) if pairs else 0.0,
        triples=share,
        verbatim=verbatim,
        leads_in=text.endswith(":"),
        anchored={
            name: frozenset((base.passages[passage], number) for passage, numbers in found for number in numbers)
            for name, found in rows.items()
            if name.startswith("#")
        },
        substituted=tuple(_substituted(chain_of, base)) if new_triples else (),
    )


def _substituted(roots: list[str], base: EvidenceBase) -> Iterator[tuple[str, str]]:
    """Content words that stand between the same two neighbours as another word of the evidence, with that other word."""
    frames = [(left, right) for left, right in zip(roots, roots[2:], strict=False)]
    framed = set(frames)
    held = [windows for windows in base.windows if not windows.between.keys().isdisjoint(framed)]
    for at, frame in enumerate(frames if held else (), start=1):
        own = roots[at]
        for windows in held:
            row = windows.between.get(frame)
            if row and own not in row and (frame[0], own) not in windows.pairs and (own, frame[1]) not in windows.pairs:
                yield own, row[0]


def _stands(words: list[str], base: EvidenceBase) -> bool:
    needle = f" {' '.join(words)} "
    return any(needle in index.stream for index in base.passages)


def _is_copied(original: str, masked: str, base: EvidenceBase) -> bool:
    """True where masking changed the text, and the text as it was stands in a passage."""
    return original != masked and any(original in index.content for index in base.passages)


def _best_scored(scores: dict[int, float]) -> list[int]:
    """The windows of the highest scores, the first ones where they are equal."""
    if len(scores) > CANDIDATES:
        bar = sorted(scores.values(), reverse=True)[CANDIDATES - 1]
        scores = {key: score for key, score in scores.items() if score >= bar}
    return sorted(scores, key=lambda key: (-scores[key], key))[:CANDIDATES]


def _greedy(
    content: list[str], weights: list[float], rows: dict[str, list[tuple[int, list[int]]]], candidates: list[tuple[int, int]]
) -> tuple[list[tuple[int, int]], tuple[float, ...]]:
    """Up to three windows that together say most of the assertion, and the share of its weight said by the first 1, 2 and 3 of them.

    The sums are exact, so that they do not depend on the order in which a set yields its members.
    """
    total = sum(weights) or 1.0
    holds: dict[tuple[int, int], set[str]] = {key: set() for key in candidates}
    wanted: dict[int, list[tuple[int, set[str]]]] = {}
    for key in candidates:
        wanted.setdefault(key[0], []).append((key[1], holds[key]))
    for own, found in rows.items():
        for passage, row in found:
            for number, held in wanted.get(passage, ()):
                if (at := bisect_left(row, number)) < len(row) and row[at] == number:
                    held.add(own)
    chosen: list[tuple[int, int]] = []
    said: set[str] = set()
    covered: list[float] = []
    weight_of = dict(zip(content, weights, strict=True))
    for _ in range(TOP):
        gains = [(fsum(weight_of[own] for own in holds[key] - said), key) for key in candidates if key not in chosen]
        gain, key = max(gains, key=lambda pair: (pair[0], -pair[1][0], -pair[1][1]), default=(0.0, (0, 0)))
        if gain <= 0:
            break
        chosen.append(key)
        said |= holds[key]
        covered.append(fsum(weight_of[own] for own in said) / total)
    while len(covered) < TOP:
        covered.append(covered[-1] if covered else 0.0)
    return chosen, tuple(covered)
