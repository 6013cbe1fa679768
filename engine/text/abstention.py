"""Abstentions and refusals: what an answer says it does not know, cannot find or will not do.

An abstention covers one clause. What follows after "but", "however" or a semicolon is a claim like any other, so a figure there is judged. A clause
that denies ("roof checks do not exist") is no abstention: it is a claim about the world. The tables are English, German, French and Spanish.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..normalize import lower_in_place
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
    r"(?:say|state|mention|contain|provide|include|specify|cover|address|indicate|give|list|show|have|discuss|describe|explain|reveal|disclose|answer|tell|confirm"
    r"|define|report|identify|clarify|detail|establish|refer|support|make clear|name|directly|explicitly|specifically|actually|clearly|seem to|appear to)"
)
_NOT = r"(?:do(?:es)? not|did not|don['’]?t|doesn['’]?t|didn['’]?t|cannot|can ?not|can['’]t|could not|couldn['’]t)"
_SILENT = re.compile(rf"\b{_NOT}\s(?:\w{{1,14}}\s){{0,2}}?{_SAYS}\b", re.I)
_MATERIAL_BEFORE = re.compile(rf"\b{_MATERIAL}\b[^.,;:!?\n]{{0,50}}\Z", re.I)
_AM = r"(?:am|['’]m|are|['’]re|was|were)"
_TOLD = r"(?:information|info|mention|indication|details?|data|reference|basis|answer|statement|instructions?|specifics|record|way to (?:tell|know|determine))"
_IN_IT = rf"(?:in|by|within|from|on the basis of|based on)\s(?:the|this|these|any|your|our)?\s?(?:\w{{1,16}}\s){{0,2}}{_MATERIAL}\b"
_NO_EVIDENCE = (
    (
        ("no ", "none"),
        rf"\bno(?:ne of the)?\s(?:\w{{1,16}}\s){{0,2}}(?:{_TOLD}\b[^.;:!?\n]{{0,60}}?\b(?:available|given|provided|found|mentioned|included|supplied|about"
        rf"|on|of|regarding|concerning|in|that|for|as to)\b|evidence\s{_IN_IT})",
    ),
    (
        ("there ",),
        rf"\bthere\s(?:is|are|was|were|['’]s)\s(?:no|not enough|insufficient|nothing|not any|not)\s(?:\w{{1,16}}\s){{0,3}}(?:{_TOLD}|{_IN_IT}|about|to go on)\b",
    ),
    (
        ("not ", "never ", "nowhere", "n't", "n’t"),
        r"\b(?:is|are|was|were|been)(?:\s(?:not|never|nowhere)|n['’]t)\s(?:\w{1,14}ly\s)?(?:stated|mentioned|specified|disclosed|indicated|described|discussed|addressed|explained|clear)\b",
    ),
    (
        ("not ", "n't", "n’t", "nothing", "nowhere"),
        rf"\b(?:not|nothing|nowhere|\w{{2,5}}n['’]t)\s(?:\w{{1,14}}ly\s)?(?:stated|mentioned|specified|provided|given|found|available|listed|covered|said|supported|shown|included|contained|part)?\s?{_IN_IT}",
    ),
    (
        ('insufficient', 'not enough', 'inadequate', 'too little', 'lack'),
        r"\b(?:insufficient|not enough|inadequate|too little|lack(?:s|ing)? (?:of )?(?:sufficient|enough|the)?)\s?(?:\w{1,16}\s){0,2}(?:information"
        r"|evidence|context|data|details?)\b",
    ),
    (
        ('nothing', "no ", "none"),
        r"\bI\s(?:find|found|see|saw|have|had|could find|can find)\s(?:nothing|no|none)\b",
    ),
    (
        ('nicht', 'kein'),
        r"\b(?:bereitgestellten|vorliegenden|vorhandenen)\s\w{1,20}\s[^.;!?\n]{0,60}?\b(?:nicht|keine[nrms]?)\b|\b(?:steht|stehen|findet sich|wird|werden"
        r"|ist|sind)\s(?:\w{1,14}\s){0,3}nicht\s(?:\w{1,14}\s){0,3}(?:erwähnt|angegeben|genannt|enthalten|aufgeführt|dokument)",
    ),
    (
        ('keine',),
        r"\bkeine\s(?:Angaben?|Informationen|Hinweise|Daten|Erwähnung)\b",
    ),
    (
        ('ne ', 'aucune'),
        r"\bne\s(?:mentionne(?:nt)?|précise(?:nt)?|contien(?:t|nent)|indique(?:nt)?|fourni(?:t|ssent)|di(?:t|sent))\s(?:pas|aucune?|rien)\b"
        r"|\baucune (?:information|mention|donnée|indication|précision)\b",
    ),
    (
        ('no ',),
        r"\bno\s(?:mencionan?|especifican?|contienen?|indican?|proporcionan?|dicen?|incluyen?)\b|\bno (?:hay|se encontr(?:ó"
        r"|aron)) (?:ninguna )?(?:información|mención|datos|indicación)\b",
    ),
)
_UNKNOWN = (
    (
        ("n't", 'n’t', "not "),
        rf"\b(?:I|we)(?:\s{_AM}|['’]m|['’]re)?\s(?:do not|don['’]?t|did not|didn['’]t)\s(?:\w{{1,14}}ly\s)?(?:know|have|see|find|recall)\b",
    ),
    (
        ('cannot', 'can not', "can't", 'can’t', 'could not', "couldn't", 'couldn’t', 'unable', 'not able'),
        r"\b(?:I|we)\s(?:cannot|can ?not|can['’]t|could not|couldn['’]t|am unable to|['’]m unable to|are unable to|was unable to|were unable to"
        r"|was not able to)\s(?:\w{1,14}ly\s)?"
        r"(?:find|locate|answer|determine|confirm|verify|say|tell|establish|identify|see|access|be (?:sure|certain)|give|provide|make out|infer|conclude"
        r"|comment|speak|know|check|state|estimate|calculate|compute)\b",
    ),
    (
        ('not ', 'unsure', 'uncertain', 'unaware', 'unable'),
        r"\b(?:I['’]?\s?a?m|we['’]?\s?a?re)\s(?:not (?:sure|certain|aware|able|familiar)|unsure|uncertain|unaware|unable)\b",
    ),
    (
        ("unclear", "unknown", "uncertain", "not ", "impossible", "hard to"),
        rf"\bit\s(?:is|['’]s|was|remains)\s(?:unclear|unknown|uncertain|not (?:clear|known|possible|certain)|impossible|hard)\s(?:{_IN_IT}|to (?:say|tell"
        rf"|answer|determine|provide|know|confirm|give)\b)",
    ),
    (
        ("unable",),
        r"\A\W{0,4}(?:\w{1,14},\s)?(?:unable|not able) to (?:find|locate|answer|determine|verify|confirm|provide)\b",
    ),
    (
        ("cannot", "can not", "can't", "can’t", "could not", "couldn't", "couldn’t"),
        rf"\b(?:cannot|can ?not|can['’]t|could not|couldn['’]t)\sbe\s(?:\w{{1,14}}ly\s)?(?:determined|answered|confirmed|verified|established|inferred"
        rf"|found|ascertained|identified|concluded)\b[^.;!?\n]{{0,40}}?\b(?:{_IN_IT}|without (?:more|further|additional))",
    ),
    (
        ('nicht', "pas", 'no '),
        r"\bich\s(?:weiß|kann)\s(?:\w{1,14}\s){0,3}nicht\b|\bje ne (?:sais|peux|trouve) pas\b|\bno (?:lo )?sé\b|\bno puedo (?:encontrar|responder"
        r"|confirmar|determinar)\b",
    ),
)
_REFUSAL = (
    (
        ('sorry', 'afraid'),
        r"\b(?:I|we)(?:['’]m| am|['’]re| are)?\s(?:sorry|afraid)\b[^.!?\n]{0,20}\b(?:can ?not|can['’]t|unable|not able|won['’]t|don['’]t|do not)\b",
    ),
    (
        ('cannot', 'can not', "can't", 'can’t', "won't", 'won’t', 'will not', 'unable', 'not able', 'decline'),
        r"\b(?:I|we)\s(?:cannot|can ?not|can['’]t|won['’]t|will not|am unable to|['’]m unable to|am not able to|['’]m not able to|must decline to"
        r"|have to decline)\s(?:\w{1,14}ly\s)?"
        r"(?:help|assist|do|comply|share|discuss|engage|create|write|generate|recommend|offer|advise|fulfil|fulfill|support|disclose|process|perform)\b",
    ),
    (
        ('as an ai', 'language model'),
        r"\b(?:as an AI|as a language model)\b[^.!?\n]{0,60}\b(?:can ?not|can['’]t|unable|not able|do not|don['’]t)\b",
    ),
)
_ADMISSION = re.compile(
    r"[\[(](?:[^\[\]()\n]{0,40}\b)?(?:not (?:\w{1,12} )?(?:stated|mentioned|specified|found|given|supported|in|verified|confirmed|cited)|no (?:source"
    r"|citation|evidence|support)|unverified|unsupported|unsourced"
    r"|citation needed|source needed|my (?:own )?(?:assumption|guess|knowledge)|assumed|general knowledge|not from)\b[^\[\]()\n]{0,60}[\])]",
    re.I,
)
_PATTERNS = tuple(
    (kind, cues, re.compile(pattern, re.I))
    for kind, branches in ((Abstaining.REFUSAL, _REFUSAL), (Abstaining.NO_EVIDENCE, _NO_EVIDENCE), (Abstaining.UNKNOWN, _UNKNOWN))
    for cues, pattern in branches
)
"""Each pattern with the words of which one must stand for it to hit, looked for first."""
_ALL_CUES = {"not ", "n't", "n’t", *(cue for _, cues, _ in _PATTERNS for cue in cues)}
_CUE = re.compile("|".join(re.escape(cue) for cue in sorted(_ALL_CUES, key=lambda cue: (-len(cue), cue))))
_TURN = re.compile(
    r"[;:]\s|,?\s(?:[-–—]\s)|,?\s(?:but|however|yet|although|though|nevertheless|still|whereas|aber|jedoch|allerdings|mais|cependant|toutefois|pero"
    r"|sin embargo)\b|,\s(?:and|so|which|while)\s",
    re.I,
)
_COURTESY = re.compile(
    r"(?:(?:I(?:['’]m| am) )?(?:sorry|apolog\w{2,6})|unfortunately|thank you|thanks|please (?:let me know|feel free|provide|share|contact|check)"
    r"|(?:let me know|feel free)|is there anything"
    r"|(?:would|do) you (?:like|want)|can I help|how can I|if you (?:can|could|have|need|would|want|share|provide)|I(?:['’]d| would| will"
    r"|['’]ll) be (?:happy|glad)|hope (?:this|that)"
    r"|you (?:may|might|could|can|should) (?:want to |wish to |try |need to )?(?:contact|check|consult|ask|reach|refer|look|visit|provide|share)|leider"
    r"|désolé|lo siento)\b",
    re.I,
)
_NEGATIONS = ("not ", "n't", "n’t", "cannot", "can not", "could not", "couldn't", "couldn’t", "can't", "can’t")
_FIGURE = re.compile(r"\d+")
MAX_CLAUSE_CHARS = 400


def find_abstentions(text: str, sentences: Iterable[Span]) -> tuple[Abstention, ...]:
    """The clauses of the sentences that abstain, in order.

    Example:
        >>> text = "The policy does not state a limit, but most people claim 40 euros."
        >>> [found.span.of(text) for found in find_abstentions(text, [Span(0, len(text))])]
        ['The policy does not state a limit']
    """
    found: list[Abstention] = []
    text = _ADMISSION.sub(lambda match: " " * len(match[0]), text) if "[" in text or "(" in text else text
    cues = [match.start() for match in _CUE.finditer(f"{lower_in_place(text)} ")]
    for sentence in sentences:
        at = bisect_left(cues, sentence.start)
        if at == len(cues) or cues[at] >= sentence.end:
            continue
        for clause in clauses_of(text, sentence):
            kind = _kind_of(clause.of(text)[:MAX_CLAUSE_CHARS])
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
    cues = set(_CUE.findall(f"{clause.lower()} "))
    silent = None if cues.isdisjoint(_NEGATIONS) else _SILENT.search(clause)
    if silent is not None and _MATERIAL_BEFORE.search(clause, max(0, silent.start() - 70), silent.start()) is not None:
        return Abstaining.NO_EVIDENCE
    return next((kind for kind, needed, pattern in _PATTERNS if not cues.isdisjoint(needed) and pattern.search(clause)), None)


def is_abstention(text: str, sentences: Iterable[Span], *, question: str = "") -> bool:
    """True where the answer as a whole claims nothing: at least one clause abstains and every other clause is courtesy or an offer.

    A clause that tells a figure abstains only where the question has that figure.
    """
    listed = list(sentences)
    found = find_abstentions(text, listed)
    if not found:
        return False
    asked = set(_FIGURE.findall(question))
    covered = {each.span for each in found if asked.issuperset(_FIGURE.findall(each.span.of(text)))}
    return all(clause in covered or _is_courtesy(clause.of(text)) for sentence in listed for clause in clauses_of(text, sentence))


def _is_courtesy(clause: str) -> bool:
    words = clause.strip(" ,.;:!?-–—")
    return not words or not any(char.isalpha() for char in words) or (not any(char.isdigit() for char in words) and _COURTESY.match(words) is not None)
