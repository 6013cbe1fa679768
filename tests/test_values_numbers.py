"""Numbers, ordinals and percentages are found whole, with every admissible reading, and nothing else is taken for one."""

from __future__ import annotations

import time

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values.bounds import find_bounds, parse_bounds
from groundrules.engine.values.numbers import find_numeric, parse_numeric
from groundrules.engine.values.relative_ordinals import find_relative_ordinals


def keys(text: str) -> tuple[str, ...]:
    value = parse_numeric(text)
    return () if value is None else value.keys


def found(text: str) -> list[tuple[str, str]]:
    return [(value.text, value.keys[0]) for value in find_numeric(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1250", ("1250",)),
        ("0041", ("41",)),
        ("0.050", ("0.05",)),
        (".75", ("0.75",)),
        ("-3", ("-3",)),
        ("−3", ("-3",)),
        ("+3", ("3",)),
        ("1.234", ("1.234", "1234")),
        ("1,234", ("1234", "1.234")),
        ("7,000", ("7000",)),
        ("5,75", ("5.75",)),
        ("1.234,56", ("1234.56",)),
        ("1,234.56", ("1234.56",)),
        ("1 234,56", ("1234.56",)),
        ("1\u00a0234,56", ("1234.56",)),
        ("1\u202f234\u202f567", ("1234567",)),
        ("1'234.56", ("1234.56",)),
        ("12,34,567", ("1234567",)),
        ("3.018.450", ("3018450",)),
        ("１２", ("12",)),
        ("٣٤", ("34",)),
        ("३४", ("34",)),
        ("½", ("0.5",)),
        ("1½", ("1.5",)),
        ("2 3/4", ("2.75",)),
        ("3/4", ("0.75",)),
        ("2e3", ("2000",)),
        ("1.5x10^4", ("15000",)),
        ("2^10", ("1024",)),
        ("2.5M", ("2500000",)),
        ("3k", ("3000",)),
        ("1.2 million", ("1200000",)),
        ("4 bn", ("4000000000",)),
        ("7 lakh", ("700000",)),
        ("3 over 8", ("0.375",)),
    ],
)
def test_digit_forms(text: str, expected: tuple[str, ...]) -> None:
    """A number in digits reads in every style of grouping, sign, script, fraction and scale."""
    assert keys(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zero", "0"),
        ("nineteen", "19"),
        ("twenty-five", "25"),
        ("Forty Two", "42"),
        ("a hundred and twenty", "120"),
        ("six hundred and four thousand and nine", "604009"),
        ("twenty-one hundred", "2100"),
        ("nineteen eighty-four", "1984"),
        ("two and a half", "2.5"),
        ("two and a half million", "2500000"),
        ("three million and a half", "3500000"),
        ("half a million", "500000"),
        ("a dozen", "12"),
        ("half a dozen", "6"),
        ("three quarters", "0.75"),
        ("two thirds", "0.666666666667"),
        ("seven eighths", "0.875"),
        ("one point five", "1.5"),
        ("zero point zero seven", "0.07"),
        ("minus four", "-4"),
        ("negative two point five", "-2.5"),
        ("5 thousand 2 hundred and 7", "5207"),
        ("thirty-six (36)", "36"),
        ("four crore", "40000000"),
        ("a pair", "2"),
        ("about seventy", "70"),
    ],
)
def test_number_words(text: str, expected: str) -> None:
    """English number words read as one value."""
    assert keys(text)[:1] == (expected,)


@pytest.mark.parametrize("text", ["sixty fifteen", "ten five", "hundreds", "thousand thousand", "", "  ", "one apple", "and", "minus"])
def test_not_one_number(text: str) -> None:
    """Words that do not make one number are not read as one."""
    assert parse_numeric(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1st", "1"),
        ("22nd", "22"),
        ("third", "3"),
        ("twenty-first", "21"),
        ("four hundred and second", "402"),
        ("thirtyfifth", "35"),
    ],
)
def test_ordinals(text: str, expected: str) -> None:
    """Ordinals read in digits and words."""
    value = parse_numeric(text)
    assert value is not None
    assert (value.kind, value.keys) == (Kind.ORDINAL, (expected,))


@pytest.mark.parametrize("text", ["15%", "15 %", "15 percent", "15 per cent", "fifteen percent", "15 pct", "+15%"])
def test_percent_forms(text: str) -> None:
    """All spellings of a percentage have one key."""
    assert keys(text) == ("15%",)


@pytest.mark.parametrize(
    "text",
    [
        "order ORD-12345 shipped",
        "sheet A4 and v2 on db-7",
        "commit 5c1d7e90 is fine",
        "on 2026-03-11 we met",
        "due 11/03/2026",
        "due 11.03.2026",
        "at 10:30 sharp",
        "meet at 4 pm",
        "host 10.0.0.7 is up",
        "host 192.168.100.200",
        "release 1.2.3 is out",
        "call +1 202 555 0143",
        "call (202) 555-0143",
        "ring 555-0143",
        "see https://example.com/a/12?b=34",
        "mail r2.d2.99@example.com now",
        "as shown before [1], and later [2, 3].",
        "1. Open the lid",
        "No one is innocent. Another one bites.",
        "Which one do you want? The one you like.",
        "x^2 grows",
        "H2O",
        "a couple of hundred people",
    ],
)
def test_silent(text: str) -> None:
    """Parts of identifiers, dates, times, addresses, phone numbers, versions and citation marks are no numbers."""
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pages 3-5", [("3", "3"), ("5", "5")]),
        ("pages 3–5", [("3", "3"), ("5", "5")]),
        ("from -3 to 5", [("-3", "-3"), ("5", "5")]),
        ("items 3,15,40", [("3", "3"), ("15", "15"), ("40", "40")]),
        ("twenty-one, thirty-one", [("twenty-one", "21"), ("thirty-one", "31")]),
        ("3 hundred and 2 hundred", [("3 hundred", "300"), ("2 hundred", "200")]),
        ("four plus five", [("four", "4"), ("five", "5")]),
        ("took 5 hours", [("5", "5")]),
        ("a 5-star place, 90s long", [("5", "5"), ("90", "90")]),
        ("The total is 12.", [("12", "12")]),
        ("1920x1080", [("1920", "1920"), ("1080", "1080")]),
        ("[42, 43]", [("42", "42"), ("43", "43")]),
        ('{"count": 7}', [("7", "7")]),
        ("the third of nine", [("third", "3"), ("nine", "9")]),
        ("2-3 million trees", [("2", "2000000"), ("3 million", "3000000")]),
    ],
)
def test_running_text(text: str, expected: list[tuple[str, str]]) -> None:
    """Each number of a text stands alone, with its own sign."""
    assert found(text) == expected


def test_measures_off() -> None:
    """Without measures the bare figures are found beside currencies and units."""
    assert [(v.text, v.kind) for v in find_numeric("$20 for 3 kg", measures=False)] == [("20", Kind.NUMBER), ("3", Kind.NUMBER)]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("de", "sie hat siebenundzwanzig Hefte", "27"),
        ("fr", "il a quatre-vingt-dix-huit livres", "98"),
        ("es", "tiene treinta y nueve libros", "39"),
        ("it", "ha ventotto libri", "28"),
        ("pt", "tem trinta e quatro livros", "34"),
        ("nl", "zij heeft achtentwintig boeken", "28"),
    ],
)
def test_other_languages(lang: str, text: str, expected: str) -> None:
    """Number words of six further languages are read on request and only then."""
    assert [v.keys for v in find_numeric(text, lang=lang)] == [(expected,)]
    assert find_numeric(text, lang="xx") == []


def test_bounds() -> None:
    """Ranges and open bounds have keys in base units; a contradiction in order is no range."""
    value = parse_bounds("between 3 and 5 kilometers")
    assert value is not None
    assert (value.kind, value.keys) == (Kind.QUANTITY, ("[3000,5000] m",))
    assert [(v.text, v.keys[0]) for v in find_bounds("It needs at least 40 MB and no more than $9.")] == [
        ("at least 40 MB", "[40000000,] B"),
        ("no more than $9", "[,9] $"),
    ]
    assert find_bounds("5 and 3 kilometers") == []


def test_relative_ordinals() -> None:
    """Places told from the end or from here carry a key and no amount."""
    assert [(v.text, v.keys, v.amount) for v in find_relative_ordinals("the last page, not the previous one")] == [
        ("last", ("end+0",), None),
        ("previous one", ("current-1",), None),
    ]


@pytest.mark.parametrize("text", ["\ud800 5", "5\u0000", "\u202e12", "5\u0301", "İ 7 km", "1" * 5000, "1e999999999", "9^99", "1/0"])
def test_never_raises(text: str) -> None:
    """Any text is read without an error, and spans name the text they stand for."""
    for value in find_numeric(text):
        assert value.span.of(text) == value.text
    parse_numeric(text)


@pytest.mark.parametrize(
    "unit",
    ["1", "1,", "1, ", "one ", "one hundred and ", "$", "$1", ".", "½", "1 000 ", "-1 ", "a half ", "5 ft ", '5"', "5'", "a@", "[1"],
)
def test_linear(unit: str) -> None:
    """Twice the text takes about twice the time, whatever it repeats."""
    text = unit * (8_000 // len(unit))

    def cost(body: str) -> float:
        best = 9.0
        for _ in range(2):
            start = time.process_time()
            find_numeric(body)
            best = min(best, time.process_time() - start)
        return best

    assert cost(text) < 4 * cost(text[: len(text) // 2]) + 0.05


def test_dotted_capital_i() -> None:
    """The letter whose lower case is longer than itself neither shifts spans nor hides the words around it."""
    text = "İZMİR: 5 KİLO, ÜÇ, seven MILLION"
    assert [(value.text, value.keys) for value in find_numeric(text)] == [("5 KİLO", ("5 kg",)), ("seven MILLION", ("7000000",))]
