"""Where the value of a leaf comes from, and what that is worth: the one judgement that all grounding rules report from.

The ways of looking run from cheap to dear, and a later one only on what the earlier left open: the settings of the host, the same value in
any spelling, a named derivation, intent, composition. What none of them settles ends by kind: specific values that stand nowhere are
unsupported, unspecific ones undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

from .absence import judge_absence
from .admission import Admission, admit, has_exact_case
from .composed import judge_details, touches_context
from .derive_codes import code_hits, joined_token_hits
from .derive_dates import date_hits
from .derive_names import name_hits
from .derive_numbers import number_hits
from .inputs import scalar_text
from .intent import boolean_hits, choice_hits
from .json_walk import Leaf
from .name_bounds import is_broken, is_cut
from .objections import Objection, objection_to
from .polarity import asks_to_rule_out, is_negated_choice
from .provenance import Standing
from .retractions import Refusal, refusal_of, replacement_of
from .rivals import rival_number
from .schema_text import shown_value
from .search import NUMERIC, TEMPORAL, Hit, same_value_hits
from .slot_units import is_other_unit
from .slots import Slot
from .types import Effect, Evidence, Flag, Json, Kind, Outcome, Role, Scalar, Severity

if TYPE_CHECKING:
    from .inquiry import Inquiry


class Support(StrEnum):
    """What became of the search for a value."""

    FOUND = "found"
    DERIVED = "derived"
    COMPOSED = "composed"
    DETAIL = "detail"
    WEAK = "weak"
    RETRACTED = "retracted"
    WRONG_SLOT = "wrong_slot"
    ASSISTANT_ONLY = "assistant_only"
    ECHO = "echo"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Trace:
    """The judgement of one leaf."""

    slot: Slot
    support: Support
    outcome: Outcome
    severity: Severity
    explanation: str
    flag: Flag | None = None
    evidence: tuple[Evidence, ...] = ()
    derivation: str | None = None
    suggestion: Scalar | None = None


_STATED_DEFAULT = re.compile(
    r"\b[Dd]efaults?(?: value)?(?: is| to|:|=)? *(?:set to )?"
    r"(?:[\"'`]([^\"'`]{1,40})[\"'`]|([-+]?\d[\d.]{0,20}|[-+.\w]{1,40}(?=[ ]*(?:[).;,\]]|$))))"
)
_MINTS = re.compile(
    r"\b(?:(?:chosen|generated|created|made up|minted|supplied) by (?:the )?(?:caller|client)|(?:client|caller)[- ](?:generated|chosen)"
    r"|(?:new )?random(?:ly generated)? (?:uuid|guid|id|identifier|key|token))\b|^(?:an? |the )?idempotency key\b",
    re.IGNORECASE,
)
_TEXTUAL = frozenset((Kind.NAME, Kind.WORD, Kind.TEXT, Kind.CHOICE, Kind.PATH, Kind.CODE))


def trace_leaf(leaf: Leaf, inquiry: Inquiry) -> Trace:
    """The trace of a leaf in the context of the inquiry."""
    slot = inquiry.slot(leaf)
    settings = inquiry.settings(leaf)
    if settings.compose:
        slot = replace(slot, composed=True, kind=Kind.TEXT, strict=False)
    given = _without_search(leaf, slot, trusted=settings.trusted, minted=settings.mint)
    if given is not None:
        return given
    admission = admit(_spelled_hits(leaf, slot, inquiry), slot=slot, value=leaf.value, inquiry=inquiry)
    if admission.given is not None and _is_outvoted(leaf, slot, admission.given, inquiry):
        return _unsettled(leaf, slot, Admission(), inquiry)
    if admission.given is not None:
        objection = objection_to(leaf, slot, inquiry)
        return _objected(slot, objection) if objection is not None else _found(slot, admission, admission.given, inquiry)
    if settings.derive_ok and not settings.must_ground:
        derived = admit(_derived_hits(leaf, slot, inquiry), slot=slot, value=leaf.value, inquiry=inquiry)
        if derived.given is not None:
            objection = objection_to(leaf, slot, inquiry) if slot.kind in TEMPORAL else None
            return _objected(slot, objection) if objection is not None else _found(slot, derived, derived.given, inquiry)
        admission = replace(admission, weak=admission.weak or derived.weak, refused=admission.refused or derived.refused)
        if derived.doubt is not None and admission.doubt is None:
            admission = replace(admission, doubted=derived.doubted, doubt=derived.doubt)
        if admission.refused is not None:
            return _refused(slot, refusal_of(admission.refused, slot))
        if admission.doubt is not None:
            return _unsettled(leaf, slot, admission, inquiry)
        settled = _default(leaf, slot, inquiry) or _composed(leaf, slot, inquiry) or _listed_details(leaf, slot, inquiry)
        if settled is not None:
            return settled
    return _unsettled(leaf, slot, admission, inquiry)


def is_vouched_for(value: Json, slot: Slot, inquiry: Inquiry) -> bool:
    """True where the value stands in the context, or follows from it, for a slot of this kind."""
    leaf = Leaf("", value, {}, "_".join(sorted(slot.words)), (), True)
    ways = (_spelled_hits, _derived_hits)
    return any(admit(way(leaf, slot, inquiry), slot=slot, value=value, inquiry=inquiry).given is not None for way in ways)


def _without_search(leaf: Leaf, slot: Slot, *, trusted: bool, minted: bool) -> Trace | None:
    if trusted:
        return _supported(slot, "trusted", "the host declares this parameter trusted")
    if leaf.value is None:
        return _supported(slot, "null", "null claims nothing")
    if leaf.value in ("", [], {}) and not leaf.required:
        return _supported(slot, "empty", "an empty optional value claims nothing")
    if minted or (isinstance(leaf.value, str) and slot.kind is Kind.IDENTIFIER and _asks_to_mint(leaf)):
        return _supported(slot, "minted", "the client makes this value up on purpose")
    return None


def _asks_to_mint(leaf: Leaf) -> bool:
    description = leaf.schema.get("description")
    return isinstance(description, str) and _MINTS.search(description) is not None


def _supported(slot: Slot, derivation: str, explanation: str) -> Trace:
    return Trace(slot, Support.DERIVED, Outcome.SUPPORTED, Severity.COSMETIC, explanation, derivation=derivation)


def _spelled_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    sources = inquiry.context.sources
    if slot.kind is Kind.BOOLEAN:
        settings = inquiry.settings(leaf)
        return boolean_hits(leaf, slot, inquiry) if settings.derive_ok and not settings.must_ground else iter(())
    hits = same_value_hits(sources, slot.kind, leaf.value)
    settings = inquiry.settings(leaf)
    if slot.kind is Kind.URL and (settings.must_ground or not settings.derive_ok):
        return (hit for hit in hits if hit.how is None)
    if slot.kind in NUMERIC:
        return (hit for hit in hits if not is_other_unit(hit, leaf))
    if slot.kind in _TEXTUAL and isinstance(leaf.value, str):
        text = leaf.value
        is_choice = slot.kind is Kind.CHOICE and not asks_to_rule_out(slot.words)
        hits = (hit for hit in hits if has_exact_case(hit, text) and not (is_choice and is_negated_choice(hit)))
        return (hit for hit in hits if not is_broken(hit) and not is_cut(hit)) if slot.kind is Kind.NAME else hits
    return hits


def _derived_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    kind = slot.kind
    if kind in TEMPORAL:
        return date_hits(leaf, slot, inquiry)
    if kind in NUMERIC:
        return number_hits(leaf, slot, inquiry)
    if kind is Kind.CHOICE:
        text = scalar_text(leaf.value)
        return chain(choice_hits(leaf, inquiry), number_hits(leaf, slot, inquiry), code_hits(text, slot, inquiry))
    if kind is Kind.IDENTIFIER:
        return joined_token_hits(leaf, inquiry.context.sources)
    if kind is Kind.NAME:
        return (hit for hit in name_hits(leaf, slot, inquiry) if not is_broken(hit))
    if kind in _TEXTUAL:
        return name_hits(leaf, slot, inquiry)
    return iter(())


def _found(slot: Slot, admission: Admission, hit: Hit, inquiry: Inquiry) -> Trace:
    evidence = hit.evidence()
    replacement = replacement_of(hit, slot, inquiry)
    if replacement is not None:
        later = replacement.evidence()
        explanation = f"the user took `{evidence.text}` back: `{later.source_id}` says `{later.text}`"
        return Trace(slot, Support.RETRACTED, Outcome.CONTRADICTED, Severity.HIGH, explanation, Flag.CONTRADICTS_EVIDENCE, (later,))
    where = f"`{evidence.source_id}` ({evidence.role})"
    taken = "; the user took it up" if admission.standing in (Standing.TAKEN_UP, Standing.REFERRED) else ""
    if hit.how is None:
        return Trace(slot, Support.FOUND, Outcome.SUPPORTED, Severity.COSMETIC, f"stands in {where}{taken}", evidence=(evidence,))
    explanation = f"follows from {where} by {hit.how}{taken}"
    return Trace(slot, Support.DERIVED, Outcome.SUPPORTED, Severity.COSMETIC, explanation, evidence=(evidence,), derivation=hit.how)


def _is_outvoted(leaf: Leaf, slot: Slot, hit: Hit, inquiry: Inquiry) -> bool:
    """True where only an evidence passage has the number, and the user names another one for this slot."""
    return slot.kind in NUMERIC and hit.index.source.role is Role.EVIDENCE and rival_number(leaf, inquiry) is not None


def _objected(slot: Slot, objection: Objection) -> Trace:
    return Trace(
        slot,
        Support.WRONG_SLOT,
        objection.outcome,
        objection.severity,
        objection.explanation,
        objection.flag,
        objection.evidence,
        suggestion=objection.suggestion,
    )


def _default(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Trace | None:
    text = scalar_text(leaf.value)
    default = leaf.schema.get("default")
    if slot.strict and inquiry.effect is not Effect.READ:
        return None  # a schema vouches for no identifier or contact of a tool that acts
    if default is not None and not isinstance(default, list | dict) and (_is_equal(leaf.value, default) or text.lower() == scalar_text(default).lower()):
        return _supported(slot, "schema default", "equals the default that the tool's schema declares")
    description = leaf.schema.get("description")
    stated = _STATED_DEFAULT.search(description) if isinstance(description, str) and "efault" in description else None
    if stated is not None and (stated.group(1) or stated.group(2)).rstrip(".").lower() == text.lower():
        return _supported(slot, "schema default", "equals the default that the parameter's description states")
    return None


def _is_equal(value: Json, default: Json) -> bool:
    return value == default and isinstance(value, bool) == isinstance(default, bool)


def _composed(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Trace | None:
    if not slot.composed or not isinstance(leaf.value, str):
        return None
    detail = judge_details(leaf.value, slot, inquiry)
    if detail is None and not slot.formula and not touches_context(leaf.value, inquiry):
        return None
    if detail is None:
        return Trace(slot, Support.COMPOSED, Outcome.SUPPORTED, Severity.COSMETIC, "composed text without an ungrounded hard detail", derivation="composed")
    return Trace(slot, Support.DETAIL, detail.outcome, detail.severity, detail.explanation, flag=detail.flag, evidence=detail.evidence)


def _listed_details(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Trace | None:
    """A phrase that holds an ungrounded contact, link or identifier is as unsupported as that."""
    if slot.kind not in (Kind.TEXT, Kind.NAME, Kind.WORD) or not isinstance(leaf.value, str):
        return None
    detail = judge_details(leaf.value, slot, inquiry)
    if detail is None or detail.outcome is not Outcome.UNSUPPORTED:
        return None
    return Trace(slot, Support.DETAIL, detail.outcome, detail.severity, detail.explanation, flag=detail.flag, evidence=detail.evidence)


def _refused(slot: Slot, refusal: Refusal) -> Trace:
    return Trace(
        slot,
        Support.RETRACTED,
        Outcome.UNDECIDED,
        Severity.HIGH,
        refusal.explanation,
        Flag.CONTRADICTS_EVIDENCE,
        refusal.evidence,
        suggestion=refusal.suggestion,
    )


def _unsettled(leaf: Leaf, slot: Slot, admission: Admission, inquiry: Inquiry) -> Trace:
    shown = shown_value(scalar_text(leaf.value))
    if admission.refused is not None:
        return _refused(slot, refusal_of(admission.refused, slot))
    if admission.doubted is not None:
        evidence = admission.doubted.evidence()
        explanation = f"{shown} stands in `{evidence.source_id}` {admission.doubt}"
        return Trace(slot, Support.WEAK, Outcome.UNDECIDED, Severity.HIGH, explanation, Flag.NO_EVIDENCE, (evidence,))
    if admission.assistant is not None:
        evidence = admission.assistant.evidence()
        explanation = f"{shown} was only said by the assistant (`{evidence.source_id}`), and the user did not take it up"
        return Trace(slot, Support.ASSISTANT_ONLY, Outcome.UNDECIDED, Severity.HIGH, explanation, Flag.ASSISTANT_ONLY_EVIDENCE, (evidence,))
    absence = judge_absence(leaf, slot, inquiry)
    if admission.weak is not None and absence.outcome is not Outcome.CONTRADICTED:
        evidence = admission.weak.evidence()
        explanation = f"{shown} stands in `{evidence.source_id}`, but too common a value and too far from this slot to vouch for it"
        severity = min(absence.severity, Severity.MEDIUM)
        return Trace(slot, Support.WEAK, Outcome.UNDECIDED, severity, explanation, Flag.NO_EVIDENCE, (evidence,), suggestion=absence.suggestion)
    if admission.set_aside is not None:
        evidence = admission.set_aside.evidence()
        told = "as an example of a form" if evidence.role is Role.SYSTEM else f"under `{evidence.key_path}`, as a value that holds no more"
        explanation = f"{shown} stands in `{evidence.source_id}` only {told}"
        return Trace(slot, Support.WEAK, Outcome.UNDECIDED, Severity.HIGH, explanation, Flag.NO_EVIDENCE, (evidence,), suggestion=absence.suggestion)
    if admission.echo is not None and admission.echo_outcome is not None:
        evidence = admission.echo.evidence()
        explanation = f"{shown} in `{evidence.source_id}` only echoes what the model itself passed to a tool before, and nothing else vouches for it"
        outcome = admission.echo_outcome if admission.echo.index.source.is_error else Outcome.UNDECIDED
        return Trace(slot, Support.ECHO, outcome, Severity.HIGH, explanation, absence.flag, (evidence,), suggestion=absence.suggestion)
    return Trace(
        slot, Support.ABSENT, absence.outcome, absence.severity, absence.explanation, absence.flag, absence.evidence, suggestion=absence.suggestion
    )
