"""Codes and short words that follow from the context, each with the near miss that does not."""

from __future__ import annotations

import pytest
from calls import choice, context_of, ending, exchange, traced, user
from groundrules.engine.types import Json, Outcome

TEXT: Json = {"type": "string"}


@pytest.mark.parametrize(("digits", "outcome"), [(64, Outcome.SUPPORTED), (65, Outcome.UNSUPPORTED)])
def test_only_an_identifier_of_usual_length_is_printed_in_groups(digits: int, outcome: Outcome) -> None:
    """Up to 64 characters are looked for in groups; a longer text is no identifier, and no pattern is made of it."""
    whole = "A1B2" * 16 + "A" * (digits - 64)
    said = " ".join(whole[at : at + 4] for at in range(0, len(whole), 4))
    assert ending(traced("tracking_number", whole, context_of(f"Where is {said}?"), schema=TEXT))[0] is outcome


@pytest.mark.parametrize(
    ("name", "value", "said", "derivation"),
    [
        ("currency", "EUR", "Send 49.99 € to Ana", "the currency of an amount"),
        ("currency", "USD", "Send $50 to Ana", "the currency of an amount"),
        ("timezone", "America/New_York", "What time is it in New York?", "the time zone of a city"),
        ("day", "tuesday", "Wake me at 7 on weekdays", "a day of `weekdays`"),
        ("day", "Wednesday", "Open Mon-Fri", "a day of `Mon-Fri`"),
        ("day", "sunday", "Saturday through Monday", "a day of `Saturday through Monday`"),
        ("country", "US", "I live in Texas", "the country of a US state"),
        ("tracking_number", "1Z999AA10123456784", "Where is 1Z 999 AA1 01 2345 6784?", "printed in groups"),
    ],
)
def test_a_code_follows_from_what_it_codes(name: str, value: str, said: str, derivation: str) -> None:
    """The derivation is named."""
    assert ending(traced(name, value, context_of(said), schema=TEXT)) == (Outcome.SUPPORTED, derivation)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("currency", "EUR", "Send £49.99 to Ana"),
        ("currency", "CAD", "Send $50 to Ana"),
        ("timezone", "America/Chicago", "What time is it in New York?"),
        ("day", "saturday", "Wake me at 7 on weekdays"),
        ("day", "thursday", "Saturday through Monday"),
        ("country", "CA", "I live in Texas"),
        ("tracking_number", "1Z999AA10123456785", "Where is 1Z 999 AA1 01 2345 6784?"),
        ("account_number", "1234567890", "rooms 1234 567890123"),
        ("order_id", "4881248813", "orders 48812 48813: cancel both"),
        ("order_id", "A1orB2C3orD4", "is order A1 or B2 C3 or D4 late?"),
        ("tracking_number", "1Z999AA10123", "Where is 1Z 999 AA1 01 2345 6784?"),
        ("order_id", "203105141430AB", "Placed 2031-05-14 1430 AB"),
    ],
)
def test_a_near_miss_does_not(name: str, value: str, said: str) -> None:
    """Another sign, another day, another digit."""
    assert traced(name, value, context_of(said), schema=TEXT).outcome is not Outcome.SUPPORTED


def test_a_listed_file_is_known_by_its_folder() -> None:
    """The folder that was listed and a name in the listing make the path."""
    said = [user("open the report in docs"), *exchange({"path": "docs"}, "report.txt\nnotes.md", tool="list_dir")]
    assert traced("path", "docs/report.txt", context_of(said), schema=TEXT, tool="read_file").derivation == "a file of a listed folder"
    assert traced("path", "docs/report.md", context_of(said), schema=TEXT, tool="read_file").outcome is Outcome.UNSUPPORTED
    assert traced("path", "src/report.txt", context_of(said), schema=TEXT, tool="read_file").outcome is Outcome.UNSUPPORTED


@pytest.mark.parametrize(
    ("value", "members", "said"),
    [
        ("C", ("C", "F"), "the temperature in degrees celsius"),
        ("admin", ("admin", "viewer"), "Make Ana an administrator"),
        ("round_trip", ("one_way", "round_trip"), "a return flight to Rome"),
        ("off", ("on", "off"), "switch it off"),
        ("desc", ("asc", "desc"), "newest first"),
    ],
)
def test_a_choice_is_meant_by_phrase_or_short_form(value: str, members: tuple[str, ...], said: str) -> None:
    """Synonyms of several words, single letters and words cut short."""
    assert traced("mode", value, context_of(said), schema=choice(*members)).outcome is Outcome.SUPPORTED


@pytest.mark.parametrize(
    ("value", "members", "said"),
    [
        ("F", ("C", "F"), "the temperature in degrees celsius"),
        ("admin", ("admin", "administration"), "Ask the administrator"),
        ("one_way", ("one_way", "round_trip"), "a return flight to Rome"),
        ("admin", ("admin", "viewer"), "not an administrator"),
    ],
)
def test_a_choice_that_is_not_meant(value: str, members: tuple[str, ...], said: str) -> None:
    """The other member, an ambiguous short form, a negation."""
    assert traced("mode", value, context_of(said), schema=choice(*members)).outcome is not Outcome.SUPPORTED


@pytest.mark.parametrize(("percent", "said"), [(50, "dim it to half"), (100, "full brightness"), (75, "three quarters")])
def test_a_share_in_words_fills_a_percent_slot(percent: int, said: str) -> None:
    """Half is 50 percent, and nothing else."""
    schema: Json = {"type": "integer"}
    assert traced("brightness", percent, context_of(said), schema=schema).outcome is Outcome.SUPPORTED
    assert traced("brightness", percent - 10, context_of(said), schema=schema).outcome is not Outcome.SUPPORTED
    assert traced("year_count", percent, context_of("half past three"), schema=schema).outcome is not Outcome.SUPPORTED


def test_the_year_of_a_relative_date_may_stand_in_a_composed_query() -> None:
    """`this year` gives the year; another year stays an open detail."""
    context = context_of("what are the best phones this year?", now="2031-05-04T09:00:00")
    assert traced("query", "best phones 2031", context, schema=TEXT).outcome is Outcome.SUPPORTED
    assert traced("query", "best phones 2029", context, schema=TEXT).outcome is not Outcome.SUPPORTED


def test_the_tag_of_a_language_and_its_country() -> None:
    """Both parts stand close together; the language alone is not enough."""
    assert traced("language", "pt-BR", context_of("switch to Brazilian Portuguese"), schema=TEXT).derivation == "the tag of a language"
    assert traced("language", "pt-BR", context_of("switch to Portuguese"), schema=TEXT).outcome is not Outcome.SUPPORTED


@pytest.mark.parametrize(("value", "supported"), [("gte", True), ("lte", False), ("gt", False)])
def test_comparison_operators(value: str, *, supported: bool) -> None:
    """`at least` asks for one operator, and so against the others."""
    trace = traced("operator", value, context_of("keep rows where the age is at least 18"), schema=choice("gte", "lte", "gt", "lt"))
    assert (trace.outcome is Outcome.SUPPORTED) is supported
    assert supported or "asks for another choice" in trace.explanation


def test_where_a_moved_file_goes() -> None:
    """The name of a path of the call in a folder that the user names; not another name, not another folder."""
    context = context_of("move reports/q1.pdf into archive")
    beside: dict[str, Json] = {"source": "reports/q1.pdf"}
    outcomes = [traced("destination", path, context, schema=TEXT, tool="move_file", beside=beside).outcome for path in ("archive/q1.pdf", "archive/q2.pdf", "old/q1.pdf")]
    assert [outcome is Outcome.SUPPORTED for outcome in outcomes] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "value", "said", "supported"),
    [
        ("assignee", "me", "show my open tickets", True),
        ("assignee", "me", "show the open tickets", False),
        ("amenities", "wifi", "with a pool and wi-fi", True),
        ("amenities", "wifi", "we will find it", False),
    ],
)
def test_the_users_own_and_hyphens(name: str, value: str, said: str, *, supported: bool) -> None:
    """`me` is whoever says `my`; two words that a hyphen joins are one."""
    assert (traced(name, value, context_of(said), schema=TEXT).outcome is Outcome.SUPPORTED) is supported


@pytest.mark.parametrize(
    ("name", "said", "supported"),
    [("recurring", "donate 25 dollars every month", True), ("recurring", "donate 25 dollars", False), ("anonymous", "donate anonymously", True)],
)
def test_flags_of_repetition_and_manner(name: str, said: str, *, supported: bool) -> None:
    """`every month` asks for repetition, an adverb for its flag."""
    assert (traced(name, True, context_of(said), schema={"type": "boolean"}).outcome is Outcome.SUPPORTED) is supported


def test_sizes_by_their_letter() -> None:
    """`large` is L, and not M."""
    sizes = choice("S", "M", "L", "XL")
    assert traced("size", "L", context_of("two in large"), schema=sizes).outcome is Outcome.SUPPORTED
    assert traced("size", "M", context_of("two in large"), schema=sizes).outcome is not Outcome.SUPPORTED
