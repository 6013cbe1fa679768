"""The policy: how much a finding weighs at which risk, and the normative table from there to a decision. Frozen, and refused when it is wrong."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, NoReturn

from .answer_policy import DEFAULT_ANSWERS, AnswerSettings
from .audit_policy import DEFAULT_AUDITOR, AuditorSettings
from .errors import PolicyError
from .json_walk import SchemaView, is_open
from .plans.plan_policy import DEFAULT_PLANS, PlanPolicy
from .setting_names import nearest_name, nearest_setting, setting_names
from .text_policy import DEFAULT_TEXT_POLICY, TextPolicy
from .types import Decision, Effect, Outcome

if TYPE_CHECKING:
    from .registry import ToolRegistry


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


_REFUSE_UNKNOWN = {"extra": "forbid"}
"""Read by pydantic when a policy file is loaded."""


@dataclass(frozen=True, slots=True)
class ParameterSettings:
    """What the host says of one parameter.

    `trusted`: the host fills it, so it is never judged. `compose`: the model is asked to write it, so only hard details inside it count.
    `must_ground`: it stands in the context exactly, or it is not grounded. `derive_ok`: False refuses derivations. `mint`: the client makes
    it up on purpose (an idempotency key, a new id).
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    trusted: bool = False
    compose: bool = False
    must_ground: bool = False
    derive_ok: bool = True
    mint: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the decision table: it applies to an item of this outcome, at least this severity (1-5), one of these effects and risks.

    Raises:
        PolicyError: the severity is out of range.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    outcome: Outcome
    severity: int
    decision: Decision
    effects: tuple[Effect, ...] = tuple(Effect)
    risks: tuple[Risk, ...] = tuple(Risk)

    def __post_init__(self) -> None:
        if not 1 <= self.severity <= 5:
            raise PolicyError("severity", problem=f"`{self.severity}` is not between 1 and 5", remedy="give a whole number from 1 to 5")


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
    """Refuses a table that fails open.

    Raises:
        PolicyError: a worse outcome, a higher severity, a stronger effect or a higher risk would get a milder decision, or an item that is
            not supported would be allowed without so much as a warning.
    """
    for outcome, severity, effect, risk in itertools.product(Outcome, range(1, 6), Effect, Risk):
        here = decide_item(outcome, severity, effect, risk, table=table)
        if here is Decision.ALLOW and outcome is not Outcome.SUPPORTED:
            case = f"{outcome}, severity {severity}, {effect}, {risk}"
            raise PolicyError("table", problem=f"no row decides {case}", remedy="add a row that at least warns")
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

    `table` is the decision table for calls, mildest case to worst; `parameters` maps `tool.parameter` or `*.parameter` to its settings; `answers`
    says how generated answers are judged, `text` what they may and must say, `plans` what a plan may do, `auditor` what is put to an auditor.

    Raises:
        PolicyError: the table would give a worse case a milder decision, or a parameter is not named with its tool.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    risk: Risk = Risk.MEDIUM
    domain: Domain = Domain.GENERAL
    table: tuple[Row, ...] = DEFAULT_TABLE
    parameters: Mapping[str, ParameterSettings] = field(default_factory=dict[str, ParameterSettings])
    answers: AnswerSettings = DEFAULT_ANSWERS
    text: TextPolicy = DEFAULT_TEXT_POLICY
    plans: PlanPolicy = DEFAULT_PLANS
    auditor: AuditorSettings = DEFAULT_AUDITOR

    def __post_init__(self) -> None:
        for name in self.parameters:
            if "." not in name:
                raise PolicyError(f"parameters.{name}", problem="a parameter is named `tool.parameter` or `*.parameter`", remedy="add the tool's name")
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
        settings: dict[str, object] = {"risk": self.risk, "domain": self.domain, "table": [asdict(row) for row in self.table], "parameters": parameters}
        if self.answers != DEFAULT_ANSWERS:
            settings["answers"] = asdict(self.answers)
        if self.text != DEFAULT_TEXT_POLICY:
            settings["text"] = asdict(self.text)
        if self.plans != DEFAULT_PLANS:
            settings["plans"] = asdict(self.plans)
        if self.auditor != DEFAULT_AUDITOR:
            settings["auditor"] = asdict(self.auditor)
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()

    def settings(self, tool: str, parameter: str) -> ParameterSettings:
        """The settings of a parameter, by its tool's name first."""
        for key in (f"{tool}.{parameter}", f"*.{parameter}"):
            if key in self.parameters:
                return self.parameters[key]
        return _DEFAULT_SETTINGS

    def check_against(self, registry: ToolRegistry, *, whole: bool = True) -> None:
        """Refuses settings for a tool or parameter that the registry does not have: a misspelt name would be passed over in silence.

        `whole` False means that there are more tools than the registry holds; then only a name that is close to one it holds is refused.

        Raises:
            PolicyError: a setting names an unknown tool or parameter; the message names the nearest one.
        """
        declared = {name: _declared(registry, name) for name in registry.names}
        for key in self.parameters:
            tool, _, parameter = key.rpartition(".")
            spec = registry.resolve(tool)
            if tool == "*":
                closed = [names for names in declared.values() if names is not None]
                if whole and len(closed) == len(declared) and not any(parameter in names for names in closed):
                    _refuse_name(key, parameter, {name for names in closed for name in names}, "no tool has this parameter")
            elif spec is None:
                near = nearest_name(tool, declared)
                if whole or near is not None:
                    _refuse_name(key, tool, declared, "there is no such tool")
            else:
                names = _declared(registry, spec.name)
                if names is not None and parameter not in names:
                    _refuse_name(key, parameter, names, f"`{spec.name}` has no such parameter")

    @classmethod
    def from_toml(cls, source: str) -> Policy:
        """A policy from a TOML text.

        Keys: `risk`, `domain`, rows `[[table]]` (outcome, severity, decision, effects, risks) in place of the default table, and tables
        `[parameters."tool.parameter"]`, `[answers]` and `[plans]`.

        Raises:
            PolicyError: not TOML, an unknown key, or a value of the wrong type or range.
        """
        try:
            loaded = tomllib.loads(source)
        except tomllib.TOMLDecodeError as error:
            raise PolicyError("(file)", problem=f"not TOML: {error}", remedy="correct the line it names") from error
        return cls.from_mapping(loaded)

    @classmethod
    def from_mapping(cls, loaded: Mapping[str, object]) -> Policy:
        """A policy from parsed settings. Raises PolicyError like `from_toml`, naming every fault at once."""
        from pydantic import TypeAdapter, ValidationError

        try:
            return TypeAdapter(cls).validate_json(json.dumps(loaded, default=str), strict=True)
        except ValidationError as error:
            listed = error.errors(include_url=False)
            for fault in listed:
                own = fault.get("ctx", {}).get("error")
                if isinstance(own, PolicyError):
                    key = ".".join(filter(None, (_place(fault["loc"]), own.key)))
                    raise PolicyError(key, problem=own.problem, remedy=own.remedy) from error
            faults = [(_place(fault["loc"]), _told(cls, fault["type"], fault["loc"], fault["msg"])) for fault in listed]
            names = setting_names(cls, listed[0]["loc"][:-1]) or tuple(each.name for each in fields(cls))
        key, problem = faults[0]
        rest = "".join(f"; `{place}`: {text}" for place, text in faults[1:])
        raise PolicyError(key or "(file)", problem=f"{problem}{rest}", remedy=f"the settings are {', '.join(names)}")


_DEFAULT_SETTINGS = ParameterSettings()


def _declared(registry: ToolRegistry, name: str) -> frozenset[str] | None:
    """The top-level parameters of a tool; None where its schema allows others too."""
    tool = registry.resolve(name)
    if tool is None:
        return None
    shape = SchemaView(tool.parameters).union(dict(tool.parameters))
    properties = shape.get("properties")
    return frozenset(properties) if isinstance(properties, dict) and not is_open(shape) and not shape.get("patternProperties") else None


def _refuse_name(key: str, name: str, known: Iterable[str], problem: str) -> NoReturn:
    near = nearest_name(name, known)
    remedy = "name one that the registry has" if near is None else f"write `{near}`"
    raise PolicyError(f"parameters.{key}", problem=problem, remedy=remedy)


def _told(settings: type, kind: str, steps: tuple[int | str, ...], message: str) -> str:
    """A fault in words; for a key that is no setting, with the setting it is most like."""
    if kind != "unexpected_keyword_argument":
        return message
    nearest = nearest_setting(settings, steps)
    return "no such setting" if nearest is None else f"no such setting; did you mean `{nearest}`?"


def _place(steps: tuple[int | str, ...]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
