"""The keys and scalars of a JSON text: pointers, spans that slice back, and texts that are no JSON."""

from __future__ import annotations

import json

import pytest
from groundrules.engine.json_spans import MAX_DEPTH, MAX_POINTER, JsonPart, json_parts
from groundrules.engine.types import Span


def parts_of(text: str) -> tuple[JsonPart, ...]:
    """The parts of a text that is JSON."""
    found = json_parts(text)
    assert found is not None
    return found


def scalars(text: str) -> list[tuple[str, str]]:
    return [(part.pointer, part.content) for part in parts_of(text) if not part.is_key]


def test_parts_come_in_document_order_with_pointers() -> None:
    """Keys and scalars alternate as they stand; a key has the pointer of the member that it opens."""
    text = '{"a": 1, "b": [true, {"c": null}, "x"], "d": {"e": -2.5e+3}}'
    assert [(part.pointer, part.content, part.is_key) for part in parts_of(text)] == [
        ("/a", "a", True),
        ("/a", "1", False),
        ("/b", "b", True),
        ("/b/0", "true", False),
        ("/b/1/c", "c", True),
        ("/b/1/c", "null", False),
        ("/b/2", "x", False),
        ("/d", "d", True),
        ("/d/e", "e", True),
        ("/d/e", "-2.5e+3", False),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a/b": 1, "~": 2, "~1": 3, "": 4, " ": 5}', [("/a~1b", "1"), ("/~0", "2"), ("/~01", "3"), ("/", "4"), ("/ ", "5")]),
        ('{"a\\u002fb": {"\\u007e": 1}}', [("/a~1b/~0", "1")]),
        ("[[1, [2]], [], {}, [3]]", [("/0/0", "1"), ("/0/1/0", "2"), ("/3/0", "3")]),
        ('[{"a": [1]}, {"a": [2]}]', [("/0/a/0", "1"), ("/1/a/0", "2")]),
        ('{"a": {}, "b": [], "c": 1}', [("/c", "1")]),
        ('{"a": ["{", "}", ",", ":", "]"], "b": "[1, {"}', [*((f"/a/{at}", mark) for at, mark in enumerate("{},:]")), ("/b", "[1, {")]),
        ('{"a": 1, "a": 2, "a": {"b": 3}}', [("/a", "1"), ("/a", "2"), ("/a/b", "3")]),
        ('\n\t{ "a" :\r\n1 } \n', [("/a", "1")]),
    ],
)
def test_pointers(text: str, expected: list[tuple[str, str]]) -> None:
    """`~` and `/` in keys are escaped, empty containers hold nothing, brackets inside strings are text, duplicate keys are all kept."""
    assert scalars(text) == expected


@pytest.mark.parametrize(
    ("text", "content", "raw", "plain"),
    [
        ('{"k": "café 🤖 \u202e"}', "café 🤖 \u202e", "café 🤖 \u202e", True),
        ('{"k": "caf\\u00e9"}', "café", "caf\\u00e9", False),
        ('{"k": "say \\"hi\\"\\\\"}', 'say "hi"\\', 'say \\"hi\\"\\\\', False),
        ('{"k": "\\ud83e\\udd16"}', "🤖", "\\ud83e\\udd16", False),
        ('{"k": "\\ud800"}', "\ud800", "\\ud800", False),
        ('{"k": "\ud800"}', "\ud800", "\ud800", True),
        ('{"k": "\\u0000"}', "\x00", "\\u0000", False),
        ('{"k": "a\x00b"}', "a\x00b", "a\x00b", True),
        ('{"k": "two\nlines"}', "two\nlines", "two\nlines", True),
        ('{"k": ""}', "", "", True),
        ('{"k": 123456789012345678901234567890}', "123456789012345678901234567890", "123456789012345678901234567890", True),
        ('{"k": 1.50}', "1.50", "1.50", True),
    ],
)
def test_spans_cover_the_content(text: str, content: str, raw: str, plain: bool) -> None:
    """The span covers what stands inside the quotes; `plain` says whether that is the content itself. Numbers keep their spelling."""
    key, part = parts_of(text)
    assert (part.content, part.span.of(text), part.plain) == (content, raw, plain)
    assert (key.content, key.span) == ("k", Span(2, 3))


@pytest.mark.parametrize(
    "text",
    ["{'a': (1,)}", "{'a': {1}}", "{'a': 1, 'b'}", "{'a': 1} x", "", " ",
     "plain", '"a"', "3", "null", "{", '{"a": }', '{"a": 1} x', '{"a": 1}{"b": 2}', "[1,]", '["a" "b"]', '\ufeff{"a": 1}', "\u00a0[1]", '["\\x"]'],
)
def test_anything_but_one_object_or_array_is_none(text: str) -> None:
    """Prose, bare scalars, damaged JSON and several values are no JSON text."""
    assert json_parts(text) is None


def test_a_printed_python_dict_is_read_like_json() -> None:
    """Single quotes, True, False and None, escapes; spans count in the text as it was."""
    text = "{'a': 'it\\'s', \"b\": [True, None, -2.5]}"
    parts = json_parts(text) or ()
    assert [(part.pointer, part.content, part.is_key) for part in parts] == [
        ("/a", "a", True), ("/a", "it's", False), ("/b", "b", True), ("/b/0", "true", False), ("/b/1", "null", False), ("/b/2", "-2.5", False),
    ]  # fmt: skip
    assert [part.span.of(text) for part in parts] == ["a", "it\\'s", "b", "True", "None", "-2.5"]
    assert [part.plain for part in parts] == [True, False, True, False, False, True]


@pytest.mark.parametrize("text", ["{}", "[]", " [ [ ] , { } ] "])
def test_empty_json_has_no_parts(text: str) -> None:
    """An empty object is JSON all the same."""
    assert json_parts(text) == ()


@pytest.mark.parametrize("text", ['{"a": NaN, "b": 1}', '{"a": -Infinity, "b": 1}', '{"a": [Infinity], "b": 1}'])
def test_constants_outside_json_leave_the_rest_readable(text: str) -> None:
    """NaN and infinities, which some tools write, are no scalars but do not hide or shift the others."""
    assert scalars(text) == [("/b", "1")]


def test_deep_nesting() -> None:
    """The deepest level allowed is read with its pointer; one more makes the text prose, and so does a depth that no parser takes."""
    assert scalars("[" * MAX_DEPTH + "7" + "]" * MAX_DEPTH) == [("/0" * MAX_DEPTH, "7")]
    assert json_parts("[" * (MAX_DEPTH + 1) + "7" + "]" * (MAX_DEPTH + 1)) is None
    assert json_parts('{"a":' * 100_000 + "7" + "}" * 100_000) is None
    assert json_parts("[" * 100_000) is None


def test_a_long_key_is_not_repeated_below_it() -> None:
    """A pointer past the limit makes the text prose, so memory stays in proportion to the text."""
    inside, past = "k" * (MAX_POINTER - 1), "k" * MAX_POINTER
    assert scalars(json.dumps({inside: [1]})) == [(f"/{inside}/0", "1")]
    assert json_parts(json.dumps({past: [1] * 100})) is None


def test_a_long_list_of_escapes_is_read_whole() -> None:
    """Every key and scalar of five thousand rows is there."""
    text = json.dumps([{"a\\": '"' * 8, "b": [7, None, "\\" * 8]}] * 5_000)
    parts = parts_of(text)
    assert [part.content for part in parts] == ["a\\", '"' * 8, "b", "7", "null", "\\" * 8] * 5_000
    assert parts[-1].pointer == "/4999/b/2"
