"""`groundrules replay`: recorded decisions under another policy, or other rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.policy import Risk
from ..engine.rule import RuleSet
from ..engine.types import Json
from ..engine.views import printable
from ..record import Replay, Verification, replay_log, verify_log
from .cases import guard_of
from .check import COULD_NOT_RUN

NOT_WHOLE = 1
_NAMED_LINES = 20


def replay_command(
    log: Annotated[Path, typer.Argument(help="The audit log.", metavar="LOG")],
    policy: Annotated[str | None, typer.Option(metavar="FILE", help="Policy file (TOML) to replay under.")] = None,
    risk: Annotated[Risk | None, typer.Option(help="Risk of the tools; wins over the policy file.", case_sensitive=False)] = None,
    rules: Annotated[list[str] | None, typer.Option(metavar="RULE", help="Only these rules: ids, beginnings of ids, names.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="RULE", help="All rules but these.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Check every recorded decision again and show which would change; exit 1 where the log is not whole, 2 where nothing could be replayed."""
    guard = guard_of(policy, risk)
    guard = Guard(rules=_rules(guard.rules, rules or (), ignore or ()), policy=guard.policy)
    whole = verify_log(log)
    replay = replay_log(log, guard)
    if as_json:
        print(json.dumps(replay_json(replay, whole)))
    else:
        _print(replay, whole)
    if not replay.replayed:
        print("groundrules: no decision of this log could be replayed", file=sys.stderr)
        raise typer.Exit(COULD_NOT_RUN)
    if not whole.is_whole:
        raise typer.Exit(NOT_WHOLE)


def replay_json(replay: Replay, whole: Verification) -> dict[str, Json]:
    """What came of a replay, as one JSON object."""
    return {
        "whole": whole.is_whole,
        "replayed": replay.replayed,
        "decisions": [{"before": before, "after": after, "count": count} for (before, after), count in sorted(replay.counts.items())],
        "changed": [
            {
                "line": change.line,
                "session_id": change.session_id,
                "call_id": change.call_id,
                "tool_name": change.tool_name,
                "before": change.before,
                "after": change.after,
                "reasons": list(change.reasons),
                "rule_ids": list(change.rule_ids),
            }
            for change in replay.changes
        ],
        "without_snapshot": list(replay.bare),
        "other_context": list(replay.other_context),
        "unreadable": [{"line": line, "problem": problem} for line, problem in replay.unreadable.items()],
    }


def _rules(shipped: RuleSet, chosen: Sequence[str], ignored: Sequence[str]) -> RuleSet:
    for mark in (*chosen, *ignored):
        if not len(shipped.select(mark)):
            raise InputError("rules", problem=f"`{mark}` names no rule", remedy="`groundrules rules` lists them")
    return (shipped.select(*chosen) if chosen else shipped).ignore(*ignored)


def _print(replay: Replay, whole: Verification) -> None:
    console = Console(highlight=False)
    counts = Table("before", "now", box=None, pad_edge=False)
    counts.add_column("calls", justify="right")
    for (before, after), count in sorted(replay.counts.items()):
        counts.add_row(Text(before), Text(after, style="" if before is after else "bold"), str(count))
    if counts.row_count:
        console.print(counts)
    if replay.changes:
        changed = Table("line", "session", "call", "tool", "before", "now", "because of", "rules", box=None, pad_edge=False)
        for change in replay.changes:
            because = f"{', '.join(change.reasons)}"
            cells = (
                change.session_id or "",
                change.call_id or "",
                change.tool_name,
                change.before,
                change.after,
                because,
                ", ".join(change.rule_ids),
            )
            changed.add_row(str(change.line), *(Text(printable(cell)) for cell in cells))
        console.print(changed)
    print(f"{replay.replayed} decisions replayed, {len(replay.changes)} changed")
    for title, lines in (
        ("without a snapshot", replay.bare),
        ("on a snapshot that is not what was decided on (redacted?)", replay.other_context),
    ):
        if lines:
            print(f"{len(lines)} {title}: {_named(lines)}")
    for line, problem in replay.unreadable.items():
        print(f"groundrules: line {line}: {printable(problem)}", file=sys.stderr)
    if whole.fault is not None:
        print(f"groundrules: the log is not whole: {printable(whole.fault.problem)}", file=sys.stderr)


def _named(lines: Sequence[int]) -> str:
    shown = ", ".join(map(str, lines[:_NAMED_LINES]))
    return f"lines {shown}" + (f" and {len(lines) - _NAMED_LINES} more" if len(lines) > _NAMED_LINES else "")
