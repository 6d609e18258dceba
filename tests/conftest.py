"""What all tests share: the corpora folder, the command line, how hard Hypothesis tries."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from command_line import CommandLine

ROOT = Path(__file__).resolve().parents[1]
CORPORA = Path(os.environ.get("KARAT_CORPORA") or ROOT.parent / "shared" / "data")
ABSENT = f"no corpora at {CORPORA}; the variable KARAT_CORPORA may name their folder"

# A machine that runs other things at the same time makes every deadline wrong; in CI the examples
# are the same each time, so that a change of code is the only thing that can break it.
settings.register_profile(
    "karat",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("karat")


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


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    """The command line, run in an empty folder."""
    return CommandLine(tmp_path)
