"""The views: every form is valid for any verdict, the two tables are followed row by row, and any JSON writer can write them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import groundrules.engine
import pytest
from groundrules.engine.policy import Risk
from groundrules.engine.types import ARGUMENTS_ITEM, TOOL_ITEM, Decision, Evidence, Finding, Flag, Json, Kind, Outcome, Role, Severity, Span
from groundrules.engine.verdict import CheckError, Digests, ItemVerdict, Verdict
from groundrules.engine.views import hallucination_report, plain, printable, text, tool_call_audit, verdict_json
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from strategies import json_values, texts

ENGINE = Path(str(groundrules.engine.__file__)).parent
DIGESTS = Digests("0" * 64, "1" * 64, "2" * 64, "3" * 64)
UNSUPPORTED, UNDECIDED, SUPPORTED, CONTRADICTED = Outcome.UNSUPPORTED, Outcome.UNDECIDED, Outcome.SUPPORTED, Outcome.CONTRADICTED


def _validator(path: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((ENGINE / path).read_text(encoding="utf-8")))


NATIVE = _validator("verdict.schema.json")
AUDIT = _validator("contracts/tool_call_audit.schema.json")
REPORT = _validator("contracts/hallucination_report.schema.json")


def item(
    name: str, outcome: Outcome = SUPPORTED, *, flag: Flag | None = None, value: Json = "x", severity: Severity = Severity.HIGH
) -> ItemVerdict:
    """One item, as short as can be."""
    return ItemVerdict(name, value, Kind.TEXT, outcome, severity, "GR201", "told", flag, (), None, None, 1.0)


def verdict(decision: Decision, *items: ItemVerdict, risk: Risk = Risk.MEDIUM, findings: tuple[Finding, ...] = ()) -> Verdict:
    """A verdict of these items."""
    still_open = tuple(each.item for each in items if each.outcome is UNDECIDED)
    reasons = tuple(each.item for each in items if each.outcome is not SUPPORTED)
    return Verdict("send", "c1", decision, items, findings, reasons, still_open, (), None, None, DIGESTS, risk, "0.1.0")


def pointers() -> st.SearchStrategy[str]:
    """The items of a verdict: the tool, the arguments, or a JSON Pointer."""
    token = texts(8).map(lambda name: name.replace("~", "~0").replace("/", "~1"))
    nested = st.lists(token, min_size=1, max_size=3).map(lambda parts: "".join(f"/{part}" for part in parts))
    return st.one_of(st.sampled_from((TOOL_ITEM, ARGUMENTS_ITEM)), nested)


def evidence() -> st.SearchStrategy[tuple[Evidence, ...]]:
    """Up to two pieces of evidence."""
    one = st.builds(Evidence, texts(8), st.sampled_from(Role), st.just(Span(1, 4)), texts(8), st.none() | texts(8))
    return st.lists(one, max_size=2).map(tuple)


def verdicts() -> st.SearchStrategy[Verdict]:
    """Verdicts of any content, hostile text and numbers included; not every one could come out of a check."""
    scalar = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts(8))
    shared = {
        "outcome": st.sampled_from(Outcome),
        "severity": st.sampled_from(Severity),
        "rule_id": st.just("GR201"),
        "explanation": texts(12),
        "flag": st.none() | st.sampled_from(Flag),
        "evidence": evidence(),
        "derivation": st.none() | texts(8),
        "suggestion": scalar,
        "confidence": st.floats(0, 1),
    }
    items = st.builds(ItemVerdict, item=pointers(), value=json_values(), kind=st.sampled_from(Kind), **shared)
    findings = st.builds(Finding, item=pointers(), **shared)
    errors = st.builds(CheckError, texts(8), texts(8))
    return st.builds(
        Verdict,
        tool_name=texts(12),
        call_id=st.none() | texts(8),
        decision=st.sampled_from(Decision),
        items=st.lists(items, max_size=4).map(tuple),
        findings=st.lists(findings, max_size=4).map(tuple),
        reasons=st.lists(pointers(), max_size=2).map(tuple),
        open=st.lists(pointers(), max_size=2).map(tuple),
        errors=st.lists(errors, max_size=2).map(tuple),
        question=st.none() | texts(12),
        feedback=st.none() | texts(12),
        digests=st.just(DIGESTS),
        risk=st.sampled_from(Risk),
        engine_version=st.just("0.1.0"),
    )


@given(verdicts())
def test_every_view_is_valid_and_strict_json(given_verdict: Verdict) -> None:
    """Each form fits its schema for any verdict, and survives a strict JSON writer and reader unchanged."""
    for validator, view in ((NATIVE, verdict_json), (AUDIT, tool_call_audit), (REPORT, hallucination_report)):
        written = json.dumps(view(given_verdict), allow_nan=False)
        assert written.isascii()
        content = json.loads(written)
        assert list(validator.iter_errors(content)) == []  # pyright: ignore[reportUnknownMemberType]: half-typed stub
        assert json.dumps(content) == written


@given(verdicts())
def test_text_is_safe_on_a_terminal(given_verdict: Verdict) -> None:
    """The text holds no control character, direction mark or lone surrogate besides its own line breaks."""
    assert all(line.isprintable() for line in text(given_verdict).split("\n"))


@given(verdicts())
def test_native_form_holds_all_that_the_verdict_holds(given_verdict: Verdict) -> None:
    """No item, finding, reason, open item or error is left out."""
    form = verdict_json(given_verdict)
    counted = {name: len(form[name]) for name in ("items", "findings", "reasons", "open", "errors")}  # type: ignore[arg-type]
    assert counted == {name: len(getattr(given_verdict, name)) for name in counted}


FAKE = item("/a", UNSUPPORTED, flag=Flag.FABRICATED_ID)
CLASH = item("/a", CONTRADICTED, flag=Flag.CONTRADICTS_EVIDENCE)
OPEN = item("/a", UNDECIDED, flag=Flag.NO_EVIDENCE)
MISSING = item("/b", UNDECIDED, flag=Flag.MISSING_REQUIRED, value=None)
FORMAT = item("/c", UNDECIDED, flag=Flag.FORMAT_VIOLATION)
FINE = item("/d")


@pytest.mark.parametrize(
    ("decision", "items", "risk", "expected"),
    [
        (Decision.ALLOW, (FINE,), Risk.MEDIUM, ("PASS", "PROCEED")),
        (Decision.ALLOW, (), Risk.HIGH, ("PASS", "PROCEED")),
        (Decision.ALLOW_WITH_WARNING, (FINE, OPEN), Risk.MEDIUM, ("UNCERTAIN", "PROCEED")),
        (Decision.BLOCK, (FAKE, FINE), Risk.MEDIUM, ("FLAG", "BLOCK")),
        (Decision.REGENERATE, (CLASH,), Risk.LOW, ("FLAG", "BLOCK")),
        (Decision.HUMAN_REVIEW, (FAKE, OPEN), Risk.HIGH, ("FLAG", "BLOCK")),
        (Decision.REGENERATE, (FORMAT,), Risk.MEDIUM, ("FLAG", "BLOCK")),
        (Decision.REGENERATE, (MISSING, FINE), Risk.MEDIUM, ("FLAG", "REQUEST_CLARIFICATION")),
        (Decision.REGENERATE, (MISSING, FAKE), Risk.MEDIUM, ("FLAG", "BLOCK")),
        (Decision.REGENERATE, (MISSING, OPEN), Risk.MEDIUM, ("FLAG", "REQUEST_CLARIFICATION")),
        (Decision.HUMAN_REVIEW, (MISSING, OPEN), Risk.HIGH, ("FLAG", "BLOCK")),
        (Decision.REGENERATE, (OPEN, FINE), Risk.MEDIUM, ("UNCERTAIN", "REQUEST_CLARIFICATION")),
        (Decision.HUMAN_REVIEW, (OPEN,), Risk.HIGH, ("UNCERTAIN", "BLOCK")),
        (Decision.BLOCK, (OPEN,), Risk.LOW, ("UNCERTAIN", "REQUEST_CLARIFICATION")),
    ],
)
def test_overall_verdict_and_recommendation(
    decision: Decision, items: tuple[ItemVerdict, ...], risk: Risk, expected: tuple[str, str]
) -> None:
    """The decision table of the ToolCallAudit form."""
    audit = tool_call_audit(verdict(decision, *items, risk=risk))
    assert (audit["overall_verdict"], audit["recommendation"]) == expected


def test_audit_lists_leaves_and_only_a_faulted_whole() -> None:
    """The tool and the arguments as a whole are rows only where they are not supported."""
    fine = verdict(Decision.ALLOW, item(TOOL_ITEM), item(ARGUMENTS_ITEM), FINE)
    assert _parameters(fine) == ["d"]
    faulted = verdict(Decision.BLOCK, item(TOOL_ITEM, UNSUPPORTED, flag=Flag.UNKNOWN_TOOL), item(ARGUMENTS_ITEM), FINE)
    assert _parameters(faulted) == ["$tool", "d"]
    assert tool_call_audit(faulted)["hallucinated_parameters"] == ["$tool"]


def _parameters(of: Verdict) -> list[Json]:
    rows = tool_call_audit(of)["arguments_audit"]
    assert isinstance(rows, list)
    return [row["parameter"] for row in rows if isinstance(row, dict)]


@pytest.mark.parametrize(
    ("outcome", "word"), [(SUPPORTED, "GROUNDED"), (UNSUPPORTED, "HALLUCINATED"), (CONTRADICTED, "HALLUCINATED"), (UNDECIDED, "UNCERTAIN")]
)
def test_leaf_verdict_word(outcome: Outcome, word: str) -> None:
    """Each outcome has its word in the ToolCallAudit form."""
    assert _row(item("/a", outcome))["verdict"] == word


@pytest.mark.parametrize(("name", "shown"), [("/to", "to"), ("/a/0/id", "/a/0/id"), ("/a~1b", "/a~1b"), ("/a~0b", "/a~0b"), ("/", "/"), ("/$tool", "/$tool")])
def test_parameter_name(name: str, shown: str) -> None:
    """A plain name at the top, a JSON Pointer below it and where the name holds `/` or `~`."""
    assert _row(item(name))["parameter"] == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        *(([], "[]"), ({}, "{}"), ([1, "a"], '[1, "a"]')),
        *((None, None), (True, True), (1.5, 1.5), (float("nan"), "NaN"), (float("-inf"), "-Infinity")),
    ],
)
def test_provided_value(value: Json, shown: Json) -> None:
    """A leaf as it is; an array or an object as its JSON text; a number that JSON has no form for as its text."""
    row = _row(item("/a", value=value))
    assert row["provided_value"] == shown
    assert type(row["provided_value"]) is type(shown)


def test_evidence_span_is_the_first_text_verbatim() -> None:
    """The audit quotes the first piece of evidence, or null."""
    first, second = Evidence("m0", Role.USER, Span(0, 3), "Q3 "), Evidence("m1", Role.USER, Span(0, 1), "x")
    assert _row(replace(FINE, evidence=(first, second)))["evidence_span"] == "Q3 "
    assert _row(FAKE)["evidence_span"] is None


def _row(of: ItemVerdict) -> dict[str, Json]:
    rows = tool_call_audit(verdict(Decision.BLOCK, of))["arguments_audit"]
    assert isinstance(rows, list)
    assert isinstance(rows[0], dict)
    return rows[0]


def _flags(of: Verdict) -> list[dict[str, Json]]:
    flags = hallucination_report(of)["hallucination_flags"]
    assert isinstance(flags, list)
    return [flag for flag in flags if isinstance(flag, dict)]


def test_report_names_each_kind_of_fault_of_an_item_once() -> None:
    """Two rules with the same flag give one row, the worse; another flag gives another; supported items give none."""
    mild = Finding("GR201", "/a", UNDECIDED, Severity.LOW, "mild", Flag.FABRICATED_ID)
    grave = Finding("GR202", "/a", UNSUPPORTED, Severity.CRITICAL, "grave", Flag.FABRICATED_ID, suggestion="y")
    other = Finding("GR103", "/a", UNSUPPORTED, Severity.MEDIUM, "other", Flag.TYPE_MISMATCH)
    about_fine = Finding("GR204", "/d", UNDECIDED, Severity.MEDIUM, "settled later", Flag.NO_EVIDENCE)
    flags = _flags(verdict(Decision.BLOCK, FAKE, FINE, findings=(mild, grave, other, about_fine)))
    assert [(flag["flag_type"], flag["severity"], flag["explanation"]) for flag in flags] == [
        ("fabricated_id", "critical", "grave"),
        ("type_mismatch", "medium", "other"),
    ]
    assert [flag.get("suggested_value") for flag in flags] == ["y", None]
    assert "suggested_value" not in flags[1]


def test_report_falls_back_to_the_item() -> None:
    """An item that is not supported is never missing from the report, whatever the findings say."""
    assert [flag["flag_type"] for flag in _flags(verdict(Decision.BLOCK, item("/a", UNDECIDED)))] == ["no_evidence"]


@pytest.mark.parametrize(("severity", "word"), list(zip(Severity, ("low", "low", "medium", "high", "critical"), strict=True)))
def test_severity_word(severity: Severity, word: str) -> None:
    """Severities 1 to 5 in words."""
    assert _flags(verdict(Decision.BLOCK, item("/a", UNSUPPORTED, severity=severity)))[0]["severity"] == word


@pytest.mark.parametrize(
    ("decision", "risk", "items", "review"),
    [
        (Decision.HUMAN_REVIEW, Risk.MEDIUM, (FAKE,), True),
        (Decision.BLOCK, Risk.HIGH, (OPEN,), True),
        (Decision.BLOCK, Risk.HIGH, (FAKE,), False),
        (Decision.BLOCK, Risk.MEDIUM, (OPEN,), False),
        (Decision.ALLOW, Risk.HIGH, (FINE,), False),
    ],
)
def test_human_review(decision: Decision, risk: Risk, items: tuple[ItemVerdict, ...], review: bool) -> None:
    """A person is asked where the decision says so, and where something undecided is blocked at HIGH risk."""
    assert hallucination_report(verdict(decision, *items, risk=risk))["requires_human_review"] is review


def test_text_names_decision_items_and_suggestion() -> None:
    """The text leads with the worst item and shows what it should have been."""
    shown = text(verdict(Decision.BLOCK, FINE, replace(FAKE, suggestion="ORD-5")))
    head, first, *_ = shown.split("\n")
    assert head == "send: block"
    assert first.split() == ["HALLUCINATED", "a", "=", '"x"']
    assert 'did you mean "ORD-5"?' in shown


@pytest.mark.parametrize("value", ["\x1b[31mred", "a\nb", "\u202eabc", "\ud800", "a\x00b", "\u2028"])
def test_printable_escapes(value: str) -> None:
    """Control characters, direction marks and lone surrogates are written as escapes."""
    assert printable(value).isprintable()
    assert printable(value).isascii()


def test_plain_keeps_large_integers_exact_and_bounds_depth() -> None:
    """An integer of any size keeps all its digits; nesting is cut at a stated depth."""
    assert plain(10**1000) == 10**1000
    assert plain(10**6000) == "1" + "0" * 6000
    deep: Json = []
    for _ in range(5000):
        deep = [deep]
    assert "nested more than 100 levels" in json.dumps(plain(deep))
