"""Negation around a place: what the user says not to use, and what stands in a text only as an example."""

from __future__ import annotations

import re

from .normalize import fold_words, stem
from .search import Hit
from .types import Role

_LEAD_CHARS = 48
_NEGATIVE = re.compile(r"\b(?:no|not|n't|non|without|never|none|don't|doesn't|exclude|excluding|skip|disable|off|hide|except)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.,;:!?]\s")
_FILLER = (
    r"(?:to|in|on|at|for|from|of|by|via|with|as|the|a|an|any|my|our|this|that|be|it|order|number|id|account|ticket|booking|reservation"
    r"|use|using|book|send|take|cancel|pay|give|need|want|choose|pick|like|ship|include|call|mail|email|contact|transfer|delete|remove|go|fly)"
)
_REFUSES = re.compile(
    r"(?:\b(?<!why )(?<!or )(?<!if )not\b|\b(?:never|don[’']?t|do not|instead of|rather than|other than|(?:any|every)(?:thing|one|where|body) but"
    r"|any \w{1,20} but|except(?: for)?|excluding|without|avoid(?:ing)?|skip(?:ping)?|no longer)\b)"
    rf"(?:\s{{1,3}}{_FILLER}){{0,4}}[\s\"'`#(]{{1,3}}$",
    re.IGNORECASE,
)
_REFUSED_AFTER = re.compile(
    r"[\"'`)]?\s{0,2}(?:is|was|are|were)\s(?:wrong|incorrect|not (?:right|correct|it|mine|the (?:one|right one)))|[\"'`)]?\s{0,2}(?:isn[’']?t|wasn[’']?t)\b"
    r"|\W{1,4}(?:(?:no|wait|sorry|oops|oh)\W{1,3}){0,3}(?:i meant?|or rather|correction|scratch that|make (?:it|that)(?= \S{0,30}\d))\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"(?:\be\. ?g\b\.?|\beg\b|\bfor (?:example|instance)\b|\bexamples?\b|\bsuch as\b|\blooks? like\b|\b(?:of|have|has|in|with) the (?:form|format|shape|pattern)\b"
    r"|\bformat(?:ted)?\b|\bsamples?\b|\bplaceholders?\b)[^.!?\n]{0,60}$",
    re.IGNORECASE,
)


def is_negated_choice(hit: Hit) -> bool:
    """True where a negation stands among the three words before the place ("not the economy one")."""
    clause = _CLAUSE_END.split(hit.index.content[max(0, hit.span.start - 40) : hit.span.start])[-1]
    return _NEGATIVE.search(" ".join(fold_words(clause)[-3:])) is not None or is_refused(hit)


_ASKS_TO_RULE_OUT = frozenset(stem(word) for word in "avoid exclude excluding excluded except without not forbidden banned skip ignore disallow old replace".split())


def asks_to_rule_out(words: frozenset[str]) -> bool:
    """True for a parameter, by the stems of its name, that takes what the user does not want."""
    return bool(_ASKS_TO_RULE_OUT & words)


def is_refused(hit: Hit) -> bool:
    """True where a user turn names the value only to rule it out: "not 500", "rather than Rome", "anything but ...", "... is wrong".

    A bound ("not more than", "no later than") and a question ("why not ...") rule nothing out.
    """
    if hit.index.source.role is not Role.USER:
        return False
    content = hit.index.content
    clause = re.split(r"[.,;:!?]\s|\n", content[max(0, hit.span.start - _LEAD_CHARS) : hit.span.start])[-1]
    return _REFUSES.search(clause) is not None or _REFUSED_AFTER.match(content, hit.span.end) is not None


def negation_in(text: str) -> bool:
    """True where the text holds a word of negation."""
    return _NEGATIVE.search(text) is not None


def is_example(hit: Hit) -> bool:
    """True where a system turn or an error output gives the value only to show a form ("e.g. ...", "such as ...", "of the form ...")."""
    source = hit.index.source
    if source.role is not Role.SYSTEM and not (source.role is Role.TOOL and source.is_error):
        return False
    content = hit.index.content
    return _EXAMPLE.search(content[max(0, hit.span.start - 90) : hit.span.start]) is not None
