"""The product knows no data set: its code names none, so that nothing in it can be tuned to one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Public data sets and suites that figures are reported on, less those that are ordinary words too (fever, cliff, begin, sgd).
DATA_SETS = (
    *("bfcl", "tau2", "tau-bench", "toolalpaca", "tooltalk", "seal-tools", "when2call", "nestful", "api-bank", "livemcpbench"),
    *("glaive", "xlam", "apigen", "toolace", "nexusraven", "ragtruth", "halueval", "faithbench", "aggrefact", "summedits", "summeval"),
    *("truthfulqa", "hotpotqa", "medhallu", "diasumfact", "factcheckgpt", "faceval", "gofigure", "quintd", "scitab", "storysumm", "wice"),
    *("presidio", "duckling", "datefinder", "dateparser", "pytimeparse", "quantulum", "recognizers-text", "autolinker", "linkify"),
)
FOLDERS = ("engine", "rules", "llm_fallback", "cli")
NAMED = re.compile(r"(?<![a-z0-9])(?:" + "|".join(name.replace("-", "[-_ ]?") for name in DATA_SETS) + r")(?![a-z0-9])", re.IGNORECASE)


def product_files() -> list[Path]:
    """Every text file of the product."""
    files = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")))
    return [path for path in files if path.suffix in (".py", ".toml", ".json", ".txt", ".csv")]


@pytest.mark.parametrize("path", product_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_product_names_no_data_set(path: Path) -> None:
    """No file of the product names a data set or a suite it is measured on."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        found = NAMED.search(line)
        assert found is None, f"{path.relative_to(ROOT)}:{number} names `{found.group()}`: describe the kind of fault instead"


@pytest.mark.parametrize("text", ["the BFCL rows", "tau_bench", "as in Tau-Bench,", "ragtruth/test"])
def test_pattern_sees_a_name(text: str) -> None:
    """The pattern itself finds names in the usual spellings."""
    assert NAMED.search(text)


@pytest.mark.parametrize("text", ["whichever", "a linkified text", "bfclx", "twice"])
def test_pattern_leaves_words_alone(text: str) -> None:
    """A word that merely holds a name is not one."""
    assert NAMED.search(text) is None
