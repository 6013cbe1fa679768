"""The commands around an audit log and around traces: what they print, and their exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from groundrules.cli import main
from groundrules.engine.types import Json
from logs import decision, log_of, note, sink_at
from traces import CHAT_REQUEST, CHAT_RESPONSE

Runner = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    """Runs the command line in this process: exit code, standard output, standard error."""
    pytest.importorskip("typer", reason="the command line needs the extra `cli`")
    monkeypatch.setenv("COLUMNS", "200")

    def runner(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["groundrules", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        code = stopped.value.code
        return code if isinstance(code, int) else 0 if code is None else 1, captured.out, captured.err

    return runner


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of four entries: allowed, blocked with hostile text, allowed without a snapshot, and no decision."""
    sink = sink_at(tmp_path / "log")
    sink.append(decision({"id": "ORD-55120"}, snapshot=True))
    sink.append(decision({"id": "ORD-55210\x1b[31m\u202e"}, call_id="call\x1b[2J", session="s2", snapshot=True))
    sink.append(decision('{"id": "ORD-55120"}', call_id="call_3"))
    sink.append(note(4, "x"))
    return tmp_path / "log"


def test_verify_whole(run: Runner, log: Path) -> None:
    """Exit 0, with the count and the head that a host may keep elsewhere; that head then verifies a log that has grown, without its head file."""
    code, out, err = run("log", "verify", str(log))
    assert (code, err) == (0, "")
    assert ": whole, 5 lines, head " in out
    head = out.split()[-1]
    sink_at(log).append(note(5))
    (log.parent / "log.head").unlink()
    assert run("log", "verify", str(log), "--head", head, "--count", "5")[0] == 0
    assert run("log", "verify", str(log), "--head", head, "--count", "4")[0] == 1
    assert run("log", "verify", str(log), "--head", head, "--count", "7")[0] == 1
    assert run("log", "verify", str(log))[0] == 1


def test_verify_names_the_first_broken_line(run: Runner, log: Path) -> None:
    """Exit 1, with the line and the reason."""
    whole = log.read_bytes()
    log.write_bytes(whole.replace(b'"outcome":"blocked"', b'"outcome":"allowed"'))
    code, out, _ = run("log", "verify", str(log))
    assert (code, "broken at line 3: its hash is not that of its content" in out) == (1, True)
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    code, out, _ = run("log", "verify", str(log))
    assert (code, "lines were cut from the end" in out) == (1, True)


def test_verify_of_a_log_ahead_of_its_head(run: Runner, tmp_path: Path) -> None:
    """A head file that lags is said, and is no fault."""
    log_of(tmp_path / "log", 1)
    behind = (tmp_path / "log.head").read_bytes()
    log_of(tmp_path / "log", 1)
    (tmp_path / "log.head").write_bytes(behind)
    code, out, _ = run("log", "verify", str(tmp_path / "log"))
    assert (code, "last 1 lines are not counted" in out) == (0, True)


@pytest.mark.parametrize(
    "words", [("verify", "missing"), ("show", "missing"), ("rotate", "missing"), ("verify", ".", "--head", "aa"), ("verify", ".")]
)
def test_what_cannot_be_read(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    """Exit 2, and the message says what to do."""
    monkeypatch.chdir(tmp_path)
    code, _, err = run("log", *words)
    assert code == 2
    assert err.startswith("groundrules: ")


def test_show_prints_a_safe_table(run: Runner, log: Path) -> None:
    """Each record is a row with its decision, outcome and reasons; no control character or direction mark reaches the terminal."""
    code, out, err = run("log", "show", str(log))
    assert (code, err) == (0, "")
    assert [
        word
        for word in ("genesis", "allow", "allowed", "block", "blocked", "because of /id", "call_3", "2031-05-06 07:08:09")
        if word not in out
    ] == []
    assert not [char for char in out if not char.isprintable() and char != "\n"]
    assert "\\x1b[2J" in out


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ((), [0, 1, 2, 3, 4]),
        (("--session", "s1"), [1, 3]),
        (("--call", "call_3"), [3]),
        (("--decision", "block"), [2]),
        (("--session", "s2", "--decision", "allow"), []),
    ],
)
def test_show_chooses(run: Runner, log: Path, words: tuple[str, ...], lines: list[int]) -> None:
    """The filters join; `--json` prints whole records in ASCII."""
    code, out, _ = run("log", "show", str(log), "--json", *words)
    assert code == 0
    assert out.isascii()
    assert [json.loads(line)["seq"] for line in out.splitlines()] == lines


def test_show_goes_on_after_a_broken_line(run: Runner, log: Path) -> None:
    """Lines that cannot be read are named, and the exit code says that there were some."""
    log.write_bytes(b"\x9b31m\n" + log.read_bytes() + b"torn")
    code, out, err = run("log", "show", str(log), "--json")
    assert (code, len(out.splitlines())) == (1, 5)
    assert "line 1: byte 0x9b" in err
    assert "line 7: it is torn" in err


def test_rotate(run: Runner, log: Path) -> None:
    """The log is set aside under the next name, and the new one is whole."""
    code, out, _ = run("log", "rotate", str(log))
    assert (code, out.strip().endswith("log.1")) == (0, True)
    assert run("log", "verify", str(log))[0] == 0
    assert run("log", "verify", f"{log}.1")[0] == 0


def test_replay_shows_what_would_change(run: Runner, log: Path, tmp_path: Path) -> None:
    """The counts, the changed calls, and the lines without a snapshot; as JSON too."""
    assert "2 decisions replayed, 0 changed" in run("replay", str(log))[1]
    (tmp_path / "policy.toml").write_text('domain = "health"\n[parameters."get_record.id"]\ntrusted = true\n', encoding="utf-8")
    code, out, err = run("replay", str(log), "--policy", str(tmp_path / "policy.toml"))
    assert (code, err) == (0, "")
    assert "2 decisions replayed, 1 changed" in out
    assert "1 without a snapshot: lines 4" in out
    assert "\\x1b[2J" in out
    assert not [char for char in out if not char.isprintable() and char != "\n"]
    report = json.loads(run("replay", str(log), "--policy", str(tmp_path / "policy.toml"), "--json")[1])
    assert (report["whole"], report["replayed"], report["without_snapshot"], report["unreadable"]) == (True, 2, [4], [])
    assert [(change["line"], change["before"], change["after"]) for change in report["changed"]] == [(3, "block", "allow")]
    assert sum(row["count"] for row in report["decisions"]) == 2


def test_replay_under_other_rules(run: Runner, log: Path) -> None:
    """Rules can be chosen and left out: what no rule judges any more is not allowed; a mark that names none is refused."""
    report = json.loads(run("replay", str(log), "--ignore", "GR201", "--json")[1])
    assert [(change["before"], change["after"]) for change in report["changed"]] == [("allow", "regenerate"), ("block", "regenerate")]
    assert json.loads(run("replay", str(log), "--rules", "GR2", "--rules", "GR1", "--json")[1])["replayed"] == 2
    code, _, err = run("replay", str(log), "--rules", "GR999")
    assert (code, "names no rule" in err) == (2, True)


def test_replay_of_a_log_that_is_not_whole(run: Runner, log: Path, tmp_path: Path) -> None:
    """It is replayed as far as it can be read, and exit 1 says that it is not whole; a log with nothing to replay is exit 2."""
    log.write_bytes(log.read_bytes() + b"torn")
    code, out, err = run("replay", str(log))
    assert (code, "2 decisions replayed" in out) == (1, True)
    assert "line 6: it is torn" in err
    log_of(tmp_path / "other", 1)
    assert run("replay", str(tmp_path / "other"))[0] == 2
    assert run("replay", str(tmp_path / "missing"))[0] == 2


def test_import_and_evaluate(run: Runner, tmp_path: Path) -> None:
    """Traces become rows that `eval` reports as unlabelled; broken lines are named; nothing readable is exit 2."""
    pair: dict[str, Json] = {"request": CHAT_REQUEST, "response": CHAT_RESPONSE}
    (tmp_path / "traces.jsonl").write_text(json.dumps(pair) + "\n{broken\n", encoding="utf-8")
    code, out, err = run("import", "openai", str(tmp_path / "traces.jsonl"), "-o", str(tmp_path / "rows.jsonl"))
    assert (code, out) == (0, "")
    assert "traces.jsonl:2" in err
    assert "1 rows from 1 exchanges; 0 without a tool call; 0 other spans skipped; 1 unreadable" in err
    code, out, _ = run("eval", str(tmp_path / "rows.jsonl"))
    assert (code, "openai model unlabelled" in out) == (0, True)
    code, out, _ = run("import", "openai", str(tmp_path / "traces.jsonl"), "-o", "-")
    assert (code, json.loads(out)["call_label"]) == (0, "unlabelled")
    code, _, err = run("import", "anthropic", str(tmp_path / "traces.jsonl"), "-o", str(tmp_path / "rows.jsonl"))
    assert (code, "2 unreadable" in err) == (2, True)
