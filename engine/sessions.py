"""The sessions of a host by conversation id, as many and for as long as the limits say."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from itertools import takewhile
from typing import TYPE_CHECKING

from .context import Context
from .errors import InputError, SessionError
from .limits import DEFAULT_LIMITS, Limits
from .registry import ToolRegistry
from .session import Session

if TYPE_CHECKING:
    from .guard import Guard


class Sessions:
    """Sessions in the memory of one process; times are handed in. Safe for several threads.

    A session that was idle longer than `limits.idle_seconds`, or that is the one used longest ago past `limits.max_sessions`, is dropped. A conversation that
    comes back after that is resumed as an incomplete one: what is absent from it is undecided.
    """

    def __init__(
        self, *, guard: Guard, registry: ToolRegistry, limits: Limits = DEFAULT_LIMITS, clock: Callable[[], float] | None = None
    ) -> None:
        self.guard = guard
        self.registry = registry
        self.limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[str, tuple[Session, datetime]] = {}

    def start(self, id: str, *, at: datetime, context: Context | None = None) -> Session:
        """The session of a new conversation, complete.

        Raises:
            SessionError: a session of this id is held.
            InputError: the time has no zone.
        """
        with self._lock:
            self._expire(at, asked=id)
            if id in self._held:
                raise SessionError(id, problem="a session of this id is held", remedy="resume it, or drop it first")
            return self._take(Session(id, guard=self.guard, registry=self.registry, context=context, limits=self.limits, clock=self._clock), at)

    def resume(self, id: str, *, at: datetime) -> Session:
        """The session of a conversation that goes on: the one that is held, else a new one that counts as incomplete.

        Raises:
            InputError: the time has no zone.
        """
        with self._lock:
            self._expire(at, asked=id)
            held = self._held.get(id)
            if held is not None:
                return self._take(held[0], at)
            context = Context(complete=False)
            return self._take(Session(id, guard=self.guard, registry=self.registry, context=context, limits=self.limits, clock=self._clock), at)

    def keep(self, session: Session, *, at: datetime) -> None:
        """Hold a session that was restored. Raises InputError where the time has no zone."""
        with self._lock:
            self._expire(at)
            self._take(session, at)

    def get(self, id: str) -> Session | None:
        """The session that is held, or None; it does not count as used by this."""
        with self._lock:
            held = self._held.get(id)
            return None if held is None else held[0]

    def drop(self, id: str) -> None:
        """Forget a session, where it is held."""
        with self._lock:
            self._held.pop(id, None)

    def expire(self, *, at: datetime) -> tuple[str, ...]:
        """Drop the sessions that were idle too long, and give their ids. Raises InputError where the time has no zone."""
        with self._lock:
            return self._expire(at)

    def __len__(self) -> int:
        with self._lock:
            return len(self._held)

    def _expire(self, at: datetime, *, asked: str = "") -> tuple[str, ...]:
        if at.tzinfo is None:
            raise InputError("sessions.at", problem="the time has no zone", remedy="give a time with its zone")
        # Held in the order of their use: where the host's times go back, the one asked for is looked at by itself.
        idle = [asked] if asked in self._held and self._is_idle(asked, at) else []
        idle += [id for id in takewhile(lambda id: self._is_idle(id, at), self._held) if id != asked]
        for id in idle:
            del self._held[id]
        return tuple(idle)

    def _is_idle(self, id: str, at: datetime) -> bool:
        return (at - self._held[id][1]).total_seconds() > self.limits.idle_seconds

    def _take(self, session: Session, at: datetime) -> Session:
        used = max(at, self._held[session.id][1]) if session.id in self._held else at
        self._held.pop(session.id, None)
        self._held[session.id] = (session, used)
        while len(self._held) > self.limits.max_sessions:
            del self._held[next(iter(self._held))]
        return session
