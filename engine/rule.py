"""A rule: one id, one check, its documentation and its examples. A rule yields findings; it never decides an action."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from .errors import RuleError
from .types import Finding, Json

if TYPE_CHECKING:
    from .inquiry import Inquiry
    from .plans.plan_findings import PlanFinding
    from .plans.plan_inquiry import PlanInquiry
    from .text.findings import TextFinding
    from .text.text_inquiry import TextInquiry

DOC_PARTS = ("**Why.**", "**Silent when.**", "**Not caught.**")


class Status(StrEnum):
    """How far a rule is trusted: preview until its precision on the benchmark set is written in its file."""

    PREVIEW = "preview"
    STABLE = "stable"
    DEPRECATED = "deprecated"


class Subject(StrEnum):
    """What a rule judges."""

    TOOL_CALL = "tool_call"
    ANSWER = "answer"
    PLAN = "plan"


class Scope(StrEnum):
    """What a rule for answers rests on: the whole answer, or one sentence alone, so that it can speak before the answer is complete."""

    ANSWER = "answer"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Example:
    """A call in a context, and the items where the rule must report something other than supported.

    `caught` empty means that the rule must stay silent (or only support). `arguments` is what the model wrote: an object or a JSON text.
    Give the context as one `user` turn or as OpenAI chat `messages`; the tool as `parameters` (the JSON Schema properties), or a whole
    `schema`, or a whole list of `tools`. `required` and `description` belong to the tool.
    """

    title: str
    arguments: Json
    caught: tuple[str, ...] = ()
    user: str = ""
    messages: tuple[Mapping[str, Json], ...] = ()
    evidence: tuple[str, ...] = ()
    parameters: Mapping[str, Json] = field(default_factory=dict[str, Json])
    required: tuple[str, ...] = ()
    schema: Mapping[str, Json] | None = None
    tools: tuple[Mapping[str, Json], ...] = ()
    tool: str = "example_tool"
    description: str = ""
    called: str | None = None
    call_id: str | None = None
    now: str | None = None
    complete: bool = True


@dataclass(frozen=True, slots=True)
class TextExample:
    """An answer to a question from evidence passages. `⟦` and `⟧` in the answer mark what the rule must report; no mark: it stays silent.

    The marks are taken out before the check; a mark counts as reported where a finding overlaps it. `whole` says that the rule must report the
    answer as a whole (a finding on the empty span). Passages go by `ids`, or by `1`, `2`, ...; `messages` is the conversation before the answer, as
    OpenAI chat messages; `policy` holds settings as in a policy file.
    """

    title: str
    answer: str
    evidence: tuple[str, ...] = ()
    question: str = ""
    whole: bool = False
    policy: Mapping[str, Json] = field(default_factory=dict[str, Json])
    now: str | None = None
    complete: bool = True
    ids: tuple[str, ...] = ()
    messages: tuple[Mapping[str, Json], ...] = ()

    @property
    def text(self) -> str:
        """The answer without the marks."""
        return self.answer.replace("⟦", "").replace("⟧", "")

    @property
    def caught(self) -> tuple[tuple[int, int], ...]:
        """The marked stretches, as half-open offsets into `text`."""
        spans: list[tuple[int, int]] = []
        start = 0
        for found in re.finditer("[⟦⟧]", self.answer):
            at = found.start() - 2 * len(spans) - (found.group() == "⟧")
            if found.group() == "⟦":
                start = at
            else:
                spans.append((start, at))
        return tuple(spans)


@dataclass(frozen=True, slots=True)
class PlanExample:
    """A plan against a registry, and the ids of the steps where the rule must report something; `whole` says that it must report the plan as a whole.

    `tools` are names, or definitions in the forms that registries read; `before` the same as they were when the plan was made, where that differs. `user` is
    the user turn that argument values are held against (no context where it is empty); `policy` holds settings as under `[plans]` in a policy file.
    """

    title: str
    plan: Json
    caught: tuple[str, ...] = ()
    tools: tuple[str | Mapping[str, Json], ...] = ()
    before: tuple[str | Mapping[str, Json], ...] = ()
    user: str = ""
    policy: Mapping[str, Json] = field(default_factory=dict[str, Json])
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """One check of one subject. `doc` has four parts: what, then `**Why.**`, `**Silent when.**` and `**Not caught.**` paragraphs.

    Raises:
        RuleError: the id, name or documentation is not of the documented form.
    """

    id: str
    name: str
    since: str
    status: Status
    check: Callable[[Inquiry], Iterable[Finding]] | Callable[[TextInquiry], Iterable[TextFinding]] | Callable[[PlanInquiry], Iterable[PlanFinding]]
    doc: str
    examples: tuple[Example, ...] = ()
    subject: Subject = Subject.TOOL_CALL
    text_examples: tuple[TextExample, ...] = ()
    plan_examples: tuple[PlanExample, ...] = ()
    scope: Scope = Scope.ANSWER

    def __post_init__(self) -> None:
        if not re.fullmatch(r"GR\d{3}", self.id):
            raise RuleError(self.name, problem=f"id `{self.id}` is not GR and three digits", remedy="use an id such as GR201")
        if not re.fullmatch(r"[a-z]+(-[a-z]+)+", self.name):
            raise RuleError(self.id, problem=f"name `{self.name}` is not lower-case words joined by `-`", remedy="name the fault, e.g. unknown-tool")
        missing = [part for part in DOC_PARTS if part not in self.doc]
        if missing:
            raise RuleError(self.name, problem=f"the documentation lacks {', '.join(missing)}", remedy="write all four parts")

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.doc.strip().splitlines()[0]


class RuleSet:
    """An ordered, immutable choice of rules."""

    __slots__ = ("_rules",)

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Raises RuleError where two rules share an id or a name."""
        chosen = tuple(sorted(rules, key=lambda rule: rule.id))
        seen: dict[str, Rule] = {}
        for rule in chosen:
            for mark in (rule.id, rule.name):
                if mark in seen:
                    raise RuleError(rule.name, problem=f"`{mark}` is used twice", remedy="give each rule an id and a name of its own")
                seen[mark] = rule
        self._rules = chosen

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def about(self, subject: Subject) -> RuleSet:
        """Only the rules that judge this subject."""
        return RuleSet(rule for rule in self._rules if rule.subject is subject)

    def select(self, *marks: str) -> RuleSet:
        """Only the rules whose id starts with one of the marks, or whose name is one."""
        return RuleSet(rule for rule in self._rules if _matches(rule, marks))

    def ignore(self, *marks: str) -> RuleSet:
        """All rules but those that `select` would choose."""
        return RuleSet(rule for rule in self._rules if not _matches(rule, marks))

    def get(self, mark: str) -> Rule | None:
        """The rule of this id or name, in any case, or None."""
        wanted = mark.casefold()
        return next((rule for rule in self._rules if wanted in (rule.id.casefold(), rule.name)), None)


def _matches(rule: Rule, marks: tuple[str, ...]) -> bool:
    return any(rule.id.startswith(mark) or rule.name == mark for mark in marks)
