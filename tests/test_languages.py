"""The language of a text by its function words, and what an uncovered language does to absence."""

from __future__ import annotations

import pytest
from calls import context_of, traced
from groundrules.engine.languages import other_language
from groundrules.engine.types import Json, Outcome

DAY: Json = {"type": "string", "format": "date"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Bitte einen Tisch für zwei Personen am Freitag", "de"),
        ("Une table pour deux personnes, c'est pour demain", "fr"),
        ("Quiero una mesa para mañana por favor", "es"),
        ("Vorrei un tavolo per domani, e per due persone", "it"),
        ("Quero uma mesa para amanhã, por favor", "pt"),
        ("Ik wil graag een tafel voor vrijdag", "nl"),
        ("Prenota per dopodomani", "it"),
    ],
)
def test_function_words_tell_the_language(text: str, language: str) -> None:
    """A few articles and prepositions are enough."""
    assert other_language(text) == language


@pytest.mark.parametrize(
    "text",
    ["", "ORD-12345?", "A table for two, please", "Book a room in La Paz de la Cruz", "Rio de Janeiro", "Ana de Souza", "fly to Los Angeles", "die in 5 rounds", "12 34"],
)
def test_english_names_and_data_are_no_other_language(text: str) -> None:
    """Particles that names keep, and texts without words, tell nothing."""
    assert other_language(text) is None


@pytest.mark.parametrize("said", ["Bitte für übermorgen reservieren", "明後日に予約してください", "Réservez pour le surlendemain, avec une terrasse"])
def test_a_date_in_uncovered_words_is_undecided_and_says_so(said: str) -> None:
    """What the recognisers cannot read is no fabrication, and never fine either."""
    trace = traced("date", "2026-03-15", context_of(said, now="2026-03-11T09:00:00"), schema=DAY)
    assert trace.outcome is Outcome.UNDECIDED
    assert "not covered" in trace.explanation


def test_an_identifier_in_uncovered_words_stays_a_fabrication() -> None:
    """Ids are spelled alike in every language."""
    trace = traced("order_id", "ORD-12354", context_of("Wo ist die Bestellung ORD-12345, und wann kommt sie?"), schema={"type": "string"})
    assert trace.outcome is Outcome.UNSUPPORTED


@pytest.mark.parametrize(("said", "count"), [("Einen Tisch für zwei Personen bitte", 2), ("Reserva para siete personas por favor", 7)])
def test_number_words_of_covered_languages_ground_a_count(said: str, count: int) -> None:
    """Number words are read in the language of the turn."""
    assert traced("guests", count, context_of(said), schema={"type": "integer"}).outcome is Outcome.SUPPORTED


def test_a_number_word_of_another_count_does_not() -> None:
    """The word for two does not ground three."""
    assert traced("guests", 3, context_of("Einen Tisch für zwei Personen bitte"), schema={"type": "integer"}).outcome is not Outcome.SUPPORTED
