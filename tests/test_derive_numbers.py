"""Numbers that follow from the context: each derivation with a value that follows and a neighbour that does not."""

from __future__ import annotations

import pytest
from calls import INTEGER, SUPPORTED, Message, assistant, context_of, ending, exchange, system, traced, user
from groundrules.engine.derive_arithmetic import MAX_TERMS, is_unlikely
from groundrules.engine.policy import ParameterSettings
from groundrules.engine.types import Json

NOW = "2026-03-11T09:00:00"
BESIDE_CENTS: Json = {"type": "integer", "description": "The amount in cents."}
BESIDE_KM: Json = {"type": "number", "description": "How far it is in km."}


def prices(*values: float) -> list[Message]:
    """A tool output that lists records with a price."""
    return exchange({}, {"items": [{"price": value} for value in values]})


@pytest.mark.parametrize(
    ("name", "value", "said", "how"),
    [
        ("rate", 0.15, "Take 15% off.", "percent as a fraction"),
        ("rate", 0.025, "at 2.5 percent", "percent as a fraction"),
        ("distance_km", 8.05, "It is 5 miles away.", "unit conversion"),
        ("weight_kg", 2, "The parcel weighs 2000 g.", "unit conversion"),
        ("duration_minutes", 90, "for an hour and a half", "duration in the unit of the slot"),
        ("wait_seconds", 120, "after 2 minutes", "duration in the unit of the slot"),
        ("term_months", 24, "over 2 years", "duration in the unit of the slot"),
        ("amount_cents", 1999, "Charge $19.99.", "minor units of the currency"),
        ("month", 3, "On March 11, 2026.", "the month of a date"),
        ("hour", 18, "at 6:30 pm", "the hour of a date"),
        ("adults", 1, "just me", "the count of `just me`"),
        ("adults", 2, "me and my wife", "the count of `me and my wife`"),
        ("rooms", 1, "Book a room.", "the count of `a`"),
        ("total", 59.5, "Pay $19.50 and $40.", "the sum of 2 amounts ($)"),
        ("refund", 20.5, "Refund the difference between $19.50 and $40.", "the difference of 19.5 and 40"),
    ],
)
def test_follows(name: str, value: Json, said: str, how: str) -> None:
    """The number is supported and the finding names the derivation."""
    assert ending(traced(name, value, context_of(said))) == (SUPPORTED, how)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("rate", 0.16, "Take 15% off."),
        ("discount_percent", 0.15, "Take 15% off."),
        ("rate", 15, "at a rate of 0.15"),
        ("distance_km", 9.05, "It is 5 miles away."),
        ("distance", 8.05, "It is 5 miles away."),
        ("weight_kg", 3, "The parcel weighs 2000 g."),
        ("duration_minutes", 120, "for an hour and a half"),
        ("duration", 90, "for an hour and a half"),
        ("wait_seconds", 60, "after 2 minutes"),
        ("term_months", 36, "over 2 years"),
        ("amount_cents", 1998, "Charge $19.99."),
        ("amount", 1999, "Charge $19.99."),
        ("amount_cents", 1999, "Charge 19.99 kg."),
        ("month", 4, "On March 11, 2026."),
        ("quantity", 3, "On March 11, 2026."),
        ("hour", 19, "at 6:30 pm"),
        ("adults", 2, "just me"),
        ("adults", 3, "me and my wife"),
        ("rooms", 1, "Book a table."),
        ("total", 59.4, "Pay $19.50 and $40."),
        ("total", 59.5, "Pay $19.50 and €40."),
        ("total", 59.5, "Ship 19.5 kg and 40 kg."),
        ("seats", 59.5, "Pay $19.50 and $40."),
    ],
)
def test_does_not_follow(name: str, value: Json, said: str) -> None:
    """One changed figure, another slot, unit or currency: nothing vouches for the number."""
    assert traced(name, value, context_of(said)).outcome is not SUPPORTED


def test_description_names_the_unit() -> None:
    """The unit of a slot may stand in its description; without it the same number does not follow."""
    assert ending(traced("amount", 1999, context_of("Charge $19.99."), schema=BESIDE_CENTS)) == (SUPPORTED, "minor units of the currency")
    assert ending(traced("far", 8.05, context_of("It is 5 miles away."), schema=BESIDE_KM)) == (SUPPORTED, "unit conversion")
    assert traced("far", 8.05, context_of("It is 5 miles away.")).outcome is not SUPPORTED


@pytest.mark.parametrize(("value", "follows"), [(8.05, True), (8.047, True), (8.04, False), (8.0, False), (8, False)])
def test_conversion_rounds_only_as_shown(value: float, *, follows: bool) -> None:
    """5 miles are 8.04672 km: decimals may be rounded to what they show, a whole small number is exact."""
    assert (traced("distance_km", value, context_of("It is 5 miles away.")).outcome is SUPPORTED) is follows


def test_part_of_a_relative_date() -> None:
    """The day of tomorrow follows once the present time is known, the day after it does not."""
    said = "Book it for tomorrow."
    assert ending(traced("day", 12, context_of(said, now=NOW))) == (SUPPORTED, "the day of `tomorrow`")
    assert traced("day", 13, context_of(said, now=NOW)).outcome is not SUPPORTED
    assert traced("day", 12, context_of(said)).outcome is not SUPPORTED


@pytest.mark.parametrize(
    ("name", "value", "how"),
    [
        ("total", 354.25, "the sum of 3 amounts (/items/*/price)"),
        ("total", 245.75, "the sum of 129.5 and 116.25"),
        ("difference", 13.25, "the difference of 129.5 and 116.25"),
    ],
)
def test_sums_over_one_json_list(name: str, value: Json, how: str) -> None:
    """All prices of a list, or two of them, may be summed or set against each other."""
    assert ending(traced(name, value, context_of(prices(129.5, 116.25, 108.5)))) == (SUPPORTED, how)


@pytest.mark.parametrize(
    ("name", "value", "output"),
    [
        ("total", 354.5, {"items": [{"price": 129.5}, {"price": 116.25}, {"price": 108.5}]}),
        ("seats", 245.75, {"items": [{"price": 129.5}, {"price": 116.25}]}),
        ("total", 245.75, {"price": 129.5, "weight": 116.25}),
        ("total", 245.75, {"a": [{"price": 129.5}], "b": [{"price": 116.25}]}),
    ],
)
def test_sums_mix_nothing(name: str, value: Json, output: Json) -> None:
    """Another figure, another slot, or numbers under two keys: no sum."""
    assert traced(name, value, context_of(exchange({}, output))).outcome is not SUPPORTED


def test_long_lists_are_not_summed() -> None:
    """Past MAX_TERMS numbers some pair gives almost anything, so none is tried."""
    many = [100.5 + number for number in range(MAX_TERMS + 1)]
    assert traced("total", sum(many[:-1]), context_of(prices(*many[:-1]))).outcome is SUPPORTED
    assert traced("total", sum(many), context_of(prices(*many))).outcome is not SUPPORTED


@pytest.mark.parametrize("value", [60, 7, 500])
def test_round_sums_are_left_alone(value: int) -> None:
    """A sum with fewer than two telling digits is hit by chance."""
    assert traced("total", value, context_of(f"Pay ${value // 2} and ${value - value // 2}.")).outcome is not SUPPORTED


@pytest.mark.parametrize(("turn", "supported"), [(user("just me"), True), (system("just me"), False), (assistant("just me"), False)])
def test_spoken_counts_are_the_users(turn: Message, *, supported: bool) -> None:
    """Only the user's own words say for how many; `just me` of anybody else says nothing."""
    outcome = traced("adults", 1, context_of([turn, user("Go.")]), schema=INTEGER).outcome
    assert (outcome is SUPPORTED) is supported


@pytest.mark.parametrize("refuse", ["derive_ok", "must_ground"])
def test_host_refuses_derivations(refuse: str) -> None:
    """Where the host refuses derivations a derived number is not grounded; a number that stands there still is."""
    settings = ParameterSettings(derive_ok=False) if refuse == "derive_ok" else ParameterSettings(must_ground=True)
    said = context_of("Pay $19.50 and $40.")
    assert traced("total", 59.5, said).outcome is SUPPORTED
    assert traced("total", 59.5, said, settings=settings).outcome is not SUPPORTED
    assert traced("total", 40, said, settings=settings).outcome is SUPPORTED


@pytest.mark.parametrize(
    ("derivations", "digits", "unlikely"),
    [(4, 3, True), (4, 2, True), (5, 2, False), (144, 3, False), (144, 4, True)],
)
def test_chance(derivations: int, digits: int, *, unlikely: bool) -> None:
    """Few derivations rarely hit a value of many digits: at most one in twenty."""
    assert is_unlikely(derivations, digits) is unlikely


@pytest.mark.parametrize("digits", [310, 400, 5000])
def test_figures_of_any_length(digits: int) -> None:
    """A figure of hundreds of digits is judged like any other, in the sum as in the terms."""
    assert is_unlikely(144, digits)
    said = context_of("Pay $" + "8" * 200 + " and $19.50.")
    assert traced("total", "1" * digits, said).outcome is not SUPPORTED
