"""The growth benchmark: exponent, ratio, floor and flags from a clock that is made up, and the subjects that it times."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType

import pytest
from groundrules.engine.normalize import kept_when_short

from benchmarks import growth
from benchmarks.growth import Growth, as_json, best, flagged, line, measured
from benchmarks.growth_subjects import UNITS, Subject, repeated, subjects


class Clock:
    """A clock that moves only when work says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.readings = 0

    def __call__(self) -> float:
        self.readings += 1
        return self.now

    def work(self, *, factor: float, power: float = 1.0) -> Callable[[int], Callable[[], None]]:
        """Work whose time is a power of its length."""

        def prepared(chars: int) -> Callable[[], None]:
            def run() -> None:
                self.now += factor * chars**power

            return run

        return prepared


def grown(power: float, factor: float, *, ordinary: float = 1e-6) -> Growth:
    """The one case of a subject whose hostile text takes this long, and whose ordinary text takes so many seconds per character."""
    clock = Clock()
    subject = Subject("sample", clock.work(factor=ordinary), {"1": clock.work(factor=factor, power=power)})
    (case,) = measured([subject], chars=1_000, floor_ms=1, clock=clock)
    return case


@pytest.mark.parametrize(
    ("power", "factor", "ratio", "is_flagged"),
    [
        (1.0, 1e-6, 1.0, False),
        (1.0, 1.9e-5, 19.0, False),
        (1.0, 2.1e-5, 21.0, True),
        (1.4, 1e-7, 1e-1 * 4_000**0.4, False),
        (1.6, 1e-8, 1e-2 * 4_000**0.6, True),
        (2.0, 1e-9, 4.0, True),
        (2.0, 1e-11, 0.04, False),
        (0.0, 3e-3, 0.75, False),
    ],
    ids=["linear", "dear", "too dear", "steep", "too steep", "quadratic", "quadratic below the floor", "constant"],
)
def test_growth_and_ratio(power: float, factor: float, ratio: float, is_flagged: bool) -> None:
    """The exponent is that of the length, the ratio that to ordinary text of the longest length; near misses on both sides of each limit."""
    case = grown(power, factor)
    assert case.exponent == pytest.approx(power, abs=1e-6)
    assert case.ratio == pytest.approx(ratio, rel=1e-6)
    assert case.is_flagged(floor_ms=1) is is_flagged


def test_no_time_at_all_is_no_error() -> None:
    """A clock that stands still gives neither growth nor a ratio."""
    case = grown(1.0, 0.0, ordinary=0.0)
    assert (case.exponent, case.ratio) == (0.0, 1.0)


def test_the_best_run_counts() -> None:
    """A run that was held up does not."""
    clock = Clock()
    spent = iter((3.0, 1.0, 2.0))

    def work() -> None:
        clock.now += next(spent)

    assert best(work, runs=3, clock=clock) == 1.0


def test_no_run_reads_from_what_an_earlier_one_left() -> None:
    """The bounded caches of the package are empty before each run."""
    kept: list[str] = []

    def count(text: str) -> int:
        kept.append(text)
        return len(text)

    counted = kept_when_short(8)(count)
    assert [counted("parcel"), counted("parcel"), len(kept)] == [6, 6, 1]
    module = ModuleType("groundrules.kept")
    vars(module)["counted"] = counted
    sys.modules[module.__name__] = module
    growth.forget()
    del sys.modules[module.__name__]
    assert [counted("parcel"), len(kept)] == [6, 2]


@pytest.mark.parametrize(
    ("power", "factor", "repeats"),
    [(1.0, 1e-6, 1), (1.0, 1.5e-5, 1), (1.0, 1.7e-5, 3), (1.0, 1e-3, 1), (1.1, 1e-6, 1), (1.3, 1e-7, 3), (2.0, 1e-9, 1), (2.0, 1e-11, 1)],
    ids=["linear", "not that dear", "nearly too dear", "far too dear", "not that steep", "nearly too steep", "far too steep", "below the floor"],
)
def test_what_comes_near_a_limit_is_measured_again(power: float, factor: float, repeats: int) -> None:
    """One run settles a case that is far from every limit."""
    clock = Clock()
    subject = Subject("sample", clock.work(factor=1e-6), {"1": clock.work(factor=factor, power=power)})
    assert len(list(measured([subject], chars=1_000, floor_ms=1, clock=clock))) == 1
    of_ordinary, of_once = 2 * growth.RUNS, 2 * 3
    assert clock.readings == of_ordinary + of_once + (of_once * repeats if repeats > 1 else 0)


def test_the_report_names_what_is_flagged() -> None:
    """One line a subject, with the worst of its cases, and one line a flagged case."""
    first = [Growth("a", "1|", (0.1, 0.4, 1.6), 0.5), Growth("a", "2", (0.1, 0.2, 0.4), 0.5)]
    second = [Growth("b", "\ud800", (1e-4, 2e-4, 4e-4), 1e-4)]
    assert line(first) == "| a | 2 | 500.0 | 2.00 | `1\\|` | 3.2 | `1\\|` | 1 |"
    assert line(second) == "| b | 1 | 0.1 | too quick | | 4.0 | `\\ud800` | 0 |"
    lines = list(flagged([*first, *second]))
    assert lines[0].strip().startswith("1 of 3 cases flagged")
    assert lines[1:] == ["flagged: a on `1\\|`: 100 400 1600 ms, growth 2.00, ratio 3.2"]
    assert [figure["flagged"] for figure in as_json([*first, *second])] == [True, False, False]


@pytest.mark.parametrize(("last", "code"), [(1.6, 1), (0.4, 0)])
def test_the_exit_code(last: float, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """1 where a case is flagged, and the figures are written where asked."""

    def made_up(chosen: Iterable[Subject], **_: float) -> list[Growth]:
        return [Growth(subject.name, "1", (0.1, 0.2, last), 1.0) for subject in chosen]

    monkeypatch.setattr(growth, "measured", made_up)
    assert growth.main(["--only", "find_phones", "--json", str(tmp_path / "out.json")]) == code
    assert "| find_phones |" in capsys.readouterr().out
    (written,) = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (written["subject"], written["flagged"]) == ("find_phones", bool(code))


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The message lists the names that there are."""
    with pytest.raises(SystemExit):
        growth.main(["--only", "nothing of that name"])
    assert "find_numeric" in capsys.readouterr().err


@pytest.mark.parametrize("subject", subjects(), ids=[subject.name for subject in subjects()])
def test_every_subject_runs(subject: Subject) -> None:
    """Ordinary and hostile work of each is made and runs, at a small length."""
    subject.ordinary(300)()
    assert subject.hostile
    for work in subject.hostile.values():
        work(300)()


def test_units_are_repeated_to_the_length() -> None:
    """As often as they fit, and none is listed twice."""
    assert repeated("ab", 5) == "abab"
    assert len(set(UNITS)) == len(UNITS)
    assert len({subject.name for subject in subjects()}) == len(subjects())
