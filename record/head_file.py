"""The sidecar of a log, `LOG.head`: how many lines the log has and the hash of the last, so that lines cut from its end are missed."""

from __future__ import annotations

import json
import os
import re
from io import RawIOBase
from pathlib import Path
from typing import cast

from ..engine.canonical import canonical_json
from ..engine.types import Json
from .chain import ZERO, Head

_HASH = re.compile("[0-9a-f]{64}")


def head_path(log: Path) -> Path:
    """Where the head of a log stands."""
    return beside(log, "head")


def beside(log: Path, suffix: str) -> Path:
    """The file of this further suffix next to a log."""
    return Path(f"{log}.{suffix}")


def read_head(log: Path) -> Head | None:
    """The head that stands beside a log; None where there is none.

    Raises:
        OSError: it cannot be read.
        ValueError: it is not a head.
        RecursionError: it is nested too deeply to be one.
    """
    try:
        raw = head_path(log).read_bytes()
    except FileNotFoundError:
        return None
    content = cast("Json", json.loads(raw))
    count, own = (content.get("count"), content.get("hash")) if isinstance(content, dict) else (None, None)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0 or not isinstance(own, str):
        raise ValueError("it is not a head")
    head = Head(count, own)
    if raw != _written(head) or not _HASH.fullmatch(own) or (count == 0) is not (own == ZERO):
        raise ValueError("it is not a head")
    return head


def write_head(log: Path, head: Head, *, fsync: bool) -> None:
    """Put the head in place of the old one, whole or not at all. Raises OSError."""
    path = head_path(log)
    draft = beside(path, "new")
    with open(draft, "wb", buffering=0, opener=private) as file:
        write_all(file, _written(head))
        if fsync:
            os.fsync(file.fileno())
    os.replace(draft, path)


def write_all(file: RawIOBase, content: bytes) -> None:
    """Write all of it, in as many writes as the system takes. Raises OSError."""
    rest = memoryview(content)
    while rest:
        written = file.write(rest)
        if not written:
            raise OSError("nothing was written")
        rest = rest[written:]


def private(path: str, flags: int) -> int:
    """Opens a file that, where it is made, only its owner may read. Raises OSError."""
    return os.open(path, flags, 0o600)


def _written(head: Head) -> bytes:
    return f"{canonical_json({'count': head.count, 'hash': head.hash})}\n".encode()
