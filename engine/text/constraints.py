"""The constraints of the domain applied to findings: what a finding weighs at least, and which prose is left alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ..text_policy import Constraint
from ..types import Kind, Outcome, Severity
from .findings import Claim, TextFinding
from .text_inquiry import TextInquiry
from .wording import matcher_of

_GLUED = re.compile(r"(?<=\d)(?=[^\W\d_])")
_PROSE = (Claim.UNSUPPORTED, Claim.UNSUPPORTED_INFERENCE)


def constrained(findings: Iterable[TextFinding], inquiry: TextInquiry) -> tuple[TextFinding, ...]:
    """The findings under the constraints of the text policy, in order. A constraint never lowers a severity, and drops only unsupported prose."""
    constraints = inquiry.policy.text.all_constraints
    if not constraints:
        return tuple(findings)
    kept: list[TextFinding] = []
    for finding in findings:
        fitting = [constraint for constraint in constraints if _fits(constraint, finding, inquiry)]
        prose = finding.kind is Kind.TEXT and finding.claim in _PROSE and finding.outcome is not Outcome.CONTRADICTED
        if prose and any(constraint.ignore for constraint in fitting):
            continue
        severity = max((constraint.severity for constraint in fitting if constraint.severity is not None), default=0)
        kept.append(replace(finding, severity=Severity(severity)) if severity > finding.severity else finding)
    return tuple(kept)


def _fits(constraint: Constraint, finding: TextFinding, inquiry: TextInquiry) -> bool:
    if constraint.kinds and finding.kind not in constraint.kinds:
        return False
    if not constraint.terms:
        return True
    sentence = inquiry.sentence_of(finding.span).of(inquiry.layout.masked)
    return matcher_of(constraint.terms).holds(_GLUED.sub(" ", sentence))
