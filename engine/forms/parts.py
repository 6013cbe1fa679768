"""What the readers of all message forms share: fields of objects and mappings, content in parts, and refusals that name the place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from ..errors import InputError
from ..types import Json

_PLAIN = (str, bytes, bytearray, bool, int, float, list, tuple, set, frozenset, type, type(None))
MAX_SHOWN = 60


def fields_of(value: object, names: Sequence[str]) -> Mapping[str, Json] | None:
    """The fields of a mapping, or those of these attributes that another object has; None for a text, a number, a list or null."""
    if isinstance(value, Mapping):
        return cast("Mapping[str, Json]", value)
    if isinstance(value, _PLAIN):
        return None
    found = {name: cast("Json", getattr(value, name)) for name in names if hasattr(value, name)}
    return found or None


def object_at(value: object, place: str, *, names: Sequence[str], what: str) -> Mapping[str, Json]:
    """The fields of an object.

    Raises:
        InputError: it is no object; `what` says what was expected in its place.
    """
    fields = fields_of(value, names)
    if fields is None:
        raise InputError(place, problem=f"expected an object, got {type(value).__name__}", remedy=f"give {what}")
    return fields


def list_at(value: object, place: str, *, what: str) -> list[Json]:
    """A list, null and absence being an empty one.

    Raises:
        InputError: it is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise InputError(place, problem=f"expected a list, got {type(value).__name__}", remedy=f"give a list of {what}")
    return list(cast("Sequence[Json]", value))


def text_at(value: object, place: str, *, what: str) -> str:
    """A text.

    Raises:
        InputError: it is something else.
    """
    if not isinstance(value, str):
        problem = "it is missing" if value is None else f"expected a string, got {type(value).__name__}"
        raise InputError(place, problem=problem, remedy=f"give {what}")
    return value


def text_or_none(value: object) -> str | None:
    """The text, where it is one and not empty."""
    return value if isinstance(value, str) and value else None


def shown(value: object) -> str:
    """A value for a message, cut."""
    text = str(value) if isinstance(value, str | bool | None) else type(value).__name__
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."


CHAT_CALLS = ("tool_calls", "function_call", "tool_call_id")
"""The fields in which only a chat message holds calls, or names the one that it answers."""


def refuse_foreign(fields: Mapping[str, Json], place: str, *, foreign: Collection[str]) -> None:
    """Stops a message whose content stands in a field of another form, where it would be lost.

    Raises:
        InputError: it has such a field.
    """
    for key in foreign:
        if fields.get(key):
            raise InputError(f"{place}.{key}", problem="this message form has no such field", remedy="name the form that the message is written in")


CONTENT_FIELDS = ("type", "text", "refusal", "content", "title", "source", "id", "name", "input", "tool_use_id", "is_error", "call_id", "arguments")


def read_content(content: object, place: str, *, texts: Collection[str], left_out: Collection[str] = ()) -> tuple[str, tuple[str, ...]]:
    """The text of a content that is a string, null or a list of parts, and the places of the parts that were not read.

    `texts` are the types of parts that hold text, `left_out` those that hold the model's own thinking, which is no evidence, or repeat
    what the message says elsewhere.

    Raises:
        InputError: the content or a part is of another shape.
    """
    if content is None:
        return "", ()
    if isinstance(content, str):
        return content, ()
    if not isinstance(content, list | tuple):
        raise InputError(place, problem=f"expected a text or a list of parts, got {type(content).__name__}", remedy="give a string, null or parts")
    found: list[str] = []
    unread: list[str] = []
    for number, part in enumerate(cast("Sequence[Json]", content)):
        here = f"{place}[{number}]"
        if isinstance(part, str):
            found.append(part)
            continue
        fields = fields_of(part, CONTENT_FIELDS)
        if fields is None:
            raise InputError(here, problem="expected an object or a text", remedy="give a content part such as {type, text}")
        kind = fields.get("type")
        if kind in texts:
            found.append(text_at(fields.get("text", fields.get("refusal")), f"{here}.text", what="the text of the part"))
        elif kind not in left_out:
            unread.append(f"{here} ({shown(kind)})")
    return "\n".join(found), tuple(unread)
