"""Imports go one way: a module of the engine may import only from its own layer or the layers above it in the table below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the leaves up. A name stands for a module of engine/; `values.*` for every module in that folder. Every module must be listed.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("types", "version"),
    ("errors", "feedback_mark", "audits"),
    ("deadline", "limits"),
    ("data", "data.*"),
    ("normalize", "tables", "json_spans", "argument_faults", "log"),
    ("languages", "addressed"),
    ("values.*",),
    ("values",),
    ("inputs", "arguments", "json_walk", "schema_dialect", "schema_text", "tool_schema", "tool_spec"),
    ("forms.*",),
    ("forms", "tool_forms", "callables"),
    ("text", "text.words"),
    ("text.windows", "text.keyed", "text.tables"),
    ("index",),
    ("answer_policy", "text_policy", "setting_names", "canonical", "plans", "plans.plan_policy"),
    ("audit_policy",),
    ("policy", "provenance", "precedents"),
    ("context", "registry", "slots"),
    ("search", "clock", "snapshot", "registry_sources"),
    ("slot_units", "polarity", "name_bounds", "doubts"),
    ("admission", "echoes", "near", "rivals", "uptake", "records"),
    ("derive_codes", "derive_arithmetic", "derive_stretches"),
    ("derive_dates", "derive_names", "derive_numbers", "intent"),
    ("directions", "date_ends"),
    ("record_choice",),
    ("objections",),
    ("retractions",),
    ("absence",),
    ("composed",),
    ("trace",),
    ("inquiry",),
    ("rule", "verdict"),
    ("text.answer", "text.findings", "text.segments", "text.entities"),
    ("text.details", "text.alignment", "text.computed", "stream_units"),
    ("text.grounding", "text.polarity", "text.severity"),
    ("text.rivals_text", "text.binding"),
    ("text.features",),
    ("text.prose_score",),
    ("text.reading",),
    ("text.source_phrases", "text.quotations", "text.references", "text.abstention", "text.degenerate", "text.claimed_actions", "text.wording", "text.small_talk"),
    ("text.tone", "text.extremes"),
    ("text.citation_marks",),
    ("text.citation_targets",),
    ("text.text_inquiry",),
    ("text.constraints",),
    ("text.run_text", "text.merge_text"),
    ("run", "settle", "escalate", "merge", "views"),
    ("audit_merge",),
    ("plans.digests", "plans.plan_findings", "plans.step_references"),
    ("plans.plan", "plans.plan_arguments", "plans.snapshot_drift", "plans.suggestions"),
    ("plans.read_steps", "plans.read_prose", "plans.receipts"),
    ("plans.read_plan", "plans.plan_inquiry"),
    ("plans.run_plan", "plans.plan_verdict"),
    ("plans.check_plan", "plans.manifest"),
    ("text_views", "json_read"),
    ("audit_read",),
    ("verdict_read", "approvals", "entries", "feedback", "callbacks", "binding", "history"),
    ("ledger",),
    ("session",),
    ("sessions", "protect"),
    ("guard", "surfaces"),
    ("plans.runner",),
    ("stream", "stream_calls"),
    ("stream_read",),
    ("__init__",),
)

# The other folders of the package, and what each may import of the package.
FOLDERS: dict[str, tuple[str, ...]] = {
    "rules": ("engine",),
    "llm_fallback": ("engine",),
    "signing": ("engine",),
    "record": ("engine",),
    "cli": ("engine", "rules", "llm_fallback", "record", "signing"),
}

# Upward imports that are meant: the guard wires the parts, inside a function.
EXCEPTIONS = {("guard", "rules")}


def modules(folder: str) -> dict[str, Path]:
    """Dotted name below the folder -> file; a package goes by its own name, the folder itself by `__init__`."""
    found: dict[str, Path] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = list(path.relative_to(ROOT / folder).with_suffix("").parts)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        found[".".join(parts)] = path
    return found


def imported(path: Path, *, dotted: str) -> Iterator[str]:
    """The modules of the package that a file imports at run time, as dotted names below `groundrules` (`engine.types`)."""
    package = dotted.split(".") if path.name == "__init__.py" else dotted.split(".")[:-1]
    for node in _runtime_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("groundrules.") for alias in node.names if alias.name.split(".")[0] == "groundrules")
        elif isinstance(node, ast.ImportFrom):
            yield from _from_targets(node, package=package)


def _from_targets(node: ast.ImportFrom, *, package: list[str]) -> Iterator[str]:
    if node.level == 0:
        if (node.module or "").split(".")[0] != "groundrules":
            return
        stem = (node.module or "").split(".")[1:]
    else:
        stem = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
    for alias in node.names:
        candidate = [*stem, alias.name]
        yield ".".join(candidate if _is_module(candidate) else stem)


def _is_module(parts: list[str]) -> bool:
    base = ROOT.joinpath(*parts)
    return base.with_suffix(".py").is_file() or base.is_dir()


def _runtime_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            for branch in node.orelse:
                yield from _runtime_nodes(branch)
            continue
        yield node
        yield from _runtime_nodes(node)


def layer_of(module: str) -> int:
    """The place of an engine module in the table; -1 where it is not listed."""
    for place, names in enumerate(LAYERS):
        if module in names or ("." in module and f"{module.split('.')[0]}.*" in names):
            return place
    return -1


def dotted_name(folder: str, module: str) -> str:
    """The dotted name below `groundrules`."""
    return folder if module == "__init__" else f"{folder}.{module}"


ENGINE = modules("engine")


@pytest.mark.parametrize("module", ENGINE)
def test_engine_module_is_listed(module: str) -> None:
    """Every module of the engine has its place in the table."""
    assert layer_of(module) >= 0, f"engine/{module.replace('.', '/')}.py is in no layer: add it to LAYERS in tests/test_layers.py"


@pytest.mark.parametrize("module", ENGINE)
def test_engine_imports_only_from_its_layer_and_below(module: str) -> None:
    """No engine module imports one of a later layer, or another folder of the package."""
    own = layer_of(module)
    for target in imported(ENGINE[module], dotted=dotted_name("engine", module)):
        folder, _, name = target.partition(".")
        if folder != "engine":
            assert (module, folder) in EXCEPTIONS, f"engine/{module} imports `{target}`: the engine does not know the other folders"
            continue
        assert layer_of(name or "__init__") <= own, f"engine/{module} imports `{target}`, which is in a later layer"


def test_engine_imports_have_no_cycle() -> None:
    """The modules of the engine can be put in an order in which each imports only earlier ones."""
    graph: dict[str, set[str]] = {}
    for module, path in ENGINE.items():
        name = dotted_name("engine", module)
        targets = {target for target in imported(path, dotted=name) if target.startswith("engine")}
        graph[name] = targets - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"the engine imports itself in a circle: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize("folder", FOLDERS)
def test_other_folders_import_what_they_may(folder: str) -> None:
    """Rules, auditors and the audit record build on the engine alone; the command line on all of them."""
    for module, path in modules(folder).items():
        for target in imported(path, dotted=dotted_name(folder, module)):
            allowed = (folder, *FOLDERS[folder])
            assert target.split(".")[0] in allowed, f"{folder}/{module} imports `{target}`: only {', '.join(allowed)} are open to it"


@pytest.mark.parametrize("folder", ["engine", *FOLDERS])
def test_package_imports_are_relative(folder: str) -> None:
    """Inside the package an import never names `groundrules`, so that no second copy of a module can appear."""
    for module, path in modules(folder).items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) and node.level == 0 else []
            assert not any(name.split(".")[0] == "groundrules" for name in named), f"{folder}/{module} imports groundrules by name"


def test_reader_sees_through_the_forms_of_import(tmp_path: Path) -> None:
    """The reader itself: relative and absolute forms, a lazy import, and the type-checking exemption."""
    path = tmp_path / "sample.py"
    path.write_text(
        "from typing import TYPE_CHECKING\nfrom . import types\nfrom .errors import InputError\nimport groundrules.engine.rule\n"
        "if TYPE_CHECKING:\n    from .guard import Guard\ndef late():\n    from ..rules import load_rules\n",
        encoding="utf-8",
    )
    assert list(imported(path, dotted="engine.sample")) == ["engine.types", "engine.errors", "engine.rule", "rules"]
