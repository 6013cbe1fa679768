"""A model's reply to a value of a schema, or to a named fault. Nothing is guessed: a field that is missing or of the wrong type is a fault, never a default.

What may be stripped without loss: a byte-order mark, blanks, one reasoning block, one code fence, and a short preamble that holds no second answer.
Anything after the answer, and a second object that would fit as well, is a fault. A word of a closed choice may differ in case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import cast

import jsonschema_rs

from ..engine.audits import AuditFault
from ..engine.types import Json

MAX_REPLY_CHARS = 200_000
MAX_PREAMBLE_CHARS = 400
MAX_OBJECTS = 20
"""How many objects of a reply are looked at before it counts as no answer."""


class Disposition(StrEnum):
    """What to do with a reply."""

    ACCEPT = "accept"
    RETRY = "retry"
    REVIEW = "review"


_FOR_A_PERSON = frozenset((AuditFault.TWO_ANSWERS, AuditFault.ABSTAINED, AuditFault.CONTRADICTS_ITSELF))
_ABSTENTIONS = frozenset("uncertain unclear unsure unknown undecided abstain undetermined inconclusive ambiguous cannot_determine n/a".split())
_THINKING = re.compile(r"\s*<(think|thinking|reasoning)>.*?</\1>\s*", re.DOTALL)
_FENCE = re.compile(r"\s*```[a-zA-Z0-9]{0,12}[ \t]*\n(.*)\n[ \t]*```\s*", re.DOTALL)
_MARKUP = re.compile(r"\s*(?:<!doctype\b|<html\b|<\?xml\b|<head\b|<body\b|HTTP/\d)", re.IGNORECASE)
_REFUSES = re.compile(
    r"\b(?:I(?:'m| am)? (?:can(?:no|')t|can not|unable|not able|won't|will not|must decline|decline|sorry)|as an ai\b|I apologi[sz]e|cannot (?:help|assist|comply))",
    re.IGNORECASE,
)
_AFTER_FENCE = re.compile(r"\s*(?:```)?\s*")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A reply as read: its `value`, or the `fault` with the `problem` in words that can be handed back to the model."""

    value: Mapping[str, Json] | None
    fault: AuditFault | None = None
    problem: str = ""

    @property
    def disposition(self) -> Disposition:
        """Accept a value; an abstention, two answers or one that contradicts itself go to a person; any other fault is worth another try."""
        if self.fault is None:
            return Disposition.ACCEPT
        return Disposition.REVIEW if self.fault in _FOR_A_PERSON else Disposition.RETRY


class _DuplicateKey(ValueError):
    pass


class _NotFinite(ValueError):
    pass


def parse_reply(text: str, schema: Mapping[str, Json]) -> Parsed:
    """The one object of the reply that fits the JSON Schema, or what is wrong with the reply; never raises on what a model wrote.

    Example:
        >>> schema = {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean"}}}
        >>> parse_reply('Here it is: {"ok": true}', schema).value
        {'ok': True}
        >>> parse_reply('{"ok": "True"}', schema).fault.value
        'text_boolean'
    """
    if len(text) > MAX_REPLY_CHARS:
        return Parsed(None, AuditFault.SURROUNDED, f"the reply is longer than {MAX_REPLY_CHARS} characters; give the JSON object alone")
    bare = text.strip().removeprefix("\ufeff").strip()
    if not bare:
        return Parsed(None, AuditFault.EMPTY, "the reply is empty; give the JSON object")
    thinking = _THINKING.match(bare)
    if thinking is not None:
        bare = bare[thinking.end() :]
    fenced = _FENCE.fullmatch(bare)
    if fenced is not None and "```" not in fenced[1]:
        bare = fenced[1].strip()
    if bare.startswith("{"):
        whole = _whole(bare, schema)
        if whole is not None:
            return whole
    return _found_within(bare, schema)


def _whole(bare: str, schema: Mapping[str, Json]) -> Parsed | None:
    """The reading of a reply that is one JSON value; None where more stands around it or it does not parse."""
    try:
        return _checked(_loads(bare), schema)
    except _DuplicateKey as error:
        return Parsed(None, AuditFault.DUPLICATE_KEY, f"the key `{error}` stands twice; give each key once")
    except _NotFinite as error:
        return Parsed(None, AuditFault.WRONG_TYPE, f"`{error}` is no JSON number; give a number")
    except (ValueError, RecursionError):
        return None


def _found_within(bare: str, schema: Mapping[str, Json]) -> Parsed:
    found = list(_objects(bare))
    fitting = [(end, start, parsed) for start, end, value in found if (parsed := _checked(value, schema)).fault is None]
    if len(fitting) > 1:
        return Parsed(None, AuditFault.TWO_ANSWERS, "the reply holds more than one answer; give one JSON object and nothing else")
    if not fitting:
        return _hopeless(bare, found, schema)
    end, start, parsed = fitting[0]
    if start > MAX_PREAMBLE_CHARS or _AFTER_FENCE.fullmatch(bare, end) is None:
        return Parsed(None, AuditFault.SURROUNDED, "the JSON object is surrounded by other text; give the object and nothing else")
    return parsed


def _hopeless(bare: str, found: list[tuple[int, int, Json]], schema: Mapping[str, Json]) -> Parsed:
    """What is wrong with a reply that holds no fitting object."""
    if _MARKUP.match(bare):
        return Parsed(None, AuditFault.TRANSPORT_PAGE, "a page came in place of a reply")
    if len(found) == 1:
        return _checked(found[0][2], schema)
    if len(found) > 1:
        return Parsed(None, AuditFault.TWO_ANSWERS, "none of the objects in the reply is an answer; give one JSON object and nothing else")
    if _REFUSES.search(bare[:500]):
        return Parsed(None, AuditFault.REFUSAL, "the reply is a refusal; give the JSON object")
    if "{" not in bare:
        if bare.startswith("[") and bare.endswith("]"):
            return Parsed(None, AuditFault.NOT_AN_OBJECT, "the reply is no object; give one JSON object")
        return Parsed(None, AuditFault.NO_JSON, "the reply holds no JSON object; give one and nothing else")
    if bare.count("{") > bare.count("}"):
        return Parsed(None, AuditFault.TRUNCATED, "the JSON object breaks off; give a shorter one, whole")
    return Parsed(None, AuditFault.MALFORMED_JSON, "the reply is not valid JSON; use double quotes, no comments and no trailing commas")


def _loads(text: str) -> Json:
    return cast("Json", json.loads(text, object_pairs_hook=_pairs, parse_constant=_refuse_constant))


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    read = dict(pairs)
    if len(read) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKey(key)
            seen.add(key)
    return read


def _refuse_constant(word: str) -> float:
    raise _NotFinite(word)


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_refuse_constant)


def _objects(text: str) -> Iterator[tuple[int, int, Json]]:
    """The outermost JSON objects of a text with their places; at most `MAX_OBJECTS` openings are tried."""
    at = text.find("{")
    for _ in range(MAX_OBJECTS):
        if at < 0:
            return
        try:
            value, end = cast("tuple[Json, int]", _DECODER.raw_decode(text, at))
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield at, end, value
        at = text.find("{", end)


def _checked(value: Json, schema: Mapping[str, Json]) -> Parsed:
    """A JSON value against the schema."""
    if not isinstance(value, dict):
        return Parsed(None, AuditFault.NOT_AN_OBJECT, "the reply is no object; give one JSON object")
    canonical = _canonical(value, dict(schema))
    faults = list(_faults(canonical, json.dumps(schema, sort_keys=True)))
    if not faults and isinstance(canonical, dict):
        return Parsed(canonical)
    if "error" in value and any(fault is AuditFault.MISSING_FIELD for fault, _ in faults):
        return Parsed(None, AuditFault.ERROR_BODY, "an error came in place of a reply")
    first = min(faults, key=lambda each: list(AuditFault).index(each[0]))[0]
    return Parsed(None, first, "; ".join(problem for _, problem in faults[:5]))


def _canonical(value: Json, schema: Json) -> Json:
    """The value with the words of closed choices in the case of the schema."""
    if not isinstance(schema, dict):
        return value
    options, properties, members = schema.get("enum"), schema.get("properties"), schema.get("items")
    if isinstance(value, str) and isinstance(options, list):
        same = [option for option in options if isinstance(option, str) and option.casefold() == value.strip().casefold()]
        return same[0] if len(same) == 1 else value
    if isinstance(value, dict) and isinstance(properties, dict):
        return {key: _canonical(part, properties.get(key)) for key, part in value.items()}
    if isinstance(value, list):
        return [_canonical(part, members) for part in value]
    return value


@lru_cache(maxsize=64)
def _validator(schema: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(cast("dict[str, object]", json.loads(schema)))


def _faults(value: Json, schema: str) -> Iterator[tuple[AuditFault, str]]:
    for error in _validator(schema).iter_errors(value):
        place = "/".join(map(str, error.instance_path)) or "the object"
        yield _fault_of(error.kind.name, cast("Json", error.instance), error), f"{place}: {error.message[:200]}"


def _fault_of(keyword: str, instance: Json, error: jsonschema_rs.ValidationError) -> AuditFault:
    if keyword == "required":
        return AuditFault.MISSING_FIELD
    if keyword in ("additionalProperties", "unevaluatedProperties"):
        return AuditFault.UNKNOWN_FIELD
    if keyword in ("enum", "const"):
        if not isinstance(instance, str):
            return AuditFault.WRONG_TYPE
        abstains = instance.strip().casefold().replace(" ", "_") in _ABSTENTIONS
        return AuditFault.ABSTAINED if abstains else AuditFault.UNKNOWN_WORD
    if keyword in ("type", "anyOf", "oneOf"):
        return _type_fault(instance, error.message)
    return AuditFault.OUT_OF_RANGE


def _type_fault(instance: Json, message: str) -> AuditFault:
    if isinstance(instance, str):
        word = instance.strip().casefold()
        if "boolean" in message and word in ("true", "false", "yes", "no"):
            return AuditFault.TEXT_BOOLEAN
        if ("integer" in message or "number" in message) and re.fullmatch(r"[-+]?[\d.,]{1,40}(?:e[-+]?\d{1,3})?%?", word):
            return AuditFault.TEXT_NUMBER
    return AuditFault.WRONG_TYPE
