"""English numbers written in words.

Theory of operation: a run of number words is cut into tokens once (a token is a word with a kind and a value). A number is then
read from the left with a small state: the sum of finished thousands (`total`), the open group below a thousand (`group`) and the
largest value that may still be added to the group (`room`). A word that does not fit ends the number. Where a later word shows that
an earlier one began a new number ("three hundred *and two hundred*"), the reader falls back to its last checkpoint. Every token is
read a bounded number of times.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from .number_vocabulary import VOCABULARY, Amount


class WordNumber(NamedTuple):
    """A number in words at `[start, end)`; `weak` means that only a unit, a percent sign or a currency after it makes it a number."""

    start: int
    end: int
    value: Amount
    ordinal: bool = False
    weak: bool = False


class _Token(NamedTuple):
    kind: str
    value: Amount
    start: int
    end: int
    nth: int = 0


class _Cardinal(NamedTuple):
    value: Amount
    stop: int
    scale: Amount
    ordinal: bool
    split: tuple[Amount, Amount] | None


_BIG = 10**30
_MAX_DIGIT_WORDS = 20
_TOKEN = re.compile(r"(?:([a-z]+|&)|(\d{1,30}(?:,\d{3}){0,9}(?:\.\d{1,30})?))(?![\w])")
_GAP = re.compile(r"\s{0,4}(?:[-\u2010-\u2014]\s?|,\s)?(?=[a-z0-9&])")
_BEFORE_ONE = re.compile(
    r"(?:\b(?:the|this|that|which|no|not|any|every|each|some|another|other|next|previous|last|first|second|right|wrong|new|old|good"
    r"|bad|better|best|only|current|same|whole|big|small|nice|great|loved|former|latter)\s|[\w]-)$"
)
_AFTER_ONE = re.compile(
    r"\s(?:cannot|can|could|should|must|may|might|would|will|has|is|was|does|another|by one|who|that|which"
    r"|of (?:the|my|our|your|his|her|their|its|them|these|those))\b|['’]s\b|-(?:on|to|way|off|time)\b"
)
_BEFORE_HALF = re.compile(
    r"\b(?:first|second|other|latter|former|better|this|that|top|bottom|front|back|upper|lower|left|right|1st|2nd)\s$"
)
_AFTER_HALF = re.compile(r"(?:\s|-)(?:past|time|day|way|marathon|brother|sister|hearted|term)\b")
_VAGUE = re.compile(r"\b(?:of|few|several|some|many|couple)\s$")
_ARTICLE = re.compile(r"(?:^|[^\w'’.])(an?)\s{1,2}$")


class WordReader:
    """Reads English numbers in words out of one lower-cased text; a run of words is cut into tokens only once.

    `whole` says that the text is one number, which admits digits said one after the other ("one twenty two").
    """

    def __init__(self, low: str, *, whole: bool = False) -> None:
        self._low = low
        self._whole = whole
        self._tokens: list[_Token] = []
        self._at: dict[int, int] = {}

    def read(self, pos: int) -> WordNumber | None:
        """The longest sensible number that starts with the word or digit at `pos` (an article before it is taken in)."""
        index = self._at.get(pos)
        if index is None:
            self._cut(pos)
            index = self._at.get(pos)
            if index is None:
                return None
        return self._signed(index)

    def _cut(self, pos: int) -> None:
        tokens: list[_Token] = []
        low = self._low
        while True:
            match = _TOKEN.match(low, pos)
            if match is None:
                break
            word, digits = match.groups()
            if word is not None:
                entry = VOCABULARY.get(word)
                if entry is None:
                    break
                tokens.append(_Token(entry[0], entry[1], match.start(), match.end(), entry[2]))
            else:
                plain = digits.replace(",", "")
                number: Amount = Fraction(plain) if "." in plain else int(plain)
                tokens.append(_Token("digits", number, match.start(), match.end()))
            gap = _GAP.match(low, match.end())
            if gap is None or gap.end() == match.end():
                break
            pos = gap.end()
        self._tokens = tokens
        self._at = {token.start: i for i, token in enumerate(tokens)}

    def _kind(self, i: int) -> str:
        return self._tokens[i].kind if 0 <= i < len(self._tokens) else ""

    def _signed(self, i: int) -> WordNumber | None:
        if self._kind(i) != "minus":
            return self._number(i, allow_article=True)
        found = self._number(i + 1, allow_article=False) if i + 1 < len(self._tokens) else None
        if found is None or found.weak or found.ordinal:
            return None
        return found._replace(start=self._tokens[i].start, value=-found.value)

    def _number(self, i: int, *, allow_article: bool) -> WordNumber | None:
        first = self._tokens[i]
        article = self._article_before(first) if allow_article else None
        if first.kind == "article":
            if i + 1 >= len(self._tokens):
                return None
            article, i = first.start, i + 1
            first = self._tokens[i]
        if first.kind in ("half", "quarter"):
            return self._leading_part(i, article)
        if first.kind == "point":
            return self._leading_point(i)
        if first.kind in ("and", "minus", "article"):
            return None
        if article is not None and first.nth == 1 and first.value > 2 and self._part_ends(first.end):
            return WordNumber(article, first.end, Fraction(1, 1) / first.value)
        if first.kind == "dozen":
            return WordNumber(first.start if article is None else article, first.end, 12, weak=article is None)
        found = self._cardinal_number(i)
        if found is not None and found.ordinal and article is not None and first.kind == "tens" and self._part_ends(found.end):
            return WordNumber(article, found.end, Fraction(1, int(found.value)))
        if found is not None and article is not None and first.kind in ("hundred", "scale"):
            found = found._replace(start=article, weak=False)
        return found

    def _article_before(self, first: _Token) -> int | None:
        match = _ARTICLE.search(self._low[max(0, first.start - 5) : first.start])
        return None if match is None else max(0, first.start - 5) + match.start(1)

    def _part_ends(self, end: int) -> bool:
        return re.match(r"(?:\s+of\b|\s*[.,;:!?)]|\s*$)", self._low[end : end + 6]) is not None

    def _leading_part(self, i: int, article: int | None) -> WordNumber | None:
        """half, half a million, a quarter million, quarter (weak)."""
        first = self._tokens[i]
        share = Fraction(1, int(first.value))
        start = first.start if article is None else article
        j = i + 1
        if self._kind(j) == "article":
            j += 1
        if self._kind(j) in ("scale", "hundred", "dozen") and self._tokens[j].nth == 0:
            return WordNumber(start, self._tokens[j].end, share * self._tokens[j].value)
        low = self._low
        weak = first.kind == "quarter" and not (article is not None and self._part_ends(first.end))
        if first.kind == "half":
            weak = _BEFORE_HALF.search(low[max(0, start - 10) : start]) is not None or _AFTER_HALF.match(low, first.end) is not None
        return WordNumber(start, first.end, share, weak=weak)

    def _leading_point(self, i: int) -> WordNumber | None:
        point = self._tokens[i]
        if self._low[max(0, point.start - 40) : point.start].strip(" \t\r\n")[-1:] not in ("", ".", ",", ";", ":", "(", "="):
            return None
        decimals = self._decimals(i + 1)
        return None if decimals is None else WordNumber(point.start, self._tokens[decimals[1] - 1].end, decimals[0])

    def _cardinal_number(self, i: int) -> WordNumber | None:
        tokens = self._tokens
        first = tokens[i]
        if first.nth == 2:
            return None
        year = self._year(i)
        if year is not None:
            return year
        card = self._cardinal(i)
        if card is None:
            return None
        if card.ordinal:
            return self._ordinal(i, card)
        value, stop = self._tail(card)
        weak = False
        if stop == i + 1:
            if first.kind in ("hundred", "scale") and _VAGUE.search(self._low[max(0, first.start - 9) : first.start]) is not None:
                return None
            weak = first.kind in ("hundred", "scale") or (first.kind == "unit" and first.value == 1 and self._pronoun(first))
        return self._bracketed(WordNumber(first.start, tokens[stop - 1].end, value, weak=weak))

    def _ordinal(self, i: int, card: _Cardinal) -> WordNumber:
        first, last = self._tokens[i], self._tokens[card.stop - 1]
        if first.kind == "unit" and first.value == 1 and first.nth == 0 and card.stop == i + 2 and last.kind in ("hundred", "scale"):
            return WordNumber(first.start, last.end, Fraction(1, int(last.value)))
        return WordNumber(first.start, last.end, card.value, ordinal=True)

    def _pronoun(self, one: _Token) -> bool:
        low = self._low
        return _BEFORE_ONE.search(low[max(0, one.start - 12) : one.start]) is not None or _AFTER_ONE.match(low, one.end) is not None

    def _bracketed(self, found: WordNumber) -> WordNumber:
        """forty-five (45): the figure in brackets belongs to the number when it is the same."""
        match = re.match(r"\s?\((\d{1,15})\)", self._low[found.end : found.end + 20])
        if match is None or int(match.group(1)) != found.value:
            return found
        return found._replace(end=found.end + match.end(), weak=False)

    def _year(self, i: int) -> WordNumber | None:
        """nineteen seventy-three, twenty twenty-four."""
        first = self._tokens[i]
        century = first.kind == "teen" and first.value >= 13 or (first.kind == "tens" and first.value == 20)
        if first.nth or not (century or (self._whole and first.kind == "unit")):
            return None
        if self._kind(i + 1) not in ("tens", "teen", "pair") or self._tokens[i + 1].nth:
            return None
        value, stop = first.value * 100 + self._tokens[i + 1].value, i + 2
        if self._kind(i + 1) == "tens" and self._kind(stop) == "unit" and not self._tokens[stop].nth:
            value, stop = value + self._tokens[stop].value, stop + 1
        if self._kind(stop) in ("hundred", "scale"):
            return None
        return WordNumber(first.start, self._tokens[stop - 1].end, value)

    def _cardinal(self, i: int) -> _Cardinal | None:
        tokens = self._tokens
        total: Amount = 0
        group: Amount | None = None
        room: Amount = _BIG
        last: Amount = _BIG
        scale: Amount = 1
        mark: tuple[Amount, int, Amount] | None = None
        split: tuple[Amount, Amount] | None = None
        styled = tokens[i].kind == "digits"
        k = i
        while k < len(tokens):
            kind, value, start, _, nth = tokens[k]
            if nth == 2 or (nth == 1 and styled) or (k > i and kind != "and" and not self._joined(k, start)):
                break
            if kind in ("unit", "teen", "tens", "pair", "zero"):
                need = 10 if kind in ("unit", "zero") else 100
                if (group is not None and room < need and not (group == 0 and room > 1)) or (kind == "zero" and group):
                    break
                if self._kind(k - 1) != "and" and (group or total):
                    mark = (total + (group or 0), k, scale)
                group = (group or 0) + value
                room = 10 if kind == "tens" else (_BIG if kind == "zero" else 1)
                scale = 1
                if kind == "zero" and k - i > _MAX_DIGIT_WORDS:
                    break
            elif kind == "digits":
                if k > i:
                    after = self._kind(k + 1)
                    fits = styled and isinstance(value, int) and (group is None or value < room) and room > 1
                    if not fits or not (after in ("hundred", "scale") or (self._kind(k - 1) == "and" and self._kind(k - 2) == "hundred")):
                        break
                    if self._kind(k - 1) != "and":
                        mark = (total + (group or 0), k, scale)
                group, room, scale = (group or 0) + value, 1, 1
            elif kind == "hundred":
                if group is None:
                    if total:
                        break
                    group = 100
                elif 0 < group < 100 or self._kind(k - 1) == "digits" and k - 1 == i:
                    group = group * 100
                elif mark is not None and group >= 100:
                    return _Cardinal(mark[0], mark[1], mark[2], False, None)
                else:
                    break
                room, scale = 100, 1
            elif kind == "scale":
                if group is None and total == 0:
                    group = 1
                if group is None:
                    if value <= last:
                        break
                    total, last, scale = total * value, value, scale * value
                elif value < last:
                    total, group, room, last, scale = total + group * value, None, _BIG, value, value
                elif mark is not None:
                    return _Cardinal(mark[0], mark[1], mark[2], False, None)
                else:
                    break
            elif kind == "and":
                if self._kind(k - 1) not in ("hundred", "scale") or self._kind(k + 1) not in ("unit", "teen", "tens", "pair", "digits"):
                    break
                if self._kind(k + 2) == "half":
                    break
                if self._kind(k + 1) == "digits" and not (styled and self._kind(k - 1) == "hundred"):
                    break
                mark = split = (total + (group or 0), k, scale)  # type: ignore[assignment]
                k += 1
                continue
            else:
                break
            k += 1
            if nth == 1:
                return _Cardinal(total + (group or 0), k, 1, True, None)
        if k == i:
            return None
        if self._kind(k - 1) == "and":
            k -= 1
        halves = None if split is None else (split[0], split[-1])
        return _Cardinal(total + (group or 0), k, scale, False, halves)

    def _joined(self, k: int, start: int) -> bool:
        """A comma may stand only after a scale word and before a group of its own (three million, two hundred ...)."""
        gap = self._low[self._tokens[k - 1].end : start]
        if self._kind(k - 1) == "zero" and "-" in gap:
            return False
        if "," not in gap:
            return True
        return self._kind(k - 1) == "scale" and self._kind(k + 1) == "hundred"

    def _tail(self, card: _Cardinal) -> tuple[Amount, int]:
        value, j = card.value, card.stop
        kind = self._kind(j)
        if kind == "dozen":
            head = card.split[0] if card.split else 0
            return head + (value - head) * 12, j + 1
        if kind == "point":
            decimals = self._decimals(j + 1)
            if decimals is not None:
                return self._scaled(value + decimals[0], decimals[1])
        if kind == "and":
            part = self._fraction(j + 1)
            if part is not None:
                return self._mixed(value, card.scale, part)
        below = self._denominator(j, one=value == 1)
        if below is not None:
            return self._divided(card, below)
        return value, j

    def _scaled(self, value: Amount, j: int) -> tuple[Amount, int]:
        while self._kind(j) in ("scale", "hundred") and self._tokens[j].nth == 0:
            value, j = value * self._tokens[j].value, j + 1
        return value, j

    def _mixed(self, value: Amount, scale: Amount, part: tuple[Fraction, int]) -> tuple[Amount, int]:
        share, j = part
        if self._kind(j) == "scale" and self._tokens[j].nth == 0:
            factor = self._tokens[j].value
            return (value + share * factor if scale > 1 else (value + share) * factor), j + 1
        return value + share * scale, j

    def _divided(self, card: _Cardinal, below: tuple[int, int]) -> tuple[Amount, int]:
        divisor, j = below
        if card.split is not None:
            head, scale = card.split
            share = Fraction(card.value - head) / divisor
            if share < 1:
                return self._mixed(head, scale, (share, j))
        value, j = self._scaled(Fraction(card.value) / divisor, j)
        return value, j

    def _decimals(self, k: int) -> tuple[Fraction, int] | None:
        digits = ""
        start = k
        while k < len(self._tokens) and k - start < _MAX_DIGIT_WORDS:
            kind, value, _, _, nth = self._tokens[k]
            if nth or (digits and kind not in ("unit", "zero")):
                break
            if kind in ("unit", "zero"):
                digits += str(value)
                k += 1
                continue
            if kind in ("teen", "pair", "tens", "digits") and isinstance(value, int):
                k += 1
                if kind == "tens" and self._kind(k) == "unit" and not self._tokens[k].nth:
                    value, k = value + int(self._tokens[k].value), k + 1
                digits = str(value)
            break
        return (Fraction(int(digits), 10 ** len(digits)), k) if digits else None

    def _fraction(self, k: int) -> tuple[Fraction, int] | None:
        """a half, one half, three quarters, a third: a share below one."""
        above = 1
        if self._kind(k) == "article":
            k += 1
        elif self._kind(k) in ("unit", "teen", "tens", "pair") and not self._tokens[k].nth:
            above, k = int(self._tokens[k].value), k + 1
            if self._kind(k - 1) == "tens" and self._kind(k) == "unit" and not self._tokens[k].nth:
                above, k = above + int(self._tokens[k].value), k + 1
        elif self._kind(k) != "half":
            return None
        below = self._denominator(k, one=above == 1)
        if below is None or above >= below[0]:
            return None
        return Fraction(above, below[0]), below[1]

    def _denominator(self, k: int, *, one: bool) -> tuple[int, int] | None:
        if k >= len(self._tokens):
            return None
        kind, value, start, _, nth = self._tokens[k]
        if "," in self._low[self._tokens[k - 1].end : start]:
            return None
        if kind == "half":
            return (2, k + 1) if one else None
        if kind == "tens" and nth == 0 and self._kind(k + 1) == "unit" and self._tokens[k + 1].nth >= (1 if one else 2):
            return int(value) + int(self._tokens[k + 1].value), k + 2
        if kind == "unit" and nth == 0 and one:
            card = self._cardinal(k)
            return (int(card.value), card.stop) if card is not None and card.ordinal else None
        if nth == 2 or (nth == 1 and one and (value > 2 or kind != "unit")) or (kind == "quarter" and one):
            return (int(value), k + 1) if value > 2 else None
        return None
