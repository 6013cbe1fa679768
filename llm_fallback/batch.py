"""Many subjects at once: so many under way at a time, each done once, and taken up where an earlier run stopped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO, cast

from ..engine.audits import AsyncAuditor, AuditFault, AuditReply, AuditRequest
from ..engine.errors import InputError
from ..engine.types import Json
from .reply_json import reply_from_json, reply_to_json


@dataclass(slots=True)
class BatchResult:
    """The replies by place in the batch; `resumed` counts those that an earlier run had done."""

    replies: dict[int, AuditReply] = field(default_factory=dict[int, AuditReply])
    resumed: int = 0


async def audit_batch(
    requests: Iterable[AuditRequest],
    auditor: AsyncAuditor,
    *,
    concurrency: int = 8,
    journal: str | Path | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> BatchResult:
    """The replies to all requests. `on_progress(done)` is called as subjects are done.

    With a `journal` each reply without a fault is written down as it comes (JSON Lines), and a later run with the same file asks only for the rest.
    What an auditor raises is a fault of that subject; the others still run.

    Raises:
        InputError: the journal is of another form.
    """
    result = BatchResult()
    done = _read_journal(journal)
    queue = _numbered(requests)
    file = None if journal is None else _opened(Path(journal))

    async def work() -> None:
        async for number, request in queue:
            known = done.get(request.digest)
            reply = await _asked(auditor, request) if known is None else known
            result.resumed += known is not None
            result.replies[number] = reply
            if file is not None and known is None and not reply.faults:
                file.write(json.dumps({"request_digest": request.digest, "reply": reply_to_json(reply)}) + "\n")
                file.flush()
            if on_progress is not None:
                on_progress(len(result.replies))

    try:
        await asyncio.gather(*(work() for _ in range(max(1, concurrency))))
    finally:
        if file is not None:
            file.close()
    return result


def _opened(journal: Path) -> TextIO:
    """The journal to write on, at the start of a line: one that was cut off is ended first."""
    file = journal.open("a", encoding="utf-8")
    if file.tell() and not journal.read_text(encoding="utf-8").endswith("\n"):
        file.write("\n")
    return file


class _Queue:
    """One iterator that several workers draw from."""

    def __init__(self, requests: Iterable[AuditRequest]) -> None:
        self._rest = enumerate(requests)

    def __aiter__(self) -> AsyncIterator[tuple[int, AuditRequest]]:
        return self

    async def __anext__(self) -> tuple[int, AuditRequest]:
        found = next(self._rest, None)
        if found is None:
            raise StopAsyncIteration
        return found


def _numbered(requests: Iterable[AuditRequest]) -> AsyncIterator[tuple[int, AuditRequest]]:
    return _Queue(requests)


async def _asked(auditor: AsyncAuditor, request: AuditRequest) -> AuditReply:
    try:
        return await auditor.audit_async(request)
    except Exception:  # noqa: BLE001  the boundary around an auditor: whatever it raises is a failed audit of this subject
        return AuditReply(faults=(AuditFault.RAISED,))


def _read_journal(journal: str | Path | None) -> Mapping[str, AuditReply]:
    """The replies of an earlier run; a line that was cut off is passed over, and its subject done again."""
    if journal is None or not Path(journal).exists():
        return {}
    lines = Path(journal).read_text(encoding="utf-8").splitlines()
    found: dict[str, AuditReply] = {}
    for number, line in enumerate(lines, start=1):
        try:
            written = cast("Json", json.loads(line))
        except ValueError:
            continue
        if not isinstance(written, dict) or not isinstance(written.get("request_digest"), str):
            raise InputError(f"{journal}:{number}", problem="it has no `request_digest`", remedy="name a journal that this version wrote")
        found[str(written["request_digest"])] = reply_from_json(written.get("reply"), place=f"{journal}:{number}")
    return found
