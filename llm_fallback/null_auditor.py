"""The auditor for running without a model: it leaves every item undecided, so that nothing passes for want of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from .protocol import Answer, AuditAnswer, AuditRequest


class NullAuditor:
    """Answers `unclear` to everything, and says why.

    Example:
        >>> from groundrules.llm_fallback import AuditRequest, NullAuditor
        >>> request = AuditRequest("call-1", "/to", question="Did the user name this address?", claimed="ana@example.com", evidence=())
        >>> NullAuditor().audit([request])[0].answer.value
        'unclear'
    """

    def audit(self, requests: Sequence[AuditRequest]) -> tuple[AuditAnswer, ...]:
        """One undecided answer per request."""
        return tuple(AuditAnswer(request.item, Answer.UNCLEAR, quote=None, reason="no auditor model is configured") for request in requests)
