"""Canonical JSON: RFC 8785's own rules for numbers, strings and the order of keys, and the fast path against the slow one."""

from __future__ import annotations

import pytest
from groundrules.engine.canonical import canonical_json, sha256_hex, written_out
from groundrules.engine.types import Json

TEXTS: list[tuple[Json, str]] = [
    (1.0, "1"),
    (-0.0, "0"),
    (5e-324, "5e-324"),
    (1.7976931348623157e308, "1.7976931348623157e+308"),
    (9007199254740992.0, "9007199254740992"),
    (1e21, "1e+21"),
    (999999999999999900000.0, "999999999999999900000"),
    (0.000001, "0.000001"),
    (1e-7, "1e-7"),
    (333333333.33333329, "333333333.3333333"),
    ("\u20ac$\u000f\nA'B\"\\\"/", '"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/"'),
    ({"\ufb33": 1, "\U0001f600": 2, "\u20ac": 3, "1": 4, "\r": 5}, '{"\\r":5,"1":4,"\u20ac":3,"\U0001f600":2,"\ufb33":1}'),
    ([True, False, None, {}, []], "[true,false,null,{},[]]"),
    ({"text": "1.0 stays", "n": [1.50]}, '{"n":[1.5],"text":"1.0 stays"}'),
]


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_canonical_text(value: Json, text: str) -> None:
    """The texts that RFC 8785 and ECMAScript ask for, on both paths."""
    assert canonical_json(value) == text
    assert written_out(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {"a": [float("-inf")]}])
def test_what_is_no_json_number(value: Json) -> None:
    """NaN and infinities have no text."""
    with pytest.raises(ValueError, match=r"JSON"):
        canonical_json(value)


def test_digest_is_over_utf8() -> None:
    """SHA-256 of the text in UTF-8."""
    assert sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
