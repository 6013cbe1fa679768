"""What holds of every judgement: more risk or a worse finding is never milder, order does not matter, common values never vouch.

What is *not* claimed: a passage that has to do with the call may make a leaf worse. It can hold the very contradiction, the file beside
which a new one would be a slip, or the tables that an SQL text has to use. Unrelated here means: no word of the request, no word of
a slot, no value of the call, and none of the words `table`, `column` and `schema`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from calls import READER, WRITER, Message, context_of, exchange, inquiry, item_of, leaf_of, registry_of, user, verdict
from groundrules.engine.context import Context
from groundrules.engine.guard import Guard
from groundrules.engine.inquiry import ToolCall
from groundrules.engine.merge import merge
from groundrules.engine.policy import Domain, Policy, Risk
from groundrules.engine.registry import ToolRegistry
from groundrules.engine.types import Decision, Finding, Flag, Json, Outcome, Severity
from groundrules.engine.verdict import Digests, Verdict
from groundrules.engine.views import verdict_json
from hypothesis import given
from hypothesis import strategies as st
from strategies import Planted, ToolUse, conversations, evidence_passages, planted_values, tool_uses

DIGESTS = Digests("r", "p", "c", "t")
ARGUMENTS: dict[str, Json] = {"a": "x", "b": {"c": 1}}
TOOLS = (READER, WRITER, "delete_record")


# ---- merge, on made-up findings ---------------------------------------------------------------------------------------------------------


def findings(*items: str) -> st.SearchStrategy[Finding]:
    """Made-up findings on the items."""
    return st.builds(
        Finding,
        st.sampled_from(("GR900", "GR901", "GR902")),
        st.sampled_from(items),
        st.sampled_from(tuple(Outcome)),
        st.sampled_from(tuple(Severity)),
        st.sampled_from(("one reason", "another reason")),
        flag=st.sampled_from((None, Flag.NO_EVIDENCE, Flag.WRONG_SLOT)),
        suggestion=st.sampled_from((None, "y", "z")),
    )


def policies() -> st.SearchStrategy[Policy]:
    """Every risk and domain."""
    return st.builds(Policy, risk=st.sampled_from(tuple(Risk)), domain=st.sampled_from(tuple(Domain)))


def merged(found: Sequence[Finding], *, policy: Policy, tool: str) -> Verdict:
    """The verdict that the findings come to."""
    asked = inquiry(ARGUMENTS, context_of("Go"), tool=tool, policy=policy)
    return merge(asked, found, (), digests=DIGESTS, engine_version="0")


FINDINGS = st.lists(findings("/a", "/b/c", "$tool", "$args", "/missing"), max_size=6)
CALLED = st.sampled_from(TOOLS)


@given(found=FINDINGS, policy=policies(), tool=CALLED, shuffled=st.randoms(use_true_random=False))
def test_order_of_findings_is_irrelevant(found: list[Finding], policy: Policy, tool: str, shuffled: Random) -> None:
    """The same findings in another order give the same verdict, byte for byte."""
    other = list(found)
    shuffled.shuffle(other)
    first, second = merged(found, policy=policy, tool=tool), merged(other, policy=policy, tool=tool)
    assert json.dumps(verdict_json(first)) == json.dumps(verdict_json(second))


@given(found=FINDINGS, domain=st.sampled_from(tuple(Domain)), tool=CALLED)
def test_higher_risk_is_never_milder(found: list[Finding], domain: Domain, tool: str) -> None:
    """LOW, MEDIUM, HIGH: the decision only gets stricter; a regulated domain is never milder than a general one."""
    ranks = [merged(found, policy=Policy(risk=risk, domain=domain), tool=tool).decision.rank for risk in Risk]
    assert ranks == sorted(ranks)
    general = [merged(found, policy=Policy(risk=risk), tool=tool).decision.rank for risk in Risk]
    assert all(here >= there for here, there in zip(ranks, general, strict=True))


@given(found=FINDINGS, policy=policies())
def test_stronger_effect_is_never_milder(found: list[Finding], policy: Policy) -> None:
    """Reading, writing, destroying: the decision only gets stricter."""
    ranks = [merged(found, policy=policy, tool=tool).decision.rank for tool in TOOLS]
    assert ranks == sorted(ranks)


@given(
    found=st.lists(findings("/a", "/b/c"), min_size=1, max_size=5),
    which=st.integers(min_value=0, max_value=4),
    worse=st.tuples(st.integers(min_value=0, max_value=3), st.integers(min_value=0, max_value=4)),
    policy=policies(),
    tool=CALLED,
)
def test_a_worse_finding_is_never_milder(found: list[Finding], which: int, worse: tuple[int, int], policy: Policy, tool: str) -> None:
    """Raising the outcome or the severity of one finding never gives a milder decision."""
    at = which % len(found)
    outcome = tuple(Outcome)[min(3, found[at].outcome.rank + worse[0])]
    severity = Severity(min(5, found[at].severity + worse[1]))
    changed = [*found[:at], replace(found[at], outcome=outcome, severity=severity), *found[at + 1 :]]
    assert merged(changed, policy=policy, tool=tool).decision.rank >= merged(found, policy=policy, tool=tool).decision.rank


@given(found=st.lists(findings("/a", "/b/c"), max_size=5), more=findings("/a", "/b/c"), policy=policies(), tool=CALLED)
def test_one_more_finding_is_never_milder(found: list[Finding], more: Finding, policy: Policy, tool: str) -> None:
    """One more finding on an item that was judged never gives a milder decision; a leaf that nobody judged counts as undecided before."""
    judged = [*found, *(Finding("GR990", item, Outcome.SUPPORTED, Severity.COSMETIC, "stands there") for item in ("/a", "/b/c"))]
    assert merged([*judged, more], policy=policy, tool=tool).decision.rank >= merged(judged, policy=policy, tool=tool).decision.rank


@given(found=FINDINGS, policy=policies(), tool=CALLED)
def test_nothing_open_or_wrong_is_allowed(found: list[Finding], policy: Policy, tool: str) -> None:
    """`allow` comes out only where every item is supported, and what may not run has its reasons."""
    made = merged(found, policy=policy, tool=tool)
    clean = all(item.outcome is Outcome.SUPPORTED for item in made.items)
    assert (made.decision is Decision.ALLOW) is clean
    assert bool(made.reasons) is not clean
    if policy.domain.regulated and not clean:
        assert made.decision.rank >= Decision.HUMAN_REVIEW.rank


# ---- whole verdicts ---------------------------------------------------------------------------------------------------------------------


def decided(use: ToolUse, context: Context, *, policy: Policy | None = None) -> Verdict:
    """The verdict of the shipped rules."""
    registry = ToolRegistry.from_openai([use.tool])
    return Guard(policy=policy).check_tool_call(ToolCall(use.name, dict(use.arguments)), context=context, registry=registry)


def outcomes(made: Verdict) -> dict[str, Outcome]:
    """How each item ended."""
    return {item.item: item.outcome for item in made.items}


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses())
def test_higher_risk_is_never_milder_on_calls(messages: list[Message], evidence: list[Message], use: ToolUse) -> None:
    """The same call at a higher risk: never milder, and the outcomes of the items do not change."""
    context = Context.from_openai(messages, evidence=evidence)
    made = [decided(use, context, policy=Policy(risk=risk)) for risk in Risk]
    ranks = [each.decision.rank for each in made]
    assert ranks == sorted(ranks)
    assert outcomes(made[0]) == outcomes(made[1]) == outcomes(made[2])


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses(), policy=policies())
def test_an_open_item_is_never_allowed(messages: list[Message], evidence: list[Message], use: ToolUse, policy: Policy) -> None:
    """While anything is undecided the call is not simply allowed, and at HIGH risk it may not run at all."""
    context = Context.from_openai(messages, evidence=evidence)
    made = decided(use, context, policy=policy)
    if made.open:
        assert made.decision is not Decision.ALLOW
        assert policy.risk is not Risk.HIGH or not made.decision.may_run


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses(), shuffled=st.randoms(use_true_random=False))
def test_order_of_passages_is_irrelevant(messages: list[Message], evidence: list[Message], use: ToolUse, shuffled: Random) -> None:
    """The same passages handed in in another order give the same verdict, byte for byte; digests included."""
    other = list(evidence)
    shuffled.shuffle(other)
    first = decided(use, Context.from_openai(messages, evidence=evidence))
    second = decided(use, Context.from_openai(messages, evidence=other))
    assert json.dumps(verdict_json(first)) == json.dumps(verdict_json(second))


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses())
def test_names_of_passages_are_irrelevant(messages: list[Message], evidence: list[Message], use: ToolUse) -> None:
    """Other ids, and so another order of search, change no outcome."""
    renamed: list[Message] = [{"id": f"p{len(evidence) - number}", "text": passage["text"]} for number, passage in enumerate(evidence)]
    first = decided(use, Context.from_openai(messages, evidence=evidence))
    second = decided(use, Context.from_openai(messages, evidence=renamed))
    assert outcomes(first) == outcomes(second)
    assert first.decision is second.decision


# ---- evidence ---------------------------------------------------------------------------------------------------------------------------

# Nothing in these passages names the request, a slot or a value of the calls below.
UNRELATED = (
    "The lighthouse was painted white by its keeper in the spring.",
    "Granite weathers more slowly than limestone, which dissolves.",
    "Nobody heard the owl, and the fog hid the harbour until noon.",
    '{"lighthouse": {"height": 31, "lamps": [1, 2], "lit": true}}',
    "1 2 3 true US A1 12 7",
    "Founded 1871; 48 steps lead up to the lamp, 12 are wooden. ZX-99110",
    "",
)
CALLS: tuple[tuple[str, Mapping[str, Json], str], ...] = (
    (READER, {"order_id": "ORD-77120"}, "Please look up my parcel."),
    (READER, {"order_id": "ORD-77120"}, "Please look up my parcel ORD-77120."),
    (READER, {"order_id": "ORD-77120"}, "Please look up my parcel ORD-77102."),
    (WRITER, {"to": "mara@example.com", "body": "Hello Mara, see you on 2026-05-05."}, "Write to Mara."),
    (WRITER, {"to": "mara@example.com", "body": "Hello Mara, see you."}, "Write to mara@example.com."),
    (READER, {"amount": 1520.5, "quantity": 4, "gift": True}, "Pay $1,250.50 for the four of us."),
    (READER, {"date": "2026-09-19", "city": "Bern"}, "Days until September 19, 2026, in Basel?"),
    (WRITER, {"start": "2026-04-05T12:00:00", "label": "a fine label"}, "On April 5, 2026"),
    (READER, {"number_of_beds": 2, "style": "baroque"}, "A flat with 3 bedrooms"),
    (READER, {"path": "src/main.py", "url": "https://example.com/a"}, "Open src/app.py"),
    (READER, {"query": "SELECT amount FROM sales"}, "How much did we get from sales?"),
    (READER, {"name": "Konrad Brandt", "country": "DE"}, "Add Mr Brandt, from Germany."),
)


@given(call=st.sampled_from(CALLS), passages=st.lists(st.sampled_from(UNRELATED), max_size=3, unique=True), more=st.sampled_from(UNRELATED))
def test_an_unrelated_passage_changes_nothing_for_the_worse(
    call: tuple[str, Mapping[str, Json], str], passages: list[str], more: str
) -> None:
    """One more passage that has nothing to do with the call never raises the outcome of a leaf, nor grounds one."""
    tool, arguments, said = call
    before = outcomes(verdict(dict(arguments), context_of(said, evidence=passages), tool=tool))
    after = outcomes(verdict(dict(arguments), context_of(said, evidence=[*passages, more]), tool=tool))
    assert all(after[item].rank <= before[item].rank for item in before), (before, after)
    assert {item for item, outcome in before.items() if outcome is Outcome.SUPPORTED} == {
        item for item, outcome in after.items() if outcome is Outcome.SUPPORTED
    }


@given(planted=planted_values(), passages=st.lists(st.sampled_from(UNRELATED), max_size=3, unique=True))
def test_evidence_that_holds_a_strict_value_grounds_it(planted: Planted, passages: list[str]) -> None:
    """A passage with the very id, contact or link turns absence into support."""
    arguments: dict[str, Json] = {planted.parameter: planted.value}
    item = f"/{planted.parameter}"
    without = item_of(verdict(arguments, context_of("Go on.", evidence=passages)), item)
    having = item_of(verdict(arguments, context_of("Go on.", evidence=[*passages, f"It is {planted.value} then."])), item)
    assert without.outcome is not Outcome.SUPPORTED
    assert having.outcome is Outcome.SUPPORTED
    assert [quoted.text for quoted in having.evidence] == [planted.value]


COMMON: st.SearchStrategy[Json] = st.one_of(
    st.integers(min_value=0, max_value=99),
    st.booleans(),
    st.from_regex(r"[A-Z]{2}|[A-Z][0-9]{1,2}|[A-Z]{2}[0-9]|[0-9]{1,2}", fullmatch=True),
)
"""Up to two digits, and up to three characters in all."""
SLOTS = ("order_id", "quantity", "amount", "seats", "account_number", "token", "country")
FRAMES = ("There were {} of them near the lighthouse.", "{}", "granite {}, limestone {}", "[{}] owl", "fog: {}")


@given(value=COMMON, slot=st.sampled_from(SLOTS), frame=st.sampled_from(FRAMES), keyed=st.sampled_from(("lamps", "height", "/0", "lit")))
def test_common_values_elsewhere_never_ground(value: Json, slot: str, frame: str, keyed: str) -> None:
    """`1`, `true` and short codes in unrelated evidence, tool outputs or system turns ground no slot."""
    shown = value if isinstance(value, str) else json.dumps(value)
    text = frame.replace("{}", shown)
    request = user("Please do as we said.")
    turns: tuple[Context, ...] = (
        context_of([request], evidence=[text]),
        context_of([{"role": "system", "content": text}, request]),
        context_of([request, *exchange({}, text)]),
        context_of([request, *exchange({}, {keyed: value, "owl": [value]})]),
    )
    for context in turns:
        asked = inquiry({slot: value}, context)
        leaf = leaf_of(asked)
        assert asked.trace(leaf).outcome is not Outcome.SUPPORTED, (context.sources[0].source.text, asked.trace(leaf).explanation)


# ---- values of the user, and repetition -------------------------------------------------------------------------------------------------

WORDS = st.from_regex(r"[a-z]{3,9}( [a-z]{3,9}){0,2}", fullmatch=True)
COPIED: st.SearchStrategy[tuple[str, Json]] = st.one_of(
    planted_values().map(lambda planted: (planted.parameter, planted.value)),
    st.tuples(st.just("amount"), st.integers(min_value=1, max_value=10**9)),
    st.tuples(st.just("price"), st.decimals(min_value=1, max_value=10**6, places=2).map(float)),
    st.tuples(st.just("date"), st.dates().filter(lambda day: day.year >= 1000).map(lambda day: day.isoformat())),
    st.tuples(st.just("time"), st.times().map(lambda moment: f"{moment:%H:%M}")),
    st.tuples(st.sampled_from(("style", "city", "label")), WORDS),
)


@given(copied=COPIED, tool=CALLED, evidence=st.lists(st.sampled_from(UNRELATED), max_size=2, unique=True))
def test_a_value_copied_from_the_user_is_grounded(copied: tuple[str, Json], tool: str, evidence: list[str]) -> None:
    """Whatever the user wrote verbatim is grounded in the user's turn, whichever tool is called and whatever else was retrieved."""
    name, value = copied
    shown = value if isinstance(value, str) else json.dumps(value)
    item = item_of(verdict({name: value}, context_of(f"Please use {shown} for this.", evidence=evidence), tool=tool), f"/{name}")
    assert item.outcome is Outcome.SUPPORTED, item.explanation


@given(messages=conversations(), evidence=evidence_passages(), use=tool_uses(), policy=policies())
def test_deciding_twice_is_byte_identical(messages: list[Message], evidence: list[Message], use: ToolUse, policy: Policy) -> None:
    """The same call decided twice, once with the warmed index and once with a fresh one, gives the same bytes."""
    context = Context.from_openai(messages, evidence=evidence)
    first = json.dumps(verdict_json(decided(use, context, policy=policy)))
    assert json.dumps(verdict_json(decided(use, context, policy=policy))) == first
    assert json.dumps(verdict_json(decided(use, Context.from_openai(messages, evidence=evidence), policy=policy))) == first
    assert registry_of(use.arguments).digest == registry_of(use.arguments).digest
