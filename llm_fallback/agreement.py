"""Two auditors that have to agree: an item on which they differ stays undecided, and the verdict says what each of them said."""

from __future__ import annotations

from ..engine.audits import Answer, AuditAnswer, Auditor, AuditReply, AuditRequest
from ..engine.settle import settle


class AgreeingAuditors:
    """Asks `first` and `second` alike. Only an answer that counts by itself and that both give is handed on, with the quotation of the first."""

    def __init__(self, first: Auditor, second: Auditor) -> None:
        self._first = first
        self._second = second

    def audit(self, request: AuditRequest) -> AuditReply:
        """The answers on which both agree; a fault of either is a fault."""
        one, other = self._first.audit(request), self._second.audit(request)
        answers: list[AuditAnswer] = []
        notes: dict[str, str] = {}
        for left, right in zip(settle(request, one), settle(request, other), strict=True):
            if left.answer is None or right.answer is None:
                continue
            if left.answer.answer is right.answer.answer:
                answers.append(left.answer)
                continue
            said = f"one auditor says {left.answer.answer}, the other {right.answer.answer}"
            notes[left.item.item] = said
            answers.append(AuditAnswer(left.item.item, Answer.UNCLEAR, None, said))
        faults = tuple(dict.fromkeys((*one.faults, *other.faults)))
        return AuditReply(tuple(answers), faults, f"{one.model} and {other.model}", one.prompt_version, one.prompt_digest, notes)
