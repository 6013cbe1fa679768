"""Arguments as models write them: what is read, what is unwrapped and named, and what is refused."""

from __future__ import annotations

import json
from datetime import date
from typing import cast

import pytest
from groundrules.engine.arguments import FaultCode, ParsedArguments, parse_arguments
from groundrules.engine.types import Json


def codes(parsed: ParsedArguments) -> list[str]:
    return [fault.code.value for fault in parsed.faults]


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}', ' {"a": 1}\n', '{"a": "it\'s"}', '{"a": 0.1, "b": 1E5, "c": -0.0}', '{"a": 37.774929999999998}', '{"a": "\\ud83d\\ude00\\u0000"}', "{}"],
)
def test_valid_json_is_read_without_a_word(text: str) -> None:
    """What JSON allows is no fault, and the value is the decoder's."""
    parsed = parse_arguments(text)
    assert parsed.faults == ()
    assert parsed.usable
    assert parsed.value == json.loads(text)


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ('"{\\"a\\": 1}"', "double_encoded", 0),
        ('```json\n{"a": 1}\n```', "fenced", 0),
        ('```\n{"a": 1}```', "fenced", 0),
        ('\ufeff{"a": 1}', "surrounding_space", 1),
        ('\u00a0{"a": 1}\u2003', "surrounding_space", 1),
    ],
)
def test_lossless_unwrapping_is_accepted_and_named(text: str, code: str, offset: int) -> None:
    """The one object inside is had without a guess."""
    parsed = parse_arguments(text)
    assert parsed.value == {"a": 1}
    assert parsed.usable
    assert [(fault.code.value, fault.offset) for fault in parsed.faults] == [(code, offset)]


def test_a_raw_line_break_in_a_string_is_kept_and_named() -> None:
    """There is one reading of it."""
    parsed = parse_arguments('{"body": "Dear Ann\nyours"}')
    assert parsed.value == {"body": "Dear Ann\nyours"}
    assert parsed.usable
    assert codes(parsed) == ["control_character"]


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ('{"city": "Lisb', "truncated", 9),
        ('{"city": tru', "truncated", 9),
        ('{"city": -', "truncated", 9),
        ('{"city": "\\u00', "truncated", 11),
        ('{"city"', "truncated", 7),
        ("{", "truncated", 1),
        ('{"a": 1}{"a": 2}', "two_objects", 8),
        ('{"a": 1}, {"a": 2}', "two_objects", 8),
        ("{'a': 1}", "python_literal", 1),
        ('{"a": True}', "python_literal", 6),
        ('{"a": NaN}', "non_finite", 6),
        ('{"a": ["NaN", -Infinity]}', "non_finite", 14),
        ('{"a": 1, "b": {"c": 2}, "a": 3}', "duplicate_key", 24),
        ('{"a": {"b": 1, "\\u0062": 2}}', "duplicate_key", 15),
        ('{"a": 9007199254740993.0}', "inexact_number", 6),
        ('{"a": 1e400}', "inexact_number", 6),
        ('{"a": 1e-99999999999999999999}', "inexact_number", 6),
        ('{"a": "shown in part ...[truncated]', "compressed_marker", 6),
        ('{"a": "x", <3 lines omitted>}', "compressed_marker", 11),
        ('{"a": 1,}', "not_json", 8),
        ('{"a": 1 // one\n}', "not_json", 8),
        ("{a: 1}", "not_json", 1),
        ('{"a": "\\q"}', "not_json", 7),
        ("[1, 2]", "not_an_object", 0),
        ('"Lisbon"', "not_an_object", 0),
        ("7", "not_an_object", 0),
    ],
)
def test_what_is_lost_or_ambiguous_is_refused(text: str, code: str, offset: int) -> None:
    """No object is made up; the fault names the place and what to do."""
    parsed = parse_arguments(text)
    assert parsed.value is None
    assert not parsed.usable
    (fault,) = parsed.faults
    assert (fault.code.value, fault.offset, fault.lossless) == (code, offset, False)
    assert "; " in fault.message
    assert not offset or f"offset {offset}" in fault.message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1} Let me look.', [("trailing_text", 9)]),
        ('{"a": 1}}', [("trailing_text", 8)]),
        ('Sure: {"a": 1} done', [("leading_text", 0), ("trailing_text", 15)]),
        ('Sure:\n```json\n{"a": 1}\n```', [("leading_text", 0), ("trailing_text", 23)]),
    ],
)
def test_text_around_an_object_leaves_the_object_but_not_usable(text: str, found: list[tuple[str, int]]) -> None:
    """The leaves can be judged; the call may not run."""
    parsed = parse_arguments(text)
    assert parsed.value == {"a": 1}
    assert not parsed.usable
    assert [(fault.code.value, fault.offset) for fault in parsed.faults] == found


@pytest.mark.parametrize("nothing", [None, "", " \n", "null"])
def test_nothing_is_read_as_no_arguments_and_named(nothing: Json) -> None:
    """Whether that suits the tool is for the rules to say."""
    parsed = parse_arguments(nothing)
    assert parsed.value == {}
    assert codes(parsed) == ["empty"]


def test_integers_stay_exact_up_to_the_limit_and_are_named_beyond() -> None:
    """No float in between, no exception beyond Python's limit on digits."""
    digits = "9" * 4300
    assert parse_arguments(f'{{"a": {digits}}}').value == {"a": int(digits)}
    beyond = parse_arguments(f'{{"a": {digits}9}}')
    assert beyond.value is None
    assert codes(beyond) == ["inexact_number"]


def test_depth_and_size_are_limited() -> None:
    """Deep, cyclic, shared and long input ends in a fault, never in a RecursionError."""
    fits = '{"a":' * 199 + "{}" + "}" * 199
    assert parse_arguments(fits).usable
    for text in ('{"a":' * 200 + "{}" + "}" * 200, '{"a":' * 5000, "[" * 100_000):
        assert codes(parse_arguments(text)) == ["too_deep"]
    brackets = json.dumps({"a": "{" * 500})
    assert parse_arguments(brackets).usable
    cyclic: dict[str, Json] = {}
    cyclic["a"] = [cyclic]
    assert codes(parse_arguments(cyclic)) == ["too_deep"]
    shared: Json = []
    for _ in range(40):
        shared = [shared, shared]
    assert codes(parse_arguments({"a": shared})) == ["too_large"]
    assert codes(parse_arguments('{"a": "long"}', max_chars=5)) == ["too_large"]


@pytest.mark.parametrize(
    ("value", "code", "place"),
    [
        ({"a": {1, 2}}, "not_json_value", "/a"),
        ({"a": [b"x"]}, "not_json_value", "/a/0"),
        ({"a/b": {"when": date(2027, 1, 2)}}, "not_json_value", "/a~1b/when"),
        ({"a": (1, 2)}, "not_json_value", "/a"),
        ({1: "a"}, "not_json_value", "key"),
        ({"a": float("nan")}, "non_finite", "/a"),
        ({"a": float("-inf")}, "non_finite", "/a"),
        ({"a": 10**5000}, "inexact_number", "/a"),
    ],
)
def test_an_object_that_is_not_json_is_refused(value: object, code: str, place: str) -> None:
    """What JSON cannot hold is a fault at its place, not an exception."""
    parsed = parse_arguments(cast("Json", value))
    assert parsed.value is None
    assert codes(parsed) == [code]
    assert place in parsed.faults[0].message


def test_an_object_is_taken_as_it_is() -> None:
    """The same object, not a copy."""
    given: dict[str, Json] = {"a": [1, {"b": None}], "c": True}
    parsed = parse_arguments(given)
    assert parsed.value is given
    assert parsed.faults == ()


@pytest.mark.parametrize("arguments", ['{"a": "\\ud800"}', '{"a": "\ud800"}', {"a": "\ud800"}, {"\udfff": 1}])
def test_half_a_surrogate_pair_is_named(arguments: Json) -> None:
    """It cannot be sent as UTF-8, so the call may not run; the message can be."""
    parsed = parse_arguments(arguments)
    assert parsed.value is not None
    assert codes(parsed) == ["lone_surrogate"]
    assert not parsed.usable
    parsed.faults[0].message.encode("utf-8")


@pytest.mark.parametrize("arguments", [b"{}", (1,), 5, [1]])
def test_other_python_values_are_not_objects(arguments: object) -> None:
    """Only a text or a dict can hold arguments."""
    assert codes(parse_arguments(cast("Json", arguments))) == [FaultCode.NOT_AN_OBJECT]


def test_double_encoding_reports_what_is_wrong_inside() -> None:
    """Offsets inside the inner text are not offsets of the text that was given."""
    parsed = parse_arguments(json.dumps('{"a": 1} {"b": 2}'))
    assert codes(parsed) == ["double_encoded", "two_objects"]
    assert parsed.faults[1].offset is None
    assert parsed.value is None


HOSTILE: tuple[str, ...] = ("{", "[", '"', "\\", "`", "```", '{"a":', "\ud800", "1", "-", '{"a":1,', '["', "<truncated", "(", "NaN", " ", "\ufeff", "'", "\\u", "/")


@pytest.mark.parametrize("opening", ["", '{"a":"', "```", '"'])
@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_has_no_value(opening: str, piece: str) -> None:
    """200 000 characters of one piece are no arguments and get a fault; nothing but blanks counts as no arguments given."""
    parsed = parse_arguments(opening + piece * (200_000 // len(piece)))
    is_blank = not opening and piece in (" ", "\ufeff")
    assert parsed.value == ({} if is_blank else None)
    assert parsed.usable is is_blank
    assert parsed.faults
