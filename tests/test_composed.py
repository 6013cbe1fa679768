"""Text that the model writes: judged by the hard details inside it."""

from __future__ import annotations

import pytest
from calls import SUPPORTED, UNDECIDED, UNSUPPORTED, context_of, ending, exchange, inquiry, leaf_of, traced
from groundrules.engine.composed import MIN_ID_CHARS, judge_details, touches_context
from groundrules.engine.policy import ParameterSettings
from groundrules.engine.trace import Support
from groundrules.engine.types import Flag, Outcome

TABLES = "Tables: orders with columns id, total, placed. How much did we sell?"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Hi Mara, your order ORD-12345 is on its way.", "Tell Mara about order ORD-12345"),
        ("Hi Mara, write to Bo@example.com.", "Tell Mara to write to bo@example.com"),
        ("Hi Mara, it costs $250.", "Tell Mara that it is 250 dollars"),
        ("Hi Mara, see you on 5 May 2026.", "Tell Mara: 2026-05-05"),
        ("Hi Mara, 3 things to do.", "Tell Mara"),
        ("Hi Mara, the 2nd one.", "Tell Mara"),
        ("Hi Mara, all in Q3.", "Tell Mara"),
        ("The", "Tell Mara"),
    ],
)
def test_every_detail_is_grounded(body: str, said: str) -> None:
    """Details in any spelling, small counts and short tokens do no harm: the text is composed."""
    assert ending(traced("body", body, context_of(said))) == (SUPPORTED, "composed")


@pytest.mark.parametrize(
    ("body", "outcome", "flag"),
    [
        ("Hi Mara, your order ORD-12346 is on its way.", UNSUPPORTED, Flag.FABRICATED_ID),
        ("Hi Mara, write to bo@example.org.", UNSUPPORTED, Flag.FABRICATED_CONTACT),
        ("Hi Mara, call 202-555-0123 now.", UNSUPPORTED, Flag.FABRICATED_CONTACT),
        ("Hi Mara, see https://example.com/t.", UNSUPPORTED, Flag.FABRICATED_URL),
        ("Hi Mara, it costs $251.", UNDECIDED, Flag.FABRICATED_NUMBER),
        ("Hi Mara, see you on May 6, 2026.", UNDECIDED, Flag.FABRICATED_DATE),
        ("Hi Mara, it costs $251 for ORD-12346.", UNSUPPORTED, Flag.FABRICATED_ID),
    ],
)
def test_the_worst_detail_decides(body: str, outcome: Outcome, flag: Flag) -> None:
    """An invented contact, link or id is unsupported, another figure or date undecided."""
    trace = traced("body", body, context_of("Tell Mara about ORD-12345 of 2026-05-05, $250, bo@example.com"))
    assert (trace.outcome, trace.flag, trace.support) == (outcome, flag, Support.DETAIL)


def test_composed_text_is_about_something_said() -> None:
    """A text that shares no content word with the context is not taken for composed."""
    assert traced("body", "A quarterly forecast", context_of("Tell Mara")).outcome is UNDECIDED
    assert traced("body", "A quarterly forecast for Mara", context_of("Tell Mara")).outcome is SUPPORTED
    asked = inquiry({}, context_of("Tell Mara"))
    assert [touches_context(text, asked) for text in ("for mara", "for Ines", "the", "")] == [True, False, True, True]


def test_details_in_another_spelling_are_found_beside_chance_places() -> None:
    """A verbatim place in an unrelated passage does not hide the user's own spelling of the figure."""
    said = context_of("Tell Mara that it is 250 dollars", evidence=["Jam sells for $250 there"])
    assert traced("body", "Hi Mara, it costs $250.", said).outcome is SUPPORTED


@pytest.mark.parametrize("detail", ["bo@example.com", "https://example.com/t", "ORD-99887", "202-555-0123"])
def test_phrases_with_an_invented_detail(detail: str) -> None:
    """A phrase of any other parameter that holds an invented contact, link or id is as unsupported as that."""
    assert traced("label", f"for Mara, see {detail} soon", context_of("Tell Mara")).outcome is UNSUPPORTED
    assert traced("label", f"for Mara, see {detail} soon", context_of(f"Tell Mara {detail}")).outcome is not UNSUPPORTED


def test_short_tokens_are_no_identifiers() -> None:
    """A token shorter than MIN_ID_CHARS in a text is a word."""
    asked = inquiry({"body": ""}, context_of("Go"))
    slot = asked.slot(leaf_of(asked))
    assert judge_details(f"see {'AB' + '1' * (MIN_ID_CHARS - 3)} there", slot, asked) is None
    long = judge_details(f"see {'AB' + '1' * (MIN_ID_CHARS - 2)} there", slot, asked)
    assert long is not None
    assert long.outcome is UNSUPPORTED


@pytest.mark.parametrize(
    ("query", "outcome"),
    [
        ("SELECT SUM(total) FROM orders", SUPPORTED),
        ("select id from orders where placed = 'nowhere'", SUPPORTED),
        ("SELECT SUM(amount) FROM orders", UNSUPPORTED),
        ("SELECT SUM(total) FROM sales", UNSUPPORTED),
        ("the sum of amount in sales, how much we sell", SUPPORTED),
    ],
)
def test_sql_names(query: str, outcome: Outcome) -> None:
    """Where the context names tables, a query may use only those names; strings and prose are left alone."""
    assert traced("query", query, context_of(TABLES)).outcome is outcome


def test_sql_names_need_a_schema() -> None:
    """Without tables in the context nobody knows which names are right."""
    query = "SELECT SUM(amount) FROM sales"
    assert traced("query", query, context_of("How much did we get from sales?")).outcome is SUPPORTED
    assert traced("query", query, context_of(exchange({}, {"columns": ["sales", "total"]}))).outcome is UNSUPPORTED


@pytest.mark.parametrize(
    ("expression", "said", "outcome"),
    [
        ("12 * 7", "What is 12 times 7?", SUPPORTED),
        ("12 * 7", "What is twelve times seven?", SUPPORTED),
        ("12 * 8", "What is 12 times 7?", UNSUPPORTED),
        ("x**3 + 4*x", "the integral of x^3 + 4x", SUPPORTED),
        ("x**3 + 5*x", "the integral of x^3 + 4x", UNSUPPORTED),
        ("x**3 + 4", "the integral of x^3 + 4", SUPPORTED),
    ],
)
def test_figures_of_a_formula(expression: str, said: str, outcome: Outcome) -> None:
    """Every figure of a formula must stand in the context, small ones too, in digits or words."""
    assert traced("expression", expression, context_of(said)).outcome is outcome


def test_host_declares_a_text_composed() -> None:
    """`compose` turns any parameter into one that the model writes; hard details inside it still count."""
    compose = ParameterSettings(compose=True)
    said = context_of("a fresh label")
    assert traced("label", "something fresh", said).outcome is UNDECIDED
    assert ending(traced("label", "something fresh", said, settings=compose)) == (SUPPORTED, "composed")
    assert traced("label", "something fresh ORD-99887", said, settings=compose).outcome is UNSUPPORTED
