"""What the events of model clients hold, by their shape: OpenAI chat chunks, Responses events, Anthropic events, or plain strings.

Objects with attributes and mappings are read alike, so that no client is imported. Of the choices of a chat chunk the first is read.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from typing import Protocol, TypeVar, cast, runtime_checkable

from .stream import AnswerStream, StreamEvent
from .stream_calls import CallDelta, CallEvent, CallStream

_Sent = TypeVar("_Sent")


@runtime_checkable
class _Closes(Protocol):
    def close(self) -> object: ...


def text_delta(event: object) -> str:
    """The answer text that an event brings; empty where it brings none.

    Example:
        >>> text_delta({"choices": [{"index": 0, "delta": {"content": "Hel"}}]}), text_delta({"type": "response.output_text.delta", "delta": "lo"})
        ('Hel', 'lo')
    """
    if isinstance(event, str):
        return event
    kind = _text(event, "type")
    if kind == "response.output_text.delta":
        return _text(event, "delta")
    if kind == "content_block_delta":
        return _text(_part(event, "delta"), "text")
    return "".join(_text(_part(choice, "delta"), "content") for choice in _first_choice(event))


def call_deltas(event: object) -> tuple[CallDelta, ...]:
    """The pieces of tool calls that an event brings, and which calls it completes.

    A chat chunk that opens a call completes those before it, a `finish_reason` is left to `CallStream.close`.
    """
    kind = _text(event, "type")
    if kind.startswith("response."):
        return _of_responses(event, kind)
    if kind.startswith("content_block_"):
        return _of_blocks(event, kind)
    return tuple(
        CallDelta(
            str(_part(call, "index")),
            _text(_part(call, "function"), "arguments"),
            name=_text(_part(call, "function"), "name"),
            call_id=_text(call, "id") or None,
            opens=True,
        )
        for choice in _first_choice(event)
        for call in _rows(_part(choice, "delta"), "tool_calls")
    )


def checked(events: Iterable[object], stream: AnswerStream) -> Iterator[StreamEvent]:
    """The events of an answer stream for what a client sends, `Done` last. One is pulled only when one is asked for.

    Where the reader stops early the client's stream is closed and there is no verdict; a client that raises leaves none either.
    """
    with closing(_closing(events)) as source:
        for event in source:
            yield from stream.feed(text_delta(event))
        yield from stream.finish()


async def checked_async(events: AsyncIterable[object], stream: AnswerStream) -> AsyncIterator[StreamEvent]:
    """`checked` for an asynchronous client; cancelling closes the client's stream, and there is no verdict."""
    async with aclosing(_closing_async(events)) as source:
        async for event in source:
            for each in stream.feed(text_delta(event)):
                yield each
        for each in stream.finish():
            yield each


def checked_calls(events: Iterable[object], stream: CallStream) -> Iterator[CallEvent]:
    """The verdicts on the tool calls that a client sends, each as soon as the call is complete; closing as `checked` does."""
    with closing(_closing(events)) as source:
        for event in source:
            for delta in call_deltas(event):
                yield from stream.feed(delta)
        yield from stream.close()


async def checked_calls_async(events: AsyncIterable[object], stream: CallStream) -> AsyncIterator[CallEvent]:
    """`checked_calls` for an asynchronous client."""
    async with aclosing(_closing_async(events)) as source:
        async for event in source:
            for delta in call_deltas(event):
                for each in stream.feed(delta):
                    yield each
        for each in stream.close():
            yield each


def _closing(events: Iterable[_Sent]) -> Generator[_Sent, None, None]:
    """The events one by one; the client's stream is closed with the generator."""
    try:
        yield from events
    finally:
        if isinstance(events, _Closes):
            events.close()


async def _closing_async(events: AsyncIterable[_Sent]) -> AsyncGenerator[_Sent, None]:
    try:
        async for event in events:
            yield event
    finally:
        for name in ("aclose", "close"):
            close: object = getattr(events, name, None)
            if callable(close):
                pending: object = close()
                if isinstance(pending, Awaitable):
                    await cast("Awaitable[object]", pending)
                break


def _of_responses(event: object, kind: str) -> tuple[CallDelta, ...]:
    item = _part(event, "item")
    key = _text(item, "id") or _text(event, "item_id")
    if kind == "response.output_item.added" and _text(item, "type") == "function_call":
        return (CallDelta(key, _text(item, "arguments"), name=_text(item, "name"), call_id=_text(item, "call_id") or None),)
    if kind == "response.function_call_arguments.delta":
        return (CallDelta(key, _text(event, "delta")),)
    if kind == "response.function_call_arguments.done":
        return (CallDelta(key, whole=_text(event, "arguments"), done=True),)
    return ()


def _of_blocks(event: object, kind: str) -> tuple[CallDelta, ...]:
    key, block, delta = str(_part(event, "index")), _part(event, "content_block"), _part(event, "delta")
    if kind == "content_block_start" and _text(block, "type") == "tool_use":
        return (CallDelta(key, name=_text(block, "name"), call_id=_text(block, "id") or None),)
    if kind == "content_block_delta" and _text(delta, "type") == "input_json_delta":
        return (CallDelta(key, _text(delta, "partial_json")),)
    return (CallDelta(key, done=True),) if kind == "content_block_stop" else ()


def _first_choice(event: object) -> list[object]:
    return [choice for choice in _rows(event, "choices") if _part(choice, "index") in (0, None)]


def _part(holder: object, name: str) -> object:
    return cast("Mapping[str, object]", holder).get(name) if isinstance(holder, Mapping) else getattr(holder, name, None)


def _text(holder: object, name: str) -> str:
    found = _part(holder, name)
    return found if isinstance(found, str) else ""


def _rows(holder: object, name: str) -> list[object]:
    found = _part(holder, name)
    return list(cast("Sequence[object]", found)) if isinstance(found, (list, tuple)) else []
