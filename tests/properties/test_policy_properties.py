"""What holds for every policy: no worse case is milder, a table that fails open is refused, and order does not matter."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from groundrules.engine.errors import PolicyError
from groundrules.engine.policy import DEFAULT_TABLE, Domain, ParameterSettings, Policy, Risk, Row, check_monotone, decide_item
from groundrules.engine.types import Decision, Effect, Outcome
from hypothesis import given
from hypothesis import strategies as st

CASES = tuple(itertools.product(range(len(Outcome)), range(5), range(len(Effect)), range(len(Risk))))
"""Every case of the table, as places on its four scales, mildest first."""


def decided(case: tuple[int, int, int, int], *, domain: Domain, table: tuple[Row, ...] = DEFAULT_TABLE) -> Decision:
    """The decision of a policy on a case."""
    outcome, severity, effect, risk = case
    return Policy(risk=list(Risk)[risk], domain=domain, table=table).decide(list(Outcome)[outcome], severity + 1, list(Effect)[effect])


def pairs() -> Iterator[tuple[tuple[int, int, int, int], tuple[int, int, int, int]]]:
    """Every case with every case that is at least as bad on all four scales."""
    for mild, bad in itertools.product(CASES, CASES):
        if all(left <= right for left, right in zip(mild, bad, strict=True)):
            yield mild, bad


@pytest.mark.parametrize("domain", list(Domain))
def test_no_worse_case_is_milder(domain: Domain) -> None:
    """Over all pairs of cases and in every domain, worse on any scale and milder on none is decided at least as strictly."""
    decisions = {case: decided(case, domain=domain).rank for case in CASES}
    assert len(decisions) == 180
    assert all(decisions[mild] <= decisions[bad] for mild, bad in pairs())


@pytest.mark.parametrize("domain", list(Domain))
def test_support_runs_and_nothing_else_runs_silently(domain: Domain) -> None:
    """A supported item is allowed; any other one at least warns, and in a regulated domain never runs."""
    for case in CASES:
        decision, supported = decided(case, domain=domain), case[0] == 0
        assert (decision is Decision.ALLOW) is supported
        assert supported or not domain.regulated or decision.rank >= Decision.HUMAN_REVIEW.rank


@given(st.sampled_from(CASES), st.sampled_from(list(Domain)))
def test_a_regulated_domain_is_never_milder(case: tuple[int, int, int, int], domain: Domain) -> None:
    """A domain can only make a decision stricter, up to human review, and leaves a block alone."""
    plain, here = decided(case, domain=Domain.GENERAL), decided(case, domain=domain)
    assert here.rank >= plain.rank
    assert here in (plain, Decision.HUMAN_REVIEW)


def rows() -> st.SearchStrategy[Row]:
    """Any row."""
    effects = st.lists(st.sampled_from(list(Effect)), unique=True).map(tuple)
    risks = st.lists(st.sampled_from(list(Risk)), unique=True).map(tuple)
    return st.builds(Row, st.sampled_from(list(Outcome)), st.integers(1, 5), st.sampled_from(list(Decision)), effects, risks)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Row, ...]:
    """Any table: rows alone, or rows beside those of the default."""
    made = tuple(draw(st.lists(rows(), max_size=5)))
    return draw(st.sampled_from((made, made + DEFAULT_TABLE)))


def ranks(table: tuple[Row, ...]) -> dict[tuple[int, int, int, int], int]:
    """The rank of each case's decision, by the plain definition: the strictest row that applies."""
    found: dict[tuple[int, int, int, int], int] = {}
    for case in CASES:
        outcome, severity, effect, risk = list(Outcome)[case[0]], case[1] + 1, list(Effect)[case[2]], list(Risk)[case[3]]
        found[case] = max(
            (row.decision.rank for row in table if row.outcome is outcome and row.severity <= severity and effect in row.effects and risk in row.risks),
            default=0,
        )
    return found


@given(tables())
def test_a_table_is_refused_exactly_where_it_fails_open(table: tuple[Row, ...]) -> None:
    """The step-by-step check equals the slow one over all pairs of cases, and a refused table makes no policy."""
    slow = ranks(table)
    is_sound = all(slow[mild] <= slow[bad] for mild, bad in pairs()) and all(rank > 0 for case, rank in slow.items() if case[0] > 0)
    if is_sound:
        check_monotone(table)
        assert all(decided(case, domain=Domain.GENERAL, table=table).rank == rank for case, rank in slow.items())
        return
    for make in (lambda: check_monotone(table), lambda: Policy(table=table)):
        with pytest.raises(PolicyError) as caught:
            make()
        assert caught.value.key == "table"


@given(tables(), st.sampled_from(CASES))
def test_the_order_of_rows_is_irrelevant(table: tuple[Row, ...], case: tuple[int, int, int, int]) -> None:
    """The strictest row that applies decides, wherever it stands."""
    arguments = list(Outcome)[case[0]], case[1] + 1, list(Effect)[case[2]], list(Risk)[case[3]]
    assert decide_item(*arguments, table=table) is decide_item(*arguments, table=table[::-1])
    assert decide_item(*arguments, table=table).rank == ranks(table)[case]


SETTINGS = st.builds(ParameterSettings, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans())
NAMES = st.sampled_from(("pay.to", "pay.note", "send.to", "*.to", "*.note"))


@given(st.dictionaries(NAMES, SETTINGS), st.sampled_from(list(Risk)), st.sampled_from(list(Domain)))
def test_a_policy_survives_its_file(parameters: dict[str, ParameterSettings], risk: Risk, domain: Domain) -> None:
    """A policy written as TOML reads as an equal one with the same digest."""
    lines = [f'risk = "{risk}"', f'domain = "{domain}"']
    for name, settings in parameters.items():
        flags = {each: getattr(settings, each) for each in ("trusted", "compose", "must_ground", "derive_ok", "mint")}
        lines += [f'[parameters."{name}"]', *(f"{each} = {str(flag).lower()}" for each, flag in flags.items())]
    policy = Policy(risk=risk, domain=domain, parameters=parameters)
    assert Policy.from_toml("\n".join(lines)) == policy
    assert Policy.from_toml("\n".join(lines)).digest == policy.digest
    assert Policy(risk=risk, domain=domain, parameters=dict(reversed(parameters.items()))).digest == policy.digest


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=6), lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=6), inner)))
def test_any_mapping_is_a_policy_or_a_policy_error(value: object) -> None:
    """Settings of any shape are read or refused as a PolicyError, under every key, and never fail otherwise."""
    for key in ("risk", "domain", "table", "parameters", "other"):
        try:
            policy = Policy.from_mapping({key: value})
        except PolicyError as error:
            assert error.key  # noqa: PT017
        else:
            assert len(policy.digest) == 64
            assert key != "other"
