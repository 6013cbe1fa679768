"""The rules that ship with groundrules: one file each, found by name. A file that starts with `_` is shared code, not a rule."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import cast

from ..engine.errors import RuleError
from ..engine.rule import Rule, RuleSet
from ._pages import page_of, table_of


@cache
def load_rules() -> RuleSet:
    """Every shipped rule, sorted by id; read once.

    Raises:
        RuleError: a rule file is malformed, misnamed, or repeats an id or a name.
    """
    return discover(__path__, package=__name__)


def rule_table() -> str:
    """A Markdown table of the shipped rules."""
    return table_of(load_rules())


def rule_page() -> str:
    """The text of `docs/RULES.md`: the table, then each shipped rule with its documentation and its examples."""
    return page_of(load_rules())


def discover(path: Iterable[str], *, package: str) -> RuleSet:
    """The rules of the modules under `path`, which import as `package`: each declares `RULE`, or `RULES` for a family in one file.

    Raises:
        RuleError: a file declares neither or both, is not named after its one rule, or repeats an id or a name.
    """
    owners: dict[str, str] = {}
    rules: list[Rule] = []
    for module in sorted(pkgutil.iter_modules(path), key=lambda found: found.name):
        if module.name.startswith("_"):
            continue
        file = f"{module.name}.py"
        for rule in _declared(import_module(f"{package}.{module.name}"), file=file):
            _claim(rule, file=file, owners=owners)
            rules.append(rule)
    return RuleSet(rules)


def _declared(module: object, *, file: str) -> tuple[Rule, ...]:
    single: object = getattr(module, "RULE", None)
    family: object = getattr(module, "RULES", None)
    if (single is None) == (family is None):
        raise RuleError(
            file,
            problem="it declares neither `RULE` nor `RULES`" if single is None else "it declares both `RULE` and `RULES`",
            remedy="declare one of them, or start the file name with `_` if it only holds shared code",
        )
    if family is not None:
        return _as_family(family, file=file)
    if not isinstance(single, Rule):
        raise RuleError(file, problem="`RULE` is not a Rule", remedy="build it with `Rule(...)`")
    expected = f"{single.name.replace('-', '_')}.py"
    if file != expected:
        raise RuleError(file, problem=f"it holds the rule `{single.name}`", remedy=f"rename the file to `{expected}`")
    return (single,)


def _as_family(family: object, *, file: str) -> tuple[Rule, ...]:
    members = cast("tuple[object, ...]", family) if isinstance(family, tuple) else ()
    rules = tuple(member for member in members if isinstance(member, Rule))
    if not rules or len(rules) != len(members):
        raise RuleError(file, problem="`RULES` is not a tuple of one or more rules", remedy="build each member with `Rule(...)`")
    return rules


def _claim(rule: Rule, *, file: str, owners: dict[str, str]) -> None:
    for mark in (rule.id, rule.name):
        if mark in owners:
            remedy = "give each rule an id and a name of its own; ids are never reused"
            raise RuleError(file, problem=f"`{mark}` is already taken by `{owners[mark]}`", remedy=remedy)
        owners[mark] = file


__all__ = ["discover", "load_rules", "rule_page", "rule_table"]
