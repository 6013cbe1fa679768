"""An auditor's reply as JSON and back, for caches, recordings and batches."""

from __future__ import annotations

from ..engine.audits import Answer, AuditAnswer, AuditFault, AuditReply
from ..engine.errors import InputError
from ..engine.types import Json

_REMEDY = "give what `reply_to_json` of this version wrote"


def reply_to_json(reply: AuditReply) -> dict[str, Json]:
    """Everything the reply holds."""
    return {
        "answers": [{"item": each.item, "answer": each.answer.value, "quote": each.quote, "reason": each.reason} for each in reply.answers],
        "faults": [fault.value for fault in reply.faults],
        "model": reply.model,
        "prompt_version": reply.prompt_version,
        "prompt_digest": reply.prompt_digest,
        "notes": dict(reply.notes),
        "raw": reply.raw,
    }


def reply_from_json(written: Json, *, place: str = "reply") -> AuditReply:
    """The reply that `reply_to_json` wrote.

    Raises:
        InputError: it is not of this form.
    """
    try:
        return _read(written)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(place, problem=f"it is no reply of an auditor ({type(error).__name__})", remedy=_REMEDY) from error


def _read(written: Json) -> AuditReply:
    if not isinstance(written, dict):
        raise TypeError("no object")
    answers, faults, notes = written["answers"], written["faults"], written["notes"]
    if not isinstance(answers, list) or not isinstance(faults, list) or not isinstance(notes, dict):
        raise TypeError("no list")
    return AuditReply(
        tuple(_answer(each) for each in answers),
        tuple(AuditFault(str(fault)) for fault in faults),
        str(written["model"]),
        str(written["prompt_version"]),
        str(written["prompt_digest"]),
        {item: str(note) for item, note in notes.items()},
        str(written["raw"]),
    )


def _answer(written: Json) -> AuditAnswer:
    if not isinstance(written, dict):
        raise TypeError("no object")
    quote = written["quote"]
    if quote is not None and not isinstance(quote, str):
        raise TypeError("no text")
    return AuditAnswer(str(written["item"]), Answer(str(written["answer"])), quote, str(written["reason"]))
