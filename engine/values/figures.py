"""From a number as read to a value: the sign and currency before it, the currency, percent sign or unit after it.

A number with nothing of the kind beside it is a plain number. Two numbers of one measure said together (5 ft 10 in, 3 dollars and 20
cents) become one value; the first number of a range takes the unit of the second (3-5 km).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from ..types import Kind, Span, Value
from . import money, units
from .money import Currency
from .number_forms import EXACT, decimal_of, plain, times
from .number_vocabulary import FOREIGN_SCALES, SCALES
from .number_words import WordReader
from .units import Unit

DASHES = "-‐‑–−"
_PERCENT = re.compile(
    r"[ \u00a0\u202f]?[%٪％](?!\w)|[ \u00a0-](?:percent(?:age)?s?|per cent|pct|prozent|procent|pour[ -]?cents?|por ciento|por cento|per ?cento)"
    r"(?!\w)|[ ]p\.c\.|pct(?!\w)"
)
_PERCENT_WORDS = frozenset(
    "percent percents percentage percentages per pct p prozent procent pour pourcent pourcents por percento".split()
)
_OPENERS = frozenset(" \t\r\n\u00a0([{=:,;\"'“‘<>|~*/&")
_JOINERS = frozenset({" ", ","})
_UNIT_MARKS = frozenset("°º℃℉'′\"″”[<({")
_BESIDE = re.compile(r"(?:,? (?:and|und|et|y|e|en|con|com) |, | )?(?=[a-z\d])")
_SCALE_AFTER = re.compile(r"(?<=[a-z]{3}) ([^\W\d_]{3,12})(?!\w)")
_LINK = re.compile(r" (?:de|di)(?= )| d(?=['’]\w)")
_SMALL = re.compile(r"\d{1,4}(?:\.\d{1,3})?(?![\d.,]*\d)")
_CLOSES = re.compile(r"\s*(?:$|[.,;:!?)](?!\d)|(and|or)\b)")
_OVER = re.compile(r"\s(?:over|divided by)\s(?=[a-z\d])")
_RANGE = re.compile(r"\s?[-‐‑–—]\s?~?|\s(?:to|or|and|through)\s(?:about\s|around\s)?")
_BOUNDS_LEAD = re.compile(r"\b(?:between|from)\s(?:about\s|around\s)?$")
_BRACKETED = re.compile(r" ?(?:\[([a-zA-Zµμ]{1,6})\]|<([a-zA-Zµμ]{1,6})>)")


Retype: TypeAlias = Callable[[tuple[Decimal, ...]], tuple[Kind, tuple[str, ...], str | None]]


class Figure(NamedTuple):
    """A number as read: `readings` are its possible values, the preferred one first; `weak` needs a unit or currency to count at all.

    `scale` is the factor of the scale word in it (5 million), 1 without one and 0 where other words are mixed in.
    """

    start: int
    end: int
    readings: tuple[Decimal, ...]
    weak: bool = False
    scale: int = 1

    @property
    def linked(self) -> bool:
        """Whether Romance languages put a preposition between it and what it counts: 3 millones de pesos, 1/4 di miglio."""
        return self.scale > 1 or self.readings[0] < 1


class Composer:
    """Collects the values of one text in reading order; `last_end` is where the last one stops."""

    def __init__(self, text: str, low: str, reader: WordReader, *, measures: bool, lang: str) -> None:
        self.values: list[Value] = []
        self.last_end = -1
        self._text = text
        self._low = low
        self._reader = reader
        self._measures = measures
        self._lang = lang
        self._prefix: Currency | None = None

    def add(self, kind: Kind, start: int, end: int, keys: tuple[str, ...], amount: Decimal, unit: str | None = None) -> int:
        """Append a value as it is; the answer is its end."""
        self.values.append(Value(kind, Span(start, end), self._text[start:end], keys, amount, unit))
        self.last_end = end
        return end

    def finish(self, figure: Figure, *, bare: bool = False, word: str | None = None) -> int:
        """Append what the number is together with its neighbours; the answer is where the scan goes on.

        `bare` says that nothing can follow, `word` is the lower-case word after it where that is known. A weak number without
        neighbours is not appended.
        """
        start, negative, currency = self._left(figure.start)
        amounts = tuple(value.copy_negate() for value in figure.readings) if negative else figure.readings
        end = figure.end
        if currency is not None:
            if figure.weak and self._text[end : end + 1].isalpha() and money.follows(self._text, self._low, end) is None:
                return end
            return self._money(figure, start, amounts, currency, bare=bare)
        if not bare and self._measures and end < len(self._text):
            done = self._with_suffix(figure, start, amounts, word)
            if done:
                return done
        if figure.weak:
            return end
        previous = self._prefix
        self._prefix = None
        if previous is not None and self.last_end == start - 1 and self._text[start - 1] in DASHES:
            self._rescale(figure.scale, previous)
            return self.add(Kind.MONEY, start, end, money.keys_of(amounts, previous), amounts[0], previous.unit)
        if figure.scale > 1:
            self._share_unit(figure, start, lambda values: (Kind.NUMBER, tuple(map(plain, values)), None))
        start = self._far_sign(start, end)
        if start < figure.start and not negative and self._text[start] in DASHES:
            amounts = tuple(value.copy_negate() for value in amounts)
        amounts, end = self._over(amounts, end)
        return self.add(Kind.NUMBER, start, end, tuple(map(plain, amounts)), amounts[0])

    def _over(self, amounts: tuple[Decimal, ...], end: int) -> tuple[tuple[Decimal, ...], int]:
        """One over three: a share below one that closes the phrase."""
        match = _OVER.match(self._low, end)
        below = None if match is None else self._small(match.end())
        if below is None or not 0 < amounts[0] < below[0] or _CLOSES.match(self._low, below[1]) is None:
            return amounts, end
        return (decimal_of(Fraction(amounts[0]) / below[0]),), below[1]

    # What stands before.

    def _left(self, start: int) -> tuple[int, bool, Currency | None]:
        if start == 0:
            return 0, False, None
        text = self._text
        negative = False
        left = text[start - 1]
        if left in DASHES:
            if not self._is_sign(start - 1):
                return start, False, None
            start, negative = start - 1, True
            left = text[start - 1 : start]
        elif left == "+" and not text[start - 2 : start - 1].isalnum():
            return start - 1, False, None
        if not left or not self._measures or (left not in money.SIGNS and left not in " \u00a0." and not left.isalpha()):
            return start, negative, None
        found = money.before(text, self._low, start)
        if found is None or found[1] < self.last_end:
            return start, negative, None
        currency, start = found
        if not negative and start and text[start - 1] in DASHES and self._is_sign(start - 1):
            start, negative = start - 1, True
        return start, negative, currency

    def _is_sign(self, at: int) -> bool:
        before = self._text[at - 1 : at]
        if not before or before in _OPENERS or before in money.SIGNS:
            return True
        return self._text[at] == "−" and not before.isalnum() and before not in ")]%"

    def _far_sign(self, start: int, end: int) -> int:
        """A dash and a space before a number are its sign only where the number is the whole text."""
        lead = self._text[max(0, start - 4) : start]
        if lead[-2:] in ("- ", "− ") and start <= 4 and not lead[:-2].strip() and not self._text[end : end + 40].strip():
            return start - 2
        return start

    # What stands after.

    def _with_suffix(self, figure: Figure, start: int, amounts: tuple[Decimal, ...], word: str | None) -> int:
        text, low, end = self._text, self._low, figure.end
        if figure.linked and (link := _LINK.match(low, end)) is not None:
            word, end = None, link.end()
            figure = figure._replace(end=end)
        if word is None or word in _PERCENT_WORDS or not word:
            match = _PERCENT.match(low, end)
            if match is not None:
                self._share_unit(figure, start, lambda values: (Kind.PERCENT, tuple(f"{plain(v)}%" for v in values), "%"))
                return self.add(Kind.PERCENT, start, match.end(), tuple(f"{plain(v)}%" for v in amounts), amounts[0], "%")
        if word is None or word in money.HEADS:
            found = money.follows(text, low, end)
            if found is not None:
                return self._money_after(figure, start, amounts, found)
        if word in ("pound", "pounds"):
            found = money.pounds(low, start, end)
            if found is not None:
                return self._money_after(figure, start, amounts, found)
        if (word is None and (text[end] in _UNIT_MARKS or text[end].isalpha() or text[end] in " -\u00a0")) or word in units.HEADS:
            return self._quantity(figure, start, amounts)
        return 0

    # Money.

    def _money(self, figure: Figure, start: int, amounts: tuple[Decimal, ...], currency: Currency, *, bare: bool) -> int:
        end = figure.end
        if not bare and end < len(self._text):
            named = money.follows(self._text, self._low, end)
            if named is not None and set(named[0].codes) & set(currency.codes) and named[0].part == currency.part:
                end = named[1]
                if len(named[0].codes) < len(currency.codes):
                    currency = named[0]
            if figure.scale == 1:
                amounts, end = self._with_part(start, end, amounts, currency)
        self._prefix = currency
        return self.add(Kind.MONEY, start, end, money.keys_of(amounts, currency), times(amounts[0], currency.part), currency.unit)

    def _money_after(self, figure: Figure, start: int, amounts: tuple[Decimal, ...], found: tuple[Currency, int]) -> int:
        currency, end = found
        scale = _SCALE_AFTER.match(self._low, end) if figure.scale == 1 and currency.part == 1 else None
        factor = 0 if scale is None else SCALES.get(scale.group(1), 0) or FOREIGN_SCALES.get(scale.group(1), 0)
        if scale is not None and factor:
            amounts, end = tuple(times(amount, factor) for amount in amounts), scale.end()
        elif figure.scale == 1 and currency.part == 1:
            amounts, end = self._with_part(start, end, amounts, currency)
        self._share_unit(figure, start, lambda values: (Kind.MONEY, money.keys_of(values, currency), currency.unit))
        return self.add(Kind.MONEY, start, end, money.keys_of(amounts, currency), times(amounts[0], currency.part), currency.unit)

    def _with_part(self, start: int, end: int, amounts: tuple[Decimal, ...], currency: Currency) -> tuple[tuple[Decimal, ...], int]:
        """The sum with the cents that follow it: "and 20 cents", or a bare "and 20" that closes the phrase."""
        unchanged = (amounts, end)
        amount = amounts[0]
        if len(amounts) > 1 or amount != amount.to_integral_value():
            return unchanged
        gap = _BESIDE.match(self._low, end) if self._low[end : end + 1] in (" ", ",") else None
        if gap is None:
            return unchanged
        small = self._small(gap.end())
        if small is None or not 0 <= small[0] < 100 or small[0] != int(small[0]):
            return unchanged
        stop = money.part_follows(self._low, small[1], currency)
        if stop is None:
            closes = _CLOSES.match(self._low, small[1])
            digits = self._low[gap.end()].isdecimal()
            joined = gap.group().strip() not in ("", ",") and "," not in gap.group()
            two = small[1] - gap.end() == 2 and gap.group() == " "
            if closes is None or not (joined or (digits and two)) or (closes.group(1) and digits):
                return unchanged
            if _BOUNDS_LEAD.search(self._low[max(0, start - 16) : start]) is not None:
                return unchanged
            stop = small[1]
        cents = decimal_of(small[0] / 100)
        total = EXACT.subtract(amount, cents) if amount < 0 else EXACT.add(amount, cents)
        return (total,), stop

    def _small(self, pos: int) -> tuple[Fraction, int] | None:
        """A further number at `pos`, in digits or words, and where it stops."""
        if self._low[pos : pos + 1].isdecimal():
            match = _SMALL.match(self._low, pos)
            return None if match is None else (Fraction(match.group()), match.end())
        found = self._reader.read(pos)
        if found is None or found.ordinal or found.start != pos:
            return None
        return Fraction(found.value), found.end

    # Quantities.

    def _quantity(self, figure: Figure, start: int, amounts: tuple[Decimal, ...]) -> int:
        found = units.follows(self._text, self._low, figure.end, lang=self._lang) or self._bracketed(figure.end)
        if found is None or self._is_quote(start, figure.end, found[1]):
            return 0
        unit, end = found
        if unit.dimension == "temperature" and amounts[0] > 0 and self._text[max(0, start - 2) : start] in ("- ", "− "):
            start, amounts = start - 2, tuple(value.copy_negate() for value in amounts)
        if self._text[end - 1] in "CF" and end - figure.end <= 2 and abs(amounts[0]) > 250:
            return 0
        self._share_unit(figure, start, lambda values: (Kind.QUANTITY, tuple(units.key_of(v, unit) for v in values), unit.symbol))
        if len(amounts) == 1 and figure.scale == 1:
            joined = self._joined_units(amounts[0], unit, end)
            if joined is not None:
                value, unit, end = joined
                amount = decimal_of(value)
                return self.add(Kind.QUANTITY, start, end, (units.key_of(value, unit),), amount, unit.symbol)
        keys = tuple(units.key_of(value, unit) for value in amounts)
        return self.add(Kind.QUANTITY, start, end, keys, amounts[0], unit.symbol)

    def _bracketed(self, end: int) -> tuple[Unit, int] | None:
        """20 [kg], 20 <kg>."""
        match = _BRACKETED.match(self._text, end)
        if match is None:
            return None
        unit = units.unit_of(match.group(1) or match.group(2))
        return None if unit is None else (unit, match.end())

    def _is_quote(self, start: int, end: int, stop: int) -> bool:
        """Whether the inch or foot mark after a number is a closing quotation mark instead."""
        text = self._text
        if text[stop - 1] not in "\"”'":
            return False
        mark = text[end:stop].strip()
        if mark in ('"', "”"):
            return sum(text.count(q, max(0, start - 120), start) for q in '"“”') % 2 == 1 or text[stop : stop + 1].isalnum()
        if mark in ("'", "''"):
            after = text[stop : stop + 1]
            closes = mark == "'" and not after.isdecimal() and bool(text[stop : stop + 40].strip())
            return text[start - 1 : start] == "'" or after.isalpha() or closes
        return False

    def _joined_units(self, amount: Decimal, unit: Unit, end: int) -> tuple[Fraction, Unit, int] | None:
        if self._low[end : end + 1] not in _JOINERS and not self._low[end : end + 1].isdecimal():
            return None
        total, found = Fraction(amount), None
        for _ in range(3):
            gap = _BESIDE.match(self._low, end)
            if gap is None:
                break
            small = self._small(gap.end())
            if small is None or small[0] < 0:
                break
            after = units.follows(self._text, self._low, small[1], lang=self._lang)
            if after is None and unit.symbol == "ft" and self._text[end - 1] == "'" and gap.end() == end and small[0] < 12:
                after = (units.INCH, small[1])
            if after is None or not units.joins(unit, after[0]) or after[0].factor * small[0] > 10 * unit.factor:
                break
            total = total * unit.factor / after[0].factor + small[0]
            unit, end = after
            found = (total, unit, end)
        return found

    # Ranges.

    def _share_unit(self, figure: Figure, start: int, retype: Retype) -> None:
        """Give the plain number before a range mark the unit of the number after it, and its scale as the first reading."""
        if not self.values or figure.scale == 0 or start - self.last_end > 12 or self.values[-1].kind is not Kind.NUMBER:
            return
        last = self.values[-1]
        gap = self._text[self.last_end : start]
        if _RANGE.fullmatch(gap) is None:
            return
        if " and " in gap and _BOUNDS_LEAD.search(self._low[max(0, last.span.start - 16) : last.span.start]) is None:
            return
        readings = tuple(Decimal(key) for key in last.keys)
        if figure.scale > 1 and (abs(readings[0]) >= 1000 or last.text[-1:].isalpha()):
            return
        if figure.scale > 1:
            readings = (*(times(value, figure.scale) for value in readings), *readings)
        kind, keys, unit = retype(readings)
        self.values[-1] = Value(kind, last.span, last.text, keys, readings[0], unit)

    def _rescale(self, scale: int, currency: Currency) -> None:
        """In "$5-10 million" the five are millions too."""
        last = self.values[-1]
        if scale > 1 and last.amount is not None and abs(last.amount) < 1000 and not last.text[-1:].isalpha():
            amounts = (times(last.amount, scale), last.amount)
            self.values[-1] = Value(Kind.MONEY, last.span, last.text, money.keys_of(amounts, currency), amounts[0], currency.unit)
