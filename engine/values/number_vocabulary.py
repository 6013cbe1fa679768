"""The English words that numbers are made of."""

from __future__ import annotations

from fractions import Fraction

Amount = int | Fraction

_UNITS = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_NTH_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
_NTH_TEENS = "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split()
_NTH_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth".split()
SCALES: dict[str, int] = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "quadrillion": 10**15, "quintillion": 10**18,
    "lakh": 10**5, "lac": 10**5, "lkh": 10**5, "crore": 10**7,
}  # fmt: skip
_ABBREVIATED = {"k": 10**3, "mn": 10**6, "mln": 10**6, "mil": 10**6, "mio": 10**6, "bn": 10**9, "bln": 10**9, "tn": 10**12, "cr": 10**7}


_LINKS = {"and": "and", "&": "and", "point": "point", "minus": "minus", "negative": "minus", "a": "article", "an": "article"}


def _load() -> dict[str, tuple[str, Amount, int]]:
    words: dict[str, tuple[str, Amount, int]] = {}

    def put(word: str, kind: str, value: Amount, nth: int = 0) -> None:
        words[word] = (kind, value, nth)
        if nth:
            words[word + "s"] = (kind, value, 2)

    for word in ("zero", "nought", "naught", "nil"):
        put(word, "zero", 0)
    for i, (word, nth) in enumerate(zip(_UNITS, _NTH_UNITS, strict=True), 1):
        put(word, "unit", i)
        put(nth, "unit", i, 1)
    put("oneth", "unit", 1, 1)
    for i, (word, nth) in enumerate(zip(_TEENS, _NTH_TEENS, strict=True), 10):
        put(word, "teen", i)
        put(nth, "teen", i, 1)
    for i, (word, nth) in enumerate(zip(_TENS, _NTH_TENS, strict=True), 2):
        put(word, "tens", 10 * i)
        put(nth, "tens", 10 * i, 1)
        for j, (unit, unit_nth) in enumerate(zip(_UNITS, _NTH_UNITS, strict=True), 1):
            put(word + unit, "pair", 10 * i + j)
            put(word + unit_nth, "pair", 10 * i + j, 1)
    put("fourty", "tens", 40)
    put("ninty", "tens", 90)
    put("hundred", "hundred", 100)
    put("hundreds", "hundred", 100)
    put("hundredth", "hundred", 100, 1)
    for word, value in SCALES.items():
        put(word, "scale", value)
        put(word + "s", "scale", value)
        put(word + "th", "scale", value, 1)
    for word, value in _ABBREVIATED.items():
        put(word, "scale", value)
    for word in ("half", "halves"):
        put(word, "half", 2)
    put("quarter", "quarter", 4, 1)
    for word in ("dozen", "dozens", "doz", "dozs", "dz", "dzs"):
        put(word, "dozen", 12)
    for word, kind in _LINKS.items():
        put(word, kind, 1)
    return words


VOCABULARY = _load()
"""Each word with its kind, its value and how it counts: 0 as a cardinal, 1 as an ordinal, 2 as the plural of one (thirds)."""
_NEVER_FIRST = frozenset(_ABBREVIATED) | {"and", "&", "a", "an", "doz", "dozs", "dz", "dzs", "halves", "oneths", "nil"}
_MULTIPLIERS = frozenset({"scale", "hundred", "dozen"})
STARTERS: tuple[str, ...] = tuple(
    sorted(
        word
        for word, (kind, _, nth) in VOCABULARY.items()
        if word not in _NEVER_FIRST and nth < 2 and not (word[-1] == "s" and kind in _MULTIPLIERS)
    )
)
"""Words that may begin a number (before an article), for the scanner's anchor."""
CONTINUERS: frozenset[str] = frozenset(
    w for w, (kind, _, nth) in VOCABULARY.items() if kind in ("hundred", "scale", "dozen", "point") and nth == 0
)
"""Words after a digit number that make it part of a number in words."""
_FOREIGN_TABLE = """
1000|tausend duizend
1000000|million millionen millones millón millon millions milione milioni milhão milhões milhao milhoes miljoen mio
1000000000|milliarde milliarden milliard milliards miliardo miliardi miljard bilhão bilhões bilhao bilhoes mrd mld
1000000000000|billionen billón billones bilione bilioni biljoen trilhão trilhões trilhao trilhoes bio
1000000000000000|billiarde billiarden billiard biljard
1000000000000000000|trillionen trillón trillon trillones trilione trilioni triljoen
"""
FOREIGN_SCALES: dict[str, int] = {
    word: int(line.split("|")[0]) for line in _FOREIGN_TABLE.strip().splitlines() for word in line.split("|")[1].split() if word not in SCALES
}
"""Scale words of German, French, Spanish, Italian, Portuguese and Dutch that follow digits and mean one thing in all of them."""
