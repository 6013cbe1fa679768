"""Text that the model is asked to write is judged by the hard details inside it, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING

from .absence import FLAGS
from .admission import STOPWORDS, admit
from .derive_dates import day_after_hits, day_hits, relative_readings
from .index import SourceIndex
from .normalize import fold, fold_words, stem
from .schema_text import shown_value
from .search import Hit, amount_hits, key_hits, literal_hits
from .slots import STRICT_GROUPS, Slot, is_strict
from .types import Evidence, Flag, Kind, Outcome, Role, Severity, Span, Value
from .values import Group, finder, temporal_parts

if TYPE_CHECKING:
    from .inquiry import Inquiry

_SQL = re.compile(r"\s*(?:select|insert\s+into|update|delete\s+from|with)\s", re.IGNORECASE)
_FIGURE = re.compile(r"\d{1,40}(?:\.\d{1,40})?[A-Za-z]{0,20}", re.ASCII)
_POWERS = {"2": frozenset(("squared", "square")), "3": frozenset(("cubed", "cube"))}
_PI = "3.14159265358979"
_VERSION = re.compile(r"(?<![\w.])(?:v\d{1,4}(?:\.\d{1,4}){1,3}|\d{1,4}(?:\.\d{1,4}){2,3})(?:-[a-z]{1,8}\.?\d{0,4})?(?![\w]|\.\d)", re.ASCII | re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20|21)\d\d")
_SQL_STRING = re.compile(r"'[^']*'")
_SQL_NAME = re.compile(r"[A-Za-z_]\w*")
_DECLARES_TABLE = re.compile(r"\btable\s+(?:if not exists\s+)?[\w.\"`]{1,80}\s*\(|\bcolumns\b", re.IGNORECASE)
_SQL_WORDS = frozenset(
    "select from where and or not in is null like between order by group having limit offset asc desc as on join inner left right outer full cross"
    " union all distinct count sum avg min max insert into values update set delete with case when then else end exists cast date now true false"
    " current_date interval lower upper coalesce round length substr over partition row_number using int integer text varchar".split()
)
_DESTROYS = re.compile(
    r"\b(?:delete\s+from|drop\s+(?:table|database|schema|index)|truncate\s+(?:table\s+)?\w+|rm\s+-\w*[rf]\w*|mkfs|shred|shutdown|git\s+push\s+.{0,40}--force"
    r"|del\s+/\w|format\s+[a-z]:|kill\s+-9)",
    re.IGNORECASE,
)
_SAYS_DESTROY = frozenset(
    stem(word) for word in "delete remove drop erase truncate wipe clean clear purge destroy force kill shutdown reset format uninstall".split()
)
MIN_ID_CHARS = 5
"""A shorter token inside prose (`Q3`, `4K`) is a word, not an identifier that could do harm."""


@dataclass(frozen=True, slots=True)
class Detail:
    """The worst hard detail of a text that is not grounded."""

    outcome: Outcome
    severity: Severity
    explanation: str
    flag: Flag
    evidence: tuple[Evidence, ...] = ()


def judge_details(text: str, slot: Slot, inquiry: Inquiry) -> Detail | None:
    """The worst ungrounded hard detail of a composed text, or None where every one is grounded."""
    worst = _figures(text, inquiry) if slot.formula else _unasked_destruction(text, inquiry) or _columns(text, inquiry)
    for group, value in _details(text):
        if slot.formula and group is Group.NUMERIC:
            continue
        hits = chain(literal_hits(inquiry.context.sources, value.text), key_hits(inquiry.context.sources, group, value.keys), _followed_hits(value, text, inquiry))
        detail_slot = Slot(value.kind, slot.words, slot.hints, is_strict(value.kind), False)
        admission = admit(hits, slot=detail_slot, value=value.text, inquiry=inquiry)
        if admission.given is not None:
            continue
        detail = _judged(value, echoed=admission.echo is not None)
        if worst is None or (detail.outcome.rank, detail.severity) > (worst.outcome.rank, worst.severity):
            worst = detail
    return worst


def _followed_hits(value: Value, text: str, inquiry: Inquiry) -> Iterator[Hit]:
    """Where the day of a date, a bare year or a version inside the text follows from; nothing for other kinds."""
    if _YEAR.fullmatch(value.text) and inquiry.now is not None:
        for index, span, said, key, _ in relative_readings(inquiry, inquiry.now):
            if key.startswith(value.text):
                yield Hit(index, span, f"the year of `{said}`")
    if value.kind is Kind.CODE:
        plain = value.text.lower().removeprefix("v")
        yield from chain(literal_hits(inquiry.context.sources, plain), literal_hits(inquiry.context.sources, f"v{plain}"))
    if value.kind in (Kind.DATE, Kind.DATETIME):
        day, _ = temporal_parts(value.keys[0])
        if day:
            yield from day_hits(day, inquiry)
            if _SQL.match(text):
                yield from day_after_hits(day, inquiry)


def touches_context(text: str, inquiry: Inquiry) -> bool:
    """True where the text shares a content word with the context: a composed text is about something that was said."""
    stems = {stem(word) for word in fold_words(text) if word not in STOPWORDS}
    return not stems or any(word in index.stem_places for index in inquiry.context.sources for word in stems)


def _figures(text: str, inquiry: Inquiry) -> Detail | None:
    """The first figure of a formula that stands nowhere in the context, in words or digits."""
    spoken = tuple(index for index in inquiry.context.sources if index.source.role is not Role.EVIDENCE)
    for figure in _FIGURE.findall(text):
        if not _is_spoken(figure, spoken):
            return Detail(Outcome.UNSUPPORTED, Severity.HIGH, f"{shown_value(figure)} inside the formula stands nowhere in the context", Flag.FABRICATED_NUMBER)
    return None


def _is_spoken(figure: str, spoken: tuple[SourceIndex, ...]) -> bool:
    """True for a figure that stands in a turn, in words or digits, as a power or percent, and for a constant (pi, 100 beside a percent)."""
    if any(figure in index.word_set or _POWERS.get(figure, frozenset()) & index.word_set for index in spoken):
        return True
    if figure[-1].isalpha():
        return any(fold(figure) in index.word_set for index in spoken)
    amount = Decimal(figure)
    if next(amount_hits(spoken, amount), None) or (len(figure) > 3 and _PI.startswith(figure)):
        return True
    percents = [mention.value.amount for index in spoken for mention in index.mentions(Group.NUMERIC) if mention.value.kind is Kind.PERCENT]
    return any(part in (amount * 100, (amount - 1) * 100, (1 - amount) * 100) for part in percents) or (amount == 100 and bool(percents))


def _unasked_destruction(text: str, inquiry: Inquiry) -> Detail | None:
    """A command or statement that destroys something, where no user turn speaks of that."""
    found = _DESTROYS.search(text)
    if found is None or any(_SAYS_DESTROY & index.stem_places.keys() for index in inquiry.context.sources if index.source.role is Role.USER):
        return None
    return Detail(Outcome.UNDECIDED, Severity.HIGH, f"`{found.group()}` destroys something, and the user asks for nothing of the kind", Flag.NO_EVIDENCE)


def _columns(text: str, inquiry: Inquiry) -> Detail | None:
    """The first table or column of an SQL text that stands nowhere in the context, where the context names tables at all."""
    if _SQL.match(text) is None:
        return None
    known = frozenset[str]().union(*(index.word_set for index in inquiry.context.sources if index.source.role is not Role.ASSISTANT))
    if not any(_DECLARES_TABLE.search(index.content) for index in inquiry.context.sources if index.source.role is not Role.ASSISTANT):
        return None
    for word in _SQL_NAME.findall(_SQL_STRING.sub(" ", text)):
        if word.lower() not in _SQL_WORDS and not known.issuperset(fold_words(word)):
            return Detail(Outcome.UNSUPPORTED, Severity.HIGH, f"{shown_value(word)} in the query is no table or column of the context", Flag.FABRICATED_DETAIL)
    return None


def _details(text: str) -> Iterator[tuple[Group, Value]]:
    taken: list[tuple[int, int]] = []
    for group in (*STRICT_GROUPS.values(), Group.TEMPORAL, Group.NUMERIC):
        for value in finder(group)(text):
            if any(start < value.span.end and value.span.start < end for start, end in taken):
                continue
            if value.kind is Kind.IDENTIFIER and len(value.text) < MIN_ID_CHARS:
                continue
            taken.append((value.span.start, value.span.end))
            if value.kind not in (Kind.ORDINAL, Kind.DURATION) and not _is_small(value):
                yield group, value
        if group is Group.TEMPORAL:
            for value in _versions(text):
                if not any(start < value.span.end and value.span.start < end for start, end in taken):
                    taken.append((value.span.start, value.span.end))
                    yield Group.IDENTIFIER, value


def _versions(text: str) -> Iterator[Value]:
    """The version numbers of a text (`v2.3`, `2.3.1`, `1.0.0-rc1`); a plain decimal is none."""
    for match in _VERSION.finditer(text):
        yield Value(Kind.CODE, Span(*match.span()), match.group(), (match.group().lower(),))


def _is_small(value: Value) -> bool:
    return value.kind is Kind.NUMBER and value.amount is not None and abs(value.amount) <= 10


def _judged(value: Value, *, echoed: bool) -> Detail:
    flag = FLAGS.get(value.kind, Flag.FABRICATED_DETAIL)
    if echoed:
        explanation = f"{shown_value(value.text)} inside the text stands in the context only where a tool repeats what the model wrote"
        return Detail(Outcome.UNDECIDED, Severity.HIGH, explanation, flag)
    if is_strict(value.kind):
        return Detail(Outcome.UNSUPPORTED, Severity.HIGH, f"{shown_value(value.text)} inside the text stands nowhere in the context", flag)
    return Detail(Outcome.UNDECIDED, Severity.MEDIUM, f"{shown_value(value.text)} inside the text stands nowhere in the context", flag)
