"""The names that a settings file may use at a place."""

from __future__ import annotations

import pytest
from groundrules.engine.policy import Policy
from groundrules.engine.setting_names import nearest_setting, setting_names


def test_names_follow_fields_lists_and_mappings() -> None:
    """A path through fields, list numbers and mapping keys leads to the names of the settings there."""
    assert "risk" in setting_names(Policy, ())
    assert "mint" in setting_names(Policy, ("parameters", "refund.amount"))
    assert "terms" in setting_names(Policy, ("text", "forbidden", 0))
    assert setting_names(Policy, ("risk",)) == ()
    assert setting_names(Policy, ("nothing", "here")) == ()


@pytest.mark.parametrize(
    ("path", "nearest"),
    [(("risc",), "risk"), (("text", "topic"), "topics"), (("text", "topics", 0, "term"), "terms"), (("zzz",), None), (("risk", "low"), None)],
)
def test_nearest(path: tuple[int | str, ...], nearest: str | None) -> None:
    """The most similar name at the place is offered, and none where nothing comes near."""
    assert nearest_setting(Policy, path) == nearest
