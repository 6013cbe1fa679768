"""Speed in processor time, and its growth with the context: `python -m benchmarks.speed`. Figures are printed, never asserted."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median

from groundrules.cli.dilution import unrelated_passages
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.stream import AnswerStream, StreamMode
from groundrules.engine.types import Json
from groundrules.rules import load_rules

SIZES_KB = (1, 10, 30, 100, 300, 1_000)
IMPORT_RUNS = 5

_TOOL: dict[str, Json] = {
    "type": "function",
    "function": {
        "name": "book_transfer",
        "description": "Book a transfer for a guest.",
        "parameters": {
            "type": "object",
            "properties": {
                "guest": {"type": "string"},
                "email": {"type": "string", "format": "email"},
                "booking_id": {"type": "string"},
                "date": {"type": "string", "format": "date"},
                "seats": {"type": "integer"},
                "price": {"type": "number"},
            },
            "required": ["guest", "email", "booking_id", "date"],
        },
    },
}
_REQUEST: dict[str, Json] = {
    "role": "user",
    "content": "Transfer for Ines Marchetti (ines.marchetti@example.com), booking TR-77120, 14 May 2031, 3 seats, at most 48.50.",
}
_GOOD: dict[str, Json] = {
    "guest": "Ines Marchetti",
    "email": "ines.marchetti@example.com",
    "booking_id": "TR-77120",
    "date": "2031-05-14",
    "seats": 3,
    "price": 48.5,
}
_BAD: dict[str, Json] = {**_GOOD, "booking_id": "TR-77170", "email": "i.marchetti@example.org"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--repeat", type=int, default=200, help="warm checks per figure")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write one row per measure as well")
    options = parser.parse_args(arguments)
    rows: list[Row] = []
    for line in report(rows, repeat=options.repeat):
        print(line, flush=True)
    if options.json is not None:
        options.json.write_text(json.dumps([row.as_json() for row in rows], indent=1), encoding="utf-8")
    return 0


@dataclass(frozen=True, slots=True)
class Row:
    """One measure; `size` in KB of context, 0 where it has none. `floor_ratio` is the value over that of `re.findall` for words over the same text."""

    name: str
    size: int
    value: float
    unit: str
    floor_ratio: float | None = None

    def as_json(self) -> dict[str, Json]:
        """The documented form; no peer is measured in this run."""
        return {**asdict(self), "peer": None, "peer_ratio": None}


def report(rows: list[Row], *, repeat: int) -> Iterator[str]:
    """The lines of the report; its measures are put into `rows`."""
    guard = Guard(rules=load_rules())
    registry = ToolRegistry.from_openai([_TOOL])
    calls = (ToolCall("book_transfer", _GOOD), ToolCall("book_transfer", _BAD))
    _check(guard, calls[1], _context(1), registry)  # the first check of a process also loads the libraries; that is not measured here
    yield "| context KB | build ms | build MB/s | cold good us | cold bad us | warm good us | warm bad us | MB held | bytes per char |"
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    warm: list[float] = []
    cold: list[float] = []
    for size in SIZES_KB:
        figures = _figures(size, guard=guard, registry=registry, calls=calls, repeat=repeat)
        floor_ms = 1e3 * _floor(size)
        rows += [Row(name, size, value, unit, value / floor_ms if name == "build" else None) for (name, unit), value in zip(_NAMES, figures, strict=True)]
        cold.append(figures[3])
        warm.append(figures[5])
        yield f"| {size} | " + " | ".join(f"{figure:.2f}" if figure < 10 else f"{figure:.0f}" for figure in figures) + " |"
    yield f"\ncold bad call, time from size to size: {_growth(cold)}"
    yield f"warm bad call, time from size to size: {_growth(warm)}"
    rows += list(stream_rows(guard))
    bare = _start("pass")
    for code in ("import groundrules", "from groundrules import Context, Guard, ToolCall, ToolRegistry"):
        spent, held = _start(code)
        rows += [Row(code, 0, spent - bare[0], "ms"), Row(f"{code}, memory", 0, held - bare[1], "MB")]
    yield "\n| measure | context KB | value | unit |\n|---|--:|--:|---|"
    yield from (f"| {row.name} | {row.size} | {row.value:.2f} | {row.unit} |" for row in rows if row.name not in dict(_NAMES))


_NAMES = (
    *(("build", "ms"), ("build rate", "MB/s"), ("cold good call", "us"), ("cold bad call", "us"), ("warm good call", "us"), ("warm bad call", "us")),
    *(("memory", "MB"), ("memory per char", "bytes")),
)
STREAM_SIZE_KB = 30
DELTA_CHARS = 4


def stream_rows(guard: Guard) -> Iterator[Row]:
    """What streaming an answer of copied sentences in small deltas costs, per delta and against one check of the whole."""
    passages = unrelated_passages(STREAM_SIZE_KB)
    context = Context.from_openai((_REQUEST,), evidence=passages)
    answer = "\n\n".join(str(passage["text"]) for passage in passages[3:40])[:1_500]
    deltas = [answer[at : at + DELTA_CHARS] for at in range(0, len(answer), DELTA_CHARS)]
    guard.check_answer(answer, context=context)
    batch = median(_seconds(partial(guard.check_answer, answer, context=context)) for _ in range(9))
    yield Row("answer check, batch", STREAM_SIZE_KB, 1e3 * batch, "ms")
    for mode in StreamMode:
        spent: list[float] = []
        totals: list[float] = []
        for _ in range(9):
            stream = AnswerStream(guard, context=context, mode=mode)
            own = [_seconds(partial(stream.feed, delta)) for delta in deltas]
            spent += own
            totals.append(sum(own) + _seconds(stream.close))
        spent.sort()
        yield Row(f"stream {mode.value}, delta median", STREAM_SIZE_KB, 1e6 * median(spent), "us")
        yield Row(f"stream {mode.value}, delta p99", STREAM_SIZE_KB, 1e6 * spent[len(spent) * 99 // 100], "us")
        yield Row(f"stream {mode.value}, total over batch", STREAM_SIZE_KB, median(totals) / batch, "times")


def _floor(size: int) -> float:
    texts = [str(passage["text"]) for passage in unrelated_passages(size)]
    return median(_seconds(lambda: [re.findall(r"\w+", text) for text in texts]) for _ in range(5))


def _figures(size: int, *, guard: Guard, registry: ToolRegistry, calls: tuple[ToolCall, ToolCall], repeat: int) -> tuple[float, ...]:
    good, bad = calls
    passages = unrelated_passages(size)
    build = median(_seconds(lambda: Context.from_openai((_REQUEST,), evidence=passages)) for _ in range(5))
    cold = [median(_cold(guard, call, size, registry) for _ in range(3)) for call in calls]
    context = _context(size)
    warm: list[float] = []
    for call in (good, bad):
        _check(guard, call, context, registry)
        warm.append(median(_seconds(partial(_check, guard, call, context, registry)) for _ in range(repeat)))
    memory = _memory(guard, bad, size, registry)
    in_us = [1e6 * seconds for seconds in (*cold, *warm)]
    return (1e3 * build, size / 1e3 / build, *in_us, memory / 1e6, memory / (size * 1e3))


def _context(size: int) -> Context:
    return Context.from_openai((_REQUEST,), evidence=unrelated_passages(size))


def _check(guard: Guard, call: ToolCall, context: Context, registry: ToolRegistry) -> None:
    guard.check_tool_call(call, context=context, registry=registry)


def _cold(guard: Guard, call: ToolCall, size: int, registry: ToolRegistry) -> float:
    context = _context(size)
    return _seconds(lambda: _check(guard, call, context, registry))


def _memory(guard: Guard, call: ToolCall, size: int, registry: ToolRegistry) -> int:
    passages = unrelated_passages(size)
    tracemalloc.start()
    context = Context.from_openai((_REQUEST,), evidence=passages)
    _check(guard, call, context, registry)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held


def _seconds(work: Callable[[], object]) -> float:
    # Processor time: what else runs on the machine does not count.
    start = time.process_time()
    work()
    return time.process_time() - start


def _start(code: str) -> tuple[float, float]:
    """Processor time in ms and peak memory in MB of a new interpreter, the least of some runs; Linux only."""
    runs = [_one_start(code) for _ in range(IMPORT_RUNS)]
    return min(spent for spent, _ in runs), min(held for _, held in runs)


def _one_start(code: str) -> tuple[float, float]:
    told = (
        f"{code}\nimport time\nspent = time.process_time()\n"
        "with open('/proc/self/status') as status:\n    print(spent, next(line.split()[1] for line in status if line.startswith('VmHWM')))"
    )
    output = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout.split()
    return 1e3 * float(output[0]), float(output[1]) / 1e3


def _growth(times: Sequence[float]) -> str:
    return ", ".join(f"{later / earlier:.2f}" for earlier, later in pairwise(times))


if __name__ == "__main__":
    sys.exit(main())
