"""What a citation mark points at, and whether that source holds what the mark is put behind.

A cite resolves by the id of a source, by the number that closes its id where all ids are numbered (`doc-3`), by its place where ids say nothing
about order (then any passage may be meant, since passages have no order of their own), by a label that stands in a source that holds several
numbered documents, by author and year in one sentence, by the canonical form of a URL, or by the words of its title. What resolves to nothing is dead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from ..index import SourceIndex
from ..normalize import fold, fold_words, stem
from ..types import Role, Span
from ..values import Group
from ..values.addresses import find_urls, url_key
from .citation_marks import CitationMark, MarkStyle

D = TypeVar("D")

_NUMBERED_ID = re.compile(r"[^\W\d_]{0,12}[-_ .:#]{0,2}0{0,3}(\d{1,4})")
_LAST_NUMBER = re.compile(r"(?:^|[^\w]|(?<=[^\W\d]))0{0,3}(\d{1,4})\Z")
_LABELS = re.compile(
    r"(?:[\[［【(]|(?:document|passage|source|context|chunk|reference|doc|article|result|snippet)[\s#:_-]{0,2}|^[ \t]{0,4})(\d{1,3})(?=[\]］】):.]|\s?[\n:-])",
    re.I | re.MULTILINE,
)
_SEPARATORS = re.compile(r"[\s._:#-]+")
_WEAK_TITLE = frozenset("the a an of and for in on to our your report policy document page guide manual section pdf p pp md txt html".split())
_UNSEEN = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_AUTHOR_WINDOW = 160


class Resolution(StrEnum):
    """How a cite ended: one source, one of several, none, or none that the mark surely promised."""

    RESOLVED = "resolved"
    AMBIGUOUS = "ambiguous"
    DEAD = "dead"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Target:
    """The sources that a mark may mean. `region` narrows a single source to the numbered document inside it that the label names."""

    resolution: Resolution
    sources: tuple[SourceIndex, ...] = ()
    region: Span | None = None
    cite: str = ""


class CitableSources:
    """The sources an answer may cite: passages and tool outputs by id, and numbered documents that any source holds."""

    def __init__(self, sources: Iterable[SourceIndex]) -> None:
        self.all = tuple(sources)
        self.passages = tuple(index for index in self.all if index.source.role in (Role.EVIDENCE, Role.TOOL))

    @cached_property
    def ids(self) -> frozenset[str]:
        """The ids by which passages are cited."""
        return frozenset(index.source.id for index in self.passages)

    @cached_property
    def _by_id(self) -> dict[str, SourceIndex]:
        found: dict[str, SourceIndex] = {}
        for index in self.passages:
            for key in filter(None, (index.source.id, index.source.call_id, index.source.tool)):
                found.setdefault(_squeezed(key), index)
        return found

    @cached_property
    def _by_number(self) -> dict[str, SourceIndex] | None:
        """Passages by the number of their id, or None where not every passage id is a number with a short word before it."""
        found: dict[str, SourceIndex] = {}
        for index in self.passages:
            if index.source.role is not Role.EVIDENCE:
                continue
            match = _NUMBERED_ID.fullmatch(index.source.id)
            if match is None or match[1] in found:
                return None
            found[match[1]] = index
        return found

    @cached_property
    def _labels(self) -> dict[str, list[tuple[SourceIndex, Span]]]:
        """The numbered documents inside a source, by number, where it holds at least two."""
        found: dict[str, list[tuple[SourceIndex, Span]]] = {}
        for index in self.all:
            if index.source.role is Role.ASSISTANT:
                continue
            labels = list(_LABELS.finditer(index.content))
            if not labels or (len(labels) < 2 and index.source.role is Role.EVIDENCE):
                continue
            ends = [label.start() for label in labels[1:]] + [len(index.content)]
            for label, end in zip(labels, ends, strict=True):
                found.setdefault(label[1], []).append((index, Span(label.start(), end)))
        return found

    @cached_property
    def _urls(self) -> dict[str, list[SourceIndex]]:
        found: dict[str, list[SourceIndex]] = {}
        for index in self.all:
            if index.source.role is not Role.ASSISTANT:
                for mention in index.mentions(Group.URL):
                    found.setdefault(mention.value.keys[0], []).append(index)
                unseen = _UNSEEN.sub("", index.content)
                if len(unseen) != len(index.content):
                    for value in find_urls(unseen):
                        found.setdefault(value.keys[0], []).append(index)
                key = url_key(index.source.id)
                if key is not None:
                    found.setdefault(key, []).append(index)
        return found

    @cached_property
    def _numbered(self) -> dict[tuple[str, Span], SourceIndex]:
        """Each numbered document inside a source as an index of its own."""
        found: dict[tuple[str, Span], SourceIndex] = {}
        for places in self._labels.values():
            for index, span in places:
                found[index.source.id, span] = SourceIndex(replace(index.source, text=span.of(index.content)))
        return found

    def cited_and_others(self, targets: Iterable[Target]) -> tuple[tuple[SourceIndex, ...], tuple[SourceIndex, ...]]:
        """What the targets lead to, and what else could have been cited: passages, or the other documents inside the same source."""
        listed = tuple(targets)
        regions = [(target.sources[0].source.id, target.region) for target in listed if target.region is not None]
        if regions:
            cited = {self._numbered[place] for place in regions}
            owners = {owner for owner, _ in regions}
            others = [index for place, index in self._numbered.items() if place[0] in owners and index not in cited]
            return tuple(cited), tuple(others)
        sources = dict.fromkeys(index for target in listed for index in target.sources)
        return tuple(sources), tuple(index for index in self.passages if index not in sources)

    def resolve(self, mark: CitationMark) -> tuple[Target, ...]:
        """One target for each thing that a mark cites."""
        return tuple(self._resolve(mark, cite) for cite in mark.cites)

    def _resolve(self, mark: CitationMark, cite: str) -> Target:
        if mark.style in (MarkStyle.LINK, MarkStyle.URL):
            return self._of_url(cite)
        if mark.style is MarkStyle.AUTHOR_YEAR:
            found = self._of_author(cite)
        elif mark.style in (MarkStyle.ATTRIBUTION, MarkStyle.SOURCE_LINE):
            found = self._of_id(cite) or self._of_title(cite)
            return found or Target(Resolution.UNCLEAR, cite=cite)
        else:
            found = self._of_id(cite) or self._of_label(cite) or self._of_place(cite) or self._of_definition(mark, cite) or self._of_words(mark, cite)
        return found or Target(Resolution.DEAD if mark.sure else Resolution.UNCLEAR, cite=cite)

    def _of_id(self, cite: str) -> Target | None:
        key = _squeezed(cite)
        index = self._by_id.get(key)
        if index is None:
            number = _LAST_NUMBER.search(cite)
            if number is not None and self._by_number is not None and (cite.isdecimal() or not any(key == _squeezed(known) for known in self._by_id)):
                index = self._by_number.get(number[1])
        return None if index is None else Target(Resolution.RESOLVED, (index,), cite=cite)

    def _of_label(self, cite: str) -> Target | None:
        number = _LAST_NUMBER.search(cite)
        places = self._labels.get(number[1], []) if number is not None else []
        if not places:
            return None
        sources = tuple(dict.fromkeys(index for index, _ in places))
        if len(places) == 1:
            return Target(Resolution.RESOLVED, sources, places[0][1], cite)
        return Target(Resolution.RESOLVED if len(sources) == 1 else Resolution.AMBIGUOUS, sources, cite=cite)

    def _of_place(self, cite: str) -> Target | None:
        """Any passage, where ids are not numbers and the cite counts no further than there are passages."""
        if not cite.isdecimal() or self._by_number is not None or not 1 <= int(cite) <= len(self.passages):
            return None
        return Target(Resolution.AMBIGUOUS if len(self.passages) > 1 else Resolution.RESOLVED, self.passages, cite=cite)

    def _of_definition(self, mark: CitationMark, cite: str) -> Target | None:
        if mark.definition is None:
            return None
        key = url_key(mark.definition.split()[-1]) if "://" in mark.definition else None
        if key is not None and key in self._urls:
            return Target(Resolution.RESOLVED, tuple(dict.fromkeys(self._urls[key])), cite=cite)
        return self._of_id(mark.definition) or self._of_title(mark.definition)

    def _of_words(self, mark: CitationMark, cite: str) -> Target | None:
        return None if cite.isdecimal() or mark.style is not MarkStyle.LABEL else self._of_title(cite)

    def _of_url(self, cite: str) -> Target:
        key = url_key(cite)
        found = self._urls.get(key, []) if key is not None else []
        if not found:
            relative = key is None and "://" not in cite
            return Target(Resolution.UNCLEAR if relative else Resolution.DEAD, cite=cite)
        return Target(Resolution.RESOLVED, tuple(dict.fromkeys(found)), cite=cite)

    def _of_author(self, cite: str) -> Target | None:
        name, _, year = cite.rpartition(" ")
        surname, year = fold(name.split()[-1] if name else cite), fold(year.rstrip("abcdefgh"))
        sources = tuple(index for index in self.all if index.source.role is not Role.ASSISTANT and _stand_together(index, surname, year))
        return Target(Resolution.RESOLVED if len(sources) == 1 else Resolution.AMBIGUOUS, sources, cite=cite) if sources else None

    def _of_title(self, cite: str) -> Target | None:
        """The sources whose id or text holds the telling words of a title: all of them in the id, or side by side in the text."""
        words = [word for word in fold_words(cite) if word not in _WEAK_TITLE]
        if not words:
            return None
        by_id = tuple(index for index in self.passages if set(words) <= set(fold_words(index.source.id)))
        phrase = fold(cite)
        sources = by_id or tuple(
            index for index in self.all if index.source.role is not Role.ASSISTANT and (index.phrase(phrase) or index.phrase(" ".join(words)))
        )
        if not sources and len(words) == 1 and len(words[0]) > 3:
            sources = tuple(index for index in self.all if index.source.role is not Role.ASSISTANT and words[0] in index.word_set)
        return Target(Resolution.RESOLVED if len(sources) == 1 else Resolution.AMBIGUOUS, sources, cite=cite) if sources else None


def _squeezed(text: str) -> str:
    return _SEPARATORS.sub("", text).casefold()


def _stand_together(index: SourceIndex, surname: str, year: str) -> bool:
    if surname not in index.word_set or year not in index.word_set:
        return False
    years = index.phrase(year)
    return any(abs(place.start - other.start) <= _AUTHOR_WINDOW for place in index.phrase(surname) for other in years)


class Fit(StrEnum):
    """Whether the cited sources hold what the mark vouches for."""

    HELD = "held"
    ELSEWHERE = "elsewhere"
    PARTLY_ELSEWHERE = "partly_elsewhere"
    NOWHERE = "nowhere"
    NOTHING_TO_CHECK = "nothing_to_check"


@dataclass(frozen=True, slots=True)
class CitationFit:
    """How a citation fits: the details that the cited sources lack although another source holds them, and the sources that do."""

    fit: Fit
    misplaced: tuple[int, ...] = ()
    holders: tuple[SourceIndex, ...] = ()


def fit_of(details: Sequence[D], cited: Sequence[SourceIndex], others: Sequence[SourceIndex], holds: Callable[[D, SourceIndex], bool]) -> CitationFit:
    """How the details of a cited stretch stand in the cited sources; `misplaced` counts in `details`. Details that stand nowhere are another rule's."""
    if not details:
        return CitationFit(Fit.NOTHING_TO_CHECK)
    missing = [number for number, detail in enumerate(details) if not any(holds(detail, index) for index in cited)]
    if not missing:
        return CitationFit(Fit.HELD)
    holders = {number: [index for index in others if holds(details[number], index)] for number in missing}
    misplaced = tuple(number for number in missing if holders[number])
    if not misplaced:
        return CitationFit(Fit.NOWHERE)
    first = tuple(dict.fromkeys(index for number in misplaced for index in holders[number]))
    whole = len(misplaced) == len(details)
    return CitationFit(Fit.ELSEWHERE if whole else Fit.PARTLY_ELSEWHERE, misplaced, first)


def topic_fit(text: str, cited: Sequence[SourceIndex], others: Sequence[SourceIndex], *, stopwords: frozenset[str]) -> CitationFit:
    """How a cited stretch without details fits: elsewhere where the cited sources share none of its content words and another shares half of them."""
    stems = {stem(word) for word in fold_words(text) if len(word) > 3 and word not in stopwords and not word.isdigit()}
    if len(stems) < 2:
        return CitationFit(Fit.NOTHING_TO_CHECK)
    if any(not stems.isdisjoint(index.stem_places) for index in cited):
        return CitationFit(Fit.HELD)
    holders = tuple(index for index in others if 2 * len(stems & index.stem_places.keys()) >= len(stems))
    return CitationFit(Fit.ELSEWHERE if holders else Fit.NOWHERE, holders=holders)
