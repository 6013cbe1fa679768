"""The append-only sequence: what it holds, and that a longer one leaves the shorter one alone."""

from __future__ import annotations

from groundrules.engine.log import Log


def test_appending_leaves_the_old_log_alone() -> None:
    """Two logs that grow from one share its items and nothing else, in whatever order they are read."""
    base = Log[int]((1, 2))
    left, right = base.appended(3), base.appended(4, 5)
    assert left.appended(6).items == (1, 2, 3, 6)
    assert right.items == (1, 2, 4, 5)
    assert (base.items, left.items) == ((1, 2), (1, 2, 3))


def test_it_is_read_from_either_end() -> None:
    """Forward and backward give the same items, before and after the whole was put together."""
    log = Log[int]().appended(1).appended(2, 3).appended(4)
    assert list(reversed(log)) == [4, 3, 2, 1]
    assert list(log) == [1, 2, 3, 4]
    assert list(reversed(log)) == [4, 3, 2, 1]
    assert log.last == 4


def test_appending_nothing_is_the_same_log() -> None:
    """No items make no new log; equal items make equal logs."""
    log = Log[int]((1,))
    assert log.appended() is log
    assert Log[int]().appended(1) == log
    assert hash(Log[int]().appended(1)) == hash(log)
    assert log != (1,)


def test_a_long_log_is_no_deep_one() -> None:
    """A hundred thousand single steps are put together without recursion."""
    log = Log[int]()
    for number in range(100_000):
        log = log.appended(number)
    assert log.items[-1] == 99_999
