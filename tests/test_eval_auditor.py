"""`groundrules eval --auditor URL`: what was escalated, what it cost, and whether it helped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from audit_server import answers, serving, status, text
from auditors import PARAMETERS, SAID, URGENCY
from groundrules.cli.auditing import audit_line
from groundrules.cli.evaluate import Settings, evaluate
from groundrules.engine.errors import InputError
from groundrules.engine.types import Json
from strategies import function_tool

pytest.importorskip("openai")
pytest.importorskip("tenacity")


@pytest.fixture
def rows(tmp_path: Path) -> str:
    """One good call that the rules hold back, and one that they settle."""
    path = tmp_path / "rows.jsonl"
    base: dict[str, Json] = {"source": "own", "origin": "gold", "messages": [{"role": "user", "content": SAID}], "tools": [function_tool("create_ticket", PARAMETERS)]}
    calls: list[Json] = [{"order_id": "ORD-12345", "priority": "urgent"}, {"order_id": "ORD-12345"}]
    made: list[Json] = [{"name": "create_ticket", "arguments": call} for call in calls]
    lines: list[dict[str, Json]] = [{**base, "id": str(number), "call": call, "call_label": "ok"} for number, call in enumerate(made)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


def test_auditor_is_compared_with_none(rows: str) -> None:
    """One item escalated, its tokens, and the share of rows that are right either way."""
    with serving(text(answers(("i1", "yes", URGENCY)))) as server:
        evaluation = evaluate([rows], settings=Settings(auditor=server.url, auditor_model="small-model"))
    assert evaluation.errors == []
    counts = evaluation.audit
    assert counts is not None
    assert (counts["subjects"], counts["items"], counts["tokens_per_subject"]) == (1, 1, 120.0)
    assert (counts["accuracy_without"], counts["accuracy_with"], counts["mended"], counts["spoilt"]) == (0.5, 1.0, 1, 0)
    assert "1 items of 1 subjects escalated" in audit_line(counts)
    written = evaluation.as_json()
    assert written["auditor"] == counts
    listed = written["rows"]
    assert isinstance(listed, list)
    assert all(isinstance(row, dict) and row["auditor"] == "small-model" for row in listed)


def test_failed_audits_are_counted(rows: str) -> None:
    """Faults by name; nothing that was held back is let through."""
    with serving(status(401)) as server:
        evaluation = evaluate([rows], settings=Settings(auditor=server.url))
    assert evaluation.audit is not None
    assert evaluation.audit["faults"] == {"rejected": 1}
    assert evaluation.audit["accuracy_with"] == 0.5


def test_auditor_is_not_shared_by_processes(rows: str) -> None:
    """Budget and breaker belong to one process."""
    with pytest.raises(InputError, match="jobs"):
        evaluate([rows], settings=Settings(auditor="http://127.0.0.1:9/v1", jobs=2))
