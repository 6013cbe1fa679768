"""How often each rule is right, leaf by leaf: `python -m benchmarks.precision --data DIR [--write]`.

`--write` puts the shares into `engine/data/precision.py`, where the confidence of a finding comes from. A supported leaf is right where
its label is not hallucinated, an unsupported or contradicted one where it is; undecided ones claim nothing and are not counted.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from groundrules.cli.cases import guard_of, json_files, read_case
from groundrules.cli.files import read_rows
from groundrules.engine.policy import Risk
from groundrules.engine.types import Outcome
from groundrules.engine.views import is_hallucinated

from .corpus import tool_call_folder

TARGET = Path(__file__).resolve().parent.parent / "engine" / "data" / "precision.py"
STRUCTURE = "GR1"
"""Rules of structure are right by construction: their labels speak of grounding, not of the schema."""
MIN_LEAVES = 20
"""A rule seen less often keeps the prior."""

Counts = dict[tuple[str, Outcome], tuple[int, int]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.precision", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help="update engine/data/precision.py")
    options = parser.parse_args(arguments)
    counts = measured(tool_call_folder(options.data))
    print("\n".join(table(counts)))
    if options.write:
        TARGET.write_text(module_text(counts), encoding="utf-8")
        print(f"wrote {TARGET.name}")
    return 0


def measured(folder: Path) -> Counts:
    """Right and all leaves by rule and outcome, over the labelled leaves of every row."""
    guard = guard_of(None, Risk.MEDIUM)
    right: Counter[tuple[str, Outcome]] = Counter()
    seen: Counter[tuple[str, Outcome]] = Counter()
    for path in json_files([str(folder)]):
        for row in read_rows(str(path)):
            labels = row.content.get("labels") if row.content is not None else None
            if row.content is None or not isinstance(labels, dict):
                continue
            case = read_case(row.content, row.place)
            verdict = guard.check_tool_call(case.call, context=case.context, registry=case.registry)
            for item in verdict.items:
                label = labels.get(item.item)
                if isinstance(label, str) and item.outcome is not Outcome.UNDECIDED and not item.rule_id.startswith(STRUCTURE):
                    key = (item.rule_id, item.outcome)
                    seen[key] += 1
                    right[key] += is_hallucinated(item.outcome) == (label == "hallucinated")
    return {key: (right[key], seen[key]) for key in sorted(seen)}


def table(counts: Counts) -> Iterator[str]:
    """The counts as Markdown."""
    yield "| rule | outcome | leaves | right | precision |"
    yield "|---|---|--:|--:|--:|"
    for (rule, outcome), (right, seen) in counts.items():
        yield f"| {rule} | {outcome} | {seen} | {right} | {right / seen:.3f} |"


def module_text(counts: Counts) -> str:
    """The source of the module that the engine reads."""
    lines = [
        '"""Measured precision by rule and outcome, written by `python -m benchmarks.precision --data DIR --write`."""',
        "",
        "PRECISION: dict[tuple[str, str], float] = {",
        *(f'    ("{rule}", "{outcome}"): {right / seen:.3f},' for (rule, outcome), (right, seen) in counts.items() if seen >= MIN_LEAVES),
        "}",
        f'"""Rules seen on fewer than {MIN_LEAVES} leaves are left out."""',
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
