"""GR201-GR210: a value that stands nowhere in the context and follows from nothing in it; one rule per group of kinds."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.rule import Example, Rule, Status
from ..engine.trace import Support
from ..engine.types import Json, Kind
from ._reports import report

_TEXT: Json = {"type": "string"}
_SUPPORTS = (Support.FOUND, Support.DERIVED, Support.ABSENT, Support.WEAK)


@dataclass(frozen=True, slots=True)
class _Family:
    id: str
    name: str
    kinds: tuple[Kind, ...]
    what: str
    why: str
    silent: str
    uncaught: str
    examples: tuple[Example, ...]


_FAMILIES = (
    _Family(
        "GR201",
        "ungrounded-identifier",
        (Kind.IDENTIFIER,),
        "An identifier, key or code that the model was not given.",
        "One changed character is another record: the call runs, on the wrong one.",
        "the identifier stands in an admissible source, in any case, with other separators or a leading `#`.",
        "an identifier that stands in the context but belongs to another record.",
        (
            Example("one digit changed", {"order_id": "ORD-12354"}, ("/order_id",), "Where is order ORD-12345?", parameters={"order_id": _TEXT}),
            Example("nowhere at all", {"order_id": "ORD-99887"}, ("/order_id",), "Ship my last order.", parameters={"order_id": _TEXT}),
            Example("same id, other separators", {"order_id": "ord12345"}, (), "Where is order #ORD-12345?", parameters={"order_id": _TEXT}),
            Example("verbatim", {"order_id": "ORD-12345"}, (), "Where is order ORD-12345?", parameters={"order_id": _TEXT}),
            Example("only the head of a longer id", {"note_id": "9f21c07a"}, ("/note_id",), "Open 9f21c07a-2b44.", parameters={"note_id": _TEXT}),
            Example("absence in a summarised context", {"order_id": "ORD-1"}, ("/order_id",), "Ship it.", parameters={"order_id": _TEXT}, complete=False),
        ),
    ),
    _Family(
        "GR202",
        "ungrounded-email",
        (Kind.EMAIL,),
        "An e-mail address that the model was not given.",
        "Addresses are coined from a name and a likely domain; the mail then reaches a stranger.",
        "the address stands in an admissible source, in any case.",
        "a grounded address of the wrong person.",
        (
            Example("coined from a name", {"to": "mara@example.com"}, ("/to",), "Send it to Mara.", parameters={"to": _TEXT}),
            Example("other domain", {"to": "mara@example.net"}, ("/to",), "Send it to mara@example.com.", parameters={"to": _TEXT}),
            Example("other case", {"to": "Mara@Example.com"}, (), "Send it to mara@example.com.", parameters={"to": _TEXT}),
            Example("one letter off", {"to": "mara@exmaple.com"}, ("/to",), "Send it to mara@example.com.", parameters={"to": _TEXT}),
            Example("said in words", {"to": "mara.brandt@example.com"}, (), "It is mara dot brandt at example dot com.", parameters={"to": _TEXT}),
        ),
    ),
    _Family(
        "GR203",
        "ungrounded-url",
        (Kind.URL,),
        "A URL that the model was not given.",
        "A guessed path on a right host is the usual invented link.",
        "the same address stands in an admissible source, but for case of the host, http written as https, `www.`, a last slash or tracking parameters.",
        "a link that exists but is about something else.",
        (
            Example("guessed path", {"url": "https://example.com/team"}, ("/url",), "Look at https://example.com.", parameters={"url": _TEXT}),
            Example("tracking dropped", {"url": "https://example.com/a"}, (), "Read https://example.com/a?utm_source=x.", parameters={"url": _TEXT}),
            Example("a parameter dropped", {"url": "https://example.com/a"}, ("/url",), "Read https://example.com/a?id=7.", parameters={"url": _TEXT}),
            Example("better scheme", {"url": "https://example.com/a"}, (), "Read http://example.com/a.", parameters={"url": _TEXT}, tool="post_page"),
            Example("worse scheme, tool acts", {"url": "http://example.com/a"}, ("/url",), "At https://example.com/a", parameters={"url": _TEXT}, tool="post_page"),
        ),
    ),
    _Family(
        "GR204",
        "ungrounded-number",
        (Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY, Kind.ORDINAL),
        "A number, amount or quantity that stands nowhere and follows from nothing.",
        "Figures are filled in to please a schema; an amount that nobody named moves money.",
        "the number stands in the context in any notation, or follows by a named derivation (unit, percent, minor units, part of a date, sum).",
        "a number that stands in the context under another meaning; small counts are left undecided.",
        (
            Example("other amount", {"amount": 1520.5}, ("/amount",), "Pay $1,250.50.", parameters={"amount": {"type": "number"}}, required=("amount",)),
            Example("grouping style", {"amount": 1250.5}, (), "Pay $1,250.50.", parameters={"amount": {"type": "number"}}, required=("amount",)),
            Example("percent as fraction", {"rate": 0.15}, (), "Take 15% off.", parameters={"rate": {"type": "number"}}),
            Example("number word", {"seats": 4}, (), "A table for four.", parameters={"seats": {"type": "integer"}}),
            Example("small count is undecided", {"seats": 4}, ("/seats",), "A table, please.", parameters={"seats": {"type": "integer"}}),
            Example("a fraction of less than a percent, unsaid", {"rate": 0.5}, ("/rate",), "At 0.5%.", parameters={"rate": {"type": "number"}}),
            Example("percent of less than one", {"rate_percent": 0.5}, (), "At 0.5%.", parameters={"rate_percent": {"type": "number"}}),
        ),
    ),
    _Family(
        "GR205",
        "ungrounded-date",
        (Kind.DATE, Kind.TIME, Kind.DATETIME, Kind.DURATION),
        "A date, time or duration that stands nowhere and follows from nothing.",
        "The year of the training data, or a day off by one, books the wrong flight.",
        "the same moment stands in the context in any form, or follows from the present time, a duration or a part.",
        "a right date in the wrong slot.",
        (
            Example("other day", {"date": "2026-09-09"}, ("/date",), "Days until September 19, 2026?", parameters={"date": _TEXT}),
            Example("other form", {"date": "2026-09-19"}, (), "Days until September 19, 2026?", parameters={"date": _TEXT}),
            Example("relative", {"date": "2026-03-12"}, (), "Book it for tomorrow.", parameters={"date": _TEXT}, now="2026-03-11T09:00:00"),
            Example("relative, no clock", {"date": "2026-03-12"}, ("/date",), "Book it for tomorrow.", parameters={"date": _TEXT}),
            Example("a day off", {"date": "2026-03-13"}, ("/date",), "Book it for tomorrow.", parameters={"date": _TEXT}, now="2026-03-11T09:00:00"),
            Example("in the past", {"date": "2026-02-10"}, ("/date",), "Book February 10.", parameters={"date": _TEXT}, tool="book_room", now="2026-03-11T09:00:00"),
            Example("past, as said", {"date": "2026-02-10"}, (), "Book 2026-02-10.", parameters={"date": _TEXT}, tool="book_room", now="2026-03-11T09:00:00"),
        ),
    ),
    _Family(
        "GR206",
        "ungrounded-name",
        (Kind.NAME,),
        "The name of a person, place or organisation that the model was not given.",
        "A given name completed from a surname, or a likely city, is a guess that acts.",
        "the name stands in the context in any case, accent or spacing, or a table knows its code or short form.",
        "a grounded name in the wrong role.",
        (
            Example("given name invented", {"first_name": "Konrad"}, ("/first_name",), "Add Mr Brandt.", parameters={"first_name": _TEXT}),
            Example("accents folded", {"name": "Jose Nunez"}, (), "Add José Núñez.", parameters={"name": _TEXT}),
            Example("partly known", {"name": "Konrad Brandt"}, ("/name",), "Add Mr Brandt.", parameters={"name": _TEXT}),
            Example("across a full stop", {"name": "Ana Brandt"}, ("/name",), "Thanks, Ana. Brandt will come.", parameters={"name": _TEXT}),
            Example("an initial", {"name": "Ana B Brandt"}, (), "Add Ana B. Brandt.", parameters={"name": _TEXT}),
        ),
    ),
    _Family(
        "GR207",
        "ungrounded-phone",
        (Kind.PHONE,),
        "A telephone number that the model was not given.",
        "Numbers are made up because a form wants one.",
        "the same number stands in the context in any format; a country code that was not told is its usual one, or follows from the context.",
        "a grounded number of another person.",
        (
            Example("invented", {"phone": "020 7946 0018"}, ("/phone",), "Book for Ines.", parameters={"phone": _TEXT}),
            Example("other format", {"phone": "+442079460018"}, (), "Call me on +44 20 7946 0018.", parameters={"phone": _TEXT}),
            Example("one digit off", {"phone": "+442079460019"}, ("/phone",), "Call me on +44 20 7946 0018.", parameters={"phone": _TEXT}),
            Example("a country added", {"phone": "+442079460018"}, ("/phone",), "Call me on 020 7946 0018.", parameters={"phone": _TEXT}),
            Example("the country said", {"phone": "+442079460018"}, (), "In the UK, call 020 7946 0018.", parameters={"phone": _TEXT}),
        ),
    ),
    _Family(
        "GR208",
        "unasked-choice",
        (Kind.CHOICE, Kind.BOOLEAN),
        "A closed choice or a flag that nothing in the context asks for.",
        "A choice that nobody made is a small invention; it is undecided, with a low severity.",
        "the value, its stem or a plain synonym stands in what the user asks for, or it is the schema's default.",
        "a choice that the user would not want.",
        (
            Example("nobody asked", {"seat": "aisle"}, ("/seat",), "Book it.", parameters={"seat": {"type": "string", "enum": ["aisle", "window"]}}),
            Example("by stem", {"status": "shipped"}, (), "Please ship it.", parameters={"status": {"type": "string", "enum": ["shipped", "open"]}}),
            Example("refused", {"status": "shipped"}, ("/status",), "Do not ship it.", parameters={"status": {"type": "string", "enum": ["shipped", "open"]}}),
            Example("flag asked for", {"refundable": True}, (), "A refundable fare.", parameters={"refundable": {"type": "boolean"}}),
            Example("flag denied", {"refundable": True}, ("/refundable",), "A non-refundable fare.", parameters={"refundable": {"type": "boolean"}}),
        ),
    ),
    _Family(
        "GR209",
        "ungrounded-path",
        (Kind.PATH,),
        "A file path that the model was not given, for a tool that reads.",
        "A plausible sibling name is read in place of the listed file, or written over it.",
        "the path stands in the context, whatever its separators.",
        "a new file: its name is the model's to choose, and is left undecided.",
        (
            Example("sibling", {"path": "src/app_main.py"}, ("/path",), "Open src/main.py", parameters={"path": _TEXT}, tool="read_file"),
            Example("separators", {"path": "src\\main.py"}, (), "Open src/main.py", parameters={"path": _TEXT}, tool="read_file"),
            Example("a parent", {"path": "src"}, ("/path",), "Open src/main.py", parameters={"path": _TEXT}, tool="read_file"),
            Example("the bare name", {"path": "main.py"}, (), "Open src/main.py", parameters={"path": _TEXT}, tool="read_file"),
        ),
    ),
    _Family(
        "GR210",
        "ungrounded-text",
        (Kind.TEXT, Kind.WORD, Kind.CODE, Kind.NULL),
        "A word or phrase that stands nowhere in the context.",
        "Prose is often rephrased, so absence alone decides nothing; it is undecided.",
        "the words stand in the context in any case, inflection or order, or the parameter is one that the model is asked to write.",
        "a rephrasing that changes the meaning.",
        (
            Example("nowhere", {"style": "baroque"}, ("/style",), "Find a chair.", parameters={"style": _TEXT}),
            Example("other case", {"style": "Baroque"}, (), "Find a baroque chair.", parameters={"style": _TEXT}),
            Example("near miss: another word", {"style": "baronial"}, ("/style",), "Find a baroque chair.", parameters={"style": _TEXT}),
            Example("inflected", {"style": "painted"}, (), "Find a chair with paint.", parameters={"style": _TEXT}),
        ),
    ),
)


def _doc(family: _Family) -> str:
    parts = (("Why", family.why), ("Silent when", family.silent), ("Not caught", family.uncaught))
    return "\n\n".join((family.what, *(f"**{title}.** {text[0].upper()}{text[1:]}" for title, text in parts)))


def _rule(family: _Family) -> Rule:
    check = report(family.id, lambda trace: trace.support in _SUPPORTS and trace.slot.kind in family.kinds)
    return Rule(family.id, family.name, "0.1.0", Status.PREVIEW, check, _doc(family), family.examples)


RULES = tuple(_rule(family) for family in _FAMILIES)
