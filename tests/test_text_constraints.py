"""Constraints of the domain over findings."""

from __future__ import annotations

from groundrules.engine.context import Context
from groundrules.engine.policy import Policy
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.constraints import constrained
from groundrules.engine.text.findings import Claim, TextFinding
from groundrules.engine.text.text_inquiry import TextInquiry
from groundrules.engine.text_policy import TextPolicy
from groundrules.engine.types import Kind, Outcome, Severity, Span

TEXT = "Take 75mg at night. Our best-in-class service is fast. It costs 40 euros."


def _finding(part: str, kind: Kind, *, claim: Claim = Claim.UNSUPPORTED, outcome: Outcome = Outcome.UNSUPPORTED) -> TextFinding:
    start = TEXT.index(part)
    return TextFinding("GR399", Span(start, start + len(part)), claim, outcome, Severity.MEDIUM, "so", kind)


def _constrained(finding: TextFinding, *rules: str) -> list[int]:
    inquiry = TextInquiry(Answer(TEXT), context=Context(), policy=Policy(text=TextPolicy(rules=rules)))
    return [int(each.severity) for each in constrained([finding], inquiry)]


def test_a_severity_is_raised_where_kind_and_words_fit() -> None:
    """A dosage is a figure in a sentence about doses, even where number and unit are written as one."""
    rule = "any dosage difference is severity 5"
    assert _constrained(_finding("75mg", Kind.QUANTITY), rule) == [5]
    assert _constrained(_finding("40 euros", Kind.MONEY), rule) == [3]
    assert _constrained(_finding("Take", Kind.TEXT), rule) == [3]


def test_a_severity_is_never_lowered() -> None:
    """The higher of the two severities holds."""
    assert _constrained(_finding("40 euros", Kind.MONEY), "any price difference is severity 1") == [3]
    assert _constrained(_finding("40 euros", Kind.MONEY), "any price difference is severity 2", "any amount difference is severity 4") == [4]


def test_ignored_prose_is_dropped_and_details_are_not() -> None:
    """Marketing language is left alone; a figure, a contradiction or a policy violation in it is not."""
    rule = "ignore marketing language"
    assert _constrained(_finding("best-in-class service", Kind.TEXT), rule) == []
    assert _constrained(_finding("40 euros", Kind.MONEY), rule) == [3]
    assert _constrained(_finding("best-in-class", Kind.NUMBER), rule) == [3]
    assert _constrained(_finding("best-in-class", Kind.TEXT, outcome=Outcome.CONTRADICTED), rule) == [3]
    assert _constrained(_finding("best-in-class", Kind.TEXT, claim=Claim.POLICY_VIOLATION), rule) == [3]


def test_without_constraints_nothing_changes() -> None:
    """The default policy leaves findings as they are."""
    assert _constrained(_finding("40 euros", Kind.MONEY)) == [3]
