"""References from one step to the output of another, in the notations that planners write.

Theory of operation: a text is searched only where it holds one of a few cheap marks. A notation that can only be a reference (`{{steps.2.output}}`,
`$s1.output.id`, `<s1.output>`, "output of step 2") is one whatever it names; a short one that could be something else (`{{s1}}`, `$s1`, `#E1`) is one
only where it names a step of the plan, which the caller decides by `explicit`. Every pattern is anchored at a mark and bounded in length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..types import Json

_PATH = r"""((?:\.[A-Za-z_][\w-]{0,60}|\.\d{1,6}(?!\w)|\[\d{1,6}\]|\[['"][^'"\]\[]{1,60}['"]\]){0,12})"""
_STEPS = r"""(?:steps?(?:\.|(?P<bracket>\[))['"]?)?"""
_NAME = r"([A-Za-z][\w-]{0,60}|\d{1,6})"
_CLOSE = r"""(?(bracket)['"]?\])"""
_PATTERNS = tuple(zip(("{{", "${", "$", "<", "#"), (
    re.compile(r"\{\{\s{0,8}" + _STEPS + _NAME + _CLOSE + _PATH + r"\s{0,8}(?:\|[^{}]{0,80})?\}\}", re.ASCII),
    re.compile(r"\$\{\s{0,8}" + _STEPS + _NAME + _CLOSE + _PATH + r"\s{0,8}\}", re.ASCII),
    re.compile(r"(?<![\w$])\$(?:\.(?=step))?" + _STEPS + _NAME + _CLOSE + _PATH, re.ASCII),
    re.compile(r"<\s{0,8}" + _STEPS + _NAME + _CLOSE + _PATH + r"\s{0,8}>", re.ASCII),
    re.compile(r"(?<![\w#&])#()" + _NAME + _PATH, re.ASCII),
), strict=True))
"""Each pattern with the mark without which it cannot match."""
_PROSE = (
    re.compile(
        r"\b(?:outputs?|results?|responses?|answers?|findings|data|values?|ids?)\s{1,4}(?:of|from|in)\s{1,4}(?:the\s{1,4})?step\s{0,4}#?(\w{1,40})",
        re.IGNORECASE,
    ),
    re.compile(r"\bstep\s{0,4}#?(\w{1,40})['\u2019]s\s{1,4}(?:outputs?|results?|responses?|answers?)\b", re.IGNORECASE),
)
_ORDER = re.compile(r"\b(?:after|using|from|based\s{1,4}on|depends\s{1,4}on|given|with)\s{1,4}step\s{0,4}#?(\w{1,40})", re.IGNORECASE)
_SPACE = re.compile(r"\s")
_OUTPUT_WORDS = frozenset(("output", "outputs", "result", "results", "response", "return_value", "value", "content"))
_TOKEN = re.compile(r"""\.([A-Za-z_][\w-]{0,60}|\d{1,6})|\[(\d{1,6})\]|\[['"]([^'"\]]{1,60})['"]\]""", re.ASCII)
REFERENCE_KEYS = ("$ref", "$step", "from_step", "step_output")
_FIELD_KEYS = frozenset(("field", "path", "key", "output"))
MAX_REFERENCES = 200
"""How many references are read in one text."""


@dataclass(frozen=True, slots=True)
class StepReference:
    """A step as named in a text, and the path into its output. `explicit` says that the notation can be nothing else; `zero_based` that it counts from 0."""

    step: str
    path: tuple[str, ...]
    start: int
    end: int
    explicit: bool
    zero_based: bool = False


def find_references(text: str, *, with_order: bool = False) -> tuple[StepReference, ...]:
    """The references in a text, in order, none inside another. `with_order` also reads "after step 2", which prose says of a step.

    Example:
        >>> [(found.step, found.path) for found in find_references("mail {{steps.2.output.name}} the output of step 1")]
        [('2', ('name',)), ('1', ())]
    """
    if not _may_hold(text):
        return ()
    found = sorted(_all(text, with_order=with_order), key=lambda each: (each.start, -each.end))
    kept: list[StepReference] = []
    for reference in found[:MAX_REFERENCES]:
        if not kept or reference.start >= kept[-1].end:
            kept.append(reference)
    return tuple(kept)


def reference_of(value: Json) -> StepReference | None:
    """The reference that an object such as `{"$ref": "s1.output.id"}` or `{"from_step": "s1", "field": "id"}` is, or None."""
    if not isinstance(value, dict) or not 1 <= len(value) <= 2:
        return None
    key = next((key for key in REFERENCE_KEYS if key in value), None)
    rest = [name for name in value if name != key]
    if key is None or any(name not in _FIELD_KEYS for name in rest):
        return None
    named = value[key]
    if isinstance(named, int) and not isinstance(named, bool):
        named = str(named)
    if not isinstance(named, str) or not named or len(named) > 200:
        return None
    field = value[rest[0]] if rest else ""
    path = tuple(part for part in field.split(".") if part) if isinstance(field, str) else ()
    whole = find_references(f"${{{named.lstrip('#/$')}}}")
    if len(whole) == 1 and whole[0].end == len(named.lstrip("#/$")) + 3:
        return StepReference(whole[0].step, whole[0].path + path, 0, 0, explicit=True, zero_based=whole[0].zero_based)
    return StepReference(named, path, 0, 0, explicit=True)


def _may_hold(text: str) -> bool:
    return "$" in text or "{{" in text or "#" in text or "<" in text or "step" in text.casefold()


def _all(text: str, *, with_order: bool) -> Iterator[StepReference]:
    for mark, pattern in _PATTERNS:
        for found in pattern.finditer(text) if mark in text else ():
            name, path = found[2], _path(found[3])
            said = bool(path) and path[0] in _OUTPUT_WORDS
            explicit = said or "step" in text[found.start() : found.start(2)]
            if not explicit and name.isdigit() and found[0][-1] not in "}>" and (path or found[0] != text.strip()):
                continue  # `$5.99`, and `$5` inside a text, is money
            rest = path[1:] if said else path
            yield StepReference(name, rest, found.start(), found.end(), explicit, zero_based=found[1] == "[" and name.isdigit())
    if "step" not in text.casefold() or not _SPACE.search(text):
        return
    for pattern in (*_PROSE, _ORDER) if with_order else _PROSE:
        for found in pattern.finditer(text):
            yield StepReference(found[1], (), found.start(), found.end(), explicit=True)


def _path(text: str) -> tuple[str, ...]:
    return tuple(next(part for part in found.groups() if part is not None) for found in _TOKEN.finditer(text))
