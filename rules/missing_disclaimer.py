"""A disclaimer that the policy demands and the answer lacks.

**Why.** Some answers may only be given with their warning: a capital at risk, a doctor to be asked.

**Silent when.** One of the accepted wordings stands in the answer, in any inflection; neither question nor answer holds a word that calls for the
disclaimer; the answer abstains.

**Not caught.** A disclaimer in words that the policy does not list (reported as missing); one that stands where nobody reads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.wording import matcher_of
from ..engine.types import Json, Outcome, Severity, Span


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding on the whole answer for each disclaimer that is called for and missing."""
    if not inquiry.policy.text.disclaimers or inquiry.abstains or not inquiry.sentences:
        return
    question = inquiry.question.content if inquiry.question is not None else ""
    for disclaimer in inquiry.policy.text.disclaimers:
        called_for = not disclaimer.when or any(matcher_of(disclaimer.when).holds(text) for text in (inquiry.layout.masked, question))
        if called_for and not matcher_of(disclaimer.any_of).holds(inquiry.layout.masked):
            explanation = f"the policy demands the {disclaimer.name}, such as `{disclaimer.any_of[0]}`"
            yield TextFinding("GR326", Span(0, 0), Claim.POLICY_VIOLATION, Outcome.UNSUPPORTED, Severity(disclaimer.severity), explanation)


_WARNING: dict[str, Json] = {"text": {"disclaimers": [{"name": "risk warning", "any_of": ["your capital is at risk"], "when": ["fund", "invest"]}]}}

RULE = Rule(
    "GR326",
    "missing-disclaimer",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("missing", "The fund opened in May.", policy=_WARNING, whole=True),
        TextExample("called for by the question", "It opened in May.", question="When could I start investing?", policy=_WARNING, whole=True),
        TextExample("in other words", "The fund opened in May. You may lose money.", policy=_WARNING, whole=True),
        TextExample("given", "The fund opened in May. **Your capital is at risk.**", policy=_WARNING),
        TextExample("not called for", "The office opened in May.", policy=_WARNING),
        TextExample("an abstention", "I cannot find the fund in the documents.", policy=_WARNING),
        TextExample("nothing is demanded", "The fund opened in May."),
    ),
)
