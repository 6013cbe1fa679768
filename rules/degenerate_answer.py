"""An answer that is none: empty, without words, cut off, going round in circles, or showing the prompt, a template or broken encoding.

**Why.** Such a text makes no claim that could be checked, so every other rule would pass it. It must not reach a reader.

**Silent when.** The stretch stands in the evidence or the question; a list, table, heading or code block may end without a full stop, and a short text too.

**Not caught.** Fluent text that says nothing; an answer to another question (`insufficient-evidence`, `off-topic`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.degenerate import Defect, find_degeneracies
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Severity, Span

_SEVERITY = {
    Defect.EMPTY: Severity.HIGH,
    Defect.NO_WORDS: Severity.HIGH,
    Defect.LOOPING: Severity.HIGH,
    Defect.PROMPT_RESIDUE: Severity.HIGH,
    Defect.TEMPLATE_RESIDUE: Severity.MEDIUM,
    Defect.BROKEN_ENCODING: Severity.MEDIUM,
    Defect.TRUNCATED: Severity.MEDIUM,
}
_TAIL_CHARS = 40


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each defect; undecided where it may be meant."""
    for found in find_degeneracies(inquiry.answer.text):
        if found.span != Span(0, 0) and _is_given(found.defect, found.span, inquiry):
            continue
        outcome = Outcome.UNSUPPORTED if found.sure else Outcome.UNDECIDED
        severity = _SEVERITY[found.defect] if found.sure else Severity.LOW
        yield TextFinding("GR323", found.span, Claim.UNSUPPORTED, outcome, severity, found.explanation)


def _is_given(defect: Defect, span: Span, inquiry: TextInquiry) -> bool:
    """True where a source or the question holds the stretch as it is: a cut-off end counts with the words before it."""
    text = inquiry.answer.text
    start = max(0, span.end - _TAIL_CHARS) if defect is Defect.TRUNCATED else span.start
    stretch = " ".join(text[start : span.end].split())
    sources = (*inquiry.passages, *((inquiry.question,) if inquiry.question is not None else ()))
    return any(stretch in " ".join(index.content.split()) if stretch else False for index in sources)


_FEE = ("The fee is 40 euros. It is paid to the harbour office by the owner of the boat, who gets a receipt.",)

RULE = Rule(
    "GR323",
    "degenerate-answer",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("empty", " \n", _FEE, whole=True),
        TextExample("punctuation only", "...", _FEE, whole=True),
        TextExample("cut off in mid sentence", "The fee of 40 euros is paid by the owner and the office then hands out ⟦the⟧", _FEE),
        TextExample("a code block left open", "Use this:\n⟦```python\nfee = 40⟧", _FEE),
        TextExample("going round", "The fee ⟦is paid and so is paid and so is paid and so is paid and so⟧", _FEE),
        TextExample("three rounds", "The fee is due, is due, is due.", _FEE),
        TextExample("part of the prompt", "The fee is 40 euros.⟦<|im_end|>⟧", _FEE),
        TextExample("a gap of a template", "Dear ⟦{{first_name}}⟧, the fee is 40 euros.", _FEE),
        TextExample("broken encoding", "The fee is ⟦â€œ⟧40 euros.", _FEE),
        TextExample("a short note without a full stop", "40 euros", _FEE),
        TextExample("a list", "The fee is 40 euros:\n- paid by the owner\n- to the harbour office", _FEE),
        TextExample("cut off as the source is", "It is paid to the harbour office by the owner of the", _FEE),
        TextExample("a template that was asked about", "Write {{name}} there.", ("The form says {{name}}.",)),
        TextExample("a number is an answer", "40", _FEE),
    ),
)
