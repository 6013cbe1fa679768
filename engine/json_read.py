"""Reading of saved JSON at the border: each part checked for its type, each fault named by its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Never, TypeVar

from .errors import InputError
from .types import Json

_Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Saved:
    """One saved object and its place; every reader raises InputError where the part is not of its type."""

    content: dict[str, Json]
    place: str
    remedy: str

    @classmethod
    def of(cls, value: Json, place: str, *, remedy: str) -> Saved:
        """The value, which has to be an object."""
        if not isinstance(value, dict):
            raise InputError(place, problem="it is not an object", remedy=remedy)
        return cls(value, place, remedy)

    def refuse(self, key: str, problem: str) -> Never:
        """Raises InputError at the part of this name."""
        raise InputError(f"{self.place}.{key}", problem=problem, remedy=self.remedy)

    def require_version(self, key: str, version: str) -> None:
        """Refuses any other version than this one."""
        found = self.content.get(key)
        if found != version:
            shown = found[:20] if isinstance(found, str) else type(found).__name__
            self.refuse(key, f"`{shown}` is not the version `{version}`")

    def get(self, key: str) -> Json:
        """The part, which has to be there; null counts."""
        if key not in self.content:
            self.refuse(key, "it is missing")
        return self.content[key]

    def text(self, key: str) -> str:
        """A text."""
        value = self.get(key)
        if not isinstance(value, str):
            self.refuse(key, "it is not a text")
        return value

    def text_or_none(self, key: str) -> str | None:
        """A text or null."""
        return None if self.get(key) is None else self.text(key)

    def whole(self, key: str) -> int:
        """A whole number, 0 or more."""
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.refuse(key, "it is not a whole number of 0 or more")
        return value

    def whole_or_none(self, key: str) -> int | None:
        """A whole number or null."""
        return None if self.get(key) is None else self.whole(key)

    def fraction(self, key: str) -> float:
        """A number from 0 to 1."""
        value = self.get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            self.refuse(key, "it is not a number from 0 to 1")
        return float(value)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.get(key)
        if not isinstance(value, bool):
            self.refuse(key, "it is not true or false")
        return value

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        """A member of a closed set."""
        value = self.text(key)
        if value not in set(kind):
            self.refuse(key, f"`{value[:60]}` is not a {kind.__name__.lower()}")
        return kind(value)

    def items(self, key: str) -> list[Json]:
        """A list."""
        value = self.get(key)
        if not isinstance(value, list):
            self.refuse(key, "it is not a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        texts: list[str] = []
        for number, item in enumerate(self.items(key)):
            if not isinstance(item, str):
                self.refuse(f"{key}[{number}]", "it is not a text")
            texts.append(item)
        return tuple(texts)

    def one(self, key: str) -> Saved:
        """An object."""
        return Saved.of(self.get(key), f"{self.place}.{key}", remedy=self.remedy)

    def each(self, key: str) -> Iterator[Saved]:
        """A list of objects."""
        for number, item in enumerate(self.items(key)):
            yield Saved.of(item, f"{self.place}.{key}[{number}]", remedy=self.remedy)
