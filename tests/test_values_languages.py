"""Values written in digits in German, French, Spanish, Italian, Portuguese and Dutch, with the names of units, currencies and scales there."""

from __future__ import annotations

from decimal import Decimal

import pytest
from babel import Locale
from babel.units import format_unit
from groundrules.engine.types import Kind
from groundrules.engine.values import dates, foreign_money, foreign_units, money, units
from groundrules.engine.values.numbers import find_numeric, parse_numeric

LANGUAGES = ("de", "fr", "es", "it", "pt", "nl")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Der Tank fasst 60 Liter", "0.06 m³"),
        ("noch 12 Kilometern", "12000 m"),
        ("12,5 Quadratmeter", "12.5 m²"),
        ("une planche de 3 mètres", "3 m"),
        ("une planche de 3 metres", "3 m"),
        ("2,5 kilomètres par heure", "0.694444444444 m/s"),
        ("7 pulgadas", "0.1778 m"),
        ("20 grados centígrados", "293.15 K"),
        ("20 gradi c", "293.15 K"),
        ("37 graus Celsius", "310.15 K"),
        ("8 tazas", "0.0018927058920 m³"),
        ("40 metri quadri", "40 m²"),
        ("5 quilogramas", "5 kg"),
        ("9 vierkante meter", "9 m²"),
        ("3 eetlepels", "0.00004436029434375 m³"),
        ("2 années-lumière", "18921460945161600 m"),
        ("3/4 di miglio", "1207.008 m"),
    ],
)
def test_units(text: str, key: str) -> None:
    """A unit name of another language counts after digits, with its accents or without."""
    [value] = find_numeric(text)
    assert value.kind is Kind.QUANTITY
    assert units.key_of(_amount(key), _unit_of_base(key)) in value.keys


def _amount(key: str) -> Decimal:
    return Decimal(key.partition(" ")[0])


def _unit_of_base(key: str) -> units.Unit:
    unit = units.unit_of(key.partition(" ")[2])
    assert unit is not None
    return unit


@pytest.mark.parametrize(
    ("lang", "text", "kind"),
    [
        ("de", "90 Grad", Kind.QUANTITY),
        ("en", "90 grad students", Kind.NUMBER),
        ("es", "5 pies", Kind.QUANTITY),
        ("en", "5 pies", Kind.NUMBER),
        ("it", "3 metro", Kind.QUANTITY),
        ("en", "3 metro stations", Kind.NUMBER),
    ],
)
def test_names_that_are_english_words(lang: str, text: str, kind: Kind) -> None:
    """A name that is an English word too counts only where the language is known."""
    assert find_numeric(text, lang=lang)[0].kind is kind


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2,5 Mio. Euro", "2500000 EUR"),
        ("40 Millionen Dollar", "40000000 $"),
        ("3 Mrd. US-Dollar", "3000000000 USD"),
        ("12 Millionen kanadischen Dollar", "12000000 CAD"),
        ("7 millions de francs", "7000000 franc"),
        ("7 millions d'euros", "7000000 EUR"),
        ("15 milliards de $", "15000000000 $"),
        ("4,5 mil millones de pesetas", "4500000000 ESP"),
        ("8 milhões de dólares australianos", "8000000 AUD"),
        ("8 milhoes de dolares", "8000000 $"),
        ("60 miliardi di yen", "60000000000 JPY"),
        ("1,5 miljard euro", "1500000000 EUR"),
        ("90 USD millones", "90000000 USD"),
        ("20 dollars et 40 cents", "20.4 $"),
        ("20 Euro und 40 Cent", "20.4 EUR"),
        ("20 euros con 40 céntimos", "20.4 EUR"),
        ("6 $CAD", "6 CAD"),
        ("80ptas", "80 ESP"),
    ],
)
def test_money(text: str, key: str) -> None:
    """Currency names, scale words and the words between them and the figure."""
    [value] = find_numeric(text)
    assert value.kind is Kind.MONEY
    assert key in value.keys
    assert value.text == text


@pytest.mark.parametrize("text", ["12 Prozent", "12 pour cent", "12 pourcents", "12 por ciento", "12 por cento", "12 per cento", "12 procent"])
def test_percent(text: str) -> None:
    """The percent words."""
    assert [value.keys for value in find_numeric(text)] == [("12%",)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("seit 4 Jahren", "48 mo"),
        ("hace 90 días", "7776000 s"),
        ("pendant 6 semaines", "3628800 s"),
        ("per 8 mesi", "8 mo"),
        ("por 3 horas", "10800 s"),
        ("3 weken oud", "1814400 s"),
        ("4 years old", "48 mo"),
        ("six weeks of age", "3628800 s"),
    ],
)
def test_lengths_of_time(text: str, key: str) -> None:
    """Words for units of time after digits, and the words that make a length an age."""
    [value] = [each for each in dates.find_temporal(text) if each.kind is Kind.DURATION]
    assert value.keys == (key,)


@pytest.mark.parametrize("text", ["a semana", "20 heures", "9 uur", "an tag"])
def test_no_length_of_time(text: str) -> None:
    """An article is no count, and words that tell the hour as well are left alone."""
    assert [each for each in dates.find_temporal(text) if each.kind is Kind.DURATION] == []


@pytest.mark.parametrize(
    ("text", "kind", "written", "key"),
    [
        ("Wir kommen am 22.04 zurück", Kind.DATE, "22.04", "--04-22"),
        ("rendez-vous le 20/11, 22/11 ou 25/11", Kind.DATE, "25/11", "--11-25"),
        ("no dia 17/11", Kind.DATE, "17/11", "--11-17"),
        ("de retour 18 08 1978", Kind.DATE, "18 08 1978", "1978-08-18"),
        ("de retour 04 08 1978", Kind.DATE, "04 08 1978", "1978-08-04"),
        ("back on 04 08 1978", Kind.DATE, "04 08 1978", "1978-04-08"),
        ("um 18 Uhr 12", Kind.TIME, "18 Uhr 12", "18:12"),
        ("a las 3:00 h", Kind.TIME, "3:00 h", "03:00"),
        ("rendez-vous à 9h", Kind.TIME, "9h", "09:00"),
    ],
)
def test_days_and_hours(text: str, kind: Kind, written: str, key: str) -> None:
    """A day after the words that stand before days, an hour after those that stand before hours."""
    [value] = [each for each in dates.find_temporal(text) if each.text == written]
    assert value.kind is kind
    assert key in value.keys


@pytest.mark.parametrize("text", ["I am 5.10 tall", "chauffer à 100 degrés"])
def test_neither_day_nor_hour(text: str) -> None:
    """A height is no day and three digits are no hour."""
    assert dates.find_temporal(text) == []


@pytest.mark.parametrize(("lang", "text"), [("de", "500 Gramm Mehl"), ("nl", "500 gram meel"), ("es", "500 gramos de harina")])
def test_what_is_measured(lang: str, text: str) -> None:
    """As the whole of a slot, a measure may be followed by what is measured."""
    value = parse_numeric(text, lang=lang)
    assert value is not None
    assert value.keys == ("0.5 kg",)


@pytest.mark.parametrize(("text", "key"), [(",75", "0.75"), ("2,75 k", "2750")])
def test_decimal_comma(text: str, key: str) -> None:
    """A decimal comma may lead, and a scale may follow it."""
    value = parse_numeric(text, lang="de")
    assert value is not None
    assert value.keys == (key,)


_CLDR = {
    "m": "length-meter", "km": "length-kilometer", "mi": "length-mile", "in": "length-inch", "ft": "length-foot", "kg": "mass-kilogram",
    "lb": "mass-pound", "l": "volume-liter", "m²": "area-square-meter", "km²": "area-square-kilometer", "gal": "volume-gallon",
    "cup": "volume-cup", "°C": "temperature-celsius", "°F": "temperature-fahrenheit", "hp": "power-horsepower",
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_unit_names_are_those_of_cldr(lang: str) -> None:
    """Wherever the tables hold a CLDR name of a common unit they give it that unit, and they hold nearly all of them."""
    own = {**foreign_units.NAMES, **foreign_units.BY_LANG[lang]}
    known = missing = 0
    for symbol, unit in _CLDR.items():
        for count in (1, 2):
            name = format_unit(count, unit, length="long", locale=lang).lstrip("12 \u00a0").lower()
            found = own.get(name) or getattr(units.unit_of(name), "symbol", None)
            missing += found is None
            known += found == symbol
            assert found in (None, symbol), name
    assert known >= 25
    assert missing <= 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_currency_names_are_those_of_cldr(lang: str) -> None:
    """Every CLDR name of a common currency stands for it."""
    for code in ("USD", "CAD", "AUD", "EUR", "JPY", "CHF", "MXN", "SEK", "PLN", "GBP"):
        name = Locale(lang).currencies[code].lower().replace("\u00a0", " ")
        found = money.named(name)
        assert found is not None, name
        assert code in found.codes, name


def test_names_are_lower_case_and_no_unit_is_unknown() -> None:
    """The tables are in the form that look-ups use."""
    assert all(name == name.lower() for name in (*foreign_units.NAMES, *foreign_money.NAMES))
    assert all(units.unit_of(symbol) is not None for symbol in foreign_units.NAMES.values())
