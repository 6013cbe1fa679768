"""Folding makes spellings of one text equal and never loses the way back to the original."""

from __future__ import annotations

import pytest
from groundrules.engine.normalize import BARRIER, fold, fold_word, fold_words, is_unspaced, lower_in_place, name_words, stem, word_spans


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Q3 Report", "q3 report"),
        ("  Q3—report!! ", "q3 report"),
        ("Ana-María_Ruiz", "ana maria ruiz"),
        ("Ana-Mari\u0301a", "ana maria"),
        ("ＡＢ１２", "ab12"),
        ("STRASSE straße", "strasse strasse"),
        ("ﬁne", "fine"),
        ("a\x00b", "a \x00 b"),
        ("\x00", "\x00"),
        ("١٢", "١٢"),
        ("don't", "don t"),
        ("\ud800 x \udfff", "x"),
        ("\u202eabc\u200b", "abc"),
        ("🤖 ", ""),
        ("", ""),
    ],
)
def test_folding(text: str, folded: str) -> None:
    """Case, accents, width, punctuation and spacing go; a NUL stays as a word of its own."""
    assert fold(text) == folded
    assert fold_words(text) == folded.split(" ") or folded == ""


@pytest.mark.parametrize("letter", ["\ufdfa", "\u037a", "\ufc5e", "\u1fbd", "\u00b4", "ﬀ", "½", "㎏", "㏂"])
def test_a_letter_that_decomposes_stays_one_word(letter: str) -> None:
    """No folded word holds a space, so the words and their spans stay in step, even for letters that decompose into a phrase."""
    text = f"{letter} alpha"
    assert all(" " not in word for word in fold_words(text))
    assert len(fold_words(text)) == len(word_spans(text))
    assert fold_word("\ufdfa").isalpha()


def test_word_spans_slice_back_to_the_words() -> None:
    """Each span cuts the word out of the original text, of which the folded word is the folding."""
    text = "Éric's  ORDER_9—ß \x00 e\u0301t é"
    cut = [text[start:end] for start, end in word_spans(text)]
    assert cut == ["Éric", "s", "ORDER", "9", "ß", BARRIER, "e\u0301t", "é"]
    assert [fold_word(word) for word in cut] == fold_words(text)


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("ABC é Ü", "abc é ü"),
        ("İstanbul ABC", "İstanbul abc"),
        ("ΟΔΟΣ", "οδοσ"),
        ("İ ΟΔΟΣ", "İ οδοσ"),
        ("οδος", "οδοσ"),
        ("\ud800A\x00B", "\ud800a\x00b"),
        ("", ""),
    ],
)
def test_lower_case_keeps_every_offset(text: str, lowered: str) -> None:
    """The lower case is as long as the text, and a letter gets the same one wherever it stands."""
    assert lower_in_place(text) == lowered
    assert len(lower_in_place(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("東京", True), ("Tokyo タワー", True), ("กรุงเทพ", True), ("ភ្នំពេញ", True), ("Москва", False), ("서울", False), ("plain", False), ("", False)],
)
def test_scripts_without_spaces(text: str, answer: bool) -> None:
    """True only for the scripts that write no spaces between words."""
    assert is_unspaced(text) is answer


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("maxPrice_usd", ("max", "price", "usd")),
        ("order_id", ("order", "id")),
        ("orderID", ("order", "id")),
        ("HTTPServer2Port", ("http", "server", "2", "port")),
        ("get-order.by id", ("get", "order", "by", "id")),
        ("prénom_usuel", ("prenom", "usuel")),
        ("città", ("citta",)),
        ("имя", ("имя",)),
        ("___", ()),
        ("", ()),
    ],
)
def test_words_of_a_name(name: str, words: tuple[str, ...]) -> None:
    """A parameter or tool name splits at capitals, digits and punctuation, and an accent does not split it."""
    assert name_words(name) == words


@pytest.mark.parametrize(
    ("stemmed", "words"),
    [
        ("ship", ("ship", "ships", "shipped", "shipping", "shipper")),
        ("cancel", ("cancel", "cancels", "canceled", "canceling")),
        ("deliver", ("delivered", "delivering")),
        ("city", ("city", "cities")),
        ("reserv", ("reserve", "reserved", "reserving")),
    ],
)
def test_inflections_share_a_stem(stemmed: str, words: tuple[str, ...]) -> None:
    """The forms of a word have one stem."""
    assert {stem(word) for word in words} == {stemmed}


@pytest.mark.parametrize("word", ["id", "bus", "red", "address", "naïve", "x9ing", "東京", "", "\x00"])
def test_short_and_foreign_words_have_no_stem_of_their_own(word: str) -> None:
    """Words under four letters, words in -ss and words that are not plain ASCII letters stay as they are."""
    assert stem(word) == word


def test_hostile_text_is_folded() -> None:
    """Each word has its span, and lowering keeps every place, in marks, ligatures, controls and half pairs without end."""
    text = "e\u0301\u0301\u0301ﷺ\u202e\ud800Σ'" * 20_000
    assert len(fold_words(text)) == len(word_spans(text)) > 0
    assert len(lower_in_place(text)) == len(text)
