"""Who may vouch for a value: which mentions are evidence, and which only repeat what the model itself said.

Given: user and system turns, evidence passages, host facts, and tool outputs, but for what they echo. An *echo* is a value that the model
first passed as an argument and a tool then returned (or an error message repeated); it inherits the judgement of its first use. Assistant
text is given only where the user's next turn takes it up.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from .index import SourceIndex
from .types import Json, Role

if TYPE_CHECKING:
    from .context import Context

_AFFIRMS = re.compile(
    r"\W*(?:(?:oh|ah|hi|hey|hmm|great|perfect|awesome|thanks?|thank you|well|and|so|alright|all right)\W+)*"
    r"(?:(?:yes|yeah|yea|yep|yup|sure|ok|okay|correct|exactly|confirm(?:ed)?|proceed|absolutely|definitely|certainly|agreed|affirmative"
    r"|of course|go (?:ahead|for it|with)|please (?:do|proceed|go|continue|confirm)|do (?:it|that|so)|sounds? (?:good|great|perfect|right|fine|like)"
    r"|looks? (?:good|great|fine|right|correct)"
    r"|that(?:'s|s| is|'ll| will| would| sounds?| seems?| looks?|'d)?(?: be| really| just| all)?"
    r" (?:the one|it|right|correct|fine|good|great|perfect(?:ly)?|ok|okay|nice|awesome|cool|wonderful|excellent|ideal|exactly|what i|works?|do|suits?|all)"
    r"|it(?:'s| is) (?:right|correct|fine|good|ok)|works for me|let's (?:do|go|book|take|use|have|pick)"
    r"|i(?:'d| would|'ll| will)? (?:(?:like|love|want|take) (?:it|that|this|them|the (?:first|second|third|last|one))|confirm|agree))\b"
    r"|(?:perfect|great|good|nice|fine|cool|awesome|wonderful|excellent|right|all (?:good|right|correct))(?=\s*(?:[.!,;]|$)))",
    re.IGNORECASE,
)
"""Agreement at the start of a turn; a word of praise counts only as a clause of its own."""
_LUKEWARM = re.compile(r"\W*(?:ok|okay|alright|all right|sure)\b", re.IGNORECASE)
"""Openers that only make way for a question."""
_QUALIFIES = re.compile(r"\b(?:but|other|another|different|instead|which one|except|only)\b", re.IGNORECASE)
_REFERS = re.compile(r"\b(?:it|that|this|these|those|them|one|first|second|third|last|latter|former|both|same|there|option|all of)\b", re.IGNORECASE)
_REJECTS = re.compile(
    r"\W*\b(?:no|nope|nah|not|wrong|incorrect|cancel that|never(?: ?mind)?|don'?t|stop|wait|hold on|forget it|changed? my mind"
    r"|leave (?:it|that|them))\b|\b(?:that(?:'s| is) (?:not|wrong)|isn'?t right|is wrong)\b",
    re.IGNORECASE,
)
_ERROR_TEXT = re.compile(
    r"[^\w{]*(?:error|exception|failed|failure|invalid|not found|unauthori[sz]ed|forbidden|bad request|traceback|could not|cannot|can't|unable to"
    r"|nothing (?:found|is stored|was found)|no (?:such|results?|match(?:es)?|records?|data|\w+ (?:found|with|matches|exists?))"
    r"|unknown (?:id|user|order|error|command|argument|parameter|tool|key|name|value|field)|denied|timed? ?out"
    r"|does not exist|\w+ (?:not found|does not exist|is invalid)|(?:request|call|query|login|authentication|validation|connection|lookup"
    r"|payment|transaction|operation) failed|[45]\d\d (?:error|not found|bad request|unauthori[sz]ed|forbidden|internal))\b",
    re.IGNORECASE,
)


class Standing(StrEnum):
    """What a source is worth as evidence for a value."""

    GIVEN = "given"
    TAKEN_UP = "taken_up"
    REFERRED = "referred"
    ASSISTANT = "assistant"


def is_error_output(text: str) -> bool:
    """True where a tool output reports a failure: a JSON `error` or `exception`, `success: false`, a status of 400 to 599, or an error word first."""
    stripped = text.lstrip()
    if not stripped.startswith("{"):
        return _ERROR_TEXT.match(stripped) is not None
    try:
        body: Json = json.loads(stripped, strict=False)
    except (ValueError, RecursionError):
        return False
    if not isinstance(body, dict):
        return False
    for key in ("error", "errors", "exception", "error_message"):
        if body.get(key):
            return True
    status = body.get("status", body.get("status_code", body.get("code")))
    if isinstance(status, int) and not isinstance(status, bool) and 400 <= status < 600:
        return True
    return body.get("success") is False or body.get("ok") is False or status in ("error", "failed", "failure")


def standing_of(index: SourceIndex, context: Context) -> Standing:
    """What a whole source is worth, echoes aside."""
    if index.source.role is not Role.ASSISTANT:
        return Standing.GIVEN
    return _uptake(index, context)


def _uptake(index: SourceIndex, context: Context) -> Standing:
    answer = next((other for other in context.sources if other.source.order > index.source.order), None)
    if answer is None or answer.source.role is not Role.USER:
        return Standing.ASSISTANT
    text = answer.source.text[:400]
    if _REJECTS.match(text) or _REJECTS.search(text[:160]):
        return Standing.ASSISTANT
    if _LUKEWARM.match(text) and "?" in text:
        return Standing.REFERRED
    if _AFFIRMS.match(text) and not _QUALIFIES.search(text[:160]):
        return Standing.TAKEN_UP
    return Standing.REFERRED if _REFERS.search(text) else Standing.ASSISTANT
