"""Closed choices and flags grounded by what the user asks for."""

from __future__ import annotations

import pytest
from calls import FLAG, SUPPORTED, UNDECIDED, assistant, choice, context_of, ending, exchange, system, traced, user
from groundrules.engine.types import Json

STATUS = choice("shipped", "open", "cancelled")
CLASS = choice("economy", "business")
COLOR = choice("dark blue", "dark red")


@pytest.mark.parametrize(
    ("value", "schema", "said", "how"),
    [
        ("shipped", STATUS, "Please ship it.", "intent (stem)"),
        ("cancelled", STATUS, "I want to cancel.", "intent (stem)"),
        ("economy", CLASS, "the cheap one", "intent (synonym)"),
        ("economy", CLASS, "in economy", None),
        ("dark blue", COLOR, "blue, please", "intent (stem)"),
        ("celsius", choice("celsius", "fahrenheit"), "in metric units", "intent (synonym)"),
    ],
)
def test_choice_by_intent(value: str, schema: Json, said: str, how: str | None) -> None:
    """The stem or a plain synonym of a member in the user's words grounds it; verbatim it stands there."""
    assert ending(traced("field", value, context_of(said), schema=schema)) == (SUPPORTED, how)


@pytest.mark.parametrize(
    ("value", "schema", "said"),
    [
        ("open", STATUS, "Please ship it."),
        ("business", CLASS, "the cheap one"),
        ("dark blue", COLOR, "a dark one"),
        ("dark blue", COLOR, "red, please"),
        ("shipped", STATUS, "Please do not ship it."),
        ("economy", CLASS, "never the cheap one"),
        ("economy", CLASS, "Book it."),
    ],
)
def test_choice_without_intent(value: str, schema: Json, said: str) -> None:
    """Another member, a word that all members share, or a refusal: undecided."""
    assert traced("field", value, context_of(said), schema=schema).outcome is UNDECIDED


def test_intent_is_the_users() -> None:
    """What a system turn, a tool, a passage or the assistant says is no wish of the user."""
    for context in (
        context_of([system("Please ship it."), user("Go")]),
        context_of([user("Go"), *exchange({}, "Please ship it.")]),
        context_of("Go", evidence=["Please ship it."]),
        context_of([user("Go"), assistant("Shall I ship it?")]),
    ):
        assert traced("field", "shipped", context, schema=STATUS).outcome is not SUPPORTED
    assert traced("field", "shipped", context_of("Please ship it."), schema=STATUS).outcome is SUPPORTED


@pytest.mark.parametrize(
    ("name", "value", "said", "supported"),
    [
        ("gift", True, "make it a gift", True),
        ("gift", False, "make it a gift", False),
        ("gift", False, "no gift wrap, please", True),
        ("gift", True, "no gift wrap, please", False),
        ("gift", True, "Go.", False),
        ("gift", False, "Go.", False),
        ("gift", "yes", "make it a gift", True),
        ("gift", "no", "make it a gift", False),
        ("has_pool", True, "a pool would be nice", True),
        ("include_pets", True, "include everything", False),
        ("is_enabled", True, "it is enabled", False),
    ],
)
def test_flags(name: str, value: Json, said: str, *, supported: bool) -> None:
    """A flag is grounded where the user speaks of it, true in the affirmative and false in the negative; generic words are no cue."""
    trace = traced(name, value, context_of(said), schema=FLAG if isinstance(value, bool) else None)
    assert trace.outcome is (SUPPORTED if supported else UNDECIDED)
    assert trace.derivation == ("a cue of the flag" if supported else None)


def test_the_latest_turn_decides_a_flag() -> None:
    """The places are looked at from the last turn back; the evidence is the user's own word."""
    trace = traced("gift", True, context_of([user("no gift"), user("make it a gift after all")]), schema=FLAG)
    assert trace.outcome is SUPPORTED
    assert [(quoted.source_id, quoted.text) for quoted in trace.evidence] == [("m1", "gift")]
