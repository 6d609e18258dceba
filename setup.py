"""Compile the kernels. Where that fails the package is installed all the same and runs slowly."""

import compileall
import os
import re
import sys
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = Path("src/karat/kernels")
# A link or a picture in Markdown whose target is a file of this repository.
LOCAL = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)")


class Kernels(build_ext):
    """Compile what can be compiled; a kernel that cannot be runs as Python, whatever the reason."""

    def build_extensions(self) -> None:
        """Compile all kernels, if Cython can translate them to C; in a checkout, those that changed."""
        if self.editable_mode:
            self.extensions = [one for one in self.extensions if not self.is_new(one)]
            for one in self.extensions:
                # If it cannot be compiled now, its source is run, not what it was before.
                self.compiled(one).unlink(missing_ok=True)
        try:
            from Cython.Build import cythonize
        except ImportError:
            print("karat: Cython is not there; the kernels stay uncompiled", file=sys.stderr)
            return
        # Elsewhere than on Linux a process that translates would run this file again.
        processes = os.cpu_count() if sys.platform == "linux" else None
        made = cythonize(
            self.extensions, build_dir="build/cython", quiet=True, nthreads=processes or 0
        )
        sources = {one.name: one.sources for one in made}
        for one in self.extensions:
            one.sources = sources[one.name]
        super().build_extensions()

    def compiled(self, ext: Extension) -> Path:
        """Where the checkout has the kernel once it is compiled."""
        return KERNELS / Path(self.get_ext_filename(ext.name)).name

    def is_new(self, ext: Extension) -> bool:
        """Whether the checkout has the kernel, compiled since its source and the settings changed."""
        compiled = self.compiled(ext)
        sources = (*ext.sources, "setup.py", "pyproject.toml")
        return compiled.exists() and all(
            compiled.stat().st_mtime > Path(one).stat().st_mtime for one in sources
        )

    def build_extension(self, ext: Extension) -> None:
        """Compile one kernel."""
        try:
            super().build_extension(ext)
        except Exception as error:  # noqa: BLE001  # setuptools and compilers have many kinds of errors
            print(f"karat: {ext.name} stays uncompiled: {error}", file=sys.stderr)


def kernels() -> list[Extension]:
    """One extension for each kernel, optional: a missing compiler is no error."""
    # Without symbols for debuggers, which take a third of the compiler's time.
    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    return [
        Extension(
            f"karat.kernels.{path.stem}", [path.as_posix()], extra_compile_args=flags, optional=True
        )
        for path in sorted(KERNELS.glob("*.py"))
        if not path.stem.startswith("_")
    ]


def readme() -> str:
    """The README for the page of the package: links and pictures lead to the repository, at this version."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    repository, tag = project["urls"]["Repository"], f"v{project['version']}"
    raw = repository.replace("//github.com/", "//raw.githubusercontent.com/")

    def absolute(found: re.Match[str]) -> str:
        picture, text, target = found.groups()
        # Without the query a picture in SVG is sent as text, which no browser draws.
        place = (
            f"{raw}/{tag}/{target}?sanitize=true"
            if picture
            else f"{repository}/blob/{tag}/{target}"
        )
        return f"{picture}{text}({place})"

    return LOCAL.sub(absolute, Path("README.md").read_text("utf-8"))


# One compiler a core: there are many kernels.
setup(
    ext_modules=kernels(),
    cmdclass={"build_ext": Kernels},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    long_description=readme(),
    long_description_content_type="text/markdown",
)

if "build_ext" in sys.argv or "editable_wheel" in sys.argv:
    # A checkout starts as fast as an installed package, also where Python may not write .pyc files.
    compileall.compile_dir("src/karat", quiet=1)
