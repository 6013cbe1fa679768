"""Personal data out of a request and back into the reply: each value gets a stable token, equal values the same one.

What is masked: e-mail addresses, phone numbers, and the names and strings a host lists. A quotation in the reply is unmasked before it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from ..engine.audits import AuditItem, AuditReply, AuditRequest
from ..engine.types import Kind
from ..engine.values import Group, finder

_TOKEN = re.compile(r"\[\[(?:EMAIL|PHONE|PRIVATE)-\d{1,6}\]\]")
_GROUPS = ((Group.EMAIL, "EMAIL"), (Group.PHONE, "PHONE"))


class Mask:
    """The tokens of one request. `private` are strings of the host's own (names, account numbers) that are masked wherever they stand."""

    def __init__(self, private: Iterable[str] = ()) -> None:
        self._private = tuple(sorted((text for text in set(private) if text), key=lambda text: (-len(text), text)))
        self._tokens: dict[str, str] = {}
        self._values: dict[str, str] = {}

    def masked(self, request: AuditRequest) -> AuditRequest:
        """The request with tokens in place of personal data, in the evidence, the items and the subject."""
        return replace(
            request,
            subject=self.hide(request.subject),
            items=tuple(self._item(item) for item in request.items),
            evidence=tuple(replace(window, text=self.hide(window.text)) for window in request.evidence),
        )

    def unmasked(self, reply: AuditReply) -> AuditReply:
        """The reply with the values back in the quotations and reasons."""
        answers = (
            replace(answer, quote=None if answer.quote is None else self.show(answer.quote), reason=self.show(answer.reason)) for answer in reply.answers
        )
        return replace(reply, answers=tuple(answers), raw=self.show(reply.raw))

    def hide(self, text: str) -> str:
        """The text with tokens in place of personal data. A token that stands in it already is broken up, so that it cannot be taken for one of ours."""
        hidden = _TOKEN.sub(lambda found: found[0].replace("[[", "[ ["), text)
        for value in self._private:
            hidden = hidden.replace(value, self._token(value, "PRIVATE"))
        for group, name in _GROUPS:
            spans = sorted((value.span for value in finder(group)(hidden)), reverse=True)
            for span in spans:
                if _TOKEN.search(span.of(hidden)) is None:
                    hidden = f"{hidden[: span.start]}{self._token(span.of(hidden), name)}{hidden[span.end :]}"
        return hidden

    def show(self, text: str) -> str:
        """The text with the values in place of their tokens."""
        return _TOKEN.sub(lambda found: self._values.get(found[0], found[0]), text)

    def _item(self, item: AuditItem) -> AuditItem:
        claimed = item.claimed
        if isinstance(claimed, str):
            whole = item.kind in (Kind.EMAIL, Kind.PHONE) and claimed.strip() == claimed
            claimed = self._token(claimed, item.kind.value.upper()) if whole else self.hide(claimed)
        return replace(item, claimed=claimed, about=self.hide(item.about))

    def _token(self, value: str, name: str) -> str:
        token = self._tokens.get(value)
        if token is None:
            token = self._tokens[value] = f"[[{name}-{len(self._tokens) + 1}]]"
            self._values[token] = value
        return token
