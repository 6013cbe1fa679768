"""The JSON Lines sink: what it writes, what it refuses, and that nothing half-written is ever accepted."""

from __future__ import annotations

import errno
import json
import logging
import multiprocessing
import os
import stat
import threading
from collections.abc import Callable
from datetime import datetime
from io import FileIO
from pathlib import Path

import groundrules.record
import pytest
from calls import context_of, registry_of
from groundrules.engine.entries import EntryKind, FinalOutcome, arguments_text, decision_entry, detail_entry
from groundrules.engine.errors import GroundrulesError, RecordError
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.types import Decision, Json
from groundrules.record import Head, JsonLinesSink, rotate_log, verify_log
from groundrules.record import jsonl as jsonl_module
from jsonschema import Draft202012Validator
from logs import GUARD, MOMENT, SAID, decision, log_of, note, sink_at, stopped_clock

SCHEMA: dict[str, Json] = json.loads((Path(str(groundrules.record.__file__)).parent / "record.schema.json").read_text(encoding="utf-8"))

ODD: list[Json] = [
    "\ud800 lone",
    {"id": "\udfff"},
    {"\ud83d": "\ude00"},
    "\ud83d\ude00",
    {"a": float("nan")},
    {"a": 10**4299},
    [["deep"]],
    None,
    "\x00\x7f\u2028",
    {"a": -0.0},
]


def lines_of(path: Path) -> list[dict[str, Json]]:
    """The records of a log, the genesis first."""
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def assert_fits_schema(path: Path) -> None:
    """Each line of the log is of the published form."""
    for line in lines_of(path):
        faults = Draft202012Validator(SCHEMA).iter_errors(line)  # pyright: ignore[reportUnknownMemberType]: half-typed stub
        assert [f"{fault.json_path}: {fault.message}" for fault in faults] == []


def test_decision_holds_all_that_was_decided_on(tmp_path: Path) -> None:
    """One line per decision, after the genesis: call, verdict, digests, outcome, time, and the chain."""
    path = tmp_path / "log"
    written = '{"id":  "ORD-55120"}'
    head = sink_at(path).append(decision(written))
    genesis, record = lines_of(path)
    assert (genesis["kind"], genesis["form"], genesis["version"], genesis["time"]) == (
        "genesis",
        "groundrules-record",
        "1.0",
        MOMENT.isoformat(),
    )
    assert (record["seq"], record["prev"], record["hash"]) == (1, genesis["hash"], head.hash)
    assert (record["session_id"], record["call_id"], record["tool_name"]) == ("s1", "call_1", "get_record")
    assert (record["arguments"], record["arguments_form"]) == (written, "text")
    assert (record["decision"], record["outcome"]) == ("allow", "allowed")
    verdict = record["verdict"]
    assert isinstance(verdict, dict)
    assert record["digests"] == verdict["digests"]
    assert record["snapshot"] is None
    assert_fits_schema(path)


@pytest.mark.parametrize(
    ("arguments", "outcome"), [({"id": "ORD-55120"}, "allowed"), ({"id": "ORD-55210"}, "blocked"), ("{", "blocked"), ({"id": 5}, "blocked")]
)
def test_outcome_follows_the_decision(arguments: Json, outcome: str) -> None:
    """Where the host says nothing else, the outcome is the one that the decision asks for."""
    assert decision(arguments)["outcome"] == outcome


def test_host_says_what_became_of_a_call(tmp_path: Path) -> None:
    """A call in shadow mode is recorded with its decision and the outcome `shadow`."""
    entry = decision({"id": "ORD-55210"}, outcome=FinalOutcome.SHADOW, snapshot=True)
    assert (entry["decision"], entry["outcome"]) == (Decision.BLOCK, "shadow")
    sink_at(tmp_path / "log").append(entry)
    assert_fits_schema(tmp_path / "log")


@pytest.mark.parametrize("kind", EntryKind)
def test_every_kind_of_entry_fits_the_schema(tmp_path: Path, kind: EntryKind) -> None:
    """Approvals, auditor answers and outcomes are entries like decisions."""
    entry = (
        decision({"id": "ORD-55120"}) if kind is EntryKind.DECISION else detail_entry(kind, {"by": "a person"}, session_id="s", call_id="c")
    )
    sink_at(tmp_path / "log").append(entry)
    assert_fits_schema(tmp_path / "log")


@pytest.mark.parametrize("arguments", ODD)
def test_whatever_a_model_wrote_can_be_kept(tmp_path: Path, arguments: Json) -> None:
    """Lone surrogates, NaN, huge integers and control characters are kept, and the log stays whole."""
    sink_at(tmp_path / "log").append(decision(arguments, snapshot=True))
    assert verify_log(tmp_path / "log").is_whole
    assert_fits_schema(tmp_path / "log")


def test_arguments_that_json_cannot_write() -> None:
    """An object that cannot be written as it is, is written as the views would show it."""
    deep: Json = "end"
    for _ in range(100_000):
        deep = [deep]
    text, form = arguments_text({"deep": deep, "long": 10**5000})
    assert form == "json"
    assert "nested more than" in text
    assert "1" + "0" * 5000 in text


def test_huge_lines(tmp_path: Path) -> None:
    """Lines longer than any buffer are written whole, and another sink goes on after them."""
    path = tmp_path / "log"
    sink_at(path).append(note(0, "é\n" * 1_000_000))
    assert sink_at(path).append(note(1)).count == 3
    assert verify_log(path).is_whole


def test_another_sink_goes_on_with_the_chain(tmp_path: Path) -> None:
    """The chain continues over sinks and so over processes, and the head file follows."""
    path = tmp_path / "log"
    first, second = sink_at(path), sink_at(path)
    heads = [sink.append(note(number)) for number, sink in enumerate([first, second, second, first])]
    assert [head.count for head in heads] == [2, 3, 4, 5]
    assert json.loads((tmp_path / "log.head").read_text(encoding="utf-8")) == {"count": 5, "hash": heads[-1].hash}
    assert verify_log(path).head == heads[-1]


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    """Nobody else may read the log, its head or its lock."""
    log_of(tmp_path / "log", 1)
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
        "log": 0o600,
        "log.head": 0o600,
        "log.lock": 0o600,
    }


def test_threads_share_a_sink(tmp_path: Path) -> None:
    """Eight threads on one sink and one on another of the same file: every entry is there once, and the log is whole."""
    path = tmp_path / "log"
    shared, other = sink_at(path), sink_at(path)
    threads = [threading.Thread(target=_append_many, args=(other if number == 8 else shared, number)) for number in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verify_log(path).is_whole
    assert _texts(path) == sorted(f"{writer}-{number}" for writer in range(9) for number in range(20))


def test_processes_share_a_file(tmp_path: Path) -> None:
    """Four processes on one file: every entry is there once, and the log is whole."""
    path = tmp_path / "log"
    processes = [multiprocessing.get_context("fork").Process(target=_append_many, args=(sink_at(path), number)) for number in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert verify_log(path).is_whole
    assert _texts(path) == sorted(f"{writer}-{number}" for writer in range(4) for number in range(20))


def _append_many(sink: JsonLinesSink, writer: int) -> None:
    for number in range(20):
        sink.append(note(number, f"{writer}-{number}"))


def _texts(path: Path) -> list[str]:
    details = [line["details"] for line in lines_of(path)[1:]]
    return sorted(str(detail["text"]) for detail in details if isinstance(detail, dict))


def test_full_disk(tmp_path: Path) -> None:
    """A device without room: a RecordError that says so, which is an OSError too."""
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    path = tmp_path / "log"
    path.symlink_to("/dev/full")
    with pytest.raises(RecordError, match="No space left on device") as caught:
        sink_at(path).append(note(0))
    assert isinstance(caught.value, GroundrulesError)
    assert isinstance(caught.value, OSError)
    assert caught.value.path == str(path)


class FullAfter(FileIO):
    """A file on a disk that has room for so many bytes more."""

    room = 0
    may_truncate = True

    def write(self, content: object, /) -> int:
        """Write what fits, then fail."""
        taken = bytes(memoryview(content))[: FullAfter.room]  # type: ignore[arg-type]
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        FullAfter.room -= len(taken)
        return super().write(taken)

    def truncate(self, size: int | None = None, /) -> int:
        """Cut, where the disk still lets us."""
        if not FullAfter.may_truncate:
            raise OSError(errno.EIO, "Input/output error")
        return super().truncate(size)


@pytest.mark.parametrize("room", [0, 1, 40, 5000])
def test_nothing_half_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """A line that did not fit is cut off again: the log is as it was, and goes on once there is room."""
    path = tmp_path / "log"
    log_of(path, 2)
    before = path.read_bytes()
    sink = sink_at(path)
    with monkeypatch.context() as patched:
        patched.setattr(jsonl_module, "FileIO", FullAfter)
        patched.setattr(FullAfter, "room", room)
        with pytest.raises(RecordError, match="No space left"):
            sink.append(note(2, "x" * 10_000))
    assert path.read_bytes() == before
    assert verify_log(path).is_whole
    assert sink.append(note(2)).count == 4
    assert verify_log(path).is_whole


def test_torn_end_is_refused_until_the_log_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the half line cannot be cut off, verifying names it, sinks refuse, and a new log is begun on demand only."""
    path = tmp_path / "log"
    log_of(path, 2)
    sink = sink_at(path)
    with monkeypatch.context() as patched:
        patched.setattr(jsonl_module, "FileIO", FullAfter)
        patched.setattr(FullAfter, "room", 30)
        patched.setattr(FullAfter, "may_truncate", False)
        with pytest.raises(RecordError, match="No space left"):
            sink.append(note(2))
    fault = verify_log(path).fault
    assert fault is not None
    assert (fault.line, "torn" in fault.problem) == (4, True)
    torn = path.read_bytes()
    for each in (sink, sink_at(path)):
        with pytest.raises(RecordError, match=r"line 4: it is torn.*groundrules log rotate"):
            each.append(note(2))
    aside = rotate_log(path, clock=stopped_clock)
    assert (aside.name, aside.read_bytes()) == ("log.1", torn)
    assert lines_of(path)[0]["continues"] is None
    assert sink.append(note(2)).count == 2
    assert verify_log(path).is_whole


def test_head_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line whose head did not fit is taken back too."""
    path = tmp_path / "log"
    log_of(path, 1)
    before = path.read_bytes()

    def failing(log: Path, head: Head, *, fsync: bool) -> None:
        raise OSError(errno.ENOSPC, f"no room for {log.name} {head.count} {fsync}")

    with monkeypatch.context() as patched:
        patched.setattr(jsonl_module, "write_head", failing)
        with pytest.raises(RecordError, match="no room"):
            sink_at(path).append(note(1))
    assert path.read_bytes() == before


def test_crash_between_line_and_head(tmp_path: Path) -> None:
    """A log that is ahead of its head by whole lines is verified, and goes on."""
    path = tmp_path / "log"
    log_of(path, 2)
    behind = (tmp_path / "log.head").read_bytes()
    log_of(path, 2)
    (tmp_path / "log.head").write_bytes(behind)
    found = verify_log(path)
    assert (found.is_whole, found.ahead) == (True, 2)
    assert sink_at(path).append(note(4)).count == 6
    assert verify_log(path).ahead == 0


def test_log_that_is_gone(tmp_path: Path) -> None:
    """A log that was removed or emptied under its head is not begun anew without a word."""
    path = tmp_path / "log"
    log_of(path, 2)
    path.write_bytes(b"")
    with pytest.raises(RecordError, match="counts 3 lines"):
        sink_at(path).append(note(0))
    path.unlink()
    with pytest.raises(RecordError, match="counts 3 lines"):
        sink_at(path).append(note(0))


def test_log_without_its_head(tmp_path: Path) -> None:
    """Where the head file is gone or no head, a sink refuses: lines may have been cut."""
    path = tmp_path / "log"
    log_of(path, 2)
    (tmp_path / "log.head").write_text("{}", encoding="utf-8")
    with pytest.raises(RecordError, match="not one that a sink wrote"):
        sink_at(path).append(note(0))
    (tmp_path / "log.head").unlink()
    with pytest.raises(RecordError, match="no head file"):
        sink_at(path).append(note(0))


def test_rotated_log_is_followed_on(tmp_path: Path) -> None:
    """The genesis of the new log names the head of the old, which is kept as it was and still whole; a sink that was open goes on in the new one."""
    path = tmp_path / "log"
    sink = sink_at(path)
    head = sink.append(note(0))
    kept = path.read_bytes()
    assert rotate_log(path, clock=stopped_clock) == tmp_path / "log.1"
    assert (tmp_path / "log.1").read_bytes() == kept
    assert verify_log(tmp_path / "log.1").head == head
    sink.append(note(1))
    assert lines_of(path)[0]["continues"] == {"count": head.count, "hash": head.hash}
    assert verify_log(path).head.count == 2
    assert rotate_log(path, clock=stopped_clock) == tmp_path / "log.2"
    with pytest.raises(RecordError, match="there is none"):
        rotate_log(tmp_path / "other")


def test_path_that_cannot_be_opened(tmp_path: Path) -> None:
    """A folder that does not exist is a RecordError, not a log somewhere else."""
    with pytest.raises(RecordError, match="cannot be written"):
        sink_at(tmp_path / "no" / "log").append(note(0))
    with pytest.raises(RecordError, match="cannot be read"):
        verify_log(tmp_path / "no" / "log")


def _raising(entry: dict[str, Json]) -> dict[str, Json]:
    raise KeyError(str(entry))


def _dropping(entry: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in entry.items() if key != "kind"}


def _no_entry(entry: dict[str, Json]) -> dict[str, Json]:
    return str(entry)  # type: ignore[return-value]


def _no_json(entry: dict[str, Json]) -> dict[str, Json]:
    return {**entry, "details": {1, 2}}  # type: ignore[dict-item]


def _not_a_number(entry: dict[str, Json]) -> dict[str, Json]:
    return {**entry, "details": float("inf")}


@pytest.mark.parametrize("hook", [_raising, _dropping, _no_entry, _no_json, _not_a_number])
def test_hook_that_fails(tmp_path: Path, hook: Callable[[dict[str, Json]], dict[str, Json]]) -> None:
    """A hook that raises or returns no entry: nothing is written, and the error is visible."""
    path = tmp_path / "log"
    with pytest.raises(RecordError):
        JsonLinesSink(path, redact=hook, clock=stopped_clock, fsync=False).append(note(0, "secret"))
    assert not path.exists() or b"secret" not in path.read_bytes()
    assert not path.exists() or sink_at(path).append(note(0)).count == 2


def test_hook_sees_a_copy_and_its_answer_is_hashed(tmp_path: Path) -> None:
    """What the hook returns is what is chained; the caller's entry is left alone."""

    def shout(entry: dict[str, Json]) -> dict[str, Json]:
        details = entry["details"]
        assert isinstance(details, dict)
        details["text"] = "***"
        return entry

    entry = note(0, "secret")
    JsonLinesSink(tmp_path / "log", redact=shout, clock=stopped_clock).append(entry)
    assert entry == note(0, "secret")
    assert b"secret" not in (tmp_path / "log").read_bytes()
    assert verify_log(tmp_path / "log").is_whole


@pytest.mark.parametrize("kind", [None, 5, "genesis"])
def test_entry_without_a_kind_of_its_own(tmp_path: Path, kind: Json) -> None:
    """An entry says what it is, and none can pose as the first line of a log."""
    with pytest.raises(RecordError, match="no kind of its own"):
        sink_at(tmp_path / "log").append({"kind": kind})


def test_entry_cannot_choose_its_place(tmp_path: Path) -> None:
    """Number, time and hashes are the sink's to give."""
    sink_at(tmp_path / "log").append({**note(0), "seq": 7, "time": "then", "prev": "x", "hash": "y"})
    assert verify_log(tmp_path / "log").is_whole
    assert lines_of(tmp_path / "log")[1]["time"] == MOMENT.isoformat()


def _broken_clock() -> datetime:
    raise RuntimeError("no clock")


@pytest.mark.parametrize(
    ("clock", "said"), [(_broken_clock, "the clock raised RuntimeError"), (lambda: datetime(2031, 1, 1), "without a zone")]
)
def test_clock_that_fails(tmp_path: Path, clock: Callable[[], datetime], said: str) -> None:
    """A clock that raises or gives a time of no zone keeps nothing."""
    with pytest.raises(RecordError, match=said):
        JsonLinesSink(tmp_path / "log", clock=clock).append(note(0))
    assert (tmp_path / "log").read_bytes() == b""


def test_fsync_is_asked_for_line_and_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default the disk is waited for, once for the line and once for its head; without fsync never."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    sink_at(tmp_path / "fast").append(note(0))
    assert not synced
    sink = JsonLinesSink(tmp_path / "safe", clock=stopped_clock)
    sink.append(note(0))
    synced.clear()
    sink.append(note(1))
    assert len(synced) == 2


def test_logging_holds_no_text_of_a_user(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A check, a record and every way of failing to keep one: `logging` gets ids and counts, and nothing that anybody wrote."""
    caplog.set_level(logging.DEBUG)
    private = ("ORD-55120", "mara", "zanzibar", "secret-tool")
    context, registry = context_of(SAID), registry_of({"id": "x"})
    call = ToolCall("secret-tool", {"id": "zanzibar"})
    entry = decision_entry(
        call, GUARD.check_tool_call(call, context=context, registry=registry), session_id="zanzibar", context=context, registry=registry
    )
    sink_at(tmp_path / "log").append(entry)
    for hook in (_raising, _no_json):
        with pytest.raises(RecordError):
            JsonLinesSink(tmp_path / "log", redact=hook, clock=stopped_clock).append(entry)
    (tmp_path / "log.head").unlink()
    for path in (tmp_path / "log", tmp_path / "zanzibar" / "log"):
        with pytest.raises(RecordError):
            sink_at(path).append(entry)
    logged = [message for message in caplog.messages if message]
    assert len(logged) >= 4
    assert {record.name.split(".")[0] for record in caplog.records} == {"groundrules"}
    assert not [message for message in logged if any(word in message for word in private)]
    assert not any(record.exc_info for record in caplog.records)
