"""An audit record: two decisions kept in a chained log, the log verified, an edit found, and both decisions replayed under another policy."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path

from groundrules import Context, Guard, Kind, Policy, ToolCall, ToolRegistry
from groundrules.engine.types import Json
from groundrules.record import JsonLinesSink, decision_entry, mask_values, replay_log, verify_log

TOOL: Json = {"name": "cancel_booking", "input_schema": {"type": "object", "properties": {"booking_id": {"type": "string"}}, "required": ["booking_id"]}}


def main() -> None:
    """Keep, verify, tamper, replay."""
    guard, registry = Guard(), ToolRegistry.from_openai([TOOL])
    context = Context.from_openai([{"role": "user", "content": "Cancel booking KX-20931 and tell lena@example.com."}])
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "audit.log"
        hook = mask_values([Kind.EMAIL], b"sixteen bytes or more, kept elsewhere")
        sink = JsonLinesSink(log, redact=hook, clock=lambda: datetime(2031, 5, 6, 9, tzinfo=UTC))
        for number, booking in enumerate(("KX-20931", "KX-20913"), start=1):
            call = ToolCall("cancel_booking", {"booking_id": booking}, f"call_{number}")
            verdict = guard.check_tool_call(call, context=context, registry=registry)
            sink.append(decision_entry(call, verdict, session_id="s1", context=context, registry=registry))
        found = verify_log(log)
        print("whole:", found.is_whole, "lines:", found.head.count)
        print("address in the log:", b"lena@example.com" in log.read_bytes())

        replay = replay_log(log, Guard(policy=Policy.from_mapping({"parameters": {"*.booking_id": {"trusted": True}}})))
        for change in replay.changes:
            print(f"line {change.line}, {change.call_id}: {change.before} -> {change.after}")

        log.write_bytes(log.read_bytes().replace(b'"outcome":"blocked"', b'"outcome":"allowed"'))
        fault = verify_log(log).fault
        print("after an edit:", None if fault is None else f"line {fault.line}: {fault.problem}")


if __name__ == "__main__":
    main()
