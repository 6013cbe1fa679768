"""An expected ToolCallAudit against the one that a verdict gives; explanations are the checker's own words and are not compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ..engine.types import Json
from ..engine.verdict import Verdict
from ..engine.views import hallucination_report, tool_call_audit

_PLAIN_FIELDS = ("tool_name", "overall_verdict", "hallucinated_parameters", "recommendation")


def audit_matches(row: Mapping[str, Json], verdict: Verdict) -> bool:
    """True where the audit is what `expected_audit` of the row says.

    An expected span that is not the value itself (the words that a value follows from) may be any verbatim span of the row's context.
    """
    expected, got = row.get("expected_audit"), tool_call_audit(verdict)
    if not isinstance(expected, dict) or any(expected.get(name) != got[name] for name in _PLAIN_FIELDS):
        return False
    wanted, given = _by_parameter(expected.get("arguments_audit")), _by_parameter(got["arguments_audit"])
    texts = tuple(_texts(row))
    return wanted.keys() == given.keys() and all(_row_matches(wanted[name], given[name], texts) for name in wanted)


def suggestion_matches(expected: Mapping[str, Json], verdict: Verdict) -> bool:
    """True where each parameter named has the suggestion that is expected."""
    flags = hallucination_report(verdict)["hallucination_flags"]
    listed = [flag for flag in flags if isinstance(flag, dict)] if isinstance(flags, list) else []
    given = {str(flag["parameter_path"]): flag.get("suggested_value") for flag in listed}
    return all(given.get(name) == value for name, value in expected.items())


def _row_matches(wanted: Mapping[str, Json], given: Mapping[str, Json], texts: tuple[str, ...]) -> bool:
    if any(wanted.get(name) != given.get(name) for name in ("provided_value", "verdict")):
        return False
    span, got = wanted.get("evidence_span"), given.get("evidence_span")
    if span == got:
        return True
    if not isinstance(span, str) or not isinstance(got, str) or not got:
        return False
    says_value = str(wanted.get("provided_value")).casefold() == span.casefold()
    return not says_value and any(got in text for text in texts)


def _by_parameter(rows: Json) -> dict[str, dict[str, Json]]:
    return {str(row.get("parameter")): row for row in rows if isinstance(row, dict)} if isinstance(rows, list) else {}


def _texts(row: Mapping[str, Json]) -> Iterator[str]:
    for key, field in (("messages", "content"), ("evidence", "text")):
        items = row.get(key)
        for item in items if isinstance(items, list) else []:
            content = item.get(field) if isinstance(item, dict) else None
            yield content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
