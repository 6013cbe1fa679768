"""Phone numbers: shapes in prose, what is none, and the keys of one number in different spellings."""

from __future__ import annotations

import time

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values.phones import find_phones, phone_keys
from groundrules.engine.values.spoken_digits import find_digit_words, spoken_digits


def phones(text: str) -> list[str]:
    return [value.text for value in find_phones(text)]


def same(a: str, b: str) -> bool:
    return bool(set(phone_keys(a)) & set(phone_keys(b)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call +1 (415) 555-0132 x12 or 415.555.0199.", ["+1 (415) 555-0132 x12", "415.555.0199"]),
        ("(020) 7946 0018", ["(020) 7946 0018"]),
        ("+44 (0)20 7946 0018, thanks", ["+44 (0)20 7946 0018"]),
        ("Tel. 0171/1234567 oder", ["0171/1234567"]),
        ('{"phone":"4155550132","zip":"94110"}', ["4155550132"]),
        ("94110,415-555-0132,2024-05-01", ["415-555-0132"]),
        ("555-0142 is mine", ["555-0142"]),
        ("my mobile is 07700900123.", ["07700900123"]),
        ("on seven oh two, five five five, oh one four six please", ["seven oh two, five five five, oh one four six"]),
        ("(914)555-0160 04/21/2020 12:37:30", ["(914)555-0160"]),
    ],
)
def test_finds_phones_in_prose(text: str, found: list[str]) -> None:
    """Usual shapes are found without help, others after a word that announces a phone."""
    assert phones(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01 10:20", "01-02-2024", "between 1990-2020", "paid 1,234,567", "$1 234 567 890", "3.14159265358", "192.168.10.12", "order 4155550132",
        "ISBN 978-3-16-148410-0", "123-45-6789", "ORD-415-555-0132", "4111 1111 1111 1111", "10 20 30 40 50", "one of them, two or three", "12345678901234567890",
    ],
)  # fmt: skip
def test_no_phone(text: str) -> None:
    """Dates, amounts, addresses of machines and other numbers are no phones."""
    assert phones(text) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("+44 20 7946 0018", "020 7946 0018"),
        ("+44 (0)20 7946 0018", "0044 20 7946 0018"),
        ("(415) 555-0132", "+14155550132"),
        ("1-415-555-0132", "415.555.0132"),
        ("1-800-555-TOYS", "+1 800 555 8697"),
        ("four one five five five five oh one three two", "(415) 555-0132"),
        ("tel:+1-415-555-0132", "+1 415 555 0132"),
        ("＋４４ ２０ ７９４６ ００１８", "+442079460018"),
        ("415-555-0132 ext. 7", "(415) 555-0132 x7"),
        ("8 495 123 45 67", "+7 495 1234567"),
    ],
)
def test_spellings_of_one_phone(a: str, b: str) -> None:
    """Separators, trunk prefix, country code, words and letters do not matter."""
    assert same(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("+44 20 7946 0018", "+45 20 7946 0018"),
        ("+44 20 7946 0018", "020 7946 0019"),
        ("(415) 555-0132", "+44 415 555 0132"),
        ("415-555-0132 x7", "415-555-0132 x8"),
        ("415-555-0132", "415-555-0132 x8"),
        ("+1 415 555 0132", "+1 415 555 0123"),
    ],
)
def test_other_phones(a: str, b: str) -> None:
    """A changed digit, country code or extension makes another number."""
    assert not same(a, b)


def test_every_changed_digit_changes_the_number() -> None:
    """No single changed digit of a number in any spelling meets the original."""
    for text in ("+44 20 7946 0018", "020 7946 0018", "(415) 555-0132", "4155550132"):
        for place, char in enumerate(text):
            if char.isdigit():
                changed = text[:place] + str((int(char) + 3) % 10) + text[place + 1 :]
                assert not same(text, changed), changed


def test_region_narrows_a_national_number() -> None:
    """A region gives one key; without it every fitting country has one."""
    assert phone_keys("020 7946 0018", region="GB") == ("+442079460018",)
    assert "+442079460018" in phone_keys("020 7946 0018")


@pytest.mark.parametrize("text", ["", "hello", "12:30", "3", "+", "ann 555", "\ud800", "x" * 500, "1" * 40])
def test_what_is_no_phone(text: str) -> None:
    """A text that is no phone has no keys."""
    assert phone_keys(text) == ()


def test_digit_words() -> None:
    """Runs of digit words give digits; other words end a run."""
    assert spoken_digits("double five, triple one two") == "551112"
    assert spoken_digits("one eight hundred five five five oh one two three") == "18005550123"
    assert spoken_digits("one of five") is None
    [(span, digits)] = find_digit_words("It is Nine One One four two zero six, ok", at_least=7)
    assert (span.start, digits) == (6, "9114206")


def test_spans_slice_back() -> None:
    """Each value names the text under its span, in order, as a phone."""
    text = "é +1 415 555 0132; two one two five five five oh one nine nine and (212) 555-0177"
    values = find_phones(text)
    assert len(values) == 3
    assert all(value.kind is Kind.PHONE and value.span.of(text) == value.text for value in values)
    assert values == sorted(values, key=lambda value: value.span)


@pytest.mark.parametrize("unit", ["1", "1 ", "1-", "(1", "1(", "+", "(", "(1)", "call 1", "555-555-5555x", "one ", "double ", "\ud8001", "0", "1.", "+1 "])
def test_hostile_text_is_linear(unit: str) -> None:
    """200 KB of any one thing is read in well under a second and never raises."""
    text = unit * (200_000 // len(unit))
    start = time.process_time()
    find_phones(text)
    assert time.process_time() - start < 4
    phone_keys(text)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("+ 00 44 20 7946 0018", ("+442079460018",)),
        ("+011 44 20 7946 0018", ("+442079460018",)),
        ("+0442079460018", ()),
    ],
)
def test_plus_before_a_prefix(text: str, keys: tuple[str, ...]) -> None:
    """A plus before the prefix for calls abroad is one of the two too many; no country code begins with a zero."""
    assert phone_keys(text) == keys
