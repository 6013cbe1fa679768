"""The auditor tier: a Protocol for models that settle what the rules left undecided. Importing it loads no client."""

from .null_auditor import NullAuditor
from .protocol import (
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
    "NullAuditor",
]
