"""What holds for every plan: digests change with content and nothing else, unknown tools never proceed, manifests validate, tampering shows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import groundrules.engine
import pytest
from groundrules.engine.plans.digests import content_digest
from groundrules.engine.plans.manifest import manifest_digest, plan_manifest
from groundrules.engine.plans.plan_policy import PlanPolicy
from groundrules.engine.plans.plan_verdict import Directive, PlanState
from groundrules.engine.plans.read_plan import read_plan
from groundrules.engine.plans.receipts import ReceiptFault, attest, attestation_fault
from groundrules.engine.plans.step_references import find_references
from groundrules.engine.policy import Policy, Risk
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Json
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from plan_cases import NOW, guard, tools, verdict_of
from strategies import json_values, texts

CONTRACT = Path(str(groundrules.engine.__file__)).parent / "contracts" / "plan_manifest.schema.json"
VALIDATOR = Draft202012Validator(json.loads(CONTRACT.read_text(encoding="utf-8")))
KNOWN = ("find_order", "cancel_order", "send_note")
UNKNOWN = ("wipe_disk", "find_orders", "Find_Order", "desk.find_order", "\ud800")
REFERENCES = ("{{a.output}}", "$b.output.id", "output of step 3", "{{steps[0].output}}", "#E1", "$5", "plain")


@st.composite
def steps(draw: st.DrawFn, names: tuple[str, ...] = (*KNOWN, *UNKNOWN)) -> Json:
    """A step that is mostly of the documented form."""
    entry: dict[str, Json] = {"step_id": draw(st.sampled_from(("a", "b", "c", "d")))}
    chosen: list[Json] = [*draw(st.lists(st.sampled_from(names), max_size=2))]
    entry["tools"] = chosen
    if draw(st.booleans()):
        entry["arguments"] = {"x": draw(st.sampled_from(REFERENCES))}
    if draw(st.booleans()):
        entry["depends_on"] = [draw(st.sampled_from(("a", "b", "z")))]
    if draw(st.booleans()):
        entry["fallbacks"] = [draw(st.sampled_from(names))]
    if draw(st.booleans()):
        entry["grounding"] = draw(st.sampled_from(("retrieval", "a", None)))
    return entry


def plans(names: tuple[str, ...] = (*KNOWN, *UNKNOWN)) -> st.SearchStrategy[list[Json]]:
    """A list of steps."""
    return st.lists(steps(names), max_size=5)


def policies() -> st.SearchStrategy[PlanPolicy]:
    """Any policy."""
    return st.builds(PlanPolicy, st.booleans(), st.booleans(), st.booleans(), st.booleans())


def shuffled(value: Json) -> Json:
    """The value with the keys of each object in the opposite order."""
    if isinstance(value, dict):
        return {key: shuffled(part) for key, part in reversed(value.items())}
    return [shuffled(part) for part in value] if isinstance(value, list) else value


@given(st.one_of(plans(), json_values(), texts(80), st.lists(json_values(), max_size=3)), policies())
def test_every_manifest_is_valid(plan: Json, policy: PlanPolicy) -> None:
    """Whatever a planner writes gives a verdict, and a manifest that fits the contract and any JSON writer."""
    verdict = verdict_of(plan, policy=policy)
    manifest = plan_manifest(verdict)
    assert VALIDATOR.is_valid(manifest)  # pyright: ignore[reportUnknownMemberType]: half-typed stub
    again = json.loads(json.dumps(manifest, allow_nan=False))
    assert manifest_digest(again) == manifest["manifest_digest"]
    assert verdict.message.startswith(f"{verdict.directive}: ")


@given(plans(), policies())
def test_an_unknown_tool_never_proceeds_unexcused(plan: list[Json], policy: PlanPolicy) -> None:
    """Only a sandbox, or a registered fallback of the very step, lets a plan with an unknown tool run."""
    verdict = verdict_of([*plan], policy=policy)
    for entry in plan:
        assert isinstance(entry, dict)
        named = [entry["tools"], entry.get("fallbacks") or []]
        used = [name for part in named if isinstance(part, list) for name in part]
        missing = [name for name in used if name not in KNOWN]
        fallbacks = entry.get("fallbacks")
        excused = policy.sandbox or (policy.fallbacks and isinstance(fallbacks, list) and any(name in KNOWN for name in fallbacks))
        if missing and not excused:
            assert verdict.directive is not Directive.PROCEED
        if missing:
            assert verdict.state is PlanState.HALLUCINATED_TOOLS_DETECTED
            assert set(missing) <= set(verdict.hallucinated_tools)


@given(plans(), policies())
def test_key_order_and_white_space_change_nothing(plan: list[Json], policy: PlanPolicy) -> None:
    """The same plan written otherwise, and the same registry in another order, give the same digest."""
    listed: list[Json] = [{"name": name, "description": "d", "inputSchema": {"type": "object", "title": name}} for name in KNOWN]
    first = plan_manifest(verdict_of([*plan], policy=policy, registry=ToolRegistry.from_openai(listed)))
    other = json.dumps(shuffled([*plan]), indent=3)
    registry = ToolRegistry.from_openai([shuffled(tool) for tool in reversed(listed)])
    second = plan_manifest(verdict_of(other, policy=policy, registry=registry))
    assert first == second


@given(plans(KNOWN), st.sampled_from(("title", "step_id", "tools", "arguments", "grounding", "depends_on", "fallbacks")), st.data())
def test_any_change_of_the_plan_changes_the_digest(plan: list[Json], key: str, data: st.DataObject) -> None:
    """One key of one step, a step more, or another order of different steps."""
    if not plan:
        return
    before = plan_manifest(verdict_of([*plan]))["manifest_digest"]
    at = data.draw(st.integers(min_value=0, max_value=len(plan) - 1))
    entry = plan[at]
    assert isinstance(entry, dict)
    changed: list[Json] = [*plan[:at], {**entry, key: ["changed"]}, *plan[at + 1 :]]
    assert plan_manifest(verdict_of(changed))["manifest_digest"] != before
    assert plan_manifest(verdict_of([*plan, {"step_id": "n"}]))["manifest_digest"] != before
    if plan != plan[::-1]:
        assert plan_manifest(verdict_of(plan[::-1]))["manifest_digest"] != before


@given(plans(KNOWN), policies(), policies())
def test_any_change_of_registry_or_policy_changes_the_digest(plan: list[Json], policy: PlanPolicy, other: PlanPolicy) -> None:
    """A tool more, another description, another policy, another risk, another name of the registry."""
    before = plan_manifest(verdict_of([*plan], policy=policy))["manifest_digest"]
    more = tools(*KNOWN, "extra")
    told = ToolRegistry.from_openai([{"name": name, "description": "d" if name == "send_note" else ""} for name in KNOWN])
    assert before != plan_manifest(verdict_of([*plan], policy=policy, registry=more))["manifest_digest"]
    assert before != plan_manifest(verdict_of([*plan], policy=policy, registry=told))["manifest_digest"]
    assert (before == plan_manifest(verdict_of([*plan], policy=other))["manifest_digest"]) is (policy == other)
    assert before != plan_manifest(verdict_of([*plan], policy=replace(policy, receipt_ttl_s=5)))["manifest_digest"]
    named = guard().check_plan([*plan], registry=tools(), policy=policy, now=NOW, registry_id="desk")
    assert before != plan_manifest(named)["manifest_digest"]
    risky = type(guard())(guard().rules, Policy(risk=Risk.HIGH)).check_plan([*plan], registry=tools(), policy=policy, now=NOW)
    assert before != plan_manifest(risky)["manifest_digest"]


@given(plans(), st.data())
def test_any_change_of_the_manifest_shows(plan: list[Json], data: st.DataObject) -> None:
    """Whatever field is changed, but times and signatures, the digest no longer fits."""
    manifest = plan_manifest(verdict_of([*plan], completed=("a",)))
    key = data.draw(st.sampled_from(sorted(manifest.keys() - {"manifest_digest"})))
    changed = {**manifest, key: "changed"}
    assert manifest_digest(changed) != manifest["manifest_digest"]
    receipts = manifest["tool_existence_attestation_receipts"]
    assert isinstance(receipts, list)
    dated = [{**receipt, "issued_at": "x", "signature": "y", "expires_at": "z"} for receipt in receipts if isinstance(receipt, dict)]
    assert manifest_digest({**manifest, "tool_existence_attestation_receipts": [*dated]}) == manifest["manifest_digest"]


@given(json_values())
def test_content_digest_is_total_and_blind_to_key_order(value: Json) -> None:
    """Any JSON value has a digest, whatever the order of its keys."""
    assert content_digest(value) == content_digest(shuffled(value))


@given(texts(80))
def test_references_lie_in_the_text_and_apart(text: str) -> None:
    """Spans slice the text they name and do not overlap."""
    end = 0
    for found in find_references(text, with_order=True):
        assert end <= found.start < found.end <= len(text)
        assert found.step in text[found.start : found.end]
        end = found.end


@given(texts(120))
def test_reading_free_text_never_loses_a_known_name_in_backticks(text: str) -> None:
    """A registered name that the text calls is found, whatever stands around it."""
    plan = read_plan(f"1. {text}\n2. call `find_order` now\n", registry=tools())
    assert any(call.tool == "find_order" for step in plan.steps for call in step.calls)


def test_a_tampered_receipt_never_verifies() -> None:
    """Any bit of a signed receipt, of its token or of the key makes it worthless."""
    pytest.importorskip("jwt", reason="signing needs the extra `sign`")
    from groundrules.signing import SigningKey

    key, registry = SigningKey.generate(), tools()
    made = attest("find_order", registry=registry, registry_id="local", now=NOW, ttl_s=60, signer=key)
    token = str(made.signature)

    @given(st.sampled_from(("tool_id", "schema_digest", "registry_id", "issued_at", "expires_at", "registered_name")), texts(12))
    def fields(name: str, value: str) -> None:
        if getattr(made, name) == value:
            return
        changes: dict[str, str] = {name: value}
        changed = replace(made, **changes)  # type: ignore[arg-type]  # a text field by its name
        assert attestation_fault(changed, registry=registry, registry_id="local", now=NOW, verifier=key.trusted()) is not None

    @given(st.integers(min_value=0, max_value=len(token) - 1), st.sampled_from("AZaz09-_."))
    def tokens(at: int, char: str) -> None:
        broken = token[:at] + char + token[at + 1 :]
        if broken == token:
            return
        fault = attestation_fault(replace(made, signature=broken), registry=registry, registry_id="local", now=NOW, verifier=key.trusted())
        assert fault is ReceiptFault.BAD_SIGNATURE

    @given(st.integers(min_value=60, max_value=10**6))
    def times(seconds: int) -> None:
        from datetime import timedelta

        late = NOW + timedelta(seconds=seconds)
        assert attestation_fault(made, registry=registry, registry_id="local", now=late, verifier=key.trusted()) is ReceiptFault.EXPIRED

    fields()
    tokens()
    times()
    other = SigningKey.generate().trusted()
    assert attestation_fault(made, registry=registry, registry_id="local", now=NOW, verifier=other) is ReceiptFault.BAD_SIGNATURE
