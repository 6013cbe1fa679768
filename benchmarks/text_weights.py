"""The weights of the prose score, fitted on development data: `python -m benchmarks.text_weights --data DIR [--write] [--held NAME ...] [--loso]`.

An answer is hallucinated where any of its assertions goes beyond the evidence, so the chance of an answer is 1 minus the product of the chances that
its assertions are fine. The weights of each profile are the shared ones plus a part of their own, and both parts are held small (L2). Every
source and both labels weigh the same; supported answers weigh `SUPPORTED` times more, because a false alarm costs more. `--write` puts the table into
`engine/data/text_weights.py`; `--loso` prints, for each source, the figures of weights that never saw it. Sources named by `--held` are not read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from operator import mul
from pathlib import Path

from groundrules.cli.answers import read_answer
from groundrules.cli.cases import json_files
from groundrules.cli.files import read_rows
from groundrules.cli.text_rows import is_text_row
from groundrules.engine.policy import Policy
from groundrules.engine.text.features import NAMES
from groundrules.engine.text.prose_score import THRESHOLD, Profile
from groundrules.engine.text.text_inquiry import TextInquiry
from groundrules.engine.types import Json

TARGET = Path(__file__).resolve().parent.parent / "engine" / "data" / "text_weights.py"
SUPPORTED = 1.8
SPAN_SHARE = 0.3
"""How much the marked spans of single assertions count beside the labels of whole answers."""
SHARED_L2, OWN_L2 = 0.002, 0.01
ROUNDS, STEP = 400, 0.06
MIN_ROWS = 20

Model = dict[Profile, tuple[float, tuple[float, ...]]]


@dataclass(frozen=True, slots=True)
class Sample:
    """One answer: the features of its assertions, and where spans are marked which assertions they touch (None where none are)."""

    source: str
    wrong: bool
    profile: Profile
    rows: tuple[tuple[float, ...], ...]
    marked: tuple[float, ...] | None


def samples_of(folder: Path, *, held: Sequence[str] = ()) -> list[Sample]:
    """The labelled answers of a folder."""
    found: list[Sample] = []
    for path in json_files([str(folder)]):
        if path.stem in held:
            continue
        for row in read_rows(str(path)):
            if row.content is not None and is_text_row(row.content):
                sample = _sample(row.content, row.place)
                if sample is not None:
                    found.append(sample)
    return found


def _sample(content: dict[str, Json], place: str) -> Sample | None:
    case = read_answer(content, place)
    readings = TextInquiry(case.answer, context=case.context, policy=Policy()).readings
    if not readings:
        return None
    spans = [(span["start"], span["end"]) for span in _objects(content.get("spans"))]
    marked = None
    if spans:
        places = [reading.assertion.span for reading in readings]
        marked = tuple(float(any(_number(start) < at.end and at.start < _number(end) for start, end in spans)) for at in places)
    wrong = content["label"] == "hallucinated"
    return Sample(str(content.get("source")), wrong, readings[0].profile, tuple(reading.features for reading in readings), marked)


def _objects(value: Json) -> list[dict[str, Json]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0


def fit(samples: Sequence[Sample]) -> Model:
    """The weights that fit the samples, by gradient steps of fixed number: same samples, same weights."""
    means, spreads = _scales(samples)
    data = [
        (sample, [[(value - mean) / spread for value, mean, spread in zip(row, means, spreads, strict=True)] for row in sample.rows]) for sample in samples
    ]
    costs = _costs(samples)
    size = len(NAMES) + 1
    parts: dict[Profile | None, list[float]] = {key: [0.0] * size for key in (None, *Profile)}
    parts[None][-1] = -1.5
    first = {key: [0.0] * size for key in parts}
    second = {key: [0.0] * size for key in parts}
    for turn in range(1, ROUNDS + 1):
        slopes = _slopes(data, costs, parts)
        for key, slope in slopes.items():
            _step(parts[key], slope, first[key], second[key], turn=turn, decay=SHARED_L2 if key is None else OWN_L2)
    return {profile: _unscaled([a + b for a, b in zip(parts[None], parts[profile], strict=True)], means, spreads) for profile in Profile}


def _scales(samples: Sequence[Sample]) -> tuple[list[float], list[float]]:
    columns = list(zip(*(row for sample in samples for row in sample.rows), strict=True))
    means = [sum(column) / len(column) for column in columns]
    return means, [sqrt(sum((value - mean) ** 2 for value in column) / len(column)) + 1e-9 for column, mean in zip(columns, means, strict=True)]


def _costs(samples: Sequence[Sample]) -> list[float]:
    counts = Counter((sample.source, sample.wrong) for sample in samples)
    raw: list[float] = []
    for sample in samples:
        count = counts[sample.source, sample.wrong]
        raw.append((1.0 if sample.wrong else SUPPORTED) * min(1.0, count / 100) / count if count >= MIN_ROWS else 0.0)
    whole = sum(raw) or 1.0
    return [cost / whole for cost in raw]


def _slopes(data: list[tuple[Sample, list[list[float]]]], costs: list[float], parts: dict[Profile | None, list[float]]) -> dict[Profile | None, list[float]]:
    size = len(NAMES) + 1
    slopes: dict[Profile | None, list[float]] = {key: [0.0] * size for key in parts}
    joined = {profile: [a + b for a, b in zip(parts[None], parts[profile], strict=True)] for profile in Profile}
    for (sample, rows), cost in zip(data, costs, strict=True):
        if not cost:
            continue
        weights = joined[sample.profile]
        bias = weights[-1]
        chances = [_chance(bias + sum(map(mul, weights, row))) for row in rows]
        fine = sum(log(1 - chance) for chance in chances)
        whole = min(1 - 1e-6, max(1e-6, 1 - exp(fine)))
        pull = ((1 - whole) / whole if sample.wrong else -1.0) * cost
        slope = slopes[sample.profile]
        for at, (row, chance) in enumerate(zip(rows, chances, strict=True)):
            push = -pull * chance
            if sample.marked is not None:
                push += SPAN_SHARE * cost / len(rows) * (chance - sample.marked[at])
            for place, value in enumerate(row):
                slope[place] += push * value
            slope[-1] += push
    for profile in Profile:
        slopes[None] = [a + b for a, b in zip(slopes[None], slopes[profile], strict=True)]
    return slopes


def _chance(logit: float) -> float:
    return min(1 - 1e-6, max(1e-6, 1 / (1 + exp(-max(-30.0, min(30.0, logit))))))


def _step(weights: list[float], slope: list[float], first: list[float], second: list[float], *, turn: int, decay: float) -> None:
    for at, raw in enumerate(slope):
        pull = raw + decay * weights[at]
        first[at] = 0.9 * first[at] + 0.1 * pull
        second[at] = 0.99 * second[at] + 0.01 * pull * pull
        weights[at] -= STEP * (first[at] / (1 - 0.9**turn)) / (sqrt(second[at] / (1 - 0.99**turn)) + 1e-8)


def _unscaled(weights: list[float], means: list[float], spreads: list[float]) -> tuple[float, tuple[float, ...]]:
    own = tuple(weight / spread for weight, spread in zip(weights, spreads, strict=False))
    return weights[-1] - sum(map(mul, own, means)), own


def table(samples: Sequence[Sample], models: dict[str, Model]) -> list[str]:
    """One line per source: rows, recall, false alarms and balanced accuracy of the prose score alone."""
    lines = [f"{'source':16}{'n':>6}{'recall':>9}{'false':>8}{'balanced':>10}"]
    for source in sorted({sample.source for sample in samples}):
        counts: Counter[tuple[bool, bool]] = Counter()
        for sample in samples:
            if sample.source == source:
                bias, weights = models[source][sample.profile]
                fine = 1.0
                for row in sample.rows:
                    fine *= 1 - _chance(bias + sum(map(mul, weights, row)))
                counts[sample.wrong, 1 - fine > THRESHOLD] += 1
        recall = counts[True, True] / max(1, counts[True, True] + counts[True, False])
        false = counts[False, True] / max(1, counts[False, True] + counts[False, False])
        lines.append(f"{source:16}{sum(counts.values()):6}{recall:9.1%}{false:8.1%}{(recall + 1 - false) / 2:10.1%}")
    return lines


def module_text(model: Model) -> str:
    """The text of `engine/data/text_weights.py`."""
    head = '"""The weights of the prose score, written by `python -m benchmarks.text_weights --data DIR --write`: tuned on development data.\n\n'
    head += 'One row per profile: the bias, then one weight per feature in the order of `engine/text/features.py`.\n"""\n\n'
    lines = [head + "WEIGHTS: dict[str, tuple[float, ...]] = {"]
    for profile in Profile:
        bias, weights = model[profile]
        lines.append(f'    "{profile.value}": (\n        {bias:.3f},')
        lines += [f"        {weight:.3f},  # {name}" for name, weight in zip(NAMES, weights, strict=True)]
        lines.append("    ),")
    return "\n".join([*lines, "}", ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, print, and write where asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.text_weights", description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--held", nargs="*", default=(), help="sources that are not read")
    parser.add_argument("--write", action="store_true", help="update engine/data/text_weights.py")
    parser.add_argument("--loso", action="store_true", help="leave one source out at a time")
    options = parser.parse_args(arguments)
    samples = samples_of(options.data, held=options.held)
    sources = sorted({sample.source for sample in samples})
    model = fit(samples)
    print("\n".join(table(samples, dict.fromkeys(sources, model))))
    if options.write:
        TARGET.write_text(module_text(model), encoding="utf-8")
        print(f"wrote {TARGET.name}")
    if options.loso:
        print("each source by weights that never saw it")
        print("\n".join(table(samples, {source: fit([sample for sample in samples if sample.source != source]) for source in sources})))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
