"""A tool's schema made ready: brought into standard JSON Schema, compiled once, and asked where arguments break it.

Theory of operation: jsonschema-rs decides validity. A valid object costs one call; only an invalid one has its errors listed and put in our
words. The errors of `anyOf` and `oneOf` are replaced by those of the one alternative that the value clearly meant. What JSON Schema leaves
open but a tool did not declare (a property beyond `properties`) is found by a walk of our own. A schema whose alternatives multiply with
the depth of the value is measured first, so that listing errors stays linear.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import jsonschema_rs
from jsonschema_rs import ValidationError, ValidationErrorKind
from rapidfuzz import fuzz, process

from .json_walk import Schema, SchemaView, is_open, pattern_fits, pointer_of, resolved
from .schema_text import listed, shown_value, type_words
from .types import Json

MAX_STEPS = 4000
"""How many schema fragments may meet the values of one call before its alternatives count as too many to list errors for."""
_STEPS_PER_VALUE = 40


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """One place where arguments break the schema of their tool.

    `pointer` names the offending item, for a missing or an extra property that property itself; it is empty for the arguments as a whole.
    `keyword` is the JSON Schema keyword, or `limit` where the value could not be judged. `allowed` holds the members of an enum, the declared
    names for an extra property, and nothing otherwise.
    """

    keyword: str
    pointer: str
    message: str
    allowed: tuple[Json, ...] = field(default=(), hash=False)


class CompiledSchema:
    """A schema that is compiled when first asked."""

    def __init__(self, schema: dict[str, Json]) -> None:
        self._schema = schema
        self._view = SchemaView(schema)

    @property
    def broken(self) -> str | None:
        """Why the schema cannot be used, or None."""
        return self._compiled[1]

    @property
    def draft(self) -> str:
        """The draft that the schema was read as."""
        return self._compiled[2]

    @cached_property
    def _compiled(self) -> tuple[jsonschema_rs.Validator | None, str | None, str]:
        return _compile(self._schema)

    @cached_property
    def _is_small(self) -> bool:
        """True where the schema unfolds to few fragments and never into itself: then listing errors cannot blow up."""
        return _unfolds_within(self._view, MAX_STEPS)

    def faults(self, arguments: dict[str, Json]) -> tuple[SchemaFault, ...]:
        """Where the arguments break the schema, by pointer; nothing where the schema is broken."""
        validator = self._compiled[0]
        if validator is None:
            return ()
        extra = undeclared(arguments, self._view)
        try:
            if not self._is_small and not _affordable(arguments, self._view):
                return (_TOO_MANY, *extra)
            if validator.is_valid(arguments):
                return tuple(extra)
            errors = list(validator.iter_errors(arguments))
        except UnicodeEncodeError:
            return self.faults(_with_whole_characters(arguments))
        except ValueError as error:
            return (SchemaFault("limit", "", f"the arguments could not be checked against the schema: {str(error)[:200]}; pass plain JSON"),)
        named = {fault.pointer for fault in extra}
        found = [fault for error in errors for fault in _faults_of(error, self._view) if not (fault.keyword in _EXTRA and fault.pointer in named)]
        return tuple(sorted(dict.fromkeys([*found, *extra]), key=lambda fault: (fault.pointer, fault.keyword, fault.message)))


_EXTRA = frozenset(("additionalProperties", "unevaluatedProperties"))
_TOO_MANY = SchemaFault(
    "limit", "", "the arguments nest too deeply for the alternatives of the schema, so they were not checked against it; pass flatter arguments"
)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def _with_whole_characters(arguments: dict[str, Json]) -> dict[str, Json]:
    text = json.dumps(arguments, ensure_ascii=False)
    return cast("dict[str, Json]", json.loads(_SURROGATE.sub("\ufffd", text)))


# ---- compiling --------------------------------------------------------------------------------------------------------------------------

_DRAFTS: dict[str, type[jsonschema_rs.Validator]] = {
    "2020-12": jsonschema_rs.Draft202012Validator,
    "2019-09": jsonschema_rs.Draft201909Validator,
    "7": jsonschema_rs.Draft7Validator,
    "6": jsonschema_rs.Draft6Validator,
    "4": jsonschema_rs.Draft4Validator,
}
_DECLARED = {
    "json-schema.org/schema": "2020-12",
    "json-schema.org/draft/2020-12/schema": "2020-12",
    "json-schema.org/draft/2019-09/schema": "2019-09",
    "json-schema.org/draft-07/schema": "7",
    "json-schema.org/draft-06/schema": "6",
    "json-schema.org/draft-04/schema": "4",
}
# A schema that names no draft is read as the newest that it is valid under: tuples in `items` are draft 7, boolean bounds draft 4.
_UNDECLARED = ("2020-12", "7", "4")


def _compile(schema: dict[str, Json]) -> tuple[jsonschema_rs.Validator | None, str | None, str]:
    """The validator, or None and why there is none; and the draft."""
    problem = _not_for_arguments(schema)
    if problem is not None:
        return None, problem, _UNDECLARED[0]
    declared = schema.get("$schema")
    body = {key: value for key, value in schema.items() if key != "$schema"}
    if declared is None:
        drafts: tuple[str, ...] = _UNDECLARED
    else:
        name = declared.split("://")[-1].rstrip("#") if isinstance(declared, str) else ""
        if name not in _DECLARED:
            return None, f"it declares the unknown draft {shown_value(declared)}; declare draft 7 or 2020-12", _UNDECLARED[0]
        drafts = (_DECLARED[name],)
    reasons: list[str] = []
    for draft in drafts:
        try:
            return _validator(body, draft), None, draft
        except ValueError as error:
            reasons.append(_reason(error))
    return None, reasons[0], drafts[0]


def _validator(schema: dict[str, Json], draft: str) -> jsonschema_rs.Validator:
    return _DRAFTS[draft](schema, validate_formats=True, pattern_options=jsonschema_rs.RegexOptions(), retriever=_refuse_remote)


def _refuse_remote(uri: str) -> Json:
    raise ValueError(f"`{uri}` is outside the schema and is never fetched")


def _not_for_arguments(schema: dict[str, Json]) -> str | None:
    declared = schema.get("type")
    if isinstance(declared, str) and declared in _JSON_TYPES and declared != "object":
        return f"it describes {type_words([declared])}, not an object; wrap the parameters in an object schema"
    if schema and not any(key in _KEYWORDS or key.startswith("$") for key in schema) and all(isinstance(value, dict) for value in schema.values()):
        return "it lists parameters without saying so; put them under `properties` of an object schema"
    return None


def _reason(error: ValueError) -> str:
    """Why jsonschema-rs refuses a schema, in one line."""
    if not isinstance(error, ValidationError):
        return f"it cannot be read: {str(error)[:200]}; simplify it"
    place = pointer_of(tuple(str(token) for token in error.instance_path)) or "/"
    if "never fetched" in error.message or "Retrieving external" in error.message:
        return "it refers to a schema outside itself, which is never fetched; put the definition under `$defs`"
    if '"regex"' in error.message:
        return f"the pattern at `{place}` is not one that can be matched in linear time; write it without look-around and back-references"
    return f"it is not valid JSON Schema at `{place}`: {error.message[:200]}; correct it"


_JSON_TYPES = frozenset(("string", "integer", "number", "boolean", "array", "object", "null"))
_KEYWORDS = frozenset(
    "type properties required additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas "
    "dependencies unevaluatedProperties allOf anyOf oneOf not if then else enum const title description default examples definitions items "
    "strict nullable deprecated readOnly writeOnly format id".split()
)


# ---- properties that nobody declared ----------------------------------------------------------------------------------------------------


def undeclared(arguments: dict[str, Json], view: SchemaView) -> list[SchemaFault]:
    """A fault for each property that an object schema with `properties` neither lists nor expressly allows."""
    faults: list[SchemaFault] = []
    stack: list[tuple[tuple[str, ...], Json, Json]] = [((), cast("Json", arguments), view.root)]
    while stack:
        path, value, fragment = stack.pop()
        shape = view.union(fragment)
        if isinstance(value, list):
            below = [(str(index), child, view.element(shape, index)) for index, child in enumerate(value) if isinstance(child, (dict, list))]
        else:
            members = cast("dict[str, Json]", value)
            properties = shape.get("properties")
            if isinstance(properties, dict) and not members.keys() <= properties.keys() and not is_open(shape):
                faults.extend(_extra_properties(path, members, shape))
            below = [(name, child, view.member(shape, name)) for name, child in members.items() if isinstance(child, (dict, list))]
        if below:
            stack.extend(((*path, token), child, part) for token, child, part in below if isinstance(part, dict))
    return faults


def _extra_properties(path: tuple[str, ...], members: dict[str, Json], shape: Schema) -> Iterator[SchemaFault]:
    properties = cast("dict[str, Json]", shape["properties"])
    patterns = shape.get("patternProperties")
    for name in members:
        if name not in properties and not (isinstance(patterns, dict) and any(pattern_fits(pattern, name) for pattern in patterns)):
            yield _extra_fault(path, name, tuple(properties))


def _extra_fault(path: tuple[str, ...], name: str, declared: tuple[str, ...]) -> SchemaFault:
    place = f"the object at `{pointer_of(path)}`" if path else "this tool"
    near = nearest_names(name, declared, limit=1)
    hint = f"did you mean `{near[0]}`?" if near else "leave it out"
    known = f"which has {listed(declared)}" if declared else "which has none"
    return SchemaFault("additionalProperties", pointer_of((*path, name)), f"{shown_value(name)} is not a parameter of {place}, {known}; {hint}", declared)


def nearest_names(name: str, names: tuple[str, ...], *, limit: int) -> tuple[str, ...]:
    """The names most like this one, the most alike first; for suggestions only."""
    wanted = name[:200]
    found = process.extract(wanted, names, scorer=fuzz.ratio, processor=_plain, score_cutoff=70, limit=limit)
    return tuple(choice for choice, _, _ in found)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())


# ---- errors in our words ----------------------------------------------------------------------------------------------------------------


def _faults_of(error: ValidationError, view: SchemaView) -> Iterator[SchemaFault]:
    kind = error.kind
    path = tuple(str(token) for token in error.instance_path)
    pointer = pointer_of(path)
    match kind:
        case ValidationErrorKind.Required(name):
            yield SchemaFault("required", pointer_of((*path, name)), f"`{_inline(name)}` is required and missing; ask for it or look it up")
        case ValidationErrorKind.AdditionalProperties(names) | ValidationErrorKind.UnevaluatedProperties(names):
            for name in names:
                yield _extra_fault(path, name, ())
        case ValidationErrorKind.AnyOf(branches) | ValidationErrorKind.OneOfNotValid(branches):
            yield from _closest(kind.name, error, branches, view)
        case ValidationErrorKind.PropertyNames(inner):
            name = str(inner.instance)
            yield SchemaFault("propertyNames", pointer_of((*path, name)), f"{shown_value(name)} is not a name that is allowed here; {_rule_text(inner)}")
        case ValidationErrorKind.Enum(options):
            yield _choice_fault(pointer, error.instance, options)
        case ValidationErrorKind.Constant(expected):
            yield _choice_fault(pointer, error.instance, [expected], keyword="const")
        case ValidationErrorKind.Type(types):
            yield _type_fault(pointer, error.instance, types)
        case _:
            yield SchemaFault(kind.name, pointer, f"{shown_value(error.instance)} does not fit the schema: {_rule_text(error)}")


def _closest(keyword: str, error: ValidationError, branches: list[list[ValidationError]], view: SchemaView) -> Iterator[SchemaFault]:
    """The faults of the one alternative that the value clearly meant, else one fault that joins them."""
    at = error.instance_path
    pointer = pointer_of(tuple(str(token) for token in at))
    meant = [branch for branch in branches if not any(_is_own(inner, at, "type") for inner in branch)]
    ranks = sorted((_distance(branch, at), place) for place, branch in enumerate(meant))
    if ranks and (len(ranks) == 1 or ranks[0][0] < ranks[1][0]):
        for inner in meant[ranks[0][1]]:
            yield from _faults_of(inner, view)
    elif not meant:
        kinds = [inner.kind for branch in branches for inner in branch if _is_own(inner, at, "type")]
        yield _type_fault(pointer, error.instance, [name for kind in kinds if isinstance(kind, ValidationErrorKind.Type) for name in kind.types])
    elif all(any(_is_own(inner, at, "enum", "const") for inner in branch) for branch in meant):
        yield _choice_fault(pointer, error.instance, [option for branch in meant for inner in branch for option in _options(inner, at)])
    else:
        message = f"{shown_value(error.instance)} fits none of the {len(branches)} alternatives of the schema; write it as one of them"
        yield SchemaFault(keyword, pointer, message)


def _is_own(error: ValidationError, at: list[str | int], *keywords: str) -> bool:
    return error.kind.name in keywords and error.instance_path == at


def _distance(branch: list[ValidationError], at: list[str | int]) -> tuple[int, int]:
    """How far an alternative is from what was meant: a wrong choice (of the value, or of a property that tells alternatives apart) is farthest."""
    wrong = sum(error.kind.name in ("enum", "const") and len(error.instance_path) <= len(at) + 1 for error in branch)
    return wrong, len(branch)


def _options(error: ValidationError, at: list[str | int]) -> list[Json]:
    kind = error.kind
    if error.instance_path != at:
        return []
    if isinstance(kind, ValidationErrorKind.Enum):
        return cast("list[Json]", kind.options)
    return [cast("Json", kind.expected_value)] if isinstance(kind, ValidationErrorKind.Constant) else []


def _choice_fault(pointer: str, value: object, options: object, *, keyword: str = "enum") -> SchemaFault:
    allowed = tuple(cast("list[Json]", options))
    message = f"{shown_value(value)} is not one of {listed(allowed)}; choose one of them"
    return SchemaFault(keyword, pointer, message, allowed)


def _type_fault(pointer: str, value: object, types: list[str]) -> SchemaFault:
    wanted = type_words(list(dict.fromkeys(types)))
    hint = f"pass {wanted}"
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{") and ("array" in types or "object" in types):
        hint = f"pass {wanted} itself, not a text that holds it"
    return SchemaFault("type", pointer, f"{shown_value(value)} is {type_words([_type_name(value)])}, not {wanted}; {hint}")


def _type_name(value: object) -> str:
    names: dict[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null" if value is None else "number")


def _inline(name: str) -> str:
    return shown_value(name)[1:-1]


def _rule_text(error: ValidationError) -> str:
    """What the failed keyword demands."""
    demands = error.kind.as_dict()
    limit = next((shown_value(value) for key, value in demands.items() if key not in ("context", "error", "schema")), "")
    return _DEMANDS.get(error.kind.name, "`{keyword}` is not met; correct it").format(limit=limit, keyword=error.kind.name)


_DEMANDS = {
    "minimum": "it must be at least {limit}",
    "maximum": "it must be at most {limit}",
    "exclusiveMinimum": "it must be more than {limit}",
    "exclusiveMaximum": "it must be less than {limit}",
    "multipleOf": "it must be a multiple of {limit}",
    "minLength": "it must have at least {limit} characters",
    "maxLength": "it must have at most {limit} characters",
    "pattern": "it must match the pattern {limit}",
    "format": "it must be written in the format {limit}",
    "minItems": "it must have at least {limit} elements",
    "maxItems": "it must have at most {limit} elements",
    "uniqueItems": "its elements must differ from each other",
    "contains": "it must contain an element of the required form",
    "minProperties": "it must have at least {limit} members",
    "maxProperties": "it must have at most {limit} members",
    "additionalItems": "it must have no more than {limit} elements",
    "falseSchema": "no value is allowed here; leave it out",
    "oneOf": "more than one of the alternatives fits; write it so that one does",
    "not": "it has a form that is expressly ruled out; write it another way",
}


# ---- how far a schema unfolds -----------------------------------------------------------------------------------------------------------

_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("not", "if", "then", "else")


def _in_place(fragment: dict[str, Json], root: Schema) -> Iterator[Json]:
    reference = fragment.get("$ref", fragment.get("$dynamicRef", fragment.get("$recursiveRef")))
    if isinstance(reference, str):
        yield resolved(root, reference)
    for key in _IN_PLACE_LISTS:
        branches = fragment.get(key)
        yield from branches if isinstance(branches, list) else ()
    yield from (fragment.get(key) for key in _IN_PLACE)
    dependent = fragment.get("dependentSchemas")
    yield from dependent.values() if isinstance(dependent, dict) else ()


def _unfolds_within(view: SchemaView, steps: int) -> bool:
    stack: list[tuple[Json, int]] = [(view.root, 0)]
    while stack:
        fragment, depth = stack.pop()
        if not isinstance(fragment, dict):
            continue
        steps -= 1
        if steps < 0 or depth > 100:
            return False
        stack.extend((part, depth + 1) for part in _in_place(fragment, view.root))
        for key in ("properties", "patternProperties", "dependencies"):
            named = fragment.get(key)
            stack.extend((part, depth + 1) for part in (named.values() if isinstance(named, dict) else ()))
        for key in ("items", "prefixItems", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains", "additionalItems"):
            part = fragment.get(key)
            stack.extend((each, depth + 1) for each in (part if isinstance(part, list) else [part]))
    return True


def _affordable(arguments: dict[str, Json], view: SchemaView) -> bool:
    """True where few schema fragments meet the values, counted the way that listing errors meets them."""
    steps = MAX_STEPS
    counted: set[int] = set()
    stack: list[tuple[Json, Json, int]] = [(view.root, cast("Json", arguments), 0)]
    while stack:
        fragment, value, depth = stack.pop()
        steps -= 1
        if steps < 0:
            return False
        if not isinstance(fragment, dict) or depth > 30:
            continue
        if isinstance(value, (dict, list)) and id(value) not in counted:
            counted.add(id(value))
            steps += _STEPS_PER_VALUE * len(value)
        stack.extend((part, value, depth + 1) for part in _in_place(fragment, view.root))
        if isinstance(value, dict):
            stack.extend((view.member(fragment, name), child, 0) for name, child in value.items())
        elif isinstance(value, list):
            stack.extend((view.element(fragment, index), child, 0) for index, child in enumerate(value))
    return True
