"""Superlatives and comparisons over one table of the evidence, worked out again: "has the highest price", "drew more visitors than".

A statement counts only where nothing is left of it to explain: it names one row (two for a comparison) by a cell, one column of figures by its
header, and a word of size; any other content word might narrow the choice, and then nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ..index import SourceIndex
from ..normalize import fold_words, name_words
from ..types import Evidence, Span
from ..values.numbers import parse_numeric
from .words import FUNCTION_WORDS, NEGATIONS, root

MIN_ROWS = 2
MAX_ROWS = 500
_HIGHEST = frozenset("highest largest biggest greatest most maximum top".split())
_LOWEST = frozenset("lowest smallest least fewest minimum".split())
_HIGHER = frozenset("higher larger bigger greater more".split())
_LOWER = frozenset("lower smaller less fewer".split())
_EMPTY = frozenset("draw drew show showed report reported record recorded reach reached list listed table row rows entry entries number total value figure".split())
"""Words that such a statement may hold beside its row and column."""
_ELEMENT = re.compile(r"(.*)/(\d{1,6})/([^/]+)")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*){0,60}\|?[ \t]*")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells by column, with the place that shows each row's cell: the number of a JSON key, or a span of the content."""

    index: SourceIndex
    rows: tuple[dict[str, tuple[str, int | Span]], ...]

    @property
    def known(self) -> tuple[str, ...]:
        """The words of the headers."""
        return tuple(word for name in self.rows[0] for word in name_words(name))

    def evidence(self, row: int, column: str) -> Evidence:
        """The cell verbatim, with its key or its row."""
        place = self.rows[row][column][1]
        return self.index.evidence(place) if isinstance(place, Span) else self.index.key_evidence(place)


@dataclass(frozen=True, slots=True)
class Misjudged:
    """A superlative or comparison that the table does not bear out: the word, the cells that show it, and the words of the table's `known` headers."""

    word: str
    column: str
    evidence: tuple[Evidence, ...]
    known: tuple[str, ...]


def tables_of(index: SourceIndex) -> tuple[Table, ...]:
    """The lists of records and the pipe tables of a source."""
    found = _json_tables(index) if index.parts is not None else _pipe_tables(index)
    return tuple(table for table in found if MIN_ROWS <= len(table.rows) <= MAX_ROWS)


def _json_tables(index: SourceIndex) -> Iterator[Table]:
    lists: dict[str, dict[str, dict[str, tuple[str, int | Span]]]] = {}
    for number, part in enumerate(index.parts or ()):
        element = None if part.is_key or not number else _ELEMENT.fullmatch(part.pointer)
        if element is not None:
            lists.setdefault(element[1], {}).setdefault(element[2], {})[element[3]] = (part.content, number - 1)
    for rows in lists.values():
        yield Table(index, tuple(rows.values()))


def _pipe_tables(index: SourceIndex) -> Iterator[Table]:
    header: list[str] = []
    rows: list[dict[str, tuple[str, int | Span]]] = []
    at = 0
    before = ""
    for line in [*index.content.split("\n"), ""] if "|" in index.content else ():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if _RULE.fullmatch(line) and "|" in before:
            header, rows = [cell.strip() for cell in before.strip().strip("|").split("|")], []
        elif header and len(cells) == len(header) and "|" in line:
            rows.append({name: (cell, Span(at, at + len(line))) for name, cell in zip(header, cells, strict=True)})
        elif header:
            yield Table(index, tuple(rows))
            header = []
        before = line
        at += len(line) + 1


def misjudged(words: Sequence[str], tables: Sequence[Table]) -> Misjudged | None:
    """The first table that a statement of these folded words is about and is wrong of; None where it is right, or about none for sure."""
    sizes = [at for at, word in enumerate(words) if word in _HIGHEST | _LOWEST | _HIGHER | _LOWER]
    if len(sizes) != 1 or not NEGATIONS.isdisjoint(words):
        return None
    for table in tables:
        found = _judged(words, sizes[0], table)
        if found is not None:
            return found
    return None


def _judged(words: Sequence[str], at: int, table: Table) -> Misjudged | None:
    columns = [(name, amounts) for name in table.rows[0] if (amounts := _told(name, words, table)) is not None]
    named = _named_rows(words, table)
    if len(columns) != 1 or not named:
        return None
    column, amounts = columns[0]
    spare = {words[at], *name_words(column), *(word for row in named for word in named[row])}
    if any(root(word) not in {root(own) for own in spare | _EMPTY} for word in words if word not in FUNCTION_WORDS):
        return None
    if words[at] in _HIGHEST | _LOWEST:
        return _superlative(words[at], column, amounts, named, table) if len(named) == 1 else None
    return _comparison(words, at, column, amounts, named, table) if len(named) == 2 and "than" in words[at:] else None


def _told(name: str, words: Sequence[str], table: Table) -> list[Decimal] | None:
    """The figures of a column that the words name; None where they do not, or where a cell is no figure or of another unit."""
    own = name_words(name)
    if not own or not {root(word) for word in own} <= {root(word) for word in words}:
        return None
    values = [parse_numeric(row[name][0]) if name in row else None for row in table.rows]
    amounts = [value.amount for value in values if value is not None and value.amount is not None]
    units = {value.unit for value in values if value is not None}
    return amounts if len(amounts) == len(table.rows) and len(units) == 1 else None


def _named_rows(words: Sequence[str], table: Table) -> dict[int, list[str]]:
    """The rows that the words name by a cell of letters, with the words of the cell; empty where two rows share the name."""
    stream = f" {' '.join(words)} "
    named: dict[int, list[str]] = {}
    seen: set[str] = set()
    for number, row in enumerate(table.rows):
        for text, _ in row.values():
            cell = fold_words(text)
            label = " ".join(cell)
            if any(char.isalpha() for char in label) and f" {label} " in stream:
                if label in seen:
                    return {}
                seen.add(label)
                named.setdefault(number, []).extend(cell)
    return named


def _superlative(word: str, column: str, amounts: list[Decimal], named: dict[int, list[str]], table: Table) -> Misjudged | None:
    row = next(iter(named))
    best = max(amounts) if word in _HIGHEST else min(amounts)
    if amounts[row] == best:
        return None
    return Misjudged(word, column, (table.evidence(row, column), table.evidence(amounts.index(best), column)), table.known)


def _comparison(words: Sequence[str], at: int, column: str, amounts: list[Decimal], named: dict[int, list[str]], table: Table) -> Misjudged | None:
    than = words.index("than", at)
    first, second = sorted(named, key=lambda row: words.index(named[row][0]))
    if not words.index(named[first][0]) < at < than < words.index(named[second][0]):
        return None
    holds = amounts[first] > amounts[second] if words[at] in _HIGHER else amounts[first] < amounts[second]
    return None if holds else Misjudged(words[at], column, (table.evidence(first, column), table.evidence(second, column)), table.known)
