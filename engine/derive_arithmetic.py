"""Numbers that are computed from numbers of the context: sums and differences, lines of a bill, a percentage, an equal share.

Each computation is named in the finding, starts from few numbers, and counts only where so many possible computations would rarely hit a
random value of the same precision (DESIGN 2.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from .index import Mention, SourceIndex
from .normalize import fold_words, name_words, stem
from .records import record_of, siblings
from .search import Hit
from .slots import Slot
from .types import Kind, Role
from .values import Group
from .values.number_forms import plain

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_TERMS = 12
"""How many numbers of one text or one JSON list enter sums."""
MAX_PERCENTS = 4
MAX_SHARED = 3
"""Amounts, and counts of heads, that an equal share is worked out from: the user says that it is one, so few need no chance estimate."""
MAX_CHANCE = 0.05
"""The share of random values of its precision that may be hit before a derivation counts as chance (DESIGN 2.4)."""
_TOTAL_WORDS = frozenset(
    stem(word)
    for word in "total sum amount cost price balance refund difference change payment tip count number subtotal tax discount fee commission interest"
    " saving deposit".split()
)
_PRICES = frozenset("price cost amount rate fee".split())
_PRICE_WORDS = frozenset(stem(word) for word in _PRICES)
_QUANTITY_WORDS = frozenset(stem(word) for word in "quantity qty count units pieces".split())
_SHARES = re.compile(r"\b(?:split|shar(?:e|ed|ing)|divid(?:e|ed|ing)|evenly|equally)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|apiece|per (?:person|head|guest|night|day|hour|ticket|seat|unit|piece|item))\b", re.IGNORECASE)
_JOINS = re.compile(r"\b(?:plus|total|sum|together|combined|difference|minus|less|both|altogether|in all|remaining|left|rest)\b", re.IGNORECASE)
"""Words that ask for two amounts to be added or subtracted."""
_JOINED_SLOTS = frozenset(stem(word) for word in "total sum subtotal difference".split())
_RATES = re.compile(r"\b(?:tip|off|discount|tax|vat|gst|fee|commission|interest|deposit|surcharge|service|gratuity|of|markup|rebate)\b", re.IGNORECASE)
"""Words right after a percentage that say what it is taken of."""
_THINGS = frozenset(
    stem(word) for word in "seats tickets rooms nights people persons guests passengers travelers travellers copies units pieces items adults of days hours".split()
)
_CENT = Decimal("0.01")


def arithmetic_hits(amount: Decimal, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """The numbers that an amount is computed from, for a slot that asks for something computed."""
    if not slot.words & _TOTAL_WORDS:
        return
    users = [index for index in inquiry.context.sources if index.source.role is Role.USER]
    joined = bool(slot.words & _JOINED_SLOTS) or any(_JOINS.search(index.content) for index in users)
    for index in inquiry.context.sources:
        if index.source.role in (Role.ASSISTANT, Role.EVIDENCE):
            continue
        for terms, unit in _term_lists(index):
            yield from _combined(amount, terms, unit, index, joined=joined)
        if index.parts is not None:
            yield from _line_hits(amount, index)
    yield from _percent_hits(amount, inquiry)
    yield from _each_hits(amount, inquiry)
    yield from _share_hits(amount, inquiry)
    yield from _times_hits(amount, inquiry)


def _digits(amount: Decimal) -> int:
    return len(plain(abs(amount)).replace(".", "").strip("0"))


def _line_hits(amount: Decimal, index: SourceIndex) -> Iterator[Hit]:
    """The lines of a bill in one JSON list: price times quantity of one line, or of all lines together."""
    lines: dict[str, dict[str, Mention]] = {}
    for mention in index.mentions(Group.NUMERIC):
        part = index.part_at(mention.span.start)
        if part is None or part.is_key or mention.value.amount is None:
            continue
        record, _, key = part.pointer.rpartition("/")
        words = {stem(word) for word in name_words(key)}
        for name, wanted in (("price", _PRICE_WORDS), ("quantity", _QUANTITY_WORDS)):
            if words & wanted:
                lines.setdefault(record, {}).setdefault(name, mention)
    bills: dict[str, list[tuple[Decimal, Mention]]] = {}
    for record, line in lines.items():
        if len(line) == 2:
            total = (line["price"].value.amount or Decimal(0)) * (line["quantity"].value.amount or Decimal(0))
            bills.setdefault(record.rpartition("/")[0], []).append((total, line["price"]))
    for bill in bills.values():
        if len(bill) > MAX_TERMS or not is_unlikely(len(bill) + 1, _digits(amount)):
            continue
        for total, mention in bill:
            if total == amount:
                yield Hit(index, mention.span, "price times quantity of one line", mention)
        if len(bill) > 1 and sum(total for total, _ in bill) == amount:
            yield Hit(index, bill[0][1].span, f"price times quantity of {len(bill)} lines", bill[0][1])


def _times_hits(amount: Decimal, inquiry: Inquiry) -> Iterator[Hit]:
    """A price in a tool output times a count that the user names ("two seats")."""
    spoken = [mention for _, mentions in _spoken(inquiry) for mention in mentions]
    counts = [mention for mention in spoken if mention.value.kind is Kind.NUMBER and 1 < (mention.value.amount or 0) <= 100][:MAX_TERMS]
    for index in inquiry.context.sources:
        if index.source.role is not Role.TOOL or index.parts is None or not counts:
            continue
        prices = [mention for mention in index.mentions(Group.NUMERIC) if mention.value.amount is not None and set(index.key_words(mention.span.start)) & _PRICES]
        if len(prices) > MAX_TERMS or not is_unlikely(len(prices) * len(counts), _digits(amount)):
            continue
        for price in prices:
            for count in counts:
                counted = {stem(word) for word in fold_words(_after(count))[:2]}
                if not counted & _THINGS and not counted & index.stem_places.keys():
                    continue
                if (price.value.amount or Decimal(0)) * (count.value.amount or Decimal(0)) == amount and not _is_passed_over(price, inquiry):
                    yield Hit(index, price.span, f"`{count.value.text}` times `{price.value.text}`", price)


def _is_passed_over(price: Mention, inquiry: Inquiry) -> bool:
    """True where the user names another record of the list by a word with a digit in it (`AX340`), and the record of this price by none."""
    own = record_of(Hit(price.index, price.span))
    if own is None:
        return False
    spoken = [index for index in inquiry.context.sources if index.source.role is Role.USER]
    named = {
        member
        for member, part in siblings(price.index, own)
        if any(map(str.isdigit, part.content)) and any(map(str.isalpha, part.content)) and any(index.literal(part.content) for index in spoken)
    }
    return bool(named) and own not in named


def _spoken(inquiry: Inquiry) -> Iterator[tuple[SourceIndex, list[Mention]]]:
    for index in inquiry.context.sources:
        if index.source.role is Role.USER:
            yield index, [mention for mention in index.mentions(Group.NUMERIC) if mention.value.amount is not None]


def _percent_hits(amount: Decimal, inquiry: Inquiry) -> Iterator[Hit]:
    """A percentage that the user names of an amount that the user names, or that amount with it added or taken off, to the cent."""
    for index, mentions in _spoken(inquiry):
        percents = [mention for mention in mentions if mention.value.kind is Kind.PERCENT and _RATES.match(_after(mention))][:MAX_PERCENTS]
        bases = [mention for mention in mentions if mention.value.kind in (Kind.MONEY, Kind.NUMBER)][:MAX_TERMS]
        if not is_unlikely(3 * len(percents) * len(bases), _digits(amount)):
            continue
        for percent in percents:
            for base in bases:
                whole = base.value.amount or Decimal(0)
                part = (whole * (percent.value.amount or Decimal(0)) / 100).quantize(_CENT, ROUND_HALF_UP)
                how = {part: "of", whole + part: "on top of", whole - part: "off"}.get(amount)
                if how is not None:
                    yield Hit(index, percent.span, f"`{percent.value.text}` {how} `{base.value.text}`", percent)


def _after(mention: Mention) -> str:
    """The words right after a mention, an article left out."""
    following = mention.index.content[mention.span.end : mention.span.end + 24].lstrip(" -")
    return following[4:] if following.startswith("the ") else following


def _each_hits(amount: Decimal, inquiry: Inquiry) -> Iterator[Hit]:
    """A price that the user names for each of a number of things that the same turn names."""
    for index, mentions in _spoken(inquiry):
        if _EACH.search(index.content) is None:
            continue
        prices = [mention for mention in mentions if mention.value.kind is Kind.MONEY][:MAX_SHARED]
        counts = [mention for mention in mentions if mention.value.kind is Kind.NUMBER and 1 < (mention.value.amount or 0) <= 100][:MAX_SHARED]
        for price in prices:
            for count in counts:
                if (price.value.amount or Decimal(0)) * (count.value.amount or Decimal(0)) == amount:
                    yield Hit(index, price.span, f"`{count.value.text}` times `{price.value.text}`", price)


def _share_hits(amount: Decimal, inquiry: Inquiry) -> Iterator[Hit]:
    """An equal share of an amount that the user wants split, by a number that the user names or by the people that a list argument names."""
    listed = {len(items) for items in (inquiry.arguments.value or {}).values() if isinstance(items, list) and len(items) > 1}
    for index, mentions in _spoken(inquiry):
        if _SHARES.search(index.content) is None:
            continue
        sums = [mention for mention in mentions if mention.value.kind is Kind.MONEY][:MAX_SHARED]
        counts = listed | {int(mention.value.amount or 0) for mention in mentions if mention.value.kind is Kind.NUMBER and 1 < (mention.value.amount or 0) <= 100}
        for whole in sums:
            for count in sorted(counts)[:MAX_SHARED]:
                if ((whole.value.amount or Decimal(0)) / count).quantize(_CENT, ROUND_HALF_UP) == amount:
                    yield Hit(index, whole.span, f"`{whole.value.text}` in {count} equal shares", whole)


def is_unlikely(derivations: int, digits: int) -> bool:
    """True where so many possible derivations would rarely hit a random value of so many significant digits."""
    return derivations <= MAX_CHANCE * 9 * 10.0 ** min(digits - 1, 300)


def _term_lists(index: SourceIndex) -> Iterator[tuple[list[Mention], str]]:
    """The numbers of one JSON key across sibling records, or the amounts of one currency in one prose text; at most 12 each."""
    lists: dict[str, list[Mention]] = {}
    for mention in index.mentions(Group.NUMERIC):
        if mention.value.amount is None:
            continue
        part = index.part_at(mention.span.start)
        if part is not None:
            name = re.sub(r"/\d+", "/*", part.pointer)
        elif mention.value.kind is Kind.MONEY:
            name = mention.value.unit or ""
        else:
            continue
        lists.setdefault(name, []).append(mention)
    for name, mentions in lists.items():
        if 2 <= len(mentions) <= MAX_TERMS:
            yield mentions, name


def _combined(amount: Decimal, terms: list[Mention], unit: str, index: SourceIndex, *, joined: bool) -> Iterator[Hit]:
    if not is_unlikely(len(terms) ** 2, _digits(amount)):
        return
    amounts = [term.value.amount or Decimal(0) for term in terms]
    if sum(amounts) == amount and (joined or index.parts is not None):
        yield Hit(index, terms[0].span, f"the sum of {len(terms)} amounts ({unit})", terms[0])
        return
    if not joined:
        return
    for first, second in combinations(range(len(terms)), 2):
        if amounts[first] + amounts[second] == amount:
            yield Hit(index, terms[first].span, f"the sum of {plain(amounts[first])} and {plain(amounts[second])}", terms[first])
            return
        if abs(amounts[first] - amounts[second]) == amount:
            yield Hit(index, terms[first].span, f"the difference of {plain(amounts[first])} and {plain(amounts[second])}", terms[first])
            return
