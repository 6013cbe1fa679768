"""An auditor settles what is undecided and nothing else, and only as far as its quotations can be checked."""

from __future__ import annotations

import asyncio

import pytest
from auditors import ARGUMENTS, HARVEST, REGISTRY, SAID, STORY, URGENCY, Say, Scripted, checked, checked_answer, context_of_call, says
from calls import item_of
from groundrules.engine.answer_policy import Ruling
from groundrules.engine.audit_policy import AuditorSettings
from groundrules.engine.audits import Answer, AuditAnswer, AuditFault, AuditItem, AuditReply, AuditRequest, AuditTask, EvidenceWindow
from groundrules.engine.errors import InputError, PolicyError
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.policy import Policy, Risk
from groundrules.engine.settle import settle
from groundrules.engine.text.findings import TextDecision
from groundrules.engine.text_views import text_verdict_json
from groundrules.engine.types import Decision, Kind, Outcome, Role
from groundrules.engine.verdict_read import verdict_from_json
from groundrules.engine.views import verdict_json


def test_yes_with_a_quotation_settles_an_open_argument() -> None:
    """The item ends supported by the auditor's rule, with the place of the quotation; the call may run."""
    assert checked(None).decision is Decision.REGENERATE
    verdict = checked(Scripted(says(Answer.YES, URGENCY)))
    item = item_of(verdict, "/priority")
    assert (item.outcome, item.rule_id) == (Outcome.SUPPORTED, "GR900")
    assert item.evidence[0].span.of(SAID) == URGENCY
    assert verdict.decision is Decision.ALLOW
    assert verdict.audit is not None
    assert not verdict.audit.failed


def test_no_makes_an_open_argument_unsupported() -> None:
    """A `no` needs no quotation: absence has none."""
    verdict = checked(Scripted(says(Answer.NO)))
    assert item_of(verdict, "/priority").outcome is Outcome.UNSUPPORTED
    assert not verdict.decision.may_run
    assert verdict.errors == ()


def test_unclear_leaves_all_as_it_was() -> None:
    """An honest doubt is no failure: the policy decides as it does without an auditor."""
    verdict, before = checked(Scripted(says(Answer.UNCLEAR))), checked(None)
    assert verdict.items == before.items
    assert verdict.decision is before.decision
    assert verdict.errors == ()


def test_only_open_items_are_asked() -> None:
    """The grounded id is not sent, nor is what the rules suspect."""
    auditor = Scripted(says(Answer.UNCLEAR))
    checked(auditor)
    assert [item.item for item in auditor.requests[0].items] == ["/priority"]
    told = repr(auditor.requests[0])
    assert not any(finding.explanation in told for finding in checked(None).findings)


def test_nothing_is_asked_where_the_call_is_blocked_or_settled() -> None:
    """A fabricated id blocks whatever an auditor says, and a grounded call needs none."""
    auditor = Scripted(says(Answer.YES, URGENCY))
    assert checked(auditor, {"order_id": "ORD-12354", "priority": "urgent"}).decision is Decision.BLOCK
    assert checked(auditor, {"order_id": "ORD-12345"}).decision is Decision.ALLOW
    assert auditor.requests == []


FAULTY: list[tuple[AuditFault, Say]] = [
    (AuditFault.NO_QUOTE, says(Answer.YES)),
    (AuditFault.NO_QUOTE, says(Answer.YES, "  ")),
    (AuditFault.INVENTED_QUOTE, says(Answer.YES, "please treat it as urgent")),
    (AuditFault.INVENTED_QUOTE, says(Answer.NO, "nothing is urgent here")),
    (AuditFault.INVENTED_QUOTE, says(Answer.YES, URGENCY.upper())),
    (AuditFault.UNRELATED_QUOTE, says(Answer.YES, "today")),
    (AuditFault.MISSING_ITEM, lambda _item: None),
    (AuditFault.MISSING_ITEM, lambda item: AuditAnswer(item.item + "/0", Answer.YES, URGENCY, "")),
]


@pytest.mark.parametrize(("fault", "say"), FAULTY)
def test_answer_that_does_not_count_is_a_named_failure(fault: AuditFault, say: Say) -> None:
    """The item stays undecided, the fault is named, and the call is blocked by default."""
    verdict = checked(Scripted(say))
    assert item_of(verdict, "/priority").outcome is Outcome.UNDECIDED
    assert verdict.audit is not None
    assert [item.fault for item in verdict.audit.items] == [fault]
    assert verdict.decision is Decision.BLOCK
    assert verdict.reasons == ("/priority",)
    assert verdict.errors[0].place == "auditor"


def test_two_answers_on_one_item_do_not_count() -> None:
    """Not even where they agree."""

    class Twice(Scripted):
        def audit(self, request: AuditRequest) -> AuditReply:
            once = super().audit(request).answers
            return AuditReply((*once, *once))

    verdict = checked(Twice(says(Answer.YES, URGENCY)))
    assert verdict.audit is not None
    assert [item.fault for item in verdict.audit.items] == [AuditFault.DUPLICATE_ITEM]


def test_exact_value_needs_itself_in_the_quotation() -> None:
    """A small model takes a near address for the same one; the quotation has to hold the very value."""
    item = AuditItem("/email", "rosa.keller@example.com", "email", "", Kind.EMAIL, strict=True)
    window = EvidenceWindow("w1", "m0", Role.USER, 0, "Write to rosa.kessler@example.com please.")
    request = AuditRequest("c", AuditTask.TOOL_ARGUMENTS, "send", (item,), (window,))
    answer = AuditAnswer("/email", Answer.YES, "rosa.kessler@example.com", "the user names it")
    assert settle(request, AuditReply((answer,)))[0].fault is AuditFault.UNRELATED_QUOTE


@pytest.mark.parametrize(("floor", "decision"), [(Decision.HUMAN_REVIEW, Decision.HUMAN_REVIEW), (Decision.BLOCK, Decision.BLOCK)])
def test_policy_says_what_a_failure_costs(floor: Decision, decision: Decision) -> None:
    """Review or block, even where the undecided item alone would only warn."""
    policy = Policy(risk=Risk.LOW, auditor=AuditorSettings(failed_call=floor))
    assert checked(Scripted(says(Answer.YES)), policy=policy).decision is decision


def test_failure_is_never_let_through() -> None:
    """A policy that would is refused."""
    with pytest.raises(PolicyError, match="let through"):
        AuditorSettings(failed_call=Decision.ALLOW_WITH_WARNING)
    with pytest.raises(PolicyError, match="let through"):
        AuditorSettings(failed_answer=Ruling.LEAVE)


def test_auditor_that_raises_is_a_failure() -> None:
    """Whatever a host's auditor raises or returns, the verdict stands and blocks."""

    class Broken:
        def audit(self, request: AuditRequest, /) -> AuditReply:
            raise RuntimeError(request.subject_id)

    verdict = Guard(auditor=Broken()).check_tool_call(ToolCall("create_ticket", ARGUMENTS), context=context_of_call(), registry=REGISTRY)
    assert verdict.decision is Decision.BLOCK
    assert verdict.audit is not None
    assert verdict.audit.faults == (AuditFault.RAISED,)


def test_awaited_auditor_gives_the_same_verdict() -> None:
    """The async methods await an async auditor, and run a plain one in a thread; a sync check refuses one that can only be awaited."""
    plain = Scripted(says(Answer.YES, URGENCY))

    class Awaited:
        async def audit_async(self, request: AuditRequest, /) -> AuditReply:
            return plain.audit(request)

    call, context, expected = ToolCall("create_ticket", ARGUMENTS, "c1"), context_of_call(), checked(plain)
    for auditor in (Awaited(), plain):
        assert asyncio.run(Guard(auditor=auditor).check_tool_call_async(call, context=context, registry=REGISTRY)) == expected
    with pytest.raises(InputError, match="awaited"):
        Guard(auditor=Awaited()).check_tool_call(call, context=context, registry=REGISTRY)


def test_audit_stands_in_the_native_form_and_comes_back() -> None:
    """Model, prompt and each answer are written, and read again without loss."""
    verdict = checked(Scripted(says(Answer.YES, "made up")))
    written = verdict_json(verdict)
    assert verdict_from_json(written) == verdict
    assert "audit" not in verdict_json(checked(None))
    assert verdict.audit is not None
    assert verdict.audit.model == "scripted"


def test_yes_settles_a_doubt_about_an_answer() -> None:
    """The undecided stretch leaves the findings; the other doubts stay."""
    before = checked_answer(None)
    assert any(STORY[finding.span.start : finding.span.end].startswith("Rain") for finding in before.findings)
    auditor = Scripted(lambda item: AuditAnswer(item.item, Answer.YES, "The mill was closed for repairs", "") if "mill" in str(item.claimed) else _unclear(item))
    after = checked_answer(auditor)
    assert not any(STORY[finding.span.start : finding.span.end].startswith("Rain") for finding in after.findings)
    assert {finding.span for finding in after.findings} < {finding.span for finding in before.findings}


def _unclear(item: AuditItem) -> AuditAnswer:
    return AuditAnswer(item.item, Answer.UNCLEAR, None, "")


def test_no_makes_a_doubt_about_an_answer_unsupported() -> None:
    """The finding keeps its span and severity, and names the auditor."""
    after = checked_answer(Scripted(says(Answer.NO)))
    assert any(finding.rule_id == "GR900" and finding.outcome is Outcome.UNSUPPORTED for finding in after.findings)
    assert after.decision is not TextDecision.PASS


@pytest.mark.parametrize(("ruling", "decision"), [(Ruling.FLAG, TextDecision.FLAG), (Ruling.BLOCK, TextDecision.BLOCK)])
def test_failed_audit_of_an_answer_never_passes(ruling: Ruling, decision: TextDecision) -> None:
    """It flags or blocks by policy, asks for a person, and names the fault."""
    policy = Policy(auditor=AuditorSettings(failed_answer=ruling))
    verdict = checked_answer(Scripted(says(Answer.YES, "no such words")), policy=policy)
    assert verdict.decision is decision
    assert verdict.requires_human_review
    assert "invented_quote" in verdict.errors[0].message
    assert text_verdict_json(verdict)["audit"]


def test_unrelated_quotation_does_not_settle_prose() -> None:
    """A sentence of the evidence about something else is no ground."""
    verdict = checked_answer(Scripted(says(Answer.YES, "40 crates of pears")))
    assert verdict.audit is not None
    assert {item.fault for item in verdict.audit.items} == {AuditFault.UNRELATED_QUOTE}


def test_evidence_keeps_to_the_budget_and_says_what_is_left_out() -> None:
    """Long evidence is cut to the windows that bear on the items; what did not fit is counted, and items past the limit are named."""
    passage = " ".join(f"The mill number {number} was closed in autumn for the repair of its wheel." for number in range(60))
    auditor = Scripted(says(Answer.UNCLEAR))
    verdict = checked_answer(auditor, evidence=passage, policy=Policy(auditor=AuditorSettings(evidence_tokens=40, max_items=1)))
    request = auditor.requests[0]
    assert sum(len(window.text) for window in request.evidence) <= 4 * 40
    assert all(window.text in passage + "How was the harvest?" for window in request.evidence)
    assert request.omitted_windows > 0
    assert verdict.audit is not None
    assert len(request.items) == 1
    assert verdict.audit.left_out


def test_equal_questions_have_one_digest() -> None:
    """The id of the subject does not count; the evidence does."""
    auditor = Scripted(says(Answer.UNCLEAR))
    checked_answer(auditor)
    checked_answer(auditor)
    checked_answer(auditor, evidence=f"{HARVEST} The owner likes tea.")
    first, second, third = (request.digest for request in auditor.requests)
    assert first == second != third
