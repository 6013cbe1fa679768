"""How much a session may hold, and for how long."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import InputError


@dataclass(frozen=True, slots=True)
class Limits:
    """What a session may hold, and how long a check may take.

    Past `max_turns` or `max_bytes` (of text) the oldest turns are dropped and the context counts as incomplete. Past `max_decisions`, or where their arguments
    are larger than `max_bytes`, the oldest decision is dropped with its review: asked again it is judged anew, an approval of it holds no more.
    `check_seconds` bounds one check, and needs a clock. `idle_seconds` and `max_sessions` are for `Sessions`.

    Raises:
        InputError: a limit is not positive (`check_seconds` may be 0: then every check is undecided).
    """

    max_turns: int = 1_000
    max_bytes: int = 4_000_000
    max_decisions: int = 10_000
    check_seconds: float | None = None
    idle_seconds: float = 86_400.0
    max_sessions: int = 10_000

    def __post_init__(self) -> None:
        for name in ("max_turns", "max_bytes", "max_decisions", "idle_seconds", "max_sessions"):
            if getattr(self, name) <= 0:
                raise InputError(f"limits.{name}", problem="it is not positive", remedy="give a number above 0")
        if self.check_seconds is not None and self.check_seconds < 0:
            raise InputError("limits.check_seconds", problem="it is negative", remedy="give seconds, or None for no deadline")


DEFAULT_LIMITS = Limits()
