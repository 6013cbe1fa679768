"""Every error that groundrules raises.

    GroundrulesError
        InputError (ValueError)        a context, a call or a registry that is not of the documented shape
        PolicyError (ValueError)       a policy that names unknown keys or impossible values
        RuleError (ValueError)         a rule file that is malformed, misnamed or a duplicate
        MissingExtra (ImportError)     an optional part that is not installed
        RecordError (OSError)          an audit record that could not be kept, or a log that cannot be read or continued
        SessionError (ValueError)      a session that is used in a way it does not allow, or one that is full
        ApprovalError (PermissionError) an approval that does not belong to the call, or was used before
        ToolCallBlocked (RuntimeError) a guarded tool was not run
        CallbackFailed (RuntimeError)  a host's sink, hook or handler raised or took too long, and a guarded tool was not run
        KeyFileError (ValueError)      a signing key that cannot or must not be used
        PlanningError                  a plan that cannot be carried out as it stands; trying again does not help
            UnknownToolError (LookupError)   it names a tool that is not registered
            PlanRefusedError (ValueError)    it may not run for another reason

Findings are values; these are for broken use only. `is_retryable` tells a retry library which errors to leave alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

if TYPE_CHECKING:
    from .approvals import ReviewItem
    from .verdict import Verdict


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


class SessionError(GroundrulesError, ValueError):
    """A session used in a way it does not allow: `session_id` names it, `problem` says why, `remedy` what to do."""

    def __init__(self, session_id: str, *, problem: str, remedy: str) -> None:
        self.session_id = session_id
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"session `{session_id}`: {problem}; {remedy}")


class ApprovalError(GroundrulesError, PermissionError):
    """An approval that does not hold: `session_id` and `number` name the review item (0 where none is known)."""

    def __init__(self, session_id: str, number: int, *, problem: str, remedy: str) -> None:
        self.session_id = session_id
        self.number = number
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"review {number} of session `{session_id}`: {problem}; {remedy}")


class ToolCallBlocked(GroundrulesError, RuntimeError):
    """A guarded tool was not run: `verdict` says why, `feedback` is text for the model, `review` the item that a person may approve.

    `exhausted` is true where the model has had all its tries of this turn. Trying the same call again brings the same answer. The text of the error carries
    the mark of feedback, so that it never grounds anything where a framework hands it on as the tool's result.
    """

    retryable: ClassVar[bool] = False

    def __init__(self, verdict: Verdict, *, feedback: str, mark: str, review: ReviewItem | None = None, exhausted: bool = False) -> None:
        self.verdict = verdict
        self.feedback = feedback
        self.review = review
        self.exhausted = exhausted
        why = "the tries of this turn are used up" if exhausted else f"the decision is {verdict.decision.value.replace('_', ' ')}"
        remedy = "let a person decide" if review is not None else "give `feedback` to the model"
        super().__init__(f"a call of `{verdict.tool_name}` was not run: {why}; {remedy} ({mark})")


class CallbackFailed(GroundrulesError, RuntimeError):
    """A host's `callback` (sink, hook or handler) failed, and the guarded tool was not run: `problem` says how, the cause is chained."""

    def __init__(self, callback: str, *, problem: str) -> None:
        self.callback = callback
        self.problem = problem
        super().__init__(f"the {callback} {problem}, and the call was not run; mend the {callback}, then make the call again")


class KeyFileError(GroundrulesError, ValueError):
    """A signing key that cannot or must not be used: `place` names its file or variable, never its content."""

    def __init__(self, place: str, *, problem: str, remedy: str) -> None:
        self.place = place
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{place}: {problem}; {remedy}")


class PlanningError(GroundrulesError):
    """A plan that cannot be carried out as it stands. Never transient: the same plan fails the same way again.

    `retryable` and `non_retryable` say so in the two forms that retry libraries and workflow engines read.
    """

    retryable = False
    non_retryable = True


class UnknownToolError(PlanningError, LookupError):
    """No tool of this name is registered. `suggestions` are near names, never to be called unasked."""

    def __init__(self, tool: str, *, suggestions: tuple[str, ...] = ()) -> None:
        self.tool = tool
        self.suggestions = suggestions
        near = f" (near names: {', '.join(f'`{name}`' for name in suggestions)})" if suggestions else ""
        super().__init__(f"no tool named `{tool}` is registered{near}; plan again without it")


class PlanRefusedError(PlanningError, ValueError):
    """A plan that may not run: `directive` is what the guard said of it."""

    def __init__(self, directive: str) -> None:
        self.directive = directive
        super().__init__(f"the plan may not run ({directive}); follow the directive")


def is_retryable(error: BaseException) -> bool:
    """False where trying again cannot help: the error, one that it was raised from, or a member of its group is a planning error.

    Made to be handed to a retry library, such as `tenacity.retry_if_exception(is_retryable)`. An error that says nothing of itself counts as retryable.

    Example:
        >>> is_retryable(UnknownToolError("weather_now")), is_retryable(TimeoutError())
        (False, True)
    """
    seen: set[int] = set()
    waiting: list[BaseException] = [error]
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        if getattr(here, "retryable", True) is False:
            return False
        causes = (here.__cause__, None if here.__suppress_context__ else here.__context__)
        waiting.extend(cause for cause in causes if cause is not None)
        if isinstance(here, BaseExceptionGroup):
            group = cast("BaseExceptionGroup[BaseException]", here)
            waiting.extend(group.exceptions)
    return True
