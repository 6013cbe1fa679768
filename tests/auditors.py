"""Auditors for tests, and a subject with something open: a choice and a count that no rule can settle."""

from __future__ import annotations

from collections.abc import Callable

from groundrules.engine.audits import Answer, AuditAnswer, AuditItem, Auditor, AuditReply, AuditRequest
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.policy import Policy
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.text.findings import TextVerdict
from groundrules.engine.types import Json
from groundrules.engine.verdict import Verdict
from strategies import function_tool

SAID = "The kettle of order ORD-12345 leaks all over my kitchen, somebody has to come today! My wife and I will be home."
URGENCY = "somebody has to come today"
PARAMETERS: Json = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string"},
        "priority": {"type": "string", "enum": ["low", "normal", "urgent"]},
        "seats": {"type": "integer"},
        "email": {"type": "string"},
    },
}
REGISTRY = ToolRegistry.from_openai([function_tool("create_ticket", PARAMETERS)])
ARGUMENTS: dict[str, Json] = {"order_id": "ORD-12345", "priority": "urgent"}
HARVEST = "The orchard gave 40 crates of pears in autumn. The mill was closed for repairs until spring."
STORY = "Rain flooded the mill, and repairs delighted the bakers of the valley. The owner was delighted with the warm weather of the harvest."

Say = Callable[[AuditItem], AuditAnswer | None]


def says(answer: Answer, quote: str | None = None, *, reason: str = "because") -> Say:
    """The same answer on every item."""
    return lambda item: AuditAnswer(item.item, answer, quote, reason)


class Scripted:
    """An auditor that says of each item what a function says, and keeps the requests."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.requests: list[AuditRequest] = []

    def audit(self, request: AuditRequest) -> AuditReply:
        """One answer for each item that the function speaks of."""
        self.requests.append(request)
        answers = (self.say(item) for item in request.items)
        return AuditReply(tuple(answer for answer in answers if answer is not None), model="scripted", prompt_version="1", prompt_digest="d")


def context_of_call(said: str = SAID, *, evidence: str = "") -> Context:
    """A user turn and, where given, one passage."""
    passages: list[dict[str, Json]] = [{"id": "p1", "text": evidence}] if evidence else []
    return Context.from_openai([{"role": "user", "content": said}], evidence=passages)


def checked(
    auditor: Auditor | None, arguments: Json = None, *, said: str = SAID, evidence: str = "", policy: Policy | None = None
) -> Verdict:
    """The verdict on the call of this module."""
    call = ToolCall("create_ticket", ARGUMENTS if arguments is None else arguments, "c1")
    return Guard(policy=policy, auditor=auditor).check_tool_call(call, context=context_of_call(said, evidence=evidence), registry=REGISTRY)


def checked_answer(auditor: Auditor | None, answer: str = STORY, *, evidence: str = HARVEST, policy: Policy | None = None) -> TextVerdict:
    """The verdict on an answer over one passage."""
    return Guard(policy=policy, auditor=auditor).check_answer(answer, context=context_of_call("How was the harvest?", evidence=evidence))
