"""How likely an assertion is to go beyond the evidence: a logistic score over named features, with weights from measured data.

The weights are a table (`engine/data/text_weights.py`), fitted by `python -m benchmarks.text_weights` and by nothing else. There is one row of
weights for each *profile*, the observable form of the task: prose or structured evidence, one assertion or several.
"""

from __future__ import annotations

from enum import StrEnum
from math import exp

from ..data.text_weights import WEIGHTS
from .features import NAMES

THRESHOLD = 0.5
"""An assertion that scores more is undecided."""
MAX_LOGIT = 60.0


class Profile(StrEnum):
    """The form of the evidence and of the answer."""

    PROSE_CLAIM = "prose_claim"
    PROSE_ANSWER = "prose_answer"
    RECORD_CLAIM = "record_claim"
    RECORD_ANSWER = "record_answer"

    @classmethod
    def of(cls, *, structured: bool, single: bool) -> Profile:
        """The profile of an answer of one (`single`) or several assertions over prose or structured evidence."""
        if structured:
            return cls.RECORD_CLAIM if single else cls.RECORD_ANSWER
        return cls.PROSE_CLAIM if single else cls.PROSE_ANSWER


_ROWS = {profile: (WEIGHTS[profile.value][0], WEIGHTS[profile.value][1:]) for profile in Profile}


def score(values: tuple[float, ...], profile: Profile) -> float:
    """The score (0-1) of an assertion with these features."""
    bias, weights = _ROWS[profile]
    logit = bias + sum(weight * value for weight, value in zip(weights, values, strict=True))
    return 1 / (1 + exp(-max(-MAX_LOGIT, min(MAX_LOGIT, logit))))


def reasons(values: tuple[float, ...], profile: Profile, *, most: int = 3) -> tuple[str, ...]:
    """The features that speak most for a high score, by name, the strongest first."""
    _, weights = _ROWS[profile]
    parts = sorted(((weight * value, name) for weight, value, name in zip(weights, values, NAMES, strict=True)), reverse=True)
    return tuple(name for part, name in parts[:most] if part > 0)
