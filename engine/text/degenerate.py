"""Answers that are no answer: empty, cut off, going round in circles, without words, or showing the prompt or a template.

Every test is linear in the answer. Repetition at the end is found with the prefix function of Knuth, Morris and Pratt over the words from the
back; repetition elsewhere by counting equal lines and sentences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from ..normalize import fold_words
from ..types import Span


class Defect(StrEnum):
    """What makes an answer no answer."""

    EMPTY = "empty"
    NO_WORDS = "no_words"
    TRUNCATED = "truncated"
    LOOPING = "looping"
    PROMPT_RESIDUE = "prompt_residue"
    TEMPLATE_RESIDUE = "template_residue"
    BROKEN_ENCODING = "broken_encoding"


@dataclass(frozen=True, slots=True)
class Degeneracy:
    """One defect; `span` is the stretch that shows it, empty at 0 for the answer as a whole. `sure` is False where it may be meant."""

    defect: Defect
    span: Span
    explanation: str
    sure: bool = True


MIN_LOOP_WORDS = 12
MIN_LOOP_TURNS = 4
"""A stretch at the end counts as a loop from 4 rounds and 12 words on."""
MIN_REPEATED_LINE_WORDS = 4
MIN_REPEATED_LINES = 4
MIN_TRUNCATED_CHARS = 500
"""A shorter text without a full stop is a note, a title or a value."""
_MAX_REPORTED = 5

_WHOLE = Span(0, 0)
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,20}|~{3,20})", re.MULTILINE)
_PROMPT = re.compile(
    r"<\|[a-z_]{2,30}\|>|\[/?INST\]|<</?SYS>>|</?(?:s|bos|eos|pad|unk)>|<(?:start|end)_of_turn>|^\s{0,3}#{2,4}\s?(?:Instruction|Response|System|Human|Assistant|User|Input)\s?:"
    r"|^\s{0,3}(?:Human|Assistant|User|System)\s?:\s|</?(?:system|assistant|user|think|thinking|tool_call|function_call|context|instructions?|scratchpad)>",
    re.MULTILINE,
)
_TEMPLATE = re.compile(
    r"\{\{[^{}\n]{1,80}\}\}|\{%[^{}\n]{1,80}%\}|\$\{[A-Za-z_][\w.]{0,60}\}|\[(?:INSERT|YOUR|ENTER|ADD|NAME|DATE|COMPANY|LINK|TODO)(?:[ _-][A-Za-z ]{1,40})?\](?!\()"
    r"|\[(?:insert|your|enter) [\w' -]{2,50}\](?!\()|<(?:insert|your|enter)[ _-][\w' -]{2,50}>|\blorem ipsum\b|\bTODO:|\bundefined\b\s\bundefined\b|\[object Object\]"
)
_MOJIBAKE = re.compile(r"Ã[\u0080-\u00bf©¤¶¼¨ª«®¯°±²³´µ·¸¹º»½¾¿¡¢£¥¦§]|â€[™œ\u009d“”˜¦\u0093\u0094]|Â[\u00a0-\u00bf]|ï»¿|\ufffd")
_RUN = re.compile(r"([^\s\-=_.*#~·•|─━—…█▇▂])\1{24,}")
_PROMPT_CUES = ("<|", "INST]", "SYS>>", "<s>", "</", "<bos>", "<eos>", "<pad>", "<unk>", "_of_turn>", "##", "Human", "Assistant", "User", "System", "<system",
    "<think", "<tool",
                "<function", "<context", "<instruction", "<scratchpad", "<user", "<assistant")  # fmt: skip
_TEMPLATE_CUES = ("{{", "{%", "${", "[INSERT", "[YOUR", "[ENTER", "[ADD", "[NAME", "[DATE", "[COMPANY", "[LINK", "[TODO", "[insert ", "[your ", "[enter ",
    "<insert", "<your", "<enter",
                  "lorem ipsum", "TODO:", "undefined", "[object")  # fmt: skip
_SENTENCE_ENDS = re.compile(r"[.!?]\s+|[。！？\n]\s*")
_MIN_PIECE_CHARS = 12
_ENDS = " \t\r\n.,;:!?…"
MIN_BROKEN_CHARS = 240
"""A shorter text that ends in a comma may be a label or part of a list."""
_DANGLING = frozenset(
    "a an the and or but of to in on at for with by from as that which who because if is are was were be been has have its their his her our your my"
    " und oder der die das mit von zu et ou le la les de des avec y o el los con que".split()
)
_ENDING = re.compile(r"[.!?…:;)\]}\"'”’»」』。！？；*_`~>|°%€$£]\s*\Z")
_LISTED = re.compile(r"[ \t]{0,8}(?:[-*+•]|\d{1,3}[.)]|#{1,6}|\|)\s?")


def find_degeneracies(text: str) -> tuple[Degeneracy, ...]:
    """The defects of an answer, the gravest first; an ordinary answer has none."""
    if not text.strip():
        return (Degeneracy(Defect.EMPTY, _WHOLE, "the answer is empty"),)
    if not any(char.isalnum() for char in text):
        return (Degeneracy(Defect.NO_WORDS, _WHOLE, "the answer holds no word of any script"),)
    return tuple(_defects(text))


def _defects(text: str) -> Iterator[Degeneracy]:
    yield from _loops(text)
    yield from _residue(text)
    yield from _truncation(text)


def _residue(text: str) -> Iterator[Degeneracy]:
    prompt, template = any(cue in text for cue in _PROMPT_CUES), any(cue in text for cue in _TEMPLATE_CUES)
    prose = _without_code(text) if prompt or template else ""
    for match in islice(_PROMPT.finditer(prose), _MAX_REPORTED):
        yield Degeneracy(Defect.PROMPT_RESIDUE, Span(*match.span()), f"`{match[0].strip()}` is part of a prompt, not of an answer")
    for match in islice(_TEMPLATE.finditer(prose), _MAX_REPORTED):
        yield Degeneracy(Defect.TEMPLATE_RESIDUE, Span(*match.span()), f"`{match[0]}` is a gap of a template that nobody filled")
    broken = None if text.isascii() else _MOJIBAKE.search(text)
    if broken is not None:
        sure = broken[0] != "\ufffd" or text.count("\ufffd") > 1
        yield Degeneracy(Defect.BROKEN_ENCODING, Span(*broken.span()), f"`{broken[0]}` is text read in the wrong encoding", sure)


def _without_code(text: str) -> str:
    """The text with code blanked out, offset for offset; an odd fence at the end blanks nothing."""
    fences = list(_FENCE.finditer(text))
    kept = text
    for opened, closed in zip(fences[::2], fences[1::2], strict=False):
        kept = kept[: opened.start()] + " " * (closed.end() - opened.start()) + kept[closed.end() :] if len(fences) <= 40 else kept
    if "`" in kept:
        kept = re.sub(r"`[^`\n]{1,300}`", lambda match: " " * len(match[0]), kept)
    return kept


def _loops(text: str) -> Iterator[Degeneracy]:
    run = _RUN.search(text)
    if run is not None:
        yield Degeneracy(Defect.LOOPING, Span(*run.span()), f"`{run[1]}` repeats {len(run[0])} times")
        return
    end = text.rstrip(_ENDS)
    words = fold_words(text) if end.count(end[-6:]) >= MIN_LOOP_TURNS - 1 else []
    period, turns = tail_loop(words)
    if turns:
        shown = " ".join(words[-period:])[:80]
        yield Degeneracy(Defect.LOOPING, _tail(text, shown), f"the answer ends in {turns} rounds of `{shown}`")
        return
    counts = Counter(piece for piece in _SENTENCE_ENDS.split(text) if len(piece) > _MIN_PIECE_CHARS)
    repeated = {piece: count for piece, count in counts.items() if count >= MIN_REPEATED_LINES and len(fold_words(piece)) >= MIN_REPEATED_LINE_WORDS}
    if repeated and 2 * sum(count * len(piece) for piece, count in repeated.items()) >= len(text):
        piece = max(repeated, key=lambda each: (repeated[each], len(each)))
        at = text.index(piece)
        yield Degeneracy(Defect.LOOPING, Span(at, at + len(piece)), f"`{piece[:80]}` stands {repeated[piece]} times in the answer")


def tail_loop(words: Sequence[str]) -> tuple[int, int]:
    """The length in words of the stretch that the end of a text repeats, and how many rounds; (0, 0) where it does not.

    Example:
        >>> tail_loop("we will see and so on we go and so on we go and so on we go and so on we go".split())
        (5, 4)
    """
    backwards = words[::-1]
    border = [0] * len(backwards)
    best = (0, 0)
    length = 0
    for at in range(1, len(backwards)):
        while length and backwards[at] != backwards[length]:
            length = border[length - 1]
        if backwards[at] == backwards[length]:
            length += 1
        border[at] = length
        period = at + 1 - length
        turns = (at + 1) // period
        if turns >= MIN_LOOP_TURNS and at + 1 >= MIN_LOOP_WORDS and not all(word.isdigit() for word in backwards[:period]):
            best = (period, turns)
    return best


def _tail(text: str, shown: str) -> Span:
    first = shown.split()[0] if shown else ""
    at = text.casefold().rfind(first)
    return Span(max(0, at), len(text.rstrip()))


def _truncation(text: str) -> Iterator[Degeneracy]:
    stripped = text.rstrip()
    if ("```" in text or "~~~" in text) and len(_FENCE.findall(text)) % 2:
        start = [match.start() for match in _FENCE.finditer(text)][-1]
        yield Degeneracy(Defect.TRUNCATED, Span(start, len(stripped)), "a code block is opened and never closed")
        return
    last = stripped.rpartition("\n")[2]
    words = re.findall(r"[^\W_]+", last)
    if not words or _ENDING.search(stripped) or len(words) < 2:
        return
    span = Span(len(stripped) - len(words[-1]), len(stripped))
    dangling = words[-1].casefold() in _DANGLING and stripped.endswith(words[-1]) and len(words) >= 5
    if dangling or stripped.endswith((",", "-", "(", "[", "“", "«", "–", "—")):
        yield Degeneracy(Defect.TRUNCATED, span, f"the answer breaks off after `{words[-1]}`", sure=dangling or len(stripped) >= MIN_BROKEN_CHARS)
    elif len(stripped) >= MIN_TRUNCATED_CHARS and not _LISTED.match(last) and len(re.findall(r"[.!?。！？](?:\s|\Z)", stripped)) >= 2 and len(words) >= 4:
        yield Degeneracy(Defect.TRUNCATED, span, "the last sentence has no end, although the others have", sure=False)


def shares_no_word(question: str, passages: Iterable[frozenset[str]], *, stopwords: frozenset[str]) -> bool:
    """True where no passage, given as its folded words, holds a content word of the question in any inflection that shares four letters."""
    words = {word for word in fold_words(question) if len(word) > 2 and word not in stopwords}
    if not words:
        return False
    listed = tuple(passages)
    if any(not words.isdisjoint(passage) for passage in listed):
        return False
    heads = {word[:4] for word in words}
    return not any(word[:4] in heads for passage in listed for word in passage)
