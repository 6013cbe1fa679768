"""The audit record: opt-in, append-only, hash-chained. `docs/RECORD.md` describes the form and what verifying finds."""

from ..engine.entries import EntryKind, FinalOutcome, Sink, decision_entry, detail_entry
from .chain import Head
from .jsonl import JsonLinesSink, rotate_log
from .redaction import mask_values
from .replay import Replay, replay_log
from .verify import Fault, Verification, verify_log

__all__ = [
    "EntryKind",
    "Fault",
    "FinalOutcome",
    "Head",
    "JsonLinesSink",
    "Replay",
    "Sink",
    "Verification",
    "decision_entry",
    "detail_entry",
    "mask_values",
    "replay_log",
    "rotate_log",
    "verify_log",
]
