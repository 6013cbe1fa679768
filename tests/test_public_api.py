"""The public names: `import groundrules` gives exactly what `engine/__init__.py` lists, documented and in order."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path

import groundrules
import pytest
from groundrules import engine

ROOT = Path(__file__).resolve().parent.parent

# What the README and the examples build on: these names may be added to, and none may go without a deprecation.
PROMISED = {
    *("Context", "Decision", "GroundrulesError", "Guard", "Outcome", "Policy", "Rule", "RuleSet"),
    *("ToolCall", "ToolRegistry", "Verdict"),
}


def test_package_gives_the_engine_and_its_names() -> None:
    """`groundrules.__all__` is the list of the engine, and `engine` itself."""
    assert set(vars(groundrules)["__all__"]) == {"engine", *engine.__all__}


def test_list_has_no_double() -> None:
    """Each public name is listed once; the linter keeps the list in order."""
    assert len(engine.__all__) == len(set(engine.__all__))


def test_each_name_is_listed_with_one_module() -> None:
    """What `__all__` promises, the table of modules holds: no more, no less, each name once."""
    homes: dict[str, str] = vars(engine)["_HOMES"]
    listed = [name for names in homes.values() for name in names.split()]
    assert sorted(listed) == sorted(engine.__all__)


def test_promised_names_are_there() -> None:
    """The names that the documentation uses are public."""
    assert set(engine.__all__) >= PROMISED


@pytest.mark.parametrize("name", engine.__all__)
def test_public_name_is_documented(name: str) -> None:
    """Each public class and function says what one gets."""
    value: object = getattr(groundrules, name)
    assert value is getattr(engine, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        first = (inspect.getdoc(value) or "").partition("\n")[0]
        assert first, f"{name} has no docstring"
        assert not first.startswith(f"{name}("), f"{name} has only the docstring that its dataclass made"


def test_version_is_that_of_the_project() -> None:
    """A verdict names the version that `pyproject.toml` gives."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == engine.VERSION
