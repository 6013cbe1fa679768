"""Places that hold a value only under an assumption that nothing in the context decides: a country, a notation, a scheme, a year."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from . import tables
from .normalize import fold, name_words, stem
from .search import DOWNGRADED, NUMERIC, Hit, amounts_of, phrase_hits
from .slots import Slot
from .types import Effect, Json, Kind, Role
from .values import Group, phones, temporal_parts
from .values.dates import parse_temporal

if TYPE_CHECKING:
    from .index import Mention
    from .inquiry import Inquiry

_PLANS_AHEAD = frozenset("book reserve schedule reschedule plan rent hire buy purchase order remind invite".split())
_BACKWARD_SLOTS = frozenset(stem(word) for word in "birth birthday dob born issue issued expense incurred since history past founded".split())
_SAYS_PAST = frozenset("yesterday ago last past previous".split())


def doubt_about(hit: Hit, value: Json, slot: Slot, inquiry: Inquiry) -> str | None:
    """Why a place that holds the value decides nothing; None where it does."""
    if slot.kind is Kind.URL:
        return _scheme(hit, inquiry)
    if slot.kind is Kind.PHONE:
        return _country(hit, value, inquiry)
    if slot.kind in NUMERIC:
        return _notation(hit, value, inquiry) or _percent(hit, value, slot)
    if slot.kind in (Kind.DATE, Kind.DATETIME):
        return _past(hit, value, slot, inquiry)
    return None


def _scheme(hit: Hit, inquiry: Inquiry) -> str | None:
    if hit.how != DOWNGRADED or inquiry.effect is Effect.READ:
        return None
    return "with https, and the unprotected form is another address for a tool that acts"


def _country(hit: Hit, value: Json, inquiry: Inquiry) -> str | None:
    """A number told without a country code, passed with one that is neither its usual reading nor named by the context."""
    keys = phones.phone_keys(value) if isinstance(value, str) else ()
    if hit.mention is None or len(keys) != 1 or not keys[0].startswith("+") or hit.mention.value.kind is not Kind.PHONE:
        return None
    if hit.mention.value.keys[0] == keys[0] or keys[0] not in hit.mention.value.keys:
        return None
    return None if _is_from(keys[0], inquiry) else "without a country code, and nothing says that it is this country's"


def _is_from(key: str, inquiry: Inquiry) -> bool:
    """True where another number of the same country, the country's name or the host's locale stands in the context."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE as regions_of

    code = next((key[1:end] for end in (2, 3, 4) if key[1:end].isdigit() and int(key[1:end]) in regions_of), None)
    if code is None:
        return False
    spoken = tuple(index for index in inquiry.context.sources if index.source.role is not Role.ASSISTANT)
    for index in spoken:
        if any(len(mention.value.keys) == 1 and mention.value.keys[0].startswith(f"+{code}") for mention in index.mentions(Group.PHONE)):
            return True
    for region in regions_of[int(code)][:1]:
        forms = {form for form, found in tables.forms_of(region) if found.code == region}
        if any(next(phrase_hits(spoken, form), None) for form in sorted(forms) if len(form) > 2):
            return True
        hosts = tuple(index for index in spoken if index.source.role is Role.HOST)
        if any(region.lower() in index.word_set for index in hosts) or any(next(phrase_hits(spoken, form), None) for form in sorted(forms) if form == "UK"):
            return True
    return False


def _notation(hit: Hit, value: Json, inquiry: Inquiry) -> str | None:
    """A number that is the value only if its one comma or dot is read the other way, a thousandfold apart."""
    mention = hit.mention
    if mention is None or mention.value.kind is not Kind.NUMBER or len(mention.value.keys) < 2:
        return None
    amounts = amounts_of(value)
    if not amounts or any(mention.value.amount == amount for amount in amounts) or isinstance(value, str):
        return None
    if any(_shows_notation(other, mention) for index in inquiry.context.sources for other in index.mentions(Group.NUMERIC)):
        return None
    return f"as `{mention.value.text}`, which is the value only if its mark is read the unusual way"


def _shows_notation(other: Mention, mention: Mention) -> bool:
    """True where a number of a user turn can only be read with the mark of `mention` as what it is not usually."""
    if other.index.source.role is not Role.USER or len(other.value.keys) != 1:
        return False
    text, mark = other.value.text, "," if "," in mention.value.text else "."
    whole, _, part = text.rpartition(mark)
    if mark == ",":
        return bool(whole) and part.isdigit() and len(part) in (1, 2)
    return text.count(".") > 1 or ("," in text and "." in whole)


def _percent(hit: Hit, value: Json, slot: Slot) -> str | None:
    """A share below one percent: both the figure and its hundredth are plausible, and only the slot's words tell which is meant."""
    mention = hit.mention
    if mention is None or mention.value.kind is not Kind.PERCENT or mention.value.amount is None or not 0 < abs(mention.value.amount) < 1:
        return None
    if slot.kind is Kind.PERCENT or slot.as_percent is not None or isinstance(value, str):
        return None
    return f"as `{mention.value.text}`, and the parameter does not say whether it takes percent or a fraction"


def _past(hit: Hit, value: Json, slot: Slot, inquiry: Inquiry) -> str | None:
    """A day before today for a tool that plans ahead, which the text does not say in full."""
    if hit.how is None or inquiry.now is None or inquiry.effect is Effect.READ or not _PLANS_AHEAD.intersection(name_words(inquiry.call.name)):
        return None
    parsed = parse_temporal(value) if isinstance(value, str) else None
    day = temporal_parts(parsed.keys[0])[0] if parsed is not None else ""
    if len(day) != 10 or date.fromisoformat(day) >= inquiry.now.date() or slot.words & _BACKWARD_SLOTS:
        return None
    said = fold(hit.evidence().text).split()
    if _SAYS_PAST.intersection(said) or day[:4] in said:
        return None
    return f"only as `{hit.evidence().text}`, and the day that it gives here lies in the past"
