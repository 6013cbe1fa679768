"""The names of the message forms."""

from __future__ import annotations

from enum import StrEnum


class Form(StrEnum):
    """How a conversation is written down; `AUTO` stands for the one form that its messages show."""

    AUTO = "auto"
    OPENAI_CHAT = "openai_chat"
    OPENAI_RESPONSES = "openai_responses"
    ANTHROPIC = "anthropic"
    LANGCHAIN = "langchain"
    GEMINI = "gemini"
    TRANSCRIPT = "transcript"
