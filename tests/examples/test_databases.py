"""The databases that tests use: both are empty at first, and PostgreSQL ends with the tests."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from databases import Cluster, NoCluster, program
from patience import until

TESTS = Path(__file__).resolve().parents[1]

STARTED = """
import sys, time
sys.path.insert(0, sys.argv[1])
from databases import Cluster
with Cluster() as cluster:
    print(cluster.server.pid, cluster.folder, flush=True)
    time.sleep(60)
"""


def test_each_test_has_its_own_database(cluster: Cluster) -> None:
    with cluster.database() as first, cluster.database() as second:
        assert first != second
        name = first.split("/")[3].split("?")[0]
        cluster.run("CREATE TABLE words (word text)", name)
        assert cluster.run("SELECT count(*) FROM pg_tables WHERE tablename = 'words'", name) == "1"
    assert cluster.run(f"SELECT count(*) FROM pg_database WHERE datname = '{name}'") == "0"


def test_a_store_is_new(store_url: str) -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    url = store_url.replace("postgresql:", "postgresql+psycopg:")
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as connection:
        assert sqlalchemy.inspect(connection).get_table_names() == []
    engine.dispose()


def test_a_server_ends_with_the_process_that_started_it(cluster: Cluster, tmp_path: Path) -> None:
    """Even if that is killed; nobody has to look for servers that tests have left."""
    if sys.platform != "linux":
        pytest.skip("only Linux tells a process that its parent has ended")
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTED, str(TESTS)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    server, folder = parent.stdout.readline().split()
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until(lambda: not _runs(int(server)))
    subprocess.run(["rm", "-r", folder], check=True)


def _runs(process: int) -> bool:
    """Whether a process is there and not only waited for."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_where_there_is_no_postgresql(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KARAT_POSTGRESQL", str(tmp_path))
    assert program("postgres") is None
    with pytest.raises(NoCluster, match="not installed"):
        Cluster()


def test_what_was_acknowledged_survives_a_crash_of_a_durable_server(cluster: Cluster) -> None:
    with Cluster(durable=True) as other:
        other.run("CREATE TABLE words (word text); INSERT INTO words VALUES ('kept')")
        other.stop(signal.SIGQUIT)
        other.start()
        assert other.run("SELECT word FROM words") == "kept"
    assert not os.path.exists(other.folder)
