"""Comparisons of saved entries: computed once, by one at a time."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from karat.store import open_store
from karat.store.records import Entry
from karat.store.store import Store
from karat.web import contests
from web import seeding


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = seeding.seed(60)
    with open_store(f"sqlite:///{tmp_path_factory.mktemp('contests')}/runs.db") as found:
        for at in range(3):
            found.save(seeding.mixed(made, f"system-{at}", np.arange(60) % 3 == at, at))
        yield found


@pytest.fixture
def entries(store: Store) -> list[Entry]:
    (board,) = store.boards()
    return store.entries(board.id)


def test_many_visitors_who_want_the_same_comparison_get_one(
    store: Store, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    computed, plain = list[int](), contests.comparison

    def counted(*given: object) -> object:
        computed.append(1)
        return plain(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(contests, "comparison", counted)
    answers = list[object]()
    threads = [
        threading.Thread(target=lambda: answers.append(contests.compared(store, entries, ["f1"])))
        for _ in range(6)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(computed) == 1
    assert len(answers) == 6
    assert all(one == answers[0] and one is not None for one in answers)


def test_who_has_no_patience_gets_nothing_while_another_one_is_computed(
    store: Store, entries: list[Entry]
) -> None:
    with contests._COMPUTING:
        assert contests.compared(store, entries[:2], ["recall"], patience=0.01) is None
    found = contests.compared(store, entries[:2], ["recall"], patience=0.01)
    assert found is not None
    assert contests.kept(store, entries[:2], ["recall"]) == found


def test_a_mistake_while_computing_does_not_lock_others_out(
    store: Store, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*given: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(contests, "comparison", failing)
        with pytest.raises(ZeroDivisionError):
            contests.compared(store, entries, ["precision"])
    assert contests.compared(store, entries, ["precision"], patience=0.01) is not None


def test_the_order_and_the_figures_make_another_comparison(
    store: Store, entries: list[Entry]
) -> None:
    a, b, _ = entries
    one, other = (contests.compared(store, pair, ["f1"]) for pair in ([a, b], [b, a]))
    assert one is not None
    assert other is not None
    here, there = (found["document"]["comparisons"][0] for found in (one, other))
    assert (here["a"], here["b"]) == (there["b"], there["a"])
    assert contests.kept(store, [a, b], ["exact"]) is None


def test_a_store_that_cannot_be_written_still_answers(
    store: Store, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "keep_derived", lambda *given: None)
    for _ in range(2):
        assert contests.compared(store, entries[1:], ["exact"]) is not None
    assert contests.kept(store, entries[1:], ["exact"]) is None
