"""The public API: everything in `__all__`, and nothing else."""

from .answer_policy import AnswerRow, AnswerSettings, Mode, Ruling
from .context import Context
from .errors import GroundrulesError, InputError, MissingExtra, PolicyError, RuleError
from .forms import Form
from .guard import Guard
from .inquiry import Inquiry, ToolCall
from .json_walk import Leaf
from .policy import Domain, ParameterSettings, Policy, Risk, Row
from .registry import ToolRegistry, ToolSpec
from .rule import Example, Rule, RuleSet, Status, Subject, TextExample
from .text.answer import Answer
from .text.findings import AssertionVerdict, Claim, DetailVerdict, TextDecision, TextFinding, TextVerdict
from .text.text_inquiry import TextInquiry
from .trace import Support, Trace
from .types import Decision, Effect, Evidence, Finding, Flag, Json, Kind, Outcome, Role, Severity, Source, Span, Value
from .verdict import CheckError, Digests, ItemVerdict, Verdict
from .version import VERSION
from .views import hallucination_report, text, tool_call_audit, verdict_json

__all__ = [
    "VERSION",
    "Answer",
    "AnswerRow",
    "AnswerSettings",
    "AssertionVerdict",
    "CheckError",
    "Claim",
    "Context",
    "Decision",
    "DetailVerdict",
    "Digests",
    "Domain",
    "Effect",
    "Evidence",
    "Example",
    "Finding",
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
    "MissingExtra",
    "Mode",
    "Outcome",
    "ParameterSettings",
    "Policy",
    "PolicyError",
    "Risk",
    "Role",
    "Row",
    "Rule",
    "RuleError",
    "RuleSet",
    "Ruling",
    "Severity",
    "Source",
    "Span",
    "Status",
    "Subject",
    "Support",
    "TextDecision",
    "TextExample",
    "TextFinding",
    "TextInquiry",
    "TextVerdict",
    "ToolCall",
    "ToolRegistry",
    "ToolSpec",
    "Trace",
    "Value",
    "Verdict",
    "hallucination_report",
    "text",
    "tool_call_audit",
    "verdict_json",
]
