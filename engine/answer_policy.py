"""The settings of the answer guard: the operating point, the table from a finding to PASS / FLAG / BLOCK, and the severities by kind."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from .errors import PolicyError
from .types import Outcome


class Mode(StrEnum):
    """The operating point: `strict` decides on what is unsupported or contradicted, `wide` on what stayed undecided as well."""

    STRICT = "strict"
    WIDE = "wide"


class Ruling(StrEnum):
    """What a row of the table makes of a finding; `leave` keeps it open and out of the decision."""

    LEAVE = "leave"
    FLAG = "flag"
    BLOCK = "block"

    @property
    def rank(self) -> int:
        """0 for leave up to 2 for block."""
        return _RULING_RANK[self]


_RULING_RANK = {ruling: rank for rank, ruling in enumerate(Ruling)}
_REFUSE_UNKNOWN = {"extra": "forbid"}


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One line of the table: findings of this outcome and at least this severity (1-5), in these modes."""

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    outcome: Outcome
    severity: int
    ruling: Ruling
    modes: tuple[Mode, ...] = tuple(Mode)


DEFAULT_ANSWER_TABLE = (
    AnswerRow(Outcome.UNDECIDED, 1, Ruling.LEAVE, (Mode.STRICT,)),
    AnswerRow(Outcome.UNDECIDED, 1, Ruling.FLAG, (Mode.WIDE,)),
    AnswerRow(Outcome.UNSUPPORTED, 1, Ruling.FLAG),
    AnswerRow(Outcome.UNSUPPORTED, 4, Ruling.BLOCK),
    AnswerRow(Outcome.CONTRADICTED, 1, Ruling.FLAG),
    AnswerRow(Outcome.CONTRADICTED, 4, Ruling.BLOCK),
)
"""A finding gets the strictest ruling of the rows that apply."""


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How answers are judged.

    Raises:
        PolicyError: the table fails open.

    `severities` sets the severity (1-5) of findings by the kind of detail (`money`, `date`, `text`, ...). `pipeline` names a spaCy pipeline that finds the
    names which the cheap path leaves open (extra `ner`).
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    mode: Mode = Mode.WIDE
    table: tuple[AnswerRow, ...] = DEFAULT_ANSWER_TABLE
    severities: tuple[tuple[str, int], ...] = ()
    pipeline: str = ""

    def __post_init__(self) -> None:
        if self.table is not DEFAULT_ANSWER_TABLE:
            check_monotone_answers(self.table)

    def ruling(self, outcome: Outcome, severity: int) -> Ruling:
        """The strictest ruling of the rows that apply; block where the table says nothing of an outcome that is not supported."""
        return _ruling(self.table, outcome, severity, self.mode)


def _ruling(table: tuple[AnswerRow, ...], outcome: Outcome, severity: int, mode: Mode) -> Ruling:
    chosen = [row.ruling for row in table if row.outcome is outcome and severity >= row.severity and mode in row.modes]
    if not chosen:
        return Ruling.LEAVE if outcome is Outcome.SUPPORTED else Ruling.BLOCK
    return max(chosen, key=lambda ruling: ruling.rank)


def check_monotone_answers(table: tuple[AnswerRow, ...]) -> None:
    """Refuses a table for answers that fails open.

    Raises:
        PolicyError: a worse outcome, a higher severity or the wide mode would get a milder ruling, or what is unsupported or contradicted would be left.
    """
    outcomes, modes = list(Outcome), list(Mode)
    for outcome, severity, mode in itertools.product(outcomes, range(1, 6), modes):
        here = _ruling(table, outcome, severity, mode)
        case = f"{outcome}, severity {severity}, {mode}"
        if here is Ruling.LEAVE and outcome.rank > Outcome.UNDECIDED.rank:
            raise PolicyError("answers.table", problem=f"{case} is left out of the decision", remedy="flag it at least")
        worse = [(outcomes[outcomes.index(outcome) + 1], severity, mode)] if outcome is not outcomes[-1] else []
        worse += [(outcome, severity + 1, mode)] if severity < 5 else []
        worse += [(outcome, severity, Mode.WIDE)] if mode is Mode.STRICT else []
        for other in worse:
            if _ruling(table, *other).rank < here.rank:
                problem = f"{other[0]}, severity {other[1]}, {other[2]} is milder than {case}"
                raise PolicyError("answers.table", problem=problem, remedy="give the worse case at least the same ruling")


DEFAULT_ANSWERS = AnswerSettings()
