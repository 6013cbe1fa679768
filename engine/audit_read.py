"""The note on an audit from its JSON form."""

from __future__ import annotations

from .audits import Answer, AuditedItem, AuditFault, AuditNote, AuditTask
from .json_read import Saved
from .types import Outcome


def audit_from_json(saved: Saved) -> AuditNote:
    """The note that `audit_json` wrote. Raises InputError naming the place where it is not of that form."""
    return AuditNote(
        task=saved.choice("task", AuditTask),
        model=saved.text("model"),
        prompt_version=saved.text("prompt_version"),
        prompt_digest=saved.text("prompt_digest"),
        request_digest=saved.text("request_digest"),
        items=tuple(_item(item) for item in saved.each("items")),
        faults=tuple(AuditFault(fault) for fault in saved.texts("faults")),
        left_out=saved.texts("left_out"),
        omitted_windows=saved.whole("omitted_windows"),
        raw=saved.text("raw"),
    )


def _item(saved: Saved) -> AuditedItem:
    return AuditedItem(
        item=saved.text("item"),
        answer=None if saved.get("answer") is None else saved.choice("answer", Answer),
        outcome=saved.choice("outcome", Outcome),
        fault=None if saved.get("fault") is None else saved.choice("fault", AuditFault),
        quote=saved.text_or_none("quote"),
        source_id=saved.text_or_none("source_id"),
        reason=saved.text("reason"),
        disagrees=saved.get("disagrees") is True,
    )
