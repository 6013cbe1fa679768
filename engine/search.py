"""Where a value stands in the context: verbatim, in another case or spacing, or as another spelling of the same value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, pairwise

from .index import Mention, SourceIndex
from .inputs import scalar_text
from .normalize import fold, kept_when_short
from .types import Evidence, Json, Kind, Span
from .values import Group, addresses, dates, identifiers, numbers, phones
from .values.number_forms import plain

TEMPORAL = frozenset((Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.DURATION))
NUMERIC = frozenset((Kind.NUMBER, Kind.ORDINAL, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY))


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in a source that holds a value. `how` names the derivation; None where the value stands there in some spelling."""

    index: SourceIndex
    span: Span
    how: str | None = None
    mention: Mention | None = None

    def evidence(self) -> Evidence:
        """The place as a span of the original text."""
        return self.index.evidence(self.span)


def amounts_of(value: Json) -> tuple[Decimal, ...]:
    """The number that a leaf holds, every reading of it; empty where it is none."""
    if isinstance(value, bool):
        return ()
    if isinstance(value, int | float):
        return (Decimal(scalar_text(value)),) if value == value and abs(value) != float("inf") else ()
    if not isinstance(value, str):
        return ()
    parsed = numbers.parse_numeric(value)
    if parsed is None or parsed.amount is None:
        return ()
    return (parsed.amount, *(Decimal(key) for key in parsed.keys[1:] if parsed.kind is Kind.NUMBER))


def amount_hits(sources: Iterable[SourceIndex], amount: Decimal) -> Iterator[Hit]:
    """Where the number stands, bare or with a unit, a sign or a currency."""
    key = f"#{plain(amount)}"
    for index in sources:
        for group in (Group.NUMERIC, Group.TEMPORAL):
            for mention in index.table(group).get(key, ()):
                yield Hit(index, mention.span, mention=mention)


def figure_hits(sources: Iterable[SourceIndex], text: str) -> Iterator[Hit]:
    """Where the figure stands as written, not as part of a longer number; a short unit may be glued to it."""
    if not text or not text[-1].isdigit():
        return
    for index in sources:
        if text in index.content:  # a pattern is made only of what stands there, never of a text that a model made long
            for match in _figure(text).finditer(index.content):
                span = Span(*match.span(1))
                if not index.is_within_another(span):
                    yield Hit(index, span, mention=index.number_over(span))


_SCALES = r"[\u00bc-\u00be\u2150-\u215e]|\s?(?:(?:lakh|crore|mio|mln|mrd|tsd|tausend|mil|millones|millionen|dozen)\b|[\u4e07\u5343\u5104\u4ebf])"


_SCALED = re.compile(_SCALES, re.IGNORECASE)


@kept_when_short(512)
def _figure(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.])(?<!\d,)({re.escape(text)})(?!\d|[.,]\d|[a-zA-Z]{{4}}|[a-zA-Z]{{0,3}}[\d_]|{_SCALES})")


def key_hits(sources: Iterable[SourceIndex], group: Group, keys: Iterable[str]) -> Iterator[Hit]:
    """Where a value with one of the canonical keys stands."""
    wanted = tuple(keys)
    for index in sources:
        table = index.table(group)
        for key in wanted:
            for mention in table.get(key, ()):
                yield Hit(index, mention.span, mention=mention)


def literal_hits(sources: Iterable[SourceIndex], text: str) -> Iterator[Hit]:
    """Where the text stands as a whole token."""
    for index in sources:
        for span in index.literal(text):
            yield Hit(index, span)


def phrase_hits(sources: Iterable[SourceIndex], text: str) -> Iterator[Hit]:
    """Where the words of the text stand in the same order, whatever their case, accents, spacing and punctuation."""
    folded = fold(text)
    for index in sources:
        for span in index.phrase(folded):
            yield Hit(index, span)


def same_value_hits(sources: tuple[SourceIndex, ...], kind: Kind, value: Json) -> Iterator[Hit]:
    """Where a leaf of this kind stands in any spelling of the same value, sources in order within each way of looking."""
    if kind in NUMERIC:
        yield from _numeric_hits(sources, kind, value)
        return
    text = scalar_text(value).strip()
    if kind is Kind.IDENTIFIER:
        yield from _identifier_hits(sources, text)
    elif kind is Kind.EMAIL:
        yield from literal_hits(sources, text)
        yield from _mailbox_hits(sources, text)
    elif kind is Kind.URL and _INVISIBLE.search(text):
        yield from literal_hits(sources, text)
    elif kind is Kind.URL:
        yield from _url_hits(sources, text)
    elif kind is Kind.PHONE:
        yield from key_hits(sources, Group.PHONE, phones.phone_keys(text))
        yield from _identifier_hits(sources, text)
    elif kind in TEMPORAL:
        yield from _temporal_hits(sources, text)
    elif kind is Kind.PATH:
        yield from path_hits(sources, text)
    else:
        yield from phrase_hits(sources, text)


DOWNGRADED = "http in place of https"
_HTTP = re.compile(r"https?://", re.IGNORECASE)


def _url_hits(sources: tuple[SourceIndex, ...], text: str) -> Iterator[Hit]:
    """The same address; a difference in scheme or `www.` is named, and those that give protection up come last."""
    key = addresses.url_key(text)
    hits = [] if key is None else [Hit(hit.index, hit.span, _change(hit, text), hit.mention) for hit in key_hits(sources, Group.URL, (key,))]
    yield from (hit for hit in hits if hit.how is None)
    yield from (hit for hit in hits if hit.how not in (None, DOWNGRADED))
    yield from (hit for hit in hits if hit.how == DOWNGRADED)


def _change(hit: Hit, text: str) -> str | None:
    said, wanted = (address.strip("<> ").lower() for address in (hit.span.of(hit.index.content), text))
    schemes = [address.partition("://")[0] if _HTTP.match(address) else "" for address in (said, wanted)]
    if schemes == ["https", "http"]:
        return DOWNGRADED
    if schemes == ["http", "https"]:
        return "https in place of http"
    bare = [_HTTP.sub("", address, count=1).startswith("www.") for address in (said, wanted)]
    return None if bare[0] == bare[1] else "the same address with or without `www.`"


_NAMED_MAILBOX = re.compile(r"\"?([^\"<>@]{0,120}?)\"?\s*<([^<>\s]{3,254})>")


def _mailbox_hits(sources: tuple[SourceIndex, ...], text: str) -> Iterator[Hit]:
    """Where the address of a mailbox stands: an address alone, after `mailto:`, or with a display name, which has to stand too.

    Header fields after the address (`?bcc=...`) and a display name that is itself an address are no part of what the context vouches for.
    """
    named = _NAMED_MAILBOX.fullmatch(text)
    address = named.group(2) if named is not None else text.removeprefix("mailto:")
    if not addresses.is_email(address):
        return
    if named is not None and named.group(1).strip() and next(phrase_hits(sources, named.group(1)), None) is None:
        return
    yield from key_hits(sources, Group.EMAIL, filter(None, (addresses.email_key(address),)))


def _identifier_hits(sources: tuple[SourceIndex, ...], text: str) -> Iterator[Hit]:
    if not any(char.isalnum() for char in text):
        return
    yield from literal_hits(sources, text)
    if _INVISIBLE.search(text):
        return
    key = identifiers.identifier_key(text)
    spelled = key_hits(sources, Group.IDENTIFIER, (key,)) if len(key) >= 4 else iter(())
    for hit in chain(spelled, phrase_hits(sources, text)):
        if hit.index.is_free(hit.span) and is_same_token(text, hit.span.of(hit.index.content)):
            yield hit


_INVISIBLE = re.compile("[\x00-\x1f\x7f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_GROUPS_OF = re.compile(r"[^\W_]+")


def is_same_token(first: str, second: str) -> bool:
    """True where two identifiers have the same letters and digits, but for case and full-width forms, and no digit groups cut elsewhere."""
    groups = [_GROUPS_OF.findall(text.translate(_WIDE).casefold()) for text in (first, second)]
    if "".join(groups[0]) != "".join(groups[1]):
        return False
    cuts = [sum(1 for left, right in pairwise(group) if left[-1].isdigit() and right[0].isdigit()) for group in groups]
    return not all(cuts) or groups[0] == groups[1]


def path_hits(sources: tuple[SourceIndex, ...], text: str) -> Iterator[Hit]:
    """Where the path stands whole, with either separator; a bare file name also as the last part of a path."""
    wanted = text.replace("\\", "/").rstrip("/") or text
    for index in sources:
        content = index.content.replace("\\", "/")
        if wanted in content:
            for match in _path(wanted).finditer(content):
                yield Hit(index, Span(*match.span()))


@kept_when_short(512)
def _path(wanted: str) -> re.Pattern[str]:
    before = r"(?<![\w.~-])" if "/" not in wanted and "." in wanted else r"(?<![\w/.~-])"
    return re.compile(rf"{before}{re.escape(wanted)}(?![\w~-]|/\w|\.\w)")


def _temporal_hits(sources: tuple[SourceIndex, ...], text: str) -> Iterator[Hit]:
    parsed = dates.parse_temporal(text)
    if parsed is not None:
        yield from key_hits(sources, Group.TEMPORAL, parsed.keys)
    yield from literal_hits(sources, text)


def _numeric_hits(sources: tuple[SourceIndex, ...], kind: Kind, value: Json) -> Iterator[Hit]:
    if kind in (Kind.MONEY, Kind.QUANTITY, Kind.PERCENT) and isinstance(value, str):
        parsed = numbers.parse_numeric(value)
        if parsed is not None:
            yield from key_hits(sources, Group.NUMERIC, parsed.keys)
        return
    for amount in amounts_of(value):
        yield from (hit for hit in amount_hits(sources, amount) if _SCALED.match(hit.index.content, hit.span.end) is None)
    yield from figure_hits(sources, scalar_text(value))

