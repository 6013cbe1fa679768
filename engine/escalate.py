"""Choosing what is asked: the undecided items of one subject, gravest first, with the stretches of admissible evidence that bear on them.

Evidence is chosen by shared word roots, turn by turn among the items, so that none of them starves; the last user turn always comes first.
Similarity chooses windows here and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .audits import AuditItem, AuditRequest, AuditTask, EvidenceWindow
from .index import SourceIndex
from .inputs import scalar_text
from .inquiry import Inquiry
from .json_walk import Leaf, parameter_name
from .normalize import fold_words, name_words
from .provenance import Standing
from .schema_text import shown_value
from .text.findings import TextFinding
from .text.text_inquiry import TextInquiry
from .text.words import FUNCTION_WORDS, root
from .types import Evidence, Finding, Flag, Kind, Outcome, Role, Span
from .verdict import Verdict

WHOLE_CHARS = 400
"""A source up to this length is one window."""
AROUND_CHARS = 160
"""How much of a source is shown on each side of a place that a rule pointed at."""
BEST_WINDOWS = 4
"""How many windows an item may bring in."""
MAX_CLAIM_CHARS = 600
MAX_POSTINGS = 200
"""A root in more windows of one source than this chooses none of them."""
_NOT_ASKED = frozenset((Flag.AUDIT_FAILURE, Flag.MISSING_REQUIRED))


def estimated_tokens(text: str) -> int:
    """About how many tokens a text takes: one for four ASCII characters, one for each other character."""
    ascii_chars = len(text.encode("ascii", "ignore"))
    return (ascii_chars + 3) // 4 + len(text) - ascii_chars


def call_request(inquiry: Inquiry, verdict: Verdict) -> AuditRequest | None:
    """The request on a call; None where no leaf is open that an auditor may settle.

    Not asked: the tool, the arguments as a whole, a missing argument, and what is open because a rule failed or ran out of time.
    """
    leaves = {leaf.pointer: leaf for leaf in inquiry.leaves}
    by_item: dict[str, list[Finding]] = {}
    for finding in verdict.findings:
        by_item.setdefault(finding.item, []).append(finding)
    open_items = [
        item
        for item in sorted(verdict.items, key=lambda each: (-each.severity, each.item))
        if item.outcome is Outcome.UNDECIDED
        and item.item in leaves
        and not any(finding.flag in _NOT_ASKED for finding in by_item.get(item.item, ()))
    ]
    if not open_items:
        return None
    settings = inquiry.policy.auditor
    asked = open_items[: settings.max_items]
    items = tuple(_leaf_item(inquiry, leaves[item.item]) for item in asked)
    sources = tuple(index for index in inquiry.context.sources if inquiry.standing(index) is Standing.GIVEN and not index.source.is_error)
    seeds = [[evidence for finding in by_item.get(item.item, ()) for evidence in finding.evidence] for item in asked]
    windows, omitted = choose_windows(sources, items, seeds=seeds, max_tokens=settings.evidence_tokens)
    return AuditRequest(
        inquiry.call.id or inquiry.call.name,
        AuditTask.TOOL_ARGUMENTS,
        inquiry.call.name,
        items,
        windows,
        inquiry.policy.risk.value,
        settings.constraints,
        tuple(item.item for item in open_items[settings.max_items :]),
        omitted,
    )


def _leaf_item(inquiry: Inquiry, leaf: Leaf) -> AuditItem:
    slot = inquiry.slot(leaf)
    description = leaf.schema.get("description")
    about = shown_value(description) if isinstance(description, str) else ""
    claimed = leaf.value if isinstance(leaf.value, bool | int | float | str) else scalar_text(leaf.value)
    if isinstance(claimed, str):
        claimed = claimed[:MAX_CLAIM_CHARS]
    return AuditItem(leaf.pointer, claimed, parameter_name(leaf.pointer), about, slot.kind, slot.strict)


def span_item(span: Span) -> str:
    """The name of a stretch of an answer as an item."""
    return f"{span.start}:{span.end}"


def answer_request(inquiry: TextInquiry, findings: Sequence[TextFinding], *, task: AuditTask = AuditTask.ANSWER) -> AuditRequest | None:
    """The request on an answer; None where no stretch is open. One item per stretch, whatever the number of rules that doubt it."""
    hard = {finding.span for finding in findings if finding.outcome is not Outcome.UNDECIDED}
    by_span: dict[Span, list[TextFinding]] = {}
    for finding in findings:
        if finding.outcome is Outcome.UNDECIDED and finding.span.start < finding.span.end and finding.span not in hard:
            by_span.setdefault(finding.span, []).append(finding)
    if not by_span:
        return None
    settings = inquiry.policy.auditor
    ordered = sorted(by_span, key=lambda span: (-max(finding.severity for finding in by_span[span]), span))
    asked = ordered[: settings.max_items]
    items = tuple(_span_item(inquiry, span, by_span[span]) for span in asked)
    seeds = [[evidence for finding in by_span[span] for evidence in finding.evidence] for span in asked]
    windows, omitted = choose_windows(inquiry.passages, items, seeds=seeds, max_tokens=settings.evidence_tokens)
    question = inquiry.question.content if inquiry.question is not None else ""
    return AuditRequest(
        inquiry.answer.id or "answer",
        task,
        question[:MAX_CLAIM_CHARS],
        items,
        windows,
        inquiry.policy.risk.value,
        settings.constraints,
        tuple(span_item(span) for span in ordered[settings.max_items :]),
        omitted,
    )


def _span_item(inquiry: TextInquiry, span: Span, findings: Iterable[TextFinding]) -> AuditItem:
    text = inquiry.answer.text
    kinds = {finding.kind for finding in findings}
    kind = next(iter(kinds)) if len(kinds) == 1 else Kind.TEXT
    around = inquiry.sentence_of(span)
    about = around.of(text)[:MAX_CLAIM_CHARS] if around != span else ""
    return AuditItem(span_item(span), span.of(text)[:MAX_CLAIM_CHARS], "", about, kind, strict=False)


@dataclass(frozen=True, slots=True)
class _Candidate:
    index: SourceIndex
    span: Span
    """In the original text."""


def choose_windows(
    sources: Sequence[SourceIndex], items: Sequence[AuditItem], *, seeds: Sequence[Sequence[Evidence]], max_tokens: int
) -> tuple[tuple[EvidenceWindow, ...], int]:
    """The windows to send in the order of the sources, within the budget, and how many that bear on an item did not fit."""
    by_id = {index.source.id: index for index in sources}
    turns = [index for index in sources if index.source.role is Role.USER and index.source.text]
    first = [_Candidate(turns[-1], Span(0, min(len(turns[-1].source.text), WHOLE_CHARS)))] if turns else []
    rows = [_of_item(item, evidence, sources, by_id) for item, evidence in zip(items, seeds, strict=True)]
    wanted = dict.fromkeys((*first, *(each for rank in zip_longest(*rows) for each in rank if each is not None)))
    kept: list[_Candidate] = []
    spent = omitted = 0
    for candidate in wanted:
        if any(other.index is candidate.index and other.span.start <= candidate.span.start and candidate.span.end <= other.span.end for other in kept):
            continue
        cost = estimated_tokens(candidate.span.of(candidate.index.source.text))
        if spent + cost > max_tokens:
            omitted += 1
            continue
        spent += cost
        kept.append(candidate)
    places = {id(index): number for number, index in enumerate(sources)}
    kept.sort(key=lambda each: (places[id(each.index)], each.span))
    return tuple(
        EvidenceWindow(f"w{number}", each.index.source.id, each.index.source.role, each.span.start, each.span.of(each.index.source.text))
        for number, each in enumerate(kept, start=1)
    ), omitted


def _of_item(item: AuditItem, seeds: Iterable[Evidence], sources: Sequence[SourceIndex], by_id: dict[str, SourceIndex]) -> list[_Candidate]:
    """The windows of one item: where the rules looked, then those that share the most with it; later sources win a tie."""
    pointed = [_around(by_id[evidence.source_id], evidence.span) for evidence in seeds if evidence.source_id in by_id]
    weights = {**dict.fromkeys(_roots(item.about), 1), **dict.fromkeys(_roots(" ".join(name_words(item.name))), 2)}
    weights |= dict.fromkeys(_roots(scalar_text(item.claimed)), 3)
    scored: list[tuple[int, int, int]] = []
    for place, index in enumerate(sources):
        shared: dict[int, int] = {}
        for word, weight in weights.items():
            row = index.windows.postings.get(word, ())
            for number in row if len(row) <= MAX_POSTINGS else ():
                shared[number] = shared.get(number, 0) + weight
        scored.extend((-score, -place, number) for number, score in shared.items())
    scored.sort()
    best = [_window(sources[-place], number) for _, place, number in scored[:BEST_WINDOWS]]
    return list(dict.fromkeys((*pointed[:BEST_WINDOWS], *best)))


def _around(index: SourceIndex, span: Span) -> _Candidate:
    text = index.source.text
    if len(text) <= WHOLE_CHARS:
        return _Candidate(index, Span(0, len(text)))
    start, end = max(0, span.start - AROUND_CHARS), min(len(text), span.end + AROUND_CHARS)
    return _Candidate(index, Span(start, min(end, start + WHOLE_CHARS)))


def _window(index: SourceIndex, number: int) -> _Candidate:
    text = index.source.text
    if len(text) <= WHOLE_CHARS:
        return _Candidate(index, Span(0, len(text)))
    span = index.windows.spans[number]
    first, last = index.part_at(span.start), index.part_at(max(span.start, span.end - 1))
    if first is not None and last is not None:
        span = Span(first.span.start, max(first.span.end, last.span.end))
    return _Candidate(index, Span(span.start, min(span.end, span.start + 2 * WHOLE_CHARS)))


def _roots(text: str) -> Iterator[str]:
    return (root(word) for word in fold_words(text[:MAX_CLAIM_CHARS]) if word not in FUNCTION_WORDS)
