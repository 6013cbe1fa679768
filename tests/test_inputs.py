"""Chat messages become turns; whatever is not of the documented shape is refused with its place."""

from __future__ import annotations

import json

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.forms.openai_chat import read_chat
from groundrules.engine.inputs import Turn, scalar_text
from groundrules.engine.types import Json, Role


def read(message: dict[str, Json], *, place: str = "m") -> Turn:
    (turn,) = read_chat(message, place).turns
    return turn


def assistant(calls: Json, **more: Json) -> dict[str, Json]:
    return {"role": "assistant", "content": None, "tool_calls": calls, **more}


def call(arguments: Json, *, name: Json = "get_order", identifier: Json = "call_a") -> dict[str, Json]:
    return {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("system", Role.SYSTEM),
        ("developer", Role.SYSTEM),
        ("user", Role.USER),
        ("assistant", Role.ASSISTANT),
        ("tool", Role.TOOL),
        ("function", Role.TOOL),
    ],
)
def test_each_role_has_its_name(name: str, role: Role) -> None:
    """Every role of the chat form is read as one of ours."""
    assert read({"role": name, "content": "hello"}).role is role


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ({"role": "robot", "content": "x"}, "m.role"),
        ({"content": "x"}, "m.role"),
        ({"role": None, "content": "x"}, "m.role"),
        ({"role": "User", "content": "x"}, "m.role"),
        ({"role": "user", "content": 7}, "m.content"),
        ({"role": "user", "content": True}, "m.content"),
        ({"role": "user", "content": {"type": "text", "text": "x"}}, "m.content"),
        ({"role": "user", "content": ["fine", 3]}, "m.content[1]"),
        ({"role": "user", "content": [None]}, "m.content[0]"),
        ({"role": "user", "content": ["x", {"type": "text"}]}, "m.content[1].text"),
        ({"role": "user", "content": [{"type": "text", "text": None}]}, "m.content[0].text"),
        ({"role": "user", "content": [{"type": "refusal", "refusal": 1}]}, "m.content[0].text"),
        (assistant("call"), "m.tool_calls"),
        (assistant({"id": "x"}), "m.tool_calls"),
        (assistant([call("{}"), "x"]), "m.tool_calls[1]"),
        (assistant([{"id": "x"}]), "m.tool_calls[0]"),
        (assistant([{"function": "get_order"}]), "m.tool_calls[0]"),
        (assistant([call("{}", name=None)]), "m.tool_calls[0]"),
        ({"role": "assistant", "content": "", "function_call": {"arguments": "{}"}}, "m.function_call"),
        ({"role": "assistant", "content": "", "function_call": "get_order"}, "m.function_call"),
    ],
)
def test_what_is_not_of_the_shape_is_refused(message: dict[str, Json], place: str) -> None:
    """The error names the place, says what is wrong and what to do, and is a ValueError."""
    with pytest.raises(InputError) as caught:
        read(message)
    assert caught.value.place == place
    assert caught.value.problem
    assert caught.value.remedy
    assert str(caught.value) == f"{place}: {caught.value.problem}; {caught.value.remedy}"
    assert isinstance(caught.value, ValueError)


def test_an_unknown_role_lists_the_known_ones() -> None:
    """The message quotes the role that was given and names every role that would do."""
    with pytest.raises(InputError) as caught:
        read({"role": "robot"}, place="messages[3]")
    assert "`robot`" in caught.value.problem
    assert all(f"`{name}`" in caught.value.remedy for name in ("system", "developer", "user", "assistant", "tool", "function"))


def test_text_parts_are_joined_and_other_parts_are_named() -> None:
    """Text, refusal and plain string parts are read in order; an image or a file is listed as unread with its place and type."""
    parts: list[Json] = [
        {"type": "text", "text": "one"},
        {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}},
        "two",
        {"type": "input_text", "text": "three"},
        {"type": "output_text", "text": "four"},
        {"type": "refusal", "refusal": "five"},
        {"type": "file", "file": {"file_id": "f"}},
        {"text": "no type"},
    ]
    reading = read_chat({"role": "user", "content": parts}, "messages[2]")
    assert reading.turns[0].text == "one\ntwo\nthree\nfour\nfive"
    assert reading.unread == ("messages[2].content[1] (image_url)", "messages[2].content[6] (file)", "messages[2].content[7] (None)")


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_unread_parts_are_named_for_every_role(role: str) -> None:
    """An image in an assistant turn or a tool output is as unread as one of the user."""
    reading = read_chat({"role": role, "content": [{"type": "image_url"}]}, "m")
    assert reading.unread == ("m.content[0] (image_url)",)
    assert reading.turns[0].text == ""


@pytest.mark.parametrize("message", [{"role": "user", "content": None}, {"role": "user"}, {"role": "user", "content": ""}, {"role": "user", "content": []}])
def test_no_content_is_an_empty_text(message: dict[str, Json]) -> None:
    """Null, missing and empty content read as an empty text with nothing unread."""
    reading = read_chat(message, "m")
    assert (reading.turns[0].text, reading.unread) == ("", ())


EARLIER: list[dict[str, Json]] = [
    assistant([call({})]),
    assistant([call({}, name="track", identifier="call_b")]),
    assistant([call({}, name="refund")]),
    assistant([call({}, name="nameless", identifier=None), call({}, name="other", identifier=None)]),
]


@pytest.mark.parametrize(
    ("more", "tool"),
    [
        ({"tool_call_id": "call_b"}, "track"),
        ({"tool_call_id": "call_a"}, "refund"),
        ({"tool_call_id": "call_z"}, None),
        ({"tool_call_id": "call_b", "name": "other"}, "other"),
        ({"tool_call_id": ""}, None),
        ({"tool_call_id": None}, None),
        ({}, None),
    ],
)
def test_a_tool_output_finds_its_tool_by_the_call_id(more: dict[str, Json], tool: str | None) -> None:
    """The latest call of that id names the tool; a name in the message wins; an unknown or missing id names none."""
    source = Context.from_openai([*EARLIER, {"role": "tool", "content": "done", **more}]).sources[-1].source
    assert source.tool == tool
    assert source.call_id == (more.get("tool_call_id") or None)


@pytest.mark.parametrize(("given", "is_error"), [(True, True), (False, False), (None, False), ("yes", False), (1, False)])
def test_only_a_true_is_error_marks_an_error(given: Json, is_error: bool) -> None:
    """`is_error` counts where it is the boolean true, nothing else."""
    assert read({"role": "tool", "content": "x", "is_error": given}).is_error is is_error


def test_calls_are_read_with_their_ids_and_arguments() -> None:
    """Arguments come as a JSON text or an object; the old `function_call` form is read too and has no id."""
    message = assistant([call('{"b": 1, "a": "x"}'), call({"n": [True]}, name="track", identifier=7)], function_call={"name": "old", "arguments": "{}"})
    first, second, third = read(message).calls
    assert (first.name, first.arguments, first.id) == ("get_order", {"b": 1, "a": "x"}, "call_a")
    assert first.text == '{"a": "x", "b": 1}'
    assert (second.name, second.arguments, second.id) == ("track", {"n": [True]}, None)
    assert (third.name, third.arguments, third.id) == ("old", {}, None)


@pytest.mark.parametrize("arguments", ["{", "", "[1]", "null", "7", None, 7, ["x"], '{"a": ' * 5000, '{"a": ' + "9" * 5000 + "}", "\ud800"])
def test_arguments_that_are_no_object_are_none(arguments: Json) -> None:
    """Arguments that cannot be read as an object are None, whatever the model wrote, and pass no values on."""
    (made,) = read(assistant([call(arguments)])).calls
    assert made.arguments is None
    assert made.passed == frozenset()


def test_passed_holds_every_leaf_folded() -> None:
    """The leaf values at any depth, folded: text without case and accents, numbers and booleans as they stand in a text; no nulls, no keys."""
    arguments = json.dumps({"key": "Ana-María", "deep": [{"n": 5.0}, [12, True], None], "rate": 0.5, "big": 10**20})
    (made,) = read(assistant([call(arguments)])).calls
    assert made.passed == {"ana maria", "5", "12", "true", "0 5", "1" + "0" * 20}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as is ", "as is "),
        (5, "5"),
        (5.0, "5"),
        (-0.0, "0"),
        (2.5, "2.5"),
        (1e20, "1e+20"),
        (True, "true"),
        (False, "false"),
        (None, "null"),
        (float("inf"), "Infinity"),
        (10**30, "1" + "0" * 30),
    ],
)
def test_scalars_as_text(value: Json, text: str) -> None:
    """A scalar reads as it would stand in a context: whole floats without the point, JSON words for booleans."""
    assert scalar_text(value) == text


def test_an_integer_of_any_size_has_a_text() -> None:
    """Integers are exact whatever their size, so one of thousands of digits is read, not refused by the interpreter."""
    assert scalar_text(10**5000) == "1" + "0" * 5000
