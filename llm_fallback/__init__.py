"""The auditor tier: models that settle what the rules left undecided. Importing it loads no client."""

from .agreement import AgreeingAuditors
from .batch import BatchResult, audit_batch
from .breaker import Breaker, BreakerSettings, BreakerState
from .budget import Budget, Usage
from .cache import MemoryCache, SqliteCache
from .human_auditor import Asked, HumanAuditor
from .model_auditor import AuditLimits, ModelAuditor
from .null_auditor import NullAuditor
from .openai_auditor import OpenAIAuditor, OpenAITransport
from .prompts import PROMPT_VERSION, FewShot
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
from .recorded_auditor import RecordedAuditor
from .replies import Disposition, Parsed, parse_reply
from .transport import ChatRequest, Completion, ReplyForm, Transport, TransportError

__all__ = [
    "PROMPT_VERSION",
    "AgreeingAuditors",
    "Answer",
    "Asked",
    "AsyncAuditor",
    "AuditAnswer",
    "AuditFault",
    "AuditItem",
    "AuditLimits",
    "AuditReply",
    "AuditRequest",
    "AuditTask",
    "Auditor",
    "BatchResult",
    "Breaker",
    "BreakerSettings",
    "BreakerState",
    "Budget",
    "ChatRequest",
    "Completion",
    "Disposition",
    "EvidenceWindow",
    "FewShot",
    "HumanAuditor",
    "MemoryCache",
    "ModelAuditor",
    "NullAuditor",
    "OpenAIAuditor",
    "OpenAITransport",
    "Parsed",
    "RecordedAuditor",
    "ReplyForm",
    "SqliteCache",
    "Transport",
    "TransportError",
    "Usage",
    "audit_batch",
    "parse_reply",
]
