"""Sentences that claim nothing, and reports that there is nothing."""

from __future__ import annotations

import pytest
from groundrules.engine.text.small_talk import is_empty_result, is_small_talk, reports_nothing


@pytest.mark.parametrize(
    "sentence", ["Hello!", "Hi there, welcome to the harbour desk.", "Thanks!", "Yes, you can.", "Of course.", "I can delete it for you.", "Shall I?",
    "Guten Tag!", "Let me know if not."]
)
def test_small_talk(sentence: str) -> None:
    """Greetings, assent and offers keep up the conversation."""
    assert is_small_talk(sentence)


@pytest.mark.parametrize(
    "sentence", ["Yes, the fee is due in May.", "Hello, the fee is 40 euros.", "The harbour welcomes boats.", "I deleted it for you.",
    "Dear guests: the crane is broken.", ""]
)
def test_claims(sentence: str) -> None:
    """What tells something is a claim, however it opens."""
    assert not is_small_talk(sentence)


@pytest.mark.parametrize("content", ["[]", " { } ", "0 rows", "(0 rows)", "events: none", "No results found.", "null", "rows = []"])
def test_empty_result(content: str) -> None:
    """A source may say nothing but that there is nothing."""
    assert is_empty_result(content)


@pytest.mark.parametrize("content", ["10 rows", "[1]", "none of the boats left", "No results found for May, 3 for June", ""])
def test_result(content: str) -> None:
    """A source that says more is no empty result."""
    assert not is_empty_result(content)


@pytest.mark.parametrize(("sentence", "nothing"), [
    ("Nothing is planned.", True),
    ("There are no guests from Pula.", True),
    ("You have no meetings.", True),
    ("No boats were found.", True),
    ("There are 3 guests.", False),
    ("You have a meeting.", False),
    ("No, there are 2 guests.", False),
])
def test_reports_nothing(sentence: str, nothing: bool) -> None:
    """A report of nothing names no figure."""
    assert reports_nothing(sentence) is nothing
