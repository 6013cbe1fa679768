"""What holds for every way of cutting a text or the arguments of calls into deltas: the verdict is that of the whole, nothing is taken back."""

from __future__ import annotations

from itertools import pairwise

from groundrules import AnswerStream, Context, Found, Guard, Held, Json, Released, StreamEvent, StreamMode, TextVerdict
from hypothesis import given
from hypothesis import strategies as st

from .test_text_properties import passages, sentences, wild

GUARD = Guard()
glue = st.sampled_from(
    (" ", "\n", "\n\n", "\n- ", " But ", ", and ", ": ", " (see [1]) ", "\n```\n", " \u201c", "\u201d ", " p. ", "\n\n1. ", " 5. ", " Mr. ", " \u3002")
)
details = st.sampled_from(("Call 0151 5550 123.", "On May 5, 2031.", "Write to ann@example.com.", "It costs 5", "[4]: Source.", "It is good [4]."))
texts = st.lists(st.one_of(sentences, wild, glue, details), max_size=10).map("".join)
modes = st.sampled_from(list(StreamMode))


def cut(text: str, data: st.DataObject) -> list[str]:
    """The text in pieces, some of one character."""
    places = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text)), max_size=12))})
    pieces = [text[start:end] for start, end in pairwise(places)]
    return [char for piece in pieces for char in piece] if data.draw(st.booleans()) else pieces


def run(pieces: list[str], evidence: list[str], mode: StreamMode) -> tuple[AnswerStream, list[StreamEvent], TextVerdict]:
    """The stream with all its events, and its verdict."""
    stream = AnswerStream(GUARD, context=context_of(evidence), mode=mode)
    events = [event for piece in pieces for event in stream.feed(piece)]
    events += stream.finish()
    return stream, events, stream.close()


def context_of(evidence: list[str]) -> Context:
    """Passages as a context."""
    rows: list[dict[str, Json]] = [{"id": f"p{number}", "text": text} for number, text in enumerate(evidence)]
    return Context.from_openai((), evidence=rows)


@given(evidence=passages, text=texts, mode=modes, data=st.data())
def test_cuts_change_nothing(evidence: list[str], text: str, mode: StreamMode, data: st.DataObject) -> None:
    """Verdict, findings and released text are the same for every way of cutting; released pieces joined are a beginning of the text."""
    stream, events, verdict = run(cut(text, data), evidence, mode)
    other, again, same = run([text], evidence, mode)
    assert verdict == same
    assert [event for event in events if isinstance(event, Found)] == [event for event in again if isinstance(event, Found)]
    assert stream.released == other.released == "".join(event.text for event in events if isinstance(event, Released))
    assert text.startswith(stream.released)


@given(evidence=passages, text=texts, mode=st.sampled_from((StreamMode.OBSERVE, StreamMode.HOLD_BACK)), data=st.data())
def test_verdict_is_that_of_the_whole(evidence: list[str], text: str, mode: StreamMode, data: st.DataObject) -> None:
    """The verdict equals the batch check, every finding told stands in it, each is told once, and what is held back completes the text."""
    stream, events, verdict = run(cut(text, data), evidence, mode)
    assert verdict == GUARD.check_answer(text, context=context_of(evidence))
    told = [event.finding for event in events if isinstance(event, Found)]
    assert len(told) == len(set(told))
    assert set(told) == set(verdict.findings)
    rest = [event for event in events if isinstance(event, Held)]
    assert stream.released + (rest[-1].text if rest and stream.released != text else "") == text


@given(evidence=passages, text=texts, data=st.data())
def test_nothing_unverified_leaves(evidence: list[str], text: str, data: st.DataObject) -> None:
    """In hold-back no detail that the whole check calls unsupported or contradicted was released, wholly or in part, at any time."""
    stream, _, verdict = run(cut(text, data), evidence, StreamMode.HOLD_BACK)
    for finding in verdict.findings:
        if finding.rule_id in ("GR303", "GR305", "GR306", "GR307", "GR308") and finding.outcome.rank > 1:
            assert finding.span.start >= len(stream.released), finding
