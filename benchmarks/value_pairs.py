"""Pairs of spellings that are, or are not, one value: what the comparison says of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from groundrules.engine.tables import COUNTRY, CURRENCY, LANGUAGE, Code, codes_of, same_thing
from groundrules.engine.types import Json, Kind, Span, Value
from groundrules.engine.values import addresses, bounds, dates, identifiers, numbers, phones, ranges, relative, relative_ordinals
from groundrules.engine.values.domains import host_key
from groundrules.engine.values.equality import compare

from .value_finders import IDENTIFIERS, NUMERIC, TEMPORAL
from .value_rows import DEFAULT_LANGS, Row, now_of, text_of


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair, and what was said of it: `same` None for "could not tell"."""

    row: Row
    same: bool | None
    why: str

    @property
    def is_same(self) -> bool:
        """What the suite says."""
        return self.row.get("same") is True


def judged(pairs: Iterable[Row]) -> list[Judged]:
    """Every pair, compared."""
    return [_judged(pair) for pair in pairs]


def _judged(pair: Row) -> Judged:
    a, b = (value_of(pair, text_of(pair, side)) for side in ("a", "b"))
    if pair.get("scheme") == "territory" and (table := same_thing(text_of(pair, "a"), text_of(pair, "b"), numeric=True)) is not None:
        return Judged(pair, True, f"`{text_of(pair, 'a')}` and `{text_of(pair, 'b')}` stand for the same thing in {table}")
    if a is None or b is None:
        return Judged(pair, None, f"{'a' if a is None else 'b'} was not read")
    found = compare(a, b, now=now_of(pair))
    return Judged(pair, found.same, found.why)


def value_of(row: Row, text: str) -> Value | None:
    """One side of a pair, read as a value of its kind."""
    kind, lang = text_of(row, "kind"), text_of(row, "lang")
    lang = "en" if lang in DEFAULT_LANGS else lang
    if kind in NUMERIC or kind == "numrange":
        return _figure(kind, text, lang)
    if kind in TEMPORAL or kind.endswith("range"):
        return _time(kind, text, now_of(row))
    whole = Span(0, len(text))
    if kind == "code":
        return Value(Kind.CODE, whole, text, (text.strip().casefold(), *(f"{code.scheme} {code.code}" for code in _of_scheme(row, text))))
    keys, own = _keys(kind, text, text_of(row, "scheme"))
    return Value(own, whole, text, keys) if keys else None


_SCHEMES = {"territory": COUNTRY, "currency": CURRENCY, "language": LANGUAGE}


def _of_scheme(row: Row, text: str) -> tuple[Code, ...]:
    wanted = _SCHEMES.get(text_of(row, "scheme"))
    return tuple(code for code in codes_of(text) if code.scheme == wanted)


def _figure(kind: str, text: str, lang: str) -> Value | None:
    value = numbers.parse_numeric(text, lang=lang)
    wanted = NUMERIC.get(kind)
    if kind == "unit" and (value is None or value.kind is not wanted):
        return bounds.parse_bounds(text) or dates.parse_temporal(text, Kind.DURATION) or value
    if kind == "ordinal" and value is None:
        return next(iter(relative_ordinals.find_relative_ordinals(text)), None)
    return bounds.parse_bounds(text) if value is None else value


def _time(kind: str, text: str, now: datetime.datetime | None) -> Value | None:
    said = ranges.parse_range(text) if kind.endswith("range") else None
    if said is not None:
        resolved = said.clocks() if kind == "timerange" else said.resolve(now or _ANY_DAY)
        return _of_keys(text, [reading.key for reading in resolved])
    value = dates.parse_temporal(text, TEMPORAL.get(kind, Kind.DATE))
    if value is not None or kind == "duration":
        return value
    expression = relative.parse_relative(text)
    if expression is None or now is None:
        return None
    readings = expression.resolve(now)
    return _of_keys(text, [each.key if each.end is None or len(each.key) < 10 else f"{each.key}/{each.end}" for each in readings])


_ANY_DAY = datetime.datetime(2020, 1, 1)


def _of_keys(text: str, keys: list[str]) -> Value | None:
    if not keys:
        return None
    kind = Kind.DATETIME if "T" in keys[0] else Kind.TIME if ":" in keys[0] else Kind.DATE
    return Value(kind, Span(0, len(text)), text, tuple(keys))


def _keys(kind: str, text: str, region: str) -> tuple[tuple[str, ...], Kind]:
    if kind == "phone":
        return phones.phone_keys(text, region=region or None), Kind.PHONE
    if kind == "email":
        key, own = addresses.email_key(text), Kind.EMAIL
    elif kind == "url":
        key, own = addresses.url_key(text), Kind.URL
    elif kind == "domain":
        key, own = host_key(text), Kind.URL
    elif kind in IDENTIFIERS:
        key, own = identifiers.identifier_key(text), Kind.IDENTIFIER
    else:
        return (), Kind.TEXT
    return (() if key is None else (key,)), own


def counts(pairs: Sequence[Judged]) -> list[Json]:
    """The counts by kind and language."""
    groups: dict[tuple[str, str], list[Judged]] = {}
    for each in pairs:
        groups.setdefault((text_of(each.row, "kind"), text_of(each.row, "lang")), []).append(each)
    return [{"kind": kind, "lang": lang, **_counted(each)} for (kind, lang), each in sorted(groups.items())]


def _counted(pairs: Sequence[Judged]) -> dict[str, Json]:
    same = [each.same for each in pairs if each.is_same]
    different = [each.same for each in pairs if not each.is_same]
    return {
        "same": len(same),
        "same_confirmed": sum(answer is True for answer in same),
        "same_denied": sum(answer is False for answer in same),
        "different": len(different),
        "different_confirmed": sum(answer is True for answer in different),
    }


def tables(pairs: Sequence[Judged]) -> Iterator[str]:
    """Accuracy by kind, and every different pair that was called the same."""
    yield "### Equivalence (en, und)\n"
    yield "| kind | same | confirmed % | denied % | different | called the same |"
    yield "|---|--:|--:|--:|--:|--:|"
    chosen = [each for each in pairs if each.row.get("lang") in DEFAULT_LANGS]
    for kind in sorted({text_of(each.row, "kind") for each in chosen}):
        yield _line(kind, [each for each in chosen if each.row.get("kind") == kind])
    yield _line("**together**", chosen)
    others = [each for each in pairs if each.row.get("lang") not in DEFAULT_LANGS]
    for lang in sorted({text_of(each.row, "lang") for each in others}):
        yield _line(f"all kinds, {lang}", [each for each in others if each.row.get("lang") == lang])
    yield ""
    for each in pairs:
        if not each.is_same and each.same is True:
            yield f"- called the same, {each.row.get('kind')}, {each.row.get('lang')}, {each.row.get('id')}: {each.why}"
    yield ""


def _line(name: str, pairs: Sequence[Judged]) -> str:
    total = _counted(pairs)
    same, different = int(str(total["same"])), int(str(total["different"]))
    confirmed, denied = (f"{100 * int(str(total[key])) / same:.1f}" if same else "-" for key in ("same_confirmed", "same_denied"))
    return f"| {name} | {same} | {confirmed} | {denied} | {different} | {total['different_confirmed']} |"
