"""The vocabulary of the auditor tier, which the engine defines: what is asked, what is answered, and what can go wrong."""

from __future__ import annotations

from ..engine.audits import (
    Answer,
    AsyncAuditor,
    AuditAnswer,
    AuditFault,
    AuditItem,
    Auditor,
    AuditReply,
    AuditRequest,
    AuditTask,
    EvidenceWindow,
)

__all__ = [
    "Answer",
    "AsyncAuditor",
    "AuditAnswer",
    "AuditFault",
    "AuditItem",
    "AuditReply",
    "AuditRequest",
    "AuditTask",
    "Auditor",
    "EvidenceWindow",
]
