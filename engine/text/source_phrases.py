"""Sources named in words: "according to the Q3 report", "as stated in the policy", "Source: travel policy", "laut Bericht".

The lead-ins are English, German, French and Spanish. What is named is cut at the first punctuation mark, and in a phrase without one after its head
noun (report, policy, ...) or its run of capitalised words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..types import Span


@dataclass(frozen=True, slots=True)
class SourcePhrase:
    """A source named in words: the whole stretch, and the name without lead-in and article."""

    span: Span
    name: str


_LEAD_IN = re.compile(
    r"(?<!\w)(?:according to|as (?:stated|described|noted|reported|shown|set out|mentioned|outlined|defined|explained|specified) (?:in|by)|as per"
    r"|per(?= the | our | your )"
    r"|laut|gemäß|selon|d['’]après|según|de acuerdo con)\s{1,3}([^\n,.;:!?()\[\]{}<>\"“”]{2,120})",
    re.I,
)
_LEADS = ("according to", "as stated", "as described", "as noted", "as reported", "as shown", "as set out", "as mentioned", "as outlined", "as defined", "as explained",
          "as specified", "per ", "laut ", "gemäß ", "selon ", "après ", "según ", "de acuerdo con")  # fmt: skip
_LINE = re.compile(
    r"(?:^|(?<=[\s(\[*_]))(?:Sources?|Quellen?|Fuentes?|Citations?|Cited from)\s{0,2}:\*{0,2}\s{0,3}([^\n]{2,200})",
    re.MULTILINE,
)
_ARTICLE = re.compile(r"(?:the|our|your|their|this|that|its|an?|der|dem|den|die|das|des|le|la|les|l['’]|el|los|las)\s{1,2}", re.I)
_HEADS = frozenset(
    "report reports policy document documents page manual guide guideline guidelines handbook article study paper contract agreement statement release log notes"
    " note memo letter invoice record records table file book section schedule plan survey dataset database website site blog post passage passages"
    " context text source sources evidence data information results terms faq brochure datasheet specification standard regulation bericht"
    " dokument richtlinie vertrag rapport document texte contrat informe documento política contrato texto".split()
)
_GENERIC = frozenset(
    "document documents passage passages context text texts source sources evidence data information results material materials answer user question"
    " provided given available above following supplied retrieved these this law me you us him her them it everyone".split()
)
MAX_WORDS = 8


def find_attributions(text: str) -> Iterator[SourcePhrase]:
    """The sources that a lead-in names, in order; phrases that name the given material as a whole ("the documents") are left out."""
    lowered = text.lower()
    if not any(lead in lowered for lead in _LEADS):
        return
    for match in _LEAD_IN.finditer(text):
        article = _ARTICLE.match(match[1])
        start = match.start(1) + (article.end() if article else 0)
        words = list(re.finditer(r"\S+", text[start : match.end(1)]))[: MAX_WORDS + 1]
        length = _named(tuple(word[0] for word in words), definite=article is not None)
        if not length:
            continue
        end = start + words[length - 1].end()
        name = text[start:end]
        if any(word.casefold() not in _GENERIC for word in name.split()):
            yield SourcePhrase(Span(match.start(), end), name)


def _named(words: tuple[str, ...], *, definite: bool) -> int:
    """How many of the words name the source; 0 where they name none."""
    for number, word in enumerate(words[:MAX_WORDS], start=1):
        if word.casefold() in _HEADS:
            following = words[number : number + 1]
            return number + 1 if following and any(char.isdigit() for char in following[0]) else number
    capitals = 0
    for word in words[:MAX_WORDS]:
        if not (word[0].isupper() or word[0].isdigit()) and word not in ("of", "and", "&", "et", "al", "for"):
            break
        capitals += 1
    if capitals and not (capitals == 1 and words[0].casefold() == "i"):
        return capitals
    return len(words) if definite and len(words) <= 4 else 0


def find_source_lines(text: str) -> Iterator[SourcePhrase]:
    """The names behind `Source:`; where the line holds brackets or links, those are marks of their own and the line is none."""
    if not any(lead in text for lead in ("Source", "Quelle", "Fuente", "Citation", "Cited from")):
        return
    for match in _LINE.finditer(text):
        name = match[1].strip().rstrip(".*_)]").strip()
        if name and not re.search(r"\[|://|【", name):
            yield SourcePhrase(Span(match.start(), match.start(1) + len(match[1].rstrip())), name)
