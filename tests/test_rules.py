"""Every example of every rule, run through the engine with that rule alone; and the form of the rule files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import RuleError
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.plans.plan_verdict import PlanVerdict
from groundrules.engine.plans.snapshot_drift import snapshot_of
from groundrules.engine.policy import Policy
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.rule import Example, PlanExample, Rule, RuleSet, Subject, TextExample
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.findings import TextVerdict
from groundrules.engine.types import Json, Outcome
from groundrules.engine.verdict import Verdict
from groundrules.rules import discover, load_rules
from strategies import function_tool

RULES = tuple(load_rules())


def _tools(example: Example) -> list[dict[str, Json]]:
    if example.tools:
        return [dict(tool) for tool in example.tools]
    schema: Json = {"type": "object", "properties": dict(example.parameters), "required": [*example.required]}
    if example.schema is not None:
        schema = dict(example.schema)
    return [function_tool(example.tool, schema, description=example.description)]


def _context(example: Example) -> Context:
    messages = [dict(message) for message in example.messages]
    if not messages and example.user:
        messages = [{"role": "user", "content": example.user}]
    evidence: list[dict[str, Json]] = [{"id": f"e{number}", "text": text} for number, text in enumerate(example.evidence, start=1)]
    now = datetime.fromisoformat(example.now) if example.now else None
    return Context.from_openai(messages, evidence=evidence, now=now, complete=example.complete)


def check(rule: Rule, example: Example) -> Verdict:
    """The verdict on an example under one rule alone."""
    call = ToolCall(example.called or example.tool, example.arguments, example.call_id)
    registry = ToolRegistry.from_openai(_tools(example))
    return Guard(rules=RuleSet([rule])).check_tool_call(call, context=_context(example), registry=registry)


def _cases() -> Iterator[object]:
    for rule in RULES:
        for example in rule.examples:
            yield pytest.param(rule, example, id=f"{rule.id}-{re.sub(r'[^a-z0-9]+', '-', example.title.lower())}")


def check_text(rule: Rule, example: TextExample) -> TextVerdict:
    """The verdict on a text example under one rule alone."""
    ids = example.ids or tuple(str(number) for number in range(1, len(example.evidence) + 1))
    evidence: list[dict[str, Json]] = [{"id": identifier, "text": text} for identifier, text in zip(ids, example.evidence, strict=True)]
    now = datetime.fromisoformat(example.now) if example.now else None
    context = Context.from_openai([dict(message) for message in example.messages], evidence=evidence, now=now, complete=example.complete)
    guard = Guard(rules=RuleSet([rule]), policy=Policy.from_mapping(dict(example.policy)))
    return guard.check_answer(Answer(example.text, example.question), context=context)


def _text_cases() -> Iterator[object]:
    for rule in RULES:
        for example in rule.text_examples:
            yield pytest.param(rule, example, id=f"{rule.id}-{re.sub(r'[^a-z0-9]+', '-', example.title.lower())}")


@pytest.mark.parametrize(("rule", "example"), list(_text_cases()))
def test_text_example(rule: Rule, example: TextExample) -> None:
    """The rule reports every marked span, and nothing that no mark overlaps."""
    verdict = check_text(rule, example)
    found = {(finding.span.start, finding.span.end): finding.explanation for finding in (*verdict.findings, *verdict.open)}
    told = [f"{example.text[start:end]!r}: {explanation}" for (start, end), explanation in found.items()]
    assert not verdict.errors, verdict.errors
    assert ((0, 0) in found) is example.whole, told
    spans = [span for span in found if span != (0, 0)]
    assert all(any(start < last and first < end for start, end in spans) for first, last in example.caught), told
    assert all(any(start < last and first < end for first, last in example.caught) for start, end in spans), told


def _plan_tools(tools: tuple[str | Mapping[str, Json], ...]) -> ToolRegistry:
    return ToolRegistry.from_openai([{"name": tool} if isinstance(tool, str) else dict(tool) for tool in tools])


def check_plan(rule: Rule, example: PlanExample) -> PlanVerdict:
    """The verdict on a plan example under one rule for plans alone, beside the rules for tool calls."""
    context = Context.from_openai([{"role": "user", "content": example.user}]) if example.user else None
    guard = Guard(RuleSet([rule, *load_rules().about(Subject.TOOL_CALL)]), Policy.from_mapping({"plans": dict(example.policy)}))
    before = snapshot_of(_plan_tools(example.before)) if example.before else None
    return guard.check_plan(example.plan, registry=_plan_tools(example.tools), context=context, grounded_on=before)


def _plan_cases() -> Iterator[object]:
    for rule in RULES:
        for example in rule.plan_examples:
            yield pytest.param(rule, example, id=f"{rule.id}-{re.sub(r'[^a-z0-9]+', '-', example.title.lower())}")


@pytest.mark.parametrize(("rule", "example"), list(_plan_cases()))
def test_plan_example(rule: Rule, example: PlanExample) -> None:
    """The rule reports exactly the steps that the example names, and the plan as a whole only where it says so."""
    verdict = check_plan(rule, example)
    found = [finding for finding in verdict.findings if finding.rule_id == rule.id and finding.outcome is not Outcome.SUPPORTED]
    ids = _step_ids(verdict)
    assert not verdict.errors, verdict.errors
    assert {ids[finding.step] for finding in found if finding.step >= 0} == set(example.caught), found
    assert any(finding.step < 0 for finding in found) is example.whole, found
    if found:
        assert not verdict.may_run


def _step_ids(verdict: PlanVerdict) -> list[str]:
    return [grounding.step_id for grounding in verdict.groundings]


@pytest.mark.parametrize(("rule", "example"), list(_cases()))
def test_example(rule: Rule, example: Example) -> None:
    """The rule reports exactly the items that the example names."""
    verdict = check(rule, example)
    reported = {found.item: found for found in verdict.findings if found.rule_id == rule.id and found.outcome is not Outcome.SUPPORTED}
    told = [f"{item}: {found.outcome}, {found.explanation}" for item, found in reported.items()]
    assert not verdict.errors, verdict.errors
    assert set(reported) == set(example.caught), told


def test_there_are_rules() -> None:
    """Discovery finds the shipped rules, sorted by id."""
    assert RULES
    assert [rule.id for rule in RULES] == sorted(rule.id for rule in RULES)
    assert load_rules() is load_rules()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_has_both_sorts_of_examples(rule: Rule) -> None:
    """Each rule shows at least one case that it catches and one on which it is silent, under titles of their own."""
    caught = [bool(example.caught) for example in rule.examples]
    caught += [bool(example.caught) or example.whole for example in rule.text_examples]
    caught += [bool(example.caught) or example.whole for example in rule.plan_examples]
    assert any(caught), "no example is caught"
    assert not all(caught), "no example is silent"
    titles = [*(example.title for example in rule.examples), *(example.title for example in rule.text_examples)]
    titles += [example.title for example in rule.plan_examples]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_is_documented(rule: Rule) -> None:
    """The summary is one sentence for a table cell; the name is never a cure."""
    assert rule.summary
    assert len(rule.summary) <= 160
    assert not rule.name.startswith(("check-", "no-", "validate-"))
    assert re.fullmatch(r"\d+\.\d+(\.\d+)?", rule.since)


RULE_TEXT = """
from groundrules.engine.rule import Example, Rule, Status
DOC = "Reports nothing.\\n\\n**Why.** For a test.\\n\\n**Silent when.** Always.\\n\\n**Not caught.** Everything."
def made(id, name):
    return Rule(id, name, since="0.1", status=Status.PREVIEW, check=lambda inquiry: (), doc=DOC, examples=())
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An importable folder of rule files, forgotten afterwards."""
    folder = tmp_path / "sample_rules"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "sample_rules"]:
        del sys.modules[name]


def _write(folder: Path, file: str, line: str) -> None:
    (folder / file).write_text(RULE_TEXT + line + "\n", encoding="utf-8")


def _discover(folder: Path) -> RuleSet:
    return discover([str(folder)], package="sample_rules")


def test_discovery_reads_single_rules_and_families(package: Path) -> None:
    """A file declares one rule or a family; shared code behind an underscore is passed over."""
    _write(package, "odd_value.py", "RULE = made('GR902', 'odd-value')")
    _write(package, "family.py", "RULES = (made('GR901', 'odd-number'), made('GR903', 'odd-date'))")
    _write(package, "_shared.py", "")
    assert [rule.id for rule in _discover(package)] == ["GR901", "GR902", "GR903"]


@pytest.mark.parametrize(
    ("file", "line", "problem"),
    [
        ("empty_file.py", "", "neither"),
        ("odd_value.py", "RULE = made('GR901', 'odd-value'); RULES = (RULE,)", "both"),
        ("other_name.py", "RULE = made('GR901', 'odd-value')", "odd_value.py"),
        ("odd_value.py", "RULE = 'GR901'", "not a Rule"),
        ("odd_value.py", "RULES = ()", "tuple of one or more rules"),
        ("odd_value.py", "RULES = [made('GR901', 'odd-value')]", "tuple of one or more rules"),
        ("odd_value.py", "RULES = (made('GR901', 'odd-value'), 'GR902')", "tuple of one or more rules"),
        ("odd_value.py", "RULES = (made('GR901', 'odd-value'), made('GR901', 'odd-number'))", "`GR901` is already taken"),
    ],
)
def test_discovery_refuses_and_names_the_file(package: Path, file: str, line: str, problem: str) -> None:
    """A rule file that cannot be used is refused by name, with what to do."""
    _write(package, file, line)
    with pytest.raises(RuleError) as caught:
        _discover(package)
    assert caught.value.file == file
    assert problem in str(caught.value)


def test_discovery_refuses_a_name_taken_by_another_file(package: Path) -> None:
    """The second file that uses a name is refused, and the first one is named."""
    _write(package, "family.py", "RULES = (made('GR901', 'odd-value'),)")
    _write(package, "odd_value.py", "RULE = made('GR902', 'odd-value')")
    with pytest.raises(RuleError, match=r"`odd_value\.py`.*already taken by `family\.py`"):
        _discover(package)
