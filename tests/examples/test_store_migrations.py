"""Stores of earlier versions are brought up to date when they are opened, with all that is in them."""

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from databases import both_databases
from effort import slow, tries
from karat.analysis.contest import How, contest
from karat.model.errors import InputError
from karat.store import migrations, open_store, schema
from karat.store.store import Store

OLD = Path(__file__).parents[1] / "stores"
TABLES = (
    "runs", "tags", "comments", "files", "contents", "boards", "entries", "figures", "tallies", "derived",
)  # fmt: skip


@pytest.fixture
def old_url(store_url: str, request: pytest.FixtureRequest) -> str:
    """A store of the first version, with two runs."""
    if store_url.startswith("sqlite"):
        with sqlite3.connect(store_url.removeprefix("sqlite:///")) as connection:
            connection.executescript((OLD / "v0001.sqlite.sql").read_text(encoding="utf-8"))
        connection.close()
    else:
        cluster = request.getfixturevalue("cluster")
        database = re.search(r"/(\w+)\?", store_url)
        assert database
        cluster.run((OLD / "v0001.postgresql.sql").read_text(encoding="utf-8"), database[1])
    return store_url


def version(store: Store) -> int:
    with store.reading() as connection:
        return migrations.version(connection)


def described(store: Store) -> dict[str, object]:
    """Tables with their columns, keys and indices."""
    with store.reading() as connection:
        found = inspect(connection)
        return {
            name: (
                [(one["name"], str(one["type"]), one["nullable"]) for one in found.get_columns(name)],
                found.get_pk_constraint(name)["constrained_columns"],
                sorted((one["name"], tuple(one["column_names"])) for one in found.get_indexes(name)),
                sorted((tuple(one["constrained_columns"]), one["referred_table"], str(one["options"]))
                       for one in found.get_foreign_keys(name)),
            )
            for name in found.get_table_names()
        }  # fmt: skip


@both_databases
def test_an_old_store_is_brought_up_to_date_with_its_data(old_url: str) -> None:
    """Everything that was in it is there, and it can be used as any other."""
    with open_store(old_url) as store:
        assert version(store) == max(migrations.known()) >= 2
        assert [one.name for one in store.runs()] == ["second", "first"]
        first = store.run("first")
        assert first.line.tags == ["größer", "old"]
        assert [(one.author, one.text) for one in first.comments] == [
            ("ann", "The first run, with an 'apostrophe'\nand two lines.")
        ]
        boards = [(one.scheme, one.entries, one.best) for one in store.boards()]
        assert sorted(boards) == [("evalb", 4, 1.0), ("parseval", 2, 1.0)]
        assert store.content(first.files[0].sha256).startswith(b"(S (NP (DT the)")
        # 5 of 6 brackets are right.
        right, wrong = store.tallied([one.id for one in first.entries])
        assert wrong.score().recall == 5 / 6
        assert contest([right, wrong], How(samples=10)).pairs[0].found.losses == 1
        store.comment("first", "seen again")
        assert store.delete(["first"]) == 1
        assert [one.entries for one in store.boards()] == [2, 2]


@both_databases
def test_an_old_store_has_then_the_same_tables_as_a_new_one(old_url: str, tmp_path: Path) -> None:
    """Columns, types, keys and indices."""
    with open_store(old_url) as old:
        mine = described(old)
    other = str(tmp_path / "new.db")
    if not old_url.startswith("sqlite"):
        # In the same server, in an empty schema of its own.
        with open_store(old_url) as old, old.writing() as connection:
            connection.execute(text("CREATE SCHEMA fresh"))
        other = f"{old_url}&options=-csearch_path%3Dfresh"
    with open_store(other) as new:
        assert described(new) == mine


@both_databases
def test_the_tables_are_those_that_queries_know(store_url: str) -> None:
    """Otherwise a query would name a column that is not there."""
    with open_store(store_url) as store, store.reading() as connection:
        found = inspect(connection)
        for name in TABLES:
            columns = [one["name"] for one in found.get_columns(name)]
            assert columns == [one.name for one in getattr(schema, name).c]


def test_migrations_are_numbered_without_a_gap() -> None:
    """Two of the same number would hide each other."""
    folder = Path(migrations.__file__).parent
    assert len(list(folder.glob("v*.py"))) == len(migrations.known())
    assert list(migrations.known()) == list(range(1, len(migrations.known()) + 1))


def test_a_store_of_a_newer_karat_is_refused(store_url: str) -> None:
    """It may mean something else by the same columns."""
    with open_store(store_url) as store, store.writing() as connection:
        connection.execute(text("INSERT INTO karat_migrations VALUES (99, 'v0099_future')"))
    with pytest.raises(InputError, match=r"a newer karat made this store \(version 99"):
        open_store(store_url)


def test_a_migration_that_fails_changes_nothing(
    old_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither database keeps half of it, although tables were made."""
    every = migrations.known() | {max(migrations.known()) + 1: "v9999_missing"}
    monkeypatch.setattr(migrations, "known", lambda: every)
    with pytest.raises(ModuleNotFoundError):
        open_store(old_url)
    monkeypatch.setattr(migrations, "known", lambda: {1: "v0001_runs"})
    with open_store(old_url) as store:
        assert version(store) == 1
        assert "annotation_projects" not in described(store)


SAVING = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from stored_runs import small_run
from karat.store import open_store
new = small_run(Path(sys.argv[3]))
print("ready", flush=True)
sys.stdin.readline()
with open_store(sys.argv[2]) as store:
    print(store.save(new))
"""


@pytest.mark.parametrize(
    "kind, store_url",
    [("new", "sqlite"), ("old", "postgresql"), *slow(("old", "sqlite"), ("new", "postgresql"))],
    indirect=["store_url"],
)
def test_several_processes_open_it_at_once(
    kind: str, store_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """One brings it up to date, the others wait; all can save."""
    url = request.getfixturevalue("old_url") if kind == "old" else store_url
    writers = tries(6, least=3)
    tests = str(Path(__file__).parents[1])
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SAVING, tests, url, str(tmp_path / str(n))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for n in range(writers)
    ]  # fmt: skip
    for one in started:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in started:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    ended = [one.communicate(timeout=60) for one in started]
    assert [said for _, said in ended] == [""] * writers
    with open_store(url) as store:
        assert {out.strip() for out, _ in ended} <= {one.id for one in store.runs()}
        assert version(store) == max(migrations.known())
