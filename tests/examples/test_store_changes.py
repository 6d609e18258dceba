"""Changes to a store: tags, comments, names, deletion; history; what is computed and kept."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from databases import both_databases
from karat.model.errors import UsageError
from karat.store import open_store, schema
from karat.store.store import Store
from stored_runs import small_run


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store."""
    with open_store(store_url) as opened:
        yield opened


def rows(store: Store, table: str) -> int:
    """How many rows a table has."""
    with store.reading() as connection:
        return len(connection.execute(select(getattr(schema, table))).all())


@both_databases
def test_tags(store: Store, tmp_path: Path) -> None:
    """They are added once, and taken away."""
    run = store.save(small_run(tmp_path, name="mine"))
    store.tag("mine", "best", "paper", "best")
    store.tag(run, "best")
    assert store.run(run).line.tags == ["best", "paper"]
    assert store.entry(f"{run}.1").tags == ["best", "paper"]
    store.untag(run, "best", "never there")
    assert store.run(run).line.tags == ["paper"]
    with pytest.raises(UsageError, match="there is no run"):
        store.tag("yours", "best")


@both_databases
def test_comments(store: Store, tmp_path: Path) -> None:
    """In order, with author and time; an empty one is refused."""
    run = store.save(small_run(tmp_path))
    store.comment(run, "Learning rate\nwas too high.", "ann")
    store.comment(run, "<b>Agreed</b>")
    found = store.run(run)
    assert [(one.author, one.text) for one in found.comments] == [
        ("ann", "Learning rate\nwas too high."), ("", "<b>Agreed</b>"),
    ]  # fmt: skip
    assert found.line.comments == store.runs()[0].comments == 2
    with pytest.raises(UsageError, match="the comment is empty"):
        store.comment(run, " \n ")


def test_rename(store: Store, tmp_path: Path) -> None:
    """The new name finds it, the old one does not."""
    run = store.save(small_run(tmp_path, name="old"))
    store.rename("old", "new")
    assert store.run("new").line.id == run
    with pytest.raises(UsageError, match="there is no run 'old'"):
        store.run("old")


@both_databases
def test_deletion_leaves_nothing_behind(store: Store, tmp_path: Path) -> None:
    """Contents stay as long as another run has them."""
    one = store.save(small_run(tmp_path, name="one", tags=["t"]))
    two = store.save(small_run(tmp_path, name="two", schemes=["evalb", "flat"]))
    store.comment(one, "a comment")
    gold = store.run(one).files[0].sha256
    assert rows(store, "contents") == 2
    assert store.delete([one, "one", one[:5]]) == 1
    assert [line.name for line in store.runs()] == ["two"]
    assert store.content(gold)
    assert [board.entries for board in store.boards()] == [2, 2]
    assert store.delete(["two"]) == 1
    for table in (
        "runs",
        "tags",
        "comments",
        "files",
        "contents",
        "boards",
        "entries",
        "figures",
        "tallies",
    ):
        assert rows(store, table) == 0, table
    with pytest.raises(UsageError, match="there is no run"):
        store.delete([two])


def test_if_one_run_cannot_be_deleted_none_is(store: Store, tmp_path: Path) -> None:
    """A slip in the last name must not cost the first runs."""
    store.save(small_run(tmp_path, name="one"))
    with pytest.raises(UsageError, match="there is no run 'oen'"):
        store.delete(["one", "oen"])
    assert len(store.runs()) == 1


def test_history_is_oldest_first(store: Store, tmp_path: Path) -> None:
    """Of a figure, with its interval; by system, name and tag."""
    for name, tags in (("a", ["nightly"]), ("b", []), ("c", ["nightly"])):
        new = small_run(tmp_path, name=name, tags=tags)
        entries = [
            replace(one, result=dict(one.result, intervals={"f1": [0.25, 1.0], "recall": None}))
            for one in new.entries
        ]
        store.save(replace(new, entries=entries))
    (board,) = store.boards()
    found = store.history(board.id, "f1", system="wrong")
    assert [one.run_name for one in found] == ["a", "b", "c"]
    # 5 of 6 brackets on each side.
    assert {(one.value, one.low, one.high) for one in found} == {(10 / 12, 0.25, 1.0)}
    assert [one.run_name for one in store.history(board.id, tag="nightly", system="right")] == [
        "a",
        "c",
    ]
    assert len(store.history(board.id, "recall", name="b")) == 2
    assert {one.low for one in store.history(board.id, "recall")} == {None}
    assert store.entries(board.id)[0].intervals == {"f1": (0.25, 1.0), "recall": None}
    with pytest.raises(UsageError, match="there is no figure of this board 'f2'"):
        store.history(board.id, "f2")


def test_what_is_derived_is_kept_for_this_version_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another karat may compute it otherwise."""
    assert store.derived("letters a b") is None
    store.keep_derived("letters a b", {"f1": ["a", None]})
    store.keep_derived("letters a b", {"f1": ["a", "b"]})
    assert store.derived("letters a b") == {"f1": ["a", "b"]}
    monkeypatch.setattr("karat.store.kept.__version__", "99.0")
    assert store.derived("letters a b") is None


def test_not_too_much_is_derived(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest make room."""
    monkeypatch.setattr("karat.store.kept._MOST", 3)
    times = (f"2026-01-01T00:00:{n:02}Z" for n in range(10))
    monkeypatch.setattr("karat.store.kept.now", lambda: next(times))
    for n in range(6):
        store.keep_derived(f"key {n}", n)
    assert [store.derived(f"key {n}") for n in range(6)] == [None, None, None, 3, 4, 5]
