"""The policy: the table decides, mistakes are refused by name, and no worse case is milder."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from groundrules.engine.errors import PolicyError
from groundrules.engine.policy import DEFAULT_TABLE, Domain, ParameterSettings, Policy, Risk, Row, check_monotone, decide_item
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Decision, Effect, Outcome
from strategies import function_tool

READ, WRITE, DESTRUCTIVE = Effect
ALLOW, WARN, REGENERATE, REVIEW, BLOCK = Decision


@pytest.mark.parametrize(
    ("outcome", "severity", "effect", "risk", "decision"),
    [
        (Outcome.SUPPORTED, 5, DESTRUCTIVE, Risk.HIGH, ALLOW),
        (Outcome.UNDECIDED, 3, READ, Risk.LOW, WARN),
        (Outcome.UNDECIDED, 4, READ, Risk.LOW, REGENERATE),
        (Outcome.UNDECIDED, 2, READ, Risk.MEDIUM, WARN),
        (Outcome.UNDECIDED, 3, READ, Risk.MEDIUM, REGENERATE),
        (Outcome.UNDECIDED, 2, WRITE, Risk.LOW, WARN),
        (Outcome.UNDECIDED, 3, WRITE, Risk.LOW, REGENERATE),
        (Outcome.UNDECIDED, 1, WRITE, Risk.MEDIUM, REGENERATE),
        (Outcome.UNDECIDED, 1, DESTRUCTIVE, Risk.LOW, REGENERATE),
        (Outcome.UNDECIDED, 1, READ, Risk.HIGH, REVIEW),
        (Outcome.UNSUPPORTED, 2, READ, Risk.LOW, REGENERATE),
        (Outcome.UNSUPPORTED, 3, READ, Risk.LOW, BLOCK),
        (Outcome.UNSUPPORTED, 1, READ, Risk.HIGH, BLOCK),
        (Outcome.CONTRADICTED, 2, WRITE, Risk.LOW, REGENERATE),
        (Outcome.CONTRADICTED, 1, READ, Risk.MEDIUM, BLOCK),
        (Outcome.CONTRADICTED, 3, READ, Risk.LOW, BLOCK),
    ],
)
def test_the_default_table(outcome: Outcome, severity: int, effect: Effect, risk: Risk, decision: Decision) -> None:
    """The edges of the normative table: what is decided on each side of a severity, an effect and a risk."""
    assert decide_item(outcome, severity, effect, risk) is decision
    assert Policy(risk=risk).decide(outcome, severity, effect) is decision


def test_the_strictest_row_decides() -> None:
    """Of the rows that apply the strictest counts, in whatever order they stand; where none applies the item is allowed."""
    rows = (Row(Outcome.UNDECIDED, 1, BLOCK, (WRITE,)), Row(Outcome.UNDECIDED, 1, REVIEW), Row(Outcome.UNDECIDED, 4, WARN))
    for table in (rows, rows[::-1]):
        assert decide_item(Outcome.UNDECIDED, 5, WRITE, Risk.LOW, table=table) is BLOCK
        assert decide_item(Outcome.UNDECIDED, 5, READ, Risk.LOW, table=table) is REVIEW
        assert decide_item(Outcome.UNSUPPORTED, 5, READ, Risk.LOW, table=table) is ALLOW


def test_the_default_table_is_monotone() -> None:
    """The table that ships passes its own check."""
    check_monotone(DEFAULT_TABLE)


def blocking(*more: Row, undecided: Decision = WARN, least: int = 1) -> tuple[Row, ...]:
    """A table that warns on the undecided and blocks the rest from a severity on."""
    open_rows = (Row(Outcome.UNDECIDED, 1, undecided), Row(Outcome.UNSUPPORTED, 1, WARN), Row(Outcome.CONTRADICTED, 1, WARN))
    return (*open_rows, Row(Outcome.UNSUPPORTED, least, BLOCK), Row(Outcome.CONTRADICTED, least, BLOCK), *more)


@pytest.mark.parametrize(
    "table",
    [(), (Row(Outcome.UNSUPPORTED, 1, BLOCK), Row(Outcome.CONTRADICTED, 1, BLOCK)), (Row(Outcome.UNDECIDED, 2, BLOCK), *DEFAULT_TABLE[7:])],
)
def test_a_table_that_fails_open_is_refused(table: tuple[Row, ...]) -> None:
    """An item that is not supported must at least warn: a table that is silent on one is refused."""
    with pytest.raises(PolicyError) as caught:
        check_monotone(table)
    assert caught.value.key == "table"
    assert "no row decides undecided, severity 1" in caught.value.problem


@pytest.mark.parametrize("severity", [0, 6, -1])
def test_a_row_of_an_impossible_severity_is_refused(severity: int) -> None:
    """Severities are 1 to 5, in rows made in Python too."""
    with pytest.raises(PolicyError):
        Row(Outcome.UNDECIDED, severity, BLOCK)


@pytest.mark.parametrize(
    ("table", "milder"),
    [
        ((*blocking(undecided=WARN, least=5), Row(Outcome.UNSUPPORTED, 1, REVIEW)), "contradicted, severity 1"),
        (blocking(Row(Outcome.SUPPORTED, 1, REVIEW)), "undecided"),
        (blocking(Row(Outcome.UNDECIDED, 1, REVIEW, (READ,))), "write"),
        (blocking(Row(Outcome.UNDECIDED, 1, REVIEW, risks=(Risk.LOW,))), "MEDIUM"),
        (blocking(undecided=REVIEW, least=3), "unsupported, severity 1"),
    ],
)
def test_a_milder_worse_case_is_refused(table: tuple[Row, ...], milder: str) -> None:
    """A worse outcome, a stronger effect or a higher risk with a milder decision is refused, by the check and by a policy, naming the case."""
    for make in (lambda: check_monotone(table), lambda: Policy(table=table)):
        with pytest.raises(PolicyError) as caught:
            make()
        assert caught.value.key == "table"
        assert milder in caught.value.problem.split(" is milder than ")[0]


@pytest.mark.parametrize("domain", list(Domain))
@pytest.mark.parametrize("outcome", list(Outcome))
def test_regulated_domains_send_any_flag_to_a_person(domain: Domain, outcome: Outcome) -> None:
    """In health, legal and finance all but support goes at least to human review, whatever its severity; nothing gets milder."""
    here = Policy(risk=Risk.LOW, domain=domain).decide(outcome, 1, READ)
    there = Policy(risk=Risk.LOW).decide(outcome, 1, READ)
    assert domain.regulated is (domain is not Domain.GENERAL)
    if domain.regulated and outcome is not Outcome.SUPPORTED:
        assert here is REVIEW
        assert Policy(domain=domain).decide(Outcome.CONTRADICTED, 5, WRITE) is BLOCK
    else:
        assert here is there


FULL = """
risk = "HIGH"
domain = "finance"
[[table]]
outcome = "undecided"
severity = 1
decision = "human_review"
[[table]]
outcome = "unsupported"
severity = 1
decision = "block"
effects = ["read", "write", "destructive"]
risks = ["LOW", "MEDIUM", "HIGH"]
[[table]]
outcome = "contradicted"
severity = 1
decision = "block"
[parameters."pay.note"]
compose = true
derive_ok = false
[parameters."*.key"]
mint = true
"""


def test_a_whole_policy_from_toml() -> None:
    """Every key is read; effects and risks left out mean all of them."""
    policy = Policy.from_toml(FULL)
    assert (policy.risk, policy.domain) == (Risk.HIGH, Domain.FINANCE)
    assert policy.table == (Row(Outcome.UNDECIDED, 1, REVIEW), Row(Outcome.UNSUPPORTED, 1, BLOCK), Row(Outcome.CONTRADICTED, 1, BLOCK))
    assert policy.settings("pay", "note") == ParameterSettings(compose=True, derive_ok=False)


def test_nothing_said_means_the_defaults() -> None:
    """An empty text is the default policy."""
    assert Policy.from_toml("") == Policy()
    assert (Policy().risk, Policy().domain, Policy().table) == (Risk.MEDIUM, Domain.GENERAL, DEFAULT_TABLE)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("risk = ", "(file)"),
        ("a = 1\na = 2", "(file)"),
        ("\ud800", "(file)"),
        ("risc = 'LOW'", "risc"),
        ("risk = 'low'", "risk"),
        ("risk = 3", "risk"),
        ("risk = ['LOW']", "risk"),
        ("domain = 'medicine'", "domain"),
        ("table = 'strict'", "table"),
        ("[table]\noutcome = 'undecided'", "table"),
        ("table = [1]", "table[0]"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'block'\nseverty = 1", "table[0].severty"),
        ("[[table]]\nseverity = 1\ndecision = 'block'", "table[0].outcome"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'block'\n[[table]]\noutcome = 'bad'\nseverity = 1\ndecision = 'block'", "table[1].outcome"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1", "table[0].decision"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'stop'", "table[0].decision"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'\nseverity = 0", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'\nseverity = 6", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'\nseverity = -1", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'\nseverity = true", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'\nseverity = 2.5", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'\nseverity = '3'", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\ndecision = 'block'", "table[0].severity"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'block'\neffects = 'read'", "table[0].effects"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'block'\neffects = ['read', 'erase']", "table[0].effects[1]"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'block'\nrisks = ['low']", "table[0].risks[0]"),
        ("[[table]]\noutcome = 'undecided'\nseverity = 1\ndecision = 'block'", "table"),
        ("table = []", "table"),
        ("parameters = 1", "parameters"),
        ("[parameters.note]\ncompose = true", "parameters.note"),
        ("[parameters]\n'pay.note' = true", "parameters.pay.note"),
        ("[parameters.'pay.note']\ncomposed = true", "parameters.pay.note.composed"),
        ("[parameters.'pay.note']\ncompose = 'yes'", "parameters.pay.note.compose"),
        ("[parameters.'pay.note']\ncompose = 1", "parameters.pay.note.compose"),
    ],
)
def test_mistakes_are_refused_by_name(text: str, key: str) -> None:
    """An unknown key, a value of the wrong type or range and a text that is no TOML are refused, with the key and what to do."""
    with pytest.raises(PolicyError) as caught:
        Policy.from_toml(text)
    assert caught.value.key == key
    assert caught.value.remedy
    assert str(caught.value).startswith(f"policy key `{key}`: ")


def test_all_mistakes_are_named_at_once() -> None:
    """A file with several faults names each of them in one error."""
    with pytest.raises(PolicyError) as caught:
        Policy.from_toml("risk = 'low'\ndomain = 'medicine'\n[parameters.'pay.note']\ncompose = 'yes'")
    assert all(f"`{place}`" in str(caught.value) for place in ("risk", "domain", "parameters.pay.note.compose"))


TOOLS = ToolRegistry.from_openai(
    [
        function_tool("search_hotels", {"type": "object", "properties": {"city": {"type": "string"}, "nights": {"type": "integer"}}}),
        function_tool("send_note", {"type": "object", "properties": {"text": {"type": "string"}}}),
    ]
)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("search_hotels.citty", "`search_hotels` has no such parameter; write `city`"),
        ("serach_hotels.city", "there is no such tool; write `search_hotels`"),
        ("*.txet", "no tool has this parameter; write `text`"),
        ("book_flight.city", "there is no such tool; name one that the registry has"),
    ],
)
def test_a_misspelt_name_is_refused(key: str, told: str) -> None:
    """A setting for a tool or parameter that the registry does not have names the nearest one."""
    with pytest.raises(PolicyError) as caught:
        Policy(parameters={key: ParameterSettings(trusted=True)}).check_against(TOOLS)
    assert str(caught.value) == f"policy key `parameters.{key}`: {told}"


def test_a_part_of_the_tools_refuses_only_what_is_close() -> None:
    """Where there are more tools than the registry holds, a setting for another one is passed over; right names always pass."""
    known = {"search_hotels.city": ParameterSettings(), "*.text": ParameterSettings()}
    Policy(parameters=known).check_against(TOOLS)
    Policy(parameters={**known, "book_flight.city": ParameterSettings(), "*.other": ParameterSettings()}).check_against(TOOLS, whole=False)
    with pytest.raises(PolicyError):
        Policy(parameters={"serach_hotels.city": ParameterSettings()}).check_against(TOOLS, whole=False)


def test_an_open_tool_takes_any_name() -> None:
    """A tool whose schema allows other members declares no closed list of names."""
    tools = ToolRegistry.from_openai([function_tool("run", {"type": "object", "additionalProperties": True})])
    Policy(parameters={"run.anything": ParameterSettings(), "*.anything": ParameterSettings()}).check_against(tools)
    assert len(tools) == 1


def test_settings_go_by_the_tool_first() -> None:
    """`tool.parameter` wins over `*.parameter`; a parameter without settings has the defaults."""
    policy = Policy(parameters={"*.note": ParameterSettings(compose=True), "pay.note": ParameterSettings(trusted=True)})
    assert policy.settings("pay", "note") == ParameterSettings(trusted=True)
    assert policy.settings("send", "note") == ParameterSettings(compose=True)
    assert policy.settings("send", "to") == ParameterSettings()


def test_the_digest_tells_policies_apart() -> None:
    """Any setting changes the digest; the order of the parameters and the kind of mapping do not."""
    note, key = ParameterSettings(compose=True), ParameterSettings(mint=True)
    policies = [
        Policy(),
        Policy(risk=Risk.HIGH),
        Policy(domain=Domain.LEGAL),
        Policy(table=DEFAULT_TABLE[::-1]),
        Policy(parameters={"a.b": note}),
        Policy(parameters={"a.b": key}),
        Policy(parameters={"a.c": note}),
        Policy(parameters={"a.b": note, "a.c": key}),
    ]
    digests = [policy.digest for policy in policies]
    assert len(set(digests)) == len(digests)
    assert Policy(parameters={"a.c": key, "a.b": note}).digest == digests[-1]
    assert Policy(parameters=MappingProxyType({"a.b": note})).digest == digests[4]
    assert Policy.from_toml("[parameters.'a.b']\ncompose = true").digest == digests[4]
