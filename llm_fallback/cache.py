"""Replies kept by the digest of what was asked, so that equal questions are paid for once. Only replies without a fault are kept."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Protocol, cast

from ..engine.audits import AuditReply
from ..engine.errors import InputError
from ..engine.types import Json
from .reply_json import reply_from_json, reply_to_json


class Cache(Protocol):
    """Replies by key (a SHA-256 hex digest)."""

    def get(self, key: str, /) -> AuditReply | None:
        """The reply, or None where none is kept."""
        ...

    def put(self, key: str, reply: AuditReply, /) -> None:
        """Keep a reply."""
        ...


class MemoryCache:
    """The last `size` replies used, in memory."""

    def __init__(self, size: int = 10_000) -> None:
        self._size = size
        self._kept: OrderedDict[str, AuditReply] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> AuditReply | None:
        """The reply, or None where none is kept."""
        with self._lock:
            reply = self._kept.get(key)
            if reply is not None:
                self._kept.move_to_end(key)
            return reply

    def put(self, key: str, reply: AuditReply) -> None:
        """Keep a reply; the one that was not used for longest goes where there is no room."""
        with self._lock:
            self._kept[key] = reply
            self._kept.move_to_end(key)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)


class SqliteCache:
    """Replies in an SQLite file that several processes may share. A file that cannot be read or written is as good as an empty one."""

    def __init__(self, path: str | Path) -> None:
        """Open or create the file.

        Raises:
            InputError: it cannot be opened as a cache.
        """
        self._lock = threading.Lock()
        try:
            self._base = sqlite3.connect(path, check_same_thread=False, timeout=2.0)
            with self._base:
                self._base.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)")
        except sqlite3.Error as error:
            raise InputError(str(path), problem=f"it cannot be opened as a cache ({error})", remedy="name another file") from error

    def get(self, key: str) -> AuditReply | None:
        """The reply, or None where none is kept or it cannot be read."""
        try:
            with self._lock:
                row = cast("tuple[str] | None", self._base.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone())
            return None if row is None else reply_from_json(cast("Json", json.loads(row[0])))
        except (sqlite3.Error, ValueError):
            return None

    def put(self, key: str, reply: AuditReply) -> None:
        """Keep a reply; where the file cannot be written it is not kept."""
        try:
            with self._lock, self._base:
                self._base.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, json.dumps(reply_to_json(reply))))
        except sqlite3.Error:
            return

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()
