"""`import groundrules` is cheap: it loads nothing heavy before it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("babel", "cryptography", "dateutil", "email_validator", "jsonschema", "jwt", "openai", "phonenumbers", "pydantic", "rich", "spacy", "typer")


def _loaded_after(code: str) -> set[str]:
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The top-level modules in memory after `import groundrules` in a new interpreter."""
    return _loaded_after("import groundrules")


@pytest.mark.parametrize("module", HEAVY)
def test_import_leaves_heavy_module_out(loaded: set[str], module: str) -> None:
    """No model, client, locale data or terminal library is loaded by the import alone."""
    assert "groundrules" in loaded
    assert module not in loaded


def test_auditor_tier_loads_no_client() -> None:
    """Importing the auditor tier loads no HTTP client either."""
    assert not _loaded_after("import groundrules.llm_fallback") & {"openai", "httpx", "requests", "tenacity"}
