"""Who may vouch for a value: which mentions are evidence, and which only repeat what the model itself said.

Given: user and system turns, evidence passages, host facts, and tool outputs, but for what they echo. An *echo* is a value that the model
first passed as an argument and a tool then returned (or an error message repeated); it inherits the judgement of its first use. Assistant
text is given only where the user's next turn takes it up.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum

from .types import Json

_ERROR_TEXT = re.compile(
    r"[^\w{]*(?:error|exception|failed|failure|invalid|not found|unauthori[sz]ed|forbidden|bad request|traceback|could not|cannot|can't|unable to"
    r"|nothing (?:found|is stored|was found)|no (?:such|results?|match(?:es)?|records?|data|\w+ (?:found|with|matches|exists?))"
    r"|unknown (?:id|user|order|error|command|argument|parameter|tool|key|name|value|field)|denied|timed? ?out"
    r"|does not exist|\w+ (?:not found|does not exist|is invalid)|(?:request|call|query|login|authentication|validation|connection|lookup"
    r"|payment|transaction|operation) failed|[45]\d\d (?:error|not found|bad request|unauthori[sz]ed|forbidden|internal))\b",
    re.IGNORECASE,
)


class Standing(StrEnum):
    """What a source is worth as evidence for a value."""

    GIVEN = "given"
    TAKEN_UP = "taken_up"
    REFERRED = "referred"
    ASSISTANT = "assistant"


def is_error_output(text: str) -> bool:
    """True where a tool output reports a failure: a JSON `error` or `exception`, `success: false`, a status of 400 to 599, or an error word first."""
    stripped = text.lstrip()
    if not stripped.startswith("{"):
        return _ERROR_TEXT.match(stripped) is not None
    try:
        body: Json = json.loads(stripped, strict=False)
    except (ValueError, RecursionError):
        return False
    if not isinstance(body, dict):
        return False
    for key in ("error", "errors", "exception", "error_message"):
        if body.get(key):
            return True
    status = body.get("status", body.get("status_code", body.get("code")))
    if isinstance(status, int) and not isinstance(status, bool) and 400 <= status < 600:
        return True
    return body.get("success") is False or body.get("ok") is False or status in ("error", "failed", "failure")
