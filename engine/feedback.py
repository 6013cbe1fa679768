"""The text that a model gets in place of a tool's result: what was wrong with its call, and which values would do."""

from __future__ import annotations

import json

from .feedback_mark import FEEDBACK_MARK
from .json_walk import parameter_name
from .registry import ToolRegistry
from .types import Decision, Flag, Json, Outcome
from .verdict import ItemVerdict, Verdict
from .views import plain, printable

MAX_ITEMS = 8
"""How many faults are told at once, the worst first."""
MAX_CHARS = 400
"""How much of one explanation is told."""
MAX_CHOICES = 30
"""How many members of a closed choice are listed."""

_NEXT = {
    Decision.REGENERATE: "Correct the call and make it again. Use only values that the user or a tool gave, or ask the user; do not guess.",
    Decision.HUMAN_REVIEW: "A person has to decide about this call. Do not make it again; say that it waits for approval.",
    Decision.BLOCK: "Do not make this very call again. Use only values that the user or a tool gave, or ask the user; do not guess.",
}


def feedback_text(verdict: Verdict, *, registry: ToolRegistry | None = None) -> str:
    """One JSON object in one line: `error`, `kind` (the mark by which a context knows it), `faults` with the admissible values, `question`, `next`.

    With the registry, the members of a closed choice are listed. The mark keeps it from ever being evidence.
    """
    stopped = [item for item in verdict.items if item.outcome is not Outcome.SUPPORTED]
    stopped.sort(key=lambda item: (item.item not in verdict.reasons, -item.outcome.rank, -item.severity, item.item))
    faults: list[Json] = [_fault(verdict, item, registry) for item in stopped[:MAX_ITEMS]]
    written: dict[str, Json] = {
        "error": f"the call of {_cut(verdict.tool_name, 80)} was not run",
        "kind": FEEDBACK_MARK,
        "faults": faults,
        "question": verdict.question,
        "next": _NEXT.get(verdict.decision, _NEXT[Decision.BLOCK]),
    }
    return json.dumps(written, ensure_ascii=False)


def _fault(verdict: Verdict, item: ItemVerdict, registry: ToolRegistry | None) -> dict[str, Json]:
    admissible: list[Json] = [] if item.suggestion is None else [plain(item.suggestion)]
    if item.flag is Flag.UNSUPPORTED_ENUM and registry is not None:
        admissible += [choice for choice in _choices(verdict.tool_name, item.item, registry) if choice not in admissible]
    return {"parameter": parameter_name(item.item), "problem": _cut(item.explanation, MAX_CHARS), "admissible": admissible}


def _choices(tool: str, pointer: str, registry: ToolRegistry) -> list[Json]:
    """The members of the closed choice at a pointer, where the schema lists them plainly."""
    spec = registry.resolve(tool)
    schema: Json = {} if spec is None else dict(spec.parameters)
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        below = properties.get(name) if isinstance(properties, dict) else None
        items = schema.get("items") if isinstance(schema, dict) else None
        schema = below if below is not None else items
    listed = schema.get("enum") if isinstance(schema, dict) else None
    return listed[:MAX_CHOICES] if isinstance(listed, list) else []


def _cut(text: str, limit: int) -> str:
    shown = printable(text)
    return shown if len(shown) <= limit else f"{shown[:limit]}…"
