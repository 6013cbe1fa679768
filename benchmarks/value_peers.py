"""The same rows through public recognisers, in an interpreter of their own: `--peers --peers-python PATH`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from groundrules.engine.tables import CURRENCY, codes_of
from groundrules.engine.types import Json

from .value_finders import found_in, is_right_key
from .value_rows import DEFAULT_LANGS, Found, Row, is_scored, text_of
from .value_scores import Score, pooled, score_rows

WORKER = Path(__file__).with_name("peer_worker.py")
PACKAGES = "recognizers-text-suite 'emoji<1.7' dateparser datefinder quantulum3 price-parser number-parser phonenumbers linkify-it-py"
HOW_TO_INSTALL = f"""The public recognisers live in an environment of their own, which the project never depends on:

    python3.11 -m venv peers
    peers/bin/python -m pip install {PACKAGES}
    python -m benchmarks.values --data DIR --peers --peers-python peers/bin/python

Those that are not installed there are left out."""
OWN_SOURCES = {
    "recognizers-text-suite": "recognizers",
    "dateparser": "dateparser",
    "datefinder": "datefinder",
    "phonenumbers": "libphonenumber",
    "linkify-it-py": "linkify",
}
"""The rows that a recogniser's own suite gave; it is shown with and without them."""
_FIELDS = ("kind", "task", "text", "now", "region", "lang")


def report(rows: Sequence[Row], python: Path) -> Iterator[str]:
    """One line per recogniser and kind, next to ours on the same rows."""
    chosen = [row for row in rows if is_scored(row) and row.get("lang") in DEFAULT_LANGS]
    yield "### Public recognisers on the same rows (en, und)\n"
    yield (
        "| recogniser | kind | n | right % | wrong | missed | clean % | ours: right % | wrong | missed | clean % "
        "| without its own rows % | ours % |"
    )
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    speeds: list[str] = []
    for name, kinds, answers, seconds in _asked(chosen, python):
        asked = [row for row in chosen if row.get("kind") in kinds and (row.get("task") == "parse" or not kinds[str(row.get("kind"))])]
        yield from _lines(name, asked, answers)
        size = sum(len(text_of(row).encode()) for row in asked)
        speeds.append(f"{name} {size / 1e3 / seconds:.0f} KB/s" if seconds else name)
    yield f"\nOver their rows, one by one: {', '.join(speeds) or 'none is installed there'}.\n"


Answers = Mapping[str, list[Found]]


def _asked(rows: Sequence[Row], python: Path) -> Iterator[tuple[str, Mapping[str, bool], Answers, float]]:
    """Every recogniser that is installed: its kinds (True: only whole texts), what it found by row, and the seconds it took."""
    lines = "".join(json.dumps({"id": _place(row), **{field: row.get(field) for field in _FIELDS}}) + "\n" for row in rows)
    done = subprocess.run([str(python), str(WORKER)], input=lines, capture_output=True, text=True, check=True, encoding="utf-8")
    for line in done.stdout.splitlines():
        answer = cast(Mapping[str, Json], json.loads(line))
        kinds = cast(Mapping[str, bool], answer["kinds"])
        found = cast(Mapping[str, Sequence[tuple[int, int, Sequence[Json]]]], answer["found"])
        answers = {key: [_found(each) for each in values] for key, values in found.items()}
        yield str(answer["name"]), kinds, answers, float(str(answer["seconds"]))


def _place(row: Row) -> str:
    return f"{row.get('kind')} {row.get('id')}"


def _found(answer: tuple[int, int, Sequence[Json]]) -> Found:
    start, end, readings = answer
    return Found(start, end, tuple(map(_canonical, readings)))


_DOLLAR = {"dollar", "united states dollar", "us dollar", "$"}


def _canonical(reading: Json) -> Json:
    """A reading with the currency as a code."""
    if not isinstance(reading, dict) or "currency" not in reading:
        return reading
    name = str(reading["currency"])
    if name.lower() in _DOLLAR:
        return {**reading, "currency": "$"}
    codes = [code.code for code in codes_of(name) if code.scheme == CURRENCY]
    return {**reading, "currency": codes[0] if codes else name}


def _lines(name: str, rows: Sequence[Row], answers: Answers) -> Iterator[str]:
    theirs = score_rows(rows, lambda row: list(answers.get(_place(row), ())), is_right_key=is_right_key)
    ours = score_rows(rows, found_in, is_right_key=is_right_key)
    own = OWN_SOURCES.get(name)
    for kind in sorted({kind for kind, _, _ in theirs.rows}):
        score, our_score = (pooled(each, kind, langs=DEFAULT_LANGS) for each in (theirs, ours))
        others = [pooled(each, kind, langs=DEFAULT_LANGS, without=own) for each in (theirs, ours)]
        cells = f"{score.n} | {_cells(score)} | {_cells(our_score)}"
        yield f"| {name} | {kind} | {cells} | {' | '.join(_percent(each.right, each.n) for each in others)} |"


def _cells(score: Score) -> str:
    return f"{_percent(score.right, score.n)} | {score.wrong} | {score.missed} | {_percent(score.clean, score.negatives)}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
