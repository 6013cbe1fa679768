"""Every example in a docstring of the package runs."""

from __future__ import annotations

import doctest
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import groundrules
import pytest

ROOT = Path(groundrules.__file__).resolve().parent


def _modules_with_examples() -> Iterator[str]:
    for module in pkgutil.walk_packages(groundrules.__path__, "groundrules."):
        path = ROOT.joinpath(*module.name.split(".")[1:])
        file = path / "__init__.py" if module.ispkg else path.with_suffix(".py")
        if ">>> " in file.read_text(encoding="utf-8"):
            yield module.name


@pytest.mark.parametrize("name", list(_modules_with_examples()))
def test_docstring_examples_run(name: str) -> None:
    """The examples of one module print what they say."""
    if name.startswith("groundrules.cli"):
        pytest.importorskip("typer", reason="the command line needs the extra `cli`")
    outcome = doctest.testmod(import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert outcome.attempted > 0
    assert outcome.failed == 0
