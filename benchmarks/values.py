"""Conformance of value recognition on rows of other projects' suites: `python -m benchmarks.values --data DIR [--peers]`.

One line per kind and source: how many expected values were found with the exact span and a right value, how many with another span or
value, how many not at all; how many texts without a value were left clean. `--json OUT` writes the counts as well.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from groundrules.engine.types import Json

from . import value_pairs, value_peers, value_validity
from .value_finders import FINDERS, found_in, is_right_key
from .value_rows import ASIDE_KINDS, DEFAULT_LANGS, MIN_ROWS, Row, read_pairs, read_rows, text_of, value_folder
from .value_scores import CONFLICTS, Score, Scores, pooled, score_rows

SAMPLE_CHARS = 300_000
RUNS = 5
OTHER_LANGS = ("de", "fr", "es", "it", "pt", "nl")
DIGIT_KINDS = ("number", "percent", "money", "unit", "date", "time", "datetime")
BARS = {
    "number": 92, "ordinal": 90, "money": 82, "unit": 78, "date": 80, "datetime": 76, "daterange": 70, "datetimerange": 66, "duration": 76,
    "phone": 93, "url": 86, "ip": 97, "iban": 98,
}  # fmt: skip
"""Wanted shares of right values, in percent."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and write where asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.values", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of value rows, or the folder above its `values`")
    parser.add_argument("--peers", action="store_true", help="run the same rows through public recognisers")
    parser.add_argument("--peers-python", type=Path, metavar="PATH", help="the interpreter that has them installed")
    parser.add_argument("--faults", metavar="KIND", help="list the values of a kind that did not come out right, on stderr")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the counts as well")
    options = parser.parse_args(arguments)
    if options.peers and options.peers_python is None:
        print(value_peers.HOW_TO_INSTALL)
        return 2
    folder = value_folder(options.data)
    rows = list(read_rows(folder))
    pairs = list(read_pairs(folder))
    if not rows and not pairs:
        parser.error(f"no value rows in `{folder}`; name the folder that holds KIND.SOURCE.jsonl")
    scores = score_rows(rows, found_in, is_right_key=is_right_key)
    equiv = value_pairs.judged(pairs)
    speed = mb_per_s(rows)
    print("\n".join(report(rows, scores, equiv, speed)))
    if options.peers:
        print("\n".join(value_peers.report(rows, options.peers_python)))
    if options.faults:
        print("\n".join(faults(scores, options.faults)), file=sys.stderr)
    if options.json is not None:
        written = as_json(scores, equiv, speed, value_validity.judged(rows))
        options.json.write_text(json.dumps(written, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0


def report(rows: Sequence[Row], scores: Scores, equiv: Sequence[value_pairs.Judged], speed: float) -> Iterator[str]:
    """All tables."""
    yield from kinds_table(scores)
    yield from sources_table(scores)
    yield from aside_table(scores)
    yield from small_kinds(scores)
    yield from value_validity.tables(rows)
    yield from value_pairs.tables(equiv)
    yield from languages_table(scores)
    yield f"\nAll kinds at once over the English rows: {speed:.2f} MB/s.\n"


def _kinds(scores: Scores) -> list[str]:
    return sorted({kind for kind, _, lang in scores.rows if lang in DEFAULT_LANGS and kind not in ASIDE_KINDS})


def _cells(score: Score) -> str:
    errors = score.wrong + score.missed
    right, first = percent(score.right, score.n), percent(score.first, score.n)
    faults = f"{score.wrong} | {score.missed} | {percent(score.wrong, errors)}"
    return f"{score.n} | {right} | {first} | {faults} | {score.negatives} | {percent(score.clean, score.negatives)}"


def percent(part: int, whole: int) -> str:
    """A share with one decimal, or a dash where there is nothing to share."""
    return f"{100 * part / whole:.1f}" if whole else "-"


_HEAD = "n | right % | first reading % | wrong | missed | wrong of errors % | negatives | clean %"
_RULE = "--:|--:|--:|--:|--:|--:|--:|--:|"


def kinds_table(scores: Scores) -> Iterator[str]:
    """English and language-free rows by kind, against the bars."""
    yield "### By kind (en, und)\n"
    yield f"| kind | bar | {_HEAD} |"
    yield f"|---|--:|{_RULE}"
    total = Score()
    for kind in _kinds(scores):
        score = pooled(scores, kind, langs=DEFAULT_LANGS)
        total.add(score)
        note = " (few rows)" if 0 < score.n < MIN_ROWS else ""
        yield f"| {kind}{note} | {BARS.get(kind, '')} | {_cells(score)} |"
        if kind == "phone":
            others = pooled(scores, kind, langs=DEFAULT_LANGS, without="libphonenumber")
            yield f"| phone, without libphonenumber's own | | {_cells(others)} |"
    yield f"| **together** | | {_cells(total)} |\n"


def sources_table(scores: Scores) -> Iterator[str]:
    """The same by source."""
    yield "### By kind and source (en, und)\n"
    yield f"| kind | source | {_HEAD} |"
    yield f"|---|---|{_RULE}"
    for kind in _kinds(scores):
        for source in sorted({source for of_kind, source, lang in scores.rows if of_kind == kind and lang in DEFAULT_LANGS}):
            yield f"| {kind} | {source} | {_cells(pooled(scores, kind, langs=DEFAULT_LANGS, source=source))} |"
    yield ""


def aside_table(scores: Scores) -> Iterator[str]:
    """What stands outside the bars, and why."""
    yield "### Outside the bars (en, und)\n"
    yield f"| column | kind | {_HEAD} |"
    yield f"|---|---|{_RULE}"
    for column, kind in sorted({(column, kind) for column, kind, _, lang in scores.aside if lang in DEFAULT_LANGS}):
        total = Score()
        for (of_column, of_kind, _, lang), score in scores.aside.items():
            if (of_column, of_kind) == (column, kind) and lang in DEFAULT_LANGS:
                total.add(score)
        yield f"| {column} | {kind} | {_cells(total)} |"
    yield "\n| disputed because | kinds | rows |"
    yield "|---|---|--:|"
    for conflict in CONFLICTS:
        count = sum(number for (name, _), number in scores.disputed.items() if name == conflict.name)
        yield f"| {conflict.name}: {conflict.reason} | {', '.join(conflict.kinds)} | {count} |"
    yield ""


def small_kinds(scores: Scores) -> Iterator[str]:
    """What was missed in kinds with few rows, row by row."""
    yield f"### Faults in kinds with fewer than {MIN_ROWS} rows (en, und)\n"
    small = {kind for kind in _kinds(scores) if pooled(scores, kind, langs=DEFAULT_LANGS).n < MIN_ROWS}
    for outcome, row, expected, _ in scores.faults:
        if row.get("kind") in small and row.get("lang") in DEFAULT_LANGS:
            yield f"- {row.get('kind')}, {row.get('id')}: {outcome} `{expected.get('text')}`"
    yield ""


def languages_table(scores: Scores) -> Iterator[str]:
    """The share of right values by language, and how far the digit-based rows are from English."""
    yield "### Other languages: right %, all rows / rows written in digits\n"
    langs = ("en", *OTHER_LANGS)
    yield f"| kind | {' | '.join(langs)} |"
    yield f"|---|{'--:|' * len(langs)}"
    for kind in _kinds(scores):
        cells: list[str] = []
        for lang in langs:
            score = pooled(scores, kind, langs=(lang,))
            digits = scores.digit_score(kind, lang) if kind in DIGIT_KINDS else None
            beside = "" if digits is None else f" / {percent(digits.right, digits.n)} ({digits.n})"
            cells.append(percent(score.right, score.n) + beside)
        yield f"| {kind} | {' | '.join(cells)} |"
    pooled_digits = [_pooled_digits(scores, lang) for lang in langs]
    yield f"| **written in digits, together** | {' | '.join(f'{percent(each.right, each.n)} ({each.n})' for each in pooled_digits)} |"
    yield ""


def _pooled_digits(scores: Scores, lang: str) -> Score:
    total = Score()
    for kind in DIGIT_KINDS:
        total.add(scores.digit_score(kind, lang))
    return total


def faults(scores: Scores, kind: str) -> Iterator[str]:
    """Every value of a kind that did not come out right, and every false alarm."""
    for outcome, row, expected, found in scores.faults:
        if row.get("kind") == kind and row.get("lang") in DEFAULT_LANGS:
            text = text_of(row)
            seen = [(text[each.start : each.end], each.readings[:3]) for each in found]
            wanted = f"WANT {expected.get('text')!r} {expected.get('value')}"
            yield f"{outcome} {row.get('source')} {row.get('now')} {text!r} {wanted} GOT {seen}"
    for row, alarms in scores.false_alarms:
        if row.get("kind") == kind and row.get("lang") in DEFAULT_LANGS:
            text = text_of(row)
            yield f"alarm {row.get('source')} {text!r} GOT {[(text[each.start : each.end], each.readings[:2]) for each in alarms]}"


def english_text(rows: Sequence[Row], size: int = SAMPLE_CHARS) -> str:
    """The texts of the English rows joined, repeated or cut to a size."""
    texts = list(dict.fromkeys(text_of(row) for row in rows if row.get("lang") == "en"))
    joined = "\n".join(texts)
    while texts and len(joined) < size:
        joined = f"{joined}\n{joined}"
    return joined[:size]


def mb_per_s(rows: Sequence[Row]) -> float:
    """Megabytes of English rows per second of processor time, every finder run over the text one after the other; the best of five."""
    text = english_text(rows)
    if not text:
        return 0.0
    best = float("inf")
    for run in range(RUNS):
        fresh = f"{text}\n{run}."  # finders may share work on one text, but not from run to run
        start = time.process_time()
        for find in FINDERS:
            find(fresh)
        best = min(best, time.process_time() - start)
    return len(text.encode()) / 1e6 / best


def as_json(
    scores: Scores, equiv: Sequence[value_pairs.Judged], speed: float, validity: Sequence[value_validity.Validity]
) -> dict[str, Json]:
    """The counts, as the issue of this benchmark lays them down; `outside` and `validity` hold what stands outside the bars."""
    names = ("n", "right", "wrong", "missed", "negatives", "clean")
    rows: list[Json] = [
        {"kind": kind, "source": source, "lang": lang, **{name: getattr(score, name) for name in names}}
        for (kind, source, lang), score in sorted(scores.rows.items())
    ]
    outside: list[Json] = [
        {"column": column, "kind": kind, "source": source, "lang": lang, **{name: getattr(score, name) for name in names}}
        for (column, kind, source, lang), score in sorted(scores.aside.items())
    ]
    return {
        "rows": rows,
        "equiv": value_pairs.counts(equiv),
        "mb_per_s": round(speed, 3),
        "validity": [each.as_json() for each in validity],
        "outside": outside,
    }


if __name__ == "__main__":
    sys.exit(main())
