"""The unit that a parameter is named after, against the unit that a place in the context speaks of."""

from __future__ import annotations

from decimal import Decimal

from .json_walk import Leaf
from .normalize import name_words
from .search import Hit
from .slots import takes_percent
from .types import Kind
from .values.money import currencies
from .values.units import unit_of

SECONDS = {"second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "night": 86400, "week": 604800}
CALENDAR = {"month": 1, "year": 12}
_CURRENCIES = {
    "usd": "USD", "dollar": "USD", "eur": "EUR", "euro": "EUR", "gbp": "GBP", "jpy": "JPY", "yen": "JPY", "inr": "INR", "rupee": "INR", "chf": "CHF",
    "cad": "CAD", "aud": "AUD", "cny": "CNY", "yuan": "CNY",
}  # fmt: skip
_MINOR = frozenset(("cent", "pence", "penny"))


def singular(word: str) -> str:
    """The word without a plural s."""
    return word[:-1] if len(word) > 2 and word.endswith("s") else word


def is_other_unit(hit: Hit, leaf: Leaf) -> bool:
    """True where the parameter's name asks for one unit or currency, and the number at the place is told in another."""
    mention = hit.index.duration_over(hit.span) or hit.mention
    value = mention.value if mention is not None else None
    if value is not None and value.kind is Kind.PERCENT and value.amount is not None and isinstance(leaf.value, int | float):
        return takes_percent(leaf) is False and abs(Decimal(str(leaf.value))) == abs(value.amount) != 0
    if value is None or value.unit is None:
        return False
    words = [singular(word) for word in name_words(leaf.name) if len(word) > 1]
    if value.kind is Kind.MONEY:
        named = next((_CURRENCIES[word] for word in words if word in _CURRENCIES), None)
        return bool(_MINOR.intersection(words)) or (named is not None and named not in (*currencies(value.unit), value.unit))
    if value.kind is Kind.DURATION:
        return _is_other_duration(value.keys[0], value.amount, words)
    if value.kind is not Kind.QUANTITY:
        return False
    said = unit_of(value.unit)
    units = [unit for unit in (unit_of(word) for word in words) if unit is not None and said is not None and unit.dimension == said.dimension]
    return bool(units) and all(unit.symbol != value.unit for unit in units)


def _is_other_duration(key: str, amount: Decimal | None, words: list[str]) -> bool:
    number, _, unit = key.partition(" ")
    factor = next((table[word] for table, mark in ((SECONDS, "s"), (CALENDAR, "mo")) if mark == unit for word in words if word in table), None)
    named = any(word in SECONDS or word in CALENDAR for word in words if word != "min")
    if amount is None or not named:
        return False
    return factor is None or Decimal(number) != amount * factor
