"""The settings of the plan guard; the part `[plans]` of a policy file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..errors import PolicyError


@dataclass(frozen=True, slots=True)
class PlanPolicy:
    """What a plan may do.

    `require_grounding`: a step that names a tool must say what led to it. `allow_replanning`: a fault asks the planner for another plan (ACTION)
    instead of stopping (HALT). `sandbox`: tools that nobody registered may be named, because nothing real can happen. `fallbacks`: a step that declares
    a registered fallback may name an unknown tool; the fallback is what may run. `receipt_ttl_s`: how long an attestation is good, in seconds.

    Raises:
        PolicyError: the time is not positive.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = {"extra": "forbid"}

    require_grounding: bool = False
    allow_replanning: bool = True
    sandbox: bool = False
    fallbacks: bool = True
    receipt_ttl_s: int = 900

    def __post_init__(self) -> None:
        if self.receipt_ttl_s < 1:
            raise PolicyError("receipt_ttl_s", problem=f"`{self.receipt_ttl_s}` is not a time", remedy="give a whole number of seconds of 1 or more")


DEFAULT_PLANS = PlanPolicy()
