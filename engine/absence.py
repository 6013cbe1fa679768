"""What it means that a value stands nowhere and follows from nothing: by kind, by slot, and by how complete the context is."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from .derive_dates import day_and_clock, day_hits, has_uncertain_reading, is_foreign_wall_time, is_open_day
from .derive_names import makes_files, table_hits
from .derive_numbers import other_part
from .inputs import scalar_text
from .intent import other_choice
from .json_walk import Leaf
from .near import nearest
from .normalize import fold_words, stem
from .rivals import has_unused_number, rival_number
from .schema_text import shown_value
from .search import NUMERIC, TEMPORAL, amounts_of, phrase_hits
from .slots import KNOB_WORDS, Slot, is_name_slot
from .tables import given_name_forms
from .types import Evidence, Flag, Json, Kind, Outcome, Scalar, Severity
from .values import Group
from .values.number_forms import plain

if TYPE_CHECKING:
    from .inquiry import Inquiry

FLAGS = {
    Kind.IDENTIFIER: Flag.FABRICATED_ID,
    Kind.EMAIL: Flag.FABRICATED_CONTACT,
    Kind.PHONE: Flag.FABRICATED_CONTACT,
    Kind.URL: Flag.FABRICATED_URL,
    Kind.NAME: Flag.FABRICATED_NAME,
    Kind.PATH: Flag.FABRICATED_DETAIL,
    **dict.fromkeys(NUMERIC, Flag.FABRICATED_NUMBER),
    **dict.fromkeys(TEMPORAL, Flag.FABRICATED_DATE),
}
KNOBS = frozenset(stem(word) for word in KNOB_WORDS)
SMALL_COUNT = 10
"""Integers up to this are unspecific: their absence decides nothing (DESIGN 2.8)."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The judgement of a value that was not found."""

    outcome: Outcome
    severity: Severity
    explanation: str
    flag: Flag
    evidence: tuple[Evidence, ...] = ()
    suggestion: Scalar | None = None


def judge_absence(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Absence:
    """The judgement for a leaf that no admissible place holds and no derivation yields."""
    judged = _by_kind(leaf, slot, inquiry)
    gaps = inquiry.context.gaps
    if gaps and judged.outcome is not Outcome.UNDECIDED:
        explanation = f"{judged.explanation}; the context is not complete ({gaps}), so absence decides nothing"
        return Absence(Outcome.UNDECIDED, judged.severity, explanation, Flag.NO_EVIDENCE, judged.evidence, judged.suggestion)
    if judged.outcome is not Outcome.UNDECIDED and _may_be_worded(leaf, slot) and inquiry.uncovered_language is not None:
        explanation = f"{judged.explanation}; the user writes in {inquiry.uncovered_language}, whose words for it are not covered"
        return Absence(Outcome.UNDECIDED, judged.severity, explanation, Flag.NO_EVIDENCE, judged.evidence, judged.suggestion)
    return judged


def _may_be_worded(leaf: Leaf, slot: Slot) -> bool:
    """True where another language could say the value in words that the recognisers do not know: dates, names and unspecific numbers."""
    return slot.kind in TEMPORAL or slot.kind is Kind.NAME or (slot.kind in NUMERIC and not _is_specific(leaf))


def _by_kind(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Absence:
    shown = shown_value(scalar_text(leaf.value))
    if slot.strict:
        return _strict(leaf, slot, inquiry, shown)
    if slot.kind in NUMERIC:
        return _number(leaf, slot, inquiry, shown)
    if slot.kind in TEMPORAL:
        return _temporal(leaf, slot, inquiry, shown)
    if slot.kind is Kind.NAME:
        return _name(leaf, inquiry, shown)
    if slot.kind is Kind.PATH:
        outcome = Outcome.UNDECIDED if makes_files(inquiry) else Outcome.UNSUPPORTED
        return Absence(outcome, Severity.HIGH, f"the path {shown} stands nowhere in the context", Flag.FABRICATED_DETAIL)
    if slot.kind is Kind.CHOICE and is_name_slot(leaf.name) and _names_none(leaf, inquiry):
        return Absence(Outcome.UNSUPPORTED, Severity.HIGH, f"the context names neither {shown} nor another of the choices", Flag.FABRICATED_NAME)
    other = other_choice(leaf, inquiry) if slot.kind is Kind.CHOICE else None
    if other is not None:
        evidence = other.evidence()
        explanation = f"nothing in the context asks for {shown}, while `{evidence.text}` in `{evidence.source_id}` asks for another choice"
        return Absence(Outcome.UNDECIDED, Severity.MEDIUM, explanation, Flag.NO_EVIDENCE, (evidence,))
    if slot.kind in (Kind.BOOLEAN, Kind.CHOICE):
        return Absence(Outcome.UNDECIDED, Severity.LOW, f"nothing in the context asks for {shown}", Flag.NO_EVIDENCE)
    return Absence(Outcome.UNDECIDED, Severity.MEDIUM, f"{shown} stands nowhere in the context", Flag.NO_EVIDENCE)


def _strict(leaf: Leaf, slot: Slot, inquiry: Inquiry, shown: str) -> Absence:
    mention, suggestion = nearest(leaf, slot, inquiry)
    flag = FLAGS[slot.kind]
    head = f"{scalar_text(leaf.value).casefold()}@"
    if slot.kind is Kind.IDENTIFIER and any(key.startswith(head) for index in inquiry.context.sources for key in index.table(Group.EMAIL)):
        return Absence(Outcome.UNDECIDED, Severity.HIGH, f"{shown} stands in the context only as the name in an e-mail address", flag)
    known = _known_words(leaf, inquiry) if slot.kind is Kind.IDENTIFIER and _is_wordy(leaf.value) else []
    if known:
        explanation = f"{shown} stands nowhere in the context; only `{' '.join(known)}` of it does"
        return Absence(Outcome.UNDECIDED, Severity.HIGH, explanation, flag, suggestion=suggestion)
    if mention is None:
        return Absence(Outcome.UNSUPPORTED, Severity.CRITICAL, f"{shown} stands nowhere in the context", flag, suggestion=suggestion)
    near = mention.evidence()
    explanation = f"{shown} stands nowhere in the context; `{near.text}` in `{near.source_id}` is close, and one changed character is another value"
    return Absence(Outcome.UNSUPPORTED, Severity.CRITICAL, explanation, flag, suggestion=suggestion)


def _number(leaf: Leaf, slot: Slot, inquiry: Inquiry, shown: str) -> Absence:
    amounts = amounts_of(leaf.value)
    part = other_part(amounts[0], leaf, inquiry) if amounts else None
    if part is not None:
        evidence = part.evidence()
        explanation = f"{shown} is not {part.how}"
        return Absence(Outcome.CONTRADICTED, Severity.HIGH, explanation, Flag.CONTRADICTS_EVIDENCE, (evidence,))
    rival = rival_number(leaf, inquiry)
    if rival is not None:
        evidence = rival.evidence()
        explanation = f"{shown} stands nowhere in the context, and `{evidence.source_id}` says `{evidence.text}` where this slot is spoken of"
        other_scale = rival.value.kind in (Kind.DURATION, Kind.PERCENT)
        suggestion = None if rival.value.amount is None or other_scale else _scalar(leaf, rival.value.amount)
        return Absence(Outcome.CONTRADICTED, Severity.HIGH, explanation, Flag.CONTRADICTS_EVIDENCE, (evidence,), suggestion)
    if slot.words & KNOBS:
        is_small = all(abs(amount) <= SMALL_COUNT for amount in amounts) and not has_unused_number(inquiry)
        severity = Severity.LOW if is_small else Severity.MEDIUM
        return Absence(Outcome.UNDECIDED, severity, f"the setting {shown} stands nowhere in the context", Flag.NO_EVIDENCE)
    if all(amount == amount.to_integral_value() and abs(amount) <= SMALL_COUNT for amount in amounts):
        severity = Severity.MEDIUM if has_unused_number(inquiry) else Severity.LOW
        return Absence(Outcome.UNDECIDED, severity, f"the small number {shown} stands nowhere in the context", Flag.NO_EVIDENCE)
    if not leaf.required and not _is_specific(leaf) and not has_unused_number(inquiry):
        return Absence(Outcome.UNDECIDED, Severity.MEDIUM, f"the number {shown} stands nowhere in the context and follows from nothing", Flag.NO_EVIDENCE)
    return Absence(Outcome.UNSUPPORTED, Severity.HIGH, f"{shown} stands nowhere in the context and follows from nothing in it", FLAGS[slot.kind])


def _scalar(leaf: Leaf, amount: Decimal) -> Scalar:
    number = int(amount) if amount == amount.to_integral_value() else float(amount)
    return plain(amount) if isinstance(leaf.value, str) else number


def _is_specific(leaf: Leaf) -> bool:
    return sum(char.isdigit() for char in scalar_text(leaf.value).rstrip("0")) >= 3


def _temporal(leaf: Leaf, slot: Slot, inquiry: Inquiry, shown: str) -> Absence:
    flag = FLAGS[slot.kind]
    day, clock = day_and_clock(leaf)
    if inquiry.now is None and day and is_open_day(day, inquiry):
        explanation = f"{shown} may follow from a date that is relative or lacks its year, but the present time was not given"
        return Absence(Outcome.UNDECIDED, Severity.HIGH, explanation, flag)
    if inquiry.now is not None and day and has_uncertain_reading(day, inquiry, inquiry.now):
        return Absence(Outcome.UNDECIDED, Severity.HIGH, f"{shown} is only one reading of a relative date in the context", flag)
    if is_foreign_wall_time(leaf, inquiry):
        explanation = f"the wall time of {shown} stands in the context, but in the zone of the present time, not with this offset"
        return Absence(Outcome.CONTRADICTED, Severity.HIGH, explanation, Flag.CONTRADICTS_EVIDENCE)
    if day and clock and next(day_hits(day, inquiry, leaf=leaf), None) is not None:
        return Absence(Outcome.UNDECIDED, Severity.HIGH, f"the day of {shown} stands in the context, its time does not", flag)
    return Absence(Outcome.UNSUPPORTED, Severity.HIGH, f"{shown} stands nowhere in the context and follows from no date in it", flag)


def _names_none(leaf: Leaf, inquiry: Inquiry) -> bool:
    members = leaf.schema.get("enum")
    names = [member for member in members if isinstance(member, str)] if isinstance(members, list) else []
    if not names or not all(name[:1].isupper() for name in names):
        return False
    return not any(next(phrase_hits(inquiry.context.sources, name), None) for name in names)


def _is_wordy(value: Json) -> bool:
    return isinstance(value, str) and value.replace("_", "").replace("-", "").isalpha()


def _stands(word: str, inquiry: Inquiry) -> bool:
    return next(phrase_hits(inquiry.context.sources, word), None) is not None


def _known_words(leaf: Leaf, inquiry: Inquiry) -> list[str]:
    words = [word for word in fold_words(scalar_text(leaf.value)) if len(word) > 2]
    return [word for word in words if _stands(word, inquiry)]


def _name(leaf: Leaf, inquiry: Inquiry, shown: str) -> Absence:
    found = _known_words(leaf, inquiry)
    if found and not inquiry.was_passed(leaf.value):
        explanation = f"of {shown} only `{' '.join(found)}` stands in the context"
        return Absence(Outcome.UNDECIDED, Severity.MEDIUM, explanation, Flag.NO_EVIDENCE)
    nickname = next((form for word in fold_words(scalar_text(leaf.value)) for form in sorted(given_name_forms(word)) if _stands(form, inquiry)), None)
    if nickname is not None:
        return Absence(Outcome.UNDECIDED, Severity.MEDIUM, f"{shown} may be the person whom the context calls `{nickname}`", Flag.NO_EVIDENCE)
    part = next((part for part in scalar_text(leaf.value).split(",") if next(table_hits(part.strip(), inquiry.context.sources), None)), None)
    if part is not None:
        return Absence(Outcome.UNDECIDED, Severity.MEDIUM, f"of {shown} only `{part.strip()}` is known to the context, by a short form", Flag.NO_EVIDENCE)
    return Absence(Outcome.UNSUPPORTED, Severity.HIGH, f"the name {shown} stands nowhere in the context", Flag.FABRICATED_NAME)
