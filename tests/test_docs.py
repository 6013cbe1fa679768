"""The documentation is true: generated parts are fresh, commands run, Python blocks print what they say, links lead somewhere."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest
from groundrules.rules import load_rules, rule_page, rule_table
from groundrules.rules._pages import TABLE_END, TABLE_START, with_rule_table

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
DOCS = ("RULES", "RECORD", "AGENT", "PLANS", "TEXT", "TEXT_POLICY", "ROWS", "AUDITOR")
PAGES = (README, *(ROOT / f"{name}.md" for name in ("CONTRIBUTING", "SECURITY", "CHANGELOG")), *(ROOT / "docs" / f"{name}.md" for name in DOCS))
STALE = "is stale: run `make docs`"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Command:
    """A documented command, and the exit code its comment names (`# exit 1: ...`), else 0."""

    page: str
    words: tuple[str, ...]
    code: int

    @property
    def line(self) -> str:
        """The command as one would type it."""
        return shlex.join(self.words)


def _commands() -> list[Command]:
    found: list[Command] = []
    for path in PAGES:
        for language, block in FENCE.findall(path.read_text(encoding="utf-8")):
            for line in block.splitlines() if language == "sh" else ():
                words = shlex.split(line, comments=True)
                named = re.search(r"# exit (\d)", line)
                if words:
                    found.append(Command(path.name, tuple(words), int(named[1]) if named else 0))
    return found


COMMANDS = _commands()


def _run(words: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.line)
def test_documented_command_runs(command: Command) -> None:
    """Each command in a `sh` block does what the page says; those that build an environment are checked without building it."""
    program, *rest = command.words
    if program == "make":
        if shutil.which("make") is None:
            pytest.skip("make is not installed")
        result = _run(("make", "-n", *rest))
    elif program == "pip":
        assert rest[0] == "install"
        assert _extras_exist(rest[1]), f"{rest[1]} names an extra that pyproject.toml does not have"
        return
    else:
        assert program == "groundrules", f"no test knows how to run `{command.line}`"
        pytest.importorskip("typer", reason="the command line needs the extra `cli`")
        result = _run((sys.executable, "-m", "groundrules", *rest))
    assert result.returncode == command.code, result.stdout + result.stderr


def _extras_exist(requirement: str) -> bool:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place, _, extras = requirement.rstrip("]").partition("[")
    return place == "." and set(filter(None, extras.split(","))) <= set(project["optional-dependencies"])


def test_readme_opens_with_the_two_commands() -> None:
    """The first block of the README is `make demo` and `make test`."""
    first = [command.words for command in COMMANDS if command.page == "README.md"][:2]
    assert first == [("make", "demo"), ("make", "test")]


@pytest.mark.parametrize("page", [README, ROOT / "docs" / "AGENT.md"], ids=lambda page: page.name)
def test_python_of_a_page_prints_what_it_says(page: Path) -> None:
    """The Python blocks of the page run in order, and the `text` block after each is what it prints."""
    blocks = FENCE.findall(page.read_text(encoding="utf-8"))
    scope: dict[str, object] = {}
    ran = 0
    for (language, code), (following, expected) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if language != "python":
            continue
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), scope)
        ran += 1
        if following == "text":
            assert printed.getvalue() == expected
    assert ran > 0


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_example_prints_what_it_promises(path: Path) -> None:
    """Each example runs by itself, and prints what stands beside it in the `.out` file."""
    result = _run((sys.executable, str(path)))
    assert result.returncode == 0, result.stderr
    assert result.stdout == path.with_suffix(".out").read_text(encoding="utf-8")


def test_plans_page_shows_the_example() -> None:
    """The worked example of `docs/PLANS.md` is the one that the tests run, and so is what it prints."""
    page = (ROOT / "docs" / "PLANS.md").read_text(encoding="utf-8")
    example = ROOT / "examples" / "plan.py"
    assert f"```python\n{example.read_text(encoding='utf-8')}```" in page
    assert f"```text\n{example.with_suffix('.out').read_text(encoding='utf-8')}```" in page


def test_rules_page_is_fresh() -> None:
    """`docs/RULES.md` is what the rule files generate."""
    assert (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8") == rule_page(), f"docs/RULES.md {STALE}"


def test_readme_rule_table_is_fresh() -> None:
    """The table in the README is what the rule files generate."""
    text = README.read_text(encoding="utf-8")
    assert with_rule_table(text, load_rules()) == text, f"the rule table of README.md {STALE}"
    assert rule_table() in text


def test_rule_table_replaces_only_what_is_between_its_marks() -> None:
    """The text around the marks is kept, and a text without them is refused."""
    text = with_rule_table(f"before\n{TABLE_START}\nold\n{TABLE_END}\nafter\n", load_rules())
    assert text == f"before\n{TABLE_START}\n{rule_table()}{TABLE_END}\nafter\n"
    with pytest.raises(ValueError, match="lacks the marks"):
        with_rule_table("no marks here", load_rules())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_to_files(path: Path) -> None:
    """A relative link in a page names a file or folder of this tree."""
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{path.name} links to `{target}`, which does not exist"


def test_version_stands_in_the_changelog() -> None:
    """The changelog is open for changes and says so."""
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
