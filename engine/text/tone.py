"""What an answer is beside a report: opinion, and text that was made up on request. Noted for the reader of an audit, never flagged by itself.

The cues are words of judgement and of invention in English, our own list; a sentence counts by its first one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..types import Span

_OPINION = re.compile(
    r"\b(?:in my (?:own )?(?:opinion|view)|i (?:personally )?(?:think|believe|feel|find|prefer|would argue)|personally|to my mind|if you ask me"
    r"|(?:beautiful|lovely|wonderful|charming|delightful|gorgeous|stunning|amazing|awful|ugly|boring|terrible|superb|magnificent)(?:ly)?)\b",
    re.IGNORECASE,
)
_ASKS_TO_INVENT = re.compile(
    r"\b(?:write|compose|make up|invent|tell|create|draft|continue)\b[^.?!\n]{0,60}?"
    r"\b(?:poem|story|stories|song|lyrics|haiku|limerick|sonnet|tale|fable|fiction|joke|slogan|riddle|verse|rhyme|novel|screenplay)\b",
    re.IGNORECASE,
)
_TELLS_A_TALE = re.compile(r"\s*(?:once upon a time|in a land far away|there once was an?)\b", re.IGNORECASE)
MAX_SHOWN_CHARS = 80


def notes_of(masked: str, sentences: Sequence[Span], *, question: str = "") -> tuple[str, ...]:
    """A note on text that was made up, and one on each sentence that tells an opinion, in order.

    Example:
        >>> notes_of("The pier is long. I think it is lovely.", [Span(0, 17), Span(18, 39)])
        ('opinion: `I think it is lovely.`',)
    """
    return (*_creative(masked, question), *_opinions(masked, sentences))


def _creative(masked: str, question: str) -> Iterator[str]:
    if _ASKS_TO_INVENT.search(question) is not None:
        yield "creative text: the question asks for something made up"
    elif _TELLS_A_TALE.match(masked) is not None:
        yield "creative text: the answer opens as a tale"


def _opinions(masked: str, sentences: Sequence[Span]) -> Iterator[str]:
    for sentence in sentences:
        if _OPINION.search(masked, sentence.start, sentence.end) is not None:
            text = " ".join(sentence.of(masked).split())
            yield f"opinion: `{text if len(text) <= MAX_SHOWN_CHARS else f'{text[: MAX_SHOWN_CHARS - 1]}…'}`"
