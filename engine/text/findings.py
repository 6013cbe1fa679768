"""What a text rule says, and what a check of an answer comes to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..audits import AuditNote
from ..types import Evidence, Kind, Outcome, Severity, Span
from ..verdict import CheckError, Digests

TEXT_VERDICT_VERSION = "1.0"


class Claim(StrEnum):
    """What is wrong with a claim, in the vocabulary of the GuardrailDecision form."""

    UNSUPPORTED = "UNSUPPORTED"
    FABRICATED = "FABRICATED"
    UNSUPPORTED_INFERENCE = "UNSUPPORTED_INFERENCE"
    CITATION_FABRICATION = "CITATION_FABRICATION"
    CONTRADICTION = "CONTRADICTION"
    POLICY_VIOLATION = "POLICY_VIOLATION"
    INSUFFICIENT_EVIDENCE = "INSUFFICIENT_EVIDENCE"


@dataclass(frozen=True, slots=True)
class TextFinding:
    """What one rule says about one span of an answer; the empty span at 0 stands for the answer as a whole.

    `kind` is the kind of the detail, `TEXT` for prose. `evidence` are the passages that support or contradict it, verbatim. `features` name
    what an undecided finding rests on. A finding never has the outcome supported: support is what the details and assertions of the verdict show.
    """

    rule_id: str
    span: Span
    claim: Claim
    outcome: Outcome
    severity: Severity
    explanation: str
    kind: Kind = Kind.TEXT
    evidence: tuple[Evidence, ...] = ()
    derivation: str | None = None
    features: tuple[str, ...] = ()
    suggestion: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class DetailVerdict:
    """How one hard detail of the answer (a number, date, name, address, identifier) was judged."""

    span: Span
    kind: Kind
    outcome: Outcome
    explanation: str
    evidence: tuple[Evidence, ...] = ()
    derivation: str | None = None


@dataclass(frozen=True, slots=True)
class AssertionVerdict:
    """One assertion of the answer with the worst that was found in it, and the passage of the evidence that comes nearest to it."""

    span: Span
    outcome: Outcome
    evidence: tuple[Evidence, ...] = ()
    note: str | None = None


class TextDecision(StrEnum):
    """What the host should do with an answer, mildest first."""

    PASS = "PASS"
    FLAG = "FLAG"
    BLOCK = "BLOCK"

    @property
    def rank(self) -> int:
        """0 for PASS up to 2 for BLOCK: the larger is the stricter."""
        return _DECISION_RANK[self]


_DECISION_RANK = {decision: rank for rank, decision in enumerate(TextDecision)}


@dataclass(frozen=True, slots=True)
class TextVerdict:
    """The answer to one check of a generated text. The answer is never modified.

    `findings` are what decided, in the order of their spans; `open` the undecided ones that the policy leaves out of the decision. `details` and
    `assertions` are everything that was checked, supported or not. `reasons` holds the explanations behind the decision, worst first.
    """

    text: str
    decision: TextDecision
    findings: tuple[TextFinding, ...]
    open: tuple[TextFinding, ...]
    details: tuple[DetailVerdict, ...]
    assertions: tuple[AssertionVerdict, ...]
    reasons: tuple[str, ...]
    block_reason: str | None
    requires_human_review: bool
    notes: tuple[str, ...]
    errors: tuple[CheckError, ...]
    digests: Digests
    engine_version: str
    answer_id: str | None = None
    verdict_version: str = TEXT_VERDICT_VERSION
    audit: AuditNote | None = None
