"""`groundrules eval --auditor URL`: each row judged with and without the auditor, and what the difference cost."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ..engine.context import Context
from ..engine.guard import Guard
from ..engine.types import Json
from ..llm_fallback.openai_auditor import OpenAIAuditor
from .rows import UNLABELLED, RowResult, judge_row

KEY_VARIABLE = "OPENAI_API_KEY"


@dataclass(slots=True)
class AuditCounts:
    """How many labelled rows were right without the auditor and with it, and those that it turned either way."""

    rows: int = 0
    right_without: int = 0
    right_with: int = 0
    mended: int = 0
    spoilt: int = 0


class AuditedRows:
    """Judges rows twice. The rows of the evaluation are those with the auditor."""

    def __init__(self, guard: Guard, *, base_url: str, model: str) -> None:
        """An auditor at the URL, with the key of the environment where there is one.

        Raises:
            MissingExtra: the extra `llm` is not installed.
        """
        self.auditor = OpenAIAuditor(model=model, base_url=base_url, api_key=os.environ.get(KEY_VARIABLE) or "none")
        self.counts = AuditCounts()
        self._plain = guard
        self._audited = Guard(rules=guard.rules, policy=guard.policy, auditor=self.auditor)

    def judge(self, row: Mapping[str, Json], place: str, *, base: Context | None) -> RowResult:
        """The row with the auditor; counted beside the row without it. Raises InputError like `judge_row`."""
        before = judge_row(row, place, guard=self._plain, base=base)
        after = judge_row(row, place, guard=self._audited, base=base)
        labelled = after.rules_digest is not None and (after.group is None or after.group[2] != UNLABELLED)
        if labelled:
            counts, was_right, is_right = self.counts, before.miss is None, after.miss is None
            counts.rows += 1
            counts.right_without += was_right
            counts.right_with += is_right
            counts.mended += is_right and not was_right
            counts.spoilt += was_right and not is_right
        return after

    def as_json(self) -> dict[str, Json]:
        """What `--json` writes under `auditor`: items escalated, tokens per audited subject, accuracy with and without, faults by name."""
        usage, counts = self.auditor.usage, self.counts
        total = usage.tokens_in + usage.tokens_out
        return {
            "subjects": usage.audits,
            "items": usage.items,
            "requests": usage.requests,
            "cached": usage.cached,
            "tokens_in": usage.tokens_in,
            "tokens_out": usage.tokens_out,
            "tokens_per_subject": round(total / usage.audits, 1) if usage.audits else 0.0,
            "labelled": counts.rows,
            "accuracy_without": round(counts.right_without / counts.rows, 4) if counts.rows else None,
            "accuracy_with": round(counts.right_with / counts.rows, 4) if counts.rows else None,
            "mended": counts.mended,
            "spoilt": counts.spoilt,
            "faults": {fault.value: usage.faults[fault] for fault in sorted(usage.faults)},
        }

    def close(self) -> None:
        """Let go of the connections."""
        self.auditor.close()


def audit_line(counts: Mapping[str, Json]) -> str:
    """The counts in one line."""
    shares = [f"{100 * share:.1f} %" if isinstance(share := counts.get(f"accuracy_{way}"), float) else "-" for way in ("without", "with")]
    asked = f"{counts['items']} items of {counts['subjects']} subjects escalated, {counts['tokens_per_subject']} tokens per subject"
    return f"auditor: {asked}; right without {shares[0]}, with {shares[1]} (mended {counts['mended']}, spoilt {counts['spoilt']})"
