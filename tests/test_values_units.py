"""Quantities convert by exact factors, and a unit is recognised by symbol or name."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values import units
from groundrules.engine.values.numbers import find_numeric, parse_numeric


@pytest.mark.parametrize(
    ("text", "key", "unit"),
    [
        ("5 miles", "8046.72 m", "mi"),
        ("8046.72 m", "8046.72 m", "m"),
        ("3km", "3000 m", "km"),
        ("six-mile", "9656.064 m", "mi"),
        ("5 ft 10 in", "1.778 m", "in"),
        ("5'10\"", "1.778 m", "in"),
        ("7 feet and 2 inches", "2.1844 m", "in"),
        ('10"', "0.254 m", "in"),
        ("250ml", "0.00025 m³", "ml"),
        ("1/2 gallon", "0.001892705892 m³", "gal"),
        ("half a liter", "0.0005 m³", "l"),
        ("two pounds of flour", "0.90718474 kg", "lb"),
        ("1,500 kg", "1500 kg", "kg"),
        ("40 sq ft", "3.716121600 m²", "ft²"),
        ("25 m2", "25 m²", "m²"),
        ("30 mph", "13.4112 m/s", "mph"),
        ("90 km/h", "25 m/s", "km/h"),
        ("20 °C", "293.15 K", "°C"),
        ("68 degrees fahrenheit", "293.15 K", "°F"),
        ("-5°C", "268.15 K", "°C"),
        ("45 degrees", "45 °", "°"),
        ("16-bit", "2 B", "bit"),
        ("2 KB", "2000 B", "kB"),
        ("2 KiB", "2048 B", "KiB"),
        ("1.5 kWh", "5400000 J", "kWh"),
        ("2 MW", "2000000 W", "MW"),
        ("101 kPa", "101000 Pa", "kPa"),
        ("2.4 GHz", "2400000000 Hz", "GHz"),
        ("3 million barrels", "476961.884784 m³", "bbl"),
        ("an ml", "0.000001 m³", "ml"),
    ],
)
def test_quantities(text: str, key: str, unit: str) -> None:
    """A quantity's key is its value in the base unit; the unit stays as written."""
    value = parse_numeric(text)
    assert value is not None
    assert value.kind is Kind.QUANTITY
    expected, base = key.split(" ")
    assert value.keys[0].split(" ")[1] == base
    assert Decimal(value.keys[0].split(" ")[0]) == Decimal(expected)
    assert value.unit == unit


@pytest.mark.parametrize(
    "text",
    ["5 in the morning", "the 13F filing", "a 777F plane", "seat 14C", 'he said "take 5"', "5 m212", "part xyz-173m", "3 as well", "5G"],
)
def test_no_unit(text: str) -> None:
    """A preposition, a model name, a closing quote or a longer word is no unit."""
    assert all(value.kind is not Kind.QUANTITY for value in find_numeric(text))


def test_convert() -> None:
    """Conversion is exact within a dimension and None across dimensions or for an unknown unit."""
    assert units.convert(Decimal(5), "miles", "km") == Fraction(804672, 100000)
    assert units.convert(Decimal(212), "°F", "celsius") == 100
    assert units.convert(Decimal(1), "km", "kg") is None
    assert units.convert(Decimal(1), "km", "smoot") is None


@pytest.mark.parametrize(
    ("word", "symbol"),
    [("km", "km"), ("kilometers", "km"), ("Miles", "mi"), ("sq_ft", "ft²"), ("lbs", "lb"), ("celsius", "°C")],
)
def test_unit_of(word: str, symbol: str) -> None:
    """A unit is known by symbol, name and plural."""
    unit = units.unit_of(word)
    assert unit is not None
    assert unit.symbol == symbol


def test_case_of_symbols() -> None:
    """Milliwatt and megawatt, megabyte and megabit differ by case only."""
    assert [value.unit for value in find_numeric("5 mW, 5 MW, 5 MB, 5 Mb")] == ["mW", "MW", "MB", "Mbit"]


def test_apart() -> None:
    """Two lengths that no one says as one measure stay two."""
    assert [value.text for value in find_numeric("5 miles and 3 km")] == ["5 miles", "3 km"]
