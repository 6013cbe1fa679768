"""`groundrules import`: one's own traces as rows for `groundrules eval`, without labels."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TextIO

import typer

from ..engine.errors import InputError
from ..engine.types import Json
from ..record.traces import Exchange, TraceForm, reader_of, rows_of
from .cases import read_case
from .check import COULD_NOT_RUN
from .files import STDIN, Row, parse_object, read_text, shown_name


@dataclass(slots=True)
class Imported:
    """What came of an import: how many rows, from how many exchanges, what held none, and what could not be read."""

    rows: int = 0
    exchanges: int = 0
    without_calls: int = 0
    others: int = 0
    errors: list[str] = field(default_factory=list[str])

    @property
    def summary(self) -> str:
        """One line of counts."""
        parts = [f"{self.rows} rows from {self.exchanges} exchanges", f"{self.without_calls} without a tool call"]
        return "; ".join([*parts, f"{self.others} other spans skipped", f"{len(self.errors)} unreadable"])


def import_command(
    form: Annotated[TraceForm, typer.Argument(help="The form of the log.", case_sensitive=False)],
    files: Annotated[list[str], typer.Argument(help="Logs as JSON or JSON Lines; `-` reads standard input.")],
    out: Annotated[str, typer.Option("--out", "-o", metavar="ROWS", help="Write the rows to this file; `-` writes to standard output.")],
) -> None:
    """Turn recorded traces into rows for `eval`, one for each tool call; exit 2 where nothing could be read."""
    imported = import_traces(form, files, out=out)
    for error in imported.errors:
        print(f"groundrules: {error}", file=sys.stderr)
    print(imported.summary, file=sys.stderr)
    if not imported.exchanges:
        raise typer.Exit(COULD_NOT_RUN)


def import_traces(form: TraceForm, files: Sequence[str], *, out: str) -> Imported:
    """Write the rows of the logs; what could not be read is named in `errors` with its file and line.

    Raises:
        InputError: a file cannot be read at all, or the rows cannot be written.
    """
    imported = Imported()
    entries = list(_readable(files, imported))
    if out == STDIN:
        _write_rows(form, entries, imported, file=sys.stdout)
        return imported
    try:
        with Path(out).open("w", encoding="utf-8") as file:
            _write_rows(form, entries, imported, file=file)
    except OSError as error:
        raise InputError(
            out, problem=f"cannot be written ({error.strerror or error})", remedy="name a file in a folder that exists"
        ) from error
    return imported


def _write_rows(form: TraceForm, entries: list[tuple[str, dict[str, Json]]], imported: Imported, *, file: TextIO) -> None:
    for found in reader_of(form)(entries):
        if found is None:
            imported.others += 1
        elif isinstance(found, Exchange):
            _write_exchange(found, imported, source=form.value, file=file)
        else:
            imported.errors.append(f"{found.place}: {found.problem}")


def _write_exchange(exchange: Exchange, imported: Imported, *, source: str, file: TextIO) -> None:
    before, wrong = imported.rows, len(imported.errors)
    for row in rows_of(exchange, source=source):
        try:
            text = json.dumps(row, allow_nan=False)
            read_case(parse_object(text, exchange.place), exchange.place)
        except InputError as error:
            imported.errors.append(str(error))
        except (ValueError, RecursionError):
            imported.errors.append(f"{exchange.place}: a call holds what JSON has no form for")
        else:
            file.write(text + "\n")
            imported.rows += 1
    if imported.rows > before or len(imported.errors) == wrong:
        imported.exchanges += 1
        imported.without_calls += imported.rows == before


def _readable(files: Sequence[str], imported: Imported) -> Iterator[tuple[str, dict[str, Json]]]:
    for path in files:
        for row in _rows(path):
            if row.content is None:
                imported.errors.append(row.error)
                continue
            listed = row.content.get("data")
            if isinstance(listed, list) and "messages" not in row.content:
                yield from _members(listed, row.place, imported)
            else:
                yield row.place, row.content


def _members(listed: list[Json], place: str, imported: Imported) -> Iterator[tuple[str, dict[str, Json]]]:
    for number, member in enumerate(listed):
        if isinstance(member, dict):
            yield f"{place}[{number}]", member
        else:
            imported.errors.append(f"{place}[{number}]: expected an object")


def _rows(path: str) -> Iterator[Row]:
    """The objects of a log: a line each, or one document that is an object or a list of objects."""
    text, name = read_text(path), shown_name(path)
    if not text.strip():
        raise InputError(name, problem="the file is empty", remedy="name a log that holds something")
    if text.lstrip().startswith("["):
        yield _row(f'{{"data": {text}}}', name, 1)
        return
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) > 1 and any(_row(line, name, number).content is not None for number, line in lines if line.startswith("{")):
        yield from (_row(line, f"{name}:{number}", number) for number, line in lines)
    else:
        yield _row(text, name, 1)


def _row(text: str, place: str, line: int) -> Row:
    try:
        return Row(place, parse_object(text, place, line=line))
    except InputError as error:
        return Row(place, None, str(error))
