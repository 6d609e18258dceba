"""Fixtures of the tests of the workbench."""

from pathlib import Path

import pytest


@pytest.fixture
def store(tmp_path: Path) -> str:
    """The address of an empty store."""
    return f"sqlite:///{tmp_path / 'runs.db'}"
