"""Limits, failures and batches of an auditor over a transport that fails on purpose."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import re
from pathlib import Path

import pytest
from audit_server import answers
from auditors import Scripted, checked, says
from groundrules.engine.audits import Answer, AuditAnswer, AuditFault, AuditItem, AuditReply, AuditRequest, AuditTask, EvidenceWindow
from groundrules.engine.errors import InputError
from groundrules.engine.settle import settle
from groundrules.engine.types import Decision, Kind, Role
from groundrules.llm_fallback import (
    AgreeingAuditors,
    Asked,
    AuditLimits,
    BreakerSettings,
    ChatRequest,
    Completion,
    HumanAuditor,
    MemoryCache,
    ModelAuditor,
    RecordedAuditor,
    SqliteCache,
    TransportError,
    audit_batch,
)

pytest.importorskip("tenacity")

AUDITS = 10_000
HALF = AUDITS // 2
OUTAGE = range(4_000, 4_040)
"""Requests on the wire that all fail, so that the breaker opens."""


def request_of(number: int, *, task: AuditTask = AuditTask.TOOL_ARGUMENTS) -> AuditRequest:
    """A subject of its own with one item, whose evidence names it."""
    item = AuditItem("/box", f"box {number}", "box", "", Kind.WORD, strict=False)
    window = EvidenceWindow("w1", "m0", Role.USER, 0, f"Please take box {number} to the cellar.")
    return AuditRequest(f"s{number}", task, "move", (item,), (window,))


def number_of(chat: ChatRequest) -> int:
    """The subject that a prompt is about."""
    found = re.search(r"take box (\d+) to", chat.messages[1]["content"])
    assert found is not None
    return int(found[1])


class Failing:
    """Fails three times in ten, each time in another way, and always during the outage; keeps which subjects got a valid reply."""

    name = "failing"

    def __init__(self) -> None:
        self.random = random.Random(20)
        self.sent = 0
        self.now = 0.0
        self.valid: set[int] = set()

    def clock(self) -> float:
        """A clock that goes on with each look at it."""
        self.now += 0.0005
        return self.now

    async def complete(self, request: ChatRequest, /) -> Completion:
        """A completion, or a failure."""
        self.sent += 1
        await asyncio.sleep(0)
        number = number_of(request)
        if self.sent in OUTAGE:
            raise TransportError(AuditFault.CONNECTION)
        if self.random.random() >= 0.3:
            self.valid.add(number)
            return Completion(answers(("i1", "yes", f"box {number} to the cellar")), "m", 10, 5)
        return self._failure(number)

    def _failure(self, number: int) -> Completion:
        good = answers(("i1", "yes", f"box {number} to the cellar"))
        texts = [
            "",
            "Yes, it is.",
            good[: len(good) // 2],
            good + good,
            answers(("i2", "yes", f"box {number}")),
            answers(("i1", "yes", f"box {number + 1} to the cellar")),
            answers(("i1", "yes", None)),
            answers(),
            good.replace('"yes"', '"YES!"'),
            json.dumps({"verdict": "PASS"}),
        ]
        faults = [AuditFault.TIMEOUT, AuditFault.CONNECTION, AuditFault.RATE_LIMIT, AuditFault.SERVER_ERROR, AuditFault.REJECTED]
        kind = self.random.randrange(len(texts) + len(faults) + 3)
        if kind < len(texts):
            return Completion(texts[kind], "m", 10, 5)
        if kind < len(texts) + len(faults):
            raise TransportError(faults[kind - len(texts)])
        if kind == len(texts) + len(faults):
            raise RuntimeError("a bug in the transport")
        fault = AuditFault.REFUSAL if kind % 2 else AuditFault.TRUNCATED
        return Completion("{", "m", 10, 5, fault)

    async def close(self) -> None:
        """Nothing to let go of."""


def test_faults_are_never_a_pass_and_nothing_is_lost() -> None:
    """Ten thousand audits, three in ten requests failing: each has one reply, a yes only from a valid answer; the breaker opens and closes; memory is flat."""
    transport = Failing()
    auditor = ModelAuditor(
        transport,
        limits=AuditLimits(first_pause_s=0.0, concurrency=16),
        breaker=BreakerSettings(failures=12, open_s=0.002),
        cache=MemoryCache(50),
        clock=transport.clock,
    )
    settled = unsettled = 0
    living: list[int] = []
    try:
        for start in (0, HALF):
            batch = asyncio.run(audit_batch(map(request_of, range(start, start + HALF)), auditor, concurrency=32))
            assert sorted(batch.replies) == list(range(HALF))
            for place, reply in batch.replies.items():
                number = start + place
                [each] = settle(request_of(number), reply)
                settled += each.answer is not None
                unsettled += each.fault is not None
                assert each.answer is None or number in transport.valid
                assert (each.answer is None) != (each.fault is None)
            del batch
            gc.collect()
            living.append(len(gc.get_objects()))
    finally:
        auditor.close()
    assert settled + unsettled == AUDITS == auditor.usage.audits
    assert auditor.usage.requests == transport.sent
    assert settled > AUDITS * 0.8
    assert unsettled > 0
    assert auditor.breaker.opened > 0
    assert auditor.breaker.closed > 0
    assert auditor.usage.reserved == 0
    assert living[1] - living[0] < 2_000


def test_claims_are_asked_for_three_times() -> None:
    """Two retries for claims, one for everything else, each told the last fault."""

    class Silent(Failing):
        async def complete(self, request: ChatRequest, /) -> Completion:
            self.sent += bool(request.messages)
            return Completion("No idea.", "m")

    for task, sent in ((AuditTask.CLAIMS, 3), (AuditTask.ANSWER, 2), (AuditTask.TOOL_ARGUMENTS, 2)):
        transport = Silent()
        auditor = ModelAuditor(transport)
        assert auditor.audit(request_of(1, task=task)).faults == (AuditFault.NO_JSON,)
        assert transport.sent == sent
        auditor.close()


def test_batch_takes_up_where_it_stopped(tmp_path: Path) -> None:
    """What stands in the journal is not asked again; a cut last line is, and so is a failed subject."""
    journal = tmp_path / "journal.jsonl"
    asked: list[str] = []

    class Counting:
        async def audit_async(self, request: AuditRequest, /) -> AuditReply:
            asked.append(request.subject_id)
            if request.subject_id == "s3" and len(asked) < 6:
                raise RuntimeError("down")
            return AuditReply((AuditAnswer("/box", Answer.UNCLEAR, None, ""),))

    progress: list[int] = []
    first = asyncio.run(audit_batch(map(request_of, range(5)), Counting(), concurrency=2, journal=journal, on_progress=progress.append))
    assert progress == [1, 2, 3, 4, 5]
    assert first.replies[3].faults == (AuditFault.RAISED,)
    lines = journal.read_text(encoding="utf-8")
    journal.write_text(lines[:-20], encoding="utf-8")
    again = asyncio.run(audit_batch(map(request_of, range(5)), Counting(), journal=journal))
    assert again.resumed == 3
    assert len(asked) == 7
    assert not any(reply.faults for reply in again.replies.values())
    assert asyncio.run(audit_batch(map(request_of, range(5)), Counting(), journal=journal)).resumed == 5


def test_two_auditors_have_to_agree() -> None:
    """Where they differ the item stays undecided, and the verdict says what each said."""
    quote = "somebody has to come today"
    yes, no = Scripted(says(Answer.YES, quote)), Scripted(says(Answer.NO))

    assert checked(AgreeingAuditors(yes, yes)).decision is Decision.ALLOW
    verdict = checked(AgreeingAuditors(yes, no))
    assert verdict.decision is checked(None).decision
    assert verdict.audit is not None
    assert verdict.audit.items[0].reason == "one auditor says yes, the other no"


def test_one_of_two_that_fails_is_a_failure() -> None:
    """An answer that counts with one auditor alone settles nothing."""
    quote = "somebody has to come today"
    verdict = checked(AgreeingAuditors(Scripted(says(Answer.YES, quote)), Scripted(says(Answer.YES, "made up"))))
    assert verdict.decision is Decision.BLOCK


def test_person_reads_the_question_and_is_checked_too() -> None:
    """The hook gets the question; a yes without a place in the evidence does not count."""
    questions: list[str] = []

    def ask(_request: AuditRequest, asked: tuple[Asked, ...]) -> list[AuditAnswer]:
        questions.extend(each.question for each in asked)
        return [AuditAnswer(each.item.item, Answer.YES, "somebody has to come today", "seen") for each in asked]

    verdict = checked(HumanAuditor(ask, name="duty desk"))
    assert questions == ['Do the excerpts give, or clearly mean, "urgent" as the `priority` of this call?']
    assert verdict.decision is Decision.ALLOW
    assert verdict.audit is not None
    assert verdict.audit.model == "duty desk"
    assert checked(HumanAuditor(lambda _request, _asked: [])).decision is Decision.BLOCK


def test_broken_files_are_refused(tmp_path: Path) -> None:
    """A recording or a cache that is something else is named when it is opened."""
    path = tmp_path / "broken.jsonl"
    with pytest.raises(InputError, match="no such file"):
        RecordedAuditor(path)
    path.write_text('{"reply": 1}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.jsonl:1"):
        RecordedAuditor(path)
    with pytest.raises(InputError, match="cache"):
        SqliteCache(path)


def test_memory_cache_drops_what_was_not_used() -> None:
    """The last replies used stay."""
    cache = MemoryCache(2)
    for key in "ab":
        cache.put(key, AuditReply(model=key))
    assert cache.get("a") is not None
    cache.put("c", AuditReply(model="c"))
    assert [cache.get(key) is not None for key in "abc"] == [True, False, True]
