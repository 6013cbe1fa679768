"""Calling what a host hands in (sinks, hooks, handlers) so that neither an exception nor a hang of it goes unnoticed.

Theory of operation: a plain function is run in a daemon thread of its own and waited for; Python cannot stop a thread, so that one which hangs is left
behind, which is why it is never one of a shared pool. An async function is a task that is cancelled but not waited for. Either way the caller goes on at the
deadline, with `CallbackFailed`.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import cast

from .errors import CallbackFailed, GroundrulesError


def is_async(callback: Callable[..., object]) -> bool:
    """True for a coroutine function, a partial of one, or an object whose `__call__` is one."""
    return inspect.iscoroutinefunction(callback) or inspect.iscoroutinefunction(getattr(callback, "__call__", None))  # noqa: B004  it is looked at, not tested for


def run_callback(name: str, callback: Callable[[], object], *, seconds: float) -> object:
    """What the callback returns, within so many seconds.

    Raises:
        CallbackFailed: it raised, took too long, or is an async one.
        GroundrulesError: it raised one of ours on purpose.
    """
    outcome = _in_thread(name, callback)
    try:
        given = outcome.result(timeout=seconds)
    except Exception as error:
        raise _failure(name, error, late=not outcome.done(), seconds=seconds) from error
    return _plain(name, given)


async def run_callback_async(name: str, callback: Callable[[], object], *, coroutine: bool, seconds: float) -> object:
    """`run_callback` from a running event loop, which is never blocked; `coroutine` says that the callback gives one."""
    waited: asyncio.Future[object]
    waited = asyncio.ensure_future(cast("Awaitable[object]", callback())) if coroutine else asyncio.wrap_future(_in_thread(name, callback))
    try:
        done, _ = await asyncio.wait({waited}, timeout=seconds)
    except asyncio.CancelledError:
        waited.cancel()
        raise
    if not done:
        waited.cancel()
        raise _failure(name, None, late=True, seconds=seconds)
    try:
        given = waited.result()
    except (Exception, asyncio.CancelledError) as error:
        raise _failure(name, error, late=False, seconds=seconds) from error
    return _plain(name, given)


def _plain(name: str, given: object) -> object:
    if not inspect.isawaitable(given):
        return given
    if inspect.iscoroutine(given):
        given.close()
    raise CallbackFailed(name, problem="gave an awaitable where a value was due")


def _in_thread(name: str, callback: Callable[[], object]) -> Future[object]:
    outcome: Future[object] = Future()
    outcome.set_running_or_notify_cancel()
    context = copy_context()

    def work() -> None:
        try:
            given = context.run(callback)
        except BaseException as error:  # noqa: BLE001  carried over to the thread that waits
            outcome.set_exception(error)
        else:
            outcome.set_result(given)

    threading.Thread(target=work, name=f"groundrules-{name}", daemon=True).start()
    return outcome


def _failure(name: str, error: BaseException | None, *, late: bool, seconds: float) -> GroundrulesError:
    if isinstance(error, GroundrulesError):
        return error
    if late:
        return CallbackFailed(name, problem=f"did not return within {seconds:g} s")
    return CallbackFailed(name, problem=f"raised {type(error).__name__}")
