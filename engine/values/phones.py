"""Phone numbers: where they stand in a text, and every number that a spelling can mean.

A number with its country code has one key, `+` and the digits. A number without one has a key for itself (`n:` and the digits) and one
for each country whose numbering plan fits its length and trunk prefix; so `020 7946 0018` meets `+442079460018`, while two numbers
with different country codes never meet. An extension ends each key (`;123`). A changed digit always changes every key.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from ..types import Kind, Span, Value
from .spoken_digits import find_digit_words, spoken_digits

MIN_DIGITS = 7
MAX_DIGITS = 15
MAX_PHONE_CHARS = 200

# trunk prefix, lengths of the national number (hexadecimal), country codes: from the public numbering plans (ITU E.164 and national notices)
_PLAN_ROWS = """- 5 290 500 682|- 56 247|- 567 688 690|- 56789ab 352|- 56789b 852|- 567a 685|- 57 676 677 678|- 58 47|- 6 298 299 672 687|
- 67 597|- 6789a 48|- 6789abc 39|- 689 376 689|- 69 681|- 7 238 239 246 248 269 297 592 673 674 680 683 691|
- 78 241 599 670 675 853 965 975|- 789 968|- 789abc 882|- 789b 974|- 78a 230 267 372|- 78ab 507|- 78b 503|- 79 220 245 354|- 7a 960|
- 7b 501 679|- 8 216 222 223 226 227 228 235 236 253 257 266 350 356 357 371 45 505 509 800 808 973|- 89 224 237 258 268|- 89abc 883|
- 8a 378 506|- 8ab 65|- 8b 502 504|- 9 221 240 242 244 34 351 979 992 998|- 9a 881|- 9ab 56|- 9abc 420|- 9c 870|- a 225 229 52|- abc 30|
- b 888|- c 878|0 5678 386|0 56789a 27 64|0 56789ab 31|0 56789abc 358 971|0 56789abcd 43 49 598|0 56789ac 61|0 567a 98|0 5689abcd 82|
0 58 686|0 6789 252 355|0 6789a 880 95|0 6789ab 595|0 6789abc 381|0 6789ac 46|0 6789c 359|0 678a 53|0 679 421|0 689abcd 63|0 69 40 508|
0 7 291|0 78 961|0 789 231 385 967|0 789a 243 254 353 84|0 789ab 886|0 789abc 86 972|0 789abcd 62|0 79 265 423|0 79a 44 263|0 7acd 90|
0 8 232 370 373 374 389|0 89 213 233 250 264 32 377 382 387 51 591 962 963|0 89a 20 60 855 856 964 970 976|0 89ab 55 593|0 89abc 383 92|
0 89abcd 81 91|0 89ad 66|0 8a 850|0 8ab 57 977|0 9 211 212 218 249 251 255 256 260 261 262 33 590 594 596 93 94 994 995|0 9a 380 966 996|
0 9c 41|0 a 58|0 ab 54|0 abcd 234|06 89 36|1 7 692|8 6789ab 375|8 8 993|8 a 7"""

_SEPARATOR = r"(?:[ \u00a0\u2009\u202f]{1,2}[-./~\u2010-\u2015]?[ \u00a0]?|[-./\u2010-\u2015][ \u00a0]?|(?=\()|(?<=\)))"
_NUMBER = re.compile(
    rf"(?P<plus>[+＋][ \u00a0]?)?(?:\( ?)?[+＋]?\d{{1,17}}+(?: ?\))?+(?:{_SEPARATOR}\(?\d{{1,12}}+\)?+){{0,8}}+"
)
_ANCHOR = re.compile(r"\d[\d \u00a0\u2009\u202f.\-/()~\u2010-\u2015]{5}")
_GROUP = re.compile(r"\d+")
_EXTENSION = re.compile(
    r"(?:[ ,;]{0,2}(?:extension|extensión|extn?|ext|xtn|x|#|доб|;ext=)[ .:=]{0,4}(\d{1,7})#?|(,\d{1,12}#(?:,\d{0,12}#){0,3}|,,\d{1,12}#?))(?!\w)", re.I
)
_CUE = re.compile(
    r"(?:phone|tele?fon\w*|t[eé]l(?:[eé]phone)?|mobile|m[oó]vil|mobil|cell(?:ular|phone)?|call(?:ing|ed)?|fax|text(?:ing)?|sms|whats\s?app|dial(?:ing)?"
    r"|contact|hotline|helpline|landline|handy|reach(?:ed)?|msisdn)s?(?:[\s_-]{0,2}(?:number|no|num|nr))?\b[^\d\n]{0,24}\Z",
    re.I,
)
_DATE_HEAD = re.compile(r"(?:19|20)\d{2}[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\d|3[01])(?!\d)")
_DATE_TAIL = re.compile(r"(?:0?[1-9]|[12]\d|3[01])[-./ ](?:0?[1-9]|[12]\d|3[01])[-./ ](?:19|20)?\d{2}(?!\d)")
_QUAD = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_NANP = re.compile(r"(?<!\d)(?:\+?1[ .-]?)?(?:\(\d{3}\)[ ]?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)")
_WHOLE = re.compile(r"\(?\+?[\d\s().\-/~*x\[\]]+\Z", re.I)
_VANITY = re.compile(r"(?:\+?\d[\s.\-]?)?\(?\d{3,4}\)?[\s.\-]{1,2}(?=[A-Z\d\s\-]*[A-Z]{3})[A-Z\d\s\-]{4,14}\Z", re.I)
_LABEL = re.compile(r"\s*(?:tel|sms|callto|phone|telephone|mobile|cell|fax)\s?[:.]\s?(?://)?", re.I)
# A plus and the prefix for calls abroad, both at once; no country code begins with a zero.
_DIALLED = re.compile(r"(?:00|011)(?=[1-9])")
_CONTEXT = re.compile(r";phone-context=([^;]*)", re.I)
_PARAMETER = re.compile(r";(?!ext=)[a-z-]+=[^;]*", re.I)
_CODE_AND_TRUNK = re.compile(r"\(?\d{1,3}\)?[ -]?\(0\)")
_DASHES = str.maketrans("‐‑‒–—―−ー", "-" * 8)
_KEYPAD = str.maketrans("abcdefghijklmnopqrstuvwxyz", "22233344455566677778889999")


@lru_cache(maxsize=1)
def _plans() -> tuple[tuple[str, frozenset[int], tuple[str, ...]], ...]:
    rows = (row.split() for row in _PLAN_ROWS.replace("\n", "").split("|"))
    return tuple((row[0].strip("-"), frozenset(int(length, 16) for length in row[1]), tuple(row[2:])) for row in rows)


@lru_cache(maxsize=1)
def _trunks() -> dict[str, str]:
    """The trunk prefix by country code."""
    return {"1": "1"} | {code: trunk for trunk, _, codes in _plans() for code in codes}


def find_phones(text: str) -> list[Value]:
    """The phone numbers of a text, in order: numbers of the usual shapes, others after a word such as "call", and digits said in words."""
    found: list[Value] = []
    anchor = _ANCHOR.search(text)
    while anchor is not None:
        start = _number_start(text, anchor.start(), floor=found[-1].span.end if found else 0)
        match = _NUMBER.match(text, start)
        end = anchor.start() + 1 if match is None else match.end()
        if match is not None and end - start >= MIN_DIGITS:
            values = _phones_in(text, start, end)
            found.extend(values)
            end = max(end, values[-1].span.end if values else 0)
        anchor = _ANCHOR.search(text, end)
    words = [_said(text, span, digits) for span, digits in find_digit_words(text, at_least=MIN_DIGITS) if len(digits) <= MAX_DIGITS]
    return sorted(found + words, key=lambda value: value.span) if words else found


def _said(text: str, span: Span, digits: str) -> Value:
    return Value(Kind.PHONE, span, span.of(text), _national_keys(digits, only_nanp=False))


def _number_start(text: str, digit: int, *, floor: int) -> int:
    start = digit
    while start > max(floor, digit - 4) and text[start - 1] in "+＋( ":
        start -= 1
    while text[start] == " " or (text[start] == "(" and text[start : digit + 6].count(")") < text[start:digit].count("(")):
        start += 1
    return start


def _phones_in(text: str, start: int, end: int) -> list[Value]:
    """The phone numbers in a run of digit groups."""
    run = text[start:end]
    if len(run) <= 16 and _DATE_HEAD.match(run):
        return []
    firm = "-" in run or "(" in run or "+" in run
    if _is_joined_before(text, start, firm=firm):
        return []
    extension = _EXTENSION.match(text, end)
    if extension is not None or not _is_joined_after(text, end, firm=firm):
        cue = _CUE.search(text, max(0, start - 48), start) is not None
        if _is_phone(run, cue=cue):
            value = _value(text, start, end if extension is None else extension.end())
            return [] if value is None else [value]
    parts = (_value(text, part.start(), part.end()) for part in _NANP.finditer(text, start, end) if not _is_joined_after(text, part.end(), firm=True))
    return [part for part in parts if part is not None]


def _is_joined_before(text: str, start: int, *, firm: bool) -> bool:
    """Whether the digits go on something before them: a word, a number, an amount, a tag. A comma joins only a run that is not `firm`."""
    before = text[start - 1 : start]
    if before.isalnum() or before == "_":
        return True
    if before in tuple("-./:" if firm else "-./:,") and text[max(0, start - 2) : start - 1].isdigit():
        return True
    return before in tuple("$€£¥#@=/.-\\") and not _is_opened(text, start)


def _is_joined_after(text: str, end: int, *, firm: bool) -> bool:
    after = text[end : end + 1]
    return after.isalnum() or after in tuple("_%°@€") or (after in tuple(":.-/" if firm else ":.,-/") and text[end + 1 : end + 2].isdigit())


def _is_opened(text: str, start: int) -> bool:
    if text[start - 1] == "-":
        return text[start] == "("
    return text[start - 1] in "=/" and text[max(0, start - 10) : start].lower().endswith(("tel=", "phone=", "to=", "mobile=", "tel/"))


def _value(text: str, start: int, end: int) -> Value | None:
    if text[end - 1] == ")" and text.count(")", start, end) > text.count("(", start, end):
        end -= 1
    keys = phone_keys(text[start:end])
    return Value(Kind.PHONE, Span(start, end), text[start:end], keys) if keys else None


def _is_phone(run: str, *, cue: bool) -> bool:
    groups: list[str] = _GROUP.findall(run)
    digits = sum(map(len, groups))
    if _QUAD.fullmatch(run):
        return False
    if not MIN_DIGITS <= digits <= MAX_DIGITS + 2 or _DATE_HEAD.match(run):
        return False
    if run[0] in "+＋" or run[1:2] in ("+", "＋"):
        return digits <= MAX_DIGITS and groups[0][0] != "0"
    if digits > MAX_DIGITS and not groups[0].startswith("00"):
        return False
    if cue:
        return not _DATE_TAIL.fullmatch(run)
    if len(groups) == 1:
        return ("(" in run and digits <= 11) or (run[0] == "0" and run[1] != "0" and digits in (10, 11))
    lengths = tuple(map(len, groups))
    return _has_phone_shape(run, groups, lengths)


def _has_phone_shape(run: str, groups: list[str], lengths: tuple[int, ...]) -> bool:
    """Whether digit groups without country code and without a cue word look like a phone number."""
    digits = sum(lengths)
    if lengths in ((3, 3, 4), (1, 3, 3, 4), (3, 7), (3, 3, 2, 2), (4, 3, 2, 2)):
        return lengths[0] != 1 or groups[0] in "018"
    if lengths == (2, 2, 2, 2, 2):
        return groups[0][0] == "0"
    if _DATE_TAIL.match(run) or any(_is_year(group) for group in groups[:2]) and digits == 8:
        return False
    if "(" in run:
        opened = run.partition("(")[2].partition(")")[0]
        return 1 <= len(opened) <= 5 and not _is_year(opened) and digits >= 8 and len(groups) > 1
    if lengths == (3, 2, 4) and "(" not in run:
        return False
    if groups[0][:2] == "00":
        return (lengths[0] == 2 and max(lengths) > 2) or lengths[0] >= 4
    if groups[0][0] == "0":
        return 9 <= digits <= 12 and lengths[0] >= 2 or lengths[0] == 1 and 9 <= digits <= 12 and len(groups) > 2
    if lengths == (3, 4):
        return groups[0] == "555" and "-" in run
    grouped = all(length == 3 for length in lengths[1:]) and lengths[0] <= 3
    isbn = digits == 13 and groups[0][:3] in ("978", "979")
    steady = len(groups) >= 3 and min(lengths[1:]) >= 2 and max(lengths) <= 5 and len(set(re.sub(r"\d", "", run))) == 1
    dashed = "-" in run or max(lengths) == 4 and min(lengths) >= 3
    return steady and dashed and not (grouped or isbn) and digits in range(9, 14)


def _is_year(group: str) -> bool:
    return len(group) == 4 and group[:2] in ("19", "20")


def phone_keys(text: str, *, region: str | None = None) -> tuple[str, ...]:
    """The canonical keys of a text that is one phone number; empty where it is none. Two numbers are the same when their keys meet.

    Generous, since the slot says that the text is a phone: any 4 to 15 digits with separators, digits in words, letters on a keypad.
    `region` (`GB`) narrows a number without country code to one country.

    Example:
        >>> phone_keys("+44 (0)20 7946 0018"), "+442079460018" in phone_keys("020 7946 0018")
        (('+442079460018',), True)
    """
    return _phone_keys(text, region) if len(text) <= MAX_PHONE_CHARS else ()


@lru_cache(maxsize=8192)
def _phone_keys(text: str, region: str | None) -> tuple[str, ...]:
    written = unicodedata.normalize("NFKC", text).translate(_DASHES).strip().strip("'\"`")
    label = _LABEL.match(written)
    written = written[label.end() :] if label is not None else written
    written, prefix = _without_parameters(written)
    number, extension = _split_extension(written)
    number = _without_letters(prefix + number)
    said = spoken_digits(number)
    if said is not None:
        number = said
    shape = _WHOLE.match(number)
    digits = re.sub(r"\D", "", number)
    if shape is None or not 4 <= len(digits) <= MAX_DIGITS + 5:
        return ()
    keys = _keys(number, digits, region=region)
    return tuple(f"{key};{extension}" for key in keys) if extension else keys


def _without_parameters(written: str) -> tuple[str, str]:
    context = _CONTEXT.search(written)
    prefix = ""
    if context is not None and context[1].startswith("+"):
        prefix = re.sub(r"[^+\d]", "", context[1]) + " "
    return _PARAMETER.sub("", written), prefix


def _split_extension(written: str) -> tuple[str, str]:
    for match in _EXTENSION.finditer(written):
        if match.end() == len(written) and len(_GROUP.findall(written[: match.start()])) and match.start() >= 4:
            return written[: match.start()].rstrip(), re.sub(r"[^\d,#]", "", match[1] or match[2]).strip(",#")
    return written, ""


def _without_letters(number: str) -> str:
    if not any(char.isalpha() for char in number) or _VANITY.match(number) is None:
        return number
    return number.lower().translate(_KEYPAD)


def _keys(number: str, digits: str, *, region: str | None) -> tuple[str, ...]:
    bare = re.sub(r"\(0\)", "", number) if re.search(r"\d.{0,3}\(0\)", number) else number
    significant = re.sub(r"\D", "", bare)
    if "+" in number or (_CODE_AND_TRUNK.match(number) and _country_code(significant) is not None):
        return _international_keys(significant)
    if region is not None:
        placed = _placed(bare, region)
        if placed is not None:
            return (placed,)
    for prefix, floor in (("00", 9), ("011", 11)):
        if significant.startswith(prefix) and len(significant) >= floor:
            rest = significant[len(prefix) :]
            if _country_code(rest) is not None:
                return (*_international_keys(rest), *_national_keys(digits, only_nanp=False))
    dressed = any(char in number for char in "(-.")
    return _national_keys(significant, only_nanp=dressed)


def _international_keys(digits: str) -> tuple[str, ...]:
    dialled = _DIALLED.match(digits)
    digits = digits if dialled is None else digits[dialled.end() :]
    code = _country_code(digits)
    if code is None and digits.startswith("0"):
        return ()
    if code is None:
        return (f"+{digits}",) if MIN_DIGITS <= len(digits) <= MAX_DIGITS else ()
    rest = digits[len(code) :]
    if _trunks().get(code) == "0":
        rest = rest.lstrip("0")
    return (f"+{code}{rest}",) if 5 <= len(code + rest) <= MAX_DIGITS + 2 else ()


def _country_code(digits: str) -> str | None:
    trunks = _trunks()
    return next((digits[:size] for size in (1, 2, 3) if digits[:size] in trunks), None)


def _national_keys(digits: str, *, only_nanp: bool) -> tuple[str, ...]:
    if len(digits) > MAX_DIGITS:
        return ()
    keys = [f"n:{digits}"]
    american = re.fullmatch(r"1?([2-9]\d{2}\d{7})", digits)
    if american is not None:
        keys = [f"+1{american[1]}", f"n:{american[1]}"]
        if only_nanp:
            return tuple(keys)
    if digits[0] == "0" and len(digits) > 5:
        keys.append(f"n:{digits.lstrip('0')}")
    size = len(digits)
    for trunk, lengths, codes in _plans():
        national = digits[len(trunk) :] if trunk and digits.startswith(trunk) and size - len(trunk) in lengths else ""
        if not national and size in lengths and not (trunk == "0" and digits[0] == "0"):
            national = digits
        if national:
            keys.extend(f"+{code}{national}" for code in codes)
    code = _country_code(digits)
    if code is not None and size >= 10:
        keys.append(f"+{digits}")
    return tuple(dict.fromkeys(keys))


def _placed(number: str, region: str) -> str | None:
    """The number in the region's numbering plan, or None where the plan does not know it."""
    import phonenumbers

    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return None
    zeros = "0" * (parsed.number_of_leading_zeros or 1) if parsed.italian_leading_zero else ""
    return f"+{parsed.country_code}{zeros}{parsed.national_number}"
