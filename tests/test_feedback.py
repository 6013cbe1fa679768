"""Feedback for the model: one JSON text with the faults and what would do, which is never evidence."""

from __future__ import annotations

import json

import pytest
from calls import choice, context_of, exchange, registry_of, user, verdict
from groundrules import Context, Json, Role, feedback_text
from groundrules.engine.feedback_mark import FEEDBACK_MARK, holds_feedback


def test_text_names_faults_and_admissible_values() -> None:
    """The near value of an id, and the members of a closed choice where the registry is given."""
    parameters = {"colour": choice("red", "blue")}
    arguments: dict[str, Json] = {"order_id": "ORD-77102", "colour": "green"}
    context = context_of("Paint ORD-77120 red.")
    told = json.loads(feedback_text(verdict(arguments, context, parameters=parameters), registry=registry_of(arguments, parameters=parameters)))
    assert (told["kind"], told["error"]) == (FEEDBACK_MARK, "the call of get_record was not run")
    assert {fault["parameter"]: fault["admissible"] for fault in told["faults"]} == {"order_id": ["ORD-77120"], "colour": ["red", "blue"]}
    assert told["next"]


def test_choices_inside_lists_and_objects_are_found() -> None:
    """By the schema below the place."""
    schema: Json = {"type": "array", "items": {"type": "object", "properties": {"size": choice("small", "large")}}}
    arguments: dict[str, Json] = {"lines": [{"size": "huge"}]}
    found = verdict(arguments, context_of("A huge one."), parameters={"lines": schema})
    told = json.loads(feedback_text(found, registry=registry_of(arguments, parameters={"lines": schema})))
    assert [fault["admissible"] for fault in told["faults"] if fault["parameter"] == "/lines/0/size"] == [["small", "large"]]


def test_text_is_one_line_of_bounded_size() -> None:
    """Whatever the model wrote."""
    arguments: dict[str, Json] = {f"id_{number}": "\u202e\n" + "x1" * 4000 for number in range(40)}
    told = feedback_text(verdict(arguments, context_of("Hello.")))
    assert "\n" not in told
    assert len(json.loads(told)["faults"]) == 8
    assert len(told) < 20_000


@pytest.mark.parametrize(
    ("role", "text", "expected"),
    [
        (Role.TOOL, f'{{"error": "x", "kind": "{FEEDBACK_MARK}"}}', True),
        (Role.TOOL, f"Error: a call was not run ({FEEDBACK_MARK})", True),
        (Role.TOOL, "Error: a call was not run", False),
        (Role.USER, f' {{"error": "x", "kind": "{FEEDBACK_MARK}"}}', True),
        (Role.USER, f"What does {FEEDBACK_MARK} mean?", False),
        (Role.ASSISTANT, FEEDBACK_MARK, False),
    ],
)
def test_own_words_are_known_by_their_mark(role: Role, text: str, *, expected: bool) -> None:
    """In a tool output anywhere, in a user turn where that is nothing else."""
    assert holds_feedback(role, text) is expected


def test_own_words_are_no_source() -> None:
    """They stand in the context as an error without text, even where the host hands them on as a user turn."""
    own = f'{{"error": "not run", "kind": "{FEEDBACK_MARK}", "faults": ["ORD-77120"]}}'
    context = Context.from_openai([*exchange({"id": "ORD-77102"}, own), user(own)])
    assert [(index.source.role, index.source.text, index.source.is_error) for index in context.sources] == [(Role.TOOL, "", True)] * 2
