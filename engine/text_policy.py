"""What a product surface says of its texts: forbidden and regulated wording, disclaimers, topics, constraints of the domain. Closed and typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from .errors import PolicyError
from .types import Kind

_REFUSE_UNKNOWN = {"extra": "forbid"}
MAX_TERM_WORDS = 24


class Trade(StrEnum):
    """A field whose claims are regulated; each has a table of wording in `groundrules.engine.data.regulated`."""

    FINANCE = "finance"
    HEALTH = "health"
    LEGAL = "legal"
    ADVERTISING = "advertising"


def _check_severity(severity: int, key: str) -> None:
    if not 1 <= severity <= 5:
        raise PolicyError(key, problem=f"severity `{severity}` is not between 1 and 5", remedy="give a whole number from 1 to 5")


def _check_terms(terms: tuple[str, ...], key: str) -> None:
    if not terms:
        raise PolicyError(key, problem="it lists no term", remedy="list at least one")
    for term in terms:
        if not any(char.isalnum() for char in term) or len(term.split()) > MAX_TERM_WORDS:
            raise PolicyError(key, problem=f"`{term[:60]}` is no term", remedy=f"give words, at most {MAX_TERM_WORDS} of them")


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Words or claims that a text may not hold.

    A term is found at word boundaries whatever its case, accents and inflection (`guarantee` finds *guaranteed*); `exact` True takes the words as they
    stand. `unless` are terms that make a sentence harmless ("not", "as the complaint says"); `negated_ok` lets a sentence pass that denies the term.

    Raises:
        PolicyError: no terms, or the severity is out of range.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    terms: tuple[str, ...]
    reason: str = ""
    severity: int = 4
    exact: bool = False
    negated_ok: bool = False
    unless: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_terms(self.terms, "terms")
        _check_severity(self.severity, "severity")


@dataclass(frozen=True, slots=True)
class Disclaimer:
    """A text that must stand in every answer, or in those whose question or answer holds one of the `when` terms; `any_of` are its accepted wordings.

    Raises:
        PolicyError: no wording, or the severity is out of range.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    any_of: tuple[str, ...]
    when: tuple[str, ...] = ()
    severity: int = 3
    name: str = "disclaimer"

    def __post_init__(self) -> None:
        _check_terms(self.any_of, "any_of")
        _check_severity(self.severity, "severity")


@dataclass(frozen=True, slots=True)
class Topic:
    """A subject by its words. `forbidden` True: an answer may not go into it. Where any topic is not forbidden, an answer must be about one of those.

    Raises:
        PolicyError: no terms, or the severity is out of range.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    name: str
    terms: tuple[str, ...]
    forbidden: bool = False
    severity: int = 3

    def __post_init__(self) -> None:
        _check_terms(self.terms, "terms")
        _check_severity(self.severity, "severity")


@dataclass(frozen=True, slots=True)
class Constraint:
    """A rule of the domain over findings: those on a detail of one of the `kinds`, or in a sentence that holds one of the `terms`.

    `severity` is what such a finding weighs at least; `ignore` True drops it where it concerns prose, never where it concerns a hard detail. Both
    kinds and terms given: both must fit.

    Raises:
        PolicyError: it says neither what it is about nor what follows, or the severity is out of range.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    kinds: tuple[Kind, ...] = ()
    terms: tuple[str, ...] = ()
    severity: int | None = None
    ignore: bool = False

    def __post_init__(self) -> None:
        if not self.kinds and not self.terms:
            raise PolicyError("constraints", problem="a constraint names neither `kinds` nor `terms`", remedy="say what it is about")
        if (self.severity is None) is not self.ignore:
            raise PolicyError("constraints", problem="a constraint needs `severity` or `ignore = true`, and not both", remedy="give one of them")
        if self.severity is not None:
            _check_severity(self.severity, "severity")
        if self.terms:
            _check_terms(self.terms, "terms")


@dataclass(frozen=True, slots=True)
class TextPolicy:
    """What texts of one surface may and must say. `rules` are constraints in words ("any dosage difference is severity 5").

    `regulated` chooses tables of regulated wording. `needs_evidence` False lets answers stand for which no passage was given.

    Raises:
        PolicyError: a constraint in words is of no known form.
    """

    __pydantic_config__: ClassVar[Mapping[str, str]] = _REFUSE_UNKNOWN

    forbidden: tuple[Forbidden, ...] = ()
    regulated: tuple[Trade, ...] = ()
    disclaimers: tuple[Disclaimer, ...] = ()
    topics: tuple[Topic, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    rules: tuple[str, ...] = ()
    needs_evidence: bool = True

    def __post_init__(self) -> None:
        for rule in self.rules:
            constraint_of(rule)

    @property
    def all_constraints(self) -> tuple[Constraint, ...]:
        """The constraints, those in words read."""
        return (*self.constraints, *(constraint_of(rule) for rule in self.rules))


ABOUT: Mapping[str, Constraint] = {
    "dosage": Constraint((Kind.QUANTITY, Kind.NUMBER, Kind.DURATION), ("dose", "dosage", "mg", "mcg", "µg", "ml", "tablet", "capsule", "IU", "units", "daily",
    "drops"), 1),
    "price": Constraint((Kind.MONEY,), (), 1),
    "amount": Constraint((Kind.MONEY, Kind.QUANTITY, Kind.NUMBER, Kind.PERCENT), (), 1),
    "number": Constraint((Kind.NUMBER, Kind.QUANTITY, Kind.PERCENT, Kind.MONEY), (), 1),
    "date": Constraint((Kind.DATE, Kind.DATETIME), (), 1),
    "deadline": Constraint((Kind.DATE, Kind.DATETIME, Kind.DURATION), ("deadline", "due", "until", "by", "within", "expire", "end"), 1),
    "rate": Constraint((Kind.PERCENT,), (), 1),
    "name": Constraint((Kind.NAME,), (), 1),
    "contact": Constraint((Kind.EMAIL, Kind.PHONE, Kind.URL), (), 1),
    "link": Constraint((Kind.URL,), (), 1),
    "identifier": Constraint((Kind.IDENTIFIER,), (), 1),
    "marketing": Constraint(
        (),
        (
            *("best-in-class", "world-class", "world class", "industry-leading", "market-leading", "cutting-edge", "state-of-the-art", "award-winning", "unparalleled"),
            *("unmatched", "seamless", "effortless", "revolutionary", "game-changing", "innovative", "premium", "amazing", "incredible", "exceptional", "stunning"),
            *("delight", "trusted by", "second to none", "one of a kind", "best", "finest", "ultimate", "leading", "exciting", "proud"),
        ),
        1,
    ),
}
"""What a constraint in words may be about: kinds of details and words of the sentence."""
_SYNONYMS = {
    "dose": "dosage", "doses": "dosage", "dosages": "dosage", "prices": "price", "fee": "price", "fees": "price", "cost": "price", "costs": "price", "figure": "number",
    "figures": "number", "numbers": "number", "numeric": "number", "amounts": "amount", "quantity": "amount", "dates": "date", "deadlines": "deadline", "rates": "rate",
    "percentage": "rate", "interest": "rate", "names": "name", "contacts": "contact", "phone": "contact", "email": "contact", "links": "link", "url": "link",
    "urls": "link",
    "id": "identifier", "ids": "identifier", "identifiers": "identifier", "promotional": "marketing", "puffery": "marketing", "advertising": "marketing",
}  # fmt: skip
_FILLER = frozenset("any every all a an the difference differences mismatch error errors deviation change wrong in of language text wording claims claim"
                    " details detail is are at least has have".split())


def constraint_of(rule: str) -> Constraint:
    """A constraint in words: `any <subject> difference is severity <1-5>` or `ignore <subject> language`; the subjects are the keys of `ABOUT`.

    Raises:
        PolicyError: the words are of neither form, or name no known subject.

    Example:
        >>> constraint_of("any date difference is severity 5").severity, constraint_of("ignore marketing language").ignore
        (5, True)
    """
    words = rule.casefold().replace("-", " ").strip(" .").split()
    forms = "write `any <subject> difference is severity <1-5>` or `ignore <subject> language`"
    severity: int | None = None
    if "severity" in words[:-1] and words[-1].isdecimal() and words[-2] == "severity":
        severity = int(words[-1])
        words = words[:-2]
    elif words[:1] == ["ignore"]:
        words = words[1:]
    else:
        raise PolicyError("rules", problem=f"`{rule}` is no constraint that is known", remedy=forms)
    subjects = [_SYNONYMS.get(word, word) for word in words if word not in _FILLER]
    unknown = [subject for subject in subjects if subject not in ABOUT]
    if not subjects or unknown:
        named = f"`{unknown[0]}`" if unknown else "nothing"
        raise PolicyError("rules", problem=f"`{rule}` is about {named}", remedy=f"{forms}; the subjects are {', '.join(ABOUT)}")
    about = ABOUT[subjects[0]]
    return Constraint(about.kinds, about.terms, severity, ignore=severity is None)


DEFAULT_TEXT_POLICY = TextPolicy()
