"""The installed package has every file that the program reads."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "karat"
MADE = {".pyc", ".so", ".pyd", ".c"}  # by Python and by the build


def test_files_that_are_not_python_are_installed() -> None:
    """Each is named in pyproject.toml: data, and the parts of the report."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["karat"]
    installed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    found = [
        path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in {".py", *MADE}
    ]
    assert [str(path.relative_to(PACKAGE)) for path in found if path not in installed] == []
