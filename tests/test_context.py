"""The context: sources in order, calls, gaps, and a digest of all that a verdict may depend on."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import cast

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.types import Json, Role

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
PASSAGES: tuple[dict[str, Json], ...] = ({"id": "b", "text": "second"}, {"id": "a", "text": "first"})


def user(text: Json) -> dict[str, Json]:
    return {"role": "user", "content": text}


def calling(*, name: str = "get_order", arguments: str = '{"order_id": "A-1"}', identifier: str = "call_a") -> dict[str, Json]:
    call: Json = {"id": identifier, "type": "function", "function": {"name": name, "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def answer(text: str, *, identifier: str = "call_a") -> dict[str, Json]:
    return {"role": "tool", "tool_call_id": identifier, "content": text}


def ids(context: Context) -> list[str]:
    return [index.source.id for index in context.sources]


def test_messages_become_sources_in_order() -> None:
    """Each message with text is a source named after its place; a tool output carries the name and id of the call that it answers."""
    messages = [{"role": "system", "content": "be brief"}, user("hi"), calling(), answer("shipped"), {"role": "assistant", "content": "It is on its way."}]
    context = Context.from_openai(cast("list[dict[str, Json]]", messages))
    sources = [index.source for index in context.sources]
    assert [(source.id, source.role, source.order) for source in sources] == [
        ("m0", Role.SYSTEM, 0),
        ("m1", Role.USER, 1),
        ("m3", Role.TOOL, 3),
        ("m4", Role.ASSISTANT, 4),
    ]
    assert (sources[2].tool, sources[2].call_id) == ("get_order", "call_a")
    assert [(call.order, call.name, call.id) for call in context.calls] == [(2, "get_order", "call_a")]
    assert context.turns == 5


def test_a_tool_output_answers_the_latest_call_of_its_id() -> None:
    """Where a call id was used twice the output belongs to the call made last before it."""
    context = Context.from_openai([calling(name="first"), answer("one"), calling(name="second"), answer("two")])
    assert [index.source.tool for index in context.sources] == ["first", "second"]


def test_an_empty_turn_of_the_user_is_kept() -> None:
    """An assistant turn without text is no source; an empty user turn is one, since it answers."""
    context = Context.from_openai([{"role": "assistant", "content": ""}, user(""), user(None)])
    assert ids(context) == ["m1", "m2"]


@pytest.mark.parametrize(
    ("messages", "evidence", "place"),
    [
        ("hello", (), "messages"),
        (b"hello", (), "messages"),
        ({"role": "user"}, (), "messages"),
        (None, (), "messages"),
        ([user("x"), "y"], (), "messages[1]"),
        ([user("x"), user(3)], (), "messages[1].content"),
        ([user("x"), user("y"), {"role": "x"}], (), "messages[2].role"),
        ((), "text", "evidence"),
        ((), {"id": "a", "text": "b"}, "evidence"),
        ((), [{"id": "a", "text": "t"}, "b"], "evidence[1]"),
        ((), [{"id": "b", "text": "t"}, {"id": "a"}], "evidence[1]"),
        ((), [{"id": "b", "text": "t"}, {"id": 1, "text": "t"}], "evidence[1]"),
        ((), [{"id": "b", "text": "t"}, {"id": "a", "text": "t"}, {"id": "b", "text": "u"}], "evidence[2]"),
    ],
)
def test_bad_input_is_refused_with_its_place(messages: object, evidence: object, place: str) -> None:
    """The place counts in the lists as they were given, not as they are sorted."""
    with pytest.raises(InputError) as caught:
        Context.from_openai(cast("list[dict[str, Json]]", messages), evidence=cast("list[dict[str, Json]]", evidence))
    assert caught.value.place == place


def test_with_message_names_the_next_place() -> None:
    """A message that is added later is counted from the turns before it."""
    context = Context.from_openai([user("a"), user("b")])
    with pytest.raises(InputError) as caught:
        context.with_message({"role": "user", "content": 1})
    assert caught.value.place == "messages[2].content"


def test_plain_turns_read_like_messages() -> None:
    """`from_turns` gives the same context as the chat messages that say the same."""
    plain = Context.from_turns([(Role.SYSTEM, "be brief"), (Role.USER, "hi"), (Role.ASSISTANT, ""), (Role.TOOL, "error: gone")], now=NOON)
    chat = Context.from_openai(
        [{"role": "system", "content": "be brief"}, user("hi"), {"role": "assistant", "content": ""}, {"role": "tool", "content": "error: gone"}], now=NOON
    )
    assert plain.digest == chat.digest
    assert [index.source for index in plain.sources] == [index.source for index in chat.sources]


def test_an_unknown_role_of_a_plain_turn_is_an_input_error() -> None:
    """A role that does not exist is refused like any other input of the wrong shape."""
    with pytest.raises(InputError):
        Context.from_turns([(cast("Role", "robot"), "hi")])


def test_unread_parts_are_gaps() -> None:
    """What was not read, and what the host says is missing, is named in `gaps`; a complete context has none."""
    parts: list[Json] = [{"type": "text", "text": "see"}, {"type": "image_url"}]
    seen = Context.from_openai([user("a"), user(parts)])
    assert seen.unread == ("messages[1].content[1] (image_url)",)
    assert seen.gaps == "messages[1].content[1] (image_url) was not read"
    assert Context.from_openai([user("a")]).gaps == ""
    both = Context.from_openai([user(parts)], complete=False)
    assert both.gaps == "the host says that parts are missing, messages[0].content[1] (image_url) was not read"


def test_host_facts_are_a_source_of_their_own() -> None:
    """Host facts stand before the first turn, in the role host, as one JSON text; without any there is no such source."""
    context = Context.from_openai([user("hi")], host={"user": "Ana Ruiz", "zone": "Europe/Madrid"}, evidence=PASSAGES)
    (host,) = [index for index in context.sources if index.source.role is Role.HOST]
    assert json.loads(host.source.text) == {"user": "Ana Ruiz", "zone": "Europe/Madrid"}
    assert host.source.order < 0
    assert all(index.source.role is not Role.HOST for index in Context.from_openai([user("hi")], host={}).sources)


def test_an_output_is_an_error_by_flag_or_by_its_text() -> None:
    """The flag of the message or the detector marks a tool output, never a turn that only talks about an error."""
    flagged: dict[str, Json] = {"role": "tool", "content": "fine", "is_error": True}
    context = Context.from_openai([user("error: it broke"), flagged, answer("Error: no such order"), answer("shipped")])
    assert [index.source.is_error for index in context.sources] == [False, True, True, False]


def test_the_digest_changes_with_everything_a_verdict_may_depend_on() -> None:
    """The text, the roles, the order of turns, calls, passages, host facts, the present time, completeness and unread parts."""
    contexts = [
        Context.from_openai([user("a"), user("b")]),
        Context.from_openai([user("b"), user("a")]),
        Context.from_openai([user("a"), user("b\x00")]),
        Context.from_openai([user("a\nb")]),
        Context.from_openai([user("a"), {"role": "system", "content": "b"}]),
        Context.from_openai([user("a"), user("b")], now=NOON),
        Context.from_openai([user("a"), user("b")], now=NOON.replace(minute=1)),
        Context.from_openai([user("a"), user("b")], complete=False),
        Context.from_openai([user("a"), user(["b", {"type": "image_url"}])]),
        Context.from_openai([user("a"), user([{"type": "image_url"}, "b"])]),
        Context.from_openai([user("a"), user("b")], evidence=PASSAGES),
        Context.from_openai([user("a"), user("b")], evidence=PASSAGES[:1]),
        Context.from_openai([user("a"), user("b")], host={"user": "Ana Ruiz"}),
        Context.from_openai([user("a"), user("b"), calling()]),
        Context.from_openai([user("a"), user("b"), calling(arguments='{"order_id": "A-2"}')]),
        Context.from_openai([user("a"), user("b"), calling(arguments="{")]),
        Context.from_openai([user("a"), user("b"), calling(arguments="[")]),
        Context.from_openai([user("a"), user("b"), calling(name="track")]),
        Context.from_openai([user("a"), user("b"), calling(), answer("x")]),
        Context.from_openai([user("a"), user("b"), calling(), {**answer("x"), "is_error": True}]),
        Context.from_openai([user("a"), user("\ud800")]),
    ]
    digests = [context.digest for context in contexts]
    assert len(set(digests)) == len(digests)
    assert all(len(digest) == 64 for digest in digests)


def test_an_id_of_a_call_counts_by_what_it_joins() -> None:
    """Other ids for the same calls and outputs are the same context; an output that answers another call is another one."""
    first, second = calling(identifier="call_a", name="first"), calling(identifier="call_b", name="second")
    renamed = [calling(identifier="x", name="first"), calling(identifier="y", name="second"), answer("done", identifier="x")]
    joined = Context.from_openai([first, second, {**answer("done", identifier="call_a"), "name": "first"}])
    assert joined.digest == Context.from_openai(renamed).digest
    assert joined.digest != Context.from_openai([first, second, {**answer("done", identifier="call_b"), "name": "first"}]).digest


def test_an_output_without_an_id_answers_the_first_open_call_of_its_name() -> None:
    """By name and order among the latest calls; without a name only where a single call is open."""
    ask: Json = {"name": "get_order", "arguments": "{}"}
    legacy: dict[str, Json] = {"role": "assistant", "content": None, "function_call": ask}
    named: dict[str, Json] = {"role": "function", "name": "get_order", "content": "shipped"}
    bare: dict[str, Json] = {"role": "tool", "content": "shipped"}
    for output in (named, bare):
        context = Context.from_openai([legacy, output, output])
        sources = [index.source for index in context.sources]
        assert (sources[0].tool, sources[0].call_id) == ("get_order", context.calls[0].id)
        assert sources[1].call_id is None
    both = {"role": "assistant", "content": None, "tool_calls": [{"function": ask}, {"function": ask}]}
    context = Context.from_openai([cast("dict[str, Json]", both), bare, named, named])
    assert [index.source.call_id for index in context.sources] == [None, context.calls[0].id, context.calls[1].id]


def test_the_digest_does_not_change_with_the_order_of_passages() -> None:
    """Evidence passages have no order: the sources and the digest are the same for any."""
    one = Context.from_openai([user("hi")], evidence=PASSAGES)
    other = Context.from_openai([user("hi")], evidence=PASSAGES[::-1])
    assert ids(one) == ids(other) == ["m0", "a", "b"]
    assert one.digest == other.digest


def test_passages_that_are_added_later_have_no_order_either() -> None:
    """Passages added one by one, in any order and at any time, give the context that they give when handed in at once."""
    batch = Context.from_openai([user("hi")], evidence=PASSAGES)
    late = Context.from_openai([user("hi")]).with_evidence(PASSAGES[0]).with_evidence(PASSAGES[1])
    early = Context().with_evidence(PASSAGES[1]).with_evidence(PASSAGES[0]).with_message(user("hi"))
    assert ids(late) == ids(early) == ids(batch)
    assert late.digest == early.digest == batch.digest


@pytest.mark.parametrize("identifier", ["m0", "host"])
def test_no_passage_shares_its_id_with_another_source(identifier: str) -> None:
    """A finding names its source by id, so a passage that takes the id of a turn or of the host facts is refused or kept apart."""
    passage: dict[str, Json] = {"id": identifier, "text": "other"}
    try:
        context = Context.from_openai([user("hi")], evidence=[passage], host={"user": "Ana Ruiz"})
    except InputError as error:
        assert error.place == "evidence[0]"  # noqa: PT017
    else:
        assert len(set(ids(context))) == len(context.sources)


def test_turn_by_turn_is_the_whole() -> None:
    """A context grown by `with_message` equals the one built at once, and the old one is not changed."""
    messages = [user("order A-1?"), calling(), answer('{"status": "shipped"}'), user(["thanks", {"type": "image_url"}])]
    whole = Context.from_openai(messages, now=NOON)
    grown = Context(now=NOON)
    for message in messages:
        before, digest = grown, grown.digest
        grown = grown.with_message(message)
        assert before.digest == digest
        assert before.turns == grown.turns - 1
    assert grown.digest == whole.digest
    assert grown.calls == whole.calls
    assert [index.source for index in grown.sources] == [index.source for index in whole.sources]
    assert (grown.unread, grown.turns, grown.gaps) == (whole.unread, whole.turns, whole.gaps)


def test_adding_a_turn_keeps_the_index_of_the_others() -> None:
    """The index of an old source is shared, not built again."""
    old = Context.from_openai([user("hi")])
    assert old.with_message(user("there")).sources[0] is old.sources[0]


def test_before_holds_what_was_given_earlier() -> None:
    """The sources and calls before a turn, with passages and host facts, and nothing of that turn or later."""
    messages = [user("order A-1?"), calling(), answer("shipped"), calling(name="track")]
    earlier = Context.from_openai(messages, evidence=PASSAGES, host={"user": "Ana Ruiz"}, now=NOON).before(2)
    assert sorted(ids(earlier)) == ["a", "b", "host", "m0"]
    assert [call.name for call in earlier.calls] == ["get_order"]
    assert (earlier.turns, earlier.now) == (2, NOON)
