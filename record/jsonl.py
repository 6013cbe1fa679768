"""A sink that appends to one file: a JSON line per record, chained, safe for several threads and processes.

Theory of operation: each append takes the lock of the log, opens the file, makes sure that its end is the one that the head file names, writes one
line and then the head. A line that could not be written whole is cut off again; where even that fails the torn end is found by the next append, which
refuses. A crash between line and head leaves a log that is ahead of its head; it is verified from the start before anything is added.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from copy import deepcopy
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

from ..engine.errors import RecordError
from ..engine.types import Json
from .chain import GENESIS, BrokenLine, Head, chained_line, genesis_entry, read_line
from .head_file import beside, head_path, private, read_head, write_all, write_head
from .locks import locked
from .verify import verify_log

_LOG = logging.getLogger("groundrules.record")
_BLOCK = 65_536
_BROKEN = "look at it with `groundrules log verify`, then begin a new log with `groundrules log rotate`, which keeps this one"
_NOT_KEPT = "the entry was not kept: do not run the call as if it had been"

Redact = Callable[[dict[str, Json]], Mapping[str, Json]]
"""A function from the entry of a record to the entry that is written in its place."""


def utc_now() -> datetime:
    """The present time of this machine."""
    return datetime.now(UTC)


class JsonLinesSink:
    """Keeps records in one file, made when the first entry comes, readable by its owner only.

    `redact` is given a copy of each entry before it is hashed and returns what is written instead; `clock` gives the present time with its
    zone. With `fsync` an entry is on the disk when `append` returns; without it, it is with the system.
    """

    def __init__(
        self, path: str | Path, *, redact: Redact | None = None, clock: Callable[[], datetime] = utc_now, fsync: bool = True
    ) -> None:
        self._path = Path(path)
        self._redact = redact
        self._clock = clock
        self._fsync = fsync
        self._lock = threading.Lock()
        self._left: tuple[int, int, Head] | None = None

    def append(self, entry: Mapping[str, Json], /) -> Head:
        """Keep the entry; what comes back is the head of the log after it, which a host may keep elsewhere as an anchor.

        Raises:
            RecordError: the hook failed, the entry is not JSON, the disk is full, or the log's end is not as it was left. Nothing was added.
        """
        try:
            ready = self._redacted(entry)
            with self._lock, locked(self._path), FileIO(str(self._path), "a+", opener=private) as file:
                head = self._end(file)
                if head.count == 0:
                    head = self._add(file, genesis_entry(), head)
                head = self._add(file, ready, head)
        except RecordError as error:
            _LOG.error("a record was not kept (%s)", type(error.__cause__ or error).__name__)
            raise
        except OSError as error:
            _LOG.error("a record was not kept (error %s)", error.errno)
            raise RecordError(str(self._path), problem=f"it cannot be written ({error.strerror or error})", remedy=_NOT_KEPT) from error
        _LOG.debug("record %d was kept", head.count - 1)
        return head

    def _redacted(self, entry: Mapping[str, Json]) -> Mapping[str, Json]:
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind == GENESIS:
            raise RecordError(
                str(self._path), problem="the entry has no kind of its own", remedy="make entries with `decision_entry` or `detail_entry`"
            )
        if self._redact is None:
            return entry
        try:
            redacted = self._redact(deepcopy(dict(entry)))
        except Exception as error:  # a host's hook may raise anything; the entry is then not kept
            problem = f"the redaction hook raised {type(error).__name__}"
            raise RecordError(str(self._path), problem=problem, remedy=_NOT_KEPT) from error
        if not isinstance(redacted, Mapping) or redacted.get("kind") != kind:  # pyright: ignore[reportUnnecessaryIsInstance]: a hook's
            problem = "the redaction hook returned no entry of the same kind"
            raise RecordError(str(self._path), problem=problem, remedy=_NOT_KEPT)
        return redacted

    def _end(self, file: FileIO) -> Head:
        """Where the log ends, made sure of."""
        state = os.fstat(file.fileno())
        if self._left is not None and self._left[:2] == (state.st_ino, state.st_size):
            return self._left[2]
        try:
            kept = read_head(self._path)
        except (ValueError, RecursionError) as error:
            raise RecordError(str(self._path), problem="its head file is not one that a sink wrote", remedy=_BROKEN) from error
        if state.st_size == 0:
            if kept is not None and kept.count:
                problem = f"it is empty or gone where its head file counts {kept.count} lines"
                raise RecordError(str(self._path), problem=problem, remedy=_BROKEN)
            write_head(self._path, Head(), fsync=self._fsync)
            return Head()
        if kept is not None and _tail_is(file, state.st_size, kept):
            return kept
        found = verify_log(self._path)
        if found.fault is not None:
            where = "" if found.fault.line is None else f"line {found.fault.line}: "
            raise RecordError(str(self._path), problem=f"it is broken, {where}{found.fault.problem}", remedy=_BROKEN)
        return found.head

    def _add(self, file: FileIO, entry: Mapping[str, Json], head: Head) -> Head:
        time = _time(self._clock, self._path)
        try:
            line, after = chained_line(entry, head, time=time)
        except (TypeError, ValueError, RecursionError, AttributeError) as error:
            raise RecordError(str(self._path), problem="the entry cannot be written as JSON", remedy=_NOT_KEPT) from error
        size = os.fstat(file.fileno()).st_size
        self._left = None
        try:
            write_all(file, line)
            if self._fsync:
                os.fsync(file.fileno())
            write_head(self._path, after, fsync=self._fsync)
        except BaseException:
            with suppress(OSError):
                file.truncate(size)
                write_head(self._path, head, fsync=self._fsync)
            raise
        state = os.fstat(file.fileno())
        self._left = (state.st_ino, state.st_size, after)
        return after


def rotate_log(path: str | Path, *, clock: Callable[[], datetime] = utc_now) -> Path:
    """Set the log aside, whole or broken, and begin a new one; gives the new name of the old one, `LOG.1` or the next that is free.

    The genesis of the new log names the head of the old one, where that was whole.

    Raises:
        RecordError: there is no log, or it cannot be set aside.
    """
    log = Path(path)
    if not log.exists() and not head_path(log).exists():
        raise RecordError(str(log), problem="there is none", remedy="check the path")
    try:
        with locked(log):
            aside = _free_name(log)
            found = verify_log(log) if log.exists() else None
            continues = found.head if found is not None and found.is_whole else None
            line, head = chained_line(genesis_entry(continues=continues), Head(), time=_time(clock, log))
            for old, new in ((log, aside), (head_path(log), head_path(aside))):
                if old.exists():
                    old.rename(new)
            with FileIO(str(log), "x", opener=private) as file:
                write_all(file, line)
                os.fsync(file.fileno())
            write_head(log, head, fsync=True)
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(str(log), problem=f"it cannot be set aside ({error.strerror or error})", remedy="check permissions") from error
    return aside


def _free_name(log: Path) -> Path:
    number = 1
    while True:
        name = beside(log, str(number))
        if not name.exists() and not head_path(name).exists():
            return name
        number += 1


def _time(clock: Callable[[], datetime], path: Path) -> str:
    try:
        now = clock()
    except Exception as error:  # a host's clock may raise anything; the entry is then not kept
        raise RecordError(str(path), problem=f"the clock raised {type(error).__name__}", remedy=_NOT_KEPT) from error
    if now.tzinfo is None:
        raise RecordError(
            str(path), problem="the clock gave a time without a zone", remedy="hand in a clock such as `lambda: datetime.now(UTC)`"
        )
    return now.isoformat()


def _tail_is(file: FileIO, size: int, head: Head) -> bool:
    """True where the last line is whole and is the one that the head names."""
    start = size - 1
    while start > 0:
        before = max(0, start - _BLOCK)
        file.seek(before)
        cut = _read(file, start - before).rfind(b"\n")
        if cut >= 0:
            start = before + cut + 1
            break
        start = before
    file.seek(start)
    try:
        record = read_line(_read(file, size - start))
    except BrokenLine:
        return False
    return (record.get("seq"), record.get("hash")) == (head.count - 1, head.hash)


def _read(file: FileIO, count: int) -> bytes:
    parts: list[bytes] = []
    while count > 0:
        part = file.read(count)
        if not part:
            break
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
