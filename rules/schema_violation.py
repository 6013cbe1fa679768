"""GR103 to GR108: arguments that break the JSON Schema of their tool, arguments that are no JSON object, and schemas that cannot be used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from ..engine.arguments import FaultCode
from ..engine.inquiry import Inquiry
from ..engine.registry import SchemaFault
from ..engine.rule import Example, Rule, Status
from ..engine.schema_text import shown_value
from ..engine.types import ARGUMENTS_ITEM, TOOL_ITEM, Finding, Flag, Json, Outcome, Scalar, Severity

_TYPE = frozenset(("type",))
_REQUIRED = frozenset(("required", "dependentRequired"))
_CHOICE = frozenset(("enum", "const"))
_NAMES = frozenset(("additionalProperties", "unevaluatedProperties"))  # GR102
_LIMIT = "limit"
_LOCAL_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Family:
    """The part that rules over schema faults share: which keywords they report, as what."""

    id: str
    flag: Flag
    keywords: Callable[[str], bool]
    outcome: Outcome = Outcome.UNSUPPORTED

    def check(self, inquiry: Inquiry) -> Iterator[Finding]:
        for fault in inquiry.schema_faults:
            if self.keywords(fault.keyword):
                outcome = Outcome.UNDECIDED if fault.keyword == _LIMIT or _lacks_only_offset(fault, inquiry) else self.outcome
                suggestion = _same_choice(fault, inquiry) if fault.keyword in _CHOICE else None
                item = fault.pointer or ARGUMENTS_ITEM
                yield Finding(self.id, item, outcome, Severity.HIGH, fault.message, flag=self.flag, suggestion=suggestion)


def _lacks_only_offset(fault: SchemaFault, inquiry: Inquiry) -> bool:
    """True for a date-time that is whole but for the offset that RFC 3339 asks for: tools that say `date-time` often take a local time."""
    if fault.keyword != "format":
        return False
    value = next((leaf.value for leaf in inquiry.leaves if leaf.pointer == fault.pointer), None)
    return isinstance(value, str) and _LOCAL_TIME.fullmatch(value) is not None


def _same_choice(fault: SchemaFault, inquiry: Inquiry) -> Scalar | None:
    """The one allowed member that differs from the value only in case and spacing."""
    value = next((leaf.value for leaf in inquiry.leaves if leaf.pointer == fault.pointer), None)
    if not isinstance(value, str):
        return None
    fitting = {member for member in fault.allowed if isinstance(member, str) and _folded(member) == _folded(value)}
    return next(iter(fitting)) if len(fitting) == 1 else None


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").replace("-", " ").casefold().split())


def _malformed(inquiry: Inquiry) -> Iterator[Finding]:
    for fault in inquiry.arguments.faults:
        if fault.code is FaultCode.EMPTY and _declares_parameters(inquiry):
            message = f"{fault.message}; the tool takes parameters, so the call may have been cut off"
            yield Finding("GR107", ARGUMENTS_ITEM, Outcome.UNDECIDED, Severity.HIGH, message, flag=Flag.MALFORMED_ARGUMENTS)
        elif fault.lossless:
            yield Finding("GR107", ARGUMENTS_ITEM, Outcome.SUPPORTED, Severity.COSMETIC, fault.message, derivation="unwrapped")
        else:
            yield Finding("GR107", ARGUMENTS_ITEM, Outcome.UNSUPPORTED, Severity.CRITICAL, fault.message, flag=Flag.MALFORMED_ARGUMENTS)


def _declares_parameters(inquiry: Inquiry) -> bool:
    tool = inquiry.tool
    if tool is None or not tool.parameters:
        return False
    return bool(tool.parameters.get("properties")) or not {"properties", "type"} >= tool.parameters.keys()


def _broken_schema(inquiry: Inquiry) -> Iterator[Finding]:
    tool = inquiry.tool
    if tool is not None and tool.broken is not None:
        message = f"the schema of tool {shown_value(tool.name)} cannot be used: {tool.broken}"
        yield Finding("GR108", TOOL_ITEM, Outcome.UNSUPPORTED, Severity.HIGH, message, flag=Flag.FORMAT_VIOLATION)


def _rule(rule_id: str, name: str, check: Callable[[Inquiry], Iterable[Finding]], doc: str, *examples: Example) -> Rule:
    return Rule(id=rule_id, name=name, since="0.1.0", status=Status.PREVIEW, check=check, doc=doc.strip(), examples=examples)


_COUNT: Json = {"type": "integer"}
_SIZE: Json = {"type": "string", "enum": ["small", "extra large"]}
_DAY: Json = {"type": "string", "format": "date"}
_MOMENT: Json = {"type": "string", "format": "date-time"}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}

_WRONG_TYPE = """
An argument has another JSON type than its schema asks for.

**Why.** A number as text, a list as a JSON text inside a string, null for a required value: some servers coerce, some store garbage, some fail
far away from the call.

**Silent when.** The schema names no type, or one of several types or alternatives fits; 3.0 counts as an integer, as JSON Schema says.

**Not caught.** A text of the right type that holds the wrong sort of thing.
"""

_MISSING = """
A required argument is missing.

**Why.** The model had no value for it, or forgot it. To guess one would be worse: the answer is a question to the user, or a look-up.

**Silent when.** The schema does not require it under the conditions that hold; a present null is a matter of type.

**Not caught.** A parameter that the description calls mandatory and the schema does not.
"""

_CHOICES = """
A closed choice was answered with something that is not on its list.

**Why.** Invented members are refused by the tool at best, and silently replaced by a default at worst. A member in another case or spacing is
still not the member; it is told as the suggestion.

**Silent when.** The value is a member, or the schema has no `enum` or `const` there.

**Not caught.** A member that does not fit what was asked for, and choices that only the description lists.
"""

_FORMATS = """
A value breaks a format, range, length, pattern or another constraint of its schema.

**Why.** A constraint is what the tool's author knows about good values; a value outside it was not taken from anywhere that the tool knows.

**Silent when.** Every constraint holds. Formats that JSON Schema does not define are not checked.

**Not caught.** A value inside the constraints that is wrong, and constraints that only the description states. Where the alternatives of a
schema multiply so far that they cannot be checked in time, the arguments stay undecided.
"""

_MALFORMED = """
The arguments are not one JSON object as they stand.

**Why.** Cut-off, doubled, quoted or commented argument texts are often "repaired" into a valid call that means something else. Only what can be
unwrapped without loss is: a fence around the object, one more layer of string encoding, white space that JSON does not know, raw line
breaks inside strings. It is named, and the object inside is checked as usual.

**Silent when.** The text is one JSON object with distinct keys and exact numbers. Nothing at all is fine for a tool without parameters.

**Not caught.** A text that was cut off and then closed again before it got here.
"""

_BROKEN = """
The tool's own schema cannot be used, so that no call of it can be checked.

**Why.** A schema that is not valid, that refers to another host or that holds a pattern without a safe reading checks nothing; to let its
calls pass would call unchecked calls fine.

**Silent when.** The schema is valid in its draft (4, 6, 7, 2019-09 or 2020-12, the newest that fits where none is declared). A few well-known
departures, such as Python type names, are read as what they mean.

**Not caught.** A valid schema that does not describe what the tool does.
"""

RULES: tuple[Rule, ...] = (
    _rule(
        "GR103",
        "wrong-type",
        _Family("GR103", Flag.TYPE_MISMATCH, _TYPE.__contains__).check,
        _WRONG_TYPE,
        Example("a number as text", {"count": "3"}, ("/count",), parameters={"count": _COUNT}, user="Order 3 of them"),
        Example("the number itself", {"count": 3}, parameters={"count": _COUNT}, user="Order 3 of them"),
        Example("near miss: a fraction", {"count": 3.5}, ("/count",), parameters={"count": _COUNT}, user="Order 3.5 of them"),
        Example("near miss on the silent side: a whole number with a decimal point", {"count": 3.0}, parameters={"count": _COUNT}, user="Order 3 of them"),
        Example(
            "a list as a text",
            {"tags": '["red", "blue"]'},
            ("/tags",),
            parameters={"tags": {"type": "array", "items": {"type": "string"}}},
            user="Tag it red and blue",
        ),
        Example("null where the schema allows it", {"note": None}, parameters={"note": {"type": ["string", "null"]}}, user="No note"),
        Example(
            "wrong inside the alternative that was meant",
            {"target": {"room": "7"}},
            ("/target/room",),
            parameters={"target": {"anyOf": [{"type": "object", "properties": {"room": {"type": "integer"}}}, {"type": "null"}]}},
            user="Room 7",
        ),
    ),
    _rule(
        "GR104",
        "missing-required",
        _Family("GR104", Flag.MISSING_REQUIRED, _REQUIRED.__contains__, Outcome.UNDECIDED).check,
        _MISSING,
        Example("left out", {}, ("/count",), parameters={"count": _COUNT}, required=("count",), user="Order some"),
        Example("present", {"count": 2}, parameters={"count": _COUNT}, required=("count",), user="Order 2"),
        Example("near miss on the silent side: present though zero", {"count": 0}, parameters={"count": _COUNT}, required=("count",), user="Order 0"),
        Example(
            "left out of a nested object",
            {"to": {"name": "Ann"}},
            ("/to/email",),
            parameters={"to": {"type": "object", "properties": {"name": {}, "email": {}}, "required": ["email"]}},
            user="Write to Ann",
        ),
        Example(
            "required by another argument",
            {"coupon": "MAY"},
            ("/code",),
            schema={"type": "object", "properties": {"coupon": {}, "code": {}}, "dependentRequired": {"coupon": ["code"]}},
            user="Use the coupon MAY",
        ),
    ),
    _rule(
        "GR105",
        "choice-outside-enum",
        _Family("GR105", Flag.UNSUPPORTED_ENUM, _CHOICE.__contains__).check,
        _CHOICES,
        Example("no such member", {"size": "giant"}, ("/size",), parameters={"size": _SIZE}, user="A giant one"),
        Example("a member", {"size": "small"}, parameters={"size": _SIZE}, user="A small one"),
        Example("near miss: another case", {"size": "Small"}, ("/size",), parameters={"size": _SIZE}, user="A small one"),
        Example("near miss: another spacing", {"size": "extra-large"}, ("/size",), parameters={"size": _SIZE}, user="An extra-large one"),
        Example("near miss on the silent side: the exact member", {"size": "extra large"}, parameters={"size": _SIZE}, user="An extra-large one"),
    ),
    _rule(
        "GR106",
        "format-violation",
        _Family("GR106", Flag.FORMAT_VIOLATION, lambda keyword: keyword not in _TYPE | _REQUIRED | _CHOICE | _NAMES).check,
        _FORMATS,
        Example("a day that the calendar lacks", {"day": "2027-02-29"}, ("/day",), parameters={"day": _DAY}, user="On 2027-02-29"),
        Example("near miss on the silent side: a leap day", {"day": "2028-02-29"}, parameters={"day": _DAY}, user="On 2028-02-29"),
        Example(
            "a date-time without its offset is undecided", {"start": "2031-05-04T15:00:00"}, ("/start",), parameters={"start": _MOMENT}, user="2031-05-04, 15:00"
        ),
        Example("above the range", {"share": 1.5}, ("/share",), parameters={"share": _SHARE}, user="1.5"),
        Example("near miss on the silent side: on its edge", {"share": 1}, parameters={"share": _SHARE}, user="1"),
        Example("too few elements", {"ids": []}, ("/ids",), parameters={"ids": {"type": "array", "minItems": 1}}, user="None"),
        Example("against the pattern", {"sku": "7A"}, ("/sku",), parameters={"sku": {"type": "string", "pattern": "^[A-Z][0-9]$"}}, user="Buy 7A"),
    ),
    _rule(
        "GR107",
        "malformed-arguments",
        _malformed,
        _MALFORMED,
        Example("an object as text", '{"size": "small"}', parameters={"size": _SIZE}, user="A small one"),
        Example("cut off", '{"size": "sma', ("$args",), parameters={"size": _SIZE}, user="A small one"),
        Example("near miss on the silent side: an apostrophe", '{"note": "Ann\'s"}', parameters={"note": {"type": "string"}}, user="Ann's"),
        Example("single quotes", "{'size': 'small'}", ("$args",), parameters={"size": _SIZE}, user="A small one"),
        Example("prose after the object", '{"size": "small"} Done.', ("$args",), parameters={"size": _SIZE}, user="A small one"),
        Example("near miss on the silent side: a line break after it", '{"size": "small"}\n', parameters={"size": _SIZE}, user="A small one"),
        Example("encoded twice", '"{\\"size\\": \\"small\\"}"', parameters={"size": _SIZE}, user="A small one"),
        Example("a key twice", '{"size": "small", "size": "giant"}', ("$args",), parameters={"size": _SIZE}, user="A small one"),
        Example("no number", '{"share": NaN}', ("$args",), parameters={"share": _SHARE}, user="A share"),
        Example("nothing for a tool with parameters", "", ("$args",), parameters={"size": _SIZE}, user="A small one"),
        Example("nothing for a tool without parameters", "", schema={"type": "object", "properties": {}}, user="Refresh"),
    ),
    _rule(
        "GR108",
        "broken-tool-schema",
        _broken_schema,
        _BROKEN,
        Example("a bound that is a text", {"share": 1}, ("$tool",), parameters={"share": {"type": "number", "minimum": "0"}}, user="1"),
        Example("near miss on the silent side: the bound as a number", {"share": 1}, parameters={"share": {"type": "number", "minimum": 0}}, user="1"),
        Example("a reference to another host", {"day": "x"}, ("$tool",), parameters={"day": {"$ref": "https://example.com/day.json"}}, user="x"),
        Example(
            "near miss on the silent side: a reference inside the schema",
            {"count": 3},
            schema={"type": "object", "properties": {"count": {"$ref": "#/$defs/count"}}, "$defs": {"count": cast("Json", {"type": "integer"})}},
            user="3",
        ),
        Example("a pattern that looks back", {"word": "aa"}, ("$tool",), parameters={"word": {"type": "string", "pattern": "(a)\\1"}}, user="aa"),
        Example("the name of a Python type", {"share": 0.5}, parameters={"share": {"type": "float"}}, user="0.5"),
        Example("an unknown type", {"share": 0.5}, ("$tool",), parameters={"share": {"type": "quux"}}, user="0.5"),
    ),
)
