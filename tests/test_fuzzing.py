"""A few executions of every fuzzing target; the long campaigns are in docs/reliability.md."""

import math
import random
from pathlib import Path

import pytest

from campaign import every_target, file_of
from effort import tries
from judging import Target, judged
from karat import formats
from mutation import LARGEST, mutated, smaller

TARGETS = every_target()
# Always the same files: a fault that is found by chance is found at night, not while somebody waits.
SEED = 20


@pytest.mark.parametrize("name", TARGETS)
def test_mutated_files_give_a_result_or_an_error_of_our_own(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other exception, no error without a place, nothing that contradicts itself."""
    monkeypatch.chdir(tmp_path)
    target = TARGETS[name]
    for number in range(tries(60) if name.startswith(("read-", "lenient-")) else tries(15)):
        data, key = file_of(target, number, SEED)
        # How long it takes is not asked here: other processes may be at work.
        found = judged(target, data, key, slower=math.inf)
        assert found is None, (
            f"{target.name}:{number}:{SEED} {found.what}\n{data[:500]!r}\n{found.story}"
        )


def test_every_format_is_a_target() -> None:
    """One that is added later is, too."""
    assert {f"read-{name}" for name in formats.every_name()} <= TARGETS.keys()


def test_the_same_seed_makes_the_same_files() -> None:
    """And another one makes others, none of them larger than files may be."""
    target = TARGETS["read-brackets"]
    first, again, other = (
        [file_of(target, number, seed)[0] for number in range(300)] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
    assert max(map(len, first)) <= LARGEST
    assert any(one in target.seeds() for one in first)


def _target(execute: object) -> Target:
    return Target("test", lambda: [b"abc"], execute, "given")  # type: ignore[arg-type]


def _raise(error: Exception) -> object:
    def execute(_data: bytes, _rng: random.Random) -> None:
        raise error

    return execute


def test_what_is_a_finding() -> None:
    """Another exception, an error that does not name the file, too much time; not an error that does."""
    from karat.model.errors import InputError

    assert judged(_target(_raise(InputError("given.mrg:1:2: a fault"))), b"", "1") is None
    unnamed = judged(_target(_raise(InputError("a fault"))), b"", "1")
    assert unnamed is not None
    assert unnamed.what.startswith("no place")
    other = judged(_target(_raise(KeyError("x"))), b"", "1")
    assert other is not None
    assert other.what.startswith("KeyError")
    slow = judged(_target(lambda _data, _rng: sum(range(10_000))), b"", "1", slower=0)
    assert slow is not None
    assert slow.what == "slow"


def test_smaller_files_are_parts_of_a_file() -> None:
    """Minimising leaves out lines or bytes, and adds none."""
    data = mutated(random.Random(3), [b"one\ntwo\nthree\nfour\n"] * 2)
    parts = smaller(data)
    assert parts
    assert all(len(one) < len(data) for one in parts)
