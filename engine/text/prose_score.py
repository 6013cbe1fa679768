"""How likely an assertion is to go beyond the evidence: a logistic score over named features, with weights from measured data.

The weights are a table (`engine/data/text_weights.py`), fitted by `python -m benchmarks.text_weights` and by nothing else. There is one row of
weights for each *profile*, the observable form of the task: prose or structured evidence, one assertion or several.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import exp

from ..data.text_weights import WEIGHTS
from .features import NAMES

THRESHOLD = 0.5
"""Where the chance that some assertion of the answer goes beyond the evidence is larger than this, its worst assertions are undecided."""
RECORD_THRESHOLD = 0.55
"""The same for an answer of several assertions over records, whose doubts add up; measured on development data."""
SHARE_OF_WORST = 0.6
"""How much of the worst score an assertion needs to be reported with it."""
MANY = 5
"""From so many assertions on an answer is no longer a short summary."""
MAX_LOGIT = 60.0


class Profile(StrEnum):
    """The form of the evidence and of the answer."""

    PROSE_CLAIM = "prose_claim"
    PROSE_SUMMARY = "prose_summary"
    PROSE_ANSWER = "prose_answer"
    RECORD_CLAIM = "record_claim"
    RECORD_ANSWER = "record_answer"

    @classmethod
    def of(cls, *, structured: bool, assertions: int) -> Profile:
        """The profile of an answer of so many assertions over prose or structured evidence."""
        if structured:
            return cls.RECORD_CLAIM if assertions <= 1 else cls.RECORD_ANSWER
        if assertions <= 1:
            return cls.PROSE_CLAIM
        return cls.PROSE_SUMMARY if assertions < MANY else cls.PROSE_ANSWER


_ROWS = {profile: (WEIGHTS[profile.value][0], WEIGHTS[profile.value][1:]) for profile in Profile}


def score(values: tuple[float, ...], profile: Profile) -> float:
    """The score (0-1) of an assertion with these features."""
    bias, weights = _ROWS[profile]
    logit = bias + sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + exp(-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))


def doubtful(scores: Sequence[float], profile: Profile) -> tuple[int, ...]:
    """Which assertions to report, by their scores: none where the doubts together stay below the threshold, else the worst and those near it."""
    fine = 1.0
    for each in scores:
        fine *= 1 - each
    if 1 - fine <= (RECORD_THRESHOLD if profile is Profile.RECORD_ANSWER else THRESHOLD):
        return ()
    bar = min(THRESHOLD, SHARE_OF_WORST * max(scores))
    return tuple(at for at, each in enumerate(scores) if each >= bar)


def reasons(values: tuple[float, ...], profile: Profile, *, most: int = 3) -> tuple[str, ...]:
    """The features that speak most for a high score, by name, the strongest first."""
    _, weights = _ROWS[profile]
    parts = sorted(((weight * value, name) for weight, value, name in zip(weights, values, NAMES, strict=True)), reverse=True)
    return tuple(name for part, name in parts[:most] if part > 0)
