"""`groundrules keygen`, `attest` and `verify`: keys in files, attestations of tools, and whether receipts and manifests count."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import cast

from ..engine.errors import InputError
from ..engine.plans.manifest import abort_from_json, attestation_from_json, attestation_json, grounding_from_json, manifest_digest
from ..engine.plans.receipts import Attestation, Verifier, attest, attestation_fault, signature_fault, time_fault
from ..engine.plans.snapshot_drift import LOCAL_REGISTRY, snapshot_of
from ..engine.registry import ToolRegistry
from ..engine.registry_sources import registry_from_mcp
from ..engine.types import Json
from ..signing import PRIVATE_KEY_VARIABLE, SigningKey, TrustedKeys
from .files import read_text, shown_name

MAX_TTL_S = 10 * 365 * 86_400


@dataclass(frozen=True, slots=True)
class Checked:
    """One thing that was verified, and why it does not count; an empty `fault` means that it does."""

    what: str
    fault: str = ""


def new_key(private: str, public: str | None) -> tuple[str, str]:
    """A new key pair in two new files; the key id, and the file of the public key (`<private>.pub` unless named).

    Raises:
        KeyFileError: a file exists or cannot be written.
        MissingExtra: the extra `sign` is not installed.
    """
    key = SigningKey.generate()
    beside = public or f"{private}.pub"
    key.write_public(beside)
    try:
        key.write_private(private)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return key.kid, beside


def signing_key(path: str | None) -> SigningKey:
    """The key of a file, else of the environment.

    Raises:
        InputError: neither names one.
        KeyFileError: it cannot or must not be used.
    """
    key = SigningKey.from_file(path) if path else SigningKey.from_environment()
    if key is None:
        raise InputError("key", problem="no signing key is named", remedy=f"give `--key FILE` or set `{PRIVATE_KEY_VARIABLE}_FILE`")
    return key


def tools_of(path: str) -> ToolRegistry:
    """The registry in a JSON file (`-`: standard input): a list of definitions, an object with `tools`, or a saved `tools/list` answer.

    Raises:
        InputError: the file holds none of these.
    """
    content = _json(path)
    return ToolRegistry.from_openai(content) if isinstance(content, list) else registry_from_mcp(content)


def attestations(
    path: str, *, key: SigningKey, now: datetime, ttl_s: int, registry_id: str = LOCAL_REGISTRY, tools: Sequence[str] = ()
) -> dict[str, Json]:
    """Signed attestations of the tools in a file (all, or those named) with the snapshot of its registry.

    Raises:
        InputError: the file holds no tools, or lacks one that is named.
    """
    if not 1 <= ttl_s <= MAX_TTL_S:
        raise InputError("ttl", problem=f"`{ttl_s}` is not a time", remedy=f"give a number of seconds from 1 to {MAX_TTL_S}")
    registry = tools_of(path)
    for name in tools:
        if registry.resolve(name) is None:
            raise InputError(f"tool `{name}`", problem="it is not registered, so nothing can be attested", remedy="name a tool of the file")
    names = tools or registry.names
    receipts = [attest(name, registry=registry, registry_id=registry_id, now=now, ttl_s=ttl_s, signer=key) for name in names]
    return {"kid": key.kid, "registry": snapshot_of(registry, registry_id=registry_id).to_json(), "receipts": [attestation_json(each) for each in receipts]}


def verified(path: str, *, public: Sequence[str], now: datetime, tools: str | None = None, registry_id: str | None = None) -> Iterator[Checked]:
    """What in a file of attestations or a PlanManifest counts at `now`; with `tools` the schemas are held against those of that file.

    Raises:
        InputError: the file is neither.
        KeyFileError: a public key cannot be used.
    """
    content = _json(path)
    keys = TrustedKeys.from_files(public)
    registry = None if tools is None else tools_of(tools)
    if not isinstance(content, dict):
        raise InputError(shown_name(path), problem="it is not an object", remedy="give what `groundrules attest` or a plan check wrote")
    listed = content.get("receipts", content.get("tool_existence_attestation_receipts"))
    if not isinstance(listed, list):
        raise InputError(shown_name(path), problem="it holds no receipts", remedy="give what `groundrules attest` or a plan check wrote")
    for number, entry in enumerate(listed):
        receipt = attestation_from_json(entry)
        if receipt is None:
            yield Checked(f"receipt {number + 1}", "not of the documented form")
        else:
            yield Checked(f"tool {receipt.tool_id}", _receipt_fault(receipt, registry, keys, now, registry_id=registry_id))
    if "manifest_digest" in content:
        yield from _manifest(content, keys)


def _manifest(content: dict[str, Json], keys: Verifier) -> Iterator[Checked]:
    """What of a PlanManifest is not a tool's receipt: its digest, and the signatures over groundings and the abort receipt, where there are any."""
    same = content["manifest_digest"] == manifest_digest(content)
    yield Checked("manifest digest", "" if same else "tampered")
    listed = content.get("plan_grounding_signatures")
    for entry in listed if isinstance(listed, list) else ():
        grounding = grounding_from_json(entry)
        if grounding is None:
            yield Checked("grounding", "not of the documented form")
        elif grounding.signature is not None:
            fault = signature_fault(grounding.signature, grounding.claims(str(content.get("plan_id"))), keys)
            yield Checked(f"grounding of step {grounding.step_id}", "" if fault is None else fault.value)
    if content.get("plan_execution_abort_receipt") is not None:
        receipt = abort_from_json(content["plan_execution_abort_receipt"])
        if receipt is None:
            yield Checked("abort receipt", "not of the documented form, or tampered")
        elif receipt.signature is not None:
            fault = signature_fault(receipt.signature, receipt.claims(), keys)
            yield Checked("abort receipt", "" if fault is None else fault.value)


def _receipt_fault(receipt: Attestation, registry: ToolRegistry | None, keys: Verifier, now: datetime, *, registry_id: str | None) -> str:
    wanted = receipt.registry_id if registry_id is None else registry_id
    if registry is not None and receipt.exists:
        fault = attestation_fault(receipt, registry=registry, registry_id=wanted, now=now, verifier=keys)
    else:
        fault = signature_fault(receipt.signature, receipt.claims(), keys) or time_fault(receipt.issued_at, receipt.expires_at, now)
    if fault is None and receipt.registry_id != wanted:
        return "other_registry"
    if fault is None and registry is not None and not receipt.exists and registry.resolve(receipt.tool_id) is not None:
        return "the tool is registered by now"
    return "" if fault is None else fault.value


def _json(path: str) -> Json:
    text = read_text(path)
    try:
        return cast("Json", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise InputError(shown_name(path), problem=f"broken JSON ({str(error)[:120]})", remedy="give a JSON document") from error
