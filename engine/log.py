"""An immutable, append-only sequence: a longer one shares all of the shorter one, so appending costs the same at any length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Log(Generic[Item]):
    """Items in order. `appended` gives a new log and leaves this one as it is; `items` is the whole as a tuple, put together once."""

    __slots__ = ("_before", "_items", "_last")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items: tuple[Item, ...] | None = tuple(items)
        self._before: Log[Item] | None = None
        self._last: tuple[Item, ...] = ()

    def appended(self, *items: Item) -> Log[Item]:
        """A log of these items behind the present ones."""
        if not items:
            return self
        longer = Log[Item]()
        longer._items, longer._before, longer._last = None, self, items
        return longer

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in order."""
        if self._items is None:
            tails: list[tuple[Item, ...]] = []
            node: Log[Item] | None = self
            while node is not None and node._items is None:
                tails.append(node._last)
                node = node._before
            known = node._items if node is not None and node._items is not None else ()
            self._items = (*known, *(item for tail in reversed(tails) for item in tail))
            self._before = None
        return self._items

    @property
    def last(self) -> Item:
        """The last item; IndexError where there is none."""
        return self._last[-1] if self._items is None else self._items[-1]

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __reversed__(self) -> Iterator[Item]:
        """The items, last first, without putting the whole together."""
        node: Log[Item] | None = self
        while node is not None:
            before, known, last = node._before, node._items, node._last
            if known is not None:
                yield from reversed(known)
                return
            yield from reversed(last)
            node = before

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.items == other.items  # pyright: ignore[reportUnknownMemberType]: of any item

    def __hash__(self) -> int:
        return hash(self.items)
