"""How much harm a wrong detail does, by its kind and by the domain: safety, medical, legal and financial figures and personal data weigh most."""

from __future__ import annotations

import re

from ..policy import Domain, Policy
from ..types import Kind, Severity

BY_KIND = {
    Kind.MONEY: Severity.CRITICAL,
    Kind.PHONE: Severity.CRITICAL,
    Kind.EMAIL: Severity.CRITICAL,
    Kind.IDENTIFIER: Severity.HIGH,
    Kind.URL: Severity.HIGH,
    Kind.PERCENT: Severity.HIGH,
    Kind.QUANTITY: Severity.HIGH,
    Kind.DATE: Severity.HIGH,
    Kind.DATETIME: Severity.HIGH,
    Kind.NAME: Severity.HIGH,
    Kind.NUMBER: Severity.HIGH,
    Kind.TIME: Severity.MEDIUM,
    Kind.DURATION: Severity.MEDIUM,
    Kind.ORDINAL: Severity.LOW,
}
"""The severity of a wrong detail in a general domain; `MEDIUM` for what is not named."""

BY_DOMAIN = {
    Domain.GENERAL: frozenset[Kind](),
    Domain.HEALTH: frozenset((Kind.QUANTITY, Kind.DURATION, Kind.NUMBER, Kind.PERCENT)),
    Domain.LEGAL: frozenset((Kind.NAME, Kind.DATE, Kind.DATETIME, Kind.IDENTIFIER)),
    Domain.FINANCE: frozenset((Kind.NUMBER, Kind.PERCENT, Kind.DATE)),
}
"""The kinds that are critical in a domain."""

_DOSE = re.compile(r"\d\s?(?:mg|mcg|µg|ug|ml|g|iu|units?|tablets?|drops|puffs)\b|\b(?:dos(?:e|es|age)|tablets?|overdose|contraindicat)", re.IGNORECASE)
_SAFETY = re.compile(r"\b(?:allerg|poison|toxic|lethal|voltage|flammab|explosi|emergency|evacuat)", re.IGNORECASE)
MAX_AROUND = 200
"""How much of an assertion is looked at for words of medicine and safety."""


def severity_of(kind: Kind, around: str, policy: Policy) -> Severity:
    """The severity of a wrong detail of this kind inside the assertion `around`; a setting of the policy wins over the tables."""
    for name, severity in policy.answers.severities:
        if name == kind.value:
            return Severity(severity)
    if kind in BY_DOMAIN[policy.domain]:
        return Severity.CRITICAL
    said = around[:MAX_AROUND]
    if kind in (Kind.QUANTITY, Kind.NUMBER, Kind.DURATION) and (_DOSE.search(said) or _SAFETY.search(said)):
        return Severity.CRITICAL
    return BY_KIND.get(kind, Severity.MEDIUM)
