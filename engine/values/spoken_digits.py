"""Digits said one by one in English words: `seven oh two, double five`."""

from __future__ import annotations

import re

from ..types import Span

_DIGITS = {
    "zero": "0", "oh": "0", "o": "0", "nought": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9",
}  # fmt: skip
_TIMES = {"double": 2, "triple": 3, "treble": 3}
_WORD = r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple|treble|hundred)"
_RUN = re.compile(rf"(?<![^\W_]){_WORD}(?:[ ,.\-]{{1,3}}{_WORD}){{2,40}}(?!\w)", re.I)
_NAMES = ("zero", "oh", "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_STRIDE = 256
_WINDOW = 768
_WORDS = re.compile(r"[a-z]+", re.I)


def find_digit_words(text: str, *, at_least: int) -> list[tuple[Span, str]]:
    """Runs of words that say one digit each, with their digits, where there are at least so many digits."""
    found: list[tuple[Span, str]] = []
    done = 0
    for base in range(0, len(text), _STRIDE):
        if done < base + _STRIDE and _holds_digit_words(text[base : base + _WINDOW].lower()):
            for run in _RUN.finditer(text, max(base, done), base + _WINDOW):
                if run.start() >= base + _STRIDE:
                    break
                done = run.end()
                digits = _read(run[0])
                if digits is not None and len(digits) >= at_least:
                    found.append((Span(run.start(), done), digits))
    return found


def _holds_digit_words(window: str) -> bool:
    """A cheap test that a stretch of text may hold a run; counting is much faster than the pattern."""
    return sum(map(window.count, _NAMES)) >= 4


def spoken_digits(text: str) -> str | None:
    """The digits of a text that says nothing but digits, or None."""
    run = _RUN.fullmatch(text.strip(" ,.")) if len(text) <= 400 else None
    return None if run is None else _read(run[0])


def _read(run: str) -> str | None:
    digits = ""
    times = 1
    for word in _WORDS.findall(run.lower()):
        if word in _TIMES:
            times = _TIMES[word]
        elif word == "hundred":
            digits += "00"
        elif word in _DIGITS:
            digits += _DIGITS[word] * times
            times = 1
        else:
            return None
    return digits or None
