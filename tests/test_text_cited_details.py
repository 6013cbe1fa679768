"""The details that a citation vouches for."""

from __future__ import annotations

from groundrules.engine.context import Context
from groundrules.engine.index import SourceIndex
from groundrules.engine.text.cited_details import details_in, holds
from groundrules.engine.types import Span


def _source(text: str) -> SourceIndex:
    return Context.from_openai([], evidence=[{"id": "1", "text": text}]).sources[0]


def test_details_of_a_stretch() -> None:
    """Values and names inside the stretch are details; its first word is no name, and what stands outside it is not read."""
    text = "Visitors met Ada Lind on 3 May 2021 and paid 412 euros. Later 77 came."
    found = {detail.text for detail in details_in(text, Span(0, text.index(" Later")))}
    assert {"Ada", "Lind", "3 May 2021", "412 euros"} <= found
    assert not {"Visitors", "77"} & found


def test_small_figures_are_not_specific() -> None:
    """A figure of one or two digits stands in many texts by chance."""
    text = "It has 3 quays and 412 berths."
    assert [detail.specific for detail in details_in(text, Span(0, len(text)))] == [False, True]


def test_holds() -> None:
    """A source holds a value in any spelling and a name in any inflection."""
    text = "It was 1,500 m with Lind on 3 May 2021."
    details = details_in(text, Span(0, len(text)))
    assert all(holds(detail, _source("Linds, 2021-05-03: 1.5 km or 1500 m")) for detail in details)
    assert not any(holds(detail, _source("Moor, 2021-05-04: 1501 m")) for detail in details)
