"""Money: currency signs, codes and names beside a number.

A currency that the text leaves open ("$", "pesos", "kr") keeps every currency that the sign or name may stand for; its unit is
the sign or a lower-case name, and `currencies` lists the candidates. Cents and pence are hundredths of their currency.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from . import foreign_money
from .number_forms import plain, times


class Currency(NamedTuple):
    """A currency beside a number: `codes` are the ISO codes that it may stand for, `part` what one of it is worth (0.01 for cents)."""

    unit: str
    codes: tuple[str, ...]
    part: Decimal = Decimal(1)


_HUNDREDTH = Decimal("0.01")
_CODES = frozenset(
    """
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN BZD CAD CDF CHF CLP CNH CNY
COP CRC CUP CVE CZK DEM DJF DKK DOP DZD EGP ERN ESP ETB ETH EUR FIM FJD FKP FRF GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG
HUF IDR IEP ILS INR IQD IRR ISK ITL JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NLG NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
SDG SEK SGD SHP SLE SOS SRD SSP SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF
XPF YER ZAR ZMW ZWL
""".split()
)
_WORD_CODES = frozenset("ALL TOP TRY PEN MAD CUP BOB COP SOS GEL LAK DOP BAM ANG AMD MOP LSL".split())
_ALIASES = {"RMB": "CNY", "NTD": "TWD", "STG": "GBP", "UKP": "GBP", "XBT": "BTC", "NIS": "ILS"}
_ANY_CASE = frozenset("usd eur gbp cad aud nzd jpy inr chf cny rmb hkd sgd sek nok dkk mxn brl krw btc zar pln myr aed".split())
_OPEN: dict[str, tuple[str, ...]] = {
    "$": ("USD", "CAD", "AUD", "NZD", "HKD", "SGD", "TWD"),
    "kr": ("SEK", "NOK", "DKK", "ISK"),
    "peso": ("MXN", "PHP", "ARS", "CLP", "COP", "UYU", "DOP", "CUP"),
    "franc": ("CHF", "XOF", "XAF", "FRF", "XPF"),
    "dinar": ("KWD", "BHD", "IQD", "JOD", "DZD", "TND", "RSD", "LYD"),
    "rial": ("SAR", "QAR", "OMR", "IRR", "YER"),
    "shilling": ("KES", "UGX", "TZS"),
    "cent": ("$", "USD", "CAD", "AUD", "NZD", "HKD", "SGD", "EUR"),
    "penny": ("GBP", "$", "USD", "CAD"),
    "¥": ("JPY", "CNY"),
    "centavo": ("MXN", "PHP", "BRL", "ARS", "CLP", "COP", "USD", "EUR"),
}
_SIGNS: dict[str, str] = {
    "$": "$", "€": "EUR", "£": "GBP", "¥": "¥", "￥": "¥", "₹": "INR", "₨": "INR", "₽": "RUB", "₩": "KRW", "₪": "ILS", "₫": "VND",
    "฿": "THB", "₴": "UAH", "₺": "TRY", "₦": "NGN", "₱": "PHP", "₡": "CRC", "₾": "GEL", "₸": "KZT", "₿": "BTC", "₲": "PYG",
    "₵": "GHS", "₭": "LAK", "₮": "MNT", "₼": "AZN", "֏": "AMD", "៛": "KHR", "元": "CNY", "円": "JPY", "원": "KRW", "＄": "$",
    "￡": "GBP",
}  # fmt: skip
SIGNS: frozenset[str] = frozenset(_SIGNS) | {"¢"}
_DOLLARS = {
    "us": "USD", "u.s": "USD", "u.s.": "USD", "usd": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "cad": "CAD", "a": "AUD",
    "au": "AUD", "aud": "AUD", "hk": "HKD", "hkd": "HKD", "nz": "NZD", "nzd": "NZD", "s": "SGD", "sg": "SGD", "sgd": "SGD",
    "nt": "TWD", "twd": "TWD", "r": "BRL", "mx": "MXN", "mxn": "MXN", "mex": "MXN", "j": "JMD", "tt": "TTD", "bz": "BZD",
    "z": "ZWL", "ec": "XCD", "cl": "CLP", "ar": "ARS", "col": "COP",
}  # fmt: skip
_SPACED_DOLLARS = frozenset({"us", "u.s", "u.s.", "c", "hk", "nz", "nt", "au", "usd", "cad", "aud", "hkd", "nzd", "sgd", "twd", "mxn"})
_NAMES_TABLE = """
$|dollar buck
USD|us_dollar u.s._dollar american_dollar united_states_dollar usdollar
CAD|canadian_dollar
AUD|australian_dollar aussie_dollar
NZD|new_zealand_dollar
HKD|hong_kong_dollar
SGD|singapore_dollar singaporean_dollar
TWD|taiwan_dollar new_taiwan_dollar taiwanese_dollar
EUR|euro €ur
GBP|pound_sterling pounds_sterling british_pound sterling quid uk_pound
EGP|egyptian_pound
LBP|lebanese_pound
JPY|yen japanese_yen
CNY|yuan chinese_yuan renminbi rmb kuai
INR|rupee indian_rupee rs rs. re. rupaye
PKR|pakistani_rupee pakistan_rupee
LKR|sri_lankan_rupee
NPR|nepalese_rupee
IDR|rupiah indonesian_rupiah
RUB|ruble rouble russian_ruble russian_rouble
KRW|won south_korean_won korean_won
CHF|swiss_franc sfr fr.
FRF|french_franc
BEF|belgian_franc
franc|franc
peso|peso
MXN|mexican_peso
PHP|philippine_peso filipino_peso
ARS|argentine_peso argentinian_peso
CLP|chilean_peso
COP|colombian_peso
kr|krona krone kronor kroner kr kr.
SEK|swedish_krona swedish_krone swedish_kronor swedish_kroner
NOK|norwegian_krone norwegian_kroner norwegian_krona
DKK|danish_krone danish_kroner danish_krona
ISK|icelandic_krona icelandic_krone
BRL|reais brazilian_real brazilian_reais
PLN|zloty złoty zł polish_zloty zlotys zlotych
CZK|koruna czech_koruna kč czech_crown
HUF|forint hungarian_forint
RON|lei romanian_leu
BGN|lev bulgarian_lev
TRY|lira turkish_lira
ILS|shekel israeli_shekel new_shekel
THB|baht thai_baht
VND|dong vietnamese_dong
MYR|ringgit malaysian_ringgit malaysia_ringgit rm
ZAR|rand south_african_rand
NGN|naira nigerian_naira
UAH|hryvnia ukrainian_hryvnia
MNT|tugrik tögrög
KZT|tenge
GEL|lari georgian_lari
AED|dirham uae_dirham emirati_dirham
SAR|saudi_riyal saudi_rial saudiriyal
QAR|qatari_riyal
IRR|iranian_rial
rial|riyal rial
dinar|dinar
KWD|kuwaiti_dinar
JOD|jordanian_dinar
RSD|serbian_dinar
shilling|shilling
KES|kenyan_shilling
BDT|taka
BTC|bitcoin btc
ETH|ether
ESP|peseta
NLG|guilder dutch_guilder
FIM|markka finnish_markka finnmark
DEM|german_mark deutsche_mark deutschmark
ITL|italian_lira
ALL|lek albanian_lek
PEN|nuevo_sol
"""
_PARTS_TABLE = """
cent|cent ¢
penny|penny pennies
GBP|pence
INR|paisa paise
MYR|sen
UAH|kopiyka
RUB|kopek kopeck
PLN|grosz groszy
kr|öre øre
centavo|centavo
CHF|rappen
FRF|centime
ILS|agora agorot
"""


def _load(table: str, part: Decimal) -> dict[str, Currency]:
    found: dict[str, Currency] = {}
    for line in table.strip().splitlines():
        unit, names = line.split("|")
        currency = _currency(unit, part)
        for name in names.split():
            found[name.replace("_", " ")] = currency
            if name[-1] not in "s.h¢z":
                found[name.replace("_", " ") + "s"] = currency
    return found


def _currency(unit: str, part: Decimal = Decimal(1)) -> Currency:
    codes = _OPEN.get(unit)
    if codes is None:
        return Currency(unit, (unit,), part)
    return Currency("$" if unit == "cent" else unit, codes if unit in ("cent", "penny") else (unit, *codes), part)


_NAMES = _load(_NAMES_TABLE, Decimal(1))
_PARTS = _load(_PARTS_TABLE, _HUNDREDTH)
_PARTS.update({name: _currency(unit, _HUNDREDTH) for name, unit in foreign_money.PARTS.items()})
_NAMES.update({name: _currency(unit) for name, unit in foreign_money.NAMES.items() if name not in _NAMES})
_NAMES.update(_PARTS)
_LONGER: dict[str, tuple[str, ...]] = {}
for _name in sorted((n for n in _NAMES if " " in n or "-" in n), key=len, reverse=True):
    _head = re.split("[ -]", _name, maxsplit=1)[0]
    _LONGER[_head] = (*_LONGER.get(_head, ()), _name)
_SHORT_PARTS = {"c": _PARTS["cent"], "p": Currency("GBP", ("GBP",), _HUNDREDTH)}
_GLUED = {"p": _SHORT_PARTS["p"], "rs": _NAMES["rs"], "rm": _NAMES["rm"], "kr": _NAMES["kr"]}
_AFTER = re.compile(r"([$€£¥￥₹₨₽₩₪₫฿₴₺₦₱₡₾₸₿₲₵₭₮₼֏៛元円원＄￡¢])|(u\.s\.|[^\W\d_]{1,24}\$?|€ur|zł)")
_POUND_CUE = re.compile(
    r"\b(?:costs?|pays?|paid|paying|price[ds]?|worth|spen[dt]|spending|fees?|earn(?:s|ed)?|budget|owes?|owed|sold|sells?|buys?|bought"
    r"|fined?|salary|charge[ds]?|refund(?:ed)?|deposit|donat\w{1,5}|raise[ds]?|cash)\b[^.;!?]*$"
)
_DOLLAR_LEAD = re.compile(r"(?<![\w.])([a-z.]{1,4})( ?)$")
_DOLLAR_TAIL = re.compile(r" ?(USD|usd|CAD|cad|AUD|aud|US|CA)(?!\w)")
_LEADING = re.compile(r".*[\s(\[{<>\"'“‘*,:;=|]", re.DOTALL)
_PREFIX_WORDS = {
    name: _NAMES[name] for name in ("rs", "rs.", "rm", "rmb", "ringgit", "ringgits", "kr", "kr.", "sfr", "fr.", "rupees", "bitcoin")
} | {"sen": _currency("JPY", _HUNDREDTH), **dict.fromkeys(("dólar", "dolar", "dollari"), _currency("$"))}
HEADS: frozenset[str] = (
    frozenset(name.split(" ")[0] for name in _NAMES)
    | frozenset(_LONGER)
    | frozenset(code.lower() for code in _CODES)
    | frozenset("m" + code.lower() for code in _CODES)
    | frozenset(code.lower() for code in _ALIASES)
    | frozenset(_GLUED)
    | frozenset(_DOLLARS)
    | {"u"}
)
"""Lower-case words that a currency after a number may begin with."""


def currencies(unit: str) -> tuple[str, ...]:
    """The ISO codes that a money unit may stand for: itself for a code, every candidate for "$", "kr", "peso" and the like."""
    codes = _OPEN.get(unit)
    return (unit,) if codes is None else tuple(code for code in codes if code != "$")


def named(name: str) -> Currency | None:
    """The currency, or the part of one, that a name stands for ("Swiss franc", "dólares", "centimes"); None for any other word."""
    return _NAMES.get(name.strip().lower())


def keys_of(amounts: tuple[Decimal, ...], currency: Currency) -> tuple[str, ...]:
    """The canonical keys: every amount with every currency it may be in."""
    figures = [plain(times(amount, currency.part)) for amount in amounts]
    return tuple(f"{figure} {code}" for figure in figures for code in currency.codes)


def before(text: str, low: str, start: int) -> tuple[Currency, int] | None:
    """The currency that stands right before a number at `start`, and where it begins."""
    at = start - 1
    if at >= 1 and text[at] in " \u00a0":
        at -= 1
    if at < 0:
        return None
    sign = text[at]
    if sign in "$＄":
        return _dollar_before(low, at)
    if sign in _SIGNS and sign not in "元円원":
        return _currency(_SIGNS[sign]), at
    return _word_before(text, low, at + 1) if sign.isalpha() or sign == "." else None


def _dollar_before(low: str, at: int) -> tuple[Currency, int]:
    left = low[at - 1 : at]
    match = _DOLLAR_LEAD.search(low[max(0, at - 6) : at]) if left.isalpha() or left in (" ", ".") else None
    if match is not None:
        code = _DOLLARS.get(match.group(1))
        if code is not None and (not match.group(2) or match.group(1) in _SPACED_DOLLARS):
            return _currency(code), at - len(match.group())
    return _currency("$"), at


def _word_before(text: str, low: str, end: int) -> tuple[Currency, int] | None:
    begin = low.rfind(" ", max(0, end - 11), end) + 1
    if begin == 0 and end > 11:
        return None
    word = text[begin:end]
    if not word.isalnum():
        word = _LEADING.sub("", word)
        begin = end - len(word)
    lowered = low[begin:end]
    if lowered not in HEADS:
        return None
    code = _ALIASES.get(word, word)
    if code in _CODES and word not in _WORD_CODES:
        return _currency(code), begin
    if lowered in _ANY_CASE:
        return _currency(_ALIASES.get(lowered.upper(), lowered.upper())), begin
    currency = _PREFIX_WORDS.get(lowered)
    if currency is None:
        return None
    if lowered.startswith("ringgit") and low.endswith(("malaysian ", "malaysia "), 0, begin):
        begin -= 10 if low.endswith("malaysian ", 0, begin) else 9
    return currency, begin


def follows(text: str, low: str, end: int) -> tuple[Currency, int] | None:
    """The currency that stands at `end`, right after a number, and where it stops."""
    start = end + 1 if text[end : end + 1] in (" ", "\u00a0", "\u202f", "-", "'", "’") else end
    match = _AFTER.match(low, start)
    if match is None:
        return None
    sign, stop = match.group(1), match.end()
    if sign is not None:
        if sign == "¢":
            return _PARTS["cent"], stop
        if re.match(r" ?\d", low[stop : stop + 2]) and start > end:
            return None
        if sign in "$＄" and (tail := _DOLLAR_TAIL.match(text, stop)) is not None:
            return _currency(_DOLLARS[tail.group(1).lower()]), tail.end()
        if low.startswith("€ur", start):
            stop += 2
        return _currency(_SIGNS[sign]), stop
    found = _named(text, low, start, match, glued=start == end)
    if found is None or text[found[1] : found[1] + 1].isalnum():
        return None
    return found


def _named(text: str, low: str, start: int, match: re.Match[str], *, glued: bool) -> tuple[Currency, int] | None:
    word, stop = match.group(2), match.end()
    if word[-1] == "$":
        code = _DOLLARS.get(word[:-1])
        return None if code is None else (_currency(code), stop)
    for phrase in _LONGER.get(word, ()):
        if low.startswith(phrase, start):
            long = start + len(phrase)
            return _NAMES[phrase], long + (low[long : long + 1] == "s")
    written = text[start:stop]
    code = _ALIASES.get(written, written)
    if code in _CODES and written not in ("ALL", "TOP", "SOS"):
        return _currency(code), stop
    if word in _ANY_CASE:
        return _currency(_ALIASES.get(word.upper(), word.upper())), stop
    if written[0] == "M" and written[1:] in _CODES:
        return _currency(written[1:], Decimal(10**6)), stop
    if glued:
        currency = _GLUED.get(word) or (_NAMES.get(word) if len(word) > 3 else None)
        return None if currency is None else (currency, stop)
    currency = _NAMES.get(word)
    if word == "won" and not low[max(0, start - 4) : start - 1].isdigit():
        return None
    if currency is not None:
        return currency, stop + (word in ("rs", "kr", "fr") and low[stop : stop + 2] in (". ", "."))
    return None


def pounds(low: str, start: int, end: int) -> tuple[Currency, int] | None:
    """Pounds as money, where a word of paying stands shortly before the number; otherwise they are a weight."""
    match = re.match(r"[ \u00a0-](pounds?)(?!\w| of\b)", low[end : end + 12])
    if match is None:
        return None
    paid = re.match(r"(?: and|,)? ?\w{1,12}(?:-\w{1,6})? (?:pence|p)\b", low[end + match.end() : end + match.end() + 30])
    if paid is None and _POUND_CUE.search(low[max(0, start - 40) : start]) is None:
        return None
    return _currency("GBP"), end + match.end()


def part_follows(low: str, end: int, whole: Currency) -> int | None:
    """Where the name of a hundredth of `whole` stops that stands at `end`; None where there is none."""
    match = re.match(r"[ -]?([^\W\d_]{1,24}|¢)(?!\w)", low[end : end + 14])
    if match is None:
        return None
    part = _PARTS.get(match.group(1)) or _SHORT_PARTS.get(match.group(1))
    if part is None or (not set(part.codes) & set(whole.codes) and part.codes[0] != "$"):
        return None
    return end + match.end()
