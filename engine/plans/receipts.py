"""Receipts: what a registry attests of a tool, what grounded a step, where a run was broken off. Claims and digests only; a signer is handed in.

Theory of operation: a receipt is signed over the canonical JSON of its claims. To verify it the claims are built again from its fields and compared, byte
for byte, with what the signature covers: a field that was changed, or a signature taken from another receipt, does not fit. Then the claims themselves are
held against the time and the registry at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from ..canonical import canonical_json
from ..errors import InputError
from ..registry import ToolRegistry
from ..types import Json
from .digests import content_digest
from .snapshot_drift import schema_digest

MAX_SKEW = timedelta(seconds=60)
"""How far the clock of an issuer may be ahead."""


class Signer(Protocol):
    """Signs with one key; `kid` names it."""

    @property
    def kid(self) -> str:
        """The id of the key."""
        ...

    def sign(self, payload: str) -> str:
        """A compact JWS over the text."""
        ...


class Verifier(Protocol):
    """Opens what trusted keys have signed."""

    def payload(self, token: str) -> str | None:
        """The text that a compact JWS covers; None unless a trusted key has signed it."""
        ...


class ReceiptFault(StrEnum):
    """Why a receipt does not count."""

    UNSIGNED = "unsigned"
    BAD_SIGNATURE = "bad_signature"
    TAMPERED = "tampered"
    OTHER_REGISTRY = "other_registry"
    NOT_YET_VALID = "not_yet_valid"
    EXPIRED = "expired"
    TOOL_UNKNOWN = "tool_unknown"
    SCHEMA_CHANGED = "schema_changed"


@dataclass(frozen=True, slots=True)
class Attestation:
    """What a registry says of one tool name. Times are ISO 8601, empty where no time was handed in; an unsigned one holds for this process only.

    `registered_name` is the tool that the name resolves to; `closest_tools` are suggestions and not part of what is signed.
    """

    tool_id: str
    exists: bool
    schema_digest: str | None
    registry_id: str
    issued_at: str
    expires_at: str
    registered_name: str | None = None
    signature: str | None = None
    closest_tools: tuple[str, ...] = ()

    def claims(self) -> str:
        """The canonical JSON that the signature covers."""
        return canonical_json(
            {
                "type": "tool-existence",
                "tool_id": self.tool_id,
                "registered_name": self.registered_name,
                "exists": self.exists,
                "schema_digest": self.schema_digest,
                "registry_id": self.registry_id,
                "issued_at": self.issued_at,
                "expires_at": self.expires_at,
            }
        )


@dataclass(frozen=True, slots=True)
class StepGrounding:
    """What grounded one step, bound to its content and its plan by a digest."""

    step_id: str
    grounding: str
    evidence: str | None
    digest: str
    signature: str | None = None

    def claims(self, plan_id: str) -> str:
        """The canonical JSON that the signature covers."""
        return canonical_json(
            {
                "type": "step-grounding",
                "plan_id": plan_id,
                "step_id": self.step_id,
                "grounding": self.grounding,
                "evidence": self.evidence,
                "digest": self.digest,
            }
        )


@dataclass(frozen=True, slots=True)
class AbortReceipt:
    """Where a run was broken off, the last step that was valid, and what has to be undone, the latest first. `digest` covers all but time and signature."""

    plan_id: str
    plan_digest: str
    aborted_at_step: str
    last_valid_step: str | None
    reason: str
    completed: tuple[str, ...] = ()
    roll_back: tuple[str, ...] = ()
    issued_at: str = ""
    signature: str | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of what happened."""
        return content_digest(self._content())

    def claims(self) -> str:
        """The canonical JSON that the signature covers."""
        return canonical_json({"type": "plan-abort", "digest": self.digest, "issued_at": self.issued_at})

    def _content(self) -> dict[str, Json]:
        return {
            "plan_id": self.plan_id,
            "plan_digest": self.plan_digest,
            "aborted_at_step": self.aborted_at_step,
            "last_valid_step": self.last_valid_step,
            "reason": self.reason,
            "completed": list(self.completed),
            "roll_back": list(self.roll_back),
        }


def attest(
    name: str,
    *,
    registry: ToolRegistry,
    registry_id: str,
    now: datetime | None,
    ttl_s: int,
    signer: Signer | None = None,
    closest_tools: tuple[str, ...] = (),
) -> Attestation:
    """The attestation of one tool name, signed where there is a signer.

    Raises:
        InputError: there is a signer but no present time, or a time without offset.
    """
    if signer is not None and (now is None or now.tzinfo is None):
        raise InputError("now", problem="a signed receipt needs a time with an offset", remedy="pass `now`, such as `datetime.now(timezone.utc)`")
    tool = registry.resolve(name)
    receipt = Attestation(
        name,
        tool is not None,
        None if tool is None else schema_digest(tool),
        registry_id,
        "" if now is None else now.isoformat(),
        "" if now is None else expiry(now, ttl_s),
        None if tool is None else tool.name,
        closest_tools=closest_tools,
    )
    return receipt if signer is None else _signed(receipt, signer)


def expiry(now: datetime, ttl_s: int) -> str:
    """The time `ttl_s` seconds later in ISO 8601, the last one that there is where it lies beyond."""
    try:
        return (now + timedelta(seconds=ttl_s)).isoformat()
    except OverflowError:
        return datetime.max.replace(tzinfo=now.tzinfo).isoformat()


def attestation_fault(receipt: Attestation, *, registry: ToolRegistry, registry_id: str, now: datetime, verifier: Verifier) -> ReceiptFault | None:
    """Why an attestation does not count at `now` for the registry at hand; None where it does."""
    fault = signature_fault(receipt.signature, receipt.claims(), verifier)
    if fault is not None:
        return fault
    if receipt.registry_id != registry_id:
        return ReceiptFault.OTHER_REGISTRY
    return time_fault(receipt.issued_at, receipt.expires_at, now) or _tool_fault(receipt, registry)


def signature_fault(signature: str | None, claims: str, verifier: Verifier) -> ReceiptFault | None:
    """Why a signature does not cover these claims; None where a trusted key has signed exactly them."""
    if signature is None:
        return ReceiptFault.UNSIGNED
    payload = verifier.payload(signature)
    if payload is None:
        return ReceiptFault.BAD_SIGNATURE
    return None if payload == claims else ReceiptFault.TAMPERED


def time_fault(issued_at: str, expires_at: str, now: datetime) -> ReceiptFault | None:
    """Whether a receipt of these times counts at `now`; times that cannot be read do not."""
    try:
        issued, expires = datetime.fromisoformat(issued_at), datetime.fromisoformat(expires_at)
        if now < issued - MAX_SKEW:
            return ReceiptFault.NOT_YET_VALID
        return ReceiptFault.EXPIRED if now >= expires else None
    except (TypeError, ValueError, OverflowError):
        return ReceiptFault.EXPIRED


def _tool_fault(receipt: Attestation, registry: ToolRegistry) -> ReceiptFault | None:
    tool = registry.resolve(receipt.tool_id)
    if not receipt.exists or tool is None:
        return ReceiptFault.TOOL_UNKNOWN
    same = tool.name == receipt.registered_name and schema_digest(tool) == receipt.schema_digest
    return None if same else ReceiptFault.SCHEMA_CHANGED


def _signed(receipt: Attestation, signer: Signer) -> Attestation:
    return Attestation(
        receipt.tool_id,
        receipt.exists,
        receipt.schema_digest,
        receipt.registry_id,
        receipt.issued_at,
        receipt.expires_at,
        receipt.registered_name,
        signer.sign(receipt.claims()),
        receipt.closest_tools,
    )
