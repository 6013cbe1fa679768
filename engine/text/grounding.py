"""Where a detail of an answer stands in the evidence, or how it follows from it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice

from rapidfuzz import process
from rapidfuzz.distance import Indel

from ..index import Mention, SourceIndex, date_parts
from ..normalize import fold_words
from ..search import Hit, key_hits, literal_hits
from ..tables import IATA, TICKER, codes_of, forms_of, given_name_forms
from ..types import Kind, Outcome, Span, Value
from ..values import Group
from ..values.equality import compare
from ..values.number_forms import plain
from ..values.shown import shown
from .computed import computed
from .details import TITLES, Detail
from .words import FUNCTION_WORDS, PLAIN_ROOTS, root

MAX_PLACES = 24
MAX_ACRONYM = 4
MAX_COMPARED = 40
NEAR_SIZE = 0.1
"""How far, as a share, a rounded figure can be from the one it stands for."""
_BARE = frozenset((Kind.NUMBER, Kind.PERCENT, Kind.ORDINAL))
NEAR_NAME = 0.8
_HASH = re.compile(r"[0-9a-f]{7,39}")
YEAR_DIGITS = 4
_ROW_OF_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?[,;\t]")
_QUARTER = re.compile(r"(\d{4})-Q([1-4])")
_MEASURED = ("degrees", "Celsius", "Fahrenheit", "km/h", "mph", "hPa")
"""Measures that are told as whole numbers though they are recorded with decimals."""
_SCALES = frozenset(("°C", "°F"))
_SIGNED = re.compile(r"-?\d{1,4}(?:\.\d{1,3})?")
_WHOLE_UNITS = _SCALES | {"°", "km/h", "mph", "hPa", "m/s"}
_STRICT = (Group.EMAIL, Group.URL, Group.PHONE, Group.IDENTIFIER)


@dataclass(frozen=True, slots=True)
class Grounding:
    """What the search for one detail came to. `hits` are the places that hold it, `near` the closest thing that does not; `how` names a derivation."""

    detail: Detail
    outcome: Outcome
    hits: tuple[Hit, ...] = ()
    how: str | None = None
    near: str | None = None
    missing: tuple[str, ...] = ()
    asked: bool = False


def ground(detail: Detail, passages: tuple[SourceIndex, ...], question: SourceIndex | None) -> Grounding:
    """The grounding of a detail: supported where it stands or follows, unsupported where it is absent, undecided where that proves little."""
    if detail.kind is Kind.NAME:
        return _ground_name(detail, passages, question)
    assert_value = detail.value
    if assert_value is None or detail.group is None:
        return Grounding(detail, Outcome.UNDECIDED)
    hits = tuple(islice(_direct(assert_value, detail.group, passages), MAX_PLACES))
    if hits:
        return Grounding(detail, Outcome.SUPPORTED, hits)
    if detail.glued:
        for index in passages:
            found = re.search(rf"(?<!\d){detail.text}(?![\d.,]\d|\d)", index.content)
            if found is not None:
                return Grounding(detail, Outcome.SUPPORTED, (Hit(index, Span(found.start(), found.end())),))
    for how, hit in _derived(assert_value, detail.group, passages):
        return Grounding(detail, Outcome.SUPPORTED, (hit,), how)
    asked = question is not None and next(iter(_direct(assert_value, detail.group, (question,))), None) is not None
    return Grounding(detail, Outcome.UNSUPPORTED, asked=asked)


def _direct(value: Value, group: Group, passages: Iterable[SourceIndex]) -> Iterator[Hit]:
    if group in _STRICT:
        passages = tuple(passages)
        yield from key_hits(passages, group, value.keys)
        yield from literal_hits(passages, value.text)
        return
    keys = list(value.keys)
    if value.kind in (Kind.NUMBER, Kind.ORDINAL) and value.amount is not None:
        keys += [f"#{plain(value.amount)}", *(f"#{key}" for key in value.keys[1:])]
    elif value.kind is Kind.DURATION and value.amount is not None:
        keys.append(f"#{plain(value.amount)}")
    elif value.kind is Kind.DATE:
        keys += [f"d:{key}" for key in value.keys]
    elif value.kind is Kind.TIME:
        keys += [f"t:{key[:5]}" for key in value.keys if ":" in key]
    passages = tuple(passages)
    yield from key_hits(passages, group, keys)
    if group is Group.NUMERIC:
        yield from key_hits(passages, Group.TEMPORAL, keys)
    elif group is Group.TEMPORAL:
        yield from key_hits(passages, Group.NUMERIC, keys)


def _derived(value: Value, group: Group, passages: tuple[SourceIndex, ...]) -> Iterator[tuple[str, Hit]]:
    if group is Group.IDENTIFIER and _HASH.fullmatch(value.text):
        for index in passages:
            found = re.search(rf"(?<![\w]){value.text}[0-9a-f]", index.content, re.IGNORECASE)
            if found is not None:
                yield "the first characters of a hash", Hit(index, Span(found.start(), found.end()))
    if value.kind in (Kind.IDENTIFIER, Kind.QUANTITY) and len(value.text) > 2:
        yield from _as_written(value.text, passages)
    if group not in (Group.NUMERIC, Group.TEMPORAL):
        return
    if value.unit in _SCALES and (figure := _SIGNED.match(value.text)) is not None:
        yield from (("degrees without their scale", hit) for hit in key_hits(passages, Group.NUMERIC, (f"{plain(Decimal(figure.group()))} °",)))
    for index in passages:
        for mention in islice(_candidates(value, index), MAX_COMPARED):
            comparison = compare(value, mention.value, rate_slot=True)
            if comparison.same or _is_coarser(value, mention.value):
                yield comparison.why, Hit(index, mention.span, comparison.why, mention)
    quarter = _QUARTER.fullmatch(value.keys[0]) if value.kind is Kind.DATE else None
    if quarter is not None:
        last = 3 * int(quarter.group(2))
        for index in passages:
            for month in range(last - 2, last + 1):
                for mention in index.calendar.get(f"{quarter.group(1)}-{month:02}", ())[:1]:
                    yield f"the quarter of `{mention.value.text}`", Hit(index, mention.span, None, mention)
    if value.kind is Kind.TIME:
        for index in passages:
            for key in value.keys:
                if key[:5] in index.loose_clocks:
                    yield "a clock time", Hit(index, index.loose_clocks[key[:5]])
    if value.kind is Kind.DURATION and value.keys[0].endswith(" s"):
        yield from _in_unit_of_key(Decimal(value.keys[0][:-2]), passages)
    if value.kind in (Kind.MONEY, Kind.QUANTITY) and value.amount is not None:
        bare = replace(value, kind=Kind.NUMBER, keys=(plain(value.amount),), unit=None)
        for index in passages:
            for mention in islice(_candidates(bare, index), MAX_COMPARED):
                if mention.value.kind is Kind.NUMBER and (compare(bare, mention.value).same or _is_rounding(bare, mention.value)):
                    yield f"`{mention.value.text}` without its unit, rounded", Hit(index, mention.span, None, mention)
    if value.kind is Kind.PERCENT and value.amount is not None:
        bare = replace(value, kind=Kind.NUMBER, keys=(plain(value.amount),), unit=None)
        for index in passages:
            for mention in islice(_candidates(bare, index), MAX_COMPARED):
                if mention.value.kind is Kind.NUMBER and "." in mention.value.text and (compare(bare, mention.value).same or _is_rounding(bare, mention.value)):
                    yield f"`{mention.value.text}` in percent", Hit(index, mention.span, None, mention)
            yield from _fraction_hits(value, index)
    if value.kind in (Kind.MONEY, Kind.QUANTITY, Kind.NUMBER, Kind.PERCENT) and value.amount is not None:
        yield from computed(value, passages)
    if value.amount is not None:
        yield from _in_list(plain(value.amount), passages)
    if value.kind in (Kind.MONEY, Kind.QUANTITY, Kind.NUMBER, Kind.PERCENT) and value.amount is not None:
        for index in passages if value.kind is not Kind.PERCENT else (index for index in passages if index.is_structured):
            for mention in index.table(Group.NUMERIC).get(f"#{plain(value.amount)}", ()):
                if mention.value.kind is Kind.NUMBER or value.kind is Kind.NUMBER:
                    yield "the same figure without its unit", Hit(index, mention.span, None, mention)


def _as_written(text: str, passages: tuple[SourceIndex, ...]) -> Iterator[tuple[str, Hit]]:
    """The text itself with no letter, digit or joint at its ends ("@30fps", "192.0.2.1.Some"), where a finder read more or less than it."""
    wanted = re.compile(rf"(?<![\w.,/+-]){re.escape(text)}(?![\w/+-])(?![.,]\d)")
    for index in passages:
        found = wanted.search(index.content) if text in index.content else None
        if found is not None:
            yield "as it is written", Hit(index, Span(*found.span()))


def _in_list(figure: str, passages: tuple[SourceIndex, ...]) -> Iterator[tuple[str, Hit]]:
    """A figure that ends a line of comma-separated cells ("2031-04-02,61.25"), or the year that opens one; a finder may read the two cells as one number."""
    for index in passages:
        content = index.content
        at = content.find(f",{figure}\n")
        line = content[content.rfind("\n", 0, at) + 1 : at] if at > 0 else ""
        if line and " " not in line and any(char == "-" or char.isalpha() for char in line):
            yield "the last cell of a line", Hit(index, Span(at + 1, at + 1 + len(figure)))
        opening = content.find(f"\n{figure}-") if len(figure) == YEAR_DIGITS else -1
        if opening >= 0 and _ROW_OF_DATE.match(content, opening + 1):
            yield "the year of a line", Hit(index, Span(opening + 1, opening + 1 + len(figure)))


def _is_coarser(value: Value, other: Value) -> bool:
    """True where the answer says less than the evidence and nothing else: a date without its year, a figure rounded to the decimals it shows."""
    if value.kind in (Kind.DATE, Kind.DATETIME):
        own = value.keys[0]
        return any(key.startswith(f"{own}-") or (own.startswith("--") and key[4:].startswith(own[1:])) for key in other.keys)
    return _is_rounding(value, other)


def _is_rounding(value: Value, other: Value) -> bool:
    """True where a figure with a decimal mark or a scale is the other one, rounded to the precision that its digits show."""
    step = shown(value).step
    whole = "." in other.text and (value.unit in _WHOLE_UNITS or "%" in value.text or value.text.endswith(_MEASURED) or "°" in value.text)
    if step is None and whole:
        step = Fraction(1)
    if value.amount is None or other.amount is None or step is None or value.amount == other.amount:
        return False
    if step == 1 and not whole:
        return False
    if value.unit not in (other.unit, None) and value.kind is not other.kind:
        return False
    return abs(Fraction(value.amount) - Fraction(other.amount)) * 2 <= step and (whole or not _is_whole(value.text))


def _is_whole(text: str) -> bool:
    """True for an integer written out, which claims to be exact."""
    return not any(char.isalpha() for char in text) and re.search(r"\d[.,]\d{1,2}(?!\d)", text) is None


def _fraction_hits(percent: Value, index: SourceIndex) -> Iterator[tuple[str, Hit]]:
    """The fractions that a percentage is, rounded to the decimals it shows: 96% for 0.963."""
    amount = percent.amount or Decimal(0)
    exponent = amount.as_tuple().exponent
    half = Decimal(5) * Decimal(10) ** ((exponent if isinstance(exponent, int) else 0) - 1)
    amounts, mentions = index.figures
    low, high = sorted((float((amount - half) / 100), float((amount + half) / 100)))
    for mention in mentions[bisect_left(amounts, low) : bisect_right(amounts, high)]:
        if mention.value.kind is Kind.NUMBER and "." in mention.value.text:
            yield f"`{mention.value.text}` in percent", Hit(index, mention.span, None, mention)


def _in_unit_of_key(seconds: Decimal, passages: tuple[SourceIndex, ...]) -> Iterator[tuple[str, Hit]]:
    """A duration whose number stands beside the name of its unit: "an hour and a half" for `runtime_minutes: 90`."""
    for name, length in (("minut", 60), ("hour", 3600), ("day", 86400), ("week", 604800), ("second", 1)):
        for index in passages:
            for mention in index.table(Group.NUMERIC).get(f"#{plain(seconds / length)}", ()):
                if name in index.window(mention.span, chars=24).lower():
                    yield "a number in the unit beside it", Hit(index, mention.span, None, mention)


def _candidates(value: Value, index: SourceIndex) -> Iterator[Mention]:
    """The mentions that could be the same value: near in size, at a hundredth or a hundred times of it, in another unit, or on the same day."""
    if value.amount is None:
        quarter = _QUARTER.fullmatch(value.keys[0])
        if quarter is not None:
            return
        parts = tuple(dict.fromkeys(part for key in value.keys for part in date_parts(key)))
        for part in parts:
            yield from index.calendar.get(part, ())
        return
    amounts, mentions = index.figures
    size = float(value.amount)
    scales = (1.0, 100.0, 0.01) if value.kind in (Kind.NUMBER, Kind.PERCENT) else (1.0,)
    for scale in scales:
        low, high = sorted((size * scale * (1 - NEAR_SIZE), size * scale * (1 + NEAR_SIZE)))
        for mention in mentions[bisect_left(amounts, low) : bisect_right(amounts, high)]:
            if mention.value.kind is value.kind or mention.value.kind in _BARE or value.kind in _BARE:
                yield mention
    if value.kind is Kind.QUANTITY:
        yield from (mention for mention in mentions if mention.value.kind is Kind.QUANTITY and mention.value.unit != value.unit)


def _ground_name(detail: Detail, passages: tuple[SourceIndex, ...], question: SourceIndex | None) -> Grounding:
    capitals = {word for part in re.split(r"[\s-]+", detail.text) if not part[:1].islower() for word in fold_words(part)}
    words = [
        word for word in fold_words(detail.text) if word in capitals and len(word) > 1 and word not in FUNCTION_WORDS and word not in TITLES
    ]
    missing = [word for word in words if not any(_holds(index, word) for index in passages)]
    missing = [word for word in missing if len(words) == 1 or root(word) not in PLAIN_ROOTS]
    if not missing:
        return Grounding(detail, Outcome.SUPPORTED)
    if missing == words[:1] and len(words) > 1 and detail.opens and not given_name_forms(words[0]):
        return Grounding(detail, Outcome.SUPPORTED, how="after a word that opens the sentence")
    asked = [word for word in missing if question is not None and _holds(question, word)]
    missing = [word for word in missing if word not in asked]
    if not missing:
        return Grounding(detail, Outcome.SUPPORTED, how="named in the question", asked=True)
    if _is_other_form(detail, missing, passages):
        return Grounding(detail, Outcome.SUPPORTED, how="another form of the name")
    near = next((found for word in missing for found in _near(word, passages)), None)
    foreign = detail.text.isascii() and any(index.is_foreign for index in passages)
    partly = words[-1] not in missing and words[-1] in _last_run(detail.text)
    numbered = any(char.isdigit() for word in missing for char in word)
    certain = (near is None or numbered) and not (foreign or partly or detail.initial or _is_general(detail.text))
    return Grounding(detail, Outcome.UNSUPPORTED if certain else Outcome.UNDECIDED, near=near, missing=tuple(missing))


def _is_general(name: str) -> bool:
    """True for a name that general knowledge may add: a country, state, nationality or language of the tables, a short acronym."""
    return (name.isupper() and name.isalpha() and len(name) <= MAX_ACRONYM) or any(code.scheme not in (TICKER, IATA) for code in codes_of(name))


def _last_run(name: str) -> frozenset[str]:
    """The words of the part of a name that stands before "of" and the like: of "Ada Obi of Vexley" the person."""
    run: list[str] = []
    for word in name.split():
        if word[:1].islower():
            break
        run.append(word)
    return frozenset(word for part in run for word in fold_words(part))


def _holds(index: SourceIndex, word: str) -> bool:
    return root(word) in index.windows.postings or word in index.word_set


def _is_other_form(detail: Detail, missing: list[str], passages: tuple[SourceIndex, ...]) -> bool:
    for phrase in (detail.text, *missing):
        for form, _ in forms_of(phrase):
            folded = fold_words(form)
            if len(form) == 2 and form.isupper() and any(form in index.capitals for index in passages):
                return True
            if folded and len(form) > 2 and any(all(_holds(index, word) for word in folded) for index in passages):
                return True
    if all(any(form in index.word_set for form in given_name_forms(word) for index in passages) for word in missing):
        return True
    squashed = "".join(fold_words(detail.text))
    if len(squashed) >= (4 if "-" in detail.text else 5) and any(_is_run_together(squashed, index) for index in passages):
        return True
    return _is_acronym(detail.text, passages) or _is_expansion(detail.text, passages)


def _is_run_together(squashed: str, index: SourceIndex) -> bool:
    at = index.squashed.find(squashed)
    return at >= 0 and index.squashed_span(at, len(squashed)) is not None


def _is_acronym(text: str, passages: tuple[SourceIndex, ...]) -> bool:
    letters = text.replace(".", "").rstrip("s")
    if not 2 <= len(letters) <= 8 or not letters.isupper() or not letters.isalpha():
        return False
    wanted = letters.lower()
    return any(wanted in index.initials or wanted in index.content_initials for index in passages)


def _is_expansion(text: str, passages: tuple[SourceIndex, ...]) -> bool:
    words = [word for word in text.split() if word[:1].isupper()]
    acronyms = ("".join(word[0] for word in words), "".join(word[0] for word in text.split()).upper())
    return len(words) >= 2 and any(acronym in index.capitals for acronym in acronyms for index in passages)


def _near(word: str, passages: tuple[SourceIndex, ...]) -> Iterator[str]:
    if len(word) < 4:
        return
    for index in passages:
        found = process.extractOne(word, index.long_words.get(word[0], ()), scorer=Indel.normalized_similarity, processor=None, score_cutoff=NEAR_NAME)
        if found is not None:
            yield found[0]
