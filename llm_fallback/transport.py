"""The wire between an auditor and a model: what is sent, what comes back, and what can go wrong on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ..engine.audits import AuditFault
from ..engine.errors import GroundrulesError
from ..engine.types import Json


class ReplyForm(StrEnum):
    """How the server is asked to keep to the schema, strictest first; the reply is validated whichever it is."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request to a model; `timeout_s` bounds the whole exchange."""

    messages: tuple[Mapping[str, str], ...]
    schema: Mapping[str, Json]
    form: ReplyForm
    max_tokens: int
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model gave back: `fault` where there is no text to read. Tokens are 0 where the server does not count them."""

    text: str
    model: str
    tokens_in: int = 0
    tokens_out: int = 0
    fault: AuditFault | None = None


class TransportError(GroundrulesError, ConnectionError):
    """No completion came: `fault` says why, `retry_after_s` how long the server asks to wait, `status` the HTTP status or None."""

    def __init__(self, fault: AuditFault, *, status: int | None = None, retry_after_s: float | None = None, problem: str = "") -> None:
        self.fault = fault
        self.status = status
        self.retry_after_s = retry_after_s
        self.problem = problem
        super().__init__(f"no completion came ({fault}{'' if status is None else f', HTTP {status}'}): {problem or 'see the server'}; try again later")

    @property
    def transient(self) -> bool:
        """True where the same request may succeed later."""
        return self.fault in (AuditFault.TIMEOUT, AuditFault.CONNECTION, AuditFault.RATE_LIMIT, AuditFault.SERVER_ERROR)

    @property
    def may_be_the_form(self) -> bool:
        """True where a server may have refused the form of the reply rather than the request."""
        return self.status in (400, 404, 415, 422, 500, 501)


class Transport(Protocol):
    """Sends one request. `name` tells models and endpoints apart in the cache."""

    @property
    def name(self) -> str:
        """The model and its endpoint."""
        ...

    async def complete(self, request: ChatRequest, /) -> Completion:
        """The completion. Raises TransportError where none came."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...
