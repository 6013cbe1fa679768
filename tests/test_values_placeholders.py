"""Placeholders: what is surely one, what is only the usual stand-in, and what is a value."""

from __future__ import annotations

import pytest
from groundrules.engine.values.placeholders import is_placeholder


@pytest.mark.parametrize(
    "text",
    [
        "<order_id>", "{{name}}", "${ID}", "%(city)s", "{customer_name}", "[EMAIL]", "[your name]", "YOUR_API_KEY", "your-token-here", "insert_date_here",
        "REPLACE_ME", "changeme", "PUT_TOKEN_HERE", "TODO", "TBD", "FIXME", "xxxx", "sk-XXXXXXXX", "XXX-XXX-XXXX", "lorem ipsum dolor", "string", "undefined",
        "null", "YYYY-MM-DD", "...", "00000000-0000-0000-0000-000000000000", "Hello [Your Name], welcome", "/users/<user_id>/orders", "your email", "__NAME__",
    ],
)  # fmt: skip
def test_sure_placeholders(text: str) -> None:
    """Template residue and instructions are placeholders whatever the context says."""
    found = is_placeholder(text)
    assert found is not None
    assert found.sure
    assert found.reason


@pytest.mark.parametrize(
    "text",
    [
        "123456", "1234567890", "ORD-12345", "order_123", "111111", "000000", "987654321", "abc123", "abc-123", "user@example.com", "john.doe@example.org",
        "https://example.com/api", "John Doe", "jane doe", "foo", "test", "N/A", "none", "555-0142", "+1 415 555 0142", "555-555-5555", "a1b2c3d4",
        "550e8400-e29b-41d4-a716-446655440000", "123 Main St",
    ],
)  # fmt: skip
def test_usual_stand_ins(text: str) -> None:
    """Stand-ins that can be real values are reported as not sure."""
    found = is_placeholder(text)
    assert found is not None
    assert not found.sure


@pytest.mark.parametrize(
    "text",
    [
        "", "ORD-48213", "ann@harborlab.example", "harborlab.example", "the todo list", "Ann Carter", "see [1] and [A]", "x < y and y > z", "a[i]", "your order",
        "YOUR ORDER HAS SHIPPED", "Your-Majesty", "do-it-your-way", "come-here", "change me", "Re: [URGENT] invoice", "[link](https://harborlab.example)",
        "2024-05-01", "12", "1000", "12345 steps", "XXL", "x-ray", "$100", '{"a": 1}', "415-555-8732", "Max", "meet me here", "if (x) { return y }",
    ],
)  # fmt: skip
def test_values_are_no_placeholders(text: str) -> None:
    """Ordinary values and prose are left alone."""
    assert is_placeholder(text) is None


@pytest.mark.parametrize("unit", ["{", "<a ", "[A ", "X-", "_", "A_", "a-here", "${", "\ud800", "key ", "[AB "])
def test_hostile_text_is_no_placeholder(unit: str) -> None:
    """200 KB of any one thing that only begins like a placeholder is none."""
    assert is_placeholder(unit * (200_000 // len(unit))) is None


@pytest.mark.parametrize("unit", ["x", "your-"])
def test_a_placeholder_may_be_long(unit: str) -> None:
    """A row of x and a text that says `your-...` are placeholders at any length."""
    found = is_placeholder(unit * (200_000 // len(unit)))
    assert found is not None
    assert found.sure
