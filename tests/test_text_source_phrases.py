"""Sources named in words."""

from __future__ import annotations

import pytest
from groundrules.engine.text.source_phrases import find_attributions, find_source_lines


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("according to the Q3 report revenue rose", "Q3 report"),
        ("according to Ada Lind it rose", "Ada Lind"),
        ("as per section 4 it rose", "section 4"),
        ("Selon le rapport annuel, oui", "rapport"),
        ("as shown in the minutes of May, it rose", "minutes of May"),
    ],
)
def test_name_of_the_source(text: str, name: str) -> None:
    """The name ends at its head noun, its capitals or the first comma."""
    assert [phrase.name for phrase in find_attributions(text)] == [name]


@pytest.mark.parametrize("text", ["according to the passages, it rose", "according to the provided information it rose", "according to you, it rose"])
def test_the_given_material_is_no_source_of_its_own(text: str) -> None:
    """What names the material as a whole, or the reader, names no source."""
    assert not list(find_attributions(text))


def test_source_lines() -> None:
    """What stands behind `Source:` is its name; a line that holds marks or links is left to those."""
    assert [line.name for line in find_source_lines("It rose.\nSource: Harbour rules, p. 4.")] == ["Harbour rules, p. 4"]
    assert not list(find_source_lines("Sources: [1], [2]\nSource: https://example.com"))
