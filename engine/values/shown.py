"""How exact a figure claims to be: the precision its digits show, and the words that loosen or bound it ("about", "over", "under").

An integer that looks exact is exact. What loosens a figure is a hedge, a scale word ("5 million") or decimals, which state their own
precision.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from ..normalize import MAX_CACHED_CHARS
from ..types import Kind, Value
from .units import unit_of

_HEDGE = re.compile(
    r"\s*(?:(?:about|around|approximately|approx\.?|roughly|circa|some|nearly|almost|close to|or so|an estimated)\b\.?|ca\."
    r"|c\.(?=\s?\d)|[~≈])"
    r"|\b(?:or so|give or take)\s*\Z|\dish\s*\Z",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\s*(?:(?:over|above|beyond|past|(?:more|greater|higher|larger|longer|heavier|bigger|better) than"
    r"|exceed(?:s|ing|ed)?|surpass(?:es|ing|ed)?|upwards of)\b|>(?!=))",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"\s*(?:(?:at least|no (?:less|fewer) than|not (?:less|fewer) than|from|starting at|(?:a )?minimum of)\b|>=|≥)"
    r"|\bor (?:more|over|above)\s*\Z",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"\s*(?:(?:under|below|beneath|(?:less|lower|fewer|smaller|shorter|lighter) than|just short of)\b|<(?!=))", re.IGNORECASE
)
_AT_MOST = re.compile(
    r"\s*(?:(?:at most|up to|(?:no|not) (?:more|greater|higher) than|(?:a )?maximum of|until)\b|<=|≤)"
    r"|\bor (?:less|fewer|under|below)\s*\Z",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d{1,60}(?:[.,'’_ \u00a0\u202f]\d{1,60}){0,20}")
_DECIMALS = re.compile(r"[.,](\d{1,60})\Z")
MAX_CHARS = 200
"""Longer texts are not looked at: they state no single figure."""
HEDGED_SHARE = Fraction(1, 10)
"""The widest step of a hedged figure, as a share of it: "about 100" stands for 95 to 105."""
SURE_DIGITS = 3
"""With so many significant digits a figure is hit by chance once in two hundred times, and needs no hedge to be a rounded one."""


class Hedge(StrEnum):
    """What the words around a figure make of it."""

    NONE = "exactly"
    ABOUT = "about"
    OVER = "over"
    AT_LEAST = "at least"
    UNDER = "under"
    AT_MOST = "at most"

    @property
    def is_bound(self) -> bool:
        """True where the figure is only an end of what is meant."""
        return self not in (Hedge.NONE, Hedge.ABOUT)

    @property
    def is_floor(self) -> bool:
        """True where the figure is the lower end."""
        return self in (Hedge.OVER, Hedge.AT_LEAST)

    @property
    def is_strict(self) -> bool:
        """True where the figure itself is left out."""
        return self in (Hedge.OVER, Hedge.UNDER)


_PATTERNS = ((_OVER, Hedge.OVER), (_AT_LEAST, Hedge.AT_LEAST), (_UNDER, Hedge.UNDER), (_AT_MOST, Hedge.AT_MOST), (_HEDGE, Hedge.ABOUT))


def hedge_of(text: str) -> Hedge:
    """What the first or last words of a figure's text say of it."""
    if len(text) > MAX_CHARS:
        return Hedge.NONE
    for pattern, hedge in _PATTERNS:
        if pattern.match(text) is not None or (pattern.search(text) is not None and _ends_with(pattern, text)):
            return hedge
    return Hedge.NONE


def _ends_with(pattern: re.Pattern[str], text: str) -> bool:
    return any(found.start() > 0 and found.end() == len(text) for found in pattern.finditer(text))


@dataclass(frozen=True, slots=True)
class Shown:
    """The step between two neighbouring figures of the shown precision, in the unit of the keys; None for an exact figure.

    `is_sure` says that a figure which rounds to this one is meant by it: a hedge says so, or enough digits.
    """

    step: Fraction | None
    hedge: Hedge
    is_sure: bool = False


def shown(value: Value) -> Shown:
    """The precision that a numeric value shows."""
    return _known(value) if len(value.text) <= MAX_CACHED_CHARS else _worked_out(value)


@lru_cache(4096)
def _known(value: Value) -> Shown:
    return _worked_out(value)


def _worked_out(value: Value) -> Shown:
    hedge = hedge_of(value.text)
    amount = value.amount
    figures = _FIGURE.findall(value.text) if len(value.text) <= MAX_CHARS else []
    if amount is None or not amount.is_finite() or amount == 0 or len(figures) > 1:
        return Shown(None, hedge)
    size = abs(Fraction(amount))
    step = _written_step(figures[0], size) if figures else None
    hedged = hedge is Hedge.ABOUT
    if step is None and hedged:
        step = Fraction(10 ** _trailing_zeros(size))
    if step is None:
        return Shown(None, hedge)
    is_sure = hedged or (bool(figures) and _significant(figures[0]) >= SURE_DIGITS)
    return Shown(min(step, size * HEDGED_SHARE) * _key_factor(value), hedge, is_sure)


def _significant(written: str) -> int:
    digits = re.sub(r"\D", "", written).lstrip("0")
    return len(digits if _DECIMALS.search(written) is not None else digits.rstrip("0"))


def _written_step(written: str, size: Fraction) -> Fraction | None:
    """The step that decimals or a scale word state; None for a bare integer."""
    decimals = _DECIMALS.search(written)
    digits = re.sub(r"\D", "", written)
    places = len(decimals[1]) if decimals is not None else 0
    if places == 3 and size == int(digits):
        places = 0
    shift = Fraction(10**places)
    scale = size * shift / int(digits) if int(digits) else Fraction(1)
    if places == 0 and (scale < 1000 or not _is_power_of_ten(scale)):
        return None
    return scale / shift


def _is_power_of_ten(scale: Fraction) -> bool:
    return scale.denominator == 1 and str(scale.numerator).rstrip("0") == "1"


def _trailing_zeros(size: Fraction) -> int:
    if size.denominator != 1:
        return 0
    digits = str(size.numerator)
    return len(digits) - len(digits.rstrip("0"))


def _key_factor(value: Value) -> Fraction:
    """What one unit of `amount` is in the unit of the keys."""
    if value.kind is Kind.QUANTITY and value.unit is not None:
        unit = unit_of(value.unit)
        return Fraction(1) if unit is None else unit.factor
    if value.kind is Kind.DURATION and value.amount:
        figure = value.keys[0].partition(" ")[0] if value.keys else ""
        return abs(Fraction(figure) / Fraction(value.amount)) if figure else Fraction(1)
    return Fraction(1)
