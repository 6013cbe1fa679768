"""The commands, their options and what they print. The work is in the modules beside this one, which are imported on use."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from ..engine.errors import InputError
from ..engine.policy import Risk
from ..engine.verdict import Decision
from ..engine.version import VERSION
from ..engine.views import printable
from .check import COULD_NOT_RUN, Format
from .importing import import_command
from .log import log_app
from .replay import replay_command

if TYPE_CHECKING:
    from ..engine.text.findings import TextVerdict
    from .evaluate import Evaluation

_STYLES = {
    Decision.ALLOW: "bold green",
    Decision.ALLOW_WITH_WARNING: "bold yellow",
    Decision.REGENERATE: "bold red",
    Decision.HUMAN_REVIEW: "bold magenta",
    Decision.BLOCK: "bold red",
}
_app = typer.Typer(
    name="groundrules",
    help="Checks tool calls and answers against what the model was given. Exit codes: 0 fine, 1 not, 2 the command could not run.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
_app.add_typer(log_app, name="log")
_app.command("import")(import_command)
_app.command("replay")(replay_command)
_RiskOption = Annotated[Risk | None, typer.Option(help="Risk of the tool; wins over the policy file.", case_sensitive=False)]
_PolicyOption = Annotated[str | None, typer.Option(metavar="FILE", help="Policy file (TOML).")]


def run() -> None:
    """Run the command that `sys.argv` names. Exits like `main`."""
    _app()


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"groundrules {VERSION}")
        raise typer.Exit


@_app.callback()
def _root(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    pass


@_app.command("check")
def _check(
    file: Annotated[str, typer.Argument(help="A case as one JSON object, or several as JSON Lines; `-` reads standard input.")],
    form: Annotated[Format, typer.Option("--format", help="How to write the verdict.")] = Format.TEXT,
    risk: _RiskOption = None,
    complete: Annotated[bool | None, typer.Option("--complete/--incomplete", help="Are the messages the whole conversation?")] = None,
    policy: _PolicyOption = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the checked answers to this HTML file too.")] = None,
) -> None:
    """Check one proposed call, one answer or one plan, or one a line.

    Exit 0 where every call and plan may run and every answer passes, 1 where one does not, 2 where one could not be checked.
    """
    from .cases import guard_of
    from .check import check_file

    worst = 0
    pages: list[TextVerdict] = []
    for answer in check_file(file, guard=guard_of(policy, risk), form=form, complete=complete):
        worst = max(worst, answer.code)
        if answer.text is not None:
            pages.append(answer.text)
            _print_answer(answer.text, answer.written, form)
        elif answer.decision is None:
            print(f"groundrules: {answer.written}", file=sys.stderr)
        elif form is Format.TEXT:
            _print_text(answer.written, answer.decision)
        else:
            print(answer.written)
    if html is not None:
        _write_html(pages, html)
    raise typer.Exit(worst)


@_app.command("explain")
def _explain(rule: Annotated[str, typer.Argument(help="An id or a name, such as GR201 or unknown-tool.")]) -> None:
    """Print the documentation of a rule."""
    from ..rules import load_rules
    from ..rules._pages import section_of
    from .explain import rule_named

    page = section_of(rule_named(rule, load_rules()))
    console = Console()
    if console.is_terminal:
        console.print(Markdown(page))
    else:
        print(page, end="")


@_app.command("rules")
def _rules(
    markdown: Annotated[bool, typer.Option("--markdown", help="A Markdown table.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON array.")] = False,
) -> None:
    """List the rules."""
    from ..rules import load_rules, rule_table
    from .explain import rules_json

    if markdown and as_json:
        raise InputError("rules", problem="`--markdown` and `--json` exclude each other", remedy="give one of them")
    if markdown:
        print(rule_table(), end="")
    elif as_json:
        print(rules_json(load_rules()))
    else:
        table = Table("id", "name", "status", "since", "what it finds")
        for rule in load_rules():
            table.add_row(rule.id, rule.name, rule.status.value, rule.since, Text(rule.summary))
        Console().print(table)


@_app.command("demo")
def _demo() -> None:
    """Check a few invented calls, good and bad, and print the verdicts."""
    from .cases import guard_of, read_case
    from .check import written
    from .demo import scenes

    guard = guard_of(None, None)
    for number, scene in enumerate(scenes(), start=1):
        case = read_case(scene.case, f"scene {number}")
        verdict = guard.check_tool_call(case.call, context=case.context, registry=case.registry)
        Console(highlight=False).print(Text(f"{number}. {scene.title}", style="bold"), soft_wrap=True)
        _print_text(written(verdict, Format.TEXT), verdict.decision)
        print()


@_app.command("eval")
def _eval(
    paths: Annotated[list[str], typer.Argument(help="Files or folders of labelled rows (*.jsonl).")],
    json_out: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the counts to this file.")] = None,
    misses: Annotated[Path | None, typer.Option(metavar="FILE", help="Write every wrong row with its findings to this file.")] = None,
    risk: _RiskOption = None,
    dilute: Annotated[int, typer.Option(metavar="KB", min=0, help="Put so many KB of unrelated text before each conversation.")] = 0,
    sample: Annotated[int | None, typer.Option(min=1, help="Take so many rows of each file, evenly spaced.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to use.")] = 1,
    policy: _PolicyOption = None,
    auditor: Annotated[str | None, typer.Option(metavar="URL", help="Ask the model at this OpenAI-compatible URL what the rules leave open.")] = None,
    auditor_model: Annotated[str, typer.Option(metavar="NAME", help="The model to ask there.")] = "default",
) -> None:
    """Run labelled tool calls, labelled answers and reported-fault cases, and count what the checker makes of them; exit 2 where a row is broken."""
    from .evaluate import Settings, evaluate, write_json, write_misses
    from .progress import progress_bar

    settings = Settings(risk=risk, policy_file=policy, diluted_kb=dilute, sample=sample, jobs=jobs, auditor=auditor, auditor_model=auditor_model)
    with progress_bar("checking") as advance:
        evaluation = evaluate(paths, settings=settings, on_progress=advance)
    if json_out is not None:
        write_json(evaluation, json_out)
    if misses is not None:
        write_misses(evaluation, misses)
    _print_summary(evaluation)
    for error in evaluation.errors:
        print(f"groundrules: {error}", file=sys.stderr)
    if evaluation.errors:
        raise typer.Exit(COULD_NOT_RUN)


def _print_answer(verdict: TextVerdict, written: str, form: Format) -> None:
    if form is Format.TEXT:
        from .answer_page import answer_view

        Console(highlight=False).print(answer_view(verdict))
    else:
        print(written)


def _write_html(verdicts: list[TextVerdict], path: Path) -> None:
    from .answer_page import html_page

    try:
        path.write_text(html_page(verdicts), encoding="utf-8")
    except OSError as error:
        problem = f"cannot be written ({error.strerror or error})"
        raise InputError(str(path), problem=problem, remedy="name a file in a folder that exists") from error


@_app.command("keygen")
def _keygen(
    private: Annotated[str, typer.Argument(metavar="FILE", help="New file for the private key, which only you may open.")],
    public: Annotated[str | None, typer.Option(metavar="FILE", help="New file for the public key; FILE.pub unless named.")] = None,
) -> None:
    """Make an Ed25519 key pair for signing receipts; print the key id, never the key."""
    from .keys import new_key

    kid, beside = new_key(private, public)
    print(f"kid {kid}\npublic key {beside}")


@_app.command("attest")
def _attest(
    tools: Annotated[str, typer.Argument(help="Tool definitions in JSON: a list, or a saved tools/list answer; `-` reads standard input.")],
    key: Annotated[str | None, typer.Option(metavar="FILE", help="Private key; else from the environment.")] = None,
    tool: Annotated[list[str] | None, typer.Option(help="Attest this tool only; may be given several times.")] = None,
    registry_id: Annotated[str, typer.Option(help="What receipts call the registry.")] = "local",
    ttl: Annotated[int, typer.Option(metavar="SECONDS", help="How long the receipts are good.")] = 900,
) -> None:
    """Sign that tools exist, with the digests of their present schemas; print the receipts as JSON."""
    import json

    from .keys import attestations, signing_key
    from .plans import present_time

    made = attestations(tools, key=signing_key(key), now=present_time(), ttl_s=ttl, registry_id=registry_id, tools=tool or ())
    print(json.dumps(made, indent=2))


@_app.command("verify")
def _verify(
    file: Annotated[str, typer.Argument(help="Receipts from `attest`, or a PlanManifest; `-` reads standard input.")],
    public: Annotated[list[str], typer.Option(metavar="FILE", help="Public key to trust; may be given several times.")],
    tools: Annotated[str | None, typer.Option(metavar="FILE", help="Tool definitions to hold the schemas against.")] = None,
    registry_id: Annotated[str | None, typer.Option(help="The registry that must have issued the receipts.")] = None,
) -> None:
    """Verify receipts and manifests; exit 0 where all of them count, 1 where one does not."""
    from .keys import verified
    from .plans import present_time

    bad = 0
    for checked in verified(file, public=public, now=present_time(), tools=tools, registry_id=registry_id):
        bad += bool(checked.fault)
        print(f"{printable(checked.what)}: {printable(checked.fault) or 'good'}")
    raise typer.Exit(int(bad > 0))


def _print_text(written: str, decision: Decision) -> None:
    head, _, rest = written.partition("\n")
    line = Text(head)
    line.stylize(_STYLES[decision], head.rfind(":") + 1)
    console = Console(highlight=False)
    console.print(line, soft_wrap=True)
    if rest:
        console.print(Text(rest), soft_wrap=True)


def _text_table(evaluation: Evaluation) -> Table:
    from .summary import TEXT_COUNTS, text_lines

    table = Table(box=None, pad_edge=False)
    table.add_column("answers", no_wrap=True)
    for title in TEXT_COUNTS:
        table.add_column(title, justify="right", no_wrap=True)
    for line in text_lines(evaluation):
        table.add_row(*(Text(cell) for cell in line))
    return table


def _print_summary(evaluation: Evaluation) -> None:
    from .summary import COUNTS, summary_lines

    table = Table(box=None, pad_edge=False)
    table.add_column("calls", no_wrap=True)
    for title in COUNTS:
        table.add_column(title, justify="right", no_wrap=True)
    for line in summary_lines(evaluation):
        table.add_row(*(Text(cell) for cell in line))
    console = Console(highlight=False)
    if table.row_count:
        console.print(table)
    if evaluation.texts:
        console.print(_text_table(evaluation))
    if evaluation.cases:
        right = sum(case["ok"] is True for case in evaluation.cases)
        console.print(f"cases: {right} of {len(evaluation.cases)} right", markup=False)
    for kind, count in sorted(evaluation.skipped.items()):
        console.print(f"skipped: {count} of kind {kind}", markup=False)
    if evaluation.audit is not None:
        from .auditing import audit_line

        console.print(audit_line(evaluation.audit), markup=False)
    console.print(f"{evaluation.checked} calls in {evaluation.elapsed_s:.1f} s", markup=False)
