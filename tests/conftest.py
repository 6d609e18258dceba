"""What all tests share: the corpora folder, the command line, databases, how hard Hypothesis tries."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from built_site import built
from command_line import CommandLine
from databases import Cluster, NoCluster
from effort import slow, tries
from small_corpora import lay_out

ROOT = Path(__file__).resolve().parents[1]
CORPORA = Path(os.environ.get("KARAT_CORPORA") or ROOT.parent / "shared" / "data")
ABSENT = f"no corpora at {CORPORA}; the variable KARAT_CORPORA may name their folder"

# A machine that runs other things at the same time makes every deadline wrong; in CI the examples
# are the same each time, so that a change of code is the only thing that can break it.
settings.register_profile(
    "karat",
    max_examples=tries(100),
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("karat")


def pytest_configure() -> None:
    """Look for garbage rarely: tests and imported modules are so many that it takes a quarter of the time."""
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    """What is there now stays to the end, so nobody need look through it again."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the corpora, and skip it where there are none."""
    for item in items:
        if "corpora" in getattr(item, "fixturenames", ()):
            item.add_marker("corpora")
        if item.get_closest_marker("corpora") and not CORPORA.is_dir():
            item.add_marker(pytest.mark.skip(reason=ABSENT))


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the corpora."""
    if not CORPORA.is_dir():
        pytest.skip(ABSENT)
    return CORPORA


@pytest.fixture(
    scope="session",
    params=["karat-200", pytest.param("corpora", marks=[pytest.mark.corpora, pytest.mark.slow])],
)
def treebanks(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Trees and dependencies with parsers' output: our own, which are always there, and the corpora."""
    if request.param == "karat-200":
        return lay_out(tmp_path_factory.mktemp("treebanks"))
    found: Path = request.getfixturevalue("corpora")
    return found


@pytest.fixture(scope="session")
def at_hand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpora; where they are not, karat-200 in folders of the same names: for what holds of any file."""
    return CORPORA if CORPORA.is_dir() else lay_out(tmp_path_factory.mktemp("at_hand"))


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    """The command line, run in an empty folder."""
    return CommandLine(tmp_path)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, one for each process that runs tests."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    try:
        with Cluster() as running:
            yield running
    except NoCluster as why:
        pytest.skip(str(why))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once."""
    own = tmp_path_factory.getbasetemp()
    return built(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@pytest.fixture
def postgresql_url(cluster: Cluster) -> Iterator[str]:
    """A new database of PostgreSQL."""
    with cluster.database() as url:
        yield url


@pytest.fixture(params=["sqlite", *slow("postgresql")])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of SQLite and of PostgreSQL in turn: a store that nobody has opened yet.

    PostgreSQL is slow; the tests of what most depends on the database are marked ``both_databases``.
    """
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'runs.db'}"
    url: str = request.getfixturevalue("postgresql_url")
    return url
