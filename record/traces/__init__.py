"""One's own traces, read: what a model was given and the tool calls it then made, from logs that others write."""

from __future__ import annotations

from enum import StrEnum

from .exchanges import Exchange, TraceReader, rows_of

__all__ = ["Exchange", "TraceForm", "TraceReader", "reader_of", "rows_of"]


class TraceForm(StrEnum):
    """The forms that can be read: chat completion logs, Anthropic message logs, and spans with OpenInference or GenAI attributes."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"
    SPANS = "spans"


def reader_of(form: TraceForm) -> TraceReader:
    """A reader for logs of a form."""
    from . import anthropic, openai, spans

    readers: dict[TraceForm, TraceReader] = {
        TraceForm.OPENAI: openai.read_openai,
        TraceForm.ANTHROPIC: anthropic.read_anthropic,
        TraceForm.SPANS: spans.read_spans,
    }
    return readers[form]
