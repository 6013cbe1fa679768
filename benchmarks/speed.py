"""Speed in processor time, and its growth with the context: `python -m benchmarks.speed`. Figures are printed, never asserted."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from statistics import median

from groundrules.cli.dilution import unrelated_passages
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Json
from groundrules.rules import load_rules

SIZES_KB = (12, 25, 50, 100, 200, 400)
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
    options = parser.parse_args(arguments)
    print("\n".join(report(repeat=options.repeat)))
    return 0


def report(*, repeat: int) -> Iterator[str]:
    """The lines of the report."""
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
        cold.append(figures[3])
        warm.append(figures[5])
        yield f"| {size} | " + " | ".join(f"{figure:.2f}" if figure < 10 else f"{figure:.0f}" for figure in figures) + " |"
    yield f"\ncold bad call, time for twice the text: {_growth(cold)}"
    yield f"warm bad call, time for twice the text: {_growth(warm)}"
    bare, whole = _start_ms("pass"), _start_ms("import groundrules")
    yield f"start of Python {bare:.0f} ms, with `import groundrules` {whole:.0f} ms ({whole / bare:.1f} times)"


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


def _start_ms(code: str) -> float:
    return 1e3 * min(_one_start(code) for _ in range(IMPORT_RUNS))


def _one_start(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def _growth(times: Sequence[float]) -> str:
    return ", ".join(f"{later / earlier:.2f}" for earlier, later in pairwise(times))


if __name__ == "__main__":
    sys.exit(main())
