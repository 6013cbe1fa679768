"""The auditor for running without a model."""

from __future__ import annotations

import asyncio

from groundrules.engine.types import Kind
from groundrules.llm_fallback import Answer, AsyncAuditor, AuditItem, Auditor, AuditRequest, AuditTask, NullAuditor


def _request(*items: str) -> AuditRequest:
    asked = tuple(AuditItem(item, "ana@example.com", "to", "", Kind.EMAIL, strict=True) for item in items)
    return AuditRequest("call-1", AuditTask.TOOL_ARGUMENTS, "send", asked, ())


def test_null_auditor_leaves_every_item_undecided() -> None:
    """One unclear answer per item, in order, with a reason and no quote."""
    auditor: Auditor = NullAuditor()
    answers = auditor.audit(_request("/to", "/cc/0")).answers
    assert [answer.item for answer in answers] == ["/to", "/cc/0"]
    assert all(answer.answer is Answer.UNCLEAR and answer.reason and answer.quote is None for answer in answers)


def test_null_auditor_answers_nothing_to_nothing() -> None:
    """No item, no answer."""
    assert NullAuditor().audit(_request()).answers == ()


def test_null_auditor_can_be_awaited() -> None:
    """The async form says the same."""
    auditor: AsyncAuditor = NullAuditor()
    assert asyncio.run(auditor.audit_async(_request("/to"))) == NullAuditor().audit(_request("/to"))
