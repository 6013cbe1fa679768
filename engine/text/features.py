"""What an assertion shows beside its best windows, as named numbers: the only input of the score for prose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ..normalize import fold_words
from ..types import Kind, Outcome
from .alignment import Assertion, EvidenceBase
from .grounding import Grounding
from .words import ABSOLUTES, FUNCTION_WORDS, HEDGES, NEGATIONS, PLAIN_ROOTS, root

NAMES = (
    "many_assertions",
    "length",
    "short",
    "novel_plain",
    "novel_rare",
    "novel_rare_share",
    "uncovered_1",
    "uncovered_2",
    "uncovered_3",
    "uncovered_sq",
    "new_pairs",
    "new_triples",
    "absent_name",
    "unsure_name",
    "absent_figure",
    "absent_small_figure",
    "absent_time",
    "far_figure",
    "far_name",
    "negation",
    "negation_close",
    "absolute",
    "asked_only",
    "hedged",
    "verbatim",
    "substituted",
    "key_denied",
    "key_empty",
    "lead_in",
    "copied",
    "uncovered_and_new_pairs",
    "uncovered_and_new_triples",
    "new_triples_sq",
    "new_pairs_sq",
    "uncovered_1_sq",
    "uncovered_and_long",
    "uncovered_and_rare",
    "rare_share_sq",
    "far_and_uncovered",
    "substituted_and_covered",
)
"""The last ten are products of others."""
_FIGURES = frozenset((Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.PHONE, Kind.URL, Kind.EMAIL, Kind.IDENTIFIER))
_TIMES = frozenset((Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.DURATION))
SMALL = 12
"""The largest number that is often a count of what stands there, and so proves little by its absence."""
CLOSE = 0.6
"""The share of an assertion that one window must say for its negation to bear on it."""
COPIED = 0.9


@dataclass(frozen=True, slots=True)
class Scene:
    """What all assertions of an answer share: how many there are, and whether the evidence is records or tables."""

    count: int
    structured: bool


def is_small(grounding: Grounding) -> bool:
    """True for an ordinal or a small number."""
    value = grounding.detail.value
    return grounding.detail.kind is Kind.ORDINAL or (
        grounding.detail.kind is Kind.NUMBER
        and value is not None
        and value.amount is not None
        and 0 <= value.amount <= SMALL
        and value.amount == value.amount.to_integral_value()
    )


def features_of(
    assertion: Assertion, groundings: Sequence[Grounding], *, scene: Scene, base: EvidenceBase, denied: bool, empty: bool
) -> tuple[float, ...]:
    """The features of an assertion in the order of `NAMES`."""
    size = max(1, len(assertion.content))
    window, first = assertion.window_words
    words = frozenset(assertion.words)
    out = [grounding for grounding in groundings if grounding.outcome is not Outcome.SUPPORTED]
    outcomes = {grounding.outcome for grounding in out if grounding.detail.kind is Kind.NAME}
    figures = [grounding for grounding in out if grounding.detail.kind in _FIGURES]
    small = [grounding for grounding in out if is_small(grounding)]
    turned = bool(assertion.best) and len(words & NEGATIONS) % 2 != len(first & NEGATIONS) % 2
    novel = _novel_words(assertion, groundings)
    rare = [word for word in novel if root(word) not in PLAIN_ROOTS]
    gaps = [1 - share for share in assertion.covered]
    pairs, triples = 1 - assertion.pairs, 1 - assertion.triples
    rare_share = len(rare) / size
    far = float(any(is_far(grounding, assertion) for grounding in groundings))
    substituted = float(bool(assertion.substituted))
    return (
        log(scene.count),
        log(size),
        float(size <= 3),
        log(1 + len(novel) - len(rare)),
        log(1 + len(rare)),
        rare_share,
        gaps[0],
        gaps[1],
        gaps[2],
        gaps[2] ** 2,
        pairs,
        triples,
        float(Outcome.UNSUPPORTED in outcomes),
        float(Outcome.UNDECIDED in outcomes),
        float(any(not is_small(grounding) for grounding in figures)),
        float(bool(small)),
        float(any(grounding.detail.kind in _TIMES for grounding in out)),
        far,
        float(any(_is_far_name(grounding, window, base) for grounding in groundings)),
        float(turned),
        float(turned and gaps[0] < 1 - CLOSE),
        float(bool((words & ABSOLUTES) - window)),
        float(any(grounding.asked for grounding in groundings)),
        float(bool(words & HEDGES)),
        float(assertion.verbatim),
        substituted,
        float(denied),
        float(empty),
        float(assertion.leads_in),
        float(assertion.triples > COPIED),
        gaps[2] * pairs,
        gaps[0] * triples,
        triples**2,
        pairs**2,
        gaps[0] ** 2,
        gaps[2] * log(size),
        log(1 + len(rare)) * gaps[2],
        rare_share**2,
        far * gaps[0],
        substituted * (1 - gaps[0]),
    )


def _novel_words(assertion: Assertion, groundings: Sequence[Grounding]) -> list[str]:
    """The words of the assertion that stand nowhere, those of its details aside: they are judged by themselves."""
    if not assertion.novel:
        return []
    spans = [grounding.detail.span for grounding in groundings]
    covered = {
        word for word, (start, end) in zip(assertion.words, assertion.places, strict=True) if any(span.start < end and start < span.end for span in spans)
    }
    return [word for word in assertion.novel if word not in covered and not word.isdigit()]


def is_far(grounding: Grounding, assertion: Assertion) -> bool:
    """True where a detail stands in the evidence, but in none of the windows that say what the assertion says."""
    if grounding.outcome is not Outcome.SUPPORTED or not grounding.hits:
        return False
    near = [(ref.index, ref.span) for ref in assertion.best]
    return not any(index is hit.index and span.start <= hit.span.start < span.end for hit in grounding.hits for index, span in near)


def _is_far_name(grounding: Grounding, window: frozenset[str], base: EvidenceBase) -> bool:
    if grounding.detail.kind is not Kind.NAME or grounding.outcome is not Outcome.SUPPORTED or grounding.how:
        return False
    own = [word for word in fold_words(grounding.detail.text) if word not in FUNCTION_WORDS]
    return bool(own) and not any(word in window or word in base.asked for word in own)
