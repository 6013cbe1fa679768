"""Rules run in order of their ids, and one that raises never becomes a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import pytest
from groundrules.engine.context import Context
from groundrules.engine.data.precision import PRECISION
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import Inquiry, ToolCall
from groundrules.engine.policy import Policy, Risk
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.rule import Rule, RuleSet, Status
from groundrules.engine.run import PRIOR_CONFIDENCE, UNDECIDED_CONFIDENCE, confidence_of, run_rules
from groundrules.engine.types import TOOL_ITEM, Decision, Finding, Flag, Outcome, Severity
from groundrules.engine.verdict import CheckError

CALL = ToolCall("get_note", {})
REGISTRY = ToolRegistry.from_openai([{"name": "get_note", "input_schema": {"type": "object", "properties": {}}}])


def rule(identifier: str, name: str, check: Callable[[Inquiry], Iterable[Finding]]) -> Rule:
    doc = "Test rule.\n\n**Why.** For a test.\n\n**Silent when.** Never.\n\n**Not caught.** Anything else."
    return Rule(identifier, name, "0.1.0", Status.PREVIEW, check, doc, ())


def finding(identifier: str, item: str, outcome: Outcome = Outcome.SUPPORTED) -> Finding:
    return Finding(identifier, item, outcome, Severity.HIGH, "because")


def run(*rules: Rule) -> tuple[tuple[Finding, ...], tuple[CheckError, ...]]:
    inquiry = Inquiry(CALL, context=Context(), registry=REGISTRY, policy=Policy())
    return run_rules(RuleSet(rules), inquiry)


def silent(_: Inquiry) -> Iterable[Finding]:
    return ()


def raising(_: Inquiry) -> Iterable[Finding]:
    raise KeyError("order \ud800")


def raising_midway(_: Inquiry) -> Iterator[Finding]:
    yield finding("GR902", "/a", Outcome.CONTRADICTED)
    raise RecursionError("too deep")


def no_findings_at_all(_: Inquiry) -> Iterable[Finding]:
    return None  # type: ignore[return-value]  # pyright: ignore[reportReturnType]: what a careless rule may return


def test_findings_come_in_order_of_the_ids() -> None:
    """All findings of all rules, however the rules were listed, and no error."""
    first = rule("GR901", "first-fault", lambda _: [finding("GR901", "/b"), finding("GR901", "/a")])
    second = rule("GR902", "second-fault", lambda _: iter([finding("GR902", "/a")]))
    for rules in ((first, second), (second, first)):
        findings, errors = run(*rules)
        assert [(found.rule_id, found.item) for found in findings] == [("GR901", "/b"), ("GR901", "/a"), ("GR902", "/a")]
        assert errors == ()


def test_a_rule_sees_the_inquiry() -> None:
    """The check gets the inquiry that was run, once."""
    seen: list[str] = []

    def looking(inquiry: Inquiry) -> Iterable[Finding]:
        seen.append(inquiry.call.name)
        return ()

    run(rule("GR901", "first-fault", looking))
    assert seen == ["get_note"]


@pytest.mark.parametrize(
    ("check", "kind"), [(raising, "KeyError"), (raising_midway, "RecursionError"), (no_findings_at_all, "TypeError")]
)
def test_a_rule_that_raises_leaves_the_call_undecided(check: Callable[[Inquiry], Iterable[Finding]], kind: str) -> None:
    """An error that names the rule and the fault, and an undecided finding on the whole tool; the other rules still run."""
    findings, errors = run(rule("GR902", "broken-fault", check), rule("GR903", "next-fault", lambda _: [finding("GR903", "/z")]))
    (error,) = errors
    assert error.place == "GR902"
    assert "`GR902`" in error.message
    assert kind in error.message
    (failed,) = [found for found in findings if found.item == TOOL_ITEM]
    assert (failed.rule_id, failed.outcome, failed.flag) == ("GR902", Outcome.UNDECIDED, Flag.AUDIT_FAILURE)
    assert failed.explanation.startswith(error.message)
    assert (findings[-1].rule_id, findings[-1].item) == ("GR903", "/z")


def test_confidence_is_the_measured_precision() -> None:
    """A finding carries the precision measured for its rule and outcome; an undecided one and an unknown rule their stated figures."""
    measured = finding("GR202", "/to")
    assert confidence_of(measured) == PRECISION["GR202", measured.outcome.value]
    assert confidence_of(replace(measured, outcome=Outcome.UNDECIDED)) == UNDECIDED_CONFIDENCE
    assert confidence_of(finding("GR901", "/to")) == PRIOR_CONFIDENCE
    assert confidence_of(finding("GR101", "$tool")) == 1.0


def test_what_a_rule_found_before_it_raised_still_counts() -> None:
    """A contradiction is not lost because the rule failed on a later item."""
    findings, _ = run(rule("GR902", "broken-fault", raising_midway))
    assert [(found.item, found.outcome) for found in findings] == [("/a", Outcome.CONTRADICTED), (TOOL_ITEM, Outcome.UNDECIDED)]


@pytest.mark.parametrize("risk", list(Risk))
@pytest.mark.parametrize("check", [raising, raising_midway, no_findings_at_all])
def test_a_failed_rule_is_never_a_pass(check: Callable[[Inquiry], Iterable[Finding]], risk: Risk) -> None:
    """The verdict on a call that was fine without the rule stops at every risk, tells the error and stays open."""

    def decide(chosen: Callable[[Inquiry], Iterable[Finding]]) -> Decision:
        guard = Guard(rules=RuleSet([rule("GR902", "broken-fault", chosen)]), policy=Policy(risk=risk))
        verdict = guard.check_tool_call(CALL, context=Context(), registry=REGISTRY)
        if chosen is not silent:
            assert [error.place for error in verdict.errors] == ["GR902"]
            assert TOOL_ITEM in verdict.open
        return verdict.decision

    assert decide(silent) is Decision.ALLOW
    assert not decide(check).may_run


def test_an_interrupt_is_not_swallowed() -> None:
    """Only exceptions of the rule are caught, not the user's interrupt."""

    def interrupted(_: Inquiry) -> Iterable[Finding]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(rule("GR902", "broken-fault", interrupted))
