"""Figures that follow from figures which stand together: a sum, a difference, a change in percent, a share, a count of listed values."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations

from ..derive_arithmetic import is_unlikely
from ..index import Mention, SourceIndex
from ..search import Hit
from ..types import Kind, Value
from ..values import Group
from ..values.number_forms import plain

MAX_TERMS = 12
"""A passage with more figures than this would reach any small number by chance."""
_TERMS = frozenset((Kind.NUMBER, Kind.MONEY, Kind.QUANTITY, Kind.PERCENT))


def computed(value: Value, passages: tuple[SourceIndex, ...]) -> Iterator[tuple[str, Hit]]:
    """How a figure follows from those of one passage, with the place of the first; nothing where chance would explain it."""
    amount = value.amount
    if amount is None:
        return
    places = max(0, -_exponent(amount))
    digits = sum(char.isdigit() for char in value.text)
    for index in passages:
        mentions = [mention for mention in index.mentions(Group.NUMERIC) if mention.value.kind in _TERMS and mention.value.amount is not None]
        if not 2 <= len(mentions) <= MAX_TERMS:
            continue
        if not is_unlikely(len(mentions) ** 2, max(2, digits) if value.kind is Kind.PERCENT else digits):
            continue
        for how, mention in _combinations(amount, mentions, value.kind, places=places):
            yield how, Hit(index, mention.span, how, mention)


def _combinations(amount: Decimal, mentions: list[Mention], kind: Kind, *, places: int) -> Iterator[tuple[str, Mention]]:
    amounts = [mention.value.amount or Decimal(0) for mention in mentions]
    if kind is not Kind.PERCENT and len(amounts) > 2 and sum(amounts) == amount:
        yield f"the sum of {len(amounts)} figures", mentions[0]
    for (left, first), (right, _) in permutations(list(zip(amounts, mentions, strict=True)), 2):
        if kind is Kind.PERCENT:
            if left and round((right - left) / abs(left) * 100, places) in (amount, -amount):
                yield f"the change from {plain(left)} to {plain(right)} in percent", first
            if right and 0 < left < right and round(left / right * 100, places) == amount:
                yield f"{plain(left)} of {plain(right)} in percent", first
        elif left + right == amount:
            yield f"the sum of {plain(left)} and {plain(right)}", first
        elif left - right == amount:
            yield f"the difference of {plain(left)} and {plain(right)}", first


def _exponent(amount: Decimal) -> int:
    exponent = amount.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
