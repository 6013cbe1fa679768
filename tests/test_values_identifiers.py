"""Identifiers: the forms that count, the look-alikes that do not, keys and shapes."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values.checksums import canonical_ip, is_iban, is_luhn
from groundrules.engine.values.identifiers import find_identifiers, identifier_key, is_identifier_token, scheme_of, shape


def ids(text: str) -> list[str]:
    return [value.text for value in find_identifiers(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Order ORD-48213, #W5521907, drf_81, acct_7719 and C07QK2M9X.", ["ORD-48213", "#W5521907", "drf_81", "acct_7719", "C07QK2M9X"]),
        ("ann_lee_5512 on db-7, ticket PROJ-17", ["ann_lee_5512", "db-7", "PROJ-17"]),
        ("flight BA2490 at gate B12", ["BA2490", "B12"]),
        ("card ending in 7334, order 123, no. 812", ["7334", "123", "812"]),
        ("id:48213 user_id=5512", ["48213", "5512"]),
        ("confirmation code is QXJTKL, THANKS", ["QXJTKL"]),
        ("hosts 192.0.2.1:8080, 192.0.2.0/24, [2001:db8::1] and ::1", ["192.0.2.1", "192.0.2.0/24", "2001:db8::1", "::1"]),
        ("DE89 3704 0044 0532 0130 00 and 4111 1111 1111 1111", ["DE89 3704 0044 0532 0130 00", "4111 1111 1111 1111"]),
        ("{9f86d081-884c-4d65-9a2f-eaa0c55ad015} 00-1A-2B-3C-4D-5E", ["{9f86d081-884c-4d65-9a2f-eaa0c55ad015}", "00-1A-2B-3C-4D-5E"]),
        ("sha256:9f86d081884c7d65", ["9f86d081884c7d65"]),
        ("@ann_lee wrote to ann@harborlab.example", ["@ann_lee"]),
        ("AB1234567 CD7654321", ["AB1234567", "CD7654321"]),
        (r"line\nORD-48213", ["ORD-48213"]),
    ],
)
def test_finds_identifiers(text: str, found: list[str]) -> None:
    """Record numbers, codes, addresses of machines, checksummed numbers and handles are found whole."""
    assert ids(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01T10:00:00Z, 2024-05, 05/01/2024, 10:30", "v1.2.3, 1.2.3", "3rd, 10kg, 5pm, 90s, 4x4, 1080p, 5G, 401k", "$50000, 15%, 50000 km",
        "1,234,567 and 12,345", "24-hour, 10-year-old, covid-19, top-10", "Q3 FY2024, 1990s, 2019-2020", "well-known words", "call 415-555-0132 or +14155550132",
        "5.13e+07", "3.14159265", "one 12 two 99", "PLEASE READ THIS", "a@b", "",
    ],
)  # fmt: skip
def test_no_identifier(text: str) -> None:
    """Dates, versions, measures, amounts, compounds and words are no identifiers."""
    assert ids(text) == []


def test_a_miscopied_checksum_is_still_found() -> None:
    """A wrong check digit does not hide an IBAN or a card number; only `scheme_of` tells them apart."""
    assert ids("DE89 3704 0044 0532 0130 01") == ["DE89 3704 0044 0532 0130 01"]
    assert ids("4111-1111-1111-1112") == ["4111-1111-1111-1112"]
    assert (scheme_of("DE89370400440532013000"), scheme_of("DE89370400440532013001")) == ("iban", None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("#ORD-48213", "ord 48213"),
        ("W5521907", "#w5521907"),
        ("`drf_81`", "DRF-81"),
        ("ＯＲＤ－４８", "ORD–48"),
        ("urn:uuid:9F86D081-884C-4D65-9A2F-EAA0C55AD015", "{9f86d081884c4d659a2feaa0c55ad015}"),
        ("DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("2001:db8::1", "2001:0DB8:0:0:0:0:0:1"),
        ("::ffff:192.0.2.1", "::ffff:c000:201"),
    ],
)
def test_spellings_of_one_identifier(a: str, b: str) -> None:
    """Case, separators, a leading number sign, wrapping and typography do not matter."""
    assert identifier_key(a) == identifier_key(b)


@pytest.mark.parametrize(
    ("a", "b"), [("ORD-48213", "ORD-48231"), ("192.0.2.11", "192.0.21.1"), ("-1001234", "1001234"), ("a+b1", "ab1"), ("192.0.2.0/24", "192.0.2.0/25")]
)
def test_other_identifiers(a: str, b: str) -> None:
    """A changed character, a sign, or the place of a dot in an address makes another identifier."""
    assert identifier_key(a) != identifier_key(b)


def test_shape() -> None:
    """Identifiers of one series share a shape."""
    assert shape("ORD-48213") == shape("#ABC-00000") == "A3-95"
    assert shape("drf_81") == "a3_92"
    assert shape("") == ""


def test_schemes_and_checksums() -> None:
    """The checked forms are told apart and need their check digit."""
    assert [scheme_of(text) for text in ("4111 1111 1111 1111", "192.0.2.1", "00-1A-2B-3C-4D-5E", "9f86d081-884c-4d65-9a2f-eaa0c55ad015", "ORD-1")] == [
        "card",
        "ip",
        "mac",
        "uuid",
        None,
    ]
    assert is_iban("GB82 WEST 1234 5698 7654 32")
    assert not is_iban("GB82 WEST 1234 5698 7654 33")
    assert is_luhn("4111111111111111")
    assert not is_luhn("0000000000000000")
    assert canonical_ip("192.0.2.01") is None


def test_token_forms() -> None:
    """Near misses on both sides: what makes a word with digits an identifier."""
    assert all(map(is_identifier_token, ("BA2490", "a1b2c3", "INV-2024-0031", "x_99", "123-45-6789")))
    assert not any(map(is_identifier_token, ("Q3", "A4", "10kg", "3-bedroom", "H2O", "12-15", "v2", "5th")))


def test_spans_slice_back() -> None:
    """Each value names the text under its span, in order, without overlaps."""
    text = "é ORD-48213 | code ABCDEF | #99 @bo_lee 192.0.2.1/32 ünï_12"
    values = find_identifiers(text)
    assert values
    assert all(value.kind is Kind.IDENTIFIER and value.span.of(text) == value.text and value.keys == (identifier_key(value.text),) for value in values)
    assert all(left.span.end <= right.span.start for left, right in pairwise(values))


@pytest.mark.parametrize(
    "unit", ["1", "a1", "a1-", "1:", "ab:", "f1.", "DE12 ", "4111 ", "#1", "@a", "::1", "_1", "-", "é1", "\ud8001", "1.", "id: 1", "A", "x=1", "\\u0", "1\u0301"]
)
def test_hostile_text_is_linear(unit: str) -> None:
    """200 KB of any one thing is read in about a second and never raises."""
    text = unit * (200_000 // len(unit))
    start = time.process_time()
    find_identifiers(text)
    assert time.process_time() - start < 5
    identifier_key(text)
    shape(text)
    scheme_of(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("adapter AB:CD:EF:AA:BC:DE is up", ["AB:CD:EF:AA:BC:DE"]),
        ("adapter ab-cd-ef-aa-bc-de is up", ["ab-cd-ef-aa-bc-de"]),
        ("so--so--so", []),
        ("aa:aa:aa:aa:aa:aa", []),
        ("여권 K345B6789입니다", ["K345B6789"]),
        ("番号はZX-20418です", ["ZX-20418"]),
    ],
)
def test_letters_and_particles(text: str, written: list[str]) -> None:
    """A hardware address may hold letters only; a particle glued to an identifier by a script without spaces is no part of it."""
    assert [value.text for value in find_identifiers(text)] == written
