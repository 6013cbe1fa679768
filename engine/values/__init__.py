"""Value recognition: one finder per group of kinds, run over a whole text once and only when an item of the group asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial

from ..types import Kind, Value
from .number_forms import plain


class Group(StrEnum):
    """Kinds that one finder yields together."""

    NUMERIC = "numeric"
    TEMPORAL = "temporal"
    EMAIL = "email"
    URL = "url"
    PHONE = "phone"
    IDENTIFIER = "identifier"


def finder(group: Group, language: str | None = None) -> Callable[[str], list[Value]]:
    """The finder of a group: text -> non-overlapping values in order of their spans.

    `language` is the ISO 639-1 code of a text that is not English: its number words are read where `find_numeric` knows them.
    """
    from . import addresses, dates, identifiers, numbers, phones

    if group is Group.NUMERIC and language is not None:
        return partial(numbers.find_numeric, lang=language)
    return {
        Group.NUMERIC: numbers.find_numeric,
        Group.TEMPORAL: dates.find_temporal,
        Group.EMAIL: addresses.find_emails,
        Group.URL: addresses.find_urls,
        Group.PHONE: phones.find_phones,
        Group.IDENTIFIER: identifiers.find_identifiers,
    }[group]


def lookup_keys(value: Value) -> Iterator[str]:
    """The keys under which a mention is filed.

    Its canonical keys; for a number or duration `#` and its bare amount in every reading; for a date `d:` and its day, for a time `t:` and
    its clock time, for a date-time both.
    """
    yield from value.keys
    if value.amount is not None:
        yield f"#{plain(value.amount)}"
    if value.kind is Kind.NUMBER:
        for key in value.keys[1:]:
            yield f"#{key}"
    elif value.kind is Kind.MONEY:
        figures = dict.fromkeys(key.partition(" ")[0] for key in value.keys)
        yield from (f"#{figure}" for figure in figures if value.amount is None or figure != plain(value.amount))
    elif value.kind in _TEMPORAL_PARTS:
        for key in value.keys:
            day, clock = temporal_parts(key)
            if day:
                yield f"d:{day}"
            if clock:
                yield f"t:{clock}"


_TEMPORAL_PARTS = (Kind.DATE, Kind.TIME, Kind.DATETIME)


def temporal_parts(key: str) -> tuple[str, str]:
    """The day and the clock time (without offset) of a canonical temporal key; empty where it has none."""
    day, mark, clock = key.partition("T")
    if not mark and ":" not in key:
        return key, ""
    if not mark:
        day, clock = "", key
    return day, clock[:8] if clock[5:6] == ":" else clock[:5]
