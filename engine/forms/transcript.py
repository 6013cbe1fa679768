r"""Plain transcripts: a text in which each turn opens with who speaks.

The grammar, line by line:

    transcript = turn, { turn }
    turn       = head, text, { "\n", line }        a line that is no head belongs to the turn before it
    head       = "System:" | "User:" | "Human:" | "Assistant:" | "AI:"
               | "Call(NAME):"                     a call of the assistant; the text is its arguments, as JSON
               | "Tool(NAME):" | "Tool:"           what the tool brought
               | "Tool(NAME) error:" | "Tool error:"   what it said when it failed

A head stands at the start of a line, spelled exactly so. Whatever is not (indented, in lower case, with a word between) is text of the turn
before: a quoted line must be indented, or written with a backslash before the head, which is taken away. White space around the text of a
turn is dropped. Outputs belong to the calls before them by name and order. A text cannot keep a tool from writing a line that looks like a
head, so prefer a structured form wherever outputs are not your own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import InputError
from ..inputs import Reading, Turn, past_call
from ..types import Role

_HEAD = re.compile(
    r"(?P<who>System|User|Human|Assistant|AI|(?P<call>Call)\((?P<called>[^()\n]{1,200})\)|Tool(?:\((?P<tool>[^()\n]{1,200})\))?(?P<error> error)?):"
)
_ROLES = {"System": Role.SYSTEM, "User": Role.USER, "Human": Role.USER, "Assistant": Role.ASSISTANT, "AI": Role.ASSISTANT}


def opens_turn(text: str) -> bool:
    """True where the first line that is not blank is a head."""
    return _HEAD.match(next((line for line in text.split("\n") if line.strip()), "")) is not None


def read_transcript(text: object, place: str) -> Reading:
    """The turns of a transcript, or of a further piece of it.

    Raises:
        InputError: it is no text, or text stands before the first head.
    """
    if not isinstance(text, str):
        raise InputError(place, problem=f"expected a text, got {type(text).__name__}", remedy="give the transcript as one string")
    return Reading(tuple(_turn(head, said) for head, said in _pieces(text, place)))


def _pieces(text: str, place: str) -> Iterator[tuple[re.Match[str], str]]:
    head: re.Match[str] | None = None
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        opened = _HEAD.match(line)
        if opened is None:
            if head is None and line.strip():
                remedy = "begin each turn with `User:`, `Assistant:`, `System:`, `Call(name):` or `Tool(name):`"
                raise InputError(f"{place} line {number}", problem="text stands before the first turn", remedy=remedy)
            lines.append(line[1:] if line.startswith("\\") and _HEAD.match(line.lstrip("\\")) else line)
            continue
        if head is not None:
            yield head, "\n".join(lines).strip()
        head, lines = opened, [line[opened.end() :]]
    if head is not None:
        yield head, "\n".join(lines).strip()


def _turn(head: re.Match[str], said: str) -> Turn:
    if head["call"]:
        return Turn(Role.ASSISTANT, "", (past_call(head["called"], said, None),), continues=True)
    role = _ROLES.get(head["who"], Role.TOOL)
    return Turn(role, said, tool=head["tool"], is_error=head["error"] is not None)
