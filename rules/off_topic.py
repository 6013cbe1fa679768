"""An answer about a subject that the policy forbids, or about none of those it allows.

**Why.** A help desk that starts to prescribe medicine is wrong even where it is right.

**Silent when.** The policy names no topics (the default); the answer abstains or refuses; a forbidden topic's word stands only in a clause that refuses; for
allowed topics, the answer or the question holds a word of one of them, or the answer claims nothing.

**Not caught.** A topic in words that the policy does not list.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.wording import matcher_of
from ..engine.types import Json, Outcome, Severity, Span

MIN_WORDS = 6
"""A shorter answer keeps up the conversation and has no topic."""


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for the first word of each forbidden topic; one undecided finding on the whole where no allowed topic is touched."""
    topics = inquiry.policy.text.topics
    if not topics or inquiry.abstains:
        return
    text = inquiry.layout.masked
    for topic in topics:
        if not topic.forbidden:
            continue
        hits = (hit for hit in matcher_of(topic.terms).find(text) if not _is_refused(hit.span, inquiry))
        first = next(hits, None)
        if first is not None:
            explanation = f"`{first.span.of(text)}` belongs to the topic `{topic.name}`, which the policy forbids"
            yield TextFinding("GR327", first.span, Claim.POLICY_VIOLATION, Outcome.UNSUPPORTED, Severity(topic.severity), explanation)
    allowed = tuple(topic for topic in topics if not topic.forbidden)
    if allowed and len(text.split()) >= MIN_WORDS:
        question = inquiry.question.content if inquiry.question is not None else ""
        if not any(matcher_of(topic.terms).holds(each) for topic in allowed for each in (text, question)):
            names = ", ".join(f"`{topic.name}`" for topic in allowed)
            severity = Severity(max(topic.severity for topic in allowed))
            yield TextFinding("GR327", Span(0, 0), Claim.POLICY_VIOLATION, Outcome.UNDECIDED, severity, f"the answer touches none of the topics {names}")


def _is_refused(span: Span, inquiry: TextInquiry) -> bool:
    return any(each.span.start <= span.start and span.end <= each.span.end for each in inquiry.abstentions)


_DESK: dict[str, Json] = {"text": {"topics": [{"name": "medicine", "terms": ["dosage", "prescribe"], "forbidden": True}]}}
_HARBOUR: dict[str, Json] = {"text": {"topics": [{"name": "the harbour", "terms": ["boat", "mooring", "quay"]}]}}

RULE = Rule(
    "GR327",
    "off-topic",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("a forbidden topic", "The usual ⟦dosage⟧ is one spoon.", policy=_DESK),
        TextExample("refused", "I can't help with the dosage. Please ask a pharmacist.", policy=_DESK),
        TextExample("refused and then done", "I can't help with the dosage, but doctors ⟦prescribe⟧ one spoon.", policy=_DESK),
        TextExample("another topic than the allowed one", "Bread rises best in a warm room with patience.", policy=_HARBOUR, whole=True),
        TextExample("the allowed topic", "All boats leave the harbour at noon on Sundays.", policy=_HARBOUR),
        TextExample("the question's topic", "They leave at noon on Sundays, as the rota says.", question="When do the boats leave?", policy=_HARBOUR),
        TextExample("too short to have a topic", "Yes, that is right.", policy=_HARBOUR),
        TextExample("no topics are named", "The usual dosage is one spoon."),
    ),
)
