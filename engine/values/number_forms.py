"""Numbers in digits: one run of digits and separators, its readings, and the plain decimal string that serves as key."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction

EXACT = Context(prec=140, Emax=10_000, Emin=-10_000)
_ROUND = Context(prec=12)

MAX_DIGITS = 60
"""Longer runs of digits are no figures that anyone states."""

DIGIT_RUN = re.compile(
    r"(?:(?!0)\d{1,3}(?:(?:\u00a0\d{3}){1,12}+|(?:[\u202f\u2009\u2007]\d{3}){1,12}+|(?: \d{3}){1,12}+)"
    r"(?!\d| \d|-\d|[.,]\d{0,40}[.,]\d)(?:[.,]\d+)?"
    r"|\d+(?:[.,'’_٫٬．，]\d+){0,40}+)"
)
"""A number that begins with a digit; groups may stand apart by one kind of space."""

EXPONENT = re.compile(
    r"(?:[eE]([-+]?\d{1,2})|\s?[x×*]\s?10(?:\^([-+−]?\d{1,2})|([⁻⁺]?[⁰¹²³⁴-⁹]{1,2}))|\^([-+−]?\d{1,2}))(?![\w^])"
)
FRACTION_GLYPHS: dict[str, Fraction] = {
    glyph: Fraction(share)
    for glyph, share in zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒",
        "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/7 1/8 3/8 5/8 7/8 1/9 1/10".split(),
        strict=True,
    )
}

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_UNIFY = str.maketrans("٫٬．，’\u00a0\u202f\u2009\u2007", ".'.,'    ")
_SEPARATOR = re.compile(r"[^\d]")


def decimal_of(value: int | Fraction) -> Decimal:
    """The value as a decimal, rounded half-even to 12 significant digits where it has no finite form."""
    if value.denominator == 1:
        return Decimal(value.numerator)
    context = EXACT if _is_finite(value) else _ROUND
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def finite(*values: Fraction) -> tuple[Decimal, ...] | None:
    """All the values as decimals, or None where one of them has no finite form."""
    return tuple(decimal_of(value) for value in values) if all(map(_is_finite, values)) else None


def _is_finite(value: int | Fraction) -> bool:
    below = value.denominator
    for prime in (2, 5):
        while below % prime == 0:
            below //= prime
    return below == 1


def plain(value: Decimal) -> str:
    """The key form of a number: no exponent, no plus, no trailing zeros (`1250`, `0.05`, `-3`)."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def times(value: Decimal, factor: int | Decimal) -> Decimal:
    """The exact product."""
    return EXACT.multiply(value, Decimal(factor))


def readings(run: str) -> tuple[Decimal, ...]:
    """Every value that a run of digits and separators may stand for, the preferred one first; empty where it is not one number.

    One dot before three digits reads as a decimal point first, one comma as a thousands mark first; no decimals end in a comma and 000.
    """
    if run.isdigit():
        return (Decimal(run),) if len(run) <= MAX_DIGITS else ()
    whole, _, part = run.partition(".")
    if whole.isdigit() and part.isdigit() and (len(part) != 3 or len(whole) > 3) and len(run) <= MAX_DIGITS:
        return (Decimal(run),)
    if len(run) > 2 * MAX_DIGITS:
        return ()
    run = run.translate(_UNIFY)
    marks = _SEPARATOR.findall(run)
    kinds = set(marks)
    if len(kinds) == 1:
        return _one_mark(run, marks[0], len(marks))
    if len(kinds) == 2 and marks.count(marks[-1]) == 1 and marks[-1] in ".,":
        whole, _, part = run.rpartition(marks[-1])
        return (Decimal(whole.replace(marks[0], "") + "." + part),) if _grouped(whole, marks[0]) else ()
    return ()


def _one_mark(run: str, mark: str, count: int) -> tuple[Decimal, ...]:
    if count > 1 or mark not in ".,":
        if not _grouped(run, mark) or (mark == "." and count == 3 and all(int(part) < 256 for part in run.split("."))):
            return ()
        return (Decimal(run.replace(mark, "")),)
    point = Decimal(run.replace(",", "."))
    if not _grouped(run, mark):
        return (point,)
    joined = Decimal(run.replace(mark, ""))
    if mark == "," and run.endswith("000"):
        return (joined,)
    return (point, joined) if mark == "." else (joined, point)


def _grouped(run: str, mark: str) -> bool:
    """Whether the marks stand where thousands marks stand: every three digits, or (commas) every two before the last three."""
    first, *rest = run.split(mark)
    if not 1 <= len(first) <= 3 or first[0] in "0٠０" or len(rest[-1]) != 3:
        return False
    if all(len(part) == 3 for part in rest):
        return True
    return mark == "," and len(first) <= 2 and all(len(part) == 2 for part in rest[:-1])


def with_exponent(value: Decimal, match: re.Match[str]) -> Decimal | None:
    """The value times its power of ten, or raised to a power (`1e3`, `1.3x10^6`, `2^8`); None where that is out of bounds."""
    scientific, caret, raised, power = match.groups()
    text = (scientific or caret or raised or power).translate(_SUPERSCRIPTS)
    exponent = int(text)
    if power is None:
        return EXACT.scaleb(value, exponent) if abs(exponent) <= 30 else None
    if abs(exponent) > 30 or value == 0 or abs(value) > 10**6:
        return None
    if exponent >= 0:
        return EXACT.power(value, exponent)
    return decimal_of(1 / Fraction(value) ** -exponent)
