"""Answers on the command line: `check` in each form, the HTML report, and `eval` over labelled answers and reported faults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from groundrules.cli.check import Format, check_file
from groundrules.cli.evaluate import Settings, evaluate
from groundrules.cli.summary import text_lines
from groundrules.cli.text_rows import TextTally
from groundrules.engine.errors import InputError
from groundrules.engine.guard import Guard
from groundrules.engine.types import Json

pytest.importorskip("rich")

EVIDENCE: Json = [{"id": "p1", "text": "Lake Orra holds 58 species of fish."}]
GOOD: dict[str, Json] = {"question": "How many?", "evidence": EVIDENCE, "answer": "Lake Orra holds 58 species of fish."}
BAD: dict[str, Json] = {"question": "How many?", "evidence": EVIDENCE, "answer": "Lake Orra holds 930 species of <b>fish</b>."}


def write(path: Path, *rows: dict[str, Json]) -> str:
    """A JSON Lines file of the rows."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def test_check_gives_exit_codes(tmp_path: Path) -> None:
    """A supported answer is 0, a contradicted one 1, a broken one 2; the others still come."""
    path = write(tmp_path / "answers.jsonl", GOOD, BAD, {"answer": 5})
    answers = list(check_file(path, guard=Guard(), form=Format.REPORT))
    assert [answer.code for answer in answers] == [0, 1, 2]
    assert [json.loads(answer.written)["decision"] for answer in answers[:2]] == ["PASS", "BLOCK"]


@pytest.mark.parametrize(("form", "key"), [(Format.AUDIT, "severity_score"), (Format.DETAILS, "fabricated_details"), (Format.JSON, "assertions")])
def test_check_writes_each_form(tmp_path: Path, form: Format, key: str) -> None:
    """Each form holds its own key."""
    (answer,) = check_file(write(tmp_path / "answer.jsonl", BAD), guard=Guard(), form=form)
    assert key in json.loads(answer.written)


def test_html_report_is_escaped_and_marked(tmp_path: Path) -> None:
    """The report shows the marked span and the evidence, and no markup of the answer gets through."""
    from groundrules.cli.answer_page import html_page

    (answer,) = check_file(write(tmp_path / "answer.jsonl", BAD), guard=Guard())
    assert answer.text is not None
    page = html_page([answer.text])
    assert '<mark class="contradicted">930</mark>' in page
    assert "&lt;b&gt;" in page
    assert "<b>fish" not in page
    assert "Lake Orra holds 58 species of fish" in page
    assert "<script" not in page


def test_terminal_view_shows_spans_and_evidence(tmp_path: Path) -> None:
    """The terminal form names the decision, the rule and the passage."""
    from groundrules.cli.answer_page import answer_view
    from rich.console import Console

    (answer,) = check_file(write(tmp_path / "answer.jsonl", BAD), guard=Guard())
    assert answer.text is not None
    console = Console(width=160, record=True, force_terminal=False)
    with console.capture() as shown:
        console.print(answer_view(answer.text))
    assert "BLOCK" in shown.get()
    assert "GR303" in shown.get()
    assert "58 species" in shown.get()


def test_eval_counts_labelled_answers(tmp_path: Path) -> None:
    """Each source has a line per operating point, with recall by type and the overlap of spans in characters."""
    span: Json = [{"start": 16, "end": 19, "text": "930", "type": "figure"}]
    rows = [
        {**GOOD, "id": "1", "source": "lakes", "label": "supported", "spans": [], "split": "dev"},
        {**BAD, "id": "2", "source": "lakes", "label": "hallucinated", "spans": span, "split": "dev"},
    ]
    evaluation = evaluate([write(tmp_path / "lakes.jsonl", *rows)], settings=Settings())
    told = evaluation.as_json()["text_rows"]
    assert isinstance(told, list)
    assert [(row["source"], row["mode"], row["n"], row["tp"], row["fp"]) for row in told if isinstance(row, dict)] == [
        ("lakes", "strict", 2, 1, 0),
        ("lakes", "wide", 2, 1, 0),
    ]
    strict = evaluation.texts["lakes", "strict", "dev"]
    assert (strict.balanced_accuracy, strict.span_f1, dict(strict.types_found)) == (1.0, 1.0, {"figure": 1})
    assert [line[:2] for line in text_lines(evaluation)] == [("lakes dev strict", "2"), ("lakes dev wide", "2")]


def test_eval_scores_reported_faults(tmp_path: Path) -> None:
    """A fault is right where a finding overlaps a bad stretch, a trap where nothing is found; what is wrong becomes a miss."""
    rows: list[dict[str, Json]] = [
        {**BAD, "id": "a", "kind": "text", "topic": "number", "expect": "flag", "bad": ["930"]},
        {**BAD, "id": "b", "kind": "text", "topic": "number", "expect": "pass", "bad": []},
        {**GOOD, "id": "c", "kind": "text", "topic": "number", "expect": "pass", "bad": []},
    ]
    evaluation = evaluate([write(tmp_path / "cases.jsonl", *rows)], settings=Settings())
    assert [case["ok"] for case in evaluation.cases] == [True, False, True]
    assert [miss["id"] for miss in evaluation.misses] == ["b"]


def test_eval_scores_streams(tmp_path: Path) -> None:
    """A case of kind `stream` holds the answer in pieces, which are fed one by one; pieces that are no strings are refused."""
    text = str(BAD["answer"])
    row: dict[str, Json] = {**BAD, "id": "a", "kind": "stream", "topic": "split", "expect": "flag", "bad": ["930"]}
    evaluation = evaluate([write(tmp_path / "cases.jsonl", {**row, "chunks": [text[:9], text[9:]]})], settings=Settings())
    assert [(case["kind"], case["ok"]) for case in evaluation.cases] == [("stream", True)]
    broken = evaluate([write(tmp_path / "broken.jsonl", {**row, "chunks": [5]})], settings=Settings())
    assert not broken.cases


def test_tally_of_nothing() -> None:
    """Shares of an empty tally are zero, not errors."""
    empty = TextTally()
    assert (empty.recall, empty.precision, empty.f1, empty.span_f1) == (0.0, 0.0, 0.0, None)


def test_answer_needs_a_string(tmp_path: Path) -> None:
    """The error names the file, the line and the field."""
    from groundrules.cli.answers import read_answer

    with pytest.raises(InputError, match=r"here answer: expected a string"):
        read_answer({"answer": 5}, "here")
    assert write(tmp_path / "x.jsonl", GOOD).endswith("x.jsonl")
