"""`groundrules log`: an audit log verified, shown and set aside."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..engine.errors import InputError
from ..engine.types import Decision, Json
from ..engine.views import printable
from ..record import Head, rotate_log, verify_log
from ..record.verify import records_of

WHOLE, BROKEN = 0, 1
_MAX_SHOWN = 80
_TIME_CHARS = len("2030-05-31T09:00:00")
_MIN_WIDTHS = {"time": _TIME_CHARS, "what": 24}

log_app = typer.Typer(help="Verify and show an audit log.", no_args_is_help=True)
_Log = Annotated[Path, typer.Argument(help="The audit log.", metavar="LOG")]


@log_app.command("verify")
def verify_command(
    log: _Log,
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="A hash of the log that was kept elsewhere; give its --count too.")
    ] = None,
    count: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many lines the log had when its last line had that hash.")
    ] = None,
) -> None:
    """Say whether a log is whole: exit 0 whole, 1 broken (with the first broken line and why), 2 where it cannot be read."""
    if (head is None) is not (count is None):
        raise InputError("log verify", problem="`--head` and `--count` go together", remedy="give both or neither")
    found = verify_log(log, anchor=None if head is None or count is None else Head(count, head.strip().lower()))
    name = printable(str(log))
    if found.fault is None:
        print(f"{name}: whole, {found.head.count} lines, head {found.head.hash}")
        if found.ahead:
            print(f"{name}: the last {found.ahead} lines are not counted by its head file yet")
        return
    where = "" if found.fault.line is None else f" at line {found.fault.line}"
    print(f"{name}: broken{where}: {printable(found.fault.problem)}")
    raise typer.Exit(BROKEN)


@log_app.command("show")
def show_command(
    log: _Log,
    call: Annotated[str | None, typer.Option(metavar="ID", help="Only the records of this call id.")] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="Only the records of this session id.")] = None,
    decision: Annotated[Decision | None, typer.Option(help="Only decisions of this kind.", case_sensitive=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Show the records of a log; exit 1 where a line cannot be read. The chain is not verified: use `log verify`."""
    wanted = {"call_id": call, "session_id": session, "decision": None if decision is None else decision.value}
    broken: list[tuple[int, str]] = []
    chosen = _chosen(log, {key: value for key, value in wanted.items() if value is not None}, broken)
    if as_json:
        for _, record in chosen:
            print(json.dumps(record))
    else:
        _print_table(chosen)
    for line, problem in broken:
        typer.echo(f"groundrules: line {line}: {printable(problem)}", err=True)
    if broken:
        raise typer.Exit(BROKEN)


@log_app.command("rotate")
def rotate_command(log: _Log) -> None:
    """Set a log aside as it is, whole or broken, and begin a new one that follows on."""
    print(f"the log is kept as {printable(str(rotate_log(log)))}")


def _chosen(log: Path, wanted: Mapping[str, str], broken: list[tuple[int, str]]) -> Iterator[tuple[int, dict[str, Json]]]:
    for line, record in records_of(log):
        if isinstance(record, str):
            broken.append((line, record))
        elif all(record.get(key) == value for key, value in wanted.items()):
            yield line, record


def _print_table(chosen: Iterator[tuple[int, dict[str, Json]]]) -> None:
    table = Table(box=None, pad_edge=False)
    for title in ("line", "time", "session", "call", "tool", "decision", "outcome", "what"):
        table.add_column(title, overflow="fold", min_width=_MIN_WIDTHS.get(title))
    for line, record in chosen:
        table.add_row(str(line), *(Text(_shown(cell)) for cell in _cells(record)))
    Console(highlight=False).print(table)


def _cells(record: Mapping[str, Json]) -> Iterator[Json]:
    yield _flat(record.get("time"))[:_TIME_CHARS].replace("T", " ")
    yield from (record.get(key) for key in ("session_id", "call_id", "tool_name"))
    yield record.get("decision", record.get("kind"))
    yield record.get("outcome")
    verdict = record.get("verdict")
    reasons = verdict.get("reasons") if isinstance(verdict, dict) else None
    because = f" because of {', '.join(map(str, reasons))}" if isinstance(reasons, list) and reasons else ""
    yield f"{_flat(record.get('arguments', record.get('details')))}{because}"


def _flat(value: Json) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shown(value: Json) -> str:
    text = _flat(value)
    return printable(text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…")
