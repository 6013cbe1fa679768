"""A value that the user has taken back since, or names only to rule it out.

**Why.** "Book Monday. - No, make it Tuesday." leaves Monday in the context, verbatim, and so does "Tuesday instead of Monday"; a check for
presence alone lets it pass.

**Silent when.** The correcting turn names the value again, the earlier turn holds more than one value of its kind, or another place of a user
turn names the value without a negation. A bound ("not more than 500") rules nothing out.

**Not caught.** Names and free words; a correction without one of the usual words (make it, instead, I meant, actually, change it to).
"""

from __future__ import annotations

from ..engine.rule import Example, Rule, Status
from ..engine.trace import Support
from ..engine.types import Json
from ._reports import by_support

_DATE: Json = {"type": "string", "format": "date"}
_TURNS: tuple[dict[str, Json], ...] = (
    {"role": "user", "content": "Book the room for 2026-05-04."},
    {"role": "assistant", "content": "For how many?"},
    {"role": "user", "content": "Six. And make it 2026-05-05, please."},
)

RULE = Rule(
    "GR222",
    "retracted-value",
    "0.1.0",
    Status.PREVIEW,
    by_support("GR222", Support.RETRACTED),
    __doc__ or "",
    (
        Example("the day before the correction", {"date": "2026-05-04"}, ("/date",), messages=_TURNS, parameters={"date": _DATE}),
        Example("the corrected day", {"date": "2026-05-05"}, (), messages=_TURNS, parameters={"date": _DATE}),
        Example("ruled out", {"seats": 5}, ("/seats",), "Three seats instead of 5.", parameters={"seats": {"type": "integer"}}),
        Example("the one that is wanted", {"seats": 3}, (), "Three seats instead of 5.", parameters={"seats": {"type": "integer"}}),
        Example("a bound", {"max_seats": 5}, (), "Not more than 5 seats.", parameters={"max_seats": {"type": "integer"}}),
        Example("no correction", {"date": "2026-05-04"}, (), messages=_TURNS[:2], parameters={"date": _DATE}),
    ),
)
