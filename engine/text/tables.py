"""The rows of pipe tables in a source, and what an answer tells of them: the cell that a figure belongs to, and comparisons of rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from ..normalize import fold_words
from ..types import Span
from .words import FUNCTION_WORDS, NEGATIONS, root

MIN_BARS = 2
"""How many cell marks make a line a row."""
MAX_ROWS = 400
MAX_CELLS = 64
MAX_NAME = 3
MAX_LABEL = 8
"""How many words the label of a row may have."""
MAX_ABBREVIATION = 5
_NUMBER = re.compile(r"[-+−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+−]?\d*\.?\d+")
_LOWER = re.compile(r"↓|\b(?:errors?|err|loss|perplexity|ppl|wer|cer|ter|mae|mse|rmse|latency|cost)\b", re.IGNORECASE)
_MORE = frozenset("higher greater larger more exceeds exceed surpasses surpass".split())
_LESS = frozenset("lower smaller fewer less".split())
_BETTER = frozenset("better outperforms outperform outperformed outperforming beats superior".split())
_WORSE = frozenset("worse underperforms underperform inferior".split())
_MOST = frozenset("highest largest most".split())
_LEAST = frozenset("lowest smallest fewest least".split())
_BEST = frozenset(("best",))
_WORST = frozenset(("worst",))
_NARROWED = frozenset("second third among except excluding but both most".split())
"""Words that narrow or share a superlative."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the folded words of its label, its cells after the label, and where it stands in the content."""

    label: tuple[str, ...]
    cells: tuple[str, ...]
    span: Span
    amounts: tuple[Decimal | None, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Table:
    """A run of rows below one heading; `heads` are the headings of the cells, `by_label` the rows whose label no other row has."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    by_label: dict[tuple[str, ...], Row]


@dataclass(frozen=True, slots=True)
class Named:
    """A row that an answer names, with the offset of its name among the words."""

    table: Table
    row: Row
    at: int


def tables_in(content: str) -> tuple[Table, ...]:
    """The tables of a text: runs of lines with cell marks, the first of which is the heading."""
    found: list[Table] = []
    run: list[tuple[list[str], Span]] = []
    start = 0
    for line in content.split("\n"):
        if line.count("|") >= MIN_BARS:
            run.append(([cell.strip() for cell in line.strip().strip("|").split("|", MAX_CELLS)], Span(start, start + len(line))))
        elif run:
            found.extend(_table(run))
            run = []
        start += len(line) + 1
    return (*found, *_table(run))


def _table(run: list[tuple[list[str], Span]]) -> Iterator[Table]:
    rows = [
        Row(tuple(fold_words(cells[0])), tuple(cells[1:]), span, tuple(map(amount_of, cells[1:])))
        for cells, span in run[1 : MAX_ROWS + 1]
        if len(cells) > 1 and not set("".join(cells)) <= set("-: ")
    ]
    if len(rows) < 2:
        return
    heads = run[0][0][1:]
    if len(run[0][0]) == len(rows[0].cells):
        heads = run[0][0]
    counts = Counter(row.label for row in rows)
    by_label = {row.label: row for row in rows if counts[row.label] == 1 and 0 < len(row.label) <= MAX_LABEL and any(map(_names, row.label))}
    yield Table(tuple(heads), tuple(rows), _surnames(rows) | by_label)


def _surnames(rows: list[Row]) -> dict[tuple[str, ...], Row]:
    """The rows by the last word of a label of several, where no other label holds that word."""
    counts = Counter(word for row in rows for word in set(row.label))
    named = [row for row in rows if 1 < len(row.label) <= MAX_NAME and all(map(str.isalpha, row.label))]
    return {row.label[-1:]: row for row in named if counts[row.label[-1]] == 1 and _names(row.label[-1])}


def _names(word: str) -> bool:
    return word not in FUNCTION_WORDS and any(char.isalpha() for char in word)


def amount_of(cell: str) -> Decimal | None:
    """The number of a cell that holds one, whatever stands around it ("**36.8**", "41 %"); None for a text or several numbers."""
    found = _NUMBER.findall(cell)
    if len(found) != 1 or sum(char.isalpha() for char in cell) > 2:
        return None
    try:
        return Decimal(found[0].replace(",", "").replace("−", "-"))
    except InvalidOperation:
        return None


def named_rows(words: Sequence[str], tables: Sequence[Table]) -> list[Named]:
    """The rows that some words name by their whole label, in order; the longest label wins."""
    found: list[Named] = []
    at = 0
    while at < len(words):
        hit = next(
            (
                (size, table, row)
                for size in range(min(MAX_LABEL, len(words) - at), 0, -1)
                for table in tables
                if (row := table.by_label.get(tuple(words[at : at + size]))) is not None
            ),
            None,
        )
        if hit is None:
            at += 1
            continue
        found.append(Named(hit[1], hit[2], at))
        at += hit[0]
    return found


def head_for(word: str, table: Table) -> int | None:
    """The column whose heading is a word or a short form of it ("PTS" for "points"); None where none or several are."""
    own = root(word)
    exact = [at for at, head in enumerate(table.heads) if [root(part) for part in fold_words(head)] == [own]]
    if exact:
        return exact[0] if len(exact) == 1 else None
    short = [at for at, head in enumerate(table.heads) if _shortens(head, word)]
    return short[0] if len(short) == 1 else None


def _shortens(head: str, word: str) -> bool:
    letters = head.lower()
    if not 3 <= len(letters) <= MAX_ABBREVIATION or not head.isupper() or not head.isalpha() or letters[0] != word[:1] or len(word) <= len(letters):
        return False
    rest = iter(word if word.endswith("s") else f"{word}s")
    return all(letter in rest for letter in letters)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison that no column bears out: the word that makes it, the row that it is told of, and the row that stands against it."""

    word: str
    row: Row
    against: Row


def false_comparison(words: Sequence[str], tables: Sequence[Table]) -> Comparison | None:
    """A comparison of two rows, or a superlative of one, that is wrong in every column that it may speak of."""
    if any(word in NEGATIONS for word in words):
        return None
    named = named_rows(words, tables)
    for at, word in enumerate(words):
        if word in _MOST | _LEAST | _BEST | _WORST and not (_NARROWED & set(words[max(0, at - 2) : at])):
            found = _false_superlative(word, at, words, named)
        elif word in _MORE | _LESS | _BETTER | _WORSE:
            found = _false_pair(word, at, words, named)
        else:
            continue
        if found is not None:
            return found
    return None


def _columns(words: Sequence[str], table: Table) -> list[int]:
    """The columns that some words name; all columns where they name none."""
    said = {root(word) for word in words}
    named = [at for at, head in enumerate(table.heads) if (own := [root(part) for part in fold_words(head) if part not in FUNCTION_WORDS]) and set(own) <= said]
    return named or list(range(max(len(row.cells) for row in table.rows)))


def _sign(word: str, head: str) -> int:
    """1 where the word speaks of more in this column, -1 of less."""
    if word in _MORE or word in _MOST:
        return 1
    if word in _LESS or word in _LEAST:
        return -1
    up = -1 if _LOWER.search(head) else 1
    return up if word in _BETTER or word in _BEST else -up


def _cell(row: Row, at: int) -> Decimal | None:
    return row.amounts[at] if at < len(row.amounts) else None


def _head(table: Table, at: int) -> str:
    return table.heads[at] if at < len(table.heads) else ""


def _false_pair(word: str, at: int, words: Sequence[str], named: list[Named]) -> Comparison | None:
    before = [row for row in named if row.at < at]
    after = [row for row in named if row.at > at]
    if len(before) != 1 or len(after) != 1 or before[0].table is not after[0].table:
        return None
    table, one, other = before[0].table, before[0].row, after[0].row
    gaps = [
        _sign(word, _head(table, column)) * (left - right)
        for column in _columns(words, table)
        if (left := _cell(one, column)) is not None and (right := _cell(other, column)) is not None
    ]
    return Comparison(word, one, other) if gaps and all(gap < 0 for gap in gaps) else None


def _false_superlative(word: str, at: int, words: Sequence[str], named: list[Named]) -> Comparison | None:
    if len(named) != 1 or abs(named[0].at - at) > 2 * MAX_LABEL:
        return None
    table, row = named[0].table, named[0].row
    rival: Row | None = None
    for column in _columns(words, table):
        own = _cell(row, column)
        if own is None:
            continue
        sign = _sign(word, _head(table, column))
        held = [(sign * value, number) for number, each in enumerate(table.rows) if (value := _cell(each, column)) is not None]
        best, holder = max(held, key=lambda pair: pair[0])
        if sign * own >= best:
            return None
        rival = table.rows[holder]
    return Comparison(word, row, rival) if rival is not None else None


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A figure that the cell it is told of does not hold: the row, and what the cell says."""

    row: Row
    cell: str


def misplaced(amount: Decimal, place: int, *, words: Sequence[str], after: int, named: Sequence[Named]) -> Misplaced | None:
    """Where the row named last before a figure holds another one in the column that the next word names.

    `place` is the word of the figure, `after` the first word behind it.
    """
    before = [each for each in named if each.at < place]
    if not before:
        return None
    owner = before[-1]
    column = head_for(words[after], owner.table) if after < len(words) else None
    held = None if column is None else _cell(owner.row, column)
    if column is None or held is None or held == amount:
        return None
    return Misplaced(owner.row, owner.row.cells[column])
