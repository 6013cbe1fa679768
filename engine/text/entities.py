"""Names by a statistical pipeline (spaCy), for what the cheap path leaves open: loaded once, lazily, and asked in one batch.

Nothing here is imported unless a policy names a pipeline or a host hands one in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Protocol, cast

from ..errors import MissingExtra
from ..types import Span

NAMES = frozenset(("PERSON", "PER", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "EVENT", "WORK_OF_ART", "MISC"))
"""The labels that count as names, in the schemes of the common pipelines."""


class Entity(Protocol):
    """One entity of a document."""

    @property
    def start_char(self) -> int:
        """Where it starts in the text."""
        ...

    @property
    def end_char(self) -> int:
        """Where it ends."""
        ...

    @property
    def label_(self) -> str:
        """What it is."""
        ...


class Document(Protocol):
    """What a pipeline makes of one text."""

    @property
    def ents(self) -> Sequence[Entity]:
        """The entities, in order."""
        ...


class Pipeline(Protocol):
    """The one method of a spaCy `Language` that is used."""

    def pipe(self, texts: Iterable[str]) -> Iterable[Document]:
        """The documents of the texts, in order."""
        ...


def load_pipeline(name: str) -> Pipeline:
    """The spaCy pipeline of this name.

    Raises:
        MissingExtra: spaCy or the pipeline is not installed.
    """
    try:
        load = cast("Callable[..., Pipeline]", vars(import_module("spacy"))["load"])
        return load(name, exclude=["parser", "lemmatizer"])
    except (ImportError, OSError) as error:
        raise MissingExtra("ner", purpose=f"the pipeline `{name}`") from error


def entity_spans(pipeline: Pipeline, texts: Sequence[str]) -> Iterator[tuple[Span, ...]]:
    """The names in each text, as spans of it, in one batch."""
    for document in pipeline.pipe(texts):
        yield tuple(Span(entity.start_char, entity.end_char) for entity in document.ents if entity.label_ in NAMES)
