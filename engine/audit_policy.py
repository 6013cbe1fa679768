"""The settings of the auditor tier: what is sent, and what becomes of a subject whose audit failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from .answer_policy import Ruling
from .errors import PolicyError
from .types import Decision

_REFUSE_UNKNOWN = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class AuditorSettings:
    """How undecided items are put to an auditor.

    `failed_call` is the mildest decision on a call whose audit failed (`human_review` or `block`), `failed_answer` the mildest ruling on an answer
    (`flag` or `block`). `max_items` of one subject are asked, the gravest first; their evidence takes at most `evidence_tokens`, estimated.
    `constraints` are rules of the domain that the auditor is told, one sentence each.

    Raises:
        PolicyError: a failure would be let through, or a limit is below 1.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    failed_call: Decision = Decision.BLOCK
    failed_answer: Ruling = Ruling.FLAG
    max_items: int = 20
    evidence_tokens: int = 2000
    constraints: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.failed_call.rank < Decision.HUMAN_REVIEW.rank:
            raise PolicyError("auditor.failed_call", problem="a failed audit would be let through", remedy="give `human_review` or `block`")
        if self.failed_answer is Ruling.LEAVE:
            raise PolicyError("auditor.failed_answer", problem="a failed audit would be let through", remedy="give `flag` or `block`")
        for name, number in (("max_items", self.max_items), ("evidence_tokens", self.evidence_tokens)):
            if number < 1:
                raise PolicyError(f"auditor.{name}", problem=f"`{number}` is below 1", remedy="give a whole number from 1")


DEFAULT_AUDITOR = AuditorSettings()
