"""A verdict read back from its native form."""

from __future__ import annotations

import json
import math

import pytest
from calls import context_of, verdict
from groundrules import InputError, Json, verdict_from_json, verdict_json


def test_verdict_comes_back() -> None:
    """Equal where its values have a JSON form, and with the same views where they have not."""
    found = verdict({"order_id": "ORD-77102", "amount": 5}, context_of("Cancel ORD-77120."))
    assert verdict_from_json(json.loads(json.dumps(verdict_json(found)))) == found
    odd = verdict({"amount": math.inf}, context_of("Hello."))
    assert verdict_json(verdict_from_json(verdict_json(odd))) == verdict_json(odd)


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("verdict_version", "2.0", "verdict.verdict_version"),
        ("decision", "maybe", "verdict.decision"),
        ("items", {}, "verdict.items"),
        ("items", [7], r"verdict.items\[0\]"),
        ("items", [{"item": "/x"}], r"verdict.items\[0\].value"),
        ("reasons", [None], r"verdict.reasons\[0\]"),
        ("digests", {"rules": ""}, "verdict.digests.policy"),
        ("tool_name", None, "verdict.tool_name"),
    ],
)
def test_other_shapes_are_refused(key: str, value: Json, place: str) -> None:
    """With the place that is wrong."""
    written = {**verdict_json(verdict({"a": "x"}, context_of("Hello."))), key: value}
    with pytest.raises(InputError, match=place):
        verdict_from_json(written)


@pytest.mark.parametrize(
    ("key", "value"), [("severity", 9), ("severity", True), ("confidence", 1.5), ("suggestion", []), ("flag", "odd"), ("evidence", [{"start": -1}])]
)
def test_parts_of_an_item_are_checked(key: str, value: Json) -> None:
    """Numbers in range, words of their sets."""
    written = json.loads(json.dumps(verdict_json(verdict({"a": "x"}, context_of("Hello.")))))
    written["items"][0][key] = value
    with pytest.raises(InputError, match=r"verdict\.items\[0\]"):
        verdict_from_json(written)
