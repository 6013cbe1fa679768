"""Flat attribute names with dots and numbers as the tree that they stand for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...engine.types import Json

Node = dict[str, "Node"] | tuple[Json]
"""A branch by name or number, or a leaf: its value."""

_WHOLE = ("arguments", "json_schema", "parameters", "content", "function_call_arguments_json")
"""Names whose value is one value, even where an exporter took its JSON apart."""
_MAX_STEPS = 12


def tree_of(attributes: Mapping[str, Json], prefixes: tuple[str, ...]) -> dict[str, Node]:
    """The attributes below the prefixes as one tree; lists and objects among the values become branches too."""
    tree: dict[str, Node] = {}
    wanted = tuple(f"{prefix}." for prefix in prefixes)
    for name, value in attributes.items():
        if name in prefixes or name.startswith(wanted):
            for steps, leaf in _leaves(tuple(name.split(".")), value):
                _put(tree, steps, leaf)
    return tree


def children(node: Node | None) -> dict[str, Node]:
    """The branches of a node; none where it is a leaf or missing."""
    return node if isinstance(node, dict) else {}


def _leaves(steps: tuple[str, ...], value: Json) -> Iterator[tuple[tuple[str, ...], Json]]:
    pending: list[tuple[tuple[str, ...], Json]] = [(steps, value)]
    while pending:
        steps, value = pending.pop()
        if len(steps) > _MAX_STEPS:
            continue
        if isinstance(value, dict) and steps[-1] not in _WHOLE:
            pending.extend(((*steps, *key.split(".")), part) for key, part in value.items())
        elif isinstance(value, list) and steps[-1] not in _WHOLE:
            pending.extend(((*steps, str(number)), part) for number, part in enumerate(value))
        else:
            yield steps, value


def _put(tree: dict[str, Node], steps: tuple[str, ...], leaf: Json) -> None:
    for step in steps[:-1]:
        below = tree.setdefault(step, {})
        if not isinstance(below, dict):
            return
        tree = below
    tree.setdefault(steps[-1], (leaf,))
