"""Dates and times that follow from the context: relative to now, with the year left out, by a part, or by a date and a duration."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING

from .admission import admit
from .derive_stretches import lately_hits, stretch_hits
from .index import Mention, SourceIndex
from .inputs import scalar_text
from .json_walk import Leaf
from .search import TEMPORAL, Hit, amount_hits, key_hits, phrase_hits
from .slots import Slot
from .types import Kind, Role, Span
from .values import Group, temporal_parts
from .values.dates import parse_temporal
from .values.relative import year_of_yearless

if TYPE_CHECKING:
    from .inquiry import Inquiry

MAX_BASES = 24
"""How many dates, and how many durations, of a context enter date arithmetic."""
MAX_CHANCE = 0.05
"""The share of the days in reach that date and duration may hit before the hit counts as chance (DESIGN 2.4)."""
DAYS_IN_REACH = 365
_BACKWARD = frozenset("before earlier prior ahead".split())
MAX_CLOCKS = 4
"""Clock times of one turn that a duration may be counted from."""
_NIGHT_WORDS = ("night", "nights", "day", "days", "week", "weeks")


def date_hits(leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    """The places that a date, time or date-time argument follows from."""
    parsed = parse_temporal(scalar_text(leaf.value)) or parse_temporal(scalar_text(leaf.value), Kind.DATE)
    if parsed is None:
        return
    for key in parsed.keys:
        day, clock = temporal_parts(local_key(key, inquiry.now))
        if day and clock:
            yield from _moment_hits(day, clock, leaf, slot, inquiry)
        elif day:
            yield from day_hits(day, inquiry, leaf=leaf)
        elif clock:
            yield from clock_hits(clock, inquiry, leaf=leaf)


def local_key(key: str, now: datetime | None) -> str:
    """A date-time key with an offset, told in the zone of `now` where that has one; any other key as it is."""
    if now is None or now.tzinfo is None or "T" not in key or key.startswith("-") or key[-6:-5] not in ("+", "-"):
        return key
    return datetime.fromisoformat(key).astimezone(now.tzinfo).isoformat()[:16]


def is_foreign_wall_time(leaf: Leaf, inquiry: Inquiry) -> bool:
    """True where the date-time carries another offset than the present time, and its digits are those of a local time in the context."""
    parsed = parse_temporal(scalar_text(leaf.value))
    if parsed is None or inquiry.now is None or local_key(parsed.keys[0], inquiry.now) == parsed.keys[0][:16]:
        return False
    day, clock = temporal_parts(parsed.keys[0])
    return bool(day and clock) and all(next(hits, None) for hits in (day_hits(day, inquiry, leaf=leaf), clock_hits(clock, inquiry, leaf=leaf)))


def _moment_hits(day: str, clock: str, leaf: Leaf, slot: Slot, inquiry: Inquiry) -> Iterator[Hit]:
    yield from lately_hits(f"{day}T{clock}", inquiry)
    ends_of_day = clock in ("00:00", "23:59", "23:59:59")
    if not ends_of_day and admit(clock_hits(clock, inquiry, leaf=leaf), slot=slot, value=leaf.value, inquiry=inquiry).given is None:
        return
    for hit in day_hits(day, inquiry, leaf=leaf):
        how = f"{hit.how or 'date'} at the {'start' if clock == '00:00' else 'end'} of the day" if ends_of_day else f"{hit.how or 'date'} and time"
        yield Hit(hit.index, hit.span, how, hit.mention)


def day_hits(day: str, inquiry: Inquiry, *, leaf: Leaf | None = None) -> Iterator[Hit]:
    """The places that the day `YYYY-MM-DD` follows from."""
    sources = inquiry.context.sources
    yield from _named(key_hits(sources, Group.TEMPORAL, (f"d:{day}",)), None)
    if day.startswith("--"):
        yield from _dayless_year_hits(day, inquiry)
        return
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        return
    yield from _yearless_hits(wanted, inquiry)
    yield from _relative_hits(day, inquiry)
    yield from stretch_hits(day, inquiry, leaf=leaf)
    yield from _grain_hits(wanted, inquiry)
    yield from _shifted_hits(wanted, inquiry, leaf)


def _dayless_year_hits(day: str, inquiry: Inquiry) -> Iterator[Hit]:
    """Full and relative dates of this month and day."""
    for index in inquiry.context.sources:
        for key, mentions in index.table(Group.TEMPORAL).items():
            if key.startswith("d:") and key[6:] == day[1:]:
                yield from (Hit(index, mention.span, "the day of a date", mention) for mention in mentions)
    if inquiry.now is not None:
        for index, span, text, key, certain in relative_readings(inquiry, inquiry.now):
            if certain and temporal_parts(key)[0][4:] == day[1:]:
                yield Hit(index, span, f"the day of `{text}`")


def _named(hits: Iterator[Hit], how: str | None) -> Iterator[Hit]:
    for hit in hits:
        yield Hit(hit.index, hit.span, how, hit.mention)


def _yearless_hits(wanted: date, inquiry: Inquiry) -> Iterator[Hit]:
    key = f"--{wanted:%m-%d}"
    sources, now = inquiry.context.sources, inquiry.now
    if now is not None:
        readings = year_of_yearless(key, now)
        if any(reading.key == wanted.isoformat() and (reading.certain or reading is readings[0]) for reading in readings):
            yield from _named(key_hits(sources, Group.TEMPORAL, (f"d:{key}",)), "the year of the present time")
    elif _has_year(wanted.year, inquiry):
        yield from _named(key_hits(sources, Group.TEMPORAL, (f"d:{key}",)), "a year that the context names")


def _has_year(year: int, inquiry: Inquiry) -> bool:
    spoken = [index for index in inquiry.context.sources if index.source.role is not Role.EVIDENCE]
    if next(amount_hits(spoken, Decimal(year)), None) is not None:
        return True
    return any(key.startswith(f"{year}-") for index in spoken for key in index.table(Group.TEMPORAL))


def relative_readings(inquiry: Inquiry, now: datetime) -> Iterator[tuple[SourceIndex, Span, str, str, bool]]:
    """Each reading of each relative date in the context: source, span, text, the day or month it names, and whether it is certain."""
    for index in inquiry.context.sources:
        if index.source.role in (Role.EVIDENCE, Role.SYSTEM):
            continue
        for relative in index.relatives:
            for reading in relative.resolve(now):
                yield index, relative.span, relative.text, reading.key, reading.certain
                if reading.end is not None:
                    yield index, relative.span, relative.text, reading.end, reading.certain


def _relative_hits(day: str, inquiry: Inquiry) -> Iterator[Hit]:
    now = inquiry.now
    if now is None:
        return
    yield from _recurring_hits(day, inquiry, now)
    for index, span, text, key, certain in relative_readings(inquiry, now):
        named = temporal_parts(key)[0]
        if (named == day or (len(named) == 7 and day == f"{named}-01")) and (certain or not _is_range_text(text)):
            yield Hit(index, span, f"the relative date `{text}`")
        elif len(named) == 7 and day.startswith(named) and _has_ordinal(index, int(day[8:])):
            yield Hit(index, span, f"the day {int(day[8:])} of `{text}`")


def day_after_hits(day: str, inquiry: Inquiry) -> Iterator[Hit]:
    """The stretches of days (`last month`) that end the day before: how a query writes an end that is not included."""
    wanted = _day_of(day)
    if inquiry.now is None or wanted is None:
        return
    before = wanted - timedelta(days=1)
    for index, span, text, key, _ in relative_readings(inquiry, inquiry.now):
        named = temporal_parts(key)[0]
        if named == before.isoformat() or (len(named) == 7 and wanted.day == 1 and f"{before:%Y-%m}" == named):
            yield Hit(index, span, f"the day after `{text}`")


def _recurring_hits(day: str, inquiry: Inquiry, now: datetime) -> Iterator[Hit]:
    """A day of the month that the user wants again and again within a stretch ("the first day of the month for the rest of the year")."""
    for index in inquiry.context.sources:
        if index.source.role is not Role.USER or not any("day of the month" in relative.text.lower() for relative in index.relatives):
            continue
        readings = [(relative, reading) for relative in index.relatives for reading in relative.resolve(now)]
        within = any(reading.end is not None and reading.key[:10] <= day <= reading.end for _, reading in readings)
        for relative, reading in readings:
            if within and "day of the month" in relative.text.lower() and reading.key[8:10] == day[8:]:
                yield Hit(index, relative.span, f"`{relative.text}` within the stretch of days that is named")


def _has_ordinal(index: SourceIndex, day: int) -> bool:
    return any(mention.value.kind is Kind.ORDINAL for mention in index.table(Group.NUMERIC).get(str(day), ()))


def has_uncertain_reading(day: str, inquiry: Inquiry, now: datetime) -> bool:
    """True where the day is an uncertain reading, or lies next to an end, of a relative date in the context."""
    return any(temporal_parts(key)[0] == day for _, _, _, key, certain in relative_readings(inquiry, now) if not certain) or any(
        _is_range_text(text) for _, _, text, _, _ in relative_readings(inquiry, now)
    )


def is_open_day(day: str, inquiry: Inquiry) -> bool:
    """True where, without the present time, the day may still follow: the context has it without a year, or speaks of a day relative to now."""
    key = f"--{day[5:]}"
    for index in inquiry.context.sources:
        if index.source.role in (Role.USER, Role.TOOL) and (
            any(temporal_parts(mention.value.keys[0])[0] == key for mention in index.yearless) or index.has_relative_day
        ):
            return True
    return False


def day_and_clock(leaf: Leaf) -> tuple[str, str]:
    """The day and the clock time of a leaf, in canonical form; empty where it has none."""
    parsed = parse_temporal(scalar_text(leaf.value))
    return temporal_parts(parsed.keys[0]) if parsed is not None and parsed.kind is not Kind.DURATION else ("", "")


def _is_range_text(text: str) -> bool:
    return any(word in text.lower() for word in ("years", "months", "quarters"))


def _grain_hits(wanted: date, inquiry: Inquiry) -> Iterator[Hit]:
    last = calendar.monthrange(wanted.year, wanted.month)[1]
    sources, now = inquiry.context.sources, inquiry.now
    if wanted.day in (1, last):
        keys = [f"{wanted:%Y-%m}"]
        if now is None or abs(now.year - wanted.year) <= 1:
            keys.append(f"--{wanted:%m}")
        how = f"the {'first' if wanted.day == 1 else 'last'} day of the month"
        yield from _named(key_hits(sources, Group.TEMPORAL, keys), how)
        if len(keys) > 1 and _has_other_end(wanted, inquiry):
            for hit in phrase_hits(sources, f"{wanted:%B}"):
                if hit.index.source.role is Role.USER and hit.evidence().text[:1].isupper():
                    yield Hit(hit.index, hit.span, how)
    if (wanted.month, wanted.day) in ((1, 1), (12, 31)):
        yield from _named(amount_hits(sources, Decimal(wanted.year)), f"the {'first' if wanted.month == 1 else 'last'} day of the year")


def _has_other_end(wanted: date, inquiry: Inquiry) -> bool:
    """True where another argument is the other end of the same month: then a bare month name (`May`) is the month."""
    days = {temporal_parts(parsed.keys[0])[0] for _, parsed in inquiry.dated_leaves}
    last = calendar.monthrange(wanted.year, wanted.month)[1]
    return {wanted.replace(day=1).isoformat(), wanted.replace(day=last).isoformat()} <= days


def _shifted_hits(wanted: date, inquiry: Inquiry, leaf: Leaf | None) -> Iterator[Hit]:
    bases = list(islice(_base_days(inquiry, leaf), MAX_BASES))
    counts = list(islice(_day_counts(inquiry), MAX_BASES))
    if len(bases) * len(counts) > MAX_CHANCE * DAYS_IN_REACH:
        bases = [(day, name) for day, name in bases if name.startswith("the argument")]
    for index, span, days, text in counts:
        for base, name in bases:
            if base + timedelta(days=days) == wanted:
                yield Hit(index, span, f"{name} and the duration `{text}`")


def _base_days(inquiry: Inquiry, leaf: Leaf | None) -> Iterator[tuple[date, str]]:
    for sibling, parsed in inquiry.dated_leaves:
        if leaf is not None and sibling.pointer != leaf.pointer and parsed.kind in TEMPORAL:
            day = _day_of(temporal_parts(parsed.keys[0])[0])
            if day is not None and inquiry.is_grounded(sibling):
                yield day, f"the argument `{sibling.name}`"
    for index in inquiry.context.sources:
        if index.source.role in (Role.USER, Role.TOOL):
            for mention in index.mentions(Group.TEMPORAL):
                day = _day_of(temporal_parts(mention.value.keys[0])[0])
                if day is not None:
                    yield day, f"the date `{mention.value.text}`"


def _day_of(day: str) -> date | None:
    try:
        return date.fromisoformat(day) if len(day) == 10 else None
    except ValueError:
        return None


def _day_counts(inquiry: Inquiry) -> Iterator[tuple[SourceIndex, Span, int, str]]:
    for index in inquiry.context.sources:
        if index.source.role is not Role.USER:
            continue
        for mention in index.mentions(Group.TEMPORAL):
            days = _days(mention)
            if days is not None:
                yield index, mention.span, days, mention.value.text
        for mention in index.mentions(Group.NUMERIC):
            following = index.content[mention.span.end : mention.span.end + 12].lower().lstrip(" -")
            unit = next((word for word in _NIGHT_WORDS if following.startswith(word)), None)
            amount = mention.value.amount
            if unit is not None and amount is not None and amount == amount.to_integral_value() and 0 < amount < 1000:
                yield index, mention.span, int(amount) * (7 if unit.startswith("week") else 1), f"{mention.value.text} {unit}"


def _days(mention: Mention) -> int | None:
    value = mention.value
    if value.kind is not Kind.DURATION or not value.keys[0].endswith(" s"):
        return None
    seconds = Decimal(value.keys[0][:-2])
    return int(seconds / 86400) if seconds and seconds % 86400 == 0 and seconds < 86400 * 1000 else None


def clock_hits(clock: str, inquiry: Inquiry, *, leaf: Leaf | None = None) -> Iterator[Hit]:
    """The places that the clock time `HH:MM` or `HH:MM:SS` follows from."""
    sources, now = inquiry.context.sources, inquiry.now
    yield from _named(key_hits(sources, Group.TEMPORAL, (f"t:{clock}",)), None)
    if now is not None:
        for index, span, text, key, _ in relative_readings(inquiry, now):
            if temporal_parts(key)[1] == clock:
                yield Hit(index, span, f"the relative time `{text}`")
    yield from _hour_hits(clock, inquiry)
    yield from _shifted_clock_hits(clock, inquiry, leaf)


def _hour_hits(clock: str, inquiry: Inquiry) -> Iterator[Hit]:
    if not clock.endswith(":00") or len(clock) != 5:
        return
    hour = int(clock[:2])
    for spoken in {hour, hour - 12} - {0, -12}:
        if 1 <= spoken <= 12:
            for hit in amount_hits(inquiry.context.sources, Decimal(spoken)):
                if hit.index.lowered[max(0, hit.span.start - 8) : hit.span.start].rstrip().endswith((" at", "from", " to", "until", "till", " by", "around", "-")):
                    yield Hit(hit.index, hit.span, "the hour", hit.mention)


def _shifted_clock_hits(clock: str, inquiry: Inquiry, leaf: Leaf | None) -> Iterator[Hit]:
    if leaf is None:
        return
    wanted = _minutes(clock)
    told = [base for index in inquiry.context.sources if index.source.role is Role.TOOL for base in _clock_bases(index)][:MAX_CLOCKS]
    for index in inquiry.context.sources:
        if index.source.role is Role.USER:
            bases = [*_clock_bases(index), *told]
            for mention in index.mentions(Group.TEMPORAL):
                shift = _shift_minutes(mention)
                base = next((base for base in bases if shift and _is_shifted(wanted, _minutes(base), shift, index, mention)), None)
                if base is not None:
                    yield Hit(index, mention.span, f"the time {base} and the duration `{mention.value.text}`", mention)
    for sibling, parsed in inquiry.dated_leaves:
        if sibling.pointer == leaf.pointer:
            continue
        base = temporal_parts(parsed.keys[0])[1] if parsed.kind in (Kind.TIME, Kind.DATETIME) else ""
        if not base:
            continue
        for index in inquiry.context.sources:
            if index.source.role is not Role.USER:
                continue
            for mention in index.mentions(Group.TEMPORAL):
                shift = _shift_minutes(mention)
                if shift and _is_shifted(wanted, _minutes(base), shift, index, mention) and inquiry.is_grounded(sibling):
                    yield Hit(index, mention.span, f"the argument `{sibling.name}` and the duration `{mention.value.text}`", mention)


def _is_shifted(wanted: int, base: int, shift: Decimal, index: SourceIndex, mention: Mention) -> bool:
    """True where the wanted minute lies the duration after the base, or before it where the text says so."""
    after = index.content[mention.span.end : mention.span.end + 20].lower().split()[:2]
    return base - wanted == shift if _BACKWARD.intersection(after) else wanted - base == shift


def _shift_minutes(mention: Mention) -> Decimal | None:
    value = mention.value
    return Decimal(value.keys[0][:-2]) / 60 if value.kind is Kind.DURATION and value.keys[0].endswith(" s") else None


def _clock_bases(index: SourceIndex) -> list[str]:
    """The clock times of one turn; none where there are so many that a sum with them would be chance."""
    clocks = {temporal_parts(mention.value.keys[0])[1] for mention in index.mentions(Group.TEMPORAL)} - {""}
    return sorted(clocks) if len(clocks) <= MAX_CLOCKS else []


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:5])
