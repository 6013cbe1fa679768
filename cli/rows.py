"""One labelled row judged: a tool call that is known to be good or bad, or a reported fault with what a checker should say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..engine.context import Context
from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.types import ARGUMENTS_ITEM, TOOL_ITEM, Flag, Json, Outcome
from ..engine.verdict import Decision, ItemVerdict, Verdict
from ..engine.views import is_hallucinated, verdict_json
from .cases import read_case
from .expected import audit_matches, suggestion_matches
from .files import type_word
from .judge_rows import is_judge_case, judge_reply_case
from .plans import is_plan_case, judge_plan_case
from .text_rows import TextKey, TextTally, is_text_case, is_text_row, judge_text_case, judge_text_row

TOOL_KIND = "tool"
UNLABELLED = "unlabelled"
LABELS = ("ok", "bad", UNLABELLED)
_ITEM_TOKENS = {"tool": TOOL_ITEM, "args": ARGUMENTS_ITEM, "": TOOL_ITEM}

GroupKey = tuple[str, str, str, str | None, bool | None, bool]
"""source, origin, call_label, mutation kind, schema_valid, traceable"""


@dataclass(slots=True)
class Tally:
    """Counts over the calls of one group; each field is described in `benchmarks/RESULTS.md`."""

    n: int = 0
    allowed: int = 0
    warned: int = 0
    asked: int = 0
    blocked: int = 0
    caught: int = 0
    slipped: int = 0
    leaves: int = 0
    grounded: int = 0
    hallucinated: int = 0
    uncertain: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of another tally to this one."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(frozen=True, slots=True)
class RowResult:
    """What came of one row: counts for its group, a case row, the kind that was skipped, or an error; and the miss, if it is one."""

    group: GroupKey | None = None
    tally: Tally = field(default_factory=Tally)
    case: dict[str, Json] | None = None
    skipped: str | None = None
    error: str | None = None
    miss: dict[str, Json] | None = None
    texts: dict[TextKey, TextTally] = field(default_factory=dict[TextKey, TextTally])
    rules_digest: str | None = None
    policy_digest: str | None = None


def judge_row(row: Mapping[str, Json], place: str, *, guard: Guard, base: Context | None = None) -> RowResult:
    """What the guard makes of one row; `base` holds evidence to put before the row's own.

    Raises:
        InputError: the row is not of a documented form.
    """
    kind = row.get("kind")
    if "call_label" in row:
        return _judge_labelled(row, place, guard=guard, base=base)
    if kind == TOOL_KIND and "expect" in row:
        return _judge_case(row, place, guard=guard, base=base)
    if is_judge_case(row):
        case, missed = judge_reply_case(row, place)
        return RowResult(case=case, miss=missed)
    if is_text_case(row):
        case, missed = judge_text_case(row, place, guard=guard, base=base)
        return RowResult(case=case, miss=missed)
    if is_text_row(row):
        texts, missed, verdict = judge_text_row(row, place, guard=guard, base=base)
        return RowResult(texts=texts, miss=missed, rules_digest=verdict.digests.rules, policy_digest=verdict.digests.policy)
    if is_plan_case(row):
        case, missed = judge_plan_case(row, place, guard=guard)
        return RowResult(case=case, miss=missed)
    if isinstance(kind, str) and "call" not in row:
        return RowResult(skipped="values" if "task" in row or {"a", "b"} <= row.keys() else kind)
    if "answer" in row:
        return RowResult(skipped="text")
    raise InputError(place, problem="the row is neither a labelled call nor a case", remedy="give `call_label`, or `kind` and `expect`")


def outcome_of(verdict: Verdict) -> str:
    """`flag` where anything is HALLUCINATED, else `pass` where the call may run, else `uncertain`."""
    if any(is_hallucinated(item.outcome) for item in verdict.items):
        return "flag"
    return "pass" if verdict.decision.may_run else "uncertain"


def _judge_labelled(row: Mapping[str, Json], place: str, *, guard: Guard, base: Context | None) -> RowResult:
    group = _group(row, place)
    targets = _targets(row, place)
    case = read_case(row, place, base=base)
    guard.policy.check_against(case.registry, whole=False)
    verdict = guard.check_tool_call(case.call, context=case.context, registry=case.registry)
    bad = group[2] == "bad"
    tally = _tally(verdict, targets=targets if bad else (), bad=bad)
    return RowResult(
        group=group,
        tally=tally,
        miss=None if group[2] == UNLABELLED else _labelled_miss(row, place, verdict, tally=tally, bad=bad),
        rules_digest=verdict.digests.rules,
        policy_digest=verdict.digests.policy,
    )


def _group(row: Mapping[str, Json], place: str) -> GroupKey:
    label, mutation, valid = row.get("call_label"), row.get("mutation"), row.get("schema_valid")
    if label not in LABELS:
        raise InputError(f"{place} call_label", problem=f"`{label}` is not one of the labels", remedy="label the call `ok`, `bad` or `unlabelled`")
    kind = _mutation(mutation, place).get("kind") if mutation is not None else None
    traceable = "not traceable" not in _text(row, "note", place)
    return (
        _text(row, "source", place),
        _text(row, "origin", place),
        str(label),
        None if kind is None else str(kind),
        valid if isinstance(valid, bool) else None,
        traceable,
    )


def _text(row: Mapping[str, Json], key: str, place: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{place} {key}", problem=f"expected a string, got {type_word(value)}", remedy="give a string, or leave it out")
    return value


def _mutation(mutation: Json, place: str) -> Mapping[str, Json]:
    if not isinstance(mutation, dict) or not isinstance(mutation.get("pointer"), str):
        raise InputError(f"{place} mutation", problem="expected an object with a `pointer`", remedy="give `kind` and `pointer`, or null")
    return mutation


def _targets(row: Mapping[str, Json], place: str) -> tuple[str, ...]:
    """The items that are labelled hallucinated: where the mutation is, or else every pointer labelled so."""
    if row.get("mutation") is not None:
        return (_item(str(_mutation(row["mutation"], place)["pointer"])),)
    labels = row.get("labels") or {}
    if not isinstance(labels, dict):
        raise InputError(f"{place} labels", problem=f"expected an object, got {type_word(labels)}", remedy="map JSON Pointers to labels")
    return tuple(_item(pointer) for pointer, label in labels.items() if label == "hallucinated")


def _item(token: str) -> str:
    return _ITEM_TOKENS.get(token, token)


def _tally(verdict: Verdict, *, targets: tuple[str, ...], bad: bool) -> Tally:
    hallucinated = any(is_hallucinated(item.outcome) for item in verdict.items)
    may_run = verdict.decision.may_run
    leaves = [item for item in verdict.items if _is_leaf(item)]
    wrong = sum(is_hallucinated(item.outcome) for item in leaves)
    grounded = sum(item.outcome is Outcome.SUPPORTED for item in leaves)
    return Tally(
        n=1,
        allowed=int(verdict.decision is Decision.ALLOW),
        warned=int(verdict.decision is Decision.ALLOW_WITH_WARNING),
        asked=int(not may_run and not hallucinated),
        blocked=int(not may_run and hallucinated),
        caught=int(bad and _is_caught(verdict, targets)),
        slipped=int(bad and may_run),
        leaves=len(leaves),
        grounded=grounded,
        hallucinated=wrong,
        uncertain=len(leaves) - grounded - wrong,
    )


def _is_leaf(item: ItemVerdict) -> bool:
    return item.item not in (TOOL_ITEM, ARGUMENTS_ITEM) and item.flag is not Flag.MISSING_REQUIRED


def _is_caught(verdict: Verdict, targets: tuple[str, ...]) -> bool:
    """True where a labelled item is HALLUCINATED, or the tool or the arguments as a whole are."""
    found = {item.item for item in verdict.items if is_hallucinated(item.outcome)}
    return TOOL_ITEM in found or ARGUMENTS_ITEM in found or any(_touches(target, found) for target in targets)


def _touches(target: str, found: set[str]) -> bool:
    # A label may stand at an object or array whose leaves are the items, or at a leaf of an argument that is faulted as a whole.
    return any(item == target or item.startswith(f"{target}/") or target.startswith(f"{item}/") for item in found)


def _labelled_miss(row: Mapping[str, Json], place: str, verdict: Verdict, *, tally: Tally, bad: bool) -> dict[str, Json] | None:
    if bad:
        why = "bad call may run" if tally.slipped else "fault not caught" if not tally.caught else None
    else:
        why = None if verdict.decision.may_run else "good call blocked" if tally.blocked else "good call held back"
    if why is None:
        return None
    told: dict[str, Json] = {key: row.get(key) for key in ("source", "origin", "call_label", "mutation", "labels", "schema_valid", "note")}
    return _miss(row, place, verdict, why=why, told=told)


def _miss(row: Mapping[str, Json], place: str, verdict: Verdict, *, why: str, told: dict[str, Json]) -> dict[str, Json]:
    form = verdict_json(verdict)
    shown = {key: form[key] for key in ("decision", "items", "findings", "reasons", "errors", "question")}
    return {"id": row.get("id"), "place": place, "why": why, **told, "call": row.get("call"), **shown}


def _judge_case(row: Mapping[str, Json], place: str, *, guard: Guard, base: Context | None) -> RowResult:
    expect, bad, also_ok = row["expect"], _strings(row, "bad", place), _strings(row, "also_ok", place)
    case = read_case(row, place, base=base)
    guard.policy.check_against(case.registry, whole=False)
    verdict = guard.check_tool_call(case.call, context=case.context, registry=case.registry)
    got = outcome_of(verdict)
    found = {item.item for item in verdict.items if is_hallucinated(item.outcome)}
    bad_found = all(_touches(_item(entry), found) for entry in bad)
    fits = got == expect or got in also_ok
    result: dict[str, Json] = {
        "id": row.get("id"),
        "kind": TOOL_KIND,
        "topic": row.get("topic"),
        "expect": expect,
        "got": got,
        "ok": fits and (got != "flag" or bad_found),
        "bad_found": bad_found,
    }
    result |= _audit_result(row, verdict)
    wrong = not result["ok"] or result.get("audit_ok") is False
    told: dict[str, Json] = {**result, "also_ok": list(also_ok), "bad": list(bad), "reason": row.get("why")}
    return RowResult(
        case=result,
        miss=_miss(row, place, verdict, why="case decided wrongly", told=told) if wrong else None,
        rules_digest=verdict.digests.rules,
        policy_digest=verdict.digests.policy,
    )


def _audit_result(row: Mapping[str, Json], verdict: Verdict) -> dict[str, Json]:
    expected = row.get("expected_audit")
    if not isinstance(expected, dict):
        return {}
    suggested = row.get("expected_suggestion")
    return {"audit_ok": audit_matches(row, verdict) and (not isinstance(suggested, dict) or suggestion_matches(suggested, verdict))}


def _strings(row: Mapping[str, Json], key: str, place: str) -> tuple[str, ...]:
    values = row.get(key) or []
    if not isinstance(values, list):
        raise InputError(f"{place} {key}", problem=f"expected a list, got {type_word(values)}", remedy="give a list of strings")
    return tuple(str(value) for value in values)
