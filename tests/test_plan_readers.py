"""Plans as planners write them: JSON forms of several frameworks and free text; references between steps in their notations."""

from __future__ import annotations

import json

import pytest
from groundrules.engine.plans.digests import content_digest
from groundrules.engine.plans.plan import GroundingKind, Plan
from groundrules.engine.plans.plan_inquiry import InputFault, PlanInquiry, StepInput
from groundrules.engine.plans.plan_policy import PlanPolicy
from groundrules.engine.plans.read_plan import read_plan
from groundrules.engine.plans.step_references import find_references
from groundrules.engine.policy import Policy
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.rule import RuleSet
from groundrules.engine.types import Json
from plan_cases import step, tools, verdict_of

TOOLS = ToolRegistry.from_openai(
    [
        {"name": "search_flights", "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}, "trip_id": {"type": "string"}}}},
        {"name": "book"},
        {"name": "desk.mail"},
    ]
)


def named(plan: Plan) -> list[tuple[str, list[str]]]:
    """The steps with the tools that they call."""
    return [(step.id, [call.tool for call in step.calls]) for step in plan.steps]


def inquiry_of(plan: Json, registry: ToolRegistry = TOOLS) -> PlanInquiry:
    """A plan laid out for rules."""
    read = read_plan(plan, registry=registry)
    return PlanInquiry(read, registry=registry, plans=PlanPolicy(), policy=Policy(), call_rules=RuleSet(()))


OPENAI: Json = [{"id": "call_1", "type": "function", "function": {"name": "book", "arguments": '{"seat": 2}'}}]


FORMS: list[tuple[Json, list[tuple[str, list[str]]]]] = [
    ([{"step_id": "a", "tools": ["book", "desk.mail"]}], [("a", ["book", "desk.mail"])]),
    ([{"id": "a", "tool": "book", "args": {}}, {"id": "b", "tool_name": "desk.mail"}], [("a", ["book"]), ("b", ["desk.mail"])]),
    ([{"tool": "book"}, {"function": {"name": "desk.mail", "arguments": "{}"}}], [("1", ["book"]), ("2", ["desk.mail"])]),
    (OPENAI, [("call_1", ["book"])]),
    ({"role": "assistant", "content": None, "tool_calls": OPENAI}, [("call_1", ["book"])]),
    ([{"type": "function_call", "call_id": "c7", "name": "book", "arguments": "{}"}], [("c7", ["book"])]),
    ([{"type": "text", "text": "First book."}, {"type": "tool_use", "id": "t1", "name": "book", "input": {}}], [("1", []), ("t1", ["book"])]),
    ([{"name": "book", "args": {"seat": 2}, "id": "x1", "type": "tool_call"}], [("x1", ["book"])]),
    ({"steps": ["call `book`", "write a summary"]}, [("1", ["book"]), ("2", [])]),
    ({"nodes": {"n1": {"tool": "book"}, "n2": {"tool": "desk.mail", "after": ["n1"]}}}, [("n1", ["book"]), ("n2", ["desk.mail"])]),
    ({"tasks": [{"idx": 1, "action": "book", "action_input": {}}, {"idx": 2, "action": "tell the user"}]}, [("1", ["book"]), ("2", [])]),
    ({"plan": "1. call book\n2. rest"}, [("1", ["book"]), ("2", [])]),
    ({"tool": "book", "arguments": {}}, [("1", ["book"])]),
    ([{"step": 3, "description": "Use the desk.mail tool"}], [("3", ["desk.mail"])]),
    ("```json\n" + json.dumps([{"tool": "book"}]) + "\n```", [("1", ["book"])]),
    ("Here it is:\n```json\n[{\"tool\": \"book\"}]\n```\nand then call `wipe_disk`.", [("1", ["book"]), ("around", ["wipe_disk"])]),
    (json.dumps(json.dumps([{"tool": "book"}])), [("1", ["book"])]),
]


@pytest.mark.parametrize(("plan", "expected"), FORMS)
def test_json_forms(plan: Json, expected: list[tuple[str, list[str]]]) -> None:
    """Each form gives its steps with the tools they name, and nothing unread."""
    read = read_plan(plan, registry=TOOLS)
    assert named(read) == expected
    assert read.faults == ()


def test_arguments_of_a_step_belong_to_its_one_tool() -> None:
    """Beside one tool, `arguments` are its own; beside several nothing says whose they are, and they are not judged."""
    one = read_plan([{"tools": ["book"], "arguments": {"seat": 2}}]).steps[0].calls
    two = read_plan([{"tools": ["book", "desk.mail"], "arguments": {"seat": 2}}]).steps[0].calls
    assert [(call.arguments, call.stated) for call in one] == [({"seat": 2}, True)]
    assert [call.stated for call in two] == [False, False]


GROUNDINGS: list[tuple[Json, GroundingKind, str | None]] = [
    (None, GroundingKind.UNGROUNDED, None),
    ("", GroundingKind.UNGROUNDED, None),
    ("ungrounded", GroundingKind.UNGROUNDED, None),
    ("retrieval", GroundingKind.RETRIEVAL, None),
    ("capability_manifest:v2", GroundingKind.CAPABILITY_MANIFEST, "v2"),
    ("receipt:call_01", GroundingKind.PRIOR_SESSION, "receipt:call_01"),
    ("doc-7", GroundingKind.RETRIEVAL, "doc-7"),
    ({"kind": "prior_session", "evidence": "m4"}, GroundingKind.PRIOR_SESSION, "m4"),
    ({"source": "handbook"}, GroundingKind.RETRIEVAL, "handbook"),
    (["d1", "d2"], GroundingKind.RETRIEVAL, "d1, d2"),
]


@pytest.mark.parametrize(("grounding", "kind", "evidence"), GROUNDINGS)
def test_grounding(grounding: Json, kind: GroundingKind, evidence: str | None) -> None:
    """What grounded a step, in the words of the manifest, with its evidence."""
    found = read_plan([step("a", "book", grounding=grounding)]).steps[0].grounding
    assert (found.kind, found.evidence) == (kind, evidence)


PROSE: list[tuple[str, list[tuple[str, list[str]]]]] = [
    ('1. call `search_flights` with {"city": "Quito"}\n2. book(seat=2)', [("1", ["search_flights"]), ("2", ["book"])]),
    ("Step 1: look around\nStep 2: run find_hotels for the guest", [("1", []), ("2", ["find_hotels"])]),
    ("- use the weather tool\n- invoke `rent_car`", [("1", ["weather"]), ("2", ["rent_car"])]),
    ("First I will send desk.mail, then rest.", [("1", ["desk.mail"])]),
    ("Call `search_flights`, then search_flights again.", [("1", ["search_flights"])]),
    ("1) Take the `trip_id` and use `trip_id` as it is (see notes), e.g. for the seat(s).", [("1", [])]),
    ("1. call book using customer_no from step 1, with seat_no\n2. use seat_finder to sit", [("1", ["book"]), ("2", ["seat_finder"])]),
    ("I will book the room and search the net.", [("1", [])]),
    ("1. rest\n1. call book\n1. rest", [("1", []), ("2", ["book"]), ("3", [])]),
    ("Call `wipe_disk` first.\n1. call book", [("preamble", ["wipe_disk"]), ("1", ["book"])]),
    ("1. price(EUR) of the flight, and/or (later) the hotel", [("1", [])]),
]


@pytest.mark.parametrize(("text", "expected"), PROSE)
def test_free_text(text: str, expected: list[tuple[str, list[str]]]) -> None:
    """Tools are found by the registry's names, call-like syntax and verbs of calling; parameters, plurals and plain words are not tools."""
    assert named(read_plan(text, registry=TOOLS)) == expected


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('book(seat=2, row="B", ok=True, none=null)', {"seat": 2, "row": "B", "ok": True, "none": None}),
        ("book(seat=$s1.output.id, note='a, b (c)', list=[1, 'x'])", {"seat": "$s1.output.id", "note": "a, b (c)", "list": [1, "x"]}),
        ("book()", {}),
        ("call book with {\"seat\": 2}", {"seat": 2}),
        ("`book`({\"seat\": 2})", '{"seat": 2}'),
    ],
)
def test_arguments_in_free_text(text: str, arguments: Json) -> None:
    """Keywords, and an object behind the name, are read; literals keep their types and anything else stays a text."""
    (call,) = read_plan(text, registry=TOOLS).steps[0].calls
    assert (call.tool, call.arguments, call.stated) == ("book", arguments, True)


def test_positional_arguments_in_free_text_are_not_judged() -> None:
    """Nothing says which parameters they are for."""
    (call,) = read_plan("book(2, 'B')", registry=TOOLS).steps[0].calls
    assert not call.stated


def test_a_call_that_stays_open_is_not_safe() -> None:
    """A bracket that never closes leaves arguments that cannot be read."""
    assert not verdict_of("call book(seat=2", registry=TOOLS).may_run


def test_faults_name_their_place() -> None:
    """What cannot be read is told with its place and its step, and the rest is read all the same."""
    read = read_plan([{"step_id": "a", "tool_calls": [{"arguments": {}}, {"name": "book"}], "depends_on": [{}], "grounding": 5}, None])
    assert [(fault.place, fault.step_id) for fault in read.faults] == [
        ("/steps/0/tool_calls/0", "a"),
        ("/steps/0/depends_on/0", "a"),
        ("/steps/0/grounding", "a"),
        ("/steps/1", "2"),
    ]
    assert named(read) == [("a", ["book"]), ("2", [])]


def test_too_deep_a_plan_is_a_fault() -> None:
    """Nesting is looked at before anything walks down it."""
    deep: Json = "x"
    for _ in range(200):
        deep = [deep]
    assert [fault.problem for fault in read_plan([{"tool": "book", "arguments": {"a": deep}}]).faults] == [
        "it nests more than 100 levels deep at `/0/arguments/a/0/0/0/0/0`"
    ]
    assert read_plan("[" * 100_000).faults


def test_what_the_host_changes_later_does_not_reach_the_plan() -> None:
    """The plan holds a copy of its own."""
    entry: dict[str, Json] = {"step_id": "a", "tool": "book", "arguments": {"seat": 2}}
    plan = read_plan([entry])
    entry["tool"] = "wipe_disk"
    assert named(plan) == [("a", ["book"])]


def test_digest_of_odd_values() -> None:
    """Values that canonical JSON has no text for still have a digest of their own."""
    odd: list[Json] = [float("nan"), float("inf"), "NaN", {"a": float("nan")}, {"a": "NaN"}, 10**5000, -(10**5000), ["nan"], None]
    assert len({content_digest(value) for value in odd}) == len(odd)
    assert content_digest([float("nan"), 1]) == content_digest([float("nan"), 1.0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{steps.s1.output.order.id}}", [("s1", ("order", "id"))]),
        ("{{ s1.result }} and ${s2.output[0].id}", [("s1", ()), ("s2", ("0", "id"))]),
        ("$s1.output['first name']", [("s1", ("first name",))]),
        ("$.steps.s1.output.id", [("s1", ("id",))]),
        ("<s1.output>", [("s1", ())]),
        ("#E1", [("E1", ())]),
        ("the results of step 2, and Step 3's output", [("2", ()), ("3", ())]),
        ("$5.99 or $1,200", []),
        ("a step ahead, the next step", []),
    ],
)
def test_notations(text: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    """The notations of references, and what only looks like one."""
    assert [(found.step, found.path) for found in find_references(text)] == expected


def _input(argument: Json, *more: Json) -> list[StepInput]:
    plan: Json = [step("s1", "book"), step("s2", "book"), {"step_id": "s3", "tool": "book", "arguments": {"a": argument}}, *more]
    return list(inquiry_of(plan).inputs)


@pytest.mark.parametrize(
    ("argument", "target", "fault"),
    [
        ("{{steps.2.output}}", 1, None),
        ("{{steps[0].output}}", 0, None),
        ("output of step 2", 1, None),
        ("output of step s2", 1, None),
        ("{{s1}}", 0, None),
        ({"$ref": "s2.output.id"}, 1, None),
        ({"from_step": 1, "field": "id"}, 0, None),
        ("{{s3.output}}", 2, InputFault.LATER),
        ("{{steps.9.output}}", None, InputFault.MISSING),
        ("$nobody.output.id", None, InputFault.MISSING),
    ],
)
def test_which_step_is_meant(argument: Json, target: int | None, fault: InputFault | None) -> None:
    """By id, by the number in the id, by a place that counts from 0 in brackets; what is no earlier step is told."""
    (found,) = _input(argument)
    assert (found.target, found.fault) == (target, fault)


@pytest.mark.parametrize("argument", ["{{order_id}}", "$5", "#1 choice", "<name>", "costs $s9", {"$ref": "#/x", "other": 1, "third": 2}])
def test_what_is_no_reference(argument: Json) -> None:
    """A short notation counts only where it names a step of the plan."""
    assert _input(argument) == []


def test_an_ambiguous_number() -> None:
    """Two ids that end in the same number: which one is meant is open."""
    plan: Json = [step("s1", "book"), step("t1", "book"), step("x", "book", depends_on=["1"])]
    assert [found.fault for found in inquiry_of(plan).inputs] == [InputFault.AMBIGUOUS]


def test_output_schemas_are_followed() -> None:
    """Lists, open objects, scalars and schemas that refer elsewhere."""
    outputs: list[tuple[Json, str, bool]] = [
        ({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {}}}}}, "a.b", True),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, "a.b", False),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": True}, "z", True),
        ({"type": "array", "items": {"type": "object", "properties": {"a": {}}}}, "[3].z", False),
        ({"anyOf": [{"type": "object"}, {"type": "null"}]}, "z", True),
        ({"type": "null"}, "", False),
        ({}, "z", True),
    ]
    for output, path, fits in outputs:
        registry = ToolRegistry.from_openai([{"name": "find", "outputSchema": output}, {"name": "book"}])
        reference = "$s1.output" + (path if path.startswith("[") or not path else f".{path}")
        plan: Json = [step("s1", "find"), {"step_id": "s2", "tool": "book", "arguments": {"x": reference}}]
        assert (inquiry_of(plan, registry).inputs[0].fault is None) is fits, (output, path)


def test_tools_named_inside_arguments() -> None:
    """Nested calls, keys that hold tool names, and registered names; a product that is called tool is none."""
    arguments: Json = {
        "tool_uses": [{"recipient_name": "desk.mail", "parameters": {}}, {"name": "wipe_disk", "arguments": {}}],
        "tools": ["book", "format_disk", "hammer"],
        "note": "search_flights",
        "tool": "saw",
    }
    found = inquiry_of([{"step_id": "a", "tool": "book", "arguments": arguments}]).references
    assert sorted(reference.name for reference in found) == ["book", "book", "desk.mail", "format_disk", "search_flights", "wipe_disk"]


def test_ids_are_told_apart() -> None:
    """Without an id of its own a plan goes by its content; a given id is kept."""
    assert read_plan([step("a", "book")]).id == read_plan(json.dumps([step("a", "book")], indent=3)).id
    assert read_plan({"plan_id": "p7", "steps": []}).id == "p7"
    assert read_plan([], plan_id="p8").id == "p8"
    assert verdict_of([step("a", "book")], registry=tools("book")).plan_id.startswith("plan-")
