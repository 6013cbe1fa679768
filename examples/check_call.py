"""One proposed call, checked against the conversation: what is grounded and by which words, what is invented, what to do."""

from __future__ import annotations

import json
from pathlib import Path

from groundrules import Context, Guard, ToolCall, ToolRegistry

case = json.loads((Path(__file__).parent / "invented_id.json").read_text(encoding="utf-8"))

guard = Guard()
verdict = guard.check_tool_call(
    ToolCall(case["call"]["name"], case["call"]["arguments"]),
    context=Context.from_openai(case["messages"]),
    registry=ToolRegistry.from_openai(case["tools"]),
)

print(f"{verdict.tool_name}: {verdict.decision.value}")
for item in verdict.items:
    quoted = ", ".join(f"`{evidence.text}` in {evidence.source_id}" for evidence in item.evidence)
    print(f"  {item.item}: {item.outcome.value} ({quoted or item.explanation})")
    if item.suggestion is not None:
        print(f"    perhaps {item.suggestion}?")
