"""Everything that is known of one assertion before it is judged: its details and where they stand, its windows, its features, its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..types import Evidence
from .alignment import Assertion, EvidenceBase
from .features import Scene, features_of
from .grounding import Grounding
from .keyed import KeyFact, key_conflicts
from .prose_score import Profile, score


@dataclass(frozen=True, slots=True)
class Reading:
    """One assertion with the groundings of its details, what JSON records say of its keys, its features and the score of its prose (0-1)."""

    assertion: Assertion
    groundings: tuple[Grounding, ...]
    denied: tuple[KeyFact, ...]
    empty: tuple[KeyFact, ...]
    features: tuple[float, ...]
    profile: Profile
    score: float

    @property
    def excerpts(self) -> tuple[Evidence, ...]:
        """The windows that come nearest to the assertion, verbatim, the best first."""
        return tuple(ref.index.evidence(ref.span) for ref in self.assertion.best)

    @property
    def nearest(self) -> tuple[Evidence, ...]:
        """The one window that comes nearest; empty where nothing does."""
        return tuple(ref.index.evidence(ref.span) for ref in self.assertion.best[:1])


def read_assertions(assertions: Sequence[Assertion], groundings: Sequence[Grounding], base: EvidenceBase) -> Iterator[Reading]:
    """The readings of the assertions, in order; `groundings` are those of the whole answer in order."""
    profile = Profile.of(structured=base.structured, assertions=len(assertions))
    scene = Scene(len(assertions), base.structured)
    at = 0
    for assertion in assertions:
        while at < len(groundings) and groundings[at].detail.span.end <= assertion.span.start:
            at += 1
        last = at
        while last < len(groundings) and groundings[last].detail.span.start < assertion.span.end:
            last += 1
        own = tuple(groundings[at:last])
        denied, empty = key_conflicts(assertion.words, base.facts) if base.facts else ((), ())
        values = features_of(assertion, own, scene=scene, base=base, denied=bool(denied), empty=bool(empty))
        yield Reading(assertion, own, denied, empty, values, profile, score(values, profile))

