"""The tables that `groundrules eval` prints: the calls of an evaluation pooled by source, origin and label; the answers by source and operating point."""

from __future__ import annotations

from .evaluate import Evaluation
from .rows import Tally
from .text_rows import TextTally

COUNTS = ("n", "allowed", "warned", "asked", "blocked", "caught", "slipped")


def summary_lines(evaluation: Evaluation) -> list[tuple[str, ...]]:
    """One line per source, origin and label, in order, then a line with the sum of each label."""
    pooled: dict[tuple[str, str, str], Tally] = {}
    sums: dict[tuple[str, str, str], Tally] = {}
    for (source, origin, label, *_), tally in evaluation.groups.items():
        pooled.setdefault((source, origin, label), Tally()).add(tally)
        sums.setdefault(("all", "", label), Tally()).add(tally)
    lines = [_line(key, pooled[key]) for key in sorted(pooled)]
    return lines + [_line(key, sums[key]) for key in sorted(sums, reverse=True)]


def _line(key: tuple[str, str, str], tally: Tally) -> tuple[str, ...]:
    bad = key[2] == "bad"
    counts = [str(getattr(tally, name)) for name in COUNTS]
    return (" ".join(filter(None, key)), *(counts if bad else [*counts[:5], "", ""]))


TEXT_COUNTS = ("n", "recall", "false alarms", "precision", "F1", "balanced", "span F1", "settled")


def text_lines(evaluation: Evaluation) -> list[tuple[str, ...]]:
    """One line per source, split and operating point: percentages, and the share of answers with nothing left undecided."""
    return [_text_line(" ".join(filter(None, (source, split, mode))), evaluation.texts[source, mode, split]) for source, mode, split in sorted(evaluation.texts)]


def _text_line(name: str, tally: TextTally) -> tuple[str, ...]:
    shares = (tally.recall, tally.false_alarms, tally.precision, tally.f1, tally.balanced_accuracy, tally.span_f1, 1 - tally.escalated / max(1, tally.n))
    return (name, str(tally.n), *("" if share is None else f"{100 * share:.1f}" for share in shares))
