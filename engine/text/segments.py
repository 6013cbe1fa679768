"""An answer taken apart: sentences, list items, table rows and their cells, headings, code and quotations, all as spans of the original.

Markup is *masked*, not removed: `masked` has the length of the original, with spaces where Markdown, HTML, list numbers, citation marks and
code stood. Everything that reads the answer reads `masked`, so its offsets are offsets of the original. A line break inside a paragraph is a
space, so that wrapping changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..types import Span


class SegmentKind(StrEnum):
    """What a stretch of an answer is."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    HEADING = "heading"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch. `cells` are the cells of a table row; `headers` the cells of the header row above it, in the same order."""

    kind: SegmentKind
    span: Span
    cells: tuple[Span, ...] = ()
    headers: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """An answer with its markup masked, and its segments in order; `quotes` are the insides of its quotation marks."""

    text: str
    masked: str
    segments: tuple[Segment, ...]
    quotes: tuple[Span, ...]


_FENCE = re.compile(r"^[ ]{0,3}(```|~~~)[^\n]{0,200}\n(.*?)(?:^[ ]{0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s[^<>]{0,200})?/?>|<!--[^<>]{0,200}-->")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{1,6});")
_ENTITY_TEXT = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&#39;": "'"}
_LINK = re.compile(r"!?\[([^\[\]\n]{1,200})\]\((?:[^()\s]{1,500})(?:\s\"[^\"\n]{0,100}\")?\)")
_MARK_PART = r"\^?(?:[1-9]\d{0,3}|[a-zA-Z]{1,20}[-_ ]?\d{1,6})"
_MARK = re.compile(rf"\[{_MARK_PART}(?:\s?[,;–-]\s?{_MARK_PART}){{0,20}}\](?![\w(])")
_CODE_SPAN = re.compile(r"`([^`\n]{1,300})`")
_EMPHASIS = re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=[\w.,!?)])_{1,3}(?!\w)|~~")
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*(?:[-*+•‣◦·–—]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])[ \t]+", re.MULTILINE)
_BLOCKQUOTE = re.compile(r"^[ ]{0,3}(?:>[ \t]?)+", re.MULTILINE)
_RULE_LINE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$")
_SENTENCE_END = re.compile(
    r"(?:(?<![.!?。！？])[.!?…]{1,3}[\"'”’»)\]]{0,3}(?=\s+[\"'“‘«(\[]{0,2}[^\W_a-zß-öø-ÿ]|\s*\Z)|[。！？]+[”’」』）]{0,2})"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Gen|Gov|Sen|Rep|Lt|Col|Sgt|Capt|Rev|Hon|Mt|vs|etc|Inc|Ltd|Co|Corp|No|Nos|Fig|Figs|Sec|Ch|Vol|pp|p|cf|al|approx|ca"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|e\.g|i\.e|a\.m|p\.m|U\.S|U\.K|U\.N|Ph\.D|[A-Za-z]\.[A-Za-z]))\Z"
)
_QUOTED = re.compile(r"“([^“”\n]{1,2000})”|«([^«»\n]{1,2000})»|「([^「」\n]{1,2000})」|„([^„“”\n]{1,2000})[“”]|(?<![\w\d])\"([^\"\n]{1,2000})\"(?!\w)")


def lay_out(text: str) -> Layout:
    """The segments of an answer. Cost grows with its length only."""
    masked = mask(text)
    segments = tuple(_segments(text, masked))
    return Layout(text, masked, segments, tuple(_quotes(text)) if any(mark in text for mark in '"“«「„') else ())


def is_abbreviated(text: str, dot: int) -> bool:
    """True where the dot at an offset ends an abbreviation rather than a sentence."""
    return _ABBREVIATION.search(text, max(0, dot - 8), dot) is not None


def mask(text: str) -> str:
    """The text with spaces in place of markup, offset for offset."""
    if "```" in text or "~~~" in text:
        text = _FENCE.sub(_blank_lines, text)
    if "<" in text:
        text = _TAG.sub(_blank, text)
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    if "[" in text:
        text = _LINK.sub(_link, text)
        text = _MARK.sub(_blank, text)
    if "`" in text:
        text = _CODE_SPAN.sub(lambda found: f" {found.group(1)} ", text)
    if "*" in text or "_" in text or "~" in text:
        text = _RULE_LINE.sub(_blank, text)
        text = _EMPHASIS.sub(_blank, text)
    return text


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _blank_lines(found: re.Match[str]) -> str:
    return "".join("\n" if char == "\n" else " " for char in found.group())


def _entity(found: re.Match[str]) -> str:
    return _ENTITY_TEXT.get(found.group().lower(), " ").ljust(len(found.group()))


def _link(found: re.Match[str]) -> str:
    start = found.start(1) - found.start()
    return f"{' ' * start}{found.group(1)}".ljust(len(found.group()))


def _quotes(text: str) -> Iterator[Span]:
    for found in _QUOTED.finditer(text):
        group = next(number for number in range(1, 6) if found.group(number) is not None)
        yield Span(*found.span(group))


def _segments(text: str, masked: str) -> Iterator[Segment]:
    paragraph: list[int] = []
    headers: tuple[Span, ...] | None = None
    lines = _lines(masked)
    in_item = False
    for number, (start, end) in enumerate(lines):
        line = masked[start:end]
        if not line.strip():
            yield from _sentences(masked, paragraph, item=in_item)
            paragraph, headers, in_item = [], None, False
            continue
        if "|" in line and line.count("|") >= 2 or ("|" in line and headers is not None):
            yield from _sentences(masked, paragraph, item=in_item)
            paragraph, in_item = [], False
            if _TABLE_RULE.match(line):
                continue
            cells = tuple(_cells(masked, start, end))
            following = lines[number + 1] if number + 1 < len(lines) else (0, 0)
            if headers is None and _TABLE_RULE.match(masked[following[0] : following[1]] or " "):
                headers = cells
                yield Segment(SegmentKind.HEADING, Span(start, end), cells)
            else:
                headers = headers or ()
                yield Segment(SegmentKind.ROW, Span(start, end), cells, headers)
            continue
        headers = None
        heading = _HEADING.match(line)
        if heading or _RULE_LINE.match(line):
            yield from _sentences(masked, paragraph, item=in_item)
            paragraph, in_item = [], False
            if heading:
                yield Segment(SegmentKind.HEADING, Span(start + heading.end(), end))
            continue
        quoted = _BLOCKQUOTE.match(line)
        bullet = _BULLET.match(line)
        opened = quoted or bullet
        if bullet:
            yield from _sentences(masked, paragraph, item=in_item)
            paragraph, in_item = [], True
        paragraph += [start + opened.end() if opened else start, end]
    yield from _sentences(masked, paragraph, item=in_item)
    del text


def _lines(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    at = 0
    for line in text.splitlines(keepends=True):
        spans.append((at, at + len(line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"))))
        at += len(line)
    return spans


def _cells(text: str, start: int, end: int) -> Iterator[Span]:
    at = start
    for cell in text[start:end].split("|"):
        stripped = cell.strip()
        if stripped:
            first = at + cell.index(stripped)
            yield Span(first, first + len(stripped))
        at += len(cell) + 1


def _sentences(masked: str, paragraph: list[int], *, item: bool) -> Iterator[Segment]:
    """The sentences of a paragraph, which is a list of line starts and ends."""
    if not paragraph:
        return
    kind = SegmentKind.ITEM if item else SegmentKind.SENTENCE
    first, last = paragraph[0], paragraph[-1]
    body = masked[first:last]
    start = 0
    for found in _SENTENCE_END.finditer(body):
        if found.group()[0] == "." and _ABBREVIATION.search(body, max(0, found.start() - 8), found.start()) and found.end() < len(body):
            continue
        yield from _trimmed(body, start, found.end(), first, kind)
        start = found.end()
    yield from _trimmed(body, start, len(body), first, kind)


def _trimmed(body: str, start: int, end: int, offset: int, kind: SegmentKind) -> Iterator[Segment]:
    stretch = body[start:end]
    stripped = stretch.strip()
    if any(char.isalnum() for char in stripped):
        begin = start + stretch.index(stripped)
        yield Segment(kind, Span(offset + begin, offset + begin + len(stripped)))
