"""`groundrules eval`: how rows are counted, what a miss is, and that nothing about the way of running changes the counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from groundrules.cli.cases import guard_of, read_case
from groundrules.cli.dilution import unrelated_passages
from groundrules.cli.evaluate import Evaluation, Settings, evaluate, sampled, write_json, write_misses
from groundrules.cli.expected import audit_matches
from groundrules.cli.files import Row
from groundrules.cli.rows import judge_row
from groundrules.cli.summary import summary_lines
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.policy import Risk
from groundrules.engine.types import Json

from benchmarks import accuracy

TOOLS: Json = [
    {
        "type": "function",
        "function": {
            "name": "move_parcel",
            "description": "Move a parcel to another depot.",
            "parameters": {
                "type": "object",
                "properties": {
                    "parcel_id": {"type": "string"},
                    "contact": {"type": "string", "format": "email"},
                    "stops": {"type": "array", "items": {"type": "object", "properties": {"depot_id": {"type": "string"}}}},
                },
                "required": ["parcel_id"],
                "additionalProperties": False,
            },
        },
    }
]
SAID = "Move parcel PX-40417 by way of depot DP-118, contact omar@example.com."


def labelled(identifier: str, *, name: str = "move_parcel", arguments: Json, label: str = "ok", **more: Json) -> dict[str, Json]:
    """A labelled row."""
    return {
        "id": identifier,
        "source": "invented",
        "origin": "gold" if label == "ok" else "mutated",
        "call_label": label,
        "messages": [{"role": "user", "content": SAID}],
        "tools": TOOLS,
        "evidence": [],
        "now": None,
        "call": {"name": name, "arguments": arguments},
        "labels": {},
        "mutation": None,
        "note": "",
        **({"schema_valid": True} if label == "ok" else {}),
        **more,
    }


def mutated(identifier: str, kind: str, pointer: str, *, arguments: Json, name: str = "move_parcel") -> dict[str, Json]:
    """A labelled row with one planted fault."""
    mutation: Json = {"kind": kind, "pointer": pointer}
    return labelled(identifier, name=name, arguments=arguments, label="bad", labels={pointer: "hallucinated"}, mutation=mutation)


GOOD = labelled("g1", arguments={"parcel_id": "PX-40417", "contact": "omar@example.com"})
WRONG_ID = mutated("b1", "id_digit", "/parcel_id", arguments={"parcel_id": "PX-40477"})
WRONG_TOOL = mutated("b2", "tool_invented", "", name="teleport_parcel", arguments={"parcel_id": "PX-40417"})
WRONG_LABEL = mutated("b3", "id_digit", "/contact", arguments={"parcel_id": "PX-40417", "contact": "omar@example.com"})
NESTED = mutated("b4", "id_digit", "/stops/0/depot_id", arguments={"parcel_id": "PX-40417", "stops": [{"depot_id": "DP-119"}]})
CASE: dict[str, Json] = {
    **{key: WRONG_ID[key] for key in ("messages", "tools", "evidence", "now", "call")},
    "id": "c1",
    "kind": "tool",
    "topic": "ids",
    "expect": "flag",
    "bad": ["/parcel_id"],
    "why": "a digit is wrong",
}


def _write(folder: Path, rows: list[Mapping[str, Json]], name: str = "rows.jsonl") -> str:
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def _one(folder: Path, row: Mapping[str, Json], settings: Settings | None = None) -> dict[str, Json]:
    rows = evaluate([_write(folder, [row])], settings=settings or Settings()).as_json()["rows"]
    assert isinstance(rows, list)
    assert len(rows) == 1
    assert isinstance(rows[0], dict)
    return rows[0]


def _counts(row: Mapping[str, Json]) -> dict[str, Json]:
    names = ("allowed", "warned", "asked", "blocked", "caught", "slipped")
    return {name: row[name] for name in names if row[name]}


def test_good_call(tmp_path: Path) -> None:
    """A good call is allowed, its leaves are grounded, and the group says what it is."""
    row = _one(tmp_path, GOOD)
    assert _counts(row) == {"allowed": 1}
    assert {name: row[name] for name in ("n", "leaves", "grounded", "hallucinated", "uncertain")} == {
        "n": 1,
        "leaves": 2,
        "grounded": 2,
        "hallucinated": 0,
        "uncertain": 0,
    }
    group = {"source": "invented", "origin": "gold", "call_label": "ok", "mutation": None, "schema_valid": True, "traceable": True}
    assert {**row, **group, "risk": "MEDIUM", "auditor": "none", "diluted_kb": 0} == row


@pytest.mark.parametrize("row", [WRONG_ID, WRONG_TOOL, NESTED], ids=lambda row: row["id"])
def test_caught(tmp_path: Path, row: Mapping[str, Json]) -> None:
    """A planted fault is caught at its pointer; the empty pointer is the tool."""
    assert _counts(_one(tmp_path, row)) == {"blocked": 1, "caught": 1}


def test_slipped(tmp_path: Path) -> None:
    """A call labelled bad that may run has slipped."""
    assert _counts(_one(tmp_path, WRONG_LABEL)) == {"allowed": 1, "slipped": 1}


def test_blocked_for_another_reason_is_not_caught(tmp_path: Path) -> None:
    """The fault that counts is the labelled one."""
    other = mutated("b5", "email_user", "/contact", arguments={"parcel_id": "PX-40477", "contact": "omar@example.com"})
    assert _counts(_one(tmp_path, other)) == {"blocked": 1}


def test_a_missing_argument_is_asked_for(tmp_path: Path) -> None:
    """Nothing is HALLUCINATED where an argument is missing, and the missing one is no leaf."""
    row = _one(tmp_path, labelled("g2", arguments={"contact": "omar@example.com"}, schema_valid=False))
    assert _counts(row) == {"asked": 1}
    assert row["leaves"] == 1


@pytest.mark.parametrize(
    ("label", "found", "caught"),
    [("/stops", "DP-119", 1), ("/stops/0/depot_id", "DP-119", 1), ("/stops/1", "DP-119", 0), ("/stop", "DP-119", 0)],
)
def test_label_at_an_object_or_a_leaf(tmp_path: Path, label: str, found: str, caught: int) -> None:
    """A label at an array is met by a fault in one of its leaves, and never by a name that only begins alike."""
    row = labelled("m1", arguments={"parcel_id": "PX-40417", "stops": [{"depot_id": found}]}, label="bad", labels={label: "hallucinated"})
    assert _one(tmp_path, row)["caught"] == caught


def test_groups(tmp_path: Path) -> None:
    """Rows are grouped by source, origin, label, mutation, schema and traceability."""
    untraceable = {**GOOD, "note": "made by hand; gold leaf not traceable"}
    others: list[Mapping[str, Json]] = [{**GOOD, "schema_valid": False}, {**GOOD, "source": "other"}, WRONG_ID, WRONG_TOOL]
    rows: list[Mapping[str, Json]] = [GOOD, GOOD, untraceable, *others]
    listed = evaluate([_write(tmp_path, rows)], settings=Settings()).as_json()["rows"]
    assert isinstance(listed, list)
    assert sorted(row["n"] for row in listed if isinstance(row, dict)) == [1, 1, 1, 1, 1, 2]  # type: ignore[type-var]


def test_misses(tmp_path: Path) -> None:
    """Every wrong row is written with its call and findings, and no right one."""
    held = labelled("g3", arguments={"parcel_id": "PX-99999"})
    case_wrong: dict[str, Json] = {**CASE, "id": "c2", "expect": "pass", "bad": []}
    evaluation = evaluate([_write(tmp_path, [GOOD, held, WRONG_ID, WRONG_LABEL, CASE, case_wrong])], settings=Settings())
    write_misses(evaluation, tmp_path / "misses.jsonl")
    misses = [json.loads(line) for line in (tmp_path / "misses.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(miss["id"], miss["why"]) for miss in misses] == [
        ("g3", "good call blocked"),
        ("b3", "bad call may run"),
        ("c2", "case decided wrongly"),
    ]
    assert misses[0]["place"].endswith("rows.jsonl:2")
    assert misses[0]["call"]["arguments"] == {"parcel_id": "PX-99999"}
    assert any(finding["item"] == "/parcel_id" for finding in misses[0]["findings"])


@pytest.mark.parametrize(
    ("changes", "got", "ok", "bad_found"),
    [
        ({}, "flag", True, True),
        ({"expect": "pass", "also_ok": ["flag"]}, "flag", True, True),
        ({"expect": "pass"}, "flag", False, True),
        ({"bad": ["tool"]}, "flag", False, False),
        ({"bad": []}, "flag", True, True),
        ({"call": WRONG_TOOL["call"], "bad": ["tool"]}, "flag", True, True),
        ({"call": {"name": "move_parcel", "arguments": "{{{"}, "bad": ["args"]}, "flag", True, True),
        ({"call": GOOD["call"], "expect": "pass", "bad": []}, "pass", True, True),
        ({"call": {"name": "move_parcel", "arguments": {}}, "expect": "uncertain", "bad": []}, "uncertain", True, True),
        ({"call": {"name": "move_parcel", "arguments": {}}, "also_ok": ["uncertain"]}, "uncertain", True, False),
    ],
)
def test_case_rows(tmp_path: Path, changes: dict[str, Json], got: str, ok: bool, bad_found: bool) -> None:
    """A case is right where the verdict is the expected one, or one that is right too, and a flag names every bad item."""
    case = evaluate([_write(tmp_path, [{**CASE, **changes}])], settings=Settings()).cases[0]
    assert (case["got"], case["ok"], case["bad_found"]) == (got, ok, bad_found)
    assert {"id", "kind", "topic", "expect"} <= case.keys()


def test_expected_audit() -> None:
    """An expected audit is compared but for the explanations; words that a value follows from may be any span of the context."""
    case = read_case(CASE, "here")
    verdict = guard_of(None, None).check_tool_call(case.call, context=case.context, registry=case.registry)
    row: dict[str, Json] = {"parameter": "parcel_id", "provided_value": "PX-40477", "verdict": "HALLUCINATED", "evidence_span": None}
    expected: dict[str, Json] = {
        "tool_name": "move_parcel",
        "overall_verdict": "FLAG",
        "arguments_audit": [row],
        "hallucinated_parameters": ["parcel_id"],
        "recommendation": "BLOCK",
    }
    assert audit_matches({**CASE, "expected_audit": expected}, verdict)
    quoted: Json = [{**row, "evidence_span": "PX-40477"}]
    changes: list[dict[str, Json]] = [{"recommendation": "PROCEED"}, {"arguments_audit": []}, {"arguments_audit": quoted}]
    for change in changes:
        changed: Json = {**expected, **change}
        assert not audit_matches({**CASE, "expected_audit": changed}, verdict)


def test_other_kinds_are_skipped_and_counted(tmp_path: Path) -> None:
    """Rows of kinds that are not supported yet do no harm."""
    rows: list[Mapping[str, Json]] = [
        {"id": "s", "kind": "stream", "answer": "x", "expect": "pass"},
        {"id": "v", "kind": "date", "task": "find", "text": "x", "expect": []},
        {"id": "e", "kind": "date", "a": "x", "b": "y", "same": True},
        CASE,
    ]
    evaluation = evaluate([_write(tmp_path, rows)], settings=Settings())
    assert evaluation.as_json()["skipped"] == {"stream": 1, "values": 2}
    assert (len(evaluation.cases), evaluation.errors) == (1, [])


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"call_label": "fine"}, "call_label"),
        ({"mutation": "id_digit"}, "mutation"),
        ({"labels": []}, ""),
        ({"labels": [1]}, "labels"),
        ({"messages": 3}, "messages"),
        ({"source": 3}, "source"),
        ({"call": None}, "call"),
    ],
)
def test_bad_row_is_told_and_others_run(tmp_path: Path, change: dict[str, Json], part: str) -> None:
    """A row that cannot be read is named by file and line; the rest is evaluated."""
    evaluation = evaluate([_write(tmp_path, [GOOD, {**GOOD, **change}, WRONG_ID])], settings=Settings())
    if not part:
        assert evaluation.errors == []
        return
    assert evaluation.checked == 2
    assert len(evaluation.errors) == 1
    assert "rows.jsonl:2" in evaluation.errors[0]
    assert part in evaluation.errors[0]


def test_row_of_no_known_form() -> None:
    """A row that is neither a labelled call nor a case is an error, not a skip."""
    with pytest.raises(InputError, match="neither a labelled call nor a case"):
        judge_row({"id": "x"}, "rows.jsonl:1", guard=guard_of(None, None))


def test_folders_and_missing_paths(tmp_path: Path) -> None:
    """A folder stands for the *.jsonl files below it; a path that is not there is an error."""
    (tmp_path / "inner").mkdir()
    _write(tmp_path, [GOOD], "a.jsonl")
    _write(tmp_path / "inner", [WRONG_ID], "b.jsonl")
    (tmp_path / "notes.txt").write_text("not rows", encoding="utf-8")
    assert evaluate([str(tmp_path)], settings=Settings()).checked == 2
    assert evaluate([str(tmp_path), str(tmp_path / "a.jsonl")], settings=Settings()).checked == 2
    with pytest.raises(InputError, match="no such file or folder"):
        evaluate([str(tmp_path / "none")], settings=Settings())
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"holds no \*\.jsonl"):
        evaluate([str(tmp_path / "empty")], settings=Settings())


def test_jobs_change_nothing(tmp_path: Path) -> None:
    """Two processes count what one counts, in the same order, broken rows included."""
    rows: list[Mapping[str, Json]] = [GOOD, WRONG_ID, {"id": "x"}, WRONG_TOOL, CASE, WRONG_LABEL] * 12
    path = _write(tmp_path, rows)
    alone, shared = (evaluate([path], settings=Settings(jobs=jobs)) for jobs in (1, 2))
    assert _without_time(alone) == _without_time(shared)
    assert alone.misses == shared.misses


def _without_time(evaluation: Evaluation) -> dict[str, Json]:
    return {key: value for key, value in evaluation.as_json().items() if key not in ("elapsed_s", "calls_per_s")}


def test_output_file(tmp_path: Path) -> None:
    """The JSON that is written is the documented form."""
    evaluation = evaluate([_write(tmp_path, [GOOD, CASE])], settings=Settings(risk=Risk.HIGH))
    write_json(evaluation, tmp_path / "out.json")
    content = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert set(content) == {"rows", "text_rows", "case_rows", "skipped", "errors", "elapsed_s", "calls_per_s", "engine_version", "digests"}
    assert content["rows"][0]["risk"] == "HIGH"
    assert set(content["digests"]) == {"rules", "policy"}
    with pytest.raises(InputError, match="cannot be written"):
        write_json(evaluation, tmp_path / "no" / "out.json")


def test_summary(tmp_path: Path) -> None:
    """The table has a line per source, origin and label, and one sum for each label."""
    lines = summary_lines(evaluate([_write(tmp_path, [GOOD, WRONG_ID, WRONG_TOOL])], settings=Settings()))
    assert [line[:2] for line in lines] == [("invented gold ok", "1"), ("invented mutated bad", "2"), ("all ok", "1"), ("all bad", "2")]


@pytest.mark.parametrize(("count", "kept"), [(None, 10), (10, 10), (99, 10), (1, 1), (3, 3)])
def test_sample(count: int | None, kept: int) -> None:
    """So many rows, spread evenly, the first always among them."""
    rows = [Row(str(number), {}) for number in range(10)]
    chosen = sampled(rows, count)
    assert len(chosen) == kept
    assert chosen[0] is rows[0]
    if count == 3:
        assert [row.place for row in chosen] == ["0", "3", "6"]


def test_unrelated_text_is_fixed_and_rich() -> None:
    """The same passages each time, of the length asked for, in pieces, full of digits."""
    passages = unrelated_passages(20)
    assert passages == unrelated_passages(20)
    assert passages == unrelated_passages(40)[: len(passages)]
    texts = [str(passage["text"]) for passage in passages]
    assert sum(map(len, texts)) == 20_000
    assert all(sum(char.isdigit() for char in text) > 300 for text in texts)
    assert unrelated_passages(0) == ()


def test_dilution_is_evidence_before_the_conversation(tmp_path: Path) -> None:
    """Unrelated text changes neither a good nor a bad verdict here, and the row says how much there was."""
    settings = Settings(diluted_kb=12)
    assert _counts(_one(tmp_path, GOOD, settings)) == {"allowed": 1}
    row = _one(tmp_path, WRONG_ID, settings)
    assert _counts(row) == {"blocked": 1, "caught": 1}
    assert row["diluted_kb"] == 12


def test_dilution_equals_evidence_of_the_row() -> None:
    """A context grown from the indexed passages is the context that is built from all at once."""
    passages = unrelated_passages(8)
    own: dict[str, Json] = {"id": "d1", "text": "Depot DP-118 closes at six."}
    grown = read_case({**GOOD, "evidence": [own]}, "here", base=Context.from_openai((), evidence=passages)).context
    whole = read_case({**GOOD, "evidence": [*passages, own]}, "here").context
    assert [index.source for index in grown.sources] == [index.source for index in whole.sources]


def test_progress_is_told(tmp_path: Path) -> None:
    """The caller hears of every row."""
    told: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        told.append((done, total))

    evaluate([_write(tmp_path, [GOOD, WRONG_ID])], settings=Settings(), on_progress=note)
    assert told == [(1, 2), (2, 2)]


def test_accuracy_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The benchmark prints a line per group and kind, with shares of what was counted."""
    _write(tmp_path, [GOOD, labelled("g4", arguments={"parcel_id": "PX-99999"}), WRONG_ID, WRONG_TOOL])
    (tmp_path / "cases").mkdir()
    cases = _write(tmp_path / "cases", [CASE], "cases.txt")
    assert accuracy.main(["--data", str(tmp_path), "--cases", cases]) == 0
    printed = capsys.readouterr().out
    assert "| all others | 2 | 50.0 | 50.0 | 50.0 | 0.0 | 0.0 |" in printed
    assert "| **hard kinds, pooled** | 2 | 100.0 | 100.0 | 0.0 |" in printed
    assert "| id_digit | 1 | 100.0 | 100.0 | 0.0 |" in printed
    assert "| phone_digit | 0 | - | - | - |" in printed
    assert "| **together** | 1 | 100.0 |" in printed
    assert accuracy.main(["--data", str(tmp_path / "none")]) == 2
