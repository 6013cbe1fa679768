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
    KeyFileError,
    MissingExtra,
    PlanningError,
    PlanRefusedError,
    PolicyError,
    RecordError,
    RuleError,
    SessionError,
    ToolCallBlocked,
    UnknownToolError,
    is_retryable,
)
from .feedback import feedback_text
from .forms import Form
from .guard import Guard
from .inquiry import Inquiry, ToolCall
from .json_walk import Leaf
from .ledger import CallKey, CallState, Decided
from .limits import Limits
from .plans.manifest import manifest_digest, plan_manifest
from .plans.plan import Grounding, GroundingKind, Plan, PlannedCall, Step
from .plans.plan_findings import PlanFinding, PlanFlag
from .plans.plan_inquiry import PlanInquiry
from .plans.plan_policy import PlanPolicy
from .plans.plan_verdict import Directive, PlanState, PlanVerdict
from .plans.read_plan import read_plan
from .plans.receipts import AbortReceipt, Attestation, ReceiptFault, attestation_fault
from .plans.runner import AsyncPlanRunner, PlanRun, PlanRunner, StepRun
from .plans.snapshot_drift import RegistrySnapshot, drift_of, schema_digest, snapshot_of
from .policy import Domain, ParameterSettings, Policy, Risk, Row
from .precedents import FirstUses, Precedents
from .protect import ProtectedTools
from .registry import ToolRegistry, ToolSpec
from .registry_sources import registry_from_callables, registry_from_file, registry_from_mcp
from .rule import Example, PlanExample, Rule, RuleSet, Status, Subject, TextExample
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
    "AbortReceipt",
    "Answer",
    "AnswerRow",
    "AnswerSettings",
    "Approval",
    "ApprovalError",
    "AssertionVerdict",
    "AsyncPlanRunner",
    "Attestation",
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
    "Directive",
    "Domain",
    "Effect",
    "Evidence",
    "Example",
    "Finding",
    "FirstUses",
    "Flag",
    "Form",
    "Grounding",
    "GroundingKind",
    "GroundrulesError",
    "Guard",
    "InputError",
    "Inquiry",
    "ItemVerdict",
    "Json",
    "KeyFileError",
    "Kind",
    "Leaf",
    "Limits",
    "MissingExtra",
    "Mode",
    "Outcome",
    "ParameterSettings",
    "Plan",
    "PlanExample",
    "PlanFinding",
    "PlanFlag",
    "PlanInquiry",
    "PlanPolicy",
    "PlanRefusedError",
    "PlanRun",
    "PlanRunner",
    "PlanState",
    "PlanVerdict",
    "PlannedCall",
    "PlanningError",
    "Policy",
    "PolicyError",
    "Precedents",
    "ProtectedTools",
    "ReceiptFault",
    "RecordError",
    "RegistrySnapshot",
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
    "Step",
    "StepRun",
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
    "UnknownToolError",
    "Value",
    "Verdict",
    "attestation_fault",
    "drift_of",
    "feedback_text",
    "hallucination_report",
    "is_retryable",
    "manifest_digest",
    "plan_manifest",
    "read_plan",
    "registry_from_callables",
    "registry_from_file",
    "registry_from_mcp",
    "schema_digest",
    "snapshot_of",
    "text",
    "tool_call_audit",
    "verdict_from_json",
    "verdict_json",
]
