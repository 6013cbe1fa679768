"""The command line, `groundrules`. typer and rich come with the extra `cli` and are loaded only here, on use."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from ..engine.errors import GroundrulesError, MissingExtra

COULD_NOT_RUN = 2


def main() -> None:
    """Run the command line and exit: 0 the call may run, 1 it may not, 2 the command could not run."""
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on_a_character(stream)
    try:
        if find_spec("typer") is None or find_spec("rich") is None:
            raise MissingExtra("cli", purpose="the command line")
        from .app import run

        run()
    except GroundrulesError as error:
        print(f"groundrules: {error}", file=sys.stderr)
        sys.exit(COULD_NOT_RUN)


def _never_fail_on_a_character(stream: object) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


__all__ = ["main"]
