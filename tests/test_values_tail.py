"""What ends before the stable offset is found the same, however the text goes on; and the offset is never far behind."""

from __future__ import annotations

import pytest
from groundrules.engine.values.tail import REACH, SPOKEN_REACH, stable_until
from hypothesis import given
from hypothesis import strategies as st
from strategies import HOSTILE
from value_finders import FINDERS, Finder, found_by

FILLER = "Nothing of note was said about it by anyone who had been there. " * 20
WORDS = (
    *"one two ten hundred thousand million and a half quarter third point dozen of to from between over about at in".split(),
    *"on the second last next".split(),
    *"Monday week month March May January day hours minutes ago after before morning evening noon UTC".split(),
    *"until since every end beginning".split(),
    *"5 12 3.5 1,234 1/2 ½ 14 2026 2026-03-04 03/04/2026 18:00 6 pm 1h 30m % $ € dollars cents km ft in kg".split(),
    *"call phone 555 0132 (415) +44 20 7946 double triple seven zero ext id ORD-1234 code ABCDE 192.0.2.1 DE89 3704 0044".split(),
    *"alex@example.org jane dot roe example.com https://example.com/a?b=c www. :// @ # / - – , . ; ( ) [ ] ' = _ ~ ... --- ----".split(),
    *HOSTILE,
)


def spans(find: Finder, text: str, *, before: int) -> list[tuple[int, int, str, object]]:
    """What a finder finds that ends at or before an offset."""
    return [found for found in found_by(find, text) if found[1] <= before]


@st.composite
def texts_and_cuts(draw: st.DrawFn) -> tuple[str, int]:
    """A text of a few words over and over, in any order, with a place to cut it."""
    pool = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=10))
    joints = draw(st.lists(st.sampled_from((" ", " ", "  ", "", "\n", "-", ", ", ".")), min_size=1, max_size=3))
    pieces = draw(st.lists(st.tuples(st.sampled_from(pool), st.sampled_from(joints)), min_size=60, max_size=260))
    text = draw(st.sampled_from(("", FILLER))) + "".join(word + joint for word, joint in pieces)
    return text, draw(st.integers(min_value=0, max_value=len(text)))


@given(texts_and_cuts())
def test_what_ends_before_it_stays(case: tuple[str, int]) -> None:
    """Every finder finds the same before the stable offset in the part that has arrived and in the whole."""
    whole, cut = case
    stable = stable_until(whole[:cut])
    if stable:
        for find in FINDERS:
            assert spans(find, whole[:cut], before=stable) == spans(find, whole, before=stable), find.__name__


@given(texts_and_cuts())
def test_it_never_moves_back(case: tuple[str, int]) -> None:
    """More text never makes less of it stable."""
    whole, cut = case
    assert 0 <= stable_until(whole[:cut]) <= stable_until(whole) <= len(whole)


@pytest.mark.parametrize(
    "ending",
    [
        "in two hours",
        "the first Monday of",
        "on March 3, 2026 at half past",
        "one million two hundred thousand three hundred and",
        "5 ft",
        "$5 and",
        "call 415 555",
        "https://example.com/a......",
        "12345-------",
        "jane dot roe at example",
        "double five double five triple two",
    ],
)
@pytest.mark.parametrize(
    "more", [" pm", " after the second Tuesday", " 10 in", " 0132 x 44", "b", " dot org", " cents", " one two three", ""]
)
def test_open_expression_at_the_end(ending: str, more: str) -> None:
    """An expression that may go on is not stable yet, whatever follows."""
    text = FILLER + ending
    stable = stable_until(text)
    assert 0 < stable <= len(FILLER)
    for find in FINDERS:
        assert spans(find, text, before=stable) == spans(find, text + more, before=stable)


@pytest.mark.parametrize(
    ("text", "reach"),
    [(FILLER * 2, REACH), (FILLER * 2 + "double five", SPOKEN_REACH), (FILLER * 2 + " " * 5000, REACH)],
    ids=["prose", "spoken digits", "white space at the end"],
)
def test_it_is_close_behind(text: str, reach: int) -> None:
    """The stable offset lies at most the reach and one word before the last character that shows."""
    assert 0 < len(text.rstrip()) - stable_until(text) <= reach + len("anyone")


@pytest.mark.parametrize("text", ["", " ", "It costs 5", "x" * (REACH - 1), "x" * 5000, "x" * 200_000])
def test_nothing_is_stable_yet(text: str) -> None:
    """A short text, or one unbroken run, may still change as a whole."""
    assert stable_until(text) == 0


def test_a_sentence_without_spaces_settles() -> None:
    """Full-width punctuation ends a run as well."""
    text = "你好，" * 400
    assert len(text) - stable_until(text) <= REACH + 3
