"""Claims for which no evidence was given, or none that has to do with the question.

**Why.** With nothing to check against, nothing is supported: the answer comes out of the model alone.

**Silent when.** The answer abstains, greets, asks or only keeps up the conversation; some passage shares a content word with the question or the answer, or a figure;
a `tool_log` was given; the policy says `needs_evidence = false`. Texts in scripts without spaces are not judged by shared words.

**Not caught.** Passages that share words with the question and still do not answer it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.admission import STOPWORDS
from ..engine.index import SourceIndex
from ..engine.normalize import fold_words, is_mainly_foreign, is_unspaced
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.claimed_actions import LOG_ID
from ..engine.text.degenerate import shares_no_word
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Role, Severity, Span

MIN_CLAIM_WORDS = 4
"""A sentence with fewer content words and no figure keeps up the conversation and claims nothing."""
_SMALL_TALK = frozenset(
    "hello hi hey welcome thanks thank sorry glad happy help helps assist assistance today please sure course great okay ok let know question questions ask"
    " anything else feel free welcome day nice meet chat certainly absolutely wonderful good morning evening afternoon bye goodbye".split()
)


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding on the whole answer; unsupported where nothing was given and a figure is told, undecided where shared words are all that is missing."""
    if not inquiry.policy.text.needs_evidence:
        return
    given = [index for index in inquiry.context.sources if index.source.role in (Role.EVIDENCE, Role.TOOL, Role.HOST)]
    bare = not any(index.words for index in (*given, *inquiry.passages))
    if not (bare or _is_elsewhere(given, inquiry)):
        return
    claiming = [] if inquiry.abstains else [sentence for sentence in inquiry.sentences if _claims(inquiry, sentence)]
    if claiming and bare:
        hard = any(any(char.isdigit() for char in sentence.of(inquiry.layout.masked)) for sentence in claiming)
        outcome = Outcome.UNSUPPORTED if hard and not inquiry.context.gaps else Outcome.UNDECIDED
        yield _whole(outcome, Severity.HIGH if hard else Severity.MEDIUM, "no evidence was given that could support the answer")
    elif claiming:
        yield _whole(Outcome.UNDECIDED, Severity.MEDIUM, "no passage shares a content word with the question or the answer")


def _is_elsewhere(given: list[SourceIndex], inquiry: TextInquiry) -> bool:
    """True where neither the question nor the answer shares a content word, nor the answer a figure, with any passage."""
    question = inquiry.question.content if inquiry.question is not None else ""
    words = [index.word_set for index in inquiry.passages]
    if not question or any(index.source.id.casefold() == LOG_ID for index in given) or not shares_no_word(question, words, stopwords=STOPWORDS):
        return False
    answer = inquiry.layout.masked
    texts = [question, answer, *(index.content[:2000] for index in inquiry.passages)]
    if any(is_unspaced(text) or is_mainly_foreign(text) for text in texts) or _shares_figure(inquiry):
        return False
    return shares_no_word(answer, words, stopwords=STOPWORDS)


def _shares_figure(inquiry: TextInquiry) -> bool:
    figures = {word for word in fold_words(inquiry.layout.masked) if word.isdigit() and len(word) > 1}
    return any(not figures.isdisjoint(index.word_set) for index in inquiry.passages)


def _claims(inquiry: TextInquiry, sentence: Span) -> bool:
    text = sentence.of(inquiry.layout.masked)
    if text.rstrip(" \"'”)").endswith("?"):
        return False
    if any(abstention.span.start <= sentence.start and sentence.end <= abstention.span.end for abstention in inquiry.abstentions):
        return False
    words = [word for word in fold_words(text) if word not in STOPWORDS and word not in _SMALL_TALK]
    return any(char.isdigit() for char in text) or len(words) >= MIN_CLAIM_WORDS or (is_unspaced(text) and len(text) > 8)


def _whole(outcome: Outcome, severity: Severity, explanation: str) -> TextFinding:
    return TextFinding("GR324", Span(0, 0), Claim.INSUFFICIENT_EVIDENCE, outcome, severity, explanation)


RULE = Rule(
    "GR324",
    "insufficient-evidence",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("a figure out of nothing", "The mooring fee is 40 euros a month.", question="What is the fee?", whole=True),
        TextExample("prose out of nothing", "Harbour guests usually leave their boats beside the northern quay.", question="Where do guests moor?", whole=True),
        TextExample("a passage about something else", "Lorries park behind bakeries overnight.", ("Meter swaps are arranged online.",),
            "Where can trucks stop?", whole=True),
        TextExample("a shared word", "Swaps take nine days.", ("Meter swaps are arranged online.",), "How long does a swap take?"),
        TextExample("a shared figure", "Membership costs 45 euros.", ("Total: 45,00 EUR",), "What did membership cost?"),
        TextExample("a greeting", "Hello! How can I help?", question="hi there"),
        TextExample("keeping up the conversation", "Yes, you can.", ("Meter swaps are arranged online.",), "Can I speak English?"),
        TextExample("an abstention", "I cannot find that in the documents.", question="What is the fee?"),
        TextExample("an abstention with a figure behind it", "I cannot find that, but the fee is 40 euros.", question="What is the fee?", whole=True),
        TextExample("the policy asks for none", "The fee is 40 euros.", question="What is the fee?", policy={"text": {"needs_evidence": False}}),
    ),
)
