"""The command line: exit codes, output forms, and messages that name the place and what to do."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import groundrules.engine
import pytest
from groundrules.cli import main
from groundrules.cli.demo import scenes
from groundrules.engine.types import Json
from groundrules.rules import load_rules, rule_table
from jsonschema import Draft202012Validator

ENGINE = Path(str(groundrules.engine.__file__)).parent
CONTRACTS = {"json": "verdict", "audit": "contracts/tool_call_audit", "report": "contracts/hallucination_report"}

GOOD: dict[str, Json] = {
    "messages": [{"role": "user", "content": "Cancel booking KX-20931 and tell lena@example.com."}],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "cancel_booking",
                "parameters": {
                    "type": "object",
                    "properties": {"booking_id": {"type": "string"}, "email": {"type": "string", "format": "email"}},
                    "required": ["booking_id"],
                    "additionalProperties": False,
                },
            },
        }
    ],
    "call": {"name": "cancel_booking", "arguments": {"booking_id": "KX-20931", "email": "lena@example.com"}},
}
BAD: dict[str, Json] = {**GOOD, "call": {"name": "cancel_booking", "arguments": {"booking_id": "KX-20981"}}}


@dataclass(frozen=True)
class Run:
    """What a command came to."""

    code: int
    out: str
    err: str


Runner = Callable[..., Run]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    """Runs the command line in this process."""
    pytest.importorskip("typer", reason="the command line needs the extra `cli`")

    def runner(*words: str) -> Run:
        monkeypatch.setattr(sys, "argv", ["groundrules", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
        captured = capsys.readouterr()
        code = stopped.value.code
        return Run(code if isinstance(code, int) else 0 if code is None else 1, captured.out, captured.err)

    return runner


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Writes a file and gives its path."""

    def writer(content: object, name: str = "case.json") -> str:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8", newline="")
        return str(path)

    return writer


Writer = Callable[..., str]


def test_call_that_may_run(run: Runner, write: Writer) -> None:
    """Exit 0, and the text says so and names where the values stand."""
    done = run("check", write(GOOD))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("cancel_booking: allow\n")
    assert "<- m0 [" in done.out


def test_call_that_may_not_run(run: Runner, write: Writer) -> None:
    """Exit 1, and the fault stands first."""
    done = run("check", write(BAD))
    assert done.code == 1
    assert re.match(r"cancel_booking: (block|regenerate)\n  HALLUCINATED booking_id", done.out)


@pytest.mark.parametrize("form", CONTRACTS)
def test_machine_readable_forms(run: Runner, write: Writer, form: str) -> None:
    """Each form is one JSON document that fits its schema."""
    schema = json.loads((ENGINE / f"{CONTRACTS[form]}.schema.json").read_text(encoding="utf-8"))
    for case in (GOOD, BAD):
        answered = json.loads(run("check", write(case), "--format", form).out)
        faults = Draft202012Validator(schema).iter_errors(answered)  # pyright: ignore[reportUnknownMemberType]: half-typed stub
        assert list(faults) == []


def test_standard_input(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` reads the case from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert run("check", "-").code == 0


def test_json_lines_give_one_verdict_a_line_and_the_worst_code(run: Runner, write: Writer) -> None:
    """Several cases: a line each, in order; a broken one is told and does not stop the others."""
    lines = [json.dumps(GOOD), json.dumps(BAD), "", json.dumps(GOOD)]
    done = run("check", write("\n".join(lines)), "--format", "json")
    assert done.code == 1
    assert [json.loads(line)["may_run"] for line in done.out.splitlines()] == [True, False, True]
    broken = run("check", write("\n".join([json.dumps(GOOD), '{"call": ', json.dumps(BAD)])), "--format", "json")
    assert broken.code == 2
    assert len(broken.out.splitlines()) == 2
    assert "case.json:2 line 2 column" in broken.err


def test_risk_and_completeness_are_options(run: Runner, write: Writer) -> None:
    """At HIGH risk nothing undecided may run; an incomplete conversation makes absence undecided."""
    assert json.loads(run("check", write(GOOD), "--format", "json", "--risk", "HIGH").out)["risk"] == "HIGH"
    outcomes = {}
    for option in ("--complete", "--incomplete"):
        items = json.loads(run("check", write(BAD), "--format", "json", option).out)["items"]
        outcomes[option] = next(each["outcome"] for each in items if each["item"] == "/booking_id")
    assert outcomes == {"--complete": "unsupported", "--incomplete": "undecided"}


def test_policy_file(run: Runner, write: Writer) -> None:
    """The policy comes from a file; a setting that does not exist ends with code 2 and is named."""
    policy = write('risk = "LOW"\n', "policy.toml")
    assert json.loads(run("check", write(GOOD), "--format", "json", "--policy", policy).out)["risk"] == "LOW"
    done = run("check", write(GOOD), "--policy", write("hope = true\n", "policy.toml"))
    assert done.code == 2
    assert "`hope`" in done.err


def test_a_policy_for_a_misspelt_parameter(run: Runner, write: Writer) -> None:
    """Settings for a parameter that the tool does not have end with code 2 and name the nearest one; those for another tool are passed over."""
    done = run("check", write(GOOD), "--policy", write('[parameters."cancel_booking.emial"]\ntrusted = true\n', "policy.toml"))
    assert done.code == 2
    assert "`cancel_booking` has no such parameter; write `email`" in done.err
    assert run("check", write(GOOD), "--policy", write('[parameters."pay_bill.amount"]\ntrusted = true\n', "policy.toml")).code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_no_verdict(write: Writer) -> None:
    """Output that cannot be written ends with code 2, not with the code for a call that may not run."""
    pytest.importorskip("typer", reason="the command line needs the extra `cli`")
    code = f"import sys; sys.argv = ['groundrules', 'check', {write(GOOD)!r}]; from groundrules.cli import main; main()"
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False, env={"PYTHONPATH": ":".join(sys.path)})
    assert done.returncode == 2
    assert "the output cannot be written" in done.stderr


def _without(key: str) -> dict[str, Json]:
    return {name: value for name, value in GOOD.items() if name != key}


def _with(**changes: Json) -> dict[str, Json]:
    return {**GOOD, **changes}


BROKEN: dict[str, tuple[object, tuple[str, ...]]] = {
    "empty": ("", ("is empty",)),
    "broken JSON": ('{\n  "messages": [}\n}', ("line 2 column 16", "offset 17", "broken JSON")),
    "breaks off": (json.dumps(GOOD)[:-5], ("line 1 column", "broken JSON")),
    "not an object": ([1, 2], ("expected a JSON object, got a list",)),
    "not UTF-8": (b'{"messages": "\n\xff"}', ("0xff", "offset 15", "line 2", "UTF-8")),
    "NUL byte": (b'{"messages": [\x00]}', ("NUL byte", "offset 14")),
    "lone surrogate": ({**GOOD, "now": "\ud800"}, ("lone surrogate \\ud800", "/now")),
    "key twice": ('{"call": 1, "call": 2}', ("`call`", "twice")),
    "not a number": (json.dumps({**GOOD, "call": {"name": "x", "arguments": {"a": float("nan")}}}), ("`NaN` is no JSON number",)),
    "long integer": ('{"messages": ' + "9" * 5000 + "}", ("integer of 5000 digits",)),
    "too deep": ("[" * 200_000, ("too deeply",)),
    "no messages": (_without("messages"), ("`messages` is missing",)),
    "no tools": (_without("tools"), ("`tools` is missing",)),
    "no call": (_without("call"), ("`call` is missing",)),
    "messages of the wrong type": ({**GOOD, "messages": 5}, (" messages: ", "expected a list, got a number")),
    "text that is no transcript": ({**GOOD, "messages": "hello"}, ("messages[0]", "no turn such as `User:`")),
    "unknown form": ({**GOOD, "form": "smoke"}, (" form: ", "`smoke`", "`gemini`")),
    "form of the wrong type": ({**GOOD, "form": 5}, (" form: ", "expected a string, got a number")),
    "another form": ({**GOOD, "form": "gemini"}, ("messages[0]",)),
    "system of the wrong type": ({**GOOD, "system": 5}, (" system: ",)),
    "message of the wrong type": ({**GOOD, "messages": ["hello"]}, ("messages[0]", "expected an object")),
    "unknown role": ({**GOOD, "messages": [{"role": "narrator", "content": "x"}]}, ("messages[0].role", "`narrator`")),
    "content of the wrong type": (_with(messages=[{"role": "user", "content": 5}]), ("messages[0].content",)),
    "tools of the wrong type": ({**GOOD, "tools": {}}, ("tools", "expected a list, got an object")),
    "evidence of the wrong type": ({**GOOD, "evidence": [{"id": "d1"}]}, ("evidence[0]",)),
    "time of the wrong form": ({**GOOD, "now": "tomorrow"}, ("now", "`tomorrow`", "ISO 8601")),
    "call without arguments": ({**GOOD, "call": {"name": "x"}}, ("call", "`arguments` is missing")),
    "call without a name": ({**GOOD, "call": {"arguments": {}}}, ("call.name", "expected a string, got null")),
    "completeness of the wrong type": ({**GOOD, "complete": "yes"}, ("complete", "expected true or false")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_input(run: Runner, write: Writer, name: str) -> None:
    """Exit 2; one line on standard error that names the file, the place and what to do; nothing on standard output."""
    content, parts = BROKEN[name]
    done = run("check", write(content))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("groundrules: ")
    assert "case.json" in done.err
    assert done.err.count("\n") == 1
    assert "; " in done.err
    for part in parts:
        assert part in done.err


@pytest.mark.parametrize("form", ["transcript", "gemini", "anthropic", None])
def test_a_case_may_be_of_any_message_form(run: Runner, write: Writer, form: str | None) -> None:
    """Named or found out, with the system prompt kept apart; the call runs because the booking stands in a tool output of that form."""
    results: Json = {"type": "tool_result", "tool_use_id": "a", "content": "booking BK-77120"}
    messages: dict[str | None, Json] = {
        "transcript": "User: cancel it\nCall(find): {}\nTool(find): booking BK-77120",
        "gemini": [{"role": "user", "parts": [{"function_response": {"name": "find", "response": {"output": "booking BK-77120"}}}]}],
        "anthropic": [{"role": "user", "content": [results]}],
        None: [{"type": "function_call_output", "call_id": "a", "output": "booking BK-77120"}],
    }
    listing: Json = {"tools": [{"name": "find_booking", "inputSchema": {"type": "object", "properties": {"booking_id": {"type": "string"}}}}]}
    case: dict[str, Json] = {"messages": messages[form], "system": "be brief", "tools": listing}
    named: dict[str, Json] = {} if form is None else {"form": form}
    for booking, code in (("BK-77120", 0), ("BK-77102", 1)):
        call: Json = {"name": "find_booking", "arguments": {"booking_id": booking}}
        assert run("check", write(case | named | {"call": call})).code == code


def test_missing_file(run: Runner) -> None:
    """A file that is not there is named."""
    done = run("check", "no/such/file.json")
    assert done.code == 2
    assert "no/such/file.json: cannot be read" in done.err


def test_schema_that_is_none(run: Runner, write: Writer) -> None:
    """A tool whose schema is no schema never runs, and the user is told which tool it is."""
    tools: Json = [{"type": "function", "function": {"name": "cancel_booking", "parameters": {"type": "objekt"}}}]
    case: dict[str, Json] = {**GOOD, "tools": tools}
    done = run("check", write(case))
    assert done.code in (1, 2)
    assert "cancel_booking" in done.out + done.err
    assert "schema" in done.out + done.err


def test_byte_order_mark_and_line_ends(run: Runner, write: Writer) -> None:
    """A leading byte-order mark and CRLF line ends are no faults."""
    pretty = json.dumps(GOOD, indent=2).replace("\n", "\r\n")
    assert run("check", write(b"\xef\xbb\xbf" + pretty.encode())).code == 0
    lines = f"{json.dumps(GOOD)}\r\n{json.dumps(GOOD)}\r\n"
    assert run("check", write(lines)).code == 0


def test_escapes_in_the_output(run: Runner, write: Writer) -> None:
    """Terminal codes in a value are never sent to the terminal."""
    case: dict[str, Json] = {**GOOD, "call": {"name": "cancel_booking", "arguments": {"booking_id": "\x1b]0;owned\x07"}}}
    assert "\x1b]" not in run("check", write(case)).out


@pytest.mark.parametrize("rule", list(load_rules()), ids=lambda rule: rule.id)
def test_explain(run: Runner, rule: object) -> None:
    """The documentation of each rule, by id and by name in any case."""
    for mark in (rule.id, rule.id.lower(), rule.name):  # type: ignore[attr-defined]
        done = run("explain", mark)
        assert done.code == 0
        assert "**Why.**" in done.out


def test_explain_names_the_nearest_rule(run: Runner) -> None:
    """An unknown rule ends with code 2 and the nearest name."""
    done = run("explain", "unknown-tol")
    assert done.code == 2
    assert "did you mean `unknown-tool`?" in done.err


def test_rules(run: Runner) -> None:
    """The list of rules as a table, as Markdown and as JSON."""
    assert all(rule.id in run("rules").out for rule in load_rules())
    assert run("rules", "--markdown").out == rule_table()
    assert [row["id"] for row in json.loads(run("rules", "--json").out)] == [rule.id for rule in load_rules()]
    assert run("rules", "--json", "--markdown").code == 2


def test_demo(run: Runner) -> None:
    """The first call of the demonstration may run, no other may."""
    done = run("demo")
    assert done.code == 0
    decided = re.findall(r"^\w+: (allow|regenerate|human review|block)", done.out, re.MULTILINE)
    assert len(decided) == len(scenes())
    assert [word == "allow" for word in decided] == [True] + [False] * (len(scenes()) - 1)


@pytest.mark.parametrize("words", [(), ("nonsense",), ("check",), ("check", "x", "--format", "poem")])
def test_wrong_use(run: Runner, words: tuple[str, ...]) -> None:
    """Wrong use of the command ends with code 2."""
    assert run(*words).code == 2


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_missing_extra(missing: str) -> None:
    """Without the extra `cli` the command says what to install, and ends with code 2."""
    done = _python(f"import sys; sys.modules[{missing!r}] = None; from groundrules.cli import main; main()")
    assert done.returncode == 2
    assert done.stderr.startswith("groundrules: the command line needs the extra `cli`")
    assert "pip install 'groundrules[cli]'" in done.stderr


def test_output_survives_a_narrow_encoding(write: Writer) -> None:
    """A terminal that knows only ASCII gets escapes, not a traceback."""
    pytest.importorskip("typer", reason="the command line needs the extra `cli`")
    case: dict[str, Json] = {**GOOD, "call": {"name": "cancel_booking", "arguments": {"booking_id": "KX–20931 ✓"}}}
    code = f"import sys; sys.argv = ['groundrules', 'check', {write(case)!r}]; from groundrules.cli import main; main()"
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode in (0, 1)
    assert "cancel_booking: " in done.stdout
    assert "Traceback" not in done.stderr


def test_eval(run: Runner, write: Writer, tmp_path: Path) -> None:
    """Labelled rows are counted, the files are written, and a broken row ends with code 2 after the others ran."""
    row: dict[str, Json] = {**GOOD, "id": "r1", "source": "invented", "origin": "gold", "call_label": "ok", "labels": {}, "schema_valid": True}
    wrong: dict[str, Json] = {**BAD, "id": "r2", "kind": "tool", "topic": "ids", "expect": "pass", "bad": []}
    path = write(f"{json.dumps(row)}\n{json.dumps(wrong)}\n", "rows.jsonl")
    out, misses = tmp_path / "out.json", tmp_path / "misses.jsonl"
    done = run("eval", path, "--json", str(out), "--misses", str(misses), "--risk", "low")
    assert (done.code, done.err) == (0, "")
    assert "cases: 0 of 1 right" in done.out
    assert json.loads(out.read_text(encoding="utf-8"))["rows"][0]["risk"] == "LOW"
    assert [json.loads(line)["id"] for line in misses.read_text(encoding="utf-8").splitlines()] == ["r2"]
    broken = run("eval", write(f"{json.dumps(row)}\n{{\n", "rows.jsonl"), "--json", str(out))
    assert broken.code == 2
    assert "rows.jsonl:2 line 2" in broken.err
    assert json.loads(out.read_text(encoding="utf-8"))["rows"][0]["n"] == 1
