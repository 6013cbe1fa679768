"""One labelled answer judged at both operating points, and one reported text fault; counts over sources for `groundrules eval`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..engine.answer_policy import Mode
from ..engine.context import Context
from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.stream import AnswerStream
from ..engine.text.findings import TextFinding, TextVerdict
from ..engine.text_views import text_verdict_json
from ..engine.types import Json, Outcome, Severity, Span
from .answers import AnswerCase, read_answer

TEXT_KIND = "text"
STREAM_KIND = "stream"
_HARD = frozenset((Outcome.UNSUPPORTED, Outcome.CONTRADICTED))
TextKey = tuple[str, str, str]
"""source, operating point, split"""


@dataclass(slots=True)
class TextTally:
    """Counts over the answers of one source at one operating point. The spans are counted in characters."""

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0
    escalated: int = 0
    shared_chars: int = 0
    found_chars: int = 0
    marked_chars: int = 0
    types_seen: Counter[str] = field(default_factory=Counter[str])
    types_found: Counter[str] = field(default_factory=Counter[str])

    def add(self, other: TextTally) -> None:
        """Add the counts of another tally to this one."""
        for name in ("tp", "fp", "fn", "tn", "escalated", "shared_chars", "found_chars", "marked_chars"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.types_seen.update(other.types_seen)
        self.types_found.update(other.types_found)

    @property
    def n(self) -> int:
        """How many answers."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def recall(self) -> float:
        """The share of hallucinated answers that were flagged."""
        return _share(self.tp, self.tp + self.fn)

    @property
    def false_alarms(self) -> float:
        """The share of supported answers that were flagged."""
        return _share(self.fp, self.fp + self.tn)

    @property
    def precision(self) -> float:
        """The share of flagged answers that are hallucinated."""
        return _share(self.tp, self.tp + self.fp)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def balanced_accuracy(self) -> float:
        """The mean of recall and the share of supported answers left alone."""
        return (self.recall + 1 - self.false_alarms) / 2

    @property
    def span_f1(self) -> float | None:
        """F1 over characters marked and found; None where no span is marked."""
        return _share(2 * self.shared_chars, self.found_chars + self.marked_chars) if self.marked_chars else None

    def as_json(self) -> dict[str, Json]:
        """The counts and shares, as `--json` writes them."""
        return {
            "n": self.n,
            "tp": self.tp,
            "fp": self.fp,
            "fn": self.fn,
            "tn": self.tn,
            "balanced_accuracy": round(self.balanced_accuracy, 4),
            "recall_by_type": {kind: round(self.types_found[kind] / seen, 4) for kind, seen in sorted(self.types_seen.items())},
            "span_f1": None if self.span_f1 is None else round(self.span_f1, 4),
            "escalated": self.escalated,
        }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def counted(findings: Iterable[TextFinding], mode: Mode) -> list[TextFinding]:
    """The findings that flag an answer at an operating point: unsupported and contradicted ones of severity `MEDIUM` and up, and in `wide` the undecided."""
    return [
        finding
        for finding in findings
        if (finding.outcome in _HARD and finding.severity >= Severity.MEDIUM) or (mode is Mode.WIDE and finding.outcome is not Outcome.SUPPORTED)
    ]


def is_text_row(row: Mapping[str, Json]) -> bool:
    """True for a labelled answer."""
    return "answer" in row and row.get("label") in ("supported", "hallucinated")


def is_text_case(row: Mapping[str, Json]) -> bool:
    """True for a reported fault in an answer."""
    needed = {TEXT_KIND: "answer", STREAM_KIND: "chunks"}.get(str(row.get("kind")))
    return needed is not None and "expect" in row and needed in row


def judge_text_row(
    row: Mapping[str, Json], place: str, *, guard: Guard, base: Context | None = None
) -> tuple[dict[TextKey, TextTally], dict[str, Json] | None, TextVerdict]:
    """The tallies of one labelled answer by operating point, the miss if it is one in `wide`, and the verdict.

    Raises:
        InputError: the row is not of the documented form.
    """
    case = read_answer(row, place, base=base)
    verdict = guard.check_answer(case.answer, context=case.context)
    findings = all_findings(verdict)
    wrong = row["label"] == "hallucinated"
    marked = list(_marked(row))
    tallies = {(str(row.get("source")), mode.value, _split(row)): _tally(findings, mode, wrong=wrong, marked=marked) for mode in Mode}
    wide = bool(counted(findings, Mode.WIDE))
    miss = None
    if wide is not wrong:
        miss = {"id": row.get("id"), "place": place, "why": "fault not caught" if wrong else "false alarm", "source": row.get("source")}
        miss |= {"question": row.get("question"), "spans": row.get("spans"), **text_verdict_json(verdict)}
    return tallies, miss, verdict


def all_findings(verdict: TextVerdict) -> tuple[TextFinding, ...]:
    """What the rules said, whether the policy counts it or leaves it open."""
    return tuple(dict.fromkeys((*verdict.findings, *verdict.open)))


def _split(row: Mapping[str, Json]) -> str:
    meta = row.get("meta")
    official = meta.get("official_split") if isinstance(meta, dict) else None
    return str(official or row.get("split") or "")


def _marked(row: Mapping[str, Json]) -> Iterable[tuple[Span, str]]:
    spans = row.get("spans")
    for span in spans if isinstance(spans, list) else ():
        if isinstance(span, dict) and isinstance(span.get("start"), int) and isinstance(span.get("end"), int):
            yield Span(int(str(span["start"])), int(str(span["end"]))), str(span.get("type"))


def _tally(findings: Iterable[TextFinding], mode: Mode, *, wrong: bool, marked: list[tuple[Span, str]]) -> TextTally:
    chosen = counted(findings, mode)
    flagged = bool(chosen)
    found = {at for finding in chosen for at in range(finding.span.start, finding.span.end)}
    gold = {at for span, _ in marked for at in range(span.start, span.end)}
    tally = TextTally(
        tp=int(wrong and flagged),
        fp=int(not wrong and flagged),
        fn=int(wrong and not flagged),
        tn=int(not wrong and not flagged),
        escalated=int(any(finding.outcome is Outcome.UNDECIDED for finding in findings)),
        shared_chars=len(found & gold),
        found_chars=len(found),
        marked_chars=len(gold),
    )
    for span, kind in marked:
        tally.types_seen[kind] += 1
        tally.types_found[kind] += any(at in found for at in range(span.start, span.end))
    return tally


def judge_text_case(row: Mapping[str, Json], place: str, *, guard: Guard, base: Context | None = None) -> tuple[dict[str, Json], dict[str, Json] | None]:
    """What came of one reported fault, and the miss if it was decided wrongly.

    `flag` where a finding is unsupported or contradicted, `uncertain` where all are undecided, else `pass`; a fault is right only where a finding
    overlaps one of the stretches that are bad.

    Raises:
        InputError: the case is not of the documented form.
    """
    chunks = _chunks(row, place) if row["kind"] == STREAM_KIND else []
    case = read_answer({**row, "answer": "".join(chunks)} if chunks else row, place, base=base)
    verdict = _streamed(case, chunks, guard=guard) if chunks else guard.check_answer(case.answer, context=case.context)
    findings = all_findings(verdict)
    got = "pass" if not findings else "flag" if any(finding.outcome in _HARD for finding in findings) else "uncertain"
    accepted = [row["expect"], *(also if isinstance(also := row.get("also_ok"), list) else ())]
    bad_found = _overlaps(findings, case.answer.text, row.get("bad"))
    result: dict[str, Json] = {
        "id": row.get("id"),
        "kind": row["kind"],
        "topic": row.get("topic"),
        "expect": row["expect"],
        "got": got,
        "ok": got in accepted and (got == "pass" or bad_found),
        "bad_found": bad_found,
    }
    miss = None if result["ok"] else {**result, "place": place, "why": "case decided wrongly", "reason": row.get("why"), **text_verdict_json(verdict)}
    return result, miss


def _chunks(row: Mapping[str, Json], place: str) -> list[str]:
    chunks = row["chunks"]
    if not isinstance(chunks, list) or not chunks or not all(isinstance(chunk, str) for chunk in chunks):
        raise InputError(f"{place} chunks", problem="expected a list of strings", remedy="give the answer in pieces")
    return [str(chunk) for chunk in chunks]


def _streamed(case: AnswerCase, chunks: list[str], *, guard: Guard) -> TextVerdict:
    stream = AnswerStream(guard, context=case.context, question=case.answer.question)
    for chunk in chunks:
        stream.feed(chunk)
    return stream.close()


def _overlaps(findings: Iterable[TextFinding], text: str, bad: Json) -> bool:
    """True where a finding overlaps a bad stretch, or concerns the answer as a whole; also where no stretch is named."""
    spans = [(at, at + len(part)) for part in (bad if isinstance(bad, list) else ()) if isinstance(part, str) for at in _places(text, part)]
    if not spans:
        return True
    return any(finding.span == Span(0, 0) or finding.span.start < end and start < finding.span.end for finding in findings for start, end in spans)


def _places(text: str, part: str) -> Iterable[int]:
    at = text.find(part)
    while part and at >= 0:
        yield at
        at = text.find(part, at + 1)
