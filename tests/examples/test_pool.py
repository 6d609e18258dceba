"""Jobs on several threads: results in order, and the first fault first."""

import time
from collections.abc import Iterator

import pytest

from karat.engine.pool import in_order
from karat.model.errors import InputError


def jobs(bad: int) -> Iterator[int]:
    """Numbers; the one that is ``bad`` cannot be read."""
    for number in range(20):
        if number == bad:
            raise InputError(f"reading {number}")
        yield number


def done(threads: int, bad: int, *wrong: int) -> list[int]:
    """The results; jobs that are ``wrong`` fail, the earlier the later."""

    def work(job: int) -> int:
        if job in wrong:
            time.sleep(0.02 / (job + 1))
            raise InputError(f"comparing {job}")
        return job * job

    return [result for _, result in in_order(jobs(bad), lambda: work, threads)]


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize(
    ("bad", "wrong", "first"),
    [
        (20, (0, 1, 2, 3), "comparing 0"),
        (20, (5, 6, 19), "comparing 5"),
        (1, (0,), "comparing 0"),
        (4, (2, 3), "comparing 2"),
        (4, (), "reading 4"),
        (0, (), "reading 0"),
        (1, (), "reading 1"),
    ],
)
def test_the_first_fault_is_named_first(
    threads: int, bad: int, wrong: tuple[int, ...], first
) -> None:
    """Whatever the number of threads, and whether a block cannot be read or cannot be compared."""
    with pytest.raises(InputError, match=first):
        done(threads, bad, *wrong)


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_what_came_before_a_fault_is_there(threads: int) -> None:
    """Results up to the fault are handed over in order."""
    results = in_order(jobs(7), lambda: lambda job: job + 1, threads)
    assert [next(results)[1] for _ in range(7)] == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(InputError, match="reading 7"):
        next(results)
    assert done(threads, 20) == [job * job for job in range(20)]
