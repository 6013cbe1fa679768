"""groundrules in front of another guard: what the rules settle skips it, and only what they leave undecided goes on to it.

The other guard here is a script that stands for a slow one, such as a model that is asked. It is only ever asked about undecided calls, so that it cannot
talk the rules out of a refusal.
"""

from __future__ import annotations

from collections.abc import Callable

from groundrules import Context, Guard, Json, Outcome, ToolCall, ToolRegistry, Verdict

TOOLS: list[Json] = [
    {
        "type": "function",
        "function": {
            "name": "send_invoice",
            "parameters": {
                "type": "object",
                "properties": {"invoice_id": {"type": "string"}, "email": {"type": "string"}, "tone": {"type": "string"}},
                "required": ["invoice_id", "email"],
            },
        },
    }
]
SAID = "Send invoice INV-2031-0077 to rosa.blum@example.com, and be nice about it."
CALLS = (
    ToolCall("send_invoice", {"invoice_id": "INV-2031-0077", "email": "rosa.blum@example.com"}, "call_1"),
    ToolCall("send_invoice", {"invoice_id": "INV-2031-0078", "email": "rosa.blum@example.com"}, "call_2"),
    ToolCall("send_invoice", {"invoice_id": "INV-2031-0077", "email": "rosa.blum@example.com", "tone": "friendly"}, "call_3"),
    ToolCall("send_invoice", {"invoice_id": "INV-2031-0077", "email": "rosa.blum@example.com", "tone": "threatening"}, "call_4"),
)


def scripted_guard(call: ToolCall, items: tuple[str, ...]) -> bool:
    """The other guard: True where it lets the open items of the call pass."""
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    print(f"    the other guard is asked about {', '.join(items)}")
    return arguments.get("tone") == "friendly"


def is_settled(verdict: Verdict) -> bool:
    """True where the rules alone decide: the call may run, or something in it is not merely undecided, or a rule failed."""
    faults = [finding for finding in verdict.findings if finding.outcome not in (Outcome.SUPPORTED, Outcome.UNDECIDED)]
    return verdict.decision.may_run or bool(faults) or bool(verdict.errors)


def may_run(call: ToolCall, verdict: Verdict, other: Callable[[ToolCall, tuple[str, ...]], bool]) -> bool:
    """The decision of both guards."""
    return verdict.decision.may_run if is_settled(verdict) else other(call, verdict.open)


def main() -> None:
    """Check each call, and count how often the other guard was needed."""
    guard, registry = Guard(), ToolRegistry.from_openai(TOOLS)
    context = Context.from_openai([{"role": "user", "content": SAID}])
    passed_on = 0
    for call in CALLS:
        verdict = guard.check_tool_call(call, context=context, registry=registry)
        passed_on += not is_settled(verdict)
        print(f"{call.id}: {'settled' if is_settled(verdict) else 'undecided'}")
        print(f"    {'runs' if may_run(call, verdict, scripted_guard) else 'stopped'}")
    print(f"{len(CALLS) - passed_on} of {len(CALLS)} calls skipped the other guard")


if __name__ == "__main__":
    main()
