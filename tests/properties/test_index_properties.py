"""What holds for every source: spans slice back, verbatim values are found, nothing crosses a JSON member, grown equals built."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from groundrules.engine.context import Context
from groundrules.engine.index import SourceIndex
from groundrules.engine.json_spans import json_parts
from groundrules.engine.normalize import BARRIER, fold, fold_word, fold_words, is_unspaced, lower_in_place, word_spans
from groundrules.engine.types import Json, Role, Source, Span
from groundrules.engine.values import Group
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import conversations, evidence_passages, json_values, texts

ODD = ("ﷺ", "\u037a", "İ", "Σ", "ς", "ß", "e\u0301", "が", "\x00", "\ud800", "½", "ﬁ", "_", "'", " ", "a", "B", "9", ".", "-")


def odd_texts() -> st.SearchStrategy[str]:
    """Text of letters on which folding and lower case break."""
    return st.one_of(texts(), st.lists(st.sampled_from(ODD), max_size=12).map("".join))


def json_texts() -> st.SearchStrategy[str]:
    """JSON objects and arrays as text, escaped or not."""
    written = st.tuples(st.one_of(st.lists(json_values(), max_size=4), st.dictionaries(texts(8), json_values(), max_size=4)), st.booleans())
    return written.map(lambda pair: json.dumps(pair[0], ensure_ascii=pair[1]))


def sources() -> st.SearchStrategy[str]:
    return st.one_of(odd_texts(), json_texts())


def index_of(text: str) -> SourceIndex:
    return SourceIndex(Source("s", Role.TOOL, 0, text))


def is_inside_one_part(index: SourceIndex, span: Span) -> bool:
    return not index.parts or index.part_at(span.start) is index.part_at(span.end - 1)


@given(odd_texts())
def test_words_and_their_spans_stay_in_step(text: str) -> None:
    """One span per folded word, in order, never overlapping, each slicing back to a text that folds to its word; no word holds a space."""
    words, spans = fold_words(text), word_spans(text)
    assert len(words) == len(spans)
    assert spans == sorted(spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert [fold_word(text[start:end]) for start, end in spans] == words
    assert not any(" " in word for word in words)


@given(odd_texts(), odd_texts(), odd_texts())
def test_lower_case_is_letter_by_letter(before: str, text: str, after: str) -> None:
    """The lower case of a piece stands at its offset in the lower case of the whole."""
    whole = lower_in_place(f"{before}|{text}|{after}")
    start = len(before) + 1
    assert whole[start : start + len(text)] == lower_in_place(text)


@given(json_texts())
def test_json_parts_slice_back(text: str) -> None:
    """A plain part is the text under its span, another one reads to its content as JSON; the spans follow each other."""
    parts = json_parts(text)
    assert parts is not None
    for part in parts:
        raw = part.span.of(text)
        if part.plain:
            assert raw == part.content
        else:
            assert json.loads(f'"{raw}"', strict=False) == part.content
    assert all(left.span.end <= right.span.start for left, right in pairwise(parts))


def _scalars(value: Json, pointer: str) -> list[tuple[str, Json]]:
    if isinstance(value, dict):
        children = [(f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}", child) for key, child in value.items()]
    elif isinstance(value, list):
        children = [(f"{pointer}/{at}", child) for at, child in enumerate(value)]
    else:
        return [(pointer, value)]
    return [found for place, child in children for found in _scalars(child, place)]


@given(st.one_of(st.lists(json_values(), max_size=4), st.dictionaries(texts(8), json_values(), max_size=4)))
@example({"a/b": [{"~1": "x"}], "": {"": None}})
def test_json_parts_are_the_scalars_of_the_value(value: Json) -> None:
    """The pointers and contents are those of a walk over the parsed value, in order; only NaN and infinities are left out."""
    parts = json_parts(json.dumps(value)) or ()
    found = [(part.pointer, part.content) for part in parts if not part.is_key]
    leaves = [(place, leaf) for place, leaf in _scalars(value, "") if not isinstance(leaf, float) or math.isfinite(leaf)]
    assert found == [(place, leaf if isinstance(leaf, str) else json.dumps(leaf)) for place, leaf in leaves]


@given(sources(), st.data())
def test_evidence_slices_back(text: str, data: st.DataObject) -> None:
    """Any span of the content becomes verbatim text of the source; where the part is plain, the very text that was found."""
    index = index_of(text)
    assume(index.content)
    start = data.draw(st.integers(0, len(index.content) - 1))
    end = data.draw(st.integers(start + 1, len(index.content)))
    evidence = index.evidence(Span(start, end))
    assert evidence.text == evidence.span.of(text)
    part = index.part_at(start)
    if part is None:
        assert evidence.text == index.content[start:end]
    else:
        assert evidence.key_path == part.pointer
        assert part.span.start <= evidence.span.end <= part.span.end


@given(sources(), st.data())
def test_words_copied_from_the_source_are_found(text: str, data: st.DataObject) -> None:
    """Any run of whole words of one segment is found as a phrase, and each hit folds to it again and stays in one JSON member."""
    index = index_of(text)
    places = index.word_places
    assume(places)
    first = data.draw(st.integers(0, len(places) - 1))
    last = data.draw(st.integers(first, min(first + 4, len(places) - 1)))
    span = Span(places[first][0], places[last][1])
    copied = span.of(index.content)
    assume(fold(copied).strip() and not is_unspaced(fold(copied)) and is_inside_one_part(index, span))
    hits = index.phrase(fold(copied))
    assert span in hits or len(hits) == 64
    assert all(fold(hit.of(index.content)) == fold(copied) and is_inside_one_part(index, hit) for hit in hits)


@given(sources(), sources())
def test_no_hit_crosses_a_barrier(text: str, needle: str) -> None:
    """Whatever is searched for, every hit lies in one JSON member, and none raises."""
    index = index_of(text)
    pieces = (needle, index.content[1:-1], index.content)
    for piece in pieces:
        for span in (*index.literal(piece), *index.phrase(fold(piece))):
            assert is_inside_one_part(index, span)


@given(st.lists(st.sampled_from(("Ana", "Ruiz", "12", "300", "March", "4")), min_size=2, max_size=5))
def test_neighbouring_members_never_join(members: list[str]) -> None:
    """Two neighbours with a barrier between them are no phrase, even for a value that holds a barrier."""
    index = index_of(json.dumps(members))
    for left, right in pairwise(members):
        for joint in (" ", BARRIER, "\n\x00\n"):
            assert index.phrase(fold(left + joint + right)) == []
            assert index.literal(left + joint + right) == []


@given(odd_texts(), odd_texts(), st.from_regex(r"[A-Z]{2}-[1-9][0-9]{3,6}", fullmatch=True))
def test_a_literal_is_found_exactly_where_it_is_free(before: str, after: str, token: str) -> None:
    """A token with a space on both sides is found there in any case; with a letter or digit glued to it, it is not."""
    start = len(before) + 1
    free = index_of(f"{before} {token} {after}")
    assume(free.parts is None)
    assert Span(start, start + len(token)) in free.literal(token.lower())
    for glued in (f"{before} {token}7 {after}", f"{before} 7{token} {after}", f"{before} {token}-7 {after}", f"{before} X.{token} {after}"):
        spans = index_of(glued).literal(token)
        assert not any(glued.find(token, start) == span.start for span in spans)


@given(sources())
def test_every_hit_of_a_literal_is_free(text: str) -> None:
    """`literal` and `is_free` agree, and `contains` finds whatever `literal` finds."""
    index = index_of(text)
    for needle in ("a", "9", "AB-1234", "e", "alex@example.com", text[:3]):
        hits = index.literal(needle)
        assert all(index.is_free(hit) for hit in hits)
        assert not hits or index.contains(needle)


@given(sources())
def test_mentions_lie_in_one_member_and_slice_back(text: str) -> None:
    """Every value found in a source stands verbatim at its span, in order, never across two JSON members."""
    index = index_of(text)
    for group in Group:
        mentions = index.mentions(group)
        assert [mention.span for mention in mentions] == sorted(mention.span for mention in mentions)
        for mention in mentions:
            assert mention.value.text == mention.span.of(index.content)
            assert is_inside_one_part(index, mention.span)
            assert mention.evidence().text == mention.evidence().span.of(text)


def _grown(messages: Sequence[Mapping[str, Json]], evidence: Sequence[Mapping[str, Json]]) -> Context:
    context = Context.from_openai([], evidence=evidence)
    for message in messages:
        context = context.with_message(message)
    return context


@given(conversations(), evidence_passages())
def test_grown_turn_by_turn_equals_built_at_once(messages: list[dict[str, Json]], evidence: list[dict[str, Json]]) -> None:
    """Sources, calls, gaps and digest do not depend on how the context was built, nor on the order of the passages."""
    whole, grown = Context.from_openai(messages, evidence=evidence), _grown(messages, evidence[::-1])
    assert grown.digest == whole.digest
    assert [index.source for index in grown.sources] == [index.source for index in whole.sources]
    assert (grown.calls, grown.unread, grown.turns) == (whole.calls, whole.unread, whole.turns)


@given(conversations(), st.integers(0, 8))
def test_before_is_the_conversation_cut_off(messages: list[dict[str, Json]], order: int) -> None:
    """The context before a turn holds the sources and calls of the context that ends there."""
    assume(order <= len(messages))
    cut, early = Context.from_openai(messages).before(order), Context.from_openai(messages[:order])
    assert [index.source for index in cut.sources] == [index.source for index in early.sources]
    assert (cut.calls, cut.turns) == (early.calls, early.turns)
