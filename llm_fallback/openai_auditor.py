"""The auditor over the `openai` client: any endpoint that speaks its protocol. The only file that imports `openai` (extra `llm`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, cast

from ..engine.audits import AuditFault, AuditReply, AuditRequest
from ..engine.entries import Sink
from ..engine.errors import MissingExtra
from ..engine.types import Json
from .breaker import Breaker, BreakerSettings
from .budget import Budget, Usage
from .cache import Cache
from .model_auditor import AuditLimits, ModelAuditor
from .prompts import EXAMPLES, FewShot
from .transport import ChatRequest, Completion, ReplyForm, TransportError

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion
    from openai.types.responses import Response

Api = Literal["chat", "responses"]
_SCHEMA_NAME = "audit"


class OpenAITransport:
    """One model behind one endpoint, by chat completions or by the Responses API. It never retries by itself.

    Raises:
        MissingExtra: the extra `llm` is not installed.
    """

    def __init__(self, *, model: str, base_url: str | None = None, api_key: str | None = None, api: Api = "chat") -> None:
        try:
            import openai
        except ImportError as error:
            raise MissingExtra("llm", purpose="an auditor model") from error
        self._model = model
        self._base_url = base_url
        self._api: Api = api
        self._client = openai.AsyncOpenAI(base_url=base_url, api_key=api_key if api_key is not None or base_url is None else "none", max_retries=0)

    @property
    def name(self) -> str:
        """The model, its endpoint and the API."""
        return f"{self._model} at {self._base_url or 'the default endpoint'} ({self._api})"

    async def complete(self, request: ChatRequest) -> Completion:
        """The completion. Raises TransportError where none came."""
        import openai

        try:
            return await (self._chat(request) if self._api == "chat" else self._responses(request))
        except openai.OpenAIError as error:
            raise _read_error(error) from error
        except ValueError as error:
            raise TransportError(AuditFault.SERVER_ERROR, problem="the body of the answer is no JSON") from error

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def _chat(self, request: ChatRequest) -> Completion:
        body: dict[str, object] = {"temperature": 0, "max_tokens": request.max_tokens}
        form = _chat_form(request)
        if form is not None:
            body["response_format"] = form
        messages = [dict(message) for message in request.messages]
        answer = await self._client.post(
            "/chat/completions",
            cast_to=_chat_type(),
            body={"model": self._model, "messages": messages, **body},
            options={"timeout": request.timeout_s},
        )
        return _of_chat(answer, self._model)

    async def _responses(self, request: ChatRequest) -> Completion:
        body: dict[str, object] = {"max_output_tokens": request.max_tokens, "store": False}
        form = _responses_form(request)
        if form is not None:
            body["text"] = {"format": form}
        answer = await self._client.post(
            "/responses",
            cast_to=_response_type(),
            body={"model": self._model, "input": [dict(message) for message in request.messages], **body},
            options={"timeout": request.timeout_s},
        )
        return _of_response(answer, self._model)


class OpenAIAuditor:
    """An auditor model behind any OpenAI-compatible endpoint; `docs/AUDITOR.md` says what happens when.

    `api_key` is by default the client's own (`OPENAI_API_KEY`), or none where a `base_url` is given. `mask` hides personal data, and `private` further strings.
    `record` takes an entry for each request.

    Raises:
        MissingExtra: the extra `llm` is not installed.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        api: Api = "chat",
        limits: AuditLimits | None = None,
        budget: Budget | None = None,
        breaker: BreakerSettings | None = None,
        cache: Cache | None = None,
        examples: Sequence[FewShot] = EXAMPLES,
        mask: bool = False,
        private: Iterable[str] = (),
        record: Sink | None = None,
        form: ReplyForm = ReplyForm.SCHEMA,
    ) -> None:
        transport = OpenAITransport(model=model, base_url=base_url, api_key=api_key, api=api)
        self._auditor = ModelAuditor(
            transport,
            limits=limits,
            budget=budget,
            breaker=breaker,
            cache=cache,
            examples=examples,
            mask=mask,
            private=private,
            record=record,
            form=form,
        )

    def audit(self, request: AuditRequest) -> AuditReply:
        """The reply; never raises on what a model or a server does."""
        return self._auditor.audit(request)

    async def audit_async(self, request: AuditRequest) -> AuditReply:
        """As `audit`; cancelling it cancels the request unless another caller waits for the same."""
        return await self._auditor.audit_async(request)

    @property
    def usage(self) -> Usage:
        """What the run has come to so far."""
        return self._auditor.usage

    @property
    def breaker(self) -> Breaker:
        """The circuit breaker, with its state."""
        return self._auditor.breaker

    def close(self) -> None:
        """End what is under way and let go of the connections."""
        self._auditor.close()


def _chat_type() -> type[ChatCompletion]:
    from openai.types.chat import ChatCompletion

    return ChatCompletion


def _response_type() -> type[Response]:
    from openai.types.responses import Response

    return Response


def _chat_form(request: ChatRequest) -> dict[str, object] | None:
    if request.form is ReplyForm.SCHEMA:
        return {"type": "json_schema", "json_schema": {"name": _SCHEMA_NAME, "strict": True, "schema": dict(request.schema)}}
    return {"type": "json_object"} if request.form is ReplyForm.OBJECT else None


def _responses_form(request: ChatRequest) -> dict[str, object] | None:
    if request.form is ReplyForm.SCHEMA:
        return {"type": "json_schema", "name": _SCHEMA_NAME, "strict": True, "schema": dict(request.schema)}
    return {"type": "json_object"} if request.form is ReplyForm.OBJECT else None


def _plain(answer: object) -> dict[str, Json]:
    """The answer as plain JSON. The client does not validate what a server sends, and gives a text for a body that is not declared as JSON."""
    dumped = getattr(answer, "model_dump", None)
    if dumped is None:
        raise TransportError(AuditFault.TRANSPORT_PAGE, problem="the answer is no JSON object")
    return cast("dict[str, Json]", dumped(mode="json", warnings=False))


def _of_chat(answer: object, model: str) -> Completion:
    body = _plain(answer)
    tokens_in, tokens_out = _tokens(body.get("usage"), "prompt_tokens", "completion_tokens")
    named = body.get("model")
    model = named if isinstance(named, str) and named else model
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(first, dict):
        fault = AuditFault.ERROR_BODY if body.get("error") else AuditFault.NO_CHOICES
        return Completion("", model, tokens_in, tokens_out, fault)
    message = first.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    text = content if isinstance(content, str) else ""
    refusal = message.get("refusal") if isinstance(message, dict) else None
    return Completion(text, model, tokens_in, tokens_out, _fault(first.get("finish_reason"), refused=bool(refusal), text=text))


def _fault(reason: Json, *, refused: bool, text: str) -> AuditFault | None:
    if refused:
        return AuditFault.REFUSAL
    if reason in ("length", "max_output_tokens"):
        return AuditFault.TRUNCATED
    if reason == "content_filter":
        return AuditFault.FILTERED
    return None if text.strip() else AuditFault.EMPTY


def _of_response(answer: object, model: str) -> Completion:
    body = _plain(answer)
    tokens_in, tokens_out = _tokens(body.get("usage"), "input_tokens", "output_tokens")
    if body.get("error"):
        return Completion("", model, tokens_in, tokens_out, AuditFault.ERROR_BODY)
    output = body.get("output")
    items = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    if not items:
        return Completion("", model, tokens_in, tokens_out, AuditFault.NO_CHOICES)
    contents = [item.get("content") for item in items if item.get("type") == "message"]
    parts = [part for content in contents if isinstance(content, list) for part in content if isinstance(part, dict)]
    text = "".join(str(part.get("text", "")) for part in parts if part.get("type") == "output_text")
    refused = any(part.get("type") == "refusal" for part in parts)
    details = body.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    return Completion(text, model, tokens_in, tokens_out, _fault(reason, refused=refused, text=text))


def _tokens(usage: Json, name_in: str, name_out: str) -> tuple[int, int]:
    counts = [usage.get(name) if isinstance(usage, dict) else 0 for name in (name_in, name_out)]
    read = [count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0 for count in counts]
    return read[0], read[1]


def _read_error(error: openai.OpenAIError) -> TransportError:
    """An error of the client as a named fault."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return TransportError(AuditFault.TIMEOUT, problem="the client gave up waiting")
    if isinstance(error, openai.APIStatusError):
        status = error.status_code
        wait = _retry_after(error.response.headers.get("retry-after"))
        if status == 429:
            return TransportError(AuditFault.RATE_LIMIT, status=status, retry_after_s=wait)
        if status >= 500 or status in (408, 409):
            return TransportError(AuditFault.SERVER_ERROR, status=status, retry_after_s=wait)
        return TransportError(AuditFault.REJECTED, status=status, problem="the server refuses the request")
    if isinstance(error, openai.APIConnectionError):
        return TransportError(AuditFault.CONNECTION, problem="the connection failed")
    return TransportError(AuditFault.SERVER_ERROR, problem=type(error).__name__)


def _retry_after(header: str | None) -> float | None:
    """Seconds to wait; a date, or anything else that is no number, is left to the back-off."""
    try:
        seconds = float(header) if header is not None else None
    except ValueError:
        return None
    return seconds if seconds is not None and 0 <= seconds < float("inf") else None
