"""Answers that are none."""

from __future__ import annotations

import pytest
from groundrules.engine.text.degenerate import Defect, find_degeneracies, shares_no_word, tail_loop

LONG = (
    "The harbour opened in May, three weeks later than planned, because the crane had come late. It lifts boats of up to nine tons. Two quays lie to the"
    " north, where the water is deep enough for ferries at low tide. Fishing boats keep to the old basin, whose wall was mended in the spring. Guests pay at"
    " the office beside the gate, which is open from eight until noon. On Sundays a steward comes round instead. Whoever stays longer than a week gets a"
    " lower price, but has to ask for it. Dogs are welcome on the mole and nowhere else."
)


@pytest.mark.parametrize(
    ("text", "defect"),
    [
        ("", Defect.EMPTY),
        (" \n\t", Defect.EMPTY),
        ("...", Defect.NO_WORDS),
        ("| --- | --- |", Defect.NO_WORDS),
        ("The fee of forty euros is paid by the owner and the", Defect.TRUNCATED),
        (f"{LONG} Guests moor beside the northern", Defect.TRUNCATED),
        (f"{LONG} Guests moor beside the quay,", Defect.TRUNCATED),
        ("Use:\n```\nx = 1", Defect.TRUNCATED),
        (f"The fee {'is due and ' * 5}", Defect.LOOPING),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", Defect.LOOPING),
        ("The fee is due every May. Guests pay it at noon. " * 4 + "The end.", Defect.LOOPING),
        ("All good.<|im_end|>", Defect.PROMPT_RESIDUE),
        ("### Response: all good", Defect.PROMPT_RESIDUE),
        ("Dear {{name}}, all good.", Defect.TEMPLATE_RESIDUE),
        ("Dear [INSERT NAME], all good.", Defect.TEMPLATE_RESIDUE),
        ("It costs â‚¬5 at the cafÃ©.", Defect.BROKEN_ENCODING),
    ],
)
def test_defect(text: str, defect: Defect) -> None:
    """Each defect is found."""
    assert [found.defect for found in find_degeneracies(text)][:1] == [defect]


@pytest.mark.parametrize(
    "text",
    [
        "42",
        "40 euros",
        "Yes",
        "料金は六万円です。",
        LONG,
        f"{LONG}\n- Guests moor beside the northern quay",
        f"{LONG}\n| Quay | North and south quays |",
        "The fee is due, is due, is due.",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "Title\n=====================================\nText.",
        "Use `{{name}}` in the template.",
        "```\n{{name}} <|x|>\n```",
        "Ã is a letter of Portuguese.",
        "x = 5 and x = 5",
    ],
)
def test_ordinary(text: str) -> None:
    """Short answers, lists, tables, code and other scripts are in order."""
    assert not find_degeneracies(text)


@pytest.mark.parametrize(("rounds", "turns"), [(3, 0), (4, 4), (9, 9)])
def test_rounds_of_a_loop(rounds: int, turns: int) -> None:
    """Four rounds are a loop, three are emphasis."""
    assert tail_loop(["so", "it", "is", "due", *["and", "so", "on"] * rounds]) == ((3, turns) if turns else (0, 0))


def test_tail_loop_of_figures_is_a_table() -> None:
    """Rows of equal figures are data."""
    assert tail_loop(["7"] * 40) == (0, 0)


def test_shares_no_word() -> None:
    """A content word in any inflection is shared; small words are not."""
    small = frozenset(("the", "does", "when"))
    assert not shares_no_word("When does the ferry leave?", [frozenset(("ferries", "leave"))], stopwords=small)
    assert shares_no_word("When does the ferry leave?", [frozenset(("the", "when", "bread"))], stopwords=small)
    assert not shares_no_word("When?", [frozenset(("bread",))], stopwords=small)
