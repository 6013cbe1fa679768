"""How well answers are judged, on labelled sets: `python -m benchmarks.texts --data DIR [--held NAME ...] [--only NAME ...] [--jobs N] [--misses FILE]`.

DIR holds one `*.jsonl` a source. Two operating points: *strict* flags unsupported and contradicted findings of severity MEDIUM and up, *wide* adds
the undecided ones. Beside them, in the same table, a checker that always flags and one that never does. Where rows name an official split, each
split is a line of its own. `--cases FILE` scores reported faults. The thresholds and weights were tuned on development data.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from groundrules.cli.answers import read_answer
from groundrules.cli.cases import json_files
from groundrules.cli.evaluate import Evaluation, Settings, evaluate, write_misses
from groundrules.cli.files import read_rows
from groundrules.cli.text_rows import TextKey, TextTally, is_text_row
from groundrules.engine.policy import Policy
from groundrules.engine.text.text_inquiry import TextInquiry
from groundrules.engine.types import Json, Outcome

COLUMNS = ("recall", "false", "precision", "F1", "balanced", "span F1", "settled")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.texts", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--held", nargs="*", default=(), help="sources that are not read")
    parser.add_argument("--only", nargs="*", default=(), help="the only sources that are read")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--misses", type=Path, help="write every wrong row of the wide point to this file")
    parser.add_argument("--cases", type=Path, help="reported faults to score as well")
    parser.add_argument("--kinds", action="store_true", help="recall by kind of fault as well")
    options = parser.parse_args(arguments)
    paths = [path for path in json_files([str(options.data)]) if path.stem not in options.held and (not options.only or path.stem in options.only)]
    evaluation = evaluate([str(path) for path in paths], settings=Settings(jobs=options.jobs))
    print("\n".join(table(evaluation.texts)))
    if options.kinds:
        print("\n".join(kinds_table(paths)))
    if options.misses:
        write_misses(evaluation, options.misses)
    if options.cases:
        print("\n".join(cases_lines(evaluate([str(options.cases)], settings=Settings()))))
    return 0


def table(texts: dict[TextKey, TextTally]) -> list[str]:
    """The lines of the table: each source and split at both points, then always-flag and never-flag, then all sources pooled."""
    lines = [f"{'source':28}{'point':8}{'n':>6}" + "".join(f"{name:>11}" for name in COLUMNS)]
    pooled: dict[str, TextTally] = {}
    for source, split in sorted({(source, split) for source, _, split in texts}):
        name = f"{source} {split}"
        for mode in ("strict", "wide"):
            tally = texts[source, mode, split]
            lines.append(_line(name, mode, tally))
            pooled.setdefault(mode, TextTally()).add(tally)
        one = texts[source, "wide", split]
        wrong, fine = one.tp + one.fn, one.fp + one.tn
        lines += [_line(name, "always", TextTally(tp=wrong, fp=fine)), _line(name, "never", TextTally(fn=wrong, tn=fine))]
    return lines + [_line("all", mode, tally) for mode, tally in pooled.items()]


def _line(name: str, point: str, tally: TextTally) -> str:
    settled = 1 - tally.escalated / tally.n if tally.n else 0.0
    shares = (tally.recall, tally.false_alarms, tally.precision, tally.f1, tally.balanced_accuracy, tally.span_f1, settled)
    return f"{name:28}{point:8}{tally.n:6}" + "".join(f"{'-' if share is None else f'{share:.1%}':>11}" for share in shares)


def kinds_table(paths: Sequence[Path]) -> list[str]:
    """The share of marked faults by kind: with a detail that is absent, with details that are all there, and plain prose."""
    lines = [f"{'source':28}{'absent':>9}{'attached':>10}{'prose':>8}"]
    for path in paths:
        kinds: Counter[str] = Counter()
        for row in read_rows(str(path)):
            if row.content is not None and is_text_row(row.content) and row.content.get("spans"):
                kinds.update(_kinds(row.content, row.place))
        if kinds:
            total = sum(kinds.values())
            lines.append(f"{path.stem:28}{kinds['absent'] / total:9.1%}{kinds['attached'] / total:10.1%}{kinds['prose'] / total:8.1%}")
    return lines


def _kinds(content: dict[str, Json], place: str) -> list[str]:
    case = read_answer(content, place)
    groundings = TextInquiry(case.answer, context=case.context, policy=Policy()).groundings
    spans = content["spans"]
    kinds: list[str] = []
    for span in spans if isinstance(spans, list) else ():
        start, end = (span.get("start"), span.get("end")) if isinstance(span, dict) else (None, None)
        if isinstance(start, int) and isinstance(end, int):
            inside = [grounding.outcome for grounding in groundings if grounding.detail.span.start < end and start < grounding.detail.span.end]
            kinds.append("prose" if not inside else "attached" if set(inside) == {Outcome.SUPPORTED} else "absent")
    return kinds


def cases_lines(evaluation: Evaluation) -> list[str]:
    """How many of the reported faults in answers were decided rightly, the traps for false alarms apart, and the ids of those that were not."""
    cases = [case for case in evaluation.cases if case.get("kind") == "text"]
    traps = [case for case in cases if case.get("expect") == "pass"]
    wrong = [str(case.get("id")) for case in cases if case.get("ok") is not True]
    return [
        f"cases: {sum(case.get('ok') is True for case in cases)} of {len(cases)} right; traps: {sum(case.get('ok') is True for case in traps)} of {len(traps)}",
        f"wrong: {json.dumps(wrong)}",
    ]


if __name__ == "__main__":
    raise SystemExit(main())
