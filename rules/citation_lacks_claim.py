"""A citation whose source lacks what it is put behind, while another given source holds it.

**Why.** A reader who follows the mark finds nothing. The claim may be true, the citation is not.

**Silent when.** The cited source holds the figures, dates and names between the mark before and this one, in any spelling; marks side by side vouch together;
what stands in no source at all is left to the rules on details; marks that may mean any passage, authors, links and sources named in words.

**Not caught.** A wrong source that shares words with the claim where the claim holds no detail; a source that holds the details in another relation.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.admission import STOPWORDS
from ..engine.index import SourceIndex
from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.citation_marks import CitationMark, MarkStyle, covered_spans
from ..engine.text.citation_targets import CitationFit, Fit, Resolution, Target, fit_of, topic_fit
from ..engine.text.details import Detail
from ..engine.text.features import is_small
from ..engine.text.findings import Claim, TextFinding
from ..engine.text.grounding import Grounding, ground
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Outcome, Severity, Span
from ._answers import is_quoted_verbatim

_STYLES = (MarkStyle.NUMBER, MarkStyle.LABEL, MarkStyle.FOOTNOTE, MarkStyle.LENTICULAR, MarkStyle.SUPERSCRIPT)


def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    """One finding for each group of marks side by side whose sources lack details that another source holds."""
    marks = [mark for mark in inquiry.marks if mark.style in _STYLES and mark.sure and mark.definition is None]
    groups: dict[Span, list[CitationMark]] = {}
    for mark, stretch in zip(marks, covered_spans(marks, inquiry.sentences), strict=True):
        groups.setdefault(stretch, []).append(mark)
    for stretch, group in groups.items():
        targets = [target for mark in group for target in inquiry.citable.resolve(mark)]
        alive = [target for target in targets if target.resolution is Resolution.RESOLVED]
        if len(alive) == len(targets) and stretch.start < stretch.end and not is_quoted_verbatim(group[0].span, inquiry):
            found = _judge(stretch, Span(group[0].span.start, group[-1].span.end), alive, inquiry)
            if found is not None:
                yield found


def _judge(stretch: Span, marks: Span, targets: list[Target], inquiry: TextInquiry) -> TextFinding | None:
    cited, others = inquiry.citable.cited_and_others(targets)
    if not others:
        return None
    groundings = [each for each in inquiry.groundings if stretch.start <= each.detail.span.start and each.detail.span.end <= stretch.end]
    fit = fit_of([each.detail for each in groundings], cited, others, _holds)
    topic = topic_fit(stretch.of(inquiry.layout.masked), cited, others, stopwords=STOPWORDS)
    names = ", ".join(f"`{target.cite}`" for target in targets)
    holders = ", ".join(f"`{index.source.id}`" for index in (fit.holders or topic.holders)[:3])
    if fit.fit in (Fit.ELSEWHERE, Fit.PARTLY_ELSEWHERE):
        specific = [groundings[number] for number in fit.misplaced if _is_specific(groundings[number])]
        if not specific:
            return None
        told = ", ".join(f"`{each.detail.text}`" for each in specific[:4])
        wrong = fit.fit is Fit.ELSEWHERE and topic.fit is Fit.ELSEWHERE
        return _finding(marks, wrong=wrong, severity=_severity(fit), explanation=f"{names} holds nothing of {told}; {holders} does")
    if topic.fit is Fit.ELSEWHERE and fit.fit is not Fit.HELD:
        return _finding(marks, wrong=False, severity=Severity.MEDIUM, explanation=f"{names} shares no content word with the claim; {holders} does")
    return None


def _holds(detail: Detail, index: SourceIndex) -> bool:
    return ground(detail, (index,), None).outcome is Outcome.SUPPORTED


def _is_specific(grounding: Grounding) -> bool:
    """False for a small figure, which stands in many texts by chance, and for a word that may be no name."""
    return not is_small(grounding) and not grounding.detail.initial


def _severity(fit: CitationFit) -> Severity:
    return Severity.MEDIUM if fit.fit is Fit.ELSEWHERE else Severity.LOW


def _finding(span: Span, *, wrong: bool, severity: Severity, explanation: str) -> TextFinding:
    outcome = Outcome.UNSUPPORTED if wrong else Outcome.UNDECIDED
    return TextFinding("GR320", span, Claim.CITATION_FABRICATION, outcome, Severity.HIGH if wrong else severity, explanation)


_BRIDGE = ("The footbridge was opened in 1931.", "The crossing measures 412 m from bank to bank.", "Lind painted the railings green.")

RULE = Rule(
    "GR320",
    "citation-lacks-claim",
    "0.2.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("another source holds it", "The crossing measures 412 m from bank to bank ⟦[1]⟧.", _BRIDGE),
        TextExample("some of it stands elsewhere", "The footbridge was opened in 1931 and measures 412 m ⟦[1]⟧.", _BRIDGE),
        TextExample("no detail and no word in common", "Somebody painted those railings green ⟦[2]⟧.", _BRIDGE),
        TextExample("the cited source holds it", "It measures 412 m [2], opened in 1931 [1].", _BRIDGE),
        TextExample("in another spelling", "It spans 0.412 km [2].", ("The footbridge was opened in 1931.", "It is 412 m or 0.412 km long.")),
        TextExample("two marks vouch together", "The footbridge was opened in 1931 and measures 412 m [1][2].", _BRIDGE),
        TextExample("a mark behind the stop", "The footbridge was opened in 1931. [1] It measures 412 m. [2]", _BRIDGE),
        TextExample("it stands nowhere at all", "The footbridge was opened in 1955 [1].", _BRIDGE),
        TextExample("the only source", "It measures 412 m [1].", ("The footbridge was opened in 1931.",)),
        TextExample("documents inside one passage", "It measures 412 m ⟦[1]⟧.", ("[1] The footbridge was opened in 1931.\n[2] It measures 412 m.",), ids=("search",)),
    ),
)
