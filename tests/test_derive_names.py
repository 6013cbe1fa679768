"""Names and words that follow from the context: each derivation with a value that follows and a neighbour that does not."""

from __future__ import annotations

import pytest
from calls import SUPPORTED, UNDECIDED, UNSUPPORTED, context_of, ending, exchange, traced
from groundrules.engine.types import Json

REORDERED = "the same words, inflected or reordered"
NEW_FILE = "a new file in a known folder"


@pytest.mark.parametrize(
    ("name", "value", "said", "how"),
    [
        ("city", "SD", "The weather in San Diego", "initials"),
        ("code", "NYT", "from New York Times", "initials"),
        ("country", "DE", "Ship it to Germany", "ISO 3166-1: Germany"),
        ("country", "Germany", "Ship it to DE", "ISO 3166-1: DE"),
        ("currency", "USD", "pay in dollars", "ISO 4217: dollars"),
        ("airport", "LAX", "from Los Angeles", "IATA: Los Angeles"),
        ("name", "JohnDoe", "I am John Doe", "other spacing"),
        ("name", "Sun Flower", "the Sunflower inn", "other spacing"),
        ("city", "Reno, NV", "The weather in Reno, Nevada", "its parts"),
        ("name", "Doe John", "I am John Doe", REORDERED),
        ("style", "shipping", "Please ship it", REORDERED),
        ("style", "painted chairs", "chairs that are painted", REORDERED),
        ("author", "Andersen", "Books by Anderson", "a spelling variant"),
    ],
)
def test_follows(name: str, value: str, said: str, how: str) -> None:
    """The name is supported and the finding names the derivation."""
    assert ending(traced(name, value, context_of(said))) == (SUPPORTED, how)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("city", "SD", "The weather in San Francisco"),
        ("city", "SD", "The weather in San Diego Beach"),
        ("city", "SD", "The weather in san diego"),
        ("country", "FR", "Ship it to Germany"),
        ("country", "US", "tell us more"),
        ("currency", "EUR", "pay in dollars"),
        ("airport", "SFO", "from Los Angeles"),
        ("name", "JohnDoes", "I am John Doe"),
        ("name", "Andoe", "John and Doe"),
        ("name", "Doit", "then do it"),
        ("city", "Reno, CA", "The weather in Reno, Nevada"),
        ("city", "Reno, NV", "The weather in Reno"),
        ("name", "John Smith", "I am John Doe"),
        ("style", "sailing", "Please ship it"),
        ("author", "Andersem", "Books by Anderson"),
        ("author", "Enderson", "Books by Anderson"),
        ("author", "Peterson", "Books by Anderson"),
    ],
)
def test_does_not_follow(name: str, value: str, said: str) -> None:
    """Another initial, code, joint, part or a second changed letter: nothing vouches for the name."""
    assert traced(name, value, context_of(said)).outcome is not SUPPORTED


def test_spelling_variants_are_for_names_and_from_the_user() -> None:
    """One changed letter is a variant of a name that the user typed; not of another word, nor of a name in a tool output or in evidence."""
    assert traced("author", "Andersen", context_of("Anderson")).outcome is SUPPORTED
    assert traced("style", "barroque", context_of("a baroque chair")).outcome is not SUPPORTED
    assert traced("code", "Andersen", context_of("Anderson")).outcome is not SUPPORTED
    assert traced("author", "Andersen", context_of(exchange({}, {"author": "Anderson"}))).outcome is not SUPPORTED
    assert traced("author", "Andersen", context_of("Go.", evidence=["Books by Anderson"])).outcome is not SUPPORTED


@pytest.mark.parametrize("value", ["ORD-12354", "ord_12345x", "A12346"])
def test_identifiers_never_follow(value: str) -> None:
    """No reordering, joining or variant ever grounds an identifier."""
    assert traced("order_id", value, context_of("order ORD 12345 A12345")).outcome is UNSUPPORTED


def test_new_file_in_a_known_folder() -> None:
    """A tool that creates files may name a new one in a folder that the user named, and in no other."""
    said = context_of("Save it in reports/ please")
    assert ending(traced("path", "reports/summary.txt", said, tool="write_file")) == (SUPPORTED, NEW_FILE)
    assert ending(traced("path", "reports/summary.txt", said, tool="put_file", description="Create a file.")) == (SUPPORTED, NEW_FILE)
    assert traced("path", "other/summary.txt", said, tool="write_file").outcome is UNDECIDED
    assert traced("path", "reports/summary.txt", said, tool="read_file").outcome is UNSUPPORTED
    assert traced("path", "reports/summary.txt", said, tool="read_file", description="Reads a new file.").outcome is UNSUPPORTED
    assert traced("path", "summary.txt", said, tool="write_file").outcome is not SUPPORTED


@pytest.mark.parametrize(
    ("value", "supported"),
    [("reports/main2.txt", False), ("reports/mian1.txt", False), ("reports/outlook.txt", True)],
)
def test_a_new_file_beside_a_near_one(value: str, *, supported: bool) -> None:
    """A name one or two edits from a known file is more likely meant to be that file."""
    trace = traced("path", value, context_of("Save it in reports beside reports/main1.txt"), tool="write_file")
    assert (trace.outcome is SUPPORTED) is supported


@pytest.mark.parametrize("value", ["", " ", "!?", "\x00", "\ud800", "a" * 10_000, " ".join(["word"] * 200)])
def test_odd_names_follow_from_nothing(value: Json) -> None:
    """Empty, hostile and overlong values end in some judgement and are not derived."""
    trace = traced("style", value, context_of("Find a baroque chair."))
    assert trace.derivation not in (REORDERED, "initials", "other spacing")
