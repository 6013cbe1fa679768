"""Where a name ends: not across the end of a sentence, and not inside a longer word of a script that writes no spaces."""

from __future__ import annotations

import re

from .normalize import is_unspaced
from .search import Hit

_SENTENCE_END = re.compile(r"(?:[.!?\u3002\uff01\uff1f][\"')\]]?\s{1,8}|[ \t]{0,8}\n\s{0,8}(?=[^\W\d_]))(?=\S)")
_LAST_WORD = re.compile(r"\w{1,12}$")
_ABBREVIATIONS = frozenset("dr mr mrs ms mx prof st ste mt ft jr sr no inc ltd co corp rev hon gen sen gov capt lt col ave blvd messrs vs".split())
_PARTICLES = frozenset(
    "\u53bb\u5728\u5230\u4ece\u7684\u548c\u662f\u5f80\u81f3\u4e8e\u7ed9\u5e2e\u53eb\u8bf7\u627e\u89c1\u8ba9\u8ddf\u4e0e\u5bf9\u4e3a\u88ab\u628a\u628a\u5c06\u7531\u4e86\u5417\u5462\u5427\u554a\u4e5f\u90fd\u53ca\u6216\u800c\u4f46\u7ed9"
    "\u5f9e\u7d66\u5e6b\u8acb\u898b\u8b93\u5c0d\u70ba\u5c07\u8207\u9eca\u55ce"
)
"""Chinese prepositions, verbs of giving and going, and particles that stand beside a name without being part of it."""
MAX_SHORT = 3
"""A longer name in such a script is specific enough to be told from a part of another word."""


def is_broken(hit: Hit) -> bool:
    """True where the end of a sentence or line lies inside the place ("Thanks, Ana. Bob needs ..."); an abbreviation or initial ends none."""
    text = hit.span.of(hit.index.content)
    for match in _SENTENCE_END.finditer(text):
        word = _LAST_WORD.search(text[max(0, match.start() - 12) : match.start()].rstrip("\"')]"))
        before = word[0].lower() if word is not None else ""
        if not (len(before) == 1 or before in _ABBREVIATIONS):
            return True
    return False


def is_cut(hit: Hit) -> bool:
    """True where the place is a few characters of an unspaced script with more of the same script beside them."""
    text, content = hit.span.of(hit.index.content), hit.index.content
    if len(text) > MAX_SHORT or not is_unspaced(text):
        return False
    return _goes_on(content, hit.span.start - 1, text[0]) or _goes_on(content, hit.span.end, text[-1])


def _goes_on(content: str, at: int, edge: str) -> bool:
    if not 0 <= at < len(content) or content[at] in _PARTICLES:
        return False
    return _script(content[at]) == _script(edge) != ""


def _script(char: str) -> str:
    if "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff":
        return "han"
    if "\u30a0" <= char <= "\u30ff":
        return "katakana"
    return ""
