"""Accuracy on labelled tool-call rows, as Markdown tables: `python -m benchmarks.accuracy --data DIR [--cases DIR]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from groundrules.cli.evaluate import Evaluation, Settings, evaluate
from groundrules.engine.errors import GroundrulesError
from groundrules.engine.policy import Risk
from groundrules.engine.types import Json

from benchmarks.corpus import (
    GOOD_GROUPS,
    HARD_KINDS,
    SCHEMA_KINDS,
    SOFT_KINDS,
    Row,
    Sum,
    added,
    both,
    equal,
    every,
    is_good,
    tool_call_folder,
)

COULD_NOT_RUN = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0, or 2 where something could not be read."""
    options = _parser().parse_args(arguments)
    settings = Settings(risk=Risk(options.risk), diluted_kb=options.dilute, sample=options.sample, jobs=options.jobs)
    try:
        calls = evaluate([str(tool_call_folder(options.data))], settings=settings)
        cases = evaluate([str(options.cases)], settings=settings) if options.cases else None
    except GroundrulesError as error:
        print(f"benchmarks.accuracy: {error}", file=sys.stderr)
        return COULD_NOT_RUN
    print("\n".join(report(calls, cases)))
    if options.json:
        both: Json = {"calls": calls.as_json(), "cases": None if cases is None else cases.as_json()}
        options.json.write_text(json.dumps(both, indent=1) + "\n", encoding="utf-8")
    broken = [*calls.errors, *(cases.errors if cases else ())]
    for message in broken:
        print(f"benchmarks.accuracy: {message}", file=sys.stderr)
    return COULD_NOT_RUN if broken else 0


def report(calls: Evaluation, cases: Evaluation | None) -> Iterator[str]:
    """The lines of the report."""
    listed = calls.as_json()["rows"]
    rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
    yield f"risk {calls.risk}, unrelated text {calls.diluted_kb} KB, {calls.checked} calls in {calls.elapsed_s:.1f} s\n"
    yield from good_calls(rows)
    yield from invented(rows)
    yield from other_bad_calls(rows)
    if cases is not None:
        yield from reported_faults(cases)


def good_calls(rows: Sequence[Row]) -> Iterator[str]:
    """Table (a): good calls by group; blocked and held back are false alarms."""
    yield "### Good calls (labelled ok, valid by their own schema)\n"
    yield "| group | n | blocked % | may run % | allowed % | with warning % | asked % | leaves grounded % |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name, choice in GOOD_GROUPS:
        total = added(rows, both(is_good, choice))
        shares = (total.blocked, total.allowed + total.warned, total.allowed, total.warned, total.asked)
        cells = [percent(share, total.n) for share in shares] + [percent(total.grounded, total.leaves)]
        yield f"| {name} | {total.n} | {' | '.join(cells)} |"
    broken = added(rows, lambda row: row["call_label"] == "ok" and row["schema_valid"] is False)
    yield f"\nLabelled ok but broken by their own schema: {broken.n}, of which {broken.blocked + broken.asked} may not run.\n"


def invented(rows: Sequence[Row]) -> Iterator[str]:
    """Table (b): planted faults by kind."""
    yield "### Planted faults\n"
    yield "| kind | n | caught % | stopped % | slipped % |"
    yield "|---|--:|--:|--:|--:|"
    pools = (
        ("hard kinds, pooled", HARD_KINDS),
        ("hard kinds without the three that schema and registry catch", tuple(kind for kind in HARD_KINDS if kind not in SCHEMA_KINDS)),
        ("soft kinds, pooled", SOFT_KINDS),
    )
    for name, kinds in pools:
        yield _fault_line(f"**{name}**", added(rows, equal("mutation", *kinds)))
    for kind in (*HARD_KINDS, *SOFT_KINDS):
        yield _fault_line(kind, added(rows, equal("mutation", kind)))
    yield ""


def other_bad_calls(rows: Sequence[Row]) -> Iterator[str]:
    """Table (c): bad calls that models made, by source."""
    yield "### Bad calls of real models\n"
    yield "| source | n | caught % | stopped % | slipped % |"
    yield "|---|--:|--:|--:|--:|"
    chosen = [row for row in rows if row["call_label"] == "bad" and row["mutation"] is None]
    for source in sorted({str(row["source"]) for row in chosen}):
        yield _fault_line(source, added(chosen, equal("source", source)))
    yield _fault_line("**together**", added(chosen, every))
    yield ""


def reported_faults(cases: Evaluation) -> Iterator[str]:
    """Table (d): reported faults that came out right, by what was expected."""
    yield "### Reported faults\n"
    yield "| expected | n | right % |"
    yield "|---|--:|--:|"
    yield from _case_lines(cases.cases)
    audits = [case["audit_ok"] is True for case in cases.cases if "audit_ok" in case]
    if audits:
        yield f"\nWorked examples with the whole audit as expected: {sum(audits)} of {len(audits)}."
    skipped = ", ".join(f"{count} {kind}" for kind, count in sorted(cases.skipped.items()))
    yield f"\nSkipped, of kinds that are not supported yet: {skipped or 'none'}.\n"


def percent(part: int, whole: int) -> str:
    """A share with one decimal, or a dash where there is nothing to share."""
    return f"{100 * part / whole:.1f}" if whole else "-"


def _fault_line(name: str, total: Sum) -> str:
    cells = (total.caught, total.asked + total.blocked, total.slipped)
    return f"| {name} | {total.n} | {' | '.join(percent(cell, total.n) for cell in cells)} |"


def _case_lines(cases: Iterable[Row]) -> Iterator[str]:
    listed = list(cases)
    for expect in sorted({str(case["expect"]) for case in listed}):
        chosen = [case["ok"] is True for case in listed if case["expect"] == expect]
        yield f"| {expect} | {len(chosen)} | {percent(sum(chosen), len(chosen))} |"
    yield f"| **together** | {len(listed)} | {percent(sum(case['ok'] is True for case in listed), len(listed))} |"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of labelled rows, or the folder above its `toolcalls`")
    parser.add_argument("--cases", type=Path, help="file or folder of reported faults")
    parser.add_argument("--risk", choices=[risk.value for risk in Risk], default=Risk.MEDIUM.value)
    parser.add_argument("--dilute", type=int, default=0, metavar="KB", help="unrelated text before each conversation")
    parser.add_argument("--sample", type=int, metavar="N", help="rows per file, evenly spaced")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the counts as well")
    return parser


if __name__ == "__main__":
    sys.exit(main())
