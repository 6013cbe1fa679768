"""Findings to a verdict: the worst finding of an item, the strictest decision of a call, and what is said about it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from calls import (
    CONTRADICTED,
    INTEGER,
    READER,
    SUPPORTED,
    TEXT,
    UNDECIDED,
    UNSUPPORTED,
    WRITER,
    Message,
    context_of,
    exchange,
    inquiry,
    item_of,
    user,
    verdict,
)
from groundrules.engine.merge import UNJUDGED, merge
from groundrules.engine.policy import Domain, Policy, Risk
from groundrules.engine.types import ARGUMENTS_ITEM, TOOL_ITEM, Decision, Finding, Flag, Json, Outcome, Severity
from groundrules.engine.verdict import CheckError, Digests, Verdict

ALLOW, WARN, REGENERATE, REVIEW, BLOCK = Decision
DIGESTS = Digests("r", "p", "c", "t")
DESTROYER = "delete_record"
LOW_OPEN: dict[str, Json] = {"gift": True}
MEDIUM_OPEN: dict[str, Json] = {"style": "baroque"}
HIGH_OPEN: dict[str, Json] = {"name": "Konrad Brandt", "path": "a/b.txt"}
INVENTED: dict[str, Json] = {"order_id": "ORD-99887"}


def finding(item: str, outcome: Outcome, severity: int, *, rule: str = "GR900", suggestion: str | None = None) -> Finding:
    """A finding of a rule that does not exist."""
    flag = None if outcome is SUPPORTED else Flag.NO_EVIDENCE
    return Finding(rule, item, outcome, Severity(severity), f"{outcome} at {severity}", flag, suggestion=suggestion)


def merged(
    *findings: Finding, arguments: Json = None, tool: str = READER, policy: Policy | None = None, errors: tuple[CheckError, ...] = ()
) -> Verdict:
    """The verdict that findings on one call come to."""
    asked = inquiry({"a": "x"} if arguments is None else arguments, context_of("Go"), tool=tool, policy=policy)
    return merge(asked, findings, errors, digests=DIGESTS, engine_version="0")


def test_the_worst_finding_decides_an_item() -> None:
    """Outcome first, then severity; all findings stay listed."""
    found = merged(finding("/a", SUPPORTED, 5), finding("/a", UNSUPPORTED, 2), finding("/a", UNDECIDED, 5), finding("/a", UNSUPPORTED, 4))
    item = item_of(found, "/a")
    assert (item.outcome, item.severity, item.rule_id) == (UNSUPPORTED, Severity.HIGH, "GR900")
    assert len(found.findings) == 4


def test_every_leaf_has_an_item() -> None:
    """A leaf without a finding is undecided, never allowed; tool and arguments without one are sound; items stand in document order."""
    found = merged(arguments={"b": 1, "a": {"c": [2]}})
    assert [(item.item, item.outcome, item.rule_id) for item in found.items] == [
        (TOOL_ITEM, SUPPORTED, UNJUDGED),
        (ARGUMENTS_ITEM, SUPPORTED, UNJUDGED),
        ("/b", UNDECIDED, UNJUDGED),
        ("/a/c/0", UNDECIDED, UNJUDGED),
    ]
    assert found.open == ("/b", "/a/c/0")
    assert found.decision is not ALLOW


def test_findings_on_other_items() -> None:
    """A missing argument and an inner object are items too, with their value."""
    found = merged(finding("/zip", UNDECIDED, 4), finding("/a", UNSUPPORTED, 4), finding("/a/c", SUPPORTED, 1), arguments={"a": {"c": 1}})
    assert item_of(found, "/zip").value is None
    assert item_of(found, "/a").value == {"c": 1}
    assert item_of(found, "/a/c").value == 1


@pytest.mark.parametrize(("item", "value"), [("/a~1b", 1), ("/list/1", "y"), ("/list/9", None), ("/a~0", 2), ("/none/x", None)])
def test_values_of_pointers(item: str, value: Json) -> None:
    """Items name their values by JSON Pointer, escapes and indexes included; a pointer to nothing has none."""
    arguments: Json = {"a/b": 1, "a~": 2, "list": ["x", "y"]}
    assert item_of(merged(finding(item, UNSUPPORTED, 3), arguments=arguments), item).value == value


def test_the_call_gets_the_strictest_decision() -> None:
    """One blocked item blocks the call; the reasons are the items of that decision, worst first."""
    policy = Policy(risk=Risk.MEDIUM)
    arguments: Json = {"a": 1, "b": 2, "c": 3, "d": 4}
    found = merged(
        finding("/a", SUPPORTED, 1),
        finding("/b", UNDECIDED, 5),
        finding("/c", UNSUPPORTED, 4),
        finding("/d", CONTRADICTED, 3),
        arguments=arguments,
        policy=policy,
    )
    assert (found.decision, found.reasons, found.open) == (BLOCK, ("/d", "/c"), ("/b",))
    assert merged(finding("/a", SUPPORTED, 1)).reasons == ()
    assert merged(finding("/a", SUPPORTED, 1)).decision is ALLOW


def test_a_mild_contradiction_does_not_hide_a_grave_absence() -> None:
    """At LOW risk a contradiction of severity 1 only regenerates; beside a critical unsupported finding the item still blocks."""
    policy = Policy(risk=Risk.LOW)
    assert merged(finding("/a", CONTRADICTED, 1), policy=policy).decision is REGENERATE
    assert merged(finding("/a", CONTRADICTED, 1), finding("/a", UNSUPPORTED, 5), policy=policy).decision is BLOCK


def test_suggestions_reach_the_item() -> None:
    """The first suggestion of an item's findings stands on the item, never on a supported one."""
    assert item_of(merged(finding("/a", UNSUPPORTED, 5), finding("/a", UNDECIDED, 1, suggestion="y")), "/a").suggestion == "y"
    assert item_of(merged(finding("/a", SUPPORTED, 1, suggestion="y")), "/a").suggestion is None


def test_errors_and_digests_are_kept() -> None:
    """What went wrong inside the check, and the digests, stand in the verdict as given."""
    error = CheckError("GR900", "failed")
    found = merged(finding("/a", SUPPORTED, 1), errors=(error,))
    assert (found.errors, found.digests) == ((error,), DIGESTS)


LEVELS = [(risk, domain) for risk in Risk for domain in (Domain.GENERAL, Domain.FINANCE)]


@pytest.mark.parametrize(
    ("tool", "arguments", "said", "decisions"),
    [
        (READER, LOW_OPEN, "Go", (WARN, REVIEW, WARN, REVIEW, REVIEW, REVIEW)),
        (WRITER, LOW_OPEN, "Go", (WARN, REVIEW, REGENERATE, REVIEW, REVIEW, REVIEW)),
        (DESTROYER, LOW_OPEN, "Go", (REGENERATE, REVIEW, REGENERATE, REVIEW, REVIEW, REVIEW)),
        (READER, MEDIUM_OPEN, "Go", (WARN, REVIEW, REGENERATE, REVIEW, REVIEW, REVIEW)),
        (WRITER, MEDIUM_OPEN, "Go", (REGENERATE, REVIEW, REGENERATE, REVIEW, REVIEW, REVIEW)),
        ("create_file", HIGH_OPEN, "Mr Brandt", (REGENERATE, REVIEW, REGENERATE, REVIEW, REVIEW, REVIEW)),
        (READER, INVENTED, "Go", (BLOCK,) * 6),
        (WRITER, INVENTED, "Go", (BLOCK,) * 6),
        (DESTROYER, INVENTED, "ORD-99887", (ALLOW,) * 6),
    ],
)
def test_decisions_by_risk_and_domain(tool: str, arguments: Json, said: str, decisions: Sequence[Decision]) -> None:
    """Open leaves warn, regenerate or go to a person by effect and risk; any flag in a regulated domain goes to a person."""
    found = [verdict(arguments, context_of(said), tool=tool, policy=Policy(risk=risk, domain=domain)) for risk, domain in LEVELS]
    assert tuple(each.decision for each in found) == tuple(decisions)
    assert [each.risk for each in found] == [risk for risk, _ in LEVELS]


def test_a_question_for_a_wrong_value() -> None:
    """The question names the tool, the parameter with its description, the value, and the one repair."""
    described: Json = {"type": "string", "description": "The order to look up."}
    found = verdict({"order_id": "ORD-12354"}, context_of("Where is ORD-12345?"), parameters={"order_id": described})
    assert found.question == "Before `get_record` runs: Is `order_id` (The order to look up) really `ORD-12354`? Did you mean `ORD-12345`?"
    two = verdict({"order_id": "ORD-99999"}, context_of("Where is ORD-12345 or ORD-54321?"))
    assert two.question == "Before `get_record` runs: Is `order_id` really `ORD-99999`?"


def test_a_question_for_a_missing_argument() -> None:
    """A missing required argument is asked for by name; it is open, and the call may not run."""
    found = verdict({}, context_of("Where is my order?"), parameters={"order_id": TEXT}, required=("order_id",))
    assert found.question == "Before `get_record` runs: What should `order_id` be?"
    assert not found.decision.may_run
    assert (found.open, item_of(found, "/order_id").flag) == (("/order_id",), Flag.MISSING_REQUIRED)


def test_questions_and_feedback_are_short() -> None:
    """At most three questions and eight lines of feedback; long values are cut."""
    arguments: dict[str, Json] = {f"p{number}_id": f"ORD-9988{number}" + "7" * 300 for number in range(10)}
    found = verdict(arguments, context_of("Go"))
    assert found.question is not None
    assert found.feedback is not None
    assert found.question.count("really") == 3
    assert len(found.question) < 400
    assert found.feedback.count("\n- ") == 8


def test_feedback_names_what_stopped_the_call() -> None:
    """The feedback names the tool, each item that stopped it with the reason and the repair, and says not to guess."""
    found = verdict({"order_id": "ORD-12354", "city": "Bern"}, context_of("Where is ORD-12345, in Bern?"))
    assert found.feedback is not None
    first, line, last = found.feedback.split("\n")
    assert "`get_record` was not run" in first
    assert line.startswith("- `order_id`: `ORD-12354`")
    assert line.endswith("The context has `ORD-12345`.")
    assert "do not guess" in last


@pytest.mark.parametrize(("arguments", "said"), [({"order_id": "ORD-12345"}, "ORD-12345"), ({"gift": True}, "Go")])
def test_nothing_is_asked_when_the_call_may_run(arguments: Json, said: str) -> None:
    """An allowed call, with or without a warning, has neither question nor feedback."""
    found = verdict(arguments, context_of(said))
    assert found.decision.may_run
    assert (found.question, found.feedback) == (None, None)


@pytest.mark.parametrize("turns", [[user("Go")], [user("Go"), *exchange({}, {"seats": 4})]])
def test_reasons_of_a_warning(turns: list[Message]) -> None:
    """A warning names the leaves that were tolerated; where the value is grounded there is neither."""
    found = verdict({"seats": 4}, context_of(turns), parameters={"seats": INTEGER})
    assert (found.decision, found.reasons) == ((WARN, ("/seats",)) if len(turns) == 1 else (ALLOW, ()))


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("/days/0", "item 1 of `days`"),
        ("/lines/1/sku", "`sku` of item 2 of `lines`"),
        ("/to", "`to`"),
        ("/a~1b", "`a/b`"),
        ("/7", "`7`"),
        ("$key/amounts/ORD-1", "the key in `amounts`"),
        ("$key/lines/0/ORD-1", "the key in item 1 of `lines`"),
        ("$key/ORD-1", "the parameter name"),
    ],
)
def test_a_question_names_the_place_in_words(item: str, told: str) -> None:
    """A person is asked about the third item of a list, not about a pointer."""
    question = merged(finding(item, UNSUPPORTED, 5)).question
    assert question is not None
    assert f"Is {told} really" in question


def test_a_fault_of_structure_explains_an_item() -> None:
    """That the tool has no such parameter says more than that its value stands nowhere, however severe that is."""
    found = merged(finding("/a", UNSUPPORTED, 5, rule="GR201"), finding("/a", UNSUPPORTED, 4, rule="GR102"))
    assert (item_of(found, "/a").rule_id, found.decision) == ("GR102", BLOCK)
