"""Time of one plan check against one JSON parse of the same plan: `python -m benchmarks.plans [--steps N] [--tools N] [--repeat N]`.

The plan is a JSON text of steps with arguments, dependencies and references between steps; half the plans also hold unknown tools. Processor time, the
best of several runs on either side; the ratio counts, and over 100 the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from groundrules import Guard, ToolRegistry
from groundrules.engine.types import Json

MAX_RATIO = 100.0
WORDS = ("order", "invoice", "ticket", "parcel", "room", "report", "contact", "meeting", "refund", "quote")
VERBS = ("get", "list", "find", "create", "update", "cancel", "send", "export", "close", "merge")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 where a ratio is over the limit."""
    options = _parser().parse_args(arguments)
    registry = ToolRegistry.from_openai(tool_definitions(options.tools))
    worst = 0.0
    print(f"{options.steps} steps, {options.tools} tools\n")
    print("| plan | KB | parse ms | check ms | ratio | verdict |")
    print("|---|--:|--:|--:|--:|---|")
    for name, unknown in (("all tools registered", 0), ("every tenth tool unknown", 10), ("every tool unknown", 1)):
        text = plan_text(options.steps, tools=options.tools, unknown_every=unknown)
        parse = _best(partial(json.loads, text), options.repeat)
        check = _best(partial(Guard().check_plan, text, registry=registry), options.repeat)
        ratio = check / parse
        worst = max(worst, ratio)
        state = Guard().check_plan(text, registry=registry).state.value
        print(f"| {name} | {len(text) / 1e3:.0f} | {1e3 * parse:.1f} | {1e3 * check:.0f} | {ratio:.1f} | {state} |")
    return int(worst > MAX_RATIO)


def tool_definitions(count: int) -> Iterator[dict[str, Json]]:
    """So many tools, each with three parameters."""
    for number in range(count):
        properties: dict[str, Json] = {"code": {"type": "string"}, "count": {"type": "integer", "minimum": 0}, "note": {"type": "string"}}
        schema: dict[str, Json] = {"type": "object", "properties": properties, "required": ["code"], "additionalProperties": False}
        yield {"name": tool_name(number), "description": f"Works on the {WORDS[number % 10]} of desk {number}.", "inputSchema": schema}


def tool_name(number: int) -> str:
    """The name of a tool by its number."""
    return f"{VERBS[number // 10 % 10]}_{WORDS[number % 10]}_{number}"


def plan_text(steps: int, *, tools: int, unknown_every: int) -> str:
    """A plan in JSON; each step after the first takes a value from the one before. Every so manieth tool is unknown, none where it is 0."""
    made: list[Json] = []
    for number in range(steps):
        name = tool_name(number * 7 % tools)
        if unknown_every and number % unknown_every == 0:
            name = f"{name}_v{number}"
        code = f"RX-{number}" if number == 0 else f"{{{{steps.s{number - 1}.output.code}}}}"
        call: Json = {"code": code, "count": number, "note": "checked by the desk"}
        before: list[Json] = [f"s{number - 1}"] if number else []
        made.append({"step_id": f"s{number}", "tool": name, "arguments": call, "depends_on": before, "grounding": "retrieval:doc-7"})
    return json.dumps({"plan_id": "benchmark", "steps": made})


def _best(work: Callable[[], object], repeat: int) -> float:
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plans", description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--tools", type=int, default=1_000)
    parser.add_argument("--repeat", type=int, default=3)
    return parser


if __name__ == "__main__":
    sys.exit(main())
