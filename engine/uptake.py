"""When the user's next turn takes up what the assistant said: agreement, a choice among several values, and taking it back later."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .index import Mention, SourceIndex
from .provenance import Standing
from .types import Kind, Role, Span
from .values import Group, identifiers

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
_TAKES_BACK = re.compile(
    r"\W*(?:(?:oh|hmm+|um+|uh|sorry|ok|okay|well|please|but)\W+)*"
    r"(?:actually\W+(?:no\b|never ?mind|don[’']?t|do not|scratch|cancel that|forget)|(?:wait|hold on|stop)\W+(?:no\b|not\b|don[’']?t|do not|wait)"
    r"|scratch that|never ?mind|forget (?:it|that|about it)|cancel that|on second thoughts?|i(?:[’']ve| have)? changed my mind"
    r"|no\W+(?:wait|forget (?:it|that)|scratch that|never ?mind|stop))",
    re.IGNORECASE,
)
"""Taking an agreement back, at the start of a turn; a bare "no" answers the question before it."""
_ORDINALS = {
    word: place
    for place, words in enumerate(("first 1st one 1 former", "second 2nd two 2", "third 3rd three 3", "fourth 4th four 4", "fifth 5th five 5"))
    for word in words.split()
} | {"last": -1, "latter": -1}
_PICKS = re.compile(
    r"\b(?P<ordinal>first|1st|former|second|2nd|third|3rd|fourth|4th|fifth|5th|last|latter)"
    r"(?:\s(?:one|option|choice|offer)\b|\sof\s(?:them|these|those|the)\b|(?=\W*$|[.,;!?]|\s(?:please|thanks|thank|then|instead|is|sounds|looks|works|would)\b))"
    r"|(?:\b(?:option|choice|number|no\.?)|#)\s?(?P<number>[1-5]|one|two|three|four|five)\b",
    re.IGNORECASE,
)
_DENIES_PICK = re.compile(r"\b(?:not|isn[’']?t|don[’']?t|anything but|except)\b[^.,;!?]{0,24}$", re.IGNORECASE)
_PICKS_ALL = re.compile(
    r"\W*(?:(?:yes|yeah|sure|ok|okay|please|let's|book|take|do|i(?:'d)? (?:want|like|take))\W+)*"
    r"(?:both|all(?: of (?:them|those|these)| (?:two|three|four|five))?)(?=\W*$|[.,;!]|\s(?:please|of|thanks)\b)",
    re.IGNORECASE,
)
_ASKS_WHICH = re.compile(r"\bwhich\b|\beither\b|\bor\b[^.?!]{0,80}\?", re.IGNORECASE)
_NUMBERED = re.compile(r"^[ \t]{0,8}(?:\d{1,2}[.)]|\(?[a-h][.)])[ \t]", re.MULTILINE)
_BULLETED = re.compile(r"^[ \t]{0,8}[-*\u2022][ \t]", re.MULTILINE)
MAX_ANSWER_CHARS = 400
MAX_OFFERED = 24
MAX_QUESTION_CHARS = 2000
"""How much of the end of an assistant turn may hold its question."""


def standing_of(index: SourceIndex, context: Context, *, taken_back: int = -1) -> Standing:
    """What a whole source is worth, echoes aside; `taken_back` is the last turn in which the user took an agreement back."""
    if index.source.role is not Role.ASSISTANT:
        return Standing.GIVEN
    answer = context.following(index.source.order)
    if answer is None or answer.source.role is not Role.USER or taken_back > answer.source.order:
        return Standing.ASSISTANT
    text = answer.source.text[:MAX_ANSWER_CHARS]
    if _TAKES_BACK.match(text):
        return Standing.ASSISTANT
    if _picked(text) is not None:
        return Standing.REFERRED
    if _REJECTS.match(text) or _REJECTS.search(text[:160]):
        return Standing.ASSISTANT
    if _PICKS_ALL.match(text):
        return Standing.TAKEN_UP
    if _LUKEWARM.match(text) and "?" in text:
        return Standing.REFERRED
    if _AFFIRMS.match(text) and not _QUALIFIES.search(text[:160]):
        return Standing.TAKEN_UP
    return Standing.REFERRED if _REFERS.search(text) else Standing.ASSISTANT


def standing_of_choice(index: SourceIndex, span: Span, context: Context, *, whole: Standing) -> Standing:
    """What one place in an assistant turn is worth, where the whole turn has the standing `whole`.

    "The second one" takes up the second of the values offered, and no other; a plain yes to "which one?" takes up none for sure.
    """
    answer = context.following(index.source.order)
    if whole is Standing.ASSISTANT or answer is None:
        return whole
    text = answer.source.text[:MAX_ANSWER_CHARS]
    picked = _picked(text)
    if picked is None and (_PICKS_ALL.match(text) or not _ASKS_WHICH.search(index.content[-MAX_QUESTION_CHARS:])):
        return whole
    offered, own = _offered(index, span)
    if own is None or len(offered) < 2:
        return whole
    if picked is None:
        return Standing.REFERRED
    chosen = picked if picked >= 0 else len(offered) + picked
    return Standing.TAKEN_UP if own == chosen else Standing.ASSISTANT


def last_take_back(context: Context) -> int:
    """The last turn in which the user takes an agreement back; -1 where there is none."""
    turns = (index.source for index in reversed(context.gathered.turns))
    return next((source.order for source in turns if source.role is Role.USER and _TAKES_BACK.match(source.text[:MAX_ANSWER_CHARS])), -1)


def is_called_off(text: str) -> bool:
    """True where a user turn does nothing but take back what went before."""
    found = _TAKES_BACK.match(text[:MAX_ANSWER_CHARS])
    return found is not None and len(text[found.end() :].split()) <= 4 and not any(char.isdigit() for char in text)


def _picked(text: str) -> int | None:
    """The place, from 0 or from the end, of the one offer that the answer chooses; None where it chooses none or several."""
    places = {
        _ORDINALS[(match["ordinal"] or match["number"]).lower()] for match in _PICKS.finditer(text) if not _DENIES_PICK.search(text[: match.start()])
    }
    return places.pop() if len(places) == 1 else None


def _offered(index: SourceIndex, span: Span) -> tuple[list[Span], int | None]:
    """The offers of an assistant turn, and which of them the place belongs to: the lines of a list, else the values of one form."""
    for marks in (_NUMBERED, _BULLETED):
        starts = [match.start() for match in marks.finditer(index.content)]
        if len(starts) > 1:
            lines = [Span(start, end) for start, end in zip(starts, [*starts[1:], len(index.content)], strict=True)]
            return lines, next((place for place, line in enumerate(lines) if line.start <= span.start < line.end), None)
    alike = _alike(index, span)
    return alike, next((place for place, offer in enumerate(alike) if offer.start < span.end and span.start < offer.end), None)


def _alike(index: SourceIndex, span: Span) -> list[Span]:
    """The first places of the distinct values of one form with the value at `span`."""
    for group in (Group.EMAIL, Group.URL, Group.PHONE, Group.TEMPORAL, Group.IDENTIFIER, Group.NUMERIC):
        mentions = index.mentions(group)
        own = next((mention for mention in mentions if mention.span.start < span.end and span.start < mention.span.end), None)
        if own is None:
            continue
        firsts: dict[str, Mention] = {}
        for mention in mentions:
            if _form(mention) == _form(own):
                firsts.setdefault(mention.value.keys[0], mention)
        same = [mention.span for mention in firsts.values()]
        repeated = firsts[own.value.keys[0]].span
        return [span if place == repeated else place for place in same] if len(same) <= MAX_OFFERED else []
    return []


def _form(mention: Mention) -> tuple[Kind, str]:
    value = mention.value
    return value.kind, identifiers.shape(value.text) if value.kind is Kind.IDENTIFIER else value.unit or ""
