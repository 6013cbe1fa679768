"""Code tables: names and codes that stand for the same thing, and those that only look alike."""

from __future__ import annotations

import pytest
from groundrules.engine.tables import Code, codes_of, forms_of, given_name_forms, same_thing


@pytest.mark.parametrize(
    ("a", "b", "table"),
    [
        ("Germany", "DE", "ISO 3166-1"), ("germany", "DEU", "ISO 3166-1"), ("America", "United States", "ISO 3166-1"), ("UK", "GB", "ISO 3166-1"),
        ("Côte d'Ivoire", "CI", "ISO 3166-1"), ("French", "FR", "demonym"), ("Canada", "CA", "ISO 3166-1"), ("California", "CA", "US state"),
        ("Ontario", "ON", "Canadian province"), ("English", "en", "ISO 639"), ("English", "eng", "ISO 639"), ("euros", "EUR", "ISO 4217"),
        ("US dollars", "USD", "ISO 4217"), ("dollars", "CAD", "ISO 4217"), ("RMB", "CNY", "ISO 4217"), ("€", "EUR", "ISO 4217"),
        ("Philly", "Philadelphia", "city short form"), ("New York", "NYC", "city short form"), ("Washington, D.C.", "DC", "city short form"),
        ("Los Angeles", "LAX", "IATA"), ("LA", "LAX", "IATA"), ("Heathrow", "LHR", "IATA"), ("São Paulo", "GRU", "IATA"), ("Tokyo", "HND", "IATA"),
        ("Nvidia", "NVDA", "ticker"), ("P&G", "PG", "ticker"), ("Bitcoin", "BTC", "crypto-currency"),
    ],
)  # fmt: skip
def test_same_thing(a: str, b: str, table: str) -> None:
    """Both directions name the table."""
    assert same_thing(a, b) == table
    assert same_thing(b, a) == table


@pytest.mark.parametrize(
    ("a", "b"),
    [("Austria", "AU"), ("Niger", "NG"), ("Dominica", "DO"), ("LHR", "LGW"), ("AAPL", "MSFT"), ("SEK", "Norwegian kroner"), ("", ""), ("blue", "red"), ("276", "DE")],
)
def test_other_things(a: str, b: str) -> None:
    """Codes that only look right do not match."""
    assert same_thing(a, b) is None


def test_country_numbers_only_on_request() -> None:
    """Three digits are a country only where the slot says so."""
    assert same_thing("276", "Germany", numeric=True) == "ISO 3166-1"
    assert same_thing("278", "Germany", numeric=True) is None


def test_ambiguous_codes_keep_all_readings() -> None:
    """CA is Canada, California and Catalan."""
    assert {code.name for code in codes_of("CA")} >= {"Canada", "California", "Catalan"}
    assert Code("ISO 3166-1", "DE", "Germany") in codes_of("deu")
    assert codes_of("no such thing") == ()
    assert codes_of("x" * 10_000) == ()
    assert codes_of("\ud800") == ()


def test_forms_to_look_for() -> None:
    """The other spellings of a thing, without the spelling itself."""
    spellings = {spelling for spelling, _ in forms_of("NVDA")}
    assert "Nvidia" in spellings
    assert "NVDA" not in spellings


def test_given_names() -> None:
    """A short form leads to its names and a name to its short forms, but one short form not to another name's."""
    assert "robert" in given_name_forms("Bob")
    assert {"bill", "will"} <= given_name_forms("William")
    assert given_name_forms("Alex") >= {"alexander", "alexandra"}
    assert "rick" not in given_name_forms("Robert")
    assert given_name_forms("Zyx") == frozenset()
