"""Every finder of values in a running text, and what each finds in a form that two runs can be compared in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from groundrules.engine.types import Value
from groundrules.engine.values.addresses import find_emails, find_urls
from groundrules.engine.values.bounds import find_bounds
from groundrules.engine.values.dates import find_temporal
from groundrules.engine.values.identifiers import find_identifiers
from groundrules.engine.values.numbers import find_numeric
from groundrules.engine.values.phones import find_phones
from groundrules.engine.values.ranges import Range, find_ranges
from groundrules.engine.values.relative import Relative, find_relative
from groundrules.engine.values.relative_ordinals import find_relative_ordinals

Finder = Callable[[str], Iterable[Value | Relative | Range]]

VALUE_FINDERS: tuple[Callable[[str], list[Value]], ...] = (
    find_numeric,
    find_temporal,
    find_bounds,
    find_relative_ordinals,
    find_emails,
    find_urls,
    find_phones,
    find_identifiers,
)
FINDERS: tuple[Finder, ...] = (*VALUE_FINDERS, find_relative, find_ranges)


def found_by(find: Finder, text: str) -> list[tuple[int, int, str, object]]:
    """Start, end, text and meaning of everything found."""
    return [
        (each.span.start, each.span.end, each.text, (each.kind, each.keys) if isinstance(each, Value) else repr(each.expression))
        for each in find(text)
    ]
