"""E-mail addresses and URLs: where they stand in a text and which spelling is canonical.

Scanning starts from anchors (`@`, `://`, a dot before a letter) and looks only at the run of characters around one. A run is never read
twice: the search goes on behind it, so the time is linear whatever the text. The canonical key of a URL leaves out what does not
change where it leads (http or https, `www.`, default port, the last slash, an empty fragment, tracking parameters); everything else is exact.
"""

from __future__ import annotations

import re
import unicodedata

from ..normalize import kept_when_short
from ..types import Kind, Span, Value
from .domains import is_bare_domain

MAX_EMAIL_CHARS = 320

_TRACKING = re.compile(
    r"(?:utm_\w+|gclid|gclsrc|dclid|fbclid|msclkid|twclid|yclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|ref_src|wbraid|gbraid)\Z", re.I
)
_DOMAIN = re.compile(r"[^\W_](?:[\w-]{0,62})(?:\.[^\W_][\w-]{0,62}){1,12}")
_LITERAL = re.compile(r"\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-fA-F:.]{2,45})\]")
_WHOLE_EMAIL = re.compile(
    r"(?=.{3,254}\Z)[\w.+\-'%~!#$&*/=?^`{|}]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,12}\Z"
)
_DISPLAY = re.compile(r"[^<>]{0,200}<([^<>]{3,320})>\s*\Z")
_SPOKEN = re.compile(
    r"([\w.+\-]{1,64}(?:\s(?:dot|punkt|point|punto)\s[\w+\-]{1,64}){0,4})\s?(?:\(at\)|\[at\]|\sat\s|\s@\s|\sarroba\s|\schiocciola\s)\s?"
    r"([\w-]{1,63}(?:(?:\.|\s(?:dot|punkt|point|punto)\s|\s?[(\[]dot[)\]]\s?)[\w-]{1,63}){1,5})\Z",
    re.I,
)
_SPOKEN_DOMAIN = re.compile(r" at ([\w-]{1,63}(?: dot [\w-]{2,63}){1,4})(?![\w-])")
_SPOKEN_LOCAL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}(?: dot [\w+-]{1,64}){0,4}\Z")
_SPOKEN_DOT = re.compile(r"\s(?:dot|punkt|point|punto)\s|\s?[(\[]dot[)\]]\s?", re.I)

_RUN = re.compile(
    r"(?:[^\s<>\"“”„«»‹›`|\\\x00-\x20\x7f、。，；！？」』）】》｜,)\]&]++|,(?!https?://)|\)(?!\[)|\](?!\()|&(?!(?:quot|lt|gt|#39);))++"
)
_SCHEME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-")
_KNOWN_SCHEME = re.compile(r"(?:https?|ftps?|sftp|wss?)\Z", re.I)
_ANCHOR = re.compile(r":(?://|(?<=localhost:)(?=\d))|\.(?=[^\W\d_])")
_HOST_RUN = re.compile(r"[\w-]+(?:\.[\w-]+)*")
_PORT = re.compile(r":\d{1,5}(?!\d)")
_TRAILING = "?!:,.;…*'’"
_CLOSERS = {")": "(", "]": "[", "}": "{"}
_PLAIN_URL = re.compile(r"https?://((?:[a-z0-9-]+\.)+[a-z]{2,63})((?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)/?\Z")
_SCHEMELESS = re.compile(r"([\w-]{1,63}(?:\.[\w-]{1,63}){0,20}\.?)(?::\d{1,5})?([/?#]\S*)?\Z")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}\Z")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?://)?", re.I)


def find_emails(text: str) -> list[Value]:
    """The e-mail addresses of a text, in order; the key is the lower-case address with its domain in IDNA form."""
    found: list[Value] = []
    done = 0
    at = text.find("@")
    while at >= 0:
        value = _email_at(text, at, floor=done)
        if value is not None:
            found.append(value)
            done = value.span.end
        at = text.find("@", max(at + 1, done))
    spoken = _spoken_emails(text)
    return sorted(found + spoken, key=lambda value: value.span) if spoken else found


def _spoken_emails(text: str) -> list[Value]:
    """Addresses said in words (`jane dot roe at example dot org`), or the whole of a short text (`x+y at example.org`)."""
    found: list[Value] = []
    for domain in _SPOKEN_DOMAIN.finditer(text):
        floor = max(found[-1].span.end if found else 0, domain.start() - 200)
        local = _SPOKEN_LOCAL.search(text, floor, domain.start())
        if local is not None:
            written = text[local.start() : domain.end()]
            key = email_key(written)
            if key is not None:
                found.append(Value(Kind.EMAIL, Span(local.start(), domain.end()), written, (key,)))
    if not found and len(text) <= 120 and " at " in text and "@" not in text:
        whole = text.strip()
        key = email_key(whole)
        start = text.find(whole)
        return [] if key is None else [Value(Kind.EMAIL, Span(start, start + len(whole)), whole, (key,))]
    return found


def _email_at(text: str, at: int, *, floor: int) -> Value | None:
    end = _domain_end(text, at + 1)
    if end is None:
        return None
    start = _local_start(text, at, floor=floor)
    if start is None:
        return None
    address = text[start:end]
    key = email_key(address)
    return None if key is None else Value(Kind.EMAIL, Span(start, end), address, (key,))


def _domain_end(text: str, start: int) -> int | None:
    literal = _LITERAL.match(text, start)
    if literal is not None:
        return literal.end()
    match = _DOMAIN.match(text, start)
    if match is None:
        return None
    end = match.end()
    while text[end - 1] in "-_":
        end -= 1
    after = text[end : end + 1]
    ending = text[start:end].rpartition(".")[2]
    if after == "@" or len(ending) < 2 or (not ending.isalpha() and not ending.startswith("xn--")):
        return None
    return end


def _local_start(text: str, at: int, *, floor: int) -> int | None:
    stop = max(floor, at - 64)
    start = at
    narrow = at > 0 and text[at - 1].isascii()
    while start > stop:
        char = text[start - 1]
        if not (char.isalnum() or char in "._+-'%~") or (narrow and char > "\u2e80"):
            break
        start -= 1
    while start < at and text[start] in "'~":
        start += 1
    if text.startswith("..", start):
        while text[start] == ".":
            start += 1
    local = text[start:at]
    if not local or local[0] == "." or local[-1] == "." or ".." in local:
        return None
    before = text[max(0, start - 3) : start]
    return None if "//" in before or (before.endswith(":") and "//" in text[max(0, start - 48) : start]) else start


@kept_when_short(8192)
def email_key(text: str) -> str | None:
    """The canonical key of a text that is one e-mail address, or None.

    `mailto:`, a display name before `<...>` and the case are dropped; " at " and " dot " in words are read where both parts say so.
    """
    address = text.strip()
    if len(address) > MAX_EMAIL_CHARS * 2:
        return None
    display = _DISPLAY.match(address)
    if display is not None:
        address = display[1].strip()
    if address[:7].casefold() == "mailto:":
        address = address[7:].partition("?")[0]
    if "@" not in address or " @ " in address:
        address = _spoken_email(address) or ""
    if address.isascii() and _WHOLE_EMAIL.match(address) and _is_plain(address):
        return address.casefold()
    return _validated_email(address) if "@" in address else None


def is_email(text: str) -> bool:
    """Whether the text is one address and nothing else: no display name, no `mailto:`, no space around it, not said in words.

    Example:
        >>> is_email("ann@example.org"), is_email("Ann <ann@example.org>"), is_email("ann at example dot org")
        (True, False, False)
    """
    bare = text == text.strip() and "@" in text and " @ " not in text and not text.endswith(">") and text[:7].casefold() != "mailto:"
    return bare and email_key(text) is not None


def _is_plain(address: str) -> bool:
    local, _, domain = address.rpartition("@")
    ending = domain.rpartition(".")[2]
    if local[0] == "." or local[-1] == "." or ".." in local or len(ending) < 2 or not (ending.isalpha() or ending[:4] == "xn--"):
        return False
    return all(label[-1] != "-" and label[2:4] != "--" for label in domain.split("."))


def _spoken_email(text: str) -> str | None:
    match = _SPOKEN.match(text)
    if match is None:
        return None
    said_dot = _SPOKEN_DOT.search(match[2]) is not None
    if not said_dot and match[1].isalpha() and " at " in text.casefold():
        return None
    return f"{_SPOKEN_DOT.sub('.', match[1])}@{_SPOKEN_DOT.sub('.', match[2])}"


def _validated_email(address: str) -> str | None:
    from email_validator import EmailNotValidError, validate_email

    try:
        checked = validate_email(
            address, check_deliverability=False, allow_quoted_local=True, allow_domain_literal=True, test_environment=True
        )
    except (EmailNotValidError, ValueError):
        return None
    local = unicodedata.normalize("NFC", checked.local_part).casefold()
    return f"{local}@{checked.ascii_domain.casefold()}"


def find_urls(text: str) -> list[Value]:
    """The URLs and bare domains of a text, in order, without the punctuation of the sentence around them."""
    found: list[Value] = []
    done = 0
    anchor = _ANCHOR.search(text)
    while anchor is not None:
        resume = anchor.end()
        if anchor[0] == "://":
            bounds = _full_url(text, anchor.start(), floor=done)
        else:
            bounds, resume = _bare_url(text, anchor.start(), floor=done)
        if bounds is not None:
            start, done = bounds
            key = url_key(text[start:done])
            if key is not None:
                found.append(Value(Kind.URL, Span(start, done), text[start:done], (key,)))
        anchor = _ANCHOR.search(text, max(resume, done))
    return found


def _full_url(text: str, colon: int, *, floor: int) -> tuple[int, int] | None:
    start = colon
    while start > max(floor, colon - 24) and text[start - 1] in _SCHEME_CHARS:
        start -= 1
    known = _KNOWN_SCHEME.search(text, start, colon)
    if known is not None:
        start = known.start()
    while start < colon and not text[start].isalpha():
        start += 1
    first = text[colon + 3 : colon + 4]
    if start == colon or not (first.isalnum() or first in ("[", "_", "-", "$", "{") and first):
        return None
    run = _RUN.match(text, colon + 3)
    if run is None:
        return None
    return start, _trimmed(text, colon + 3, run.end())


def _bare_url(text: str, dot: int, *, floor: int) -> tuple[tuple[int, int] | None, int]:
    """The bounds of a URL without scheme around a dot, and where the search may go on."""
    start = dot
    while start > max(floor, dot - 64) and (text[start - 1].isalnum() or text[start - 1] in "_-"):
        start -= 1
    host = _HOST_RUN.match(text, start)
    if host is None:
        return None, dot + 1
    end = host.end()
    if text[end : end + 1] in ("@", "(") or (start > 0 and text[start - 1] in "@/\\._-:=#$" and not _opens_value(text, start)):
        return None, end
    port = _PORT.match(text, end)
    tail = port.end() if port is not None else end
    mark = text[tail : tail + 1]
    name = host[0]
    if not (name == "localhost" and port is not None) and not is_bare_domain(name, has_tail=mark == "/"):
        return None, end
    run = _RUN.match(text, tail) if mark in ("/", "?", "#") else None
    if run is not None:
        tail = _trimmed(text, tail, run.end())
    return (start, tail), tail


def _opens_value(text: str, start: int) -> bool:
    """Whether `:` or `=` before a domain only introduces it (`site:example.org`)."""
    return text[start - 1] in ":=" and text[max(0, start - 3) : start - 1].isalpha() and text.startswith("www.", start)


def _trimmed(text: str, start: int, end: int) -> int:
    """The end of a URL whose run of characters reaches `end`, without sentence punctuation and unopened closing brackets."""
    counts = {bracket: text.count(bracket, start, end) for bracket in "()[]{}'"}
    while end > start:
        last = text[end - 1]
        if last in _CLOSERS:
            if counts[last] <= counts[_CLOSERS[last]]:
                break
            counts[last] -= 1
        elif last == "'":
            if counts[last] % 2 == 0:
                break
            counts[last] -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return end


@kept_when_short(8192)
def url_key(text: str) -> str | None:
    """The canonical key of a text that is one URL or bare domain, or None: `example.com/docs?page=2` for web addresses.

    Example:
        >>> url_key("HTTPS://www.Example.com:443/Docs/?utm_source=mail&page=2#")
        'example.com/Docs?page=2'
    """
    written = text.strip()
    if written.startswith("<") and written.endswith(">"):
        written = written[1:-1].strip()
    bare = _SCHEMELESS.match(written)
    if bare is not None:
        host = bare[1].rstrip(".")
        if host != "localhost" and not _IPV4.match(host) and not is_bare_domain(host, has_tail=True):
            return None
        written = f"http://{written}"
    plain = _PLAIN_URL.match(written)
    if plain is not None and "xn--" not in plain[1]:
        return plain[1].removeprefix("www.") + plain[2]
    return _parsed_key(written) if _SCHEME.match(written) else None


def _parsed_key(written: str) -> str | None:
    import ada_url

    try:
        parts = ada_url.URL(written)
    except ValueError:
        return None
    web = parts.protocol in ("http:", "https:")
    host = parts.host.removeprefix("www.") if web else parts.host
    login = f"{parts.username}{':' if parts.password else ''}{parts.password}@" if parts.username or parts.password else ""
    query = "&".join(pair for pair in parts.search[1:].split("&") if pair and not _TRACKING.match(pair.partition("=")[0]))
    path = parts.pathname.rstrip("/") if web or parts.host else parts.pathname
    fragment = parts.hash if len(parts.hash) > 1 else ""
    slashes = "//" if parts.host or parts.protocol == "file:" or written.startswith(f"{parts.protocol}//") else ""
    prefix = "" if web else f"{parts.protocol}{slashes}"
    return f"{prefix}{login}{host}{path}{'?' if query else ''}{query}{fragment}"


def url_host(key: str) -> str:
    """The host of a canonical URL key, with its port where that is not the default one."""
    return re.split(r"[/?#]", _without_scheme(key), maxsplit=1)[0].rpartition("@")[2]


def url_path(key: str) -> str:
    """The path of a canonical URL key with its leading slash; empty for the root."""
    rest = re.split(r"[?#]", _without_scheme(key), maxsplit=1)[0]
    slash = rest.find("/")
    return rest[slash:] if slash >= 0 else ""


def _without_scheme(key: str) -> str:
    scheme = re.match(r"[a-z][a-z0-9+.-]*://", key)
    return key[scheme.end() :] if scheme is not None else key
