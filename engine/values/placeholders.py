"""Placeholders and template residue: text that stands where a value should be.

`sure` marks what nobody means as a value (`<order_id>`, `YOUR_API_KEY`, `TODO`). The others (`123456`, `John Doe`, `example.com`) are
the usual stand-ins but can be real; they count only where the context does not hold them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from .identifiers import identifier_key

MAX_WHOLE_CHARS = 160

_FIELD = r"(?:name|id|ids|email|e-mail|phone|date|time|token|key|value|url|link|address|amount|number|city|title|user|username|password|company|code|text)"
_LOUD = r"(?:NAME|ID|EMAIL|PHONE|DATE|TIME|TOKEN|KEY|VALUE|URL|LINK|ADDRESS|AMOUNT|NUMBER|CITY|TITLE|USER|PERSON|COMPANY|REDACTED|PLACEHOLDER|HERE)"
_TEMPLATES = (
    (re.compile(r"\{\{[^{}\n]{1,80}\}\}|\{%[^{}\n]{1,80}%\}"), "a template expression in braces"),
    (re.compile(r"\$\{[^{}\n]{1,80}\}|%\([A-Za-z_]\w{0,40}\)[sd]"), "a template variable"),
    (re.compile(r"<(?:[A-Za-z]\w{0,30}(?:[_ -]\w{1,30}){1,6}|[A-Z][A-Z0-9_]{2,40}|" + _FIELD + r")>", re.A), "a name in angle brackets"),
    (re.compile(r"(?<![$\w{])\{(?:[a-z]\w{0,30}_\w{1,30}|" + _FIELD + r")\}(?!\})"), "a name in braces"),
    (re.compile(r"(?<![\w\]])\[(?:(?:[A-Z0-9]{1,20}[_ -]){0,4}" + _LOUD + r"(?:[_ -]?\d{1,3})?|" + _FIELD + r")\](?!\()"), "a name in square brackets"),
    (re.compile(r"(?<![\w\]])\[(?:your|insert|enter|the|name of|add) [\w' -]{2,50}\](?!\()", re.I), "a name in square brackets"),
    (re.compile(r"(?<![A-Za-z])YOUR[_-][A-Z][A-Z0-9_-]{1,40}|(?<![A-Za-z-])your[-_][a-z][\w-]{1,40}"), "it says `your ...` in place of a value"),
    (re.compile(r"(?<![A-Za-z])(?:INSERT|ENTER|REPLACE|CHANGE|PUT|ADD|FILL)_[A-Z_]{2,40}(?![a-z])", re.A), "an instruction to fill in a value"),
    (re.compile(r"(?<![a-z])(?:replace|change)[-_]?me(?![a-z])"), "an instruction to fill in a value"),
    (re.compile(r"(?:_|" + _FIELD + r"[ -](?:goes[ -])?)here(?![A-Za-z])", re.I), "an instruction to fill in a value"),
    (re.compile(r"(?<![A-Za-z])(?:TODO|TBD|FIXME|TBC)(?![A-Za-z])"), "a note that the value is still to come"),
    (re.compile(r"(?<![A-Za-z])lorem ipsum", re.I), "filler text"),
    (re.compile(r"(?<![A-Za-wyzA-WYZ])(?:X{4,64}|x{4,64})(?![A-Za-wyz])|(?<!\w)(?:[Xx]{2,8}[-. ]){1,6}[Xx]{2,8}(?!\w)"), "a row of x"),
    (re.compile(r"(?<!\w)(?:YYYY[-/.]MM[-/.]DD|DD[-/.]MM[-/.]YYYY|MM[-/.]DD[-/.]YYYY|HH:MM(?::SS)?)", re.I), "a date or time pattern"),
    (re.compile(r"__[A-Z][A-Z_]{2,40}__"), "a name between underscores"),
)
_HINT = re.compile(r"[{<\[%_]|[Yy]our-|YOUR-|here|HERE|TODO|TB[DC]|FIXME|X{2}|x{2}|-me|eplace|EPLACE|hange|HANGE|orem|OREM|[Yy]{4}|HH:|hh:")
_ENCLOSED = re.compile(r"<[^<>\n]{1,80}>|\[[A-Z][A-Z0-9_ -]{2,40}\]")
_YOURS = re.compile(r"your " + _FIELD + r"(?: (?:id|key|name|number|address|here)){0,2}\Z|your api[ _-]?(?:key|token)(?: here)?\Z")

_SURE_WORDS = {
    "null": "the word for a missing value", "undefined": "the word for a missing value", "nan": "the word for a missing value",
    "placeholder": "it says that it is a placeholder", "string": "the name of a type", "...": "an ellipsis", "…": "an ellipsis",
    "tbd": "a note that the value is still to come", "todo": "a note that the value is still to come",
}  # fmt: skip
_WEAK_WORDS = {
    **dict.fromkeys(
        "none n/a na nil unknown unspecified missing empty not_specified not-specified not_provided not_available".split(), "a word for a missing value"
    ),
    **dict.fromkeys(("not specified", "not provided", "not available", "not given", "no value"), "a word for a missing value"),
    **dict.fromkeys("str int integer float number boolean bool object array text value".split(), "the name of a type"),
    **dict.fromkeys("foo bar baz qux foobar foobaz quux foo_bar foo-bar".split(), "a word that programmers use for anything"),
    **dict.fromkeys("test testing tester test123 sample dummy example demo asdf asdfasdf qwerty abc xyz xxx aaa blah username password".split(), "a stand-in word"),
    **dict.fromkeys(
        ("john doe", "jane doe", "john q. public", "joe bloggs", "max mustermann", "john smith", "jane smith", "test user", "user name", "first last"),
        "the usual stand-in name",
    ),
    **dict.fromkeys(
        ("123 main st", "123 main street", "123 main st.", "anytown", "123 elm street", "123 example street", "your city", "some city"), "the usual stand-in address"
    ),
}  # fmt: skip
_RESERVED_HOST = re.compile(
    r"(?:https?://)?(?:www\.|api\.)?(?:example\.(?:com|org|net)|(?:my|some)?(?:domain|site|website)\.com|test\.com)(?:[:/?#][^\s]{0,120})?\Z"
)
_GENERIC_MAIL = re.compile(
    r"(?:user|users?\d{0,3}|test(?:er|ing)?\d{0,3}|name|e?mail|someone|somebody|foo|bar|admin|info|me|you|your\.?(?:name|email)|john|jane|(?:john|jane)[._]?(?:doe|smith)|"
    r"first(?:name)?[._]last(?:name)?|customer|client|recipient|sender|sample|example|contact|abc|xyz)(?:\+\w{1,20})?@(?:[\w-]{1,20}\.)?"
    r"(?:example\.(?:com|org|net)|domain\.com|email\.com|test\.com|company\.com|[\w-]{1,30}\.(?:example|test|invalid))\Z"
)
_FICTION_PHONE = re.compile(r"\+?1?\d{3}55501\d{2}\Z|55501\d{2}\Z|\+?1?5555?\d{0,2}1234567?\Z|\+?1?(\d)\1{6,10}\Z|\+?1?555\d{7}\Z")
_SERIES = re.compile(r"[a-z]{0,20}?(\d{3,16})\Z")
_ASCENDING = "01234567890123456789"
_DESCENDING = "98765432109876543210"
_LETTER_SERIES = re.compile(r"(?:abc|abcd|abcde|abcdef|abcdefg|xyz|def|qwe|qwerty|asd)(?:123|1234|12345|123456|456|789|001|000)?(?:def|xyz|ghi|456|789)?(?:456|789)?\Z")
_INTERLEAVED = re.compile(r"(?:a1b2c3|1a2b3c|a1b2c3d4|a1b2c3d4e5|1a2b3c4d|a1b2c3d4e5f6)[a-f0-9]{0,4}\Z")
_SAMPLE_UUIDS = frozenset(
    (
        "123e4567e89b12d3a456426614174000", "123e4567e89b12d3a456426655440000", "550e8400e29b41d4a716446655440000",
        "12345678123412341234123456789012", "12345678123412341234123456789abc",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Why a text is taken for a placeholder, and whether nobody could mean it as a value."""

    reason: str
    sure: bool


def is_placeholder(text: str) -> Placeholder | None:
    """What makes a text a placeholder or template residue, or None.

    Example:
        >>> is_placeholder("<order_id>"), is_placeholder("ORD-48213")
        (Placeholder(reason='a name in angle brackets', sure=True), None)
    """
    written = unicodedata.normalize("NFKC", text[: MAX_WHOLE_CHARS + 1]).strip().strip("\"'`") if len(text) <= MAX_WHOLE_CHARS * 2 else text
    return next(_reasons(written), None)


def _reasons(written: str) -> Iterator[Placeholder]:
    whole = len(written) <= MAX_WHOLE_CHARS
    lower = written.casefold() if whole else ""
    if lower in _SURE_WORDS:
        yield Placeholder(_SURE_WORDS[lower], sure=True)
    if _HINT.search(written):
        yield from (Placeholder(reason, sure=True) for pattern, reason in _TEMPLATES if pattern.search(written))
    if whole and _ENCLOSED.fullmatch(written) and "@" not in written and "://" not in written:
        yield Placeholder("a name in brackets", sure=True)
    if whole and _YOURS.match(lower):
        yield Placeholder("it says `your ...` in place of a value", sure=True)
    if whole and written:
        yield from _weak_reasons(lower)


def _weak_reasons(lower: str) -> Iterator[Placeholder]:
    if lower in _WEAK_WORDS:
        yield Placeholder(_WEAK_WORDS[lower], sure=False)
    if _GENERIC_MAIL.match(lower):
        yield Placeholder("a stand-in e-mail address", sure=False)
    if _RESERVED_HOST.match(lower):
        yield Placeholder("an address reserved for examples", sure=False)
    compact = identifier_key(lower)
    phone = re.sub(r"[^\d+]", "", lower) if not any(map(str.isalpha, lower)) else ""
    if len(phone) >= 7 and _FICTION_PHONE.match(phone):
        yield Placeholder("a phone number reserved for fiction", sure=False)
    if len(compact) == 32 and len(set(compact)) == 1:
        yield Placeholder("an empty UUID", sure=True)
    if compact in _SAMPLE_UUIDS:
        yield Placeholder("the usual sample UUID", sure=False)
    if _LETTER_SERIES.match(compact) or _INTERLEAVED.match(compact):
        yield Placeholder("a row of letters and digits in order", sure=False)
    series = _SERIES.match(compact)
    if series is not None and not lower.startswith("-") and _is_series(series[1], bare=len(series[1]) == len(compact)):
        yield Placeholder("a row of digits in order or all alike", sure=False)


def _is_series(digits: str, *, bare: bool) -> bool:
    """Whether digits only count up or down or repeat: five of them, or three (`order_123`) after letters."""
    if len(digits) < (5 if bare else 3):
        return False
    if digits in _ASCENDING:
        return digits[0] in "01"
    return (len(set(digits)) == 1 and len(digits) >= 5) or (digits in _DESCENDING and digits[0] == "9" and len(digits) >= 5)
