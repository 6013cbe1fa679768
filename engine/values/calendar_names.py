"""Names of months, weekdays and small numbers, and the folded view of a text in which temporal patterns are matched.

The tables are written out, so that importing costs nothing; patterns are compiled on first use through `pattern`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

_ENGLISH_MONTHS = (
    "january jan",
    "february feb",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
)
# German, French, Spanish, Italian, Portuguese, Dutch: full names, and the short ones that are no English word.
_OTHER_MONTHS = (
    "januar jänner janvier janv enero ene gennaio genn janeiro januari",
    "februar février fevrier févr febrero febbraio febb fevereiro fev februari",
    "märz maerz mars marzo março maart mrt",
    "avril avr abril abr aprile",
    "mai mayo maggio maio mei",
    "juni juin junio giugno junho",
    "juli juillet juil julio luglio julho",
    "août aout agosto augustus",
    "septembre septiembre setiembre settembre setembro",
    "oktober okt octobre octubre ottobre outubro",
    "novembre noviembre novembro",
    "dezember dez décembre decembre diciembre dic dicembre dezembro",
)
_ENGLISH_WEEKDAYS = (
    "monday mon mo",
    "tuesday tues tue",
    "wednesday weds wed",
    "thursday thurs thur thu",
    "friday fri",
    "saturday sat",
    "sunday sun",
)
_OTHER_WEEKDAYS = (
    "montag lundi lunes lunedì segunda-feira maandag",
    "dienstag mardi martes martedì terça-feira dinsdag",
    "mittwoch mercredi miércoles mercoledì quarta-feira woensdag",
    "donnerstag jeudi jueves giovedì quinta-feira donderdag",
    "freitag vendredi viernes venerdì sexta-feira vrijdag",
    "samstag sonnabend samedi sábado sabato zaterdag",
    "sonntag dimanche domingo domenica zondag",
)


def _indexed(rows: Iterable[str], first: int) -> dict[str, int]:
    return {name: number for number, row in enumerate(rows, first) for name in row.split()}


ENGLISH_MONTHS = _indexed(_ENGLISH_MONTHS, 1)
"""English month names and their short forms, lower case, to 1-12."""
MONTHS = {**_indexed(_OTHER_MONTHS, 1), **ENGLISH_MONTHS}
"""Month names of English, German, French, Spanish, Italian, Portuguese and Dutch, lower case, to 1-12."""
WEEKDAYS = {name: number for name, number in _indexed(_ENGLISH_WEEKDAYS, 0).items() if name != "mo"}
"""English weekday names and their short forms, lower case, to 0 (Monday) - 6."""
ALL_WEEKDAYS = {**_indexed(_OTHER_WEEKDAYS, 0), **WEEKDAYS}
"""Weekday names of the same seven languages as `MONTHS`."""

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)

ONES = {word: value for value, word in enumerate(_ONES.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split()) if value}


def alternation(words: Iterable[str]) -> str:
    """A pattern for exactly these words, factored by prefix so that a failing match ends at the first letter."""
    tails: dict[str, list[str]] = {}
    for word in sorted(set(words), reverse=True):
        tails.setdefault(word[:1], []).append(word[1:])
    may_end = tails.pop("", None) is not None
    parts = [re.escape(letter) + ("" if rest == [""] else alternation(rest)) for letter, rest in tails.items()]
    joined = f"(?:{'|'.join(parts)})" if may_end or len(parts) > 1 else "".join(parts)
    return joined + "?" if may_end else joined


def either(words: Iterable[str]) -> str:
    """The same words, longest first, as a plain alternation for lists that are short."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


S = r"\s{1,3}"
"""White space between two words of one expression."""
END = r"(?![^\W_])"
"""No letter or digit follows."""
ENGLISH_MONTH = rf"(?:{alternation(ENGLISH_MONTHS)}){END}"
MONTH = rf"(?:{alternation(MONTHS)})(?![^\W\d_])"
WEEKDAY = rf"(?:{alternation(WEEKDAYS)}){END}"
ANY_WEEKDAY = rf"(?:{alternation(ALL_WEEKDAYS)}){END}"
BELOW_TEN = f"(?:{either(list(ONES)[1:10])})"
BELOW_TWENTY = f"(?:{either(list(ONES)[1:])})"
BELOW_HUNDRED = rf"(?:(?:{either(TENS)})(?:[ -]{BELOW_TEN}{END})?|{BELOW_TWENTY})"
DAY_WORD = rf"(?:twenty[ -](?:{either(list(ORDINALS)[:9])})|thirty[ -]first|thirtieth|{either(ORDINALS)})"
DAY_COUNT = rf"(?:(?:twenty|thirty)(?:[ -]{BELOW_TEN}{END})?|{BELOW_TWENTY})"
_HUNDREDS = rf"(?:eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty){S}"
YEAR_WORDS = (
    rf"(?:two{S}thousand(?:{S}(?:and{S})?{BELOW_HUNDRED})?|"
    rf"{_HUNDREDS}(?:hundred(?:{S}(?:and{S})?{BELOW_HUNDRED})?|oh{S}{BELOW_TEN}|(?:{either(TENS)})(?:[ -]{BELOW_TEN})?|"
    rf"(?:{either(list(ONES)[10:])}))){END}"
)


def number_of(words: str) -> int | None:
    """The whole number that English words below one hundred, or an ordinal below one hundred, spell; digits count as themselves."""
    if words.isascii() and words.isdigit():
        return int(words)
    total = 0
    for word in words.replace("-", " ").split():
        part = ONES.get(word, TENS.get(word, ORDINALS.get(word, 30 if word == "thirtieth" else None)))
        if part is None:
            return None
        total += part
    return total


def year_of_words(words: str) -> int | None:
    """The year that words spell: two thousand and five, nineteen eighty six, seventeen hundred."""
    parts = [part for part in words.replace("-", " ").split() if part not in ("and", "oh")]
    if parts[:2] == ["two", "thousand"]:
        rest = number_of(" ".join(parts[2:]))
        return 2000 + rest if rest is not None else None
    century, rest = number_of(parts[0]), number_of(" ".join(part for part in parts[1:] if part != "hundred"))
    return century * 100 + rest if century is not None and rest is not None else None


@cache
def pattern(source: str) -> re.Pattern[str]:
    """The compiled pattern; compiled on first use only."""
    return re.compile(source)


_FOLDS = {
    **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u3000", " "),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u02bc\u02b9\uff07", "'"),
    "\u2236": ":",
    "\uff1a": ":",
    "\uff0f": "/",
    "\uff0e": ".",
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
}
_FOLDABLE = f"[{''.join(_FOLDS)}]"


@lru_cache(maxsize=2)
def plain(text: str) -> str:
    """The text in lower case with dashes, spaces, apostrophes and full-width digits folded, code point for code point."""
    low = text.replace("\u0130", "i").lower()  # the one letter whose lower case is longer than itself
    return low if low.isascii() else pattern(_FOLDABLE).sub(lambda found: _FOLDS[found.group()], low)


def glued_before(low: str, start: int) -> bool:
    """Whether the character before makes what starts here the tail of a number, word or identifier."""
    if not start:
        return False
    before = low[start - 1]
    if before.isalnum() or before == "_":
        return True
    if before == "/" and start > 1 and low[start - 2].isdigit():
        return True
    if before in ".,:/-+#$@" and low[start].isdigit():
        if start < 2 or before in "#$@":
            return before in "#$@"
        return low[start - 2] == before or low[start - 2].isdigit() or (before not in ",:" and low[start - 2].isalpha())
    return False


def glued_after(low: str, end: int) -> bool:
    """Whether the character after makes what ends here the head of a longer number, word or identifier."""
    if end >= len(low):
        return False
    after = low[end]
    if after.isalnum() or after == "_" or after == "%":
        return True
    return after in ".,:/-@" and end + 1 < len(low) and low[end + 1].isdigit() and low[end - 1].isdigit() and after != ","


