"""The words that relative expressions are made of, and the pattern of the places where one can begin."""

from __future__ import annotations

from collections.abc import Iterable

from .calendar_names import BELOW_HUNDRED, DAY_WORD, END, ONES, ORDINALS, TENS, WEEKDAYS, S, alternation, number_of
from .durations import COUNTED_UNIT_WORDS, UNIT_WORDS
from .moments import How, Unit
from .times import ANCHOR_WORDS

HOWS = {
    "this": How.THIS, "current": How.THIS, "next": How.NEXT, "following": How.NEXT, "coming": How.COMING, "upcoming": How.COMING,
    "last": How.LAST, "previous": How.LAST, "past": How.PAST, "prior": How.LAST,
}  # fmt: skip
SHIFT = {How.THIS: 0, How.BARE: 0, How.NEXT: 1, How.COMING: 1, How.LAST: -1, How.PAST: -1}
POINT = rf"(?P<how>this{S}(?:coming|upcoming|next|past|last)|{'|'.join(HOWS)})"
UNITS = {
    "day": Unit.DAY, "week": Unit.WEEK, "workweek": Unit.WORKWEEK, "work week": Unit.WORKWEEK,
    "working week": Unit.WORKWEEK, "weekend": Unit.WEEKEND,
    "wk": Unit.WEEK, "fortnight": Unit.FORTNIGHT, "month": Unit.MONTH, "mth": Unit.MONTH, "quarter": Unit.QUARTER, "qtr": Unit.QUARTER,
    "year": Unit.YEAR, "yr": Unit.YEAR, "decade": Unit.DECADE,
}  # fmt: skip
UNIT = rf"(?P<unit>{alternation(UNITS)})"
NUMBER = rf"(?:[0-9]{{1,3}}|{BELOW_HUNDRED}|an?{S}couple(?:{S}of)?|couple(?:{S}of)?)"
NTH = rf"(?P<nth>[0-9]{{1,2}}(?:st|nd|rd|th)|{DAY_WORD})"
DAYS = {
    "today": 0, "tonight": 0, "tonite": 0, "tomorrow": 1, "tomorrows": 1, "tmrw": 1, "tmr": 1, "yesterday": -1,
    "day after tomorrow": 2, "day before yesterday": -2,
}  # fmt: skip
PARTS = r"(?P<part>morning|afternoon|evening|night)"
PART_AFTER = rf",?{S}(?:in{S}the{S})?(?:(?:early|late){S})?{PARTS}{END}"
LINK = rf"(?P<cue>\s?,?\s{{1,2}}(?:at|by|around|about)(?:{S}(?:about|around))?{S}|\s?@\s?)|{S}(?:for|from){S}|\s?,\s?|{S}(?:-{S})?"
OF = rf"{S}(?:of|in|from){S}(?:the{S})?"
YEAR = r"(?P<year>[12][0-9]{3})(?![^\W_]|[-/.:][0-9])"

EDGES = {
    "end": "end",
    "close": "end",
    "late": "end",
    "beginning": "start",
    "start": "start",
    "early": "start",
    "middle": "middle",
    "mid": "middle",
}
SHORT_EDGES = {
    "eom": ("end", Unit.MONTH),
    "bom": ("start", Unit.MONTH),
    "eoy": ("end", Unit.YEAR),
    "boy": ("start", Unit.YEAR),
    "eow": ("end", Unit.WEEK),
}
CLOCK_WORDS = frozenset(ANCHOR_WORDS)
COUNTS = ("0", "½", "a", "an", "half", "couple", *list(ONES)[1:], *TENS)
_SUFFIXES = (
    "am|pm|a m|p m|a.m|p.m|past|to|after|next|upcoming|coming|last|previous|of|o'clock|oclock|ish|in the|at night|today|tomorrow|tonight"
    "|yesterday|this|more|additional|extra|and|hundred|thousand|½|day"
)
_AFTER_NUMBER = (*UNIT_WORDS, *COUNTED_UNIT_WORDS, *WEEKDAYS, *_SUFFIXES.split("|"))
_PICKS = "day week weekend end beginning start middle close rest remainder remaining last fortnight month quarter year ides twenty thirty"
_AFTER_THE = (*_PICKS.split(), *SHORT_EDGES, *ORDINALS)
_AFTER_A = (*UNIT_WORDS, "half", "quarter", "couple", "pair", "hundred", "full")
_GATED = ("a", "an", "the", "in", "at", "within", "w")


def how_of(word: str) -> How:
    """The meaning of a pointing word, "this coming" and "this past" included."""
    return How.COMING if word.startswith("this ") and word.endswith("next") else HOWS[word.split()[-1]]


def ordinal_of(written: str) -> int | None:
    """The number of an ordinal in digits ("21st", "21") or in words."""
    return number_of(written.rstrip("stndrh") if written[0].isdigit() else written)


def anchor_pattern(first_words: Iterable[str]) -> str:
    """A pattern for the separator before the places where an expression can begin; most articles and numbers of a text fail it at once."""
    number = (
        r"[0-9]{1,9}+(?=(?:[.,][0-9]{1,6}){0,3}(?:st|nd|rd|th|:[0-5][0-9]|\.[0-9]{2}\s?[ap]|/[24]\s?[a-z]|h[0-9]"
        rf"|\s{{0,3}}-?\s?(?:{alternation(_AFTER_NUMBER)})s?(?![^\W\d_])))"
    )
    counts = alternation({*COUNTS} - {"0", "a", "an"})
    inside = rf"in(?={S}(?:[0-9½]|an?(?![^\W_])|about|around|roughly|approx|{counts}|the{S}(?:early|late|morning|afternoon|evening)))"
    words = {word for word in first_words if word.isalpha() and word not in _GATED} | (CLOCK_WORDS - {"in"})
    return (
        rf"[^a-z0-9_](?:{number}|½|an?(?={S}(?:{alternation(_AFTER_A)}))|the(?={S}(?:{alternation(_AFTER_THE)}|[0-9]))|w(?=/c)"
        rf"|at(?={S}(?:the{S}moment|present|this))|{inside}|(?:{alternation(words)})(?![^\W\d_]))"
    )
