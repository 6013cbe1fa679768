"""What the benchmarks know of the public sets: which sources belong together, and which faults are counted as hard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from groundrules.engine.types import Json

HARD_KINDS = (
    *("id_digit", "id_swapped_shape", "email_user", "email_domain", "url_path", "phone_digit"),
    *("tool_invented", "param_invented", "enum_invented"),
)
SCHEMA_KINDS = ("tool_invented", "param_invented", "enum_invented")
"""Kinds that schema and registry alone catch; recall is shown with and without them."""
SOFT_KINDS = ("date_shift", "amount_decimal", "name_replaced", "number_change", "optional_filled", "id_from_elsewhere")


@dataclass(slots=True)
class Sum:
    """Counts of `eval` rows, added up."""

    n: int = 0
    allowed: int = 0
    warned: int = 0
    asked: int = 0
    blocked: int = 0
    caught: int = 0
    slipped: int = 0
    leaves: int = 0
    grounded: int = 0
    hallucinated: int = 0
    uncertain: int = 0


Row = Mapping[str, Json]
Choice = Callable[[Row], bool]


def added(rows: Iterable[Row], choice: Choice) -> Sum:
    """The counts of the rows chosen."""
    total = Sum()
    for row in rows:
        if choice(row):
            for each in fields(Sum):
                count = row[each.name]
                if isinstance(count, int):
                    setattr(total, each.name, getattr(total, each.name) + count)
    return total


def every(row: Row) -> bool:
    """Any row."""
    return bool(row)


def both(first: Choice, second: Choice) -> Choice:
    """The rows that both choices take."""
    return lambda row: first(row) and second(row)


def equal(key: str, *values: Json) -> Choice:
    """The rows that hold one of the values under the key."""
    return lambda row: row[key] in values


def is_good(row: Row) -> bool:
    """A call that must not be stopped: labelled ok, and valid by its own schema."""
    return row["call_label"] == "ok" and row["schema_valid"] is True


GOOD_GROUPS: tuple[tuple[str, Choice], ...] = (
    ("tau-bench, tau2", lambda row: str(row["source"]).startswith("tau")),
    ("BFCL single", equal("source", "bfcl_single")),
    ("SGD", equal("source", "sgd")),
    ("all others", lambda row: not _has_a_group(row)),
    ("all others, traceable", lambda row: not _has_a_group(row) and row["traceable"] is True),
    ("together", every),
)


def _has_a_group(row: Row) -> bool:
    return str(row["source"]).startswith("tau") or row["source"] in ("bfcl_single", "sgd")


def tool_call_folder(data: Path) -> Path:
    """The folder of the tool-call rows: `toolcalls` below the data, or the data itself."""
    inner = data / "toolcalls"
    return inner if inner.is_dir() else data
