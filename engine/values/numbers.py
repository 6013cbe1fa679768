"""Numbers, ordinals, percentages, money and quantities in a text.

Theory of operation: one anchor pattern finds digits and the words that may begin a number. At each anchor the number itself is read
(digits by `number_forms`, words by `number_words`), then what stands beside it decides the kind: a currency, a percent sign, a unit. Digits
that belong to something else (dates, clock times, versions, addresses, phone numbers, identifiers, citation marks) are stepped over as
a whole. The scan never goes back, so the cost grows with the text only.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from ..types import Kind, Span, Value
from . import money, units
from .figures import Composer, Figure
from .foreign_numbers import foreign_numbers
from .number_forms import DIGIT_RUN, EXACT, EXPONENT, FRACTION_GLYPHS, decimal_of, plain, readings, times, with_exponent
from .number_vocabulary import CONTINUERS, FOREIGN_SCALES, SCALES, STARTERS
from .number_words import WordNumber, WordReader


def _trie(words: tuple[str, ...]) -> str:
    """One alternation that shares prefixes, so that a word is refused at its first odd letter."""
    heads: dict[str, list[str]] = {}
    for word in words:
        heads.setdefault(word[:1], []).append(word[1:])
    optional = "" in heads
    branches = [head + _trie(tuple(tails)) for head, tails in sorted(heads.items()) if head]
    if not branches:
        return ""
    joined = branches[0] if len(branches) == 1 and not optional else "(?:" + "|".join(branches) + ")"
    return joined + "?" if optional else joined


_ANCHOR = re.compile(r"\b" + _trie(STARTERS) + r"\b|[\d" + "".join(FRACTION_GLYPHS) + "]")
_ZONE = re.compile(r"(?:://|(?<!\w)www\.)[^\s<>\"]*")
_LOCAL_PART = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._%+-"
_DOMAIN = re.compile(r"@[\w.-]*\w")
_REST = re.compile(r"\w*(?:[-.:/+@#]\w+)*+")
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?!\d)(?::\d{2})?(?:[.,]\d+)?|\d+:\d+:[\d:]*")
_JOINED = re.compile(r"\d+(?:[-‐‑]\d+){2,}+|\d+[-‐‑]0\d+|\d{3}[ .-]\d{3}[ .-]\d{4}(?!\d)|\d+(?:/\d+){2,}+")
_PHONE = re.compile(r"\d(?:[ ().-]{0,2}\d){6,16}(?!\d)")
_PAREN_PHONE = re.compile(r"\d{3}\) ?\d{3}[- .]\d{4}(?!\d)")
_CITATION = re.compile(r"\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,20}\]")
_SLASH = re.compile(r"(\d{1,7})/(\d{1,7})(?![\d/])")
_MIXED = re.compile(r"[ -](\d{1,2})/(\d{1,3})(?![\d/])| ?([" + "".join(FRACTION_GLYPHS) + "])")
_COMMON_BELOW = frozenset({2, 3, 4, 5, 8, 16, 32, 64})
_DATE_LEAD = re.compile(r"\b(?:on|by|from|since|until|till|before|after|to|between|dated?|of|due|for|through|and)\s$")
_PART_OF = re.compile(r" of an? (hundred|" + "|".join(SCALES) + r")(?!\w)")
_SHARE_OF = re.compile(r" (?:of )?an?(?= [a-z])| of(?= [a-z])")
_NEXT = re.compile(r"[ \u00a0\u202f]?-?([^\W\d_]{1,24})")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?!\w)")
_SCALE = SCALES | {
    "k": 10**3, "m": 10**6, "mn": 10**6, "mln": 10**6, "mil": 10**6, "mio": 10**6, "b": 10**9, "bn": 10**9, "g": 10**9, "t": 10**12,
    "tn": 10**12, "cr": 10**7,
}  # fmt: skip
_POWERS = frozenset(map(Decimal, _SCALE.values()))
_GLUED_SCALE = re.compile("(" + "|".join(sorted(_SCALE, key=len, reverse=True)) + r")(?!\w)")
_GLUED_OK = re.compile(r"(?:s|h|min|mins|hrs?|secs?|ms|d|yo|yrs?|wks?|x|pcs?|pts?|ppl|ish)(?!\w)|x\d")
_HALF_DAY = re.compile(r"[ \u00a0]?(?:[ap]m(?!\w)|[ap]\.m\.|o['’]clock)")
_CODE_TAIL = re.compile(r"[-_](?:[A-Z]{2}|[A-Z](?!\w)|[A-Za-z]{1,12}\d)")
_NOT_SECOND = re.compile(r"(?:\b(?:a|per|each|every|one|split|this|few|last|next|first|any|another)\s|\d\s|/\s?)$")
_FOREIGN_SCALE = re.compile(r"[ \u00a0]mil[ \u00a0](?:millones|milh[õo]es)(?!\w)|[ \u00a0][^\W\d_]+(?:\.(?=[ \u00a0]))?")
_SCALE_LETTER = re.compile(r"[ \u00a0](M|G|bn|B)(?![\w])")


def find_numeric(text: str, *, lang: str = "en", measures: bool = True) -> list[Value]:
    """Every number, ordinal, percentage, sum of money and quantity of the text, in order and apart from each other.

    `lang` names a further language whose number words are read besides the digits (`de`, `fr`, `es`, `it`, `pt`, `nl`); number words of
    English are read with `en` only. Durations are left to the dates: "5 hours" gives the number 5. Without `measures` the numbers are found
    as they are, whatever currency, percent sign or unit stands beside them.

    Example:
        >>> [(v.kind.value, v.text, v.keys) for v in find_numeric("5 miles for $1,250.50")]
        [('quantity', '5 miles', ('8046.72 m',)), ('money', '$1,250.50', ('1250.5 $', '1250.5 USD', '1250.5 CAD', '1250.5 AUD', ...
    """
    return list(_scanned(text)) if lang == "en" and measures else _Scan(text, lang, measures=measures).run()


@lru_cache(maxsize=2)
def _scanned(text: str) -> tuple[Value, ...]:
    """The values of a text; kept for the next question about the same text, since `find_bounds` asks after `find_numeric` did."""
    return tuple(_Scan(text, "en").run())


def parse_numeric(text: str, *, lang: str = "en") -> Value | None:
    """The one value that the whole text (but for outer space) is, or None.

    An article counts as one before a unit here ("a dollar", "an ml"), and the words for small sets are read ("a pair", "a couple").
    """
    body = text.strip()
    if not body:
        return None
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    low = _lower(body)
    small = _SETS.get(low)
    if small is not None:
        return Value(Kind.NUMBER, span, body, (str(small),), Decimal(small))
    core = _HEDGE.sub("", _OF_WHAT.sub("", body))
    for form in (core, *_with_article(core)):
        found = _Scan(form, lang, whole=True).run()
        if len(found) == 1 and found[0].span == Span(0, len(form)):
            return replace(found[0], span=span, text=body)
    measured = core.rpartition(" ")[0] if lang in _NOUN_FOLLOWS else ""
    found = _Scan(measured, lang, whole=True).run() if measured else []
    if len(found) == 1 and found[0].span == Span(0, len(measured)) and found[0].kind is Kind.QUANTITY:
        return replace(found[0], span=span, text=body)
    unit = _ARTICLE.match(core)
    found = [] if unit is None else _Scan(core, lang).article(unit.end())
    return replace(found[0], span=span, text=body) if found and found[0].span.end == len(core) else None


_SETS = {"a pair": 2, "pair": 2, "a pair of": 2, "a couple": 2, "a couple of": 2, "single": 1, "nil": 0, "a few": 3, "few": 3}
_NOUN_FOLLOWS = ("de", "nl")
"""Languages that put what is measured right after the unit: 500 Gramm Mehl."""
_ARTICLE = re.compile(r"(?:an?|one)[ -](?=\S)", re.IGNORECASE)
_HEDGE = re.compile(r"^(?:about|around|exactly|approximately|approx\.?|roughly|nearly|almost|circa|some|~|≈)\s?(?=\S)", re.IGNORECASE)
_OF_WHAT = re.compile(r" (?:of|de|di)(?: [^\W\d]{2,20}){0,3}$")


def _with_article(core: str) -> tuple[str, ...]:
    """The text without its article before a sum ("a US$4 note"), or with one before a part ("tenth of a gallon")."""
    match = _ARTICLE.match(core)
    if match is not None:
        return (core[match.end() :],) if any(sign in core for sign in money.SIGNS) else ()
    return ("a " + core,) if " of " in core else ()


def _lower(text: str) -> str:
    return text.replace("\u0130", "i").lower()  # the one letter whose lower case is longer than itself


_CLEAR_LEFT = frozenset({" ", "\n", ""})
_CLEAR_RIGHT = frozenset({"\n", "", ",", ";", "%"})
"""A number between one of each is no part of anything else."""


MAX_MARGIN = 16
"""Signs and spaces around a fraction that still stands alone in its text."""


class _Scan:
    def __init__(self, text: str, lang: str, *, measures: bool = True, whole: bool = False) -> None:
        self._text = text
        self._low = _lower(text)
        self._reader = WordReader(self._low, whole=whole)
        self._lang = lang
        self._values = Composer(text, self._low, self._reader, measures=measures, lang=lang)
        self._zones = self._address_zones()
        self._zone = 0

    def run(self) -> list[Value]:
        """All values of the text."""
        search, low = _ANCHOR.search, self._low
        match = search(low, 0)
        while match is not None:
            start = match.start()
            char = low[start]
            if self._zones and (past := self._zone_end(start)):
                pos = past
            elif char.isdecimal():
                pos = self._digits(start)
            elif char in FRACTION_GLYPHS:
                pos = self._values.finish(Figure(start, start + 1, (decimal_of(FRACTION_GLYPHS[char]),)))
            else:
                pos = self._words(start, match.end())
            match = search(low, pos)
        if self._lang != "en":
            self._add_foreign()
        return self._values.values

    def article(self, end: int) -> list[Value]:
        """The value that an article and a unit make: "a dollar"."""
        self._values.finish(Figure(0, end - 1, (Decimal(1),), weak=True))
        return self._values.values

    # Places that hold no numbers of their own.

    def _address_zones(self) -> list[tuple[int, int]]:
        text = self._text
        zones: list[tuple[int, int]] = []
        if "://" in text or "www." in text:
            zones = [match.span() for match in _ZONE.finditer(text)]
        if "@" in text:
            for match in _DOMAIN.finditer(text):
                lead = text[max(0, match.start() - 64) : match.start()]
                zones.append((match.start() - len(lead) + len(lead.rstrip(_LOCAL_PART)), match.end()))
            zones.sort()
        return zones

    def _zone_end(self, pos: int) -> int:
        zones = self._zones
        while self._zone < len(zones) and zones[self._zone][1] <= pos:
            self._zone += 1
        if self._zone < len(zones) and zones[self._zone][0] <= pos:
            return zones[self._zone][1]
        return 0

    def _skip(self, end: int) -> int:
        """Past the rest of an identifier, a date or a time."""
        match = _REST.match(self._text, end)
        return end if match is None else match.end()

    # Digits.

    def _digits(self, start: int) -> int:
        text, low = self._text, self._low
        run = DIGIT_RUN.match(low, start)
        if run is None:
            return start + 1
        end = run.end()
        left = text[start - 1 : start]
        right = text[end : end + 1]
        past = 0 if left in _CLEAR_LEFT and right in _CLEAR_RIGHT else self._not_a_number(start, end, left, right)
        if past:
            return past
        if right == "/" and text[end + 1 : end + 2].isdecimal():
            return self._slashed(start, end)
        values = readings(run.group())
        if not values and "'" in run.group():
            end = low.index("'", start)
            right, values = "'", readings(low[start:end])
        if left == "," and start == 1 and run.group().isdigit():
            left = "."
        if left == "." and run.group().isdigit() and not text[start - 2 : start - 1].isalnum() and text[start - 2 : start - 1] != ".":
            values, start = (EXACT.scaleb(values[0], -len(run.group())),) if values else (), start - 1
        if not values:
            return self._listed(start, end)
        if not right or right in ".,;)\n":
            return self._values.finish(Figure(start, end, values), bare=right != "." and right != ",")
        return self._extended(Figure(start, end, values), text[start:end])

    def _not_a_number(self, start: int, end: int, left: str, right: str) -> int:
        """Where to go on when the digits are a part of something else; 0 when they are a number."""
        text = self._text
        if left and (left.isalnum() or left == "_"):
            joined = self._values.last_end == start - 1 and left in "xX×"
            if not joined and money.before(text, self._low, start) is None:
                return self._skip(end)
        elif left in ("@", "\\", "^", "/"):
            return self._skip(end)
        elif left == "+":
            phone = _PHONE.match(text, start)
            if phone is not None:
                return phone.end()
        elif left in ("-", "‐", "‑"):
            before = text[start - 2 : start - 1]
            if (before.isalpha() or before == "_") and self._values.last_end != start - 1:
                return self._skip(end)
        elif left == "[" and (cited := self._cited(start)):
            return cited
        elif left == "(":
            phone = _PAREN_PHONE.match(text, start)
            if phone is not None:
                return phone.end()
        if right == ":" and text[end + 1 : end + 2].isdecimal():
            clock = _CLOCK.match(text, start)
            if clock is not None:
                return self._skip(clock.end())
        elif right == " ":
            beyond = text[end + 1 : end + 2]
            if beyond.isdecimal() and (phone := _JOINED.match(text, start)) is not None:
                return self._skip(phone.end())
            if beyond in ("a", "p", "o", "A", "P", "O") and _HALF_DAY.match(self._low, end) is not None:
                return end
        elif right in ("-", "‐", "‑", "/") or (end - start >= 12 and "." in text[start:end]):
            joined_run = _JOINED.match(text, start)
            if joined_run is not None:
                return self._skip(joined_run.end())
            if right == "-" and _CODE_TAIL.match(text, end) is not None:
                return self._skip(end)
        elif right == "." and self._list_mark(start, end):
            return end
        elif right == "@" or (right in ("a", "p", "A", "P") and _HALF_DAY.match(self._low, end) is not None):
            return self._skip(end)
        return 0

    def _cited(self, start: int) -> int:
        """Where a citation mark ends that begins with these digits; 0 for other brackets, such as those of a JSON list."""
        text = self._text
        mark = _CITATION.match(text, start - 1)
        before = text[max(0, start - 3) : start - 1].rstrip()[-1:]
        return mark.end() if mark is not None and before and (before.isalnum() or before in ".!?)”\"’'%]") else 0

    def _list_mark(self, start: int, end: int) -> bool:
        text = self._text
        line = text[max(0, start - 6) : start]
        first = not line.strip(" \t") or line.rstrip(" \t")[-1:] == "\n"
        return first and text[end + 1 : end + 2] == " " and text[end + 2 : end + 3].isalpha()

    def _slashed(self, start: int, end: int) -> int:
        """A fraction where it stands alone, after a whole number or before a unit; otherwise a date or a path, stepped over."""
        text = self._text
        match = _SLASH.match(text, start)
        if match is None:
            return self._skip(end)
        above, below = int(match.group(1)), int(match.group(2))
        stop = match.end()
        if below == 0 or text[stop : stop + 1].isalnum() and units.follows(text, self._low, stop) is None:
            return self._skip(end)
        margin = start + len(text) - stop
        alone = margin <= MAX_MARGIN and not text[:start].strip(" \t-−+") and not text[stop:].strip()
        figure = Figure(start, stop, (decimal_of(Fraction(above, below)),))
        if alone or (above < below and below in _COMMON_BELOW and _DATE_LEAD.search(self._low[max(0, start - 9) : start]) is None):
            return self._values.finish(figure)
        done = self._values.finish(figure._replace(weak=True))
        return done if self._values.last_end == done else self._skip(end)

    def _listed(self, start: int, end: int) -> int:
        """Numbers between bare commas ("3,15,40"); a run with any other marks is a version, an address or a date."""
        parts = self._text[start:end].split(",")
        if len(parts) < 2 or not all(part.isdigit() or part.count(".") == 1 and part.replace(".", "").isdigit() for part in parts):
            return self._skip(end)
        pos = start
        for part in parts:
            values = readings(part)
            if values:
                self._values.add(Kind.NUMBER, pos, pos + len(part), tuple(map(plain, values)), values[0], None)
            pos += len(part) + 1
        return end

    def _extended(self, figure: Figure, run: str) -> int:
        """The number with what directly continues it: an exponent, a fraction, a scale."""
        low, start, end = self._low, figure.start, figure.end
        right = low[end]
        if right in "ex×*^ ":
            power = EXPONENT.match(low, end)
            if power is not None:
                value = with_exponent(figure.readings[0], power)
                return self._skip(end) if value is None else self._values.finish(figure._replace(end=power.end(), readings=(value,)))
        if (right in " -" or right in FRACTION_GLYPHS) and run.isdigit():
            mixed = _MIXED.match(low, end)
            if mixed is not None and (mixed.group(3) or int(mixed.group(1)) < int(mixed.group(2))):
                share = FRACTION_GLYPHS[mixed.group(3)] if mixed.group(3) else Fraction(int(mixed.group(1)), int(mixed.group(2)))
                value = EXACT.add(figure.readings[0], decimal_of(share))
                return self._values.finish(figure._replace(end=mixed.end(), readings=(value,)))
        if right.isalpha() or right == "_":
            return self._glued(figure, run)
        word = _NEXT.match(low, end) if right in " -\u00a0\u202f" else None
        if word is None:
            return self._values.finish(figure)
        scaled = self._foreign_scale(figure, word.group(1))
        if scaled:
            return scaled
        if word.group(1) in CONTINUERS or word.group(1) == "and":
            told = self._reader.read(start) if low[start].isdecimal() else None
            if told is not None and told.end > end:
                factor = decimal_of(told.value)
                first, *others = figure.readings
                ratio = EXACT.divide(factor, first) if first else Decimal(0)
                spread = tuple(times(value, ratio) for value in others)
                scale = int(ratio) if ratio in _POWERS else 0
                return self._values.finish(figure._replace(end=told.end, readings=(factor, *spread), scale=scale))
        if word.group(1) in CONTINUERS and word.group(1) in _SCALE and "," in run:
            return self._scaled(figure, word.end(), Decimal(_SCALE[word.group(1)]))
        if word.group(1) in ("m", "g", "bn", "b") and not run.isdigit():
            letter = _SCALE_LETTER.match(self._text, end)
            if letter is not None:
                factor = Decimal(_SCALE[letter.group(1).lower()])
                return self._scaled(figure, letter.end(), factor)
        return self._values.finish(figure, word=word.group(1))

    def _foreign_scale(self, figure: Figure, word: str) -> int:
        """The number with a scale word of another language: 2,5 Mio. Euro, 3 mil millones de pesos."""
        factor = 1000 if word == "mil" and self._lang in ("es", "pt") else FOREIGN_SCALES.get(word, 0)
        if not factor and word != "mil":
            return 0
        match = _FOREIGN_SCALE.match(self._low, figure.end)
        if match is None:
            return 0
        if match.group().count("mil") > 1:
            factor = 10**9
        return self._scaled(figure, match.end(), Decimal(factor)) if factor else 0

    def _scaled(self, figure: Figure, end: int, factor: Decimal) -> int:
        return self._values.finish(figure._replace(end=end, readings=tuple(times(v, factor) for v in figure.readings), scale=int(factor)))

    def _glued(self, figure: Figure, run: str) -> int:
        """Letters right after the digits: an ordinal, a scale, a unit, a currency, or an identifier."""
        low, text, start, end = self._low, self._text, figure.start, figure.end
        if _ORDINAL.match(low, end) is not None and run.isdigit():
            self._values.add(Kind.ORDINAL, start, end + 2, (plain(figure.readings[0]),), figure.readings[0], None)
            return end + 2
        scale = _GLUED_SCALE.match(low, end)
        if scale is not None:
            letter = scale.group(1)
            money_before = money.before(text, low, start) is not None
            written = text[end : scale.end()]
            fits = letter not in ("m", "b", "t", "g") or money_before or (written in ("M", "B") or (written == "G" and not run.isdigit()))
            if letter == "m" and not fits:
                fits = money.follows(text, low, scale.end()) is not None
            if fits:
                factor = Decimal(_SCALE[letter])
                return self._scaled(figure, scale.end(), factor)
        done = self._values.finish(figure._replace(weak=True))
        if self._values.last_end == done:
            return done
        if _GLUED_OK.match(low, end) is not None:
            return self._values.finish(figure, bare=True)
        return self._skip(end)

    # Words.

    def _words(self, start: int, end: int) -> int:
        text, low = self._text, self._low
        if self._lang != "en":
            return end
        found = self._reader.read(start)
        if found is None:
            return end
        if found.ordinal:
            self._ordinal(found)
            return max(found.end, end)
        if found.weak and text[start - 1 : start] == "-":
            return max(found.end, end)
        figure = Figure(found.start, found.end, (decimal_of(found.value),), weak=found.weak)
        if found.value.denominator > 1 and (part := _PART_OF.match(low, found.end)) is not None:
            value = times(figure.readings[0], SCALES.get(part.group(1), 100))
            return self._values.finish(figure._replace(end=part.end(), readings=(value,), weak=False))
        if found.value.denominator > 1 and (share := _SHARE_OF.match(low, found.end)) is not None:
            done = self._values.finish(figure._replace(end=share.end(), weak=True))
            if self._values.last_end == done:
                return done
        word = _NEXT.match(low, found.end)
        return max(self._values.finish(figure, word=None if word is None else word.group(1)), end)

    def _ordinal(self, found: WordNumber) -> None:
        text, low = self._text, self._low
        after = text[found.end : found.end + 2]
        if len(after) == 2 and after[0] == "-" and after[1].isalpha():
            return
        if low[found.start : found.end] == "second" and _NOT_SECOND.search(low[max(0, found.start - 9) : found.start]) is not None:
            return
        value = decimal_of(found.value)
        self._values.add(Kind.ORDINAL, found.start, found.end, (plain(value),), value, None)

    def _add_foreign(self) -> None:
        taken = [(v.span.start, v.span.end) for v in self._values.values]
        for found in foreign_numbers(self._text, self._lang):
            if any(start < found.end and found.start < end for start, end in taken):
                continue
            before = len(self._values.values)
            if found.ordinal:
                self._values.add(Kind.ORDINAL, found.start, found.end, (plain(decimal_of(found.value)),), decimal_of(found.value), None)
            else:
                self._values.finish(Figure(found.start, found.end, (decimal_of(found.value),)))
            taken.extend((v.span.start, v.span.end) for v in self._values.values[before:])
        self._values.values.sort(key=lambda v: v.span)
