"""Several parts of one message, gathered into turns: texts and calls that follow each other are one turn, each tool output is one."""

from __future__ import annotations

from ..inputs import PastCall, Reading, Turn
from ..types import Role


class Gathering:
    """The turns of a message whose own text is said in one role; parts are added in order, then `reading` has the whole."""

    def __init__(self, role: Role) -> None:
        self._role = role
        self._turns: list[Turn] = []
        self._texts: list[str] = []
        self._calls: list[PastCall] = []
        self.unread: list[str] = []

    def say(self, text: str) -> None:
        """A text in the role of the message."""
        self._texts.append(text)

    def call(self, call: PastCall) -> None:
        """A call of the assistant."""
        self._calls.append(call)

    def apart(self, turn: Turn) -> None:
        """A turn of another role inside the message."""
        self._close()
        self._turns.append(turn)

    def _close(self) -> None:
        if self._texts or self._calls:
            self._turns.append(Turn(self._role, "\n".join(self._texts), tuple(self._calls)))
            self._texts, self._calls = [], []

    def reading(self) -> Reading:
        """The turns; a message without any of them is one empty turn."""
        self._close()
        return Reading(tuple(self._turns) or (Turn(self._role, ""),), tuple(self.unread))
