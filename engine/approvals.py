"""What a person is asked about a call that may not run, and the answer: bound to exactly that call, and used once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .json_read import Saved
from .types import Json

REVIEW_VERSION = "1.0"
"""Version of the written form of a review item, `engine/review_item.schema.json`."""

_REMEDY = "give what `ReviewItem.to_json` of this version wrote"


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A call that waits for a person: what it would do, which rules stopped it, and digests of what they saw.

    `number` counts the items of the session; `turn` counts the turns before a call without an id; `arguments` is their text.
    """

    session_id: str
    number: int
    call_id: str | None
    turn: int | None
    tool: str
    arguments: str
    arguments_digest: str
    rule_ids: tuple[str, ...]
    evidence_digest: str
    context_digest: str

    def to_json(self) -> dict[str, Json]:
        """The item in the form of `review_item.schema.json`."""
        return {
            "review_version": REVIEW_VERSION,
            "session_id": self.session_id,
            "number": self.number,
            "call_id": self.call_id,
            "turn": self.turn,
            "tool": self.tool,
            "arguments": self.arguments,
            "arguments_digest": self.arguments_digest,
            "rule_ids": list(self.rule_ids),
            "evidence_digest": self.evidence_digest,
            "context_digest": self.context_digest,
        }

    @classmethod
    def from_json(cls, written: Json, *, place: str = "review") -> ReviewItem:
        """The item that `to_json` wrote.

        Raises:
            InputError: it is not of this form or version; the message names the place.
        """
        saved = Saved.of(written, place, remedy=_REMEDY)
        saved.require_version("review_version", REVIEW_VERSION)
        return cls(
            session_id=saved.text("session_id"),
            number=saved.whole("number"),
            call_id=saved.text_or_none("call_id"),
            turn=saved.whole_or_none("turn"),
            tool=saved.text("tool"),
            arguments=saved.text("arguments"),
            arguments_digest=saved.text("arguments_digest"),
            rule_ids=saved.texts("rule_ids"),
            evidence_digest=saved.text("evidence_digest"),
            context_digest=saved.text("context_digest"),
        )


@dataclass(frozen=True, slots=True)
class Approval:
    """That a person let one call pass: `by` names the person, `at` is the time that the host handed in."""

    item: ReviewItem
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Review:
    """A review item of a session, the approval it got, and whether that was used."""

    item: ReviewItem
    approval: Approval | None = None
    used: bool = False

    def to_json(self) -> dict[str, Json]:
        """The review as JSON."""
        approval = self.approval
        written: Json = None if approval is None else {"by": approval.by, "at": approval.at.isoformat()}
        return {"item": self.item.to_json(), "approval": written, "used": self.used}

    @classmethod
    def from_json(cls, saved: Saved) -> Review:
        """The review that `to_json` wrote. Raises InputError where it is not of that form."""
        item = ReviewItem.from_json(saved.get("item"), place=f"{saved.place}.item")
        if saved.get("approval") is None:
            if saved.flag("used"):
                saved.refuse("used", "nothing was approved that could be used")
            return cls(item)
        written = saved.one("approval")
        try:
            at = datetime.fromisoformat(written.text("at"))
        except ValueError:
            written.refuse("at", "it is not an ISO 8601 time")
        return cls(item, Approval(item, written.text("by"), at), saved.flag("used"))
