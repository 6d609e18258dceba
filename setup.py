"""Compile the kernels. Where that fails the package is installed all the same and runs slowly."""

import compileall
import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = Path("src/karat/kernels")


class Kernels(build_ext):
    """Compile what can be compiled; a kernel that cannot be runs as Python, whatever the reason."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one kernel."""
        try:
            super().build_extension(ext)
        except Exception as error:  # noqa: BLE001  # setuptools and compilers have many kinds of errors
            print(f"karat: {ext.name} stays uncompiled: {error}", file=sys.stderr)


def extensions() -> list[Extension]:
    """One extension for each kernel, optional: a missing compiler is no error."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        print("karat: Cython is not there; the kernels stay uncompiled", file=sys.stderr)
        return []
    # Without symbols for debuggers, which take a third of the compiler's time.
    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    modules = [
        Extension(f"karat.kernels.{path.stem}", [str(path)], extra_compile_args=flags)
        for path in sorted(KERNELS.glob("*.py"))
        if not path.stem.startswith("_")
    ]
    # Elsewhere than on Linux a process that translates would run this file again.
    processes = os.cpu_count() if sys.platform == "linux" else None
    made = cythonize(modules, build_dir="build/cython", quiet=True, nthreads=processes or 0)
    for one in made:
        one.optional = True  # cythonize makes new ones, and forgets this
    return made


# One compiler a core: there are many kernels.
setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": Kernels},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)

if "build_ext" in sys.argv or "editable_wheel" in sys.argv:
    # A checkout starts as fast as an installed package, also where Python may not write .pyc files.
    compileall.compile_dir("src/karat", quiet=1)
