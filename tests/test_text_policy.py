"""The text policy: closed, typed, and refused when it is wrong."""

from __future__ import annotations

import pytest
from groundrules.engine.errors import PolicyError
from groundrules.engine.policy import Policy
from groundrules.engine.text_policy import ABOUT, Constraint, Disclaimer, Forbidden, TextPolicy, Topic, constraint_of
from groundrules.engine.types import Kind


@pytest.mark.parametrize(
    ("rule", "severity", "ignore"),
    [
        ("any dosage difference is severity 5", 5, False),
        ("Any price mismatch is severity 4.", 4, False),
        ("wrong deadlines are severity 3", 3, False),
        ("ignore marketing language", None, True),
        ("Ignore promotional wording.", None, True),
    ],
)
def test_constraint_in_words(rule: str, severity: int | None, ignore: bool) -> None:
    """Both forms are read, with synonyms of their subjects."""
    constraint = constraint_of(rule)
    assert (constraint.severity, constraint.ignore) == (severity, ignore)


@pytest.mark.parametrize("rule", ["be nice", "any unicorn difference is severity 5", "ignore", "any price difference is severity 9", "severity 5", ""])
def test_constraint_that_is_none(rule: str) -> None:
    """A constraint of another form, subject or range is refused."""
    with pytest.raises(PolicyError):
        constraint_of(rule)


def test_a_subject_names_its_kinds() -> None:
    """A subject stands for kinds of details and words of the sentence."""
    assert constraint_of("any price difference is severity 4").kinds == (Kind.MONEY,)
    assert "mg" in ABOUT["dosage"].terms


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"forbidden": [{"terms": list[str]()}]}, "text.forbidden[0].terms"),
        ({"forbidden": [{"terms": ["..."]}]}, "text.forbidden[0].terms"),
        ({"forbidden": [{"terms": ["a"], "severity": 0}]}, "text.forbidden[0].severity"),
        ({"disclaimers": [{"any_of": list[str]()}]}, "text.disclaimers[0].any_of"),
        ({"topics": [{"name": "x", "terms": list[str]()}]}, "text.topics[0].terms"),
        ({"constraints": [{"severity": 5}]}, "text.constraints[0].constraints"),
        ({"constraints": [{"terms": ["a"]}]}, "text.constraints[0].constraints"),
        ({"constraints": [{"terms": ["a"], "severity": 5, "ignore": True}]}, "text.constraints[0].constraints"),
        ({"rules": ["be nice"]}, "text.rules"),
    ],
)
def test_faults_name_their_place(settings: object, key: str) -> None:
    """A setting that cannot be used is refused by its place in the file."""
    with pytest.raises(PolicyError) as caught:
        Policy.from_mapping({"text": settings})
    assert caught.value.key == key


def test_an_unknown_key_names_the_nearest() -> None:
    """A key that is no setting is refused with the setting it is most like; every fault is named at once."""
    with pytest.raises(PolicyError) as caught:
        Policy.from_mapping({"text": {"forbiden": [], "regulatd": []}})
    assert "did you mean `forbidden`?" in str(caught.value)
    assert "did you mean `regulated`?" in str(caught.value)
    assert "disclaimers" in caught.value.remedy


def test_the_digest_tells_text_policies_apart() -> None:
    """The digest of a policy changes with what its texts may say, and not with the defaults spelt out."""
    default = Policy().digest
    assert Policy(text=TextPolicy()).digest == default
    changed = (
        TextPolicy(forbidden=(Forbidden(("tip",)),)),
        TextPolicy(disclaimers=(Disclaimer(("ask",)),)),
        TextPolicy(topics=(Topic("boats", ("boat",)),)),
        TextPolicy(constraints=(Constraint(terms=("boat",), ignore=True),)),
        TextPolicy(needs_evidence=False),
    )
    assert len({default, *(Policy(text=text).digest for text in changed)}) == len(changed) + 1
