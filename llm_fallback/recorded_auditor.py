"""Replies kept in a file and given again: for tests, and for reaching a verdict a second time without a model."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import cast

from ..engine.audits import AuditFault, Auditor, AuditReply, AuditRequest
from ..engine.errors import InputError
from ..engine.types import Json
from .reply_json import reply_from_json, reply_to_json


class RecordedAuditor:
    """Gives the reply that a file holds for a request, by its digest. A request that it does not hold goes to `live` and is kept, or is a fault.

    The file is JSON Lines: `request_digest` and `reply`. Of several lines for one request the last counts.

    Raises:
        InputError: the file cannot be read, or a line of it is not of this form; or it does not exist and there is no `live` auditor.
    """

    def __init__(self, path: str | Path, *, live: Auditor | None = None) -> None:
        self._path = Path(path)
        self._live = live
        self._lock = threading.Lock()
        self._replies: dict[str, AuditReply] = {}
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError as error:
            if live is None:
                raise InputError(str(path), problem="no such file", remedy="record one with a live auditor") from error
            lines = []
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(str(path), problem=f"it cannot be read ({type(error).__name__})", remedy="name a file of recorded replies") from error
        for number, line in enumerate(lines, start=1):
            if line.strip():
                digest, reply = _read(line, f"{path}:{number}")
                self._replies[digest] = reply

    def audit(self, request: AuditRequest) -> AuditReply:
        """The recorded reply, or the live one, which is then recorded.

        Raises:
            OSError: the file cannot be written; the guard makes it a failed audit.
        """
        digest = request.digest
        with self._lock:
            known = self._replies.get(digest)
        if known is not None:
            return known
        if self._live is None:
            return AuditReply(faults=(AuditFault.NOT_RECORDED,))
        reply = self._live.audit(request)
        line = json.dumps({"request_digest": digest, "reply": reply_to_json(reply)})
        with self._lock:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
            self._replies[digest] = reply
        return reply


def _read(line: str, place: str) -> tuple[str, AuditReply]:
    try:
        written = cast("Json", json.loads(line))
    except (ValueError, RecursionError) as error:
        raise InputError(place, problem="it is no JSON", remedy="take the line out: it was not written whole") from error
    digest = written.get("request_digest") if isinstance(written, dict) else None
    if not isinstance(written, dict) or not isinstance(digest, str) or "reply" not in written:
        raise InputError(place, problem="it has no `request_digest` and `reply`", remedy="give a file of recorded replies")
    return digest, reply_from_json(written["reply"], place=place)
