"""The same call again, where it can bring nothing new.

**Why.** Agents that are stuck repeat a failing call, or ask a tool twice for what they have; each round costs, and a repeated write acts
twice.

**Silent when.** The arguments differ, the user has spoken since the last identical call, or a call that changes something lies between.

**Not caught.** The same question in other words; a poll that is meant to wait.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import takewhile

from ..engine.inputs import PastCall, scalar_text, scalars
from ..engine.inquiry import Inquiry
from ..engine.normalize import fold, name_words
from ..engine.rule import Example, Rule, Status
from ..engine.slots import effect_of
from ..engine.types import ARGUMENTS_ITEM, Effect, Finding, Flag, Json, Outcome, Role, Severity, Source

_EMPTY = re.compile(
    r"\s*(?:\[\s*\]|\{\s*\}|null|none|\{[^{}\[\]]{0,80}\[\s*\]\s*[^{}\[\]]{0,80}\}|(?:no|0|zero) (?:results?|matches|records?|items?)(?: found)?\W*)\s*",
    re.IGNORECASE,
)
_ORDERS = frozenset("sort order orderby sortby direction ascending descending".split())
MAX_FAILURES = 2
"""How often an identical call may fail before one more is a finding of its own, whoever spoke since."""


def check(inquiry: Inquiry) -> Iterator[Finding]:
    """At most one finding, on the arguments as a whole."""
    context = inquiry.context
    if inquiry.arguments.value is None or not context.calls:
        return
    text = json.dumps(inquiry.arguments.value, sort_keys=True)
    same = [call for call in context.calls if call.name == inquiry.call.name and call.text == text]
    if not same:
        yield from _after_empty(inquiry)
        return
    answers = _answers(inquiry)
    failures = sum(1 for call in same if _failed(call, answers))
    if failures > MAX_FAILURES:
        explanation = f"the identical call failed {failures} times before; nothing has changed that could make it pass"
        yield Finding("GR231", ARGUMENTS_ITEM, Outcome.UNDECIDED, Severity.HIGH, explanation, Flag.NO_EVIDENCE)
        return
    since = same[-1].order
    later = takewhile(lambda index: index.source.order > since, reversed(context.gathered.turns))
    if any(index.source.role is Role.USER for index in later):
        return
    between = takewhile(lambda call: call.order >= since, reversed(context.made))
    if any(effect_of(call.name) is not Effect.READ for call in between if call.name != inquiry.call.name or call.text != text):
        return
    explanation = f"the identical call was made in turn {since}, and its result still holds"
    severity = Severity.LOW if inquiry.effect is Effect.READ else Severity.HIGH
    yield Finding("GR231", ARGUMENTS_ITEM, Outcome.UNDECIDED, severity, explanation, Flag.NO_EVIDENCE)


def _after_empty(inquiry: Inquiry) -> Iterator[Finding]:
    """The same tool again, right after an empty result, with nothing changed but order and flags."""
    last = next((call for call in reversed(inquiry.context.made) if call.name == inquiry.call.name), None)
    if last is None or last.arguments is None or _facts(last.arguments) != _facts(inquiry.arguments.value):
        return
    answer = _answer(last, _answers(inquiry))
    if answer is None or answer.is_error or _EMPTY.fullmatch(answer.text) is None:
        return
    explanation = f"the same question was asked in turn {last.order} and found nothing; only order or flags have changed"
    yield Finding("GR231", ARGUMENTS_ITEM, Outcome.UNDECIDED, Severity.LOW, explanation, Flag.NO_EVIDENCE)


def _facts(arguments: Mapping[str, Json] | None) -> list[str]:
    """What the arguments ask for: their scalars but flags and sort orders, in no order."""
    kept = {name: value for name, value in (arguments or {}).items() if not isinstance(value, bool) and not _ORDERS & set(name_words(name))}
    return sorted(fold(scalar_text(value)) for value in scalars(kept) if not isinstance(value, bool))


def _answers(inquiry: Inquiry) -> dict[str | None, list[Source]]:
    """The tool outputs by the id of their call, in order."""
    found: dict[str | None, list[Source]] = {}
    for index in inquiry.context.sources:
        if index.source.role is Role.TOOL:
            found.setdefault(index.source.call_id, []).append(index.source)
    return found


def _answer(call: PastCall, answers: Mapping[str | None, list[Source]]) -> Source | None:
    listed = answers.get(call.id, [])
    at = bisect_right(listed, call.order, key=lambda source: source.order)
    return listed[at] if at < len(listed) else None


def _failed(call: PastCall, answers: Mapping[str | None, list[Source]]) -> bool:
    answer = _answer(call, answers)
    return answer is not None and answer.is_error


_ID: Json = {"type": "string"}


def _history(answer: str, times: int, last: str = "") -> tuple[dict[str, Json], ...]:
    turns: list[dict[str, Json]] = [{"role": "user", "content": "Fetch ORD-77120."}]
    for number in range(times):
        function: Json = {"name": "get_order", "arguments": '{"order_id": "ORD-77120"}'}
        turns.append({"role": "assistant", "content": None, "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}]})
        turns.append({"role": "tool", "tool_call_id": f"c{number}", "content": answer})
    return (*turns, {"role": "user", "content": last}) if last else tuple(turns)


def _search(answer: str) -> tuple[dict[str, Json], ...]:
    function: Json = {"name": "find_people", "arguments": '{"name": "Ada"}'}
    return (
        {"role": "user", "content": "Find Ada, by date."},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "c1", "content": answer},
    )


RULE = Rule(
    "GR231",
    "repeated-call",
    "0.1.0",
    Status.PREVIEW,
    check,
    __doc__ or "",
    (
        Example(
            "fourth failure", {"order_id": "ORD-77120"}, ("$args",), messages=_history("Error: down", 3, "Again!"), parameters={"order_id": _ID}, tool="get_order"
        ),
        Example(
            "second failure, the user insists",
            {"order_id": "ORD-77120"},
            (),
            messages=_history("Error: down", 2, "Again!"),
            parameters={"order_id": _ID},
            tool="get_order",
        ),
        Example(
            "the result is at hand",
            {"order_id": "ORD-77120"},
            ("$args",),
            messages=_history('{"state": "open"}', 1),
            parameters={"order_id": _ID},
            tool="get_order",
        ),
        Example(
            "nothing found, another order",
            {"name": "Ada", "sort_by": "date"},
            ("$args",),
            messages=_search("[]"),
            parameters={"name": _ID, "sort_by": _ID},
            tool="find_people",
        ),
        Example(
            "something found, another order",
            {"name": "Ada", "sort_by": "date"},
            (),
            messages=_search('[{"name": "Ada"}]'),
            parameters={"name": _ID, "sort_by": _ID},
            tool="find_people",
        ),
        Example(
            "the user asks anew",
            {"order_id": "ORD-77120"},
            (),
            messages=_history('{"state": "open"}', 1, "And now?"),
            parameters={"order_id": _ID},
            tool="get_order",
        ),
    ),
)
