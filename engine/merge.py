"""Findings and policy to a verdict: pure, total, independent of the order of findings, and monotone in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .inputs import scalar_text
from .inquiry import Inquiry
from .json_walk import parameter_name
from .types import ARGUMENTS_ITEM, KEY_ITEM, TOOL_ITEM, Decision, Finding, Flag, Json, Kind, Outcome, Severity
from .verdict import CheckError, Digests, ItemVerdict, Verdict

UNJUDGED = "GR000"
"""Stands as the rule of an item that no rule judged."""


def merge(inquiry: Inquiry, findings: Iterable[Finding], errors: tuple[CheckError, ...], *, digests: Digests, engine_version: str) -> Verdict:
    """The verdict on a call. Each item ends as its worst finding; the call gets the strictest of its items' decisions."""
    ordered = tuple(sorted(findings, key=_order))
    by_item: dict[str, list[Finding]] = {}
    for finding in ordered:
        by_item.setdefault(finding.item, []).append(finding)
    items = tuple(_items(inquiry, by_item))
    decisions = {item.item: _decision(inquiry, item, by_item.get(item.item, ())) for item in items}
    decision = max(decisions.values(), key=lambda each: each.rank, default=Decision.ALLOW)
    reasons = () if decision is Decision.ALLOW else tuple(item.item for item in _worst_first(items) if decisions[item.item] is decision)
    undecided = tuple(item.item for item in items if item.outcome is Outcome.UNDECIDED)
    stopped = [item for item in _worst_first(items) if not decisions[item.item].may_run]
    return Verdict(
        tool_name=inquiry.call.name,
        call_id=inquiry.call.id,
        decision=decision,
        items=items,
        findings=ordered,
        reasons=reasons,
        open=undecided,
        errors=errors,
        question=_question(inquiry, stopped),
        feedback=_feedback(inquiry, stopped),
        digests=digests,
        risk=inquiry.policy.risk,
        engine_version=engine_version,
    )


def _decision(inquiry: Inquiry, item: ItemVerdict, findings: Iterable[Finding]) -> Decision:
    """The strictest decision on any finding: a contradicted detail of low severity does not hide an unsupported one of high severity."""
    judged = ((item.outcome, item.severity), *((finding.outcome, finding.severity) for finding in findings))
    return max((inquiry.policy.decide(outcome, severity, inquiry.effect) for outcome, severity in judged), key=lambda each: each.rank)


def _order(finding: Finding) -> tuple[str | int | float, ...]:
    rest = finding.explanation, str(finding.flag), str(finding.suggestion), str(finding.derivation), finding.confidence
    return finding.item, finding.rule_id, -finding.outcome.rank, -finding.severity, *rest


def _worst_first(items: Iterable[ItemVerdict]) -> list[ItemVerdict]:
    return sorted(items, key=lambda item: (-item.outcome.rank, -item.severity, item.item))


def _items(inquiry: Inquiry, by_item: dict[str, list[Finding]]) -> Iterator[ItemVerdict]:
    rest = dict(by_item)
    for item, value in ((TOOL_ITEM, inquiry.call.name), (ARGUMENTS_ITEM, None)):
        found = rest.pop(item, None)
        if found or not _is_seen_sound(item, inquiry):
            yield _item(item, value, Kind.TEXT, found or ())
        else:
            yield _sound(item, value)
    for leaf in inquiry.leaves:
        yield _item(leaf.pointer, leaf.value, inquiry.kind_of(leaf), rest.pop(leaf.pointer, ()))
    for item in sorted(rest):
        yield _item(item, _value_at(inquiry.arguments.value, item), Kind.TEXT, rest[item])


def _is_seen_sound(item: str, inquiry: Inquiry) -> bool:
    """True where the tool is known, or the arguments were read without loss, whichever rules were run."""
    if item == TOOL_ITEM:
        return inquiry.tool is not None and not inquiry.tool.broken
    return inquiry.arguments.value is not None and all(fault.lossless for fault in inquiry.arguments.faults)


def _sound(item: str, value: Json) -> ItemVerdict:
    explanation = "the registry holds this tool" if item == TOOL_ITEM else "one JSON object, read without loss"
    return ItemVerdict(item, value, Kind.TEXT, Outcome.SUPPORTED, Severity.COSMETIC, UNJUDGED, explanation, None, (), None, None, 1.0)


def _item(item: str, value: Json, kind: Kind, findings: Iterable[Finding]) -> ItemVerdict:
    worst = max(findings, key=_weight, default=None)
    if worst is None:
        explanation = "no rule judged this value"
        return ItemVerdict(item, value, kind, Outcome.UNDECIDED, Severity.HIGH, UNJUDGED, explanation, Flag.NO_EVIDENCE, (), None, None, 0.0)
    suggestion = next((finding.suggestion for finding in findings if finding.suggestion is not None), None)
    return ItemVerdict(
        item,
        value,
        kind,
        worst.outcome,
        worst.severity,
        worst.rule_id,
        worst.explanation,
        worst.flag,
        worst.evidence,
        worst.derivation,
        suggestion if worst.outcome is not Outcome.SUPPORTED else None,
        worst.confidence,
    )


def _weight(finding: Finding) -> tuple[bool, int, int, str]:
    """What an item ends as: its worst finding, but a fault of structure says more than that the value stands nowhere."""
    is_structural = finding.rule_id.startswith("GR1") and finding.outcome is Outcome.UNSUPPORTED
    return is_structural, finding.outcome.rank, finding.severity, finding.rule_id


def _value_at(arguments: dict[str, Json] | None, pointer: str) -> Json:
    value: Json = arguments
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isascii() and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def _question(inquiry: Inquiry, stopped: list[ItemVerdict]) -> str | None:
    leaves = [item for item in stopped if item.item not in (TOOL_ITEM, ARGUMENTS_ITEM)]
    if not leaves:
        return None
    asked = [_asked(inquiry, item) for item in leaves[:3]]
    return f"Before `{inquiry.call.name}` runs: {' '.join(asked)}"


def _asked(inquiry: Inquiry, item: ItemVerdict) -> str:
    name = parameter_name(item.item)
    description = _description(inquiry, item.item)
    about = f" ({description})" if description else ""
    if item.flag is Flag.MISSING_REQUIRED:
        return f"What should `{name}`{about} be?"
    hint = f" Did you mean `{scalar_text(item.suggestion)}`?" if item.suggestion is not None else ""
    return f"Is {_place(item.item)}{about} really `{_short(item.value)}`?{hint}"


def _place(item: str) -> str:
    """An item as a person would name it: the member of a list by its place, a name that is data by the object it stands in."""
    if item.startswith(KEY_ITEM):
        holder = item.removeprefix(KEY_ITEM).rpartition("/")[0]
        return f"the key in {_place(holder)}" if holder else "the parameter name"
    steps = item.split("/")[1:]
    if not steps:
        return f"`{parameter_name(item)}`"
    told = [f"item {int(step) + 1}" if at and _is_place(step) else f"`{step.replace('~1', '/').replace('~0', '~')}`" for at, step in enumerate(steps)]
    return " of ".join(reversed(told))


def _is_place(step: str) -> bool:
    return step.isascii() and step.isdigit() and len(step) < 10


def _description(inquiry: Inquiry, pointer: str) -> str:
    for leaf in inquiry.leaves:
        if leaf.pointer == pointer:
            description = leaf.schema.get("description")
            return description.strip().rstrip(".")[:80] if isinstance(description, str) else ""
    return ""


def _short(value: Json) -> str:
    text = _one_line(scalar_text(value))
    return text if len(text) <= 60 else f"{text[:60]}…"


def _one_line(text: str) -> str:
    """The text without line breaks and controls, so that a value cannot pass for a line of its own."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _feedback(inquiry: Inquiry, stopped: list[ItemVerdict]) -> str | None:
    if not stopped:
        return None
    lines = [f"The call of `{inquiry.call.name}` was not run."]
    for item in stopped[:8]:
        hint = f" The context has `{scalar_text(item.suggestion)}`." if item.suggestion is not None else ""
        lines.append(f"- `{parameter_name(item.item)}`: {_one_line(item.explanation)}.{hint}")
    lines.append("Use only values that the user or a tool gave, or ask the user; do not guess.")
    return "\n".join(lines)


