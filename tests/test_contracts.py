"""The shipped JSON Schemas of the forms: well-formed, and the same as the agreed ones where those are at hand."""

from __future__ import annotations

import json
import os
from pathlib import Path

import groundrules.engine
import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parent.parent
ENGINE = Path(str(groundrules.engine.__file__)).parent
SHIPPED = ENGINE / "contracts"
AGREED = Path(os.environ.get("GROUNDRULES_CONTRACTS", ROOT.parent / "shared" / "contracts"))
SCHEMAS = [*sorted(SHIPPED.glob("*.schema.json")), *sorted(ENGINE.glob("*.schema.json"))]


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schema_is_a_schema(path: Path) -> None:
    """Each shipped form is a valid JSON Schema with a title."""
    schema = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["title"]


def test_shipped_contracts_are_the_agreed_ones() -> None:
    """Byte for byte the same set of files."""
    if not AGREED.is_dir():
        pytest.skip(f"the agreed contracts are not at {AGREED}: set GROUNDRULES_CONTRACTS to their folder to compare")
    agreed = {path.name: path.read_bytes() for path in AGREED.glob("*.schema.json")}
    assert {path.name: path.read_bytes() for path in SHIPPED.glob("*.schema.json")} == agreed
