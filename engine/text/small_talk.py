"""Sentences that keep up the conversation and claim nothing, and reports that there is nothing.

Greetings, thanks, offers and bare assent assert nothing about the world. "Nothing is planned" does: it is what an empty result says.
"""

from __future__ import annotations

import re

_GREETING = re.compile(
    r"(?:hello|hi|hey|welcome|dear|good (?:morning|afternoon|evening|day)|thanks?|thank you|you(?:['’]re| are) (?:very )?welcome|my pleasure|no problem"
    r"|great question|good question"
    r"|nice to meet|glad|happy to|good luck|have a (?:nice|great|good)|take care|bye|goodbye|see you|hallo|guten tag|danke|gern|bonjour|merci|de rien"
    r"|hola|gracias|de nada)\b",
    re.I,
)
_ASSENT = re.compile(
    r"(?:(?:yes|no|sure|certainly|of course|okay|ok|absolutely|right|correct|understood|got it|exactly|ja|nein|oui|non|sí)[\s,.!–—-]{0,3}){1,3}"
    r"(?:(?:you|we|i|it|that|this|they) (?:can|may|could|do|does|is|are|will|am|did)(?: so| not|n['’]t)?(?: correct| right| true| fine)?)?",
    re.I,
)
_OFFER = re.compile(
    r"(?:(?:yes|sure|of course|certainly)[,.!]? )?(?:(?:i|we) (?:can|could|would|will|['’]ll|['’]d)|(?:i|we)['’](?:ll|d)) (?:\w{1,14} ){0,8}?(?:for you"
    r"|if you (?:like|want|wish|prefer)|you with|when you(?:['’]re| are) ready)\b"
    r"|(?:i|we) can (?:also )?help\b|(?:shall|should|may|can|could) (?:i|we)\b|(?:would|do) you (?:like|want)\b|(?:please )?(?:let me know|feel free)\b"
    r"|(?:is there )?anything else\b",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]+")
MAX_GREETING_WORDS = 12


def is_small_talk(sentence: str) -> bool:
    """True for a greeting, thanks, bare assent or an offer without a figure.

    Example:
        >>> [is_small_talk(text) for text in ("Hello! How can I help?", "Yes, you can.", "Yes, the fee is due.", "I can delete it for you.")]
        [True, True, False, True]
    """
    text = sentence.strip(" \t\r\n\"'“”*_")
    if not text or any(map(str.isdigit, text)):
        return False
    bare = text.rstrip(" .!?…")
    if _ASSENT.fullmatch(bare) is not None or _OFFER.match(text) is not None:
        return True
    return _GREETING.match(text) is not None and len(_WORD.findall(text)) <= MAX_GREETING_WORDS and ":" not in text


_EMPTY_RESULT = re.compile(
    r"(?:[\w \"'-]{0,30}[:=]\s{0,3})?(?:\[\s*\]|\{\s*\}|\(\s*\)|\"\"|null|none|nil|nothing|empty|n/?a|-|\(?(?:0|no|zero) (?:rows?|results?|items?|records?"
    r"|matches|hits|entries|documents?|events?)"
    r"(?: (?:found|returned|selected|affected))?\)?|no data)[.!]?",
    re.I,
)
_REPORTS_NOTHING = re.compile(
    r"\b(?:there (?:is|are|was|were)(?:n['’]t| not)? (?:no|any|none|nothing|zero)\b|there (?:is|are)n['’]t any|no(?:thing| one|body)\b|none\b"
    r"|no (?:\w{1,16} ){1,4}(?:is|are|was|were|found|exists?|matche?s?|scheduled)\b"
    r"|(?:have|has|had|found|find|see|got|lists?|contains?|shows?) (?:no|nothing|none|zero)\b|(?:is|are|was|were|do(?:es)?|did)(?: not|n['’]t) (?:have "
    r"|contain |show |list |find )?any\b|(?:is|are) empty\b)",
    re.I,
)


def is_empty_result(content: str) -> bool:
    """True for a source that says nothing but that there is nothing: `[]`, `0 rows`, `events: none`."""
    return len(content) <= 80 and _EMPTY_RESULT.fullmatch(content.strip()) is not None


def reports_nothing(sentence: str) -> bool:
    """True for a sentence that says that there is nothing of what was asked for, without a figure."""
    return not any(map(str.isdigit, sentence)) and _REPORTS_NOTHING.search(sentence) is not None
