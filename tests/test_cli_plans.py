"""The command line with plans and keys: checking, scoring reported cases, making keys, attesting and verifying."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from groundrules.cli.cases import guard_of
from groundrules.cli.check import Format, check_file
from groundrules.cli.rows import judge_row
from groundrules.engine.errors import InputError
from groundrules.engine.plans.manifest import plan_manifest
from groundrules.engine.types import Decision, Json
from plan_cases import NOW, guard, step, tools

ROOT = Path(__file__).resolve().parent.parent


def _row(plan: Json, expect: str, *bad: str, **more: Json) -> dict[str, Json]:
    names: list[Json] = [*bad]
    return {"id": "r1", "kind": "plan", "topic": "t", "registry": ["find_order", "cancel_order"], "plan": plan, "expect": expect, "bad": names, **more}


@pytest.mark.parametrize(
    ("row", "right"),
    [
        (_row([step("a", "find_order")], "proceed"), True),
        (_row([step("a", "find_order")], "replan", "a"), False),
        (_row([step("a", "wipe_disk")], "replan", "wipe_disk"), True),
        (_row([step("a", "wipe_disk")], "replan", "a"), False),
        (_row([step("a", "wipe_disk")], "halt", "wipe_disk", also_ok=["replan"]), True),
        (_row([step("a", "find_order", grounding="b"), step("b", "find_order")], "replan", "a"), True),
        (_row([step("a", "find_order"), step("a", "wipe_disk")], "replan", "wipe_disk"), False),
    ],
)
def test_a_reported_case_is_scored(row: dict[str, Json], right: bool) -> None:
    """The directive must be right, and held back for exactly what the case names."""
    result = judge_row(row, "rows:1", guard=guard())
    assert result.skipped is None
    assert result.case is not None
    assert result.case["ok"] is right
    assert (result.miss is None) is right


def test_check_takes_plans(tmp_path: Path) -> None:
    """A plan among calls: text for people or a manifest, with the exit code that its directive asks for."""
    whole = json.loads((ROOT / "examples" / "plan_case.json").read_text(encoding="utf-8"))
    good = {**whole, "plan": whole["plan"][:2]}
    path = tmp_path / "plans.jsonl"
    broken: list[Json] = [{"plan": []}, {"plan": [], "tools": 3}]
    path.write_text("\n".join(map(json.dumps, (whole, good, *broken))), encoding="utf-8")
    answers = list(check_file(str(path), guard=guard_of(None, None)))
    assert [(answer.code, answer.decision) for answer in answers] == [(1, Decision.REGENERATE), (0, Decision.ALLOW), (2, None), (2, None)]
    assert "re-plan without `mail_customer`" in answers[0].written
    assert "the field `tools` is missing" in answers[2].written
    (first, *_) = check_file(str(path), guard=guard_of(None, None), form=Format.JSON)
    assert json.loads(first.written)["hallucinated_tools"] == ["mail_customer"]


def test_a_plan_case_may_hold_more(tmp_path: Path) -> None:
    """An id, the registry's id, the snapshot that the plan was made for, and free text."""
    from groundrules.engine.plans.snapshot_drift import snapshot_of

    before = snapshot_of(tools("find_order", "cancel_order"))
    case: dict[str, Json] = {
        "plan": "1. call find_order",
        "plan_id": "p1",
        "registry_id": "desk",
        "tools": [{"name": "find_order", "description": "New."}],
        "grounded_on": before.to_json(),
    }
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    (answer,) = check_file(str(path), guard=guard_of(None, None), form=Format.AUDIT)
    manifest = json.loads(answer.written)
    assert (manifest["plan_id"], manifest["verdict"]) == ("p1", "ALL_TOOLS_VERIFIED")
    assert manifest["tool_existence_attestation_receipts"][0]["registry_id"] == "desk"
    path.write_text(json.dumps({**case, "grounded_on": {}}), encoding="utf-8")
    (answer,) = check_file(str(path), guard=guard_of(None, None))
    assert (answer.code, "grounded_on" in answer.written) == (2, True)


def test_keys_attestations_and_manifests(tmp_path: Path) -> None:
    """From a new key to verified receipts, and what makes them fail."""
    pytest.importorskip("jwt", reason="signing needs the extra `sign`")
    from groundrules.cli.keys import attestations, new_key, signing_key, verified

    private, listed = tmp_path / "key.pem", tmp_path / "tools.json"
    kid, public = new_key(str(private), None)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    listed.write_text(json.dumps([{"name": "find_order"}, {"name": "cancel_order"}]), encoding="utf-8")
    key = signing_key(str(private))
    made = attestations(str(listed), key=key, now=NOW, ttl_s=60, tools=("find_order",))
    assert made["kid"] == kid
    file = tmp_path / "receipts.json"
    file.write_text(json.dumps(made), encoding="utf-8")

    def faults(path: Path, **more: str) -> list[str]:
        return [checked.fault for checked in verified(str(path), public=[public], now=NOW, tools=more.get("tools"), registry_id=more.get("registry_id"))]

    assert faults(file, tools=str(listed)) == [""]
    assert faults(file, registry_id="other") == ["other_registry"]
    listed.write_text(json.dumps([{"name": "find_order", "description": "Deletes orders."}]), encoding="utf-8")
    assert faults(file, tools=str(listed)) == ["schema_changed"]

    verdict = guard().check_plan([step("a", "find_order"), step("b", "wipe_disk")], registry=tools(), now=NOW, signer=key, completed=("a",))
    manifest = plan_manifest(verdict)
    file.write_text(json.dumps(manifest), encoding="utf-8")
    assert set(faults(file)) == {""}
    file.write_text(json.dumps({**manifest, "directive": "PROCEED: all is well"}), encoding="utf-8")
    assert faults(file)[2] == "tampered"
    for content in (3, {}, {"receipts": [7]}):
        file.write_text(json.dumps(content), encoding="utf-8")
        if content == {"receipts": [7]}:
            assert faults(file) == ["not of the documented form"]
        else:
            with pytest.raises(InputError):
                faults(file)


def test_attest_refuses_what_it_cannot_attest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool that is not in the file, an impossible time, and no key at all."""
    pytest.importorskip("jwt", reason="signing needs the extra `sign`")
    from groundrules.cli.keys import attestations, signing_key
    from groundrules.signing import SigningKey

    listed = tmp_path / "tools.json"
    listed.write_text('[{"name": "find_order"}]', encoding="utf-8")
    key = SigningKey.generate()
    with pytest.raises(InputError, match="wipe_disk"):
        attestations(str(listed), key=key, now=NOW, ttl_s=60, tools=("wipe_disk",))
    with pytest.raises(InputError, match="ttl"):
        attestations(str(listed), key=key, now=NOW, ttl_s=0)
    monkeypatch.delenv("GROUNDRULES_SIGNING_KEY", raising=False)
    monkeypatch.delenv("GROUNDRULES_SIGNING_KEY_FILE", raising=False)
    with pytest.raises(InputError, match="no signing key"):
        signing_key(None)
