"""The index of one source. Each table is built the first time somebody asks for it and never changes.

A source is read as *segments*: a prose text is one segment, a JSON text has one per key and scalar. The segments are joined into one
`content` with a barrier between them, which every table is built over; a place in it leads back to a span of the original text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from .json_spans import JsonPart, json_parts
from .languages import other_language
from .normalize import BARRIER, fold, fold_words, is_mainly_foreign, is_unspaced, lower_in_place, name_words, stem, word_spans
from .text.keyed import KeyFact, key_facts
from .text.tables import Table, tables_in
from .text.windows import Windows
from .types import Evidence, Kind, Source, Span, Value
from .values import Group, finder, lookup_keys
from .values.ranges import Range, find_ranges
from .values.relative import Relative, find_relative

SEPARATOR = f"\n{BARRIER}\n"
_CAPITALS = re.compile(r"\b[A-Z]{2,8}\b")
_LOOSE_CLOCK = re.compile(r"(?<![\d:.])(\d{1,2}):(\d{1,2})(?![\d:])")
_DATE_KEY = re.compile(r"(\d{4}|-)(?:-(\d\d))?(?:-(\d\d))?")
_MAX_HITS = 64
_MAX_COMPARED = 10_000_000
_UNSEEN_JOINTS = "\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u200b\u200c\u200d\u2060"
_JOINTS_BEFORE = frozenset("-_.@+~%!" + _UNSEEN_JOINTS)
_JOINTS_AFTER = frozenset("-_.@+~*%#\u2026" + _UNSEEN_JOINTS)
MANY_MARKS = 8
MAX_JOINTS = 3
"""How many joining characters in a row may lead on to more of a token."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A value at a place of a source; `span` counts in the source's `content`."""

    index: SourceIndex
    value: Value

    @property
    def span(self) -> Span:
        """Where the mention stands in `index.content`."""
        return self.value.span

    def evidence(self) -> Evidence:
        """The mention as a span of the original text."""
        return self.index.evidence(self.value.span)


class SourceIndex:
    """One source, searchable. `source` is what it was built from."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._tables: dict[Group, dict[str, list[Mention]]] = {}
        self._mentions: dict[Group, list[Mention]] = {}

    @cached_property
    def parts(self) -> tuple[JsonPart, ...] | None:
        """The JSON keys and scalars, or None where the text is prose."""
        return json_parts(self.source.text)

    @cached_property
    def scalars(self) -> dict[str, list[JsonPart]]:
        """The JSON scalars by their folded text."""
        found: dict[str, list[JsonPart]] = {}
        for part in self.parts or ():
            if not part.is_key:
                found.setdefault(fold(part.content), []).append(part)
        return found

    @cached_property
    def scalar_at(self) -> dict[str, JsonPart]:
        """The JSON scalars by their pointer."""
        return {part.pointer: part for part in self.parts or () if not part.is_key}

    @cached_property
    def content(self) -> str:
        """The text that all places count in: the original for prose, the joined keys and scalars for JSON."""
        if self.parts is None:
            return self.source.text
        return SEPARATOR.join(part.content for part in self.parts)

    @cached_property
    def _starts(self) -> list[int]:
        starts: list[int] = []
        at = 0
        for part in self.parts or ():
            starts.append(at)
            at += len(part.content) + len(SEPARATOR)
        return starts

    @cached_property
    def language(self) -> str | None:
        """The ISO 639-1 code of the language of prose that is not English, by its function words; None for English and for JSON."""
        return None if self.parts is not None else other_language(self.content)

    @cached_property
    def lowered(self) -> str:
        """`content` in lower case, offset for offset."""
        return lower_in_place(self.content)

    @cached_property
    def stream(self) -> str:
        """The folded words of `content`, joined and framed by single spaces."""
        return f" {' '.join(self.words)} "

    @cached_property
    def words(self) -> list[str]:
        """The folded words of `content`, barriers included."""
        return fold_words(self.content)

    @cached_property
    def word_set(self) -> frozenset[str]:
        """The distinct folded words."""
        return frozenset(self.words)

    @cached_property
    def stem_places(self) -> dict[str, list[int]]:
        """The places in `words` of each stem."""
        places: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            places.setdefault(stem(word), []).append(at)
        return places

    @cached_property
    def windows(self) -> Windows:
        """The text in windows, with an inverted index of its words."""
        return Windows(self.content, self.words, self.word_places, self.parts)

    @cached_property
    def loose_clocks(self) -> dict[str, Span]:
        """The clock times written with or without leading zeros (`11:0`), as `HH:MM`, with their first place."""
        found: dict[str, Span] = {}
        for match in _LOOSE_CLOCK.finditer(self.content):
            hour, minute = int(match.group(1)), int(match.group(2))
            if hour < 25 and minute < 60:
                found.setdefault(f"{hour % 24:02}:{minute:02}", Span(*match.span()))
                if not 0 < hour < 12:
                    continue
                found.setdefault(f"{hour + 12:02}:{minute:02}", Span(*match.span()))
        return found

    @cached_property
    def figures(self) -> tuple[list[float], list[Mention]]:
        """The numbers and durations by size: their amounts in order, and the mention of each."""
        mentions = [mention for group in (Group.NUMERIC, Group.TEMPORAL) for mention in self.mentions(group)]
        sized = sorted(((float(mention.value.amount), at) for at, mention in enumerate(mentions) if mention.value.amount is not None))
        return [amount for amount, _ in sized], [mentions[at] for _, at in sized]

    @cached_property
    def calendar(self) -> dict[str, list[Mention]]:
        """The dates by each of their parts: `2024-03`, `03-05`, `2024` and `03`."""
        found: dict[str, list[Mention]] = {}
        for mention in self.mentions(Group.TEMPORAL):
            if mention.value.kind in (Kind.DATE, Kind.DATETIME):
                for part in {part for key in mention.value.keys for part in date_parts(key)}:
                    found.setdefault(part, []).append(mention)
        return found

    @cached_property
    def key_facts(self) -> tuple[KeyFact, ...]:
        """The JSON keys whose value is a plain yes, no or nothing."""
        return key_facts(self.parts) if self.parts else ()

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of pipes."""
        return tables_in(self.content) if self.parts is None else ()

    @cached_property
    def is_structured(self) -> bool:
        """True for JSON, a table, or a dump of records."""
        head = self.content[:4000]
        return self.parts is not None or head[:1] in "{[" or head.count(" | ") > MANY_MARKS or head.count("\n|") > 1 or head.count("': ") > MANY_MARKS

    @cached_property
    def initials(self) -> str:
        """The first letters of the words that open with a capital."""
        content = self.content
        return "".join(word[0] for word, (start, _) in zip(self.words, self.word_places, strict=True) if content[start].isupper())

    @cached_property
    def content_initials(self) -> str:
        """The first letters of the words that are longer than three letters."""
        return "".join(word[0] for word in self.words if len(word) > 3)

    @cached_property
    def long_words(self) -> dict[str, tuple[str, ...]]:
        """The distinct folded words of four letters and more by their first letter, in order."""
        found: dict[str, list[str]] = {}
        for word in sorted(self.word_set):
            if len(word) > 3:
                found.setdefault(word[0], []).append(word)
        return {letter: tuple(row) for letter, row in found.items()}

    @cached_property
    def is_foreign(self) -> bool:
        """True where the text is mainly in another script than Latin."""
        return is_mainly_foreign(self.content[:2000])

    @cached_property
    def capitals(self) -> frozenset[str]:
        """The distinct tokens in capitals, of two to eight letters."""
        return frozenset(_CAPITALS.findall(self.content))

    @cached_property
    def squashed(self) -> str:
        """The folded words without anything between them."""
        return "".join(self.words)

    @cached_property
    def _squashed_starts(self) -> list[int]:
        return [0, *accumulate(len(word) for word in self.words)]

    def squashed_span(self, at: int, length: int) -> Span | None:
        """The span in `content` of whole words that `length` characters of `squashed` from `at` cover; None where they cut a word."""
        starts = self._squashed_starts
        first, last = bisect_right(starts, at) - 1, bisect_right(starts, at + length) - 1
        if starts[first] != at or starts[last] != at + length or last <= first:
            return None
        span = Span(self.word_places[first][0], self.word_places[last - 1][1])
        return next(iter(self._within_parts([span])), None)

    @cached_property
    def word_places(self) -> list[tuple[int, int]]:
        """The span in `content` of each word."""
        return word_spans(self.content)

    def part_at(self, place: int) -> JsonPart | None:
        """The JSON key or scalar that a place in `content` belongs to; None in prose."""
        if not self.parts:
            return None
        return self.parts[max(0, bisect_right(self._starts, place) - 1)]

    def evidence(self, span: Span) -> Evidence:
        """A span of `content` as evidence: a span of the original text, with its text verbatim."""
        source = self.source
        if not self.parts:
            return Evidence(source.id, source.role, span, span.of(source.text))
        at = max(0, bisect_right(self._starts, span.start) - 1)
        part = self.parts[at]
        original = part.span
        if part.plain:
            offset = part.span.start - self._starts[at]
            original = Span(span.start + offset, min(span.end + offset, part.span.end))
        return Evidence(source.id, source.role, original, original.of(source.text), part.pointer)

    def key_evidence(self, number: int) -> Evidence:
        """A JSON key, by its place in `parts`, with the scalar that follows it, as one span of the original text."""
        parts = self.parts or ()
        key, value = parts[number], parts[number + 1]
        span = Span(key.span.start, value.span.end)
        return Evidence(self.source.id, self.source.role, span, span.of(self.source.text), key.pointer)

    def key_words(self, place: int) -> tuple[str, ...]:
        """The folded words of the JSON keys above a place, the innermost last; empty in prose."""
        part = self.part_at(place)
        if part is None:
            return ()
        keys = part.pointer.split("/")[1:]
        return tuple(word for key in keys if not key.isdigit() for word in name_words(key.replace("~1", "/").replace("~0", "~")))

    def phrase(self, folded: str) -> list[Span]:
        """Where the folded phrase stands word for word, as spans of `content`; at most 64."""
        if not folded:
            return []
        if is_unspaced(folded):
            return self._substring(folded)
        stream, needle, spans = self.stream, f" {folded} ", list[Span]()
        length = folded.count(" ") + 1
        at = stream.find(needle)
        while at >= 0 and len(spans) < _MAX_HITS:
            first = stream.count(" ", 0, at)
            spans.append(Span(self.word_places[first][0], self.word_places[first + length - 1][1]))
            at = stream.find(needle, at + 1)
        return self._within_parts(spans) if BARRIER in folded else spans

    def _within_parts(self, spans: list[Span]) -> list[Span]:
        return [span for span in spans if self.part_at(span.start) is self.part_at(span.end - 1)]

    def _substring(self, folded: str) -> list[Span]:
        whole = unicodedata.normalize("NFC", folded)  # folding takes composed kana and syllables apart
        for needle in (whole, whole.replace(" ", "")):
            spans = list[Span]()
            at = self.lowered.find(needle)
            while at >= 0 and len(spans) < _MAX_HITS:
                spans.append(Span(at, at + len(needle)))
                at = self.lowered.find(needle, at + len(needle))
            if spans:
                return spans
        return []

    def literal(self, text: str) -> list[Span]:
        """Where the text stands as a whole token, whatever its case: nothing glued to it that could make it part of a longer one."""
        needle = lower_in_place(text)
        if not needle:
            return []
        lowered, spans = self.lowered, list[Span]()
        tries = _MAX_COMPARED // len(needle) + 1
        at = lowered.find(needle)
        while at >= 0 and len(spans) < _MAX_HITS and tries:
            tries -= 1
            end = at + len(needle)
            if _is_free(lowered, at, end):
                spans.append(Span(at, end))
            at = lowered.find(needle, at + 1)
        return self._within_parts(spans) if BARRIER in needle else spans

    def is_within_another(self, span: Span) -> bool:
        """True where the digits are part of a value that means something else: a scaled number, a fraction, a date, an address, an id."""
        line = self.content.rfind("\n", 0, span.start) + 1
        if not self.content[line : span.start].strip() and self.content[span.end : span.end + 2] == ". ":
            return True
        for group in (Group.NUMERIC, Group.TEMPORAL, Group.PHONE, Group.EMAIL, Group.URL, Group.IDENTIFIER):
            for mention in self._over(group, span):
                if mention.value.text.endswith("K"):  # kelvin as well as thousand
                    continue
                if group is Group.NUMERIC and f"#{span.of(self.content)}" in lookup_keys(mention.value):
                    continue
                if mention.value.kind not in (Kind.TIME, Kind.DURATION, Kind.IDENTIFIER) or not span.of(self.content).isdigit():
                    return True
                if mention.value.kind is Kind.IDENTIFIER and mention.span != span:
                    return True
        return False

    def number_over(self, span: Span) -> Mention | None:
        """The number, amount or duration that the span is the figure of; None for a bare one that no finder reads."""
        return next((mention for group in (Group.NUMERIC, Group.TEMPORAL) for mention in self._over(group, span)), None)

    def duration_over(self, span: Span) -> Mention | None:
        """The duration that a number is part of."""
        return next((mention for mention in self._over(Group.TEMPORAL, span) if mention.value.kind is Kind.DURATION), None)

    def _over(self, group: Group, span: Span) -> list[Mention]:
        mentions = self.mentions(group)
        at = bisect_right(mentions, span.start, key=lambda mention: mention.span.start)
        return [mention for mention in mentions[max(0, at - 1) : at] if span.end <= mention.span.end]

    def is_dated(self, span: Span) -> bool:
        """True where the span is digits inside a date or time, not a token of its own."""
        if not span.of(self.content).isdigit():
            return False
        return any(mention.span.start <= span.start and span.end <= mention.span.end for mention in self.mentions(Group.TEMPORAL))

    def is_free(self, span: Span) -> bool:
        """True where nothing is glued to the span that could make it part of a longer token."""
        return span.start < span.end and _is_free(self.lowered, span.start, span.end)

    def contains(self, text: str) -> list[Span]:
        """The first place where the text stands at all, even inside a longer token."""
        needle = lower_in_place(text)
        at = self.lowered.find(needle) if needle else -1
        return [] if at < 0 else [Span(at, at + len(needle))]

    def table(self, group: Group) -> dict[str, list[Mention]]:
        """The mentions of a group by canonical key."""
        found = self._tables.get(group)
        if found is None:
            found = dict[str, list[Mention]]()
            mentions = [Mention(self, value) for value in finder(group, self.language)(self.content)]
            for mention in mentions:
                value = mention.value
                for key in lookup_keys(value):
                    found.setdefault(key, []).append(mention)
            self._mentions[group] = mentions
            self._tables[group] = found
        return found

    @cached_property
    def relatives(self) -> list[Relative]:
        """The expressions for a date relative to now."""
        return find_relative(self.content)

    @cached_property
    def ranges(self) -> list[Range]:
        """The stretches of time that the text speaks of."""
        return find_ranges(self.content)

    @cached_property
    def has_relative_day(self) -> bool:
        """True where an expression counts from now (today, next week), not only a date that lacks its year."""
        dated = [mention.span for mention in self.mentions(Group.TEMPORAL)]
        return any(not any(span.start <= relative.span.start < span.end for span in dated) for relative in self.relatives)

    @cached_property
    def yearless(self) -> list[Mention]:
        """The dates without a year."""
        return [row[0] for key, row in self.table(Group.TEMPORAL).items() if key.startswith("--")]

    def mentions(self, group: Group) -> list[Mention]:
        """The mentions of a group in order."""
        self.table(group)
        return self._mentions[group]

    def window(self, span: Span, *, chars: int = 60) -> str:
        """The text of `content` around a span, `chars` code points on both sides, not across a barrier."""
        left = self.content.rfind(BARRIER, max(0, span.start - chars), span.start)
        right = self.content.find(BARRIER, span.end, span.end + chars)
        start = max(0, span.start - chars) if left < 0 else left + 1
        end = min(len(self.content), span.end + chars) if right < 0 else right
        return self.content[start:end]


def date_parts(key: str) -> tuple[str, ...]:
    """The parts of a canonical date under which `calendar` files it."""
    match = _DATE_KEY.match(key)
    if match is None:
        return ()
    year, month, day = match.group(1).strip("-"), match.group(2) or "", match.group(3) or ""
    parts = (f"{year}-{month}" if year and month else "", f"{month}-{day}" if month and day else "", year, month)
    return tuple(part for part in parts if part)


def _is_free(text: str, start: int, end: int) -> bool:
    if _continues(text, start - 1, -1, text[start]) or _continues(text, end, 1, text[end - 1]):
        return False
    return end - start > 3 or not text[start:end].isdigit() or not (_is_group(text, start - 1, -1) or _is_group(text, end, 1))


def _is_group(text: str, at: int, step: int) -> bool:
    """True where a comma between digits makes the digits beside it part of a longer number."""
    return 0 <= at < len(text) and text[at] == "," and 0 <= at + step < len(text) and text[at + step].isdigit()


def _continues(text: str, at: int, step: int, edge: str) -> bool:
    """True where the character at `at` glues to a token whose outermost character is `edge`."""
    if not 0 <= at < len(text) or not edge.isalnum():
        return False
    if text[at].isalnum() or "\u0300" <= text[at] <= "\u036f":
        return True
    joints = _JOINTS_BEFORE if step < 0 else _JOINTS_AFTER
    for _ in range(MAX_JOINTS):
        if not 0 <= at < len(text) or text[at] not in joints:
            return False
        at += step
        if 0 <= at < len(text) and text[at].isalnum():
            return True
    return False
