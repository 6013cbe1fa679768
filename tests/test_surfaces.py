"""One settings file for several surfaces."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from groundrules.engine.context import Context
from groundrules.engine.errors import PolicyError
from groundrules.engine.guard import Guard
from groundrules.engine.policy import Domain, Risk
from groundrules.engine.surfaces import Surfaces
from groundrules.engine.text.answer import Answer
from groundrules.engine.text.findings import TextDecision
from groundrules.engine.text_policy import ABOUT, TextPolicy, Trade

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = Surfaces.from_toml(ROOT / "examples" / "surfaces.toml")


def test_each_surface_has_its_policy() -> None:
    """A surface says its risk, domain and texts; what it does not say comes from the defaults."""
    assert set(EXAMPLE.policies) == {"help-centre", "investments", "pharmacy"}
    assert (EXAMPLE.policy("investments").risk, EXAMPLE.policy("investments").domain) == (Risk.HIGH, Domain.FINANCE)
    assert EXAMPLE.policy("pharmacy").risk is Risk.MEDIUM


def test_a_surface_adds_to_what_the_defaults_forbid() -> None:
    """A surface with prohibitions of its own keeps those of all surfaces."""
    terms = {term for forbidden in EXAMPLE.policy("investments").text.forbidden for term in forbidden.terms}
    assert {"hot tip", "I was trained"} <= terms


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("[surface.x]", "surface", "surfaces"),
        ("[defaults]", "surfaces", "[surfaces.NAME]"),
        ("surfaces = 5", "surfaces", "[surfaces]"),
        ("[surfaces]\nx = 5", "surfaces.x", "[surfaces.x]"),
        ('[surfaces.x]\nrisc = "LOW"', "surfaces.x.risc", "did you mean `risk`?"),
        ("[surfaces.x.text]\nforbiden = []", "surfaces.x.text.forbiden", "did you mean `forbidden`?"),
        ('[surfaces.x.text]\nrules = ["be nice"]', "surfaces.x.text.rules", "severity <1-5>"),
        ("not toml", "(file)", "correct the line"),
    ],
)
def test_refused(text: str, key: str, hint: str) -> None:
    """A file that cannot be used is refused by its place, with what to do."""
    with pytest.raises(PolicyError, match=re.escape(hint)) as caught:
        Surfaces.from_toml(text)
    assert caught.value.key == key


def test_an_unknown_surface_names_the_nearest() -> None:
    """Asking for a surface that is not there names the one it is most like."""
    with pytest.raises(PolicyError, match="did you mean `help-centre`"):
        EXAMPLE.policy("help-center")


@pytest.mark.parametrize(
    ("surface", "answer", "decision"),
    [
        ("help-centre", "Returns are accepted for 14 days.", TextDecision.PASS),
        ("help-centre", "As an AI language model I know that returns are accepted for 14 days.", TextDecision.BLOCK),
        ("help-centre", "Returns are accepted for 14 days. The dosage is one spoon.", TextDecision.BLOCK),
        ("investments", "Returns are accepted for 14 days.", TextDecision.BLOCK),
        ("investments", "Returns are accepted for 14 days. Your capital is at risk.", TextDecision.PASS),
        ("pharmacy", "A tablet cures everything. Ask your doctor.", TextDecision.BLOCK),
    ],
)
def test_the_worked_example(surface: str, answer: str, decision: TextDecision) -> None:
    """The same answer passes on one surface and is blocked on another."""
    context = Context.from_openai([], evidence=[{"id": "1", "text": "Returns are accepted for 14 days. Ask us."}])
    rules = Guard().rules.select("GR325", "GR326", "GR327")
    assert Guard(rules=rules, policy=EXAMPLE.policy(surface)).check_answer(Answer(answer), context=context).decision is decision


def _blocks(language: str) -> list[str]:
    page = (ROOT / "docs" / "TEXT_POLICY.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_the_page_prints_what_it_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python block of the page runs in the root folder and prints its text block."""
    monkeypatch.chdir(ROOT)
    (code,), (printed,) = _blocks("python"), _blocks("text")
    exec(compile(code, "TEXT_POLICY.md", "exec"), {})
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("block", _blocks("toml"))
def test_the_settings_of_the_page_load(block: str) -> None:
    """Each settings block of the page is a file that loads."""
    assert Surfaces.from_toml(block).policies


def test_the_page_names_every_setting() -> None:
    """Every setting of the text policy, every trade and every subject stands in the page."""
    page = (ROOT / "docs" / "TEXT_POLICY.md").read_text(encoding="utf-8")
    names = [*(each.name for each in fields(TextPolicy)), *Trade, *ABOUT]
    assert [name for name in names if name not in page] == []
