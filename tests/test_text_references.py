"""References that can be looked up."""

from __future__ import annotations

import pytest
from groundrules.engine.context import Context
from groundrules.engine.index import SourceIndex
from groundrules.engine.text.references import Reference, find_references, is_isbn, line_limit, standing_of


def _sources(*texts: str, ids: tuple[str, ...] = ()) -> tuple[SourceIndex, ...]:
    named = ids or tuple(str(number) for number in range(len(texts)))
    return Context.from_openai([], evidence=[{"id": identifier, "text": text} for identifier, text in zip(named, texts, strict=True)]).sources


def _only(text: str) -> Reference:
    (reference,) = find_references(text)
    return reference


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("See doi:10.5555/AB.7.", "doi", "10.5555/ab.7"),
        ("(https://doi.org/10.5555/a(b)c)", "doi", "10.5555/a(b)c"),
        ("arXiv:2101.00001v2", "arxiv", "2101.00001"),
        ("https://arxiv.org/abs/2101.00001", "arxiv", "2101.00001"),
        ("PMID: 1234567", "pubmed", "1234567"),
        ("RFC 0793", "rfc", "793"),
        ("CVE-2021-00001", "cve", "2021-00001"),
        ("ISBN 3-16-148410-X", "isbn", "978316148410"),
        ("ISBN 978-3-16-148410-0", "isbn", "9783161484100"),
        ("ISSN 0317-8471", "issn", "03178471"),
        ("in Orra Shipping v. Lind it", "case", "shipping v lind"),
        ("at 123 F. 3d 456", "reporter", "123 f3d 456"),
        ("see [2019] UKSC 22", "reporter", "2019 uksc 22"),
        ("42 U.S.C. § 1983", "section", "42 usc 1983"),
        ("Section 12 (b)", "section", "12(b)"),
        ("§ 12(b)", "section", "12(b)"),
        ("Artikel 5", "article", "5"),
        ("Regulation (EU) 2016/679", "act", "2016/679"),
        ("at src/parser.py:12.", "file_line", "src/parser.py:12"),
        ("commit 9f3c2ab", "commit", "9f3c2ab"),
    ],
)
def test_reference(text: str, kind: str, key: str) -> None:
    """Each form is read to one canonical key, whatever its spelling; its span slices back to its text."""
    reference = _only(text)
    assert (reference.kind.value, reference.key[: len(key)]) == (kind, key)
    assert reference.span.of(text) == reference.text


@pytest.mark.parametrize("text", ["5 p.m. on 12 May", "the facade of added", "It costs 10.50/month", "12 F and 20 C", "Ada vs. rain",
    "at 10:30, www.example.com:80", "deadbeef"])
def test_no_reference(text: str) -> None:
    """Times, prices, temperatures, ports and words of hexadecimal letters are none."""
    assert not find_references(text)


def test_check_digits() -> None:
    """A wrong check digit proves that no such number was given out."""
    assert is_isbn("9783161484100")
    assert is_isbn("316148410X")
    assert not is_isbn("9783161484101")
    assert _only("ISBN 978-3-16-148410-1").fault
    assert _only("ISSN 0317-8472").fault


@pytest.mark.parametrize(
    ("reference", "source"),
    [
        ("§ 12(b)", "Under Section 12 (b) the fee is due."),
        ("Section 4.2", "4.1 Scope\n4.2 Returns\n"),
        ("Orra Shipping v. Lind", "In Orra Shipping vs Lind it was held"),
        ("parser.py:12", "class Parser is on line 12 of parser.py"),
        ("commit 9f3c2ab", "new head 9f3c2ab41d77e0b5"),
    ],
)
def test_stands(reference: str, source: str) -> None:
    """Another spelling, a heading, words for a line and a longer hash all hold the reference."""
    assert standing_of(_only(reference), _sources(source)).stands


def test_a_line_of_a_file_that_is_given() -> None:
    """A file that is itself a source holds as many lines as it has."""
    sources = _sources("a\nb\nc\nd", ids=("src/parser.py",))
    assert standing_of(_only("parser.py:4"), sources).stands
    assert not standing_of(_only("parser.py:5"), sources).stands


def test_near_and_broader() -> None:
    """One changed digit names the reference it was made from; a part of a section names the section."""
    near = standing_of(_only("doi:10.5555/ab.8"), _sources("See doi:10.5555/ab.7."))
    assert (near.stands, near.near is not None and near.near.key, near.broader) == (False, "10.5555/ab.7", False)
    broader = standing_of(_only("§ 12(b)"), _sources("Section 12 covers moorings."))
    assert (broader.stands, broader.broader) == (False, True)


def test_line_limit() -> None:
    """A source that counts the lines of a file limits its references."""
    (source,) = _sources("parser.py has 40 lines.")
    limit = line_limit(_only("parser.py:212"), source)
    assert limit is not None
    assert (limit[0], limit[1].of(source.content)) == (40, "40 lines")
    assert line_limit(_only("lexer.py:212"), source) is None
