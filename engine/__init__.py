"""The public API: everything in `__all__`, and nothing else."""

from .context import Context
from .errors import GroundrulesError, InputError, MissingExtra, PolicyError, RuleError
from .guard import Guard
from .inquiry import Inquiry, ToolCall
from .json_walk import Leaf
from .policy import Domain, ParameterSettings, Policy, Risk, Row
from .registry import ToolRegistry, ToolSpec
from .rule import Example, Rule, RuleSet, Status
from .trace import Support, Trace
from .types import Decision, Effect, Evidence, Finding, Flag, Json, Kind, Outcome, Role, Severity, Source, Span, Value
from .verdict import CheckError, Digests, ItemVerdict, Verdict
from .version import VERSION
from .views import hallucination_report, text, tool_call_audit, verdict_json

__all__ = [
    "VERSION",
    "CheckError",
    "Context",
    "Decision",
    "Digests",
    "Domain",
    "Effect",
    "Evidence",
    "Example",
    "Finding",
    "Flag",
    "GroundrulesError",
    "Guard",
    "InputError",
    "Inquiry",
    "ItemVerdict",
    "Json",
    "Kind",
    "Leaf",
    "MissingExtra",
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
    "Severity",
    "Source",
    "Span",
    "Status",
    "Support",
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
