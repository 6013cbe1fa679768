"""A plan as it is judged: steps in order, each with the calls it makes, its fallbacks, what it depends on and what grounded it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ..types import Json
from .digests import content_digest


class GroundingKind(StrEnum):
    """What led to a step's choice of tool, in the vocabulary of the PlanManifest form."""

    RETRIEVAL = "retrieval"
    PRIOR_SESSION = "prior_session"
    CAPABILITY_MANIFEST = "capability_manifest"
    UNGROUNDED = "ungrounded"


@dataclass(frozen=True, slots=True)
class Grounding:
    """What grounded a step, and the evidence that the plan names for it (an id, a receipt, an earlier step)."""

    kind: GroundingKind = GroundingKind.UNGROUNDED
    evidence: str | None = None


UNGROUNDED = Grounding()


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A tool that a step names, at the JSON Pointer `place` of the plan. `stated` is False where the plan gives no arguments, which are then not judged."""

    tool: str
    arguments: Json = None
    stated: bool = False
    place: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `text` is what it says in prose, which is searched for references only where `is_prose`; `source` the step as it was given."""

    id: str
    calls: tuple[PlannedCall, ...] = ()
    fallbacks: tuple[PlannedCall, ...] = ()
    depends_on: tuple[str, ...] = ()
    grounding: Grounding = UNGROUNDED
    text: str = ""
    is_prose: bool = False
    place: str = ""
    source: Json = None

    @property
    def digest(self) -> str:
        """SHA-256 of the step: as given, and as it was read."""
        return content_digest([self.source, self.id, self.grounding.kind.value, self.grounding.evidence, *self._read()])

    def _read(self) -> tuple[Json, Json, Json, str]:
        named: list[Json] = [[call.tool, call.arguments, call.stated] for call in self.calls] if self.source is None else []
        others: list[Json] = [[call.tool, call.arguments, call.stated] for call in self.fallbacks] if self.source is None else []
        return named, others, list(self.depends_on) if self.source is None else [], self.text if self.source is None else ""


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """Something in a plan that could not be read, at a JSON Pointer, with what to do; such a plan is never safe."""

    place: str
    problem: str
    step_id: str = ""


@dataclass(frozen=True)
class Plan:
    """A plan: its id, its steps in the order in which they run, and what could not be read. `source` is the plan as it was given, steps left out."""

    id: str
    steps: tuple[Step, ...] = ()
    faults: tuple[ReadingFault, ...] = ()
    source: Json = None

    @cached_property
    def step_digests(self) -> tuple[str, ...]:
        """The digest of each step."""
        return tuple(step.digest for step in self.steps)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the whole plan; key order and white space do not matter."""
        faults: list[Json] = [[fault.place, fault.problem] for fault in self.faults]
        return content_digest([self.id, self.source, list(self.step_digests), faults])
