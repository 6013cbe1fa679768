"""Whether two values are the same, and why.

Canonical keys decide the plain case: two values of one kind are the same when their keys meet. The rules here are about everything
beside it: a rounded figure against an exact one, a bound against a point, a percentage against a fraction, a sum without a currency, a
month against a day. Where the two could be the same but nothing shows it, the answer is None, never a guess.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from fractions import Fraction

from ..tables import same_thing
from ..types import Kind, Value
from .equality_times import compare_times
from .shown import Hedge, Shown, hedge_of, shown

_TIMES = frozenset({Kind.DATE, Kind.TIME, Kind.DATETIME})
_FIGURES = frozenset({Kind.NUMBER, Kind.ORDINAL, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.DURATION})
_BY_KEY = frozenset({Kind.EMAIL, Kind.URL, Kind.PHONE, Kind.IDENTIFIER, Kind.PATH, Kind.BOOLEAN})
_NAMED = frozenset({Kind.NAME, Kind.CODE, Kind.CHOICE, Kind.WORD, Kind.TEXT})
_MONTH_DAYS = (28, 31)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a comparison found: `same` is None where it could not be told; `why` says it in one sentence."""

    same: bool | None
    why: str


def same_as(a: Value, b: Value, *, now: datetime.datetime | None = None, rate_slot: bool = False) -> bool:
    """True where `compare` is sure that the two are the same."""
    return compare(a, b, now=now, rate_slot=rate_slot).same is True


def compare(a: Value, b: Value, *, now: datetime.datetime | None = None, rate_slot: bool = False) -> Comparison:
    """Whether two values are the same; symmetric in the two.

    `now` gives dates without a year their year, and clock times the offset of its zone. `rate_slot` says that the place the values
    stand for asks for a rate, where 0.25 is another way to write 25 %.

    Example:
        >>> from groundrules.engine.values.numbers import parse_numeric
        >>> a, b = parse_numeric("about 5 million"), parse_numeric("4,970,000")
        >>> compare(a, b)
        Comparison(same=True, why='`4,970,000` rounds to `about 5 million`')
    """
    if not a.keys or not b.keys:
        return Comparison(None, f"{_named(a if not a.keys else b)} has no canonical form")
    if a.kind in _TIMES and b.kind in _TIMES:
        return Comparison(*compare_times(a, b, now))
    if _is_range(a) or _is_range(b):
        return _with_bound(a, b)
    if a.kind is not b.kind:
        return _two_kinds(a, b, rate_slot=rate_slot)
    if a.kind in _FIGURES:
        return _two_figures(a, b)
    if a.kind in _NAMED:
        return _two_names(a, b)
    return _by_key(a, b)


def _named(value: Value) -> str:
    return f"`{value.text}`"


def _by_key(a: Value, b: Value) -> Comparison:
    shared = _shared(a, b)
    if shared is None:
        return Comparison(False, f"{_named(a)} and {_named(b)} differ: {_difference(a.keys[0], b.keys[0])}")
    return Comparison(True, f"both are {shared}")


def _shared(a: Value, b: Value) -> str | None:
    return next((key for key in a.keys if key in b.keys), None)


def _difference(a: str, b: str) -> str:
    if len(a) == len(b):
        odd = [place for place, (left, right) in enumerate(zip(a, b, strict=True)) if left != right]
        if len(odd) == 1:
            return f"one character, {a[odd[0]]} against {b[odd[0]]}"
        if len(odd) == 2 and odd[1] == odd[0] + 1 and a[odd[0]] == b[odd[1]] and a[odd[1]] == b[odd[0]]:
            return f"{a[odd[0] : odd[1] + 1]} stands for {b[odd[0] : odd[1] + 1]}"
    return f"{a} is not {b}"


def _two_names(a: Value, b: Value) -> Comparison:
    shared = _shared(a, b)
    if shared is not None:
        return Comparison(True, f"both are {shared}")
    table = same_thing(a.text, b.text)
    if table is not None:
        return Comparison(True, f"{_named(a)} and {_named(b)} stand for the same thing in {table}")
    return Comparison(None, f"no table knows {_named(a)} and {_named(b)} as one thing")


# Figures.


def _two_figures(a: Value, b: Value) -> Comparison:
    shared = _shared(a, b)
    if shared is not None:
        return _on_a_reading(a, b, shared)
    rounded = _rounded(a, b) or _rounded(b, a)
    if rounded is not None:
        return rounded
    pairs = [(_split(x), _split(y)) for x in a.keys for y in b.keys]
    if all(x[1] != y[1] for x, y in pairs):
        return _two_units(a, b)
    return Comparison(False, f"{a.keys[0]} is not {b.keys[0]}")


def _on_a_reading(a: Value, b: Value, shared: str) -> Comparison:
    if a.keys[0] == b.keys[0]:
        return Comparison(True, f"both are {shared}")
    if _is_open(a, b):
        return Comparison(None, f"{_named(a)} and {_named(b)} share the reading {shared}, but neither is sure of it")
    loose = a if len(a.keys) > 1 else b
    return Comparison(True, f"both are {shared}, which is one reading of {_named(loose)}")


def _is_open(a: Value, b: Value) -> bool:
    """Whether both are ambiguous and each prefers another reading, so that a shared one proves nothing."""
    left, right = set(a.keys), set(b.keys)
    return len(left) > 1 and len(right) > 1 and not (left < right or right < left)


def _rounded(coarse: Value, fine: Value) -> Comparison | None:
    """The answer where `fine` rounds to what `coarse` shows; None where it does not."""
    precision = shown(coarse)
    if precision.step is None or _is_as_coarse(shown(fine), precision.step):
        return None
    for key in coarse.keys:
        figure, unit = _split(key)
        for other in fine.keys:
            exact, same_unit = _split(other)
            if unit == same_unit and figure is not None and exact is not None and abs(exact - figure) * 2 <= precision.step:
                if precision.is_sure:
                    return Comparison(True, f"{_named(fine)} rounds to {_named(coarse)}")
                return Comparison(None, f"{_named(fine)} rounds to {_named(coarse)}, which has few digits and no hedge")
    return None


def _is_as_coarse(other: Shown, step: Fraction) -> bool:
    return other.step is not None and other.step >= step


def _two_units(a: Value, b: Value) -> Comparison:
    left, right = _split(a.keys[0])[1], _split(b.keys[0])[1]
    if a.kind is Kind.MONEY:
        return Comparison(False, f"{left} is not {right}: the currency differs")
    if a.kind is Kind.DURATION:
        return _months_and_seconds(a, b)
    return Comparison(False, f"{_named(a)} and {_named(b)} measure different things ({left}, {right})")


def _months_and_seconds(a: Value, b: Value) -> Comparison:
    """A month has 28 to 31 days, so months against days can be refused but never confirmed."""
    shortest, longest = zip(*(_seconds(value.keys[0]) for value in (a, b)), strict=True)
    if max(shortest) <= min(longest):
        return Comparison(None, f"{_named(a)} and {_named(b)} are the same only for months of some lengths")
    return Comparison(False, f"{a.keys[0]} is not {b.keys[0]}, whatever the length of a month")


def _seconds(key: str) -> tuple[Fraction, Fraction]:
    words = key.split()
    total = [Fraction(0), Fraction(0)]
    for figure, unit in zip(words[::2], words[1::2], strict=True):
        for place, days in enumerate(_MONTH_DAYS):
            total[place] += Fraction(figure) * (days * 86400 if unit == "mo" else 1)
    return min(total), max(total)


def _split(key: str) -> tuple[Fraction | None, str]:
    """The figure and the unit of a key; a key that is no single figure is all unit."""
    head, _, unit = key.partition(" ")
    if head.endswith("%"):
        head, unit = head[:-1], "%"
    try:
        return Fraction(head), unit
    except (ValueError, ZeroDivisionError):
        return None, key


# Different kinds.


def _two_kinds(a: Value, b: Value, *, rate_slot: bool) -> Comparison:
    kinds = {a.kind, b.kind}
    if kinds == {Kind.NUMBER, Kind.PERCENT}:
        percent, number = (a, b) if a.kind is Kind.PERCENT else (b, a)
        return _rate(percent, number, rate_slot=rate_slot)
    if Kind.NUMBER in kinds and kinds <= _FIGURES:
        bare, measured = (a, b) if a.kind is Kind.NUMBER else (b, a)
        figures = {_split(key)[0] for key in bare.keys}
        if measured.amount is not None and Fraction(measured.amount) in figures:
            return Comparison(None, f"{_named(bare)} has the figure of {_named(measured)} but does not say of what")
        return Comparison(False, f"{_named(bare)} has not the figure of {_named(measured)}")
    if _digits(a) == _digits(b) and len(_digits(a)) >= 5 and kinds & {Kind.IDENTIFIER, Kind.PHONE}:
        return Comparison(None, f"{_named(a)} and {_named(b)} have the same digits but are read as {a.kind} and {b.kind}")
    if kinds <= _NAMED:
        return _two_names(a, b)
    return Comparison(False, f"{_named(a)} is a {a.kind} and {_named(b)} a {b.kind}")


def _digits(value: Value) -> str:
    return "".join(char for char in value.text[:200] if char.isdigit())


def _rate(percent: Value, number: Value, *, rate_slot: bool) -> Comparison:
    rates = {figure for figure, _ in map(_split, percent.keys) if figure is not None}
    figures = {figure for figure, _ in map(_split, number.keys) if figure is not None}
    if {rate / 100 for rate in rates} & figures:
        if rate_slot:
            return Comparison(True, f"{_named(number)} is {_named(percent)} as a fraction")
        return Comparison(None, f"{_named(number)} is {_named(percent)} only where a rate is asked for")
    if rates & figures:
        return Comparison(None, f"{_named(number)} has the figure of {_named(percent)} but no percent sign")
    return Comparison(False, f"{_named(number)} is not {_named(percent)}")


# Bounds: keys of the form `[low,high] unit`.


def _is_range(value: Value) -> bool:
    return value.keys[0].startswith("[") and value.kind in _FIGURES


def _with_bound(a: Value, b: Value) -> Comparison:
    if _is_range(a) and _is_range(b):
        return _two_bounds(a, b)
    bound, point = (a, b) if _is_range(a) else (b, a)
    if bound.kind is not point.kind:
        return Comparison(False, f"{_named(bound)} bounds a {bound.kind} and {_named(point)} is a {point.kind}")
    hedge = hedge_of(bound.text)
    points = [_split(key) for key in point.keys]
    if not any(_within(low, high, figure, hedge) for low, high, unit in _ends(bound) for figure, own in points if unit == own):
        return Comparison(False, f"{_named(point)} lies outside {_named(bound)}")
    if _is_near_bound(bound, point, hedge):
        return Comparison(True, f"{_named(point)} is told as {_named(bound)}")
    return Comparison(None, f"{_named(point)} lies within {_named(bound)}, which leaves room for others")


def _two_bounds(a: Value, b: Value) -> Comparison:
    if _shared(a, b) is None:
        return Comparison(False, f"{_named(a)} and {_named(b)} have other ends")
    left, right = hedge_of(a.text), hedge_of(b.text)
    if left.is_bound and right.is_bound and left.is_strict != right.is_strict:
        return Comparison(False, f"{_named(a)} and {_named(b)} have the same end, but only one of them includes it")
    return Comparison(True, f"both are {_shared(a, b)}")


def _ends(bound: Value) -> list[tuple[Fraction | None, Fraction | None, str]]:
    found: list[tuple[Fraction | None, Fraction | None, str]] = []
    for key in bound.keys:
        inner, _, unit = key[1:].partition("]")
        low, _, high = inner.partition(",")
        found.append((Fraction(low) if low else None, Fraction(high) if high else None, unit.strip()))
    return found


def _within(low: Fraction | None, high: Fraction | None, figure: Fraction | None, hedge: Hedge) -> bool:
    if figure is None or (hedge.is_strict and figure in (low, high)):
        return False
    return (low is None or low <= figure) and (high is None or figure <= high)


def _is_near_bound(bound: Value, point: Value, hedge: Hedge) -> bool:
    """Whether a person would tell the point so: "over 5 million" for 5.2 million, but not for 7 million."""
    if hedge not in (Hedge.OVER, Hedge.UNDER):
        return False
    for low, high, unit in _ends(bound):
        end = low if low is not None else high
        for figure, own in map(_split, point.keys):
            if own == unit and figure is not None and end is not None and abs(figure - end) < abs(end) / 10:
                return True
    return False
