"""What citation marks lead to."""

from __future__ import annotations

import pytest
from groundrules.engine.context import Context
from groundrules.engine.index import SourceIndex
from groundrules.engine.text.citation_marks import find_marks
from groundrules.engine.text.citation_targets import CitableSources, Fit, Resolution, fit_of, topic_fit
from groundrules.engine.types import Json


def _sources(*texts: str, ids: tuple[str, ...] = ()) -> CitableSources:
    named = ids or tuple(str(number) for number in range(1, len(texts) + 1))
    evidence: list[dict[str, Json]] = [{"id": identifier, "text": text} for identifier, text in zip(named, texts, strict=True)]
    return CitableSources(Context.from_openai([], evidence=evidence).sources)


def _resolved(answer: str, sources: CitableSources) -> list[tuple[str, tuple[str, ...]]]:
    marks = find_marks(answer, ids=sources.ids)
    return [(target.resolution.value, tuple(index.source.id for index in target.sources)) for mark in marks for target in sources.resolve(mark)]


@pytest.mark.parametrize(
    ("answer", "ids", "found"),
    [
        ("so [2]", ("1", "2"), "2"),
        ("so [2]", ("doc-1", "doc-2"), "doc-2"),
        ("so [doc-2]", ("1", "2"), "2"),
        ("so [Doc 2]", ("doc_1", "doc_2"), "doc_2"),
        ("so 【2†source】", ("1", "2"), "2"),
        ("so [survey]", ("leaflet", "survey"), "survey"),
        ("so [survey.pdf, p. 2]", ("leaflet.pdf", "survey.pdf"), "survey.pdf"),
        ("According to the harbour survey, so", ("leaflet", "harbour_survey"), "harbour_survey"),
    ],
)
def test_by_id(answer: str, ids: tuple[str, ...], found: str) -> None:
    """A mark finds its source by id, by the number that ends the id, or by the words of the id."""
    assert _resolved(answer, _sources("One.", "Two.", ids=ids)) == [("resolved", (found,))]


@pytest.mark.parametrize(
    ("answer", "ids"), [("so [3]", ("1", "2")), ("so [1]", ("7", "8")), ("so [3]", ("leaflet", "survey")), ("so [doc-9]", ("leaflet", "survey"))]
)
def test_dead(answer: str, ids: tuple[str, ...]) -> None:
    """A number that no id has, or beyond the count where ids say nothing of order, is dead."""
    assert _resolved(answer, _sources("One.", "Two.", ids=ids)) == [("dead", ())]


def test_a_place_among_ids_without_order_may_be_any() -> None:
    """Passages have no order of their own: a number within the count may mean any of them."""
    assert _resolved("so [2]", _sources("One.", "Two.", ids=("survey", "leaflet"))) == [("ambiguous", ("leaflet", "survey"))]


def test_labels_inside_a_source() -> None:
    """A number that labels a document inside a source leads to that document."""
    sources = _sources("[1] It opened.\n[2] It is long.", ids=("search",))
    (mark,) = find_marks("so [2]")
    (target,) = sources.resolve(mark)
    cited, others = sources.cited_and_others([target])
    assert target.resolution is Resolution.RESOLVED
    assert [index.content for index in cited] == ["[2] It is long."]
    assert [index.content for index in others] == ["[1] It opened.\n"]


def test_by_author_and_year() -> None:
    """An author stands with the year in one place of a source, not far apart."""
    near, far = "Lind and Moor (2019) say so.", f"Lind says so. {'Boats pass. ' * 30}It ended in 2019."
    assert _resolved("so (Lind et al., 2019)", _sources(near, far)) == [("resolved", ("1",))]
    assert _resolved("so (Lind et al., 2019)", _sources(far)) == [("dead", ())]


def test_by_url() -> None:
    """A link leads to the source that holds the URL in any spelling, or has it as its id; unseen characters do not count."""
    sources = _sources("See https://example.com/docs/.", "Nothing.", "at https://example.com/a\u200bb", ids=("1", "https://example.com/faq", "3"))
    assert _resolved("[a](HTTPS://Example.com/docs)", sources) == [("resolved", ("1",))]
    assert _resolved("https://www.example.com/faq", sources) == [("resolved", ("https://example.com/faq",))]
    assert _resolved("https://example.com/ab", sources) == [("resolved", ("3",))]
    assert _resolved("https://example.com/doc", sources) == [("dead", ())]


def test_what_is_not_sure_is_never_dead() -> None:
    """A year or an aside that leads nowhere is unclear, not dead."""
    assert _resolved("so [1931] [old rules]", _sources("One.", "Two.")) == [("unclear", ()), ("unclear", ())]


def _holds(detail: str, index: SourceIndex) -> bool:
    return detail in index.content


@pytest.mark.parametrize(
    ("details", "fit"),
    [((), Fit.NOTHING_TO_CHECK), (("412",), Fit.HELD), (("1931",), Fit.ELSEWHERE), (("412", "1931"), Fit.PARTLY_ELSEWHERE), (("77",), Fit.NOWHERE)],
)
def test_fit(details: tuple[str, ...], fit: Fit) -> None:
    """Details that the cited source lacks count only where another source holds them."""
    passages = _sources("It is 412 m.", "It opened in 1931.").passages
    assert fit_of(details, passages[:1], passages[1:], _holds).fit is fit


def test_topic_fit() -> None:
    """Without details, a source that shares no content word is wrong only where another shares half of them."""
    passages = _sources("Boats pass daily.", "Somebody painted the railings.").passages
    assert topic_fit("They painted these railings.", passages[:1], passages[1:], stopwords=frozenset(("they", "these"))).fit is Fit.ELSEWHERE
    assert topic_fit("Boats have railings.", passages[:1], passages[1:], stopwords=frozenset(("have",))).fit is Fit.HELD
