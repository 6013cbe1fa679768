"""The value benchmark counts as it says: spans, values, silence, columns outside the bars, pairs, and the report in both forms."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks import value_pairs, value_peers, value_validity, values
from benchmarks.value_finders import found_in, is_right_key
from benchmarks.value_rows import Found, is_right, same_value
from benchmarks.value_scores import CONFLICTS, Score, has_exclusive_end, is_in_digits, pooled, score_rows

NOW = "2026-03-11T09:30:00"
DAY = "2026-03-11T"


def row(kind: str, text: str, *expect: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A row of task `find` in English."""
    plain = {"id": f"own:{text[:20]}", "source": "own", "lang": "en", "kind": kind, "task": "find", "text": text, "now": NOW}
    return {**plain, "expect": list(expect), **more}


def at(text: str, part: str, value: Any, **more: Any) -> dict[str, Any]:
    """What is expected at a part of a text."""
    start = text.index(part)
    return {"start": start, "end": start + len(part), "text": part, "value": value, "unit": None, **more}


def found_row(kind: str, text: str, part: str, value: Any, **more: Any) -> dict[str, Any]:
    """A row that expects one value."""
    return row(kind, text, at(text, part, value, **{key: more.pop(key) for key in ("unit", "alts", "grain", "ext") if key in more}), **more)


def score_of(*rows: dict[str, Any]) -> Score:
    """The score of rows of one kind."""
    return pooled(score_rows(rows, found_in, is_right_key=is_right_key), rows[0]["kind"], langs=("en", "und"))


@pytest.mark.parametrize(
    ("kind", "text", "part", "value", "more"),
    [
        ("number", "We need twelve of them.", "twelve", "12", {}),
        ("ordinal", "It is the 3rd door.", "3rd", "3", {}),
        ("percent", "Up by 4.5 percent.", "4.5 percent", "4.5", {}),
        ("money", "It costs $3.20 here.", "$3.20", {"amount": "3.2", "currency": "$"}, {}),
        ("money", "It costs $3.20 here.", "$3.20", {"amount": "320", "currency": "cent"}, {}),
        ("unit", "It is 5 km away.", "5 km", "5", {"unit": "kilometer"}),
        ("unit", "It is 5 km away.", "5 km", "5000", {"unit": "meter"}),
        ("date", "Due March 3, 2026.", "March 3, 2026", "2026-03-03", {}),
        ("date", "Due tomorrow.", "tomorrow", "2026-03-12", {}),
        ("datetime", "Call tomorrow at 5 pm.", "tomorrow at 5 pm", "2026-03-12T17:00:00", {}),
        ("time", "Open at 6 pm.", "6 pm", "18:00:00", {}),
        ("duration", "It took 90 minutes.", "90 minutes", "5400", {}),
        ("daterange", "Away last week.", "last week", {"start": "2026-03-02", "end": "2026-03-09"}, {}),
        ("daterange", "Out from May 5 to May 9.", "from May 5 to May 9", {"start": "2026-05-05", "end": "2026-05-09"}, {}),
        ("daterange", "Out from May 5 to May 9.", "from May 5 to May 9", {"start": "2026-05-05", "end": "2026-05-10"}, {}),
        ("phone", "Ring +44 20 7946 0018 now.", "+44 20 7946 0018", "+442079460018", {}),
        ("phone", "Ring +44 20 7946 0018 x 12 now.", "+44 20 7946 0018 x 12", "+442079460018", {"ext": "12"}),
        ("url", "See https://www.example.com/a now.", "https://www.example.com/a", "example.com/a", {}),
        ("email", "To ana@example.com please.", "ana@example.com", "ana@example.com", {}),
        ("ip", "From 192.0.2.1 again.", "192.0.2.1", "192.0.2.1", {}),
        ("number", "We need twelve of them.", "twelve", None, {}),
        ("number", "We need twelve of them.", "twelve", "13", {"alts": ["12"]}),
    ],
)
def test_right_value(kind: str, text: str, part: str, value: Any, more: dict[str, Any]) -> None:
    """A value with the exact span and an accepted reading is right."""
    score = score_of(found_row(kind, text, part, value, **more))
    assert (score.n, score.right, score.wrong, score.missed) == (1, 1, 0, 0)


@pytest.mark.parametrize(
    ("kind", "text", "part", "value"),
    [
        ("number", "We need twelve of them.", "twelve", "13"),
        ("number", "We need twelve of them.", "need twelve", "12"),
        ("money", "It costs €3.20 here.", "€3.20", {"amount": "3.2", "currency": "$"}),
        ("date", "Due March 3, 2026.", "March 3, 2026", "2026-03-04"),
        ("url", "See example.com/a now.", "example.com/a", "example.com/b"),
    ],
)
def test_wrong_value(kind: str, text: str, part: str, value: Any) -> None:
    """Another value or another span at the place is wrong, not missed."""
    score = score_of(found_row(kind, text, part, value))
    assert (score.right, score.wrong, score.missed) == (0, 1, 0)


def test_missed_and_clean() -> None:
    """Nothing at the place is missed; nothing where nothing is expected is clean."""
    score = score_of(found_row("number", "We need many of them.", "many", "50"), row("number", "Nobody came."), row("number", "We saw 5."))
    assert (score.n, score.missed, score.negatives, score.clean) == (1, 1, 2, 1)


def test_whole_text_rows() -> None:
    """A row of task `parse` is read as the whole of a slot."""
    assert score_of(found_row("money", "a dollar", "a dollar", {"amount": "1", "currency": "$"}, task="parse")).right == 1
    assert score_of(found_row("phone", "020 7946 0018", "020 7946 0018", "+442079460018", task="parse", region="GB")).right == 1


@pytest.mark.parametrize("aside", [{"level": "component"}, {"mode": "strict"}, {"task": "values"}, {"task": "valid"}])
def test_rows_of_other_kinds_do_not_count(aside: dict[str, Any]) -> None:
    """Parts of a recogniser, modes and other tasks are no rows of the default scoring."""
    assert score_of(found_row("number", "We need twelve.", "twelve", "12", **aside)).n == 0


@pytest.mark.parametrize(
    ("built", "column"),
    [
        (found_row("date", "On Easter.", "Easter", "2026-04-05") | {"quirk": "fills in"}, "quirk"),
        (row("date", "On Easter.", at("On Easter.", "Easter", "2026-04-05", holiday="Easter")), "holiday"),
        (found_row("numrange", "over 5", "over 5", {"start": "5", "end": None}), "kind numrange"),
        (found_row("datetimerange", "3-5 pm", "3-5 pm", {"start": f"{DAY}15:00", "end": f"{DAY}18:00"}, grain="hour"), "exclusive end"),
    ],
)
def test_columns_outside_the_bars(built: dict[str, Any], column: str) -> None:
    """Holidays, quirks, kinds set aside and exclusive ends are counted in columns of their own."""
    scores = score_rows([built], found_in, is_right_key=is_right_key)
    assert [key[0] for key in scores.aside] == [column]
    assert not scores.rows


@pytest.mark.parametrize(
    ("text", "value", "more", "expected"),
    [
        ("from 2031 to 2033", {"start": "2031-01-01", "end": "2033-01-01"}, {}, True),
        ("from May to July", {"start": "2026-05-01", "end": "2026-07-01"}, {}, True),
        ("from May 2 to July 1", {"start": "2026-05-02", "end": "2026-07-01"}, {}, False),
        ("from May 2 to May 9", {"start": "2026-05-02", "end": "2026-05-09"}, {}, False),
        ("next month", {"start": "2026-04-01", "end": "2026-05-01"}, {}, False),
        ("since May", {"start": "2026-05-01", "end": None}, {}, False),
    ],
)
def test_exclusive_ends(text: str, value: Any, more: dict[str, Any], expected: bool) -> None:
    """An end told as the first day of the last unit that the text names leaves that unit out."""
    built = found_row("daterange", text, text, value, **more)
    assert has_exclusive_end(built, built["expect"][0]) is expected


def test_disputed_rows_are_few() -> None:
    """At most four in a hundred values of a kind are set aside, and every conflict has its reason."""
    disputed = [found_row("datetime", "noon EST", "noon EST", "2026-03-11T01:00:00", id=str(place)) for place in range(10)]
    plain = [found_row("datetime", "tomorrow at 5 pm", "tomorrow at 5 pm", "2026-03-12T17:00:00", id=f"p{place}") for place in range(40)]
    scores = score_rows([*disputed, *plain], found_in, is_right_key=is_right_key)
    assert sum(scores.disputed.values()) == 2
    assert pooled(scores, "datetime", langs=("en",)).n == 48
    assert all(conflict.reason and conflict.kinds for conflict in CONFLICTS)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("number", "1.234", True),
        ("number", "twelve", False),
        ("date", "03.04.2026", True),
        ("date", "3 Mai", False),
        ("money", "5 €", True),
        ("time", "6pm", True),
    ],
)
def test_values_in_digits(kind: str, text: str, expected: bool) -> None:
    """What is written in digits is told apart, since it is read in every language."""
    built = found_row(kind, text, text, "5")
    assert is_in_digits(built, built["expect"][0]) is expected


@pytest.mark.parametrize(
    ("kind", "wanted", "reading", "expected"),
    [
        ("time", "18:00:00", "18:00", True),
        ("time", "18:00:00", "18:00:30", False),
        ("datetime", "2026-03-03T18:00:00", "2026-03-03T18:00+01:00", True),
        ("datetime", "2026-03-03T18:00:00Z", "2026-03-03T18:00+01:00", False),
        ("date", "2026-03-01", "2026-03", True),
        ("duration", "-5400", "5400", True),
        ("number", "0.333333333333", "0.3333333333", True),
        ("unit", "5", "5", False),
        ("money", "5", {"amount": "5", "currency": "$"}, False),
        ("daterange", {"start": "2026-05-01", "end": None}, {"start": "2026-05-01", "end": None}, True),
        ("daterange", {"start": "2026-05-01", "end": None}, {"start": "2026-05-01", "end": "2026-05-31"}, False),
        ("numrange", {"start": "5", "end": None}, {"start": "5.0", "end": None}, True),
    ],
)
def test_same_value(kind: str, wanted: Any, reading: Any, expected: bool) -> None:
    """Readings compare by what they mean, as the suites count it."""
    assert same_value(kind, wanted, reading) is expected


def test_first_reading() -> None:
    """The preferred reading is looked at by itself where that is asked for."""
    expected: dict[str, Any] = {"start": 0, "end": 5, "value": "1234"}
    assert is_right("number", expected, Found(0, 5, ("1.234", "1234")))
    assert not is_right("number", expected, Found(0, 5, ("1.234", "1234")), first=True)


def pair(kind: str, a: str, b: str, *, same: bool, **more: Any) -> dict[str, Any]:
    """A pair of spellings."""
    return {"id": f"{a}/{b}", "a": a, "b": b, "kind": kind, "lang": "en", "now": NOW, "same": same, **more}


PAIRS = (
    pair("number", "twelve", "12", same=True),
    pair("number", "12", "13", same=False),
    pair("money", "$5", "5 CAD", same=False),
    pair("unit", "5 km", "5000 m", same=True),
    pair("date", "tomorrow", "2026-03-12", same=True),
    pair("daterange", "next year", "2027", same=True),
    pair("timerange", "9-11 am", "from 9 to 11 am", same=True),
    pair("duration", "90 minutes", "PT1H30M", same=True),
    pair("phone", "020 7946 0018", "+442079460018", same=True, scheme="GB"),
    pair("email", "Ana@example.com", "ana@example.com", same=True),
    pair("url", "https://www.example.com/", "example.com", same=True),
    pair("domain", "Bücher.example", "xn--bcher-kva.example", same=True),
    pair("guid", "{7d444840-9dc0-11d1-b245-5ffdce74fad2}", "7D4448409DC011D1B2455FFDCE74FAD2", same=True),
    pair("code", "Germany", "DEU", same=True, scheme="territory"),
    pair("code", "276", "DE", same=True, scheme="territory"),
    pair("ordinal", "last", "3rd", same=False),
    pair("quoted", "“a”", "a", same=True),
)


def test_pairs() -> None:
    """Every pair is confirmed, denied or left open; a different pair that is called the same is listed with its reason."""
    judged = value_pairs.judged(PAIRS)
    counts = {(each["kind"], each["lang"]): each for each in value_pairs.counts(judged) if isinstance(each, dict)}
    assert counts["number", "en"] == {
        "kind": "number", "lang": "en", "same": 1, "same_confirmed": 1, "same_denied": 0, "different": 1, "different_confirmed": 0,
    }  # fmt: skip
    assert [each.row["kind"] for each in judged if each.is_same and each.same is not True] == ["quoted"]
    assert "- called the same, money, en, $5/5 CAD: both are 5 CAD" in "\n".join(value_pairs.tables(judged))


@pytest.mark.parametrize(
    ("kind", "text", "valid", "more"),
    [
        ("email", "ana@example.com", True, {}),
        ("email", " ana@example.com", False, {}),
        ("email", "Ana <ana@example.com>", False, {}),
        ("email", "ana@", False, {}),
        ("url", "b", True, {"base": "https://example.com/a/", "value": "https://example.com/a/b"}),
        ("url", "http://[", False, {}),
        ("url", "not a url", False, {"format": "uri"}),
        ("domain", "bücher.example", True, {"value": "xn--bcher-kva.example"}),
        ("domain", "a b", False, {}),
        ("guid", "7d444840-9dc0-11d1-b245-5ffdce74fad2", True, {"format": "uuid"}),
        ("ip", "192.0.2.256", False, {"format": "ipv4"}),
        ("iban", "GB82 WEST 1234 5698 7654 32", True, {}),
        ("quoted", "a", False, {}),
    ],
)
def test_validity(kind: str, text: str, valid: bool, more: dict[str, Any]) -> None:
    """A valid text is accepted and an invalid one refused."""
    value = more.pop("value", text)
    expect = [{"start": 0, "end": len(text), "text": text, "value": value}] if valid else []
    [score] = value_validity.judged([row(kind, text, *expect, task="valid", **more)])
    assert (score.n, score.right, score.negatives, score.clean) == (int(valid), int(valid), int(not valid), int(not valid))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of rows in the form that the benchmark reads."""
    rows = [
        found_row("number", "We need twelve of them.", "twelve", "12"),
        found_row("number", "Wir brauchen 12 davon.", "12", "12", lang="de"),
        found_row("number", "We need many.", "many", "50"),
        row("number", "Nobody came."),
        row("email", "ana@", task="valid"),
    ]
    inner = tmp_path / "values"
    inner.mkdir()
    (inner / "number.own.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    (inner / "equiv.jsonl").write_text("".join(json.dumps(each) + "\n" for each in PAIRS), encoding="utf-8")
    return tmp_path


def test_report_and_json(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The report names kinds, sources and languages; the JSON holds the counts under the agreed names."""
    monkeypatch.setattr(values, "SAMPLE_CHARS", 2000)
    out = folder / "out.json"
    assert values.main(["--data", str(folder), "--json", str(out), "--faults", "number"]) == 0
    printed = capsys.readouterr()
    assert "| number (few rows) | 92 | 2 | 50.0 |" in printed.out
    assert "- number, own:We need many.: missed `many`" in printed.out
    assert "WANT 'many'" in printed.err
    written = json.loads(out.read_text(encoding="utf-8"))
    assert {"rows", "equiv", "mb_per_s"} <= set(written)
    english = next(each for each in written["rows"] if each["lang"] == "en")
    counts = {"n": 2, "right": 1, "wrong": 0, "missed": 1, "negatives": 1, "clean": 1}
    assert english == {"kind": "number", "source": "own", "lang": "en", **counts}
    assert written["mb_per_s"] > 0


def test_folder_without_rows(tmp_path: Path) -> None:
    """A folder that holds no rows is refused."""
    with pytest.raises(SystemExit):
        values.main(["--data", str(tmp_path)])


def test_peers_without_an_interpreter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without an interpreter for them, the way to install the public recognisers is printed."""
    assert values.main(["--data", str(tmp_path), "--peers"]) == 2
    assert "pip install" in capsys.readouterr().out


def test_peers_in_another_interpreter() -> None:
    """Recognisers that are installed there answer row by row; those that are not are left out."""
    said = found_row("phone", "Ring +44 20 7946 0018 now.", "+44 20 7946 0018", "+442079460018", region="GB")
    rows = [said, row("phone", "Nobody rang.")]
    lines = list(value_peers.report(rows, Path(sys.executable)))
    assert any(line.startswith("| phonenumbers | phone | 1 | 100.0 | 0 | 0 | 100.0 | 100.0 |") for line in lines)
    assert not any("dateparser |" in line for line in lines)


def test_own_rows_only() -> None:
    """The rows of these tests are ours: every address is reserved."""
    texts: Iterator[str] = (str(each["a"]) for each in PAIRS)
    assert all("@" not in text or "example" in text for text in texts)
