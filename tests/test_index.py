"""The index of one source: where texts, phrases and values stand, and the evidence that is cut from there."""

from __future__ import annotations

import json

import pytest
from groundrules.engine.index import SourceIndex
from groundrules.engine.normalize import fold
from groundrules.engine.types import Evidence, Kind, Role, Source, Span
from groundrules.engine.values import Group


def index_of(text: str, *, role: Role = Role.USER) -> SourceIndex:
    return SourceIndex(Source("s", role, 0, text))


def literals(text: str, needle: str) -> list[str]:
    index = index_of(text)
    return [span.of(index.content) for span in index.literal(needle)]


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("order AB-1234.", "AB-1234"),
        ("order ab-1234, please", "AB-1234"),
        ("(AB-1234)", "AB-1234"),
        ("#AB-1234", "AB-1234"),
        ("id:AB-1234;", "AB-1234"),
        ("AB-1234 - blue", "AB-1234"),
        ("it is AB-1234-", "AB-1234"),
        ("3", "3"),
        ("costs 3.", "3"),
        ("3 or 4", "3"),
        ("mail alex@example.com.", "alex@example.com"),
        ("<alex@example.com>", "alex@example.com"),
        ("İ: ΟΔΟΣ", "ΟΔΟΣ"),
        ("ΟΔΟΣ'ΑΒ", "ΟΔΟΣ"),
        ("İstanbul", "İSTANBUL"),
        ("a \ud800 b", "\ud800"),
        ("x\x00y z", "x\x00y"),
        ("12%", "%"),
        ("東京 A1", "A1"),
    ],
)
def test_a_literal_is_found_as_a_whole_token(text: str, needle: str) -> None:
    """Whatever its case, and with punctuation around it that belongs to the sentence."""
    assert [hit.lower() for hit in literals(text, needle)] == [needle.lower()]


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("AB-12345", "AB-1234"),
        ("XAB-1234", "AB-1234"),
        ("X-AB-1234", "AB-1234"),
        ("AB-1234-5", "AB-1234"),
        ("AB-1234_a", "AB-1234"),
        ("AB-1234.b", "AB-1234"),
        ("3.99", "3"),
        ("0.3", "3"),
        ("13", "3"),
        ("3rd", "3"),
        ("1_3", "3"),
        ("alex@example.com", "alex"),
        ("alex@example.com", "example.com"),
        ("x.alex@example.com", "alex@example.com"),
        ("tag+alex@example.com", "alex@example.com"),
        ("alex@example.com.au", "alex@example.com"),
        ("alex@example.community", "alex@example.com"),
        ("é1", "1"),
        ("１3", "3"),
        ("abc", ""),
        ("", "a"),
        ("abc", "abcd"),
    ],
)
def test_a_piece_of_a_longer_token_is_no_hit(text: str, needle: str) -> None:
    """An id inside a longer id, a digit inside a number and a part of an address are not the thing itself."""
    assert literals(text, needle) == []


@pytest.mark.parametrize("text", ["1,300 users", "it costs 300,99"])
def test_a_group_of_digits_is_no_number_of_its_own(text: str) -> None:
    """The digits on one side of a thousands or decimal comma are a piece of a longer number, as they are beside a point."""
    assert literals(text, "300") == []


def test_every_free_place_is_found() -> None:
    """All free places come in order, glued ones are left out, and there are at most 64."""
    index = index_of("A1 xA1 a1, A1-b (A1)")
    assert index.literal("A1") == [Span(0, 2), Span(7, 9), Span(17, 19)]
    assert len(index_of("A1 " * 200).literal("a1")) == 64


@pytest.mark.parametrize(
    ("span", "free"), [(Span(0, 2), True), (Span(4, 5), False), (Span(4, 8), True), (Span(6, 8), False), (Span(3, 4), True), (Span(2, 2), False)]
)
def test_free_spans(span: Span, free: bool) -> None:
    """A span is free where its edge letters have no letter, digit or joint glued to them; an empty span is not free."""
    assert index_of("ab (3.99)").is_free(span) is free


@pytest.mark.parametrize(
    ("text", "phrase", "hits"),
    [
        ("See the Q3-Report, please", "q3 report", ["Q3-Report"]),
        ("Ana   MARÍA; ana maria", "Ana María", ["Ana   MARÍA", "ana maria"]),
        ("Ana Mari\u0301a", "ana maría", ["Ana Mari\u0301a"]),
        ("anagram mariachi", "ana maria", []),
        ("subreport", "report", []),
        ("report report report", "report report", ["report report", "report report"]),
        ("a_b", "a b", ["a_b"]),
        ("ﷺ alpha beta", "beta", ["beta"]),
        ("\u037a alpha beta", "alpha beta", ["alpha beta"]),
        ("x a\x00b y", "a\x00b", ["a\x00b"]),
        ("a\x00b", "a b", []),
        ("\ud800 alpha", "alpha", ["alpha"]),
        ("alpha", "\ud800", []),
        ("", "alpha", []),
        ("alpha", "", []),
        ("東京ガスに電話", "東京ガス", ["東京ガス"]),
        ("明日東京タワーに行く", "東京タワー", ["東京タワー"]),
        ("明日 東京 タワーに行く", "東京 タワー", ["東京 タワー"]),
    ],
)
def test_phrases(text: str, phrase: str, hits: list[str]) -> None:
    """A folded phrase is found word for word, whatever stands between its words; scripts without spaces are searched as they run on."""
    index = index_of(text)
    assert [span.of(index.content) for span in index.phrase(fold(phrase))] == hits


def test_at_most_64_phrases() -> None:
    """The hits of a very common phrase are capped."""
    assert len(index_of("red car " * 100).phrase("red car")) == 64


@pytest.mark.parametrize("text", ['["Ana", "Ruiz"]', '{"Ana": "Ruiz"}', '[{"a": "Ana"}, {"b": "Ruiz"}]', '["Ana\\u0000x", "y\\u0000Ruiz"]', '["A\\u006ea", "Ruiz"]'])
@pytest.mark.parametrize("joint", [" ", "\x00", "\n\x00\n", " \x00 ", ""])
def test_nothing_crosses_from_one_json_member_to_the_next(text: str, joint: str) -> None:
    """Words of two members make no phrase and no literal, even for a value that holds the barrier itself."""
    index = index_of(text)
    assert index.phrase(fold(f"Ana{joint}Ruiz")) == []
    assert index.literal(f"Ana{joint}Ruiz") == []
    assert index.literal("Ruiz") != []
    for mention_text in (span.of(index.content) for span in index.phrase("ruiz")):
        assert mention_text == "Ruiz"


def test_a_barrier_inside_one_member_is_text() -> None:
    """A NUL in a JSON string belongs to that string, so a value copied from it is found."""
    index = index_of('{"a": "x\\u0000y", "b": "z"}')
    assert [index.evidence(span).key_path for span in index.phrase(fold("x\x00y"))] == ["/a"]
    assert [index.evidence(span).key_path for span in index.literal("x\x00y")] == ["/a"]


def test_squashed_words_lead_back_to_whole_words_of_one_member() -> None:
    """Letters that run over word boundaries lead back to the words they cover; not where they cut a word or cross members."""
    index = index_of("the Blue-Room bar")
    at = index.squashed.find("blueroom")
    span = index.squashed_span(at, 8)
    assert span is not None
    assert span.of(index.content) == "Blue-Room"
    assert index.squashed_span(at, 7) is None
    assert index.squashed_span(at + 1, 7) is None
    members = index_of('["blue", "room"]')
    assert members.squashed == "blue\x00room"
    assert members.squashed_span(0, 9) is None


@pytest.mark.parametrize(
    "text",
    [
        "Order AB-1234 for café 🤖 at ß",
        json.dumps({"order": "AB-1234", "note": "café 🤖", "n": [1, 2.5, True, None]}, ensure_ascii=False),
        json.dumps({"order": "AB-1234", "note": "café \ud83e \x00 \u202e", "q\"k": "line\nAB-1234"}),
        '{"order": "AB\\u002d1234", "a/b": {"~": "AB-1234"}}',
    ],
)
def test_evidence_slices_back_to_the_original(text: str) -> None:
    """The evidence of a hit is verbatim text of the source at its span, in JSON with the pointer of its member."""
    index = index_of(text)
    hits = [index.evidence(span) for span in index.literal("AB-1234")]
    assert hits
    for hit in hits:
        assert hit.span.of(text) == hit.text
        assert (hit.source_id, hit.role) == ("s", Role.USER)
        assert hit.text == "AB-1234" or "AB" in hit.text
        assert (hit.key_path is None) == (index.parts is None)


def test_evidence_in_escaped_json_is_the_whole_member() -> None:
    """A plain string is cut to the hit; a string with escapes is given whole, as it stands in the source, since its offsets differ."""
    text = '{"plain": "see AB-1 now", "esc": "see \\"AB-1\\" now", "a/b~": {"n": 12}}'
    index = index_of(text, role=Role.TOOL)
    first, second = (index.evidence(span) for span in index.literal("AB-1"))
    assert (first.text, first.key_path) == ("AB-1", "/plain")
    assert (second.text, second.key_path) == ('see \\"AB-1\\" now', "/esc")
    (number,) = (index.evidence(span) for span in index.literal("12"))
    assert number == Evidence("s", Role.TOOL, Span(text.index("12"), text.index("12") + 2), "12", "/a~1b~0/n")


def test_keys_are_searched_too() -> None:
    """A JSON key is a segment of its own, with the pointer of its member."""
    index = index_of('{"AB-1": {"x": 1}}')
    assert [index.evidence(span).key_path for span in index.literal("AB-1")] == ["/AB-1"]


def test_key_words_are_the_words_of_the_keys_above() -> None:
    """From the outermost key to the innermost, without array places, with escaped keys read back; none in prose."""
    index = index_of('{"shipTo": [{"postal_code/zip": "90210"}]}')
    (span,) = index.literal("90210")
    assert index.key_words(span.start) == ("ship", "to", "postal", "code", "zip")
    assert index_of("zip 90210").key_words(4) == ()
    assert index_of("{}").key_words(0) == ()


def test_prose_and_json_contents() -> None:
    """Prose is its own content; JSON is its keys and scalars, decoded, with a barrier between them; an empty object has none."""
    assert index_of("hello\x00").content == "hello\x00"
    assert index_of('{"a": "x\\ny"}').content == "a\n\x00\nx\ny"
    assert index_of("[]").content == ""
    assert index_of("[]").part_at(0) is None


@pytest.mark.parametrize("text", ["say ABC twice abc", '["x", "say ABC"]'])
def test_contains_finds_the_first_place_even_inside_a_token(text: str) -> None:
    """The first occurrence in any case, free or not; nothing for an empty or absent text."""
    index = index_of(text)
    (span,) = index.contains("aBc")
    assert span.of(index.content) == "ABC"
    assert [hit.of(index.content) for hit in index.contains("ay")] == ["ay"]
    assert index.contains("") == []
    assert index.contains("zzz") == []


def test_a_window_stops_at_the_barrier_and_the_ends() -> None:
    """The text around a span, as many code points on each side as asked for, within one JSON member."""
    prose = index_of("0123456789ABC0123456789")
    assert prose.window(Span(10, 13), chars=3) == "789ABC012"
    assert prose.window(Span(10, 13)) == prose.content
    assert prose.window(Span(10, 13), chars=0) == "ABC"
    index = index_of('["left side", "the ABC here", "right side"]')
    (span,) = index.literal("ABC")
    assert index.window(span).strip() == "the ABC here"


def test_values_are_filed_by_canonical_key() -> None:
    """Every spelling of a value leads to the mention under one key, with its span in the original text."""
    text = '{"when": "March 4, 2026", "paid": "$1,250.00", "who": "Alex@Example.com"}'
    index = index_of(text)
    (date,) = index.table(Group.TEMPORAL)["2026-03-04"]
    (money,) = index.table(Group.NUMERIC)["#1250"]
    (mail,) = index.mentions(Group.EMAIL)
    assert [mention.evidence().text for mention in (date, money, mail)] == ["March 4, 2026", "$1,250.00", "Alex@Example.com"]
    assert [mention.evidence().key_path for mention in (date, money, mail)] == ["/when", "/paid", "/who"]
    assert (date.value.kind, money.value.kind, mail.value.kind) == (Kind.DATE, Kind.MONEY, Kind.EMAIL)
    assert index.table(Group.EMAIL) is index.table(Group.EMAIL)


def test_no_value_is_read_across_members() -> None:
    """Two members next to each other never make one number, date or phone."""
    index = index_of('["12", "300", "March", "4", "2026"]')
    assert {mention.evidence().text for mention in index.mentions(Group.NUMERIC)} == {"12", "300", "4", "2026"}
    assert "2026-03-04" not in index.table(Group.TEMPORAL)
    assert index.mentions(Group.PHONE) == []


def test_mentions_come_once_and_in_order() -> None:
    """A mention with several readings is listed once, by its place."""
    spans = [mention.span for mention in index_of("on 03/04/2026, then 05/06/2026, 1.234 and 7").mentions(Group.TEMPORAL)]
    assert len(spans) == 2
    assert spans == sorted(set(spans))


def test_dated_digits() -> None:
    """Digits inside a date or time are dated; the same digits alone, and spans that hold more than digits, are not."""
    index = index_of("on 2026-03-14 see room 14")
    assert index.is_dated(Span(11, 13))
    assert not index.is_dated(Span(23, 25))
    assert not index.is_dated(Span(3, 13))


@pytest.mark.parametrize(
    ("text", "relative", "yearless"),
    [("see you tomorrow", True, []), ("on March 4", False, ["March 4"]), ("on March 4, 2026", False, []), ("nothing", False, [])],
)
def test_relative_and_yearless_days(text: str, relative: bool, yearless: list[str]) -> None:
    """`tomorrow` counts from now; a date without its year does not, and is listed as such."""
    index = index_of(text)
    assert index.has_relative_day is relative
    assert [mention.value.text for mention in index.yearless] == yearless


def test_words_and_stems() -> None:
    """The word set holds folded words, the stems lead to the places of all their forms."""
    index = index_of("Shipped, SHIPPING: ships Été")
    assert index.word_set == {"shipped", "shipping", "ships", "ete"}
    assert index.stem_places["ship"] == [0, 1, 2]


@pytest.mark.parametrize(("text", "needle"), [("a" * 200_000, "a" * 100_000), ("a-" * 100_000, "a-" * 50_000 + "a"), ("a" * 200_000, "a")])
def test_a_hostile_literal_is_given_up(text: str, needle: str) -> None:
    """A needle that overlaps itself everywhere is given up after a bounded amount of work, and is no hit."""
    assert index_of(text).literal(needle) == []
