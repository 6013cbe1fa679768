"""An exclusive lock for a log, between processes and within one: held on `LOG.lock`, which holds nothing and is never renamed."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .head_file import beside, private

if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX)


@contextmanager
def locked(log: Path) -> Generator[None]:
    """Hold the lock of a log; closing the file gives it back. Raises OSError."""
    with open(beside(log, "lock"), "ab", opener=private) as file:
        _lock(file)
        yield
