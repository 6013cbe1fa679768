"""Whether a log is whole: every line in its place as it was written, and none missing from the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..engine.errors import RecordError
from ..engine.types import Json
from .chain import BrokenLine, Head, follow, read_line
from .head_file import head_path, read_head


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a log is not whole. `line` counts from 1; it is None where the fault is the end of the log or its head file."""

    line: int | None
    problem: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found: the head of the lines that are whole from the start, the first fault or None, and how many lines the head file does not count yet."""

    head: Head
    fault: Fault | None
    ahead: int = 0

    @property
    def is_whole(self) -> bool:
        """True where no fault was found."""
        return self.fault is None


def verify_log(path: Path, *, anchor: Head | None = None) -> Verification:
    """Whether the log is whole. `anchor` is a head that was kept elsewhere: the log must have had it, and may have grown since.

    Without an anchor the head file is the only witness of the end of the log, so that a log without one is not whole.

    Raises:
        RecordError: the log cannot be read.
    """
    # The head is read first: a log that grows meanwhile is then ahead of it, never behind.
    anchors, fault = _anchors(path, anchor)
    head = Head()
    with opened(path) as file:
        for number, line in enumerate(lines_of(file, path), start=1):
            try:
                head = follow(read_line(line), head)
            except BrokenLine as broken:
                return Verification(head, Fault(number, str(broken)))
            for named, witness in anchors:
                if witness.count == head.count and witness.hash != head.hash:
                    problem = f"its hash is not the one that {named} gives for line {number}: the log was written anew, or is another one"
                    return Verification(head, Fault(number, problem))
    if fault is None:
        fault = _end_fault(head, anchors)
    counted = anchors[-1][1].count if anchors else head.count
    return Verification(head, fault, ahead=max(0, head.count - counted))


def opened(path: Path) -> BinaryIO:
    """The log, open for reading. Raises RecordError."""
    try:
        return path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from error


def lines_of(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """The lines of an open log. Raises RecordError."""
    try:
        yield from file
    except OSError as error:
        raise _unreadable(path, error) from error


def records_of(path: Path) -> Iterator[tuple[int, dict[str, Json] | str]]:
    """Each line of a log by its number from 1: the record, or why it cannot be read. The chain is not checked. Raises RecordError."""
    with opened(path) as file:
        for number, line in enumerate(lines_of(file, path), start=1):
            try:
                yield number, read_line(line)
            except BrokenLine as broken:
                yield number, str(broken)


def _anchors(path: Path, anchor: Head | None) -> tuple[list[tuple[str, Head]], Fault | None]:
    name = head_path(path).name
    anchors = [] if anchor is None else [("the given head", anchor)]
    try:
        kept = read_head(path)
    except (OSError, ValueError, RecursionError):
        return anchors, Fault(None, f"the head file `{name}` cannot be read, so lines may be missing from the end")
    if kept is not None:
        return [*anchors, ("the head file", kept)], None
    if anchor is None:
        return anchors, Fault(
            None, f"there is no head file `{name}`, so lines may be missing from the end; give a head that was kept elsewhere"
        )
    return anchors, None


def _end_fault(head: Head, anchors: list[tuple[str, Head]]) -> Fault | None:
    if head.count == 0:
        return Fault(1, "the genesis line is missing")
    for named, witness in anchors:
        if witness.count > head.count:
            return Fault(None, f"the log has {head.count} lines where {named} counts {witness.count}: lines were cut from the end")
    return None


def _unreadable(path: Path, error: OSError) -> RecordError:
    return RecordError(str(path), problem=f"it cannot be read ({error.strerror or error})", remedy="check path and permissions")
