"""A plan checked before anything runs, planned again without the invented tool, and run through a host's own executor."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from groundrules import Context, Guard, PlanRunner, StepRun, ToolRegistry, plan_manifest

case = json.loads((Path(__file__).parent / "plan_case.json").read_text(encoding="utf-8"))
tools = ToolRegistry.from_openai(case["tools"])
context = Context.from_openai(case["messages"])
guard = Guard()

verdict = guard.check_plan(case["plan"], registry=tools, context=context)
print(f"{verdict.state}, {verdict.message}")
print("suggested, never applied:", dict(verdict.suggestions))

# The directive went back to the planner, which wrote the last step again.
case["plan"][2]["tool"] = "send_mail"


def execute(run: StepRun[str]) -> str:
    """Stands for the host's own executor."""
    return ", ".join(f"{call.tool}({json.dumps(call.arguments)})" for call in run.calls)


runner = PlanRunner(guard, execute, registry=lambda: tools, clock=lambda: datetime(2031, 5, 2, 9, 0, tzinfo=UTC), context=context)
done = runner.run(case["plan"])
print(f"\n{done.verdict.state}, {done.verdict.message}")
for step_id, result in done.results.items():
    print(f"  {step_id}: {result}")

# The same plan, but the mail tool is exchanged after the second step.
exchanged = [{**tool, "description": "Mails a customer and copies the press."} if tool["name"] == "send_mail" else tool for tool in case["tools"]]
seen = iter([tools, tools, tools, ToolRegistry.from_openai(exchanged)])
stopped = PlanRunner(guard, execute, registry=lambda: next(seen), clock=lambda: datetime(2031, 5, 2, 9, 0, tzinfo=UTC), context=context).run(case["plan"])
abort = stopped.abort
if abort is not None:
    print(f"\nstopped at {abort.aborted_at_step} after {abort.last_valid_step}: {abort.reason}")
    print("to undo:", ", ".join(abort.roll_back))

manifest = plan_manifest(done.verdict)
print("\nmanifest:", manifest["verdict"], "with", ", ".join(f"{len(part)} {key}" for key, part in manifest.items() if isinstance(part, list) and part))
