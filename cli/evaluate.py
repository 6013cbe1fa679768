"""`groundrules eval`: labelled rows through the guard, counted by group; every wrong row can be written out."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..engine.context import Context
from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.policy import Risk
from ..engine.types import Json
from ..engine.version import VERSION
from .cases import guard_of, json_files
from .dilution import unrelated_passages
from .files import Row, read_rows
from .rows import GroupKey, RowResult, Tally, judge_row
from .text_rows import TextKey, TextTally

if TYPE_CHECKING:
    from .auditing import AuditedRows

NO_AUDITOR = "none"
CHUNK_ROWS = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """How an evaluation is run. `sample` takes so many rows of each file, evenly spaced; None takes all.

    `auditor` is the base URL of a server that is asked what the rules leave undecided, and `auditor_model` the model there.
    """

    risk: Risk | None = None
    policy_file: str | None = None
    diluted_kb: int = 0
    sample: int | None = None
    jobs: int = 1
    auditor: str | None = None
    auditor_model: str = "default"


@dataclass(slots=True)
class Evaluation:
    """The counts of a run, with the wrong rows and the rows that could not be read."""

    risk: str
    diluted_kb: int
    groups: dict[GroupKey, Tally] = field(default_factory=dict[GroupKey, Tally])
    texts: dict[TextKey, TextTally] = field(default_factory=dict[TextKey, TextTally])
    cases: list[dict[str, Json]] = field(default_factory=list[dict[str, Json]])
    misses: list[dict[str, Json]] = field(default_factory=list[dict[str, Json]])
    skipped: Counter[str] = field(default_factory=Counter[str])
    errors: list[str] = field(default_factory=list[str])
    checked: int = 0
    elapsed_s: float = 0.0
    digests: dict[str, Json] = field(default_factory=dict[str, Json])
    auditor: str = NO_AUDITOR
    audit: dict[str, Json] | None = None

    def add(self, result: RowResult) -> None:
        """Count one row."""
        if result.error is not None:
            self.errors.append(result.error)
        if result.skipped is not None:
            self.skipped[result.skipped] += 1
        if result.group is not None:
            self.groups.setdefault(result.group, Tally()).add(result.tally)
        for key, tally in result.texts.items():
            self.texts.setdefault(key, TextTally()).add(tally)
        if result.case is not None:
            self.cases.append(result.case)
        if result.miss is not None:
            self.misses.append(result.miss)
        if result.rules_digest is not None:
            self.checked += 1
            self.digests = {"rules": result.rules_digest, "policy": result.policy_digest}

    def as_json(self) -> dict[str, Json]:
        """The form that `--json` writes."""
        return {
            "rows": [self._row(group) for group in sorted(self.groups, key=lambda group: json.dumps(group))],
            "text_rows": [self._text_row(key) for key in sorted(self.texts)],
            "case_rows": list(self.cases),
            "skipped": {kind: self.skipped[kind] for kind in sorted(self.skipped)},
            "errors": list(self.errors),
            "elapsed_s": round(self.elapsed_s, 3),
            "calls_per_s": round(self.checked / self.elapsed_s, 1) if self.elapsed_s > 0 else 0.0,
            "engine_version": VERSION,
            "digests": self.digests,
            **({} if self.audit is None else {"auditor": self.audit}),
        }

    def _text_row(self, key: TextKey) -> Json:
        source, mode, split = key
        return {"source": source, "mode": mode, "split": split, **self.texts[key].as_json()}

    def _row(self, group: GroupKey) -> Json:
        names = ("source", "origin", "call_label", "mutation", "schema_valid", "traceable")
        known: dict[str, Json] = dict(zip(names, group, strict=True))
        return {**known, "risk": self.risk, "auditor": self.auditor, "diluted_kb": self.diluted_kb, **asdict(self.groups[group])}


def evaluate(paths: Sequence[str], *, settings: Settings, on_progress: Callable[[int, int], None] | None = None) -> Evaluation:
    """The evaluation of every row of the files and folders; `on_progress(done, total)` is called as rows are done.

    A row that cannot be read becomes an entry of `errors`; the others still run.

    Raises:
        InputError: a path cannot be read, or an auditor is to be shared by several processes.
        MissingExtra: an auditor is named, and the extra `llm` is not installed.
        PolicyError: the policy cannot be used.
    """
    guard = guard_of(settings.policy_file, settings.risk)
    rows = [row for path in json_files(paths) for row in sampled(list(read_rows(str(path))), settings.sample)]
    audited = _audited(settings, guard)
    evaluation = Evaluation(auditor=NO_AUDITOR if audited is None else settings.auditor_model, risk=guard.policy.risk.value, diluted_kb=settings.diluted_kb)
    start = time.perf_counter()
    for done, result in enumerate(_results(rows, settings=settings, guard=guard, audited=audited), start=1):
        evaluation.add(result)
        if on_progress is not None:
            on_progress(done, len(rows))
    evaluation.elapsed_s = time.perf_counter() - start
    if audited is not None:
        evaluation.audit = audited.as_json()
        audited.close()
    return evaluation


def _audited(settings: Settings, guard: Guard) -> AuditedRows | None:
    if settings.auditor is None:
        return None
    if settings.jobs > 1:
        raise InputError("jobs", problem="an auditor has one budget and one breaker, which processes cannot share", remedy="leave it at 1")
    from .auditing import AuditedRows

    return AuditedRows(guard, base_url=settings.auditor, model=settings.auditor_model)


def sampled(rows: list[Row], count: int | None) -> list[Row]:
    """`count` of the rows, evenly spaced; all where there are not more."""
    if count is None or count >= len(rows):
        return rows
    return [rows[number * len(rows) // count] for number in range(count)]


def write_json(evaluation: Evaluation, path: Path) -> None:
    """Write the counts as one JSON document."""
    _write(path, json.dumps(evaluation.as_json(), indent=1) + "\n")


def write_misses(evaluation: Evaluation, path: Path) -> None:
    """Write every wrong row with its findings, one JSON object a line."""
    _write(path, "".join(json.dumps(miss) + "\n" for miss in evaluation.misses))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        problem = f"cannot be written ({error.strerror or error})"
        raise InputError(str(path), problem=problem, remedy="name a file in a folder that exists") from error


def _results(rows: list[Row], *, settings: Settings, guard: Guard, audited: AuditedRows | None) -> Iterator[RowResult]:
    if settings.jobs <= 1:
        worker = _Worker(settings, guard, audited)
        for row in rows:
            yield worker.judge(row)
        return
    chunks = [rows[start : start + CHUNK_ROWS] for start in range(0, len(rows), CHUNK_ROWS)]
    pools = multiprocessing.get_context("spawn")
    with pools.Pool(settings.jobs, initializer=_start_worker, initargs=(replace(settings, jobs=1),)) as pool:
        for results in pool.imap(_judge_chunk, chunks):
            yield from results


class _Worker:
    """What one process needs to judge rows: the guard, and the unrelated text, indexed once."""

    def __init__(self, settings: Settings, guard: Guard, audited: AuditedRows | None = None) -> None:
        self._guard = guard
        self._audited = audited
        self._base = Context.from_openai((), evidence=unrelated_passages(settings.diluted_kb)) if settings.diluted_kb else None

    def judge(self, row: Row) -> RowResult:
        if row.content is None:
            return RowResult(error=row.error)
        try:
            if self._audited is not None:
                return self._audited.judge(row.content, row.place, base=self._base)
            return judge_row(row.content, row.place, guard=self._guard, base=self._base)
        except InputError as error:
            return RowResult(error=str(error))


_workers: list[_Worker] = []
"""The one worker of a pool process; empty in the parent."""


def _start_worker(settings: Settings) -> None:
    _workers[:] = [_Worker(settings, guard_of(settings.policy_file, settings.risk))]


def _judge_chunk(rows: list[Row]) -> list[RowResult]:
    return [_workers[0].judge(row) for row in rows]
