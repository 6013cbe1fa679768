"""Code tables: which names and codes stand for the same country, currency, language, state, city, airport or company.

Countries, currencies and languages come from CLDR (through Babel), the rest from compact tables of our own. Everything is read at
first use and then looked up by a folded spelling. A spelling that stands for several things ("CA", "Portland") keeps them all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import cast

from .normalize import fold

COUNTRY = "ISO 3166-1"
CURRENCY = "ISO 4217"
LANGUAGE = "ISO 639"
CITY = "city short form"
IATA = "IATA"
TICKER = "ticker"
CRYPTO = "crypto-currency"
DEMONYM = "demonym"
MAX_PHRASE_CHARS = 80

# three-letter codes and numbers that CLDR still maps to a successor but that named another state or no state
_WITHDRAWN = frozenset("ADO ANT BUR BYS CSK DDR FXX NTZ ROM SCG SUN TMP YMD YUG ZAR QUU 200 230 249 278 280 530 532 582 720 736 810 830 836 849 886 890 891".split())
_GLUE = re.compile(r"[\s.,'’_-]+")
_ROW_END = re.compile(r"[|\n]")


@dataclass(frozen=True, slots=True)
class Code:
    """One thing of a table: its scheme (`ISO 4217`), its code there and its usual name."""

    scheme: str
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class _Entry:
    code: Code
    spellings: tuple[str, ...]


def codes_of(phrase: str) -> tuple[Code, ...]:
    """Everything that a name, short form or code can stand for, countries first; empty where it stands in no table.

    Example:
        >>> [(code.scheme, code.code) for code in codes_of("Ontario")]
        [('Canadian province', 'ON')]
    """
    return tuple(entry.code for entry in _entries_of(phrase))


def forms_of(phrase: str) -> tuple[tuple[str, Code], ...]:
    """Every other spelling of what a phrase stands for, with the thing it stands for: what to look for in a context instead of it."""
    own = _folded(phrase)
    found = ((spelling, entry.code) for entry in _entries_of(phrase) for spelling in entry.spellings if _folded(spelling) != own)
    return tuple({(fold(spelling), code.scheme): (spelling, code) for spelling, code in found}.values())


@lru_cache(maxsize=8)
def names_in(scheme: str) -> tuple[str, ...]:
    """The usual names of everything in one table, such as every US state."""
    return tuple(dict.fromkeys(entry.code.name for entries in _index().values() for entry in entries if entry.code.scheme == scheme))


def same_thing(a: str, b: str, *, numeric: bool = False) -> str | None:
    """The table in which both spellings stand for the same thing, or None; equal spellings count only where a table knows them.

    `numeric` reads three digits as an ISO 3166-1 country number too, which only a slot that says so should ask for.

    Example:
        >>> same_thing("Germany", "DEU"), same_thing("Los Angeles", "LAX"), same_thing("Austria", "AU")
        ('ISO 3166-1', 'IATA', None)
    """
    if numeric:
        a, b = _numbers().get(a.strip(), a), _numbers().get(b.strip(), b)
    shouted = a.isupper() and b.isupper()
    others = {entry.code for entry in _entries_of(b)}
    shared = (entry.code.scheme for entry in _entries_of(a) if entry.code in others)
    return next((scheme for scheme in shared if not (shouted and scheme == LANGUAGE)), None)


@lru_cache(maxsize=1)
def _numbers() -> Mapping[str, str]:
    return MappingProxyType({alias: code for code, aliases in _aliases("territory_aliases").items() for alias in aliases if alias.isdigit()})


def given_name_forms(name: str) -> frozenset[str]:
    """The given names and short forms that can name the same person as this one, in lower case, without the name itself."""
    own = _folded(name)
    return frozenset(form for group in _name_index().get(own, ()) for form in group if form != own)


def _entries_of(phrase: str) -> tuple[_Entry, ...]:
    return _index().get(_folded(phrase), ()) if len(phrase) <= MAX_PHRASE_CHARS else ()


def _folded(phrase: str) -> str:
    """Case, accents, dots, hyphens and spaces aside; signs such as `$` stay."""
    if phrase.isascii():
        return _GLUE.sub("", phrase).lower()
    plain = unicodedata.normalize("NFKD", phrase)
    return _GLUE.sub("", "".join(char for char in plain if not unicodedata.combining(char))).casefold()


@lru_cache(maxsize=1)
def _index() -> Mapping[str, tuple[_Entry, ...]]:
    index: dict[str, list[_Entry]] = {}
    for entry in _all_entries():
        for spelling in dict.fromkeys(map(_folded, entry.spellings)):
            if spelling:
                index.setdefault(spelling, []).append(entry)
    return MappingProxyType({spelling: tuple(entries) for spelling, entries in index.items()})


@lru_cache(maxsize=1)
def _name_index() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    from .data.given_names import GROUPS

    index: dict[str, list[tuple[str, ...]]] = {}
    for row in _ROW_END.split(GROUPS):
        formal, *short = row.casefold().split()
        for form in short:
            index.setdefault(form, []).append((formal,))
        index.setdefault(formal, []).append(tuple(short))
    return MappingProxyType({form: tuple(groups) for form, groups in index.items()})


def _all_entries() -> Iterator[_Entry]:
    yield from _countries()
    yield from _states()
    yield from _currencies()
    yield from _languages()
    yield from _cities()
    yield from _airports()
    yield from _companies()


def _rows(table: str) -> Iterator[tuple[str, list[str]]]:
    for row in _ROW_END.split(table):
        left, _, right = row.partition("=")
        yield left, right.split(",")


def _entry(scheme: str, code: str, name: str, spellings: Iterable[str]) -> _Entry:
    return _Entry(Code(scheme, code, name), tuple(dict.fromkeys((code, name, *spellings))))


def _aliases(table: str) -> dict[str, list[str]]:
    """The three-character codes of a two-letter one, from CLDR's aliases."""
    from babel.core import get_global

    aliases: Mapping[str, str | list[str]] = get_global("territory_aliases" if table == "territory_aliases" else "language_aliases")
    found: dict[str, list[str]] = {}
    for alias, target in aliases.items():
        if len(alias) == 3 and alias not in _WITHDRAWN:
            code = target if isinstance(target, str) else target[0] if len(target) == 1 else ""
            found.setdefault(code, []).append(alias)
    return found


def _three_letter(table: str) -> dict[str, list[str]]:
    return {code: [alias for alias in aliases if alias.isalpha()] for code, aliases in _aliases(table).items()}


def _countries() -> Iterator[_Entry]:
    from babel import Locale

    from .data.places import COUNTRY_VARIANTS, DEMONYMS

    territories = cast("Mapping[str, str]", Locale("en").territories)
    longer = _three_letter("territory_aliases")
    variants = dict(_rows(COUNTRY_VARIANTS))
    for code, name in territories.items():
        if len(code) == 2 and code.isalpha() and code not in ("ZZ", "XA", "XB"):
            plain = (name.replace("&", "and"), name.replace("St.", "Saint"))
            yield _entry(COUNTRY, code, name, (*longer.get(code, ()), *variants.get(code, ()), *plain))
    for code, people in _rows(DEMONYMS):
        name = territories.get(code, code)
        yield _Entry(Code(DEMONYM, code, name), (code, name, *people))


def _states() -> Iterator[_Entry]:
    from .data.places import STATES

    scheme = ""
    for left, names in _rows(STATES):
        heading, _, code = left.rpartition(":")
        scheme = heading or scheme
        yield _entry(scheme, code, names[0], names[1:])


def _currencies() -> Iterator[_Entry]:
    from babel import Locale
    from babel.numbers import get_currency_name

    from .data.companies import CURRENCY_VARIANTS

    english = Locale("en")
    variants = dict(_rows(CURRENCY_VARIANTS))
    currencies = cast("Mapping[str, str]", english.currencies)
    for code, name in currencies.items():
        yield _entry(CURRENCY, code, name, (get_currency_name(code, count=2, locale=english), *variants.get(code, ())))


def _languages() -> Iterator[_Entry]:
    from babel import Locale

    from .data.companies import LANGUAGE_VARIANTS

    longer = _three_letter("language_aliases")
    variants = dict(_rows(LANGUAGE_VARIANTS))
    languages = cast("Mapping[str, str]", Locale("en").languages)
    for code, name in languages.items():
        if code.isalpha():
            yield _entry(LANGUAGE, code, name, (*longer.get(code, ()), *variants.get(code, ())))


def _cities() -> Iterator[_Entry]:
    from .data.places import CITY_FORMS

    for city, forms in _rows(CITY_FORMS):
        yield _Entry(Code(CITY, forms[0], city), (city, *forms))


def _airports() -> Iterator[_Entry]:
    from .data.places import AIRPORT_NAMES, AIRPORTS, CITY_FORMS

    forms = dict(_rows(CITY_FORMS))
    names = dict(_rows(AIRPORT_NAMES))
    for city, codes in _rows(AIRPORTS):
        for code in codes[0].split():
            yield _entry(IATA, code, city, (*forms.get(city, ()), *names.get(code, ())))


def _companies() -> Iterator[_Entry]:
    from .data.companies import CRYPTO as coins
    from .data.companies import TICKERS

    for scheme, table in ((TICKER, TICKERS), (CRYPTO, coins)):
        for code, names in _rows(table):
            yield _entry(scheme, code, names[0], names[1:])
