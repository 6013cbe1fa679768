"""Each message form by itself: what it holds, what is named as unread, and where a malformed message is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import InputError
from groundrules.engine.forms import Form
from groundrules.engine.forms.calls import ToolCall
from groundrules.engine.types import Json, Role

CHAT, RESPONSES, ANTHROPIC, LANGCHAIN, GEMINI, TRANSCRIPT = (form for form in Form if form is not Form.AUTO)


def read(*messages: object, form: Form = Form.AUTO, system: object = None) -> Context:
    return Context.from_messages(messages, form=form, system=system)


def told(context: Context) -> list[tuple[Role, str]]:
    return [(index.source.role, index.source.text) for index in context.sources]


# ---- Anthropic


def test_results_in_one_message_are_several_sources() -> None:
    """Each with its own call, error mark and text; the user's text after them is a turn of its own."""
    uses: Json = [{"type": "tool_use", "id": name, "name": name, "input": {"n": 1}} for name in ("first", "second")]
    results: Json = [
        {"type": "tool_result", "tool_use_id": "second", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
        {"type": "tool_result", "tool_use_id": "first", "is_error": True, "content": "gone"},
        {"type": "text", "text": "and now?"},
    ]
    context = read({"role": "assistant", "content": uses}, {"role": "user", "content": results})
    sources = [index.source for index in context.sources]
    assert [(source.id, source.role, source.text, source.tool, source.is_error) for source in sources] == [
        ("m1", Role.TOOL, "a\nb", "second", False),
        ("m2", Role.TOOL, "gone", "first", True),
        ("m3", Role.USER, "and now?", None, False),
    ]
    assert (context.form, context.messages, context.turns) == (ANTHROPIC, 2, 4)


def test_thinking_is_no_evidence_and_pictures_are_unread() -> None:
    """Thinking leaves no trace; images, documents and what the provider ran are named with their place, also inside a result."""
    blocks: Json = [{"type": "thinking", "thinking": "ORD-1"}, {"type": "redacted_thinking", "data": "x"}, {"type": "server_tool_use", "id": "s"}]
    inner: list[Json] = [{"type": "image"}, {"type": "text", "text": "seen"}]
    given: list[Json] = [{"type": "tool_result", "tool_use_id": "a", "content": inner}, {"type": "document"}]
    context = read({"role": "assistant", "content": blocks}, {"role": "user", "content": given})
    assert told(context) == [(Role.TOOL, "seen")]
    assert set(context.unread) == {
        "messages[0].content[2] (server_tool_use)",
        "messages[1].content[0].content[0] (image)",
        "messages[1].content[1] (document)",
    }


def test_search_results_and_later_system_text_are_read() -> None:
    """A search result gives its title, source and text, by itself or inside a tool result; system blocks are system turns."""
    found: Json = {"type": "search_result", "title": "Hours", "source": "https://example.com/h", "content": [{"type": "text", "text": "9 to 5"}]}
    later: Json = {"type": "mid_conv_system", "content": [{"type": "text", "text": "be brief"}]}
    inner: Json = {"type": "tool_result", "tool_use_id": "a", "content": [found]}
    content: list[Json] = [found, later, inner]
    context = read({"role": "user", "content": content}, system="hello")
    text = "Hours\nhttps://example.com/h\n9 to 5"
    assert told(context) == [(Role.SYSTEM, "hello"), (Role.USER, text), (Role.SYSTEM, "be brief"), (Role.TOOL, text)]


def test_blocks_of_a_client_library_are_read_as_they_are() -> None:
    """The content of a reply goes back into the conversation as objects."""
    blocks = [SimpleNamespace(type="text", text="let me see"), SimpleNamespace(type="tool_use", id="a", name="track", input={"n": 1})]
    context = read({"role": "assistant", "content": blocks}, form=ANTHROPIC)
    assert told(context) == [(Role.ASSISTANT, "let me see")]
    assert [(call.name, call.arguments, call.id) for call in context.calls] == [("track", {"n": 1}, "a")]


# ---- OpenAI Responses


def test_items_of_one_reply_are_one_turn() -> None:
    """Calls join the text before them; the next reply begins a turn of its own."""
    call: dict[str, Json] = {"type": "function_call", "call_id": "a", "name": "track", "arguments": "{}"}
    output: dict[str, Json] = {"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text", "text": "x"}, {"type": "input_image"}]}
    context = read({"role": "user", "content": "hi"}, {"type": "message", "role": "assistant", "content": "so"}, call, {**call, "call_id": "b"}, output, call)
    assert [call.order for call in context.calls] == [1, 1, 3]
    assert context.unread == ("messages[4].output[1] (input_image)",)
    assert context.form is RESPONSES


def test_what_the_server_keeps_is_unread() -> None:
    """References, searches and compacted history are named; reasoning is left out; an earlier response makes the context incomplete."""
    items: list[Json] = [{"type": "item_reference", "id": "x"}, {"id": "y"}, {"type": "web_search_call", "id": "z"}, {"type": "reasoning", "summary": []}]
    context = read(*items)
    assert context.unread == ("messages[0] (item_reference)", "messages[1] (item_reference)", "messages[2] (web_search_call)")
    assert context.turns == 0
    kept = Context.from_messages("hi", form=RESPONSES, previous_response_id="resp_1")
    assert (told(kept), kept.complete) == ([(Role.USER, "hi")], False)


def test_a_custom_tool_call_has_its_text_as_an_argument() -> None:
    """So that the text that the model wrote is judged like any argument."""
    items: list[Json] = [
        {"type": "custom_tool_call", "call_id": "a", "name": "run", "input": "print(1)"},
        {"type": "custom_tool_call_output", "call_id": "a", "output": "1"},
    ]
    context = read(*items)
    assert context.calls[0].arguments == {"input": "print(1)"}
    assert context.sources[0].source.tool == "run"


# ---- LangChain


@dataclass
class Reply:
    content: Json
    type: str = "ai"
    tool_calls: list[Json] = field(default_factory=list[Json])
    invalid_tool_calls: list[Json] = field(default_factory=list[Json])
    additional_kwargs: dict[str, Json] = field(default_factory=dict[str, Json])


def test_calls_are_found_where_langchain_keeps_them() -> None:
    """Read calls, then those that could not be read, and the raw ones only where there are neither; blocks that repeat a call are no gap."""
    raw: Json = {"id": "r", "type": "function", "function": {"name": "raw", "arguments": '{"n": 3}'}}
    good: Json = {"name": "good", "args": {"n": 1}, "id": "g"}
    bad: Json = {"name": "bad", "args": '{"n": ', "id": "b", "error": None}
    both = Reply([{"type": "text", "text": "so"}, {"type": "tool_use", "id": "g"}], tool_calls=[good], invalid_tool_calls=[bad], additional_kwargs={"tool_calls": [raw]})
    context = read(both, Reply("", additional_kwargs={"tool_calls": [raw], "function_call": {"name": "old", "arguments": "{}"}}))
    assert [(call.name, call.arguments, call.written) for call in context.calls] == [
        ("good", {"n": 1}, ""),
        ("bad", None, '{"n": '),
        ("raw", {"n": 3}, ""),
        ("old", {}, ""),
    ]
    assert context.unread == ()
    assert read(Reply([{"type": "tool_use", "id": "g"}, {"type": "reasoning"}])).unread == ("messages[0].content[0] (tool_use)",)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "human", "data": {"content": "hi", "type": "human"}},
        {"type": "human", "content": "hi"},
        {"type": "HumanMessageChunk", "content": "hi"},
        {"type": "chat", "data": {"content": "hi", "role": "user"}},
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"], "kwargs": {"content": "hi"}},
        SimpleNamespace(type="human", content="hi"),
        SimpleNamespace(type="chat", role="user", content="hi"),
    ],
)
def test_a_langchain_message_may_be_an_object_or_a_dump(message: object) -> None:
    """All of them read alike, found out without naming the form."""
    context = read(message)
    assert told(context) == [(Role.USER, "hi")]
    assert context.form is LANGCHAIN


# ---- Gemini


@dataclass
class Part:
    text: str | None = None
    function_call: object = None
    function_response: object = None
    inline_data: object = None
    thought: bool | None = None


@dataclass
class Content:
    role: str | None
    parts: list[Part]


def test_gemini_objects_and_mappings_read_alike() -> None:
    """Snake case, camel case and objects; thoughts are left out; data is named; calls without ids are joined by name and order."""
    call, response = {"name": "track", "args": {"n": 1}}, {"name": "track", "response": {"output": {"state": "open"}}}
    objects = [
        Content(None, [Part("hi"), Part(inline_data=b"..")]),
        Content("model", [Part("hmm", thought=True), Part(function_call=SimpleNamespace(**call))]),
        Content("user", [Part(function_response=SimpleNamespace(**response))]),
    ]
    camel: list[Json] = [
        {"role": "user", "parts": [{"text": "hi"}, {"inlineData": {"mimeType": "image/png"}}]},
        {"role": "model", "parts": [{"text": "hmm", "thought": True}, {"functionCall": {"name": "track", "args": {"n": 1}}, "thoughtSignature": "x"}]},
        {"role": "function", "parts": [{"functionResponse": {"name": "track", "response": {"output": {"state": "open"}}}}]},
    ]
    one, other = read(*objects), read(*camel)
    assert told(one) == told(other) == [(Role.USER, "hi"), (Role.TOOL, '{"state": "open"}')]
    assert one.chain == other.chain
    assert (one.unread, other.unread) == (("messages[0].parts[1] (inline_data)",), ("messages[0].parts[1] (inlineData)",))
    assert one.sources[1].source.call_id == one.calls[0].id


@pytest.mark.parametrize(
    ("response", "text", "is_error"),
    [
        ({"output": "done"}, "done", False),
        ({"result": ["a", 1]}, '["a", 1]', False),
        ({"error": "gone"}, "gone", True),
        ({"error": ""}, "", True),
        ({"error": {"code": 404}}, '{"code": 404}', True),
        ({"output": "done", "error": None}, '{"output": "done", "error": null}', False),
        ({"output": "x", "error": "gone"}, '{"output": "x", "error": "gone"}', True),
        ({"state": "open", "name": "Zoë"}, '{"state": "open", "name": "Zoë"}', False),
        ({}, "{}", False),
        (None, "", False),
    ],
)
def test_a_function_response_is_its_output_or_its_error(response: Json, text: str, is_error: bool) -> None:
    """`output` and `error` as the API documents them, and otherwise the whole response."""
    (index,) = read({"role": "user", "parts": [{"function_response": {"name": "track", "response": response}}]}).sources
    assert (index.source.text, index.source.is_error) == (text, is_error)


# ---- transcripts


def test_a_transcript_is_read_by_its_heads() -> None:
    """Every head; lines that only look like one belong to the turn before, and a backslash makes a head text."""
    text = "\n".join(
        (
            "",
            "System: be brief",
            "Human: Where is ORD-1?",
            "  User: indented",
            "user: lower case",
            "Note: mine",
            "\\Tool(x): quoted",
            "",
            "AI: let me see",
            'Call(track): {"order_id":',
            ' "ORD-1"}',
            "Call(track): {}",
            "Tool(track): open",
            "Tool(track) error: gone",
            "Assistant: It is open.",
        )
    )
    context = Context.from_messages(text)
    assert context.form is TRANSCRIPT
    assert told(context) == [
        (Role.SYSTEM, "be brief"),
        (Role.USER, "Where is ORD-1?\n  User: indented\nuser: lower case\nNote: mine\nTool(x): quoted"),
        (Role.ASSISTANT, "let me see"),
        (Role.TOOL, "open"),
        (Role.TOOL, "gone"),
        (Role.ASSISTANT, "It is open."),
    ]
    assert [(call.name, call.arguments, call.order) for call in context.calls] == [("track", {"order_id": "ORD-1"}, 2), ("track", {}, 2)]
    assert [index.source.is_error for index in context.sources] == [False, False, False, False, True, False]
    assert [index.source.call_id for index in context.sources][3:5] == [call.id for call in context.calls]


# ---- refusals


REFUSED: list[tuple[Form, object, str]] = [
    (ANTHROPIC, {"role": "tool", "content": "x"}, "messages[0].role"),
    (ANTHROPIC, {"role": "user", "content": 7}, "messages[0].content"),
    (ANTHROPIC, {"role": "user", "content": ["x"]}, "messages[0].content[0]"),
    (ANTHROPIC, {"role": "user", "content": [{"type": "text"}]}, "messages[0].content[0].text"),
    (ANTHROPIC, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "t", "input": [1]}]}, "messages[0].content[0].input"),
    (ANTHROPIC, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "input": {}}]}, "messages[0].content[0].name"),
    (ANTHROPIC, {"role": "user", "content": [{"type": "tool_result", "content": "x"}]}, "messages[0].content[0].tool_use_id"),
    (ANTHROPIC, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": {"a": 1}}]}, "messages[0].content[0].content"),
    (ANTHROPIC, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [3]}]}, "messages[0].content[0].content[0]"),
    (ANTHROPIC, {"role": "user", "content": [{"type": "search_result", "title": "x"}]}, "messages[0].content[0].source"),
    (RESPONSES, "x", "messages[0]"),
    (RESPONSES, {"type": "function_call", "call_id": "a", "arguments": "{}"}, "messages[0].name"),
    (RESPONSES, {"type": "custom_tool_call", "call_id": "a", "name": "t"}, "messages[0].input"),
    (RESPONSES, {"type": "function_call_output", "call_id": "a", "output": {"a": 1}}, "messages[0].output"),
    (RESPONSES, {"type": "message", "role": "robot", "content": "x"}, "messages[0].role"),
    (RESPONSES, {"role": "user", "content": [{"type": "input_text", "text": 3}]}, "messages[0].content[0].text"),
    (LANGCHAIN, {"type": "remove", "content": ""}, "messages[0].type"),
    (LANGCHAIN, {"type": "human", "data": "x"}, "messages[0].data"),
    (LANGCHAIN, {"type": "ai", "data": {"content": "", "tool_calls": [{"args": {}}]}}, "messages[0].data.tool_calls[0].name"),
    (LANGCHAIN, {"type": "ai", "content": "", "tool_calls": [{"name": "a"}]}, "messages[0].tool_calls[0].args"),
    (LANGCHAIN, {"type": "ai", "content": "", "tool_calls": [{"name": "a", "args": 3}]}, "messages[0].tool_calls[0].args"),
    (LANGCHAIN, {"type": "ai", "content": "", "additional_kwargs": {"tool_calls": [{}]}}, "messages[0].additional_kwargs.tool_calls[0]"),
    (LANGCHAIN, {"lc": 1, "id": ["HumanMessage"], "kwargs": None}, "messages[0].kwargs"),
    (GEMINI, {"role": "assistant", "parts": []}, "messages[0].role"),
    (GEMINI, {"role": "user", "parts": 3}, "messages[0].parts"),
    (GEMINI, {"role": "user", "parts": [3]}, "messages[0].parts[0]"),
    (GEMINI, {"role": "user", "parts": [{"text": 3}]}, "messages[0].parts[0].text"),
    (GEMINI, {"role": "model", "parts": [{"function_call": {"args": {}}}]}, "messages[0].parts[0].function_call.name"),
    (GEMINI, {"role": "model", "parts": [{"functionCall": {"name": "a", "args": [1]}}]}, "messages[0].parts[0].function_call.args"),
    (GEMINI, {"role": "user", "parts": [{"function_response": {"response": {}}}]}, "messages[0].parts[0].function_response.name"),
    (GEMINI, {"role": "user", "parts": [{"function_response": {"name": "a", "response": {"n": 10**5000}}}]}, "messages[0].parts[0].function_response.response"),
    (GEMINI, {"role": "user", "parts": [{"function_response": {"name": "a", "response": {"n": b"1"}}}]}, "messages[0].parts[0].function_response.response"),
    (CHAT, {"role": "user", "parts": [{"text": "hi"}]}, "messages[0].parts"),
    (CHAT, SimpleNamespace(role="user", parts=["hi"]), "messages[0].parts"),
    (LANGCHAIN, {"type": "human", "parts": ["hi"]}, "messages[0].parts"),
    (ANTHROPIC, {"role": "assistant", "content": "", "tool_calls": [{}]}, "messages[0].tool_calls"),
    (ANTHROPIC, {"role": "user", "parts": ["hi"]}, "messages[0].parts"),
    (RESPONSES, {"role": "assistant", "content": None, "function_call": {}, "tool_calls": [{}]}, "messages[0].tool_calls"),
    (RESPONSES, {"role": "tool", "content": "x"}, "messages[0].role"),
    (GEMINI, {"role": "user", "content": "hi"}, "messages[0].content"),
    (TRANSCRIPT, "\n hello\nUser: hi", "messages[0] line 2"),
    (TRANSCRIPT, {"role": "user"}, "messages[0]"),
    (Form.AUTO, {"content": "x"}, "messages[0]"),
    (Form.AUTO, "hello there", "messages[0]"),
    (Form.AUTO, 7, "messages[0]"),
    (Form.AUTO, None, "messages[0]"),
]


@pytest.mark.parametrize(("form", "message", "place"), REFUSED)
def test_what_is_not_of_the_form_is_refused_with_its_place(form: Form, message: object, place: str) -> None:
    """The error says where, what is wrong and what to do."""
    with pytest.raises(InputError) as caught:
        read(message, form=form)
    assert caught.value.place == place
    assert caught.value.problem
    assert caught.value.remedy


def test_mixed_forms_are_refused_and_both_named() -> None:
    """Nothing is guessed; a context that grows takes each message in the form that it is handed in with."""
    gemini: Json = {"role": "user", "parts": [{"text": "hi"}]}
    chat: Json = {"role": "tool", "tool_call_id": "a", "content": "x"}
    with pytest.raises(InputError) as caught:
        read({"role": "user", "content": "hi"}, chat, gemini)
    assert caught.value.place == "messages[2]"
    assert "`gemini`" in caught.value.problem
    assert "`openai_chat`" in caught.value.problem
    assert told(read(gemini).with_message(chat, form=CHAT)) == [(Role.USER, "hi"), (Role.TOOL, "x")]


def test_a_text_is_no_list_of_messages() -> None:
    """Only a transcript, the contents of Gemini and the input of Responses may be one text."""
    for form in (CHAT, ANTHROPIC, LANGCHAIN):
        with pytest.raises(InputError) as caught:
            Context.from_messages("User: hi", form=form)
        assert caught.value.place == "messages"
    assert told(Context.from_messages("hi", form=GEMINI)) == [(Role.USER, "hi")]


def test_a_context_keeps_the_form_that_its_messages_show() -> None:
    """Plain messages show none, so that later ones may; then a further message is read in that form."""
    plain = read({"role": "user", "content": "hi"})
    assert plain.form is Form.AUTO
    result: Json = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "x"}]}
    assert told(plain.with_message(result))[-1] == (Role.TOOL, "x")
    assert told(Context.from_openai([]).with_message(result)) == [(Role.USER, "")]


@pytest.mark.parametrize(
    ("system", "place"),
    [
        (7, "system"),
        ([7], "system[0]"),
        ([{"type": "image"}], "system[0].text"),
        ({"parts": [{"inline_data": 1}]}, "system.parts[0].text"),
        ({"text": 5}, "system.text"),
    ],
)
def test_a_system_prompt_is_text_or_refused(system: object, place: str) -> None:
    """In any of its shapes."""
    with pytest.raises(InputError) as caught:
        read(system=system)
    assert caught.value.place == place


@pytest.mark.parametrize("system", ["be brief", ["be", "brief"], [{"type": "text", "text": "be"}, {"type": "text", "text": "brief"}], {"parts": [{"text": "be brief"}]}])
def test_a_system_prompt_is_the_first_turn(system: object) -> None:
    """A text, blocks, or a content with parts."""
    (index,) = read(system=system).sources
    assert (index.source.id, index.source.role, index.source.text.replace("\n", " ")) == ("m0", Role.SYSTEM, "be brief")


# ---- calls by themselves

WRITTEN = '{"n": 1}'


@pytest.mark.parametrize(
    ("name", "call", "expected"),
    [
        ("openai", {"id": "a", "function": {"name": "t", "arguments": WRITTEN}}, ToolCall("t", WRITTEN, "a")),
        ("openai", {"id": "a", "type": "custom", "custom": {"name": "t", "input": "x"}}, ToolCall("t", {"input": "x"}, "a")),
        ("openai", SimpleNamespace(id="a", function=SimpleNamespace(name="t", arguments=WRITTEN)), ToolCall("t", WRITTEN, "a")),
        ("openai", {"function": {"name": "t"}}, ToolCall("t", None, None)),
        ("responses", {"type": "function_call", "id": "fc", "call_id": "a", "name": "t", "arguments": WRITTEN}, ToolCall("t", WRITTEN, "a")),
        ("anthropic", SimpleNamespace(type="tool_use", id="a", name="t", input={"n": 1}), ToolCall("t", {"n": 1}, "a")),
        ("anthropic", {"type": "tool_use", "id": "a", "name": "t", "input": WRITTEN}, ToolCall("t", WRITTEN, "a")),
        ("gemini", {"functionCall": {"name": "t", "args": {"n": 1}}}, ToolCall("t", {"n": 1}, None)),
        ("gemini", SimpleNamespace(id="a", name="t", args=None), ToolCall("t", {}, "a")),
        ("langchain", {"name": "t", "args": {"n": 1}, "id": "a", "type": "tool_call"}, ToolCall("t", {"n": 1}, "a")),
        ("langchain", {"name": "t", "args": '{"n":', "id": "a", "error": "x"}, ToolCall("t", '{"n":', "a")),
    ],
)
def test_a_call_is_read_in_each_form(name: str, call: object, expected: ToolCall) -> None:
    """The name, the id, and the arguments exactly as the model wrote them."""
    assert getattr(ToolCall, f"from_{name}")(call) == expected


@pytest.mark.parametrize(
    ("name", "call", "place"),
    [
        ("openai", {"function": {"arguments": "{}"}}, "call"),
        ("openai", {"type": "custom", "custom": {"name": "t"}}, "call.custom.input"),
        ("responses", {"type": "message"}, "call.type"),
        ("anthropic", {"type": "text", "text": "x"}, "call.type"),
        ("gemini", {"args": {}}, "call.name"),
        ("gemini", "track", "call"),
        ("langchain", {"name": "t"}, "call.args"),
        ("langchain", {"args": {}}, "call.name"),
    ],
)
def test_what_is_no_call_is_refused(name: str, call: object, place: str) -> None:
    """With its place."""
    with pytest.raises(InputError) as caught:
        getattr(ToolCall, f"from_{name}")(call)
    assert caught.value.place == place
