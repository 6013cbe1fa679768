"""The details of an answer that stand nowhere in the evidence and follow from nothing: one rule per sort of detail, one way of looking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ..engine.normalize import is_mainly_foreign
from ..engine.rule import Rule, Scope, Status, Subject, TextExample
from ..engine.text.computed import MAX_TERMS
from ..engine.text.features import is_small
from ..engine.text.findings import TextFinding
from ..engine.text.grounding import Grounding
from ..engine.text.text_inquiry import TextInquiry
from ..engine.types import Kind, Outcome
from ._texts import detail_finding, open_details, shown

_FIGURES = frozenset((Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.ORDINAL))
_MOMENTS = frozenset((Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.DURATION))
_CONTACTS = frozenset((Kind.EMAIL, Kind.PHONE, Kind.IDENTIFIER, Kind.URL))
_BARE_MONTH = re.compile(r"--\d\d")
_LOOSE = frozenset((Kind.ORDINAL, Kind.DURATION))


def _outcome(grounding: Grounding, inquiry: TextInquiry) -> Outcome:
    """Unsupported for a specific detail; undecided for a small count, an ordinal, a name of which one word is new (general knowledge adds
    those), and where parts of the context are missing, or the evidence is in another script than the answer."""
    if inquiry.context.gaps or not inquiry.passages:
        return Outcome.UNDECIDED if inquiry.context.gaps else Outcome.UNSUPPORTED
    if grounding.detail.kind in _LOOSE or is_small(grounding) or _is_bare_month(grounding) or _may_be_computed(grounding, inquiry):
        return Outcome.UNDECIDED
    if grounding.detail.kind is Kind.NAME and any(index.parts is None and index.is_structured for index in inquiry.passages):
        return Outcome.UNDECIDED
    if grounding.detail.kind is Kind.NAME and len(grounding.missing) < 2 and not any(char.isdigit() for char in grounding.detail.text):
        return Outcome.UNDECIDED
    if any(index.is_foreign for index in inquiry.passages) and not is_mainly_foreign(inquiry.answer.text):
        return Outcome.UNDECIDED
    return grounding.outcome


def _check(rule_id: str, kinds: frozenset[Kind]) -> Callable[[TextInquiry], Iterator[TextFinding]]:
    def check(inquiry: TextInquiry) -> Iterator[TextFinding]:
        for reading, grounding, rival in open_details(inquiry):
            if grounding.detail.kind not in kinds or rival is not None:
                continue
            outcome = _outcome(grounding, inquiry)
            table = _of_table(grounding, inquiry)
            weak = table or _is_weak(grounding) or _may_be_computed(grounding, inquiry)
            if outcome is Outcome.UNDECIDED and weak and reading.score < (DOUBTFUL_OF_TABLE if table else DOUBTFUL) and not inquiry.context.gaps:
                continue
            yield detail_finding(
                rule_id, inquiry, reading, grounding, outcome=outcome, explanation=_explained(grounding), suggestion=grounding.near
            )

    return check


SHORT_DIGITS = 3
DOUBTFUL = 0.3
"""The score that an assertion needs before a weak detail in it (an ordinal, a duration, a bare month, a name known in part) is worth a doubt."""


DOUBTFUL_OF_TABLE = 0.45
"""The same where the only evidence is a table: its columns are named and counted in words that stand in no cell."""


def _is_weak(grounding: Grounding) -> bool:
    unsure = grounding.detail.kind is Kind.NAME and grounding.outcome is Outcome.UNDECIDED
    return unsure or grounding.detail.kind in _LOOSE or _is_bare_month(grounding)


def _of_table(grounding: Grounding, inquiry: TextInquiry) -> bool:
    if grounding.detail.kind is not Kind.NAME and not is_small(grounding) and not _may_be_computed(grounding, inquiry):
        return False
    return all(index.tables for index in inquiry.passages)


def _may_be_computed(grounding: Grounding, inquiry: TextInquiry) -> bool:
    """True for a short figure over a table of many: it may be a difference or a mean of some of them."""
    if grounding.detail.kind not in (Kind.NUMBER, Kind.PERCENT) or sum(char.isdigit() for char in grounding.detail.text) > SHORT_DIGITS:
        return False
    return any(index.parts is None and index.is_structured and len(index.figures[0]) > MAX_TERMS for index in inquiry.passages)


def _is_bare_month(grounding: Grounding) -> bool:
    value = grounding.detail.value
    return grounding.detail.kind is Kind.DATE and value is not None and _BARE_MONTH.fullmatch(value.keys[0]) is not None


def _explained(grounding: Grounding) -> str:
    text = shown(grounding.detail.text)
    if grounding.asked:
        return f"`{text}` stands in the question only, and no passage confirms it"
    if grounding.missing and len(grounding.missing) < len(grounding.detail.text.split()):
        lost = ", ".join(f"`{word}`" for word in grounding.missing[:3])
        return f"of the name `{text}`, {lost} stands in no passage"
    near = f"; the nearest is `{grounding.near}`" if grounding.near else ""
    return f"`{text}` stands in no passage and follows from none{near}"


def _doc(what: str, why: str, silent: str, uncaught: str) -> str:
    return f"{what}\n\n**Why.** {why}\n\n**Silent when.** {silent}\n\n**Not caught.** {uncaught}"


def _rule(rule_id: str, name: str, *, kinds: frozenset[Kind], doc: str, examples: tuple[TextExample, ...]) -> Rule:
    return Rule(rule_id, name, "0.2.0", Status.PREVIEW, _check(rule_id, kinds), doc, subject=Subject.ANSWER, text_examples=examples, scope=Scope.SENTENCE)


RULES = (
    _rule(
        "GR305",
        "invented-figure",
        kinds=_FIGURES,
        doc=_doc(
            "A number, amount, percentage or quantity of the answer that no passage holds.",
            "A figure is believed because it is exact; one that nobody gave is the plainest hallucination.",
            "The figure stands there in any notation, is a rounding that its digits show, a percentage of a fraction, another unit, or a sum, difference or "
            "change of figures that stand together. Small counts and ordinals are undecided.",
            "A figure that stands in the evidence for something else (GR309 leaves it undecided).",
        ),
        examples=(
            TextExample("not in the passage", "The hall seats ⟦640⟧ people.", ("The hall has a balcony and a bar.",)),
            TextExample("number word", "The hall has twelve doors.", ("Doors: 12",)),
            TextExample("rounded as its digits show", "The share was 62.3%.", ("share: 62.34%",)),
            TextExample("small count is undecided", "It has ⟦two⟧ exits.", ("The hall has a balcony and a bar.",)),
            TextExample("other unit", "It weighs ⟦75 mg⟧ here.", ("The pill is blue and weighs little.",)),
            TextExample("in the question only", "Yes, sales grew by ⟦18%⟧.", ("The report is about staff.",), question="Did sales grow by 18%?"),
        ),
    ),
    _rule(
        "GR306",
        "invented-moment",
        kinds=_MOMENTS,
        doc=_doc(
            "A date, time or duration of the answer that no passage holds.",
            "A date off by one sends people to a closed door.",
            "The same moment stands there in any form, or the form that is there is coarser or finer and agrees. Durations are undecided.",
            "A right date told of the wrong event.",
        ),
        examples=(
            TextExample("another day", "It opens on ⟦4 May 2031⟧.", ("The museum is being rebuilt.",)),
            TextExample("other form", "It opens on May 3, 2031.", ("opening: 2031-05-03",)),
            TextExample("other clock", "Doors open at 5 pm.", ("Doors: 17:00",)),
        ),
    ),
    _rule(
        "GR307",
        "invented-name",
        kinds=frozenset((Kind.NAME,)),
        doc=_doc(
            "A name of a person, place or organisation that no passage holds.",
            "A plausible name gives a made-up story its weight.",
            "Each part of the name stands in a passage or in the question; an acronym stands for words that do; a table knows another form of it "
            "(Chile, Chilean). A name of which only one word is new, a word that only opens a sentence, a name close to one that is there, "
            "and a name told of a table are undecided.",
            "A name that is there, in the wrong role.",
        ),
        examples=(
            TextExample("nobody of that name", "The tram was opened by mayor ⟦Tilda Okoro⟧.", ("The mayor opened the tram.",)),
            TextExample("surname only", "Later Obi opened the dam.", ("Former president Ada Obi opened the dam.",)),
            TextExample("nationality", "It was the Chilean bank.", ("Chile's bank raised rates.",)),
            TextExample("accents", "It is near Sao Tome.", ("The office is in São Tomé.",)),
        ),
    ),
    _rule(
        "GR308",
        "invented-contact",
        kinds=_CONTACTS,
        doc=_doc(
            "An e-mail address, telephone number, identifier or address of a page that no passage holds.",
            "People write to it, call it and pay to it.",
            "The same contact stands there in any format.",
            "A contact of somebody else in the same passage.",
        ),
        examples=(
            TextExample("made-up address", "Write to ⟦help@example.com⟧.", ("Mail desk@example.com for help.",)),
            TextExample("same in other case", "Write to Desk@Example.com.", ("Mail desk@example.com for help.",)),
            TextExample("one digit", "It is order ⟦KX-20417⟧.", ("Order KX-20471 was shipped.",)),
        ),
    ),
)
