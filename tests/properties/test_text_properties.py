"""What holds for every answer: copies pass, absent values never do, layout and order of passages do not matter, excerpts are verbatim."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.findings import TextDecision, TextVerdict
from groundrules.engine.text.segments import lay_out, mask
from groundrules.engine.text_views import claim_audit, fabricated_details, guardrail_decision, text_verdict_json
from groundrules.engine.types import Json
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

CONTRACTS = Path(__file__).resolve().parent.parent.parent / "engine" / "contracts"
NOUNS = ("harbour", "library", "orchard", "tunnel", "bakery", "museum", "station", "garden")
VERBS = ("holds", "sells", "counts", "stores", "repairs")
THINGS = ("lamps", "barrels", "benches", "visitors", "boats", "maps")
PLACES = ("Norvania", "Vexley", "Port Orra", "Sorel Bay")



def _sentence(noun: str, place: str, verb: str, number: int, thing: str) -> str:
    return f"The {noun} of {place} {verb} {number:,} {thing}."


sentences = st.builds(
    _sentence, st.sampled_from(NOUNS), st.sampled_from(PLACES), st.sampled_from(VERBS), st.integers(20, 99_999), st.sampled_from(THINGS)
)
passages = st.lists(st.lists(sentences, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4)
wild = st.text(st.sampled_from("aB1 .,\n*_`#|[]()<>&\"'“”-/:;$%€é水5"), max_size=120)


def check(answer: str, evidence: list[str], *, order: list[int] | None = None) -> TextVerdict:
    """The verdict of all rules; `order` is the order in which the passages are given."""
    rows: list[dict[str, Json]] = [{"id": f"p{number}", "text": text} for number, text in enumerate(evidence)]
    given_rows = rows if order is None else [rows[number] for number in order]
    return Guard().check_answer(Answer(answer), context=Context.from_openai((), evidence=given_rows))


def told(verdict: TextVerdict) -> set[tuple[str, str, str]]:
    """The findings by rule, outcome and words."""
    return {(finding.rule_id, finding.outcome.value, " ".join(mask(finding.span.of(verdict.text)).split())) for finding in verdict.findings}


@given(evidence=passages, data=st.data())
def test_verbatim_extract_is_never_flagged(evidence: list[str], data: st.DataObject) -> None:
    """Any run of whole words of one passage passes."""
    words = data.draw(st.sampled_from(evidence)).split(" ")
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    verdict = check(" ".join(words[start:end]), evidence)
    assert verdict.decision is TextDecision.PASS, verdict.reasons


@given(evidence=passages, data=st.data())
def test_absent_value_never_passes(evidence: list[str], data: st.DataObject) -> None:
    """A sentence of the evidence with its number changed to one that stands nowhere is not passed."""
    sentence = data.draw(st.sampled_from(evidence)).split(". ")[0].rstrip(".") + "."
    number = sentence.split()[-2]
    other = data.draw(st.integers(100_001, 999_999))
    assert check(sentence.replace(number, f"{other:,}"), evidence).decision is not TextDecision.PASS


@given(evidence=passages, data=st.data())
def test_order_of_passages_is_irrelevant(evidence: list[str], data: st.DataObject) -> None:
    """Shuffling the passages gives the same verdict, byte for byte."""
    answer = data.draw(sentences)
    order = data.draw(st.permutations(range(len(evidence))))
    assert json.dumps(text_verdict_json(check(answer, evidence))) == json.dumps(text_verdict_json(check(answer, evidence, order=order)))


@given(evidence=passages, answer=st.lists(sentences, min_size=1, max_size=3), data=st.data())
def test_wrapping_and_decoration_are_irrelevant(evidence: list[str], answer: list[str], data: st.DataObject) -> None:
    """Line breaks in place of spaces, emphasis, and list marks change no finding."""
    plain = check(" ".join(answer), evidence)
    breaks = data.draw(st.lists(st.sampled_from([" ", " ", "\n"]), min_size=60, max_size=60))
    wrapped = "".join(word + gap for word, gap in zip(" ".join(answer).split(" "), breaks, strict=False)).rstrip()
    bold = " ".join(answer).replace("The", "**The**")
    listed = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(answer, start=1))
    for text in (wrapped, bold, listed):
        assert told(check(text, evidence)) == told(plain), text


@given(evidence=passages, answer=st.one_of(sentences, wild))
def test_excerpts_are_verbatim(evidence: list[str], answer: str) -> None:
    """Every source reference is a slice of a passage, and every claim a slice of the answer."""
    decision = guardrail_decision(check(answer, evidence))
    findings = decision["findings"]
    assert isinstance(findings, list)
    for finding in findings:
        assert isinstance(finding, dict)
        assert str(finding["claim"]) in answer
        reference = finding["source_reference"]
        assert reference is None or any(str(reference) in passage for passage in evidence)


@pytest.mark.parametrize(
    ("view", "contract"),
    [(guardrail_decision, "guardrail_decision"), (claim_audit, "claim_audit"), (fabricated_details, "fabricated_details")],
    ids=lambda value: value if isinstance(value, str) else "",
)
@given(evidence=st.lists(st.one_of(sentences, wild), max_size=3), answer=st.one_of(sentences, wild))
def test_views_are_valid_for_every_input(
    view: Callable[[TextVerdict], dict[str, Json]], contract: str, evidence: list[str], answer: str
) -> None:
    """Whatever the answer and the passages are, each view fits its contract."""
    schema = json.loads((CONTRACTS / f"{contract}.schema.json").read_text(encoding="utf-8"))
    assert Draft202012Validator(schema).is_valid(view(check(answer, evidence)))  # pyright: ignore[reportUnknownMemberType]: the stub of jsonschema is partial


@given(text=wild)
def test_mask_keeps_offsets(text: str) -> None:
    """Masking keeps the length; segments slice the text in order."""
    layout = lay_out(text)
    assert len(layout.masked) == len(text)
    ends = 0
    for segment in layout.segments:
        assert segment.span.start >= ends
        ends = segment.span.end
        assert any(char.isalnum() for char in segment.span.of(layout.masked))
