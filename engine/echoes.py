"""Echoes: what the model itself wrote before a tool returned it, whatever the spelling and wherever in its arguments or texts it stood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .search import NUMERIC, TEMPORAL, same_value_hits
from .slots import Slot
from .types import Json, Kind

if TYPE_CHECKING:
    from .context import Context, Utterance

MIN_ECHO_DIGITS = 3
"""A shorter number stands in many arguments by chance; it counts as passed only where it was one whole argument."""


def first_utterance(folded: str, value: Json, slot: Slot, context: Context) -> Utterance | None:
    """The first thing the model wrote that holds the value; `folded` is its folded text.

    Any value counts where it was one whole argument. A hard detail counts in any spelling, inside a longer text, as an object key and in
    arguments that could not be read; a strict one also in the model's prose.
    """
    whole = next((uttered for uttered in context.utterances if uttered.call is not None and folded in uttered.call.passed), None)
    if not _is_hard(slot, folded):
        return whole
    spoken = {id(uttered.index): uttered for uttered in context.utterances if uttered.call is not None or slot.strict}
    indexes = tuple(uttered.index for uttered in spoken.values() if whole is None or uttered.order < whole.order)
    held = [spoken[id(hit.index)] for hit in same_value_hits(indexes, slot.kind, value)]
    return min(held, key=lambda uttered: uttered.order, default=whole)


def _is_hard(slot: Slot, folded: str) -> bool:
    if slot.kind in NUMERIC:
        return sum(char.isdigit() for char in folded) >= MIN_ECHO_DIGITS
    return slot.strict or slot.kind in TEMPORAL or slot.kind is Kind.PATH
