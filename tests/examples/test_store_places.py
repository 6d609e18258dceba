"""Where stores are, who may read them, and what is said if one cannot be used."""

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import both_databases
from karat.model.errors import InputError, KaratError, UsageError
from karat.store import open_store, place
from karat.store.database import Database
from stored_runs import small_run

TESTS = str(Path(__file__).parents[1])
SECRET = "s3cr3t-p%40ss"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any settings."""
    for name in ("KARAT_STORE", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_the_user_has_a_store_of_his_own(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder for data, which only he can read."""
    with open_store() as store:
        store.save(small_run(home / "files"))
    path = home / ".local" / "share" / "karat" / "runs.db"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert place.own_file() == home / "data" / "karat" / "runs.db"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert place.own_file() == path
    monkeypatch.setattr(sys, "platform", "darwin")
    assert place.own_file() == home / "Library" / "Application Support" / "karat" / "runs.db"


def test_a_store_by_path_by_url_and_by_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are the same file."""
    path = home / "my runs.db"
    with open_store(str(path)) as store:
        run = store.save(small_run(home))
        assert store.shown == str(path)
    monkeypatch.chdir(home)
    monkeypatch.setenv("KARAT_STORE", "sqlite:///my%20runs.db")
    for url in (f"sqlite:///{path}", "sqlite:///my runs.db", "~/my runs.db", None):
        with open_store(url) as store:
            assert [one.id for one in store.runs()] == [run]


WRONG = {
    "sqlite://": "needs the path of a file",
    "sqlite:///": "needs the path of a file",
    "sqlite:///:memory:": "needs the path of a file",
    "sqlite:///runs.db?mode=ro": "needs the path of a file",
    "mysql://root:hunter2@host/runs": "mysql: is not a kind of store",
    "http://host/runs": "http: is not a kind of store",
    "postgresql:/runs": "postgresql: is not a kind of store",
    "postgresql://me:hunter2@host:port/runs": "the URL of the PostgreSQL store cannot be read",
}


@pytest.mark.parametrize("url", WRONG)
def test_a_wrong_url(url: str) -> None:
    """One message that says what to type, without the password."""
    with pytest.raises(UsageError, match=WRONG[url]) as caught:
        open_store(url)
    assert "hunter2" not in str(caught.value)


def test_a_server_that_does_not_answer() -> None:
    """The message has no password, in none of its spellings."""
    pytest.importorskip("psycopg")
    with pytest.raises(InputError, match="the PostgreSQL store") as caught:
        open_store(f"postgresql://me:{SECRET}@127.0.0.1:1/runs?password=s3cr3t-p%40ss")
    assert "\n" not in str(caught.value)
    for spelling in (SECRET, "s3cr3t-p@ss", "s3cr3t"):
        assert spelling not in str(caught.value)


def test_a_database_that_is_not_there(postgresql_url: str) -> None:
    """What the server says."""
    with pytest.raises(InputError, match='database "nowhere" does not exist'):
        open_store(
            postgresql_url.replace("/test_", "/nowhere?x=").split("?x=")[0]
            + "?"
            + postgresql_url.split("?")[1]
        )


def test_what_is_no_store(tmp_path: Path) -> None:
    """A text, another database, a folder; none of them is changed."""
    path = tmp_path / "gold.mrg"
    path.write_text("(S (N a))\n" * 200, encoding="utf-8")
    with pytest.raises(InputError, match=r"gold\.mrg: this is not a store of runs"):
        open_store(str(path))
    assert path.read_text(encoding="utf-8") == "(S (N a))\n" * 200
    with pytest.raises(InputError, match="this is a folder"):
        open_store(str(tmp_path))
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE runs (mine TEXT)")
    before = other.read_bytes()
    with pytest.raises(InputError, match="it belongs to another program"):
        open_store(str(other))
    assert other.read_bytes() == before


def test_a_damaged_store(tmp_path: Path) -> None:
    """A message, and no traceback."""
    path = tmp_path / "runs.db"
    with open_store(str(path)) as store:
        store.save(small_run(tmp_path))
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    with pytest.raises(InputError, match="damaged"):
        open_store(str(path)).runs()


def test_a_network_drive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks are not reliable there, and the memory that processes share does not exist."""
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"/dev/sda1 / ext4 rw 0 0\nserver:/home {tmp_path}/net\\040home nfs4 rw 0 0\n"
        f"/dev/sdb1 {tmp_path}/net\\040home/local xfs rw 0 0\n",
        encoding="utf-8",
    )  # fmt: skip
    there = tmp_path / "net home"
    assert place.network_file_system(there / "runs.db", str(mounts)) == "nfs4"
    assert place.network_file_system(there / "local" / "runs.db", str(mounts)) == ""
    assert place.network_file_system(tmp_path / "runs.db", str(mounts)) == ""
    assert place.network_file_system(there / "runs.db", str(tmp_path / "missing")) == ""
    monkeypatch.setattr(place, "network_file_system", lambda path: "nfs4")
    with pytest.raises(InputError, match=r"network drive \(nfs4\).*set KARAT_STORE"):
        open_store(str(tmp_path / "runs.db"))
    assert not (tmp_path / "runs.db").exists()


def test_a_writer_that_never_ends(tmp_path: Path) -> None:
    """Others wait, and say so; readers do not wait."""
    path = tmp_path / "runs.db"
    with open_store(str(path)) as store:
        run = store.save(small_run(tmp_path))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        database = Database(place.place_of(str(path)))
        with (
            pytest.raises(InputError, match="another program has been writing"),
            database.writing(patience=0.1),
        ):
            pass
        store.keep_derived("key", 1)
        assert store.derived("key") is None
        assert store.run(run).line.id == run
        other.execute("COMMIT")
        store.keep_derived("key", 1)
        assert store.derived("key") == 1
        other.close()
        database.close()


def seen_by_nobody(path: Path) -> str:
    """What a user without rights sees and may do."""
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    from_child, to_parent = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        try:
            with open_store(str(path)) as store:
                os.write(to_parent, f"{len(store.runs())} run, ".encode())
                store.tag(store.runs()[0].id, "mine")
                os.write(to_parent, b"tagged")
        except KaratError as error:
            os.write(to_parent, str(error).encode())
        finally:
            os._exit(0)
    os.close(to_parent)
    os.waitpid(child, 0)
    with os.fdopen(from_child) as stream:
        return stream.read()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others may enter, which those of pytest are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_store_that_can_only_be_read(tmp_path: Path, open_folder: Path) -> None:
    """While its owner has it open, others may read; without that, and for writing, there is a message."""
    path = open_folder / "shared" / "runs.db"
    with open_store(str(path)) as store:
        store.save(small_run(tmp_path / "files"))
    path.parent.chmod(0o755)
    path.chmod(0o644)
    assert "its folder cannot be written" in seen_by_nobody(path)
    with open_store(str(path)) as store:
        assert len(store.runs()) == 1
        said = seen_by_nobody(path)
        assert said.startswith("1 run, ")
        assert "its folder cannot be written" in said
    path.chmod(0o600)
    assert "cannot be opened" in seen_by_nobody(path)
    path.parent.chmod(0o700)
    assert "cannot be opened: Permission denied" in seen_by_nobody(path)


FILLING = """
import resource, sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
sys.path.insert(0, sys.argv[1])
from stored_runs import small_run
from karat.model.errors import KaratError
from karat.store import open_store
new, random = small_run(Path(sys.argv[3])), Random(1)
with open_store(sys.argv[2]) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
    for _ in range(50):
        content = random.randbytes(30_000)
        large = replace(new.files[1], content=content, sha256=sha256(content).hexdigest(), size=30_000)
        try:
            print(store.save(replace(new, files=[new.files[0], large])), flush=True)
        except KaratError as error:
            print(error, file=sys.stderr)
            break
    # It can still be read, and written once there is room again.
    print(len(store.runs()), flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(store.save(new), flush=True)
"""


def test_a_full_disk(tmp_path: Path) -> None:
    """A message; the runs before it are there, of the last one nothing is; later all goes on."""
    path = tmp_path / "runs.db"
    done = subprocess.run(
        [sys.executable, "-c", FILLING, TESTS, str(path), str(tmp_path)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    *saved, count, last = done.stdout.splitlines()
    assert done.stderr.count("\n") == 1
    assert "runs.db: the disk" in done.stderr
    assert "nothing was saved" in done.stderr
    assert 0 < len(saved) == int(count) < 50
    with open_store(str(path)) as store:
        assert {one.id for one in store.runs()} == {*saved, last}
        for run in saved:
            found = store.run(run)
            assert len(store.content(found.files[1].sha256)) == 30_000
            assert len(store.tallied([one.id for one in found.entries])) == 2
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        # Contents of the run that was not saved are not there either.
        assert connection.execute("SELECT count(*) FROM contents").fetchone() == (len(saved) + 2,)
    connection.close()


@both_databases
def test_threads_share_a_store(store_url: str, tmp_path: Path) -> None:
    """Readers and writers at the same time, as in a server."""
    faults: list[BaseException] = []
    with open_store(store_url) as store:
        new = small_run(tmp_path, name="first")
        store.save(new)

        def work(number: int) -> None:
            try:
                for _ in range(5):
                    if number % 2:
                        store.save(new)
                    else:
                        found = store.run("first")
                        assert len(found.entries) == 2
                        assert store.boards()[0].entries >= 2
            except BaseException as error:  # noqa: BLE001  # shown below
                faults.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert faults == []
        assert len(store.runs()) == 21


def test_the_settings_of_sqlite(tmp_path: Path) -> None:
    """A write that was acknowledged survives a power cut, and references are checked."""
    with open_store(str(tmp_path / "runs.db")) as store, store.reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000,
    }  # fmt: skip


def test_without_sqlalchemy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What to install."""
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(UsageError, match=r"pip install 'karat\[store\]'"):
        open_store(str(tmp_path / "runs.db"))


def test_without_psycopg(monkeypatch: pytest.MonkeyPatch) -> None:
    """What to install."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError, match=r"pip install 'karat\[postgresql\]'"):
        open_store("postgresql://me@host/runs")
