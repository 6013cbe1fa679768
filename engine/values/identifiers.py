"""Identifiers: record numbers, codes and keys of every usual form, IP and MAC addresses, checksummed numbers and handles.

An identifier nearly always holds a digit, so the scan goes from digit to digit, takes the token around one and asks which form it has.
Forms with spaces (IBAN, cards) start from a token too. What only looks like one (dates, times, versions, measures, ordinals, money) is left out.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from ..normalize import kept_when_short
from ..types import Kind, Span, Value
from .checksums import canonical_ip, iban_end, is_iban, is_luhn

MAX_TOKEN_CHARS = 512

_ANCHOR = re.compile(r"[\d@:](?:(?<=\d)|(?<=@)(?=[A-Za-z])|(?<=:)(?=:))")
_TOKEN_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:")
_TOKEN = re.compile(r"[\w.:+=~%-]+")
_HANDLE = re.compile(r"@[A-Za-z]\w{1,29}(?:-\w{1,29})?(?![\w@]|\.\w)")

_SMALL = re.compile(r"\d{1,2}(?![\w.:+=~%-])")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.I)
_URN_UUID = re.compile(r"urn:uuid:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.I)
_HEX32 = re.compile(r"[0-9a-f]{32}", re.I)
_PREFIX_LENGTH = re.compile(r"/\d{1,3}(?![\w/])")
_MAC = re.compile(r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}|(?:[0-9a-f]{2}-){5}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}", re.I)
_LETTER_MAC = re.compile(r"(?<![\w:.-])[A-Fa-f]{2}([:-])(?:[A-Fa-f]{2}\1){4}[A-Fa-f]{2}(?![\w:-])")
_UNSPACED = re.compile(r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af]")
_IP = re.compile(r"(?:[0-9a-fA-F]{0,4}:){2,7}(?:[0-9a-fA-F]{1,4}|\d{1,3}(?:\.\d{1,3}){3})?|\d{1,3}(?:\.\d{1,3}){3}")
_QUAD = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_CARD = re.compile(r"\d{4}[ -]?(?:\d{4}[ -]?\d{4}[ -]?\d{1,7}|\d{6}[ -]?\d{4,5})(?![ -]?\d)")

_DATE = re.compile(
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{4}-\d{2}|\d{4}-Q\d|\d{4}-W\d{2}(?:-\d)?|\d{1,2}-[A-Za-z]{3,9}-\d{2,4})"
    r"(?:[T_]?\d{1,2}[:.]?\d{2}.*)?\Z"
)
_YEAR_WORD = re.compile(r"(?:19|20)\d{2}[A-Za-z]{2,}\Z")
_SCIENTIFIC = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3}|[^\W\d_a-zA-Z]{1,3})\Z")
_AMERICAN_PHONE = re.compile(r"(?:1-)?\d{3}-\d{3}-\d{4}\Z")
_STAMP = re.compile(r"(?:\d{4}-?\d{2}-?\d{2}T\d{2}.*|\d{1,2}:\d{2}.*|P(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?)\Z")
_VERSION = re.compile(r"v?\d{1,4}(?:\.\d{1,6}){1,4}(?:[-.]?(?:rc|alpha|beta|dev|post|a|b)[-.]?\d*)?\Z|v\d{1,3}\Z", re.I)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|er|e|º|ª|o|a)\Z", re.I)
_MEASURE = re.compile(
    r"[+-]?\d{1,6}(?:[.x]\d{1,6})*(?:[a-z]{1,2}|[CFNVJX]|[kMGTP]?[Bb](?:ps|it|yte)?s?|[kMG]?[HWVA]z?|kWh|mAh|mph|kmh|kph|rpm|dpi|fps|bps|psi|lbs?|oz|hrs?|mins?|secs?|days?"
    r"|weeks?|months?|years?|ppm|mmHg|min|sec|mol|cal|kcal|[KMB]n?|[AP]M|ft|in|cm2|m2|m3|km2|USD|EUR|GBP|JPY|CHF|CAD|AUD|INR|D|K|G|W|L|T|ers|ish|yo|pc|pcs|px|"
    r"pt|em|rem|vh|vw|sqft|bn|tn|mn)\Z"
)
_RANGE = re.compile(r"\d{1,4}(?:\.\d+)?-\d{1,4}(?:\.\d+)?[a-z%]{0,3}\Z")
_COMPOUND = re.compile(r"\d{1,4}(?:\.\d+)?(?:st|nd|rd|th|s)?-[a-z]{2,}(?:-[a-z]+)*\Z", re.I)
_WORD_NUMBER = re.compile(
    r"(?:covid|sars-cov|sars|top|mid|post|pre|non|age|aged|grade|level|type|phase|stage|step|tier|class|category|cat|chapter|section|part|page|pages|round|"
    r"week|day|year|month|hour|late|early|under|over|vitamin|omega|gpt|iso|mp|utf|area|route|highway|sub|super|plan|version|option|apollo|boeing|"
    r"airbus|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|"
    r"fy|cy|q|h|s|utc|gmt|est|pst|cet|a|the|to|of|in|and|or)[-_.]?\d{1,4}(?:[-_./]\d{1,4})?\Z",
    re.I,
)
_AIRLINE_STYLE = re.compile(r"[A-Z]{2,3}\d{2,4}[A-Z]?\Z")
_CUES = frozenset(
    """id ids order orders ticket case invoice account acct booking reservation confirmation reference ref flight pin zip code room item sku
    user customer patient policy claim transaction tracking serial card member employee product record po rma badge gate locator pnr
    passport licence license number num nr""".split()
)
_CUE_GAP = " \t\"'.:=#[({-"
_UPPER_CODE = re.compile(r"[A-Z]{5,8}+(?![\w-])")
_UPPER_CUE = re.compile(
    r"\b(?:code|locator|pnr|booking|reservation|confirmation|reference|ref|record)(?:[\s_-]{0,2}(?:id|number|no|code|locator))?"
    r"[\s\"'.:=#-]{0,6}(?:is\s{1,2})?[\"'#]?\Z",
    re.I,
)
_UNIT_AFTER = re.compile(
    r"\s?(?:%|°|€|£|percent\b|per\s?cent\b|USD\b|EUR\b|GBP\b|dollars?\b|euros?\b|pounds?\b|miles?\b|km\b|kg\b|people\b|users\b|times\b|years?\b)",
    re.I,
)

_SHARDS = re.compile(r"[-_.:/\s]+")
_WRAP = "\"'`‘’“”«»()[]{}<>#, \t\r\n"
_URN = re.compile(r"(?:urn:uuid:|x'(?=[0-9a-f-]{32,36}))", re.I)
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−\u00ad", "-"))


def find_identifiers(text: str) -> list[Value]:
    """The identifiers of a text, in order; the key is the text in lower case without separators (see `identifier_key`)."""
    found: list[Value] = []
    done = 0
    anchor = _ANCHOR.search(text)
    while anchor is not None:
        at = anchor.start()
        small = _SMALL.match(text, at)
        if small is not None and (at == 0 or text[at - 1] in " ,|([\n\t\""):
            anchor = _ANCHOR.search(text, small.end())
            continue
        span, resume = _handle(text, at) if text[at] == "@" else _token_at(text, at, floor=done)
        if span is not None:
            done = span.end
            written = span.of(text)
            found.append(Value(Kind.IDENTIFIER, span, written, (identifier_key(written),)))
        anchor = _ANCHOR.search(text, max(resume, done, at + 1))
    codes = _letter_codes(text)
    return sorted(found + codes, key=lambda value: value.span) if codes else found


def _letter_codes(text: str) -> list[Value]:
    """Codes without a digit, such as a booking code where a word before it says so, and hardware addresses of letters only."""
    found = [
        Value(Kind.IDENTIFIER, Span(*mac.span()), mac[0], (identifier_key(mac[0]),))
        for mac in _LETTER_MAC.finditer(text)
        if len(set(mac[0].upper())) > 3
    ]
    for code in _UPPER_CODE.finditer(text):
        start = code.start()
        before = text[start - 1 : start]
        if not (before.isalnum() or before in ("_", "-")) and _UPPER_CUE.search(text, max(0, start - 32), start):
            found.append(Value(Kind.IDENTIFIER, Span(start, code.end()), code[0], (code[0].casefold(),)))
    return found


def _handle(text: str, at: int) -> tuple[Span | None, int]:
    match = _HANDLE.match(text, at)
    before = text[at - 1 : at]
    if match is None or before.isalnum() or before in tuple("_@./"):
        return None, at + 1
    return Span(at, match.end()), match.end()


def _token_at(text: str, at: int, *, floor: int) -> tuple[Span | None, int]:
    """The identifier around an anchor, and where the search may go on."""
    start = at
    stop = max(floor, at - MAX_TOKEN_CHARS)
    while start > stop and (text[start - 1] in _TOKEN_CHARS or text[start - 1].isalnum()):
        start -= 1
    run = _TOKEN.match(text, start)
    if run is None:
        return None, at + 1
    end = run.end()
    if not text[start:end].isascii():
        start, end = _without_particles(text, start, at, end)
    start += _escape_length(text, start, at)
    while start < at and (text[start] in ".-=~%" or (text[start] == ":" and text[start + 1 : start + 2] != ":")):
        start += 1
    spaced = _spaced(text, start)
    if spaced is not None:
        return Span(start, spaced), spaced
    while end > at + 1 and (text[end - 1] in ".-+=~%" or (text[end - 1] == ":" and text[end - 2] != ":")):
        end -= 1
    if start > at or end - start > MAX_TOKEN_CHARS:
        return None, run.end()
    best = _best_in(text, start, end)
    return best, run.end() if best is None else best.end


def _without_particles(text: str, start: int, at: int, end: int) -> tuple[int, int]:
    """The token without the letters of a script that writes no spaces, on either side of the anchor."""
    for letter in _UNSPACED.finditer(text, start, end):
        if letter.start() > at:
            return start, letter.start()
        start = letter.end()
    return start, end


def _escape_length(text: str, start: int, at: int) -> int:
    """How much of a token belongs to a JSON escape before it, as in `\\nORD-1`."""
    if start == 0 or text[start - 1] != "\\" or start >= at:
        return 0
    return 5 if text[start] == "u" else int(text[start] in "nrtbf")


def _spaced(text: str, start: int) -> int | None:
    """The end of an IBAN or card number that may hold spaces, or None. A wrong check digit is no hindrance: it may be a miscopied one."""
    end = iban_end(text, start)
    if end is not None:
        return end
    card = _CARD.match(text, start)
    return card.end() if card is not None and not text[card.end() : card.end() + 1].isalnum() and len(set(card[0])) > 2 else None


def _best_in(text: str, start: int, end: int) -> Span | None:
    token = text[start:end]
    if token.isdecimal():
        return _number(text, start, end)
    if _UUID.fullmatch(token) or _HEX32.fullmatch(token):
        braced = text[start - 1 : start] == "{" and text[end : end + 1] == "}"
        return Span(start - 1, end + 1) if braced else Span(start, end)
    if _MAC.fullmatch(token) or _URN_UUID.fullmatch(token):
        return Span(start, end)
    if (_IP.fullmatch(token) or token.count(":") >= 2) and canonical_ip(token):
        prefix = _PREFIX_LENGTH.match(text, end)
        return Span(start, end if prefix is None else prefix.end())
    if ":" in token or "=" in token:
        return _after_label(text, start, end)
    if is_identifier_token(token):
        return None if _is_amount(text, start, end) else Span(*_dressed(text, start, end))
    return _cued(text, start, end)


def _after_label(text: str, start: int, end: int) -> Span | None:
    """The last part of `key:value` or `key=value` that holds a digit."""
    if _STAMP.match(text[start:end]):
        return None
    cut = max(text.rfind(":", start, end), text.rfind("=", start, end)) + 1
    if _QUAD.fullmatch(text, start, cut - 1) and canonical_ip(text[start : cut - 1]):
        return Span(start, cut - 1)
    if any(map(str.isdigit, text[cut:end])):
        return None if text[start : cut - 1].isdigit() and end - cut < 5 else _best_in(text, cut, end)
    first = min(place for mark in ":=" if (place := text.find(mark, start, end)) >= 0)
    return _best_in(text, start, first) if any(map(str.isdigit, text[start:first])) else None


def _dressed(text: str, start: int, end: int) -> tuple[int, int]:
    return (start - 1, end) if text[start - 1 : start] == "#" and start > 0 else (start, end)


def _number(text: str, start: int, end: int) -> Span | None:
    """A bare run of digits: five or more, or fewer after `#` or a word that announces an identifier."""
    before = text[start - 1 : start] if start else ""
    if before == "#" and (end - start >= 3 or _is_announced(text, start)):
        return Span(start - 1, end)
    if before in ("$", "€", "£", "¥", "+") and before or _is_amount(text, start, end):
        return None
    if before == "," and text[start - 2 : start - 1].isdigit() and end - start == 3:
        return None
    if text[end : end + 1] == "," and text[end + 1 : end + 4].isdigit() and not text[end + 4 : end + 5].isdigit() and end - start <= 3:
        return None
    return Span(start, end) if end - start >= 5 else _cued(text, start, end)


def _cued(text: str, start: int, end: int) -> Span | None:
    token = text[start:end]
    if not 3 <= end - start <= 24 or not any(map(str.isdigit, token)) or "." in token or not _is_announced(text, start):
        return None
    if _DATE.match(token) or _STAMP.match(token) or _MEASURE.match(token) or _ORDINAL.match(token):
        return None
    return Span(start, end)


def _is_announced(text: str, start: int) -> bool:
    """Whether the words before a token announce an identifier (`ticket 4711`, `card ending in 7334`, `no. 812`)."""
    window = text[max(0, start - 40) : start]
    words = window.rstrip(_CUE_GAP).replace("_", " ").split()
    if words and words[-1] == "is":
        words.pop()
    if not words:
        return False
    last = words[-1].strip("\"',:().")
    if last in ("in", "with") and len(words) > 1:
        return words[-2] in ("ending", "starting")
    if last in ("no", "No"):
        return window.rstrip().endswith(".")
    return last.lower() in _CUES or last == "ending" or (last.endswith(("Id", "ID", "Number", "Code")) and last[0].islower())


def _is_amount(text: str, start: int, end: int) -> bool:
    return (start > 0 and text[start - 1] in "$€£¥₹") or _UNIT_AFTER.match(text, end) is not None


def is_identifier_token(token: str) -> bool:
    """Whether a word of letters, digits and separators has the form of an identifier rather than of a date, version, measure or word.

    Example:
        >>> [is_identifier_token(word) for word in ("ORD-12345", "BA2490", "2024-05-01", "10kg", "24-hour", "v1.2.3")]
        [True, True, False, False, False, False]
    """
    letters = sum(map(str.isalpha, token))
    digits = sum(map(str.isdigit, token))
    if digits == 0 or letters + digits < 3:
        return False
    if _DATE.match(token) or _STAMP.match(token) or _VERSION.match(token) or _ORDINAL.match(token) or _SCIENTIFIC.match(token):
        return False
    if letters == 0:
        return digits >= 7 and not _RANGE.match(token) and not _AMERICAN_PHONE.match(token) and not _is_number_like(token)
    if _MEASURE.match(token) or _RANGE.match(token) or _COMPOUND.match(token) or _WORD_NUMBER.match(token) or _YEAR_WORD.match(token):
        return False
    shards = [shard for shard in _SHARDS.split(token) if shard]
    if "_" in token:
        return digits >= 2 and any(len(shard) > 2 for shard in shards) or shards[-1].isdecimal()
    if len(shards) > 1:
        return _is_joined_identifier(token, shards, digits)
    return _is_solid_identifier(token, digits=digits, letters=letters)


def _is_number_like(token: str) -> bool:
    return "." in token and "-" not in token


def _is_joined_identifier(token: str, shards: list[str], digits: int) -> bool:
    if token.count(".") == len(shards) - 1 and all(shard.isalpha() or shard.isdecimal() for shard in shards):
        return False
    mixed = any(any(map(str.isdigit, shard)) and any(map(str.isalpha, shard)) for shard in shards)
    if mixed and any(_is_solid_identifier(shard, digits=sum(map(str.isdigit, shard)), letters=sum(map(str.isalpha, shard))) for shard in shards):
        return True
    if digits >= 3 or mixed and digits >= 2:
        return not all(_MEASURE.match(shard) or shard.isalpha() for shard in shards)
    return shards[-1].isdecimal() and shards[0].isalpha() and len(shards) == 2


def _is_solid_identifier(token: str, *, digits: int, letters: int) -> bool:
    if _AIRLINE_STYLE.match(token) or letters == 0:
        return digits >= 5 or letters > 0
    if _MEASURE.match(token) or _ORDINAL.match(token):
        return False
    turns = sum(1 for _ in groupby(token, str.isdigit))
    if digits >= 3:
        return token[0].isalpha() or turns > 2 or not token[-1].isalpha() or len(token) >= 6
    return turns >= 4 and len(token) >= 5


@kept_when_short(16384)
def identifier_key(text: str) -> str:
    """The canonical key of a text that is one identifier: NFKC, lower case, without wrapping marks, a leading `#` and separators.

    An IP address keeps its own form (`ip4:192.0.2.1`), since its dots carry meaning.

    Example:
        >>> identifier_key("#ORD-12345") == identifier_key("ord 12345"), identifier_key("2001:DB8::1")
        (True, 'ip6:20010db8000000000000000000000001')
    """
    folded = unicodedata.normalize("NFKC", text).translate(_DASHES).strip(_WRAP).casefold()
    if folded.count(".") == 3 or ":" in folded:
        address = canonical_ip(folded)
        if address is not None:
            return address
        folded = _URN.sub("", folded, count=1)
    elif folded.startswith("x'"):
        folded = _URN.sub("", folded, count=1)
    sign = "-" if folded[:1] == "-" and folded[1:].isdecimal() else ""
    return sign + _SHARDS.sub("", folded) or folded


def shape(text: str) -> str:
    """The form of an identifier: letters as A or a, digits as 9, each with its run length; equal for identifiers of one series.

    Example:
        >>> shape("ORD-12345"), shape("drf_81")
        ('A3-95', 'a3_92')
    """
    runs = ((kind, sum(1 for _ in run)) for kind, run in groupby(map(_shape_of, text.strip(_WRAP))))
    return "".join(f"{kind}{count}" if kind in ("A", "a", "9") else kind * count for kind, count in runs)


def _shape_of(char: str) -> str:
    if char.isdigit():
        return "9"
    return ("A" if char.isupper() else "a") if char.isalpha() else char


def scheme_of(text: str) -> str | None:
    """Which checked form a text has: `iban`, `card`, `ip`, `uuid` or `mac`; None for any other identifier."""
    written = text.strip(_WRAP)
    if is_iban(written):
        return "iban"
    if identifier_key(written).startswith(("ip4:", "ip6:")):
        return "ip"
    if _UUID.fullmatch(written) or _URN_UUID.fullmatch(written) or _HEX32.fullmatch(written):
        return "uuid"
    if _MAC.fullmatch(written):
        return "mac"
    return "card" if _CARD.fullmatch(written) and is_luhn(written) else None
