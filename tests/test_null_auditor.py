"""The auditor for running without a model."""

from __future__ import annotations

from groundrules.llm_fallback import Answer, Auditor, AuditRequest, EvidenceWindow, NullAuditor


def _request(item: str) -> AuditRequest:
    windows = (EvidenceWindow("m0", "Please write to Ana."),)
    return AuditRequest("call-1", item, question="Does the evidence name this recipient?", claimed="ana@example.com", evidence=windows)


def test_null_auditor_leaves_every_item_undecided() -> None:
    """One unclear answer per request, in order, with a reason and no quote."""
    auditor: Auditor = NullAuditor()
    answers = auditor.audit([_request("/to"), _request("/cc/0")])
    assert [answer.item for answer in answers] == ["/to", "/cc/0"]
    assert all(answer.answer is Answer.UNCLEAR and answer.reason and answer.quote is None for answer in answers)


def test_null_auditor_answers_nothing_to_nothing() -> None:
    """No request, no answer."""
    assert NullAuditor().audit(()) == ()
