"""An answer checked while it arrives: what is told when, what leaves in which mode, and what a stream does at its limits."""

from __future__ import annotations

import pytest
from groundrules import (
    AnswerStream,
    Context,
    Failed,
    Found,
    Guard,
    Held,
    InputError,
    Policy,
    Released,
    StreamEvent,
    StreamMode,
    StreamState,
    TextDecision,
)
from groundrules.engine.stream import MAX_HELD, NEXT_STATES
from groundrules.engine.stream_units import next_unit

CONTEXT = Context.from_openai((), evidence=[{"id": "1", "text": "The ferry to Vexley leaves at 9:15. A ticket costs 12 euros. Dogs travel free of charge."}])
GOOD = "The ferry leaves at 9:15. "
BAD = "Call 0151 5550 123 for a seat. "
LAST = "Dogs travel free of charge."


def run(*deltas: str, mode: StreamMode = StreamMode.HOLD_BACK, max_held: int = MAX_HELD) -> tuple[AnswerStream, list[StreamEvent]]:
    """A stream that was fed the deltas, and the events."""
    stream = AnswerStream(Guard(), context=CONTEXT, mode=mode, max_held=max_held)
    return stream, [event for delta in deltas for event in stream.feed(delta)]


def shown(events: list[StreamEvent]) -> list[str]:
    """The pieces that were released."""
    return [event.text for event in events if isinstance(event, Released)]


def test_verified_sentence_leaves_when_the_next_begins() -> None:
    """A sentence is held until its end is known, then leaves whole."""
    stream, events = run("The ferry leaves at 9:", "15. ")
    assert shown(events) == []
    more = stream.feed("Do")
    assert [event for event in more if isinstance(event, Released)] == []  # a figure ends the sentence: a value may go on across the dot
    assert stream.held_chars == len(GOOD) + 2
    assert stream.close().decision is TextDecision.PASS
    assert stream.released == GOOD + "Do"


def test_sentence_that_ends_with_a_word_leaves_early() -> None:
    """After a plain word, a dot and a capital nothing can change any more."""
    stream, events = run("Dogs travel free of charge. ", "T")
    assert shown(events) == ["Dogs travel free of charge. "]
    assert stream.state is StreamState.OPEN


def test_hold_back_lets_nothing_out_after_a_fabricated_detail() -> None:
    """The number is told of at once; from its sentence on nothing leaves, not even at the end."""
    stream, events = run("Dogs travel free of charge. ", BAD, LAST)
    found = [event.finding for event in events if isinstance(event, Found)]
    assert [finding.span.of(stream.text) for finding in found] == ["0151 5550 123"]
    assert shown(events) == ["Dogs travel free of charge. "]
    assert stream.state is StreamState.WITHHOLDING
    held = [event for event in stream.finish() if isinstance(event, Held)]
    assert [event.text for event in held] == [BAD + LAST]


def test_observe_releases_everything_at_once_and_tells() -> None:
    """Each delta leaves as it came; the finding comes as soon as its sentence is over."""
    deltas = ["Dogs travel free of charge. ", BAD, LAST]
    _, events = run(*deltas, mode=StreamMode.OBSERVE)
    assert shown(events) == deltas
    assert sum(isinstance(event, Found) for event in events) == 1


def test_cut_stops_before_the_sentence_that_blocks() -> None:
    """What was released ends with a whole sentence; later text is not taken, and the verdict is that of the text up to the cut."""
    stream, events = run("Dogs travel free of charge. ", BAD, LAST, mode=StreamMode.CUT)
    assert shown(events) == ["Dogs travel free of charge. "]
    assert stream.state is StreamState.CUT
    assert stream.feed("more") == ()
    verdict = stream.close()
    assert verdict.text == "Dogs travel free of charge. " + BAD
    assert verdict.decision is TextDecision.BLOCK


def test_small_doubt_does_not_cut() -> None:
    """Cut stops at what blocks, not at what is open."""
    stream, _ = run("Dogs travel free of charge. It takes two days for sure. ", LAST, mode=StreamMode.CUT)
    assert stream.state is StreamState.OPEN


@pytest.mark.parametrize("mode", [StreamMode.HOLD_BACK, StreamMode.CUT])
def test_unbroken_run_fails_at_the_stated_length(mode: StreamMode) -> None:
    """The held tail is at most `max_held` long: one character more and the stream fails, and stays failed, whatever follows."""
    stream, events = run("7" * MAX_HELD, mode=mode)
    assert events == []
    assert stream.held_chars == MAX_HELD
    (failed,) = stream.feed("7")
    assert isinstance(failed, Failed)
    assert stream.feed(" fine. And so on.") == ()
    assert stream.state is StreamState.FAILED
    verdict = stream.close()
    assert (verdict.decision, verdict.errors[-1].place, stream.released) == (TextDecision.BLOCK, "stream", "")


def test_held_tail_is_bounded_for_ordinary_text() -> None:
    """Prose without any end of sentence is cut between plain words, far from figures, and flows."""
    stream = AnswerStream(Guard(), context=CONTEXT)
    most = 0
    for _ in range(4_000):
        stream.feed("dogs travel ")
        most = max(most, stream.held_chars)
    assert most <= 2_200
    assert stream.released


def test_observe_goes_on_past_an_unbroken_run() -> None:
    """Nothing is held, so nothing fails: the verdict is that of the whole."""
    stream, _ = run("7" * (MAX_HELD + 1), " is it. Dogs travel free of charge.", mode=StreamMode.OBSERVE)
    assert stream.state is StreamState.OPEN
    assert stream.close() == Guard().check_answer("7" * (MAX_HELD + 1) + " is it. Dogs travel free of charge.", context=CONTEXT)


def test_length_is_limited() -> None:
    """Past `max_chars` the stream fails."""
    stream = AnswerStream(Guard(), context=CONTEXT, max_chars=10)
    assert isinstance(stream.feed("Dogs travel free.")[-1], Failed)


def test_closed_stream_takes_nothing() -> None:
    """Feeding a closed stream is broken use; closing it again gives the same verdict."""
    stream, _ = run(LAST)
    assert stream.close() is stream.close()
    assert stream.finish() == ()
    with pytest.raises(InputError, match="closed"):
        stream.feed("more")


@pytest.mark.parametrize("limit", ["max_held", "max_chars"])
def test_limit_must_be_positive(limit: str) -> None:
    """A limit of nothing is refused."""
    with pytest.raises(InputError, match="positive"):
        AnswerStream(Guard(), context=CONTEXT, max_held=0 if limit == "max_held" else 9, max_chars=0 if limit == "max_chars" else 9)


def test_table_of_states_is_total_and_ends() -> None:
    """Every state is in the table, each can end, and no state leads back."""
    assert set(NEXT_STATES) == set(StreamState)
    assert all(StreamState.DONE in after for state, after in NEXT_STATES.items() if state is not StreamState.DONE)
    assert not any(StreamState.OPEN in after for after in NEXT_STATES.values())


@pytest.mark.parametrize(
    "text",
    [
        "See Mr. Obi",
        "It costs 5. Mai",
        "It is 9 a.m. There",
        'He said "it is fine. Then',
        "Look at [the page. It",
        "```\nDone here. Then",
        "in the U.S. Most",
        "so on, etc. Then",
        "It ends here. then",
        "It ends here.",
        "in 2030\n\nJune",
    ],
)
def test_no_unit_ends_where_a_value_may_go_on(text: str) -> None:
    """Abbreviations, figures, open quotations, brackets and code keep a unit open."""
    assert next_unit(text, fenced=False, seen=0) is None


@pytest.mark.parametrize(("text", "end"), [("It ends here. Then", 14), ("All is well.\n\nNow", 14), ("As follows:\n- one", 12), ("港口很大。你好", 5)])
def test_unit_ends_after_its_sentence(text: str, end: int) -> None:
    """Sentences, paragraphs and list items end units, with the white space behind them."""
    unit = next_unit(text, fenced=False, seen=0)
    assert unit is not None
    assert unit.end == end


def test_code_is_not_read_as_prose() -> None:
    """A long block of code flows line by line, and nothing in it is a finding."""
    code = "```python\n" + "".join(f"call_{number}(0151_5550_{number})\n" for number in range(400)) + "```\n"
    stream, events = run(*code.splitlines(keepends=True))
    assert not any(isinstance(event, Found) for event in events)
    assert stream.released


def test_policy_that_leaves_doubts_lets_them_out() -> None:
    """In strict mode what is only open is released; what is unsupported is not."""
    policy = Policy.from_toml('[answers]\nmode = "strict"\n')
    stream = AnswerStream(Guard(policy=policy), context=CONTEXT)
    events = stream.feed("It takes two days for sure. ") + stream.feed("Dogs")
    assert [event.text for event in events if isinstance(event, Released)] == ["It takes two days for sure. "]
