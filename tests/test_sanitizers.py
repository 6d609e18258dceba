"""Do the kernels that are fuzzed with sanitizers end where they should? Small kernels with faults say so."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sanitized
from karat import kernels

needs_gcc = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("gcc"), reason="needs gcc on Linux"
)
# In the words of the kernels: the same directives, but for those that are changed for the sanitizers.
KERNEL = """\
# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=True, cdivision=True
import cython

from cython.cimports.libc.stdlib import free, malloc


def index(column: cython.int[:], at: cython.int) -> int:
    return column[at]


def beyond(size: cython.size_t, at: cython.size_t) -> int:
    room = malloc(size * cython.sizeof(cython.int))
    memory: cython.pointer(cython.int) = cython.cast(cython.pointer(cython.int), room)
    memory[at] = 7
    found: cython.int = memory[at]
    free(memory)
    return found


def sum_of(a: cython.int, b: cython.int) -> int:
    total: cython.int = a + b
    return total


def shifted(a: cython.int, by: cython.int) -> int:
    return a << by
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kernel, compiled as those in build/sanitized are."""
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "faulty.py").write_text(KERNEL, "utf-8")
    subprocess.run(
        [sys.executable, "-m", "Cython.Build.Cythonize", "--inplace", "--quiet", "faulty.py"],
        cwd=folder, env={**os.environ, **sanitized.COMPILER}, check=True,
    )  # fmt: skip
    return folder


@pytest.mark.parametrize(
    "path", sorted(Path(kernels.__path__[0]).glob("[!_]*.py")), ids=lambda one: one.stem
)
def test_every_kernel_gets_bounds_checks(path: Path) -> None:
    """Its first line switches them off, in the words that are looked for."""
    first, *_ = sanitized.checked(path.read_text("utf-8")).splitlines()
    assert "boundscheck=True" in first
    assert "initializedcheck=True" in first


@pytest.mark.slow
@needs_gcc
@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("beyond(10, 9)", ""),
        ("beyond(10, 10)", "heap-buffer-overflow"),
        ("beyond(10, 12)", "heap-buffer-overflow"),
        ("sum_of(2147483646, 1)", ""),
        ("sum_of(2147483647, 1)", "signed integer overflow"),
        ("shifted(1, 30)", ""),
        ("shifted(1, 33)", "shift exponent"),
        ("index(array.array('i', [1, 2]), 1)", ""),
        ("index(array.array('i', [1, 2]), 2)", "IndexError"),
    ],
)
def test_faults_end_the_process(folder: Path, call: str, said: str) -> None:
    """Each kind of fault has its message, and what is just within bounds has none."""
    done = subprocess.run(
        [sys.executable, "-c", f"import array\nfrom faulty import *\n{call}"],
        cwd=folder, env={**os.environ, **sanitized.environment()},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert said in done.stderr
    assert (done.returncode == 0) == (not said)
