"""Citation marks: what is one, what it cites, what it vouches for."""

from __future__ import annotations

import pytest
from groundrules.engine.text.citation_marks import MarkStyle, code_spans, covered_spans, find_marks
from groundrules.engine.types import Span


@pytest.mark.parametrize(
    ("text", "style", "cites"),
    [
        ("It rose [1].", MarkStyle.NUMBER, ("1",)),
        ("It rose [1, 3].", MarkStyle.NUMBER, ("1", "3")),
        ("It rose [2-4].", MarkStyle.NUMBER, ("2", "3", "4")),
        ("It rose［3］。", MarkStyle.NUMBER, ("3",)),
        ("It rose [doc-3].", MarkStyle.LABEL, ("doc-3",)),
        ("It rose [Source: 2].", MarkStyle.LABEL, ("2",)),
        ("It rose [Doc 4; Doc 5].", MarkStyle.LABEL, ("Doc 4", "Doc 5")),
        ("It rose [policy.pdf, p. 3].", MarkStyle.LABEL, ("policy.pdf",)),
        ("It rose.[^2]", MarkStyle.FOOTNOTE, ("2",)),
        ("It rose【4:0†source】.", MarkStyle.LENTICULAR, ("4:0",)),
        ("It rose.¹²", MarkStyle.SUPERSCRIPT, ("12",)),
        ("It rose<sup>3</sup>.", MarkStyle.SUPERSCRIPT, ("3",)),
        ("It rose (Lind 2020, p. 4).", MarkStyle.AUTHOR_YEAR, ("Lind 2020",)),
        ("It rose (Lind et al., 2020; Moor 2019).", MarkStyle.AUTHOR_YEAR, ("Lind 2020", "Moor 2019")),
        ("It rose (see Lind & Moor, 2020).", MarkStyle.AUTHOR_YEAR, ("Lind 2020",)),
        ("Lind and Moor (2018) say so.", MarkStyle.AUTHOR_YEAR, ("Lind 2018",)),
        ("See [the guide](https://example.com/a_(b)).", MarkStyle.LINK, ("https://example.com/a_(b)",)),
        ("See https://example.com/a.", MarkStyle.URL, ("https://example.com/a",)),
        ("According to the Q3 report sales rose.", MarkStyle.ATTRIBUTION, ("Q3 report",)),
        ("As stated in our travel policy, yes.", MarkStyle.ATTRIBUTION, ("travel policy",)),
        ("Laut Hafenbericht 7 stieg es.", MarkStyle.ATTRIBUTION, ("Hafenbericht 7",)),
        ("It rose. Source: travel policy.", MarkStyle.SOURCE_LINE, ("travel policy",)),
    ],
)
def test_mark(text: str, style: MarkStyle, cites: tuple[str, ...]) -> None:
    """Each style is found, sure, with what it cites; its span slices back to its text."""
    (mark,) = find_marks(text)
    assert (mark.style, mark.cites, mark.sure) == (style, cites, True)
    assert mark.span.of(text) == mark.text


@pytest.mark.parametrize(
    "text",
    [
        "Use `rows[1]` here.",
        "```python\nfirst = rows[1]\n```",
        "~~~\nx [2]\n",
        "- [ ] open\n- [x] done",
        "1. first\n2. second",
        "The ratio was 2.1 (95% CI [16, 28]).",
        "Values in [0, 1] are scaled.",
        "It measures [1.6-2.8] metres.",
        "It fell [9-2].",
        "An area of 5 m² and 10³ boats.",
        "It began (March 2020) and ended (Q3 2021).",
        "See ![a map](https://example.com/map.png) there: ok".replace("https://", "maps/"),
        "According to the documents, it rose.",
        "Source code: none",
    ],
)
def test_no_sure_mark(text: str) -> None:
    """Indexes, code, checkboxes, list numbers, intervals, powers, months and the given material as a whole are no marks."""
    assert not [mark for mark in find_marks(text) if mark.sure]


@pytest.mark.parametrize("text", ["It was then [1931].", "See df.rows[3] now.", "Held (London 2012).", "See [annual report].", "Titanic (1997) sank."])
def test_mark_that_may_be_none(text: str) -> None:
    """A year, an index, a place with a year or an aside is found, and is not sure."""
    assert [mark.sure for mark in find_marks(text)] == [False]


def test_a_known_id_makes_a_mark_sure() -> None:
    """A bracket that holds the id of a source cites it, whatever it looks like."""
    assert [mark.sure for mark in find_marks("See [annual report] and x[1931].", ids=frozenset(("Annual Report", "1931")))] == [True, True]


def test_definitions_of_a_list_of_sources() -> None:
    """A label that opens a line behind its use defines it; the text behind it is kept."""
    text = "It rose [1] and fell.[^2]\n\n[1] Lind, The Bridge.\n[^2]: Moor, The Lake."
    assert [mark.definition for mark in find_marks(text)] == [None, None, "Lind, The Bridge.", "Moor, The Lake."]


def test_code_spans() -> None:
    """Fenced blocks and inline code are found; a fence left open reaches to the end."""
    text = "a `b` c\n```\nd\n```\ne\n```\nf"
    assert [span.of(text) for span in code_spans(text)] == ["`b`", "```\nd\n```\n", "```\nf"]


def _covered(text: str, *sentences: str) -> list[str]:
    spans = [Span(text.index(sentence), text.index(sentence) + len(sentence)) for sentence in sentences]
    return [span.of(text).strip() for span in covered_spans(find_marks(text), spans)]


def test_a_mark_covers_up_to_the_mark_before() -> None:
    """A mark vouches for what stands between the mark before it and itself."""
    text = "It opened in 1931 [1] and is 412 m long [2]."
    assert _covered(text, text) == ["It opened in 1931", "and is 412 m long"]


def test_marks_side_by_side_share_their_stretch() -> None:
    """Adjacent marks vouch for the same words."""
    text = "It opened in 1931 [1][2]."
    assert _covered(text, text) == ["It opened in 1931", "It opened in 1931"]


def test_a_mark_behind_the_stop_covers_its_sentence() -> None:
    """A mark behind the full stop vouches for the sentence before it; one that leads a sentence vouches for the rest."""
    assert _covered("It opened. [1] It is long.", "It opened.", "It is long.") == ["It opened."]
    assert _covered("[1] says that it opened.", "[1] says that it opened.") == ["says that it opened."]


def test_an_attribution_covers_its_sentence() -> None:
    """A source named in words vouches for the whole sentence."""
    text = "According to the Q3 report, sales rose."
    assert _covered(text, text) == [text]
