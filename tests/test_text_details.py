"""Which stretches of an answer are details, and where they stand in the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import MissingExtra
from groundrules.engine.guard import Guard
from groundrules.engine.policy import Policy
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.details import find_details
from groundrules.engine.text.entities import load_pipeline
from groundrules.engine.text.segments import lay_out
from groundrules.engine.text.text_inquiry import TextInquiry
from groundrules.engine.types import Kind, Outcome


def names(text: str) -> list[str]:
    """The names found in a text."""
    return [detail.text for detail in find_details(lay_out(text)) if detail.kind is Kind.NAME]


def outcomes(answer: str, evidence: str, *, question: str = "") -> dict[str, Outcome]:
    """How each detail of an answer ends."""
    context = Context.from_openai((), evidence=[{"id": "p1", "text": evidence}])
    inquiry = TextInquiry(Answer(answer, question), context=context, policy=Policy())
    return {grounding.detail.text: grounding.outcome for grounding in inquiry.groundings}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("However, the mayor of Vexley met Tilda Okoro.", ["Vexley", "Tilda Okoro"]),
        ("Residents liked it very much.", []),
        ("The Bank of Norvania raised rates.", ["Bank of Norvania"]),
        ("It opened on Monday in March 2031.", []),
        ("Tilda Okoro", ["Tilda Okoro"]),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    """Capitalised runs are names; words that open sentences, and dates, are not."""
    assert names(text) == expected


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("He met Obi's team.", "Ada Obi leads the team."),
        ("It was the Chilean bank.", "The bank of Chile."),
        ("It is in Goleta, California.", "Goleta, CA"),
        ("The WHO said so.", "The World Health Organization said so."),
        ("They use Wi-Fi there.", "wifi: free"),
        ("The share was 62.3%.", "share: 62.34"),
        ("It rose by 36%.", "It rose from 5,204,880 to 7,078,637."),
        ("It came to 68.00 MYR.", "Items: 42.10, 18.40, 7.50 MYR"),
        ("They raised $5.2M.", "They raised 5,204,880 USD."),
        ("It runs for an hour and a half.", "runtime_minutes: 90"),
        ("It opens at 9 am.", "Monday: 9:0-17:0"),
        ("It opens on 5 March.", "opening 2031-03-05"),
    ],
)
def test_supported_in_another_form(answer: str, evidence: str) -> None:
    """Another form of a name, a rounding, a computed figure or another clock is support."""
    assert set(outcomes(answer, evidence).values()) == {Outcome.SUPPORTED}


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("They raised $60 million.", "It has 60 partners."),
        ("The model is the A100.", "The model is the A1000."),
        ("The fee was US$1,250.", "Fee: C$1,250"),
        ("It rose by 35%.", "It rose from 5,204,880 to 7,078,637."),
        ("It came to 86.00 MYR.", "Items: 42.10, 18.40, 7.50 MYR"),
        ("He met Tilda Okoro.", "He met the mayor."),
    ],
)
def test_absent(answer: str, evidence: str) -> None:
    """Same digits with another scale, unit or currency, another model, a wrong sum, a name that nobody gave: absent."""
    assert Outcome.UNSUPPORTED in outcomes(answer, evidence).values()


@pytest.mark.parametrize("text", ["It is open seven days a week.", "Here is a summary in 68 words.", "See passage 2 for that.", "It costs more per hour."])
def test_loose_figures_are_no_details(text: str) -> None:
    """What looks like a figure and states none is left alone."""
    assert not find_details(lay_out(text))


@dataclass(frozen=True)
class _Entity:
    start_char: int
    end_char: int
    label_: str


@dataclass(frozen=True)
class _Document:
    ents: Sequence[_Entity]


class _Pipeline:
    """A pipeline that knows one name, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def pipe(self, texts: Iterable[str]) -> Iterator[_Document]:
        """The documents, each with the name where it stands."""
        batch = list(texts)
        self.asked.append(batch)
        for text in batch:
            yield _Document([_Entity(*found.span(), "PERSON") for found in re.finditer("Brandt", text)])


def test_pipeline_decides_what_the_cheap_path_leaves_open() -> None:
    """Only sentences with an open word are read, in one batch; the name it finds is judged."""
    pipeline = _Pipeline()
    context = Context.from_openai((), evidence=[{"id": "p1", "text": "The mayor signed the paper on the old bridge."}])
    answer = "Brandt signed the paper on the old bridge. The mayor signed the paper. Nobody objected to it there."
    verdict = Guard(pipeline=pipeline).check_answer(answer, context=context)
    assert pipeline.asked == [["Brandt signed the paper on the old bridge.", "Nobody objected to it there."]]
    assert "Brandt" in [finding.span.of(answer) for finding in verdict.findings]
    without = Guard().check_answer(answer, context=context)
    assert "Brandt" not in [finding.span.of(answer) for finding in without.findings]


def test_missing_pipeline_names_the_extra() -> None:
    """A pipeline that is not installed says which extra to install."""
    with pytest.raises(MissingExtra, match="ner"):
        load_pipeline("no_such_pipeline")


def test_a_name_goes_on_after_a_line_break() -> None:
    """A line break inside a paragraph is a space, inside a name too."""
    names = [detail.text for detail in find_details(lay_out("We met at Port\nOrra on Sunday.")) if detail.kind is Kind.NAME]
    assert "Port Orra" in names
