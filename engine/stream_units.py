"""A text that is still arriving cut into the units that are judged: whole sentences, list items and paragraphs.

Where a unit ends depends on the text alone, never on how it was cut into deltas. A cut is made only where no value can stand across it: after
the end of a sentence whose last word is a plain word and whose next one opens with a capital, or at a blank line under the same caution. Inside an
open quotation, bracket, tag or code span there is none. A stretch without such a place is cut by force between two plain words, far from any figure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .text.segments import is_abbreviated

FORCED = 2_000
"""From so many characters on a unit is cut at the first place that no value can stand across."""
CLEAR = 40
"""No digit stands so near a forced cut."""
_LOOK_BACK = 64
_CLOSERS = "[\"'”’»)\\]*_]"
_MARK = re.compile(r"[.!?…\n。！？]")
# Each way to end begins at a mark, and is decided by at most `_LOOK_BACK` characters after it.
_END = re.compile(
    rf"(?:(?<=[a-zß-öø-ÿ]{{3}})|(?<=[a-zß-öø-ÿ]{{3}}[\"'”’»)*_]))[.!?…]{{1,3}}{_CLOSERS}{{0,3}}\s{{1,40}}(?=[\"'“‘«(*_]{{0,3}}[^\W\d_a-zß-öø-ÿ])"
    r"|(?<=[.!?:)\"”*`a-zß-öø-ÿ])\n[ \t]{0,20}\n\s{0,30}(?=[^\s\d$€£¥%.,:;+\-−–—])"
    r"|(?<=[.!?:])\n[ \t]{0,20}(?=(?:[-*+•]|\d{1,2}[.)])[ \t]\S)"
    r"|(?<=[^\W\d_])[。！？]{1,3}[”’」』）]{0,2}(?=[^\W\d_])"
)
_PLAIN_GAP = re.compile(r"(?<=[a-zß-öø-ÿ]{3})\s{1,40}(?=[a-zß-öø-ÿ]{3})|(?<=[^\W\d_])[、，。](?=[^\W\d_])")
_NEAR_FIGURE = re.compile(r"[\d$€£¥%@#/]")
_FENCE_LINE = re.compile(r"^[ ]{0,3}(?:```|~~~)", re.MULTILINE)
_TAG_REACH = 216


@dataclass(frozen=True, slots=True)
class Unit:
    """The end of a unit in the text; `forced` where it was cut inside a sentence; `fenced` where a block of code is still open there."""

    end: int
    forced: bool
    fenced: bool


def next_unit(text: str, *, fenced: bool, seen: int) -> Unit | None:
    """The unit at the start of a text, None while its end is not known. `fenced` says that the text begins inside a block of code.

    `seen` characters were looked at before and held no end.
    """
    start = max(0, seen - _LOOK_BACK)
    for mark in _MARK.finditer(text, start):
        found = _END.match(text, mark.start())
        if found is None:
            continue
        if found.end() > FORCED:
            break
        inside = _is_fenced(text, found.end(), fenced=fenced)
        if not inside and not _is_open(text, found.start(), found.end()):
            return Unit(found.end(), forced=False, fenced=False)
    return _forced(text, start, fenced=fenced) if len(text) > FORCED + CLEAR else None


def _forced(text: str, start: int, *, fenced: bool) -> Unit | None:
    if _is_fenced(text, FORCED, fenced=fenced):
        line = text.find("\n", max(FORCED, start))
        return Unit(line + 1, forced=True, fenced=_is_fenced(text, line + 1, fenced=fenced)) if 0 <= line < len(text) - CLEAR else None
    for found in _PLAIN_GAP.finditer(text, max(FORCED, start)):
        if found.end() + CLEAR > len(text):
            return None
        if _NEAR_FIGURE.search(text, max(0, found.start() - CLEAR), found.end() + CLEAR) is None:
            return Unit(found.end(), forced=True, fenced=_is_fenced(text, found.end(), fenced=fenced))
    return None


def _is_fenced(text: str, end: int, *, fenced: bool) -> bool:
    """True where an odd number of fences stands before the end, the one that the text begins inside of included."""
    if "```" not in text and "~~~" not in text:
        return fenced
    return (len(_FENCE_LINE.findall(text, 0, end)) + fenced) % 2 == 1


def _is_open(text: str, mark: int, end: int) -> bool:
    """True where a bracket, quotation, code span or tag is open at the end, or the mark ends an abbreviation."""
    if is_abbreviated(text, mark):
        return True
    line = text.rfind("\n", 0, mark) + 1
    for opening, closing in (("[", "]"), ("(", ")"), ("“", "”"), ("«", "»"), ("「", "」")):
        if text.count(opening, line, end) > text.count(closing, line, end):
            return True
    if text.count('"', line, end) % 2 or text.count("`", line, end) % 2:
        return True
    return text.rfind("<", max(0, end - _TAG_REACH), end) > text.rfind(">", max(0, end - _TAG_REACH), end)
