"""`groundrules check`: cases in, one verdict each out, and the exit code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..engine.errors import InputError
from ..engine.guard import Guard
from ..engine.text.findings import TextDecision, TextVerdict
from ..engine.text_views import claim_audit, fabricated_details, guardrail_decision, text_verdict_json
from ..engine.types import Json
from ..engine.verdict import Decision, Verdict
from ..engine.views import hallucination_report, text, tool_call_audit, verdict_json
from .answers import is_answer, read_answer
from .cases import read_case
from .files import read_rows
from .plans import DECISIONS, checked_plan, is_plan, plan_written, present_time, read_plan_case

MAY_RUN, MAY_NOT_RUN, COULD_NOT_RUN = 0, 1, 2


class Format(StrEnum):
    """How a verdict is written: for people, in the native form, or as one of the contracts.

    `audit` is ToolCallAudit for a call and ClaimAudit for an answer, `report` HallucinationReport and GuardrailDecision; `details` is FabricatedDetails
    for an answer and the same as `report` for a call.
    """

    TEXT = "text"
    JSON = "json"
    AUDIT = "audit"
    REPORT = "report"
    DETAILS = "details"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one case: the verdict written out, or the error; the exit code that it asks for; the decision on a call, or the verdict on an answer."""

    written: str
    code: int
    decision: Decision | None = None
    text: TextVerdict | None = None


def check_file(path: str, *, guard: Guard, form: Format = Format.TEXT, complete: bool | None = None) -> Iterator[Answer]:
    """An answer for each case of the file, in order; a broken case becomes an answer with code 2 and the others still come.

    Raises:
        InputError: the file as a whole cannot be read.
        PolicyError: the policy has settings for a misspelt tool or parameter of a case.
    """
    rows = list(read_rows(path))
    for row in rows:
        if row.content is None:
            yield Answer(row.error, COULD_NOT_RUN)
            continue
        try:
            if is_answer(row.content):
                yield _answered(row.content, row.place, guard=guard, form=form, complete=complete, single=len(rows) == 1)
                continue
            if is_plan(row.content):
                yield _planned(row.content, row.place, guard=guard, form=form, complete=complete, single=len(rows) == 1)
                continue
            verdict = _checked(row.content, row.place, guard=guard, complete=complete)
        except InputError as error:
            yield Answer(str(error), COULD_NOT_RUN)
            continue
        code = MAY_RUN if verdict.decision.may_run else MAY_NOT_RUN
        yield Answer(written(verdict, form, single=len(rows) == 1), code, verdict.decision)


def written(verdict: Verdict, form: Format, *, single: bool = True) -> str:
    """The verdict in the form asked for; JSON is indented where there is a single verdict, else one line."""
    if form is Format.TEXT:
        return text(verdict)
    views = {Format.JSON: verdict_json, Format.AUDIT: tool_call_audit, Format.REPORT: hallucination_report, Format.DETAILS: hallucination_report}
    content: dict[str, Json] = views[form](verdict)
    return json.dumps(content, indent=2 if single else None)


def _checked(content: dict[str, Json], place: str, *, guard: Guard, complete: bool | None) -> Verdict:
    case = read_case(content, place, complete=complete)
    guard.policy.check_against(case.registry, whole=False)
    return guard.check_tool_call(case.call, context=case.context, registry=case.registry)


def _answered(content: dict[str, Json], place: str, *, guard: Guard, form: Format, complete: bool | None, single: bool) -> Answer:
    case = read_answer(content, place, complete=complete)
    verdict = guard.check_answer(case.answer, context=case.context)
    views = {Format.AUDIT: claim_audit, Format.REPORT: guardrail_decision, Format.DETAILS: fabricated_details}
    content = views.get(form, text_verdict_json)(verdict)
    code = MAY_RUN if verdict.decision is TextDecision.PASS else MAY_NOT_RUN
    return Answer(json.dumps(content, indent=2 if single else None), code, text=verdict)


def _planned(content: dict[str, Json], place: str, *, guard: Guard, form: Format, complete: bool | None, single: bool) -> Answer:
    case = read_plan_case(content, place, complete=complete)
    verdict = checked_plan(case, guard=guard, now=present_time())
    code = MAY_RUN if verdict.may_run else MAY_NOT_RUN
    return Answer(plan_written(verdict, as_text=form is Format.TEXT, single=single), code, DECISIONS[verdict.directive])
