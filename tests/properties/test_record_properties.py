"""What holds for every audit log: no edit of its bytes goes unseen, and its text is canonical."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from groundrules.engine.canonical import canonical_json, written_out
from groundrules.engine.types import Json
from groundrules.record import Head, verify_log
from hypothesis import assume, given
from hypothesis import strategies as st
from logs import decision, log_of, note, sink_at
from strategies import argument_texts, json_values, texts


@cache
def sample() -> tuple[bytes, bytes, Head]:
    """A log of seven lines with its head file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        sink = sink_at(path)
        for number in range(5):
            sink.append(note(number, "Grüße, naïve \ud800 text\n" * number))
        head = sink.append(decision({"id": "ORD-55120"}, snapshot=True))
        return path.read_bytes(), path.with_name("log.head").read_bytes(), head


def verified(log: bytes, *, head_file: bytes | None = None, anchor: Head | None = None) -> bool:
    """True where a log of these bytes is whole."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_bytes(log)
        if head_file is not None:
            path.with_name("log.head").write_bytes(head_file)
        return verify_log(path, anchor=anchor).is_whole


def lines() -> list[bytes]:
    """The lines of the sample."""
    return sample()[0].splitlines(keepends=True)


@st.composite
def edits(draw: st.DrawFn) -> bytes:
    """The sample after one edit: a byte changed, put in or taken out, lines removed, exchanged, repeated or put in, the end cut off."""
    log, kept = sample()[0], lines()
    at, line, other = draw(st.integers(0, len(log) - 1)), draw(st.integers(0, len(kept) - 1)), draw(st.integers(0, len(kept) - 1))
    byte = bytes([draw(st.integers(0, 255))])
    ways: list[Callable[[], bytes]] = [
        lambda: log[:at] + byte + log[at + 1 :],
        lambda: log[:at] + byte + log[at:],
        lambda: log[:at] + log[at + 1 :],
        lambda: log[:at],
        lambda: b"".join(kept[:line] + kept[line + 1 :]),
        lambda: b"".join(kept[:line]),
        lambda: b"".join([*kept[:line], kept[other], *kept[line + 1 :]]),
        lambda: b"".join([*kept[:line], kept[other], *kept[line:]]),
        lambda: b"".join([*kept, kept[other]]),
        lambda: b"".join(kept[min(line, other) : max(line, other)]),
        lambda: b"".join(draw(st.permutations(kept))),
        lambda: b"".join([*kept[:line], draw(st.binary(max_size=40)), b"\n", *kept[line:]]),
        lambda: b"".join([*kept[:line], json.dumps(draw(json_values(3))).encode(), b"\n", *kept[line:]]),
        lambda: log.replace(b"\n", b"\r\n"),
    ]
    return draw(st.sampled_from(ways))()


@given(log=edits())
def test_every_edit_is_found(log: bytes) -> None:
    """Whatever is done to the bytes of a log, verifying finds it, beside its head file and beside a head kept elsewhere."""
    whole, head_file, head = sample()
    assert verified(whole, head_file=head_file)
    assert verified(whole, anchor=head)
    assume(log != whole)
    assert not verified(log, head_file=head_file)
    assert not verified(log, anchor=head)


@pytest.mark.parametrize("bit", range(8))
def test_every_single_bit_counts(bit: int) -> None:
    """One bit of a byte flipped, at places all over a log: found each time."""
    log, head_file, _ = sample()
    for at in range(bit * 5, len(log), 64):
        changed = log[:at] + bytes([log[at] ^ (1 << bit)]) + log[at + 1 :]
        assert not verified(changed, head_file=head_file), at


@given(at=st.integers(0, 200), byte=st.integers(0, 255))
def test_every_edit_of_the_head_file_is_found(at: int, byte: int) -> None:
    """A head file that was changed, cut or removed is no witness, so that the log is not called whole."""
    log, head_file, head = sample()
    at %= len(head_file)
    changed = head_file[:at] + bytes([byte]) + head_file[at + 1 :]
    assume(changed != head_file)
    assert not verified(log, head_file=changed)
    assert not verified(log, head_file=head_file[:at])
    assert not verified(log)
    assert verified(log, anchor=head)


@pytest.mark.parametrize("count", [b"0", b"1", b"6", b"8", b"07", b"-7", b"7.0", b"true", b"null"])
def test_other_counts_are_found(count: bytes) -> None:
    """A head file with the right hash and another count is no witness, for the whole log and for what is left of it."""
    log, head_file, _ = sample()
    assert b'"count":7,' in head_file
    changed = head_file.replace(b'"count":7,', b'"count":' + count + b",")
    assert not verified(log, head_file=changed)
    assert not verified(b"".join(lines()[:1]), head_file=changed)


def test_lines_of_another_log_do_not_fit() -> None:
    """A line from another log, itself well formed, is found; and so is a whole other log beside this head."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        log_of(path, 6, "another")
        foreign = path.read_bytes()
    kept, theirs = lines(), foreign.splitlines(keepends=True)
    head_file, head = sample()[1], sample()[2]
    for line in range(1, len(kept)):
        assert not verified(b"".join([*kept[:line], theirs[line], *kept[line + 1 :]]), head_file=head_file)
    assert not verified(foreign, head_file=head_file)
    assert not verified(foreign, anchor=head)


@given(text=texts(), arguments=argument_texts(), call_id=st.none() | texts(8))
def test_hostile_entries_keep_the_log_whole(text: str, arguments: Json, call_id: str | None) -> None:
    """Whatever a model or a user wrote, the line that holds it is whole and in canonical form."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        sink = sink_at(path)
        sink.append(note(0, text))
        sink.append(decision(arguments, call_id=call_id, session=text, snapshot=True))
        assert verify_log(path).is_whole
        for line in path.read_bytes().decode().split("\n")[:-1]:
            assert canonical_json(json.loads(line)) == line


@given(value=json_values())
def test_canonical_text_is_stable_and_says_the_same(value: Json) -> None:
    """The canonical text of what the canonical text says is itself, and its numbers are the same doubles."""
    try:
        text = canonical_json(value)
    except ValueError:
        assert any(word in json.dumps(value) for word in ("NaN", "Infinity")) or "\\ud" in json.dumps(value)
        return
    assert text == written_out(value)
    assert canonical_json(json.loads(text)) == text
    assert json.loads(text, parse_int=float) == json.loads(json.dumps(value), parse_int=float)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (123456789.125, "123456789.125"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (0.001, "0.001"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (1.25e-10, "1.25e-10"),
        (5e-324, "5e-324"),
        (9007199254740993, "9007199254740993"),
        ({"\ufb33": 1, "\U0001f600": 2, "a": 3}, '{"a":3,"\U0001f600":2,"\ufb33":1}'),
        ('\x00\x1f\n"\\/\x7f\u2028', '"\\u0000\\u001f\\n\\"\\\\/\x7f\u2028"'),
        ("\ud800a", '"\\ud800a"'),
        ("\ud83d\ude00", '"\U0001f600"'),
    ],
)
def test_canonical_forms(value: Json, text: str) -> None:
    """Numbers as ECMAScript prints them, keys by UTF-16, as little escaped as JSON allows; within other values too."""
    assert canonical_json(value) == written_out(value) == text
    assert canonical_json({"a": [value, "1.0 \\"]}) == f'{{"a":[{text},"1.0 \\\\"]}}'


@given(value=st.floats(allow_nan=False, allow_infinity=False))
def test_floats_come_back_as_they_were(value: float) -> None:
    """The shortest form of a double reads as that double, on the fast path as in the reference."""
    assert canonical_json(value) == written_out(value)
    assert float(canonical_json(value)) == value
