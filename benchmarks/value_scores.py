"""What is counted over value rows: by kind, source and language, with the rows that stand outside the bars in columns of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .value_rows import ASIDE_KINDS, TIME_KINDS, Expected, Found, Row, expected_of, is_right, is_scored, span_of, text_of

Recogniser = Callable[[Row], list[Found]]
Judge = Callable[[Row, Expected, Found], bool]
MAX_DISPUTED = 0.04
"""The share of a kind's values that may be set aside as disputed; further ones count as usual."""


@dataclass(slots=True)
class Score:
    """Counts over the expected values of some rows; `first` are those whose preferred reading is right."""

    n: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    first: int = 0
    negatives: int = 0
    clean: int = 0

    def add(self, other: Score) -> None:
        """Add the counts of another score."""
        for name in ("n", "right", "wrong", "missed", "first", "negatives", "clean"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A kind of row on which suites contradict each other or a careful reader, and why it is set aside."""

    name: str
    reason: str
    kinds: tuple[str, ...]
    applies: Callable[[Row, Expected], bool]


def _says(source: str, *, whole: bool = False) -> Callable[[Row, Expected], bool]:
    pattern = re.compile(source, re.IGNORECASE)

    def applies(row: Row, expected: Expected) -> bool:
        start, end = span_of(expected)
        text = text_of(row)[start:end]
        return (pattern.fullmatch(text) if whole else pattern.search(text)) is not None

    return applies


def _has_no_value(row: Row, expected: Expected) -> bool:
    return expected.get("value") is None and expected.get("timex") is not None and _IMPOSSIBLE(row, expected)


def _lacks_present(row: Row, expected: Expected) -> bool:
    """Whether the value holds a year that the text does not write and the row gives no present moment to take it from."""
    value = expected.get("value")
    dated = isinstance(value, str) and value[:4].isdigit() and value[4:5] == "-"
    return dated and row.get("now") is None and row.get("source") == "recognizers" and not _FULL_YEAR(row, expected)


def _is_hour_of_days(row: Row, expected: Expected) -> bool:
    return expected.get("grain") == "hour" and _COUNTED_DAYS(row, expected)


def _is_half(row: Row, expected: Expected) -> bool:
    return row.get("source") == "recognizers" and _PART(row, expected)


_PART = _says(r"\b(?:end|beginning|start|middle) of (?:the |this |next |last )?(?:year|month|week|\d{4})|\beo[ymw]\b")
_PLAIN_DAY = r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)"
_COUNT = r"(?:\d{1,3}|two|three|four|five|six)"
_COUNTED_DAYS = _says(r"(?:\d{1,3}|an?|one|two) (?:days?|weeks?|fortnight) (?:ago|hence|from now)", whole=True)
_IMPOSSIBLE = _says(r"(?:feb(?:ruary)?\.? (?:29|30|31)|2/(?:29|30|31)|(?:29|30|31)/0?2)")
_FULL_YEAR = _says(r"\d{4}|\d[-/. ]\d{1,2}[-/. ]\d|'\d\d")

CONFLICTS: tuple[Conflict, ...] = (
    Conflict(
        "counted units ahead",
        "one suite takes the last unit alone, the others all of them",
        ("date", "daterange"),
        _says(rf"(?:upcoming {_COUNT}|{_COUNT} upcoming) (?:day|week|month|quarter|year)s?", whole=True),
    ),
    Conflict(
        "zone of the present",
        "a clock time with a zone is told in the zone of a present moment that the row gives without one",
        ("datetime",),
        _says(r"\b(?:[pcme][sd]t|gmt|bst|ist|utc)\b\)?\Z"),
    ),
    Conflict("no present moment", "the value needs one, and the row gives none", ("date", "datetime"), _lacks_present),
    Conflict("days at the grain of hours", "the others give whole days", ("datetime",), _is_hour_of_days),
    Conflict(
        "split run of digits",
        "an unbroken or oddly joined run of digits is cut in an order that nobody writes",
        ("date", "datetime"),
        _says(rf"(?!{_PLAIN_DAY})\d{{5,14}}(?:[: ]\d{{1,6}}(?::[\d.]{{1,5}})?(?::[\d.]{{1,5}})?)?", whole=True),
    ),
    Conflict("day that no calendar has", "the others refuse it", ("date",), _has_no_value),
    Conflict(
        "parts of a year or month",
        "its beginning, middle and end are halves, thirds or quarters, by suite",
        ("daterange",),
        _is_half,
    ),
)


def aside_of(row: Row, expected: Expected) -> str | None:
    """The column a value stands in outside the bars, or None."""
    if row.get("quirk"):
        return "quirk"
    if expected.get("holiday"):
        return "holiday"
    if row.get("kind") in ASIDE_KINDS:
        return f"kind {row.get('kind')}"
    return "exclusive end" if has_exclusive_end(row, expected) else None


_TWO_CLOCKS = re.compile(r"\d.{0,40}?(?:[-–/~]|\b(?:to|till?|untill?|and|for|before)\b)\s?.{0,20}?(?:\d|six)", re.IGNORECASE)
_TWO_UNITS = re.compile(r"(?:[-–~]|\b(?:to|through|thru|till?|until|and|before)\b)\s?(?P<last>.{2,40})\Z", re.IGNORECASE)
_FIRST_DAY = re.compile(r"(?<!\d)0?1(?!\d)|1st|first|today|tomorrow|beginning|start", re.IGNORECASE)


def has_exclusive_end(row: Row, expected: Expected) -> bool:
    """Whether a range names its last minute, hour, month or year, and the suite gives one step more or one less than that."""
    value = expected.get("value")
    kind = text_of(row, "kind")
    if not kind.endswith("range") or not isinstance(value, dict):
        return False
    end = value.get("end")
    if not isinstance(end, str) or value.get("start") is None:
        return False
    start, stop = span_of(expected)
    text = text_of(row)[start:stop]
    if expected.get("grain") in ("hour", "minute", "second"):
        return _TWO_CLOCKS.search(text) is not None
    if kind == "daterange" and expected.get("grain") is None and end[8:10] == "01":
        tail = _TWO_UNITS.search(text)
        return tail is not None and _FIRST_DAY.search(tail["last"]) is None and re.search(r"end of", tail["last"]) is None
    return False


@dataclass(slots=True)
class Scores:
    """Scores by (kind, source, language); `aside` by (column, kind, source, language)."""

    rows: dict[tuple[str, str, str], Score] = field(default_factory=dict[tuple[str, str, str], Score])
    aside: dict[tuple[str, str, str, str], Score] = field(default_factory=dict[tuple[str, str, str, str], Score])
    digits: dict[tuple[str, str], Score] = field(default_factory=dict[tuple[str, str], Score])
    disputed: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    faults: list[tuple[str, Row, Expected, list[Found]]] = field(default_factory=list[tuple[str, Row, Expected, list[Found]]])
    false_alarms: list[tuple[Row, list[Found]]] = field(default_factory=list[tuple[Row, list[Found]]])

    def score(self, kind: str, source: str, lang: str) -> Score:
        """The score of one group, made at first use."""
        return self.rows.setdefault((kind, source, lang), Score())

    def digit_score(self, kind: str, lang: str) -> Score:
        """The score of the values of a kind that are written in digits, in one language."""
        return self.digits.setdefault((kind, lang), Score())

    def aside_score(self, column: str, kind: str, source: str, lang: str) -> Score:
        """The score of one group outside the bars."""
        return self.aside.setdefault((column, kind, source, lang), Score())


def score_rows(rows: Iterable[Row], recognise: Recogniser, *, is_right_key: Judge) -> Scores:
    """Every row of the default scoring, in whatever language."""
    scores = Scores()
    listed = [row for row in rows if is_scored(row)]
    allowance = _allowance(listed)
    for row in listed:
        found = recognise(row)
        group = (text_of(row, "kind"), text_of(row, "source"), text_of(row, "lang"))
        expected = expected_of(row)
        if not expected:
            _score_negative(row, found, scores, group)
        for each in expected:
            column = aside_of(row, each) or _disputed(row, each, scores, allowance)
            target = scores.score(*group) if column is None else scores.aside_score(column, *group)
            outcome = _score_one(row, each, found, target, is_right_key)
            if column is None and is_in_digits(row, each):
                _score_one(row, each, found, scores.digit_score(group[0], group[2]), is_right_key)
            if outcome != "right" and column is None:
                scores.faults.append((outcome, row, each, found))
    return scores


_LETTERS = re.compile(r"[^\W\d_]")
_LOOSE_LETTERS = re.compile(r"(?<=\d)\s?(?:[ap]\.?m\.?|h|t|z|uhr|k|m|mm|e|utc|gmt)(?![^\W\d_])|(?<=\d)t(?=\d)", re.IGNORECASE)


def is_in_digits(row: Row, expected: Expected) -> bool:
    """Whether a value is written in digits; units and currency names beside a figure do not count against it."""
    start, end = span_of(expected)
    text = text_of(row)[start:end]
    if not any(map(str.isdigit, text)):
        return False
    if row.get("kind") in ("money", "unit", "percent"):
        return text[0].isdigit() or text[-1].isdigit() or text[-1] in "%€$£¥"
    return _LETTERS.search(_LOOSE_LETTERS.sub("", text)) is None


def _allowance(rows: Iterable[Row]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows:
        kind = text_of(row, "kind")
        if row.get("lang") in ("en", "und"):
            counts[kind] = counts.get(kind, 0) + sum(aside_of(row, each) is None for each in expected_of(row))
    return {kind: int(count * MAX_DISPUTED) for kind, count in counts.items()}


def _disputed(row: Row, expected: Expected, scores: Scores, allowance: dict[str, int]) -> str | None:
    kind = text_of(row, "kind")
    for conflict in CONFLICTS:
        if kind in conflict.kinds and conflict.applies(row, expected):
            spent = sum(count for (_, of_kind), count in scores.disputed.items() if of_kind == kind)
            if row.get("lang") in ("en", "und"):
                if spent >= allowance.get(kind, 0):
                    return None
                scores.disputed[conflict.name, kind] = scores.disputed.get((conflict.name, kind), 0) + 1
            return "disputed"
    return None


def _score_negative(row: Row, found: list[Found], scores: Scores, group: tuple[str, str, str]) -> None:
    loose = str(row.get("neg") or "").startswith("any")
    alarms = [each for each in found if each.own or loose]
    column = aside_of(row, {}) or ("bare id" if is_bare_id(row) else None)
    target = scores.score(*group) if column is None else scores.aside_score(column, *group)
    target.negatives += 1
    target.clean += not alarms
    if alarms and column is None:
        scores.false_alarms.append((row, alarms))


_BARE_ID = re.compile(r"[A-Z0-9][A-Z0-9 ./:-]{2,38}\Z", re.IGNORECASE)


def is_bare_id(row: Row) -> bool:
    """Whether a text that is nothing but an identifier is said to hold none, since it fails the one checksum its suite looks at."""
    text = text_of(row).strip()
    return row.get("kind") == "id" and _BARE_ID.match(text) is not None and any(map(str.isdigit, text))


def _score_one(row: Row, expected: Expected, found: list[Found], target: Score, is_right_key: Judge) -> str:
    kind = text_of(row, "kind")
    start, end = span_of(expected)
    by_key = kind not in TIME_KINDS and not kind.endswith("range") and kind not in ("number", "ordinal", "percent", "money", "unit")

    def right(each: Found, *, first: bool = False) -> bool:
        if by_key:
            return (each.start, each.end) == (start, end) and (expected.get("value") is None or is_right_key(row, expected, each))
        return is_right(kind, expected, each, first=first)

    target.n += 1
    if any(right(each) for each in found):
        target.right += 1
        target.first += by_key or any(right(each, first=True) for each in found)
        return "right"
    if any(each.start < end and start < each.end for each in found):
        target.wrong += 1
        return "wrong"
    target.missed += 1
    return "missed"


def pooled(scores: Scores, kind: str, *, langs: tuple[str, ...], source: str | None = None, without: str | None = None) -> Score:
    """The sum over the sources of a kind in some languages."""
    total = Score()
    for (of_kind, of_source, lang), score in scores.rows.items():
        if of_kind == kind and lang in langs and source in (None, of_source) and of_source != without:
            total.add(score)
    return total
