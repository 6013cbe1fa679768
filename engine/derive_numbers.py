"""Numbers that follow from the context: percent and fraction, units and scales, parts of dates, counts. Each one named and bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from .derive_arithmetic import arithmetic_hits
from .derive_dates import relative_readings
from .json_walk import Leaf
from .normalize import name_words, stem
from .search import Hit, amount_hits, amounts_of
from .slot_units import CALENDAR, SECONDS, singular
from .slots import Slot, takes_percent
from .types import Kind, Role, Span
from .values import Group
from .values.units import convert, unit_of

if TYPE_CHECKING:
    from .inquiry import Inquiry

_MINOR_WORDS = frozenset("cents cent pence minor pennies".split())
_SINGLE = re.compile(r"\b(?:an?|one|single|just me|only me|by myself|just one)\b", re.IGNORECASE)
_COUNTED = frozenset(
    stem(word)
    for word in "count number num quantity qty guests people persons adults children passengers seats tickets rooms travelers party copies beds baths".split()
)
"""Nouns of slots that count heads or things."""
_PAIR = re.compile(r"\b(?:couple|pair|both|me and my (?:wife|husband|girlfriend|boyfriend|partner|friend|mom|dad|son|daughter|sister|brother))\b", re.IGNORECASE)


def number_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """The places that a numeric argument follows from."""
    for amount in amounts_of(leaf.value):
        yield from _rate_hits(amount, leaf, slot, inquiry)
        yield from _share_hits(amount, slot, inquiry)
        yield from _frequency_hits(amount, slot, inquiry)
        yield from _race_hits(amount, leaf, inquiry)
        yield from _unit_hits(amount, leaf, inquiry)
        yield from _date_part_hits(amount, slot, inquiry)
        yield from _spoken_count_hits(amount, slot, inquiry)
        if inquiry.settings(leaf).derive_ok and amount != 0:
            yield from arithmetic_hits(amount, slot, inquiry)


def _rate_hits(amount: Decimal, leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    sources = inquiry.context.sources
    hundredfold = amount * 100
    for hit in amount_hits(sources, hundredfold):
        if hit.mention is not None and hit.mention.value.kind is Kind.PERCENT and takes_percent(leaf) is not True:
            yield Hit(hit.index, hit.span, "percent as a fraction", hit.mention)
    if slot.words & {stem(word) for word in _MINOR_WORDS} or slot.hints & {stem(word) for word in _MINOR_WORDS}:
        for hit in amount_hits(sources, amount / 100):
            if hit.mention is not None and hit.mention.value.kind is Kind.MONEY:
                yield Hit(hit.index, hit.span, "minor units of the currency", hit.mention)


_SHARES = (
    (re.compile(r"\bhalf(?:way)?\b(?! past)", re.IGNORECASE), Decimal(50)),
    (re.compile(r"\ba quarter\b(?! (?:past|to|of an hour))", re.IGNORECASE), Decimal(25)),
    (re.compile(r"\bthree[- ]quarters\b", re.IGNORECASE), Decimal(75)),
    (re.compile(r"\b(?:full(?:y)?|max(?:imum)?|all the way up)\b", re.IGNORECASE), Decimal(100)),
)
_PERCENT_WORDS = frozenset(stem(word) for word in "percent percentage pct brightness volume opacity intensity humidity level".split())


def _share_hits(amount: Decimal, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """A share in words, for a slot that counts in percent."""
    if not _PERCENT_WORDS & (slot.words | slot.hints):
        return
    for pattern, share in _SHARES:
        if share != amount:
            continue
        for index in inquiry.context.sources:
            if index.source.role is Role.USER:
                yield from (Hit(index, Span(*match.span()), f"`{match.group()}` in percent") for match in pattern.finditer(index.content))


_FREQUENCIES = (
    (re.compile(r"\b(?:annual(?:ly)?|yearly|once a year|every year)\b", re.IGNORECASE), Decimal(1)),
    (re.compile(r"\b(?:semi-?annual(?:ly)?|half-yearly|twice a year)\b", re.IGNORECASE), Decimal(2)),
    (re.compile(r"\b(?:quarterly|every quarter)\b", re.IGNORECASE), Decimal(4)),
    (re.compile(r"\b(?:monthly|every month)\b", re.IGNORECASE), Decimal(12)),
    (re.compile(r"\b(?:weekly|every week)\b", re.IGNORECASE), Decimal(52)),
    (re.compile(r"\b(?:daily|every day)\b", re.IGNORECASE), Decimal(365)),
)
_TIMES_WORDS = frozenset(stem(word) for word in "times frequency periods compounding compounded compounds payments".split())


def _frequency_hits(amount: Decimal, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """How often a year something happens, in a word, for a slot that counts that."""
    if not _TIMES_WORDS & (slot.words | slot.hints):
        return
    for pattern, times in _FREQUENCIES:
        if times != amount:
            continue
        for index in inquiry.context.sources:
            if index.source.role is Role.USER:
                yield from (Hit(index, Span(*match.span()), f"`{match.group()}` as times a year") for match in pattern.finditer(index.content))


def _race_hits(amount: Decimal, leaf: Leaf, inquiry: Inquiry) -> Iterator[Hit]:
    """A distance as runners write it (`5k`, `10K`), for a slot in kilometres."""
    if not {"km", "kilometers", "kilometres"} & set(name_words(leaf.name)):
        return
    for hit in amount_hits(inquiry.context.sources, amount * 1000):
        if hit.mention is not None and hit.mention.value.text[-1:] in ("k", "K"):
            yield Hit(hit.index, hit.span, "thousands of metres", hit.mention)


def _unit_hits(amount: Decimal, leaf: Leaf, inquiry: Inquiry) -> Iterator[Hit]:
    words = name_words(leaf.name) + _description_words(leaf)
    targets = [unit for unit in (unit_of(word) for word in words) if unit is not None]
    seconds = next((SECONDS[stemmed] for stemmed in map(singular, words) if stemmed in SECONDS), None)
    months = next((CALENDAR[stemmed] for stemmed in map(singular, words) if stemmed in CALENDAR), None)
    for index in inquiry.context.sources:
        if targets:
            for mention in index.mentions(Group.NUMERIC):
                value = mention.value
                if value.kind is not Kind.QUANTITY or value.amount is None or value.unit is None:
                    continue
                if any(_same(convert(value.amount, value.unit, target.symbol), amount) for target in targets):
                    yield Hit(index, mention.span, "unit conversion", mention)
        if seconds is not None or months is not None:
            for mention in index.mentions(Group.TEMPORAL):
                if mention.value.kind is Kind.DURATION and _is_duration(mention.value.keys[0], amount, seconds, months):
                    yield Hit(index, mention.span, "duration in the unit of the slot", mention)


def _description_words(leaf: Leaf) -> tuple[str, ...]:
    description = leaf.schema.get("description")
    return name_words(description.replace(" ", "_")[:200]) if isinstance(description, str) else ()


def _same(converted: Fraction | None, amount: Decimal) -> bool:
    if converted is None:
        return False
    exponent = amount.as_tuple().exponent
    places = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    step = Fraction(1, 2 * 10**places)
    return abs(converted - Fraction(amount)) <= step and (places > 0 or converted == Fraction(amount) or abs(converted) >= 20)


def _is_duration(key: str, amount: Decimal, seconds: int | None, months: int | None) -> bool:
    number, _, unit = key.partition(" ")
    if unit == "s" and seconds is not None:
        return Decimal(number) == amount * seconds
    return unit == "mo" and months is not None and Decimal(number) == amount * months


def other_part(amount: Decimal, leaf: Leaf, inquiry: Inquiry) -> Hit | None:
    """The relative date of the user whose year, month or day is another one than this; None where there is none, or one that is this."""
    words = name_words(leaf.name)
    part = next((part for part in ("year", "month", "day") if part == words[-1]), None) if words else None
    if part is None or inquiry.now is None:
        return None
    found: Hit | None = None
    for index, span, text, key, certain in relative_readings(inquiry, inquiry.now):
        value = _part(key, part)
        if value is None or index.source.role is not Role.USER:
            continue
        if value == amount:
            return None
        found = found or (Hit(index, span, f"the {part} of `{text}`") if certain else None)
    return found


def _date_part_hits(amount: Decimal, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    part = next((part for part in ("year", "month", "day", "hour", "minute") if stem(part) in slot.words), None)
    if part is None or amount != amount.to_integral_value() or not 0 <= amount <= 9999:
        return
    wanted = int(amount)
    for index in inquiry.context.sources:
        for mention in index.mentions(Group.TEMPORAL):
            if mention.value.kind is not Kind.DURATION and _part(mention.value.keys[0], part) == wanted:
                yield Hit(index, mention.span, f"the {part} of a date", mention)
    if part == "year":
        yield from _years_away_hits(wanted, inquiry)
    if inquiry.now is not None:
        for index, span, text, key, _ in relative_readings(inquiry, inquiry.now):
            if _part(key, part) == wanted:
                yield Hit(index, span, f"the {part} of `{text}`")


def _years_away_hits(year: int, inquiry: Inquiry) -> Iterator[Hit]:
    """A year that lies a number of years, as the user says, from one that the same turn names ("seven years before 2023")."""
    for index in inquiry.context.sources:
        if index.source.role is not Role.USER:
            continue
        for mention in index.mentions(Group.TEMPORAL):
            months = mention.value.keys[0].partition(" ")[0] if mention.value.keys[0].endswith(" mo") else ""
            if months and int(Decimal(months)) % 12 == 0:
                away = int(Decimal(months)) // 12
                for base in (year + away, year - away):
                    if away and f"#{base}" in index.table(Group.NUMERIC):
                        yield Hit(index, mention.span, f"`{mention.value.text}` from {base}", mention)


_PARTS = {
    "year": re.compile(r"(\d{4})-"),
    "month": re.compile(r"(?:\d{4}|-)-(\d\d)"),
    "day": re.compile(r"(?:\d{4}|-)-\d\d-(\d\d)"),
    "hour": re.compile(r"(?:.*T)?(\d\d):\d\d"),
    "minute": re.compile(r"(?:.*T)?\d\d:(\d\d)"),
}


def _part(key: str, part: str) -> int | None:
    match = _PARTS[part].match(key)
    return int(match.group(1)) if match else None


def _spoken_count_hits(amount: Decimal, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    pattern = {Decimal(1): _SINGLE, Decimal(2): _PAIR}.get(amount)
    if pattern is None or not slot.words & _COUNTED:
        return
    for index in inquiry.context.sources:
        if index.source.role is not Role.USER:
            continue
        for match in pattern.finditer(index.content):
            following = index.content[match.end() : match.end() + 40]
            own_word = match.group().lower() not in ("a", "an", "one")
            if own_word or slot.words & {stem(word) for word in name_words(following.replace(" ", "_"))[:3]}:
                yield Hit(index, Span(*match.span()), f"the count of `{match.group()}`")
