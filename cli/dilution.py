"""Unrelated text, rich in numbers and names, to put before a conversation: the same text on every machine.

It shows what a long context does to a check: chance matches, and time. Names and figures are put together from syllables and a
fixed arithmetic sequence, so the text is about nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine.types import Json

PASSAGE_CHARS = 4_000
_STARTS = ("Ba", "Cor", "Del", "Fen", "Gar", "Hol", "Jun", "Kes", "Lor", "Mav", "Nor", "Pel", "Quil", "Ros", "Sten", "Tor", "Var")
_ENDS = ("anda", "bury", "corin", "dale", "enko", "field", "gard", "hurst", "imov", "kell", "lund", "mont", "nova", "port", "stad", "wick")
_SUBJECTS = ("warehouse", "ferry line", "choir", "tramway", "orchard", "archive", "foundry", "harbour", "canal", "workshop", "museum")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_CURRENCIES = ("$", "€", "£")
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407


@dataclass(slots=True)
class _Sequence:
    """A linear congruential sequence over 64 bits."""

    state: int

    def below(self, limit: int) -> int:
        self.state = (self.state * _MULTIPLIER + _INCREMENT) % 2**64
        return (self.state >> 33) % limit

    def one_of(self, choices: Sequence[str]) -> str:
        return choices[self.below(len(choices))]

    def name(self) -> str:
        return self.one_of(_STARTS) + self.one_of(_ENDS)


def unrelated_passages(kilobytes: int, *, seed: int = 1) -> tuple[dict[str, Json], ...]:
    """Evidence passages `{"id", "text"}` of unrelated text, about `kilobytes` thousand characters in all."""
    remaining = kilobytes * 1_000
    numbers = _Sequence(seed)
    passages: list[dict[str, Json]] = []
    while remaining > 0:
        size = min(PASSAGE_CHARS, remaining)
        passages.append({"id": f"unrelated-{len(passages) + 1:04d}", "text": _passage(numbers, size)})
        remaining -= size
    return tuple(passages)


def _passage(numbers: _Sequence, size: int) -> str:
    sentences: list[str] = []
    length = 0
    for sentence in _sentences(numbers):
        sentences.append(sentence)
        length += len(sentence) + 1
        if length >= size:
            break
    return " ".join(sentences)[:size]


def _sentences(numbers: _Sequence) -> Iterator[str]:
    while True:
        subject, town, person = numbers.one_of(_SUBJECTS), numbers.name(), f"{numbers.name()} {numbers.name()}"
        year, day = 1950 + numbers.below(80), 1 + numbers.below(28)
        yield f"The {subject} of {town} was handed over to {person} on {day} {numbers.one_of(_MONTHS)} {year}."
        price = f"{numbers.one_of(_CURRENCIES)}{1 + numbers.below(9_999):,}.{numbers.below(100):02d}"
        yield f"Lot {numbers.one_of(_STARTS).upper()}-{numbers.below(100_000):05d} went for {price} after {2 + numbers.below(40)} bids."
        share, clock = f"{numbers.below(100)}.{numbers.below(10)} percent", f"{numbers.below(24):02d}:{numbers.below(60):02d}"
        yield f"Of {1_000 + numbers.below(90_000):,} visitors, {share} came before {clock}."
        mailbox = f"{numbers.name()}.{numbers.name()}".lower()
        yield f"Questions go to {mailbox}@{numbers.name().lower()}.example or to extension 555-01{numbers.below(100):02d}."
        yield f"The register lists {numbers.name()}, {numbers.name()} and {numbers.name()} under https://{town.lower()}.example/{numbers.below(10_000)}."
