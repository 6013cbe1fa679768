"""Widely known holidays, by fixed day, by weekday of a month, or by distance from Easter (Gregorian)."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from .calendar_names import alternation

_FIXED = {
    "christmas day": (12, 25), "christmas eve": (12, 24), "christmas": (12, 25), "xmas": (12, 25), "xmas day": (12, 25),
    "xmas eve": (12, 24),
    "boxing day": (12, 26), "new year's eve": (12, 31), "new years eve": (12, 31), "new year eve": (12, 31), "nye": (12, 31),
    "new year's day": (1, 1), "new years day": (1, 1), "new year day": (1, 1), "new year's": (1, 1),
    "halloween": (10, 31), "valentine's day": (2, 14), "valentines day": (2, 14), "valentine day": (2, 14), "independence day": (7, 4),
    "st patrick's day": (3, 17), "st. patrick's day": (3, 17), "saint patrick's day": (3, 17), "groundhog day": (2, 2),
    "veterans day": (11, 11), "juneteenth": (6, 19), "earth day": (4, 22), "april fools day": (4, 1), "april fools": (4, 1),
    "all saints' day": (11, 1), "epiphany": (1, 6), "bastille day": (7, 14), "the ides of march": (3, 15), "ides of march": (3, 15),
}  # fmt: skip
# month, weekday (0 is Monday), which (-1 is the last), days after it
_FLOATING = {
    "thanksgiving": (11, 3, 4, 0), "thanksgiving day": (11, 3, 4, 0), "black friday": (11, 3, 4, 1), "cyber monday": (11, 3, 4, 4),
    "labor day": (9, 0, 1, 0), "labour day": (9, 0, 1, 0), "memorial day": (5, 0, -1, 0), "mlk day": (1, 0, 3, 0),
    "martin luther king day": (1, 0, 3, 0), "martin luther king jr. day": (1, 0, 3, 0), "presidents day": (2, 0, 3, 0),
    "presidents' day": (2, 0, 3, 0),
    "president's day": (2, 0, 3, 0), "columbus day": (10, 0, 2, 0), "mother's day": (5, 6, 2, 0), "mothers day": (5, 6, 2, 0),
    "father's day": (6, 6, 3, 0), "fathers day": (6, 6, 3, 0),
}  # fmt: skip
_AROUND_EASTER = {
    "easter": 0, "easter sunday": 0, "easter monday": 1, "good friday": -2, "maundy thursday": -3, "holy saturday": -1, "palm sunday": -7,
    "ash wednesday": -46, "shrove tuesday": -47, "mardi gras": -47, "ascension day": 39, "pentecost": 49, "whit sunday": 49,
    "whit monday": 50,
    "corpus christi": 60,
}  # fmt: skip

FEASTS = (*_FIXED, *_FLOATING, *_AROUND_EASTER)
"""The names, lower case."""
FEAST = rf"(?P<feast>{alternation(FEASTS)})(?![^\W_])"


def easter(year: int) -> date:
    """Easter Sunday, by the anonymous Gregorian algorithm."""
    century = year // 100
    golden = year % 19
    correction = (century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 19 * golden + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - correction - year % 100 % 4) % 7
    late = (golden + 11 * correction + 22 * weekday) // 451
    month, day = divmod(correction + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, which: int) -> date | None:
    """The first (1), second ... or last (-1) such weekday of the month, or None where it has not that many."""
    days = monthrange(year, month)[1]
    first = 1 + (weekday - date(year, month, 1).weekday()) % 7
    all_days = range(first, days + 1, 7)
    place = which - 1 if which > 0 else len(all_days) + which
    return date(year, month, all_days[place]) if 0 <= place < len(all_days) else None


def feast_day(name: str, year: int) -> date | None:
    """The day of the holiday in the year, or None for a name or a year that is not covered."""
    if not 1 <= year <= 9999:
        return None
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _AROUND_EASTER and year > 1582:
        return easter(year) + timedelta(days=_AROUND_EASTER[name])
    if name not in _FLOATING:
        return None
    month, weekday, which, after = _FLOATING[name]
    day = nth_weekday(year, month, weekday, which)
    return day + timedelta(days=after) if day is not None else None
