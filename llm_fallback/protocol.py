"""What an auditor model is asked and what it answers. It settles only what the rules left undecided, and is not told what they suspect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ..engine.types import Scalar


@dataclass(frozen=True, slots=True)
class EvidenceWindow:
    """A piece of admissible context that bears on the question: the id of its source and its text verbatim."""

    source_id: str
    text: str


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """One undecided item put as a question that yes, no or unclear answers.

    `subject_id` names the call or text under check, `item` its part (a JSON Pointer for an argument), `claimed` the value in question.
    """

    subject_id: str
    item: str
    question: str
    claimed: Scalar | None
    evidence: tuple[EvidenceWindow, ...]


class Answer(StrEnum):
    """What the auditor says: `UNCLEAR` leaves the item undecided."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class AuditAnswer:
    """The answer on one item; `quote` is verbatim text of the evidence, or None. A `YES` without such a quote settles nothing."""

    item: str
    answer: Answer
    quote: str | None
    reason: str


class Auditor(Protocol):
    """Answers undecided items. The requests of one call to `audit` belong to one subject."""

    def audit(self, requests: Sequence[AuditRequest]) -> tuple[AuditAnswer, ...]:
        """One answer per request, in the order of the requests."""
        ...
