"""The command line, `groundrules`. typer and rich come with the extra `cli` and are loaded only here, on use."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
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

        _run_and_write(run)
    except GroundrulesError as error:
        print(f"groundrules: {error}", file=sys.stderr)
        sys.exit(COULD_NOT_RUN)
    except OSError as error:
        _give_output_up()
        print(f"groundrules: the output cannot be written ({error.strerror or error}); free space, or write elsewhere", file=sys.stderr)
        sys.exit(COULD_NOT_RUN)


def _run_and_write(run: Callable[[], None]) -> None:
    """Run the command, and write what is still buffered before its exit code counts."""
    try:
        run()
    finally:
        if sys.stdout is not None:  # pyright: ignore[reportUnnecessaryComparison]: None without a console
            sys.stdout.flush()


def _give_output_up() -> None:
    """Keep the interpreter from writing the rest at its end, which would fail again and change the exit code."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _never_fail_on_a_character(stream: object) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


__all__ = ["main"]
