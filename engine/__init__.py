"""The public API: everything in `__all__`, and nothing else."""

from .answer_policy import AnswerRow, AnswerSettings, Mode, Ruling
from .approvals import Approval, ReviewItem
from .context import Context
from .deadline import Deadline
from .errors import (
    ApprovalError,
    CallbackFailed,
    GroundrulesError,
    InputError,
    MissingExtra,
    PolicyError,
    RecordError,
    RuleError,
    SessionError,
    ToolCallBlocked,
)
from .feedback import feedback_text
from .forms import Form
from .guard import Guard
from .inquiry import Inquiry, ToolCall
from .json_walk import Leaf
from .ledger import CallKey, CallState, Decided
from .limits import Limits
from .policy import Domain, ParameterSettings, Policy, Risk, Row
from .precedents import FirstUses, Precedents
from .protect import ProtectedTools
from .registry import ToolRegistry, ToolSpec
from .rule import Example, Rule, RuleSet, Status, Subject, TextExample
from .session import Session
from .sessions import Sessions
from .surfaces import Surfaces
from .text.answer import Answer
from .text.findings import AssertionVerdict, Claim, DetailVerdict, TextDecision, TextFinding, TextVerdict
from .text.text_inquiry import TextInquiry
from .text_policy import TextPolicy
from .trace import Support, Trace
from .types import Decision, Effect, Evidence, Finding, Flag, Json, Kind, Outcome, Role, Severity, Source, Span, Value
from .verdict import CheckError, Digests, ItemVerdict, Verdict
from .verdict_read import verdict_from_json
from .version import VERSION
from .views import hallucination_report, text, tool_call_audit, verdict_json

__all__ = [
    "VERSION",
    "Answer",
    "AnswerRow",
    "AnswerSettings",
    "Approval",
    "ApprovalError",
    "AssertionVerdict",
    "CallKey",
    "CallState",
    "CallbackFailed",
    "CheckError",
    "Claim",
    "Context",
    "Deadline",
    "Decided",
    "Decision",
    "DetailVerdict",
    "Digests",
    "Domain",
    "Effect",
    "Evidence",
    "Example",
    "Finding",
    "FirstUses",
    "Flag",
    "Form",
    "GroundrulesError",
    "Guard",
    "InputError",
    "Inquiry",
    "ItemVerdict",
    "Json",
    "Kind",
    "Leaf",
    "Limits",
    "MissingExtra",
    "Mode",
    "Outcome",
    "ParameterSettings",
    "Policy",
    "PolicyError",
    "Precedents",
    "ProtectedTools",
    "RecordError",
    "ReviewItem",
    "Risk",
    "Role",
    "Row",
    "Rule",
    "RuleError",
    "RuleSet",
    "Ruling",
    "Session",
    "SessionError",
    "Sessions",
    "Severity",
    "Source",
    "Span",
    "Status",
    "Subject",
    "Support",
    "Surfaces",
    "TextDecision",
    "TextExample",
    "TextFinding",
    "TextInquiry",
    "TextPolicy",
    "TextVerdict",
    "ToolCall",
    "ToolCallBlocked",
    "ToolRegistry",
    "ToolSpec",
    "Trace",
    "Value",
    "Verdict",
    "feedback_text",
    "hallucination_report",
    "text",
    "tool_call_audit",
    "verdict_from_json",
    "verdict_json",
]
