"""The wheel: every folder of the package under `groundrules/`, nothing beside it, importable as it is."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="building the wheel needs the extra `test`")

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "rules", "llm_fallback", "record", "signing", "cli")
LINKS = ROOT / ".package" / "groundrules"


def _build(target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (built,) = (path for path in folder.iterdir() if path.is_file())
    return built


def _shipped(folder: str) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of this tree, built without a network."""
    return zipfile.ZipFile(_build("wheel", tmp_path_factory.mktemp("wheel")))


@pytest.mark.parametrize("folder", FOLDERS)
def test_wheel_holds_folder(wheel: zipfile.ZipFile, folder: str) -> None:
    """Each file of each folder is in the wheel, under `groundrules/`."""
    names = {name.removeprefix("groundrules/") for name in wheel.namelist() if name.startswith(f"groundrules/{folder}/")}
    assert names
    assert names == _shipped(folder)


def test_every_folder_of_the_package_is_known() -> None:
    """A new link in `.package/groundrules` is a new folder of the package and belongs in these tests."""
    assert {path.name for path in LINKS.iterdir() if path.is_symlink()} == set(FOLDERS)


def test_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    """Nothing lies outside `groundrules/` and the metadata, and no file is there twice."""
    names = wheel.namelist()
    assert {name.split("/")[0] for name in names if not name.split("/")[0].endswith(".dist-info")} == {"groundrules"}
    assert {name.split("/")[1] for name in names if name.startswith("groundrules/")} == {*FOLDERS, "__init__.py", "__main__.py", "py.typed"}
    assert len(names) == len(set(names))


def test_wheel_holds_types_schemas_and_license(wheel: zipfile.ZipFile) -> None:
    """Type information, the JSON Schemas of the forms and the license travel with the code."""
    names = wheel.namelist()
    assert "groundrules/py.typed" in names
    assert "groundrules/engine/verdict.schema.json" in names
    assert "groundrules/record/record.schema.json" in names
    assert sum(name.startswith("groundrules/engine/contracts/") and name.endswith(".schema.json") for name in names) == 6
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_wheel_imports_in_a_fresh_folder(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """Unpacked somewhere else, the package imports from there and finds the same rules."""
    from groundrules.rules import load_rules

    wheel.extractall(tmp_path)
    code = "import groundrules, groundrules.rules as r; print(groundrules.__file__); print(*[rule.id for rule in r.load_rules()])"
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    place, ids = result.stdout.splitlines()
    assert Path(place).is_relative_to(tmp_path)
    assert ids.split() == [rule.id for rule in load_rules()]


def test_links_are_links() -> None:
    """The development skeleton holds links to the real folders, not text files left by a checkout without symbolic links."""
    for folder in FOLDERS:
        link = LINKS / folder
        hint = f"{link} is no link: on Windows turn on developer mode, run `git config core.symlinks true` and check the folder out again"
        assert link.is_symlink(), hint
        assert link.resolve() == ROOT / folder


def test_sdist_holds_all_the_wheel_needs(tmp_path: Path) -> None:
    """The source archive holds the real folders, no links, and everything the wheel is made of."""
    with tarfile.open(_build("sdist", tmp_path)) as archive:
        members = archive.getmembers()
    assert not any(member.issym() for member in members)
    names = {member.name.partition("/")[2] for member in members}
    for folder in FOLDERS:
        assert _shipped(folder) <= names
    assert {"tests/test_packaging.py", "README.md", "LICENSE", ".package/groundrules/py.typed"} <= names


def test_metadata_names_the_license_and_the_command(wheel: zipfile.ZipFile) -> None:
    """The metadata says Apache-2.0 and the wheel installs the command `groundrules`."""
    (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    assert "License-Expression: Apache-2.0" in wheel.read(metadata).decode()
    entry_points = wheel.read(metadata.replace("METADATA", "entry_points.txt")).decode()
    assert "groundrules = groundrules.cli:main" in entry_points
