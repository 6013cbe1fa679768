"""An answer that claims what a record denies, or says nothing about."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.rule import Rule, Status, Subject, TextExample
from ..engine.text.findings import TextFinding
from ..engine.text.keyed import KeyFact, is_firm
from ..engine.text.reading import Reading
from ..engine.text.text_inquiry import TextInquiry
from ..engine.text.words import root
from ..engine.types import Evidence, Outcome, Severity, Span
from ._texts import abstains, prose_finding, said, shown


def _check(inquiry: TextInquiry) -> Iterator[TextFinding]:
    for reading in inquiry.claimed:
        for fact in reading.denied:
            place = _evidence(inquiry, fact)
            explanation = f"the record has `{shown(place.text)}`, and the answer says the opposite"
            outcome = Outcome.CONTRADICTED if is_firm(fact, reading.assertion.words) else Outcome.UNDECIDED
            yield _finding(reading, fact, outcome=outcome, explanation=explanation, evidence=place)
        for fact in reading.empty if not abstains(said(inquiry, reading)) else ():
            place = _evidence(inquiry, fact)
            outcome = Outcome.UNSUPPORTED if is_firm(fact, reading.assertion.words) else Outcome.UNDECIDED
            yield _finding(reading, fact, outcome=outcome, explanation=f"the record leaves `{shown(place.text)}` empty", evidence=place)


def _evidence(inquiry: TextInquiry, fact: KeyFact) -> Evidence:
    index = next(index for index in inquiry.passages if fact in index.key_facts)
    return index.key_evidence(fact.place)


def _finding(reading: Reading, fact: KeyFact, *, outcome: Outcome, explanation: str, evidence: Evidence) -> TextFinding:
    places = [
        place
        for word, place in zip(reading.assertion.words, reading.assertion.places, strict=True)
        if root(word) in fact.roots or root(word) == fact.squashed
    ]
    span = Span(places[0][0], places[-1][1]) if places else reading.assertion.span
    return prose_finding("GR311", span, outcome=outcome, explanation=explanation, evidence=(evidence,), severity=Severity.MEDIUM)


_DOC = """A feature that the answer claims and the record denies or leaves empty, or the other way round.

**Why.** A field that is false or empty is filled in with what places of the kind usually have.

**Silent when.** The record says yes, or the answer says no as well. A key of one word that the answer names alone ("casual") is undecided.

**Not caught.** A field whose name shares no word with what the answer says."""

RULE = Rule(
    id="GR311",
    name="denied-by-record",
    since="0.2.0",
    status=Status.PREVIEW,
    check=_check,
    doc=_DOC,
    subject=Subject.ANSWER,
    text_examples=(
        TextExample("record says no", "It offers ⟦outdoor seating⟧.", ('{"name": "Inn", "OutdoorSeating": false}',)),
        TextExample("record is empty", "It offers ⟦outdoor seating⟧.", ('{"name": "Inn", "OutdoorSeating": null}',)),
        TextExample("record says yes", "It offers outdoor seating.", ('{"name": "Inn", "OutdoorSeating": true}',)),
        TextExample("both say no", "It has no outdoor seating.", ('{"name": "Inn", "OutdoorSeating": false}',)),
    ),
)
