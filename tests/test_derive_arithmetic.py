"""Numbers computed from numbers of the context, each with the near miss that is not."""

from __future__ import annotations

import pytest
from calls import context_of, exchange, traced, user
from groundrules.engine.types import Json, Outcome

NUMBER: Json = {"type": "number"}
BILL: Json = {"items": [{"name": "blue mug", "price": 25.5, "quantity": 2}, {"name": "red cap", "price": 12.0, "quantity": 1}]}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tip", 12, "pay the $80 bill with a 15% tip"),
        ("total", 92, "pay the $80 bill with a 15% tip"),
        ("discount_price", 68, "15% off the $80 coat"),
        ("amount", 30, "split the $90 dinner between three of us: 3 people"),
        ("amount", 33.33, "split $100 evenly, 3 people"),
    ],
)
def test_percentages_and_equal_shares_follow(name: str, value: float, said: str) -> None:
    """The words of the user name the computation."""
    assert traced(name, value, context_of(said), schema=NUMBER).outcome is Outcome.SUPPORTED


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tip", 16, "pay the $80 bill with a 15% tip"),
        ("total", 94, "pay the $80 bill with a 15% tip"),
        ("amount", 30, "the dinner for 3 people was $90"),
        ("amount", 45, "split the $90 dinner, 3 people"),
        ("seats", 12, "pay the $80 bill with a 15% tip"),
    ],
)
def test_another_figure_or_slot_does_not(name: str, value: float, said: str) -> None:
    """A figure next to the computed one, a share that nobody asked for, a slot that asks for nothing computed."""
    assert traced(name, value, context_of(said), schema=NUMBER).outcome is not Outcome.SUPPORTED


@pytest.mark.parametrize(("value", "supported"), [(51.0, True), (63.0, True), (24.0, False), (76.5, False)])
def test_lines_of_a_bill(value: float, *, supported: bool) -> None:
    """Price times quantity, of one line or of all; not with the quantity of another line."""
    context = context_of([user("refund the order"), *exchange({"order": "W-1"}, BILL)])
    assert (traced("amount", value, context, schema=NUMBER).outcome is Outcome.SUPPORTED) is supported


@pytest.mark.parametrize(
    ("text", "supported"),
    [("(1250 * 0.19) + 30", True), ("1250 * 1.19", True), ("1250 * 19 / 100", True), ("(1250 * 0.18) + 30", False), ("1520 * 0.19", False), ("3.14159 * 30**2", False)],
)
def test_figures_of_a_formula(text: str, *, supported: bool) -> None:
    """Decimals count whole, a percentage also as a fraction; a power that nobody speaks of is a figure too."""
    trace = traced("expression", text, context_of("what is 19% of 1250 plus 30"), schema={"type": "string"})
    assert (trace.outcome is Outcome.SUPPORTED) is supported


def test_pi_is_a_constant() -> None:
    """Its digits are nobody's to give."""
    assert traced("expression", "3.14159 * 30", context_of("pi times 30"), schema={"type": "string"}).outcome is Outcome.SUPPORTED


@pytest.mark.parametrize(("text", "supported"), [("Deploy of v2.3.1 finished", True), ("Deploy of v2.3.2 finished", False), ("Deploy of 2.3.1 finished", True)])
def test_versions_inside_a_composed_text(text: str, *, supported: bool) -> None:
    """Another version is an open detail; the `v` may be left out."""
    trace = traced("text", text, context_of("tell them the deploy of v2.3.1 finished"), schema={"type": "string"}, tool="post_message")
    assert (trace.outcome is Outcome.SUPPORTED) is supported


def test_money_grouped_with_a_dot_is_no_contradiction() -> None:
    """`1.500 €` is fifteen hundred."""
    assert traced("amount", 1500, context_of("transfer 1.500 € for rent"), schema=NUMBER).outcome is Outcome.SUPPORTED


@pytest.mark.parametrize(
    ("flag", "said", "supported"),
    [(True, "turn on the kitchen light", True), (True, "turn off the kitchen light", False), (False, "switch it off", True)],
)
def test_a_power_flag(*, flag: bool, said: str, supported: bool) -> None:
    """`on` is meant by what the user wants turned."""
    assert (traced("on", flag, context_of(said), schema={"type": "boolean"}).outcome is Outcome.SUPPORTED) is supported


@pytest.mark.parametrize(
    ("name", "value", "said", "supported"),
    [
        ("unit", "kilometers", "12 mi in km?", True),
        ("unit", "celsius", "set it to 21 degrees C", True),
        ("unit", "meters", "12 mi in km?", False),
        ("gender", "m", "12 meters of rope", False),
    ],
)
def test_units_by_another_name(name: str, value: str, said: str, *, supported: bool) -> None:
    """A unit is known by its symbol and its names; a single letter is one only where the slot asks for a unit."""
    assert (traced(name, value, context_of(said), schema={"type": "string"}).outcome is Outcome.SUPPORTED) is supported


def test_both_ends_of_a_named_month() -> None:
    """A bare month name is the month where the arguments are its two ends."""
    context = context_of("show me May's events", now="2026-03-02T10:00:00")
    text: Json = {"type": "string"}
    assert traced("start", "2026-05-01", context, schema=text, beside={"end": "2026-05-31"}).outcome is Outcome.SUPPORTED
    assert traced("start", "2026-05-02", context, schema=text, beside={"end": "2026-05-31"}).outcome is not Outcome.SUPPORTED


def test_the_open_end_of_a_query() -> None:
    """A query may end on the day after the stretch that is named; another day stays open."""
    context = context_of("how many orders did we get last month?", now="2026-03-02T10:00:00")
    text: Json = {"type": "string"}
    assert traced("sql", "SELECT COUNT(*) FROM orders WHERE at >= '2026-02-01' AND at < '2026-03-01'", context, schema=text).outcome is Outcome.SUPPORTED
    assert traced("sql", "SELECT COUNT(*) FROM orders WHERE at >= '2026-02-01' AND at < '2026-03-02'", context, schema=text).outcome is not Outcome.SUPPORTED


def test_a_price_of_a_tool_times_a_count_of_the_user() -> None:
    """Two seats at a listed price."""
    said = [user("two seats please"), *exchange({"from": "BOS"}, [{"flight": "AX1", "price": 149.0}])]
    assert traced("amount", 298.0, context_of(said), schema=NUMBER).outcome is Outcome.SUPPORTED
    assert traced("amount", 447.0, context_of(said), schema=NUMBER).outcome is not Outcome.SUPPORTED


@pytest.mark.parametrize(
    ("name", "value", "said", "supported"),
    [
        ("times", 12, "at 5 percent compounded monthly", True),
        ("times", 4, "at 5 percent compounded monthly", False),
        ("hours", 12, "remind me monthly", False),
        ("distance_km", 5, "log my run: 5k in 28 minutes", True),
        ("amount", 5, "a budget of 5k", False),
    ],
)
def test_frequencies_and_races(name: str, value: int, said: str, *, supported: bool) -> None:
    """`monthly` is twelve times a year, `5k` five kilometres, in such slots only."""
    assert (traced(name, value, context_of(said), schema={"type": "integer"}).outcome is Outcome.SUPPORTED) is supported
