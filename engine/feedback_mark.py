"""The guard's own words, told apart from what the model was given: they name admissible values, and must never become evidence for them."""

from __future__ import annotations

from .types import Role

FEEDBACK_MARK = "groundrules.feedback.v1"
"""Stands in every text that the guard writes for the model. A tool that forges it only makes its own output worthless."""


def holds_feedback(role: Role, text: str) -> bool:
    """True where a tool output carries the mark, or a user turn is nothing but feedback (some hosts hand it on as one)."""
    if FEEDBACK_MARK not in text:
        return False
    return role is Role.TOOL or (role is Role.USER and text.lstrip().startswith('{"error"'))
