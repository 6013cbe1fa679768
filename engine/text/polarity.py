"""Whether an assertion says the opposite of the window that says the same: antonyms, negations, and negating prefixes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from .alignment import Assertion, WindowRef
from .words import FUNCTION_WORDS, NEGATIONS, root

_OPPOSITES = """
up/down rise/fall rise/drop rise/decline increase/decrease increase/reduce increase/decline grow/shrink grow/decline gain/lose gain/loss more/less
more/fewer higher/lower highest/lowest high/low above/below over/under maximum/minimum most/least best/worst better/worse good/bad strong/weak
strengthen/weaken improve/worsen improve/deteriorate open/close opened/shut win/lose victory/defeat pass/fail success/failure allow/ban allow/forbid
permit/prohibit accept/reject accept/refuse accept/decline approve/reject include/exclude before/after first/last early/late earlier/later new/old
young/old hot/cold warm/cool profit/loss buy/sell lend/borrow north/south east/west northern/southern eastern/western left/right male/female man/woman
brother/sister father/mother son/daughter husband/wife true/false right/wrong correct/incorrect positive/negative start/end begin/finish arrive/depart
enter/leave import/export love/hate support/oppose agree/disagree for/against confirm/deny admit/deny guilty/innocent convict/acquit arrest/release
alive/dead live/die safe/dangerous public/private rich/poor expensive/cheap fast/slow large/small big/small long/short wide/narrow thick/thin
heavy/light full/empty easy/difficult simple/complex common/rare always/never all/none everyone/nobody presence/absence present/absent accelerate/slow
expand/contract expand/shrink encourage/discourage enable/disable enable/prevent cause/prevent help/hinder attack/defend ally/enemy friend/enemy
legal/illegal temporary/permanent optional/mandatory voluntary/compulsory internal/external domestic/foreign indoor/outdoor indoors/outdoors
inside/outside day/night morning/evening summer/winter thrive/struggle optimistic/pessimistic happy/sad happy/unhappy satisfied/dissatisfied
appreciate/criticize praise/criticize praise/condemn likely/unlikely able/unable majority/minority superior/inferior optimist/pessimist active/passive
advantage/disadvantage benefit/harm hire/fire employ/dismiss promote/demote remember/forget ascend/descend upward/downward forward/backward
forwards/backwards inflow/outflow surplus/deficit income/expense asset/liability credit/debit teacher/student employer/employee buyer/seller
winner/loser plaintiff/defendant landlord/tenant parent/child maximum/least minimum/most earliest/latest oldest/youngest largest/smallest
biggest/smallest longest/shortest fastest/slowest highest/least vegetarian/meat cut/raise cut/increase lift/impose offset/compound
sufficient/insufficient
""".split()
_PREFIXES = ("non", "un", "in", "im", "ir", "il", "dis", "mis", "anti")
MIN_BASE_CHARS = 4
SAID = 0.6
"""The share of an assertion, the turned word aside, that a window must say before it can contradict it."""
SURE = 0.8
TIGHT, LOOSE = 2, 3
"""How many more content words a window may have than the assertion whose negation it turns: for a contradiction, and for a doubt."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A word of the assertion that the window says the opposite of. `sure` where the window says nearly all the rest."""

    word: str
    other: str
    window: WindowRef
    sure: bool


@cache
def _opposites() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for pair in _OPPOSITES:
        left, _, right = pair.partition("/")
        table.setdefault(root(left), set()).add(root(right))
        table.setdefault(root(right), set()).add(root(left))
    return {key: frozenset(row) for key, row in table.items()}


@lru_cache(maxsize=16384)
def opposites_of(word: str) -> frozenset[str]:
    """The roots that mean the opposite of a root, with its negating prefixes put on or taken off."""
    found = set(_opposites().get(word, ()))
    for prefix in _PREFIXES:
        found.add(prefix + word)
        if word.startswith(prefix) and len(word) - len(prefix) >= MIN_BASE_CHARS:
            found.add(word[len(prefix) :])
    return frozenset(found)


def turns_of(assertion: Assertion) -> Iterator[Turn]:
    """Where the assertion turns the meaning of a window that says most of it; nothing where some other window says the same as it does."""
    weights = dict(zip(assertion.content, assertion.weights, strict=True))
    total = sum(weights.values()) or 1.0
    for ref in assertion.best[:2]:
        held = frozenset(ref.index.windows.roots_of(ref.number))
        shared = sum(weight for own, weight in weights.items() if own in held)
        if shared < SAID * (total - max(weights.values())):
            continue
        for own, weight in weights.items():
            if own in held or total <= weight or shared < SAID * (total - weight):
                continue
            other = next((opposite for opposite in opposites_of(own) if opposite in held and opposite not in weights), None)
            share = shared / (total - weight)
            if other is not None and share >= SAID and not _negates(assertion, ref):
                yield Turn(own, other, ref, share >= SURE)


def negation_turn(assertion: Assertion) -> Turn | None:
    """The window that says the same but for a negation on one side; None where some window agrees in that too."""
    if not assertion.best or assertion.covered[0] < SURE or len(assertion.content) < 2:
        return None
    if not _negates(assertion, assertion.best[0]):
        return None
    ref = assertion.best[0]
    size, window = len(assertion.content), _size(ref)
    if window > size + LOOSE:
        return None
    own = next((word for word in assertion.words if word in NEGATIONS), "")
    theirs = next((word for word in ref.index.windows.words_of(ref.number) if word in NEGATIONS), "")
    return Turn(own or "no negation", theirs or "no negation", ref, assertion.covered[0] >= 1.0 and window <= size + TIGHT)


def _negates(assertion: Assertion, ref: WindowRef) -> bool:
    """True where one side is negated and the other is not."""
    theirs = sum(word in NEGATIONS for word in ref.index.windows.words_of(ref.number))
    return sum(word in NEGATIONS for word in assertion.words) % 2 != theirs % 2


def _size(ref: WindowRef) -> int:
    return sum(word not in FUNCTION_WORDS for word in ref.index.windows.words_of(ref.number))
