"""The installed package has every file that the program reads."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

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


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /bin/false")
def test_without_a_compiler_the_package_is_built_all_the_same(tmp_path: Path) -> None:
    """One line says which kernel stays as it is, and that is no error; the smallest stands for all."""
    pytest.importorskip("setuptools")
    shutil.copy(ROOT / "setup.py", tmp_path)
    kernels = tmp_path / "src" / "karat" / "kernels"
    kernels.mkdir(parents=True)
    shutil.copy(PACKAGE / "kernels" / "edges.py", kernels)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "built"],
        cwd=tmp_path, env={**os.environ, "CC": "/bin/false"}, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "uncompiled" in done.stderr
    assert not list(tmp_path.rglob("*.so"))
