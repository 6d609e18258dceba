"""What a page of a board asks of the store: the order, the best figures, some entries; on both databases."""

from collections.abc import Iterator

import numpy as np
import pytest

from databases import both_databases
from karat.model.errors import UsageError
from karat.store import open_store
from karat.store.store import Store
from web import seeding


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """Five runs of one sentence set, from all sentences of the worse system to all of the better one."""
    made = seeding.seed(60)
    with open_store(store_url) as found:
        for at in range(5):
            found.save(seeding.mixed(made, f"system-{at % 2}", np.arange(60) < 15 * at, at))
        yield found


@both_databases
def test_places_are_the_entries_in_their_order(store: Store) -> None:
    (board,) = store.boards()
    for figure in ("f1", "crossing", "recall@sentence"):
        entries = store.entries(board.id, figure=figure)
        assert [
            (one.entry, one.system, one.run_name, list(one.tags))
            for one in store.places(board.id, figure)
        ] == [(one.id, one.system, one.run_name, list(one.tags)) for one in entries]
    assert store.places(board.id, "f1")[0].run_name == "system-0-4"


@both_databases
def test_extremes_are_the_lowest_and_highest_figures(store: Store) -> None:
    (board,) = store.boards()
    entries = store.entries(board.id)
    found = store.extremes(board.id)
    for name in entries[0].measures:
        values = [one.measures[name] for one in entries]
        assert found[name] == (min(values), max(values))


def test_several_entries_come_in_the_order_asked_for(store: Store) -> None:
    (board,) = store.boards()
    ids = [one.id for one in store.entries(board.id)]
    assert [one.id for one in store.several(ids[::-2])] == ids[::-2]
    assert store.several([]) == []
    assert store.entry(ids[2]) == store.several([ids[2]])[0]
    with pytest.raises(UsageError, match="there is no entry"):
        store.several([ids[0], "aaaaaaaaaa.1"])
