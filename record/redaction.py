"""A redaction hook that puts a stable token in the place of each value of some kinds."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterable
from typing import cast

from ..engine.errors import InputError
from ..engine.types import Json, Kind, Value
from ..engine.values import Group, finder

MIN_KEY_BYTES = 16
_GROUPS: dict[Kind, Group] = {
    **dict.fromkeys((Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY), Group.NUMERIC),
    **dict.fromkeys((Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.DURATION), Group.TEMPORAL),
    Kind.EMAIL: Group.EMAIL,
    Kind.URL: Group.URL,
    Kind.PHONE: Group.PHONE,
    Kind.IDENTIFIER: Group.IDENTIFIER,
}
_STRUCTURE = frozenset(("verdict", "items", "findings", "evidence", "errors", "snapshot", "context", "tools", "sources", "calls"))
"""Keys of a record below which keys are words of the form, not of a model or a user."""
_WORDS = frozenset(
    (
        *(
            "kind",
            "session_id",
            "call_id",
            "arguments_form",
            "decision",
            "outcome",
            "digests",
            "verdict_version",
            "engine_version",
            "may_run",
            "risk",
        ),
        *(
            "severity",
            "rule_id",
            "flag",
            "source_id",
            "role",
            "start",
            "end",
            "confidence",
            "version",
            "now",
            "zone",
            "fold",
            "complete",
            "turns",
            "id",
            "order",
        ),
        *("is_error", "answers", "number", "numbered", "unanswered", "form", "messages", "speaker"),
    )
)
"""Keys there whose values are words of the form or ids of the host, and stay."""
_LOOKS_LIKE_JSON = re.compile(r"\s*[\[{]")


def mask_values(kinds: Iterable[Kind], key: bytes) -> Callable[[dict[str, Json]], dict[str, Json]]:
    """A hook that writes `[email:3f0c...]` for each e-mail address, and so on for the kinds named, in all that a model or a user wrote.

    The token is an HMAC-SHA256 under `key` of the canonical value: the same value in any spelling has the same token wherever it stands, so
    that records can still be compared and replayed. Texts that are JSON are masked inside. Only what the recognizers find is masked; names and
    prose are not.

    Raises:
        InputError: a kind has no recognizer, or the key has fewer than 16 bytes.

    Example:
        >>> hook = mask_values([Kind.EMAIL], b"an example, not a secret")
        >>> first, second = hook({"details": ["ana@example.com", "write to Ana@Example.com"]})["details"]
        >>> first.startswith("[email:"), second == f"write to {first}"
        (True, True)
    """
    wanted = frozenset(kinds)
    for kind in wanted:
        if kind not in _GROUPS:
            known = ", ".join(f"`{name}`" for name in _GROUPS)
            raise InputError("kinds", problem=f"no recognizer finds every `{kind}`", remedy=f"choose from {known}")
    if len(key) < MIN_KEY_BYTES:
        raise InputError(
            "key", problem=f"it has {len(key)} bytes", remedy=f"give at least {MIN_KEY_BYTES} random bytes, kept apart from the log"
        )
    masker = _Masker(wanted, key)
    return masker.record


class _Masker:
    def __init__(self, kinds: frozenset[Kind], key: bytes) -> None:
        self._kinds = kinds
        self._key = key
        self._finders = [finder(group) for group in sorted({_GROUPS[kind] for kind in kinds})]

    def record(self, entry: dict[str, Json]) -> dict[str, Json]:
        """The entry with its values masked; words of the form and ids of the host stay."""
        return {key: value if key in _WORDS else self._below(key, value) for key, value in entry.items()}

    def _below(self, key: str, value: Json) -> Json:
        if key not in _STRUCTURE:
            return self._any(value)
        if isinstance(value, dict):
            return self.record(value)
        if isinstance(value, list):
            return [self.record(part) if isinstance(part, dict) else self._any(part) for part in value]
        return self._any(value)

    def _any(self, value: Json) -> Json:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self._any(part) for part in value]
        if isinstance(value, dict):
            return {self._prose(key): self._any(part) for key, part in value.items()}
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            written = json.dumps(value)
            masked = self._prose(written)
            return value if masked == written else masked
        return value

    def _text(self, text: str) -> str:
        if not _LOOKS_LIKE_JSON.match(text):
            return self._prose(text)
        try:
            value = cast("Json", json.loads(text))
            masked = self._any(value)
        except (ValueError, RecursionError):
            return self._prose(text)
        return text if masked == value else json.dumps(masked, ensure_ascii=False)

    def _prose(self, text: str) -> str:
        out: list[str] = []
        at = 0
        for value in self._found(text):
            if value.span.start >= at:
                out += [text[at : value.span.start], self._token(value)]
                at = value.span.end
        return "".join([*out, text[at:]]) if out else text

    def _found(self, text: str) -> list[Value]:
        found = [value for find in self._finders for value in find(text) if value.kind in self._kinds]
        return sorted(found, key=lambda value: (value.span.start, -value.span.end))

    def _token(self, value: Value) -> str:
        message = f"{value.kind.value}\n{value.keys[0] if value.keys else value.text}"
        return f"[{value.kind.value}:{hmac.new(self._key, message.encode('utf-8', 'surrogatepass'), hashlib.sha256).hexdigest()[:16]}]"
