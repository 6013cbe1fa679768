"""Golden verdicts: whole verdicts kept beside their cases. `UPDATE_GOLDEN=1 pytest tests/test_golden.py` writes them anew; read the diff."""

from __future__ import annotations

import difflib
import json
import os
from pathlib import Path

import pytest
from groundrules.cli.cases import guard_of, read_case
from groundrules.cli.files import parse_object, read_text
from groundrules.engine.types import Json
from groundrules.engine.views import text, tool_call_audit, verdict_json

FOLDER = Path(__file__).resolve().parent / "golden"
CASES = sorted(FOLDER.glob("*.case.json"))
CHANGES_WITH_EVERY_RELEASE = ("engine_version", "digests")


def _is_update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden", default=False)) or os.environ.get("UPDATE_GOLDEN") == "1"


def _answered(path: Path) -> str:
    case = read_case(parse_object(read_text(str(path)), path.name), path.name)
    verdict = guard_of(None, None).check_tool_call(case.call, context=case.context, registry=case.registry)
    native = {key: value for key, value in verdict_json(verdict).items() if key not in CHANGES_WITH_EVERY_RELEASE}
    whole: Json = {"text": list[Json](text(verdict).split("\n")), "audit": tool_call_audit(verdict), "verdict": native}
    return json.dumps(whole, indent=1) + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.removesuffix(".case.json"))
def test_golden_verdict(path: Path, request: pytest.FixtureRequest) -> None:
    """The verdict is, to the letter, the one that is kept."""
    kept_at = path.with_name(path.name.replace(".case.json", ".verdict.json"))
    answered = _answered(path)
    if _is_update(request):
        kept_at.write_text(answered, encoding="utf-8")
        return
    kept = kept_at.read_text(encoding="utf-8") if kept_at.exists() else ""
    difference = "\n".join(difflib.unified_diff(kept.splitlines(), answered.splitlines(), "kept", "now", lineterm="", n=2))
    assert not difference, f"{path.name} has another verdict:\n{difference}"


def test_every_golden_verdict_has_its_case() -> None:
    """No verdict is kept without its case, and there are cases."""
    assert CASES
    kept = {path.name.removesuffix(".verdict.json") for path in FOLDER.glob("*.verdict.json")}
    assert kept == {path.name.removesuffix(".case.json") for path in CASES}
