"""The policy: how much a finding weighs at which risk, and the normative table from there to a decision. Frozen, and refused when it is wrong."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import TypeVar, cast

from .errors import PolicyError
from .types import Decision, Effect, Outcome


class Risk(StrEnum):
    """Mildest first: how much harm a wrong call may do."""

    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"


class Domain(StrEnum):
    """The field a call belongs to; in health, legal and finance any flag goes to a person."""

    GENERAL = "general"
    HEALTH = "health"
    LEGAL = "legal"
    FINANCE = "finance"

    @property
    def regulated(self) -> bool:
        """True where any flag means human review, whatever its severity."""
        return self is not Domain.GENERAL


@dataclass(frozen=True, slots=True)
class ParameterSettings:
    """What the host says of one parameter.

    `trusted`: the host fills it, so it is never judged. `compose`: the model is asked to write it, so only hard details inside it count.
    `must_ground`: it stands in the context exactly, or it is not grounded. `derive_ok`: False refuses derivations. `mint`: the client makes
    it up on purpose (an idempotency key, a new id).
    """

    trusted: bool = False
    compose: bool = False
    must_ground: bool = False
    derive_ok: bool = True
    mint: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the decision table: it applies to an item of this outcome, at least this severity, one of these effects and risks."""

    outcome: Outcome
    severity: int
    decision: Decision
    effects: tuple[Effect, ...] = tuple(Effect)
    risks: tuple[Risk, ...] = tuple(Risk)


DEFAULT_TABLE = (
    Row(Outcome.UNDECIDED, 1, Decision.ALLOW_WITH_WARNING),
    Row(Outcome.UNDECIDED, 3, Decision.REGENERATE, (Effect.READ,), (Risk.MEDIUM,)),
    Row(Outcome.UNDECIDED, 1, Decision.REGENERATE, (Effect.WRITE, Effect.DESTRUCTIVE), (Risk.MEDIUM,)),
    Row(Outcome.UNDECIDED, 4, Decision.REGENERATE, (Effect.READ,), (Risk.LOW,)),
    Row(Outcome.UNDECIDED, 3, Decision.REGENERATE, (Effect.WRITE,), (Risk.LOW,)),
    Row(Outcome.UNDECIDED, 1, Decision.REGENERATE, (Effect.DESTRUCTIVE,), (Risk.LOW,)),
    Row(Outcome.UNDECIDED, 1, Decision.HUMAN_REVIEW, risks=(Risk.HIGH,)),
    Row(Outcome.UNSUPPORTED, 1, Decision.REGENERATE, risks=(Risk.LOW, Risk.MEDIUM)),
    Row(Outcome.UNSUPPORTED, 3, Decision.BLOCK),
    Row(Outcome.UNSUPPORTED, 1, Decision.BLOCK, risks=(Risk.HIGH,)),
    Row(Outcome.CONTRADICTED, 1, Decision.REGENERATE, risks=(Risk.LOW,)),
    Row(Outcome.CONTRADICTED, 1, Decision.BLOCK, risks=(Risk.MEDIUM, Risk.HIGH)),
    Row(Outcome.CONTRADICTED, 3, Decision.BLOCK),
)
"""The decision of an item is the strictest of the rows that apply, `allow` where none does."""


def decide_item(outcome: Outcome, severity: int, effect: Effect, risk: Risk, *, table: tuple[Row, ...] = DEFAULT_TABLE) -> Decision:
    """The decision that the table gives one item."""
    chosen = Decision.ALLOW
    for row in table:
        if row.outcome is outcome and severity >= row.severity and effect in row.effects and risk in row.risks and row.decision.rank > chosen.rank:
            chosen = row.decision
    return chosen


def check_monotone(table: tuple[Row, ...]) -> None:
    """Raises PolicyError where a worse outcome, a higher severity, a stronger effect or a higher risk would get a milder decision."""
    for outcome, severity, effect, risk in itertools.product(Outcome, range(1, 6), Effect, Risk):
        here = decide_item(outcome, severity, effect, risk, table=table)
        for worse in _one_step_worse(outcome, severity, effect, risk):
            if decide_item(*worse, table=table).rank < here.rank:
                raise PolicyError(
                    "table",
                    problem=f"{worse[0]}, severity {worse[1]}, {worse[2]}, {worse[3]} is milder than {outcome}, severity {severity}, {effect}, {risk}",
                    remedy="give the worse case at least the same decision",
                )


def _one_step_worse(outcome: Outcome, severity: int, effect: Effect, risk: Risk) -> Iterator[tuple[Outcome, int, Effect, Risk]]:
    outcomes, effects, risks = list(Outcome), list(Effect), list(Risk)
    if outcome is not outcomes[-1]:
        yield outcomes[outcomes.index(outcome) + 1], severity, effect, risk
    if severity < 5:
        yield outcome, severity + 1, effect, risk
    if effect is not effects[-1]:
        yield outcome, severity, effects[effects.index(effect) + 1], risk
    if risk is not risks[-1]:
        yield outcome, severity, effect, risks[risks.index(risk) + 1]


@dataclass(frozen=True, slots=True)
class Policy:
    """The settings of the merge.

    `table` is the decision table, mildest case to worst; `parameters` maps `tool.parameter` or `*.parameter` to its settings.

    Raises:
        PolicyError: the table would give a worse case a milder decision.
    """

    risk: Risk = Risk.MEDIUM
    domain: Domain = Domain.GENERAL
    table: tuple[Row, ...] = DEFAULT_TABLE
    parameters: Mapping[str, ParameterSettings] = field(default_factory=dict[str, ParameterSettings])

    def __post_init__(self) -> None:
        if self.table is not DEFAULT_TABLE:
            check_monotone(self.table)

    def decide(self, outcome: Outcome, severity: int, effect: Effect) -> Decision:
        """The decision for one item of a tool with this effect; in a regulated domain anything but support goes at least to a person."""
        decision = decide_item(outcome, severity, effect, self.risk, table=self.table)
        if self.domain.regulated and outcome is not Outcome.SUPPORTED and decision.rank < Decision.HUMAN_REVIEW.rank:
            return Decision.HUMAN_REVIEW
        return decision

    @property
    def digest(self) -> str:
        """SHA-256 of the settings in canonical JSON."""
        parameters = {name: asdict(settings) for name, settings in self.parameters.items()}
        settings = {"risk": self.risk, "domain": self.domain, "table": [asdict(row) for row in self.table], "parameters": parameters}
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()

    def settings(self, tool: str, parameter: str) -> ParameterSettings:
        """The settings of a parameter, by its tool's name first."""
        for key in (f"{tool}.{parameter}", f"*.{parameter}"):
            if key in self.parameters:
                return self.parameters[key]
        return _DEFAULT_SETTINGS

    @classmethod
    def from_toml(cls, source: str | Path) -> Policy:
        """A policy from a TOML text, or from a file by its Path.

        Keys: `risk`, `domain`, rows `[[table]]` (outcome, severity, decision, effects, risks) in place of the default table, and tables
        `[parameters."tool.parameter"]`.

        Raises:
            PolicyError: not TOML, an unknown key, or a value of the wrong type or range.
            OSError: the file cannot be read.
        """
        try:
            loaded = tomllib.loads(source.read_text(encoding="utf-8") if isinstance(source, Path) else source)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise PolicyError("(file)", problem=f"not TOML: {error}", remedy="correct the line it names") from error
        return cls.from_mapping(loaded)

    @classmethod
    def from_mapping(cls, loaded: Mapping[str, object]) -> Policy:
        """A policy from parsed settings. Raises PolicyError like `from_toml`."""
        known = {each.name for each in fields(cls)}
        for key in loaded:
            if key not in known:
                raise PolicyError(key, problem="there is no such setting", remedy=f"use one of {', '.join(sorted(known))}")
        parameters = loaded.get("parameters", {})
        if not isinstance(parameters, Mapping):
            raise PolicyError("parameters", problem="expected a table", remedy='write [parameters."tool.parameter"]')
        rows = loaded.get("table")
        if rows is not None and not isinstance(rows, list):
            raise PolicyError("table", problem="expected rows", remedy="write [[table]] rows")
        return cls(
            risk=_member(Risk, "risk", loaded.get("risk", Risk.MEDIUM)),
            domain=_member(Domain, "domain", loaded.get("domain", Domain.GENERAL)),
            table=DEFAULT_TABLE if rows is None else tuple(_row(number, row) for number, row in enumerate(rows)),  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]: checked in _row
            parameters={str(name): _parameter(str(name), entry) for name, entry in parameters.items()},  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]: checked in _parameter
        )


_DEFAULT_SETTINGS = ParameterSettings()
_Member = TypeVar("_Member", bound=StrEnum)


def _member(kind: type[_Member], key: str, given: object) -> _Member:
    try:
        return kind(str(given))
    except ValueError:
        allowed = ", ".join(f"`{member.value}`" for member in kind)
        raise PolicyError(key, problem=f"`{given}` is not allowed", remedy=f"use one of {allowed}") from None


def _boolean(key: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise PolicyError(key, problem=f"`{given}` is not a boolean", remedy="give true or false")
    return given


def _parameter(name: str, entry: object) -> ParameterSettings:
    key = f"parameters.{name}"
    if "." not in name:
        raise PolicyError(key, problem="a parameter is named `tool.parameter` or `*.parameter`", remedy="add the tool's name")
    if not isinstance(entry, Mapping):
        raise PolicyError(key, problem="expected a table", remedy="give trusted, compose, must_ground, derive_ok or mint")
    known = {each.name for each in fields(ParameterSettings)}
    given: dict[str, bool] = {}
    for setting, value in entry.items():  # pyright: ignore[reportUnknownVariableType]: checked here
        if setting not in known:
            raise PolicyError(f"{key}.{setting}", problem="there is no such setting", remedy=f"use one of {', '.join(sorted(known))}")
        given[str(setting)] = _boolean(f"{key}.{setting}", value)  # pyright: ignore[reportUnknownArgumentType]: checked in _boolean
    return ParameterSettings(**given)


def _row(number: int, row: object) -> Row:
    key = f"table[{number}]"
    if not isinstance(row, Mapping):
        raise PolicyError(key, problem="expected a table", remedy="give outcome, severity and decision")
    given: dict[str, object] = {str(name): value for name, value in row.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]: any TOML
    known = {each.name for each in fields(Row)}
    for name in given:
        if name not in known:
            raise PolicyError(f"{key}.{name}", problem="there is no such column", remedy=f"use one of {', '.join(sorted(known))}")
    severity = given.get("severity", 1)
    if isinstance(severity, bool) or not isinstance(severity, int) or not 1 <= severity <= 5:
        raise PolicyError(f"{key}.severity", problem=f"`{severity}` is not between 1 and 5", remedy="give a whole number from 1 to 5")
    return Row(
        outcome=_member(Outcome, f"{key}.outcome", given.get("outcome")),
        severity=severity,
        decision=_member(Decision, f"{key}.decision", given.get("decision")),
        effects=_members(Effect, f"{key}.effects", given.get("effects")),
        risks=_members(Risk, f"{key}.risks", given.get("risks")),
    )


def _members(kind: type[_Member], key: str, given: object) -> tuple[_Member, ...]:
    if given is None:
        return tuple(kind)
    if not isinstance(given, list):
        raise PolicyError(key, problem="expected a list", remedy="give a list of names")
    return tuple(_member(kind, key, each) for each in cast("list[object]", given))
