"""What holds for every text that the readers of marks, quotations, references and claims are given."""

from __future__ import annotations

from itertools import pairwise

import pytest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.rule import RuleSet
from groundrules.engine.text.abstention import find_abstentions, is_abstention
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.citation_marks import code_spans, covered_spans, find_marks
from groundrules.engine.text.claimed_actions import find_claimed_actions
from groundrules.engine.text.degenerate import find_degeneracies
from groundrules.engine.text.quotations import find_quotations
from groundrules.engine.text.references import find_references
from groundrules.engine.text.segments import lay_out
from groundrules.engine.text.wording import TermMatcher
from groundrules.engine.types import Outcome
from groundrules.rules import load_rules
from hypothesis import given
from hypothesis import strategies as st

PIECES = (
    *("[1]", "[2-4]", "[^a]", "[doc-3]", "(Lind et al., 2020)", "【1†x】", "¹²", "`", "```\n", '"', "“", "”", "'", "> ", "\n", "\n\n", "§ 12(b)", "10.5555/a",
    "v.", "123 F.3d 4"),
    *("I have sent ", "not ", "the documents do not say", "but ", "according to the report ", "Source: ", "{{x}}", "<|a|>", "https://example.com/a", "[a](b)",
    ". ", "Ada Lind ", "5 "),
)
ANSWERS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=24).map("".join)
WORDS = st.lists(st.sampled_from("harbour guests moor beside northern quay ferries leave early crane lifts heavy boats spring".split()), min_size=6, max_size=14)
SOURCES = ("Guests moor beside the quay. [1] It opened (Lind et al., 2020), see § 12 and doi:10.5555/a.", "The crane lifts 9 tons.")
MARK_RULES = RuleSet(rule for rule in load_rules() if rule.id in {"GR301", "GR302", "GR320", "GR321", "GR322", "GR329", "GR330"})


@given(ANSWERS)
def test_spans_slice_back(text: str) -> None:
    """Every reader takes any text; what it finds lies inside the text, in order, and slices back to what it says."""
    sentences = [segment.span for segment in lay_out(text).segments]
    marks = find_marks(text)
    assert [mark.span.of(text) for mark in marks] == [mark.text for mark in marks]
    assert all(before.span.end <= after.span.start for before, after in pairwise(marks))
    assert all(0 <= span.start <= span.end <= len(text) for span in covered_spans(marks, sentences))
    references = find_references(text)
    assert [reference.span.of(text) for reference in references] == [reference.text for reference in references]
    spans = [
        *code_spans(text),
        *(quotation.inner for quotation in find_quotations(text)),
        *(abstention.span for abstention in find_abstentions(text, sentences)),
        *(claim.span for claim in find_claimed_actions(text, sentences)),
        *(defect.span for defect in find_degeneracies(text)),
        *(hit.span for hit in TermMatcher(["ada lind", "the documents"]).find(text)),
    ]
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert isinstance(is_abstention(text, sentences), bool)


@given(ANSWERS)
def test_rules_judge_any_answer(text: str) -> None:
    """No rule fails on what a model wrote."""
    context = Context.from_openai([], evidence=[{"id": str(number), "text": source} for number, source in enumerate(SOURCES, start=1)])
    assert not Guard(rules=MARK_RULES).check_answer(Answer(text, "What is there?"), context=context).errors


@given(WORDS, st.sampled_from(('It says "{}".', "It says “{}”.", "Es heißt „{}“.", "Il dit « {} ».", "> {}\n")), st.booleans())
def test_a_verbatim_quotation_is_never_flagged(words: list[str], frame: str, shout: bool) -> None:
    """Words of a source between any quotation marks, in any case, are a quotation of it."""
    said = " ".join(words)
    context = Context.from_openai([], evidence=[{"id": "1", "text": f"At noon {said}, they wrote."}])
    answer = frame.format(said.upper() if shout else said)
    assert not Guard(rules=MARK_RULES.select("GR302")).check_answer(Answer(answer), context=context).findings


@given(WORDS, st.data())
def test_a_changed_quotation_is_never_passed(words: list[str], data: st.DataObject) -> None:
    """A quotation with one word that no source holds is contradicted or stands nowhere."""
    at = data.draw(st.integers(0, len(words) - 1))
    changed = " ".join([*words[:at], "zebra", *words[at + 1 :]])
    context = Context.from_openai([], evidence=[{"id": "1", "text": f"At noon {' '.join(words)}, they wrote."}])
    (finding,) = Guard(rules=MARK_RULES.select("GR302")).check_answer(Answer(f'It says "{changed}".'), context=context).findings
    assert finding.outcome in (Outcome.CONTRADICTED, Outcome.UNSUPPORTED)


@given(st.permutations([("1", SOURCES[0]), ("2", SOURCES[1]), ("3", "Ferries leave early.")]))
def test_the_order_of_passages_is_irrelevant(passages: list[tuple[str, str]]) -> None:
    """Marks and references are judged alike in any order of the passages."""
    answer = 'The crane lifts 9 tons [1], so "guests moor beside the old quay" [4] (§ 12(b)).'
    told = Guard(rules=MARK_RULES).check_answer(
        Answer(answer), context=Context.from_openai([], evidence=[{"id": identifier, "text": text} for identifier, text in passages])
    )
    fixed = Guard(rules=MARK_RULES).check_answer(
        Answer(answer), context=Context.from_openai([], evidence=[{"id": identifier, "text": text} for identifier, text in sorted(passages)])
    )
    assert told.findings == fixed.findings
    assert {finding.rule_id for finding in told.findings} == {"GR301", "GR302", "GR320", "GR321"}


@pytest.mark.parametrize("text", ["[" * 5000, '"' * 5001, "(" * 5000, "not " * 2000, "I have " * 2000, "§" * 5000, "a [1" * 2000, "“" * 5000, "`" * 5000])
def test_hostile_texts_are_read(text: str) -> None:
    """Long runs of anchors are read like any text."""
    sentences = [segment.span for segment in lay_out(text).segments]
    assert find_marks(text) == find_marks(text)
    assert not find_references(text)
    assert not find_claimed_actions(text, sentences)
