"""`groundrules explain` and `groundrules rules`: the documentation of the rules, from the rules themselves."""

from __future__ import annotations

import json

from rapidfuzz import fuzz, process, utils

from ..engine.errors import InputError
from ..engine.rule import Rule, RuleSet
from ..engine.types import Json

MIN_SIMILARITY = 50.0


def rule_named(mark: str, rules: RuleSet) -> Rule:
    """The rule of an id or a name.

    Raises:
        InputError: no rule is called so; the message names the nearest one.
    """
    found = rules.get(mark.strip())
    if found is not None:
        return found
    marks = [name for rule in rules for name in (rule.id, rule.name)]
    nearest = process.extractOne(mark, marks, scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=MIN_SIMILARITY)
    remedy = f"did you mean `{nearest[0]}`?" if nearest else "`groundrules rules` lists them all"
    raise InputError("explain", problem=f"`{mark}` is no rule id and no rule name", remedy=remedy)


def rules_json(rules: RuleSet) -> str:
    """The rules as a JSON array, without their checks."""
    return json.dumps([_rule_json(rule) for rule in rules], indent=2)


def _rule_json(rule: Rule) -> Json:
    return {
        "id": rule.id,
        "name": rule.name,
        "status": rule.status.value,
        "since": rule.since,
        "summary": rule.summary,
        "doc": rule.doc.strip(),
    }
