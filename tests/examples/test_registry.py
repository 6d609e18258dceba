"""What installed packages offer is looked up once, and again when a package was installed."""

import importlib.metadata
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from karat import schemes
from karat.model.errors import UsageError


def install(site: Path, name: str) -> None:
    """A package that offers a scheme of this name, as pip leaves it."""
    info = site / f"{name}_scheme-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-scheme\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[karat.schemes]\n{name} = {name}_scheme\n")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which Python looks for packages, and in which nothing was changed for a while."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    install(tmp_path, "first")
    os.utime(tmp_path, (1_000_000_000, 1_000_000_000))
    return tmp_path


def test_a_package_that_is_installed_later_is_found(site: Path) -> None:
    """As in a notebook, where karat is imported already; and one that is gone is not."""
    before = schemes.REGISTRY.names()
    assert "first" in before
    assert "second" not in before
    install(site, "second")
    assert set(schemes.REGISTRY.names()) - set(before) == {"second"}
    for file in (info := site / "first_scheme-1.0.dist-info").iterdir():
        file.unlink()
    info.rmdir()
    os.utime(site, (1_100_000_000, 1_100_000_000))
    assert "first" not in schemes.REGISTRY.names()
    with pytest.raises(UsageError, match="second"):
        schemes.REGISTRY.load("first")


def test_packages_are_read_once(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of every package that is installed: milliseconds, for every file whose format is guessed."""
    read, groups = importlib.metadata.entry_points, list[str]()

    def counted(**what: Any) -> Any:
        groups.append(what["group"])
        return read(**what)

    monkeypatch.setattr(importlib.metadata, "entry_points", counted)
    found = [schemes.REGISTRY.names() for _ in range(3)]
    assert groups == ["karat.schemes"]
    assert found[0] == found[1] == found[2]
    assert "first" in found[0]
