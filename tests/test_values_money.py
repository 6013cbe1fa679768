"""Money is found with its sign, code or name on either side; an open currency keeps every candidate."""

from __future__ import annotations

from decimal import Decimal

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values import money
from groundrules.engine.values.numbers import find_numeric, parse_numeric


def key(text: str) -> str:
    value = parse_numeric(text)
    assert value is not None, text
    assert value.kind is Kind.MONEY
    return value.keys[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$1,250.00", "1250 $"),
        ("$ 7", "7 $"),
        ("7$", "7 $"),
        ("-$5", "-5 $"),
        ("$-5", "-5 $"),
        ("US$ 3.20", "3.2 USD"),
        ("C$8", "8 CAD"),
        ("A$8", "8 AUD"),
        ("HK$80", "80 HKD"),
        ("R$15", "15 BRL"),
        ("20€", "20 EUR"),
        ("€ 1.299,50", "1299.5 EUR"),
        ("£12", "12 GBP"),
        ("₹500", "500 INR"),
        ("USD 1,200", "1200 USD"),
        ("USD1200", "1200 USD"),
        ("89 CHF", "89 CHF"),
        ("15 bucks", "15 $"),
        ("thirty euros", "30 EUR"),
        ("9 quid", "9 GBP"),
        ("800 yen", "800 JPY"),
        ("60 canadian dollars", "60 CAD"),
        ("45 swiss francs", "45 CHF"),
        ("300 kr", "300 kr"),
        ("50 cents", "0.5 $"),
        ("75 pence", "0.75 GBP"),
        ("30¢", "0.3 $"),
        ("5 dollars and 20 cents", "5.2 $"),
        ("$12 and 30c", "12.3 $"),
        ("6 euros 50", "6.5 EUR"),
        ("one dollar and two", "1.02 $"),
        ("$5 million", "5000000 $"),
        ("$4bn", "4000000000 $"),
        ("$3m", "3000000 $"),
        ("$9K", "9000 $"),
        ("5 mil USD", "5000000 USD"),
        ("12 MEUR", "12000000 EUR"),
        ("8 lakh rupees", "800000 INR"),
        ("half a million dollars", "500000 $"),
        ("a quarter of a million dollars", "250000 $"),
        ("a dollar", "1 $"),
        ("ten pounds sterling", "10 GBP"),
    ],
)
def test_forms(text: str, expected: str) -> None:
    """Every way of writing a sum has the key of its amount and currency."""
    assert key(text) == expected


def test_amount_and_unit() -> None:
    """The amount is what is written, scaled; the unit is a code or the open sign."""
    value = parse_numeric("$2.5 million")
    assert value is not None
    assert (value.amount, value.unit) == (Decimal(2_500_000), "$")


def test_open_currency_meets_each_candidate() -> None:
    """ "$5" may be US or Canadian dollars, which are not the same as each other, and never euros."""
    open_sum, us, canadian, euro = (parse_numeric(text) for text in ("$5", "USD 5", "5 CAD", "€5"))
    assert open_sum is not None
    assert us is not None
    assert canadian is not None
    assert euro is not None
    assert set(open_sum.keys) & set(us.keys)
    assert set(open_sum.keys) & set(canadian.keys)
    assert not set(us.keys) & set(canadian.keys)
    assert not set(open_sum.keys) & set(euro.keys)
    assert money.currencies("$")[0] == "USD"
    assert money.currencies("EUR") == ("EUR",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs $4.25 and 32 came.", ["$4.25", "32"]),
        ("from $10 to $20", ["$10", "$20"]),
        ("10-20 dollars", ["10", "20 dollars"]),
        ("5 €, 10 €", ["5 €", "10 €"]),
        ("paid 25 pounds for it", ["25 pounds"]),
        ("rmb 10 usd 20", ["rmb 10", "usd 20"]),
        ("a $70-a-share price", ["$70"]),
    ],
)
def test_running_text(text: str, expected: list[str]) -> None:
    """Sums next to each other and next to numbers stay apart; a range shares its currency."""
    assert [value.text for value in find_numeric(text)] == expected


@pytest.mark.parametrize(
    "text",
    ["All 70 of us.", "ALL 5 are wrong", "TRY 3 times", "Bob 3 times", "PEN 7", "team 3 won the cup", "lost 25 pounds", "paid; lost 9 pounds"],
)
def test_not_money(text: str) -> None:
    """Words that look like a code, and pounds of weight, are no currency."""
    assert all(value.kind is not Kind.MONEY for value in find_numeric(text))


def test_range_shares_the_currency() -> None:
    """Both ends of a range are money, whichever end carries the sign."""
    assert [value.keys[0] for value in find_numeric("between 10 and 20 euros")] == ["10 EUR", "20 EUR"]
    assert [value.keys[0] for value in find_numeric("$10-20")] == ["10 $", "20 $"]
    assert [value.keys[0] for value in find_numeric("USD 5-10 million")] == ["5000000 USD", "10000000 USD"]
    assert [value.keys[0] for value in find_numeric("3 to 4 million euros")] == ["3000000 EUR", "4000000 EUR"]
