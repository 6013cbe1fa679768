"""Citation marks of an answer: where they stand, what they cite, and which stretch of the answer each one vouches for.

Scanning starts from anchors (a bracket, a raised digit, `://`, a lead-in such as "according to"); every pattern is bounded. A mark is `sure`
where its form alone says that it cites something. One that is not sure (`[2019]`, `(London 2012)`, `[Q3 report]`) counts only where it
resolves to a given source: an index into a list, an interval, a year or an aside must not be reported as a dead citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..types import Span
from ..values.addresses import find_urls
from .source_phrases import find_attributions, find_source_lines

MAX_RANGE = 60
"""A longer range of numbers is an interval, not a list of sources."""


class MarkStyle(StrEnum):
    """How a mark is written."""

    NUMBER = "number"
    LABEL = "label"
    FOOTNOTE = "footnote"
    LENTICULAR = "lenticular"
    SUPERSCRIPT = "superscript"
    AUTHOR_YEAR = "author_year"
    LINK = "link"
    URL = "url"
    ATTRIBUTION = "attribution"
    SOURCE_LINE = "source_line"


@dataclass(frozen=True, slots=True)
class CitationMark:
    """One mark; `cites` holds what it points at: numbers (ranges spelled out), labels, `Surname 2020`, URLs or a phrase that names a source.

    `definition` is the text that follows a label at the start of a line (`[1]: ...`), where the answer keeps a list of its sources.
    """

    style: MarkStyle
    span: Span
    text: str
    cites: tuple[str, ...]
    sure: bool = True
    definition: str | None = None


_FENCE_LINE = re.compile(r"[ \t]{0,3}(`{3,20}|~{3,20})")
_INLINE_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)[^`\n]{1,2000}\1(?!`)")
_BRACKET = re.compile(r"[\[［〔](\^?)([^\[\]［］〔〕\n]{1,100})[\]］〕]")
_LENTICULAR = re.compile(r"【([^【】\n]{1,100})】")
_NUMBERS = re.compile(r"\d{1,4}(?:\s{0,2}[,;，；、–—-]\s{0,2}\d{1,4}){0,40}")
_NUMBER_PARTS = re.compile(r"(\d+)(?:\s*[–—-]\s*(\d+))?")
_LABEL = re.compile(
    r"(?:(?P<long>doc(?:ument)?s?|sources?|src|ref(?:erence)?s?|passages?|chunks?|contexts?|citations?|cite|evidence|results?|snippets?|documento|quelle|fuente|turn)"
    r"|(?P<short>[a-z]))[\s._:#-]{0,2}\d{1,5}(?:[-_.:]{1,2}\w{1,12}){0,4}",
    re.I,
)
_FILE_LABEL = re.compile(r"[\w][\w .()-]{0,60}\.(?:pdf|md|txt|html?|docx?|csv|xlsx?|json|xml|pptx?|rst|ya?ml|eml)(?:[,:#\s][\w .:#-]{0,30})?", re.I)
_LOCATOR = re.compile(r"(?:pp?|pages?|lines?|ll?|sec(?:tion)?s?|chapters?|ch|para(?:graph)?s?|S|Abs|art)\.?\s?\d[\d\s.–-]{0,12}", re.I)
_LEAD = re.compile(r"(?:sources?|refs?\.?|see|cf\.?|quelle|fuente)[:\s]\s?", re.I)
_INTERVAL_BEFORE = re.compile(r"(?:\bCI|\binterval|\branges?|\bbounds?|\bbetween|\bdomain|\bvalues?|\blimits?|\bscale|[∈=≈~:%]|\bin|\bfrom|\bof)\s{0,2}[:=]?\s{0,2}\Z")
_IDENTIFIER_BEFORE = re.compile(r"(?:[a-zA-Z]\w{0,40}[_.]\w[\w.]{0,60}|(?<![\w'’])[a-zA-Z]|[\])])\Z")
_DEFINED = re.compile(r":?[ \t]{1,4}(\S[^\n]{0,300})|:(\S[^\n]{0,300})")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUPERSCRIPT = re.compile(f"(?<=[.,;:!?)\"”’」』。\\w])[{_RAISED}]{{1,3}}(?:[˒⁻,·ʼ’][{_RAISED}]{{1,3}}){{0,10}}")
_SUP_TAG = re.compile(r"<sup>\s{0,3}\[?(\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,10})\]?\s{0,3}</sup>", re.I)
_TO_DIGITS = str.maketrans(_RAISED + "˒⁻·ʼ’", "0123456789,-,,,")
_LINK = re.compile(
    r"(?<!!)\[([^\[\]\n]{1,300})\]\(<?([^()\s<>]{1,800}(?:\([^()\s]{0,100}\)[^()\s<>]{0,300})?)>?(?:\s{1,3}[\"'][^\"'\n]{0,200}[\"'])?\)"
)
_PARENTHESIS = re.compile(r"[(（]([^()（）\n]{6,240})[)）]")
_NAME = r"(?:(?:van|von|de|del|della|der|den|di|da|la|le|al|el|bin|ibn|ter)[\s-]){0,2}[A-ZÀ-ÖØ-Þ][\w'’-]{1,30}"
_YEAR = r"(?:1[5-9]\d\d|20\d\d)[a-z]?|n\.\s?d\.|in press|forthcoming"
_AUTHORS = re.compile(
    rf"(?P<name>{_NAME})(?P<more>\s(?:et\sal\.?|u\.\s?a\.)|(?:,\s{_NAME}){{0,6}},?\s(?:and|&|und|et|y)\s(?:{_NAME}|others|colleagues))?"
    rf"(?P<comma>,)?\s(?P<year>{_YEAR})(?P<pages>(?:,\s|:\s?)(?:pp?\.\s?|S\.\s?)?\d{{1,5}}(?:[–-]\d{{1,5}})?)?"
)
_NARRATIVE = re.compile(r"\b(?P<name>[A-ZÀ-ÖØ-Þ][\w'’-]{1,30})(?P<more>\set\sal\.?|\s(?:and|&)\s[A-ZÀ-ÖØ-Þ][\w'’-]{1,30})?\s\((?P<year>(?:1[5-9]\d\d|20\d\d)[a-z]?)\)")
_AUTHOR_LEAD = re.compile(r"(?:(?:e\.g\.|i\.e\.|see also|see|cf\.|as in|vgl\.|siehe|voir|véase),?\s)")
_NO_AUTHOR = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec spring"
    " summer autumn fall winter early mid late since until from in by before after around circa about est founded born died released season edition"
    " version fy q1 q2 q3 q4 h1 h2 copyright act".split()
)


def code_spans(text: str) -> tuple[Span, ...]:
    """The fenced blocks and inline code of a Markdown text, in order; a fence that is never closed reaches to the end."""
    if "`" not in text and "~~~" not in text:
        return ()
    spans: list[Span] = []
    opened: tuple[int, str] | None = None
    at = prose = 0
    for line in text.splitlines(keepends=True):
        fence = _FENCE_LINE.match(line)
        if fence is not None and opened is None:
            spans += _inline_code(text, prose, at)
            opened = (at, fence[1])
        elif fence is not None and opened is not None and fence[1][0] == opened[1][0] and len(fence[1]) >= len(opened[1]):
            prose = at + len(line)
            spans.append(Span(opened[0], prose))
            opened = None
        at += len(line)
    spans += _inline_code(text, prose, at) if opened is None else [Span(opened[0], at)]
    return tuple(spans)


def _inline_code(text: str, start: int, end: int) -> list[Span]:
    return [Span(*match.span()) for match in _INLINE_CODE.finditer(text, start, end)]


def find_marks(text: str, *, ids: frozenset[str] = frozenset()) -> tuple[CitationMark, ...]:
    """The citation marks of an answer in order, code left out. `ids` are the ids of the given sources: a bracket that holds one is sure.

    Example:
        >>> [mark.cites for mark in find_marks("It opened in 1931 [1-3] (Ng et al., 2020).")]
        [('1', '2', '3'), ('Ng 2020',)]
    """
    known = frozenset(identifier.casefold() for identifier in ids)
    found = sorted(_candidates(text, known), key=lambda mark: (mark.span.start, -mark.span.end))
    code = code_spans(text)
    kept: list[CitationMark] = []
    at = 0
    for mark in found:
        while at < len(code) and code[at].end <= mark.span.start:
            at += 1
        in_code = at < len(code) and code[at].start < mark.span.end
        if not in_code and (not kept or mark.span.start >= kept[-1].span.end):
            kept.append(mark)
    return tuple(kept)


def _candidates(text: str, known: frozenset[str]) -> Iterator[CitationMark]:
    if "](" in text:
        yield from (_mark(MarkStyle.LINK, match, (match[2],)) for match in _LINK.finditer(text))
    if any(bracket in text for bracket in "[［〔"):
        yield from _brackets(text, known)
    if "【" in text:
        yield from _lenticulars(text, known)
    if "://" in text or "www." in text:
        yield from (
            CitationMark(MarkStyle.URL, value.span, value.text, (value.text,))
            for value in find_urls(text)
            if "://" in value.text or value.text[:4].casefold() == "www."
        )
    if not text.isascii():
        yield from _superscripts(text)
    if "<" in text:
        yield from (_mark(MarkStyle.SUPERSCRIPT, match, _expanded(match[1]) or ()) for match in _SUP_TAG.finditer(text))
    if "(" in text or "（" in text:
        yield from _author_years(text)
    yield from (CitationMark(MarkStyle.ATTRIBUTION, phrase.span, phrase.span.of(text), (phrase.name,)) for phrase in find_attributions(text))
    for line in find_source_lines(text):
        yield CitationMark(MarkStyle.SOURCE_LINE, line.span, line.span.of(text), (line.name,))


def _mark(style: MarkStyle, match: re.Match[str], cites: tuple[str, ...], *, sure: bool = True) -> CitationMark:
    return CitationMark(style, Span(*match.span()), match[0], cites, sure)


def _brackets(text: str, known: frozenset[str]) -> Iterator[CitationMark]:
    seen: set[str] = set()
    for match in _BRACKET.finditer(text):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if after in ("(", "（") and before != "]" and text[match.end() + 1 : match.end() + 2] != " ":
            continue
        inside = match[2].strip()
        read = _read_bracket(inside, footnote=bool(match[1]), known=known)
        if read is None:
            continue
        style, cites, sure = read
        sure = sure and (style is MarkStyle.FOOTNOTE or not _is_index(text, match, inside, known))
        if style is MarkStyle.NUMBER and inside.casefold() not in known and _is_interval(text, match, inside, cites):
            continue
        definition = _definition(text, match, defined_before=inside in seen, footnote=bool(match[1]))
        seen.add(inside)
        yield CitationMark(style, Span(*match.span()), match[0], cites, sure, definition)


def _read_bracket(inside: str, *, footnote: bool, known: frozenset[str]) -> tuple[MarkStyle, tuple[str, ...], bool] | None:
    """The style, what is cited, and whether the form alone says so; None for other brackets."""
    if footnote:
        return MarkStyle.FOOTNOTE, (inside,), True
    if inside.casefold() in known:
        return MarkStyle.LABEL, (inside,), True
    numbers = _expanded(inside)
    if numbers is not None:
        years = len(numbers) == 1 and 1500 <= int(numbers[0]) <= 2100
        return MarkStyle.NUMBER, numbers, not years and "0" not in numbers
    parts = [_LEAD.sub("", part.strip(), count=1).lstrip("^").strip() for part in re.split(r"[,;，；]", inside)]
    parts = parts[:1] + [part for part in parts[1:] if not _LOCATOR.fullmatch(part)]
    sure = [_is_label(part, known) for part in parts]
    if parts and all(each is not None for each in sure):
        return MarkStyle.LABEL, tuple(parts), all(sure)
    if _FILE_LABEL.fullmatch(_LEAD.sub("", inside, count=1)):
        return MarkStyle.LABEL, (re.split(r"[,#]", _LEAD.sub("", inside, count=1), maxsplit=1)[0].strip(),), True
    if _LEAD.match(inside):
        return MarkStyle.LABEL, (_LEAD.sub("", inside, count=1).strip(),), True
    aside = len(inside) <= 2 or len(inside.split()) > 8 or inside[0].isdigit() or inside[0] in "+-−.<>=$"
    return None if aside else (MarkStyle.LABEL, (inside,), False)


def _is_label(part: str, known: frozenset[str]) -> bool | None:
    """True where a part of a bracket surely cites, False where it may (`[S3]`), None where it is no label."""
    if part.casefold() in known or (part.isdecimal() and len(part) <= 4):
        return True
    label = _LABEL.fullmatch(part)
    return None if label is None else label["long"] is not None


def _expanded(inside: str) -> tuple[str, ...] | None:
    """The numbers of `1, 3-5`, or None where the text is no list of numbers; a range that falls or is too long is none."""
    if not inside[:1].isdigit() or not _NUMBERS.fullmatch(inside):
        return None
    numbers: list[str] = []
    for first, last in _NUMBER_PARTS.findall(inside):
        low, high = int(first), int(last or first)
        if not low <= high < low + MAX_RANGE:
            return None
        numbers += map(str, range(low, high + 1))
    return tuple(numbers)


def _is_index(text: str, match: re.Match[str], inside: str, known: frozenset[str]) -> bool:
    """True where the bracket is glued to what reads as an identifier: `df.rows[3]`, `x[1]`, `f(y)[2]`."""
    if inside.casefold() in known:
        return False
    before = text[max(0, match.start() - 60) : match.start()]
    if not before or before[-1].isspace():
        return False
    after = text[match.end() : match.end() + 2]
    return _IDENTIFIER_BEFORE.search(before) is not None or (before[-1].isalnum() and (after[:1] in "=(" and bool(after) or (after[:1] == "." and after[1:].isalpha())))


def _is_interval(text: str, match: re.Match[str], inside: str, cites: tuple[str, ...]) -> bool:
    if inside.isdigit():
        return False
    before = text[max(0, match.start() - 16) : match.start()]
    return cites[0] == "0" or (len(cites) >= 2 and _INTERVAL_BEFORE.search(before) is not None)


def _definition(text: str, match: re.Match[str], *, defined_before: bool, footnote: bool) -> str | None:
    """The text behind a mark that opens a line of a list of sources."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    if line.strip(" \t-*>") or len(line) > 12:
        return None
    found = _DEFINED.match(text, match.end())
    if found is None or not (defined_before or footnote or found[0][0] == ":"):
        return None
    return (found[1] or found[2]).strip()


def _lenticulars(text: str, known: frozenset[str]) -> Iterator[CitationMark]:
    for match in _LENTICULAR.finditer(text):
        inside = match[1].partition("†")[0].strip()
        numbers = _expanded(inside)
        if numbers is not None or "†" in match[1] or inside.casefold() in known:
            yield _mark(MarkStyle.LENTICULAR, match, numbers or (inside,))


def _superscripts(text: str) -> Iterator[CitationMark]:
    for match in _SUPERSCRIPT.finditer(text):
        start = match.start()
        glued = text[max(0, start - 4) : start]
        is_word = len(glued) == 4 and glued.isalpha()
        if not is_word and text[start - 1].isalnum():
            continue  # a power or a unit: m², 10³
        numbers = _expanded(match[0].translate(_TO_DIGITS))
        if numbers is not None and "0" not in numbers:
            yield _mark(MarkStyle.SUPERSCRIPT, match, numbers)


def _author_years(text: str) -> Iterator[CitationMark]:
    for match in _PARENTHESIS.finditer(text):
        parts = [_AUTHOR_LEAD.sub("", part.strip(), count=1) for part in match[1].split(";")]
        read = [_AUTHORS.fullmatch(part) for part in parts]
        authors = [each for each in read if each is not None and each["name"].split()[-1].casefold() not in _NO_AUTHOR]
        if len(authors) == len(parts):
            sure = any(each["more"] or each["comma"] or each["pages"] for each in authors)
            yield _mark(MarkStyle.AUTHOR_YEAR, match, tuple(_author_key(each) for each in authors), sure=sure)
    for match in _NARRATIVE.finditer(text):
        if match["name"].casefold() not in _NO_AUTHOR:
            yield _mark(MarkStyle.AUTHOR_YEAR, match, (_author_key(match),), sure=match["more"] is not None)


def _author_key(match: re.Match[str]) -> str:
    return f"{match['name']} {match['year']}"


def covered_spans(marks: Sequence[CitationMark], sentences: Iterable[Span]) -> tuple[Span, ...]:
    """The stretch that each mark vouches for: from the mark before it, or the start of its sentence, up to the mark.

    Marks side by side share their stretch. A mark that opens its sentence vouches for the sentence before where only marks and blanks stand
    between (`... delays. [1]`), else for the rest of its own; an attribution vouches for its sentence. Both lists are in order.
    """
    ordered = list(sentences)
    covered: list[Span] = []
    at = 0
    for number, mark in enumerate(marks):
        while at + 1 < len(ordered) and ordered[at + 1].start <= mark.span.start:
            at += 1
        own = ordered[at] if ordered else Span(0, mark.span.start)
        before = marks[number - 1] if number else None
        if mark.style in (MarkStyle.ATTRIBUTION, MarkStyle.LINK, MarkStyle.URL):
            covered.append(own)
        elif before is not None and mark.span.start - before.span.end <= 1 and before.style not in (MarkStyle.ATTRIBUTION,):
            covered.append(covered[-1])
        elif mark.span.start >= own.end:
            covered.append(own)
        else:
            start = max(own.start, before.span.end) if before is not None and before.span.end <= mark.span.start else own.start
            leads = mark.span.start - own.start <= 2 or start >= mark.span.start
            covered.append(Span(mark.span.end, own.end) if leads and mark.span.end < own.end else Span(start, max(start, mark.span.start)))
    return tuple(covered)
