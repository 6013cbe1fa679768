"""The runners: nothing runs before the plan is safe, each step is what was checked, and a broken run leaves a receipt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from groundrules.engine.errors import UnknownToolError
from groundrules.engine.guard import Guard
from groundrules.engine.plans.plan_policy import PlanPolicy
from groundrules.engine.plans.receipts import Verifier, attest
from groundrules.engine.plans.runner import AsyncPlanRunner, PlanRun, PlanRunner, StepRun
from groundrules.engine.registry import ToolRegistry, ToolSpec
from groundrules.engine.types import Json
from plan_cases import NOW, guard, step, tools

PLAN: Json = [step("a", "find_order"), step("b", "cancel_order"), step("c", "send_note", depends_on=["b"])]
Runs = Callable[..., PlanRun[str]]


def sync_run(plan: Json, execute: Callable[[StepRun[str]], str], *, registry: Callable[[], ToolRegistry] = tools, policy: PlanPolicy | None = None) -> PlanRun[str]:
    """A run by the plain runner."""
    return PlanRunner(guard(), execute, registry=registry, clock=lambda: NOW, policy=policy).run(plan)


def async_run(plan: Json, execute: Callable[[StepRun[str]], str], *, registry: Callable[[], ToolRegistry] = tools, policy: PlanPolicy | None = None) -> PlanRun[str]:
    """The same by the async runner."""

    async def executor(run: StepRun[str]) -> str:
        await asyncio.sleep(0)
        return execute(run)

    return asyncio.run(AsyncPlanRunner(guard(), executor, registry=registry, clock=lambda: NOW, policy=policy).run(plan))


both = pytest.mark.parametrize("run", [sync_run, async_run], ids=["sync", "async"])


def tool_of(run: StepRun[str]) -> str:
    """An executor that only says what it was asked for."""
    return ",".join(call.tool for call in run.calls)


@both
def test_a_safe_plan_runs_in_order(run: Runs) -> None:
    """Each step once, in order, with the results of those before it."""
    seen: list[tuple[str, tuple[str, ...]]] = []

    def execute(step: StepRun[str]) -> str:
        seen.append((step.step.id, tuple(step.results)))
        return tool_of(step)

    done = run(PLAN, execute)
    assert (done.completed, done.abort) == (True, None)
    assert done.results == {"a": "find_order", "b": "cancel_order", "c": "send_note"}
    assert seen == [("a", ()), ("b", ("a",)), ("c", ("a", "b"))]


@both
def test_nothing_runs_of_a_plan_that_may_not_proceed(run: Runs) -> None:
    """The fault is in the last step, and the first does not run."""
    done = run([step("a", "find_order"), step("b", "wipe_disk")], tool_of)
    assert (done.completed, done.results) == (False, {})
    assert done.abort is not None
    assert (done.abort.aborted_at_step, done.abort.last_valid_step, done.abort.roll_back) == ("b", None, ())


@both
def test_a_tool_that_drifts_between_steps_stops_the_run(run: Runs) -> None:
    """The registry is asked before each step; what ran before is named for roll-back, but for what only reads."""
    later = ToolRegistry([ToolSpec("find_order"), ToolSpec("cancel_order"), ToolSpec("send_note", "Deletes notes.")])
    answers = iter([tools(), tools(), tools(), later])
    done = run(PLAN, tool_of, registry=lambda: next(answers))
    assert list(done.results) == ["a", "b"]
    assert done.abort is not None
    assert (done.abort.aborted_at_step, done.abort.last_valid_step, done.abort.roll_back) == ("c", "b", ("b",))
    assert "`send_note` is changed" in done.abort.reason


@both
def test_a_tool_of_a_nested_call_drifts_as_well(run: Runs) -> None:
    """Tools that arguments name belong to their step."""
    plan: Json = [{"step_id": "a", "tool": "find_order", "arguments": {"then": "send_note"}}]
    answers = iter([tools(), tools("find_order", "cancel_order")])
    done = run(plan, tool_of, registry=lambda: next(answers))
    assert done.abort is not None
    assert "`send_note` is gone" in done.abort.reason


@both
def test_an_unknown_tool_found_by_the_executor_stops_the_run(run: Runs) -> None:
    """Its own step counts among what must be undone where it had more than one call."""

    def execute(step: StepRun[str]) -> str:
        if step.step.id == "b":
            raise UnknownToolError("cancel_order")
        return tool_of(step)

    done = run([step("a", "send_note"), step("b", "cancel_order", "send_note")], execute)
    assert done.abort is not None
    assert (done.abort.aborted_at_step, done.abort.last_valid_step, done.abort.roll_back) == ("b", "a", ("b", "a"))


@both
def test_other_errors_of_the_executor_are_the_hosts(run: Runs) -> None:
    """They pass through untouched."""

    def execute(step: StepRun[str]) -> str:
        raise TimeoutError(step.step.id)

    with pytest.raises(TimeoutError):
        run(PLAN, execute)


@both
def test_a_fallback_runs_in_place_of_an_unknown_tool(run: Runs) -> None:
    """The executor is handed the fallback with the arguments of the call it stands in for, never the unknown tool; in a sandbox that one stays."""
    plan: Json = [{"step_id": "a", "tool": "find_everything", "arguments": {"id": 1}, "fallbacks": ["find_order"]}]
    handed: list[tuple[str, Json]] = []

    def execute(step: StepRun[str]) -> str:
        handed.extend((call.tool, call.arguments) for call in step.calls)
        return ""

    assert run(plan, execute).completed
    assert run([step("a", "find_everything")], execute, policy=PlanPolicy(sandbox=True)).completed
    assert handed == [("find_order", {"id": 1}), ("find_everything", None)]


class Opener:
    """Stands for a signer and verifier whose tokens are the texts themselves."""

    kid = "k"

    def sign(self, payload: str) -> str:
        return payload

    def payload(self, token: str) -> str | None:
        return token


@pytest.mark.parametrize(("minutes", "ran"), [(1, ["a", "b", "c"]), (8, ["a", "b"])])
def test_receipts_are_verified_on_use(minutes: int, ran: list[str]) -> None:
    """A receipt that expires on the way stops the run before the step that needs it."""
    times = iter([NOW, *(NOW + timedelta(minutes=minutes * number) for number in range(20))])
    opener = Opener()

    def clock() -> datetime:
        return next(times)

    runner = PlanRunner(Guard(), tool_of, registry=tools, clock=clock, signer=opener, verifier=opener)
    done = runner.run(PLAN)
    assert list(done.results) == ran
    assert done.completed is (ran == ["a", "b", "c"])
    if done.abort is not None:
        assert "expired" in done.abort.reason
        assert done.abort.signature == done.abort.claims()


def test_a_verifier_refuses_receipts_that_nobody_signed() -> None:
    """With a verifier and no signer nothing runs."""
    verifier: Verifier = Opener()
    done = PlanRunner(guard(), tool_of, registry=tools, clock=lambda: NOW, verifier=verifier).run(PLAN)
    assert done.results == {}
    assert done.abort is not None
    assert "unsigned" in done.abort.reason


def test_attestations_issued_beforehand() -> None:
    """Where the registry has attested its tools itself, those receipts are the ones that are verified."""
    opener = Opener()
    given = [attest(name, registry=tools(), registry_id="local", now=NOW, ttl_s=60, signer=opener) for name in ("find_order", "cancel_order", "send_note")]
    for issued, ran in ((given, ["a", "b", "c"]), (given[:2], ["a", "b"]), ([given[0], replace(given[1], schema_digest="0" * 64)], ["a"])):
        runner = PlanRunner(guard(), tool_of, registry=tools, clock=lambda: NOW, verifier=opener, attestations=issued)
        assert list(runner.run(PLAN).results) == ran
