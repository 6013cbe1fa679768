"""What a check comes to: a decision, the reasons for it, what stayed open and the errors met. Views write it out; nothing reads back."""

from __future__ import annotations

from dataclasses import dataclass

from .audits import AuditNote
from .policy import Risk
from .types import Decision, Evidence, Finding, Flag, Json, Kind, Outcome, Scalar, Severity

__all__ = ["VERDICT_VERSION", "CheckError", "Decision", "Digests", "ItemVerdict", "Verdict"]

VERDICT_VERSION = "1.0"
"""Version of the native verdict form, `engine/verdict.schema.json`."""


@dataclass(frozen=True, slots=True)
class ItemVerdict:
    """How one item ended: the worst finding decides it, its rule is named, and `findings` of the verdict hold the rest.

    `item` is a JSON Pointer, `$tool` or `$args`; `value` the leaf as given (None for a missing argument and for `$args`).
    """

    item: str
    value: Json
    kind: Kind
    outcome: Outcome
    severity: Severity
    rule_id: str
    explanation: str
    flag: Flag | None
    evidence: tuple[Evidence, ...]
    derivation: str | None
    suggestion: Scalar | None
    confidence: float


@dataclass(frozen=True, slots=True)
class CheckError:
    """Something that failed inside the check (a rule that raised, a limit that was hit); its item ends undecided."""

    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Digests:
    """SHA-256 hex digests of what decided: the rules chosen, the policy, the context and the tool registry."""

    rules: str
    policy: str
    context: str
    tools: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one check of a tool call.

    `reasons` are the items that decided the decision, worst first; `open` the items left undecided; `question` a clarifying question that
    a person can answer, or None; `feedback` text to hand back to the model, or None. `audit` says what an auditor was asked, None where none was.
    """

    tool_name: str
    call_id: str | None
    decision: Decision
    items: tuple[ItemVerdict, ...]
    findings: tuple[Finding, ...]
    reasons: tuple[str, ...]
    open: tuple[str, ...]
    errors: tuple[CheckError, ...]
    question: str | None
    feedback: str | None
    digests: Digests
    risk: Risk
    engine_version: str
    verdict_version: str = VERDICT_VERSION
    audit: AuditNote | None = None
