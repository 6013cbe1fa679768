"""Quotations: where they stand in an answer, and whether the sources hold them."""

from __future__ import annotations

import pytest
from groundrules.engine.context import Context
from groundrules.engine.text.quotations import Standing, copied, find_quotations, is_judged, match_quotation, quoted_text

SOURCE = "The notice reads: “Don’t feed the geese — they bite”. Visitors were asked to wait at the gate until noon on 3 May."


def _standing(quoted: str, *sources: str) -> Standing:
    indexes = Context.from_openai([], evidence=[{"id": str(number), "text": text} for number, text in enumerate(sources or (SOURCE,))]).sources
    return match_quotation(quoted, indexes).standing


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ('It says "wait here" now.', "wait here"),
        ("It says “wait here” now.", "wait here"),
        ("Es heißt „hier warten“ dort.", "hier warten"),
        ("Il dit « attendre ici » là.", "attendre ici "),
        ("「ここで待て」と言う", "ここで待て"),
        ("It says 'wait, don't run' now.", "wait, don't run"),
        ("It says ‘wait here’ now.", "wait here"),
    ],
)
def test_quotation(text: str, inner: str) -> None:
    """Every style of quotation marks is read, apostrophes inside left alone."""
    assert [quotation.inner.of(text) for quotation in find_quotations(text)] == [inner]


@pytest.mark.parametrize("text", ["A 5\" pipe and a 6\" pipe.", "It's the dogs' bowl.", "He 's tired and they 're gone , he said '", 'An open " here.\n\nAnd a " there.'])
def test_no_quotation(text: str) -> None:
    """Inch marks, apostrophes, tokenised contractions and marks of two paragraphs quote nothing."""
    assert not find_quotations(text)


def test_block_quotation() -> None:
    """The lines of a block quotation are one quotation without its marks."""
    text = "It says:\n> Wait at\n> the gate.\nSo wait."
    (quotation,) = find_quotations(text)
    assert quoted_text(text, quotation) == "Wait at\nthe gate.\n"


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ('They call it the "silent goose rule".', False),
        ('They plead for "the silent goose rule".', True),
        ('She said "silent goose rule".', True),
        ('See "The Long Way Around the Lake".', False),
        ('Click "save and close the window".', False),
        ("書中說：「學而時習之」", True),
    ],
)
def test_what_is_judged(text: str, judged: bool) -> None:
    """Terms, titles and words for the reader are not judged; four words are, and three behind a word of saying."""
    (quotation,) = find_quotations(text)
    assert is_judged(text, quotation) is judged


@pytest.mark.parametrize(
    ("quoted", "standing"),
    [
        ("Don't feed the geese - they bite", Standing.VERBATIM),
        ("DON'T FEED THE **GEESE**", Standing.VERBATIM),
        ("Visitors were asked to wait … until noon", Standing.VERBATIM),
        ("[All] visitors were asked to wait at the [old] gate", Standing.VERBATIM),
        ("until noon … visitors were asked", Standing.INVENTED),
        ("Visitors were asked to wait at a gate until noon", Standing.SLIGHT),
        ("Visitors were asked to wait at the gate until dusk", Standing.ALTERED),
        ("until noon on 4 May", Standing.ALTERED),
        ("Enter at your own risk and only with a guide", Standing.INVENTED),
        ("Should visitors wait at the gate until noon?", Standing.RESTATED),
    ],
)
def test_standing(quoted: str, standing: Standing) -> None:
    """Typography, ellipses and insertions keep a quotation verbatim; other words do not."""
    assert _standing(quoted) is standing


def test_figures_are_compared_as_figures() -> None:
    """A decimal point or a sign that is lost alters a quotation whose words are the same."""
    assert _standing("a fee of 4.5 euros", "a fee of 4.5 euros") is Standing.VERBATIM
    assert _standing("a fee of 4 5 euros", "a fee of 4.5 euros") is not Standing.VERBATIM
    assert _standing("a change of 5 points", "a change of -5 points") is not Standing.VERBATIM


def test_hyphens_of_a_page_do_not_count() -> None:
    """Soft hyphens and words broken over lines are the page's, not the author's."""
    assert _standing("the cooperative area of the yard", "the co\u00adop\u00ader\u00adative area of the yard") is Standing.VERBATIM


def test_words_of_saying_may_break_a_quotation() -> None:
    """A source that interrupts the words to say who spoke still holds them; other words between them do not."""
    quoted = "The geese bite those who run, so walk slowly there."
    assert _standing(quoted, '"The geese bite those who run," said Lind. "So walk slowly there."') is Standing.VERBATIM
    assert _standing(quoted, "The geese bite those who run, and nobody knows why. So walk slowly there.") is not Standing.VERBATIM


def test_a_lost_negation_is_no_slight_change() -> None:
    """A small word that turns the meaning alters the quotation."""
    assert _standing("Visitors may feed the geese at noon", "Visitors may not feed the geese at noon") is Standing.ALTERED


def test_the_nearest_passage_is_named() -> None:
    """An altered quotation comes with the place it was made from."""
    index = Context.from_openai([], evidence=[{"id": "1", "text": f"{'Boats pass. ' * 50}{SOURCE}{' Boats pass.' * 50}"}]).sources[0]
    match = match_quotation("Visitors were asked to wait at the gate until dusk", [index])
    assert match.place is not None
    assert "asked to wait at the gate until noon" in match.place.of(index.content)


def test_copied() -> None:
    """A text is copied where its words stand in a source in order."""
    index = Context.from_openai([], evidence=[{"id": "1", "text": SOURCE}]).sources[0]
    assert copied("Wait at the GATE, until noon", [index])
    assert not copied("wait until noon", [index])
