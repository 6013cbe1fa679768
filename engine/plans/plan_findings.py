"""What a plan rule says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..types import Outcome, Severity


class PlanFlag(StrEnum):
    """The fault that a plan finding reports."""

    UNKNOWN_TOOL = "unknown_tool"
    DANGLING_INPUT = "dangling_input"
    FORWARD_REFERENCE = "forward_reference"
    DUPLICATE_STEP_ID = "duplicate_step_id"
    UNGROUNDED_STEP = "ungrounded_step"
    DRIFTED_TOOL = "drifted_tool"
    OPEN_ARGUMENT = "open_argument"
    UNREADABLE = "unreadable"
    CHECK_FAILURE = "check_failure"


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """What one rule says about one place of a plan.

    `step` is the index of the step, -1 for the plan as a whole; `place` a JSON Pointer into the plan (`/steps/0/calls/0/arguments/to`). `tool` is the tool
    it is about, if one; `suggestions` are names or values that may have been meant, never applied.
    """

    rule_id: str
    step: int
    place: str
    flag: PlanFlag
    outcome: Outcome
    severity: Severity
    explanation: str
    tool: str | None = None
    suggestions: tuple[str, ...] = ()
