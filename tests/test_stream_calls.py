"""Tool calls checked while they arrive: from the events of three kinds of clients, each call decided when it is complete."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from itertools import pairwise
from types import SimpleNamespace

import pytest
from groundrules import (
    AnswerStream,
    CallDecided,
    CallDelta,
    CallEvent,
    CallFailed,
    CallStream,
    CallStreamState,
    Context,
    Decision,
    Done,
    Guard,
    InputError,
    Json,
    Released,
    StreamLimits,
    StreamMode,
    ToolCall,
    ToolRegistry,
    call_deltas,
    checked,
    checked_async,
    checked_calls,
    checked_calls_async,
    text_delta,
)
from groundrules.engine.stream_calls import NEXT_CALL_STATES
from hypothesis import given
from hypothesis import strategies as st

TOOLS = ToolRegistry.from_openai(
    [{"name": name, "input_schema": {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]}} for name in ("track", "cancel")]
)
CONTEXT = Context.from_openai([{"role": "user", "content": "Where is order ORD-12345, and cancel ORD-20417."}])
FIRST, SECOND = '{"order_id": "ORD-12345"}', '{"order_id": "ORD-99999"}'


def stream(limits: StreamLimits | None = None) -> CallStream:
    """A new stream over the sample context."""
    return CallStream(Guard(), context=CONTEXT, registry=TOOLS, limits=limits or StreamLimits())


def chat(index: int, arguments: str, name: str | None = None) -> dict[str, Json]:
    """A chat chunk with a piece of one call."""
    call: dict[str, Json] = {"index": index, "function": {"name": name, "arguments": arguments}}
    if name:
        call["id"] = f"call_{index}"
    return {"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}


CHAT: list[object] = [chat(0, "", "track"), chat(0, FIRST[:9]), chat(0, FIRST[9:]), chat(1, "", "cancel"), chat(1, SECOND), {"choices": []}]
RESPONSES: list[object] = [
    event
    for item, name, text in (("fc_1", "track", FIRST), ("fc_2", "cancel", SECOND))
    for event in (
        {"type": "response.output_item.added", "item": {"type": "function_call", "id": item, "call_id": f"call_{item}", "name": name, "arguments": ""}},
        {"type": "response.function_call_arguments.delta", "item_id": item, "delta": text[:7]},
        {"type": "response.function_call_arguments.delta", "item_id": item, "delta": text[7:]},
        {"type": "response.function_call_arguments.done", "item_id": item, "arguments": text},
    )
]
NO_INPUT: dict[str, Json] = {}
BLOCKS: list[object] = [
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Let me look."}},
    {"type": "content_block_stop", "index": 0},
    *(
        event
        for index, name, text in ((1, "track", FIRST), (2, "cancel", SECOND))
        for event in (
            {"type": "content_block_start", "index": index, "content_block": {"type": "tool_use", "id": f"toolu_{index}", "name": name, "input": NO_INPUT}},
            {"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text[:5]}},
            {"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": text[5:]}},
            {"type": "content_block_stop", "index": index},
        )
    ),
]


def as_objects(value: object) -> object:
    """Mappings as objects with attributes, the way clients hand events out."""
    return json.loads(json.dumps(value), object_hook=lambda members: SimpleNamespace(**members))


@pytest.mark.parametrize("events", [CHAT, RESPONSES, BLOCKS], ids=["chat", "responses", "blocks"])
@pytest.mark.parametrize("objects", [False, True])
def test_each_call_is_decided_when_it_is_complete(events: list[object], *, objects: bool) -> None:
    """The first verdict comes before the second call is there; both are those of the batch check."""
    own = stream()
    seen: list[tuple[int, CallEvent]] = []
    for number, event in enumerate(events):
        seen += [(number, found) for delta in call_deltas(as_objects(event) if objects else event) for found in own.feed(delta)]
    seen += [(len(events), found) for found in own.close()]
    assert [found.verdict.decision for _, found in seen] == [Decision.ALLOW, Decision.BLOCK]
    assert seen[0][0] < len(events) - 1
    for _, found in seen:
        assert found.verdict == Guard().check_tool_call(found.call, context=CONTEXT, registry=TOOLS)
        assert found.call.id is not None


@given(text=st.one_of(st.just(FIRST), st.just(SECOND), st.text(st.sampled_from('{}[]":,1eOD-\\ u'), max_size=30)), data=st.data())
def test_cuts_of_arguments_change_nothing(text: str, data: st.DataObject) -> None:
    """For every way of cutting an argument text there is one verdict, that of the whole, and none before the end."""
    places = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text)), max_size=8))})
    own = stream()
    events = [event for start, end in pairwise(places) for event in own.feed(CallDelta("0", text[start:end], name="track" if start == 0 else ""))]
    assert events == []
    events += own.feed(CallDelta("0", name="" if len(places) > 1 else "track", done=True))
    (event,) = events
    assert event.verdict == Guard().check_tool_call(ToolCall("track", text), context=CONTEXT, registry=TOOLS)


def test_interleaved_calls_are_kept_apart() -> None:
    """Pieces of two calls in turns; the first is not complete when the second opens, so it is decided at the end."""
    deltas = [chat(0, FIRST[:9], "track"), chat(1, SECOND[:9], "cancel"), chat(0, FIRST[9:]), chat(1, SECOND[9:])]
    events = list(checked_calls(deltas, stream()))
    assert [event.call.arguments for event in events] == [FIRST, SECOND]


def test_piece_after_the_verdict_fails_the_call() -> None:
    """A call that goes on after it was complete is blocked, and stays so."""
    own = stream()
    assert isinstance(own.feed(CallDelta("0", FIRST, name="track", done=True))[0], CallDecided)
    (failed,) = own.feed(CallDelta("0", " "))
    assert isinstance(failed, CallFailed)
    assert failed.verdict.decision is Decision.BLOCK
    assert own.feed(CallDelta("0", "more")) == ()
    assert own.states() == {"0": CallStreamState.FAILED}


def test_whole_text_that_differs_from_its_pieces_fails() -> None:
    """What was seen is not what the host would run."""
    own = stream()
    own.feed(CallDelta("0", FIRST, name="track"))
    (failed,) = own.feed(CallDelta("0", whole=SECOND, done=True))
    assert isinstance(failed, CallFailed)


def test_cut_off_call_is_blocked_at_the_end() -> None:
    """A stream that breaks off leaves a truncated call, which may not run."""
    own = stream()
    own.feed(CallDelta("0", FIRST[:-3], name="track"))
    (event,) = own.close()
    assert not event.verdict.decision.may_run
    assert own.close() == ()
    with pytest.raises(InputError, match="closed"):
        own.feed(CallDelta("0", "x"))


def test_limits_block_with_a_clear_error() -> None:
    """Too many characters or too many calls: the call is blocked, and the error names the setting."""
    own = stream(StreamLimits(max_chars=100, max_calls=1))
    (failed,) = own.feed(CallDelta("0", "7" * 101, name="track"))
    assert isinstance(failed, CallFailed)
    assert "`max_chars`" in failed.error.message
    (other,) = own.feed(CallDelta("1", "{}", name="track"))
    assert isinstance(other, CallFailed)
    assert "`max_calls`" in other.error.message
    with pytest.raises(InputError, match="positive"):
        StreamLimits(max_calls=0)


def test_table_of_call_states_is_total() -> None:
    """Each state is there, and a failed call stays failed."""
    assert set(NEXT_CALL_STATES) == set(CallStreamState)
    assert NEXT_CALL_STATES[CallStreamState.FAILED] == frozenset()


TEXTS: list[object] = [
    "Where is ",
    {"choices": [{"index": 0, "delta": {"content": "ORD-"}}, {"index": 1, "delta": {"content": "no"}}]},
    {"type": "response.output_text.delta", "delta": "12345"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "?"}},
    {"type": "message_stop"},
    {"choices": [{"index": 0, "delta": {"content": None}}]},
]


def test_text_is_read_from_each_kind_of_event() -> None:
    """Strings, chat chunks (the first choice), Responses and block events; others bring no text."""
    assert "".join(map(text_delta, TEXTS)) == "".join(text_delta(as_objects(event)) for event in TEXTS) == "Where is ORD-12345?"


class Client:
    """A client's stream that counts what was pulled and whether it was closed."""

    def __init__(self, events: list[object]) -> None:
        self.events, self.pulled, self.closed = events, 0, False

    def __iter__(self) -> Iterator[object]:
        for event in self.events:
            self.pulled += 1
            yield event

    async def __aiter__(self) -> AsyncIterator[object]:
        for event in self.events:
            self.pulled += 1
            await asyncio.sleep(0)
            yield event

    def close(self) -> None:
        """Note it."""
        self.closed = True


class AsyncClient(Client):
    """The same for an asynchronous client."""

    async def close(self) -> None:  # type: ignore[override]  # clients name the asynchronous one alike
        """Note it."""
        self.closed = True


def test_nothing_is_pulled_ahead_and_the_client_is_closed() -> None:
    """One event is pulled when one is asked for; leaving early closes the client's stream, without a verdict."""
    client = Client(["a ", "b ", "c "])
    answer = AnswerStream(Guard(), context=CONTEXT, mode=StreamMode.OBSERVE)
    events = checked(client, answer)
    assert isinstance(next(events), Released)
    assert client.pulled == 1
    events.close()  # type: ignore[attr-defined]  # a generator
    assert client.closed
    assert answer.verdict is None


def test_last_event_is_the_verdict() -> None:
    """The reader gets `Done` at the end."""
    events = list(checked(TEXTS, AnswerStream(Guard(), context=CONTEXT)))
    assert isinstance(events[-1], Done)
    assert events[-1].verdict.text == "Where is ORD-12345?"


def test_async_client_gives_the_same() -> None:
    """Text and calls of an asynchronous client end as those of a synchronous one, and it is closed."""

    async def read() -> None:
        client, calls = AsyncClient(TEXTS), AsyncClient(CHAT)
        events = [event async for event in checked_async(client, AnswerStream(Guard(), context=CONTEXT))]
        assert events == list(checked(TEXTS, AnswerStream(Guard(), context=CONTEXT)))
        found = [event async for event in checked_calls_async(calls, stream())]
        assert found == list(checked_calls(CHAT, stream()))
        assert client.closed
        assert calls.closed

    asyncio.run(read())


def test_cancelled_reader_closes_the_client() -> None:
    """A cancelled task leaves no verdict and a closed client."""

    class Slow(AsyncClient):
        def __aiter__(self) -> AsyncIterator[object]:
            return self

        async def __anext__(self) -> object:
            self.pulled += 1
            await asyncio.sleep(0 if self.pulled == 1 else 60)
            return "a "

    async def read() -> None:
        client = Slow([])
        answer = AnswerStream(Guard(), context=CONTEXT)

        async def consume() -> None:
            async for _ in checked_async(client, answer):
                pass

        task = asyncio.create_task(consume())
        while client.pulled < 2:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert client.closed
        assert answer.verdict is None

    asyncio.run(read())


def test_arguments_as_long_as_allowed_are_judged() -> None:
    """A million characters in small pieces are one verdict."""
    own = stream()
    text = json.dumps({"order_id": "7" * 1_000_000})
    for start in range(0, len(text), 1_000):
        assert own.feed(CallDelta("0", text[start : start + 1_000], name="" if start else "track")) == ()
    (event,) = own.close()
    assert not event.verdict.decision.may_run
