"""Every error that groundrules raises.

    GroundrulesError
        InputError (ValueError)        a context, a call or a registry that is not of the documented shape
        PolicyError (ValueError)       a policy that names unknown keys or impossible values
        RuleError (ValueError)         a rule file that is malformed, misnamed or a duplicate
        MissingExtra (ImportError)     an optional part that is not installed
        RecordError (OSError)          an audit record that could not be kept, or a log that cannot be read or continued

Findings are values; these are for broken use only.
"""

from __future__ import annotations


class GroundrulesError(Exception):
    """The root of all errors of this library."""


class InputError(GroundrulesError, ValueError):
    """Input that is not of the documented shape: `place` says where, `problem` what is wrong, `remedy` what to do."""

    def __init__(self, place: str, *, problem: str, remedy: str) -> None:
        self.place = place
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{place}: {problem}; {remedy}")


class PolicyError(GroundrulesError, ValueError):
    """A policy that cannot be used: `key` names the offending setting."""

    def __init__(self, key: str, *, problem: str, remedy: str) -> None:
        self.key = key
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"policy key `{key}`: {problem}; {remedy}")


class RuleError(GroundrulesError, ValueError):
    """A rule file that cannot be used: `file` names it."""

    def __init__(self, file: str, *, problem: str, remedy: str) -> None:
        self.file = file
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"rule file `{file}`: {problem}; {remedy}")


class MissingExtra(GroundrulesError, ImportError):
    """An optional part is not installed: `extra` names the extra to install."""

    def __init__(self, extra: str, *, purpose: str) -> None:
        self.extra = extra
        self.purpose = purpose
        super().__init__(f"{purpose} needs the extra `{extra}`; install it with `pip install 'groundrules[{extra}]'`")


class RecordError(GroundrulesError, OSError):
    """An audit record that was not kept, or a log that cannot be read or continued: `path` names the log, `problem` says why."""

    def __init__(self, path: str, *, problem: str, remedy: str) -> None:
        self.path = path
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"audit log `{path}`: {problem}; {remedy}")
