"""Well-known departures from JSON Schema in tool definitions, read as what they mean and noted.

A narrow list: names of Python types (`dict`, `float`, `str`), the standard types in another case (`STRING`, as some vendors write them),
`any` for no type at all, and the `nullable` of OpenAPI. Everything else that is not JSON Schema leaves the schema broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .types import Json

MAX_NOTES = 20
"""How many departures of one schema are noted; the rest are read in the same way."""
MAX_SCHEMA_DEPTH = 200
"""The deepest nesting of objects and arrays in a schema that can be used."""

_STANDARD = frozenset(("string", "integer", "number", "boolean", "array", "object", "null"))
_SYNONYMS = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "list": "array",
    "tuple": "array",
    "dict": "object",
    "none": "null",
    "nonetype": "null",
}
_NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_NESTED = ("items", "prefixItems", "additionalProperties", "additionalItems", "unevaluatedProperties", "unevaluatedItems", "contains")
_JOINED = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "propertyNames")


def standard_schema(schema: dict[str, Json]) -> tuple[dict[str, Json], tuple[str, ...]]:
    """The schema with known departures rewritten in place, and a note for each.

    Example:
        >>> standard_schema({"type": "dict", "properties": {"price": {"type": "float"}}})[0]
        {'type': 'object', 'properties': {'price': {'type': 'number'}}}
    """
    notes: list[str] = []
    stack: list[tuple[str, Json]] = [("", schema)]
    while stack:
        place, fragment = stack.pop()
        if isinstance(fragment, dict):
            notes.extend(f"{note} at `{place or '/'}`" for note in _rewritten(fragment))
            stack.extend(_below(place, fragment))
        elif isinstance(fragment, list):
            stack.extend((f"{place}/{index}", part) for index, part in enumerate(fragment))
    return schema, tuple(sorted(notes)[:MAX_NOTES])


def _below(place: str, fragment: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    for key in _NAMED:
        named = fragment.get(key)
        if isinstance(named, dict):
            yield from ((f"{place}/{key}/{name[:60]}", part) for name, part in named.items())
    for key in (*_NESTED, *_JOINED):
        if key in fragment:
            yield f"{place}/{key}", fragment[key]


def _rewritten(fragment: dict[str, Json]) -> Iterator[str]:
    declared = fragment.get("type")
    if isinstance(declared, str) and declared.casefold() == "any":
        del fragment["type"]
        yield f"type `{declared}` was read as no type"
    elif isinstance(declared, str) and declared not in _STANDARD:
        meant = _meant(declared)
        if meant is not None:
            fragment["type"] = meant
            yield f"type `{declared}` was read as `{meant}`"
    elif isinstance(declared, list):
        names = [name for name in declared if isinstance(name, str)]
        meant_names = [_meant(name) or name for name in names]
        if len(names) == len(declared) and meant_names != names:
            fragment["type"] = [*dict.fromkeys(meant_names)]
            yield "the types were read by their standard names"
    if fragment.get("nullable") is True and isinstance(fragment.get("type"), str) and fragment["type"] != "null":
        fragment["type"] = [fragment["type"], "null"]
        yield "`nullable` was read as allowing null"


def _meant(name: str) -> str | None:
    if name in _STANDARD:
        return None
    folded = name.casefold()
    return folded if folded in _STANDARD else _SYNONYMS.get(folded)


def is_too_deep(schema: dict[str, Json]) -> bool:
    """True where the schema nests deeper than `MAX_SCHEMA_DEPTH`."""
    level: list[Json] = [schema]
    for _ in range(MAX_SCHEMA_DEPTH):
        below: list[Json] = []
        for node in level:
            children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
            below.extend(child for child in children if isinstance(child, (dict, list)))
        if not below:
            return False
        level = below
    return True


_GEMINI_NAMES = {
    "any_of": "anyOf",
    "min_items": "minItems",
    "max_items": "maxItems",
    "min_length": "minLength",
    "max_length": "maxLength",
    "min_properties": "minProperties",
    "max_properties": "maxProperties",
    "additional_properties": "additionalProperties",
    "defs": "$defs",
    "ref": "$ref",
}
_COUNTS = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")
_ORDERING = ("property_ordering", "propertyOrdering")


def bare_schema(schema: Json) -> Json:
    """A copy without titles, which generators derive from names and which say nothing that the names do not.

    Example:
        >>> bare_schema({"title": "Track", "properties": {"title": {"title": "Title", "type": "string"}}})
        {'properties': {'title': {'type': 'string'}}}
    """
    return _mapped(schema, _without_title)


def gemini_schema(schema: Json) -> Json:
    """A Gemini `Schema` (a part of OpenAPI 3, in snake or camel case) as JSON Schema; types in capitals are read by `standard_schema`.

    The order of properties is dropped, counts written as texts become numbers, and the format `enum` goes, as the choices say it.

    Example:
        >>> gemini_schema({"type": "ARRAY", "min_items": "1", "items": {"type": "STRING", "format": "enum", "enum": ["a"]}})
        {'type': 'ARRAY', 'minItems': 1, 'items': {'type': 'STRING', 'enum': ['a']}}
    """
    return _mapped(schema, _from_gemini)


def _mapped(schema: Json, change: Callable[[dict[str, Json]], dict[str, Json]]) -> Json:
    """A copy in which each schema object is changed; names of properties and data (defaults, choices) stay."""
    if isinstance(schema, list):
        return [_mapped(part, change) for part in schema]
    if not isinstance(schema, dict):
        return schema
    changed = change(schema)
    for key, value in changed.items():
        if key in _NAMED and isinstance(value, dict):
            changed[key] = {name: _mapped(part, change) for name, part in value.items()}
        elif key in _NESTED or key in _JOINED:
            changed[key] = _mapped(value, change)
    return changed


def _without_title(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in schema.items() if key != "title"}


def _from_gemini(schema: dict[str, Json]) -> dict[str, Json]:
    named = {_GEMINI_NAMES.get(key, key): value for key, value in schema.items() if key not in _ORDERING}
    for key in _COUNTS:
        count = named.get(key)
        if isinstance(count, str) and count.isascii() and count.isdecimal() and len(count) < 18:
            named[key] = int(count)
    if named.get("format") == "enum":
        del named["format"]
    return named
