"""Tables in the evidence: which cell a figure belongs to, and comparisons of rows."""

from __future__ import annotations

from decimal import Decimal

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.normalize import fold_words
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.tables import amount_of, false_comparison, head_for, named_rows, tables_in

SCORES = "PLAYER | PTS | REB\nAda Lind | 9 | 4\nBo Marsh | 7 | 2\nCyl Orr | 3 | 1"
ERRORS = "| Model | BLEU | WER |\n|---|---|---|\n| Finch | 31.0 | 9.5 |\n| Wren | 28.5 | 12.0 |\n| Tern | 30.0 | 8.0 |"


def _findings(answer: str, passage: str) -> set[str]:
    context = Context.from_openai([], evidence=[{"id": "t", "text": passage}])
    verdict = Guard().check_answer(Answer(answer), context=context)
    return {finding.span.of(answer) for finding in (*verdict.findings, *verdict.open) if finding.rule_id == "GR309"}


def test_a_table_is_read_with_its_headings() -> None:
    """Rows by their label and, where no other row has it, by its last word; the line below the heading is no row."""
    (table,) = tables_in(f"Some words.\n{SCORES}\nMore words.")
    assert table.heads == ("PTS", "REB")
    assert [row.label for row in table.rows] == [("ada", "lind"), ("bo", "marsh"), ("cyl", "orr")]
    assert [each.row.label for each in named_rows(fold_words("Lind and Bo Marsh"), (table,))] == [("ada", "lind"), ("bo", "marsh")]
    assert [len(each.rows) for each in tables_in(ERRORS)] == [3]


@pytest.mark.parametrize(("cell", "amount"), [("**36.8**", "36.8"), ("1,204", "1204"), ("-0.5 %", "-0.5"), ("3-4", None), ("first of 3", None), ("", None)])
def test_the_number_of_a_cell(cell: str, amount: str | None) -> None:
    """One number in any decoration; no number where there are several or the cell is a text."""
    assert amount_of(cell) == (None if amount is None else Decimal(amount))


def test_a_heading_may_be_a_short_form() -> None:
    """PTS for points, REB for rebound; nothing for a word of none."""
    (table,) = tables_in(SCORES)
    assert [head_for(word, table) for word in ("points", "rebound", "fouls")] == [0, 1, None]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Ada Lind scored 7 points.", "7"), ("Marsh had 7 points and 4 rebounds.", "4"), ("Ada Lind scored 9 points. She took 2 rebounds.", "2"),
        ("Ada Lind scored 9 points and took four rebounds.", ""), ("The team took 4 rebounds.", ""),
    ],
)  # fmt: skip
def test_a_figure_belongs_to_the_row_and_column_it_is_told_of(answer: str, found: str) -> None:
    """The row named last and the column of the next word decide; without a row nothing does."""
    assert _findings(answer, SCORES) == set(found)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("Wren has a higher BLEU than Finch.", True), ("Finch has a higher BLEU than Wren.", False), ("Wren outperforms Finch.", True),
        ("Tern outperforms Finch.", False), ("Finch has the lowest WER.", True), ("Tern has the best WER.", False), ("Finch has the second highest WER.", False),
        ("Wren does not outperform Finch.", False),
    ],
)  # fmt: skip
def test_comparisons(answer: str, wrong: bool) -> None:
    """Wrong only where every column that may be meant says so; in a column of errors less is better."""
    assert (false_comparison(fold_words(answer), tables_in(ERRORS)) is not None) is wrong


@pytest.mark.parametrize(
    ("answer", "passage", "fine"),
    [
        ("It was 61.25 on that day.", "date,value\n2031-04-01,60.5\n2031-04-02,61.25\n2031-04-03,62\n", True),
        ("It was 61.75 on that day.", "date,value\n2031-04-01,60.5\n2031-04-02,61.25\n2031-04-03,62\n", False),
        ("It films at 48fps.", "{'name': 'Video', 'value': '720p@48fps'}", True), ("It films at 58fps.", "{'name': 'Video', 'value': '720p@48fps'}", False),
        ("It was 79 degrees Fahrenheit.", "The noon was at 79 degrees.", True), ("It was 78 degrees Fahrenheit.", "The noon was at 79 degrees.", False),
        ("Use the gate 192.0.2.14 here.", "Use the gate 192.0.2.14.Some use others.", True),
    ],
)  # fmt: skip
def test_figures_that_a_finder_reads_otherwise(answer: str, passage: str, fine: bool) -> None:
    """A cell between commas, a figure behind a sign, degrees without their scale, an address that a word follows."""
    context = Context.from_openai([], evidence=[{"id": "t", "text": passage}])
    verdict = Guard().check_answer(Answer(answer), context=context)
    wrong = [finding for finding in verdict.findings if finding.rule_id in ("GR305", "GR308", "GR303")]
    assert (wrong == []) is fine


def test_a_value_beside_a_name_is_told_of_that_name() -> None:
    """A list of names with values is a record: what it denies may not be claimed."""
    passage = "{'spec': [{'name': 'Card slot', 'value': 'No'}, {'name': 'Radio', 'value': 'Yes'}]}"
    context = Context.from_openai([], evidence=[{"id": "t", "text": passage}])
    found = [[finding.rule_id for finding in Guard().check_answer(Answer(text), context=context).findings] for text in ("It has a card slot.", "It has a radio.")]
    assert ["GR311" in row for row in found] == [True, False]
