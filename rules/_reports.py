"""What the grounding rules share: a finding from the trace of a leaf."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..engine.inquiry import Inquiry
from ..engine.trace import Support, Trace
from ..engine.types import Finding


def report(rule_id: str, wanted: Callable[[Trace], bool]) -> Callable[[Inquiry], Iterator[Finding]]:
    """A check that yields one finding for each leaf whose trace the rule is in charge of."""

    def check(inquiry: Inquiry) -> Iterator[Finding]:
        for leaf, trace in inquiry.traces:
            if wanted(trace):
                yield Finding(
                    rule_id,
                    leaf.pointer,
                    trace.outcome,
                    trace.severity,
                    trace.explanation,
                    flag=trace.flag,
                    evidence=trace.evidence,
                    derivation=trace.derivation,
                    suggestion=trace.suggestion,
                )

    return check


def by_support(rule_id: str, *supports: Support) -> Callable[[Inquiry], Iterator[Finding]]:
    """A check that is in charge of the leaves whose search came to one of `supports`."""
    return report(rule_id, lambda trace: trace.support in supports)
