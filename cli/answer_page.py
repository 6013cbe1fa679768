"""A checked answer for a person: on the terminal with its spans coloured and the evidence beside, or as one HTML file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..engine.text.findings import TextDecision, TextFinding, TextVerdict
from ..engine.types import Outcome, Span
from ..engine.views import printable

MAX_EXCERPT_CHARS = 400
STYLES = {Outcome.UNDECIDED: "black on yellow", Outcome.UNSUPPORTED: "white on red", Outcome.CONTRADICTED: "white on magenta", Outcome.SUPPORTED: ""}
DECISION_STYLES = {TextDecision.PASS: "bold green", TextDecision.FLAG: "bold yellow", TextDecision.BLOCK: "bold red"}


def pieces_of(verdict: TextVerdict) -> Iterator[tuple[str, Outcome, tuple[int, ...]]]:
    """The answer cut at the ends of its findings: each piece with the worst outcome on it and the numbers of its findings, from 1."""
    findings = shown_findings(verdict)
    cuts = sorted({0, len(verdict.text), *(edge for finding in findings for edge in (finding.span.start, finding.span.end))})
    for start, end in pairwise(cuts):
        over = [(number, finding) for number, finding in enumerate(findings, start=1) if finding.span.start < end and start < finding.span.end]
        worst = max((finding.outcome for _, finding in over), key=lambda outcome: outcome.rank, default=Outcome.SUPPORTED)
        yield Span(start, end).of(verdict.text), worst, tuple(number for number, finding in over if finding.span.end == end)


def shown_findings(verdict: TextVerdict) -> list[TextFinding]:
    """The findings in the order of their spans, those that the policy leaves open included."""
    return sorted(dict.fromkeys((*verdict.findings, *verdict.open)), key=lambda finding: (finding.span, finding.rule_id))


def answer_view(verdict: TextVerdict) -> RenderableType:
    """The verdict for a terminal: the decision, the answer with coloured spans, and the findings beside it."""
    head = Text(f"answer: {verdict.decision.value}")
    head.stylize(DECISION_STYLES[verdict.decision], 8)
    body = Text()
    for piece, outcome, numbers in pieces_of(verdict):
        body.append("".join(char if char == "\n" else printable(char) for char in piece), style=STYLES[outcome])
        for number in numbers:
            body.append(f"[{number}]", style="dim")
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    table.add_row(body, _beside(verdict))
    errors = [Text(f"error at {printable(error.place)}: {printable(error.message)}", style="red") for error in verdict.errors]
    return Group(head, table, *errors)


def _beside(verdict: TextVerdict) -> Text:
    notes = Text()
    for number, finding in enumerate(shown_findings(verdict), start=1):
        notes.append(f"[{number}] {finding.outcome.value} ({finding.rule_id}): ", style="bold")
        notes.append(f"{printable(finding.explanation)}\n")
        for evidence in finding.evidence[:1]:
            notes.append(f"    {printable(evidence.source_id)} [{evidence.span.start}:{evidence.span.end}] ", style="dim")
            notes.append(f"{printable(_cut(evidence.text))}\n", style="cyan")
    return notes


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_EXCERPT_CHARS else f"{line[: MAX_EXCERPT_CHARS - 1]}…"


def html_page(verdicts: Sequence[TextVerdict]) -> str:
    """One HTML file, without scripts or anything from elsewhere, that shows each answer with its marked spans and the evidence beside."""
    sections = "\n".join(_section(number, verdict) for number, verdict in enumerate(verdicts, start=1))
    return _PAGE.replace("@BODY@", sections)


def _section(number: int, verdict: TextVerdict) -> str:
    body = "".join(_mark(*piece) for piece in pieces_of(verdict))
    notes = "\n".join(_note(place, finding) for place, finding in enumerate(shown_findings(verdict), start=1))
    title = escape(verdict.answer_id or f"Answer {number}")
    reason = f"<p>{escape(verdict.reasons[0])}</p>" if verdict.reasons else "<p>Nothing was found.</p>"
    return (
        f'<section><h2>{title} <span class="{verdict.decision.value.lower()}">{verdict.decision.value}</span></h2>{reason}'
        f'<div class="sides"><div class="answer">{body}</div><ol class="notes">{notes}</ol></div></section>'
    )


def _mark(piece: str, outcome: Outcome, numbers: tuple[int, ...]) -> str:
    text = escape(piece)
    feet = "".join(f"<sup>{number}</sup>" for number in numbers)
    return text if outcome is Outcome.SUPPORTED else f'<mark class="{outcome.value}">{text}</mark>{feet}'


def _note(number: int, finding: TextFinding) -> str:
    quotes = "".join(
        f"<blockquote><cite>{escape(evidence.source_id)} [{evidence.span.start}:{evidence.span.end}]</cite> {escape(_cut(evidence.text))}</blockquote>"
        for evidence in finding.evidence[:2]
    )
    return f'<li value="{number}"><b>{finding.outcome.value}</b> ({escape(finding.rule_id)}): {escape(finding.explanation)}{quotes}</li>'


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>groundrules: checked answers</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; }
.answer { white-space: pre-wrap; overflow-wrap: anywhere; }
mark { border-radius: 3px; padding: 0 2px; }
mark.undecided { background: #ffe58a; } mark.unsupported { background: #ffb3ab; } mark.contradicted { background: #e3b8ff; }
.pass { color: #1a7f37; } .flag { color: #9a6700; } .block { color: #cf222e; }
blockquote { margin: .3rem 0 .6rem; padding-left: .8rem; border-left: 3px solid #ccc; color: #555; overflow-wrap: anywhere; } cite { color: #888; }
</style></head><body>
<h1>Checked answers</h1>
<p><mark class="undecided">undecided</mark> <mark class="unsupported">unsupported</mark> <mark class="contradicted">contradicted</mark></p>
@BODY@
</body></html>
"""
