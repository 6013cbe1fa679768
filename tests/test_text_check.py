"""`Guard.check_answer` as a whole, and the forms a verdict on an answer is written in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from groundrules.engine.answer_policy import AnswerSettings, Mode
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.policy import Domain, Policy
from groundrules.engine.rule import Rule, RuleSet, Status, Subject
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.findings import TextDecision, TextFinding, TextVerdict
from groundrules.engine.text.text_inquiry import TextInquiry
from groundrules.engine.text_views import claim_audit, fabricated_details, guardrail_decision, severity_score, text_verdict_json
from groundrules.engine.types import Json, Outcome, Severity
from jsonschema import Draft202012Validator

CONTRACTS = Path(__file__).resolve().parent.parent / "engine" / "contracts"
LAKE = "Lake Orra holds 58 species of fish. It froze over in 1931. The ferry company Harbor Wire runs daily."


def check(answer: str, *evidence: str, question: str = "", policy: Policy | None = None, complete: bool = True) -> TextVerdict:
    """The verdict of all rules on an answer over passages."""
    passages: list[dict[str, Json]] = [{"id": f"p{number}", "text": text} for number, text in enumerate(evidence, start=1)]
    return Guard(policy=policy).check_answer(Answer(answer, question), context=Context.from_openai((), evidence=passages, complete=complete))


def _by_text(verdict: TextVerdict) -> dict[str, TextFinding]:
    return {finding.span.of(verdict.text): finding for finding in verdict.findings}


def test_supported_answer_passes() -> None:
    """A sentence of the evidence passes, without findings and with its details supported."""
    verdict = check("Lake Orra holds 58 species of fish.", LAKE)
    assert verdict.decision is TextDecision.PASS
    assert not verdict.findings
    assert {detail.outcome for detail in verdict.details} == {Outcome.SUPPORTED}
    assert fabricated_details(verdict)["output_grounding_score"] == 1.0


def test_contradicted_figure_blocks_and_names_the_right_one() -> None:
    """Another figure in the same sentence is a contradiction; the evidence and the right value are named."""
    verdict = check("Lake Orra holds 930 species of fish.", LAKE)
    finding = _by_text(verdict)["930"]
    assert (finding.rule_id, finding.outcome, finding.suggestion) == ("GR303", Outcome.CONTRADICTED, "58")
    assert finding.evidence[0].text in LAKE
    assert verdict.decision is TextDecision.BLOCK
    assert verdict.requires_human_review


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("The ferry company Harbor Wire was founded by Tilda Okoro.", "Tilda Okoro"),
        ("It froze over in 1931 and again on 4 May 2031.", "4 May 2031"),
        ("Lake Orra holds 58 species of fish and 12,400 boats.", "12,400 boats"),
    ],
)
def test_absent_detail_is_unsupported(answer: str, wrong: str) -> None:
    """A detail that stands nowhere is a finding on exactly that span."""
    found = [finding for finding in check(answer, LAKE).findings if finding.span.of(answer) in wrong and finding.outcome is not Outcome.UNDECIDED]
    assert found


def test_incomplete_context_makes_absence_undecided() -> None:
    """Where parts of the context are missing, an absent detail proves nothing, and still does not pass."""
    verdict = check("Lake Orra was mapped by Tilda Okoro.", LAKE, complete=False)
    assert {finding.outcome for finding in verdict.findings} == {Outcome.UNDECIDED}
    assert verdict.decision is TextDecision.FLAG


def test_strict_mode_leaves_the_undecided_open() -> None:
    """In strict mode an undecided finding does not flag, and stays open in the verdict."""
    wide = check("Lake Orra was mapped by Tilda Okoro.", LAKE, complete=False)
    strict = check("Lake Orra was mapped by Tilda Okoro.", LAKE, complete=False, policy=Policy(answers=AnswerSettings(mode=Mode.STRICT)))
    assert wide.findings
    assert strict.decision is TextDecision.PASS
    assert strict.open == wide.open


def test_premise_of_the_question() -> None:
    """A figure of the question is the user's: confirming it is a finding, saying that nothing is found is not."""
    question = "Is it true that churn fell by 62%?"
    confirmed = check("Yes, churn fell by 62%.", "The report covers hiring.", question=question)
    assert _by_text(confirmed)["62%"].outcome is Outcome.UNSUPPORTED
    assert check("I find nothing about a 62% fall in churn.", "The report covers hiring.", question=question).decision is TextDecision.PASS


def test_severity_by_kind_and_domain() -> None:
    """Amounts are critical everywhere, quantities in health; a setting of the policy wins."""
    lake = "The dose is 75 mcg once daily."
    assert _by_text(check("It costs $930.", lake))["$930"].severity is Severity.CRITICAL
    assert _by_text(check("The dose is 75 mg once daily.", lake))["75 mg"].severity is Severity.CRITICAL
    health = check("They drove 930 km.", lake, policy=Policy(domain=Domain.HEALTH))
    assert _by_text(health)["930 km"].severity is Severity.CRITICAL
    assert health.requires_human_review
    chosen = check("They drove 930 km.", lake, policy=Policy(answers=AnswerSettings(severities=(("quantity", 2),))))
    assert _by_text(chosen)["930 km"].severity is Severity.LOW
    assert chosen.decision is TextDecision.FLAG


def test_failing_rule_never_passes() -> None:
    """A rule that raises leaves an error and a flag with a person to look at it."""

    def check_badly(inquiry: TextInquiry) -> tuple[TextFinding, ...]:
        raise KeyError(inquiry.answer.text)

    doc = "Fails.\n\n**Why.** Test.\n\n**Silent when.** Never.\n\n**Not caught.** All."
    rule = Rule("GR901", "odd-failure", "0.1", Status.PREVIEW, check_badly, doc, subject=Subject.ANSWER)
    verdict = Guard(rules=RuleSet([rule])).check_answer("Hello.", context=Context())
    assert verdict.decision is not TextDecision.PASS
    assert verdict.requires_human_review
    assert [error.place for error in verdict.errors] == ["GR901"]


def test_answers_settings_from_a_file() -> None:
    """A policy file sets the operating point and the severities."""
    policy = Policy.from_toml('[answers]\nmode = "strict"\nseverities = [["date", 5]]\n')
    assert policy.answers == AnswerSettings(mode=Mode.STRICT, severities=(("date", 5),))
    assert policy.digest != Policy().digest


def test_tool_rules_do_not_see_answers() -> None:
    """Each rule judges its own subject only."""
    rules = Guard().rules
    answers, calls = rules.about(Subject.ANSWER), rules.about(Subject.TOOL_CALL)
    assert {rule.id for rule in answers} >= {"GR303", "GR304", "GR305", "GR312"}
    assert not {rule.id for rule in answers} & {rule.id for rule in calls}
    assert len(answers) + len(calls) + len(rules.about(Subject.PLAN)) == len(rules)


@pytest.mark.parametrize(
    ("view", "contract"),
    [(guardrail_decision, "guardrail_decision"), (claim_audit, "claim_audit"), (fabricated_details, "fabricated_details")],
)
@pytest.mark.parametrize("answer", ["", "Lake Orra holds 930 species of fish.", "It costs $930 and was built by Tilda Okoro.", LAKE, "Hello!"])
def test_views_are_valid(view: Callable[[TextVerdict], dict[str, Json]], contract: str, answer: str) -> None:
    """Each view of each verdict is valid under its contract."""
    schema = json.loads((CONTRACTS / f"{contract}.schema.json").read_text(encoding="utf-8"))
    form = view(check(answer, LAKE))
    assert Draft202012Validator(schema).is_valid(json.loads(json.dumps(form)))  # pyright: ignore[reportUnknownMemberType]: the stub of jsonschema is partial


def test_severity_score() -> None:
    """1 for all supported, 4 for one harmful claim, 5 for a critical one or several."""
    assert severity_score(check("Lake Orra holds 58 species of fish.", LAKE)) == 1
    one = check("Lake Orra holds 930 species of fish.", LAKE)
    assert severity_score(replace(one, findings=tuple(finding for finding in one.findings if finding.rule_id == "GR303"))) == 4
    assert severity_score(check("It costs $930.", LAKE)) == 5


def test_native_form_names_its_spans() -> None:
    """Each finding of the native form gives the text under its span."""
    verdict = check("Lake Orra holds 930 species of fish.", LAKE)
    rows = text_verdict_json(verdict)["findings"]
    assert isinstance(rows, list)
    for row in rows:
        assert isinstance(row, dict)
        assert isinstance(row["start"], int)
        assert isinstance(row["end"], int)
        assert verdict.text[row["start"] : row["end"]] == row["text"]
