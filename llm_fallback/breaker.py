"""A circuit breaker: after a row of failures nothing is sent for a while, then one request tries whether the server is back.

Own, because the clock is handed in and the state has to be visible; it is used from one event loop only, so that it needs no lock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from ..engine.audits import AuditFault


class BreakerState(StrEnum):
    """`CLOSED` lets all through, `OPEN` nothing, `HALF_OPEN` one at a time."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True)
class BreakerSettings:
    """How many failures in a row open it, and for how many seconds."""

    failures: int = 5
    open_s: float = 30.0


class Breaker:
    """`state`, `failures` in a row, how often it `opened` and `closed` again, and the `last_fault`."""

    def __init__(self, settings: BreakerSettings, *, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._opened_at = 0.0
        self._probing = False
        self.state = BreakerState.CLOSED
        self.failures = 0
        self.opened = 0
        self.closed = 0
        self.last_fault: AuditFault | None = None

    def admits(self) -> bool:
        """True where a request may be sent now; each admitted one must end in `succeeded`, `failed` or `released`."""
        if self.state is BreakerState.OPEN and self._clock() - self._opened_at >= self._settings.open_s:
            self.state = BreakerState.HALF_OPEN
        if self.state is BreakerState.CLOSED:
            return True
        if self.state is BreakerState.OPEN or self._probing:
            return False
        self._probing = True
        return True

    def succeeded(self) -> None:
        """The server answered."""
        if self.state is BreakerState.HALF_OPEN:
            self.closed += 1
        self.state = BreakerState.CLOSED
        self.failures = 0
        self._probing = False

    def failed(self, fault: AuditFault) -> None:
        """No answer came."""
        self.last_fault = fault
        self.failures += 1
        self._probing = False
        if self.state is BreakerState.HALF_OPEN or (self.state is BreakerState.CLOSED and self.failures >= self._settings.failures):
            self.state = BreakerState.OPEN
            self._opened_at = self._clock()
            self.opened += 1

    def released(self) -> None:
        """The request was given up without an answer either way."""
        self._probing = False
