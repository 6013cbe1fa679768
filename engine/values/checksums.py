"""Numbers that prove themselves: IBAN, payment cards and IP addresses."""

from __future__ import annotations

import ipaddress
import re

_NOT_ALNUM = re.compile(r"[^0-9A-Za-z]")
# length of an IBAN by country, from the public IBAN registry
_IBAN_LENGTHS = """AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25
MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27
SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"""
_LENGTHS = {entry[:2]: int(entry[2:]) for entry in _IBAN_LENGTHS.split()}
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def is_iban(text: str) -> bool:
    """Whether a text, spaces and dashes aside, is an IBAN of the right length with a right check number."""
    compact = _NOT_ALNUM.sub("", text).upper()
    if _LENGTHS.get(compact[:2]) != len(compact) or not compact.isascii():
        return False
    turned = compact[4:] + compact[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def iban_end(text: str, start: int) -> int | None:
    """Where an IBAN that begins at `start` ends, or None where none begins. A wrong check number is let pass where it is solid or in fours."""
    length = _LENGTHS.get(text[start : start + 2])
    if length is None or not text[start + 2 : start + 4].isdecimal():
        return None
    end = start
    in_fours = True
    for index in range(length):
        if text[end : end + 1] in (" ", "-") and text[end - 1 : end].isalnum():
            in_fours = in_fours and index % 4 == 0
            end += 1
        char = text[end : end + 1]
        if not (char.isascii() and (char.isdigit() or char.isupper())):
            return None
        end += 1
    if text[end : end + 1].isalnum() or not (in_fours or is_iban(text[start:end])):
        return None
    return end


def is_luhn(text: str) -> bool:
    """Whether the digits of a text are a card number of 12 to 19 digits, not all alike, with a right check digit."""
    digits = [int(char) for char in text if char.isdecimal()]
    if not 12 <= len(digits) <= 19 or len(set(digits)) == 1:
        return False
    backwards = digits[::-1]
    return (sum(backwards[::2]) + sum(_DOUBLED[digit] for digit in backwards[1::2])) % 10 == 0


def canonical_ip(text: str) -> str | None:
    """One spelling per IP address (`ip4:192.0.2.1`, `ip6:` and 32 hexadecimal digits), or None; a prefix length or zone is kept behind it."""
    address, mark, rest = text.partition("/")
    if not mark:
        address, mark, rest = text.partition("%")
    if not 2 <= len(address) <= 45 or (mark == "/" and not rest.isdecimal()):
        return None
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    plain = f"ip4:{parsed}" if isinstance(parsed, ipaddress.IPv4Address) else f"ip6:{int(parsed):032x}"
    return f"{plain}{mark}{rest.casefold()}"
