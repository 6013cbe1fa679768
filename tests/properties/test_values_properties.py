"""What holds for every finder of values, on any text."""

from __future__ import annotations

import datetime

import pytest
from groundrules.engine.types import Kind, Value
from groundrules.engine.values.addresses import email_key, url_key
from groundrules.engine.values.bounds import parse_bounds
from groundrules.engine.values.dates import parse_temporal
from groundrules.engine.values.equality import compare
from groundrules.engine.values.identifiers import identifier_key
from groundrules.engine.values.numbers import parse_numeric
from groundrules.engine.values.phones import phone_keys
from groundrules.engine.values.ranges import Range, find_ranges
from groundrules.engine.values.relative import Relative, find_relative
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts
from value_finders import FINDERS, VALUE_FINDERS, Finder, found_by

NOW = datetime.datetime(2026, 3, 11, 9, 30)
PIECES = (
    *"about over under at least up to between and or from to of in the a an per next last this every on by".split(),
    *("1,250.50", "3.5", "twelve", "two and a half", "half a million", "21st", "third", "-4", "1/2", "7e3", "25%", "ten percent"),
    *("$5", "EUR 1.200,50", "40 cents", "5 miles", "10 kg", "20 °C", "6 ft 2 in", "3-5 km", "12 MB"),
    *("2026-03-04", "March 3", "03/04/2026", "Friday", "6 pm", "18:00 UTC", "noon", "90 minutes", "PT1H"),
    *("last week", "9-11 am", "since May", "from May 5 to May 9"),
    *("ana@example.com", "jane dot roe at example dot org", "https://example.com/a?b=c#d", "example.org"),
    *("+44 20 7946 0018", "(415) 555-0132"),
    *("ORD-12345", "GB82WEST12345698765432", "4111 1111 1111 1111", "192.0.2.1", "2001:db8::1", "#4711", "ticket 812"),
    *(", ", ". ", "; ", "(", ")", "\n", "–", "~", "/", ":", '"'),
)


def prose() -> st.SearchStrategy[str]:
    """Values of every kind among small words and hostile pieces."""
    piece = st.one_of(st.sampled_from(PIECES), st.sampled_from(PIECES), texts(16))
    return st.lists(st.tuples(piece, st.sampled_from((" ", " ", "", "  "))), max_size=16).map(lambda pairs: "".join(map("".join, pairs)))


@pytest.mark.parametrize("find", FINDERS, ids=lambda find: find.__name__)
@given(text=prose())
def test_finders(find: Finder, text: str) -> None:
    """Spans slice back, follow one another without overlap, and are the same every time; nothing raises."""
    found = found_by(find, text)
    done = 0
    for start, end, said, _ in found:
        assert done <= start < end <= len(text)
        assert text[start:end] == said
        done = end
    assert found == found_by(find, text)


@pytest.mark.parametrize("find", VALUE_FINDERS, ids=lambda find: find.__name__)
@given(text=prose())
def test_values(find: Finder, text: str) -> None:
    """Every value has keys, none of them empty or told twice."""
    for value in find(text):
        assert isinstance(value, Value)
        assert value.keys
        assert all(value.keys)
        assert len(set(value.keys)) == len(value.keys)


@pytest.mark.parametrize("find", VALUE_FINDERS, ids=lambda find: find.__name__)
@given(text=prose())
def test_a_value_read_alone_meets_itself(find: Finder, text: str) -> None:
    """The text of a found value, read as the whole of a slot, is the same value."""
    for value in find(text):
        assert isinstance(value, Value)
        keys = keys_alone(value)
        assert keys is None or set(keys) & set(value.keys), value


def keys_alone(value: Value) -> tuple[str, ...] | None:
    """The keys of the text of a value by itself; None where only its neighbours made it what it is."""
    if value.kind is Kind.EMAIL:
        return _one(email_key(value.text))
    if value.kind is Kind.URL:
        return _one(url_key(value.text))
    if value.kind is Kind.PHONE:
        return phone_keys(value.text)
    if value.kind is Kind.IDENTIFIER:
        return (identifier_key(value.text),)
    if value.kind in (Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.DURATION):
        alone = parse_temporal(value.text, value.kind)
    else:
        alone = parse_bounds(value.text) if value.keys[0].startswith("[") else parse_numeric(value.text)
    return alone.keys if alone is not None and alone.kind is value.kind and alone.unit == value.unit else None


def _one(key: str | None) -> tuple[str, ...]:
    return () if key is None else (key,)


@given(text=prose())
def test_resolving_never_raises(text: str) -> None:
    """What depends on the present resolves to readings that are not empty, at both edges of the calendar too."""
    for now in (NOW, datetime.datetime.min, datetime.datetime.max, NOW.replace(tzinfo=datetime.UTC)):
        for each in (*find_relative(text), *find_ranges(text)):
            assert isinstance(each, Relative | Range)
            assert all(reading.key for reading in each.resolve(now))


@given(text=prose(), rate_slot=st.booleans())
def test_comparison_is_symmetric(text: str, rate_slot: bool) -> None:
    """Any two values compare without raising, the same from both sides, and each is the same as itself."""
    values = [value for find in VALUE_FINDERS for value in find(text)][:8]
    for a in values:
        assert compare(a, a).same is True
        for b in values:
            left, right = (compare(x, y, now=NOW, rate_slot=rate_slot) for x, y in ((a, b), (b, a)))
            assert left.same is right.same
            assert left.why
