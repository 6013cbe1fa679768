"""The present time, where the conversation states it. The engine itself reads no clock."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime

from .index import SourceIndex
from .types import Role
from .values import Group, temporal_parts

_STATES_NOW = re.compile(r"\b(?:today(?:'s date)?|current[ _](?:date|time|date and time)|now)(?: is| was)?\s*[:=,(]?[\s\x00]*(?:the )?$", re.IGNORECASE)
_BEFORE = 30


def stated_now(sources: Iterable[SourceIndex]) -> datetime | None:
    """The latest full date that a system, user or host source states as today's, at midnight; None where there is none."""
    found: datetime | None = None
    for index in sources:
        if index.source.role not in (Role.SYSTEM, Role.USER, Role.HOST):
            continue
        for mention in index.mentions(Group.TEMPORAL):
            day = temporal_parts(mention.value.keys[0])[0]
            lead = index.content[max(0, mention.span.start - _BEFORE) : mention.span.start]
            if len(day) == 10 and day[0] != "-" and _STATES_NOW.search(lead):
                found = datetime.combine(date.fromisoformat(day), datetime.min.time())
    return found
