"""Writes the generated parts of the documentation again: `docs/RULES.md` and the rule table of `README.md`."""

from __future__ import annotations

from pathlib import Path

from groundrules.rules import load_rules, rule_page
from groundrules.rules._pages import with_rule_table

ROOT = Path(__file__).resolve().parent.parent


def pages() -> dict[Path, str]:
    """Each generated file with the text it should hold."""
    readme = ROOT / "README.md"
    return {
        ROOT / "docs" / "RULES.md": rule_page(),
        readme: with_rule_table(readme.read_text(encoding="utf-8"), load_rules()),
    }


def main() -> None:
    """Writes what is stale and names it."""
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
