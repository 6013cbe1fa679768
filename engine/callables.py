"""Python functions as tools: the JSON Schema of a signature. pydantic reads the types, and is loaded when first needed.

Descriptions come from `Annotated[T, "text"]` or `Field(description=...)`, and where a parameter has neither, from the `Args:` section of a
docstring in the Google style or its `:param name:` lines.
"""

from __future__ import annotations

import functools
import inspect
import re
import typing
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, cast, get_args, get_origin

from .errors import InputError
from .forms.plain import plain_json
from .schema_dialect import bare_schema, standard_schema
from .tool_spec import ToolSpec
from .types import Json

if typing.TYPE_CHECKING:
    from pydantic import TypeAdapter

Function = Callable[..., object]
_NOT_BY_NAME: Mapping[int, str] = {
    inspect.Parameter.VAR_POSITIONAL: "it takes any number of values",
    inspect.Parameter.VAR_KEYWORD: "it takes any names",
    inspect.Parameter.POSITIONAL_ONLY: "it cannot be given by name",
}
_SECTION = re.compile(r"^[ \t]{0,40}(?:Args|Arguments|Parameters|Params|Returns?|Raises|Yields?|Examples?|Notes?):[ \t]{0,40}$", re.MULTILINE)
_FIRST_FIELD = re.compile(r"^[ \t]{0,40}:(?:param|return|returns|raises|type|rtype)\b", re.MULTILINE)
_ARGS = re.compile(r"^(?P<indent>[ \t]{0,40})(?:Args|Arguments|Parameters|Params):[ \t]{0,40}$", re.MULTILINE)
_ENTRY = re.compile(r"(?P<name>\w{1,200})[ ]?(?:\([^()\n]{0,200}\))?:[ ]*(?P<text>\S.*)")
_PARAM = re.compile(r"^[ \t]{0,40}:param (?:[^:\n]{0,200} )?(?P<name>\w{1,200}):[ ]*(?P<text>\S.*)$", re.MULTILINE)


def callable_specs(functions: object) -> list[ToolSpec]:
    """A tool for each function. See `ToolRegistry.from_callables`."""
    if isinstance(functions, Mapping):
        named = cast("Mapping[str, Function]", functions)
        return [_spec(function, name, f"tools[{name}]") for name, function in named.items()]
    if callable(functions) or not isinstance(functions, Iterable):
        raise InputError("tools", problem="it is not a list", remedy="pass a list of functions, or a mapping of names to functions")
    return [_spec(function, None, f"tools[{number}]") for number, function in enumerate(cast("Iterable[Function]", functions))]


def _spec(function: Function, name: str | None, place: str) -> ToolSpec:
    if not callable(function):
        raise InputError(place, problem=f"a {type(function).__name__} cannot be called", remedy="pass functions")
    own = _unwrapped(function)
    called = name or getattr(own, "__name__", "")
    if not called or called == "<lambda>":
        raise InputError(place, problem="it has no name", remedy="pass a mapping of names to functions")
    doc = inspect.getdoc(own) or ""
    schema, notes = standard_schema(_schema(function, own, doc, place))
    return ToolSpec(called, _description(doc), schema, notes=notes)


def _unwrapped(function: Function) -> Function:
    while isinstance(function, functools.partial):
        function = cast("Function", function.func)
    return function


def _schema(function: Function, own: Function, doc: str, place: str) -> dict[str, Json]:
    parameters = _parameters(function, place)
    hints = _hints(own, place)
    told = _told(doc)
    adapters = {name: _adapter(hints[name], f"{place}.{name}") for name in parameters if name in hints}
    properties, definitions = _properties(adapters, place)
    required: list[Json] = []
    described: dict[str, Json] = {}
    for name, parameter in parameters.items():
        fragment = dict(properties.get(name, {}))
        text = _annotated_text(hints.get(name)) or told.get(name)
        if text and "description" not in fragment:
            fragment["description"] = text
        if parameter.default is inspect.Parameter.empty:
            required.append(name)
        elif "default" not in fragment:
            fragment |= _default(parameter.default, adapters.get(name), f"{place}.{name}")
        described[name] = fragment
    schema: dict[str, Json] = {"type": "object", "properties": described}
    if required:
        schema["required"] = required
    if definitions:
        schema["$defs"] = definitions
    return schema


def _parameters(function: Function, place: str) -> dict[str, inspect.Parameter]:
    try:
        parameters = dict(inspect.signature(function).parameters)
    except (TypeError, ValueError) as error:
        raise InputError(place, problem="it has no signature that can be read", remedy="wrap it in a function with named parameters") from error
    for name, parameter in parameters.items():
        problem = _NOT_BY_NAME.get(parameter.kind)
        if problem is not None:
            raise InputError(f"{place}.{name}", problem=problem, remedy="declare each parameter by its own name")
    return parameters


def _hints(own: Function, place: str) -> dict[str, object]:
    read = own if inspect.isroutine(own) or inspect.isclass(own) else type(own).__call__
    if inspect.isclass(read):
        read = read.__init__
    try:
        return cast("dict[str, object]", typing.get_type_hints(read, include_extras=True))
    except (NameError, TypeError, AttributeError, SyntaxError) as error:
        raise InputError(place, problem=f"its type hints cannot be read ({str(error)[:120]})", remedy="use types that are known where it is defined") from error


def _adapter(hint: object, place: str) -> TypeAdapter[object]:
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError

    try:
        adapter: TypeAdapter[object] = TypeAdapter(cast("type[object]", hint))
        adapter.json_schema()
    except (PydanticUserError, PydanticUndefinedAnnotation) as error:
        reason = str(error).partition("\n")[0][:160]
        raise InputError(place, problem=f"its type has no JSON Schema ({reason})", remedy="use JSON types, enums, dataclasses or models") from error
    return adapter


def _properties(adapters: Mapping[str, TypeAdapter[object]], place: str) -> tuple[dict[str, dict[str, Json]], dict[str, Json]]:
    """The schema of each parameter, and the definitions that they share."""
    if not adapters:
        return {}, {}
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUserError

    try:
        written, shared = TypeAdapter.json_schemas([(name, "validation", adapter) for name, adapter in adapters.items()])
    except PydanticUserError as error:
        raise InputError(place, problem="its types have no common JSON Schema", remedy="use JSON types, enums, dataclasses or models") from error
    properties = {name: cast("dict[str, Json]", bare_schema(written[name, "validation"])) for name in adapters}
    bare = cast("dict[str, Json]", bare_schema(shared))
    return properties, cast("dict[str, Json]", bare.get("$defs", {}))


def _default(value: object, adapter: TypeAdapter[object] | None, place: str) -> dict[str, Json]:
    """The default where JSON can hold it; none where it cannot, as the parameter is optional all the same."""
    from pydantic import TypeAdapter
    from pydantic_core import PydanticSerializationError

    with warnings.catch_warnings():
        # A default of another type than its hint (None, most of all) is the function's own affair.
        warnings.simplefilter("ignore")
        try:
            written = (adapter or TypeAdapter(object)).dump_python(value, mode="json")
        except PydanticSerializationError:
            return {}
    try:
        return {"default": plain_json(written, place)}
    except InputError:
        return {}


def _annotated_text(hint: object) -> str | None:
    """The text of `Annotated[T, "text"]`."""
    if get_origin(hint) is not Annotated:
        return None
    return next((extra for extra in get_args(hint)[1:] if isinstance(extra, str)), None)


def _description(doc: str) -> str:
    """The docstring up to its first section."""
    ends = [found.start() for found in (_SECTION.search(doc), _FIRST_FIELD.search(doc)) if found is not None]
    return doc[: min(ends)].strip() if ends else doc.strip()


def _told(doc: str) -> dict[str, str]:
    """What the docstring says of each parameter."""
    told = {found["name"]: found["text"].strip() for found in _PARAM.finditer(doc)}
    section = _ARGS.search(doc)
    if section is None:
        return told
    indent, name, depth = len(section["indent"]), "", 0
    for line in doc[section.end() + 1 :].split("\n"):
        inner = len(line) - len(line.lstrip())
        if not line.strip() or inner <= indent:
            break
        depth = depth or inner
        entry = _ENTRY.match(line.strip()) if inner == depth else None
        if entry is not None:
            name = entry["name"]
            told.setdefault(name, entry["text"].strip())
        elif name in told and inner > depth:
            told[name] = f"{told[name]} {line.strip()}"
    return told
