"""The guard wires the parts: rules, policy and registry reach the verdict, and nothing is kept between calls."""

from __future__ import annotations

import asyncio
import json

import pytest
from calls import READER, SUPPORTED, UNSUPPORTED, WRITER, context_of, item_of, registry_of, verdict
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.policy import Policy, Risk
from groundrules.engine.types import TOOL_ITEM, Decision, Flag, Json
from groundrules.engine.version import VERSION
from groundrules.engine.views import tool_call_audit, verdict_json
from groundrules.rules import load_rules

SAID = context_of("Where is ORD-12345?")
WRONG: dict[str, Json] = {"order_id": "ORD-12354"}
TOOLS = registry_of(WRONG)


def test_defaults() -> None:
    """A guard without arguments uses all shipped rules and the default policy."""
    guard = Guard()
    assert guard.policy == Policy()
    assert list(guard.rules) == list(load_rules())
    found = guard.check_tool_call(ToolCall(READER, WRONG, id="call-7"), context=SAID, registry=TOOLS)
    assert (found.decision, found.tool_name, found.call_id, found.engine_version) == (Decision.BLOCK, READER, "call-7", VERSION)


def test_the_rules_chosen_decide() -> None:
    """Without the rule that judges a leaf nobody vouches for it: undecided, and the digest of the rules is another one."""
    full = Guard().check_tool_call(ToolCall(READER, WRONG), context=SAID, registry=TOOLS)
    less = Guard(rules=load_rules().ignore("GR201")).check_tool_call(ToolCall(READER, WRONG), context=SAID, registry=TOOLS)
    assert item_of(full, "/order_id").rule_id == "GR201"
    assert (item_of(less, "/order_id").rule_id, less.decision) == ("GR000", Decision.REGENERATE)
    assert full.digests.rules != less.digests.rules
    assert full.digests.policy == less.digests.policy


def test_digests_name_what_decided() -> None:
    """Policy, context and tools each have a digest that changes with them and with nothing else."""
    call = ToolCall(READER, WRONG)
    base = Guard().check_tool_call(call, context=SAID, registry=TOOLS).digests
    risky = Guard(policy=Policy(risk=Risk.HIGH)).check_tool_call(call, context=SAID, registry=TOOLS).digests
    other = Guard().check_tool_call(call, context=context_of("Where is ORD-12346?"), registry=TOOLS).digests
    tools = Guard().check_tool_call(call, context=SAID, registry=registry_of(WRONG, description="Reads.")).digests
    names = ("rules", "policy", "context", "tools")
    changed = [[name for name in names if getattr(base, name) != getattr(each, name)] for each in (risky, other, tools)]
    assert changed == [["policy"], ["context"], ["tools"]]


def test_async_is_the_same() -> None:
    """The asynchronous check gives the same verdict."""
    guard, call = Guard(), ToolCall(READER, WRONG)
    later = asyncio.run(guard.check_tool_call_async(call, context=SAID, registry=TOOLS))
    assert later == guard.check_tool_call(call, context=SAID, registry=TOOLS)


def test_arguments_as_text_or_object() -> None:
    """A JSON text is judged like the object it holds; the caller's object is left as it was."""
    arguments: dict[str, Json] = {"order_id": "ORD-12345", "items": [{"id": "A-1001"}]}
    before = json.dumps(arguments)
    as_object = verdict(arguments, SAID)
    as_text = Guard().check_tool_call(ToolCall(READER, before), context=SAID, registry=registry_of(arguments))
    assert [(item.item, item.outcome) for item in as_object.items] == [(item.item, item.outcome) for item in as_text.items]
    assert json.dumps(arguments) == before


@pytest.mark.parametrize("name", ["get_records", "GET_RECORD", "", "\x00"])
def test_unknown_tools(name: str) -> None:
    """A name that is not in the registry, however close, may not run."""
    found = Guard().check_tool_call(ToolCall(name, {"order_id": "ORD-12345"}), context=SAID, registry=TOOLS)
    assert (item_of(found, TOOL_ITEM).outcome, item_of(found, TOOL_ITEM).flag) == (UNSUPPORTED, Flag.UNKNOWN_TOOL)
    assert not found.decision.may_run


@pytest.mark.parametrize("arguments", ["", "{", "[1]", "null", 7, None, '{"order_id": "ORD-12345"} and more'])
def test_unreadable_arguments(arguments: Json) -> None:
    """Arguments that are no JSON object never pass."""
    found = Guard().check_tool_call(ToolCall(READER, arguments), context=SAID, registry=TOOLS)
    assert not found.decision.may_run
    assert not found.errors


@pytest.mark.parametrize(
    ("value", "said", "flag"),
    [
        ("user@example.com", "Mail it.", Flag.PLACEHOLDER_VALUE),
        ("user@example.com", "Mail it to user@example.com.", None),
        ("<order_id>", "Track it.", Flag.PLACEHOLDER_VALUE),
        ("<order_id>", "Use <order_id> as it stands.", None),
        ("YOUR_API_KEY", "Fetch it.", Flag.PLACEHOLDER_VALUE),
        ("YOUR_API_KEY", "Fetch it with YOUR_API_KEY.", None),
    ],
)
def test_placeholders(value: str, said: str, flag: Flag | None) -> None:
    """A placeholder is found out, unless it stands in admissible context: then it is grounded like any value."""
    found = verdict({"api_key": value}, context_of(said), tool=WRITER)
    item = item_of(found, "/api_key")
    assert (item.flag, item.outcome) == (flag, SUPPORTED if flag is None else UNSUPPORTED)
    assert found.decision is (Decision.ALLOW if flag is None else Decision.BLOCK)


def test_the_native_form_is_the_verdict() -> None:
    """Decision, reasons and open items stand in the native form and agree with ToolCallAudit."""
    found = verdict(WRONG, SAID)
    native, audit = verdict_json(found), tool_call_audit(found)
    assert (native["decision"], native["reasons"], native["may_run"]) == ("block", ["/order_id"], False)
    assert (audit["overall_verdict"], audit["hallucinated_parameters"], audit["recommendation"]) == ("FLAG", ["order_id"], "BLOCK")
