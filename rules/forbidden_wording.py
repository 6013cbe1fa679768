"""Words or claims that the policy of the surface forbids, or that are regulated in its trade.

**Why.** A guarantee of returns, a cure or a competitor's name may be true and still may not be said on this surface.

**Silent when.** The policy forbids nothing (the default); for regulated wording, and for terms with `negated_ok`, the sentence denies the claim; the sentence
holds one of the term's `unless` words.

**Not caught.** The same claim in other words; inflection in languages other than English.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.data.regulated import REGULATED
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.wording import TermHit, is_negated, matcher_of
from ..engine.text_policy import Forbidden
from ..engine.types import Json, Outcome, Severity


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each forbidden or regulated term in the answer."""
    policy = inquiry.policy.text
    for forbidden in policy.forbidden:
        for hit in matcher_of(forbidden.terms, exact=forbidden.exact).find(inquiry.answer.text):
            if not _is_excused(forbidden, hit, inquiry):
                reason = f": {forbidden.reason}" if forbidden.reason else ""
                yield _finding(hit, f"the policy forbids `{hit.term}`{reason}", Severity(forbidden.severity))
    for trade in policy.regulated:
        for hit in matcher_of(REGULATED[trade]).find(inquiry.answer.text):
            if not is_negated(inquiry.answer.text, hit.span, inquiry.sentence_of(hit.span)):
                yield _finding(hit, f"`{hit.term}` is regulated wording ({trade})", Severity.CRITICAL)


def _is_excused(forbidden: Forbidden, hit: TermHit, inquiry: TextInquiry) -> bool:
    sentence = inquiry.sentence_of(hit.span)
    if forbidden.negated_ok and is_negated(inquiry.answer.text, hit.span, sentence):
        return True
    return bool(forbidden.unless) and matcher_of(forbidden.unless).holds(sentence.of(inquiry.answer.text))


def _finding(hit: TermHit, explanation: str, severity: Severity) -> TextFinding:
    return TextFinding("GR325", hit.span, Claim.POLICY_VIOLATION, Outcome.UNSUPPORTED, severity, explanation)


_TIPS: dict[str, Json] = {"text": {"forbidden": [{"terms": ["hot tip", "guarantee"], "unless": ["statutory"], "negated_ok": True}]}}
_FINANCE: dict[str, Json] = {"text": {"regulated": ["finance"]}}
_HEALTH: dict[str, Json] = {"text": {"regulated": ["health"]}}

RULE = Rule(
    "GR325",
    "forbidden-wording",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("a forbidden term", "Here is a ⟦hot tip⟧ for May.", policy=_TIPS),
        TextExample("an inflected term", "Two ⟦Hot  Tips⟧: gains are ⟦guaranteed⟧.", policy=_TIPS),
        TextExample("a term inside a longer word", "The guarantor sat by the photo tip.", policy=_TIPS),
        TextExample("denied", "We cannot guarantee a date.", policy=_TIPS),
        TextExample("excused by its sentence", "The statutory guarantee lasts two years.", policy=_TIPS),
        TextExample("not excused by another sentence", "The statutory term is two years. We ⟦guarantee⟧ it.", policy=_TIPS),
        TextExample("a guaranteed return", "The fund offers ⟦guaranteed returns⟧.", policy=_FINANCE),
        TextExample("a return that is not guaranteed", "The fund offers no guaranteed returns; returns are not guaranteed.", policy=_FINANCE),
        TextExample("a cure", "This tea ⟦cures⟧ colds and is ⟦100% safe⟧.", policy=_HEALTH),
        TextExample("wording of another trade", "This tea cures colds.", policy=_FINANCE),
        TextExample("nothing is forbidden", "This tea cures colds, guaranteed."),
    ),
)
