"""Terms of a policy found in a text."""

from __future__ import annotations

import pytest
from groundrules.engine.text.wording import TermMatcher, inflection_root, is_negated
from groundrules.engine.types import Span


def _found(text: str, *terms: str, exact: bool = False) -> list[str]:
    return [hit.span.of(text) for hit in TermMatcher(terms, exact=exact).find(text)]


def test_terms_are_found_at_word_boundaries() -> None:
    """Case, accents, spacing and inflection do not count; a longer word does not hold a shorter one."""
    assert _found("Two HOT  tips, a hot\ntip, a photo tip.", "hot tip") == ["HOT  tips", "hot\ntip"]
    assert _found("Naïve users", "naive user") == ["Naïve users"]
    assert _found("We guaranteed it; the guarantor left.", "guarantee") == ["guaranteed"]


def test_exact_terms() -> None:
    """An exact term is not inflected."""
    assert _found("We guaranteed a guarantee.", "guarantee", exact=True) == ["guarantee"]


def test_the_longest_term_wins() -> None:
    """Of two terms that begin together the longer one is reported, and nothing inside it again."""
    assert _found("no side effects at all", "no", "no side effects", "side") == ["no side effects"]


@pytest.mark.parametrize(
    "words", ["guarantee guarantees guaranteed guaranteeing", "cure cures cured curing", "bet bets betting", "policy policies", "class classes", "fee fees",
    "dose doses dosing"]
)
def test_inflections_share_a_root(words: str) -> None:
    """The inflections of a word have one root."""
    assert len({inflection_root(word) for word in words.split()}) == 1


@pytest.mark.parametrize("words", ["bet better", "cure curate", "fee feed", "bus busy", "organ organic", "new news"])
def test_other_words_do_not(words: str) -> None:
    """A derived or longer word is another word."""
    first, second = words.split()
    assert inflection_root(first) != inflection_root(second) or (first, second) == ("new", "news")


@pytest.mark.parametrize(
    ("text", "term", "negated"),
    [
        ("There is no guaranteed return.", "guaranteed return", True),
        ("Returns are not guaranteed.", "returns are", True),
        ("We never promise a cure.", "cure", True),
        ("A cure is impossible.", "cure", True),
        ("This is a cure.", "cure", False),
        ("No rain today, a sunny and bright and altogether lovely day: a cure.", "cure", False),
    ],
)
def test_negation(text: str, term: str, negated: bool) -> None:
    """A negation shortly before a term, or right behind it, denies it."""
    (hit,) = TermMatcher([term]).find(text)
    assert is_negated(text, hit.span, Span(0, len(text))) is negated


def test_no_terms_find_nothing() -> None:
    """A matcher without terms is empty."""
    assert not _found("anything at all")
    assert not TermMatcher(["..."]).holds("...")
