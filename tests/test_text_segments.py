"""Answers taken apart: what counts as content, and where."""

from __future__ import annotations

import pytest
from groundrules.engine.text.segments import SegmentKind, lay_out, mask


def _parts(text: str) -> list[tuple[str, str]]:
    layout = lay_out(text)
    return [(segment.kind.value, segment.span.of(text)) for segment in layout.segments]


def test_sentences() -> None:
    """Sentences end at their stops, and not at abbreviations, initials, decimals or clock times."""
    text = "Dr. Ada Lind paid $3.50 at 5 p.m. on Friday. J. Moor saw it! Did it rain? Yes."
    assert [part for _, part in _parts(text)] == ["Dr. Ada Lind paid $3.50 at 5 p.m. on Friday.", "J. Moor saw it!", "Did it rain?", "Yes."]


def test_lists_headings_and_code() -> None:
    """List items, headings and fenced code are segments of their own kind; list numbers and code are no content."""
    text = "# Results\n\n1. First thing.\n2. Second thing.\n\n```python\nx = 99\n```\nDone."
    assert _parts(text) == [("heading", "Results"), ("item", "First thing."), ("item", "Second thing."), ("sentence", "Done.")]


def test_table_rows_know_their_headers() -> None:
    """A row of a table names its cells and the cells of the header row."""
    text = "| Unit | Rent |\n|---|---|\n| B07 | 1,180 |\n| B08 | 990 |"
    rows = [segment for segment in lay_out(text).segments if segment.kind is SegmentKind.ROW]
    assert [[cell.of(text) for cell in row.cells] for row in rows] == [["B07", "1,180"], ["B08", "990"]]
    assert [header.of(text) for header in rows[0].headers] == ["Unit", "Rent"]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("It holds [1] water [2, 3].", ("1", "2", "3")),
        ("It holds water.[^9]", ("9",)),
        ("Read [the guide](https://example.com/7).", ("7", "example")),
        ("It is **bold** and <b>loud</b>&nbsp;too.", ("*", "<b>", "nbsp")),
    ],
)
def test_markup_is_masked_in_place(text: str, gone: tuple[str, ...]) -> None:
    """Citation marks, link targets, emphasis and HTML residue become spaces, offset for offset."""
    masked = mask(text)
    assert len(masked) == len(text)
    assert not any(part in masked for part in gone)
    assert all(mark in (char, " ") for char, mark in zip(text, masked, strict=True))


def test_brackets_that_are_no_marks_stay() -> None:
    """An interval and an index are content."""
    assert mask("CI [1.6-2.8]") == "CI [1.6-2.8]"
    assert mask("rows[0] is it") == "rows[0] is it"


def test_quotations() -> None:
    """The insides of quotation marks of several scripts."""
    text = 'He said "go home" and “stay”, then «non» and 「はい」; 5\'10" tall.'
    assert [span.of(text) for span in lay_out(text).quotes] == ["go home", "stay", "non", "はい"]
