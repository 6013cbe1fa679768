"""Hypothesis strategies: hostile text, JSON of any shape, tools with matching arguments, values to plant, and conversations."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from groundrules.engine.types import Json
from hypothesis import strategies as st

# Pieces on which text handling breaks: NUL, lone surrogates, direction marks, combining marks, other digits, fences, half-open JSON.
HOSTILE = (
    *("\x00", "\ud800", "\udfff", "\u202e", "\u200b", "\u0301", "\ufeff", "\u00a0", "\u2028", "\r\n", "\U0010ffff"),
    *("١٢٣", "１２３", "ß", "İ", "🤖", '{"a": ', "[[[[", "```json", "\\u12", "1e999", "-0", "NaN", "9" * 400, "0.1.2.3", "@@", "a@b"),
    *("AB-1234", "no, make it Tuesday", "12 %", "ten thousand", "2026-02-30", "../../etc", "<order_id>", "YOUR_API_KEY", "{{name}}"),
    *("03/04/2026", "$1,234.5", "+1 415 555 0132", "alex@example.com", "https://example.com/a?b=c#d", "\u00d7" * 3),
)


def texts(max_size: int = 40) -> st.SearchStrategy[str]:
    """Text of any code points, lone surrogates included, with hostile pieces mixed in."""
    any_char = st.characters(codec=None, categories=None)
    words = st.sampled_from(("Please", "book", "for", "the", "two", "Ana Ruiz", ", ", " "))
    piece = st.one_of(st.text(any_char, max_size=8), st.sampled_from(HOSTILE), words)
    return st.lists(piece, max_size=max_size // 4).map("".join)


def scalars() -> st.SearchStrategy[Json]:
    """JSON scalars, with NaN, infinities and integers of any size."""
    return st.one_of(st.none(), st.booleans(), st.integers(), st.integers(min_value=10**30, max_value=10**40), st.floats(), texts(16))


def json_values(max_leaves: int = 12) -> st.SearchStrategy[Json]:
    """Any JSON value."""
    return st.recursive(
        scalars(),
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts(8), inner, max_size=4)),
        max_leaves=max_leaves,
    )


def argument_texts() -> st.SearchStrategy[Json]:
    """What a model may write as arguments: an object, its JSON text, a damaged JSON text, or anything else."""
    whole = json_values().map(lambda value: json.dumps(value))
    cut = st.tuples(whole, st.integers(min_value=0, max_value=60)).map(lambda pair: pair[0][: pair[1]])
    doubled = whole.map(json.dumps)
    fenced = whole.map(lambda text: f"```json\n{text}\n```")
    return st.one_of(json_values(), whole, cut, doubled, fenced, texts())


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool in the OpenAI form, and arguments that fit its schema."""

    tool: dict[str, Json]
    arguments: dict[str, Json]

    @property
    def name(self) -> str:
        """The tool's name."""
        return str(function_of(self.tool)["name"])


def function_of(tool: dict[str, Json]) -> dict[str, Json]:
    """The `function` part of a tool in the OpenAI form."""
    function = tool["function"]
    if not isinstance(function, dict):
        raise TypeError("a tool of these strategies holds a function object")
    return function


NAMES = ("order_id", "to", "subject", "quantity", "date", "url", "phone", "city", "note", "status", "confirm", "amount", "items")


@st.composite
def _parameter(draw: st.DrawFn, depth: int = 1) -> tuple[dict[str, Json], Json]:
    """A property schema and a value that fits it."""
    sorts = ["string", "integer", "number", "boolean", "enum", *(["array", "object"] if depth else [])]
    sort = draw(st.sampled_from(sorts))
    if sort == "string":
        return {"type": "string"}, draw(texts(16))
    if sort == "integer":
        return {"type": "integer"}, draw(st.integers())
    if sort == "number":
        return {"type": "number"}, draw(st.floats(allow_nan=False, allow_infinity=False))
    if sort == "boolean":
        return {"type": "boolean"}, draw(st.booleans())
    if sort == "enum":
        choices: list[Json] = ["pending", "shipped", "cancelled"]
        return {"type": "string", "enum": choices}, draw(st.sampled_from(choices))
    inner, value = draw(_parameter(depth=depth - 1))
    if sort == "array":
        return {"type": "array", "items": inner}, [value] * draw(st.integers(min_value=0, max_value=2))
    return {"type": "object", "properties": {"part": inner}, "required": ["part"]}, {"part": value}


@st.composite
def tool_uses(draw: st.DrawFn) -> ToolUse:
    """A small tool with arguments that fit its schema."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=4))
    properties: dict[str, Json] = {}
    arguments: dict[str, Json] = {}
    for name in names:
        properties[name], arguments[name] = draw(_parameter())
    required: list[Json] = [*names[: len(names) // 2]]
    schema: dict[str, Json] = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return ToolUse(function_tool(draw(st.sampled_from(("get_order", "send_email", "delete_record"))), schema), arguments)


def function_tool(name: str, schema: Json, *, description: str = "") -> dict[str, Json]:
    """A tool in the OpenAI form."""
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


def _message(role: str, content: Json) -> dict[str, Json]:
    return {"role": role, "content": content}


@st.composite
def _exchange(draw: st.DrawFn) -> list[dict[str, Json]]:
    """An assistant turn with a call, and the output of that call."""
    call_id = draw(st.sampled_from(("call_a", "call_b")))
    arguments = draw(st.one_of(json_values(4).map(lambda value: json.dumps(value)), texts(12)))
    output = draw(st.one_of(json_values(6).map(lambda value: json.dumps(value)), texts()))
    call: Json = {"id": call_id, "type": "function", "function": {"name": "get_order", "arguments": arguments}}
    asking: dict[str, Json] = {"role": "assistant", "content": None, "tool_calls": [call]}
    return [asking, {"role": "tool", "tool_call_id": call_id, "content": output}]


def _parts() -> st.SearchStrategy[Json]:
    image: Json = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}

    def text_part(text: str) -> Json:
        return {"type": "text", "text": text}

    def together(parts: list[Json]) -> Json:
        return parts

    return st.lists(st.one_of(texts(12).map(text_part), st.just(image)), max_size=3).map(together)


def conversations() -> st.SearchStrategy[list[dict[str, Json]]]:
    """OpenAI chat messages: turns of every role, content parts, calls with their outputs."""
    turn = st.builds(_message, st.sampled_from(("system", "user", "assistant")), st.one_of(texts(), _parts(), st.none()))
    block = st.one_of(turn.map(lambda message: [message]), _exchange())
    return st.lists(block, max_size=4).map(lambda blocks: [message for group in blocks for message in group])


def evidence_passages() -> st.SearchStrategy[list[dict[str, Json]]]:
    """Evidence passages with ids of their own."""

    def numbered(found: list[str]) -> list[dict[str, Json]]:
        return [{"id": f"e{number}", "text": text} for number, text in enumerate(found, start=1)]

    return st.lists(texts(), max_size=3).map(numbered)


@dataclass(frozen=True, slots=True)
class Planted:
    """A hard detail for a user turn: the parameter that asks for it, the value, and the places where one character may change."""

    parameter: str
    value: str
    places: tuple[int, ...]

    def changed(self, place: int, step: int) -> str:
        """The value with the character at the place-th changeable place moved on by `step` within its alphabet."""
        at = self.places[place % len(self.places)]
        alphabet = "0123456789" if self.value[at].isdigit() else "abcdefghijklmnopqrstuvwxyz"
        moved = alphabet[(alphabet.index(self.value[at].lower()) + 1 + step % (len(alphabet) - 1)) % len(alphabet)]
        return self.value[:at] + (moved.upper() if self.value[at].isupper() else moved) + self.value[at + 1 :]


def _planted(parameter: str, value: str, *, start: int = 0, end: int | None = None) -> Planted:
    limit = len(value) if end is None else end
    return Planted(parameter, value, tuple(at for at in range(start, limit) if value[at].isascii() and value[at].isalnum()))


def planted_ids() -> st.SearchStrategy[Planted]:
    """Order, ticket and account ids as systems print them."""
    shapes = (r"ORD-[1-9][0-9]{4,6}", r"[A-Z]{2,3}[1-9][0-9]{4,7}", r"[a-z]{3,5}_[0-9a-f]{4}[1-9][a-f][0-9]{2}", r"INV-20[12]\d-[0-9]{4}")
    made = st.sampled_from(shapes).flatmap(lambda shape: st.from_regex(re.compile(shape, re.ASCII), fullmatch=True))
    return made.map(lambda value: _planted("order_id", value))


def planted_emails() -> st.SearchStrategy[Planted]:
    """E-mail addresses at reserved domains."""
    people = st.from_regex(r"[a-z]{3,8}\.[a-z]{3,8}", fullmatch=True)
    hosts = st.sampled_from(("example.com", "example.org", "mail.example.net"))
    return st.tuples(people, hosts).map(lambda pair: _planted("email", "@".join(pair), end=len(pair[0])))


def planted_urls() -> st.SearchStrategy[Planted]:
    """Links with a path, at a reserved domain."""
    host = "https://docs.example.com/"
    paths = st.from_regex(r"[a-z]{3,8}/[a-z]{2,6}-[1-9][0-9]{2,4}", fullmatch=True)
    return paths.map(lambda path: _planted("url", host + path, start=len(host)))


def planted_phones() -> st.SearchStrategy[Planted]:
    """Phone numbers in the international form, from the range kept for fiction; the last seven digits may change."""
    numbers = st.tuples(st.sampled_from(("202", "312", "415", "617")), st.integers(min_value=100, max_value=199))
    return numbers.map(lambda pair: _planted("phone", f"+1 {pair[0]} 555 0{pair[1]}", start=7))


def planted_values() -> st.SearchStrategy[Planted]:
    """A value of any of these kinds."""
    return st.one_of(planted_ids(), planted_emails(), planted_urls(), planted_phones())
