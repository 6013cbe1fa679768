"""The patterns that ranges are made of, and the places where one can begin."""

from __future__ import annotations

import re
from functools import cache

from .calendar_names import ALL_WEEKDAYS, END, MONTHS, ONES, ORDINALS, WEEKDAYS, S, alternation
from .durations import FIRST_WORDS as LENGTH_WORDS
from .durations import UNIT_WORDS
from .feasts import FEASTS
from .relative_words import DAYS, EDGES, HOWS, NUMBER, POINT, SHORT_EDGES, UNITS
from .times import ANCHOR_WORDS

_ABOUT = rf"(?:(?:around|about|approximately){S})?"
FROM = (
    rf"(?:(?P<beyond>(?:later|more{S}recent){S}than|after)|since|(?:starting|beginning|effective)(?:{S}(?:on|from|in|as{S}of))?"
    rf"|as{S}(?:early{S}as|of|from)|(?:no|not){S}earlier{S}than|not{S}before|on{S}or{S}after|(?P<only>from))"
    rf"{S}(?:the{S}year{S}(?=[0-9]))?{_ABOUT}"
)
TO = (
    rf"(?:(?P<short>before|prior{S}to|earlier{S}than)|until{{1,2}}|till?|(?P<by>by)|(?:no|not){S}later{S}than|as{S}late{S}as"
    rf"|up{S}(?:to|until)|on{S}or{S}before|not{S}after){S}(?:the{S}year{S}(?=[0-9]))?{_ABOUT}"
)
TO_DATE = rf"(?:until|till?){S}(?:date|now){END}|to{S}date{END}"
PAIR_CUE = rf"(?:(?P<cue>from|between)|in|at){S}(?:the{S})?"
SUFFIX = (
    rf",?{S}(?:(?:and|or){S}(?:(?P<later>later|after|newer|onwards?|beyond|up)|(?P<earlier>earlier|before|older))|(?P<on>onwards?))"
    rf"{END}(?!{S}[0-9])"
)
BASED = rf",?{S}(?P<word>starting|beginning|from)(?:{S}(?:on|from))?{S}"
WITHIN = rf"within{S}(?:the{S}next{S}|the{S}coming{S})?"
SOON = rf"(?:asap|as{S}soon{S}as{S}possible){END}"
UNIT_SECONDS = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600}
FINE = (
    rf"(?:{POINT}{S}(?:(?P<n>{NUMBER}){S})?|(?P<m>{NUMBER}){S}(?P<way>next|coming|upcoming|past|last|previous){S})"
    rf"(?P<u>{alternation(UNIT_SECONDS)})(?P<many>s?){END}"
)
MORE = rf"(?P<more>more|less|fewer){S}than{S}"
AWAY = rf"{S}(?P<dir>before|after|from|since){S}"
_PART = r"(?P<part>morning|afternoon|evening|night|lunch|dinner)"
PART_LEAD = rf"(?P<when>early|late|mid|later)(?:{S}in)?(?:{S}|-)(?=to|this|last|yester|the{S}day)"
PART_OF = rf"(?:in{S})?(?:the{S})?(?:(?P<when>early|late){S})?{_PART}{S}(?:of|on){S}(?:the{S})?"
IN_PART = rf"(?:in{S}the{S}(?:(?P<when>early|late){S})?|(?P<later>later){S}in{S}the{S}){_PART}s?{END}(?!{S}of)"
_HOUR_WORD = rf"(?:[0-9]|(?:{alternation([*list(ONES)[1:13], 'thirty', 'fifteen', 'twenty', 'quarter', 'half'])}){END})"
CLOCK_BEFORE = rf"(?:[0-9]|clock|[ap]\.?m\.?|{_HOUR_WORD}),?\s$"
CLOCK_AFTER = rf",?{S}(?:at{S}|around{S}|by{S})?{_HOUR_WORD}"
PART_TAIL = (
    rf",?{S}(?:in{S}the{S})?(?:(?P<when>early|late){S}(?:in{S}the{S}|hours{S}of{S}the{S})?)?(?:(?P<hours>early){S}hours{S}of{S}the{S})?"
    rf"(?:{_PART}|(?P<ap>[ap])m){END}"
)
YEARS = (
    r"(?P<a>1[0-9]{3}|20[0-9]{2})(?:\s?[-~]\s?|\s{1,3}(?:to|through|thru|until|till|(?P<and>and))\s{1,3})"
    r"(?P<b>1[0-9]{3}|20[0-9]{2})(?![^\W_]|[-/.:%][0-9]|,[0-9])"
)
SLASHES = (
    r"(?P<a>[0-9]{1,2})/(?P<b>[0-9]{1,2})(?:/(?P<y>[0-9]{4}|[0-9]{2}))?(?:\s?[-~]\s?|\s{1,3}(?:to|through|thru|until|till|and)\s{1,3})"
    r"(?P<c>[0-9]{1,2})/(?P<d>[0-9]{1,2})(?:(?:/|,\s)(?P<z>[0-9]{4}|(?<=/)[0-9]{2}))?(?![^\W_]|[-/.:%][0-9])"
)
_ISO_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[t\s][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:z|[+-][0-9]{2}:?[0-9]{2})?)?"
ISO_PAIR = rf"(?P<a>{_ISO_DAY})(?:/|--|\s-\s)(?P<b>{_ISO_DAY})(?![^\W_]|[-/.:%][0-9])"
# "Move it from Monday to Friday" names two places in time and nothing between them.
MOVED = (
    r"\b(?:mov|chang|shift|reschedul|switch|push|postpon|brought|bring|updat|transferr?|swap)(?:e|es|ed|ing)?\b[^.!?;\n]{0,40}$"
)
PRESENT = (
    rf"the{S}(?P<u>week|month|year|fortnight){END}"
    rf"(?!\s?-|{S}(?:of|after|before|that|when|ago|ahead|prior|which|in|[0-9]|with|was|is|to|end))"
)
IN_PRESENT = r"\b(?:in|for|during|throughout|over)\s$"
ON_DAY = r"\b(?:on|the|in|since|from|by|until)\s$"
ON_DAY_ENDS = frozenset("nemyl")
"""The last letters of the words of `ON_DAY`."""
MONTH_CUE = r"\b(?:in|during|since|until|till|by|through|throughout|early|mid|late|of|from|before|after|for|last|next|this)\s(?:the\s)?$"
YEAR_CUE = r"\b(?:in|during|since|year|throughout|of|until|by|not|around|circa|between|early|late|mid|back\sto)\s$"
COUNTED_BY = rf"{S}(?!was|is|has|does|this|us|as)[a-z]{{2,14}}s{END}"
DAY_BEFORE = r"\b[0-9]{1,2}(?:st|nd|rd|th)?[\s-](?:(?:day\s)?of\s)?$"
COUNTED_DAY = (
    rf"\s?%|{S}(?:people|men|women|children){END}"
    rf"|{S}(?!and|or|in|on|at|for|with|to|from|by|of|the|is|are|was|were|next|this|last|we|i)[a-z]{{2,20}}s{END}"
)
NO_NAMES = ("may", "march", "mar", "jan", "jun", "april", "june", "august", "sep", "dec")
"""Months whose capital alone is no proof: they are names or other words as well."""

_OPENERS = (
    "from between since after before until till til untill by within starting beginning effective as no not on later earlier prior up "
    "to for early late mid all year cy week weekend asap in h more less fewer"
)
_OTHERS = (
    "tonite couple rest remainder remaining spring summer autumn fall winter twenties thirties forties fifties sixties seventies "
    "eighties nineties half twenty"
)
_AFTER_NUMBER = "de di do next past coming upcoming last previous to and till until through thru am pm a.m p.m o'clock"


OPENING = tuple(
    "from between in at later more after since starting beginning effective as no not on until untill til till to before prior earlier by up "
    "within asap".split()
)
"""Words that the rules for opened ranges begin with."""
BEFORE_PART = tuple("early late mid later in the morning afternoon evening night lunch dinner".split())
"""Words that a part of a day may be told from."""
COUNTING = (*HOWS, *sorted(LENGTH_WORDS), "for", "p")
"""Words that a counted stretch begins with."""
DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
"""Decades by name, from the twenties on."""
_PARTS = ("early", "late", "morning", "afternoon", "evening", "night", "lunch", "dinner")
_LENGTH = rf"(?:[0-9½¼¾]|p[0-9t]|{alternation(LENGTH_WORDS)})"
_AFTER_THE = (
    *(name.split()[0] for name in (*DAYS, *UNITS)), *ORDINALS, "twenty", "thirty", "thirtieth", "last", *WEEKDAYS, *EDGES, *SHORT_EDGES,
    "rest", "remainder", "remaining", *DECADES, *_PARTS,
)  # fmt: skip
# Words of every other sentence that begin a range only before some others.
_GATED = {
    "the": rf"[0-9']|{alternation(_AFTER_THE)}",
    "in": rf"(?:the{S})?(?:{_LENGTH}|{alternation(_PARTS)}|about|around|roughly|approximately)",
    "for": _LENGTH,
    "to": "date",
    "on": rf"or{S}",
    "up": "to|until",
    "as": "early|of|from|late",
    "no": "earlier|later",
    "not": "earlier|later|before|after",
    "more": "than|recent",
    "less": "than",
    "fewer": "than",
}


@cache
def anchors() -> re.Pattern[str]:
    """One separator and what a range begins with; most numbers of a text fail it at once."""
    feasts = {re.split(r"[^a-z]", name)[0] for name in FEASTS}
    words = {*_OPENERS.split(), *_OTHERS.split(), *HOWS, *EDGES, *SHORT_EDGES, *DAYS, *MONTHS, *ALL_WEEKDAYS, *ORDINALS, *ANCHOR_WORDS}
    single = alternation(word for word in {*words, *feasts, *list(ONES)[1:20]} - {*_GATED} if word.isalpha())
    gated = "|".join(rf"{word}(?={S}(?:{follows}))" for word, follows in _GATED.items())
    follows = alternation({*UNIT_WORDS, *MONTHS, *_AFTER_NUMBER.split()})
    number = (
        r"[0-9]{1,4}(?:st|nd|rd|th)?(?:[:.h][0-9]{2})?(?=\s{0,2}[-~/]|[-:.][0-9]|'?s|q[1-4]|\s?h[12]|\s(?:month|week|century|half|quarter)"
        rf"|\s{{0,3}}\(?(?:{follows})(?![^\W\d_])|(?<=[0-9]{{4}})(?![^\W_]))"
    )
    return re.compile(rf"[^a-z0-9_](?:{number}|q[1-4]|h[12]|'[0-9]0s|w(?=/c)|{gated}|(?:{single})(?![^\W\d_]))")
