"""The gates of a plan verdict, in order; what falls, what is suggested, and what the errors say to retry libraries."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import groundrules.engine
import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import PlanRefusedError, PolicyError, UnknownToolError, is_retryable
from groundrules.engine.guard import Guard
from groundrules.engine.plans.manifest import manifest_digest, plan_manifest
from groundrules.engine.plans.plan_inquiry import PlanInquiry
from groundrules.engine.plans.plan_policy import PlanPolicy
from groundrules.engine.plans.plan_verdict import Directive, PlanState
from groundrules.engine.plans.snapshot_drift import snapshot_of
from groundrules.engine.policy import Policy
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.rule import Rule, RuleSet, Status, Subject
from groundrules.engine.types import Json
from groundrules.rules import load_rules
from jsonschema import Draft202012Validator
from plan_cases import NOW, step, tools, verdict_of

CONTRACT = Path(str(groundrules.engine.__file__)).parent / "contracts" / "plan_manifest.schema.json"
VALIDATOR = Draft202012Validator(json.loads(CONTRACT.read_text(encoding="utf-8")))
HALTING = PlanPolicy(allow_replanning=False)
STRICT = PlanPolicy(require_grounding=True)


@pytest.mark.parametrize("plan", [[], [step("a")], "", "Think about it.", {"steps": []}])
def test_no_tools(plan: Json) -> None:
    """First gate: a plan that names no tool may proceed, whatever else is asked of plans."""
    for policy in (PlanPolicy(), HALTING, STRICT):
        verdict = verdict_of(plan, policy=policy)
        assert (verdict.state, verdict.directive) == (PlanState.NO_TOOLS, Directive.PROCEED)


@pytest.mark.parametrize("plan", [7, None, True, "[{", '{"steps": 3}', {"unrelated": 1}, [[]], [step("a"), 7], float("nan"), {"tool": object()}])
def test_a_plan_that_cannot_be_read_never_proceeds(plan: Json) -> None:
    """No tool was found in it, but that is not the same as having none."""
    verdict = verdict_of(plan)
    assert verdict.directive is Directive.ACTION
    assert verdict_of(plan, policy=HALTING).directive is Directive.HALT
    assert "GR408" in {finding.rule_id for finding in verdict.findings}
    assert VALIDATOR.is_valid(plan_manifest(verdict))  # pyright: ignore[reportUnknownMemberType]: half-typed stub


def test_unknown_tools() -> None:
    """Second gate: plan again without them where that is allowed, else halt; the names are told in order and once."""
    plan = [step("a", "find_order"), step("b", "drop_table", "find_order"), step("c", "wipe_disk", "drop_table")]
    verdict = verdict_of(plan)
    assert (verdict.state, verdict.directive) == (PlanState.HALLUCINATED_TOOLS_DETECTED, Directive.ACTION)
    assert verdict.hallucinated_tools == ("drop_table", "wipe_disk")
    assert verdict.message.startswith("ACTION: re-plan without `drop_table`, `wipe_disk`")
    halted = verdict_of(plan, policy=HALTING)
    assert (halted.state, halted.directive) == (PlanState.HALLUCINATED_TOOLS_DETECTED, Directive.HALT)


def test_unknown_tools_come_before_missing_grounding() -> None:
    """The gates are asked in order."""
    assert verdict_of([step("a", "drop_table")], policy=STRICT).directive is Directive.ACTION


def test_missing_grounding() -> None:
    """Third gate: halt and name the steps, even where re-planning is allowed; a step without a tool needs no grounding."""
    plan = [step("a", "find_order", grounding="retrieval"), step("b", "send_note"), step("c", "cancel_order"), step("d")]
    verdict = verdict_of(plan, policy=STRICT)
    assert (verdict.state, verdict.directive) == (PlanState.ALL_TOOLS_VERIFIED, Directive.HALT)
    assert verdict.message == "HALT: grounding is required and nothing grounds the steps `b`, `c`"
    assert verdict.invalid == ("b", "c")
    assert verdict_of(plan).state is PlanState.PLAN_SAFE_TO_EXECUTE


def test_missing_grounding_comes_before_what_is_open() -> None:
    """A halt is not turned into a re-plan by a second fault."""
    assert verdict_of([step("a", "find_order", depends_on=["a"])], policy=STRICT).directive is Directive.HALT


@pytest.mark.parametrize(
    "plan",
    [
        [step("a", "find_order", depends_on=["b"]), step("b", "find_order")],
        [step("a", "find_order"), step("a", "find_order")],
        [step("a", "find_order", depends_on=["nowhere"])],
        [step("a", "find_order"), 7],
        [{"step_id": "a", "tool": "find_order", "arguments": "{broken"}],
    ],
)
def test_what_is_open(plan: Json) -> None:
    """Fourth gate: every tool exists, but a reference, a step id, an argument or a part that cannot be read is open."""
    verdict = verdict_of(plan)
    assert (verdict.state, verdict.directive) == (PlanState.ALL_TOOLS_VERIFIED, Directive.ACTION)
    assert verdict.open
    halted = verdict_of(plan, policy=HALTING)
    assert (halted.state, halted.directive) == (PlanState.ALL_TOOLS_VERIFIED, Directive.HALT)


def test_the_async_check_is_the_same() -> None:
    """Same plan, same verdict."""
    plan = [step("a", "find_order")]
    assert asyncio.run(Guard().check_plan_async(plan, registry=tools(), now=NOW)) == Guard().check_plan(plan, registry=tools(), now=NOW)


def test_nothing_open() -> None:
    """Past the last gate the plan is safe."""
    verdict = verdict_of([step("a", "find_order"), step("b", "cancel_order", depends_on=["a"])])
    assert (verdict.state, verdict.directive) == (PlanState.PLAN_SAFE_TO_EXECUTE, Directive.PROCEED)
    assert (verdict.open, verdict.invalid, verdict.fallen) == ((), (), ())
    verdict.require()


def test_sandbox() -> None:
    """In a sandbox unknown tools may be named; they are still told, and other faults still stop the plan."""
    sandbox = PlanPolicy(sandbox=True)
    verdict = verdict_of([step("a", "drop_table")], policy=sandbox)
    assert (verdict.state, verdict.directive) == (PlanState.HALLUCINATED_TOOLS_DETECTED, Directive.PROCEED)
    assert verdict.hallucinated_tools == ("drop_table",)
    assert verdict_of([step("a", "drop_table", depends_on=["b"])], policy=sandbox).directive is Directive.ACTION


@pytest.mark.parametrize(
    ("fallbacks", "policy", "directive"),
    [
        (["cancel_order"], PlanPolicy(), Directive.PROCEED),
        (["cancel_order"], PlanPolicy(fallbacks=False), Directive.ACTION),
        (["wipe_disk"], PlanPolicy(), Directive.ACTION),
        (["wipe_disk", "cancel_order"], PlanPolicy(), Directive.PROCEED),
    ],
)
def test_fallbacks(fallbacks: list[Json], policy: PlanPolicy, directive: Directive) -> None:
    """A step's own registered fallback excuses it where the policy counts fallbacks; the directive names both."""
    verdict = verdict_of([step("a", "drop_table", fallbacks=fallbacks)], policy=policy)
    assert verdict.directive is directive
    assert "drop_table" in verdict.hallucinated_tools
    assert "`drop_table`" in verdict.message


def test_a_fallback_excuses_its_own_step_only() -> None:
    """The fallback of another step is no help."""
    plan = [step("a", "find_order", fallbacks=["cancel_order"]), step("b", "drop_table")]
    assert verdict_of(plan).directive is Directive.ACTION


def test_a_fallback_must_take_the_arguments_it_is_given() -> None:
    """What would go to the fallback is held against the schema of the fallback."""
    strict = ToolRegistry.from_openai([{"name": "close", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}])
    for name, directive in (("id", Directive.PROCEED), ("code", Directive.ACTION)):
        plan: Json = [{"step_id": "a", "tool": "shut", "arguments": {name: "x"}, "fallbacks": ["close"]}]
        assert verdict_of(plan, registry=strict).directive is directive


def test_leaving_rules_out_opens_no_gate() -> None:
    """Unknown tools, missing grounding and unreadable parts are read off the plan itself."""
    bare = Guard(rules=RuleSet(()))
    assert bare.check_plan([step("a", "drop_table")], registry=tools()).directive is Directive.ACTION
    assert bare.check_plan([step("a", "find_order")], registry=tools(), policy=STRICT).directive is Directive.HALT
    assert bare.check_plan([step("a", "find_order"), 7], registry=tools()).directive is Directive.ACTION


def test_a_rule_that_fails_leaves_the_plan_open() -> None:
    """An exception in a rule becomes an error and an open plan, never a safe one."""

    def check(inquiry: PlanInquiry) -> tuple[()]:
        raise RuntimeError(inquiry.plan.id)

    doc = "Fails.\n\n**Why.** For a test.\n\n**Silent when.** Never.\n\n**Not caught.** All."
    broken = Rule("GR499", "broken-check", "0.1", Status.PREVIEW, check, doc, subject=Subject.PLAN)
    failing = Guard(rules=RuleSet([*load_rules(), broken]))
    verdict = failing.check_plan([step("a", "find_order")], registry=tools())
    assert (verdict.directive, verdict.errors[0].place) == (Directive.ACTION, "GR499")
    assert failing.check_plan([], registry=tools()).directive is Directive.ACTION


def test_what_falls_with_an_invalid_step() -> None:
    """Steps that rest on an invalid one fall with it, through any number of steps; others stand."""
    plan: Json = [
        step("a", "find_order"),
        step("b", "drop_table"),
        step("c", "send_note", depends_on=["b"]),
        {"step_id": "d", "tool": "send_note", "arguments": {"text": "see {{c.output}}"}},
        step("e", "send_note", depends_on=["a"]),
    ]
    verdict = verdict_of(plan)
    assert verdict.invalid == ("b",)
    assert [(fallen.step_id, fallen.because) for fallen in verdict.fallen] == [("c", "b"), ("d", "b")]


def test_a_circle_of_steps_ends() -> None:
    """Steps that rest on each other are found out, and telling what falls ends."""
    verdict = verdict_of([step("a", "find_order", depends_on=["b"]), step("b", "find_order", depends_on=["a"])])
    assert verdict.invalid == ("a",)
    assert [fallen.step_id for fallen in verdict.fallen] == ["b"]


def test_near_names_by_name_description_and_schema() -> None:
    """Each of the three brings a tool up, the order of the tools does not matter, and nothing is replaced."""
    definitions: list[Json] = [
        {"name": "order_cancel", "inputSchema": {"type": "object", "properties": {"order_id": {}}}},
        {"name": "order_cancels", "inputSchema": {"type": "object", "properties": {"days": {}}}},
        {"name": "dispatch", "description": "Sends a parcel to a customer."},
        {"name": "desk.lookup"},
    ]
    plan: Json = [
        {"step_id": "a", "tool": "ordercancel", "arguments": {"days": 2}},
        {"step_id": "b", "tool": "parcel_customer"},
        {"step_id": "c", "tool": "shop.lookup"},
    ]
    for listed in (definitions, definitions[::-1]):
        verdict = verdict_of(plan, registry=ToolRegistry.from_openai(listed))
        assert verdict.suggestions["ordercancel"] == ("order_cancels", "order_cancel")
        assert verdict.suggestions["parcel_customer"] == ("dispatch",)
        assert verdict.suggestions["shop.lookup"][0] == "desk.lookup"
        assert {reference.name for reference in verdict.references} == {"ordercancel", "parcel_customer", "shop.lookup"}


def test_argument_values_are_checked_where_there_is_a_context() -> None:
    """A made-up id is found with a context, not without one; a reference is never judged."""
    registry = ToolRegistry.from_openai([{"name": "cancel_order", "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}}])
    context = Context.from_openai([{"role": "user", "content": "Cancel order ORD-48812."}])
    made_up: Json = [{"step_id": "a", "tool": "cancel_order", "arguments": {"order_id": "ORD-48821"}}]
    given: Json = [{"step_id": "a", "tool": "cancel_order", "arguments": '{"order_id": "ORD-48812"}'}]
    referring: Json = [step("z", "cancel_order"), {"step_id": "a", "tool": "cancel_order", "arguments": {"order_id": "$z.output.id"}}]
    assert verdict_of(made_up, registry=registry, context=context).open == ("/steps/0/tool/arguments/order_id",)
    assert verdict_of(made_up, registry=registry).may_run
    assert verdict_of(given, registry=registry, context=context).may_run
    assert verdict_of(referring, registry=registry, context=context).may_run


def test_words_beside_a_reference_are_judged() -> None:
    """A made-up address in a text does not hide behind a reference in the same text."""
    registry = ToolRegistry.from_openai([{"name": "send_note", "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}}])
    context = Context.from_openai([{"role": "user", "content": "Tell ana@example.com."}])
    for address, safe in (("ana@example.com", True), ("bob@example.com", False)):
        plan: Json = [step("a"), {"step_id": "b", "tool": "send_note", "arguments": {"to": f"{address} {{{{a.output}}}}"}}]
        assert verdict_of(plan, registry=registry, context=context).may_run is safe


def test_drift_since_the_plan_was_made() -> None:
    """A changed tool leaves the plan open, one that is gone is unknown; a tool that the plan does not name may change."""
    before = snapshot_of(tools("find_order", "cancel_order"))
    plan = [step("a", "find_order")]
    changed = ToolRegistry.from_openai([{"name": "find_order", "description": "Deletes orders."}, {"name": "cancel_order"}])
    assert verdict_of(plan, grounded_on=before).may_run
    assert verdict_of(plan, registry=changed, grounded_on=before).state is PlanState.ALL_TOOLS_VERIFIED
    assert verdict_of([step("a", "cancel_order")], registry=changed, grounded_on=before).may_run
    assert verdict_of(plan, registry=tools("cancel_order"), grounded_on=before).state is PlanState.HALLUCINATED_TOOLS_DETECTED


def test_an_abort_receipt_for_what_is_found_mid_plan() -> None:
    """With steps already done, a fault aborts: the last valid step, and what may have changed something, the latest first."""
    plan = [step("a", "find_order"), step("b", "cancel_order"), step("c", "send_note"), step("d", "drop_table")]
    verdict = verdict_of(plan, completed=("a", "b", "c"))
    assert verdict.abort is not None
    assert (verdict.abort.aborted_at_step, verdict.abort.last_valid_step) == ("d", "c")
    assert verdict.abort.roll_back == ("c", "b")
    assert verdict_of(plan).abort is None
    assert verdict_of(plan[:3], completed=("a",)).abort is None


def test_the_manifest_can_be_worked_out_again() -> None:
    """The digest follows from the manifest alone, without times and signatures, and the form is valid."""
    verdict = verdict_of([step("a", "find_order"), step("b", "drop_table")], completed=("a",))
    manifest = plan_manifest(verdict)
    assert VALIDATOR.is_valid(manifest)  # pyright: ignore[reportUnknownMemberType]: half-typed stub
    assert manifest_digest(manifest) == manifest["manifest_digest"]
    later = Guard().check_plan([step("a", "find_order"), step("b", "drop_table")], registry=tools(), now=NOW.replace(year=2032), completed=("a",))
    assert plan_manifest(later)["manifest_digest"] == manifest["manifest_digest"]
    assert manifest_digest({**manifest, "verdict": "NO_TOOLS"}) != manifest["manifest_digest"]


def test_errors_say_that_trying_again_is_useless() -> None:
    """The attribute, the predicate, and the predicate on an error that wraps one."""
    with pytest.raises(UnknownToolError) as caught:
        verdict_of([step("a", "find_orders")]).require()
    assert (caught.value.tool, caught.value.retryable, caught.value.non_retryable) == ("find_orders", False, True)
    assert caught.value.suggestions[0] == "find_order"
    with pytest.raises(PlanRefusedError, match="HALT: grounding") as refused:
        verdict_of([step("a", "find_order")], policy=STRICT).require()
    wrapped, grouped = RuntimeError("tool failed"), ExceptionGroup("several", [TimeoutError(), caught.value])
    wrapped.__cause__ = caught.value
    assert not any(map(is_retryable, (caught.value, refused.value, wrapped, grouped)))
    assert is_retryable(TimeoutError())


def test_tenacity_stops_at_once() -> None:
    """With the predicate, tenacity calls once where the tool is unknown, and again where the fault may pass."""
    tenacity = pytest.importorskip("tenacity", reason="a retry library is needed to show that it stops")
    for error, wanted in ((UnknownToolError("weather_now"), 1), (TimeoutError(), 3)):
        calls: list[int] = []

        def call(error: Exception = error, calls: list[int] = calls) -> None:
            calls.append(1)
            raise error

        retrying = tenacity.Retrying(retry=tenacity.retry_if_exception(is_retryable), stop=tenacity.stop_after_attempt(3), reraise=True)
        with pytest.raises(type(error)):
            retrying(call)
        assert len(calls) == wanted


def test_the_policy_file_holds_plans() -> None:
    """Settings under `[plans]` are read, unknown keys and impossible values are refused by name."""
    policy = Policy.from_toml("[plans]\nrequire_grounding = true\nallow_replanning = false\nsandbox = true\nfallbacks = false\nreceipt_ttl_s = 60\n")
    assert policy.plans == PlanPolicy(True, False, True, False, 60)
    assert policy.digest != Policy().digest
    for text, key in (("[plans]\nreplan = true", "plans.replan"), ("[plans]\nsandbox = 1", "plans.sandbox"), ("[plans]\nreceipt_ttl_s = 0", "plans.receipt_ttl_s")):
        with pytest.raises(PolicyError) as caught:
            Policy.from_toml(text)
        assert caught.value.key == key
