"""Durations: "90 minutes", "1h 30m", "an hour and a half", "two and a half hours", "a fortnight", "PT1H30M".

Seconds, minutes, hours, days and weeks are exact and share one key in seconds; months, quarters and years are calendar units and
are counted in months, because no number of days is right for them. Words that name no number ("some days", "a few hours") are
left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ..types import Kind, Span, Value
from .calendar_names import BELOW_HUNDRED, BELOW_TEN, ONES, TENS, S, alternation, glued_after, glued_before, number_of, pattern, plain

_UNITS = {
    "ms": "ms msec msecs millisecond milliseconds",
    "s": "s sec secs second seconds",
    "min": "min mins minute minutes",
    "h": "h hr hrs hour hours",
    "day": "d day days night nights",
    "week": "w wk wks week weeks",
    "fortnight": "fortnight fortnights",
    "weekend": "weekend weekends",
    "mo": "mo mos mth mths month months",
    "quarter": "quarter quarters",
    "year": "y yr yrs year years",
    "decade": "decade decades",
    "century": "century centuries",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
UNIT_WORDS = tuple(_UNIT_OF)
"""Every word for a unit of time, lower case."""
# German, French, Spanish, Italian, Portuguese and Dutch; they count after digits only ("a semana" is "the week", not one week).
_FOREIGN_UNITS = {
    "s": "sekunde sekunden seconde secondes seconden segundo segundos secondo secondi",
    "min": "minuten minuto minutos minuti minuut",
    "h": "stunde stunden hora horas uren",
    "day": "tage tagen jour jours día días dia dias giorno giorni dag dagen",
    "week": "woche wochen semaine semaines semana semanas settimana settimane weken",
    "mo": "monat monate monaten mois mes meses mese mesi mês maand maanden",
    "year": "jahr jahre jahren ans année années annee annees año años ano anos anno anni jaar jaren jarige",
}
_FOREIGN_UNIT_OF = {word: unit for unit, words in _FOREIGN_UNITS.items() for word in words.split()}
COUNTED_UNIT_WORDS = tuple(_FOREIGN_UNIT_OF)
"""Words for a unit of time in further languages, lower case, without those that tell the hour as well ("8 heures", "9 uur")."""
_SHORT = ("s", "h", "d", "w", "y", "mo", "ms", "m")
_LONG = [word for word in _UNIT_OF if word not in _SHORT]
SECONDS = {
    "ms": Decimal("0.001"),
    "s": Decimal(1),
    "min": Decimal(60),
    "h": Decimal(3600),
    "day": Decimal(86400),
    "week": Decimal(604800),
    "fortnight": Decimal(1209600),
    "weekend": Decimal(172800),
}
"""Seconds in each exact unit."""
MONTHS_IN = {"mo": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}
"""Months in each calendar unit."""

_FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
_DIGITS = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})(?:[.][0-9]{1,6})?|[0-9]{1,4},[0-9](?![0-9])"
_HALF = r"half(?:\s{1,3}an?)?|1/2|½"
_QUARTERS = rf"(?:an?{S}|{BELOW_TEN}{S})?quarters?(?:{S}of(?:{S}an?)?)?|[13]/4|[¼¾]"
_PART = rf"(?:{_HALF}|{_QUARTERS})"
_COUPLE = rf"(?:an?{S})?(?:couple|pair)(?:{S}of)?"
_COUNT = (
    rf"(?P<n>{_DIGITS}|{BELOW_HUNDRED}(?:{S}(?:hundred|thousand))?|an?{S}(?:hundred|thousand)|{_COUPLE}|an?(?={S}(?!half|quarter)))"
    rf"(?:(?:{S}and(?:{S}an?)?{S}|{S}(?=[0-9½¼¾])|(?=[½¼¾]))(?P<p>{_PART}))?"
)
_EXTRA = r"(?:\s{1,3}(?:more|additional|extra|fewer|less|full|whole|consecutive|straight))?"
_LONG_UNIT = rf"(?P<u>{alternation(_LONG)})(?![^\W_])"
# "the 90s" and "the 1970s" are no seconds; a lone d, w or y counts only where it touches its number.
_TIGHT_UNIT = r"(?P<u>h|ms|wk|wks|yr|yrs|mo|(?<= )s|(?<=[0-9])(?:(?<![0-9]0)(?<![0-9]{4})s|[dwy]))(?![^\W_])"
_TAIL = rf"{S}and{S}(?P<t>(?:an?{S})?(?:half|quarter)(?![^\W_])|(?:thirty|fifteen|forty-five)(?![^\W_])(?!{S}[^\W\d_]))"
_AMOUNT = rf"(?:(?P<q>{_PART})|{_COUNT})"
_TERM = rf"(?:{_AMOUNT})(?:\s{{0,2}}-?\s?|\s{{0,3}}){_EXTRA}\s{{0,3}}{_LONG_UNIT}"
_FRACTION_OF_HOUR = r"(?P<n>1/2|[13]/4|[½¼¾])\s?h(?![^\W_])"
_TIGHT = rf"(?P<n>[0-9]{{1,6}}(?:[.][0-9]{{1,4}})?) ?{_TIGHT_UNIT}"
_FOREIGN_TERM = rf"(?P<n>{_DIGITS})\s{{0,2}}-?(?P<u>{alternation(_FOREIGN_UNIT_OF)})(?![^\W_])"
_AGE = r"(?:\s{1,3}(?:of\s{1,3}age|di\s{1,3}età|old|alt|oud|leeftijd)|-old)(?![^\W_])"
_PACKED_PART = r"[0-9]{1,5}(?:\.[0-9]{1,4})?\s?(?:ms|mins?|m|secs?|s|hrs?|h|d|wk|w|yrs?|y)"
_PACKED = rf"{_PACKED_PART}(?:\s?{_PACKED_PART}){{1,5}}(?![^\W_])"
_ISO = (
    r"p(?=[0-9t])(?:(?P<y>[0-9]{1,6}(?:[.,][0-9]{1,6})?)y)?(?:(?P<mo>[0-9]{1,6}(?:[.,][0-9]{1,6})?)m)?"
    r"(?:(?P<w>[0-9]{1,6}(?:[.,][0-9]{1,6})?)w)?(?:(?P<d>[0-9]{1,6}(?:[.,][0-9]{1,6})?)d)?"
    r"(?:t(?=[0-9])(?:(?P<h>[0-9]{1,9}(?:[.,][0-9]{1,6})?)h)?(?:(?P<mi>[0-9]{1,9}(?:[.,][0-9]{1,6})?)m)?"
    r"(?:(?P<s>[0-9]{1,12}(?:[.,][0-9]{1,9})?)s)?)?(?![^\W_])"
)
_CLOCK = r"(?:(?P<d>[0-9]{1,4})\s{1,2}days?,?\s{1,3})?(?:(?P<h>[0-9]{1,3}):)??(?P<mi>[0-9]{0,3}):(?P<s>[0-5][0-9](?:\.[0-9]{1,6})?)$"
_LOOSE_PART = r"(?P<n>[0-9]{1,6}(?:[.][0-9]{1,6})?)\s{0,2}(?P<u>[a-z]{1,12})(?![^\W\d_]),?\s{0,2}(?:and\s{1,3})?"
_WHOLE_UNIT = r"(?:all|full)[ -](?P<u>day|week|year|month)(?![^\W_])"
_SECOND_ALONE = rf"\s?(?:$|[.,;:!?)])|{S}(?:ago|later|or|and|longer|more|per|to|before|after|from|for|at|in|of)(?![^\W_])"
_JOIN = rf"\s{{0,2}}(?:,\s{{0,2}}(?:and{S})?|and{S}|\+|)\s{{0,2}}"

Part = tuple[Decimal, str]


@dataclass(frozen=True, slots=True)
class Length:
    """A duration at `[start, end)` of a folded text, as its parts in the order written: `((1, "h"), (30, "min"))`."""

    start: int
    end: int
    parts: tuple[Part, ...]

    @property
    def months(self) -> Decimal:
        """What the calendar units add up to, in months."""
        return sum((amount * MONTHS_IN[unit] for amount, unit in self.parts if unit in MONTHS_IN), Decimal(0))

    @property
    def seconds(self) -> Decimal:
        """What the exact units add up to, in seconds."""
        return sum((amount * SECONDS[unit] for amount, unit in self.parts if unit in SECONDS), Decimal(0))

    def key(self) -> str:
        """The canonical key: `5400 s`, `18 mo`, or both where calendar and exact units are mixed."""
        exact = self.seconds
        if self.months and exact:
            return f"{_written(self.months)} mo {_written(exact)} s"
        return f"{_written(self.months)} mo" if self.months else f"{_written(exact)} s"


def _written(amount: Decimal) -> str:
    return format(amount.normalize(), "f") if amount else "0"


# What can follow the digits of a length: the a unit or what may stand before one, or a fraction.
_BEFORE_UNIT = ("m", "and", "more", "additional", "extra", "fewer", "less", "full", "whole", "consecutive", "straight")
_DIGIT_GATE = (
    r"[0-9]{1,9}+(?:[.,/][0-9]{1,6}+){0,4}+\s{0,3}-?\s{0,3}"
    rf"(?:[0-9½¼¾]|{alternation((*_UNIT_OF, *_FOREIGN_UNIT_OF, *_BEFORE_UNIT))})"
)
_FIRST_WORD = "[a-z]{1,20}"
FIRST_WORDS = frozenset((*ONES, *TENS, "a", "an", "half", "quarter", "quarters", "couple", "pair", "all", "full"))
"""Words that a length can begin with."""


def length_at(low: str, start: int) -> Length | None:
    """The longest duration that starts at this offset of a folded text, or None."""
    first = low[start]
    if first == "p":
        return _iso_at(low, start)
    digit = first.isdigit()
    if not digit and first.isascii():
        word = pattern(_FIRST_WORD).match(low, start)
        if word is None or word.group() not in FIRST_WORDS:
            return None
    if digit and pattern(_DIGIT_GATE).match(low, start) is None:
        return None
    packed = pattern(_PACKED).match(low, start) if digit else None
    if packed is not None and (parts := _packed_parts(packed.group())) is not None:
        return Length(start, packed.end(), parts)
    return _spelled_at(low, start)


def _spelled_at(low: str, start: int) -> Length | None:
    whole = pattern(_WHOLE_UNIT).match(low, start) if low[start] in "af" else None
    if whole is not None:
        return Length(start, whole.end(), ((Decimal(1), _UNIT_OF[whole["u"]]),))
    parts: list[Part] = []
    end = at = start
    while len(parts) < 7:
        term = _term_at(low, at)
        if term is None or (parts and _rank(term[0][0][1]) >= _rank(parts[-1][1])):
            break
        parts += term[0]
        end = term[1]
        join = pattern(_JOIN).match(low, end)
        if join is None or (term[0][-1][0] % 1 and len(term[0]) == 1):
            break
        at = join.end()
        if at >= len(low):
            break
    if not parts:
        return None
    age = pattern(_AGE).match(low, end)
    return Length(start, end if age is None else age.end(), tuple(parts))


def unit_of_word(word: str) -> str | None:
    """The unit of time that a word of one of seven languages stands for, as it stands in the parts of a `Length`."""
    word = word.lower()
    return _UNIT_OF.get(word) or _FOREIGN_UNIT_OF.get(word)


def _rank(unit: str) -> Decimal:
    return SECONDS[unit] if unit in SECONDS else Decimal(MONTHS_IN[unit] * 2_592_000)


def _term_at(low: str, at: int) -> tuple[list[Part], int] | None:
    found = pattern(_TERM).match(low, at)
    if found is None:
        if low[at] not in "0123456789½¼¾":
            return None
        fraction = pattern(_FRACTION_OF_HOUR).match(low, at)
        if fraction is not None:
            return [(_part_of(fraction["n"]), "h")], fraction.end()
        tight = pattern(_TIGHT).match(low, at)
        return ([(Decimal(tight["n"]), _UNIT_OF[tight["u"]])], tight.end()) if tight is not None else _foreign_term_at(low, at)
    if found["n"] is not None:
        amount = _amount_of(found["n"])
        if amount is not None and found["p"] is not None:
            amount += _part_of(found["p"])
    else:
        amount = _part_of(found["q"])
    if amount is None:
        return None
    unit = _UNIT_OF[found["u"]]
    if found["u"] == "second" and found["n"] in ("a", "an") and pattern(_SECOND_ALONE).match(low, found.end()) is None:
        return None
    tail = pattern(_TAIL).match(low, found.end())
    if tail is None:
        return [(amount, unit)], found.end()
    word = tail["t"]
    if word.endswith("half"):
        return [(amount + Decimal("0.5"), unit)], tail.end()
    if word.endswith("quarter"):
        return [(amount + Decimal("0.25"), unit)], tail.end()
    minutes = number_of(word)
    if unit != "h" or minutes is None:
        return [(amount, unit)], found.end()
    return [(amount, unit), (Decimal(minutes), "min")], tail.end()


def _foreign_term_at(low: str, at: int) -> tuple[list[Part], int] | None:
    found = pattern(_FOREIGN_TERM).match(low, at) if low[at].isdigit() else None
    amount = None if found is None else _amount_of(found["n"])
    return None if found is None or amount is None else ([(amount, _FOREIGN_UNIT_OF[found["u"]])], found.end())


def _amount_of(words: str) -> Decimal | None:
    if words[0].isdigit():
        grouped = len(words) > 3 and words[-4] == "," or words.count(",") > 1 or ("," in words and "." in words)
        return Decimal(words.replace(",", "" if grouped else "."))
    parts = words.split()
    if "couple" in parts or "pair" in parts:
        return Decimal(2)
    if parts[-1] in ("hundred", "thousand"):
        scale = 100 if parts[-1] == "hundred" else 1000
        front = " ".join(part for part in parts[:-1] if part not in ("a", "an"))
        count = number_of(front) if front else 1
        return Decimal(count * scale) if count is not None else None
    if parts[0] in ("a", "an"):
        return Decimal(1)
    count = number_of(words)
    return Decimal(count) if count is not None else None


def _part_of(words: str) -> Decimal:
    if words in _FRACTIONS:
        return Decimal(_FRACTIONS[words])
    if words.startswith("half") or words == "1/2":
        return Decimal("0.5")
    if words.endswith("/4"):
        return Decimal(words[0]) / 4
    first = words.split()[0]
    return Decimal(ONES.get(first, 1)) / 4


def _packed_parts(text: str) -> tuple[Part, ...] | None:
    parts: list[Part] = []
    for found in pattern(r"([0-9.]+)\s?([a-z]+)").finditer(text):
        unit = "min" if found[2] == "m" else _UNIT_OF[found[2]]
        if parts and _rank(unit) >= _rank(parts[-1][1]):
            return None
        parts.append((Decimal(found[1]), unit))
    return tuple(parts)


def _iso_at(low: str, start: int) -> Length | None:
    found = pattern(_ISO).match(low, start)
    if found is None:
        return None
    units = {"y": "year", "mo": "mo", "w": "week", "d": "day", "h": "h", "mi": "min", "s": "s"}
    parts = tuple((Decimal(number.replace(",", ".")), units[name]) for name, number in found.groupdict().items() if number is not None)
    return Length(start, found.end(), parts) if parts else None


def parse_length(low: str) -> Length | None:
    """The duration that a whole stripped, folded text is, with the forms that only a duration slot allows: "-32m", "4:13", "2w"."""
    sign = low[:1] if low[:1] in ("-", "+") else ""
    body = low[len(sign) :].lstrip()
    length = length_at(body, 0) if body else None
    if length is None or length.end != len(body):
        length = _loose(body)
    if length is None:
        return None
    parts = tuple((-amount if sign == "-" else amount, unit) for amount, unit in length.parts)
    return Length(0, len(low), parts)


def _loose(body: str) -> Length | None:
    clock = pattern(_CLOCK).match(body)
    if clock is not None:
        numbers = ((clock["d"], "day"), (clock["h"], "h"), (clock["mi"] or "0", "min"), (clock["s"], "s"))
        return Length(0, len(body), tuple((Decimal(number), unit) for number, unit in numbers if number is not None))
    if body in ("fortnight", "decade", "century"):
        return Length(0, len(body), ((Decimal(1), body),))
    parts: list[Part] = []
    at = 0
    while at < len(body):
        found = pattern(_LOOSE_PART).match(body, at)
        unit = None if found is None else "min" if found["u"] == "m" else _UNIT_OF.get(found["u"])
        if found is None or unit is None or (parts and _rank(unit) >= _rank(parts[-1][1])):
            return None
        parts.append((Decimal(found["n"]), unit))
        at = found.end()
    return Length(0, len(body), tuple(parts)) if parts else None


def value_of(length: Length, text: str) -> Value:
    """The length as a value of the original text."""
    span = Span(length.start, length.end)
    if len(length.parts) == 1:
        amount, unit = length.parts[0]
    else:
        amount, unit = (length.months, "mo") if length.months and not length.seconds else (length.seconds, "s")
        if length.months and length.seconds:
            return Value(Kind.DURATION, span, span.of(text), (length.key(),))
    return Value(Kind.DURATION, span, span.of(text), (length.key(),), amount, unit)


_ANCHOR = r"[0-9½¼¾]|p(?=t?[0-9])|(?:{words})(?![^\W_])"


def find_durations(text: str) -> list[Value]:
    """Every duration of a running text, sorted, without overlaps.

    Example:
        >>> [(value.text, value.keys) for value in find_durations("It took an hour and a half, not 45 min.")]
        [('an hour and a half', ('5400 s',)), ('45 min', ('2700 s',))]
    """
    low = plain(text)
    found: list[Value] = []
    done = 0
    words = alternation([*ONES, *TENS, "a", "an", "half", "quarter", "couple", "all", "full"])
    for anchor in pattern(_ANCHOR.replace("{words}", words)).finditer(low):
        start = anchor.start()
        if start < done or glued_before(low, start):
            continue
        length = length_at(low, start)
        if length is not None and not glued_after(low, length.end):
            found.append(value_of(length, text))
            done = length.end
    return found


def parse_duration(text: str) -> Value | None:
    """The duration that the whole text is, or None."""
    stripped = text.strip()
    length = parse_length(plain(stripped))
    return value_of(length, stripped) if length is not None else None
