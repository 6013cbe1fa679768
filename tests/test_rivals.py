"""Another number where the slot of an argument is spoken of."""

from __future__ import annotations

import pytest
from calls import CONTRADICTED, context_of, exchange, inquiry, leaf_of, system, traced, user
from groundrules.engine.rivals import has_unused_number, rival_number, user_numbers
from groundrules.engine.types import Json, Outcome


@pytest.mark.parametrize(
    ("name", "value", "said", "rival"),
    [
        ("number_of_beds", 2, "a flat with 3 bedrooms", "3"),
        ("beds", "2", "three beds, please", "three"),
        ("nights", 4, "for 3 nights", "3"),
        ("budget", 500, "I have $800", "$800"),
        ("interest_rate", 5, "at 4%", "4%"),
        ("duration", 45, "for an hour", "an hour"),
        ("guest_count", 5, "the guests are 6", "6"),
    ],
)
def test_rival(name: str, value: Json, said: str, rival: str) -> None:
    """The number beside the slot's noun, or of the kind that the slot asks for, contradicts another one."""
    asked = inquiry({name: value}, context_of(said))
    leaf = leaf_of(asked)
    mention = rival_number(leaf, asked)
    assert mention is not None
    assert mention.value.text == rival
    assert asked.trace(leaf).outcome is CONTRADICTED


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("number_of_beds", 2, "a flat with 3 windows"),
        ("number_of_beds", 2, "2 or 3 bedrooms"),
        ("number_of_beds", 2, "We saw 3. The beds were fine"),
        ("count", 2, "a count of 3"),
        ("budget", 500, "I have 800 apples"),
        ("nights", 4, "for 4 nights or 3 nights"),
        ("nights", "few", "for 3 nights"),
    ],
)
def test_no_rival(name: str, value: Json, said: str) -> None:
    """Another noun, another sentence, a generic name, or the same number elsewhere beside the noun: no rival."""
    asked = inquiry({name: value}, context_of(said))
    leaf = leaf_of(asked)
    assert rival_number(leaf, asked) is None


def test_a_number_used_elsewhere_is_no_rival() -> None:
    """A number that another argument takes up is spent."""
    said = context_of("a flat with 3 bedrooms")
    assert traced("number_of_beds", 2, said).outcome is CONTRADICTED
    assert traced("number_of_beds", 2, said, beside={"rooms": 3}).outcome is not CONTRADICTED


def test_only_the_user_names_rivals() -> None:
    """Numbers of system turns, tools and passages do not contradict."""
    said = "3 bedrooms"
    for context in (context_of([system(said), user("Go")]), context_of(exchange({}, said)), context_of("Go", evidence=[said])):
        assert traced("number_of_beds", 2, context).outcome is not CONTRADICTED
        assert list(user_numbers(inquiry({}, context))) == []


@pytest.mark.parametrize(("name", "value", "said"), [("term_months", 36, "over 2 years"), ("tax_rate", 0.16, "with 15% tax")])
def test_a_rival_on_another_scale_is_no_repair(name: str, value: Json, said: str) -> None:
    """`2` for `term_months` and `15` for a fraction would be wrong repairs: a duration or a percent contradicts but is not offered."""
    trace = traced(name, value, context_of(said))
    assert (trace.outcome, trace.suggestion) == (CONTRADICTED, None)


def test_unused_numbers() -> None:
    """A number of the user that no argument holds is unused, in words too; ordinals are not counted."""
    assert has_unused_number(inquiry({"n": 2}, context_of("two or three")))
    assert not has_unused_number(inquiry({"n": 2, "m": 3}, context_of("two or three")))
    assert not has_unused_number(inquiry({"n": 2}, context_of("the third")))


def test_a_lower_bound_above_the_upper_one() -> None:
    """Bounds that cross are exchanged, however they are named."""
    context = context_of("autoscale the api between 2 and 10 instances")
    integer: Json = {"type": "integer"}
    assert traced("min_instances", 10, context, schema=integer, beside={"max_instances": 2}).outcome is Outcome.CONTRADICTED
    assert traced("min_instances", 2, context, schema=integer, beside={"max_instances": 10}).outcome is Outcome.SUPPORTED


def test_another_month_than_the_one_that_is_said() -> None:
    """`last month` is one month; a count of days is no day."""
    context = context_of("pull last month's report", now="2031-03-02T10:00:00")
    integer: Json = {"type": "integer"}
    assert traced("month", 1, context, schema=integer).outcome is Outcome.CONTRADICTED
    assert traced("month", 2, context, schema=integer).outcome is Outcome.SUPPORTED
    assert traced("days", 1, context, schema=integer).outcome is Outcome.UNDECIDED
