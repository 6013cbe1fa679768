"""Relative expressions together with the clock time that stands before or after them: "next Friday at 5pm", "5pm tomorrow"."""

from __future__ import annotations

from dataclasses import replace

from .calendar_names import END, S, pattern
from .moments import At, Expression
from .relative_grammar import Said, expression_at
from .relative_words import CLOCK_WORDS, LINK, PART_AFTER
from .stretches import SmallHours
from .times import Clock, clock_at, settle


def timed_at(low: str, start: int) -> Said | None:
    """The expression at this offset with the clock time before or after it, or None."""
    word = pattern(r"[0-9]|[a-z]+").match(low, start)
    if word is not None and (word.group() in CLOCK_WORDS or word.group().isdigit()):
        said = _clock_first(low, start)
        if said is not None:
            return said
    said = expression_at(low, start)
    return _clock_joined(low, said) if said is not None and said.day else said


def _clock_joined(low: str, said: Said) -> Said:
    part = said.part
    at = said.end
    after = pattern(PART_AFTER).match(low, at)
    if after is not None and part is None:
        part, at = after["part"], after.end()
    link = pattern(LINK).match(low, at)
    clock = None
    if link is not None and link.end() < len(low):
        spoken = link.group().isspace() and low[link.end()].isalpha() and not said.weak
        clock = clock_at(low, link.end(), bare=link["cue"] is not None or spoken)
    if clock is None or (low[clock.end - 1].isdigit() and pattern(r"[.:/-][0-9]|\s?%").match(low, clock.end) is not None):
        return replace(said, end=at, part=part)
    return Said(_at(said.expression, clock, part), clock.end, None, day=False)


def _at(day: Expression, clock: Clock, part: str | None) -> At:
    settled = _settled(clock, part)
    small = part in ("evening", "night") and all(hour < 5 for hour, _, _ in settled.readings)
    return At(SmallHours(day) if small else day, settled)


def _settled(clock: Clock, part: str | None) -> Clock:
    return replace(clock, readings=settle(clock.readings, part)) if part is not None else clock


_TO_DAY = rf",?{S}(?:on{S}|of{S})?(?:the{S})?"
_BARE = r"[0-9]{1,4}\b|[a-z]"
_DAY_AHEAD = r"to(?:day|night|morrow)|yesterday|this\s"
_NEAR_DAY = rf",?{S}(?:today|tonight|tomorrow|yesterday|this{S}(?:morning|afternoon|evening)){END}"


def _clock_first(low: str, start: int) -> Said | None:
    clock = clock_at(low, start)
    if clock is None and pattern(_DAY_AHEAD).search(low, start, start + 50) is not None and pattern(_BARE).match(low, start) is not None:
        clock = clock_at(low, start, bare=True)
        if clock is not None and pattern(_NEAR_DAY).match(low, clock.end) is None:
            return None
    if clock is None:
        return None
    link = pattern(_TO_DAY).match(low, clock.end)
    said = expression_at(low, link.end(), 1) if link is not None else None
    if said is None or not said.day or (said.weak and link is not None and "on" not in link.group()):
        return None
    after = pattern(PART_AFTER).match(low, said.end)
    part = said.part or (after["part"] if after is not None else None)
    return Said(_at(said.expression, clock, part), after.end() if after is not None else said.end, None, day=False)
