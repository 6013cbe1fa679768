"""Which assistant turns the user takes up, which of several offers is chosen, and what is taken back later."""

from __future__ import annotations

from time import perf_counter

import pytest
from calls import assistant, context_of, traced, user
from groundrules.engine.context import Context
from groundrules.engine.provenance import Standing
from groundrules.engine.types import Json, Outcome, Role
from groundrules.engine.uptake import is_called_off, last_take_back, standing_of


def uptake(text: str | None, *, between: Role | None = None) -> Standing:
    """What an assistant's proposal is worth after the user's next turn."""
    turns = [(Role.USER, "find me a table"), (Role.ASSISTANT, "How about the Blue Room at 7 pm, table T-77?")]
    if between is not None:
        turns.append((between, "Yes, done"))
    if text is not None:
        turns.append((Role.USER, text))
    context = Context.from_turns(turns)
    return standing_of(context.sources[1], context)


@pytest.mark.parametrize(
    "text",
    [
        "Yes",
        "yes, please.",
        "Great, yes!",
        "Oh well, sure",
        "OK book it",
        "Correct",
        "Sounds good",
        "Looks great",
        "Please proceed",
        "Go ahead",
        "That works for me",
        "I'll take it",
        "Thank you, that's right",
        "Perfect",
        "\n - Yep -",
        "Yes, the casino please",
        "Yes, two pianos and a kimono",
        "Sure, in Milano",
        "Both",
        "Yes, all three please",
    ],
)
def test_a_yes_takes_the_proposal_up(text: str) -> None:
    """Agreement in the user's next turn makes the assistant's text as good as the user's own; a word that merely ends in -no is no refusal."""
    assert uptake(text) is Standing.TAKEN_UP


@pytest.mark.parametrize(
    "text",
    ["No", "no, thanks", "Nope.", "Wrong table", "Not that one", "Never mind", "Don't book it", "Stop", "Wait, that one?", "Well, that is not right", "Yes? No, wait"],
)
def test_a_no_does_not(text: str) -> None:
    """A refusal leaves the proposal with the assistant, even where it also refers to it."""
    assert uptake(text) is Standing.ASSISTANT


@pytest.mark.parametrize("text", ["Book the second one", "how far is it from here?", "I prefer the latter", "is there a later option"])
def test_a_reference_refers(text: str) -> None:
    """A turn that points back without agreeing refers to the proposal."""
    assert uptake(text) is Standing.REFERRED


@pytest.mark.parametrize("text", ["What about Springfield", "Find a hotel near a lake", "yesterday", "", "\ud800\x00", "Items needed: onesies"])
def test_anything_else_leaves_it_with_the_assistant(text: str) -> None:
    """A turn about something else neither agrees nor refers; words that only begin like one do not count."""
    assert uptake(text) is Standing.ASSISTANT


def test_only_the_very_next_turn_counts() -> None:
    """No answer, or something between the proposal and the yes, takes nothing up."""
    assert uptake(None) is Standing.ASSISTANT
    assert uptake("Yes", between=Role.TOOL) is Standing.ASSISTANT
    assert uptake("Yes", between=Role.ASSISTANT) is Standing.ASSISTANT
    assert uptake("Yes", between=Role.SYSTEM) is Standing.ASSISTANT


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ASSISTANT])
def test_every_other_source_is_given(role: Role) -> None:
    """System and user turns, outputs, passages and host facts are given, whatever follows."""
    context = Context.from_turns([(role, "T-77"), (Role.USER, "No")])
    assert standing_of(context.sources[0], context) is Standing.GIVEN


def test_uptake_is_linear() -> None:
    """A long hostile answer is read in bounded time."""
    started = perf_counter()
    for piece in ("great, ", "thank you ", "!", "well and so ", "all right "):
        assert uptake(piece * 40_000) in Standing
    assert perf_counter() - started < 3


OFFER = "I see ORD-11111 and ORD-22222. Which one?"
LIST = "Here is what I found:\n1. Blue Room, table T-771\n2. Green Room, table T-772\n3. Red Room, table T-773"


def taken(answer: str, value: str, *, offer: str = OFFER, later: str | None = None, name: str = "order_id") -> bool:
    """Whether a value of an offer is grounded for a tool that acts, after the answer and perhaps a later turn."""
    turns: list[dict[str, Json]] = [user("cancel my order"), assistant(offer), user(answer)]
    if later is not None:
        turns += [assistant("Fine."), user(later)]
    return traced(name, value, context_of(turns), tool="cancel_order").outcome is Outcome.SUPPORTED


@pytest.mark.parametrize(
    ("answer", "chosen"),
    [
        ("yes, the second one", "2"),
        ("the first", "1"),
        ("Yes, take the first", "1"),
        ("No, the latter please", "2"),
        ("the last one", "2"),
        ("option 2 please", "2"),
        ("number one", "1"),
        ("both", "12"),
        ("the other one", ""),
        ("Yes", ""),
        ("not the first one", ""),
        ("the third one", ""),
        ("yes, my first name is Ana", ""),
    ],
)
def test_only_the_chosen_offer_is_taken_up(answer: str, chosen: str) -> None:
    """Of several values of one form only the one that the answer points at is grounded; an unclear answer grounds none."""
    assert [taken(answer, f"ORD-{digit * 5}") for digit in "12"] == [digit in chosen for digit in "12"]


def test_the_lines_of_a_list_are_offers() -> None:
    """A choice by place takes up everything in that line, and nothing in another."""
    assert [taken("the second one", f"T-77{digit}", offer=LIST, name="table_id") for digit in "123"] == [False, True, False]
    assert [taken("the third one", room, offer=LIST, name="room_name") for room in ("Blue Room", "Red Room")] == [False, True]


@pytest.mark.parametrize("later", ["Actually no", "Wait, not that one", "scratch that", "I changed my mind", "no, forget it", "Hold on, don't do that"])
def test_an_agreement_can_be_taken_back(later: str) -> None:
    """What the user agreed to and then took back is not grounded any more."""
    offer = "Shall I cancel ORD-11111?"
    assert taken("yes", "ORD-11111", offer=offer)
    assert not taken("yes", "ORD-11111", offer=offer, later=later)


@pytest.mark.parametrize("later", ["no, to my wallet", "Actually, one more thing", "wait for the refund", "thanks, that was all"])
def test_not_every_no_takes_back(later: str) -> None:
    """A bare no answers the question before it, and leaves an earlier agreement alone."""
    assert taken("yes", "ORD-11111", offer="Shall I cancel ORD-11111?", later=later)


def test_the_last_word_may_call_the_request_off() -> None:
    """A value that the user gave themselves is open for a tool that acts where their last word takes the request back; a tool that reads may run."""
    turns = [user("cancel ORD-11111"), assistant("Sure?"), user("Sorry, scratch that")]
    assert traced("order_id", "ORD-11111", context_of(turns), tool="cancel_order").outcome is Outcome.UNDECIDED
    assert traced("order_id", "ORD-11111", context_of(turns), tool="get_order").outcome is Outcome.SUPPORTED
    assert is_called_off("Never mind.")
    assert not is_called_off("Actually no, cancel the one that I bought in May for my sister")


def test_the_last_take_back_is_found() -> None:
    """The turn of the last take-back, or -1."""
    assert last_take_back(context_of([user("go"), assistant("ok"), user("scratch that"), assistant("ok"), user("go on")])) == 2
    assert last_take_back(context_of("go")) == -1
