"""Silence of the sources turned into a denial: "no such service exists", "that is false".

**Why.** That the passages say nothing of roof checks does not mean that there are none. A denial is a claim and needs a source that denies.

**Silent when.** A passage that shares a content word with the sentence denies something itself (not, no, never, false ...), or is empty and so answers a
question about what there is; the sentence stands in a passage; it abstains.

**Not caught.** Denials in other words; a passage that denies something else in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..engine.admission import STOPWORDS
from ..engine.normalize import fold_words, stem
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.quotations import copied
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Severity, Span

_DENIAL = re.compile(
    r"\b(?:(?:do(?:es)?|did) not|do(?:es)?n['’]t|didn['’]t|no longer|never) (?:exist(?:ed)?|take place|happen(?:ed)?)\b|\bthere (?:is|are|was"
    r"|were) no such\b|\bno such [\w -]{2,40}? exists?\b"
    r"|\b(?:is|are|was|were) (?:simply |completely |entirely |actually )?(?:fabricated|false|untrue|a myth|not true|incorrect|fictitious)\b",
    re.I,
)
_CUES = ("exist", "take place", "happen", "no such", "fabricated", "false", "untrue", "myth", "not true", "incorrect", "fictitious")
_DENYING = frozenset("not no never none nothing nobody without false untrue incorrect fabricated myth fictitious invented neither nor cannot isn aren wasn"
                     " weren doesn don didn".split())


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One undecided finding for each denial that no passage makes."""
    text = inquiry.layout.masked
    for match in _DENIAL.finditer(text) if any(cue in text.lower() for cue in _CUES) else ():
        span = Span(*match.span())
        sentence = inquiry.sentence_of(span)
        if any(each.span.start <= span.start and span.end <= each.span.end for each in inquiry.abstentions) or sentence.of(text).rstrip().endswith("?"):
            continue
        if not _is_denied(sentence.of(text), inquiry):
            explanation = "the answer denies this, and no passage does; that the passages say nothing of it proves nothing"
            yield TextFinding("GR330", span, Claim.UNSUPPORTED_INFERENCE, Outcome.UNDECIDED, Severity.MEDIUM, explanation)


def _is_denied(sentence: str, inquiry: TextInquiry) -> bool:
    stems = {stem(word) for word in fold_words(sentence) if len(word) > 2 and word not in STOPWORDS}
    for index in inquiry.passages:
        if not index.words or (not _DENYING.isdisjoint(index.word_set) and not stems.isdisjoint(index.stem_places)):
            return True
    return copied(sentence, inquiry.passages)


RULE = Rule(
    "GR330",
    "unfounded-denial",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("silence turned into a denial", "Deck repairs ⟦do not exist⟧ at our yard.", ("We paint hulls.",)),
        TextExample("a premise called false", "That claim ⟦is false⟧.", ("The report covers moorings.",), "Is it true that fees fell?"),
        TextExample("a passage denies it", "Deck repairs do not exist at our yard.", ("Our yard does not offer deck repairs.",)),
        TextExample("an empty result", "There are no such bookings.", ("[]",)),
        TextExample("an abstention", "I cannot say whether deck repairs exist at the yard.", ("We paint hulls.",)),
    ),
)
