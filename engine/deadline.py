"""A time by which a check must be done. The engine reads no clock: the host hands one in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .errors import GroundrulesError


class DeadlinePassed(GroundrulesError, TimeoutError):
    """The time of a check ran out; the guard turns it into an undecided verdict, so that a host never meets it."""

    def __init__(self) -> None:
        super().__init__("the time for this check ran out")


@dataclass(frozen=True, slots=True)
class Deadline:
    """The reading of `clock`, a monotonic one in seconds such as `time.monotonic`, from which on a check is not continued."""

    clock: Callable[[], float]
    at: float

    @classmethod
    def after(cls, seconds: float, *, clock: Callable[[], float]) -> Deadline:
        """The deadline that many seconds from the clock's present reading."""
        return cls(clock, clock() + seconds)

    @property
    def has_passed(self) -> bool:
        """True once the clock reads the time of the deadline."""
        return self.clock() >= self.at

    def require(self) -> None:
        """Raises DeadlinePassed once the time has run out."""
        if self.has_passed:
            raise DeadlinePassed
