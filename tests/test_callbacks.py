"""Callbacks of a host: what they give, or an error that says how they failed."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading

import pytest
from groundrules import CallbackFailed, InputError
from groundrules.engine.callbacks import is_async, run_callback, run_callback_async

WORD: contextvars.ContextVar[str] = contextvars.ContextVar("WORD", default="none")


async def _coroutine() -> str:
    await asyncio.sleep(0)
    return WORD.get()


class _Caller:
    async def __call__(self) -> str:
        return await _coroutine()


def test_callback_gives_its_value_and_sees_the_context() -> None:
    """Context variables of the caller reach the other thread."""
    WORD.set("seen")
    assert run_callback("hook", WORD.get, seconds=5) == "seen"
    assert asyncio.run(run_callback_async("hook", WORD.get, coroutine=False, seconds=5)) == "seen"
    assert asyncio.run(run_callback_async("hook", _coroutine, coroutine=True, seconds=5)) == "seen"


def test_a_time_out_of_its_own_is_told_from_ours() -> None:
    """A callback that raises TimeoutError has raised; one that hangs has not returned."""

    def own() -> None:
        raise TimeoutError

    with pytest.raises(CallbackFailed, match="raised TimeoutError") as failed:
        run_callback("sink", own, seconds=5)
    assert (failed.value.callback, type(failed.value.__cause__)) == ("sink", TimeoutError)
    with pytest.raises(CallbackFailed, match=r"did not return within 0\.01 s"):
        run_callback("sink", lambda: threading.Event().wait(30), seconds=0.01)


def test_errors_of_ours_pass_as_they_are() -> None:
    """A handler may raise one on purpose."""

    def own() -> None:
        raise InputError("x", problem="y", remedy="z")

    with pytest.raises(InputError):
        run_callback("handler", own, seconds=5)
    with pytest.raises(InputError):
        asyncio.run(run_callback_async("handler", own, coroutine=False, seconds=5))


def test_an_awaitable_is_no_value() -> None:
    """Where nobody would await it, it is refused."""
    with pytest.raises(CallbackFailed, match="gave an awaitable"):
        run_callback("hook", _coroutine, seconds=5)
    with pytest.raises(CallbackFailed, match="gave an awaitable"):
        asyncio.run(run_callback_async("hook", _coroutine, coroutine=False, seconds=5))


def test_coroutine_functions_are_known_in_every_form() -> None:
    """Plain, partial, and as the call of an object."""
    assert all(is_async(each) for each in (_coroutine, functools.partial(_coroutine), _Caller()))
    assert not is_async(WORD.get)


def test_being_cancelled_cancels_the_callback() -> None:
    """The caller's own cancellation passes through, and is not taken for a failure."""
    stopped = False

    async def slow() -> None:
        nonlocal stopped
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            stopped = True
            raise

    async def main() -> None:
        task = asyncio.ensure_future(run_callback_async("hook", slow, coroutine=True, seconds=30))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)

    asyncio.run(main())
    assert stopped
