"""The leaves of a JSON object, each with the part of the schema that applies to it, and the pointers that name them.

Theory of operation: a `SchemaView` reads a schema one fragment at a time. `fit` flattens what applies to one value (`$ref`, `allOf` and
the first alternative that the value fits) into a plain fragment; `union` flattens everything that could apply: what counts as declared.
Both follow references inside the schema only, stop where a reference comes back to itself, and look at a bounded number of fragments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast
from urllib.parse import unquote

import jsonschema_rs

from .argument_faults import MAX_DEPTH
from .types import ARGUMENTS_ITEM, KEY_ITEM, Json

Schema: TypeAlias = Mapping[str, Json]
"""A fragment of a JSON Schema."""

MAX_FRAGMENTS = 400
"""How many fragments are joined for one value; past that what is declared is unknown and everything counts as declared."""

_NOTHING: dict[str, Json] = {}
_NO_NAMES: frozenset[Json] = frozenset()
_JOINED = frozenset(("$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"))
# What a condition adds to a fragment: what it declares, not what it demands.
_DECLARING = frozenset(("properties", "patternProperties", "additionalProperties", "$ref", "allOf", "anyOf", "oneOf"))
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


# ---- names ------------------------------------------------------------------------------------------------------------------------------


def pointer_of(path: tuple[str, ...]) -> str:
    """The JSON Pointer (RFC 6901) of a path of keys and indexes.

    Example:
        >>> pointer_of(("items", "0", "a/b"))
        '/items/0/a~1b'
    """
    return "".join(f"/{_escaped(token)}" for token in path)


def parameter_name(pointer: str) -> str:
    """How views name an item: a top-level argument by its plain name, a nested one by its pointer, the whole arguments as `$args`.

    A plain name that could be taken for something else (it holds `/` or `~`, is empty or starts with `$`) stays a pointer.

    Example:
        >>> parameter_name("/to"), parameter_name("/items/0/id"), parameter_name("$tool")
        ('to', '/items/0/id', '$tool')
    """
    if not pointer:
        return ARGUMENTS_ITEM
    plain = pointer[1:]
    if not pointer.startswith("/") or not plain or plain.startswith("$") or "/" in plain or "~" in plain:
        return pointer
    return plain


def _escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


# ---- leaves -----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar, a null or an empty container inside the arguments.

    `schema` is the fragment that applies, empty where nothing is declared; `name` the last property name, for an element that of its array.
    An element is required where its array is. The name of a member that no schema declares can be data too: then it is a leaf of its own, with
    `KEY_ITEM` and the pointer of the member as its pointer, and the name of the object it stands in.
    """

    pointer: str
    value: Json
    schema: Schema
    name: str
    path: tuple[str, ...]
    required: bool


# Pointer, value, fragment, name, path and whether it is required: what is known of a container before it is opened.
_Container: TypeAlias = tuple[str, Json, Json, str, tuple[str, ...], bool]


def walk_leaves(value: dict[str, Json], schema: Schema, *, is_detail: Callable[[str], bool] | None = None) -> Iterator[Leaf]:
    """The leaves in document order; a container below `MAX_DEPTH` levels counts as a leaf. An empty object has none.

    `is_detail` tells which names of members are judged like values where no schema declares them; None takes none.

    Example:
        >>> [leaf.pointer for leaf in walk_leaves({"to": "Ann", "cc": ["Bo", []]}, {})]
        ['/to', '/cc/0', '/cc/1']
    """
    view = SchemaView(schema)
    stack = _members(("", value, view.root, "", (), True), view, is_detail)
    while stack:
        node = stack.pop()
        if isinstance(node, Leaf):
            yield node
        else:
            stack.extend(_members(node, view, is_detail))


def _members(container: _Container, view: SchemaView, is_detail: Callable[[str], bool] | None) -> list[Leaf | _Container]:
    """The members of a container, last first: leaves, and containers still to be opened."""
    pointer, value, fragment, name, path, required = container
    shape = view.fit(fragment, value)
    found: list[Leaf | _Container] = []
    can_open = len(path) + 1 < MAX_DEPTH
    if isinstance(value, list):
        for index, child in enumerate(value):
            part, token = view.element(shape, index), str(index)
            if can_open and isinstance(child, (dict, list)) and child:
                found.append((f"{pointer}/{token}", child, part, name, (*path, token), required))
            else:
                found.append(Leaf(f"{pointer}/{token}", child, view.fit(part, child), name, (*path, token), required))
    elif isinstance(value, dict):
        demanded = _required(shape)
        properties = shape.get("properties")
        declared = properties if isinstance(properties, dict) else _NOTHING
        takes_names = is_detail if is_open(shape) or shape.get("patternProperties") else None
        for token, child in value.items():
            part, place = view.member(shape, token), f"{pointer}/{_escaped(token)}"
            if takes_names is not None and token not in declared and takes_names(token):
                found.append(Leaf(f"{KEY_ITEM}{place}", token, _NOTHING, name, (*path, token), True))
            if can_open and isinstance(child, (dict, list)) and child:
                found.append((place, child, part, token, (*path, token), token in demanded))
            else:
                found.append(Leaf(place, child, view.fit(part, child), token, (*path, token), token in demanded))
    found.reverse()
    return found


def _required(shape: Schema) -> frozenset[Json]:
    listed = shape.get("required")
    return frozenset([name for name in listed if isinstance(name, str)]) if isinstance(listed, list) else _NO_NAMES


# ---- schema fragments -------------------------------------------------------------------------------------------------------------------

_Choose = Callable[[list[Json]], list[Json]]


class SchemaView:
    """A schema, read fragment by fragment. The schema must not change while it is looked at."""

    __slots__ = ("_fixed", "_unions", "root")

    def __init__(self, root: Schema) -> None:
        self.root = cast("dict[str, Json]", root)
        # By id of the fragment, which is kept beside the result so that the id stays its own.
        self._unions: dict[int, tuple[Json, Schema]] = {}
        self._fixed: dict[int, tuple[Json, Schema]] = {}

    def fit(self, fragment: Json, value: Json) -> Schema:
        """What applies to this value, flattened."""
        if not isinstance(fragment, dict):
            return _NOTHING
        if _JOINED.isdisjoint(fragment):
            return fragment
        fixed = self._fixed.get(id(fragment))
        if fixed is not None:
            return fixed[1]
        chosen = False

        def choose(branches: list[Json]) -> list[Json]:
            nonlocal chosen
            chosen = True
            return self._first_fitting(branches, value)

        flat = _Join(self.root, choose).flat(fragment)
        if not chosen:
            self._fixed[id(fragment)] = (fragment, flat)
        return flat

    def union(self, fragment: Json) -> Schema:
        """Everything that could apply, flattened; alternatives that allow any object leave it open."""
        if not isinstance(fragment, dict):
            return _NOTHING
        if _JOINED.isdisjoint(fragment):
            return fragment
        found = self._unions.get(id(fragment))
        if found is None:
            found = self._unions[id(fragment)] = (fragment, _Join(self.root, lambda branches: branches).flat(fragment))
        return found[1]

    def member(self, shape: Schema, name: str) -> Json:
        """The fragment that a flattened object fragment declares for a property, or None."""
        properties = shape.get("properties")
        if isinstance(properties, dict) and name in properties:
            return properties[name]
        patterns = shape.get("patternProperties")
        if isinstance(patterns, dict):
            for pattern, fragment in patterns.items():
                if pattern_fits(pattern, name):
                    return fragment
        extra = shape.get("additionalProperties")
        return extra if isinstance(extra, dict) else None

    def element(self, shape: Schema, index: int) -> Json:
        """The fragment that a flattened array fragment declares for an element, or None."""
        items, prefix = shape.get("items"), shape.get("prefixItems")
        if isinstance(items, list):
            prefix, items = items, shape.get("additionalItems")
        if isinstance(prefix, list) and index < len(prefix):
            return prefix[index]
        return items if isinstance(items, dict) else None

    def _first_fitting(self, branches: list[Json], value: Json) -> list[Json]:
        best: list[Json] = []
        best_fit = 0
        for branch in branches[:MAX_FRAGMENTS]:
            fit = self._closeness(branch, value)
            if fit > best_fit:
                best, best_fit = [branch], fit
            if fit == _FULL_FIT:
                break
        return best

    def _closeness(self, branch: Json, value: Json) -> int:
        """0 where the type differs, 1 where only the type fits, 2 where choices and properties do too."""
        if not isinstance(branch, dict):
            return 1 if branch is True else 0
        shape = _Join(self.root, lambda branches: branches).flat(branch)
        if not type_fits(shape, value):
            return 0
        if not _choice_fits(shape, value):
            return 1
        return _FULL_FIT if not isinstance(value, dict) or self._properties_fit(shape, value) else 1

    def _properties_fit(self, shape: Schema, value: dict[str, Json]) -> bool:
        if not _required(shape) <= value.keys():
            return False
        for name, child in value.items():
            fragment = self.member(shape, name)
            if fragment is None and isinstance(shape.get("properties"), dict) and not is_open(shape):
                return False
            if isinstance(fragment, dict) and not _choice_fits(fragment, child):
                return False
        return True


_FULL_FIT = 2


def is_open(shape: Schema) -> bool:
    """True where a flattened object fragment expressly allows properties beyond those it lists, or lists none."""
    if not isinstance(shape.get("properties"), dict):
        return True
    return any(isinstance(shape.get(key), dict) or shape.get(key) is True for key in ("additionalProperties", "unevaluatedProperties"))


def type_fits(shape: Schema, value: Json) -> bool:
    """True where the declared type, if any, allows the value."""
    declared = shape.get("type")
    names = declared if isinstance(declared, list) else [declared]
    if declared is None or (value is None and shape.get("nullable") is True):
        return True
    return any(isinstance(name, str) and _is_of_type(value, name) for name in names)


def _is_of_type(value: Json, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if isinstance(value, float) and name == "integer":
        return value.is_integer()
    return isinstance(value, _TYPES.get(name, ()))


def _choice_fits(shape: Schema, value: Json) -> bool:
    choices = shape.get("enum")
    if isinstance(choices, list) and not any(_same(choice, value) for choice in choices):
        return False
    return "const" not in shape or _same(shape["const"], value)


def _same(left: Json, right: Json) -> bool:
    return left == right and isinstance(left, bool) == isinstance(right, bool)


@lru_cache(maxsize=1024)
def _pattern(pattern: str) -> jsonschema_rs.Validator | None:
    try:
        return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=jsonschema_rs.RegexOptions())
    except ValueError:
        return None


def pattern_fits(pattern: str, name: str) -> bool:
    """True where the pattern (ECMA-262, linear-time subset) matches somewhere in the name; False for one that cannot be read."""
    compiled = _pattern(pattern)
    return compiled is not None and compiled.is_valid(name.encode("utf-8", "replace").decode())


class _Join:
    """Flattens one fragment: follows references, joins `allOf`, and of alternatives those that `choose` keeps."""

    def __init__(self, root: Schema, choose: _Choose) -> None:
        self._root = root
        self._choose = choose
        self._left = MAX_FRAGMENTS

    def flat(self, fragment: dict[str, Json], seen: frozenset[str] = frozenset()) -> dict[str, Json]:
        self._left -= 1
        merged = {key: value for key, value in fragment.items() if key not in _JOINED}
        own = "properties" in merged
        for part, is_choice, references in self._parts(fragment, seen):
            if self._left <= 0:
                return merged | {"additionalProperties": True}
            if isinstance(part, dict):
                flat = part if _JOINED.isdisjoint(part) else self.flat(part, references)
                _merge(merged, flat)
                if is_choice and not own and "properties" not in flat and (not flat or flat.get("type") == "object"):
                    merged["additionalProperties"] = True
            elif part is True and is_choice and not own:
                merged["additionalProperties"] = True
        return merged

    def _parts(self, fragment: dict[str, Json], seen: frozenset[str]) -> Iterator[tuple[Json, bool, frozenset[str]]]:
        """Each part that applies to the same value, whether it is one of several alternatives, and the references that led to it."""
        for key in ("$ref", "$dynamicRef", "$recursiveRef"):
            reference = fragment.get(key)
            if isinstance(reference, str) and reference not in seen:
                yield resolved(self._root, reference), False, seen | {reference}
        for key in ("allOf", "anyOf", "oneOf"):
            branches = fragment.get(key)
            if isinstance(branches, list):
                is_choice = key != "allOf"
                yield from ((branch, is_choice, seen) for branch in (self._choose(branches) if is_choice else branches))
        dependent = fragment.get("dependentSchemas")
        conditional = [*dependent.values()] if isinstance(dependent, dict) else []
        for branch in (fragment.get("then"), fragment.get("else"), *conditional):
            if isinstance(branch, dict):
                yield {key: value for key, value in branch.items() if key in _DECLARING}, False, seen


def _merge(merged: dict[str, Json], part: dict[str, Json]) -> None:
    for key, value in part.items():
        present = merged.get(key)
        if key in ("properties", "patternProperties") and isinstance(present, dict) and isinstance(value, dict):
            merged[key] = _merged_properties(present, value)
        elif key == "required" and isinstance(present, list) and isinstance(value, list):
            merged[key] = [*present, *(name for name in value if name not in present)]
        elif key not in merged or (key == "additionalProperties" and present is False and value is not False):
            merged[key] = value


def _merged_properties(present: dict[str, Json], more: dict[str, Json]) -> dict[str, Json]:
    joined = dict(present)
    for name, fragment in more.items():
        before = joined.get(name)
        if name not in joined:
            joined[name] = fragment
        elif isinstance(before, _Both):
            joined[name] = before.plus(fragment)
        elif before != fragment:
            joined[name] = _Both({"allOf": [before, fragment]})
    return joined


class _Both(dict[str, Json]):
    """A fragment made of all that several alternatives say of one property; what is said twice is kept once, so that it cannot grow."""

    def plus(self, fragment: Json) -> _Both:
        parts = cast("list[Json]", self["allOf"])
        return self if fragment in parts else _Both({"allOf": [*parts, fragment]})


def resolved(root: Schema, reference: str) -> Json:
    """What a reference inside the schema (`#`, `#/$defs/x`, `#anchor`) points at, or None where it leads elsewhere or nowhere."""
    target, _, place = reference.partition("#")
    if target:
        return None
    place = unquote(place)
    node: Json = cast("dict[str, Json]", root)
    if place and not place.startswith("/"):
        return _anchored(root, place)
    for token in place.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict) and token in node:
            node = node[token]
        elif isinstance(node, list) and token.isascii() and token.isdigit() and len(token) < 9 and int(token) < len(node):
            node = node[int(token)]
        else:
            return None
    return node


def _anchored(root: Schema, anchor: str) -> Json:
    for key in ("$defs", "definitions"):
        definitions = root.get(key)
        if isinstance(definitions, dict):
            for definition in definitions.values():
                if isinstance(definition, dict) and anchor in (definition.get("$anchor"), definition.get("$dynamicAnchor")):
                    return definition
    return None
