"""What holds for every input of the tool-call guard."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import groundrules.engine
import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Evidence, Json, Outcome
from groundrules.engine.verdict import ItemVerdict, Verdict
from groundrules.engine.views import hallucination_report, text, tool_call_audit, verdict_json
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from strategies import (
    Planted,
    ToolUse,
    argument_texts,
    conversations,
    evidence_passages,
    function_tool,
    json_values,
    planted_values,
    texts,
    tool_uses,
)

ENGINE = Path(str(groundrules.engine.__file__)).parent
FRAMES = ("Please use {} for this.", "{}", "Hi, it is about {}; thanks a lot", "Here you go:\n- {}\nIs that all?", "reference ({})")


@cache
def guard() -> Guard:
    """The guard with the shipped rules and the default policy."""
    return Guard()


@cache
def form(name: str) -> Draft202012Validator:
    """A validator of one of the published forms."""
    return Draft202012Validator(json.loads((ENGINE / name).read_text(encoding="utf-8")))


def check(messages: Sequence[Mapping[str, Json]], *, tool: dict[str, Json], name: str, arguments: Json) -> Verdict:
    """The verdict on one call of one tool."""
    registry = ToolRegistry.from_openai([tool])
    return guard().check_tool_call(ToolCall(name, arguments), context=Context.from_openai(messages), registry=registry)


def check_planted(parameter: str, value: str, *, said: str) -> ItemVerdict:
    """How a string argument ends after the user said `said`."""
    schema: Json = {"type": "object", "properties": {parameter: {"type": "string"}}, "required": [parameter]}
    messages: list[dict[str, Json]] = [{"role": "user", "content": said}]
    verdict = check(messages, tool=function_tool("get_record", schema), name="get_record", arguments={parameter: value})
    return next(item for item in verdict.items if item.item == f"/{parameter}")


def faults_of(view: Json, name: str) -> list[str]:
    """Where a view breaks its form."""
    errors = form(name).iter_errors(view)  # pyright: ignore[reportUnknownMemberType]: the stub of jsonschema is partial
    return [f"{error.json_path}: {error.message}" for error in errors]


def assert_valid_views(verdict: Verdict) -> None:
    """Every view is valid against its form and is strict JSON."""
    for name, view in (
        ("verdict.schema.json", verdict_json(verdict)),
        ("contracts/tool_call_audit.schema.json", tool_call_audit(verdict)),
        ("contracts/hallucination_report.schema.json", hallucination_report(verdict)),
    ):
        faults = faults_of(view, name)
        assert not faults, (name, faults)
        json.dumps(view, allow_nan=False)
    assert text(verdict)


def evidence_of(verdict: Verdict) -> Iterable[Evidence]:
    """All evidence that a verdict names."""
    for item in verdict.items:
        yield from item.evidence
    for finding in verdict.findings:
        yield from finding.evidence


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses(), arguments=argument_texts(), name=texts(12))
def test_never_raises_and_views_are_valid(
    messages: list[dict[str, Json]], evidence: list[dict[str, Json]], use: ToolUse, arguments: Json, name: str
) -> None:
    """Any conversation, any arguments, known and unknown tools: a verdict comes out and each of its forms is valid."""
    context = Context.from_openai(messages, evidence=evidence)
    registry = ToolRegistry.from_openai([use.tool])
    for call in (ToolCall(use.name, arguments), ToolCall(use.name, dict(use.arguments)), ToolCall(name, arguments)):
        verdict = guard().check_tool_call(call, context=context, registry=registry)
        assert not verdict.errors, verdict.errors
        assert_valid_views(verdict)


@given(schema=json_values(), arguments=json_values())
def test_any_schema_ends_in_a_verdict_or_an_input_error(schema: Json, arguments: Json) -> None:
    """A schema that is no schema never breaks a check: it is refused when the registry is built, or the call may not run."""
    messages: list[dict[str, Json]] = [{"role": "user", "content": "go"}]
    try:
        verdict = check(messages, tool=function_tool("do_it", schema), name="do_it", arguments=arguments)
    except InputError:
        return
    assert_valid_views(verdict)


@given(messages=conversations(), use=tool_uses())
def test_deterministic(messages: list[dict[str, Json]], use: ToolUse) -> None:
    """The same input gives the same verdict, from the same objects and from fresh ones."""
    context = Context.from_openai(messages)
    registry = ToolRegistry.from_openai([use.tool])
    call = ToolCall(use.name, dict(use.arguments), id="call-1")
    first = verdict_json(guard().check_tool_call(call, context=context, registry=registry))
    second = verdict_json(guard().check_tool_call(call, context=context, registry=registry))
    fresh = verdict_json(
        Guard().check_tool_call(
            ToolCall(use.name, copy.deepcopy(use.arguments), id="call-1"),
            context=Context.from_openai(copy.deepcopy(messages)),
            registry=ToolRegistry.from_openai([copy.deepcopy(use.tool)]),
        )
    )
    assert json.dumps(first) == json.dumps(second) == json.dumps(fresh)


@given(messages=conversations(), use=tool_uses())
def test_incremental_context_is_batch_context(messages: list[dict[str, Json]], use: ToolUse) -> None:
    """A context grown message by message, and checked on the way, judges like one built at once."""
    registry = ToolRegistry.from_openai([use.tool])
    call = ToolCall(use.name, dict(use.arguments))
    grown = Context.from_openai([])
    for message in messages:
        grown = grown.with_message(message)
        guard().check_tool_call(call, context=grown, registry=registry)
    batch = Context.from_openai(messages)
    assert grown.digest == batch.digest
    in_steps = verdict_json(guard().check_tool_call(call, context=grown, registry=registry))
    assert json.dumps(in_steps) == json.dumps(verdict_json(guard().check_tool_call(call, context=batch, registry=registry)))


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses(), planted=planted_values())
def test_spans_slice_back_to_the_quoted_text(
    messages: list[dict[str, Json]], evidence: list[dict[str, Json]], use: ToolUse, planted: Planted
) -> None:
    """Every span names the text that stands at it in the original source."""
    said: dict[str, Json] = {"role": "user", "content": f"and {planted.value} too, {json.dumps(use.arguments)}"}
    context = Context.from_openai([*messages, said], evidence=evidence)
    registry = ToolRegistry.from_openai([use.tool])
    verdict = guard().check_tool_call(ToolCall(use.name, dict(use.arguments)), context=context, registry=registry)
    sources = {index.source.id: index.source.text for index in context.sources}
    for quoted in evidence_of(verdict):
        assert quoted.span.of(sources[quoted.source_id]) == quoted.text


@given(planted=planted_values(), frame=st.sampled_from(FRAMES))
def test_planted_value_is_grounded(planted: Planted, frame: str) -> None:
    """A hard detail that the user wrote is grounded, and the evidence is what they wrote."""
    item = check_planted(planted.parameter, planted.value, said=frame.format(planted.value))
    assert item.outcome is Outcome.SUPPORTED, item.explanation
    assert [quoted.text for quoted in item.evidence[:1]] == [planted.value]


@given(value=texts().filter(lambda value: value.strip() and "://" not in value), before=st.sampled_from(("", "Set it to: ", "\n")))
def test_planted_text_is_grounded(value: str, before: str) -> None:
    """Any text that is the whole of what the user wrote is grounded as a plain string argument; links are judged as links, see above."""
    item = check_planted("content", value, said=before + value)
    assert item.outcome is Outcome.SUPPORTED, item.explanation


@given(
    planted=st.lists(planted_values(), min_size=1, max_size=3),
    which=st.integers(min_value=0, max_value=2),
    place=st.integers(min_value=0, max_value=30),
    step=st.integers(min_value=0, max_value=30),
    frame=st.sampled_from(FRAMES),
)
def test_one_changed_character_is_never_grounded(planted: list[Planted], which: int, place: int, step: int, frame: str) -> None:
    """An id, e-mail, URL or phone with one character changed is a fabrication, unless the user wrote that very value as well."""
    target = planted[which % len(planted)]
    changed = target.changed(place, step)
    said = frame.format(", ".join(value.value for value in planted))
    if changed.casefold() in said.casefold():
        return
    item = check_planted(target.parameter, changed, said=said)
    assert item.outcome is not Outcome.SUPPORTED, f"`{changed}` grounded by {[quoted.text for quoted in item.evidence]}"


@pytest.mark.parametrize("size", [100_000])
@pytest.mark.parametrize("char", ["9", "-", "a", "@", ".", "(", "[", '"', "\\", " ", "\x00", "+", "/", ":", ",", "\u0301", "%"])
def test_long_runs_end_soon(char: str, size: int) -> None:
    """A context that is one long run of a hostile character is checked in linear time: this test hangs when it is not."""
    item = check_planted("order_id", "ORD-99887", said=char * size)
    assert item.outcome is not Outcome.SUPPORTED
