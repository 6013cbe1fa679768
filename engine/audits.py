"""What an auditor is asked and what it answers: one request holds the undecided items of one subject. It is not told what the rules suspect."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from .types import Kind, Outcome, Role, Scalar


class AuditTask(StrEnum):
    """What sort of subject is audited."""

    TOOL_ARGUMENTS = "tool_arguments"
    ANSWER = "answer"
    CLAIMS = "claims"


class Answer(StrEnum):
    """What an auditor says of an item: `UNCLEAR` leaves it undecided."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


class AuditFault(StrEnum):
    """What was wrong with an audit, from the wire to the quotation. None of them ever settles an item."""

    EMPTY = "empty"
    NO_CHOICES = "no_choices"
    REFUSAL = "refusal"
    TRUNCATED = "truncated"
    FILTERED = "filtered"
    NO_JSON = "no_json"
    MALFORMED_JSON = "malformed_json"
    SURROUNDED = "surrounded"
    TRANSPORT_PAGE = "transport_page"
    ERROR_BODY = "error_body"
    DUPLICATE_KEY = "duplicate_key"
    NOT_AN_OBJECT = "not_an_object"
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_WORD = "unknown_word"
    WRONG_TYPE = "wrong_type"
    TEXT_NUMBER = "text_number"
    TEXT_BOOLEAN = "text_boolean"
    OUT_OF_RANGE = "out_of_range"
    TWO_ANSWERS = "two_answers"
    ABSTAINED = "abstained"
    CONTRADICTS_ITSELF = "contradicts_itself"
    UNKNOWN_ITEM = "unknown_item"
    MISSING_ITEM = "missing_item"
    DUPLICATE_ITEM = "duplicate_item"
    NO_QUOTE = "no_quote"
    INVENTED_QUOTE = "invented_quote"
    UNRELATED_QUOTE = "unrelated_quote"
    ADDRESSED_QUOTE = "addressed_quote"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    RATE_LIMIT = "rate_limit"
    SERVER_ERROR = "server_error"
    REJECTED = "rejected"
    CIRCUIT_OPEN = "circuit_open"
    OVER_BUDGET = "over_budget"
    CANCELLED = "cancelled"
    RAISED = "raised"
    NOT_RECORDED = "not_recorded"
    UNRECORDED = "unrecorded"
    WRONG_FORM = "wrong_form"


@dataclass(frozen=True, slots=True)
class EvidenceWindow:
    """A piece of admissible context: an id of its own, its source, and its text verbatim, which starts at `start` in that source (code points)."""

    id: str
    source_id: str
    role: Role
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class AuditItem:
    """One undecided item.

    `item` is a JSON Pointer into the arguments, or `start:end` of a stretch of an answer; `claimed` the value or the stretch; `name` and `about`
    say what it is claimed for (a parameter and its description, or the sentence around a detail). `strict` means that only the value itself counts.
    """

    item: str
    claimed: Scalar | None
    name: str
    about: str
    kind: Kind
    strict: bool


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """The undecided items of one subject, with the evidence that bears on them.

    `subject` names what is checked: the tool, or the question that an answer replies to. `left_out` are undecided items that are not asked, and
    `omitted_windows` counts the stretches of evidence that bear on an item and did not fit.
    """

    subject_id: str
    task: AuditTask
    subject: str
    items: tuple[AuditItem, ...]
    evidence: tuple[EvidenceWindow, ...]
    risk: str = "MEDIUM"
    constraints: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    omitted_windows: int = 0

    @property
    def digest(self) -> str:
        """SHA-256 of the content; the id of the subject is no part of it, so that equal questions are one."""
        content = {name: value for name, value in asdict(self).items() if name != "subject_id"}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class AuditAnswer:
    """The answer on one item; `quote` is verbatim text of the evidence, or None. A `YES` without such a quote settles nothing."""

    item: str
    answer: Answer
    quote: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class AuditReply:
    """What came of a request: answers, and what went wrong. `model`, `prompt_version` and `prompt_digest` name who answered what."""

    answers: tuple[AuditAnswer, ...] = ()
    faults: tuple[AuditFault, ...] = ()
    model: str = ""
    prompt_version: str = ""
    prompt_digest: str = ""
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Remarks by item, such as what the other of two auditors said."""
    raw: str = ""
    """The last reply as the model wrote it, where it could not be used: for the person who decides in its place."""


@dataclass(frozen=True, slots=True)
class AuditedItem:
    """How an item fared: `outcome` after the audit, `fault` why an answer did not count; `disagrees` where it contradicts a settled finding."""

    item: str
    answer: Answer | None
    outcome: Outcome
    fault: AuditFault | None
    quote: str | None
    source_id: str | None
    reason: str
    disagrees: bool = False


@dataclass(frozen=True, slots=True)
class AuditNote:
    """What a verdict says of its audit. `faults` are those of the request as a whole; a `left_out` item was undecided and not asked.

    `raw` is the last reply as it came, where it could not be used.
    """

    task: AuditTask
    model: str
    prompt_version: str
    prompt_digest: str
    request_digest: str
    items: tuple[AuditedItem, ...]
    faults: tuple[AuditFault, ...]
    left_out: tuple[str, ...]
    omitted_windows: int
    raw: str = ""

    @property
    def failed(self) -> bool:
        """True where any item was left open by a failure, rather than by an auditor that could not tell."""
        return bool(self.faults) or any(item.fault is not None for item in self.items)


@runtime_checkable
class Auditor(Protocol):
    """Answers the undecided items of one subject."""

    def audit(self, request: AuditRequest, /) -> AuditReply:
        """One answer per item, or the faults that stood in the way."""
        ...


@runtime_checkable
class AsyncAuditor(Protocol):
    """An auditor that can be awaited."""

    async def audit_async(self, request: AuditRequest, /) -> AuditReply:
        """One answer per item, or the faults that stood in the way."""
        ...
