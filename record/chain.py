"""The chain: each line of a log holds the SHA-256 of the line before it and of itself.

A line is the canonical JSON of an entry with `seq` (its number from 0), `time`, `prev` and `hash`. `hash` is the SHA-256 of the canonical JSON of the line
without `hash`; `prev` is the `hash` of the line before. Line 0, the genesis, names the form, its version and when the log began; its `prev` is 64 zeros.
A line that is not byte for byte the canonical form of what it says is broken, so that no byte can change unseen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Never, cast

from ..engine.canonical import canonical_json, sha256_hex
from ..engine.types import Json

FORM = "groundrules-record"
FORM_VERSION = "1.0"
GENESIS = "genesis"
ZERO = "0" * 64


@dataclass(frozen=True, slots=True)
class Head:
    """Where a log ends: how many lines it has, the genesis included, and the hash of the last."""

    count: int = 0
    hash: str = ZERO


class BrokenLine(Exception):
    """A line that does not follow from the one before it; the text says why. Never leaves this folder."""


def genesis_entry(*, continues: Head | None = None) -> dict[str, Json]:
    """The first entry of a log; `continues` is the head of the log that it follows on."""
    earlier: Json = None if continues is None else {"count": continues.count, "hash": continues.hash}
    return {"kind": GENESIS, "form": FORM, "version": FORM_VERSION, "continues": earlier}


def chained_line(entry: Mapping[str, Json], head: Head, *, time: str) -> tuple[bytes, Head]:
    """The line of an entry that follows `head`, with its line feed, and the head after it. Raises like `canonical_json`."""
    record = {**entry, "seq": head.count, "time": time, "prev": head.hash}
    record.pop("hash", None)
    own = sha256_hex(canonical_json(record))
    return f"{canonical_json({**record, 'hash': own})}\n".encode(), Head(head.count + 1, own)


def read_line(line: bytes) -> dict[str, Json]:
    """The record that a line holds, where the line is whole in itself.

    Raises:
        BrokenLine: it is torn, not canonical JSON, or its hash is not that of its content.
    """
    if not line.endswith(b"\n"):
        raise BrokenLine("it is torn: it does not end with a line feed")
    try:
        text = line[:-1].decode()
    except UnicodeDecodeError as error:
        raise BrokenLine(f"byte 0x{line[error.start]:02x} at offset {error.start} is not UTF-8") from error
    try:
        record = cast("Json", json.loads(text, parse_constant=_refuse))
        if not isinstance(record, dict):
            raise BrokenLine("it is not a JSON object")
        canonical = canonical_json(record)
        own = record.get("hash")
        content = sha256_hex(canonical_json({key: value for key, value in record.items() if key != "hash"}))
    except (ValueError, RecursionError) as error:
        raise BrokenLine("it is not JSON that a sink wrote") from error
    if canonical != text:
        raise BrokenLine("it is not in canonical form, so it was changed after it was written")
    if own != content:
        raise BrokenLine("its hash is not that of its content, so it was changed after it was written")
    return record


def follow(record: Mapping[str, Json], head: Head) -> Head:
    """The head after a record that follows `head`.

    Raises:
        BrokenLine: the record does not follow it.
    """
    seq, prev, own = record.get("seq"), record.get("prev"), record.get("hash")
    if seq != head.count or isinstance(seq, bool):
        raise BrokenLine(f"its number is {_shown(seq)} where {head.count} is due: lines were removed, repeated or put in another order")
    if prev != head.hash:
        raise BrokenLine("it does not carry the hash of the line before it: lines were removed, changed or put in another order")
    if (record.get("kind") == GENESIS) is not (head.count == 0):
        raise BrokenLine("a log begins with its genesis line, and holds no other")
    if head.count == 0 and (record.get("form"), record.get("version")) != (FORM, FORM_VERSION):
        raise BrokenLine(f"it is not of the form {FORM} {FORM_VERSION}")
    return Head(head.count + 1, str(own))


def _shown(value: Json) -> str:
    return str(value)[:20] if isinstance(value, int) and value < 10**19 else f"of type {type(value).__name__}"


def _refuse(word: str) -> Never:
    raise ValueError(word)
