"""The auditor tier: a Protocol for models that settle what the rules left undecided. Importing it loads no client."""

from .null_auditor import NullAuditor
from .protocol import Answer, AuditAnswer, Auditor, AuditRequest, EvidenceWindow

__all__ = ["Answer", "AuditAnswer", "AuditRequest", "Auditor", "EvidenceWindow", "NullAuditor"]
