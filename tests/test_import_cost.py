"""`import groundrules` is cheap: it loads nothing heavy before it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    *("ada_url", "ahocorasick", "babel", "cryptography", "dateutil", "email_validator", "jsonschema", "jsonschema_rs", "jwt", "openai", "phonenumbers"),
    *("pydantic", "rapidfuzz", "rich", "spacy", "tenacity", "text_to_num", "typer"),
)


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


def test_import_loads_no_module_of_the_engine() -> None:
    """The names of the engine are loaded with their modules when they are asked for, and not before."""
    code = "import groundrules\nown = {n for n in sys.modules if n.startswith('groundrules.')}\nassert own == {'groundrules.engine', 'groundrules.engine.text'}, own"
    assert "groundrules" in _loaded_after(code)


def test_name_of_a_folder_stays_a_function() -> None:
    """`text` is the public function, whether or not the folder of that name was loaded before it was asked for."""
    code = "import groundrules.engine.text.answer\nfrom groundrules import engine, text\nassert text is engine.text and callable(text)"
    assert "groundrules" in _loaded_after(code)


def test_unknown_name_is_refused() -> None:
    """A name that is not public raises AttributeError, which an import turns into ImportError."""
    code = "import groundrules\nassert not hasattr(groundrules, 'Gard')\nassert not hasattr(groundrules.engine, 'Gard')"
    assert "groundrules" in _loaded_after(code)


def test_auditor_tier_loads_no_client() -> None:
    """Importing the auditor tier loads no HTTP client either."""
    assert not _loaded_after("import groundrules.llm_fallback") & {"openai", "httpx", "requests", "tenacity"}
