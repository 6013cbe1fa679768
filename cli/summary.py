"""The table that `groundrules eval` prints: the groups of an evaluation, pooled by source, origin and label."""

from __future__ import annotations

from .evaluate import Evaluation
from .rows import Tally

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
