"""Growth of time with hostile text: `python -m benchmarks.growth [--only NAME] [--json OUT]`.

Each subject reads each hostile unit repeated to n, 2n and 4n characters, and ordinary text of 4n, in processor time: once, and best of
three where that comes near a limit. Growth is the exponent e of time ~ length^e between n and 4n; the ratio is hostile over ordinary time
at 4n. What grows faster than `MAX_EXPONENT` or costs more than `MAX_RATIO` is flagged, and the exit code is 1. A case whose longest text
takes less than the floor is too quick to time and never flagged.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

from .growth_subjects import Subject, subjects

CHARS = 5_000
RUNS = 3
MAX_EXPONENT = 1.5
MAX_RATIO = 20.0
FLOOR_MS = 20.0
_STEPS = (1, 2, 4)
_TICK = 1e-6
_CACHED = type(lru_cache(maxsize=2)(len))
_NEAR = 1.25

HEAD = ("| subject | cases | ordinary ms | worst growth | on | worst ratio | on | flagged |", "|---|--:|--:|--:|---|--:|---|--:|")

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Growth:
    """Times of one subject on one unit: seconds at n, 2n and 4n, and seconds of ordinary text at 4n."""

    subject: str
    unit: str
    seconds: tuple[float, float, float]
    ordinary: float

    @property
    def exponent(self) -> float:
        """Between n and 4n: 1 is linear, 2 quadratic."""
        first, _, last = self.seconds
        return math.log(max(last, _TICK) / max(first, _TICK), _STEPS[-1])

    @property
    def ratio(self) -> float:
        """Hostile over ordinary text of the same length."""
        return max(self.seconds[-1], _TICK) / max(self.ordinary, _TICK)

    def is_flagged(self, *, floor_ms: float = FLOOR_MS) -> bool:
        """Whether it takes time to speak of, and grows too fast or costs too much."""
        return 1e3 * self.seconds[-1] >= floor_ms and (self.exponent > MAX_EXPONENT or self.ratio > MAX_RATIO)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write where asked; 1 where a case is flagged."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", metavar="NAME", help="only the subjects whose name holds this")
    parser.add_argument("--chars", type=int, default=CHARS, help="n, the shortest length in characters")
    parser.add_argument("--floor-ms", type=float, default=FLOOR_MS, help="cases that take less at 4n are not flagged")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write every case as well")
    options = parser.parse_args(arguments)
    chosen = [subject for subject in subjects() if options.only is None or options.only in subject.name]
    if not chosen:
        parser.error(f"no subject is named like `{options.only}`; known are {', '.join(subject.name for subject in subjects())}")
    cases: list[Growth] = []
    print("\n".join(HEAD))
    for subject in chosen:
        own = list(measured([subject], chars=options.chars, floor_ms=options.floor_ms))
        print(line(own, floor_ms=options.floor_ms), flush=True)
        cases.extend(own)
    print("\n".join(flagged(cases, floor_ms=options.floor_ms)))
    if options.json is not None:
        options.json.write_text(json.dumps(as_json(cases, floor_ms=options.floor_ms), indent=1), encoding="utf-8")
    return int(any(case.is_flagged(floor_ms=options.floor_ms) for case in cases))


def measured(chosen: Iterable[Subject], *, chars: int, floor_ms: float = FLOOR_MS, clock: Clock = time.process_time) -> Iterator[Growth]:
    """Every case of the subjects; an interpreter's first call of each is not measured."""
    for subject in chosen:
        subject.ordinary(1_000)()
        ordinary = best(subject.ordinary(_STEPS[-1] * chars), clock=clock)
        for unit, work in subject.hostile.items():
            yield _case(subject.name, unit, [work(step * chars) for step in _STEPS], ordinary=ordinary, floor_ms=floor_ms, clock=clock)


def _case(name: str, unit: str, works: Sequence[Callable[[], object]], *, ordinary: float, floor_ms: float, clock: Clock) -> Growth:
    def timed(runs: int) -> Growth:
        first, second, last = (best(work, runs=runs, clock=clock) for work in works)
        return Growth(name, unit, (first, second, last), ordinary)

    once = timed(1)
    # One run tells what is far from every limit, on either side; what comes near one is measured with care.
    shares = (once.exponent / MAX_EXPONENT, once.ratio / MAX_RATIO)
    is_clear = 1e3 * once.seconds[-1] < floor_ms or max(shares) < 1 / _NEAR or max(shares) > _NEAR
    return once if is_clear else timed(RUNS)


def best(work: Callable[[], object], *, runs: int = RUNS, clock: Clock = time.process_time) -> float:
    """The shortest of some runs, in the clock's unit."""
    spent: list[float] = []
    for _ in range(runs):
        forget()
        start = clock()
        work()
        spent.append(clock() - start)
    return min(spent)


def forget() -> None:
    """Empty the bounded caches of groundrules, which hold texts that were read before; unbounded ones hold tables and stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith("groundrules"):
            for found in list(vars(module).values()):
                held = cast("object", found if isinstance(found, _CACHED) else getattr(found, "__wrapped__", None))
                if isinstance(held, _CACHED) and (held.cache_parameters()["maxsize"] or 0) > 1:
                    held.cache_clear()


def line(own: Sequence[Growth], *, floor_ms: float = FLOOR_MS) -> str:
    """The worst cases of one subject."""
    timed = [case for case in own if 1e3 * case.seconds[-1] >= floor_ms]
    steep = max(timed, key=lambda case: case.exponent, default=None)
    dear = max(own, key=lambda case: case.ratio)
    growth = "too quick |" if steep is None else f"{steep.exponent:.2f} | {_shown(steep.unit)}"
    count = sum(case.is_flagged(floor_ms=floor_ms) for case in own)
    return f"| {dear.subject} | {len(own)} | {1e3 * dear.ordinary:.1f} | {growth} | {dear.ratio:.1f} | {_shown(dear.unit)} | {count} |"


def flagged(cases: Sequence[Growth], *, floor_ms: float = FLOOR_MS) -> Iterator[str]:
    """How many are flagged, and a line for each."""
    found = [case for case in cases if case.is_flagged(floor_ms=floor_ms)]
    yield f"\n{len(found)} of {len(cases)} cases flagged (growth over {MAX_EXPONENT}, or ratio over {MAX_RATIO:.0f}; floor {floor_ms:.0f} ms)"
    for case in found:
        times = " ".join(f"{1e3 * seconds:.0f}" for seconds in case.seconds)
        yield f"flagged: {case.subject} on {_shown(case.unit)}: {times} ms, growth {case.exponent:.2f}, ratio {case.ratio:.1f}"


def _shown(unit: str) -> str:
    return "`" + ascii(unit)[1:-1].replace("|", "\\|") + "`"


def as_json(cases: Iterable[Growth], *, floor_ms: float = FLOOR_MS) -> list[dict[str, object]]:
    """Every case with its figures."""
    figures: list[dict[str, object]] = []
    for case in cases:
        shown = {**asdict(case), "unit": ascii(case.unit)[1:-1]}
        figures.append({**shown, "exponent": case.exponent, "ratio": case.ratio, "flagged": case.is_flagged(floor_ms=floor_ms)})
    return figures


if __name__ == "__main__":
    sys.exit(main())
