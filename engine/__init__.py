"""The public API: everything in `__all__`, and nothing else.

A name is loaded with its module when it is first asked for, so that `import groundrules` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    from .rule import Example, PlanExample, Rule, RuleSet, Scope, Status, Subject, TextExample
    from .session import Session
    from .sessions import Sessions
    from .stream import AnswerStream, Done, Failed, Found, Held, Released, StreamEvent, StreamMode, StreamState
    from .stream_calls import CallDecided, CallDelta, CallEvent, CallFailed, CallStream, CallStreamState, StreamLimits
    from .stream_read import call_deltas, checked, checked_async, checked_calls, checked_calls_async, text_delta
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
else:
    from . import text

    del text  # the folder of that name; the public `text` is a function, and a folder once loaded does not come back in its place

__all__ = [
    "VERSION",
    "AbortReceipt",
    "Answer",
    "AnswerRow",
    "AnswerSettings",
    "AnswerStream",
    "Approval",
    "ApprovalError",
    "AssertionVerdict",
    "AsyncPlanRunner",
    "Attestation",
    "CallDecided",
    "CallDelta",
    "CallEvent",
    "CallFailed",
    "CallKey",
    "CallState",
    "CallStream",
    "CallStreamState",
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
    "Done",
    "Effect",
    "Evidence",
    "Example",
    "Failed",
    "Finding",
    "FirstUses",
    "Flag",
    "Form",
    "Found",
    "Grounding",
    "GroundingKind",
    "GroundrulesError",
    "Guard",
    "Held",
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
    "Released",
    "ReviewItem",
    "Risk",
    "Role",
    "Row",
    "Rule",
    "RuleError",
    "RuleSet",
    "Ruling",
    "Scope",
    "Session",
    "SessionError",
    "Sessions",
    "Severity",
    "Source",
    "Span",
    "Status",
    "Step",
    "StepRun",
    "StreamEvent",
    "StreamLimits",
    "StreamMode",
    "StreamState",
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
    "call_deltas",
    "checked",
    "checked_async",
    "checked_calls",
    "checked_calls_async",
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
    "text_delta",
    "tool_call_audit",
    "verdict_from_json",
    "verdict_json",
]

_HOMES = {
    "answer_policy": "AnswerRow AnswerSettings Mode Ruling",
    "approvals": "Approval ReviewItem",
    "context": "Context",
    "deadline": "Deadline",
    "errors": "ApprovalError CallbackFailed GroundrulesError InputError KeyFileError MissingExtra PlanRefusedError"
    " PlanningError PolicyError RecordError RuleError SessionError ToolCallBlocked UnknownToolError is_retryable",
    "feedback": "feedback_text",
    "forms": "Form",
    "guard": "Guard",
    "inquiry": "Inquiry ToolCall",
    "json_walk": "Leaf",
    "ledger": "CallKey CallState Decided",
    "limits": "Limits",
    "plans.manifest": "manifest_digest plan_manifest",
    "plans.plan": "Grounding GroundingKind Plan PlannedCall Step",
    "plans.plan_findings": "PlanFinding PlanFlag",
    "plans.plan_inquiry": "PlanInquiry",
    "plans.plan_policy": "PlanPolicy",
    "plans.plan_verdict": "Directive PlanState PlanVerdict",
    "plans.read_plan": "read_plan",
    "plans.receipts": "AbortReceipt Attestation ReceiptFault attestation_fault",
    "plans.runner": "AsyncPlanRunner PlanRun PlanRunner StepRun",
    "plans.snapshot_drift": "RegistrySnapshot drift_of schema_digest snapshot_of",
    "policy": "Domain ParameterSettings Policy Risk Row",
    "precedents": "FirstUses Precedents",
    "protect": "ProtectedTools",
    "registry": "ToolRegistry ToolSpec",
    "registry_sources": "registry_from_callables registry_from_file registry_from_mcp",
    "rule": "Example PlanExample Rule RuleSet Scope Status Subject TextExample",
    "session": "Session",
    "sessions": "Sessions",
    "stream": "AnswerStream Done Failed Found Held Released StreamEvent StreamMode StreamState",
    "stream_calls": "CallDecided CallDelta CallEvent CallFailed CallStream CallStreamState StreamLimits",
    "stream_read": "call_deltas checked checked_async checked_calls checked_calls_async text_delta",
    "surfaces": "Surfaces",
    "text.answer": "Answer",
    "text.findings": "AssertionVerdict Claim DetailVerdict TextDecision TextFinding TextVerdict",
    "text.text_inquiry": "TextInquiry",
    "text_policy": "TextPolicy",
    "trace": "Support Trace",
    "types": "Decision Effect Evidence Finding Flag Json Kind Outcome Role Severity Source Span Value",
    "verdict": "CheckError Digests ItemVerdict Verdict",
    "verdict_read": "verdict_from_json",
    "version": "VERSION",
    "views": "hallucination_report text tool_call_audit verdict_json",
}
"""Each module with the public names that it holds."""

if not TYPE_CHECKING:  # a checker would take any name at all for one that is there
    _MODULE_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        from importlib import import_module

        try:
            module = _MODULE_OF[name]
        except KeyError:
            raise AttributeError(f"module `{__name__}` has no attribute `{name}`; the public names are in `__all__`") from None
        found = globals()[name] = getattr(import_module(f".{module}", __name__), name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
