"""Traces as rows: every form of one conversation gives the same call, context and verdict; what cannot be read is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from groundrules.engine.types import Json
from groundrules.record.traces import Exchange, TraceForm, reader_of, rows_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values
from traces import (
    ANTHROPIC_REQUEST,
    ANTHROPIC_RESPONSE,
    CHAT_MESSAGES,
    CHAT_REPLY,
    CHAT_REQUEST,
    CHAT_RESPONSE,
    CHAT_TOOLS,
    GENAI,
    NOW,
    OPENINFERENCE,
    OPENLLMETRY,
    SECOND,
    Entry,
    anthropic_logs,
    openai_logs,
    span_logs,
)

pytest.importorskip("typer", reason="the command line needs the extra `cli`")

from groundrules.cli.cases import guard_of, read_case
from groundrules.cli.evaluate import Settings, evaluate
from groundrules.cli.importing import Imported, import_traces
from groundrules.cli.summary import summary_lines
from groundrules.engine.errors import InputError

LOGS = {
    TraceForm.OPENAI: openai_logs(),
    TraceForm.ANTHROPIC: anthropic_logs(),
    TraceForm.SPANS: span_logs(),
}
CASES = [(form, name) for form, logs in LOGS.items() for name in logs]
NO_TOOLS = ("events of a span", "log records", "log records, named by attribute")


@dataclass(frozen=True)
class Result:
    """What an import came to, and the rows that it wrote."""

    imported: Imported
    rows: list[Entry]


Importer = Callable[..., Result]


@pytest.fixture
def importer(tmp_path: Path) -> Importer:
    """Imports entries, or a text, as a file of a name."""

    def run(form: TraceForm, content: list[Entry] | str, name: str = "log.jsonl") -> Result:
        text = content if isinstance(content, str) else "".join(json.dumps(entry) + "\n" for entry in content)
        (tmp_path / name).write_text(text, encoding="utf-8")
        imported = import_traces(form, [str(tmp_path / name)], out=str(tmp_path / "rows.jsonl"))
        return Result(imported, [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text(encoding="utf-8").splitlines()])

    return run


def content_of(row: Entry) -> Json:
    """What a row says, without what only names it: the context, and how the call was judged."""
    case = read_case(row, "row")
    verdict = guard_of(None, None).check_tool_call(case.call, context=case.context, registry=case.registry)
    sources = [
        [index.source.role, json.loads(index.source.text) if index.source.role == "tool" else index.source.text]
        for index in case.context.sources
    ]
    past = [[call.name, call.text, call.id] for call in case.context.calls]
    items: Json = [[item.item, item.outcome, [evidence.source_id for evidence in item.evidence]] for item in verdict.items]
    now = None if case.context.now is None else case.context.now.isoformat()
    return json.loads(json.dumps([sources, past, now, case.context.gaps, case.call.name, case.call.id, verdict.decision, items]))  # type: ignore[no-any-return]


@pytest.mark.parametrize(("form", "name"), CASES, ids=[f"{form}: {name}" for form, name in CASES])
def test_every_form_says_the_same(importer: Importer, form: TraceForm, name: str) -> None:
    """The same conversation in every form and wrapping: one row, the same context, call and verdict."""
    result = importer(form, LOGS[form][name])
    assert result.imported.errors == []
    assert (result.imported.rows, result.imported.exchanges, result.imported.others) == (1, 1, 0)
    (row,) = result.rows
    arguments = row["call"]["arguments"]  # type: ignore[index,call-overload]
    assert (json.loads(arguments) if isinstance(arguments, str) else arguments) == SECOND
    assert (row["call_label"], row["origin"], row["source"], row["now"]) == ("unlabelled", "model", form.value, NOW)
    assert ("names no tools" in str(row["note"])) is (name in NO_TOOLS)
    (expected,) = importer(TraceForm.OPENAI, LOGS[TraceForm.OPENAI]["request and response"]).rows
    assert content_of(row) == content_of(expected)


def test_evaluation_reports_unlabelled_rows_apart(importer: Importer, tmp_path: Path) -> None:
    """`eval` counts the rows as unlabelled: what was allowed and blocked, and none of them wrong."""
    wrong: Entry = {
        **CHAT_REPLY,
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "move_booking", "arguments": '{"booking_id": "KX-20913"}'}}],
    }
    importer(TraceForm.OPENAI, [{"request": CHAT_REQUEST, "response": {"choices": [{"message": reply}]}} for reply in (CHAT_REPLY, wrong)])
    evaluation = evaluate([str(tmp_path / "rows.jsonl")], settings=Settings())
    assert (evaluation.errors, evaluation.misses, evaluation.checked) == ([], [], 2)
    assert summary_lines(evaluation) == [
        ("openai model unlabelled", "2", "1", "0", "0", "1", "", ""),
        ("all unlabelled", "2", "1", "0", "0", "1", "", ""),
    ]


def test_conversations_that_hold_their_calls(importer: Importer) -> None:
    """Without a response every assistant turn counts, each call with the messages before its turn."""
    chat: Entry = {"messages": [*CHAT_MESSAGES, CHAT_REPLY], "tools": CHAT_TOOLS}
    rows = importer(TraceForm.OPENAI, [chat]).rows
    messages = ANTHROPIC_REQUEST["messages"]
    assert isinstance(messages, list)
    answer: Json = {"role": "assistant", "content": ANTHROPIC_RESPONSE["content"]}
    others = importer(TraceForm.ANTHROPIC, [{**ANTHROPIC_REQUEST, "messages": [*messages, answer]}]).rows
    for found in (rows, others):
        assert [(row["call"]["name"], len(row["messages"])) for row in found] == [("get_booking", 2), ("move_booking", 4)]  # type: ignore[index,call-overload,arg-type]


def test_several_calls_and_answers(importer: Importer) -> None:
    """Each call of each alternative is a row of its own, and none sees its neighbours."""
    calls = CHAT_REPLY["tool_calls"]
    assert isinstance(calls, list)
    message: Json = {**CHAT_REPLY, "tool_calls": calls * 2}
    legacy: Json = {"role": "assistant", "content": None, "function_call": {"name": "move_booking", "arguments": "{}"}}
    rows = importer(
        TraceForm.OPENAI, [{"request": CHAT_REQUEST, "response": {"choices": [{"message": message}, {"message": legacy}]}}]
    ).rows
    assert [len(row["messages"]) for row in rows] == [4, 4, 4]  # type: ignore[arg-type]
    assert len({json.dumps(row["id"]) for row in rows}) >= 2


def test_older_functions_and_nameless_tools(importer: Importer) -> None:
    """Functions of older requests are tools; tools that the provider runs have no name and are left out with a note."""
    request: Entry = {"messages": CHAT_MESSAGES, "functions": [tool["function"] for tool in CHAT_TOOLS if isinstance(tool, dict)]}
    (row,) = importer(TraceForm.OPENAI, [{"request": request, "response": CHAT_RESPONSE}]).rows
    assert row["tools"] == CHAT_TOOLS
    request = {**CHAT_REQUEST, "tools": [*CHAT_TOOLS, {"type": "web_search"}]}
    (row,) = importer(TraceForm.OPENAI, [{"request": request, "response": CHAT_RESPONSE}]).rows
    assert (row["tools"], row["note"]) == (CHAT_TOOLS, "1 tools without a name were left out")


def test_anthropic_blocks_that_are_no_text(importer: Importer) -> None:
    """Texts around tool results keep their order, an error stays one, and an image makes the context incomplete."""
    messages: Json = [
        {"role": "user", "content": [{"type": "text", "text": "Look."}, {"type": "image", "source": {"type": "url"}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "get_booking", "input": {}}]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "no luck", "is_error": True},
                {"type": "text", "text": "Again?"},
            ],
        },
    ]
    (row,) = importer(
        TraceForm.ANTHROPIC, [{"request": {**ANTHROPIC_REQUEST, "system": "Help.", "messages": messages}, "response": ANTHROPIC_RESPONSE}]
    ).rows
    context = read_case(row, "row").context
    assert [index.source.role.value for index in context.sources] == ["system", "user", "tool", "user"]
    assert [index.source.is_error for index in context.sources] == [False, False, True, False]
    assert "image" in context.gaps


def test_hidden_texts_make_the_context_incomplete(importer: Importer) -> None:
    """Where the instrumentation hid a text, absence decides nothing."""
    (row,) = importer(TraceForm.SPANS, [{"attributes": {**OPENINFERENCE, "llm.input_messages.0.message.content": "__REDACTED__"}}]).rows
    assert row["complete"] is False


def test_other_spans_are_counted(importer: Importer) -> None:
    """Spans of other work are skipped and counted; an answer without a tool call is an exchange without a row."""
    answer: Json = [{"role": "assistant", "parts": [{"type": "text", "content": "Done."}]}]
    spans: list[Entry] = [
        {"name": "db", "attributes": {"db.system": "x"}},
        {"attributes": {**GENAI, "gen_ai.output.messages": answer}},
        {"attributes": GENAI},
    ]
    result = importer(TraceForm.SPANS, spans).imported
    assert (result.rows, result.exchanges, result.without_calls, result.others, result.errors) == (1, 2, 1, 1, [])


def test_unreadable_lines_are_named(importer: Importer) -> None:
    """Each line that cannot be read is named with its number and why; the others become rows."""
    lines = [
        json.dumps({"request": CHAT_REQUEST, "response": CHAT_RESPONSE}),
        "{broken",
        json.dumps({"note": "nothing"}),
        json.dumps({"messages": "text"}),
        json.dumps({"messages": [{"role": "narrator", "content": "x"}, CHAT_REPLY]}),
        json.dumps({"request": CHAT_REQUEST, "response": {"choices": [{"delta": {}}]}}),
        "",
        json.dumps({"request": {"messages": [{"role": "user", "content": "x"}], "tools": 5}, "response": CHAT_RESPONSE}),
        '{"request": {"messages": [{"role": "user", "content": "\\ud800"}]}}',
    ]
    result = importer(TraceForm.OPENAI, "\n".join(lines))
    assert (result.imported.rows, result.imported.exchanges) == (1, 1)
    named = sorted(int(error.split("log.jsonl:")[1].split(" ")[0].split(":")[0]) for error in result.imported.errors)
    assert named == [2, 3, 4, 5, 6, 8, 9]


def test_documents_that_are_no_lines(importer: Importer) -> None:
    """A list of objects, a page of a listing and one object over several lines are read too."""
    pair: Entry = {"request": CHAT_REQUEST, "response": CHAT_RESPONSE}
    for text in (
        json.dumps([pair, pair], indent=1),
        json.dumps({"object": "list", "data": [pair, pair]}),
        json.dumps(pair, indent=2),
        json.dumps(pair),
    ):
        for name in ("log.json", "log.jsonl"):
            result = importer(TraceForm.OPENAI, text, name)
            assert (result.imported.errors, result.imported.rows) == ([], 2 if "[\n" in text[:3] or '"data"' in text[:30] else 1)
    assert importer(TraceForm.OPENAI, json.dumps([pair, 5])).imported.errors


def test_halves_of_a_batch(importer: Importer) -> None:
    """A request without its answer still has its past calls; an answer without its request is named."""
    request, answer = openai_logs()["batch"]
    result = importer(
        TraceForm.OPENAI, [request, {**answer, "custom_id": "b"}, {**request, "custom_id": "c"}, {**request, "custom_id": "c"}]
    )
    assert (result.imported.rows, len(result.imported.errors)) == (3, 1)
    assert "no request" in result.imported.errors[0]


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    """An empty file, a missing file and a place that cannot be written are input errors."""
    (tmp_path / "empty").write_text("", encoding="utf-8")
    (tmp_path / "log").write_text(json.dumps(CHAT_REQUEST), encoding="utf-8")
    for name, out in (("empty", "rows"), ("missing", "rows"), ("log", "no/rows")):
        with pytest.raises(InputError):
            import_traces(TraceForm.OPENAI, [str(tmp_path / name)], out=str(tmp_path / out))


@given(
    entries=st.lists(
        st.dictionaries(st.sampled_from(("messages", "choices", "request", "response", "content", "role")), json_values(6), max_size=4),
        max_size=3,
    )
)
def test_any_json_is_read_or_named(entries: list[Entry]) -> None:
    """Whatever stands in a log, a reader gives exchanges and names, and raises nothing."""
    for form in TraceForm:
        for found in reader_of(form)([(f"log:{number}", entry) for number, entry in enumerate(entries)]):
            if isinstance(found, Exchange):
                assert all(row["call_label"] == "unlabelled" for row in rows_of(found, source="x"))


KEYS = st.sampled_from(
    [
        *OPENINFERENCE,
        *OPENLLMETRY,
        *GENAI,
        "llm.input_messages",
        "llm.tools",
        "gen_ai.prompt",
        "llm.input_messages.0",
        "gen_ai.prompt.0.role.x",
    ]
)


@given(attributes=st.dictionaries(KEYS, json_values(6), max_size=6), wrapped=st.booleans())
def test_any_attributes_are_read_or_named(attributes: Entry, wrapped: bool) -> None:
    """Attributes of any value under names that are known, and names that contradict each other, raise nothing."""
    base: Entry = {**OPENINFERENCE, **attributes} if wrapped else attributes
    for found in reader_of(TraceForm.SPANS)(
        [("log:1", {"attributes": base, "events": [{"name": "gen_ai.choice", "attributes": attributes}]})]
    ):
        if isinstance(found, Exchange):
            assert list(rows_of(found, source="x")) is not None
