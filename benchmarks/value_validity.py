"""Rows of task `valid`: is a text a valid value of its kind? Counted both ways, by the part of the engine that decides it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import ada_url
import jsonschema_rs
from groundrules.engine.types import Json
from groundrules.engine.values import addresses, checksums, identifiers

from .value_rows import Row, expected_of, text_of

IDENTIFIER_KINDS = ("guid", "ip", "iban", "creditcard", "mac")


@dataclass(slots=True)
class Validity:
    """How many valid texts were accepted (with the right canonical form, where one is stated) and how many invalid ones refused."""

    kind: str
    source: str
    n: int = 0
    right: int = 0
    negatives: int = 0
    clean: int = 0

    def as_json(self) -> dict[str, Json]:
        """The counts under the names of the other rows."""
        return {name: getattr(self, name) for name in ("kind", "source", "n", "right", "negatives", "clean")}


def judged(rows: Iterable[Row]) -> list[Validity]:
    """The counts by kind and source."""
    groups: dict[tuple[str, str], Validity] = {}
    for row in rows:
        if row.get("task") != "valid" or row.get("mode"):
            continue
        key = (text_of(row, "kind"), text_of(row, "source"))
        score = groups.setdefault(key, Validity(*key))
        accepted = is_accepted(row)
        if expected_of(row):
            score.n += 1
            score.right += accepted
        else:
            score.negatives += 1
            score.clean += not accepted
    return [groups[key] for key in sorted(groups)]


def is_accepted(row: Row) -> bool:
    """Whether the engine takes the text for a valid value, with the canonical form that the row states."""
    kind, text = text_of(row, "kind"), text_of(row)
    declared = text_of(row, "format")
    if declared:
        return is_of_format(text, declared)
    if kind == "email":
        return _is_email(text)
    if kind == "url":
        return _is_url(row, text)
    if kind == "domain":
        return _is_domain(row, text)
    if kind in IDENTIFIER_KINDS:
        return identifiers.scheme_of(text) is not None or checksums.is_iban(text)
    return False


@lru_cache(maxsize=64)
def _validator(declared: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"type": "string", "format": declared}, validate_formats=True)


def is_of_format(text: str, declared: str) -> bool:
    """Whether a text has a format of JSON Schema, asked of the validator that checks tool calls."""
    return _validator({"ipv4": "ipv4", "ipv6": "ipv6"}.get(declared, declared)).is_valid(text)


def _is_email(text: str) -> bool:
    """Nothing but an address, to the reader of e-mail keys or to the format check of the schema validator."""
    bare = text == text.strip() and not text.endswith(">") and not text.casefold().startswith("mailto:")
    return addresses.is_email(text) or (bare and is_of_format(text, "email"))


def _is_url(row: Row, text: str) -> bool:
    base = text_of(row, "base") or text_of(row, "relative_to")
    try:
        href = ada_url.join_url(base, text) if base else ada_url.URL(text).href
    except ValueError:
        return False
    expected = expected_of(row)
    return not expected or _same_url(href, str(expected[0].get("value")))


def _same_url(href: str, wanted: str) -> bool:
    if href == wanted:
        return True
    key = addresses.url_key(href)
    return key is not None and key == addresses.url_key(wanted)


_FORBIDDEN = re.compile(r"[\x00-\x20#/:<>?@\[\\\]^|%\x7f]")


def _is_domain(row: Row, text: str) -> bool:
    if _FORBIDDEN.search(text):
        return False
    try:
        host = ada_url.URL(f"https://{text}/").hostname
    except ValueError:
        return False
    expected = expected_of(row)
    return not expected or host == expected[0].get("value")


_POOLS = (
    ("**URL**", ("url",)),
    ("**URL, domain, hostname**", ("url", "domain", "hostname")),
    ("**e-mail**", ("email",)),
    ("**ids**", IDENTIFIER_KINDS),
)


def tables(rows: Sequence[Row]) -> Iterator[str]:
    """Accepted and refused, by kind and source, and pooled by what the figures speak of."""
    scores = judged(rows)
    yield "### Validity\n"
    yield "| kind | source | valid | accepted % | invalid | refused % | both % |"
    yield "|---|---|--:|--:|--:|--:|--:|"
    for score in scores:
        yield _line(score)
    for name, kinds in _POOLS:
        total = Validity(name, "all")
        for score in scores:
            if score.kind in kinds:
                for field in ("n", "right", "negatives", "clean"):
                    setattr(total, field, getattr(total, field) + getattr(score, field))
        yield _line(total)
    yield ""


def _line(score: Validity) -> str:
    cells = (_percent(score.right, score.n), score.negatives, _percent(score.clean, score.negatives))
    both = _percent(score.right + score.clean, score.n + score.negatives)
    return f"| {score.kind} | {score.source} | {score.n} | {cells[0]} | {cells[1]} | {cells[2]} | {both} |"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
