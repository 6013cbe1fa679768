"""The hard details of an answer: every value that the finders read, and every name, at its span."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..normalize import fold_words, is_unspaced
from ..types import Kind, Span, Value
from ..values import Group, finder
from ..values.numbers import parse_numeric
from .entities import Pipeline, entity_spans
from .segments import Layout, Segment, SegmentKind
from .words import FUNCTION_WORDS, NEGATIONS

_ORDER = (Group.EMAIL, Group.URL, Group.PHONE, Group.TEMPORAL, Group.NUMERIC, Group.IDENTIFIER)
"""Whose reading of a stretch wins where two finders claim it."""
_CAPITAL = re.compile(
    r"(?<![\w@/.#-])[A-ZÀ-ÖØ-ÞŁŚŠŽĐĆČΑ-ΩА-ЯЁ][\w]*(?:[-'’&.](?=\w)[\w]+){0,6}(?:\.(?=\s[A-Z])(?<=\b[A-Z]\.))?"
    r"(?:(?: (?:of|the|de|du|da|del|la|le|von|van|der|den|bin|al|and|&|for|in)){0,2} [A-ZÀ-ÖØ-ÞŁŚŠŽĐĆČΑ-ΩА-ЯЁ][\w]*(?:[-'’&.](?=\w)[\w]+){0,6}\.?){0,12}"
)
_OPENERS = frozenset(
    "the a an this that these those there here it its he she they we you i his her their our your my in on at by for from with without to of as if"
    " when while where what which who why how although though because since after before during despite however additionally moreover furthermore"
    " overall also finally first second third lastly next then thus therefore hence meanwhile instead similarly likewise unfortunately fortunately"
    " currently recently eventually initially specifically generally typically usually often sometimes most many some several few both all each every"
    " another other others such only not no yes and but or so yet nor according based given unlike like into over under between among through"
    " once until unless whether either neither one two three four five six seven eight nine ten people customers customer guests guest users reviewers"
    " reviews reviewer visitors police officials researchers scientists experts critics fans note please sure certainly today yesterday tomorrow"
    " new more less much make use see remember keep avoid consider using let there’s it’s here’s".split()
)
"""Words that open sentences with a capital and name nobody."""
_UNIT_ONLY = re.compile(r"(?:an?|per|each|every|seven days a|7 days a) ?\w*|(?:seven|7) days(?: a week)?", re.IGNORECASE)
_OF_ITSELF = re.compile(r"\s(?:or (?:fewer|less) )?(?:words?|sentences?|paragraphs?|bullet points?|key points?|steps|passages?)\b", re.IGNORECASE)
_CITED_YEAR = re.compile(r"[A-Z]\w{1,20}(?: et al\.?)?,? ?\(\Z|\([A-Z][\w .&]{1,25}, \Z")
_OWN_PARTS = re.compile(r"\b(?:passages?|sources?|documents?|steps?|parts?|chapters?|sections?|option|figures?|tables?) (?:\d{1,3}(?:,? and |, ))?\Z", re.IGNORECASE)
SHORT_ANSWER = 3
"""An answer of so few words is a name where it opens with a capital."""
SHOUTED_LETTERS = 12
"""A text of no more letters than this may be capitals throughout and still be a name."""
_GLUED = re.compile(r"(?<![\w.,])(?<!\d)[0-9][0-9.,]{0,20}(?<![.,])|(?<=[\u3040-\u9fff])[0-9][0-9.,]{0,20}(?<![.,])")
CALENDAR = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april may june july"
    " august september october november december christmas easter thanksgiving halloween eve spring summer autumn winter".split()
)
"""Names of the calendar, which are dates and nobody's names."""
TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president senator governor mayor judge captain king queen prince princess saint st jr sr"
    " rep gov sen gen rev hon pm ceo former ex".split()
)


@dataclass(frozen=True, slots=True)
class Detail:
    """One detail at its span; `value` as a finder read it, None for a name. `group` says which table of the evidence may hold it.

    `opens` is True for a name at the start of a sentence, `initial` where it is one word as well: it may be no name at all.
    An `open` one shows nothing of a name but its capital, and counts only where a pipeline calls it one.
    A `glued` figure stands inside a script without spaces, where no finder reads it.
    """

    kind: Kind
    span: Span
    text: str
    value: Value | None = None
    group: Group | None = None
    initial: bool = False
    opens: bool = False
    open: bool = False
    glued: bool = False

    @property
    def likeness(self) -> tuple[object, ...]:
        """All that the search for it depends on: details of equal likeness stand in the same places."""
        value = self.value
        read = None if value is None else (value.kind, value.text, value.keys, value.amount, value.unit)
        return self.kind, self.text, self.group, self.initial, self.opens, self.open, self.glued, read


def find_details(layout: Layout, pipeline: Pipeline | None = None) -> list[Detail]:
    """The details of an answer in the order of their spans; none overlaps another.

    Words that open a sentence and show nothing of a name but a capital are left out, or decided by the `pipeline` where there is one: it reads only
    the sentences that hold one.
    """
    values = list(_values(layout.masked))
    if is_unspaced(layout.masked):
        values += _glued(layout.masked, sorted((detail.span.start, detail.span.end) for detail in values))
    taken = [False] * (len(layout.masked) + 1)
    for detail in values:
        for at in range(detail.span.start, detail.span.end):
            taken[at] = True
    names = [detail for detail in _names(layout) if not any(taken[detail.span.start : detail.span.end])]
    sure = [detail for detail in names if not detail.open]
    unsure = [detail for detail in names if detail.open]
    if pipeline is not None and unsure:
        sure += _named(unsure, layout, pipeline)
    return sorted([*values, *sure], key=lambda detail: detail.span)


def _named(details: list[Detail], layout: Layout, pipeline: Pipeline) -> Iterator[Detail]:
    """The open details that a pipeline calls names."""
    segments = [segment.span for segment in layout.segments if any(segment.span.start <= detail.span.start < segment.span.end for detail in details)]
    found = entity_spans(pipeline, [span.of(layout.masked) for span in segments])
    spans = [(segment.start + span.start, segment.start + span.end) for segment, row in zip(segments, found, strict=True) for span in row]
    for detail in details:
        if any(start < detail.span.end and detail.span.start < end for start, end in spans):
            yield replace(detail, open=False, initial=False)


def _values(masked: str) -> Iterator[Detail]:
    taken: list[tuple[int, int]] = []
    spans: list[tuple[int, int]] = []
    found: list[Detail] = []
    for group in _ORDER:
        for value in finder(group)(masked):
            span = value.span
            if _overlaps(taken, span):
                continue
            spans.append((span.start, span.end))
            if not _is_loose(masked, value):
                found.append(Detail(value.kind, span, value.text, value, group))
        taken = sorted(spans)
    yield from found


def _glued(masked: str, taken: list[tuple[int, int]]) -> Iterator[Detail]:
    """The figures that stand between letters of a script without spaces."""
    for found in _GLUED.finditer(masked):
        span = Span(*found.span())
        value = parse_numeric(found.group())
        if value is not None and not _overlaps(taken, span):
            yield Detail(Kind.NUMBER, span, found.group(), replace(value, span=span), Group.NUMERIC, glued=True)


def _overlaps(taken: list[tuple[int, int]], span: Span) -> bool:
    """True where the span overlaps one of the sorted, disjoint stretches."""
    at = bisect_left(taken, (span.end, 0))
    return at > 0 and taken[at - 1][1] > span.start


def _is_loose(masked: str, value: Value) -> bool:
    """True for what looks like a value and states none: "a week", "seven days a week", the number of words or steps of the answer itself."""
    if value.kind is Kind.DURATION:
        return _UNIT_ONLY.fullmatch(value.text) is not None
    if value.kind is Kind.NUMBER:
        if _CITED_YEAR.search(masked[max(0, value.span.start - 30) : value.span.start]) and masked[value.span.end : value.span.end + 1] == ")":
            return True
        before, after = masked[max(0, value.span.start - 24) : value.span.start], masked[value.span.end : value.span.end + 24]
        return value.text.lower() in ("one", "a", "an") or _OF_ITSELF.match(after) is not None or _OWN_PARTS.search(before) is not None
    return False


def _names(layout: Layout) -> Iterator[Detail]:
    for segment in layout.segments:
        if segment.kind is not SegmentKind.CODE and segment.kind is not SegmentKind.HEADING:
            yield from _names_in(layout.masked, segment)


def _is_marked(name: str, body: str) -> bool:
    """True where one word at the start of a sentence is a name for sure: inner capitals or digits, or nearly all there is."""
    return not name[1:].islower() or (len(body.split()) <= SHORT_ANSWER and not FUNCTION_WORDS.union(NEGATIONS).issuperset(fold_words(name)))


def _is_shouted(body: str) -> bool:
    """True where most letters are capitals, so that a capital says nothing."""
    capitals = sum(map(str.isupper, body))
    return capitals * 2 > SHOUTED_LETTERS and SHOUTED_LETTERS < sum(map(str.isalpha, body)) < capitals * 2


def _names_in(masked: str, segment: Segment) -> Iterator[Detail]:
    start, end = segment.span.start, segment.span.end
    body = masked[start:end].replace("\n", " ")
    if _is_shouted(body):
        return
    for found in _CAPITAL.finditer(body):
        text = found.group()
        first = found.start()
        opens = not any(char.isalnum() for char in body[max(0, first - 60) : first]) or body[:first].rstrip()[-1:] in (":", ".", "!", "?", "“", '"', "‘")
        words = text.split(" ")
        while words and opens and fold_words(words[0])[:1] and (fold_words(words[0])[0] in _OPENERS):
            first += len(words[0]) + 1
            words = words[1:]
            opens = False
            while words and words[0][:1].islower():
                first += len(words[0]) + 1
                words = words[1:]
        name = " ".join(words).rstrip(".")
        if opens and body[first + len(name) : first + len(name) + 2].startswith(":"):
            continue
        if len(name) < 2:
            continue
        single = opens and len(words) == 1
        open_word = single and not _is_marked(name, body)
        yield Detail(Kind.NAME, Span(start + first, start + first + len(name)), name, initial=single, opens=opens, open=open_word)
