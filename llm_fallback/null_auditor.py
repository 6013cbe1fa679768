"""The auditor for running without a model: it leaves every item undecided, so that nothing passes for want of an answer."""

from __future__ import annotations

from .protocol import Answer, AuditAnswer, AuditReply, AuditRequest


class NullAuditor:
    """Answers `unclear` to everything, and says why.

    Example:
        >>> from groundrules.engine.types import Kind
        >>> from groundrules.llm_fallback import AuditItem, AuditRequest, AuditTask, NullAuditor
        >>> item = AuditItem("/to", "ana@example.com", "to", "", Kind.EMAIL, strict=True)
        >>> NullAuditor().audit(AuditRequest("call-1", AuditTask.TOOL_ARGUMENTS, "send", (item,), ())).answers[0].answer.value
        'unclear'
    """

    def audit(self, request: AuditRequest) -> AuditReply:
        """One undecided answer per item."""
        reason = "no auditor model is configured"
        return AuditReply(tuple(AuditAnswer(item.item, Answer.UNCLEAR, quote=None, reason=reason) for item in request.items), model="none")

    async def audit_async(self, request: AuditRequest) -> AuditReply:
        """As `audit`."""
        return self.audit(request)
