"""Receipts and the keys that sign them: what verifies, and everything that must not."""

from __future__ import annotations

import json
import os
import pickle
import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from groundrules.engine.errors import InputError, KeyFileError
from groundrules.engine.guard import Guard
from groundrules.engine.plans.manifest import (
    abort_from_json,
    abort_json,
    attestation_from_json,
    attestation_json,
    grounding_from_json,
    manifest_digest,
    plan_manifest,
)
from groundrules.engine.plans.receipts import Attestation, ReceiptFault, attest, attestation_fault, signature_fault
from groundrules.engine.plans.snapshot_drift import RegistrySnapshot, drift_of, schema_digest, snapshot_of
from groundrules.engine.registry import ToolRegistry, ToolSpec
from groundrules.engine.types import Json
from plan_cases import NOW, step, tools

jwt = pytest.importorskip("jwt", reason="signing needs the extra `sign`")
pytest.importorskip("cryptography", reason="signing needs the extra `sign`")

from groundrules.signing import PRIVATE_KEY_VARIABLE, SigningKey, TrustedKeys  # noqa: E402  after the check for the extra

KEY = SigningKey.generate()
TOOLS = tools("find_order", "cancel_order")


def receipt() -> Attestation:
    """A signed receipt of one tool."""
    return attest("find_order", registry=TOOLS, registry_id="desk", now=NOW, ttl_s=600, signer=KEY)


def fault_of(made: Attestation, *, registry: ToolRegistry = TOOLS, later_s: float = 0, key: SigningKey = KEY, registry_id: str = "desk") -> ReceiptFault | None:
    """Why a receipt does not count, some seconds after it was made."""
    return attestation_fault(made, registry=registry, registry_id=registry_id, now=NOW + timedelta(seconds=later_s), verifier=key.trusted())


def test_a_receipt_counts_until_it_expires() -> None:
    """Good from a minute before its time up to its end, not at the end."""
    made = receipt()
    assert [fault_of(made, later_s=seconds) for seconds in (-60, 0, 599)] == [None, None, None]
    assert fault_of(made, later_s=600) is ReceiptFault.EXPIRED
    assert fault_of(made, later_s=-61) is ReceiptFault.NOT_YET_VALID
    assert attestation_from_json(json.loads(json.dumps(attestation_json(made)))) == made


def test_a_receipt_of_another_key_or_registry() -> None:
    """Only a trusted key counts, and only for the registry that is asked."""
    assert fault_of(receipt(), key=SigningKey.generate()) is ReceiptFault.BAD_SIGNATURE
    assert fault_of(receipt(), registry_id="other") is ReceiptFault.OTHER_REGISTRY
    assert fault_of(replace(receipt(), signature=None)) is ReceiptFault.UNSIGNED


def test_a_changed_field_is_tampering() -> None:
    """Every signed field is covered."""
    made = receipt()
    changed = (
        replace(made, tool_id="cancel_order"),
        replace(made, registered_name="cancel_order"),
        replace(made, schema_digest="0" * 64),
        replace(made, exists=False),
        replace(made, registry_id="other"),
        replace(made, issued_at="2031-05-01T09:00:00+00:00"),
        replace(made, expires_at="2099-05-02T09:00:00+00:00"),
    )
    assert [fault_of(each) for each in changed] == [ReceiptFault.TAMPERED] * len(changed)


def test_the_signature_of_another_receipt() -> None:
    """A good signature over something else does not count: neither that of another tool nor that of an abort receipt."""
    other = attest("cancel_order", registry=TOOLS, registry_id="desk", now=NOW, ttl_s=600, signer=KEY)
    assert fault_of(replace(receipt(), signature=other.signature)) is ReceiptFault.TAMPERED
    aborted = Guard().check_plan([step("a", "nowhere")], registry=TOOLS, now=NOW, signer=KEY, completed=("z",)).abort
    assert aborted is not None
    assert signature_fault(aborted.signature, aborted.claims(), KEY.trusted()) is None
    assert fault_of(replace(receipt(), signature=aborted.signature)) is ReceiptFault.TAMPERED


def test_a_swapped_schema() -> None:
    """The tool at hand must be declared as the receipt says, under the same name."""
    swapped = ToolRegistry([ToolSpec("find_order", "Deletes orders.")])
    assert fault_of(receipt(), registry=swapped) is ReceiptFault.SCHEMA_CHANGED
    assert fault_of(receipt(), registry=tools("cancel_order")) is ReceiptFault.TOOL_UNKNOWN
    aliased = ToolRegistry([ToolSpec("find_orders")], aliases={"find_order": "find_orders"})
    assert fault_of(receipt(), registry=aliased) is ReceiptFault.SCHEMA_CHANGED


def test_a_receipt_that_a_tool_does_not_exist_never_counts_for_it() -> None:
    """Neither for the registry that said so, nor for one that has it by now."""
    missing = attest("wipe_disk", registry=TOOLS, registry_id="desk", now=NOW, ttl_s=600, signer=KEY)
    assert (missing.exists, missing.schema_digest) == (False, None)
    assert fault_of(missing) is ReceiptFault.TOOL_UNKNOWN
    assert fault_of(missing, registry=tools("wipe_disk")) is ReceiptFault.TOOL_UNKNOWN


def test_other_algorithms_and_headers_are_refused() -> None:
    """Not signed at all, signed with a shared secret, without a key id, or for another purpose."""
    payload = receipt().claims().encode()
    private = jwt.PyJWS()
    kid = KEY.kid
    tokens = [
        private.encode(payload, None, algorithm="none", headers={"kid": kid, "typ": "groundrules-receipt+jws"}),
        private.encode(payload, "s" * 40, algorithm="HS256", headers={"kid": kid, "typ": "groundrules-receipt+jws"}),
        *("", "a.b.c", "\ud800", "e30.e30.e30", "." * 200_000, KEY.sign("x")[:-4] + "AAAA", KEY.sign("x") + "="),
    ]
    assert [KEY.trusted().payload(token) for token in tokens] == [None] * len(tokens)
    assert KEY.trusted().payload(KEY.sign("text")) == "text"


def test_signing_needs_a_time_with_an_offset() -> None:
    """A receipt without a time would never expire."""
    for now in (None, NOW.replace(tzinfo=None)):
        with pytest.raises(InputError):
            attest("find_order", registry=TOOLS, registry_id="desk", now=now, ttl_s=600, signer=KEY)


def test_a_signed_manifest() -> None:
    """Receipts, groundings and the abort receipt are signed; the digest does not depend on the key."""
    plan = [step("a", "find_order", grounding="retrieval:d1"), step("b", "wipe_disk")]
    signed, plain = (Guard().check_plan(plan, registry=TOOLS, now=NOW, signer=signer, completed=("a",)) for signer in (KEY, None))
    manifest = plan_manifest(signed)
    assert manifest["manifest_digest"] == plan_manifest(plain)["manifest_digest"]
    for grounding in signed.groundings:
        assert signature_fault(grounding.signature, grounding.claims(signed.plan_id), KEY.trusted()) is None
        assert signature_fault(grounding.signature, replace(grounding, evidence="d2").claims(signed.plan_id), KEY.trusted()) is ReceiptFault.TAMPERED
    assert signed.abort is not None
    assert abort_from_json(abort_json(signed.abort)) == signed.abort
    assert abort_from_json({**abort_json(signed.abort), "last_valid_step": None}) is None
    entry = manifest["plan_grounding_signatures"]
    assert isinstance(entry, list)
    assert grounding_from_json(entry[0]) == signed.groundings[0]
    assert manifest_digest(manifest) == manifest["manifest_digest"]


@pytest.mark.parametrize("content", [None, [], {}, {"tool_id": 1}, {"tool_id": "a", "registry_id": "b", "issued_at": "", "expires_at": "", "exists": "yes"}])
def test_what_is_no_receipt(content: None) -> None:
    """Another shape reads as nothing."""
    assert attestation_from_json(content) is None
    assert grounding_from_json(content) is None
    assert abort_from_json(content) is None


def test_snapshots_travel_as_json() -> None:
    """A snapshot written and read again finds the same drift; another shape is refused."""
    before = snapshot_of(TOOLS, registry_id="desk")
    again = RegistrySnapshot.from_json(json.loads(json.dumps(before.to_json())))
    assert again == before
    later = ToolRegistry([ToolSpec("find_order", "New."), ToolSpec("send_note")])
    assert [(drift.tool, drift.kind.value) for drift in drift_of(again, later)] == [("cancel_order", "gone"), ("find_order", "changed"), ("send_note", "added")]
    assert drift_of(again, TOOLS) == ()
    others: list[Json] = [None, [], {"registry_id": "a", "digest": "b", "tools": {"x": 1}}]
    for content in others:
        with pytest.raises(InputError):
            RegistrySnapshot.from_json(content)


def test_the_schema_digest_covers_all_that_is_declared() -> None:
    """Name, description, parameters, output and hints; the order of keys does not matter."""
    plain = ToolSpec("a", "b", {"type": "object", "title": "t"}, {"readOnlyHint": True}, output={"type": "object"})
    others = [
        replace(plain, name="x"),
        replace(plain, description="x"),
        replace(plain, parameters={"type": "object"}),
        replace(plain, annotations={}),
        replace(plain, output={}),
    ]
    assert schema_digest(replace(plain, parameters={"title": "t", "type": "object"})) == schema_digest(plain)
    assert schema_digest(plain) not in {schema_digest(other) for other in others}


# ---- key files ---------------------------------------------------------------------------------------------------------------------------


def test_keys_written_and_read_again(tmp_path: Path) -> None:
    """The private file is the owner's alone, what it signs verifies with the public file, and neither is written over."""
    private, public = tmp_path / "key.pem", tmp_path / "key.pub"
    KEY.write_private(private)
    KEY.write_public(public)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    again, trusted = SigningKey.from_file(private), TrustedKeys.from_files([public])
    assert again.kid == KEY.kid
    assert trusted.kids == (KEY.kid,)
    assert trusted.payload(again.sign("text")) == "text"
    for path in (private, public):
        with pytest.raises(KeyFileError, match="exists"):
            KEY.write_private(path)


@pytest.mark.skipif(os.name != "posix", reason="the bits are those of POSIX")
@pytest.mark.parametrize(("mode", "refused"), [(0o600, False), (0o640, False), (0o604, True), (0o602, True), (0o644, True)])
def test_a_private_key_open_to_everybody_is_refused(tmp_path: Path, mode: int, refused: bool) -> None:
    """A file that every user may open is no secret; one that a group may read can be."""
    path = tmp_path / "key.pem"
    KEY.write_private(path)
    path.chmod(mode)
    if not refused:
        assert SigningKey.from_file(path).kid == KEY.kid
        return
    with pytest.raises(KeyFileError, match="open to every user"):
        SigningKey.from_file(path)


def test_no_key_is_ever_shown(tmp_path: Path) -> None:
    """Neither repr, nor pickle, nor the error of a broken file holds any of it."""
    secret = "c2VjcmV0LXNlY3JldA=="
    path = tmp_path / "key.pem"
    path.write_text(f"-----BEGIN PRIVATE KEY-----\n{secret}\n-----END PRIVATE KEY-----\n", encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(KeyFileError) as caught:
        SigningKey.from_file(path)
    assert secret not in str(caught.value)
    assert caught.value.__cause__ is None
    assert repr(KEY) == f"SigningKey(kid={KEY.kid!r})"
    with pytest.raises(TypeError):
        pickle.dumps(KEY)


def test_keys_from_the_environment(tmp_path: Path) -> None:
    """The text itself, or the name of its file; nothing where neither is set."""
    path = tmp_path / "key.pem"
    KEY.write_private(path)
    for environment in (
        {PRIVATE_KEY_VARIABLE: path.read_text(encoding="utf-8")},
        {PRIVATE_KEY_VARIABLE: path.read_text(encoding="utf-8").replace("\n", "\\n")},
        {f"{PRIVATE_KEY_VARIABLE}_FILE": str(path)},
    ):
        found = SigningKey.from_environment(environment)
        assert found is not None
        assert found.kid == KEY.kid
    assert SigningKey.from_environment({}) is None


def test_keys_of_another_sort_are_refused(tmp_path: Path) -> None:
    """Another curve, no key at all, no file."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    other = generate_private_key(SECP256R1())
    private, public = tmp_path / "ec.pem", tmp_path / "ec.pub"
    private.write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    private.chmod(0o600)
    public.write_bytes(other.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(KeyFileError, match="not Ed25519"):
        SigningKey.from_file(private)
    with pytest.raises(KeyFileError, match="not Ed25519"):
        TrustedKeys.from_files([public])
    with pytest.raises(KeyFileError, match="no public key"):
        TrustedKeys.from_pem(["nothing"])
    with pytest.raises(KeyFileError, match="cannot be read"):
        SigningKey.from_file(tmp_path / "none")
    with pytest.raises(KeyFileError, match="cannot be read"):
        TrustedKeys.from_files([tmp_path / "none"])
