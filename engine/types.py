"""The words of the engine: spans, sources, values, outcomes and findings. Imports nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import TypeAlias, Union

Json: TypeAlias = Union[bool, int, float, str, list["Json"], dict[str, "Json"], None]  # noqa: UP007
"""A parsed JSON value; integers are exact, whatever their size."""

Scalar: TypeAlias = bool | int | float | str


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open code-point offsets `[start, end)` into an *original* text, never into a normalised copy."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The text under the span."""
        return text[self.start : self.end]


class Role(StrEnum):
    """Who said a source."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    EVIDENCE = "evidence"
    HOST = "host"


class Kind(StrEnum):
    """What sort of value a text or a JSON leaf holds."""

    NUMBER = "number"
    ORDINAL = "ordinal"
    MONEY = "money"
    PERCENT = "percent"
    QUANTITY = "quantity"
    DATE = "date"
    TIME = "time"
    DATETIME = "datetime"
    DURATION = "duration"
    EMAIL = "email"
    URL = "url"
    PHONE = "phone"
    IDENTIFIER = "identifier"
    NAME = "name"
    CODE = "code"
    PATH = "path"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    TEXT = "text"
    WORD = "word"
    NULL = "null"


@dataclass(frozen=True, slots=True)
class Value:
    """A typed, canonical thing found at a span of a text.

    `keys` holds the canonical key of every admissible reading, the preferred one first; two values of one kind are the same when
    their keys meet. `amount` is in `unit` where the kind has one (money: ISO 4217; duration: seconds).
    """

    kind: Kind
    span: Span
    text: str
    keys: tuple[str, ...]
    amount: Decimal | None = None
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One thing the model was given: a turn, a tool output or an evidence passage.

    `order` is its place in the conversation. `tool` and `call_id` name the call that a tool output answers, `answers` is its number.
    """

    id: str
    role: Role
    order: int
    text: str
    tool: str | None = None
    call_id: str | None = None
    is_error: bool = False
    answers: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span of a source that bears on an item, with its text verbatim and, inside JSON, its key path as a JSON Pointer."""

    source_id: str
    role: Role
    span: Span
    text: str
    key_path: str | None = None


class Outcome(StrEnum):
    """How an item ends; `UNDECIDED` is a real answer and never becomes "fine"."""

    SUPPORTED = "supported"
    UNDECIDED = "undecided"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"

    @property
    def rank(self) -> int:
        """0 for supported up to 3 for contradicted: the larger is the worse."""
        return _OUTCOME_RANK[self]


_OUTCOME_RANK = {Outcome.SUPPORTED: 0, Outcome.UNDECIDED: 1, Outcome.UNSUPPORTED: 2, Outcome.CONTRADICTED: 3}


class Severity(IntEnum):
    """1 (cosmetic) to 5 (would do harm); in views LOW = 1, 2, MEDIUM = 3, HIGH = 4, CRITICAL = 5."""

    COSMETIC = 1
    LOW = 2
    MEDIUM = 3
    HIGH = 4
    CRITICAL = 5


class Decision(StrEnum):
    """What the host should do with the call, mildest first."""

    ALLOW = "allow"
    ALLOW_WITH_WARNING = "allow_with_warning"
    REGENERATE = "regenerate"
    HUMAN_REVIEW = "human_review"
    BLOCK = "block"

    @property
    def rank(self) -> int:
        """0 for allow up to 4 for block: the larger is the stricter."""
        return _DECISION_RANK[self]

    @property
    def may_run(self) -> bool:
        """True where the call may be executed."""
        return self in (Decision.ALLOW, Decision.ALLOW_WITH_WARNING)


_DECISION_RANK = {decision: rank for rank, decision in enumerate(Decision)}


class Effect(StrEnum):
    """What running a tool does, mildest first."""

    READ = "read"
    WRITE = "write"
    DESTRUCTIVE = "destructive"


class Flag(StrEnum):
    """The fault a finding reports, in the vocabulary of the HallucinationReport form."""

    UNKNOWN_TOOL = "unknown_tool"
    MALFORMED_ARGUMENTS = "malformed_arguments"
    UNKNOWN_PARAMETER = "unknown_parameter"
    MISSING_REQUIRED = "missing_required"
    TYPE_MISMATCH = "type_mismatch"
    UNSUPPORTED_ENUM = "unsupported_enum"
    FORMAT_VIOLATION = "format_violation"
    FABRICATED_ID = "fabricated_id"
    FABRICATED_CONTACT = "fabricated_contact"
    FABRICATED_URL = "fabricated_url"
    FABRICATED_NUMBER = "fabricated_number"
    FABRICATED_DATE = "fabricated_date"
    FABRICATED_NAME = "fabricated_name"
    FABRICATED_DETAIL = "fabricated_detail"
    PLACEHOLDER_VALUE = "placeholder_value"
    WRONG_SLOT = "wrong_slot"
    CONTRADICTS_EVIDENCE = "contradicts_evidence"
    ASSISTANT_ONLY_EVIDENCE = "assistant_only_evidence"
    NO_EVIDENCE = "no_evidence"
    AUDIT_FAILURE = "audit_failure"


TOOL_ITEM = "$tool"
"""The item that stands for the tool name as a whole."""
ARGUMENTS_ITEM = "$args"
"""The item that stands for the arguments as a whole."""
KEY_ITEM = "$key"
"""Opens the item that stands for the name of a member rather than for its value: `$key/amounts/ORD-1` is the key `ORD-1` of `amounts`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says about one item.

    `item` is a JSON Pointer into the arguments (`/to`, `/items/0/id`), `$tool`, `$args`, or `$key` and the pointer of a member whose name is
    data (`$key/amounts/ORD-1`). `flag` is None where the outcome is supported.
    `suggestion` is the one grounded value that fits the slot, or None where none is safe; it is never applied. `derivation` names how a
    supported value follows from the evidence (None: it stands there). `confidence` is between 0 and 1: the measured precision of the rule for
    this outcome, set when the rule is run.
    """

    rule_id: str
    item: str
    outcome: Outcome
    severity: Severity
    explanation: str
    flag: Flag | None = None
    evidence: tuple[Evidence, ...] = ()
    derivation: str | None = None
    suggestion: Scalar | None = None
    confidence: float = 1.0
