"""The PlanManifest form of a plan verdict, and its digest: what anybody can work out again from the manifest alone."""

from __future__ import annotations

from typing import cast

from ..types import Json
from .digests import content_digest
from .plan_verdict import PlanVerdict
from .receipts import AbortReceipt, Attestation, StepGrounding

UNSIGNED_FIELDS = frozenset(("issued_at", "expires_at", "signature", "manifest_digest"))
"""The fields that the digest leaves out, wherever they stand."""


def plan_manifest(verdict: PlanVerdict) -> dict[str, Json]:
    """The PlanManifest form, valid against the contract for any verdict.

    The directive ends with the digest of what it rests on (plan, registry, policy and findings), so that a change of any of them changes the manifest.
    """
    manifest: dict[str, Json] = {
        "plan_id": verdict.plan_id,
        "verdict": verdict.state.value,
        "hallucinated_tools": list(verdict.hallucinated_tools),
        "directive": f"{verdict.message} [basis sha256:{basis_digest(verdict)}]",
        "plan_tool_reference_manifest": [
            {"step_id": reference.step_id, "tool_id": reference.name, "role": reference.role.value, "place": reference.place}
            for reference in verdict.references
        ],
        "tool_existence_attestation_receipts": [attestation_json(receipt) for receipt in verdict.receipts],
        "plan_grounding_signatures": [
            {
                "step_id": grounding.step_id,
                "grounding": grounding.grounding,
                "evidence": grounding.evidence,
                "digest": grounding.digest,
                "signature": grounding.signature,
            }
            for grounding in verdict.groundings
        ],
        "plan_execution_abort_receipt": None if verdict.abort is None else abort_json(verdict.abort),
    }
    return {**manifest, "manifest_digest": manifest_digest(manifest)}


def manifest_digest(manifest: dict[str, Json]) -> str:
    """SHA-256 over the canonical JSON of a manifest without its times, signatures and the digest itself.

    Example:
        >>> manifest_digest({"plan_id": "p", "issued_at": "2031-01-01"}) == manifest_digest({"plan_id": "p"})
        True
    """
    return content_digest(_stripped(cast("Json", manifest)))


def basis_digest(verdict: PlanVerdict) -> str:
    """SHA-256 over the digests of plan, registry and policy, and over what was found; rules and context count by what they found."""
    found: list[Json] = [
        [finding.rule_id, finding.step, finding.place, finding.flag.value, finding.outcome.value, int(finding.severity), finding.explanation]
        for finding in verdict.findings
    ]
    failed: list[Json] = [[error.place, error.message] for error in verdict.errors]
    fallen: list[Json] = [[step.step, step.because] for step in verdict.fallen]
    return content_digest([verdict.digests.plan, verdict.digests.registry, verdict.digests.policy, found, failed, fallen])


def attestation_json(receipt: Attestation) -> dict[str, Json]:
    """One attestation in the form of the manifest."""
    return {
        "tool_id": receipt.tool_id,
        "exists": receipt.exists,
        "registered_name": receipt.registered_name,
        "schema_digest": receipt.schema_digest,
        "registry_id": receipt.registry_id,
        "issued_at": receipt.issued_at,
        "expires_at": receipt.expires_at,
        "signature": receipt.signature,
        "closest_tools": list(receipt.closest_tools),
    }


def attestation_from_json(content: Json) -> Attestation | None:
    """The attestation that `attestation_json` wrote; None where it is not one."""
    if not isinstance(content, dict):
        return None
    texts = [content.get(key) for key in ("tool_id", "registry_id", "issued_at", "expires_at")]
    exists, digest, signature = content.get("exists"), content.get("schema_digest"), content.get("signature")
    name, near = content.get("registered_name"), content.get("closest_tools") or []
    optional = all(value is None or isinstance(value, str) for value in (digest, signature, name))
    if not isinstance(exists, bool) or not optional or not all(isinstance(text, str) for text in texts) or not isinstance(near, list):
        return None
    tool_id, registry_id, issued_at, expires_at = (str(text) for text in texts)
    digest, signature, name = (cast("str | None", value) for value in (digest, signature, name))
    return Attestation(tool_id, exists, digest, registry_id, issued_at, expires_at, name, signature, tuple(str(each) for each in near))


def abort_json(receipt: AbortReceipt) -> dict[str, Json]:
    """An abort receipt in the form of the manifest."""
    return {
        "plan_id": receipt.plan_id,
        "plan_digest": receipt.plan_digest,
        "aborted_at_step": receipt.aborted_at_step,
        "last_valid_step": receipt.last_valid_step,
        "reason": receipt.reason,
        "completed": list(receipt.completed),
        "roll_back": list(receipt.roll_back),
        "issued_at": receipt.issued_at,
        "digest": receipt.digest,
        "signature": receipt.signature,
    }


def grounding_from_json(content: Json) -> StepGrounding | None:
    """The grounding of one step as a manifest holds it; None where it is not one."""
    if not isinstance(content, dict):
        return None
    texts = [content.get(key) for key in ("step_id", "grounding", "digest")]
    evidence, signature = content.get("evidence"), content.get("signature")
    if not all(isinstance(text, str) for text in texts) or not _is_optional(evidence) or not _is_optional(signature):
        return None
    step_id, grounding, digest = map(str, texts)
    return StepGrounding(step_id, grounding, cast("str | None", evidence), digest, cast("str | None", signature))


def abort_from_json(content: Json) -> AbortReceipt | None:
    """The abort receipt as a manifest holds it; None where it is not one, or its digest is not that of its content."""
    if not isinstance(content, dict):
        return None
    texts = [content.get(key) for key in ("plan_id", "plan_digest", "aborted_at_step", "reason", "issued_at")]
    last, signature = content.get("last_valid_step"), content.get("signature")
    lists = [content.get(key) for key in ("completed", "roll_back")]
    if not all(isinstance(text, str) for text in texts) or not _is_optional(last) or not _is_optional(signature):
        return None
    completed, undo = (tuple(map(str, steps)) if isinstance(steps, list) else () for steps in lists)
    plan_id, plan_digest, aborted_at, reason, issued_at = map(str, texts)
    receipt = AbortReceipt(
        plan_id, plan_digest, aborted_at, cast("str | None", last), reason, completed, undo, issued_at, cast("str | None", signature)
    )
    return receipt if receipt.digest == content.get("digest") else None


def _is_optional(value: Json) -> bool:
    return value is None or isinstance(value, str)


def _stripped(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _stripped(part) for key, part in value.items() if key not in UNSIGNED_FIELDS}
    return [_stripped(part) for part in value] if isinstance(value, list) else value
