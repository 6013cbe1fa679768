"""What a leaf argument asks for: the kind of its value, the words that name its slot, and what a wrong value would do.

The kind follows from the schema first (enum, format, type), then from the shape of the value, and from the words of the parameter's name
only where the shape leaves it open (an all-digit string is an identifier under `zip`, a number under `count`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from .json_walk import Leaf
from .normalize import fold_words, name_words, stem
from .types import Effect, Json, Kind
from .values import Group, addresses, dates, identifiers, numbers

_FORMATS = {
    "date": Kind.DATE,
    "time": Kind.TIME,
    "date-time": Kind.DATETIME,
    "duration": Kind.DURATION,
    "email": Kind.EMAIL,
    "idn-email": Kind.EMAIL,
    "uri": Kind.URL,
    "iri": Kind.URL,
    "uri-reference": Kind.URL,
    "hostname": Kind.URL,
    "uuid": Kind.IDENTIFIER,
    "ipv4": Kind.IDENTIFIER,
    "ipv6": Kind.IDENTIFIER,
}
_ID_WORDS = frozenset(
    "id ids uuid guid key token code zip zipcode postcode postal isbn ssn iban swift bic sku serial pin account acct password passwd secret"
    " hash imei vin ticket reference ref credential apikey appid userid orderid accesstoken cik passport license plate".split()
)
_OPAQUE_WORDS = frozenset("id ids uuid guid token serial sku pin".split())
_FORMULA_WORDS = frozenset("expression equation formula function func polynomial calculation".split())
_PHONE_WORDS = frozenset("phone mobile telephone tel cell fax msisdn whatsapp".split())
_TEMPORAL_WORDS = frozenset(
    "date time datetime day when start end due deadline timestamp birthday birth dob checkin checkout departure arrival from until since to".split()
)
_PATH_WORDS = frozenset("path file filename filepath folder dir directory".split())
_COMPOSED_WORDS = frozenset(
    "subject body message messages content text query queries question prompt note notes description comment comments summary reason title keywords"
    " keyword search caption details html markdown code script command cmd sql expression pattern regex filter formula instruction instructions"
    " purpose task explanation review feedback statement topic equation function q post tweet memo remark remarks thought reply".split()
)
_EDIT_WORDS = frozenset("old new str string text replacement replace find code snippet patch diff".split())
"""Parameters named with these words alone hold the text of an edit."""
_NAME_WORDS = frozenset(
    "name names first last surname given city cities town country state province region location place destination origin address street company"
    " artist author actor director cast band singer album song track movie film book player team person patient customer client passenger owner"
    " receiver sender recipient attendees attendee contact brand restaurant hotel venue airport station airline university school username user"
    " employee organization org stock symbol ticker".split()
)
_READ_VERBS = frozenset(
    "get list find search read view download print"
    " preview fetch lookup look query check show describe view count calculate compute convert translate summarize analyze"
    " analyse estimate predict compare validate verify retrieve recommend browse detect classify explain solve determine measure evaluate"
    " monitor scan track display select sort filter parse extract identify generate"
    " cat cmp cut df diff du egrep fgrep grep head id less ls more od pwd sort stat tail uniq wc which who whoami".split()
)
"""Verbs of questions, then the POSIX utilities that only read."""
_DESTRUCTIVE_VERBS = frozenset("delete remove cancel drop erase purge destroy revoke terminate wipe kill uninstall close".split())
_WRITE_VERBS = frozenset(
    "create add send update set post write book reserve buy purchase pay order make submit register modify edit change schedule insert upload"
    " save transfer return exchange start stop enable disable assign invite share request apply install move rename copy place sign login"
    " authenticate execute run trade fund subscribe unsubscribe turn lock unlock press fill mark complete reply forward publish approve refund".split()
)
_ZONE_WORDS = frozenset("timezone zone tz time".split())
KNOB_WORDS = frozenset(
    "limit page pages offset timeout retries retry delay batch chunk buffer depth verbose results precision decimals seed".split()
)
"""Words of parameters that steer the tool rather than state a fact."""
_UNIT_WORDS = frozenset("unit units system format currency language locale timezone zone mode type kind".split())
_PERCENT_WORDS = frozenset("percent percents percentage pct".split())
_FRACTION_WORDS = frozenset("fraction fractional ratio proportion".split())
_DECIMAL = re.compile(r"[+-]?\d+[.,]\d+")
_MONTH_DAY = re.compile(r"\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{4}")
_DAY_WORDS = frozenset("date day birthday birth dob".split())
_ZONE = re.compile(r"[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_+-]+){1,2}")
_PATH_SHAPE = re.compile(r"(?:[A-Za-z]:)?[\w.~*-]*[/\\][\w./\\~*@ -]+|[\w*-]+\.[A-Za-z][A-Za-z0-9]{1,4}")
_BOOLEAN_TEXTS = frozenset(("true", "false", "yes", "no"))


STRICT_GROUPS: Mapping[Kind, Group] = {Kind.EMAIL: Group.EMAIL, Kind.URL: Group.URL, Kind.PHONE: Group.PHONE, Kind.IDENTIFIER: Group.IDENTIFIER}
"""The kinds that only the exact value grounds, each with the group that its finder yields."""


def is_strict(kind: Kind) -> bool:
    """True for identifiers, contacts and links: one changed character is another one."""
    return kind in STRICT_GROUPS


MIN_KEY_CHARS = 3
"""A shorter word without digits under `key` is a word (the key of C), not an opaque identifier."""
MIN_RECORD_DIGITS = 3
"""A member of a closed choice with fewer digits under an id's name is the name of a variant (`gpt-4`), not a record."""
MIN_NUMERIC_ID = 100
"""A shorter integer under an id's name is looked for as a number: it stands in every context, so it can be neither proof nor fabrication."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A leaf, judged by what it asks for.

    `words` are the stems of the parameter's own name, `hints` those of its description; `strict` means that only the exact value grounds
    it; `composed` that the model is asked to write it; `formula` that each figure inside it counts; `as_percent` whether a share is taken as
    percent (True), as a fraction of one (False), or nothing says which (None).
    """

    kind: Kind
    words: frozenset[str]
    hints: frozenset[str]
    strict: bool
    composed: bool
    formula: bool = False
    as_percent: bool | None = None


def _stems(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem(word) for word in words)


def slot_of(leaf: Leaf) -> Slot:
    """The slot of a leaf."""
    words = name_words(leaf.name)
    kind = _kind(leaf, frozenset(words))
    description = leaf.schema.get("description")
    hints = _stems(tuple(fold_words(description)[:40])) if isinstance(description, str) else frozenset[str]()
    formula = kind is Kind.TEXT and bool(_FORMULA_WORDS.intersection(words))
    composed = kind is Kind.TEXT and (formula or frozenset(words) <= _EDIT_WORDS or bool(_COMPOSED_WORDS.intersection(words)) or _is_long(leaf.value))
    return Slot(kind, _stems(words), hints, is_strict(kind), composed, formula, takes_percent(leaf))


def _is_long(value: Json) -> bool:
    return isinstance(value, str) and (value.count(" ") >= 7 or "\n" in value)


def _kind(leaf: Leaf, words: frozenset[str]) -> Kind:
    value, schema = leaf.value, leaf.schema
    if value is None:
        return Kind.NULL
    if isinstance(value, list | dict):
        return Kind.TEXT
    if "enum" in schema or "const" in schema:
        return _member_kind(value, words)
    if isinstance(value, bool):
        return Kind.BOOLEAN
    if isinstance(value, int | float):
        return Kind.IDENTIFIER if isinstance(value, int) and abs(value) >= MIN_NUMERIC_ID and _is_id_slot(words) else Kind.NUMBER
    return _text_kind(value, schema, words)


MAX_KEY_CHARS = 200
MIN_KEY_DIGITS = 4
"""A name in lower case without a hyphen and with fewer digits is the name of a field (`line_2`, `sha256`), not a record's id."""


def is_detail_key(key: str) -> bool:
    """True for the name of a member that looks like a hard detail: a contact, a link, a date, a number, a path or an identifier."""
    if not MIN_KEY_CHARS <= len(key) <= MAX_KEY_CHARS or " " in key.strip():
        return False
    if "@" in key:
        return addresses.email_key(key) is not None
    if "://" in key or key.startswith(("/", "./", "~/")):
        return True
    if not any(char.isdigit() for char in key):
        return False
    if key.lstrip("+").isdigit() or dates.parse_temporal(key) is not None:
        return True
    is_coined = "-" in key or any(char.isupper() for char in key) or sum(char.isdigit() for char in key) >= MIN_KEY_DIGITS
    return is_coined and identifiers.is_identifier_token(key)


def _member_kind(value: Json, words: frozenset[str]) -> Kind:
    """A member of a closed choice is a choice, but a number where it is digits, and what it is where it is a contact, a link or a record's id."""
    if not isinstance(value, str):
        return Kind.CHOICE
    text = value.strip()
    if text.isdecimal():
        return Kind.NUMBER
    if "@" in text and addresses.email_key(text) is not None:
        return Kind.EMAIL
    if "://" in text and " " not in text and addresses.url_key(text) is not None:
        return Kind.URL
    is_record = bool(words & _OPAQUE_WORDS) and sum(char.isdigit() for char in text) >= MIN_RECORD_DIGITS and identifiers.is_identifier_token(text)
    return Kind.IDENTIFIER if is_record else Kind.CHOICE


def _is_id_slot(words: frozenset[str]) -> bool:
    return bool(words & _ID_WORDS) or ("number" in words and bool(words & {"flight", "order", "account", "case", "card", "invoice", "phone", "tracking", "room"}))


def _text_kind(value: str, schema: Mapping[str, Json], words: frozenset[str]) -> Kind:
    text = value.strip()
    if not text:
        return Kind.TEXT
    declared = schema.get("format")
    if isinstance(declared, str) and declared in _FORMATS and not (declared == "hostname" and words & _NAME_WORDS):
        return _FORMATS[declared]
    if words & _PHONE_WORDS and not any(char.isalpha() for char in text):
        return Kind.PHONE
    if "@" in text and addresses.email_key(text) is not None:
        return Kind.EMAIL
    if "://" in text or text.startswith("www."):
        if " " not in text:
            return Kind.URL if addresses.url_key(text) is not None else Kind.IDENTIFIER
    elif text.lower() in _BOOLEAN_TEXTS:
        return Kind.BOOLEAN
    return _shaped_kind(text, words)


def _shaped_kind(text: str, words: frozenset[str]) -> Kind:
    has_digit = any(char.isdigit() for char in text)
    if words & _FORMULA_WORDS and has_digit:
        return Kind.TEXT
    if words & _DAY_WORDS and _MONTH_DAY.fullmatch(text):
        return Kind.DATE
    if has_digit and not _is_id_slot(words) and len(text) <= 60:
        temporal = None if _DECIMAL.fullmatch(text) else dates.parse_temporal(text)
        if temporal is not None and (not text.isdigit() or words & _TEMPORAL_WORDS):
            return temporal.kind
        numeric = numbers.parse_numeric(text)
        if numeric is not None and not (numeric.kind is Kind.NUMBER and "-" in text[1:]):
            return Kind.IDENTIFIER if numeric.kind is Kind.NUMBER and text[0] == "0" and text.isdigit() and len(text) > 1 else numeric.kind
    if words & _COMPOSED_WORDS and not (_is_id_slot(words) and " " not in text) and (" " in text or not has_digit):
        return Kind.TEXT
    if _ZONE.fullmatch(text) and words & _ZONE_WORDS:
        return Kind.CODE
    if _is_path(text, words):
        return Kind.PATH
    if " " not in text and (has_digit or "@" in text or words & _OPAQUE_WORDS or ("key" in words and len(text) >= MIN_KEY_CHARS)) and "," not in text:
        return Kind.IDENTIFIER
    if _is_long(text):
        return Kind.TEXT
    if _is_named(text, words):
        return Kind.NAME
    return Kind.WORD if " " not in text else Kind.TEXT


def _is_path(text: str, words: frozenset[str]) -> bool:
    if " " in text or "*" in text or text.replace(".", "").isdigit():
        return False
    return bool(words & _PATH_WORDS) or _PATH_SHAPE.fullmatch(text) is not None


def _is_named(text: str, words: frozenset[str]) -> bool:
    if words & _NAME_WORDS and not words & _UNIT_WORDS:
        return True
    tokens = text.split()
    capitals = sum(1 for token in tokens if token[:1].isupper())
    return len(tokens) > 1 and capitals * 2 > len(tokens)


def takes_percent(leaf: Leaf) -> bool | None:
    """True where the parameter takes a share as percent, False where as a fraction of one, None where nothing says which.

    The name decides, then a schema that allows nothing above 1, then the description.
    """
    words = set(name_words(leaf.name))
    if words & _PERCENT_WORDS:
        return True
    top = leaf.schema.get("maximum", leaf.schema.get("exclusiveMaximum"))
    if words & _FRACTION_WORDS or (isinstance(top, int | float) and not isinstance(top, bool) and 0 < top <= 1):
        return False
    description = leaf.schema.get("description")
    told = description[:200].lower() if isinstance(description, str) else ""
    as_percent, as_fraction = any(word in told for word in ("percent", "%")), any(word in told for word in ("fraction", "decimal", "between 0 and 1", "0-1"))
    return as_percent if as_percent != as_fraction else None


def is_name_slot(name: str) -> bool:
    """True where a parameter's name asks for the name of a person, place or organisation."""
    return bool(_NAME_WORDS.intersection(name_words(name)))


@lru_cache(maxsize=4096)
def effect_of(name: str, *, read_only: bool | None = None, destructive: bool | None = None) -> Effect:
    """What running a tool does: `read`, `write` or `destructive`.

    The verbs in the name decide, of several clauses (`get_and_apply`) the strongest; a name without a known verb counts as a write. An MCP
    hint may make a write a read or a read a write, but nothing makes a destructive verb milder.
    """
    words = name_words(name)
    if destructive or _DESTRUCTIVE_VERBS.intersection(words):
        return Effect.DESTRUCTIVE
    if read_only:
        return Effect.READ
    clauses = " ".join(words).replace(" then ", " and ").split(" and ")
    effects = [_effect_of_clause(clause.split()) for clause in clauses]
    return Effect.WRITE if Effect.WRITE in effects or read_only is False else Effect.READ


def _effect_of_clause(words: list[str]) -> Effect:
    """By the first known verb; "check out" and "check in" are no checks."""
    for word, following in itertools.pairwise((*words, "")):
        if word in _WRITE_VERBS or (word == "check" and following in ("in", "out")):
            return Effect.WRITE
        if word in _READ_VERBS:
            return Effect.READ
    return Effect.WRITE
