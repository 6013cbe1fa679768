"""References that can be looked up: DOIs, arXiv, PubMed, RFC and CVE numbers, ISBN and ISSN, case citations, sections of statutes, lines of files.

A reference is exact: one changed digit is another work. Each has a canonical key, so that another spelling of the same reference is the same
(`https://doi.org/10.1234/ABC` and `doi:10.1234/abc`, `§ 12(b)` and `Section 12 (b)`). Forms are those of the DOI Handbook (ISO 26324), the arXiv
identifier scheme, ISBN (ISO 2108) and ISSN (ISO 3297) with their check digits, RFC Editor and CVE numbering, and the usual form of law reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from ..index import SourceIndex
from ..normalize import fold_word
from ..types import Span

MAX_EDITS = 2
"""How many edits make a reference a near miss of another one."""
_MAX_CANDIDATES = 500


class ReferenceKind(StrEnum):
    """What a reference refers to."""

    DOI = "doi"
    ARXIV = "arxiv"
    PUBMED = "pubmed"
    RFC = "rfc"
    CVE = "cve"
    ISBN = "isbn"
    ISSN = "issn"
    CASE = "case"
    REPORTER = "reporter"
    SECTION = "section"
    ARTICLE = "article"
    ACT = "act"
    FILE_LINE = "file_line"
    COMMIT = "commit"


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference at a span of a text. `fault` says why no such reference can exist (a wrong check digit), or is None."""

    kind: ReferenceKind
    span: Span
    text: str
    key: str
    fault: str | None = None


_DOI = re.compile(r"(?<![\w.])10\.\d{4,9}(?:\.\d{1,6}){0,3}/[^\s\"<>{}|\\^`“”«»]{1,200}")
_ARXIV = re.compile(r"\barxiv(?:\.org/(?:abs|pdf)/|:\s?|\s)(?:[a-z]{0,10}:)?(\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,10}(?:\.[A-Z]{2})?/\d{7})", re.I)
_NUMBERED = re.compile(r"\b(?:(PMID|PMCID|PMC)[:\s#]{0,3}(?:PMC)?(\d{4,9})|(RFC)[\s#-]{0,2}(\d{1,5})|(CVE)[-–\s](\d{4})[-–](\d{4,7}))\b", re.I)
_ISBN = re.compile(r"\bISBN(?:-1[03])?:?\s{0,2}((?:97[89][- ]?)?\d(?:[- ]?[\dXx]){8,12})(?![\w-])")
_ISSN = re.compile(r"\bISSN:?\s{0,2}(\d{4}-?\d{3}[\dXx])(?![\w-])")
_PARTY = r"[A-ZÀ-ÖØ-Þ][\w.,'’&-]{0,30}(?:\s(?:of|the|and|&|de|for|in re|ex rel\.|[A-ZÀ-ÖØ-Þ][\w.,'’&-]{0,30})){0,6}"
_CASE = re.compile(rf"\b({_PARTY})\s(?:v|vs)\.?\s({_PARTY})")
_REPORTER = re.compile(
    r"\b(\d{1,4})\s((?:U\.?\s?S\.?|S\.\s?Ct\.|L\.\s?Ed\.(?:\s?2d)?|F\.(?:\s?(?:2d|3d|4th|Supp\.(?:\s?[23]d)?|App['’]x))?|[A-Z][\w.]{0,8}\.?\s?(?:2d|3d"
    r"|4th)|A\.C\.|Q\.B\.|W\.L\.R\.|All ER))"
    r"\s(\d{1,5})(?!\w)"
)
_NEUTRAL = re.compile(r"\[((?:19|20)\d\d)\]\s(UKSC|UKHL|EWCA (?:Civ|Crim)|EWHC|CSOH|CSIH|NZSC|HCA|SCC)\s(\d{1,5})\b|\b(C|T)[-‑–](\d{1,4})/(\d\d)(?!\d)")
_SUB = r"(\d{1,5}[a-zA-Z]{0,2}(?:[.:-]\d{1,5}[a-z]?){0,5}(?:\s?\([0-9a-zA-Z]{1,5}\)){0,5})(?![\w%])"
_SECTION = re.compile(rf"(?:§§?\s{{0,2}}|\b(?:Sections?|Sec\.|Clauses?|Cl\.|Paragraphs?|Para\.|paragraphe|Abschnitt|Absatz|Ziffer)\s){_SUB}", re.I)
_ARTICLE = re.compile(rf"\b(?:Articles?|Art\.|Artikel|artículo|Rules?|Regulation|Recital|Chapter|Annex|Appendix|Schedule)\s{_SUB}", re.I)
_CODE = re.compile(r"\b(\d{1,3})\s(U\.?\s?S\.?\s?C\.?|C\.?\s?F\.?\s?R\.?)\s(?:§§?\s{0,2}"
                   r"|[Pp]art\s)?(\d{1,5}[a-z]{0,2}(?:[.-]\d{1,5}){0,3}(?:\s?\([0-9a-zA-Z]{1,4}\)){0,5})")
_ACT = re.compile(r"\b(?:Regulation|Directive|Decision|Verordnung|Richtlinie|Règlement|Directiva|Reglamento)\s\((?:EU|EC|EEC|UE|EG)\)\s(?:No\.?\s)?(\d{1,4}/\d{1,4})\b")
_FILE_LINE = re.compile(r"(?<![\w/.-])((?:[\w.-]{1,60}/){0,8}[\w-]{1,60}(?:\.[\w-]{1,20}){0,3}\.[a-zA-Z]{1,5}):(?:L)?(\d{1,7})(?::\d{1,5})?(?![\w/]|\.\d)")
_COMMIT = re.compile(r"(?<![\w#./-])(?=[0-9a-f]{0,39}[a-f])(?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}(?![\w-])")
_COMMIT_CUE = re.compile(r"\b(?:commit|sha|hash|revision|rev|head|merge|checksum|digest)\b[^.\n]{0,24}\Z", re.I)
_TRAIL = ".,;:!?)]}'\"*_"
_HEX = re.compile(r"[0-9a-f]{7}")
_LINE_ANCHOR = re.compile(r"\.[a-zA-Z]{1,5}:L?\d")
_REPORTERS = ("U.S", "U. S", " US ", "Ct.", "Ed.", " F.", " F ", "2d", "3d", "4th", "A.C.", "Q.B.", "W.L.R", "All ER")
_COURTS = ("UKSC", "UKHL", "EWCA", "EWHC", "CSOH", "CSIH", "NZSC", "HCA", "SCC", "C-", "T-", "C‑", "T‑", "C–", "T–")
_SECTIONS = ("§", "section", "sec.", "clause", "cl.", "paragraph", "para.", "abschnitt", "absatz", "ziffer")
_ARTICLES = ("article", "art.", "artikel", "artículo", "rule", "regulation", "recital", "chapter", "annex", "appendix", "schedule")
_ACTS = ("(EU)", "(EC)", "(EEC)", "(UE)", "(EG)")


def find_references(text: str) -> tuple[Reference, ...]:
    """The references of a text in order, not inside one another.

    Example:
        >>> [(found.kind.value, found.key) for found in find_references("See doi:10.1234/AB.5, RFC 9110 and § 12 (b).")]
        [('doi', '10.1234/ab.5'), ('rfc', '9110'), ('section', '12(b)')]
    """
    found = sorted(_found(text), key=lambda reference: (reference.span.start, -reference.span.end))
    kept: list[Reference] = []
    for reference in found:
        if not kept or reference.span.start >= kept[-1].span.end:
            kept.append(reference)
    return tuple(kept)


def _has(text: str, cues: Iterable[str]) -> bool:
    """True where any of the cues stands in the text: the cheap test before a pattern."""
    return any(cue in text for cue in cues)


def _found(text: str) -> Iterator[Reference]:
    lowered = text.lower()
    if "10." in text:
        for match in _DOI.finditer(text):
            written = _trimmed(match[0])
            yield Reference(ReferenceKind.DOI, Span(match.start(), match.start() + len(written)), written, written.casefold())
    if "arxiv" in lowered:
        for match in _ARXIV.finditer(text):
            yield _reference(ReferenceKind.ARXIV, match, match[1].casefold().partition("v")[0])
    yield from _numbered(text, lowered)
    yield from _legal(text, lowered)
    if _LINE_ANCHOR.search(text) is not None:
        for match in _FILE_LINE.finditer(text):
            if not match[1].startswith("www."):
                yield _reference(ReferenceKind.FILE_LINE, match, f"{match[1].casefold()}:{int(match[2])}")
    if _HEX.search(text) is not None:
        for match in _COMMIT.finditer(text):
            if len(match[0]) >= 12 or _COMMIT_CUE.search(text, max(0, match.start() - 40), match.start()):
                yield _reference(ReferenceKind.COMMIT, match, match[0])


def _numbered(text: str, lowered: str) -> Iterator[Reference]:
    for match in _NUMBERED.finditer(text) if _has(lowered, ("pmid", "pmc", "rfc", "cve")) else ():
        if match[1]:
            yield _reference(ReferenceKind.PUBMED, match, f"{'pmc' if match[1].casefold() != 'pmid' else ''}{match[2]}")
        elif match[3]:
            yield _reference(ReferenceKind.RFC, match, str(int(match[4])))
        else:
            yield _reference(ReferenceKind.CVE, match, f"{match[6]}-{match[7]}")
    for match in _ISBN.finditer(text) if "ISBN" in text else ():
        digits = re.sub(r"[- ]", "", match[1]).upper()
        if len(digits) in (10, 13):
            yield _reference(ReferenceKind.ISBN, match, _isbn13(digits), None if is_isbn(digits) else "its check digit is wrong")
    for match in _ISSN.finditer(text) if "ISSN" in text else ():
        digits = match[1].replace("-", "").upper()
        yield _reference(ReferenceKind.ISSN, match, digits, None if _is_issn(digits) else "its check digit is wrong")


def _legal(text: str, lowered: str) -> Iterator[Reference]:
    for match in _CASE.finditer(text) if _has(text, (" v ", " v. ", " vs ", " vs. ")) else ():
        yield _reference(ReferenceKind.CASE, match, f"{_party(match[1])} v {_party(match[2])}")
    for match in _REPORTER.finditer(text) if _has(text, _REPORTERS) else ():
        yield _reference(ReferenceKind.REPORTER, match, f"{match[1]} {re.sub(r'[^0-9a-z]', '', match[2].casefold())} {match[3]}")
    for match in _NEUTRAL.finditer(text) if _has(text, _COURTS) else ():
        key = f"{match[1]} {match[2].casefold()} {match[3]}" if match[1] else f"{match[4]}-{int(match[5])}/{match[6]}".casefold()
        yield _reference(ReferenceKind.REPORTER, match, key)
    for match in _CODE.finditer(text) if _has(text, ("U.S.C", "USC", "U. S. C", "U.S. C", "C.F.R", "CFR", "C. F. R")) else ():
        yield _reference(ReferenceKind.SECTION, match, f"{match[1]} {re.sub(r'[^a-z]', '', match[2].casefold())} {_squeezed(match[3])}")
    for match in _ACT.finditer(text) if _has(text, _ACTS) else ():
        yield _reference(ReferenceKind.ACT, match, match[1])
    for match in _SECTION.finditer(text) if _has(lowered, _SECTIONS) else ():
        yield _reference(ReferenceKind.SECTION, match, _squeezed(match[1]))
    for match in _ARTICLE.finditer(text) if _has(lowered, _ARTICLES) else ():
        yield _reference(ReferenceKind.ARTICLE, match, _squeezed(match[1]))


def _reference(kind: ReferenceKind, match: re.Match[str], key: str, fault: str | None = None) -> Reference:
    return Reference(kind, Span(*match.span()), match[0], key, fault)


def _squeezed(text: str) -> str:
    return re.sub(r"\s", "", text).casefold()


def _party(name: str) -> str:
    words = [fold_word(re.sub(r"[^\w]", "", word)) for word in name.split()]
    telling = [word for word in words if word and word not in ("the", "of", "and", "inc", "ltd", "llc", "co", "corp", "v")]
    return telling[-1] if len(telling) > 1 and len(words) <= 3 else " ".join(telling[:2])


def _trimmed(written: str) -> str:
    end = len(written)
    while end and written[end - 1] in _TRAIL:
        if written[end - 1] == ")" and written.count(")", 0, end) <= written.count("(", 0, end):
            break
        end -= 1
    return written[:end]


def is_isbn(digits: str) -> bool:
    """Whether 10 or 13 characters are an ISBN with a right check digit."""
    if len(digits) == 13:
        return digits.isdigit() and sum(int(digit) * (1, 3)[at % 2] for at, digit in enumerate(digits)) % 10 == 0
    if len(digits) != 10 or not digits[:9].isdigit():
        return False
    return sum((10 if digit == "X" else int(digit)) * (10 - at) for at, digit in enumerate(digits)) % 11 == 0


def _isbn13(digits: str) -> str:
    return digits if len(digits) == 13 else f"978{digits[:9]}"


def _is_issn(digits: str) -> bool:
    if not digits[:7].isdigit():
        return False
    return sum((10 if digit == "X" else int(digit)) * (8 - at) for at, digit in enumerate(digits)) % 11 == 0


@dataclass(frozen=True, slots=True)
class ReferenceStanding:
    """Where a reference stands in the sources: `place` in `index.content`; `near` is the text of the closest reference of its kind."""

    index: SourceIndex | None = None
    place: Span | None = None
    near: Reference | None = None
    near_index: SourceIndex | None = None
    broader: bool = False

    @property
    def stands(self) -> bool:
        """True where a source holds the reference itself."""
        return self.place is not None


@lru_cache(maxsize=256)
def _references_of(content: str) -> dict[tuple[ReferenceKind, str], Reference]:
    found: dict[tuple[ReferenceKind, str], Reference] = {}
    for reference in find_references(content):
        found.setdefault((_family(reference.kind), reference.key), reference)
    return found


def _family(kind: ReferenceKind) -> ReferenceKind:
    return ReferenceKind.SECTION if kind is ReferenceKind.ARTICLE else kind


def standing_of(reference: Reference, sources: Iterable[SourceIndex]) -> ReferenceStanding:
    """Where a reference stands: itself, as the text that a source writes without its lead word, or else the nearest one of its kind.

    `broader` is True where only what it is a part of stands (`§ 12` for `§ 12(b)`).
    """
    near: tuple[int, Reference, SourceIndex] | None = None
    broader: tuple[SourceIndex, Reference] | None = None
    for index in sources:
        place = _place(reference, index)
        if place is not None:
            return ReferenceStanding(index, place)
        for (kind, key), other in list(_references_of(index.content).items())[:_MAX_CANDIDATES]:
            if kind is not _family(reference.kind):
                continue
            if kind is ReferenceKind.SECTION and reference.key.startswith(f"{key}("):
                broader = broader or (index, other)
            distance = Levenshtein.distance(reference.key, key, score_cutoff=MAX_EDITS)
            if distance <= MAX_EDITS and (near is None or distance < near[0]) and len(key) > 2:
                near = (distance, other, index)
    if broader is not None:
        return ReferenceStanding(near=broader[1], near_index=broader[0], broader=True)
    return ReferenceStanding() if near is None else ReferenceStanding(near=near[1], near_index=near[2])


def _place(reference: Reference, index: SourceIndex) -> Span | None:
    known = _references_of(index.content).get((_family(reference.kind), reference.key))
    if known is not None:
        return known.span
    if reference.kind is ReferenceKind.COMMIT:
        return _commit_place(reference.key, index)
    if reference.kind is ReferenceKind.FILE_LINE:
        return _line_place(reference, index)
    if reference.kind is ReferenceKind.SECTION and " " in reference.key:
        return _part_place(reference.key.rpartition(" ")[2], index)
    if reference.kind in (ReferenceKind.SECTION, ReferenceKind.ARTICLE):
        return _part_place(reference.key, index)
    literal = index.literal(reference.text) or (index.phrase(reference.key) if reference.kind in (ReferenceKind.CASE, ReferenceKind.REPORTER) else [])
    return literal[0] if literal else None


def _commit_place(key: str, index: SourceIndex) -> Span | None:
    """A short hash stands where a token of the source begins with it."""
    at = index.lowered.find(key)
    while at >= 0:
        if at == 0 or not index.lowered[at - 1].isalnum():
            return Span(at, at + len(key))
        at = index.lowered.find(key, at + 1)
    return None


def _part_place(key: str, index: SourceIndex) -> Span | None:
    """A section number at the start of a line, as headings are written (`4.2 Returns`)."""
    match = re.search(rf"^[ \t#*]{{0,6}}{re.escape(key)}(?=[.):\s])", index.lowered, re.MULTILINE)
    return None if match is None else Span(*match.span())


def _line_place(reference: Reference, index: SourceIndex) -> Span | None:
    """A line of a file: the source says so in words ("line 12 of parser.py"), or is the file and has that many lines."""
    file, _, line = reference.key.rpartition(":")
    name = file.rpartition("/")[2]
    if index.source.id.casefold().endswith(name) and "lines" not in index.word_set and int(line) <= index.content.count("\n") + 1 > 3:
        return Span(0, 0)
    if name not in index.lowered and not index.source.id.casefold().endswith(name):
        return None
    match = re.search(rf"\blines?\s(?:no\.?\s|number\s)?{line}\b|\bl{line}\b", index.lowered)
    return None if match is None else Span(*match.span())


def line_limit(reference: Reference, index: SourceIndex) -> tuple[int, Span] | None:
    """How many lines a source says that the file of a `file:line` reference has, and where it says so."""
    name = reference.key.rpartition(":")[0].rpartition("/")[2]
    if reference.kind is not ReferenceKind.FILE_LINE or (name not in index.lowered and not index.source.id.casefold().endswith(name)):
        return None
    match = re.search(r"\b(\d{1,7})\slines\b", index.lowered)
    return None if match is None else (int(match[1]), Span(*match.span()))
