"""Text that speaks to whoever checks it rather than about its subject: instructions planted in a tool output or a passage.

A cheap and incomplete test: it only takes credit away. A source that it finds is no ground for an auditor's `yes`; whatever it misses still has to
pass the checks of the quotation.
"""

from __future__ import annotations

import re

from .normalize import fold
from .types import Role

_CHECKERS = (
    r"(?:auditors?|reviewers?|verifiers?|checkers?|evaluators?|graders?|judges?|moderators?|guardrails?|assistants?|llms?|ais?|chatbots?"
    r"|(?:language|ai|judge|reviewing) models?)"
)
_GOOD = r"(?:yes|supported|grounded|pass(?:ed)?|true|approved?|verified|valid|correct|confirmed|accurate|allow(?:ed)?)"
_SPEAKS = re.compile(
    rf"\b(?:ignore|disregard|forget|override|bypass|skip)\b.{{0,60}}\b(?:instruct\w*|prompts?|rules?|above|previous|prior|guidelines?|checks?|polic\w+|questions?|verification)\b"
    rf"|\b(?:answer|reply|respond|say|return|output|mark|rate|classify|treat|write|print|set|consider|label|accept|give)\b.{{0,60}}\b{_GOOD}\b"
    rf"|\b(?:note|message|attention|notice|memo|instructions?|dear|hey|hello|hi)\b.{{0,12}}\b(?:all |any |the |this |whichever )?(?:\w+ )?{_CHECKERS}\b"
    rf"|\b{_CHECKERS} (?:must|should|shall|is to|are to|will|please|has to|have to|need to|note|reading)\b|\byou are .{{0,20}}\b{_CHECKERS}\b"
    r"|\byour (?:new |real |actual |only |next )?(?:task|job|instructions?|role|duty|guidelines?|verdict|json)\b|\bdo not (?:check|verify|question|flag|audit)\b"
    r"|\bsystem (?:prompt|override|message|note|instruct\w*|update|notice)\b|\b(?:developer|admin|debug|maintenance|test) mode\b"
    rf"|\banswer\b.{{0,4}}\b{_GOOD}\b|\b(?:im start|im end|endoftext|begin instruct|end of evidence|new task|end evidence)\b"
    rf"|\ball (?:items|claims|values|questions|arguments|answers) (?:are|is|were|have been)\b.{{0,20}}\b{_GOOD}\b"
)
_MARKUP = re.compile(
    r"<\|?\s{0,4}/?\s{0,4}(?:system|assistant|user|im_start|im_end|evidence|items?|instructions?|data|request)\b"
    r"|\[/?INST\]|\"answers?\"\s{0,4}:|\u2028|<!--",
    re.IGNORECASE,
)
_HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\U000e0000-\U000e007f]")


def is_addressed(text: str, role: Role) -> bool:
    """True where a tool output or an evidence passage speaks to its reader. What users, hosts and system turns say is theirs to say."""
    if role not in (Role.TOOL, Role.EVIDENCE):
        return False
    plain = _HIDDEN.sub("", text)
    return _MARKUP.search(plain) is not None or _SPEAKS.search(fold(plain)) is not None
