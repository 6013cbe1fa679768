"""A person as the auditor. What a person says is checked like what a model says: a `yes` names the place in the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..engine.audits import AuditAnswer, AuditItem, AuditReply, AuditRequest
from .prompts import PROMPT_VERSION, prompt_digest, question_of


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as a person reads it, with the item it is about."""

    item: AuditItem
    question: str


class HumanAuditor:
    """Puts the questions of a request to a person through `ask`, which is given the request and the questions and returns the answers.

    What `ask` raises is a failed audit. `name` says who answered.
    """

    def __init__(self, ask: Callable[[AuditRequest, tuple[Asked, ...]], Iterable[AuditAnswer]], *, name: str = "person") -> None:
        self._ask = ask
        self._name = name

    def audit(self, request: AuditRequest) -> AuditReply:
        """What the person answered; an item that was passed over stays undecided, as a missing one."""
        asked = tuple(Asked(item, question_of(item, request.task)) for item in request.items)
        return AuditReply(tuple(self._ask(request, asked)), (), self._name, PROMPT_VERSION, prompt_digest())
