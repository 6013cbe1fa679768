"""Where a value stands: verbatim, in another spelling of the same value, and never as a piece of a longer one."""

from __future__ import annotations

from decimal import Decimal

import pytest
from calls import context_of, exchange
from groundrules.engine.search import Hit, amount_hits, amounts_of, figure_hits, key_hits, literal_hits, phrase_hits, same_value_hits
from groundrules.engine.types import Json, Kind
from groundrules.engine.values import Group


def found(kind: Kind, value: Json, said: str) -> list[str]:
    """The texts of the places in one user turn that hold the value, each once, in order of the search."""
    hits = same_value_hits(context_of(said).sources, kind, value)
    return list(dict.fromkeys(hit.evidence().text for hit in hits))


@pytest.mark.parametrize(
    ("kind", "value", "said", "place"),
    [
        (Kind.IDENTIFIER, "ORD-12345", "Where is ORD-12345?", "ORD-12345"),
        (Kind.IDENTIFIER, "ord12345", "Where is #ORD-12345?", "#ORD-12345"),
        (Kind.IDENTIFIER, "A1", "in room A1.", "A1"),
        (Kind.EMAIL, "Mara@Example.com", "to mara@example.com please", "mara@example.com"),
        (Kind.URL, "http://example.com/a/", "see https://www.example.com/a", "https://www.example.com/a"),
        (Kind.PHONE, "+12025550134", "call +1 (202) 555-0134", "+1 (202) 555-0134"),
        (Kind.DATE, "2026-09-19", "on September 19, 2026", "September 19, 2026"),
        (Kind.TIME, "15:00", "at 3pm", "3pm"),
        (Kind.NUMBER, 1250.5, "about 1,250.50 in all", "1,250.50"),
        (Kind.NUMBER, 4, "a table for four", "four"),
        (Kind.NUMBER, 5, "rate 5.0", "5.0"),
        (Kind.MONEY, "$1,250", "it was 1250 dollars", "1250 dollars"),
        (Kind.NAME, "Jose Nunez", "for José  Núñez", "José  Núñez"),
        (Kind.TEXT, "Q3 Report", "the q3-report", "q3-report"),
        (Kind.PATH, "src\\main.py", "open src/main.py", "src/main.py"),
    ],
)
def test_same_value(kind: Kind, value: Json, said: str, place: str) -> None:
    """Any spelling of the same value is found, and the evidence is the original text."""
    assert place in found(kind, value, said)


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (Kind.IDENTIFIER, "ORD-12345", "Where is ORD-123456?"),
        (Kind.IDENTIFIER, "ORD-12345", "Where is XORD-12345?"),
        (Kind.IDENTIFIER, "ORD-12345", "Where is ORD-12354?"),
        (Kind.IDENTIFIER, "9f21c07a", "Where is 9f21c07a-2b44?"),
        (Kind.IDENTIFIER, "A1", "in room A-11."),
        (Kind.EMAIL, "mara@example.com", "to anna.mara@example.com"),
        (Kind.EMAIL, "mara@example.com", "to mara@example.com.au"),
        (Kind.URL, "https://example.com/a", "see https://example.com/ab"),
        (Kind.PHONE, "+12025550134", "call +1 202 555 0143"),
        (Kind.DATE, "2026-09-19", "on September 18, 2026"),
        (Kind.NUMBER, 12, "item 123 and 4.12"),
        (Kind.NUMBER, 1250, "about 1,250,000"),
        (Kind.MONEY, "$1,250", "it was 1250 euros"),
        (Kind.NAME, "Ann", "for Anna"),
        (Kind.NAME, "Mara Brandt", "Mara and Brandt"),
    ],
)
def test_other_value(kind: Kind, value: Json, said: str) -> None:
    """A longer token, another unit, a changed or transposed character: not found."""
    assert found(kind, value, said) == []


@pytest.mark.parametrize(
    ("value", "amounts"),
    [(5.0, ("5",)), ("1,250.50", ("1250.5",)), ("1.250", ("1250", "1.25")), (-3, ("-3",)), (10**40, ("1" + "0" * 40,))],
)
def test_amounts_of(value: Json, amounts: tuple[str, ...]) -> None:
    """Every reading of a number."""
    assert set(amounts_of(value)) == set(map(Decimal, amounts))


@pytest.mark.parametrize("value", [True, "Bern", "", None, [1], float("nan"), float("inf")])
def test_what_is_no_amount(value: Json) -> None:
    """A boolean, a text without a number, and what is not finite hold no amount."""
    assert amounts_of(value) == ()


def test_figures_are_whole() -> None:
    """A figure is found beside a glued short unit, not inside a longer figure."""

    def places(text: str) -> list[str]:
        return [hit.evidence().text for hit in figure_hits(context_of(text).sources, "12")]

    assert places("a 12 12kg (12), 12.") == ["12"] * 4
    assert places("123 4.12 12.5 1,12 x12 12,000 12parts") == []
    assert list(figure_hits(context_of("12x").sources, "12x")) == []


def test_hits_carry_the_pointer_of_json() -> None:
    """A place in a JSON output names its key path, and its span is one of the original text."""
    context = context_of(exchange({}, '{"rows": [{"n": 7,  "id": "ORD-12345"}]}'))
    [hit] = {hit.span: hit for hit in literal_hits(context.sources, "ORD-12345")}.values()
    evidence = hit.evidence()
    assert evidence.key_path == "/rows/0/id"
    assert evidence.span.of(context.sources[0].source.text) == evidence.text == "ORD-12345"


def test_phrases_do_not_cross_json_values() -> None:
    """Words of two members are no phrase."""
    assert list(phrase_hits(context_of(exchange({}, {"a": "Mara", "b": "Brandt"})).sources, "Mara Brandt")) == []
    assert list(phrase_hits(context_of(exchange({}, {"a": "Mara Brandt"})).sources, "mara brandt"))


def test_sources_are_searched_in_order() -> None:
    """The first hit is the first origin of a value."""
    context = context_of([{"role": "user", "content": "ORD-12345"}, {"role": "user", "content": "again ORD-12345"}])
    first = next(literal_hits(context.sources, "ORD-12345"))
    assert isinstance(first, Hit)
    assert first.index.source.id == "m0"
    assert first.how is None


def test_amounts_and_keys_name_their_mention() -> None:
    """Hits from the value tables carry the mention, so that its kind and unit can be read."""
    sources = context_of("15% of $40").sources
    [percent] = list(amount_hits(sources, Decimal(15)))
    [money] = list(amount_hits(sources, Decimal(40)))
    assert percent.mention is not None
    assert money.mention is not None
    assert (percent.mention.value.kind, money.mention.value.kind) == (Kind.PERCENT, Kind.MONEY)
    assert [hit.evidence().text for hit in key_hits(sources, Group.NUMERIC, percent.mention.value.keys)] == ["15%"]
