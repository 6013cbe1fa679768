"""Which answers of an auditor count. Pure: the same request and reply always settle the same.

An answer counts only for an item that was asked, once. A `yes` needs a quotation that stands verbatim in the evidence that was sent, that bears on
the item (it holds the value, or shares its words), and that comes from no source which speaks to its reader. What does not count is a named fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .addressed import is_addressed
from .audits import Answer, AuditAnswer, AuditFault, AuditItem, AuditReply, AuditRequest, EvidenceWindow
from .index import SourceIndex
from .inputs import scalar_text
from .normalize import fold_words, name_words
from .search import NUMERIC, TEMPORAL, amounts_of, same_value_hits
from .text.words import FUNCTION_WORDS, root
from .types import Evidence, Kind, Role, Source, Span
from .values import Group

SMALL_COUNT = 12
"""A whole number up to this may follow from words ("the two of us"), so that its quotation need not show it."""
MIN_QUOTE_CHARS = 2
MIN_MEANING_WORDS = 2
_TRUSTED = frozenset((Role.USER, Role.HOST, Role.SYSTEM))
_MEANT = frozenset((Kind.CHOICE, Kind.BOOLEAN, Kind.WORD, Kind.CODE, Kind.NUMBER, Kind.QUANTITY))
MIN_SHARED = 0.34
"""The least share of the content words of a stretch of prose that its quotation has: far below what a paraphrase keeps, above a chance match."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One asked item: `answer` where one counts, else the `fault`; the evidence is the place of the quotation."""

    item: AuditItem
    answer: AuditAnswer | None
    fault: AuditFault | None
    evidence: Evidence | None = None


def settle(request: AuditRequest, reply: AuditReply) -> tuple[Settled, ...]:
    """Each asked item with the answer that counts, or with what was wrong with it."""
    counts = Counter(answer.item for answer in reply.answers)
    by_item = {answer.item: answer for answer in reply.answers}
    tainted = tainted_sources(request.evidence)
    return tuple(_settled(request, item, by_item.get(item.item), counts[item.item], tainted, reply.faults) for item in request.items)


def reply_faults(request: AuditRequest, answers: Iterable[AuditAnswer]) -> tuple[tuple[AuditFault, str], ...]:
    """What is wrong with the answers to a request, each with the item it is about: what an auditor is told when it is asked again."""
    listed = tuple(answers)
    asked = {item.item for item in request.items}
    strange = [(AuditFault.UNKNOWN_ITEM, answer.item) for answer in listed if answer.item not in asked]
    wrong = [(settled.fault, settled.item.item) for settled in settle(request, AuditReply(listed)) if settled.fault is not None]
    return (*strange, *wrong)


def tainted_sources(windows: Iterable[EvidenceWindow]) -> frozenset[str]:
    """The sources that speak to their reader in any window that is sent."""
    return frozenset(window.source_id for window in windows if is_addressed(window.text, window.role))


def _settled(
    request: AuditRequest, item: AuditItem, answer: AuditAnswer | None, count: int, tainted: frozenset[str], faults: tuple[AuditFault, ...]
) -> Settled:
    if answer is None:
        return Settled(item, None, faults[0] if faults else AuditFault.MISSING_ITEM)
    if count > 1:
        return Settled(item, None, AuditFault.DUPLICATE_ITEM)
    quote = (answer.quote or "").strip()
    found = _place(quote, request.evidence) if quote else None
    if quote and found is None:
        return Settled(item, None, AuditFault.INVENTED_QUOTE)
    evidence = None if found is None else _evidence(found, quote)
    if answer.answer is not Answer.YES:
        return Settled(item, answer, None, evidence)
    if found is None or len(quote) < MIN_QUOTE_CHARS:
        return Settled(item, None, AuditFault.NO_QUOTE)
    if found.source_id in tainted:
        return Settled(item, None, AuditFault.ADDRESSED_QUOTE)
    if not bears_on(item, quote, role=found.role):
        return Settled(item, None, AuditFault.UNRELATED_QUOTE)
    return Settled(item, answer, None, evidence)


def _place(quote: str, windows: Iterable[EvidenceWindow]) -> EvidenceWindow | None:
    """The window that a quotation stands in; of several, the first."""
    return next((window for window in windows if quote in window.text), None)


def _evidence(window: EvidenceWindow, quote: str) -> Evidence:
    at = window.start + window.text.index(quote)
    return Evidence(window.source_id, window.role, Span(at, at + len(quote)), quote)


def bears_on(item: AuditItem, quote: str, *, role: Role) -> bool:
    """True where a quotation can be the ground of an item: it holds an exact value, dates a date, or shares the words of anything else.

    What a user, the host or a system turn says may mean a choice, a flag or a small count in any words; a tool output or a passage may not.
    """
    index = SourceIndex(Source("quote", Role.EVIDENCE, 0, quote))
    if any(same_value_hits((index,), item.kind, item.claimed)):
        return True
    if item.strict or item.kind in (Kind.EMAIL, Kind.URL, Kind.PHONE, Kind.IDENTIFIER, Kind.MONEY):
        return False
    if item.kind in NUMERIC and not _is_small_count(item):
        return False
    if item.kind in TEMPORAL:
        return bool(index.mentions(Group.TEMPORAL) or index.relatives)
    if role in _TRUSTED and item.kind in _MEANT:
        return len(fold_words(quote)) >= MIN_MEANING_WORDS
    held = {root(word) for word in fold_words(quote)}
    claimed = _roots(scalar_text(item.claimed))
    if item.kind is Kind.TEXT and claimed:
        return len(claimed & held) >= max(1, round(MIN_SHARED * len(claimed)))
    return bool((claimed | _roots(" ".join(name_words(item.name))) | _roots(item.about)) & held)


def _is_small_count(item: AuditItem) -> bool:
    return any(amount == int(amount) and 0 <= amount <= SMALL_COUNT for amount in amounts_of(item.claimed)[:1])


def _roots(text: str) -> frozenset[str]:
    return frozenset(root(word) for word in fold_words(text) if word not in FUNCTION_WORDS)
