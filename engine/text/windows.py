"""A source cut into windows (a sentence, a table row, a record), with an inverted index from word roots to windows.

Built once per source; everything that aligns an assertion reads it. A window is never longer than `MAX_WORDS` words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from ..json_spans import JsonPart
from ..normalize import BARRIER, name_words
from ..types import Span
from .words import FUNCTION_WORDS, root

MAX_WORDS = 60
RECORD_WORDS = 24
"""How many words of one JSON record a window collects before it is cut at the next key."""
_CUT = re.compile(
    r"(?<!\b[A-Z])(?<!\b(?:Mr|Ms|Dr|St|Jr|Sr|No|vs))(?<!\b(?:Mrs|Gov|Sen|Rep|Inc|Ltd|etc))[.!?…]{1,3}[\"'”’»)\]]{0,3}\s+(?=[\"'“‘«(\[]{0,2}[^\W_a-z])"
    r"|[.!?](?=[A-Z][a-z])|[。！？]+|\n\s*\n|\n(?=\s*(?:[^\W_a-z]|[-*•|#>(]))|\}\s*,\s*\{"
)


class Windows:
    """The windows of one source. `spans` count in the source's `content`; `ranges` in its words."""

    def __init__(self, content: str, words: list[str], places: list[tuple[int, int]], parts: tuple[JsonPart, ...] | None) -> None:
        self.roots = [root(word) for word in words]
        self.words = words
        cuts = _record_cuts(words, places, parts) if parts else _prose_cuts(content, places)
        self.ranges = list(_ranges(cuts, len(words)))
        self.spans = [Span(places[first][0], places[last - 1][1]) for first, last in self.ranges]
        self.starts = [first for first, _ in self.ranges]
        self._edges = [span.start for span in self.spans]
        self.postings: dict[str, list[int]] = {}
        self.pairs: set[tuple[str, str]] = set()
        self.between: dict[tuple[str, str], list[str]] = {}
        self.triples: set[str] = set()
        self._fill()
        for at, (start, end) in enumerate(places):
            if end - start > 5 and words[at].isascii():
                token = content[start:end]
                if not token.islower() and not token.isupper() and not token[1:].islower():
                    self._split(token, self.window_at(at))

    def _split(self, token: str, number: int) -> None:
        """Files the words of a camel-case name too."""
        parts = [root(part) for part in name_words(token)]
        for part in parts if len(parts) > 1 else ():
            row = self.postings.setdefault(part, [number])
            if number not in row:
                row.append(number)
                row.sort()
        self.pairs.update(pairwise(parts))

    def _fill(self) -> None:
        postings, pairs = self.postings, self.pairs
        for number, (first, last) in enumerate(self.ranges):
            before = earlier = ""
            for at in range(first, last):
                word = self.words[at]
                if word in FUNCTION_WORDS or word == BARRIER:
                    continue
                own = self.roots[at]
                row = postings.get(own)
                if row is None:
                    postings[own] = [number]
                elif row[-1] != number:
                    row.append(number)
                if before:
                    pairs.add((before, own))
                    if earlier:
                        self.between.setdefault((earlier, own), []).append(before)
                earlier, before = before, own
        words = self.words
        self.triples.update(f"{words[at]} {words[at + 1]} {words[at + 2]}" for at in range(len(words) - 2))

    def window_at(self, word: int) -> int:
        """The window that a word belongs to."""
        return max(0, bisect_right(self.starts, word) - 1)

    def window_over(self, place: int) -> int:
        """The window that a place in the content belongs to."""
        return max(0, bisect_right(self._edges, place) - 1)

    def roots_of(self, number: int) -> list[str]:
        """The roots of a window, function words included."""
        first, last = self.ranges[number]
        return self.roots[first:last]

    def words_of(self, number: int) -> list[str]:
        """The folded words of a window."""
        first, last = self.ranges[number]
        return self.words[first:last]


def _ranges(cuts: Iterator[int], count: int) -> Iterator[tuple[int, int]]:
    start = 0
    for cut in cuts:
        while cut - start > MAX_WORDS:
            yield start, start + MAX_WORDS
            start += MAX_WORDS
        if cut > start:
            yield start, cut
            start = cut
    while start < count:
        yield start, min(start + MAX_WORDS, count)
        start += MAX_WORDS


def _prose_cuts(content: str, places: list[tuple[int, int]]) -> Iterator[int]:
    at = 0
    for found in _CUT.finditer(content):
        end = found.end()
        while at < len(places) and places[at][0] < end:
            at += 1
        yield at


def _record_cuts(words: list[str], places: list[tuple[int, int]], parts: tuple[JsonPart, ...]) -> Iterator[int]:
    """Cuts of a JSON source: at each new list element, at a key once enough words are together, and at the sentence ends of long strings."""
    part = -1
    start = 0
    shelf = ""
    for at, word in enumerate(words):
        if at and word != BARRIER and words[at - 1] != BARRIER:
            continue
        if word != BARRIER:
            part += 1
            own = re.sub(r"/[^/]*\Z", "", parts[part].pointer) if part < len(parts) else shelf
            element = re.findall(r".*/\d+(?=/|\Z)", own)
            if (element[:1] or [""])[0] != shelf or at - start > RECORD_WORDS:
                shelf = (element[:1] or [""])[0]
                start = at
                yield at
    del places
