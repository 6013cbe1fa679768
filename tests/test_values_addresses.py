"""E-mail addresses and URLs: spans in prose, canonical keys, and text that is neither."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from groundrules.engine.types import Kind
from groundrules.engine.values.addresses import email_key, find_emails, find_urls, is_email, url_host, url_key, url_path
from groundrules.engine.values.domains import host_key, is_bare_domain


def emails(text: str) -> list[str]:
    return [value.text for value in find_emails(text)]


def urls(text: str) -> list[str]:
    return [value.text for value in find_urls(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Write to ann.lee@harborlab.example, please.", ["ann.lee@harborlab.example"]),
        ("(ann@harborlab.example)", ["ann@harborlab.example"]),
        ("<ann+orders@harborlab.example>;bo@harborlab.example", ["ann+orders@harborlab.example", "bo@harborlab.example"]),
        ("mail=ann@harborlab.example&x=1", ["ann@harborlab.example"]),
        ("it was ann dot lee at harborlab dot example I think", ["ann dot lee at harborlab dot example"]),
        ("résumé@café.example", ["résumé@café.example"]),
        ("https://ann:secret@harborlab.example/x", []),
        ("see you @ noon, meet@six", []),
        ("we met at example dot", []),
        ("a@b@harborlab.example", ["b@harborlab.example"]),
        ("ann.@harborlab.example", []),
        ("ann..lee@harborlab.example", []),
    ],
)
def test_finds_emails_in_prose(text: str, found: list[str]) -> None:
    """An address ends where the sentence goes on, and what only looks like one is left alone."""
    assert emails(text) == found


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Ann.Lee@HarborLab.example", "ann.lee@harborlab.example"),
        ("mailto:ann@harborlab.example?subject=hi", "ann@harborlab.example"),
        ("Ann Lee <ann@harborlab.example>", " ann@harborlab.example "),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("x+y at harborlab.example", "x+y@harborlab.example"),
    ],
)
def test_spellings_of_one_email(a: str, b: str) -> None:
    """Case, wrapping, IDNA and spoken separators do not matter."""
    assert email_key(a) == email_key(b) is not None


@pytest.mark.parametrize("text", ["", "@", "ann@", "@x.example", "ann@x", "ann@x..example", "look at harborlab.example", "ann@-x.example", "a b@x.example"])
def test_what_is_no_email(text: str) -> None:
    """A text that is not one address has no key."""
    assert email_key(text) is None


def test_changed_character_changes_the_email_key() -> None:
    """Dots, plus tags and the domain all count."""
    keys = {email_key(text) for text in ("annlee@x.example", "ann.lee@x.example", "ann.lee+a@x.example", "ann.lee@y.example", "ann-lee@x.example")}
    assert len(keys) == 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see https://example.com/a.", ["https://example.com/a"]),
        ("(https://example.com/a_(b))", ["https://example.com/a_(b)"]),
        ("[docs](https://example.com/docs), then", ["https://example.com/docs"]),
        ("<https://example.com/x?y=1&z=2#top>", ["https://example.com/x?y=1&z=2#top"]),
        ("'https://example.com/it'", ["https://example.com/it"]),
        ("https://a.example/1,https://b.example/2", ["https://a.example/1", "https://b.example/2"]),
        ('{"url":"https://example.com/q"}', ["https://example.com/q"]),
        ("visit harborlab.example or www.harborlab.example/shop today", ["harborlab.example", "www.harborlab.example/shop"]),
        ("HARBORLAB.COM!", ["HARBORLAB.COM"]),
        ("open localhost:8080/admin", ["localhost:8080/admin"]),
        ("t.me/harbor and notion.so/x", ["t.me/harbor", "notion.so/x"]),
        ("May 5th.https://example.com/x", ["https://example.com/x"]),
        ("ftp://files.example/pub", ["ftp://files.example/pub"]),
        ("https://example.com/über?q=naïve", ["https://example.com/über?q=naïve"]),
    ],
)
def test_finds_urls_in_prose(text: str, found: list[str]) -> None:
    """Sentence punctuation is left off, balanced brackets stay, bare domains count."""
    assert urls(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "That is the end.Next one", "e.g. this, i.e. that", "README.md and main.py, data.json", "user.id, order.name", "version 1.2.3 at 10.30",
        "obj.method() and np.nan", "ann@harborlab.example", "http://", "http://.", "a..b...c", "U.S. and p.m.", "/usr/lib/x.so", "_x.example",
    ],
)  # fmt: skip
def test_no_url(text: str) -> None:
    """File names, field names, abbreviations, versions and e-mail domains are no URLs."""
    assert urls(text) == []


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("http://example.com", "https://www.example.com/"),
        ("HTTPS://Example.COM:443/Docs", "https://example.com/Docs"),
        ("example.com/a?utm_source=x&b=1", "https://example.com/a/?b=1&gclid=zz"),
        ("https://example.com/a/../b#", "example.com/b"),
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("<https://example.com>", "example.com"),
    ],
)
def test_spellings_of_one_url(a: str, b: str) -> None:
    """What does not change where a URL leads is not part of its key."""
    assert url_key(a) == url_key(b) is not None


def test_what_counts_in_a_url_key() -> None:
    """Host, port, path with its case, query and fragment each make another key."""
    spellings = ["a.example", "b.example", "a.example:81", "a.example/X", "a.example/x", "a.example/x?y=1", "a.example/x?y=2", "a.example/x#y", "x.a.example"]
    assert len({url_key(text) for text in spellings}) == len(spellings)


@pytest.mark.parametrize("text", ["", "hello", "two words", "3.14", "end.Next", "10:30", "a/b", "user.id!"])
def test_what_is_no_url(text: str) -> None:
    """A text that is no URL has no key."""
    assert url_key(text) is None


def test_fast_path_equals_the_parser() -> None:
    """The short cut for plain addresses gives the key that the WHATWG parser gives."""
    from groundrules.engine.values import addresses

    for text in ("https://example.com", "http://www.a-b.example/x/y.html", "https://example.com/a~b/C_d/", "https://1a.example/0"):
        assert url_key(text) == addresses._parsed_key(text)  # pyright: ignore[reportPrivateUsage]  # the slow reference is internal


def test_parts_of_a_url_key() -> None:
    """Host and path can be told apart for any scheme."""
    key = url_key("ftp://ann@files.example:2121/pub/x?y#z")
    assert key is not None
    assert (url_host(key), url_path(key)) == ("files.example:2121", "/pub/x")
    assert (url_host("example.com"), url_path("example.com?x=/y")) == ("example.com", "")


def test_bare_domains_need_a_known_ending() -> None:
    """Endings that are also words or file extensions need a path or a third label."""
    assert is_bare_domain("harborlab.io", has_tail=False)
    assert not is_bare_domain("main.rs", has_tail=False)
    assert is_bare_domain("site.rs", has_tail=True)
    assert is_bare_domain("site.co.id", has_tail=False)
    assert not is_bare_domain("harborlab.unknownending", has_tail=True)


def test_host_names_have_one_spelling() -> None:
    """Case, IDNA and a final dot do not matter; what no host can hold has no key."""
    assert host_key("FAß.example") == host_key("xn--fa-hia.example.") == "xn--fa-hia.example"
    assert host_key("harborlab.example") != host_key("harb0rlab.example")
    assert host_key("\ud800.example") is None
    assert host_key(" ") is None


def test_spans_slice_back_and_do_not_overlap() -> None:
    """Each value names the text under its span, in order."""
    text = "ü https://a.example/1 and b.example, ann@c.example; https://d.example\ufeff."
    for values in (find_urls(text), find_emails(text)):
        assert all(value.span.of(text) == value.text for value in values)
        assert all(left.span.end <= right.span.start for left, right in pairwise(values))
    assert {value.kind for value in find_urls(text)} == {Kind.URL}


@pytest.mark.parametrize(
    "unit", ["@", "a@", "a.", "a.a@", "(", "/", "://", "http://a,", "http://a)", "a@b.example", " at a dot a", "www.", "\ud800@", "é.", "x@a.", "[](", "'"]
)
def test_hostile_text_is_linear(unit: str) -> None:
    """200 KB of any one thing is read in well under a second and never raises."""
    text = unit * (200_000 // len(unit))
    start = time.process_time()
    find_emails(text)
    find_urls(text)
    assert time.process_time() - start < 4
    email_key(text)
    url_key(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ann.example@example.org", True),
        ("Ann <ann@example.org>", False),
        ("mailto:ann@example.org", False),
        (" ann@example.org", False),
        ("ann at example dot org", False),
        ("ann @ example.org", False),
        (f"ann@{'a' * 60}.{'b' * 60}.{'c' * 60}.{'d' * 63}.example", False),
        (f"ann@{'a' * 60}.{'b' * 60}.{'c' * 60}.{'d' * 46}.example", True),
    ],
)
def test_is_email(text: str, expected: bool) -> None:
    """One address and nothing around it, of at most 254 characters."""
    assert is_email(text) is expected
