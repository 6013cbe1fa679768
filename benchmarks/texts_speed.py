"""Speed of the answer guard in processor time, and its growth with the answer and the evidence: `python -m benchmarks.texts_speed`.

Figures are printed, never asserted. Each is the least of several runs, since other work on the machine only ever adds to it.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise

from groundrules.cli.dilution import unrelated_passages
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.text.answer import Answer
from groundrules.rules import load_rules

EVIDENCE_KB = (8, 15, 30, 60, 120)
ANSWER_KB = (12, 25, 50, 100)
BASE_KB = 30
QUESTION = "What do the notes say?"
_TOPICS = ("harbour", "orchard", "library", "quarry", "theatre", "brewery", "airfield", "sawmill", "observatory", "dairy", "foundry")
_PLACES = ("Lake Orra", "Port Vexley", "Tilda Hill", "North Quay", "Obi Street", "Marlow Fen", "Cape Ines")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.texts_speed", description=__doc__)
    parser.add_argument("--repeat", type=int, default=15, help="runs per figure of a short answer; a long one takes a fifth of them")
    options = parser.parse_args(arguments)
    print("\n".join(report(repeat=options.repeat)))
    return 0


def report(*, repeat: int) -> Iterator[str]:
    """The lines of the report."""
    guard = Guard(rules=load_rules())
    _seconds(guard, statements(1, seed=0), _context(1), repeat=2)  # the first check of a process also loads tables; that is not measured
    yield "| evidence KB | first check ms | 1 KB supported ms | 1 KB half made up ms |"
    yield "|--:|--:|--:|--:|"
    by_evidence: list[float] = []
    for size in EVIDENCE_KB:
        context = _context(size)
        first = _seconds(guard, statements(1, seed=0), context, repeat=1)
        good, bad = (_seconds(guard, text, context, repeat=repeat) for text in (statements(1, seed=0), _half_made_up(1)))
        by_evidence.append(bad)
        yield f"| {size} | {first * 1000:.1f} | {good * 1000:.2f} | {bad * 1000:.2f} |"
    context = _context(BASE_KB)
    yield f"\n| answer KB on {BASE_KB} KB | ms | MB/s |"
    yield "|--:|--:|--:|"
    by_answer: list[float] = []
    for size in ANSWER_KB:
        text = _half_made_up(size)
        taken = _seconds(guard, text, context, repeat=max(1, repeat // 5))
        by_answer.append(taken)
        yield f"| {size} | {taken * 1000:.0f} | {len(text) / taken / 1e6:.3f} |"
    yield f"\n1 KB answer, time for twice the evidence: {_growth(by_evidence)}"
    yield f"time for twice the answer: {_growth(by_answer)}"


def statements(size_kb: int, *, seed: int) -> str:
    """Plain sentences with a name, figures and a date in each; another seed tells of the same things with other figures."""
    lines: list[str] = []
    length = number = 0
    while length < size_kb * 1000:
        topic, place = _TOPICS[number % len(_TOPICS)], _PLACES[number % len(_PLACES)]
        visitors, price, day = 200 + (number * 37 + seed * 911) % 7000, 3 + (number * 7 + seed * 5) % 90, 1 + (number + seed * 3) % 28
        line = f"The {topic} at {place} opened on {day} May 2031, drew {visitors} visitors and charged {price}.50 euros for entry number {number}."
        lines.append(line)
        length += len(line) + 1
        number += 1
    return " ".join(lines)[: size_kb * 1000]


def _half_made_up(size_kb: int) -> str:
    pairs = zip(statements(size_kb, seed=0).split(". "), statements(size_kb, seed=1).split(". "), strict=False)
    return ". ".join(good if number % 2 else bad for number, (good, bad) in enumerate(pairs))


def _context(size_kb: int) -> Context:
    """Evidence of this size: a third tells what the answers tell, the rest is of something else."""
    told = statements(max(1, size_kb // 3), seed=0).split(". ")
    passages = [{"id": f"told{at}", "text": ". ".join(told[at : at + 20])} for at in range(0, len(told), 20)]
    return Context.from_openai((), evidence=[*passages, *unrelated_passages(max(1, size_kb - size_kb // 3))])


def _seconds(guard: Guard, text: str, context: Context, *, repeat: int) -> float:
    answer = Answer(text, QUESTION)
    gc.collect()
    taken: list[float] = []
    for _ in range(repeat):
        start = time.process_time()
        guard.check_answer(answer, context=context)
        taken.append(time.process_time() - start)
    return min(taken)


def _growth(figures: Sequence[float]) -> str:
    return ", ".join(f"{later / earlier:.2f}" for earlier, later in pairwise(figures))


if __name__ == "__main__":
    raise SystemExit(main())
