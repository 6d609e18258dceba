"""The cache of files: bounded, and safe for several threads."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.schemes import parse
from karat.store import open_store
from karat.web.banks import Banks
from karat.web.cache import Cache
from saved_files import saved


def test_a_value_is_made_once_for_all_threads() -> None:
    cache, made, gate = Cache(100), list[int](), threading.Barrier(8)

    def make() -> str:
        made.append(1)
        return "value"

    def ask(_: int) -> str:
        gate.wait()
        return cache.get("key", make, len)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == ["value"] * 8
    assert made == [1]


def test_a_failure_is_told_and_not_kept() -> None:
    cache = Cache(100)

    def fail() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        cache.get("key", fail, len)
    assert cache.get("key", lambda: "yes", len) == "yes"


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 40)), max_size=60))
def test_it_never_holds_more_than_its_limit(asked: list[tuple[int, int]]) -> None:
    """What was asked for last is there, unless it is larger than the whole cache."""
    cache, sizes = Cache(64), dict[int, int]()
    for key, size in asked:
        value = cache.get(key, lambda size=size: b"x" * size, len)  # type: ignore[misc]
        sizes[key] = len(value)
        kept = [one.size for one in cache._kept.values()]
        assert sum(kept) == cache._used <= 64
        if len(value) <= 64:
            assert cache.get(key, lambda: b"made again" * 10, len) == value


def test_many_threads_draw_the_same_sentences(tmp_path: Path) -> None:
    """Comparing adds labels to tables; threads must not get into each other's way."""
    words = [f"w{n}" for n in range(40)]
    gold = "".join(f"(S (A{n} (N {word}) (N x)) (N y))\n" for n, word in enumerate(words))
    system = "".join(f"(S (N {word}) (B{n} (N x) (N y)))\n" for n, word in enumerate(words))
    url = f"sqlite:///{tmp_path / 'runs.db'}"
    entry = saved(url, tmp_path, gold, {"one": system}, ["evalb"])[0]
    with open_store(url) as store:
        run = store.run(entry.run)

        def labels(banks: Banks, number: int, scheme: str) -> list[list[str]]:
            pair = banks.beside(store, run, "one", parse(scheme)).sentence(number).pair
            return [[row.label for row in side.rows] for side in (pair.gold, pair.system)]

        wanted = [(n, scheme) for n in range(40) for scheme in ("evalb", "flat", "parseval")]
        alone = [labels(Banks(), number, scheme) for number, scheme in wanted]
        shared = Banks(1 << 16)  # so small that values come and go
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(lambda one: labels(shared, *one), wanted)) == alone
    assert alone[3] == [["S", "A1"], ["S", "B1"]]
