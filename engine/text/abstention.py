"""Abstentions and refusals: what an answer says it does not know, cannot find or will not do.

An abstention covers one clause. What follows after "but", "however" or a semicolon is a claim like any other, so a figure there is judged. A clause
that denies ("roof checks do not exist") is no abstention: it is a claim about the world. The tables are English, German, French and Spanish.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..types import Span


class Abstaining(StrEnum):
    """Why nothing is claimed."""

    NO_EVIDENCE = "no_evidence"
    UNKNOWN = "unknown"
    REFUSAL = "refusal"
    ADMISSION = "admission"


@dataclass(frozen=True, slots=True)
class Abstention:
    """A clause that claims nothing; an `admission` stands in brackets behind a claim that it gives up."""

    kind: Abstaining
    span: Span


_MATERIAL = (
    r"(?:documents?|documentation|contexts?|sources?|passages?|texts?|information|data(?:set|base)?|evidence|articles?|records?|files?|excerpts?|materials?|reports?|results?"
    r"|reviews?|notes?|logs?|pages?|policy|policies|contract|manual|transcripts?|conversation|e-?mails?|tables?|references?|snippets?|search|knowledge base|content)"
)
_SAYS = (
    r"(?:say|state|mention|contain|provide|include|specify|cover|address|indicate|give|list|show|have|discuss|describe|explain|reveal|disclose|answer|offer|tell|confirm"
    r"|define|report|identify|clarify|detail|establish|refer|support|make clear|name|directly|explicitly|specifically|actually|clearly|seem to|appear to)"
)
_NOT = r"(?:do(?:es)? not|did not|don['’]?t|doesn['’]?t|didn['’]?t|cannot|can ?not|can['’]t|could not|couldn['’]t)"
_AM = r"(?:am|['’]m|are|['’]re|was|were)"
_NO_EVIDENCE = (
    rf"{_MATERIAL}\b[^.;:!?\n]{{0,60}}?\s{_NOT}\s(?:\w{{1,14}}\s){{0,2}}?{_SAYS}\b",
    rf"\bno(?:ne of the)?\s(?:\w{{1,16}}\s){{0,3}}{_MATERIAL}\b(?:[^.;:!?\n]{{0,60}}?\b(?:available|given|provided|found|mentioned|included|supplied|about|on|of|regarding|concerning|in|that|for|to|says?|states?|mentions?)\b|\s?$)",
    r"\bthere\s(?:is|are|was|were|['’]s)\s(?:no|not enough|insufficient|nothing|not any|not)\s(?:\w{1,16}\s){0,3}(?:mention|indication|details?|reference|basis|answer|way to (?:tell|know|determine)"
    rf"|statement|{_MATERIAL}|in the|about|to go on)\b",
    r"\b(?:is|are|was|were|been)\s(?:not|n['’]t|never|nowhere)\s(?:\w{1,14}ly\s)?(?:stated|mentioned|specified|provided|given|found|available|listed|disclosed|included|described|discussed|covered|indicated|reported"
    r"|addressed|shown|identified|named|recorded|clear|known|defined|explained|contained|supported)\b",
    r"\b(?:is|are|was|were)n['’]t\s(?:\w{1,14}ly\s)?(?:stated|mentioned|specified|provided|given|found|available|listed|disclosed|included|described|covered|indicated|clear|known)\b",
    rf"\b(?:not|nothing|nowhere)\s(?:\w{{1,14}}ly\s)?(?:stated|mentioned|specified|provided|given|found|available|listed|covered|said|supported)?\s?(?:in|by|within|from)\s(?:the|this|these|any|your|our)?\s?(?:\w{{1,16}}\s){{0,2}}{_MATERIAL}\b",
    r"\b(?:insufficient|not enough|inadequate|too little|lack(?:s|ing)? (?:of )?(?:sufficient|enough|the)?)\s?(?:\w{1,16}\s){0,2}(?:information|evidence|context|data|details?)\b",
    r"\bI\s(?:find|found|see|saw|have|had|could find|can find)\s(?:nothing|no|none)\b",
    r"\b(?:bereitgestellten|vorliegenden|vorhandenen)\s\w{1,20}\s[^.;!?\n]{0,60}?\b(?:nicht|keine[nrms]?)\b|\b(?:steht|stehen|findet sich|wird|werden|ist|sind)\s(?:\w{1,14}\s){0,3}nicht\s(?:\w{1,14}\s){0,3}(?:erwähnt|angegeben|genannt|enthalten|aufgeführt|dokument)",
    r"\bkeine\s(?:Angaben?|Informationen|Hinweise|Daten|Erwähnung)\b",
    r"\bne\s(?:mentionne(?:nt)?|précise(?:nt)?|contien(?:t|nent)|indique(?:nt)?|fourni(?:t|ssent)|di(?:t|sent))\s(?:pas|aucune?|rien)\b|\baucune (?:information|mention|donnée|indication|précision)\b",
    r"\bno\s(?:mencionan?|especifican?|contienen?|indican?|proporcionan?|dicen?|incluyen?)\b|\bno (?:hay|se encontr(?:ó|aron)) (?:ninguna )?(?:información|mención|datos|indicación)\b",
)
_UNKNOWN = (
    rf"\b(?:I|we)(?:\s{_AM}|['’]m|['’]re)?\s(?:do not|don['’]?t|did not|didn['’]t)\s(?:\w{{1,14}}ly\s)?(?:know|have|see|find|recall)\b",
    r"\b(?:I|we)\s(?:cannot|can ?not|can['’]t|could not|couldn['’]t|am unable to|['’]m unable to|are unable to|was unable to|were unable to|was not able to)\s(?:\w{1,14}ly\s)?"
    r"(?:find|locate|answer|determine|confirm|verify|say|tell|establish|identify|see|access|be (?:sure|certain)|give|provide|make out|infer|conclude|comment|speak|know|check|state|estimate|calculate|compute)\b",
    r"\b(?:I['’]?\s?a?m|we['’]?\s?a?re)\s(?:not (?:sure|certain|aware|able|familiar)|unsure|uncertain|unaware|unable)\b",
    r"\bit\s(?:is|['’]s|was|remains)\s(?:unclear|unknown|uncertain|not (?:clear|known|possible|certain|stated|specified|mentioned)|impossible|hard to (?:say|tell))\b",
    r"\b(?:is|are|remains?)\s(?:unclear|unknown|unspecified|undisclosed)\b|\bunable to (?:find|locate|answer|determine|verify|confirm|provide)\b",
    r"\b(?:cannot|can ?not|can['’]t|could not|couldn['’]t)\sbe\s(?:\w{1,14}ly\s)?(?:determined|answered|confirmed|verified|established|inferred|found|ascertained|identified|concluded)\b",
    r"\bich\s(?:weiß|kann)\s(?:\w{1,14}\s){0,3}nicht\b|\bje ne (?:sais|peux|trouve) pas\b|\bno (?:lo )?sé\b|\bno puedo (?:encontrar|responder|confirmar|determinar)\b",
)
_REFUSAL = (
    r"\b(?:I|we)(?:['’]m| am|['’]re| are)?\s(?:sorry|afraid)\b[^.!?\n]{0,20}\b(?:can ?not|can['’]t|unable|not able|won['’]t|don['’]t|do not)\b",
    r"\b(?:I|we)\s(?:cannot|can ?not|can['’]t|won['’]t|will not|am unable to|['’]m unable to|am not able to|['’]m not able to|must decline to|have to decline)\s(?:\w{1,14}ly\s)?"
    r"(?:help|assist|do|comply|share|discuss|engage|create|write|generate|recommend|offer|advise|fulfil|fulfill|support|disclose|process|perform)\b",
    r"\b(?:as an AI|as a language model)\b[^.!?\n]{0,60}\b(?:can ?not|can['’]t|unable|not able|do not|don['’]t)\b",
    r"\b(?:please|you (?:may|should|could|can))\s(?:contact|consult|ask|reach out to|refer to|check with|speak (?:to|with))\b",
)
_ADMISSION = re.compile(
    r"[\[(](?:[^\[\]()\n]{0,40}\b)?(?:not (?:\w{1,12} )?(?:stated|mentioned|specified|found|given|supported|in|verified|confirmed|cited)|no (?:source|citation|evidence|support)|unverified|unsupported|unsourced"
    r"|citation needed|source needed|my (?:own )?(?:assumption|guess|knowledge)|assumed|general knowledge|not from)\b[^\[\]()\n]{0,60}[\])]",
    re.I,
)
_PATTERNS = tuple(
    (kind, re.compile("|".join(parts), re.I))
    for kind, parts in ((Abstaining.REFUSAL, _REFUSAL), (Abstaining.NO_EVIDENCE, _NO_EVIDENCE), (Abstaining.UNKNOWN, _UNKNOWN))
)
_CUE = re.compile(
    r"n['’]t|not\b|\bno\b|none|nothing|nowhere|never|unable|unclear|unknown|unsure|uncertain|insufficient|inadequate|lack|cannot|too little|unspecified|undisclosed"
    r"|sorry|afraid|decline|contact|consult|\bask|reach out|refer to|check with|speak|\bkein|\bnicht|\bpas\b|aucun|rien|\bno ",
    re.I,
)
_TURN = re.compile(
    r"[;:]\s|,?\s(?:[-–—]\s)|,?\s(?:but|however|yet|although|though|nevertheless|still|whereas|aber|jedoch|allerdings|mais|cependant|toutefois|pero|sin embargo)\b|,\s(?:and|so|which|while)\s",
    re.I,
)
_COURTESY = re.compile(
    r"(?:(?:I(?:['’]m| am) )?(?:sorry|apolog\w{2,6})|unfortunately|thank you|thanks|please (?:let me know|feel free|provide|share|contact|check)|(?:let me know|feel free)|is there anything"
    r"|(?:would|do) you (?:like|want)|can I help|how can I|if you (?:can|could|have|need|would|want|share|provide)|I(?:['’]d| would| will|['’]ll) be (?:happy|glad)|hope (?:this|that)"
    r"|you (?:may|might|could|can|should) (?:want to |wish to |try |need to )?(?:contact|check|consult|ask|reach|refer|look|visit|provide|share)|leider|désolé|lo siento)\b",
    re.I,
)
MAX_CLAUSE_CHARS = 400


def find_abstentions(text: str, sentences: Iterable[Span]) -> tuple[Abstention, ...]:
    """The clauses of the sentences that abstain, in order.

    Example:
        >>> text = "The policy does not state a limit, but most people claim 40 euros."
        >>> [found.span.of(text) for found in find_abstentions(text, [Span(0, len(text))])]
        ['The policy does not state a limit']
    """
    found: list[Abstention] = []
    for sentence in sentences:
        if _CUE.search(text, sentence.start, sentence.end) is None:
            continue
        clauses = clauses_of(text, sentence)
        for clause in clauses:
            kind = _kind_of(_ADMISSION.sub(" ", clause.of(text)[:MAX_CLAUSE_CHARS]))
            if kind is not None:
                found.append(Abstention(kind, clause))
    return tuple(found)


def find_admissions(text: str) -> tuple[Abstention, ...]:
    """The brackets in which an answer says that what stands before them is not in the sources, in order."""
    if "[" not in text and "(" not in text:
        return ()
    return tuple(Abstention(Abstaining.ADMISSION, Span(*match.span())) for match in _ADMISSION.finditer(text))


def clauses_of(text: str, sentence: Span) -> list[Span]:
    """A sentence cut where it turns: at "but", "however", a semicolon, a colon, a dash or a clause that goes on with "and"."""
    spans: list[Span] = []
    start = sentence.start
    for turn in _TURN.finditer(text, sentence.start, sentence.end):
        if turn.start() > start:
            spans.append(Span(start, turn.start()))
            start = turn.end() if turn[0].strip() in (";", ":", "-", "–", "—") else turn.start()
    spans.append(Span(start, sentence.end))
    return spans


def _kind_of(clause: str) -> Abstaining | None:
    return next((kind for kind, pattern in _PATTERNS if pattern.search(clause)), None)


def is_abstention(text: str, sentences: Iterable[Span]) -> bool:
    """True where the answer as a whole claims nothing: at least one clause abstains and every other clause is courtesy or an offer."""
    listed = list(sentences)
    found = find_abstentions(text, listed)
    if not found:
        return False
    covered = {each.span for each in found}
    clauses = [clause for sentence in listed for clause in clauses_of(text, sentence)]
    return all(clause in covered or _is_courtesy(clause.of(text)) for clause in clauses)


def _is_courtesy(clause: str) -> bool:
    words = clause.strip(" ,.;:!?-–—")
    return not words or not any(char.isalpha() for char in words) or (not any(char.isdigit() for char in words) and _COURTESY.match(words) is not None)
