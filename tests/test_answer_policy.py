"""The table for answers: what would fail open is refused."""

from __future__ import annotations

import pytest
from groundrules.engine.answer_policy import DEFAULT_ANSWER_TABLE, AnswerRow, AnswerSettings, Mode, Ruling, check_monotone_answers
from groundrules.engine.errors import PolicyError
from groundrules.engine.types import Outcome

_FLAG_ALL = tuple(AnswerRow(outcome, 1, Ruling.FLAG) for outcome in (Outcome.UNDECIDED, Outcome.UNSUPPORTED, Outcome.CONTRADICTED))


def test_the_default_table_is_monotone() -> None:
    """The table that ships passes its own check, and so does one that flags everything."""
    check_monotone_answers(DEFAULT_ANSWER_TABLE)
    assert AnswerSettings(table=_FLAG_ALL).ruling(Outcome.CONTRADICTED, 5) is Ruling.FLAG


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ((*_FLAG_ALL, AnswerRow(Outcome.UNSUPPORTED, 3, Ruling.BLOCK)), "contradicted, severity 3, strict is milder than unsupported, severity 3, strict"),
        ((*_FLAG_ALL, AnswerRow(Outcome.UNDECIDED, 1, Ruling.BLOCK, (Mode.STRICT,))), "is milder than undecided, severity 1, strict"),
        ((*_FLAG_ALL[:2], AnswerRow(Outcome.CONTRADICTED, 1, Ruling.LEAVE)), "is milder than unsupported"),
        ((_FLAG_ALL[0], *(AnswerRow(outcome, 1, Ruling.LEAVE) for outcome in (Outcome.UNSUPPORTED, Outcome.CONTRADICTED))), "is milder than undecided"),
        ((AnswerRow(Outcome.UNDECIDED, 1, Ruling.LEAVE), AnswerRow(Outcome.UNSUPPORTED, 1, Ruling.LEAVE)), "is left out of the decision"),
    ],
)
def test_a_table_that_fails_open_is_refused(table: tuple[AnswerRow, ...], problem: str) -> None:
    """A milder ruling for a worse case, and unsupported findings that are left, are refused by the check and by the settings."""
    for make in (lambda: check_monotone_answers(table), lambda: AnswerSettings(table=table)):
        with pytest.raises(PolicyError) as caught:
            make()
        assert caught.value.key == "answers.table"
        assert problem in caught.value.problem
