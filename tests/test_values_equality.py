"""Two values are the same only where that can be shown, and the reason is told; what could go either way stays open."""

from __future__ import annotations

import datetime
from fractions import Fraction

import pytest
from groundrules.engine.types import Kind, Span, Value
from groundrules.engine.values.addresses import email_key, url_key
from groundrules.engine.values.bounds import parse_bounds
from groundrules.engine.values.dates import parse_temporal
from groundrules.engine.values.equality import compare, same_as
from groundrules.engine.values.identifiers import identifier_key
from groundrules.engine.values.numbers import parse_numeric
from groundrules.engine.values.phones import phone_keys
from groundrules.engine.values.shown import Hedge, hedge_of, shown

NOW = datetime.datetime(2026, 3, 11, 9, 30)
IN_MADRID = NOW.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=1)))


def figure(text: str) -> Value:
    """The number, measure or bound that a text is."""
    value = parse_numeric(text) or parse_bounds(text)
    assert value is not None, text
    return value


def moment(text: str, kind: Kind | None = None) -> Value:
    """The date, time or duration that a text is."""
    value = parse_temporal(text, kind)
    assert value is not None, text
    return value


def keyed(kind: Kind, text: str, *keys: str | None) -> Value:
    """A value that is known by its key."""
    return Value(kind, Span(0, len(text)), text, tuple(key for key in keys if key is not None))


def answer(a: Value, b: Value, *, now: datetime.datetime | None = None, rate_slot: bool = False) -> bool | None:
    """What the comparison says, checked for being the same from both sides and for giving a reason."""
    found, turned = (compare(x, y, now=now, rate_slot=rate_slot) for x, y in ((a, b), (b, a)))
    assert found.same is turned.same
    assert found.why
    assert same_as(a, b, now=now, rate_slot=rate_slot) is (found.same is True)
    return found.same


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("1,250", "1250.0", True),
        ("twelve", "12", True),
        ("12", "13", False),
        ("1.234", "1234", True),
        ("1.234", "1,234", None),
        ("-3", "3", False),
        ("5th", "fifth", True),
        ("5th", "6th", False),
        ("5th", "5", None),
    ],
)
def test_numbers(a: str, b: str, expected: bool | None) -> None:
    """Numbers compare by value; two ambiguous spellings that prefer other readings stay open."""
    assert answer(figure(a), figure(b)) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("about 5 million", "4,970,000", True),
        ("about 5 million", "5,600,000", False),
        ("roughly 100", "96", True),
        ("roughly 100", "94", False),
        ("5 million", "4,970,000", None),
        ("5,000,000", "4,970,000", False),
        ("48.2 million", "48,213,500", True),
        ("48.2 million", "48,260,000", False),
        ("5.3", "5.27", None),
        ("5.27", "5.28", False),
        ("3.14", "22/7", True),
        ("$1.25", "$1.2", None),
        ("$1.26", "$1.2", False),
    ],
)
def test_rounding(a: str, b: str, expected: bool | None) -> None:
    """A figure is rounded where a hedge or three digits say so; an exact-looking integer is exact."""
    assert answer(figure(a), figure(b)) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("over 5 million", "5.2 million", True),
        ("over 5 million", "7 million", None),
        ("over 5 million", "4.9 million", False),
        ("over 5", "5", False),
        ("at least 5", "5", None),
        ("under 40 kg", "39 kg", True),
        ("under 40 kg", "41 kg", False),
        ("at least 5", "over 5", False),
        ("more than 5", "over 5", True),
        ("at least 5 km", "at least 5,000 m", True),
        ("over 5", "over 6", False),
        ("over 5 km", "5 kg", False),
        ("over 5 km", "$6", False),
    ],
)
def test_bounds(a: str, b: str, expected: bool | None) -> None:
    """A bound is met by what a person would tell so, refused by what lies outside, and open for the rest."""
    assert answer(figure(a), figure(b)) is expected


@pytest.mark.parametrize(
    ("a", "b", "in_rate", "elsewhere"),
    [
        ("25%", "0.25", True, None),
        ("25%", "25", None, None),
        ("25%", "0.26", False, False),
        ("25 percent", "25%", True, True),
    ],
)
def test_percentages(a: str, b: str, in_rate: bool | None, elsewhere: bool | None) -> None:
    """A fraction is a percentage only where the slot asks for a rate."""
    assert answer(figure(a), figure(b), rate_slot=True) is in_rate
    assert answer(figure(a), figure(b)) is elsewhere


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("$5", "5 dollars", True),
        ("$5", "5 CAD", True),
        ("5 USD", "5 CAD", False),
        ("$5", "€5", False),
        ("$5", "5", None),
        ("$5", "6", False),
        ("50 cents", "$0.50", True),
        ("$1.2 million", "1,200,000 USD", True),
    ],
)
def test_money(a: str, b: str, expected: bool | None) -> None:
    """The currency is never ignored; an open sign meets each currency it may stand for."""
    assert answer(figure(a), figure(b)) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("5 km", "5,000 m", True),
        ("20 °C", "68 °F", True),
        ("5 miles", "8.05 km", True),
        ("5 miles", "8.06 km", False),
        ("5 miles", "8 km", False),
        ("about 8 km", "5 miles", True),
        ("5 km", "5 kg", False),
        ("5 ft 10 in", "70 inches", True),
        ("5", "5 km", None),
    ],
)
def test_quantities(a: str, b: str, expected: bool | None) -> None:
    """Units are always converted; a converted figure may be rounded to the digits it shows."""
    assert answer(figure(a), figure(b)) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("90 minutes", "1.5 hours", True),
        ("90 minutes", "an hour and 45 minutes", False),
        ("1 year", "12 months", True),
        ("1 month", "30 days", None),
        ("1 month", "45 days", False),
        ("1 year", "365 days", None),
        ("PT90M", "1h 30m", True),
    ],
)
def test_durations(a: str, b: str, expected: bool | None) -> None:
    """Exact lengths compare in seconds; months against days are never confirmed."""
    assert answer(moment(a, Kind.DURATION), moment(b, Kind.DURATION)) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("March 3, 2026", "2026-03-03", True),
        ("2026-03-03", "2026-03-04", False),
        ("03/04/2026", "2026-04-03", True),
        ("03/04/2026", "04/03/2026", None),
        ("March 2026", "2026-03-03", None),
        ("March 2026", "2026-04-03", False),
        ("2026-03-03", "2026-03-03T18:00", None),
        ("2026-03-03", "2026-03-04T18:00", False),
        ("6 pm", "18:00", True),
        ("6 pm", "6 am", False),
        ("6 pm", "18:00:30", None),
        ("18:00", "18:00 UTC", None),
        ("2026-03-03T18:00Z", "2026-03-03T19:00+01:00", True),
        ("2026-03-03T18:00Z", "2026-03-03T18:00+01:00", False),
        ("18:00", "2026-03-03T18:00", None),
        ("18:00", "2026-03-03T19:00", False),
        ("March 3", "2026-03-03", None),
        ("March 3", "2026-03-04", False),
    ],
)
def test_dates_without_a_present_moment(a: str, b: str, expected: bool | None) -> None:
    """The grain is respected, and what one of the two leaves out keeps the answer open."""
    assert answer(moment(a), moment(b)) is expected


@pytest.mark.parametrize(
    ("a", "b", "now", "expected"),
    [
        ("March 3", "2026-03-03", NOW, True),
        ("March 3", "2031-03-03", NOW, None),
        ("2026-03-03T18:00", "2026-03-03T17:00Z", IN_MADRID, True),
        ("2026-03-03T18:00", "2026-03-03T18:00Z", IN_MADRID, None),
    ],
)
def test_dates_seen_from_a_present_moment(a: str, b: str, now: datetime.datetime, expected: bool | None) -> None:
    """The present moment gives the year and the zone that a text leaves out."""
    assert answer(moment(a), moment(b), now=now) is expected


def test_stretches_of_days_compare_by_their_days() -> None:
    """A stretch is the same whether it is told as a month or by its ends; a longer one only holds it."""
    month, days = keyed(Kind.DATE, "May 2026", "2026-05"), keyed(Kind.DATE, "May 1 to May 31, 2026", "2026-05-01/2026-05-31")
    assert answer(month, days) is True
    assert answer(keyed(Kind.DATE, "Q2 2026", "2026-Q2"), days) is None
    assert answer(keyed(Kind.DATE, "week 2", "2026-W02"), days) is False


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (keyed(Kind.PHONE, "020 7946 0018", *phone_keys("020 7946 0018")), keyed(Kind.PHONE, "+442079460018", "+442079460018"), True),
        (keyed(Kind.PHONE, "+442079460018", "+442079460018"), keyed(Kind.PHONE, "+442079460081", "+442079460081"), False),
        (keyed(Kind.URL, "www.example.com/", url_key("www.example.com/")), keyed(Kind.URL, "example.com", "example.com"), True),
        (keyed(Kind.EMAIL, "Ana@Example.com", email_key("Ana@Example.com")), keyed(Kind.EMAIL, "ana@example.com", "ana@example.com"), True),
        (keyed(Kind.IDENTIFIER, "ORD-12345", identifier_key("ORD-12345")), keyed(Kind.IDENTIFIER, "ord12345", "ord12345"), True),
        (keyed(Kind.IDENTIFIER, "ORD-12345", "ord12345"), keyed(Kind.IDENTIFIER, "ORD-12346", "ord12346"), False),
        (keyed(Kind.IDENTIFIER, "5551234", "5551234"), keyed(Kind.PHONE, "555-1234", "n:5551234"), None),
        (keyed(Kind.EMAIL, "ana@example.com", "ana@example.com"), keyed(Kind.URL, "example.com", "example.com"), False),
        (keyed(Kind.CODE, "Germany", "germany"), keyed(Kind.CODE, "DE", "de"), True),
        (keyed(Kind.CODE, "Germany", "germany"), keyed(Kind.NAME, "Grenada", "grenada"), None),
        (keyed(Kind.NAME, "Ana", "ana"), keyed(Kind.NAME, "ANA", "ana"), True),
        (keyed(Kind.NUMBER, "?"), keyed(Kind.NUMBER, "5", "5"), None),
    ],
)
def test_values_known_by_their_key(a: Value, b: Value, expected: bool | None) -> None:
    """Contacts, URLs and identifiers are the same by key and by nothing else; names may meet in a table."""
    assert answer(a, b) is expected


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ("ord12345", "ord12346", "one character, 5 against 6"),
        ("ord12345", "ord12354", "45 stands for 54"),
        ("ord12345", "inv9", "is not"),
    ],
)
def test_reason_names_the_near_miss(a: str, b: str, reason: str) -> None:
    """The reason says how two identifiers differ, where the difference is small."""
    assert reason in compare(keyed(Kind.IDENTIFIER, a, a), keyed(Kind.IDENTIFIER, b, b)).why


@pytest.mark.parametrize(
    ("text", "hedge"),
    [
        ("about 5", Hedge.ABOUT),
        ("5 or so", Hedge.ABOUT),
        ("~5", Hedge.ABOUT),
        ("over 5", Hedge.OVER),
        ("5 or more", Hedge.AT_LEAST),
        ("no less than 5", Hedge.AT_LEAST),
        ("less than 5", Hedge.UNDER),
        ("up to 5", Hedge.AT_MOST),
        ("<= 5", Hedge.AT_MOST),
        ("< 5", Hedge.UNDER),
        ("5", Hedge.NONE),
        ("overall 5", Hedge.NONE),
        ("x" * 100_000, Hedge.NONE),
    ],
)
def test_hedges(text: str, hedge: Hedge) -> None:
    """The words at the edge of a figure say whether it is meant loosely, as a bound, or as it stands."""
    assert hedge_of(text) is hedge


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("5", None),
        ("5,000", None),
        ("5.3", "0.1"),
        ("5.30", "0.01"),
        ("1.25 million", "10000"),
        ("3 hundred", None),
        ("about 1500", "100"),
        ("0", None),
    ],
)
def test_shown_precision(text: str, step: str | None) -> None:
    """Decimals, scale words and hedges give a step; bare integers are exact."""
    found = shown(figure(text)).step
    assert (None if found is None else str(found.limit_denominator())) == (None if step is None else str(Fraction(step)))
